"""A figure has a template, and one place in the chapter that it belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editing import edit, faults

FIGURE = "\n::: figure soundings\n:::\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("chapters/the-crew.md", FIGURE, FIGURE + FIGURE, ["chapters/the-crew.md:43:1 S020"]),
        ("chapters/the-crew.md", FIGURE, "\n", ["chapters/the-crew.md:29:86 S033", "data/drawings.yaml:3:5 S033"]),
        ("chapters/the-crew.md", "figure soundings", "figure sounding", ["chapters/the-crew.md:40:1 S021"]),
        ("chapters/the-crew.md", "figure soundings", "figure soundings a=b", ["chapters/the-crew.md:40:1 S022"]),
        ("chapters/the-crew.md", "::: figure soundings", "::: figure", ["chapters/the-crew.md:40:1 S022"]),
        ("chapters/the-crew.md", "#drawings:soundings", "#drawings:sounding", ["chapters/the-crew.md:29:86 S021"]),
        ("data/drawings.yaml", "chapter: the-crew", "chapter: the-wreck", ["chapters/the-crew.md:40:1 S014"]),
        ("data/drawings.yaml", "chapter: the-crew", "chapter: the-craw", ["data/drawings.yaml:5:14 S021"]),
        ("data/drawings.yaml", "      water: the *water*", "      water: ''", ["data/drawings.yaml:14:14 S008"]),
        ("data/drawings.yaml", "      water: the *water*", "      water: <b>", ["data/drawings.yaml:14:14 S025"]),
        (
            "data/drawings.yaml",
            "      names: \"[stat.name for stat in rows('stats')]\"",
            "      names: []",
            ["data/drawings.yaml:11:14 S013"],
        ),
    ],
)
def test_faults_are_found_at_their_place(tiny_source: Path, file: str, old: str, new: str, found: list[str]) -> None:
    edit(tiny_source / "content" / file, old, new)
    assert faults(tiny_source) == [f"content/{fault}" for fault in found]


def test_a_figure_without_a_template_is_found(tiny_source: Path) -> None:
    (tiny_source / "figures" / "soundings.svg.j2").unlink()
    assert faults(tiny_source) == ["content/data/drawings.yaml:3:5 S001"]


def test_two_figures_of_one_id_are_found(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    (data / "sketches.yaml").write_bytes((data / "drawings.yaml").read_bytes())
    assert faults(tiny_source) == ["content/data/sketches.yaml:3:5 S020"]
