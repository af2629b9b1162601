"""The marks that a deck or a token may have: the shapes that a template of the book draws, by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.suggest import did_you_mean
from rulebook.model import Word

SHAPES = "cards/shapes.svg.j2"

_SHAPES = re.compile(r"\{%-?\s*set\s+shapes\s*=\s*(\{.*?\})\s*-?%\}", re.DOTALL)


def known_marks(root: Path) -> frozenset[str] | None:
    """The names of the shapes; None where there is no such template, or it does more than to list them.

    The template is not run: its engine takes longer to load than all else that is checked.
    """
    try:
        match = _SHAPES.search((root / "templates" / SHAPES).read_text(encoding="utf-8"))
        shapes = ast.literal_eval(match[1]) if match else None
    except (OSError, ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return frozenset(name for name in shapes if isinstance(name, str)) if isinstance(shapes, dict) else None


def check_marks(root: Path, marks: Iterable[Word], findings: list[Finding]) -> None:
    """Add a finding for each mark that no shape has."""
    known = known_marks(root)
    if known is None:
        return
    for mark in marks:
        if mark.text not in known:
            message = f"there is no shape ‘{mark.text}’ in templates/{SHAPES}"
            hint = did_you_mean(mark.text, known) or f"known there: {', '.join(sorted(known))}"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, mark.position, message, hint))
