"""The fonts: which they are, what they hold, and that no other is used."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from rulebook.render.fonts import font_names, foreign_fonts, no_system_fonts

FONTS = Path(__file__).resolve().parents[2] / "styles" / "fonts"
TEXT = "″′−–—→÷×“”‘’…½"
DISPLAY = "″′−–—÷×“”‘’&0123456789"


def sources() -> dict[str, str]:
    """The files that SOURCES.md lists, with their hashes."""
    rows = re.findall(r"^\| (\S+\.(?:ttf|txt)) \|.*\| ([0-9a-f]{64}) \|$", (FONTS / "SOURCES.md").read_text(), re.M)
    return dict(rows)


def test_each_file_is_listed_with_its_hash() -> None:
    files = {path.name: path for path in FONTS.iterdir() if path.name != "SOURCES.md"}
    assert sources() == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}


def test_each_family_has_its_licence() -> None:
    for path in FONTS.glob("*.ttf"):
        licence = FONTS / f"{path.name.split('-')[0]}-OFL.txt"
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(FONTS.glob("*.ttf")), ids=lambda path: path.stem)
def test_each_face_has_the_books_characters(path: Path) -> None:
    glyphs = TTFont(path).getBestCmap()
    wanted = TEXT if path.name.startswith("Spectral") else DISPLAY
    assert [c for c in wanted if ord(c) not in glyphs] == []


@pytest.mark.parametrize("path", sorted(FONTS.glob("Spectral*.ttf")), ids=lambda path: path.stem)
def test_text_faces_have_small_capitals_and_both_kinds_of_figures(path: Path) -> None:
    features = {record.FeatureTag for record in TTFont(path)["GSUB"].table.FeatureList.FeatureRecord}
    assert {"smcp", "onum", "lnum", "tnum", "liga"} <= features


def test_foreign_fonts() -> None:
    names = {"ABCDEF+Spectral", "GHIJKL+Spectral-Semi-Bold", "MNOPQR+Fraunces-Display", "STUVWX+DejaVu-Sans"}
    assert foreign_fonts(names, {"Spectral", "Fraunces Display"}) == ["DejaVu-Sans"]
    assert foreign_fonts(["Spectralish"], {"Spectral"}) == ["Spectralish"]


def test_font_names_in_plain_bytes() -> None:
    assert font_names(b"<</BaseFont/AB+Spectral#20Bold/Type/Font>>") == {"AB+Spectral Bold"}


def test_the_environment_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FONTCONFIG_FILE", "/nowhere/fonts.conf")
    monkeypatch.setenv("FONTCONFIG_PATH", "/nowhere")
    before = dict(os.environ)
    with no_system_fonts():
        inside = os.environ["FONTCONFIG_FILE"]
        assert Path(inside).is_file()
        assert "FONTCONFIG_PATH" not in os.environ
    assert dict(os.environ) == before
    assert not Path(inside).exists()
