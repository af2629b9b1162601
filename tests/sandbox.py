"""A child process in which hostile input is tried: with so much processor time and memory and no more.

Code that hangs, or fills the memory, ends the child and not the tests; the test is told, and can shrink the input.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import resource
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent

# Processor seconds for one input, and memory over what the child has before it.
SECONDS = 5
MOST_MEGABYTES = 200


class DiedError(AssertionError):
    """The child did not live to answer: it took too long, or Python itself ended."""


class Sandbox:
    """Calls one function, `module:name` of JSON to JSON, in a child; a new child after one that died."""

    def __init__(self, function: str, *arguments: str, hash_seed: int = 0) -> None:
        self._command = [sys.executable, "-m", "tests.sandbox", function, *arguments]
        self._seed = hash_seed
        self._child: subprocess.Popen[str] | None = None

    def __call__(self, given: object) -> Any:
        """What the function gives. Raises AssertionError, with its traceback, when it raises."""
        child = self._child = self._child or self._begun()
        assert child.stdin is not None
        assert child.stdout is not None
        answer = ""
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(json.dumps(given) + "\n")
            child.stdin.flush()
            answer = child.stdout.readline()
        if not answer:
            code = child.wait()
            self.close()
            raise DiedError(f"more than {SECONDS} seconds or {MOST_MEGABYTES} MB: the child ended with {code}")
        found = json.loads(answer)
        assert "raised" not in found, found["raised"]
        return found["gave"]

    def _begun(self) -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "build")])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(self._seed)}
        child = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        if child.stdout is None or not child.stdout.readline():
            raise RuntimeError(f"the child cannot begin: {' '.join(self._command)}")
        return child

    def close(self) -> None:
        if self._child is None:
            return
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self._child.wait()
        self._child = None


def _serve(function: Callable[[Any], object]) -> None:
    _say({"begun": True})
    for line in sys.stdin:
        _limit_memory()
        used = resource.getrusage(resource.RUSAGE_SELF)
        now = math.ceil(used.ru_utime + used.ru_stime)
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (now + SECONDS, hard))
        try:
            answer: dict[str, object] = {"gave": function(json.loads(line))}
        except Exception:
            answer = {"raised": traceback.format_exc(limit=-12)}
        _say(answer)


def _say(answer: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def _limit_memory() -> None:
    """On Linux, where a process can say how much address space it has."""
    status = Path("/proc/self/statm")
    if status.exists():
        now = int(status.read_text().split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (now + MOST_MEGABYTES * 2**20, hard))


if __name__ == "__main__":
    _module, _, _name = sys.argv[1].partition(":")
    _serve(getattr(importlib.import_module(_module), _name)(*sys.argv[2:]))
