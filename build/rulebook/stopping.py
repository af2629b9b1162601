"""Being told to stop: from the keyboard, by whoever manages this process, or because nobody waits for it any more.

It is raised as an exception wherever the work stands, so that all that is half made is removed on the way out. This
module loads next to nothing, since a process can be told to stop before it has begun.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Those that ask a process to stop."""

# A second word within so many seconds is the same one over again (a terminal tells each of its processes, and these
# tell each other), and must not break the tidying off.
_SAME = 2.0
_AGAIN = 0.05
_LOOK = 1.0

_told = 0
_when = 0.0
# How many hold it off, and whether it has come meanwhile.
_held = 0
_waits = False


class StoppedError(KeyboardInterrupt):
    """This process was told to stop."""


def stop_when_told() -> None:
    """From now on a signal to stop raises StoppedError, and one that is lost on its way is raised again."""
    for number in SIGNALS:
        # What was begun to outlive its terminal (nohup) does.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _raise_again)
        sys.unraisablehook = _not_raised


@contextmanager
def unstopped() -> Iterator[None]:
    """Within it, a word to stop waits: for what must not be left half-way, and takes no time."""
    global _held, _waits
    # The system gives a signal that this thread does not take to another (a spinner), and Python then handles it here.
    blocks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS) if blocks else set()
    _held += 1
    try:
        yield
    finally:
        _held -= 1
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if _waits and not _held:
            _waits = False
            raise StoppedError


def end_quietly() -> None:
    """From now on a signal changes nothing: this process has done its work, or tidied up, and ends as it would."""
    if hasattr(signal, "SIGALRM"):
        # As it ends, Python takes its handlers away, and an alarm without one would kill it.
        signal.setitimer(signal.ITIMER_REAL, 0)
    for number in SIGNALS:
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_IGN)


def code_when_stopped() -> int:
    """What a process ends with that was told to stop, by convention: 128 and the number of the signal."""
    return 128 + (_told or signal.SIGINT)


def stop_without(parent: int) -> None:
    """From now on this process is told to stop when `parent`, which began it, is no longer there."""
    if not hasattr(signal, "SIGALRM"):
        return

    def look(number: int, frame: object) -> None:
        if _told:
            _raise_again(number, frame)
        elif os.getppid() != parent:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _stop(signal.SIGTERM, frame)

    signal.signal(signal.SIGALRM, look)
    # A library whose call it breaks into goes on with it.
    signal.siginterrupt(signal.SIGALRM, False)
    signal.setitimer(signal.ITIMER_REAL, _LOOK, _LOOK)


def _stop(number: int, _: object) -> None:
    global _told, _when
    now = time.monotonic()
    if _told and now - _when < _SAME:
        return
    _told, _when = number, now
    if hasattr(signal, "SIGALRM"):
        signal.setitimer(signal.ITIMER_REAL, 0)
    _raise()


def _raise_again(_: int, __: object) -> None:
    if _told:
        _raise()


def _raise() -> None:
    global _waits
    if _held:
        _waits = True
    else:
        raise StoppedError


def _not_raised(lost: sys.UnraisableHookArgs) -> None:
    """What was raised where nothing can be (in a destructor): a word to stop is repeated, and nothing said of it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, _AGAIN)
    else:
        sys.__unraisablehook__(lost)
