"""One process at a time at what two must not do at once in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other process is in here for `folder`, and keep the others waiting as long as this lasts.

    The system lets go of it for a process that is killed, so that nothing is left over. Where it knows no such locks,
    as on some network drives, nobody is kept waiting. Raises OSError when there is no such folder.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        # A copy of this process that is still at work must not go on holding it.
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_UN)
        os.close(handle)
