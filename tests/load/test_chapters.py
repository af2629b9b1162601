"""Chapters: front matter, then text; what is wrong with the one hides nothing of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editing import edit, faults

HEAD = "---\ntitle: The Tide\n---\n"
BODY = "The tide turns.\n\n## Signals\n\nA crate.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + BODY, []),
        ("\ufeff" + HEAD + BODY, []),
        ((HEAD + BODY).replace("\n", "\r\n"), []),
        ("---\n# said of the title\ntitle: The Tide\n---\n" + BODY, []),
        # No front matter, or none that closes: the text is read all the same.
        (BODY + "\n<b>\n", ["1:1 S029", "7:1 S025"]),
        ("\n" + HEAD + BODY, ["1:1 S029", "2:1 S024", "3:1 S024"]),
        ("---\ntitle: The Tide\n\n" + BODY + "\n<b>\n", ["1:1 S029", "10:1 S025"]),
        ("---\ntitle: The Tide\n" + BODY, ["1:1 S029"]),
        # No text.
        (HEAD, ["3:1 S029"]),
        (HEAD + "\n  \n", ["3:1 S029"]),
        (HEAD.rstrip("\n"), ["3:1 S029"]),
        ("", ["1:1 S029"]),
        ("\n\n", ["1:1 S029"]),
        ("---", ["1:1 S029"]),
        ("---\ntitle: The Tide", ["1:1 S029"]),
        # What is wrong with the front matter stands in its own line.
        ("---\ntitel: The Tide\n---\n" + BODY, ["2:1 S011"]),
        ("---\nnumber: 3\ntitle: The Tide\n---\n" + BODY, ["2:1 S011"]),
        ("---\ntitle: The Tide\ntitle: The Ebb\n---\n" + BODY, ["3:1 S006"]),
        ("---\ntitle:\n---\n" + BODY, ["2:7 S008"]),
        ("---\ntitle: ~\n---\n" + BODY, ["2:8 S009"]),
        ("---\ntitle: [a]\n---\n" + BODY, ["2:8 S013"]),
        ("---\ntitle: Tide #1\n---\n" + BODY, ["2:8 S010"]),
        ("---\ntitle: The Tide: an end\n---\n" + BODY, ["2:16 S005"]),
        ("---\n\ttitle: The Tide\n---\n" + BODY, ["2:1 S004"]),
        ("---\nThe Tide\n---\n" + BODY, ["2:1 S013"]),
        ("---\n---\n" + BODY, ["2:1 S008"]),
        # Places in the text count from the file's first line.
        (HEAD + "One.\r\nTwo <b>.\r\n\r\n## Signals\r\n", ["5:5 S025"]),
        (HEAD + BODY + "\ncafe\u0301 <b>\n", ["10:4 S003", "10:6 S025"]),
        (HEAD + BODY + "\na\u2028b <b>\n", ["10:2 S004", "10:5 S025"]),
        (HEAD + BODY + "\na\tb\n", ["10:2 S004"]),
    ],
)  # fmt: skip
def test_faults_are_found_at_their_place(tiny_source: Path, text: str, expected: list[str]) -> None:
    (tiny_source / "content" / "chapters" / "the-tide.md").write_bytes(text.encode("utf-8"))
    name = "content/chapters/the-tide.md:"
    found = [place.removeprefix(name) for place in faults(tiny_source)]
    assert sorted(found) == sorted(expected)


def test_a_chapter_that_is_not_utf8_hides_only_itself(tiny_source: Path) -> None:
    path = tiny_source / "content" / "chapters" / "the-tide.md"
    path.write_bytes(path.read_bytes() + b"\ncaf\xe9\n")
    assert faults(tiny_source) == ["content/chapters/the-tide.md:13:4 S002"]


def test_an_unclosed_container_hides_no_section_that_others_link_to(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "chapters" / "the-tide.md", "## Signals", "::: note\n\n## Signals")
    edit(tiny_source / "content" / "chapters" / "the-tide.md", "one for the row", "one <b>for the row")
    assert faults(tiny_source) == [
        "content/chapters/the-tide.md:6:1 S023",
        "content/chapters/the-tide.md:10:42 S025",
    ]


def test_a_chapters_file_is_named_like_an_id(tiny_source: Path) -> None:
    chapters = tiny_source / "content" / "chapters"
    (chapters / "the-tide.md").rename(chapters / "The Tide.md")
    assert faults(tiny_source) == [
        "content/book.yaml:22:16 S021",
        "content/chapters/The Tide.md:1:1 S014",
    ]
