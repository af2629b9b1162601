"""Interrupted and short of room: what was there stays as it was, nothing half made is left, and the next run succeeds.

Nothing here is timed: a run is stopped once it has begun to write what the test waits for.
"""

from __future__ import annotations

import hashlib
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from rulebook.printing import freeze as freezing
from rulebook.printing.freeze import freeze
from tests.conftest import REPOSITORY
from tests.processes import at_work

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("printing")]

SECONDS = 120
RECORD = "content/printings/1.0.yaml"
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}


@dataclass(frozen=True)
class Run:
    """A run of a verb under way on a book, with temporary files in a folder of its own."""

    root: Path
    temporary: Path
    words: tuple[str, ...]

    def begin(self, limit: int | None = None) -> subprocess.Popen[str]:
        """Begin it; no file of it may be larger than `limit` bytes."""
        command = [sys.executable, "-m", "rulebook", *self.words, "--book", str(self.root)]
        environment = {**os.environ, "TMPDIR": str(self.temporary), "PYTHONPATH": str(REPOSITORY / "build")}
        return subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=None if limit is None else partial(_no_larger, limit),
        )

    def finish(self, limit: int | None = None) -> tuple[int, str]:
        """How it ended, and what it said."""
        process = self.begin(limit)
        out, err = process.communicate(timeout=SECONDS)
        return process.returncode, out + err

    @property
    def half_made(self) -> list[str]:
        """What it should not have left."""
        hidden = [path for name in ("dist", "content") for path in (self.root / name).rglob(".*")]
        return sorted(path.name for path in (*hidden, *self.temporary.iterdir()))


def _no_larger(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def old_book(tiny_repository: Path) -> Path:
    old = tiny_repository / "dist" / "tidewrack.pdf"
    old.parent.mkdir()
    old.write_bytes(b"%PDF old")
    return old


@pytest.fixture
def freezing_run(tiny_repository: Path, temporary: Path) -> Run:
    return Run(tiny_repository, temporary, ("freeze", "1.0", "--date", "2026-12-02"))


@pytest.fixture
def book_run(tiny_repository: Path, temporary: Path) -> Run:
    return Run(tiny_repository, temporary, ("book",))


def _wait(process: subprocess.Popen[str], there: Callable[[], bool]) -> None:
    while not there():
        assert process.poll() is None, "it has ended before it wrote what the test waits for"
        time.sleep(0.002)


def _group(process: int) -> Iterator[int]:
    """The processes at work in the group of one."""
    return (found.number for found in at_work() if found.group == process)


def _snapshot(root: Path) -> dict[str, str]:
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for name in ("dist", "content")
        for path in sorted((root / name).rglob("*"))
        if path.is_file()
    }


def _stopped(run: Run, number: int, pattern: str, folder: Path, *, whole_group: bool) -> None:
    """Stop a run once a file is there, and look at what is left."""
    before = _snapshot(run.root)
    process = run.begin()
    _wait(process, lambda: any(folder.glob(pattern)))
    (os.killpg if whole_group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == SIGNALS[signal.Signals(number)], err
    assert "Traceback" not in err
    assert "ignored" not in err
    assert out == ""
    # One that was killed cannot wait for its children; they end by themselves.
    late = time.monotonic() + SECONDS
    while number == signal.SIGKILL and list(_group(process.pid)) and time.monotonic() < late:
        time.sleep(0.05)
    assert list(_group(process.pid)) == []
    if number != signal.SIGKILL:
        assert err.strip().splitlines()[-1] == "rulebook: stopped"
        assert run.half_made == []
    assert {name: digest for name, digest in _snapshot(run.root).items() if "/." not in name} == before


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_freeze_that_is_stopped_leaves_all_as_it_was(freezing_run: Run, old_book: Path, number: int) -> None:
    laid_out = "rulebook-printing-*/dist/.tidewrack.pdf.*.whole"
    _stopped(freezing_run, number, "rulebook-printing-*", freezing_run.temporary, whole_group=True)
    # One process alone is told: the others end with it.
    _stopped(freezing_run, number, laid_out, freezing_run.temporary, whole_group=False)
    code, said = freezing_run.finish()
    assert code == 0, said
    assert (freezing_run.root / RECORD).is_file()
    assert freezing_run.half_made == []
    assert old_book.read_bytes() == b"%PDF old"


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_book_that_is_stopped_leaves_the_old_one(book_run: Run, old_book: Path, number: int) -> None:
    _stopped(book_run, number, "rulebook-fonts-*", book_run.temporary, whole_group=False)
    _stopped(book_run, number, "dist/.tidewrack.pdf.*.whole", book_run.root, whole_group=False)
    code, said = book_run.finish()
    assert code == 0, said
    assert old_book.read_bytes() != b"%PDF old"
    assert book_run.half_made == []


@pytest.mark.parametrize("limit", [100, 4_000, 40_000])
def test_without_room_the_old_book_stays_and_a_line_says_so(book_run: Run, old_book: Path, limit: int) -> None:
    before = _snapshot(book_run.root)
    code, said = book_run.finish(limit)
    assert code == 2, said
    assert "Traceback" not in said
    # It names what was to be written, or a folder of temporary files, and no file that is gone.
    last = said.splitlines()[-1]
    assert last in {f"rulebook: {path}: File too large" for path in (old_book, book_run.temporary)}
    assert _snapshot(book_run.root) == before
    assert book_run.half_made == []
    assert old_book.read_bytes() == b"%PDF old"


@pytest.mark.parametrize("limit", [100, 4_000, 40_000])
def test_without_room_nothing_is_frozen(freezing_run: Run, limit: int) -> None:
    before = _snapshot(freezing_run.root)
    code, said = freezing_run.finish(limit)
    assert code == 2, said
    assert "Traceback" not in said
    assert "File too large" in said
    assert _snapshot(freezing_run.root) == before
    assert freezing_run.half_made == []


@pytest.mark.parametrize("step", ["copy_product", "write_new"])
@pytest.mark.parametrize("raised", [KeyboardInterrupt(), OSError(28, "No space left on device")], ids=["stop", "full"])
def test_while_products_are_kept_and_the_record_is_written(
    frozen: Path, monkeypatch: pytest.MonkeyPatch, step: str, raised: BaseException
) -> None:
    """What an earlier freeze has kept is lost only to what is whole, and there is no record of what is not."""
    kept = frozen / "dist" / "printings" / "1.0"
    before = _snapshot(frozen)

    def broken(*_: object) -> None:
        raise raised

    with monkeypatch.context() as patched:
        patched.setattr(freezing, step, broken)
        with pytest.raises(type(raised)):
            freeze(frozen, "1.1", "2026-12-03", lambda _: None)
    assert not (frozen / "content" / "printings" / "1.1.yaml").exists()
    assert not list(kept.parent.glob(".*"))
    assert {name: digest for name, digest in _snapshot(frozen).items() if "1.1" not in name} == before
