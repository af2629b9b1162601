"""Which style sheet the engine is reading, so that what it says of one is told at that file and line.

The engine says a line and a column, and not of which file; and what a style sheet names and is not there it names by
its address alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from rulebook.render.loading import load_engine
from rulebook.render.patching import replaced
from rulebook.source import Position

_PLACE = re.compile(r" at (\d+):(\d+)")


class FollowedSheets:
    """The style sheets of a book that the engine has begun to read, the innermost last; `root` is the book's folder."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._begun: list[str] = []

    def placed(self, message: str) -> tuple[str, Position] | None:
        """What the engine says of the style sheet that it reads, without its place in it, and that place.

        None when it reads none that is a file.
        """
        path = self._current()
        if path is None:
            return None
        found = list(_PLACE.finditer(message))
        if not found:
            return message, Position(self.name(path))
        last = found[-1]
        place = Position(self.name(path), int(last[1]), int(last[2]))
        return message[: last.start()] + message[last.end() :], place

    def asked_at(self, url: str) -> Position | None:
        """Where the style sheet that is being read names the file of an address; None when none is read."""
        path = self._current()
        if path is None:
            return None
        wanted = Path(unquote(urlsplit(url).path)).name
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            if wanted and wanted in line:
                return Position(self.name(path), number, line.index(wanted) + 1)
        return Position(self.name(path))

    def name(self, path: Path) -> str:
        """A file by its path from the book's folder, where it lies in it."""
        path = path.resolve()
        return path.relative_to(self._root).as_posix() if path.is_relative_to(self._root) else path.as_posix()

    def _current(self) -> Path | None:
        return _file_of(self._begun[-1]) if self._begun else None

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Within it, the engine's reading of style sheets is followed."""
        engine = load_engine()
        as_it_comes = engine.css.preprocess_stylesheet

        def preprocess(device_media_type: Any, base_url: Any, *rest: Any, **named: Any) -> None:
            self._begun.append(base_url or "")
            try:
                as_it_comes(device_media_type, base_url, *rest, **named)
            finally:
                self._begun.pop()

        # The engine has it under two names.
        with (
            replaced(engine, "preprocess_stylesheet", preprocess),
            replaced(engine.css, "preprocess_stylesheet", preprocess),
        ):
            yield


def _file_of(url: str) -> Path | None:
    parts = urlsplit(url)
    path = Path(unquote(parts.path))
    return path if parts.scheme == "file" and path.is_file() else None
