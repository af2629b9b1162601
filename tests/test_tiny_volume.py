"""The tiny book, another game in one column, through the whole pipeline; and the same bytes wherever it is set."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.progress import Progress
from rulebook.render.page import load_page
from rulebook.volume import set_volume
from tests.editing import edit
from tests.finished_pdf import FinishedPdf, squeezed

pytestmark = pytest.mark.slow


def test_it_is_set_in_one_column(tiny_book: Path) -> None:
    with Progress() as progress:
        volume = set_volume(tiny_book, None, progress)
    assert volume.findings == ()
    assert volume.output is not None
    page = load_page(tiny_book / "styles" / "page.yaml")
    assert page.grid.columns == 1
    pdf = FinishedPdf(volume.output, page)
    text = "".join(pdf.body)
    assert squeezed("The drowned bell rings, so she tests Nerve: 1 and the die’s 4 make 5.") in text
    assert "let=" not in text
    # In one column a line of text runs across the middle of the page.
    middle = page.paper.width.pt / 2
    assert any(glyph.left < middle < glyph.right for glyphs in pdf.glyphs for glyph in glyphs)


def test_a_finding_leaves_the_old_pdf(tiny_book: Path) -> None:
    chapter = tiny_book / "content" / "chapters" / "the-wreck.md"
    old = tiny_book / "dist" / "old.pdf"
    old.parent.mkdir()
    old.write_bytes(b"%PDF old")
    chapter.write_text(chapter.read_text(encoding="utf-8").replace("[4]{let=die}", "[3]{let=die}"), encoding="utf-8")
    with Progress() as progress:
        volume = set_volume(tiny_book, old, progress)
    assert [f.code for f in volume.findings] == ["E101"]
    assert volume.output is None
    assert old.read_bytes() == b"%PDF old"


def test_a_full_disk_is_said_of_the_pdf_and_not_of_its_half_made_part(
    tiny_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object, part: Path, *__: object, **___: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(part))

    monkeypatch.setattr("rulebook.render.pdf.render_pdf", full)
    target = tiny_book / "dist" / "mine.pdf"
    with pytest.raises(OSError, match="No space") as caught, Progress() as progress:
        set_volume(tiny_book, target, progress)
    assert caught.value.filename == str(target)
    assert list(target.parent.iterdir()) == []


def test_a_draft_is_set_all_the_same_and_marked(tiny_book: Path) -> None:
    chapter = tiny_book / "content" / "chapters" / "the-wreck.md"
    chapter.write_text(chapter.read_text(encoding="utf-8").replace("[4]{let=die}", "[3]{let=die}"), encoding="utf-8")
    with Progress() as progress:
        volume = set_volume(tiny_book, None, progress, draft=True)
    assert [f.code for f in volume.findings] == ["E101"]
    assert volume.output is not None
    pdf = FinishedPdf(volume.output, load_page(tiny_book / "styles" / "page.yaml"))
    for number, glyphs in enumerate(pdf.glyphs, 1):
        assert "draft" in squeezed("".join(g.text for g in glyphs)).casefold(), number


@pytest.mark.parametrize("glossary", ["chapter", "page"])
def test_two_builds_are_the_same_to_the_byte(tiny_book: Path, tmp_path: Path, glossary: str) -> None:
    index = "index: {title: Index, of: [{set: words}, {set: knacks}]}\n" if glossary == "page" else ""
    edit(tiny_book / "content" / "book.yaml", "glossary: chapter\n", f"glossary: {glossary}\n{index}")
    other = tmp_path / "another place" / "tiny"
    shutil.copytree(tiny_book, other)
    settings = (
        {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "LANG": "C"},
        {"TZ": "America/Anchorage", "PYTHONHASHSEED": "77", "LANG": "C.UTF-8", "HOME": "/nonexistent"},
    )
    outputs = []
    for book, setting in zip((tiny_book, other), settings, strict=True):
        output = book / "out.pdf"
        command = [sys.executable, "-m", "rulebook", "book", "--book", str(book), "--output", str(output)]
        subprocess.run(command, check=True, env={**os.environ, **setting}, capture_output=True)
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 10_000
