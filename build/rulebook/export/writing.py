"""JSON as bytes, always the same for the same values, and a file that is written whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

from rulebook.export.jsons import Json
from rulebook.leftovers import named, part_of


def json_bytes(document: Json) -> bytes:
    """A document as UTF-8: keys in order, two spaces a level, a newline at the end."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True)
    return f"{text}\n".encode()


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; until then an old one stays.

    Raises OSError, with the old file as it was, when it cannot be written.
    """
    # A link stays a link, and what it leads to is written.
    target = Path(os.path.realpath(path))
    part = part_of(target)
    try:
        with named(path, part):
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.chmod(_rights(target))
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _rights(target: Path) -> int:
    """Those of the old file, or those that any new file gets: a temporary one is its owner's alone."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
