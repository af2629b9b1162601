"""Putting a changed function in the engine's place, and the engine's own back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def replaced(module: Any, name: str, value: Any) -> Iterator[None]:
    """Within it, `module.name` is `value`; at the end it is what it was."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)
