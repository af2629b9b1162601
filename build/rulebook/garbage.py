"""Python's collector of garbage, held back where it only costs time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect nothing within: for short work that throws nothing away, where looking for garbage takes a fifth.

    What it leaves is no garbage afterwards either: else the first look, or the last at the end, would go through it.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()
            gc.enable()


@contextmanager
def old_things_kept() -> Iterator[None]:
    """What is there already is no garbage within: looking through a whole book, again and again, takes a tenth."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
