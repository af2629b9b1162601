"""Making a printing in a temporary folder, by the pipeline that the book brings, or else by this one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.finding import printable
from rulebook.plain_file import plain_bytes
from rulebook.printing.produce import FOUND
from rulebook.printing.record import FrozenId, FrozenProduct
from rulebook.printing.tree import PIPELINE, Tree, laid_out
from rulebook.source import Position

Say = Callable[[str], None]

_SECONDS_TO_STOP = 5

# What is answered, and what each thing of a list has; a part that is no list has its names itself.
_ANSWERED: dict[str, tuple[str, ...]] = {
    "pipeline": (),
    "record": (),
    "counts": (),
    "products": ("name", "file", "pages", "sha256"),
    "ids": ("id", "kind", "number", "title", "page", "home"),
}

# How Python begins to say where a program has broken, and each place of it.
_TRACE = "Traceback (most recent call last):"
_PLACE = re.compile(r'\s*File "([^"]*)", line ([0-9]+)')


class MakingError(Exception):
    """The products cannot be made, as has been said while they were; `found` says whether there are findings."""

    def __init__(self, message: str, *, found: bool) -> None:
        super().__init__(message)
        self.found = found


@dataclass(frozen=True, slots=True)
class Made:
    """What was made: the folder of the products (for as long as it stands), and what is known of them."""

    folder: Path
    record: str
    products: tuple[FrozenProduct, ...]
    counts: dict[str, int]
    ids: tuple[FrozenId, ...]


@contextmanager
def made(tree: Tree, version: str, date: str, say: Say, names: tuple[str, ...] = ()) -> Iterator[Made]:
    """Make the products of a tree as a printing; `names` chooses some. `say` is given each line that is said of it.

    Raises MakingError when they cannot be made, GitError when the tree cannot be laid out.
    """
    with laid_out(tree, version, date, records=True) as root:
        # What the process leaves when it is killed goes with the folder.
        own = root / ".tmp"
        own.mkdir()
        facts = root / ".facts.json"
        pipeline = root / PIPELINE if tree.has_pipeline else Path(__file__).resolve().parent.parent
        command = [sys.executable, "-P", "-m", "rulebook.printing.produce", str(root), str(facts), *names]
        told = _Told(say)
        code = _run(command, root, _environment(pipeline) | {"TMPDIR": str(own)}, told)
        if code:
            raise MakingError(f"the products cannot be made{told.broken}", found=code == FOUND)
        known = _facts(facts)
        if Path(known["pipeline"]) != pipeline.resolve():
            raise MakingError(f"the pipeline of the printing was not used, but {known['pipeline']}", found=False)
        yield Made(
            folder=root / "dist",
            record=known["record"],
            products=tuple(FrozenProduct(p["name"], p["file"], p["pages"], p["sha256"]) for p in known["products"]),
            counts=known["counts"],
            ids=tuple(
                FrozenId(i["id"], i["kind"], i["number"], i["title"], i["page"], i["home"], Position(""))
                for i in known["ids"]
            ),
        )


def _facts(path: Path) -> dict[str, Any]:
    """What the process has answered. Raises MakingError where it is not what this pipeline knows to read."""
    try:
        known: dict[str, Any] = json.loads(plain_bytes(path))
        for part, names in _ANSWERED.items():
            for item in known[part] if isinstance(known[part], list) else (known[part],):
                _ = [item[name] for name in names]
    except (OSError, ValueError, LookupError, TypeError) as error:
        said = (
            "the pipeline of the printing does not answer as this one asks: make it with its own (check its commit out)"
        )
        raise MakingError(said, found=False) from error
    return known


class _Told:
    """What the process says, line by line: all but where in its own code it has broken, of which the end is enough."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._trace: list[str] = []

    def __call__(self, line: str) -> None:
        if self._trace or line.startswith(_TRACE):
            self._trace.append(line)
        else:
            self._say(line)

    @property
    def broken(self) -> str:
        """How it has broken, as the end of a sentence; empty where it has not."""
        if not self._trace:
            return ""
        places = [f"{found[1]} line {found[2]}" for found in map(_PLACE.match, self._trace) if found]
        # Further in, it is the code of others.
        own = [place for place in places if place.startswith(PIPELINE)] or places
        where = f", {own[-1]}" if own else ""
        said = next((line for line in reversed(self._trace) if line.strip()), "")
        return printable(f": the pipeline that sets them has a fault ({said.strip()}{where})")


def _run(command: list[str], folder: Path, environment: dict[str, str], say: Say) -> int:
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        try:
            for line in process.stderr or ():
                # The temporary folder is no place that anyone can look at.
                say(line.decode("utf-8", "replace").rstrip("\n").replace(f"{folder}/", ""))
            return process.wait()
        except BaseException:
            # It is asked first: what it has begun beside itself ends only with it.
            process.terminate()
            try:
                process.wait(_SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
            raise


def _environment(pipeline: Path) -> dict[str, str]:
    """The machine's, but for what could change what is set."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "RULEBOOK"))}
    return kept | {
        "PYTHONPATH": str(pipeline.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "LC_ALL": "C",
        "TZ": "UTC",
    }
