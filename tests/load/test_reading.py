"""From bytes to text: marks and line ends are made one, and what may not stand in a source is found at its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebook.finding import Finding
from rulebook.load.reading import LONGEST_LINE, MOST_BAD_CHARACTERS, MOST_BYTES, read_source
from tests.editing import places


def read(folder: Path, raw: bytes) -> tuple[str | None, list[Finding]]:
    (folder / "x.md").write_bytes(raw)
    findings: list[Finding] = []
    return read_source(folder, folder / "x.md", findings), findings


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a\nb\n", "a\nb\n"),
        (b"\xef\xbb\xbfa\n", "a\n"),
        (b"a\r\nb\r\n", "a\nb\n"),
        (b"a\rb\n", "a\nb\n"),
        (b"", ""),
        ("6″ – −2 ’".encode(), "6″ – −2 ’"),
    ],
)
def test_sound_text_is_given_with_plain_line_ends(tmp_path: Path, raw: bytes, text: str) -> None:
    assert read(tmp_path, raw) == (text, [])


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"one\nab\xff", ["x.md:2:3 S002"]),
        ("é".encode() + b"\xe9", ["x.md:1:2 S002"]),
        ("a\n".encode("utf-16"), ["x.md:1:1 S002"]),
        (b"\xed\xa0\x80", ["x.md:1:1 S002"]),
        (b"one\na\tb\tc", ["x.md:2:2 S004", "x.md:2:4 S004"]),
        (b"a\x00b", ["x.md:1:2 S004"]),
        (b"a\x0cb", ["x.md:1:2 S004"]),
        ("one\r\na\u2028b".encode(), ["x.md:2:2 S004"]),
        ("a\u2029b".encode(), ["x.md:1:2 S004"]),
        ("a\x85b".encode(), ["x.md:1:2 S004"]),
        ("a\u00a0b".encode(), ["x.md:1:2 S004"]),
        ("a\u00adb".encode(), ["x.md:1:2 S004"]),
        ("a\u200bb".encode(), ["x.md:1:2 S004"]),
        ("a\u202eb".encode(), ["x.md:1:2 S004"]),
        ("a\ufeffb".encode(), ["x.md:1:2 S004"]),
        ("one\ncafe\u0301 e\u0301".encode(), ["x.md:2:4 S003"]),
        ("\u212b".encode(), ["x.md:1:1 S003"]),
        (b"one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> side\n", ["x.md:2:1 S001"]),
        (b"<<<<<<<\n>>>>>>>>\n", []),
    ],
)
def test_what_may_not_stand_in_a_source_is_found_at_its_place(tmp_path: Path, raw: bytes, expected: list[str]) -> None:
    assert places(read(tmp_path, raw)[1]) == expected


def test_forbidden_characters_become_spaces_so_that_columns_hold(tmp_path: Path) -> None:
    text, _ = read(tmp_path, "a\u2028b\x00c\x85d\te".encode())
    assert text == "a b c d\te"


def test_decomposed_text_is_composed_for_later_stages(tmp_path: Path) -> None:
    text, findings = read(tmp_path, "cafe\u0301".encode())
    assert text == "caf\u00e9"
    assert findings[0].hint == "type ‘\u00e9’ as one character"


def test_a_binary_file_is_given_up_after_some_characters(tmp_path: Path) -> None:
    text, findings = read(tmp_path, b"\x00\x01" * 100_000)
    assert text is None
    assert len(findings) <= MOST_BAD_CHARACTERS + 1
    text, findings = read(tmp_path, b"\x00\n" * 1000)
    assert text is None
    assert findings[-1].message == "more than 50 control characters: the rest of the file is not read"


def test_a_huge_file_and_a_huge_line_are_refused(tmp_path: Path) -> None:
    assert places(read(tmp_path, b"a\n" * (MOST_BYTES // 2) + b"a")[1]) == ["x.md:1:1 S001"]
    assert places(read(tmp_path, b"one\n" + b"[" * (LONGEST_LINE + 1))[1]) == ["x.md:2:1 S001"]
    assert read(tmp_path, b"a" * LONGEST_LINE)[1] == []


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "nowhere.md").symlink_to("gone")
    (tmp_path / "endless.md").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.md")
    messages = {}
    for name in ("folder", "loop", "nowhere", "endless", "pipe", "missing"):
        findings: list[Finding] = []
        assert read_source(tmp_path, tmp_path / f"{name}.md", findings) is None
        assert places(findings) == [f"{name}.md:1:1 S001"]
        messages[name] = findings[0].message
    assert messages["folder"] == "this is a folder"
    assert messages["pipe"] == messages["endless"] == "this is no plain file"
    assert messages["missing"] == messages["nowhere"] == "the file cannot be read: No such file or directory"
    assert messages["loop"].startswith("the file cannot be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may read every file")
def test_a_file_that_may_not_be_read_is_found(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("a\n", encoding="utf-8")
    (tmp_path / "x.md").chmod(0)
    findings: list[Finding] = []
    assert read_source(tmp_path, tmp_path / "x.md", findings) is None
    assert findings[0].message == "the file cannot be read: Permission denied"
