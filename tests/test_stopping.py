"""Being told to stop: what is raised, what is lost and raised again, and what a run that is stopped leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.processes import is_at_work

SECONDS = 60


def _program(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def _begun(path: Path, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "build"), "TMPDIR": str(path.parent)}
    return subprocess.Popen(
        [sys.executable, str(path), *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """Processes that are ended after a test that has failed to see to it."""
    found: list[int] = []
    yield found
    for process in found:
        if is_at_work(process):
            os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_verb_that_is_stopped_says_so_and_ends_by_convention(number: int, code: int, tmp_path: Path) -> None:
    program = _program(
        tmp_path,
        """
        import sys, time
        from rulebook import cli
        from rulebook.verbs import check
        def load(*_, **__):
            print("at work", flush=True)
            time.sleep(60)
        check.load_book = load
        sys.argv = ["rulebook", "check", "--book", "."]
        cli.main()
        """,
    )
    process = _begun(program)
    assert _line(process) == "at work"
    process.send_signal(number)
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err.strip()) == (code, "", "rulebook: stopped")


def test_a_word_to_stop_while_modules_are_loaded_is_no_traceback(tmp_path: Path) -> None:
    program = _program(
        tmp_path,
        """
        import builtins, sys, time
        from rulebook import cli
        usual = builtins.__import__
        def slow(name, *rest):
            if name == "click":
                print("loading", flush=True)
                time.sleep(60)
            return usual(name, *rest)
        builtins.__import__ = slow
        assert "click" not in sys.modules
        cli.main()
        """,
    )
    process = _begun(program)
    assert _line(process) == "loading"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (130, "", "rulebook: stopped\n")


def test_one_that_is_lost_in_a_destructor_is_raised_again(tmp_path: Path) -> None:
    program = _program(
        tmp_path,
        """
        import os, signal, sys, time
        from rulebook.stopping import StoppedError, stop_when_told
        stop_when_told()
        class Late:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)
                print("not reached")
        try:
            late = Late()
            del late
            print("lost", flush=True)
            time.sleep(60)
        except StoppedError:
            print("raised", flush=True)
        """,
    )
    process = _begun(program)
    out, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, out, err) == (0, "lost\nraised\n", "")


def test_a_second_word_does_not_break_the_tidying_off(tmp_path: Path) -> None:
    program = _program(
        tmp_path,
        """
        import os, signal
        from rulebook.stopping import StoppedError, stop_when_told
        stop_when_told()
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except StoppedError:
            os.kill(os.getpid(), signal.SIGTERM)
            os.kill(os.getpid(), signal.SIGINT)
            print("tidied", flush=True)
        """,
    )
    process = _begun(program)
    assert process.communicate(timeout=SECONDS) == ("tidied\n", "")


_WITH_A_COPY = """
    import os, sys, time
    from pathlib import Path
    from rulebook.forked import Forked
    from rulebook.leftovers import temporary_folder
    from rulebook.stopping import StoppedError, stop_when_told
    stop_when_told()
    def work():
        with temporary_folder("copy"):
            print(os.getpid(), flush=True)
            time.sleep(60)
    try:
        with temporary_folder("test"):
            copy = Forked(work)
            time.sleep(60)
    except StoppedError:
        sys.exit(7)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_copies_end_with_it_and_no_folder_is_left(number: int, tmp_path: Path, ended: list[int]) -> None:
    process = _begun(_program(tmp_path, _WITH_A_COPY))
    copy = int(_line(process))
    ended += [process.pid, copy]
    assert {path.name.split("-")[1] for path in tmp_path.glob("rulebook-*")} == {"test", "copy"}
    process.send_signal(number)
    _, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (7, "")
    assert not is_at_work(copy)
    assert list(tmp_path.glob("rulebook-*")) == []


def test_copies_of_one_that_was_killed_end_too(tmp_path: Path, ended: list[int]) -> None:
    process = _begun(_program(tmp_path, _WITH_A_COPY))
    copy = int(_line(process))
    ended += [process.pid, copy]
    process.kill()
    process.communicate(timeout=SECONDS)
    late = time.monotonic() + SECONDS
    while is_at_work(copy) and time.monotonic() < late:
        time.sleep(0.05)
    assert not is_at_work(copy)
    # The copy has tidied up; what the other has left is the next one's to remove.
    assert [path.name.split("-")[1] for path in tmp_path.glob("rulebook-*")] == ["test"]


@pytest.mark.parametrize("thread", [False, True], ids=["alone", "beside a spinner"])
def test_what_must_not_be_left_half_way_is_done_first(thread: bool, tmp_path: Path) -> None:
    program = _program(
        tmp_path,
        """
        import os, signal, sys, threading, time
        from pathlib import Path
        from rulebook.leftovers import remove, temporary_folder
        from rulebook.stopping import StoppedError, stop_when_told, unstopped
        stop_when_told()
        if sys.argv[1] == "True":
            threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
        usual = os.unlink
        def told(*arguments, **named):
            os.unlink = usual
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.05)
            usual(*arguments, **named)
        def filled(folder):
            folder.mkdir(exist_ok=True)
            for number in range(9):
                (folder / f"{number}.txt").write_text("half")
            os.unlink = told
        half = Path(sys.argv[2]) / "half"
        try:
            if sys.argv[3] == "remove":
                filled(half)
                remove(half)
            else:
                with temporary_folder("test") as folder:
                    filled(folder)
            print("not stopped")
        except StoppedError:
            print("stopped", half.exists(), flush=True)
        """,
    )
    for what in ("remove", "temporary"):
        process = _begun(program, str(thread), str(tmp_path), what)
        assert process.communicate(timeout=SECONDS) == ("stopped False\n", "")
        assert list(tmp_path.glob("rulebook-*")) == []
