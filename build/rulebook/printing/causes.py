"""Why a printing made anew may differ from the one that was frozen: all that is not as it was, by what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebook.printing.record import ENGINE, FONTS, PACKAGES, SOURCE, FrozenFile, Part, Printing
from rulebook.printing.tree import Tree


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that is not as it was: what it is (`source`, `fonts`, `packages` or `engine`), and a line on it."""

    kind: str
    said: str


_ORDER = (SOURCE, FONTS, PACKAGES, ENGINE)


def causes_of(printing: Printing, tree: Tree, stack: Iterable[Part]) -> tuple[Cause, ...]:
    """All that differs between a printing's record and what it is made of now: source first, the engine last."""
    found = [
        *_files(printing.files, tree.files()),
        *_parts(printing.locked, tree.locked(), "the lock file has"),
        *_parts(printing.built_with, tuple(stack), "installed is"),
    ]
    return tuple(sorted(found, key=lambda cause: _ORDER.index(cause.kind)))


def _files(frozen: Iterable[FrozenFile], now: Iterable[FrozenFile]) -> Iterator[Cause]:
    before = {file.path: file for file in frozen}
    after = {file.path: file for file in now}
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old is None and new is not None:
            yield Cause(new.kind, f"{path} is new")
        elif new is None and old is not None:
            yield Cause(old.kind, f"{path} is missing")
        elif old is not None and new is not None and old.sha256 != new.sha256:
            yield Cause(old.kind, f"{path} is another: {new.sha256[:12]} stands where {old.sha256[:12]} was frozen")


def _parts(frozen: Iterable[Part], now: Iterable[Part], words: str) -> Iterator[Cause]:
    before = {(part.kind, part.name): part.version for part in frozen}
    after = {(part.kind, part.name): part.version for part in now}
    for kind, name in sorted(before.keys() | after.keys()):
        old, new = before.get((kind, name), "none"), after.get((kind, name), "none")
        if old != new:
            yield Cause(kind, f"{name}: {words} {_short(new)}, frozen was {_short(old)}")


def _short(version: str) -> str:
    """A version; of a digest, its beginning."""
    return version if len(version) < 40 else version[:12]
