"""A finding in a sentence that is too long to be shown shows the part that it is about."""

from __future__ import annotations

from pathlib import Path

from rulebook.check.check import Check
from rulebook.check.checks import computed_number, roster_legality
from rulebook.check.run import run_checks
from rulebook.texts import sentence_and_offset
from tests.check.books import SAMPLE, sample_with

LONG = ", and so on and on" * 60


def _shown(folder: Path, check: Check, **files: str) -> str:
    (found,) = run_checks(sample_with(folder, **files), (check,)).errors
    assert len(found.sentence) <= 600
    return found.sentence


def _chapter(sentence: str) -> str:
    text = (SAMPLE / "content" / "chapters" / "rules.md").read_text(encoding="utf-8")
    return f"{text}\nA short one.\n{sentence}\n"


def test_a_number_far_into_its_sentence(tmp_path: Path) -> None:
    text = _chapter(f'On a good day{LONG}, they go [7]{{is="3 * 2"}} steps{LONG}.')
    shown = _shown(tmp_path, computed_number.CHECK, chapters__rules=text)
    assert "on, they go 7 steps, and" in shown
    assert shown.startswith("… ")
    assert shown.endswith(" …")


def test_the_rule_of_a_roster_far_into_its_sentence(tmp_path: Path) -> None:
    text = (SAMPLE / "content" / "chapters" / "rules.md").read_text(encoding="utf-8")
    long = text.replace(
        "No runner carries the same charm again.", f"So it is{LONG}, and no one carries the same charm{LONG}."
    )
    assert long != text
    team = "kind: runner\nentries:\n  - {id: anna, name: Anna, charms: [bell, bell]}\n"
    shown = _shown(tmp_path, roster_legality.CHECK, chapters__rules=long, data__team=team)
    assert "no one carries the same charm, and" in shown


def test_the_offset_is_that_in_the_sentence() -> None:
    source = "One.\n  Two is 3.\nFour."
    assert sentence_and_offset(source, source.index("3")) == ("Two is 3.", 7)
    # The margin of a line is before its sentence.
    assert sentence_and_offset(source, source.index(" ")) == ("Two is 3.", 0)
    assert sentence_and_offset(source, 0) == ("One.", 0)
