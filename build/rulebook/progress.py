"""Progress: a line for each stage with its time; on a terminal also what goes on within it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status

from rulebook.finding import Finding


@dataclass
class Stage:
    """A stage under way; `note` ends up on its line."""

    note: str = ""


class Progress:
    """Prints each stage and its time in seconds to standard error; a spinner while it runs, on a terminal only.

    Warnings stop nothing, so that nobody else hands them on: each is printed once, under the stage that found it.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True, highlight=False)
        self.status: Status | None = None
        self._warned: set[Finding] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        if self.status is not None:
            self.status.stop()
            self.status = None

    @contextmanager
    def stage(self, name: str) -> Iterator[Stage]:
        """Run a stage: its line is printed when it ends without an exception."""
        stage = Stage()
        if self.console.is_terminal:
            self.status = self.console.status(name)
            self.status.start()
        start = time.perf_counter()
        try:
            yield stage
        except BaseException:
            self._stop()
            raise
        self._stop()
        seconds = time.perf_counter() - start
        self.console.print(f"{name:<9}{seconds:6.2f} s  {stage.note}".rstrip(), markup=False)

    def warn(self, warnings: Iterable[Finding]) -> None:
        """Print what is to be looked at and stops nothing, unless it has been printed."""
        for warning in warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                self.console.print(f"warning: {warning}", markup=False, soft_wrap=True)

    def update(self, text: str) -> None:
        """Say what goes on within the stage; shown on a terminal only."""
        if self.status is not None:
            self.status.update(text)
