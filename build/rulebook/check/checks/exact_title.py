"""X102: a title or a name that is written in another form than its own."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rulebook.check.check import Check, Sample
from rulebook.check.pool import glossary_entries
from rulebook.compose.inline import ARROW
from rulebook.compose.terms import forms_of
from rulebook.finding import Finding
from rulebook.load.references import link_targets
from rulebook.load.suggest import nearest_name
from rulebook.model import Book, Chapter, Entry, Heading
from rulebook.source import Position
from rulebook.texts import PrintedText, Role, all_texts, declared_texts

# A possessive is a word of its own, so that a name before it is found.
_A_WORD = r"(?:&|’s\b|\w+(?:’(?!s\b)\w+)?)"
_WORD = re.compile(_A_WORD)
# Words between which a name may go on: no full stop, bracket or end of a line stands there.
_RUN = re.compile(rf"{_A_WORD}(?:[,;]? ?(?:[-–] ?)?{_A_WORD})*")
_SEVERAL = re.compile(r"[ -]")
# What stands before the first word of a sentence or a clause.
_OPENING = re.compile(r"(?:^|[.:;!?“‘(*|]|—)[\s“‘(*]*$")
_AND = frozenset({"and", "&"})
# A first word of no more letters may be an article, and small inside a sentence, in whatever language.
_LONGEST_ARTICLE = 3
_SMALL = frozenset({"of", "the", "and", "&"})
_RUN_IN = re.compile(r"\*\*(?P<head>[^*]+?)[.:]?\*\*")
_LINK = re.compile(r"\[(?P<words>[^\[\]]*)\]\(#(?P<target>[^)]*)\)")
_TARGET = re.compile(r"\]\([^)]*\)")
# How like a title, of 1, other capitalised words are that must be a slip for it.
_LIKE = 0.86


class _Token(NamedTuple):
    """A word of a text: as it is compared, whether it has a capital, and where it stands."""

    folded: str
    capital: bool
    start: int
    end: int


@dataclass(frozen=True)
class _Names:
    """The names of a book.

    `forms` are the ways to write a name of two or more words, by its folded words, and `by_opening` these by the
    first two of them. `titles` are those among which a slip is looked for, folded and as they are, by each of their
    words. `single` are the names of one word; `places` say where the first of each form stands.
    """

    forms: Mapping[tuple[str, ...], tuple[str, ...]]
    by_opening: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]
    titles: Mapping[str, tuple[tuple[str, str], ...]]
    single: frozenset[str]
    places: Mapping[str, Position]

    def advice(self, form: str, more: str = "") -> str:
        """What to write, and where the name stands so: there it may be wrong itself."""
        place = self.places.get(form)
        return f"write ‘{form}’{more}" + (f"; so it stands at {place}" if place is not None else "")


def _run(book: Book) -> Iterator[Finding]:
    texts = tuple(all_texts(book))
    names = _names(book, texts)
    targets = link_targets(book)
    for text in (*texts, *declared_texts(book)):
        # A name's own forms and what is to be avoided for it are no uses of it.
        if text.role is Role.WORD and text.field in ("name", "forms", "avoid", "listed"):
            continue
        links = dict(_links(book, text, targets))
        yield from links.values()
        if getattr(text.owner, "set", "") not in book.lint.quoting_sets:
            yield from _in_text(text, names, frozenset(links))


def _names(book: Book, texts: tuple[PrintedText, ...]) -> _Names:
    found = [(part.title, part.position) for part in book.parts]
    found += [(table.caption, table.position) for table in book.tables.values()]
    for text in texts:
        if text.role is Role.HEADING:
            found += [(part, text.position_at(text.source.find(part))) for part in _title_parts(text.source)]
        elif head := _RUN_IN.match(text.source):
            found.append((head["head"], text.position_at(head.start("head"))))
    titles = [_spaced(title) for title, _ in found]
    others = [book.metadata.title, *book.lint.names]
    for entry_set in book.sets.values():
        if entry_set.id not in book.lint.quoting_sets:
            found += [
                (entry.word("name"), entry.fields["name"].position)
                for entry in entry_set.entries
                if "name" in entry.fields
            ]
            others += [entry.word("name") for entry in entry_set.entries]
    for term in glossary_entries(book):
        others += forms_of(term)
        found += [(form, term.position) for form in forms_of(term)]
    forms: dict[tuple[str, ...], dict[str, None]] = {}
    single: set[str] = set()
    for name in (*titles, *map(_spaced, others)):
        folded = _folded(_tokens(name))
        if len(folded) == 1:
            single.add(name)
        elif folded and "/" not in name:  # a name with a stroke is two
            forms.setdefault(folded, {})[name] = None
    by_opening: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for folded in forms:
        by_opening.setdefault(folded[:2], []).append(folded)
    by_word: dict[str, dict[tuple[str, str], None]] = {}
    for title in titles:
        if len(folded := _folded(_tokens(title))) > 1:
            for word in set(folded) - _SMALL:
                by_word.setdefault(word, {})[" ".join(folded), title] = None
    return _Names(
        {folded: tuple(found) for folded, found in forms.items()},
        {opening: tuple(found) for opening, found in by_opening.items()},
        {word: tuple(found) for word, found in by_word.items()},
        frozenset(single),
        {_spaced(name): place for name, place in reversed(found) if name},
    )


def _spaced(name: str) -> str:
    """A name with one space where it has several: these are found where it stands, and are no form of it."""
    return " ".join(name.split())


def _title_parts(title: str) -> list[str]:
    """A heading, or each part of it that a dash or a bracket divides."""
    return [part.strip() for part in re.split(r" — |\([^)]*\)", title) if part.strip()]


def _tokens(text: str, start: int = 0) -> list[_Token]:
    """The words of a text that begins at `start` of another."""
    small = text.lower()
    if len(small) != len(text):  # a letter whose small form is two; none of these is in a name
        small = text
    found = _WORD.finditer(text)
    return [_Token(small[a:b], text[a] != small[a], start + a, start + b) for a, b in (m.span() for m in found)]


def _folded(tokens: list[_Token]) -> tuple[str, ...]:
    return tuple(token.folded for token in tokens if token.folded not in _AND)


def _in_text(text: PrintedText, names: _Names, told: Set[tuple[int, int]]) -> Iterator[Finding]:
    """Names in another form; `told` are the words of links that have a finding of their own."""
    # What stands in a link's target is not printed.
    source = _TARGET.sub(lambda match: "\x00" * len(match.group()), text.source)
    for run in _runs(source):
        for part, forms in _named(run, names):
            if not part or any(start <= part[0].start < end for start, end in told):
                continue
            if not forms:
                yield from _slips(text, source, part, names)
                continue
            found = source[part[0].start : part[-1].end]
            if not _is_right(found, forms, names) and _names_something(part, source):
                message = f"‘{found}’ is written for ‘{forms[0]}’"
                yield CHECK.finding_at(text, part[0].start, message, names.advice(forms[0]), found=found)


def _runs(source: str) -> Iterator[list[_Token]]:
    """The words of a text, two or more with a capital among them, divided where no name goes on."""
    for match in _RUN.finditer(source):
        words = match.group()
        if _SEVERAL.search(words) and not words.islower():
            yield _tokens(words, match.start())


def _named(run: list[_Token], names: _Names) -> Iterator[tuple[list[_Token], tuple[str, ...]]]:
    """The words in order: those that fold to a name, with its forms, and the others between them. The longest win."""
    words = [(place, token.folded) for place, token in enumerate(run) if token.folded not in _AND]
    matches: list[tuple[int, int, tuple[str, ...]]] = []
    for number, (opening, following) in enumerate(pairwise(words)):
        for folded in names.by_opening.get((opening[1], following[1]), ()):
            if tuple(word for _, word in words[number : number + len(folded)]) == folded:
                matches.append((opening[0], words[number + len(folded) - 1][0] + 1, names.forms[folded]))
    if not matches:
        yield run, ()
        return
    matches.sort(key=lambda match: (match[0] - match[1], match[0]))
    named: list[tuple[int, int, tuple[str, ...]]] = []
    for first, last, forms in matches:
        if all(last <= before or first >= after for before, after, _ in named):
            named.append((first, last, forms))
    place = 0
    for first, last, forms in sorted(named):
        yield run[place:first], ()
        yield run[first:last], forms
        place = last
    yield run[place:], ()


def _is_right(found: str, forms: tuple[str, ...], names: _Names) -> bool:
    """Whether words are a form of a name, or ordinary words that hold other names ("after the Trial")."""
    for form in forms:
        small = form[0].lower() + form[1:] if 0 < form.find(" ") <= _LONGEST_ARTICLE else form
        if found in (form, form[0].upper() + form[1:], small):
            return True
        if found.casefold() == form.casefold():
            changed = [(f, c) for f, c in zip(found.split(" "), form.split(" "), strict=True) if f != c]
            if all(f == c.lower() for f, c in changed):
                return all(w in names.single for w in found.split(" ") if w[0].isupper())
    return False


def _names_something(part: list[_Token], source: str) -> bool:
    """Whether the words have a capital that the beginning of a sentence does not give them, or stand in quotes."""
    if source[part[0].start - 1 : part[0].start] in ("“", "‘") and source[part[-1].end : part[-1].end + 1] in (
        "”",
        "’",
    ):
        return part[0].capital
    return any(token.capital for token in (part[1:] if _opens(part[0], source) else part))


def _opens(token: _Token, source: str) -> bool:
    """Whether a word begins a sentence or a clause."""
    return bool(_OPENING.search(source[: token.start].rpartition("\n")[2]))


def _slips(text: PrintedText, source: str, words: list[_Token], names: _Names) -> Iterator[Finding]:
    """Capitalised words that are no name and nearly a title."""
    for run in _capitalised(words):
        folded = _folded(run)
        titles = dict(title for word in folded for title in names.titles.get(word, ()))
        near = difflib.get_close_matches(" ".join(folded), titles, n=1, cutoff=_LIKE)
        # Of two words the first may have its capital from the sentence.
        if near and (len(run) > 2 or not _opens(run[0], source)):
            found, title = source[run[0].start : run[-1].end], titles[near[0]]
            message = f"‘{found}’ is nearly the title ‘{title}’"
            advice = names.advice(title, ", or other words")
            yield CHECK.finding_at(text, run[0].start, message, advice, found=found)


def _capitalised(words: list[_Token]) -> Iterator[list[_Token]]:
    """The runs of two or more capitalised words, small ones between them."""
    run: list[_Token] = []
    for token in (*words, _Token("", False, 0, 0)):
        if token.capital or (run and token.folded in _SMALL):
            run.append(token)
            continue
        while run and not run[-1].capital:
            run.pop()
        if len(run) > 1:
            yield run
        run = []


def _links(
    book: Book, text: PrintedText, targets: Mapping[str, Chapter | Heading | Entry | str]
) -> Iterator[tuple[tuple[int, int], Finding]]:
    """The links of a text whose words are not the title that they lead to: where these stand, and the finding."""
    for match in _LINK.finditer(text.source):
        words, target = match["words"], match["target"]
        titles = _titles_of(book, target, targets.get(target))
        if words == ARROW or words in book.lint.links or not titles or words in titles:
            continue
        title = nearest_name(words, titles) or titles[0]
        message = f"a link says ‘{words}’ and leads to ‘{title}’"
        hint = f"write [{title}](#{target}) or [→](#{target}), or list the words under lint.links"
        yield match.span("words"), CHECK.finding_at(text, match.start("words"), message, hint, found=words)


def _titles_of(book: Book, target: str, found: Chapter | Heading | Entry | str | None) -> tuple[str, ...]:
    """What a link may say: its target's title or name; of a section, its chapter's title as well."""
    match found:
        case Chapter(title=title):
            return (title,)
        case Heading(title=heading):
            chapters = [c.title for c in book.chapters if any(block is found for block in c.blocks)]
            return (heading.source, *chapters)
        case Entry():
            return (found.name, *forms_of(found))
        case str():
            return (found,)
        case None:
            return ()  # a finding of the loader


CHECK = Check(
    code="X102",
    name="exact-title",
    summary="a title or a name is written in another form than its own",
    why=(
        "A reader looks for a title as it was named to them. A chapter, section, table or book, and a name of two or "
        "more words, has one form: its words, capitals and marks are the same wherever it is named. A link says the "
        "title that it leads to, unless its words are declared under lint.links."
    ),
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed as in the First-race.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed as in the First Race.\n"),
    run=_run,
)
