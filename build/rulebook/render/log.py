"""What the engine says while it works, as findings: a book whose engine complains is not whole."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulebook.finding import Finding
from rulebook.source import Position

ENGINE = "P001"
UNREADABLE = "P002"
MISSING_GLYPH = "P003"
DEAD_LINK = "P004"
DOUBLE_ID = "P005"
STYLE = "P006"
FOREIGN_FONT = "P007"

# The engine's messages by the beginning of each, its codes and what to do. The first that fits counts.
_KINDS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (MISSING_GLYPH, re.compile(r"\.notdef glyph"), "Use a character that the fonts have."),
    (UNREADABLE, re.compile(r"Failed to (load|render)|Font-face .* cannot be loaded"), ""),
    (DEAD_LINK, re.compile(r"No anchor|Content discarded: target points to undefined"), "Name an id that exists."),
    (DOUBLE_ID, re.compile(r"Anchor defined twice"), "Give each element an id of its own."),
    (
        STYLE,
        re.compile(r"Ignored `|Invalid|Parse error|Unknown|Unsupported|Missing|Empty @page|@import|Expected"),
        "Correct the style sheet.",
    ),
)
_PROGRESS = re.compile(r"Step \d+ - ")
_LOGGERS = ("weasyprint", "fontTools")


# What a message says without its place, and that place; None when it is of no file that is known.
Placed = Callable[[str], tuple[str, Position] | None]


class _Findings(logging.Handler):
    """Turns each warning and error into a finding."""

    def __init__(self, document: str, findings: list[Finding], placed: Placed) -> None:
        super().__init__(logging.WARNING)
        self._document = document
        self._findings = findings
        self._placed = placed

    def emit(self, record: logging.LogRecord) -> None:
        message = " ".join(record.getMessage().split())
        code, hint = next(((code, hint) for code, pattern, hint in _KINDS if pattern.match(message)), (ENGINE, ""))
        message, place = self._placed(message) or (message, Position(self._document))
        self._findings.append(Finding(code, place, message, hint))


class _Progress(logging.Handler):
    """Passes the engine's steps on, without their numbers."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        super().__init__(logging.INFO)
        self._progress = progress

    def emit(self, record: logging.LogRecord) -> None:
        self._progress(_PROGRESS.sub("", record.getMessage(), count=1))


@contextmanager
def engine_log(
    document: str, progress: Callable[[str], None] | None = None, placed: Placed = lambda _: None
) -> Iterator[list[Finding]]:
    """Within it, the engine's and the font library's warnings are collected, and printed nowhere.

    `document` is the path that the findings name where `placed` gives them no other; `progress` is told of each step
    and page.
    """
    findings: list[Finding] = []
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    steps = logging.getLogger("weasyprint.progress")
    before = [(logger, logger.level, logger.propagate) for logger in (*loggers, steps)]
    handler = _Findings(document, findings, placed)
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
    teller = _Progress(progress) if progress else None
    steps.setLevel(logging.INFO if teller else logging.WARNING)
    steps.propagate = teller is None
    if teller:
        steps.addHandler(teller)
    try:
        yield findings
    finally:
        for logger, level, propagate in before:
            logger.setLevel(level)
            logger.propagate = propagate
        for logger in loggers:
            logger.removeHandler(handler)
        if teller:
            steps.removeHandler(teller)
