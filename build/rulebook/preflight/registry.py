"""Every check of a finished PDF, by its code."""

from __future__ import annotations

from rulebook.preflight.check import PrintCheck
from rulebook.preflight.checks import (
    alternative,
    balance,
    black_alone,
    bookmark,
    dead_link,
    document,
    edition_bleed,
    edition_boxes,
    edition_inks,
    engine_log,
    fonts,
    furniture,
    grid,
    inks,
    leaf_count,
    loose_line,
    missing_text,
    outside,
    overlap,
    page_number,
    press_file,
    product_boxes,
    ragged_end,
    sheet_size,
    small_type,
    solid_area,
    split_table,
    stranded_heading,
    total_ink,
    under_full,
    widow,
)
from rulebook.press.editions import INK, PRESS

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
    split_table.CHECK,
    balance.CHECK,
    edition_boxes.CHECK,
    edition_inks.CHECK,
    edition_bleed.CHECK,
    total_ink.CHECK,
    press_file.CHECK,
    leaf_count.CHECK,
    black_alone.CHECK,
    solid_area.CHECK,
    ragged_end.CHECK,
    small_type.CHECK,
    product_boxes.CHECK,
)

# What an edition is judged by besides its own checks. A press file is judged by all the others before it is finished;
# then it has neither structure nor links, nor its pages' corners at those of the sheets.
_OF_A_PRESS_FILE = frozenset({fonts.CHECK.code})
_NOT_OF_THE_INK_EDITION = frozenset({inks.CHECK.code})

# What a product beside the book is judged by besides the checks of products alone: it has no grid, no furniture and no
# chapters, and its inks are for anything. What else it is not judged by, and why, is said in docs/preflight.md.
_OF_A_PRODUCT = frozenset(
    check.CHECK.code
    for check in (
        sheet_size,
        outside,
        overlap,
        missing_text,
        fonts,
        inks,
        dead_link,
        alternative,
        engine_log,
        bookmark,
        document,
        small_type,
        solid_area,
    )
)


def checks_of_products() -> tuple[PrintCheck, ...]:
    """The checks that judge a product beside the book."""
    return tuple(check for check in PRINT_CHECKS if check.of_products or check.code in _OF_A_PRODUCT)


def checks_for(edition: str) -> tuple[PrintCheck, ...]:
    """The checks that judge an edition, by its name; those of the book on a screen where it has no other."""
    return tuple(check for check in PRINT_CHECKS if check.edition == edition or _judges(check, edition))


def _judges(check: PrintCheck, edition: str) -> bool:
    if check.edition or check.of_products:
        return False
    if edition == PRESS:
        return check.code in _OF_A_PRESS_FILE
    return edition != INK or check.code not in _NOT_OF_THE_INK_EDITION


def print_check_of(code: str) -> PrintCheck | None:
    """The check of a code, or None."""
    return next((check for check in PRINT_CHECKS if check.code == code), None)
