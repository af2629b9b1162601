"""Which printing is meant, and which two are compared; what is none is said in a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.printing.choosing import NoPrintingError, chosen_pair, chosen_printing
from rulebook.printing.record import FrozenProduct, Printing, record_text
from rulebook.source import Position
from rulebook.verbs.group import cli
from tests.editing import edit
from tests.printing.frozen_tiny import commit, git


@pytest.fixture
def root(tiny_repository: Path) -> Path:
    """The tiny book with the records of three printings, none of which was made."""
    for version in ("1.0", "1.9", "1.10"):
        printing = Printing(
            version=version,
            date="2026-12-02",
            record="2026-01-31",
            revision=git(tiny_repository, "rev-parse", "HEAD"),
            products=(FrozenProduct("book", "tidewrack.pdf", 7, "0" * 64),),
            counts={},
            locked=(),
            built_with=(),
            ids=(),
            files=(),
            position=Position(""),
        )
        path = tiny_repository / "content" / "printings" / f"{version}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(record_text(printing), encoding="utf-8")
    commit(tiny_repository)
    return tiny_repository


def test_the_newest_is_meant_without_a_number(root: Path) -> None:
    assert chosen_printing(root, None).version == "1.10"


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("", "the number of a printing is expected, and what is given is empty; there is 1.0, 1.9, 1.10"),
        (" ", "the number of a printing is expected, and what is given is empty; there is 1.0, 1.9, 1.10"),
        ("7", "7 is not frozen; there is 1.0, 1.9, 1.10"),
        ("1.11", "1.11 is not frozen; there is 1.0, 1.9, 1.10; did you mean ‘1.10’?"),
        ("9" * 4500, "‘999999999999… (4,500 digits)’ is not frozen; there is 1.0, 1.9, 1.10"),
        ("../book", "‘../book’ is not frozen; there is 1.0, 1.9, 1.10"),
        ("1.0\n", "‘1.0 ’ is not frozen; there is 1.0, 1.9, 1.10; did you mean ‘1.0’?"),
    ],
)
def test_what_is_no_printing_is_said_with_those_that_there_are(root: Path, version: str, said: str) -> None:
    with pytest.raises(NoPrintingError) as caught:
        chosen_printing(root, version)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("since", "until", "said"),
    [
        ("1.9", "1.9", "printing 1.9 is compared with itself, in which nothing can have changed"),
        ("1.10", "1.9", "printing 1.9 comes before 1.10: the first is the reader’s own (‘--from 1.9 --to 1.10’)"),
        ("1.9", "", "the number of a printing is expected, and what is given is empty; there is 1.0, 1.9, 1.10"),
    ],
)
def test_two_that_cannot_be_compared_are_refused(root: Path, since: str, until: str, said: str) -> None:
    with pytest.raises(NoPrintingError) as caught:
        chosen_pair(root, since, until)
    assert str(caught.value) == said
    done = CliRunner().invoke(cli, ["changes", "--from", since, "--to", until, "--book", str(root)])
    assert (done.exit_code, said in done.output) == (1, True), done.output


def test_two_in_their_order_are_those_that_are_named(root: Path) -> None:
    old, new = chosen_pair(root, "1.9", "1.10")
    assert (old.version, new.version if new else None) == ("1.9", "1.10")
    assert chosen_pair(root, "1.9", None)[1] is None


def test_a_working_copy_with_findings_is_told_of_beside_its_changes(root: Path) -> None:
    words = ["changes", "--from", "1.0", "--no-pages", "--book", str(root)]
    sound = CliRunner().invoke(cli, words)
    edit(root / "content" / "chapters" / "the-wreck.md", "[4]{let=die}", "[3]{let=die}")
    unsound = CliRunner().invoke(cli, words)
    told = "rulebook: the working copy has 1 finding (‘rulebook check’ says what)"
    assert (sound.exit_code, unsound.exit_code) == (0, 0)
    assert [told in line for line in unsound.stderr.splitlines()] == [True]
    assert sound.stderr == ""
