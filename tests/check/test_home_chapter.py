"""A home that is a section has to state its term in that section, not anywhere in its chapter."""

from __future__ import annotations

from pathlib import Path

from rulebook.check.checks.home_chapter import CHECK
from tests.check.books import SAMPLE, sample_with

_SCHEMA = (SAMPLE / "content" / "schemas" / "term.json").read_text(encoding="utf-8")
_CHAPTER = (
    "---\ntitle: Rules\n---\nEach runner has a Speed of [3″]{is=stride} a step.\n\n"
    "## Steps\n\nA Speed counts steps.\n\n**Rests.** Nobody runs.\n\n"
    "::: table omens\n:::\n\n::: table names\n:::\n\n::: entries charms\n:::\n\n::: entries terms\n:::\n"
)


def _messages(folder: Path, home: str) -> list[str]:
    book = sample_with(
        folder,
        chapters__rules=_CHAPTER,
        schemas__term=_SCHEMA.replace('"book"\n', '"book",\n          "section"\n'),
        data__terms=f"kind: term\nentries:\n  - {{id: speed, name: Speed, text: How far one goes., home: [{home}]}}\n",
    )
    return [finding.message for finding in CHECK.run(book)]


def test_the_section_that_states_it_is_its_home(tmp_path: Path) -> None:
    assert _messages(tmp_path, "rules-steps") == []


def test_another_section_of_its_chapter_is_not(tmp_path: Path) -> None:
    # The glossary's own entry, which is printed under that head, states nothing.
    assert _messages(tmp_path, "rules-rests") == ["‘Rests’ is given as the home of ‘Speed’ and does not use it"]
