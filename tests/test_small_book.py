"""A book that is small yet: no page of it is blamed for holding little."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.edit.starter import start_book
from rulebook.load import load_book
from rulebook.progress import Progress
from rulebook.volume import set_volume
from tests.editing import edit


def test_a_contents_page_of_a_few_lines_and_a_title_page_of_short_lines_are_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "book"
    start_book(book)
    # Nothing stands between the contents and the first book, which begins with a line over its title.
    (book / "content" / "chapters" / "before-the-tide.md").unlink()
    file = book / "content" / "book.yaml"
    edit(file, "front: [before-the-tide]", "front: []")
    text = file.read_text(encoding="utf-8")
    rights = text[text.index("rights: >-") : text.index("record:")]
    edit(file, rights, "rights: Copy it.\n")
    with Progress() as progress:
        volume = set_volume(book, None, progress)
    assert [str(finding) for finding in volume.findings] == []
    assert "P120" not in capsys.readouterr().err


def test_the_other_game_is_taken_out_as_the_readme_says(tmp_path: Path) -> None:
    book = tmp_path / "book"
    start_book(book)
    content = book / "content"
    for folder in ("chapters", "data", "rules", "rosters", "schemas", "../figures"):
        for file in (content / folder).iterdir():
            if file.name not in ("table.json", "figure.json"):
                file.unlink()
    found = load_book(book).findings
    assert {finding.position.path for finding in found} == {"content/book.yaml", "content/products/cards.yaml"}
    assert {finding.code for finding in found} == {"S021"}
    # Without what is found, and with a chapter, the book is sound again.
    (content / "products" / "cards.yaml").unlink()
    (content / "chapters" / "the-moons.md").write_text("---\ntitle: The Moons\n---\nThey rise.\n", encoding="utf-8")
    file = content / "book.yaml"
    text = file.read_text(encoding="utf-8")
    labels = text[text.index("labels:") : text.index("entries:")]
    books = "front: []\nback: []\nbooks:\n  - {id: book-of-moons, title: Book of Moons, chapters: [the-moons]}\n"
    file.write_text(text[: text.index("front:")] + books + labels, encoding="utf-8")
    assert load_book(book).findings == ()
