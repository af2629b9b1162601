"""What a page of the documents gives to be copied works where it is copied to."""

from __future__ import annotations

import re
from pathlib import Path

from rulebook.check.run import run_checks
from rulebook.edit.starter import start_book
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.press.editions import BookOrder
from rulebook.progress import Progress
from rulebook.volume import set_volume
from tests.conftest import REPOSITORY
from tests.editing import edit


def blocks(page: str, heading: str, language: str) -> list[str]:
    """The blocks of a language below a heading of a page, in order."""
    text = (REPOSITORY / "docs" / page).read_text(encoding="utf-8")
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", section)


def sound(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    return loaded.book


def test_another_paper_is_declared_as_the_page_says(tmp_path: Path) -> None:
    book = tmp_path / "book"
    start_book(book)
    size, measures = blocks("press.md", "Another paper", "yaml")
    edit(book / "styles" / "page.yaml", "paper-letter:\n", f"{size}\npaper-letter:\n")
    old = re.search(r"(?ms)^papers:\n.*?\Z", (book / "styles" / "editions.yaml").read_text(encoding="utf-8"))
    assert old is not None
    assert old[0].split("\n")[1] in measures, "the page shows what is there, and what is added"
    edit(book / "styles" / "editions.yaml", old[0], measures)
    with Progress() as progress:
        volume = set_volume(book, None, progress, order=BookOrder(paper="legal"))
    assert [str(finding) for finding in volume.findings] == []
    assert volume.output == book / "dist" / "tidewrack-legal.pdf"


def test_a_book_begins_its_rulings_as_the_page_says(tmp_path: Path) -> None:
    book = tmp_path / "book"
    start_book(book)
    declared, waived = blocks("content-format.md", "Waivers", "yaml")
    (schema,) = blocks("content-format.md", "Waivers", "json")
    words = book / "content" / "data" / "words.yaml"
    edit(words, "    name: Nerve\n", "    name: Grit\n")
    before = {finding.code for finding in run_checks(sound(book)).errors}
    assert "G102" in before
    (book / "content" / "schemas" / "ruling.json").write_text(schema, encoding="utf-8")
    book_file = book / "content" / "book.yaml"
    text = book_file.read_text(encoding="utf-8")
    book_file.write_text(text.replace("lint:\n", declared), encoding="utf-8")
    waived = waived.replace("code: T102", "code: G102").replace("set: naming-2", "set: words").replace("Sworn", "Grit")
    rulings = book / "content" / "data" / "rulings.yaml"
    rulings.write_text(f"kind: ruling\nentries:\n  - id: grit\n    name: Grit\n{waived}", encoding="utf-8")
    checked = run_checks(sound(book))
    assert {finding.code for finding in checked.errors} == before - {"G102"}
    assert [one.finding.code for one in checked.waived] == ["G102"]
