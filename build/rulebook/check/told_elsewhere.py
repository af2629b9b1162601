"""Codes that are those of no check: where each is told, for whoever asks the checks about it."""

from __future__ import annotations

import re

from rulebook.load.codes import SUMMARIES
from rulebook.press.measure_faults import MEASURES_TOLD

# What is found while a product is composed, set, written or fitted.
_OF_A_PRODUCT = re.compile(r"[CP]0[0-9]{2}")
_OF_PREFLIGHT = re.compile(r"P[0-9]{3}")


def told_elsewhere(code: str) -> str:
    """Which verbs tell of a code that is no check's, in a sentence without its stop; empty for one that is unknown."""
    if code in SUMMARIES:
        return f"‘{code}’ is told by every verb that loads the book, before any check: {SUMMARIES[code]}"
    if code in MEASURES_TOLD:
        return f"‘{code}’ is told of the measures in styles/ by every check, and by the verbs that make a product"
    if _OF_A_PRODUCT.fullmatch(code):
        return f"‘{code}’ is told by the verbs that make a product, as ‘rulebook book’ does, and has no page of its own"
    if _OF_PREFLIGHT.fullmatch(code) and _is_of_preflight(code):
        return f"‘{code}’ is told by ‘rulebook preflight’, which looks at a finished PDF"
    return ""


def _is_of_preflight(code: str) -> bool:
    # Loaded here: the checks of the source have no use for those of a PDF.
    from rulebook.preflight.registry import PRINT_CHECKS

    return any(check.code == code for check in PRINT_CHECKS)
