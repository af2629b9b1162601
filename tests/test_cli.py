"""The command line: exit codes, messages in full, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebook import cli
from tests.conftest import TINY
from tests.editing import edit


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object) -> Run:
    """Run the command line in this process, as `rulebook` does."""
    monkeypatch.setattr(sys, "argv", ["rulebook", *map(str, arguments)])
    code: object = 0
    try:
        cli.main()
    except SystemExit as stop:
        code = stop.code
    assert isinstance(code, int)
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return Run(code, captured.out, captured.err)


def test_a_sound_book_is_0(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capsys, monkeypatch, "check", "--book", TINY) == Run(
        0, "Tidewrack: Salvage: 6 chapters, 5 tables, 33 entries; no findings\n", ""
    )


def test_findings_are_1_and_are_printed_in_full(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = tiny_source / "content"
    edit(content / "data" / "gear.yaml", "cost: 6", "csot: 6")
    edit(content / "data" / "knacks.yaml", "id: bright-eyed", "id: bright")
    edit(content / "data" / "words.yaml", "text: |\n      The tide that leaves.", "text: #1 of the tides")
    edit(content / "chapters" / "the-crew.md", "::: table gear", "::: tabel gear")
    edit(content / "chapters" / "the-crew.md", "stays ashore", "stays <b>ashore")
    found = run(capsys, monkeypatch, "check", "--book", tiny_source)
    assert found == Run(
        1,
        "",
        """\
content/chapters/the-crew.md:17:23 S025 raw HTML begins at ‘<b>ashore.’
    Hint: write it in Markdown; a plain ‘<’ stands between spaces
content/chapters/the-crew.md:19:1 S022 there is no directive ‘tabel’
    Hint: did you mean ‘table’?
content/data/gear.yaml:6:5 S011 a gear ‘boat-hook’ has no key ‘csot’
    Hint: did you mean ‘cost’?
content/data/knacks.yaml:23:9 S020 the id ‘bright’ is used twice: first on line 17
    Hint: give each entry its own id
content/data/words.yaml:37:10 S008 a value is empty
    Hint: a # after a space begins a comment; quote the value
5 findings
""",
    )


def test_one_finding_is_counted_as_one(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(tiny_source / "content" / "data" / "gear.yaml", "cost: 6", "cost: six")
    assert run(capsys, monkeypatch, "check", "--book", tiny_source) == Run(
        1,
        "",
        "content/data/gear.yaml:6:11 S013 ‘cost’ of a gear ‘boat-hook’ is ‘six’; expected a whole number\n1 finding\n",
    )


def test_no_such_folder_is_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    assert run(capsys, monkeypatch, "check", "--book", gone) == Run(2, "", f"rulebook: there is no folder {gone}\n")


def test_a_folder_without_content_is_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = f"rulebook: {tmp_path / 'content'}: there is no such folder; name the book's folder\n"
    assert run(capsys, monkeypatch, "check", "--book", tmp_path) == Run(2, "", message)


def test_a_file_in_place_of_the_book_is_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "book").write_text("a book", encoding="utf-8")
    found = run(capsys, monkeypatch, "check", "--book", tmp_path / "book")
    assert (found.code, found.out) == (2, "")
    assert found.err.splitlines()[-1].endswith("is a file.")


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("book.yaml", "content/book.yaml:1:1"),
        ("data/gear.yaml", "content/data/gear.yaml:1:1"),
        ("schemas/gear.json", "content/schemas/gear.json:1:1"),
        ("chapters/the-crew.md", "content/chapters/the-crew.md:1:1"),
    ],
)
def test_a_file_that_cannot_be_read_is_2_and_one_line(
    tiny_source: Path, name: str, place: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tiny_source / "content" / name
    path.unlink()
    path.mkdir()
    found = run(capsys, monkeypatch, "check", "--book", tiny_source)
    message = f"{place} S001 this is a folder\n    Hint: a file is expected\n1 finding\n"
    assert found == Run(2, "", message)


@pytest.mark.parametrize("arguments", [["chekc"], ["check", "--bok", "."], ["check", "extra"]])
def test_a_wrong_command_is_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(capsys, monkeypatch, *arguments)
    assert (found.code, found.out) == (2, "")
    assert "Error: " in found.err


def test_help_and_version_are_0(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(capsys, monkeypatch, "--version").out.startswith("rulebook, version ")
    found = run(capsys, monkeypatch, "check", "-h")
    assert found.code == 0
    assert "--book" in found.out


def test_a_stop_from_the_keyboard_is_2(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulebook.verbs.check.load_book", stop)
    found = run(capsys, monkeypatch, "check", "--book", TINY)
    assert (found.code, found.out, found.err.strip()) == (2, "", "rulebook: stopped")


def test_the_module_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "rulebook", "check", "--book", str(TINY)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (result.returncode, result.stderr) == (0, "")
