"""What the engine may read: files inside the given folders, and nothing else (no network, no other file)."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from rulebook.source import Position


class RefusedError(ValueError):
    """The engine asked for something that the book may not open; the message says what and why."""


class Fetcher:
    """Reads for the engine, which calls it with each URL; remembers what it refused.

    `folders` are the folders from which files may be read; links are followed before a file's place is
    judged. `asked_at` says where a style sheet names what is refused.
    """

    # Read by the engine: a refusal is logged and the layout goes on, so that all of them are found.
    _fail_on_errors = False

    def __init__(self, folders: Sequence[Path], asked_at: Callable[[str], Position | None] = lambda _: None) -> None:
        self._folders = tuple(folder.resolve() for folder in folders)
        self._asked_at = asked_at
        self.refusals: dict[str, str] = {}
        self.places: dict[str, Position] = {}

    def __call__(self, url: str) -> Any:
        """The file at the URL, as the engine's response.

        Raises RefusedError when it is no file, lies outside the folders or cannot be read.
        """
        from weasyprint.urls import URLFetcherResponse

        try:
            path = self._path(url)
            body = path.read_bytes()
        except (RefusedError, OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.refusals[url] = reason
            if (place := self._asked_at(url)) is not None:
                self.places.setdefault(url, place)
            raise RefusedError(reason) from error
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return URLFetcherResponse(path.as_uri(), body, {"Content-Type": kind})

    def _path(self, url: str) -> Path:
        parts = urlsplit(url)
        if parts.scheme.lower() != "file":
            raise RefusedError(f"{parts.scheme or 'no'} address: only the book's own files may be read")
        if parts.netloc not in ("", "localhost"):
            raise RefusedError(f"a file on another machine ({parts.netloc})")
        path = Path(unquote(parts.path)).resolve()
        if not any(path.is_relative_to(folder) for folder in self._folders):
            raise RefusedError("outside the book's folders")
        return path
