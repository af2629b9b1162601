"""`rulebook check` judges the measures of the page and of the editions too: one cause is one finding, at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.verbs.group import cli
from tests.editing import edit

COLUMNS = "  columns: 2\n  gutter: 5mm\n  lines"


def _check(book: Path, *options: str) -> tuple[int, list[str]]:
    done = CliRunner().invoke(cli, ["check", "--book", str(book), *options])
    return done.exit_code, [line for line in done.output.splitlines() if line.startswith(("styles/", "content/"))]


def test_sound_measures_are_no_finding(book_copy: Path) -> None:
    assert _check(book_copy) == (0, [])


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("page.yaml", COLUMNS, COLUMNS.replace("2", "9"), "styles/page.yaml:18:12 P000 grid.columns: 9 are "),
        ("page.yaml", "office: [tab, number]", "office: []", "styles/page.yaml:33:78 S008 ‘ink.bronze.office’"),
        (
            "page.yaml",
            "spot: Bronze",
            "spot: VERDIGRIS",
            "styles/page.yaml:33:62 S014 ‘VERDIGRIS’ and the spot colour ‘Verdigris’",
        ),
        (
            "editions.yaml",
            "registry: http://www.color.org",
            "registry: javascript:alert(1)",
            "styles/editions.yaml:18:13 S014 ‘press.registry’",
        ),
        ("editions.yaml", "lines: 51}", "lines: 510}", "styles/editions.yaml:34:31 "),
    ],
)
@pytest.mark.parametrize("options", [(), ("--select", "T")], ids=["all checks", "some"])
def test_one_cause_is_one_finding(
    file: str, old: str, new: str, found: str, options: tuple[str, ...], book_copy: Path
) -> None:
    edit(book_copy / "styles" / file, old, new)
    code, lines = _check(book_copy, *options)
    assert code == 1
    assert [line[: len(found)] for line in lines] == [found]


@pytest.mark.parametrize("name", ["paper-A4", "Paper-a4", "paper_a4"])
def test_a_paper_whose_name_is_none_is_told_there_and_not_by_all_that_name_it(name: str, book_copy: Path) -> None:
    edit(book_copy / "styles" / "page.yaml", "\npaper-a4:", f"\n{name}:")
    code, lines = _check(book_copy)
    assert (code, lines) == (1, [f"styles/page.yaml:108:1 S014 ‘{name}’ is no name of a measure"])


def test_measures_and_rules_are_judged_in_one_run(book_copy: Path) -> None:
    edit(book_copy / "styles" / "page.yaml", COLUMNS, COLUMNS.replace("2", "9"))
    edit(book_copy / "content" / "chapters" / "panic.md", "[3rd]{is=", "[2nd]{is=")
    code, lines = _check(book_copy)
    assert code == 1
    assert [line.split()[1] for line in lines] == ["E101", "P000"]
