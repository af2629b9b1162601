"""`rulebook roster`: exit codes, what is said, and never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebook import cli
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit
from tests.roster.founding import CREW, changed


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


Runner = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    def call(*arguments: object) -> Run:
        monkeypatch.setattr(sys, "argv", ["rulebook", "roster", *map(str, arguments)])
        code: object = 0
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code
        assert isinstance(code, int)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Run(code, captured.out, captured.err)

    return call


def _crew(folder: Path, *changes: tuple[str, str]) -> Path:
    path = folder / "crew.yaml"
    path.write_text(changed(CREW, *changes), encoding="utf-8")
    return path


def test_a_legal_roster_is_0(run: Runner, tmp_path: Path) -> None:
    found = run(_crew(tmp_path), "--book", TINY)
    assert (found.code, found.err) == (0, "")
    assert "21 of 48 shillings: 27 left" in found.out
    assert found.out.endswith("\n\nlegal by the rules of Tidewrack: Salvage\n")


def test_an_illegal_one_is_1_and_is_priced_all_the_same(run: Runner, tmp_path: Path) -> None:
    path = _crew(tmp_path, ("[boat-hook]", "[boat-hook, rope]"))
    found = run(path, "--book", TINY)
    assert found.code == 1
    assert "23 of 48 shillings: 25 left" in found.out
    assert "legal by" not in found.out
    assert found.err == (
        f"""
{path}:5:22 R101 hands: Bo carries more than two pieces
    In: Tidewrack: Salvage › The Crew
    Sentence: Whatever is Heavy counts as two.
    Computed: burden(diver.gear [Boat-hook, Rope]) 3 <= pieces_carried 2 = false; \
burden([Boat-hook, Rope]) = len([Rope]) + heavy_counts_as 2 × len([Boat-hook]) = 3
1 finding
"""
    )


def test_faults_of_form_are_1_with_what_can_be_judged(run: Runner, tmp_path: Path) -> None:
    path = _crew(tmp_path, ("[boat-hook]", "[boat-hok]"), ("[rope, rope]", "[storm-lamp, storm-lamp]"))
    found = run(path, "--book", TINY)
    assert found.code == 1
    assert [line.split(" ")[1] for line in found.err.splitlines() if line.startswith(str(path))] == ["R101", "S021"]
    assert found.err.endswith("2 findings\nThe rules of the whole crew were not judged; mend these first.\n")


@pytest.mark.parametrize("name", ["gone.yaml", "."])
def test_a_file_that_cannot_be_read_is_2(name: str, run: Runner, tmp_path: Path) -> None:
    found = run(tmp_path / name, "--book", TINY)
    assert (found.code, found.out) == (2, "")
    assert "S001" in found.err


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(b"", "1:1 S008", id="empty"),
        pytest.param(b"# nothing\n", "1:1 S008", id="a comment"),
        pytest.param(b"- a\n", "1:1 S013", id="a list"),
        pytest.param("name: \u00c6ther\n".encode("latin-1"), "1:7 S002", id="Latin-1"),
        pytest.param(bytes(range(256)), "2:118 S002", id="binary"),
        pytest.param(b"name: x\x00\n" * 60, "51:8 S001", id="control characters"),
        pytest.param(b"name: " + b"x" * 20_000 + b"\n", "1:1 S001", id="a long line"),
        pytest.param(b"x\n" * 300_000, "1:1 S001", id="too large"),
        pytest.param(b"name: x\n<<<<<<< HEAD\n", "2:1 S001", id="a merge that is not settled"),
    ],
)
def test_a_file_that_is_no_roster_is_1_at_its_line(text: bytes, line: str, run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "crew.yaml"
    path.write_bytes(text)
    found = run(path, "--book", TINY)
    assert (found.code, found.out) == (1, "")
    assert f"{path}:{line} " in found.err


def test_a_file_that_may_not_be_read_is_2(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _crew(tmp_path)
    read, access = Path.read_bytes, os.access

    def refused(self: Path) -> bytes:
        if self == path:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return read(self)

    # As for a user who may not: root may read whatever there is.
    monkeypatch.setattr(Path, "read_bytes", refused)
    monkeypatch.setattr(os, "access", lambda file, mode: file != path and access(file, mode))
    found = run(path, "--book", TINY)
    assert (found.code, found.out) == (2, "")
    assert "S001 the file cannot be read: Permission denied" in found.err


def test_the_members_with_faults_are_counted_too(run: Runner, tmp_path: Path) -> None:
    found = run(_crew(tmp_path, ("[boat-hook]", "[boat-hok]")), "--book", TINY)
    assert found.out.startswith("The Gulls (Crew; 3 of 4 divers without faults)\n")


@pytest.mark.parametrize(
    ("options", "option"),
    [
        (["--paper", "letter"], "--paper"),
        (["--paper", "a4"], "--paper"),
        (["--draft"], "--draft"),
    ],
)
def test_what_is_said_of_a_pdf_needs_one(options: list[str], option: str, run: Runner, tmp_path: Path) -> None:
    found = run(_crew(tmp_path), "--book", TINY, *options)
    assert (found.code, found.out) == (2, "")
    assert f"‘{option}’ is said of a PDF; name one with ‘--pdf’" in found.err


def test_no_folder_is_made_for_a_pdf(run: Runner, tmp_path: Path) -> None:
    found = run(_crew(tmp_path), "--book", TINY, "--pdf", tmp_path / "gone" / "x.pdf")
    assert (found.code, found.out) == (2, "")
    assert f"there is no folder {tmp_path / 'gone'}" in found.err
    assert not (tmp_path / "gone").exists()


@pytest.mark.parametrize("verb", ["roster", "rosters"])
def test_a_paper_that_the_sheets_lack_is_a_wrong_command(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out.pdf"
    of_verb = [REPOSITORY / "examples" / "oathband.yaml", "--pdf", output] if verb == "roster" else ["--output", output]
    arguments = ["rulebook", verb, "--book", REPOSITORY, "--paper", "a99", *of_verb]
    monkeypatch.setattr(sys, "argv", [str(argument) for argument in arguments])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert "Invalid value for --paper: the sheets are not set for the paper ‘a99’; there is a4, letter" in said
    assert not output.exists()


def test_the_help_says_what_it_ends_with(run: Runner) -> None:
    said = " ".join(run("--help").out.split())
    assert (
        "0 for a legal roster; with 1 for a file with findings: an illegal roster, or what is no roster at all" in said
    )
    assert (
        "with 2 when nothing can be judged: there is no such file, it cannot be opened, or the book has faults" in said
    )


def test_a_book_with_faults_judges_nothing(run: Runner, tmp_path: Path, tiny_source: Path) -> None:
    edit(tiny_source / "content" / "rosters" / "crew.yaml", "says: A crew is", "says: A band is")
    found = run(_crew(tmp_path), "--book", tiny_source)
    assert (found.code, found.out) == (2, "")
    assert found.err.endswith("1 finding\nThe book has faults; no roster can be judged by it.\n")
    edit(tiny_source / "content" / "data" / "gear.yaml", "cost: 6", "csot: 6")
    assert run(_crew(tmp_path), "--book", tiny_source).code == 2


def test_a_formula_that_fails_on_a_file_is_a_fault_of_the_book(run: Runner, tmp_path: Path, tiny_source: Path) -> None:
    edit(
        tiny_source / "content" / "rosters" / "crew.yaml",
        "holds: burden(diver.gear)",
        "holds: 1 / (0 * len(diver.gear))",
    )
    found = run(_crew(tmp_path), "--book", tiny_source)
    assert (found.code, found.out) == (2, "")
    assert "R102 this cannot be computed for ‘Ada’: " in found.err


def test_a_book_that_declares_no_roster_says_so(run: Runner, tmp_path: Path, tiny_source: Path) -> None:
    for path in (tiny_source / "content" / "rosters").iterdir():
        path.unlink()
    found = run(_crew(tmp_path), "--book", tiny_source)
    assert found == Run(2, "", "rulebook: the book does not say what a roster is (content/rosters/)\n")


def test_of_several_kinds_one_is_named(run: Runner, tmp_path: Path, tiny_source: Path) -> None:
    folder = tiny_source / "content" / "rosters"
    for end in (".yaml", ".json"):
        (folder / f"boat{end}").write_bytes((folder / f"crew{end}").read_bytes())
    path = _crew(tmp_path)
    found = run(path, "--book", tiny_source)
    assert (found.code, found.err) == (
        2,
        "rulebook: the book has several kinds of roster; say --kind with one of: boat, crew\n",
    )
    assert run(path, "--book", tiny_source, "--kind", "boat").code == 0
    found = run(path, "--book", tiny_source, "--kind", "bota")
    assert (found.code, found.err) == (2, "rulebook: there is no kind of roster ‘bota’; did you mean ‘boat’?\n")


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("--bok", "x")])
def test_a_wrong_command_is_2(arguments: tuple[str, ...], run: Runner) -> None:
    assert run(*arguments).code == 2


def test_the_example_is_judged_by_the_repositorys_own_book(run: Runner) -> None:
    found = run(REPOSITORY / "examples" / "oathband.yaml", "--book", REPOSITORY)
    assert (found.code, found.err) == (0, "")


def test_a_faulty_definition_is_told_and_no_roster_is_judged_by_it(
    run: Runner, tmp_path: Path, tiny_source: Path
) -> None:
    edit(tiny_source / "content" / "rules" / "crew.yaml", "shillings_of_each: 12", "shillings_of_each: 12 / 0")
    found = run(_crew(tmp_path), "--book", tiny_source)
    assert (found.code, found.out) == (2, "")
    assert [line for line in found.err.splitlines() if " E102 " in line or "R102" in line] == [
        line for line in found.err.splitlines() if line.startswith("content/rules/crew.yaml:")
    ]
    assert "12 is divided by zero" in found.err
    assert "The book has faults; no roster can be judged by it." in found.err
