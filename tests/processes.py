"""The processes that are at work on this machine, for tests that stop some and look for what is left."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True)
class Process:
    """A process that runs: its number and that of its group."""

    number: int
    group: int


def at_work() -> Iterator[Process]:
    """Every process that is not gone and not merely unburied.

    Read from ``/proc`` where there is one: a bare Debian has no ``ps``.
    """
    yield from _from_proc() if (_PROC / "self" / "stat").exists() else _from_ps()


def is_at_work(number: int) -> bool:
    """Whether the process of this number is at work."""
    return any(process.number == number for process in at_work())


def _from_proc() -> Iterator[Process]:
    for path in _PROC.glob("[0-9]*/stat"):
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended since its folder was listed
        # proc(5): “pid (name) state parent group …”; the name may hold spaces and brackets of its own.
        state, _parent, group = text.rpartition(")")[2].split()[:3]
        if state not in ("Z", "X"):
            yield Process(int(path.parent.name), int(group))


def _from_ps() -> Iterator[Process]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True)
    for line in listed.stdout.splitlines():
        number, group, state = line.split()
        if not state.startswith("Z"):
            yield Process(int(number), int(group))
