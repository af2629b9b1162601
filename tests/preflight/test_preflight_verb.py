"""`rulebook preflight`: its exit codes, what it says of files that are no whole PDF, its map and its report."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from rulebook import cli
from rulebook.preflight.check import Sample
from rulebook.preflight.expected import Expected, map_text, read_map
from rulebook.render.placed import Fragment, SourceBlock
from tests.preflight.samples import WORK, set_sample
from tests.render.book_styles import ROOT

SOUND = Sample("<p>A short text.</p>")
RED = Sample("<p data-source='content/a.md:7:1' style='color: #ff0000'>A red text.</p>")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["rulebook", "preflight", "--book", str(ROOT), *map(str, arguments)])
    try:
        cli.main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_a_sound_pdf_is_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pdf, _ = set_sample(SOUND, tmp_path)
    assert run(monkeypatch, pdf) == 0
    assert "no findings; without its map" in capsys.readouterr().out


def test_a_finding_is_1_and_names_page_source_and_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, result = set_sample(RED, tmp_path)
    map_file = tmp_path / "other.json"
    map_file.write_text(map_text(Expected(WORK, "en-GB", (), result.blocks)), encoding="utf-8")
    report = tmp_path / "report.html"
    assert run(monkeypatch, pdf) == 1
    assert f"{pdf}:1:1 P112 page 1:" in capsys.readouterr().err
    assert run(monkeypatch, pdf, "--map", map_file, "--report", report) == 1
    assert "content/a.md:7:1 P112 page 1: ‘A red text.’ is in #ff0000" in capsys.readouterr().err
    html = report.read_text(encoding="utf-8")
    assert "P112" in html
    assert "data:image/png;base64,iVBOR" in html


@pytest.mark.parametrize(
    ("altered", "said"),
    [("not", "is not a PDF"), ("cut", "is not whole"), ("locked", "is locked"), ("torn", "cannot be read")],
)
def test_what_is_no_whole_pdf_is_2_in_one_line(
    altered: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, _ = set_sample(SOUND, tmp_path)
    data = pdf.read_bytes()
    if altered == "locked":
        writer = PdfWriter(clone_from=PdfReader(pdf))
        writer.encrypt("secret", algorithm="RC4-128")
        writer.write(pdf)
    else:
        pdf.write_bytes({"not": b"a text", "cut": data[: len(data) // 2], "torn": data[:900] + data[2000:]}[altered])
    assert run(monkeypatch, pdf) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_map_is_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, _ = set_sample(SOUND, tmp_path)
    (tmp_path / "sample.map.json").write_text("[]", encoding="utf-8")
    assert run(monkeypatch, pdf) == 2
    assert "is not the map of a book" in capsys.readouterr().err


def test_a_page_that_is_wrong_is_1_and_told_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    styles = tmp_path / "styles"
    styles.mkdir()
    text = (ROOT / "styles" / "page.yaml").read_text(encoding="utf-8")
    (styles / "page.yaml").write_text(text.replace("  width: 210mm", "  width: 210cm", 1), encoding="utf-8")
    assert run(monkeypatch, tmp_path / "any.pdf", "--book", tmp_path) == 1
    assert "styles/page.yaml:6:10 S014 ‘paper.width’ of the page is ‘210cm’" in capsys.readouterr().err


def test_a_map_reads_as_it_was_written(tmp_path: Path) -> None:
    block = SourceBlock("a.md:1:1", "p", ("A text.",), (Fragment(1, 0.0, 1.0, 2.0, 3.0),))
    expected = Expected(WORK, "en-GB", (), (block,), ("P001 what",))
    path = tmp_path / "x.map.json"
    path.write_text(map_text(expected), encoding="utf-8")
    assert read_map(path) == expected
    assert replace(expected, blocks=()) != expected
