"""What an editor is told: whole findings against what a reader has approved.

Each case is one change to the book in `faults/`, which has nothing wrong with it, and the code that finds it.
`golden/NAME.txt` is all that this code then says. When a change of a message is meant, `REWRITE_GOLDEN=1 make test`
writes the files anew; read the difference before it is committed.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebook.check.registry import check_of
from rulebook.check.run import run_checks
from rulebook.finding import Finding
from rulebook.load import load_book
from tests.editing import edit

BOOK = Path(__file__).parent / "faults"
GOLDEN = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Fault:
    """One change to one file of the book, and the code that finds it."""

    name: str
    code: str
    file: str
    old: str
    new: str


RUNNING = "chapters/running-and-resting.md"
NIGHT = "chapters/the-night-course.md"
DAY = "chapters/the-day-course.md"
RULES = "rules/running.yaml"
OMENS = "data/omens.yaml"

FAULTS = (
    # A number, in each form in which it can be written.
    Fault("inches", "E101", RUNNING, "Stride is [3″]", "Stride is [4″]"),
    Fault("digits", "E101", RUNNING, "a [2]{is=stumble_on}", "a [3]{is=stumble_on}"),
    Fault("words", "E101", RUNNING, "[four]", "[five]"),
    Fault("ordinal", "E101", RUNNING, "[third]", "[second]"),
    Fault("percent", "E101", RUNNING, "[33%]", "[34%]"),
    Fault("range", "E101", RUNNING, "[5–6]", "[4–6]"),
    Fault("dice", "E101", RUNNING, "[D6+1]", "[D6+2]"),
    Fault("name", "E101", RUNNING, "A [Storm]", "A [Calm]"),
    Fault("sign", "E101", RUNNING, "[−1″]", "[+1″]"),
    Fault("example", "E101", RUNNING, "[three]{let=taken}", "[four]{let=taken}"),
    Fault("unknown-name", "E101", RUNNING, "{is=stride}", "{is=strides}"),
    Fault("wrong-unit", "E101", RUNNING, '{is="far(taken)"}', '{is="far(taken) + 1"}'),
    Fault("misspelt-formula", "E102", RULES, "stride × steps", "strid × steps"),
    Fault("unbound", "E103", RUNNING, "[three]{let=taken} steps", "[three]{let=taken} steps of 3″"),
    Fault(
        "idle-let",
        "E104",
        RUNNING,
        '"far(taken)"}, or [6″]{is="far_in_mire(taken)"}',
        '"far(3)"}, or [6″]{is="far_in_mire(3)"}',
    ),
    Fault("unstated", "E105", RULES, "  head_start: 1\n", "  head_start: 1\n  rest: 2\n"),
    Fault("claim", "E106", RULES, "holds: stumbles() == 1/3", "holds: stumbles() == 1/2"),
    Fault("unused-formula", "E107", RULES, "formulas:\n", "formulas:\n  back(steps): far(steps) / 2\n"),
    # A table.
    Fault("gap", "T101", OMENS, "roll: 2–4", "roll: 2–3"),
    Fault("no-first", "T101", OMENS, "roll: '1'", "roll: –"),
    Fault("no-last", "T101", OMENS, "roll: 5–6", "roll: '5'"),
    Fault("double", "T101", OMENS, "roll: 5–6", "roll: 4–6"),
    Fault("backwards", "T101", OMENS, "roll: 2–4", "roll: 4–2"),
    Fault("past-the-die", "T101", OMENS, "roll: 5–6", "roll: 5–7"),
    Fault("no-range", "T101", OMENS, "roll: 2–4", "roll: 2-4"),
    Fault("heads", "T101", "data/tables.yaml", "head: 4–6", "head: 5–6"),
    Fault("repeated-word", "T102", "data/names.yaml", "[Dun, Wan]", "[Dun, Old]"),
    Fault("same-caption", "T103", "data/tables.yaml", "Names of the Course", "Omens of the Night"),
    Fault("caption-form", "T103", "data/tables.yaml", "Names of the Course", "Names of the course."),
    # Words.
    Fault("defined-twice", "G101", "data/terms.yaml", "name: Turn\n", "name: Turn\n    forms: [Stride]\n"),
    Fault(
        "unused-term",
        "G102",
        "data/terms.yaml",
        "  - id: turn\n",
        "  - {id: lap, name: Lap, text: A way round.}\n  - id: turn\n",
    ),
    Fault(
        "no-home",
        "G103",
        "data/terms.yaml",
        "next one runs.\n    home: [running-and-resting]",
        "next one runs.\n    home: [the-day-course]",
    ),
    Fault("synonym", "G104", DAY, "Whoever stumbles least", "Whoever has the best pace"),
    Fault("undefined-term", "G105", DAY, "stumbles least", "has the fewest Stumbles"),
    # References.
    Fault("typed-reference", "X101", NIGHT, "([→](#running-and-resting))", "(see Running & Resting)"),
    Fault("wrong-title", "X102", NIGHT, "read Running & Resting", "read Running, and Resting"),
    Fault("wrong-capitals", "X102", DAY, "for The Night Course", "for The night Course"),
    Fault(
        "wrong-capitals-of-a-possessive", "X102", DAY, "Whoever stumbles", "Whoever hears the Night’s drum and stumbles"
    ),
    Fault("nearly-a-title", "X102", DAY, "for The Night Course", "for The Knight Course"),
    Fault("wrong-link", "X102", NIGHT, "([→](#running-and-resting))", "([Running](#running-and-resting))"),
    # Numbers that must agree.
    Fault("short-number", "N101", "data/charms.yaml", "night, +2 Stride", "night, +1 Stride"),
    Fault("short-ordinal", "N101", "data/charms.yaml", "for a second step", "for a third step"),
    Fault("double-negative", "N102", DAY, "Whoever stumbles least", "Whoever loses −1 Stride least"),
    Fault("limit", "N105", NIGHT, "after the last Turn", "in less than [four]{is=most_steps} steps"),
    Fault(
        "no-limit", "N105", NIGHT, "after the last Turn", "after the last Turn of [four]{is=most_steps} steps or more"
    ),
    Fault("rate", "N106", DAY, "stumbles least wins", "has [−1″]{is=mire_stride} per bell loses"),
    # The source.
    Fault("character", "S101", RUNNING, "[3″]{is=stride}", '3" in all, [3″]{is=stride}'),
    Fault("empty-section", "S102", DAY, "Whoever stumbles least wins.\n", ""),
    Fault("order", "S103", "data/charms.yaml", "name: Bell", "name: Peal"),
    Fault("heads-differ", "S104", DAY, "## Outcomes", "## Endings"),
    Fault(
        "no-alternative",
        "S105",
        "data/figures.yaml",
        "    alternative: A line across the page; a bell stands a step beyond it, on the right.\n",
        "",
    ),
)

# What looks like a fault and is none: nothing is said.
SOUND = (
    Fault("an article that is small", "X102", DAY, "for The Night Course", "for the Night Course"),
    Fault("a possessive", "X102", DAY, "for The Night Course", "for The Night Course’s start"),
    Fault("a name that begins a sentence", "X102", DAY, "Whoever stumbles", "Fair Wind or not, whoever stumbles"),
    Fault("ordinary words", "X102", DAY, "Whoever stumbles", "In the race, running and resting: whoever stumbles"),
    Fault("words of a sentence’s beginning", "X102", DAY, "Whoever stumbles", "The race ends.\nWhoever stumbles"),
    Fault("a term among ordinary words", "X102", NIGHT, "the greatest Stride", "a course by night and the best Stride"),
    Fault(
        "another half of a limit", "N105", NIGHT, "after the last", "after more than [four]{is=most_steps} steps, the"
    ),
    Fault("a number in another place", "N105", NIGHT, "after the last", "with [four]{is=most_steps} bells after the"),
    Fault("a limit of an Example", "N105", RUNNING, "With [three]", "In less than [four]{is=most_steps}, with [three]"),
    Fault("a rate that both have", "N106", RUNNING, "[3″]{is=stride}, and", "[3″]{is=stride} per step, and"),
    Fault("a small word in a title", "T103", "data/tables.yaml", "Names of the Course", "Names for a Course"),
    Fault("a title of one word", "T103", "data/tables.yaml", "Names of the Course", "Names"),
    Fault("an ordinal without a noun", "N101", "data/charms.yaml", "night, +2 Stride", "night, first, +2 Stride"),
    Fault("a word within a word", "G104", DAY, "stumbles least", "has paced least"),
    Fault("a row without a result", "T101", OMENS, "roll: 5–6}", "roll: 5–6}\n  - {id: hail, name: Hail, roll: –}"),
)


def checked(book: Path, fault: Fault) -> list[Finding]:
    """What the fault's own check finds in a copy of the book that has it."""
    shutil.copytree(BOOK, book)
    edit(book / "content" / fault.file, fault.old, fault.new)
    loaded = load_book(book)
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    check = check_of(fault.code)
    assert check is not None
    return list(check.run(loaded.book))


def test_the_book_itself_is_sound() -> None:
    loaded = load_book(BOOK)
    assert loaded.findings == ()
    assert loaded.book is not None
    assert run_checks(loaded.book).errors == ()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_is_said_of_a_fault(tmp_path: Path, fault: Fault) -> None:
    findings = checked(tmp_path / "book", fault)
    assert findings
    assert {finding.code for finding in findings} == {fault.code}
    said = "\n".join(str(finding) for finding in findings) + "\n"
    path = GOLDEN / f"{fault.name}.txt"
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(said, encoding="utf-8")
    assert said.splitlines() == path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("sound", SOUND, ids=lambda sound: sound.name)
def test_what_is_no_fault_is_let_be(tmp_path: Path, sound: Fault) -> None:
    assert [str(finding) for finding in checked(tmp_path / "book", sound)] == []


def test_every_golden_file_has_its_fault() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(names)
