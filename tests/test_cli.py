"""The command line: exit codes, messages in full, and never a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebook import cli
from rulebook.edit.starter import FIRST
from tests.conftest import TINY
from tests.edit.bound_tiny import bind_tiny, set_rule, snapshot
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


def test_a_sound_book_is_0_and_ends_with_its_summary(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(capsys, monkeypatch, "check", "--book", TINY)
    assert (found.code, found.err) == (0, "")
    assert (
        re.sub(r"\d+(?:\.\d+)?", "…", found.out)
        == """\
Tidewrack: Salvage: … chapters, … tables, … entries; no findings
  rules: … values, … formulas, … claims
  bindings: … computed (is), … given (let); … Example
  numerals: …% of … settled (… bound, … data; … loose); apart from these … dice, … in names, … external, \
… declared inert; … in all
  external claims: …
  waived: …
"""
    )


def test_a_summary_says_how_many_checks_were_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(capsys, monkeypatch, "check", "--select", "G104", "--book", TINY)
    assert found.out.split("\n")[0].endswith(" entries; 1 check asked, no findings")
    found = run(capsys, monkeypatch, "check", "--ignore", "G104", "--book", TINY)
    assert re.search(r" entries; \d\d+ checks asked, no findings$", found.out.split("\n")[0])


def test_the_loose_numerals_are_listed_where_they_are_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(capsys, monkeypatch, "check", "--numerals", "--book", TINY)
    assert found.code == 0
    lines = found.out.split("\n")
    count = re.match(r"numerals: \S+ of \d+ settled \(\d+ bound, \d+ data; (\d+) loose\)", lines[0])
    assert count is not None
    listed = [line for line in lines if line.startswith("  content/")]
    assert len(listed) == int(count[1]) > 20
    assert any(re.fullmatch(r"  content/chapters/the-crew\.md:\d+:\d+ ‘1’: A stat is raised.*", x) for x in listed)


def test_loose_numerals_are_listed_beside_findings(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(tiny_source / "content" / "chapters" / "the-wreck.md", "[1]{is", "[2]{is")
    found = run(capsys, monkeypatch, "check", "--numerals", "--book", tiny_source)
    assert found.code == 1
    assert "E101" in found.err
    assert found.out.startswith("numerals: ")
    assert "no findings" not in found.out


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


def test_a_stop_from_the_keyboard_is_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulebook.verbs.check.load_book", stop)
    found = run(capsys, monkeypatch, "check", "--book", TINY)
    assert (found.code, found.out, found.err.strip()) == (130, "", "rulebook: stopped")


def test_the_module_runs_as_a_program() -> None:
    command = [sys.executable, "-m", "rulebook", "check", "--book", str(TINY)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (result.returncode, result.stderr) == (0, "")


# Changing a rule


def test_bind_lists_what_is_stale_and_writes_nothing(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_tiny(tiny_source)
    assert run(capsys, monkeypatch, "bind", "--book", tiny_source) == Run(0, "no number is stale\n", "")
    set_rule(tiny_source, "luck: −1", "luck: −2")
    before = snapshot(tiny_source)
    found = run(capsys, monkeypatch, "bind", "--book", tiny_source)
    assert (found.code, found.err) == (1, "")
    assert (
        re.sub(r"(?m)^(\S+\.md):\d+:", r"\1:…:", found.out)
        == """\
content/chapters/the-crew.md:…:32 ‘−1’
    In: Tidewrack: Salvage › The Crew
    Sentence: They reach 3″, at −1, from 2–7; the drowned bell rings.
    Found: −1
    Computed: luck = −2
    Hint: ‘rulebook bind --write’ writes ‘−2’
1 number to write in 1 file; 0 left in Examples, 0 outside them
"""
    )
    assert snapshot(tiny_source) == before


def test_bind_writes_and_leaves_examples_to_the_editor(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_tiny(tiny_source)
    set_rule(tiny_source, "luck: −1", "luck: −2")
    found = run(capsys, monkeypatch, "bind", "--write", "--book", tiny_source)
    assert found.code == 0
    assert ":32 ‘−1’ → ‘−2’\n" in found.out
    assert "    Hint: read the sentence again" in found.out
    assert run(capsys, monkeypatch, "bind", "--book", tiny_source).out == "no number is stale\n"
    set_rule(tiny_source, "purse: 12", "purse: 13")
    left = run(capsys, monkeypatch, "bind", "--write", "--book", tiny_source)
    assert left.code == 1
    listed = left.out.partition("Left to the editor, in an Example:\n")[2]
    assert (
        re.sub(r"(?m)^(\S+\.md):\d+:", r"\1:…:", listed)
        == """\
content/chapters/the-crew.md:…:29 ‘36’
    In: Tidewrack: Salvage › The Crew
    Sentence: With 3 hands, 36 shillings are spent.
    Found: 36
    Computed: wages(3) = 3 × purse 13 = 39
    Hint: write ‘39’, or change the story
3 numbers written in 1 file; 1 left in Examples, 0 outside them
"""
    )
    again = run(capsys, monkeypatch, "bind", "--write", "--book", tiny_source)
    assert again.code == 1
    assert again.out.splitlines()[-1] == "0 numbers written; 1 left in Examples, 0 outside them"


def test_a_file_that_bind_may_not_write_is_2_and_one_line(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_tiny(tiny_source)
    set_rule(tiny_source, "luck: −1", "luck: −2")
    chapter = tiny_source / "content" / "chapters" / "the-crew.md"
    chapter.chmod(0o444)
    before = snapshot(tiny_source)
    assert run(capsys, monkeypatch, "bind", "--write", "--book", tiny_source) == Run(
        2, "", f"rulebook: {chapter} cannot be written: it is read-only; nothing was changed\n"
    )
    assert snapshot(tiny_source) == before


@pytest.mark.parametrize("verb", [["bind"], ["bind", "--write"], ["where", "purse"]])
def test_a_book_that_does_not_load_is_1_with_its_findings(
    verb: list[str], tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(tiny_source / "content" / "data" / "gear.yaml", "cost: 6", "cost: six")
    found = run(capsys, monkeypatch, *verb, "--book", tiny_source)
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith("content/data/gear.yaml:6:11 S013 ")
    assert run(capsys, monkeypatch, *verb, "--book", tiny_source / "gone").code == 2


def test_where_says_each_place(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_tiny(tiny_source)
    found = run(capsys, monkeypatch, "where", "luck", "--book", tiny_source)
    assert (found.code, found.err) == (0, "")
    assert (
        re.sub(r"(?m)^( +\S+\.md):\d+:", r"\1:…:", found.out)
        == """\
the value luck
Defined (1)
    content/rules/purse.yaml:8:3 luck: −1
        home: the-crew
Numbers in chapters (1)
    content/chapters/the-crew.md:…:32 ‘−1’ in: They reach 3″, at −1, from 2–7; the drowned bell rings.
        in The Crew
1 place beside its own
"""
    )
    unknown = run(capsys, monkeypatch, "where", "lucky", "--book", tiny_source)
    assert unknown == Run(
        2,
        "",
        "rulebook: ‘lucky’ is no value, formula, term, entry or table of this book; did you mean ‘luck’?\n",
    )


# Another game


def test_new_starts_a_book_that_the_other_verbs_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    found = run(capsys, monkeypatch, "new", folder, "--title", "Mine")
    first = f"First change in {folder / 'content' / 'book.yaml'}: {FIRST}.\n"
    assert found == Run(0, f"{folder}: a book to begin with; try ‘rulebook check --book {folder}’\n{first}", "")
    checked = run(capsys, monkeypatch, "check", "--book", folder)
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("Mine: ")
    assert run(capsys, monkeypatch, "bind", "--book", folder) == Run(0, "no number is stale\n", "")
    again = run(capsys, monkeypatch, "new", folder)
    assert again == Run(
        2, "", f"rulebook: {folder} is not empty; name a folder that is, or one that is not there yet\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--select", "Z"], "‘--select Z’ names no check"),
        (["check", "--select", "E101,E102"], "give the option once for each check"),
        (["check", "--select", "E1001"], "did you mean"),
        (["check", "--select", "e101"], "codes are written in capitals: E101"),
        (["check", "--select", "P101"], "‘P101’ is told by ‘rulebook preflight’"),
        (["check", "--ignore", "S005"], "‘S005’ is told by every verb that loads the book, before any check"),
        (["check", "--select", "C003"], "‘C003’ is told by the verbs that make a product"),
        (["check", "--numerals", "--format", "json"], "‘--format json’ has no place for it: its summary counts them"),
        (["check", "--numerals", "--format", "github"], "‘--format github’ has no place for it: leave ‘--format’ out"),
        (["check", "--ignore", "E9"], "‘--ignore E9’ names no check"),
        (["check", "--ignore", ""], "‘--ignore’ is empty"),
        (["check", "--select", ""], "‘--select’ is empty"),
        (["check", "--select", "E101", "--ignore", "E"], "nothing would be looked at"),
        (["export", "--output", ""], "it is empty"),
        (["export", "--output", "/dev/null"], "is no plain file"),
        (["new", "/nowhere/at/all", "--title", "\udcff"], "that can be printed"),
        (["new", "/nowhere/at/all", "--title", "x" * 101], "up to 100 letters"),
    ],
)
def test_an_argument_that_cannot_be_meant_is_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    book = [] if arguments[0] == "new" else ["--book", str(TINY)]
    found = run(capsys, monkeypatch, *arguments, *book)
    assert (found.code, found.out) == (2, "")
    assert said in " ".join(found.err.split())


def test_no_output_is_written_over_a_source(
    tiny_source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tiny_source / "content" / "book.yaml"
    before = target.read_bytes()
    found = run(capsys, monkeypatch, "export", "--book", tiny_source, "--output", target)
    assert (found.code, target.read_bytes()) == (2, before)
    assert "never written over" in " ".join(found.err.split())
