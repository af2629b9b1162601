"""The whole book: chapters in their places, all files in one run, and nothing that bad input can bring down."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.load.codes import SUMMARIES
from rulebook.model import Entry, Heading, walk
from tests.conftest import TINY
from tests.editing import edit, faults


def test_the_tiny_book_is_without_faults_and_whole() -> None:
    loaded = load_book(TINY)
    assert loaded.findings == ()
    book = loaded.book
    assert book is not None
    assert book.metadata.title == "Tidewrack: Salvage"
    assert book.metadata.rights == "The rules and the names of Tidewrack may be copied, printed and changed by anyone."
    assert [(c.id, c.number, c.book) for c in book.chapters] == [
        ("before-the-tide", 0, "front"),
        ("the-crew", 1, "book-of-salt"),
        ("the-wreck", 2, "book-of-salt"),
        ("the-tide", 3, "book-of-brine"),
        ("the-words", 4, "book-of-brine"),
        ("the-colophon", 0, "back"),
    ]
    assert [(p.number, p.id) for p in book.parts] == [(1, "book-of-salt"), (2, "book-of-brine")]
    assert {name: len(s.entries) for name, s in book.sets.items()}["words"] == 6
    assert list(book.tables) == ["gear", "sealed-gear", "stats", "catches", "signals"]
    headings = [b.id for c in book.chapters for b in walk(c.blocks) if isinstance(b, Heading)]
    assert headings[:3] == ["the-crew-stats", "the-crew-raising-a-stat", "the-crew-the-lockers"]
    hook = book.entry("gear", "boat-hook")
    assert isinstance(hook, Entry)
    assert str(hook.fields["cost"].position) == "content/data/gear.yaml:6:11"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # Chapters.
        ("[the-crew, the-wreck]", "[the-crew, the-wreck, the-crew]", ["book.yaml:19:37 S020"]),
        ("front: [before-the-tide]", "front: [before-the-tide, the-tide]", ["book.yaml:22:16 S020"]),
        ("[the-crew, the-wreck]", "[the-crew, the-wrek]", ["book.yaml:19:26 S021"]),
        ("[the-crew, the-wreck]", "[the-crew, the-wreck, the-storm-cellar]", ["book.yaml:19:37 S021"]),
        ("[the-crew, the-wreck]", "[the-crew]", ["chapters/the-wreck.md:1:1 S031"]),
        # Books.
        ("id: book-of-brine", "id: book-of-salt", ["book.yaml:20:5 S020"]),
        ("id: book-of-brine", "id: the-tide", ["book.yaml:20:5 S020"]),
        ("id: book-of-brine", "id: contents", ["book.yaml:20:5 S020"]),
        ("id: book-of-brine", "id: Brine", ["book.yaml:20:9 S014"]),
        ("  - id: book-of-brine\n    title", "  - title", ["book.yaml:20:5 S012"]),
        ("    title: Book of Brine\n", "", ["book.yaml:20:5 S012"]),
        # What is said of the book.
        ("record: 2026-01-31", "record: 2026-13-10", ["book.yaml:12:9 S014"]),
        ("record: 2026-01-31", "record: 2026-02-30", ["book.yaml:12:9 S014"]),
        ("title: 'Tidewrack: Salvage'\n", "", ["book.yaml:1:1 S012"]),
        ("subtitle:", "subtilte:", ["book.yaml:3:1 S011"]),
        ("version: '0.3'", "version: '0.3'\nversion: 0.4", ["book.yaml:5:1 S006"]),
        ("language: en-GB", "language: english", ["book.yaml:5:11 S014"]),
        ("record: 2026-01-31", "record: 31.1.2026", ["book.yaml:12:9 S014"]),
        ("dice: [D6, D20]", "dice: [D6, 20]", ["book.yaml:13:12 S014"]),
        ("front: [before-the-tide]", "front: before-the-tide", ["book.yaml:15:8 S013"]),
        ("back: [the-colophon]", "bakc: [the-colophon]", ["book.yaml:23:1 S011"]),
        ("back: [the-colophon]\n", "", ["book.yaml:1:1 S012"]),
        ("  note: A note on the text\n", "", ["book.yaml:35:3 S012"]),
        ("books:\n", "boks:\n", ["book.yaml:16:1 S011"]),
        ("entries:\n", "entires:\n", ["book.yaml:46:1 S011"]),
        ("glossaries:\n", "glosaries:\n", ["book.yaml:27:1 S011"]),
        ("title: 'Tidewrack: Salvage'", "title: Tidewrack: Salvage", ["book.yaml:2:17 S005"]),
        ("id: tidewrack", "id: tidewrack\n---\n", ["book.yaml:2:1 S007"]),
    ],
)
def test_faults_of_the_books_own_file(tiny_source: Path, old: str, new: str, expected: list[str]) -> None:
    edit(tiny_source / "content" / "book.yaml", old, new)
    assert sorted(set(faults(tiny_source))) == sorted(f"content/{place}" for place in expected)


def test_a_chapter_that_stands_twice_names_both_lines(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "book.yaml", "[before-the-tide]", "[before-the-tide, the-tide]")
    (finding,) = load_book(tiny_source).findings
    assert finding.message == "the chapter ‘the-tide’ stands twice in the book: first on line 15"


def test_a_chapter_without_a_file_is_the_only_finding(tiny_source: Path) -> None:
    (tiny_source / "content" / "chapters" / "the-wreck.md").unlink()
    assert faults(tiny_source) == ["content/book.yaml:19:26 S021"]


def test_a_set_without_a_file_is_found_where_it_is_named(tiny_source: Path) -> None:
    (tiny_source / "content" / "data" / "lockers.yaml").unlink()
    assert faults(tiny_source) == ["content/chapters/the-crew.md:34:1 S021"]


def test_a_sections_id_is_used_once(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "chapters" / "the-wreck.md", "## The bell", "## Hauls")
    (finding,) = load_book(tiny_source).findings
    assert str(finding.position) == "content/chapters/the-wreck.md:24:4"
    assert finding.code == "S020"
    assert finding.message == (
        "the section's id ‘the-wreck-hauls’ is used twice: first at content/chapters/the-wreck.md:19:4"
    )


def test_a_sections_id_is_not_a_chapters(tiny_source: Path) -> None:
    chapters = tiny_source / "content" / "chapters"
    (chapters / "the-tide-signals.md").write_text("---\ntitle: S\n---\nText.\n", encoding="utf-8")
    edit(tiny_source / "content" / "book.yaml", "[the-colophon]\n\n", "[the-colophon, the-tide-signals]\n\n")
    assert faults(tiny_source) == ["content/chapters/the-tide.md:6:4 S020"]


def test_without_content_there_is_nothing_to_load(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        load_book(tmp_path)
    assert caught.value.filename == str(tmp_path / "content")


def test_an_empty_content_folder_is_findings(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    assert faults(tmp_path) == ["content/book.yaml:1:1 S001", "content/schemas:1:1 S001"]


def _no_text(book: Path) -> None:
    for path in (book / "content").rglob("*.*"):
        path.write_bytes(b"")


def _binary(book: Path) -> None:
    for path in (book / "content").rglob("*.*"):
        path.write_bytes(bytes(range(256)) * 40)


def _nul(book: Path) -> None:
    for path in (book / "content").rglob("*.*"):
        path.write_bytes(b"\0" * 100_000)


def _comments(book: Path) -> None:
    for path in (book / "content").rglob("*.yaml"):
        path.write_bytes(b"# nothing\n" * 1000)


def _loops(book: Path) -> None:
    for folder, suffix in (("data", "yaml"), ("chapters", "md"), ("schemas", "json")):
        (book / "content" / folder / f"loop.{suffix}").symlink_to(f"loop.{suffix}")
        (book / "content" / folder / f"folder.{suffix}").mkdir()


def _strange_keys(book: Path) -> None:
    for name in ("gear", "words", "tables"):
        path = book / "content" / "data" / f"{name}.yaml"
        path.write_text(
            "? {a: b}\n: c\n? |\n  long\n  key\n: d\n~: e\n'': f\n\"\\x01\": g\n<<: {h: i}\n", encoding="utf-8"
        )


def _top_is_a_list(book: Path) -> None:
    for path in (book / "content").rglob("*.yaml"):
        path.write_text("- - - a\n", encoding="utf-8")


def _entries_of_every_shape(book: Path) -> None:
    for path in (book / "content" / "data").glob("*.yaml"):
        kind = path.read_text(encoding="utf-8").partition("\n")[0]
        shapes = (
            "  - a\n  - [b]\n  - {}\n  - ''\n  - {id: [c]}\n  - {id: {d: e}}\n  - {id: f, name: [g], columns: {h: i}}\n"
        )
        shapes += "  - {id: j, columns: [k, {value: [l]}], set: {m: n}, where: [o], text: [p], home: {q: r}}\n"
        path.write_text(f"{kind}\nentries:\n{shapes}", encoding="utf-8")


def _book_of_every_shape(book: Path) -> None:
    text = "id: [a]\nfront: {b: c}\nbooks: [d, {id: [e], chapters: f}, [g]]\nlabels: [h]\n"
    text += "entries: {word: i, j: [{field: [k]}]}\nback: [[q], {r: s}]\nwithout_terms: p\n"
    text += "glossaries: [l, {set: [m]}, {chapters: n, except: o}]\n"
    (book / "content" / "book.yaml").write_text(text, encoding="utf-8")


def _deep(book: Path) -> None:
    data = book / "content" / "data"
    (data / "gear.yaml").write_text("kind: gear\nentries: " + "[" * 9000 + "\n", encoding="utf-8")
    (data / "words.yaml").write_text("".join(f"{' ' * n}a:\n" for n in range(900)), encoding="utf-8")
    (data / "knacks.yaml").write_text("kind: knack\nentries:\n  " + "- " * 4000 + "a\n", encoding="utf-8")
    lists = "".join(f"{'  ' * n}- a\n" for n in range(900))
    (book / "content" / "chapters" / "the-tide.md").write_text(f"---\ntitle: A\n---\n{lists}", encoding="utf-8")
    (book / "content" / "chapters" / "the-crew.md").write_text(
        f"---\ntitle: A\n---\n{'> ' * 4000}a\n", encoding="utf-8"
    )


def _long(book: Path) -> None:
    data = book / "content" / "data"
    text = (data / "gear.yaml").read_text(encoding="utf-8")
    (data / "gear.yaml").write_text(text.replace("id: boat-hook", f"id: {'a' * 9000}"), encoding="utf-8")
    for number, mark in enumerate(("[", "*a ", "_a ", "**", "`a", "[a](", "](", "![", "<", "&", "\\", "~", "a_b*c ")):
        path = book / "content" / "chapters" / f"long-{number}.md"
        path.write_text(f"---\ntitle: A\n---\n{mark * (3000 // len(mark))}\n", encoding="utf-8")


@pytest.mark.parametrize(
    "spoil",
    [
        *(_no_text, _binary, _nul, _comments, _loops, _strange_keys, _top_is_a_list, _entries_of_every_shape),
        *(_book_of_every_shape, _deep, _long),
    ],
)
def test_hostile_input_gives_findings_and_nothing_else(tiny_source: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tiny_source)
    start = time.perf_counter()
    loaded = load_book(tiny_source)
    assert loaded.book is None
    assert loaded.findings
    assert {f.code for f in loaded.findings} <= SUMMARIES.keys()
    assert all((tiny_source / f.position.path).parent.is_dir() for f in loaded.findings)
    assert all(f.position.line >= 1 and f.position.column >= 1 for f in loaded.findings)
    assert time.perf_counter() - start < 20


@pytest.mark.slow
def test_every_fault_of_ten_thousand_is_found(tiny_source: Path) -> None:
    entry = "  - id: rope-{0}\n    name: Rope {0}\n    knacks: [hevy]\n    cost: x\n    sealed: true\n"
    data = tiny_source / "content" / "data" / "gear.yaml"
    data.write_text("kind: gear\nentries:\n" + "".join(map(entry.format, range(4_000))), encoding="utf-8")
    chapter = tiny_source / "content" / "chapters" / "the-tide.md"
    chapter.write_text("---\ntitle: A\n---\n" + "A [b](#c) <d>.\n\n" * 3_000, encoding="utf-8")
    found = load_book(tiny_source).findings
    assert len(found) >= 4_000 + 4_000 + 3_000 + 3_000
