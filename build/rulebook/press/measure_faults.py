"""All that is wrong with the measures of a book and of its editions, found without setting anything."""

from __future__ import annotations

from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.press.edition_page import sound_editions
from rulebook.press.editions import EditionError, load_editions
from rulebook.render.page import PageError, load_page

MEASURES_TOLD = ("P000", "P010")
"""The codes, beside those of reading, of what is found."""


def faults_of_measures(root: Path) -> tuple[Finding, ...]:
    """What is wrong with styles/page.yaml and styles/editions.yaml, in order; nothing in a book without styles."""
    if not (root / "styles").is_dir():
        return ()
    try:
        page = load_page(root / "styles" / "page.yaml")
    except PageError as error:
        # Whether the editions fit the page cannot be told; what is wrong with their own file can.
        return in_order((*error.findings, *_faults_of_editions(root)))
    try:
        sound_editions(root, page)
    except EditionError as error:
        return error.findings
    return ()


def _faults_of_editions(root: Path) -> tuple[Finding, ...]:
    try:
        load_editions(root)
    except EditionError as error:
        return error.findings
    return ()
