"""The pipeline knows no game: its source names none of the game's nouns, and a book with other nouns and numbers sets.

First the source is read: no kind, set, field, entry or term of `content/` stands in it. Then the whole content is
copied with every word and number changed (see `tests/renamed_book.py`), loaded, composed and set, with `build/`,
`templates/` and `styles/` as they are: what comes out must be the same book in the other words.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

import pytest

from rulebook.check.run import run_checks
from rulebook.compose.book import compose_book
from rulebook.compose.cards import card_views
from rulebook.compose.environment import template_environment
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.model import Book, Number
from rulebook.page_numbers import PageNumbers
from tests.game_nouns import PIPELINE_FIELDS, PIPELINE_KINDS, Phrase, load_yaml, noun_words, nouns_of, words_of
from tests.names_in_source import Use, uses_in
from tests.page_text import Element, parse_html
from tests.renamed_book import KEPT_WORDS, Renaming, write_renamed

REPOSITORY = Path(__file__).parent.parent
CONTENT = REPOSITORY / "content"
PIPELINE = REPOSITORY / "build" / "rulebook"

# The nouns of the game that are ordinary words of a trade that the pipeline does know, by the reason.
ORDINARY: dict[str, str] = {
    "the format's own words: what a book, a table and a view are made of": (
        "chapter, chapters, home, item, items, range, record, result, results, role, row, short, table, tag, term, "
        "terms"
    ),
    "words of dice, which any game may have": "roll, rolls",
    "words of checking, counting and reading": (
        "check, checks, condition, count, counts, cover, group, large, limit, maximum, nothing, open, precision, "
        "print, prints, use, words"
    ),
    "words of typesetting and of CSS": "base, character, characters, dash, hidden, leader, light, dark",
    "words of libraries: YAML's events, a file's status, an element's attributes, a search's trials": (
        "event, events, status, attribute, attributes, trials"
    ),
    "words of printing: the ICC profile of a printing condition": "profile",
    "plain English in messages and samples": "cause, elsewhere, finds, gone, move, stand, turn, turns",
}
_ORDINARY: frozenset[Phrase] = frozenset(words_of(word) for words in ORDINARY.values() for word in words.split(", "))


# The source


def _source_files() -> list[Path]:
    files = [p for p in PIPELINE.rglob("*") if p.suffix in (".py", ".json")]
    files += (REPOSITORY / "templates").rglob("*.j2")
    files += [p for p in (REPOSITORY / "styles").glob("*") if p.suffix in (".css", ".yaml")]
    return sorted(files)


def _group(path: Path) -> str:
    """What a file belongs to: a stage of the pipeline, or a folder beside it."""
    steps = path.relative_to(REPOSITORY).parts
    if steps[0] != "build":
        return steps[0]
    return "/".join(steps[:3]) if len(steps) > 3 else "build/rulebook"


GROUPS = sorted({_group(path) for path in _source_files()})


def _nouns_in(uses: list[Use], nouns: frozenset[Phrase]) -> list[tuple[Phrase, Use]]:
    longest = max(len(noun) for noun in nouns)
    found = []
    for use in uses:
        words = use.words
        for start in range(len(words)):
            for end in range(start + 1, min(start + longest, len(words)) + 1):
                if words[start:end] in nouns:
                    found.append((words[start:end], use))
    return found


@pytest.fixture(scope="module")
def nouns() -> frozenset[Phrase]:
    return frozenset(noun.phrase for noun in nouns_of(CONTENT))


@pytest.mark.parametrize("group", GROUPS)
def test_no_noun_of_the_game_stands_in_the_source(group: str, nouns: frozenset[Phrase]) -> None:
    uses = [use for path in _source_files() if _group(path) == group for use in uses_in(REPOSITORY, path)]
    assert uses
    found = _nouns_in(uses, nouns - _ORDINARY)
    assert not found, "\n".join(sorted({f"{' '.join(noun)!r} in {use}" for noun, use in found}))


def test_each_ordinary_word_is_a_noun_that_the_source_uses(nouns: frozenset[Phrase]) -> None:
    uses = [use for path in _source_files() for use in uses_in(REPOSITORY, path)]
    used = {noun for noun, _ in _nouns_in(uses, nouns | _ORDINARY)}
    idle = _ORDINARY - (used & (nouns | {("table",)}))
    assert not idle, f"not needed among the ordinary words: {sorted(' '.join(word) for word in idle)}"


def test_the_search_finds_a_noun_in_each_way_of_writing_it(tmp_path: Path, nouns: frozenset[Phrase]) -> None:
    assert {("oathband",), ("melee", "weapons"), ("knocked", "down"), ("might",), ("weapon",)} <= nouns
    ways = {
        "a.py": 'melee_weapons = 1\nclass KnockedDown: ...\ndef f(might): ...\nx = f"the {1} Oathband"\n',
        "b.j2": '{% if entry.kind == "weapon" %}\n',
        "c.css": ".melee-weapons {\n}\n",
    }
    found = Counter[str]()
    for name, text in ways.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        found.update(" ".join(noun) for noun, _ in _nouns_in(list(uses_in(tmp_path, tmp_path / name)), nouns))
    assert found == {"melee weapons": 2, "knocked down": 1, "might": 1, "oathband": 1, "weapon": 1, "weapons": 2}
    (tmp_path / "d.py").write_text('"""Of the Oathband."""\n# might\n', encoding="utf-8")
    assert not list(uses_in(tmp_path, tmp_path / "d.py"))


def test_no_die_stands_in_the_code_as_a_value() -> None:
    """A message may show how dice are written; no string of the code is itself a die."""
    dice = [use for p in PIPELINE.rglob("*.py") for use in uses_in(REPOSITORY, p) if re.fullmatch(r"\d*D\d+", use.text)]
    assert not dice, "\n".join(map(str, dice))


# The renamed book


@dataclass(frozen=True, slots=True)
class Pair:
    """The book and its renamed copy: how it was renamed, where it stands, and both as loaded and as composed."""

    renaming: Renaming
    changed: Counter[str]
    numbers: Counter[str]
    folder: Path
    old: Book
    new: Book
    old_page: Element
    new_page: Element
    new_html: str


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = tmp_path_factory.mktemp("renamed")
    renaming = write_renamed(CONTENT, folder / "content")
    changed, numbers = renaming.words.copy(), renaming.numbers.copy()
    # The old book is read from a copy too: in the repository its imprint would name the revision, in the new book none.
    kept = tmp_path_factory.mktemp("kept")
    for name in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, kept / name)
    for name in ("templates", "styles"):
        shutil.copytree(REPOSITORY / name, folder / name)
    old, new = load_book(kept), load_book(folder)
    assert not old.findings
    assert not new.findings, "\n".join(map(str, new.findings))
    assert old.book is not None
    assert new.book is not None
    columns = int(load_yaml(folder / "styles" / "page.yaml")["table"]["matrix-columns"])
    old_html = compose_book(old.book, REPOSITORY / "templates", columns)
    new_html = compose_book(new.book, folder / "templates", columns)
    return Pair(
        renaming, changed, numbers, folder, old.book, new.book, parse_html(old_html), parse_html(new_html), new_html
    )


def test_every_noun_and_number_of_the_content_is_changed(pair: Pair) -> None:
    """The copy is another game: else all that follows would hold of a book that was copied as it is."""
    nouns = noun_words(CONTENT) - KEPT_WORDS
    assert len(nouns) > 450
    assert nouns <= set(pair.changed)
    assert not {pair.renaming.word(word) for word in nouns} & nouns
    assert len({pair.renaming.word(word) for word in pair.changed}) == len(pair.changed) > 1_500
    assert sum(pair.changed.values()) > 15_000
    assert sum(pair.numbers.values()) > 900
    assert pair.numbers["D12"] > 60
    assert load_yaml(pair.folder / "content" / "book.yaml")["dice"] == ["D24"]
    names = {e.name for s in pair.old.sets.values() for e in s.entries}
    assert len(names) > 350
    assert not names & {e.name for s in pair.new.sets.values() for e in s.entries}


def test_every_place_of_the_old_content_has_gone(pair: Pair) -> None:
    left_out = ("rules", "rosters", "products")
    old = {p.relative_to(CONTENT).as_posix() for p in CONTENT.rglob("*.*") if p.parent.name not in left_out}
    old.add("products/cards.yaml")
    new = {path.relative_to(pair.folder / "content").as_posix() for path in (pair.folder / "content").rglob("*.*")}
    assert len(old) == len(new)
    assert old & new == {"book.yaml", "products/cards.yaml", *(f"schemas/{kind}.json" for kind in PIPELINE_KINDS)}
    for old_set in pair.old.sets.values():
        for entry in old_set.entries:
            if old_set.kind not in PIPELINE_KINDS:
                assert not (set(entry.fields) - PIPELINE_FIELDS) & set(
                    pair.new.sets[pair.renaming.text(old_set.id)].entries[0].fields
                ), entry.anchor


def test_the_copy_has_the_same_cards_in_other_words(pair: Pair) -> None:
    """The decks are the game's alone: those of another game are made with no change to the pipeline."""
    old, new = (_cards_of(book) for book in (pair.old, pair.new))
    assert len(old) == len(new) > 150
    renamed = [pair.renaming.text(name) for name in old]
    # A set that is in the alphabet has another order under other names.
    marks = tuple(f"{set_id}:" for set_id in pair.new.lint.alphabetical)
    assert [name for name in renamed if not name.startswith(marks)] == [n for n in new if not n.startswith(marks)]
    assert [name.partition(":")[0] for name in renamed] == [name.partition(":")[0] for name in new]
    assert sorted(renamed) == sorted(new)
    assert not set(old) & set(new)


def _cards_of(book: Book) -> list[str]:
    assert book.cards is not None
    findings: list[Finding] = []
    numbers = PageNumbers({e.anchor: "1" for s in book.sets.values() for e in s.entries})
    templates = template_environment(REPOSITORY / "templates")
    views = card_views(book, book.cards, book.cards.decks, numbers, templates, findings)
    assert not findings
    return [f"{view.anchor} {view.name}" for view in views]


def test_the_numbers_of_the_copy_are_others(pair: Pair) -> None:
    """Told without the renaming: whole numbers of the data, and inches in print."""
    old_numbers, new_numbers = (
        [value.value for s in book.sets.values() for e in s.entries for value in e.fields.values() if _is_number(value)]
        for book in (pair.old, pair.new)
    )
    assert sum(number != 0 for number in old_numbers) > 30
    assert sorted(new_numbers) == sorted(2 * number for number in old_numbers)
    old_inches, new_inches = (
        Counter(map(int, re.findall(r"(\d+)″", "".join(page.texts())))) for page in (pair.old_page, pair.new_page)
    )
    assert old_inches.total() > 150
    assert new_inches == Counter({2 * inches: count for inches, count in old_inches.items()})


def test_rolls_still_cover_their_die(pair: Pair) -> None:
    """Where the columns of the book cover D12, those of the copy cover D24, and nothing else is a roll in it."""
    columns = 0
    for old_table, new_table in zip(_tables(pair.old_page), _tables(pair.new_page), strict=True):
        for old_rolls, new_rolls in zip(_die_columns(old_table), _die_columns(new_table), strict=True):
            columns += 1
            assert _faces(old_rolls) == list(range(1, 13))
            assert _faces(new_rolls) == list(range(1, 25))
            assert [roll == "–" for roll in old_rolls] == [roll == "–" for roll in new_rolls]
    assert columns > 20


def test_the_copy_is_the_same_book_in_other_words(pair: Pair) -> None:
    """Composing the renamed content gives the renamed page: element by element, id by id, word by word."""
    differences = list(_differences(pair, pair.old_page, pair.new_page))
    assert not differences, "\n".join(differences[:20])


def test_no_old_noun_is_left_in_the_html(pair: Pair) -> None:
    nouns = noun_words(CONTENT) - KEPT_WORDS
    printed = set(words_of(" ".join(pair.new_page.texts())))
    assert len(printed) > 1_000
    assert not printed & nouns
    for element in pair.new_page.elements():
        for name in ("id", "href", "content"):
            value = element.attributes.get(name, "")
            if element.tag == "meta" and name != "content":
                continue
            words = set(words_of(_without_own_words(value)))
            assert not words & nouns, f"{name}={value!r}"
    assert "D12" not in pair.new_html


def test_the_counts_are_the_same(pair: Pair) -> None:
    def counts(book: Book, page: Element) -> dict[str, int]:
        return {
            "books": len(book.parts),
            "chapters": len(book.chapters),
            "tables": len(book.tables),
            "sets": len(book.sets),
            "entries": sum(len(s.entries) for s in book.sets.values()),
            "chapters set": len(page.of_class("chapter")),
            "tables set": len(page.of_class("data")),
            "figures": len(book.figures),
            "figures set": len(page.of_class("figure")),
            "rows set": sum(element.tag == "tr" for element in page.elements()),
            "keyed entries set": len(page.of_class("entry")),
            "links": len(page.of_class("link")) + len(page.of_class("reference")),
            "terms that pages list": len(page.of_class("foot-term")),
            "uses of terms": sum("data-term" in element.attributes for element in page.elements()),
            "uses for the index": sum("data-entry" in element.attributes for element in page.elements()),
            "lines of the index": len(page.of_class("index-line")),
        }

    old = counts(pair.old, pair.old_page)
    assert counts(pair.new, pair.new_page) == old
    assert min(old.values()) >= 4
    assert old["keyed entries set"] > 150
    assert old["uses of terms"] > 1_000


def test_the_lists_of_terms_have_the_same_members(pair: Pair) -> None:
    old, new = _terms(pair.old_page), _terms(pair.new_page)
    assert {pair.renaming.text(chapter): _renamed(pair, names) for chapter, names in old.items()} == {
        chapter: sorted(names) for chapter, names in new.items()
    }
    assert sum(map(len, old.values())) > 150
    listed = [element.text for element in pair.new_page.of_class("foot")[0].of_class("term-name")]
    assert listed == sorted(listed, key=str.casefold), "a list is in the order of its own words"


def test_the_checks_find_the_same_in_both(pair: Pair) -> None:
    """A check that knows a word, a field or a number of the game finds in the copy what is not in the book.

    Family E, N103 and N104 are left out: they read numbers in words, which are of the book's language and not of its
    game, and the copy has no bindings.
    """
    in_words = ("E", "N103", "N104")
    old, new = (
        [f for f in run_checks(book).errors if not f.code.startswith(in_words)] for book in (pair.old, pair.new)
    )
    more = Counter(f.code for f in new) - Counter(f.code for f in old)
    assert not more, "\n".join(f"{f.position} {f.code} {f.message}" for f in new if f.code in more)
    assert len(old) == len(new)


@pytest.mark.slow
def test_the_copy_is_set_as_a_pdf(pair: Pair) -> None:
    from pypdf import PdfReader

    from rulebook.progress import Progress
    from rulebook.volume import set_volume

    checked = run_checks(pair.new).errors  # which have a test of their own: a draft is set all the same
    with Progress() as progress:
        result = set_volume(pair.folder, None, progress, draft=True)
    # Its words are as long as they come, and no author has broken them: one may stand out of a narrow place, or leave
    # a line loose.
    words = {"P102", "P109"}
    findings = [finding for finding in result.findings if finding not in checked and finding.code not in words]
    assert not findings, "\n".join(map(str, findings))
    assert result.output == pair.folder / "dist" / f"{pair.new.metadata.id}.pdf"
    reader = PdfReader(result.output)
    assert len(reader.pages) == result.pages > 20
    assert reader.metadata is not None
    assert reader.metadata.title == pair.new.metadata.title
    text = "\n".join(page.extract_text() for page in reader.pages)
    nouns = {word for word in noun_words(CONTENT) - KEPT_WORDS if len(word) > 6}  # a line's end may cut a longer word
    assert not set(words_of(text)) & nouns
    assert "D24" in text
    assert "D12" not in text


# Reading the pages


def _is_number(value: object) -> TypeGuard[Number]:
    return isinstance(value, Number)


def _tables(page: Element) -> list[Element]:
    return page.of_class("data")


def _die_columns(table: Element) -> list[list[str]]:
    """The rolls of each column of a table that is a die's."""
    rows = [[c for c in e.children if isinstance(c, Element)] for e in table.elements() if e.tag == "tr"]
    head, *body = rows
    return [[row[number].text for row in body] for number, cell in enumerate(head) if "die" in cell.classes]


def _faces(rolls: list[str]) -> list[int]:
    faces: list[int] = []
    for roll in rolls:
        ends = [int(end) for end in roll.split("–") if end]
        faces += range(ends[0], ends[-1] + 1) if ends else ()
    return sorted(faces)


def _terms(page: Element) -> dict[str, list[str]]:
    """The names of the terms that each chapter uses, by the chapter's id."""
    names = {e.attributes["data-term"]: e.of_class("term-name")[0].text for e in page.of_class("foot-term")}
    found: dict[str, set[str]] = {}
    for chapter in page.of_class("chapter"):
        id_ = next(e.attributes["id"] for e in chapter.elements() if "id" in e.attributes)
        for element in chapter.elements():
            if anchor := element.attributes.get("data-term"):
                found.setdefault(id_, set()).add(names[anchor])
    return {chapter: sorted(used) for chapter, used in found.items()}


def _renamed(pair: Pair, names: list[str]) -> list[str]:
    return sorted(pair.renaming.text(name) for name in names)


# The words of an id that are the pipeline's: the title page, the contents, the index, and the mark of a table.
_OWN_ID = re.compile(r"^#?(?:(?:title|contents|index)$|table:)")

# The attributes whose words are the game's. One of them may hold several ids.
_GAME_ATTRIBUTES = (
    *("id", "href", "content", "data-work", "data-head", "data-page"),
    *("data-term", "data-entry", "data-home", "data-pages", "data-besides"),
)


def _without_own_words(value: str) -> str:
    return _OWN_ID.sub("", value)


def _renamed_id(pair: Pair, value: str) -> str:
    own = _OWN_ID.match(value)
    start = own.end() if own else 0
    return value[:start] + pair.renaming.text(value[start:])


def _differences(pair: Pair, old: Element, new: Element) -> list[str]:
    if old.tag == new.tag == "svg":
        return []  # drawn from other numbers: with more faces, and other lengths
    if "index" in old.classes and "index" in new.classes:
        return _index_differences(pair, old, new)
    if (old.tag, old.classes) != (new.tag, new.classes):
        return [f"<{old.tag} {sorted(old.classes)}> has become <{new.tag} {sorted(new.classes)}>"]
    found = []
    # Where a text stands in its file is no part of the book.
    for name in (old.attributes.keys() | new.attributes.keys()) - {"data-source"}:
        was, is_ = old.attributes.get(name, ""), new.attributes.get(name, "")
        own_words = name not in _GAME_ATTRIBUTES or (old.tag == "meta" and was[:4].isdigit())
        if is_ != (was if own_words else _renamed_id(pair, was)):
            found.append(f"{name}={was!r} of <{old.tag}> has become {is_!r}")
    old_children, new_children = _in_order(pair, old, renamed=False), _in_order(pair, new, renamed=True)
    if len(old_children) != len(new_children):
        return [*found, f"<{old.tag}> {old.text[:60]!r} has become {new.text[:60]!r}"]
    for was_child, is_child in zip(old_children, new_children, strict=True):
        if isinstance(was_child, Element) and isinstance(is_child, Element):
            found += _differences(pair, was_child, is_child)
        elif isinstance(was_child, Element) or isinstance(is_child, Element):
            found.append(f"<{old.tag}> {old.text[:60]!r} has become {new.text[:60]!r}")
        elif is_child != (expected := _renamed_text(pair, old, was_child)):
            found.append(f"{was_child!r} has become {is_child!r}, not {expected!r}")
    return found


def _index_differences(pair: Pair, old: Element, new: Element) -> list[str]:
    """An index has other groups when its names are others: its lines are compared, and their order within the copy.

    So have the homes of a line, where a set that is in the alphabet has them.
    """

    def lines(index: Element, *, renamed: bool) -> list[tuple[str, tuple[str, ...]]]:
        return [
            (
                line.text if renamed else pair.renaming.text(line.text),
                tuple(
                    sorted(
                        home.attributes["data-home"] if renamed else _renamed_id(pair, home.attributes["data-home"])
                        for home in line.of_class("index-home")
                    )
                ),
            )
            for line in index.of_class("index-line")
        ]

    was, is_ = lines(old, renamed=False), lines(new, renamed=True)
    found = [f"the index has {line}, which is not of the book" for line in is_ if line not in was]
    found += [f"the index lacks {line}" for line in was if line not in is_]
    names = [re.sub(r"[ ,0-9–]+$", "", line) for line, _ in is_]
    if names != sorted(names, key=str.casefold):
        found.append("the index is not in the alphabet")
    return found


def _in_order(pair: Pair, element: Element, *, renamed: bool) -> list[Element | str]:
    """What an element holds, but with what is alphabetical in the order of the new names, where the copy has it."""

    def new_name(child: Element, name: str) -> str:
        # A row of a table is headed by its name.
        heads = child.of_class(name) or [cell for cell in child.elements() if cell.attributes.get("scope") == "row"]
        text = heads[0].text
        return (text if renamed else pair.renaming.text(text)).casefold()

    if "foot-list" in element.classes:
        terms = [child for child in element.children if isinstance(child, Element)]
        return [*sorted(terms, key=lambda term: new_name(term, "term-name"))]
    sets = pair.new.lint.alphabetical if renamed else pair.old.lint.alphabetical
    marks = tuple(f"{set_id}:" for set_id in sets)
    listed = [
        child
        for child in element.children
        if isinstance(child, Element)
        and ("entry" in child.classes or child.tag == "tr")
        and child.attributes.get("id", "").startswith(marks)
    ]
    order = iter(sorted(listed, key=lambda entry: new_name(entry, "entry-name")))
    known = {id(child) for child in listed}
    return [next(order) if id(child) in known else child for child in element.children]


def _renamed_text(pair: Pair, element: Element, text: str) -> str:
    if element.classes & {"chapter-number", "book-number", "tab"}:
        return text  # counted by the pipeline
    if element.classes & {"figure-name", "reference"}:
        # So is the number of a figure, after the book's word for one.
        head = re.match(rf"(\W*{pair.old.labels.figure} )(\d+)", text)
        if head:
            return pair.renaming.text(head[1]) + head[2] + pair.renaming.text(text[head.end() :])
    if "version" in element.classes:
        return text[0] + pair.renaming.text(text[1:])
    if "die" in element.classes and (element.tag == "td" or element.attributes.get("scope") == "row"):
        return pair.renaming.roll(text)
    return pair.renaming.text(text)
