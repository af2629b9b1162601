"""Records of printings that do not say what they must."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulebook.load import load_book
from tests.conftest import REPOSITORY


def test_a_day_that_is_not_in_the_calendar_is_told_at_its_line(tmp_path: Path) -> None:
    book = tmp_path / "tiny"
    shutil.copytree(REPOSITORY / "tests" / "tiny", book)
    record = book / "content" / "printings" / "1.0.yaml"
    record.parent.mkdir()
    text = "version: '1.0'\ndate: '2026-02-30'\nrecord: '2026-99-99'\nrevision: " + "a" * 40 + "\nids: []\n"
    record.write_text(text, encoding="utf-8")
    assert [str(finding).split("\n")[0] for finding in load_book(book).findings] == [
        "content/printings/1.0.yaml:2:7 S014 ‘2026-02-30’ is no date of the calendar",
        "content/printings/1.0.yaml:3:9 S014 ‘2026-99-99’ is no date of the calendar",
    ]
    record.write_text(text.replace("02-30", "02-28").replace("99-99", "12-02"), encoding="utf-8")
    assert load_book(book).findings == ()
