"""Products as they are kept and compared: files, and folders of pictures."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from rulebook.leftovers import named
from rulebook.plain_file import plain_digest


def digest_of(path: Path) -> str:
    """The SHA-256 of a file; of a folder, that of the list of its files, each after its own SHA-256.

    The list is what `sha256sum` writes of them in the order of their names. Raises OSError.
    """
    if not path.is_dir():
        return plain_digest(path)
    lines = (f"{digest}  {name}\n" for name, digest in digests_in(path).items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def digests_in(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file in a folder and in those within it, by its path from there. Raises OSError."""
    return {name: digest_of(folder / name) for name in files_in(folder)}


def files_in(folder: Path) -> list[str]:
    """The files in a folder and in those within it, by their paths from there, in order. Raises OSError."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def copy_product(source: Path, target: Path) -> None:
    """Copy a file or a folder to where there is none; it outlasts a power cut. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        for name in files_in(source):
            copy_product(source / name, target / name)
        return
    with named(target), target.open("wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())
