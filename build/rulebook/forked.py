"""Work that is done beside this process, on another core, in a copy of it."""

from __future__ import annotations

import atexit
import copyreg
import gc
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rulebook.stopping import SIGNALS, stop_without

Result = TypeVar("Result")

# Those at work, which end with this process; long enough for what they tidy away.
_at_work: set[int] = set()
_SECONDS_TO_STOP = 5.0


def work_can_be_shared() -> bool:
    """Whether a copy of this process would save time: there is another core, and no thread that it would lack."""
    return hasattr(os, "fork") and (os.cpu_count() or 1) > 1 and threading.active_count() == 1


def _read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


def _as_items(read_only: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(read_only),)


# A map that cannot be changed is sent as the map that it shows; pickle knows no way of its own.
copyreg.pickle(MappingProxyType, _as_items)


class Forked(Generic[Result]):
    """Begins a function's work in a copy of this process; what it gives back must be of a kind that can be pickled.

    The copy shares what this process has loaded so far, and nothing that either changes afterwards. It must write to no
    terminal. Where the system has no such copies, or no room for one, the work is done when its result is asked for.
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._process = 0
        if not hasattr(os, "fork"):
            return
        # What waits to be written would be written by both.
        sys.stdout.flush()
        sys.stderr.flush()
        self._pipe, end = os.pipe()
        parent = os.getpid()
        # A word to stop waits until each of the two knows which one it is.
        waiting = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        try:
            self._process = os.fork()
            if not self._process:
                _work_and_leave(work, self._pipe, end, parent, waiting)
            _at_work.add(self._process)
        except OSError:  # no room for another process: the work is done here, as without copies
            os.close(self._pipe)
        finally:
            os.close(end)
            signal.pthread_sigmask(signal.SIG_SETMASK, waiting)

    def result(self) -> Result:
        """What the function gave back, once it has; what it raised is raised here. To be asked once."""
        if not self._process:
            return self._work()
        with os.fdopen(self._pipe, "rb") as pipe:
            told = pipe.read()
        os.waitpid(self._process, 0)
        _at_work.discard(self._process)
        if not told:
            raise ChildProcessError("a process that was started for a part of the work has ended without a result")
        done, found = pickle.loads(told)
        if not done:
            raise found
        return found  # type: ignore[no-any-return]


def _work_and_leave(work: Callable[[], object], other_end: int, end: int, parent: int, signals: set[Any]) -> None:
    """Do the work, write what came of it to the pipe's end, and end this process without its parent's tidying."""
    code = 1
    try:
        _at_work.clear()
        stop_without(parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        os.close(other_end)
        # What the parent has is never garbage here, and looking through it would copy its memory.
        gc.freeze()
        try:
            told = pickle.dumps((True, work()))
        except Exception as error:  # whatever it is, the parent is to raise it
            told = _told(error)
        with os.fdopen(end, "wb") as pipe:
            pipe.write(told)
        code = 0
    finally:
        try:
            end_copies()
        finally:
            os._exit(code)


def copies_at_work() -> frozenset[int]:
    """The copies of this process that are still at work, by their process numbers."""
    return frozenset(_at_work)


@atexit.register
def end_copies(but: Collection[int] = ()) -> None:
    """End the copies of this process that are still at work, once they have tidied away what they had begun.

    Those of `but` work on: their results are still to be asked for.
    """
    ended = _at_work.difference(but)
    for process in ended:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGTERM)
    late = time.monotonic() + _SECONDS_TO_STOP
    for process in ended:
        _at_work.discard(process)
        try:
            while not os.waitpid(process, os.WNOHANG)[0]:
                if time.monotonic() > late:
                    os.kill(process, signal.SIGKILL)
                time.sleep(0.01)
        except (ChildProcessError, ProcessLookupError):
            continue


def _told(error: Exception) -> bytes:
    """An exception as it is sent; one that cannot be sent whole is sent as what it says."""
    try:
        told = pickle.dumps((False, error))
        pickle.loads(told)
    except Exception:  # an exception's own way of being pickled can fail in any way
        told = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return told
