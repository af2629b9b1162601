"""What is wrong with a book's declaration of its rosters: formulas, the sentences that state rules, names."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, RosterKind, RosterRule, Word
from rulebook.roster.codes import FAULTY
from rulebook.roster.field_paths import unknown_fields, unknown_path
from rulebook.roster.judging import INDEX, ITEM, judged_own, places
from rulebook.roster.roster import GIVEN
from rulebook.roster.stated import statements
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import ExpressionError, check_expression, parse_expression
from rulebook.rules.expression.signatures import FUNCTIONS
from rulebook.rules.faulty import rests_on_fault

_MESSAGE_PLACES = ("member", "item", "found")
_PATH_PLACES = ("item", "index")


def declaration_faults(book: Book) -> Iterator[Finding]:
    """Every fault of every declaration, those too that only the book's own rosters bring to light.

    What follows from a definition of the rules that is at fault is none of them: it is told where that stands.
    """
    for kind in book.rosters:
        faults = list(_faults(book, kind))
        yield from faults
        # By a formula that rests on a fault of the rules nothing can be judged; that fault is told where it stands.
        if not faults and not rests_on_faults(book, kind):
            yield from (f for judged in judged_own(book) if judged.roster.kind is kind for f in judged.faults)


def rests_on_faults(book: Book, kind: RosterKind) -> bool:
    """Whether a formula of a kind of roster uses a definition of the rules that is at fault."""
    return any(rests_on_fault(book, formula.text) for _, formula in kind.formulas)


def _faults(book: Book, kind: RosterKind) -> Iterator[Finding]:
    definitions = bound_book(book).definitions
    for name in (kind.roster, kind.member, kind.members, ITEM, INDEX):
        if name in definitions or name in FUNCTIONS:
            message = f"‘{name}’ is the name of a definition too, and formulas of a roster need it"
            yield Finding(FAULTY, kind.position, message, "rename the definition")
    names = (kind.roster, kind.member, kind.members)
    if len(set(names)) < len(names):
        yield Finding(FAULTY, kind.position, "‘roster’, ‘member’ and ‘members’ are not three names")
    for schema in (kind.fields_schema, kind.member_schema):
        if GIVEN in schema["properties"]:
            yield Finding(FAULTY, kind.position, f"‘{GIVEN}’ is the list of the keys that a file has", "rename the key")
    whole = (kind.roster, kind.members)
    one = (*whole, kind.member)
    for field in kind.computed:
        yield from _formula_faults(book, kind, field.value, one)
    for column in kind.columns:
        yield from _formula_faults(book, kind, column.price, one)
    for formula in (*(column.price for column in kind.shared), kind.price, kind.limit):
        yield from _formula_faults(book, kind, formula, whole)
    seen: set[str] = set()
    for rule in kind.rules:
        if rule.id in seen:
            yield Finding(FAULTY, rule.position, f"the rule ‘{rule.id}’ stands twice", "give each its own id")
        seen.add(rule.id)
        yield from _rule_faults(book, kind, rule, one if rule.of_members else whole)


def _rule_faults(book: Book, kind: RosterKind, rule: RosterRule, given: tuple[str, ...]) -> Iterator[Finding]:
    if rule.each is not None:
        yield from _formula_faults(book, kind, rule.each, given)
        given = (*given, ITEM, INDEX)
    yield from _formula_faults(book, kind, rule.holds, given)
    if rule.found is not None:
        yield from _formula_faults(book, kind, rule.found, given)
    at = ((path.text, path.position, _PATH_PLACES) for path in rule.at)
    for template, place, known in ((rule.breaks, rule.position, _MESSAGE_PLACES), *at):
        for name in places(template):
            if name not in known:
                message = f"the rule ‘{rule.id}’ has the place {{{name}}}, which nothing fills"
                yield Finding(FAULTY, place, message, did_you_mean(name, known))
    for path in rule.at:
        if unknown := unknown_path(kind, rule, path.text):
            message = f"the rule ‘{rule.id}’ is placed at ‘{unknown.path}’, which no file has"
            yield Finding(FAULTY, path.position, message, unknown.hint)
    yield from _statement_faults(book, rule)


def _statement_faults(book: Book, rule: RosterRule) -> Iterator[Finding]:
    if rule.where is None or rule.says is None:
        if not rule.note:
            message = f"the rule ‘{rule.id}’ does not say where the book states it"
            yield Finding(FAULTY, rule.position, message, "add ‘where’ (a chapter, or set:id) and ‘says’ (its words)")
        return
    count = len(statements(book, rule))
    if count != 1:
        what = f"{count} sentences of ‘{rule.where.text}’ say" if count else f"no sentence of ‘{rule.where.text}’ says"
        message = f"{what} ‘{rule.says.text}’; the rule ‘{rule.id}’ is stated by one"
        yield Finding(FAULTY, rule.says.position, message, "give words that one sentence has, without its numbers")


def _formula_faults(book: Book, kind: RosterKind, formula: Word, given: tuple[str, ...]) -> Iterator[Finding]:
    rules = bound_book(book)
    try:
        faults = check_expression(parse_expression(formula.text), rules.definitions, data=rules.data, given=given)
    except ExpressionError as error:
        faults = (error,)
    if rests_on_fault(book, formula.text):
        return
    for fault in faults:
        yield Finding(FAULTY, formula.position, f"‘{_short(formula.text)}’: {fault.message}", fault.hint)
    if not faults:
        for unknown in unknown_fields(kind, formula.text):
            place = formula.position.after(unknown.start)
            yield Finding(FAULTY, place, f"‘{unknown.path}’ is read, which no file has", unknown.hint)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
