"""A folder of outputs that is made anew as a whole: it takes the place of one that was made so, and of no other."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from rulebook.leftovers import NO_FOLDER, folder_in_place_of
from rulebook.plain_file import plain_bytes
from rulebook.plural import some_of

MARK = ".made-by-rulebook"
"""The hidden file that says which names in its folder were made here."""

# What a desk puts into whatever folder is looked at.
_OF_THE_SYSTEM = frozenset((".DS_Store", "Thumbs.db", "desktop.ini"))
# So many of somebody's files are named.
_NAMED = 3


@contextmanager
def made_folder(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder`, which takes its place at the end, whole; see `refuse_foreign` for where it may.

    Raises OSError, which names `folder`.
    """
    refuse_foreign(folder)
    with folder_in_place_of(folder) as part:
        yield part
        (part / MARK).write_text("".join(f"{name}\n" for name in sorted(os.listdir(part))), encoding="utf-8")
        # Much may have been put there since.
        refuse_foreign(folder)


def refuse_foreign(folder: Path, is_ours: Callable[[Collection[str]], bool] | None = None) -> None:
    """See that a folder may be replaced: it is not there, is empty, or holds only what was made here.

    By that are meant the names that its own list has; with `is_ours`, those of which that is true, all together.
    Raises OSError, which names what else is in it.
    """
    if not os.path.lexists(folder):
        return
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, NO_FOLDER, str(folder))
    names = {name for name in os.listdir(folder) if name not in _OF_THE_SYSTEM}
    others = sorted(names - _made_here(folder)) if is_ours is None else [] if is_ours(names) else sorted(names)
    if others:
        told = f"it holds {some_of(others, _NAMED)}, which was not made here and would be lost"
        raise OSError(errno.ENOTEMPTY, f"{told}: name a folder that is new or empty", str(folder))


def _made_here(folder: Path) -> set[str]:
    try:
        return {MARK, *plain_bytes(folder / MARK).decode("utf-8").splitlines()}
    except (OSError, ValueError):
        return set()
