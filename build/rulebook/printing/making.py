"""Making a printing in a temporary folder, by the pipeline that the book brings, or else by this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.printing.produce import FOUND
from rulebook.printing.record import FrozenId, FrozenProduct
from rulebook.printing.tree import PIPELINE, Tree, laid_out
from rulebook.source import Position

Say = Callable[[str], None]

_SECONDS_TO_STOP = 5


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
    with laid_out(tree, version, date) as root:
        # What the process leaves when it is killed goes with the folder.
        own = root / ".tmp"
        own.mkdir()
        facts = root / ".facts.json"
        pipeline = root / PIPELINE if tree.has_pipeline else Path(__file__).resolve().parent.parent
        command = [sys.executable, "-P", "-m", "rulebook.printing.produce", str(root), str(facts), *names]
        code = _run(command, root, _environment(pipeline) | {"TMPDIR": str(own)}, say)
        if code:
            raise MakingError("the products cannot be made", found=code == FOUND)
        known = json.loads(facts.read_text(encoding="utf-8"))
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
