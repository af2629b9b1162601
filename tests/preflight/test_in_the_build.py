"""The preflight as a stage of the build: what it finds keeps the old PDF, and the map stands beside the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.preflight.expected import map_beside, read_map
from rulebook.progress import Progress
from rulebook.volume import set_volume

pytestmark = pytest.mark.slow


def _in_red(book: Path) -> None:
    sheet = book / "styles" / "text.css"
    sheet.write_text(sheet.read_text(encoding="utf-8") + "\np { color: #ff0000 }\n", encoding="utf-8")


def test_a_sound_book_has_its_map(tiny_book: Path) -> None:
    with Progress() as progress:
        volume = set_volume(tiny_book, None, progress)
    assert volume.findings == ()
    assert volume.output is not None
    expected = read_map(map_beside(volume.output))
    assert expected.log == ()
    assert {o.kind for o in expected.openings} >= {"part", "chapter"}
    placed = [block for block in expected.blocks if block.fragments]
    assert len(placed) == len(expected.blocks) > 20
    for block in placed:
        path, line, _ = block.source.rsplit(":", 2)
        assert int(line) <= len((tiny_book / path).read_text(encoding="utf-8").splitlines())


def test_a_finding_of_the_pdf_keeps_the_old_one(tiny_book: Path) -> None:
    _in_red(tiny_book)
    old = tiny_book / "dist" / "old.pdf"
    old.parent.mkdir()
    old.write_bytes(b"%PDF old")
    with Progress() as progress:
        volume = set_volume(tiny_book, old, progress)
    assert {f.code for f in volume.findings} == {"P112"}
    # What the templates add of themselves, such as the title page, has no source but the file.
    assert {f.position.path.partition("/")[0] for f in volume.findings} == {"content", "dist"}
    assert volume.output is None
    assert old.read_bytes() == b"%PDF old"
    assert [path.name for path in old.parent.iterdir()] == ["old.pdf"]


def test_a_draft_is_set_all_the_same(tiny_book: Path) -> None:
    _in_red(tiny_book)
    with Progress() as progress:
        volume = set_volume(tiny_book, None, progress, draft=True)
    assert "P112" in {f.code for f in volume.findings}
    assert volume.output is not None
