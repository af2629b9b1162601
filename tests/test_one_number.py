"""One number of the rules is changed: every product says the new one where the old one stood, and nothing else.

Where that is, and what stands there then, is worked out from the data and the rules, never from what was composed
after the change: which texts read the number, which entries show it, and which of their fields a product shows.
"""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner
from rich.console import Console

from rulebook.cards.order import CardOrder
from rulebook.cards.production import cards_of
from rulebook.check.run import run_checks
from rulebook.compose.values import reference_name, value_text
from rulebook.edit.places import printed_in
from rulebook.export.document import book_json
from rulebook.export.jsons import Json
from rulebook.load.figures import KIND as FIGURES
from rulebook.model import Book, CardSource, Chapter, Computed, Entry, Items, Record, Reference, Value
from rulebook.progress import Progress
from rulebook.reference_sheet import declared_sheet
from rulebook.render.pdf import render_pdf
from rulebook.roster import own_rosters
from rulebook.roster_sheets import declared_forms
from rulebook.rules.bound import Bound, bound_book
from rulebook.rules.expression import names_used, parse_expression
from rulebook.verbs.group import cli
from rulebook.volume import composed_document
from tests.cards.made_cards import CardPdf, copy_of_the_book
from tests.composed_products import PRODUCTS, Composed, book_of, composed, everywhere
from tests.editing import edit
from tests.export.paths import changed
from tests.finished_pdf import squeezed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("one-number")]

# A field of an entry: its set, its id, and the field's name. And words with those that take their place.
Shown = tuple[str, str, str]
Words = tuple[str, str]


@dataclass(frozen=True)
class Change:
    """One number that is changed by `step` in a file: a field of an entry (`cell`), or a value of the rules (`value`).

    `deck` is the deck in which it is read. `fields` are the fields of the roster's forms that count it, with what each
    changes by; a `{}` in a name stands for the number of each member who carries the entry.
    """

    file: str
    old: str
    new: str
    step: int
    deck: str
    cell: Shown | None = None
    value: str = ""
    fields: Mapping[str, int] = field(default_factory=dict)

    @property
    def written(self) -> Words:
        """The number alone, as it was written and as it is."""
        (found,) = set(_numbers_of([(self.old, self.new)]))
        return found


_MELEE = "content/data/melee-weapons.yaml"
_STAFF = "  - id: staff\n    name: Staff\n    lore:\n      - assault-ward: {}\n      - damage: −1\n    supplies: {}\n"
CHANGES = {
    "what a weapon does": Change(
        _MELEE,
        _STAFF.format("+1", "10"),
        _STAFF.format("+2", "10"),
        1,
        "equipment",
        cell=("melee-weapons", "staff", "lore"),
    ),
    "what a weapon costs": Change(
        _MELEE,
        _STAFF.format("+1", "10"),
        _STAFF.format("+1", "15"),
        5,
        "equipment",
        cell=("melee-weapons", "staff", "supplies"),
        fields={"pilgrim-{}-cost": 5, "oathband-supplies": -5},
    ),
    "what a status does": Change(
        "content/rules/effects.yaml", "shaken_aim: −1", "shaken_aim: −2", -1, "statuses", value="shaken_aim"
    ),
}
# A product that does not show what is changed stays as it was, whole.
SHOWN_BY = {
    "what a weapon does": PRODUCTS,
    "what a weapon costs": PRODUCTS,
    "what a status does": ("book", "sheet", "cards"),
}


@dataclass(frozen=True)
class Made:
    """A book, its bound numbers, its products and its export."""

    book: Book
    bound: tuple[Bound, ...]
    products: Mapping[str, Composed]
    export: Json


@dataclass(frozen=True)
class Expected:
    """What a change comes to.

    `places` are those of each product that show the number, and `words` what changes in each place; `drawn` are the
    figures that are drawn from it; `export` are the places of the export (with ids for the numbers of things in lists).
    """

    places: Mapping[str, frozenset[str]]
    words: Mapping[str, tuple[Words, ...]]
    drawn: frozenset[str]
    export: frozenset[str]


def _made(root: Path) -> Made:
    book = book_of(root)
    bound = tuple(bound_book(book).bound)
    return Made(book, bound, {product: composed(book, product) for product in PRODUCTS}, book_json(book))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the book, from which those that are changed are copied in turn."""
    return copy_of_the_book(tmp_path_factory.mktemp("unchanged"))


@pytest.fixture(scope="module")
def before(root: Path) -> Made:
    return _made(root)


@pytest.fixture(scope="module", params=CHANGES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def after(root: Path, name: str, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The book with the number changed as an editor does it: in its one place, and then `bind --write`."""
    folder, change = tmp_path_factory.mktemp("changed") / "book", CHANGES[name]
    shutil.copytree(root, folder)
    edit(folder / change.file, change.old, change.new)
    result = CliRunner().invoke(cli, ["bind", "--write", "--book", str(folder)])
    assert result.exit_code == 0, result.output  # it is 1 when anything bound is left to the editor
    return _made(folder)


@pytest.fixture(scope="module")
def expected(before: Made, after: Made, name: str) -> Expected:
    return _expected(before, after, CHANGES[name])


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_changes_where_it_shows_the_number_and_nowhere_else(
    before: Made, after: Made, expected: Expected, name: str, product: str
) -> None:
    assert bool(expected.places[product]) == (product in SHOWN_BY[name])
    assert _differences(before.products[product], after.products[product], expected, product) == []


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_number_that_a_template_says_by_itself_is_found(
    before: Made, after: Made, expected: Expected, name: str, product: str, tmp_path: Path
) -> None:
    """The templates of a copy say the old numbers whatever the rules say."""
    shutil.copytree(after.book.root, tmp_path / "book")
    pairs = {pair for place in expected.places[product] for pair in _numbers_of(expected.words[place])}
    typed = "".join(f' | replace("{new}", "{old}")' for old, new in sorted(pairs, key=lambda pair: -len(pair[1])))
    templates = tmp_path / "book" / "templates" / {"roster": "rosters"}.get(product, product)
    for path in templates.glob("*.html.j2"):
        source = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(r"(\.(?:html|note|name|value|drawing)) \}\}", rf"\1{typed} }}}}", source), encoding="utf-8"
        )
    stale = composed(replace(after.book, root=tmp_path / "book"), product)
    wrong = _differences(before.products[product], stale, expected, product)
    # A drawing may say the same number of other things, which are then typed wrongly too: it is not as it was before.
    judged = expected.places[product] - (expected.drawn if product == "book" else frozenset())
    assert [p for p in judged if not any(line.startswith(f"{p}: ") for line in wrong)] == []
    assert bool(wrong) == (product in SHOWN_BY[name])  # and where nothing is shown, nothing was typed


def test_the_export_changes_under_the_ids_that_show_the_number_and_nowhere_else(
    before: Made, after: Made, expected: Expected, name: str
) -> None:
    step = CHANGES[name].step
    found: set[str] = set()
    for path, (old, new) in changed(before.export, after.export).items():
        place = _by_ids(before.export, path)
        under = [wanted for wanted in expected.export if place == wanted or place.startswith(f"{wanted}/")]
        assert under, f"{place}: {old} → {new}"
        found.update(under)
        if isinstance(old, bool):
            assert (old, new) == (True, False), place
        elif isinstance(old, int):
            assert new in (old + step, old - step), place
        else:
            said = {_replaced(squeezed(str(old)), words) for words in expected.words.values()}
            assert squeezed(str(new)) in said | {squeezed(_shifted(str(old), step))}, place
    assert found == expected.export


def test_nothing_is_left_to_the_editor(after: Made) -> None:
    assert [str(finding) for finding in run_checks(after.book).errors] == []


def test_the_finished_cards_change_where_they_show_the_number_and_nowhere_else(
    before: Made, after: Made, expected: Expected, name: str, tmp_path: Path
) -> None:
    """As the others, but read from PDFs of the one deck."""
    deck = CHANGES[name].deck
    old, new = (_finished(made.book, deck, tmp_path / f"{n}.pdf") for n, made in enumerate((before, after)))
    assert len(old) == len(new)
    differing = [(was, found) for was, found in zip(old, new, strict=True) if was != found]
    (card,) = (place for place in expected.places["cards"] if not place.startswith("content/data/first-road"))
    assert differing == [(was, _replaced(was, expected.words[card])) for was, _ in differing]
    assert len(differing) == 1


def _finished(book: Book, deck: str, path: Path) -> list[str]:
    """The words of each card of a deck, as they stand on the finished sheets."""
    printed = cards_of(book, CardOrder("a4", (deck,)), path, Progress(Console(file=io.StringIO())), everywhere())
    assert printed.findings == ()
    pdf = CardPdf(path)
    return [squeezed(pdf.words(page, frame)) for page in range(len(pdf)) for frame in pdf.frames(page)]


@pytest.mark.parametrize("name", ["what a weapon does"], indirect=True)
def test_the_finished_book_changes_where_the_composed_one_does_and_nowhere_else(
    before: Made, after: Made, expected: Expected, name: str, tmp_path: Path
) -> None:
    """As the others, but read from two PDFs of the whole book; one change is enough, since each is a minute."""
    composed_ones: Counter[Words] = Counter()
    for place in before.products["book"].places:
        composed_ones.update(_differing(*(made.products["book"].places[place] for made in (before, after))))
    assert composed_ones.keys() == {CHANGES[name].written}
    pages = [_book_pages(made.book, tmp_path / f"{n}.pdf") for n, made in enumerate((before, after))]
    assert len(pages[0]) == len(pages[1])
    finished: Counter[Words] = Counter()
    for was, found in zip(*pages, strict=True):
        finished.update(_differing(was, found))
    # What stands at the foot of several pages is composed once.
    assert finished.keys() == composed_ones.keys()
    assert finished.total() >= composed_ones.total()
    whole = "".join(pages[1])
    for place in expected.places["book"]:
        assert any(new in whole for _, new in expected.words[place]), place


def _book_pages(book: Book, path: Path) -> list[str]:
    """The words of each page of the book as it is set."""
    assert render_pdf(composed_document(book), path).findings == ()
    return [squeezed(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(path)]


def _differing(old: str, new: str) -> Iterator[Words]:
    """The numbers that are not the same in two texts, which differ in nothing else."""
    split = [re.split(r"([+−]?\d+)", text) for text in (old, new)]
    assert len(split[0]) == len(split[1])
    yield from (pair for pair in zip(*split, strict=True) if pair[0] != pair[1])


# What is compared


def _differences(old: Composed, new: Composed, expected: Expected, product: str) -> list[str]:
    """What of a product is not as it should be after the change, a line each, which begins with its place."""
    wrong = [f"{place}: not in the product" for place in expected.places[product] - old.places.keys()]
    for place in sorted(old.places.keys() | new.places.keys()):
        was, found = old.places.get(place, ""), new.places.get(place, "")
        drawn, then = old.elements.get(place), new.elements.get(place)
        if product == "book" and place in expected.drawn:
            # How it is drawn is for the tests of the figures.
            wrong += [f"{place}: is drawn as before"] if (was, drawn) == (found, then) else []
            continue
        wanted = was
        if place in expected.places[product]:
            wanted = _replaced(was, expected.words[place])
            wrong += [f"{place}: never said the number: {was}"] if wanted == was else []
        if found != wanted:
            wrong.append(f"{place}: {found}\n    expected: {wanted}")
        if drawn != then:
            wrong.append(f"{place}: its elements are not as they were: {drawn}, but {then}")
    wrong += [f"{place}: is new" for place in new.elements.keys() - old.elements.keys()]
    return wrong


def _replaced(text: str, words: Iterable[Words]) -> str:
    for old, new in words:
        text = text.replace(old, new)
    return text


def _shifted(text: str, step: int) -> str:
    """A text with its first number changed, in the form in which it is written: `+1` becomes `+2`."""

    def shift(match: re.Match[str]) -> str:
        number = int(match[0].replace("−", "-")) + step
        sign = "−" if number < 0 else "+" if match[0].startswith("+") else ""
        return f"{sign}{abs(number)}"

    return re.sub(r"[+−]?\d+", shift, text, count=1)


def _numbers_of(words: Iterable[Words]) -> Iterator[Words]:
    """The numbers that are not the same in both words of a pair."""
    for pair in words:
        old, new = (re.findall(r"[+−]?\d+", text) for text in pair)
        yield from (numbers for numbers in zip(old, new, strict=True) if numbers[0] != numbers[1])


def _by_ids(document: Json, path: str) -> str:
    """A path of the export with the id of each thing of a list in place of its number."""
    steps: list[str] = []
    value = document
    for step in path.split("/"):
        if isinstance(value, list):
            value = value[int(step)]
            ids = [value.get(key) for key in ("id", "set", "entry", "name")] if isinstance(value, dict) else []
            steps.append(next((id_ for id_ in ids if isinstance(id_, str)), step))
        else:
            assert isinstance(value, dict)
            value = value[step]
            steps.append(step)
    return "/".join(steps)


# What is expected


def _expected(before: Made, after: Made, change: Change) -> Expected:
    book = before.book
    bound = [b for b, then in zip(before.bound, after.bound, strict=True) if _reads(b, change) and _moved(b, then)]
    fields = {(b.text.owner.set, b.text.owner.id, b.text.field) for b in bound if isinstance(b.text.owner, Entry)}
    words: dict[str, list[Words]] = {}
    for one in bound:
        for place in _places_of(one):
            words.setdefault(place, []).append(_words_of(one, change.step))
    if change.cell is not None:
        fields.add(change.cell)
        own = _words_of_cell(book, change)
        for entry in _carriers(book, change.cell):
            words.setdefault(str(entry.position), []).extend(own)
    counted = dict(_counted(book, change))
    for place, by in counted.items():
        was = before.products["roster"].places[place]
        words[place] = [(was, str(int(was) + by))]
    tops = {(set_id, id_, path.partition(".")[0]) for set_id, id_, path in fields}
    places = {
        "book": frozenset(_in_book(book, tops, bound)),
        "sheet": frozenset(_in_sheet(book, tops)),
        "cards": frozenset(_in_cards(book, tops)),
        "roster": frozenset((*_in_roster(book, tops), *counted)),
    }
    export = frozenset(_in_export(book, fields, bound, change))
    drawn = dict(_drawn(book, change))
    export |= {f"figures/{id_}/values/{name}" for id_, name in drawn.values()}
    said = {place: tuple(pairs) for place, pairs in words.items()}
    return Expected(places, said, frozenset(drawn), export)


def _reads(bound: Bound, change: Change) -> bool:
    """Whether a bound number is computed from what is changed."""
    if bound.evaluation is None:
        return False
    used = bound.evaluation.used
    return change.value in used.values or any((c.set, c.id, c.field) == change.cell for c in used.cells)


def _moved(bound: Bound, then: Bound) -> bool:
    """Whether it comes to something else: one may read an entry for another thing that it has."""
    assert bound.evaluation is not None
    assert then.evaluation is not None
    return bound.evaluation.value != then.evaluation.value


def _places_of(bound: Bound) -> tuple[str, ...]:
    """The places of a bound text: its paragraph, or its entry, which is known by its id where it stands at a foot."""
    owner = bound.text.owner
    if isinstance(owner, Chapter):
        return (str(bound.text.inline.lines[0]),)
    return str(owner.position), owner.anchor


def _words_of(bound: Bound, step: int) -> Words:
    """A bound number with some of the words after it, so that no other of the text is meant."""
    after = re.match(r"[^\[\]*\n]{0,10}", bound.text.source[bound.binding.end :])
    assert after is not None
    return squeezed(bound.written + after[0]), squeezed(_shifted(bound.written, step) + after[0])


def _words_of_cell(book: Book, change: Change) -> list[Words]:
    """What is said of the changed field: its number, or the thing that has it, by name and in that thing's own text."""
    assert change.cell is not None
    value = _entry(book, change.cell).fields[change.cell[2]]
    old, new = change.written
    if not isinstance(value, Items):
        return [(old, new)]
    (reference,) = (r for r in _references(value) if r.parameter == old)
    target = book.resolve(reference)
    assert isinstance(target, Entry)
    name = squeezed(reference_name(book, reference))
    said = [(name, name.replace(old, new))]
    for text in (value_text(book, target.fields.get(one)) for one in ("short", "text")):
        if text:
            given = (squeezed(re.sub(rf"\b{target.word('parameter')}\b", number, text)) for number in (old, new))
            said.append((next(given), next(given)))
    return said


def _counted(book: Book, change: Change) -> Iterator[tuple[str, int]]:
    """The fields of the roster's forms that count the number."""
    (roster,) = own_rosters(book)
    carriers = {e.anchor for e in _carriers(book, change.cell)} if change.cell is not None else set()
    numbers = [str(n) for n, member in enumerate(roster.members, 1) if member.entry.anchor in carriers]
    assert numbers or change.cell is None
    for field_name, by in change.fields.items():
        for number in numbers:
            yield field_name.format(number), by


def _carriers(book: Book, cell: Shown) -> Iterator[Entry]:
    """The entry of a field, and those that refer to it."""
    own = _entry(book, cell)
    for entry in (entry for found in book.sets.values() for entry in found.entries):
        references = (r for value in entry.fields.values() for r in _references(value))
        if entry is own or any(book.resolve(reference) is own for reference in references):
            yield entry


def _entry(book: Book, shown: Shown) -> Entry:
    return next(entry for entry in book.sets[shown[0]].entries if entry.id == shown[1])


def _references(value: Value | None) -> tuple[Reference, ...]:
    values = value.values if isinstance(value, Items) else (value,)
    return tuple(one for one in values if isinstance(one, Reference))


def _in_book(book: Book, fields: Iterable[Shown], bound: Iterable[Bound]) -> Iterator[str]:
    """The book shows what its chapters say; of an entry that they place all but the short form; terms at the foot."""
    placed = printed_in(book)
    for one in bound:
        if isinstance(one.text.owner, Chapter):
            yield str(one.text.inline.lines[0])
    for shown in fields:
        entry = _entry(book, shown)
        if shown[2] == "foot" or book.sets[shown[0]].kind == FIGURES:
            yield entry.anchor
        elif shown[2] != "short" and entry.anchor in placed:
            yield str(entry.position)


def _drawn(book: Book, change: Change) -> Iterator[tuple[str, tuple[str, str]]]:
    """The figures that are given the value to be drawn from, each with its id and the value's name in it."""
    for entry in (entry for found in book.sets.values() if found.kind == FIGURES for entry in found.entries):
        values = entry.fields.get("values")
        for name, value in values.fields.items() if isinstance(values, Record) else ():
            if isinstance(value, Computed) and change.value in names_used(parse_expression(value.text)):
                yield entry.anchor, (entry.id, name)


def _in_sheet(book: Book, fields: set[Shown]) -> Iterator[str]:
    for part in (p for face in declared_sheet(book, "a4").faces for section in face.sections for p in section.parts):
        columns = [path for column in part.columns for path in (column.value, column.note)]
        for entry in part.entries:
            paths = columns or [part.text_of(entry), part.tag]
            if any((entry.set, entry.id, path[0]) in fields for path in paths if path):
                yield str(entry.position)


def _in_cards(book: Book, fields: set[Shown]) -> Iterator[str]:
    assert book.cards is not None
    for source in (source for deck in book.cards.decks for source in deck.sources):
        for owner in book.sets[source.set.text].where(source.filters):
            through = [book.resolve(r) for r in _references(owner.fields.get(source.through))]
            for entry in [e for e in through if isinstance(e, Entry)] if source.through else [owner]:
                if fields & set(_on_card(book, source, entry)):
                    yield str(entry.position)


def _on_card(book: Book, source: CardSource, entry: Entry) -> Iterator[Shown]:
    """The fields that a card shows, of its entry and of what that refers to."""
    for part in (*([source.badge] if source.badge else []), *source.facts, *source.body, *source.strip):
        path = next((path for path in part.paths if path[0] in entry.fields), None)
        if path is not None:
            yield entry.set, entry.id, path[0]
            yield from _of_these(book, _references(entry.fields[path[0]]), part.of)


def _in_roster(book: Book, fields: set[Shown]) -> Iterator[str]:
    (roster,) = own_rosters(book)
    for member in roster.members:
        for listed in declared_forms(book, "a4").card.lists:
            references = _references(member.entry.fields.get(listed.field))
            if fields & set(_of_these(book, references, [listed.through] if listed.through else listed.text)):
                yield str(member.entry.position)


def _of_these(book: Book, references: Iterable[Reference], names: Sequence[str]) -> Iterator[Shown]:
    """Of each thing that is referred to, the first of these fields that it has."""
    for target in (book.resolve(reference) for reference in references):
        if isinstance(target, Entry):
            yield from ((target.set, target.id, one) for one in names[:1] if one in target.fields)
            yield from ((target.set, target.id, one) for one in names[1:] if names[0] not in target.fields)


def _in_export(book: Book, fields: set[Shown], bound: Iterable[Bound], change: Change) -> Iterator[str]:
    """The export has each field under its entry, in the cells that show it, and among the terms; and all the rules."""
    for set_id, id_, path in fields:
        if book.sets[set_id].kind == FIGURES:
            yield f"figures/{id_}/{path.replace('.', '/')}"
            continue
        yield f"sets/{set_id}/entries/{id_}/fields/{path.replace('.', '/')}"
        if any(glossary.set == set_id for glossary in book.glossaries):
            yield f"glossaries/{set_id}/terms/{id_}/{path}"
        for table in (table for table in book.tables.values() if table.set == set_id):
            for number, column in enumerate(column for column in table.columns if column.path[0] == path):
                assert number == 0
                yield f"tables/{table.id}/rows/{id_}/cells/{table.columns.index(column)}"
    for one in bound:
        if isinstance(one.text.owner, Chapter):
            yield f"chapters/{one.text.owner.id}/blocks"
    for topic in book.rules:
        if any(text.head == change.value for text in topic.values):
            yield f"rules/{topic.id}/values/{change.value}"
    if change.fields:
        (roster,), (kind,) = list(own_rosters(book)), book.rosters
        bill = f"rosters/{kind.id}/own/{roster.members[0].entry.set}/bill"
        yield from (f"{bill}/total", f"{bill}/left")
        (priced,) = (n for n, column in enumerate(kind.columns) if "equipment_cost" in column.price.text)
        assert change.cell is not None
        for entry in _carriers(book, change.cell):
            if entry.set == roster.members[0].entry.set:
                yield from (f"{bill}/lines/{entry.name}/total", f"{bill}/lines/{entry.name}/prices/{priced}")
