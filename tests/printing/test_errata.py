"""The errata sheet: one page, all changes on it, with the reader's own pages; and the cards to print again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from rulebook.verbs.changes import changes
from tests.editing import edit
from tests.finished_pdf import squeezed
from tests.printing.test_changes import _row, _sentence, _term, _value, book

__all__ = ["book"]


def _made(root: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(
        changes, ["--from", "1.0", "--no-pages", "--book", str(root), "--errata", str(root / "errata.pdf"), *more]
    )
    return done.exit_code, done.output


def test_four_changes_stand_on_one_page(book: Path) -> None:
    for change in (_value, _sentence, _term, _row):
        change(book)
    code, output = _made(book)
    assert code == 0, output
    reader = PdfReader(book / "errata.pdf")
    assert len(reader.pages) == 1
    text = squeezed(reader.pages[0].extract_text())
    for part in ("Errata", "Thirteen", "behind on the shore", "Courage", "Cost 3", "printing 1.0"):
        assert squeezed(part) in text, part
    # Every id of the frozen record stands on page 7.
    assert text.count(squeezed("p. 7")) == 4


def test_a_fault_of_the_finished_sheet_is_found_and_the_old_sheet_stays(book: Path) -> None:
    _value(book)
    (book / "errata.pdf").write_text("the old one", encoding="utf-8")
    with (book / "styles" / "errata.css").open("a", encoding="utf-8") as styles:
        styles.write("h1 { margin-left: -12mm; }\n")
    code, output = _made(book)
    assert code == 1
    assert "errata.pdf:1:1 P102 page 1: ‘" in output
    assert (book / "errata.pdf").read_text(encoding="utf-8") == "the old one"
    assert not list(book.glob("errata*.json"))


@pytest.mark.slow
def test_too_many_changes_for_a_page_are_a_finding_and_the_old_sheet_stays(book: Path) -> None:
    (book / "errata.pdf").write_text("the old one", encoding="utf-8")
    crew = book / "content" / "chapters" / "the-crew.md"
    more = "\n\n".join(
        f"Nobody may carry more than {number} coils of rope when the tide is out." for number in range(400)
    )
    edit(crew, "What is left stays ashore.", f"What is left stays ashore.\n\n{more}")
    code, output = _made(book)
    assert code == 1
    assert "page" in output
    assert (book / "errata.pdf").read_text(encoding="utf-8") == "the old one"
