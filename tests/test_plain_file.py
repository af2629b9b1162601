"""What an earlier run has left is read when it is a plain file, and never waited for when it is not."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.plain_file import plain_bytes, plain_digest


def test_a_plain_file_is_read_also_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        assert plain_bytes(tmp_path / name, 4) == b"text"
        assert plain_digest(tmp_path / name) == hashlib.sha256(b"text").hexdigest()


@pytest.mark.parametrize("read", [plain_bytes, plain_digest])
@pytest.mark.parametrize(
    ("kind", "said"),
    [("pipe", "no plain file"), ("endless", "no plain file"), ("folder", "a folder"), ("nothing", "No such file")],
)
def test_what_is_none_is_said(tmp_path: Path, read: Callable[[Path], object], kind: str, said: str) -> None:
    path = tmp_path / "kept"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    with pytest.raises(OSError, match=said) as caught:
        read(path)
    assert caught.value.filename == str(path)


def test_more_than_what_is_kept_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    with pytest.raises(OSError, match="larger than 4 bytes"):
        plain_bytes(tmp_path / "file", 4)
