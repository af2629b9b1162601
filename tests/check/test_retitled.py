"""A link whose words are an old title has one finding, with the title that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.run import run_checks, selected_checks
from tests.check.books import sample_with

FIRST = "---\ntitle: The First Races\n---\n## Setup\n\nEach runner stands.\n\n::: figure track\n:::\n"
SECOND = "---\ntitle: The Second Race\n---\n## Setup\n\n{}\n\n## Outcomes\n\nThe greatest Speed wins.\n"


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("The First Race", "first-race"),
        # A section is named by its chapter too, and that is what the words are near to.
        ("The First Race", "first-race-setup"),
    ],
)
def test_it_is_told_once(words: str, target: str, tmp_path: Path) -> None:
    second = SECOND.format(f"As in [{words}](#{target}), each stands.")
    book = sample_with(tmp_path, **{"chapters__first-race": FIRST, "chapters__second-race": second})
    found = run_checks(book, selected_checks(["X102"])).errors
    assert [(str(f.position), f.message) for f in found] == [
        (
            "content/chapters/second-race.md:6:8",
            "a link says ‘The First Race’ and leads to ‘The First Races’",
        )
    ]
    assert found[0].hint.startswith(f"write [The First Races](#{target}) or [→](#{target})")


def test_what_stands_beside_the_link_is_found_too(tmp_path: Path) -> None:
    second = SECOND.format("As in [The First Race](#first-race), and in The First Race again.")
    book = sample_with(tmp_path, **{"chapters__first-race": FIRST, "chapters__second-race": second})
    found = run_checks(book, selected_checks(["X102"])).errors
    assert [f.position.column for f in found] == [8, 45]
