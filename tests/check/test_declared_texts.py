"""What is printed and stands in no chapter and no set is linted as all else is: at its line, in every file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from rulebook.check.check import Check
from rulebook.check.checks import characters, double_negative, exact_title, synonym
from rulebook.load import load_book
from rulebook.load.printed import printed_of
from rulebook.model import Book
from rulebook.texts import all_texts, declared_texts
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit

# A text of each kind that the book prints: its file, as it stands, and spoilt by a straight quotation mark.
SPOILT = (
    ("book.yaml", "subtitle: The complete rules", "subtitle: The complete ' rules"),
    ("book.yaml", "    title: Book of Trials", "    title: Book of Trials '"),
    ("book.yaml", "{word: Measuring,", "{word: Measuring ',"),
    ("book.yaml", "working: Working copy.", "working: Working ' copy."),
    ("book.yaml", "  terms: Terms on this page", "  terms: Terms on ' this page"),
    ("products/cards.yaml", "title: Statuses", "title: Statuses '"),
    ("products/cards.yaml", "lead: Sight Modifier", "lead: Sight ' Modifier"),
    ("products/cards.yaml", "none: No Lore of its own.", "none: No Lore ' of its own."),
    ("products/sheet.yaml", "title: Slots and Hoard", "title: Slots and ' Hoard"),
    ("products/sheet.yaml", "{head: Situation,", "{head: Situation ',"),
    ("products/rosters.yaml", "tip: Supplies left to spend", "tip: Supplies left ' to spend"),
    ("products/rosters.yaml", "label: Endurance lost\n", "label: Endurance ' lost\n"),
    ("products/first-night.yaml", "title: Search a Waymark", "title: Search ' a Waymark"),
    ("products/first-night.yaml", "label: Woodpile", "label: Woodpile '"),
    ("rosters/oathband.yaml", "unit: Supplies", "unit: Supplies '"),
    ("rosters/oathband.yaml", "name: The First Road Oathband", "name: The First ' Road Oathband"),
    ("rosters/oathband.yaml", "hint: buy fewer points", "hint: buy ' fewer points"),
)


def _place(text: str, offset: int) -> str:
    return f"{text.count(chr(10), 0, offset) + 1}:{offset - text.rfind(chr(10), 0, offset)}"


@pytest.fixture(scope="module")
def spoilt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Book, list[str]]:
    """The book with every text spoilt, and the places of what spoils them."""
    root = tmp_path_factory.mktemp("spoilt")
    for folder in ("content", "styles", "figures"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    for name, old, new in SPOILT:
        edit(root / "content" / name, old, new)
    places = []
    for name, _, new in SPOILT:
        text = (root / "content" / name).read_text(encoding="utf-8")
        places.append(f"content/{name}:{_place(text, text.index(new) + new.index(chr(39)))}")
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book, places


def test_a_wrong_character_is_found_in_each_at_its_place(spoilt: tuple[Book, list[str]]) -> None:
    book, places = spoilt
    found = [str(f.position) for f in characters.CHECK.run(book) if "straight single quotation mark" in f.message]
    assert sorted(found) == sorted(places)


def test_a_finding_says_what_the_text_is(spoilt: tuple[Book, list[str]]) -> None:
    book, _ = spoilt
    found = {f.sentence: f.breadcrumb for f in characters.CHECK.run(book)}
    assert found["Supplies left ' to spend"][1:] == (
        *("rosters", "sheets", "oathband", "blocks", "rows", "fields", "supplies"),
        "tip",
    )


def _tiny(root: Path, old: str, new: str) -> Book:
    edit(root / "content" / "book.yaml", old, new)
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


@pytest.mark.parametrize("check", [synonym.CHECK, double_negative.CHECK], ids=["a word to be avoided", "lose −1"])
def test_the_words_are_linted_too(check: Check, tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "words.yaml", "    name: Flood\n", "    name: Flood\n    avoid: [swell]\n")
    book = _tiny(tiny_source, "subtitle: Rules for two crews", "subtitle: The swell, to lose −1 of two crews")
    assert [f"{f.position.path}:{f.position.line}" for f in check.run(book)] == ["content/book.yaml:3"]


def test_another_form_of_a_name_is_found(tiny_source: Path) -> None:
    book = _tiny(tiny_source, "subtitle: Rules for two crews", "subtitle: Rules for a Lead diver of two crews")
    (found,) = exact_title.CHECK.run(book)
    assert (found.position.path, found.position.line, found.position.column) == ("content/book.yaml", 3, 23)
    assert found.message == "‘Lead diver’ is written for ‘Lead Diver’"


def test_a_bad_title_is_told_with_its_place(tiny_source: Path) -> None:
    """Who reads that another form is to be written must be able to see whether that one is right."""
    tiny = load_book(TINY).book
    assert tiny is not None
    part = tiny.parts[0]
    book = _tiny(tiny_source, f"title: {part.title}", f"title: {part.title} of-the-Deep")
    chapter = tiny_source / "content" / "chapters" / "the-crew.md"
    chapter.write_text(
        chapter.read_text(encoding="utf-8") + f"\nThis is in {part.title} of the Deep.\n", encoding="utf-8"
    )
    loaded = load_book(tiny_source).book
    assert loaded is not None
    hints = [f.hint for f in exact_title.CHECK.run(loaded) if f.found == f"{part.title} of the Deep"]
    assert hints == [f"write ‘{part.title} of-the-Deep’; so it stands at {book.parts[0].position}"]


def test_what_is_declared_is_part_of_no_chapter_and_no_set() -> None:
    book = load_book(TINY).book
    assert book is not None
    declared = declared_texts(book)
    assert {text.breadcrumb[1] for text in declared} >= {"book", "crew"}
    # Its numbers and terms are none of a chapter's: it is looked at by what looks for the form of words alone.
    assert not {text.inline.position for text in declared} & {text.inline.position for text in all_texts(book)}


def test_a_file_with_faults_has_no_printed_texts_and_raises_nothing(tiny_source: Path) -> None:
    (tiny_source / "content" / "book.yaml").write_bytes(b"title: [\n\xff")
    products = tiny_source / "content" / "products"
    products.mkdir(exist_ok=True)
    (products / "sheet.yaml").write_text("title: [a\nfaces: 3\n", encoding="utf-8")
    (products / "cards.yaml").write_text("", encoding="utf-8")
    schema: dict[str, Any] = {"type": "object", "properties": {"title": {"type": "string", "x-printed": True}}}
    assert [p.text.source for p in printed_of(tiny_source, lambda name: schema) if p.names[0] != "crew"] == []


# A key of one of these names is printed, but for those that hold the path of a field.
_PRINTED = {
    *("title", "subtitle", "label", "lead", "head", "tip", "says", "none", "unit", "breaks", "hint", "word"),
    *("description", "rights", "printing", "committed", "working"),
}
_PATHS = {("cards", "decks/cards/title"), ("roster", "rules/says")}


def _keys(schema: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for name, inner in schema.get("properties", {}).items():
        yield (*path, name), inner
        yield from _keys(inner, (*path, name))
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from _keys(schema[word], path)


@pytest.mark.parametrize("form", ["book", "sheet", "forms", "cards", "pack", "roster"])
def test_every_key_that_is_printed_is_marked_in_its_schema(form: str) -> None:
    text = resources.files("rulebook.load").joinpath("schemas", f"{form}.json").read_text(encoding="utf-8")
    found = list(_keys(json.loads(text), ()))
    assert found
    for path, schema in found:
        if path[-1] in _PRINTED and schema.get("type") == "string" and (form, "/".join(path)) not in _PATHS:
            assert schema.get("x-printed") is True, path
