"""Every check of a finished PDF, by its code."""

from __future__ import annotations

from rulebook.preflight.check import PrintCheck
from rulebook.preflight.checks import (
    alternative,
    bookmark,
    dead_link,
    document,
    engine_log,
    fonts,
    furniture,
    grid,
    inks,
    loose_line,
    missing_text,
    outside,
    overlap,
    page_number,
    sheet_size,
    stranded_heading,
    under_full,
    widow,
)

PRINT_CHECKS: tuple[PrintCheck, ...] = (
    sheet_size.CHECK,
    outside.CHECK,
    overlap.CHECK,
    missing_text.CHECK,
    fonts.CHECK,
    grid.CHECK,
    stranded_heading.CHECK,
    widow.CHECK,
    loose_line.CHECK,
    under_full.CHECK,
    furniture.CHECK,
    inks.CHECK,
    dead_link.CHECK,
    page_number.CHECK,
    alternative.CHECK,
    engine_log.CHECK,
    bookmark.CHECK,
    document.CHECK,
)


def print_check_of(code: str) -> PrintCheck | None:
    """The check of a code, or None."""
    return next((check for check in PRINT_CHECKS if check.code == code), None)
