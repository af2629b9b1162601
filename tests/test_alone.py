"""One process at a time: another waits, whatever ends the first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.alone import alone_in
from tests.conftest import REPOSITORY

_WITHIN = """
import sys
from pathlib import Path
from rulebook.alone import alone_in

print("asks", flush=True)
with alone_in(Path(sys.argv[1])):
    print("within", flush=True)
    sys.stdin.read()
"""


def _begun(folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "build")}
    process = subprocess.Popen(
        [sys.executable, "-c", _WITHIN, str(folder)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "asks\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody is kept waiting")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, None], ids=["told", "killed", "done"])
def test_another_is_within_only_once_the_first_has_ended(tmp_path: Path, end: signal.Signals | None) -> None:
    first = _begun(tmp_path)
    assert first.stdout is not None
    assert first.stdout.readline() == "within\n"
    second = _begun(tmp_path)
    assert second.stdout is not None
    os.set_blocking(second.stdout.fileno(), False)
    try:
        # It may not have come so far as to ask; that it is within, it has never said.
        assert second.stdout.readline() == ""
        os.set_blocking(second.stdout.fileno(), True)
        if end is None:
            first.communicate("")
        else:
            first.send_signal(end)
            first.wait()
        assert second.stdout.readline() == "within\n"
    finally:
        for process in (first, second):
            process.kill()
            process.communicate()
    assert list(tmp_path.iterdir()) == []


def test_in_two_folders_two_are_at_work(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with alone_in(tmp_path / "a"), alone_in(tmp_path / "b"):
        pass


def test_it_is_open_again_afterwards_and_after_what_was_raised(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), alone_in(tmp_path):
        raise KeyboardInterrupt
    with alone_in(tmp_path):
        pass


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), alone_in(tmp_path / "nowhere"):
        pass
