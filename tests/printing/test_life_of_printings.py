"""A book through its printings: what one has frozen and the next has otherwise, with a waiver that comes and goes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.check.run import run_checks
from rulebook.load import load_book
from rulebook.verbs.group import cli
from tests.conftest import REPOSITORY
from tests.editing import edit
from tests.printing.frozen_tiny import commit, repository

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("printing")]

RULINGS = """kind: ruling
entries:
  - id: the-bell
    name: The bell that sank
    status: ruled
    record: The bell stood in the tower.
    prints: It lies on the ground.
    why: Nobody could find the old section.
    print: false
"""
WAIVER = """    waives:
      - {code: S111, chapter: the-wreck, text: the-wreck-the-bell}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The tiny book, which may have rulings; nothing is frozen."""
    folder = repository(tmp_path / "tiny")
    shutil.copy(REPOSITORY / "content/schemas/ruling.json", folder / "content/schemas/ruling.json")
    (folder / "content/data/rulings.yaml").write_text(RULINGS, encoding="utf-8")
    lint = "  links: [the words, signals]\n"
    edit(
        folder / "content/book.yaml",
        lint,
        f"{lint}  quoting_sets: [rulings]\n  waivers: {{set: rulings, reason: why}}\n",
    )
    commit(folder)
    return folder


def _run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--book", str(root)])


def _freeze(root: Path, version: str, day: int) -> Result:
    done = _run(root, "freeze", version, "--date", f"2026-12-{day:02}")
    if done.exit_code == 0:
        commit(root)
    return done


def _said(root: Path) -> list[tuple[str, str, str]]:
    book = load_book(root).book
    assert book is not None
    return [(f.code, f.message, f.hint) for f in run_checks(book).errors]


def test_a_number_is_changed_with_a_ruling_and_every_printing_can_still_be_made(root: Path) -> None:
    assert _freeze(root, "1.0", 1).exit_code == 0

    # What is frozen is changed: no printing is made of that, and none of a book whose ruling waives it is held up.
    edit(root / "content/chapters/the-wreck.md", "## The bell", "## The sunken bell")
    commit(root)
    refused = _freeze(root, "1.1", 2)
    assert refused.exit_code == 1, refused.output
    assert "S111 the section ‘The bell’ (the-wreck-the-bell) of printing 1.0 is gone" in refused.output
    assert not (root / "content/printings/1.1.yaml").exists()
    (root / "content/data/rulings.yaml").write_text(RULINGS + WAIVER, encoding="utf-8")
    commit(root)
    compared = _run(root, "compare", "HEAD~1")
    assert compared.exit_code == 0, compared.output
    frozen = _freeze(root, "1.1", 2)
    last = "‘The bell that sank’ waives what 1.1 has frozen as it now is: take that waiver out (S110)"
    assert (frozen.exit_code, frozen.output.splitlines()[-1]) == (0, last), frozen.output

    # The new printing has it as it is now: the check asks for the waiver back, and the next is not made before.
    ((code, message, hint),) = _said(root)
    assert (code, message) == ("S110", "nothing needs the waiver of S111 in ‘The bell that sank’")
    assert hint.startswith("the book has every number and id as printing 1.1 froze it: remove the waiver")
    assert _freeze(root, "1.2", 3).exit_code == 1
    (root / "content/data/rulings.yaml").write_text(RULINGS, encoding="utf-8")
    edit(root / "content/chapters/the-crew.md", "What is left stays ashore.", "What is left stays on the shore.")
    commit(root)
    assert _said(root) == []
    frozen = _freeze(root, "1.2", 3)
    assert frozen.exit_code == 0
    assert "waives" not in frozen.output

    # The old id stays reserved; each printing can be made and set, those before the waiver, with it and after it.
    edit(root / "content/chapters/the-wreck.md", "## The sunken bell", "## The bell")
    assert [code for code, _, _ in _said(root)] == ["S111", "S111"]
    for version in ("1.0", "1.1", "1.2"):
        done = _run(root, "verify", version)
        assert (done.exit_code, done.output.splitlines()[-1].endswith(": identical")) == (0, True), done.output
    stale = root.parent / "old.map.json"
    stale.write_text("the map of another PDF", encoding="utf-8")
    again = _run(root, "book", "--printing", "1.1", "--output", str(root.parent / "old.pdf"))
    assert (again.exit_code, stale.exists()) == (0, False), again.output
    # Of the files that stand here, too, a printing is held against those before it alone: against 1.2 there is S111.
    here = _run(root, "verify", "1.0", "--here")
    assert (here.exit_code, "the bytes differ" in here.output) == (10, True), here.output


def test_a_record_that_is_not_committed_stands_in_the_way_of_the_next_printing(root: Path) -> None:
    record = root / "content/printings/1.0.yaml"
    record.parent.mkdir()
    record.write_text("whatever it says\n", encoding="utf-8")
    done = _run(root, "freeze", "1.1", "--date", "2026-12-03")
    assert done.exit_code != 0
    assert "content/printings/1.0.yaml is not committed" in done.output.splitlines()
