"""Fixtures that read as a specification: a title, what goes in, what comes out.

    A safe drop
    .
    max(0, 2 − 3)
    .
    0
    .

Between the dots stands anything of one line or more; what is outside them and no title is a remark.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """One case, and the line of its title, so that a failure can be found."""

    title: str
    given: str
    expected: str
    line: int

    def __str__(self) -> str:
        return f"{self.line}: {self.title}"


def cases_of(path: Path) -> list[Case]:
    """Every case of a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    dots = [number for number, line in enumerate(lines) if line == "."]
    assert dots, f"{path} has no cases"
    assert len(dots) % 3 == 0, f"{path}: a case has three dots, and one is missing or too many"
    found = []
    for first, second, third in zip(dots[::3], dots[1::3], dots[2::3], strict=True):
        given = "\n".join(lines[first + 1 : second])
        expected = "\n".join(lines[second + 1 : third])
        found.append(Case(lines[first - 1], given, expected, first))
    return found
