"""A small book of five rules with a table and a roster, on which every mutant can also be tried on disk."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulebook.load import load_book
from rulebook.model import Book
from rulebook.mutate.mutant import Mutant
from rulebook.mutate.places import position_in_file
from tests.editing import edit

SAMPLE = Path(__file__).parents[1] / "check" / "sample"

RULES = """home: rules
values:
  stride: 3″
  share: half
  sky_die: D6
formulas:
  far(n): n * stride
  spare(n): max(0, n - 2)
  sky(roll): result('omens', 'roll', roll).name
claims:
  - says: A spare step counts from the third on.
    holds: '[spare(n) for n in span(1, 4)] == [0, 0, 1, 2]'
  - says: Half the omens are calm.
    holds: >-
      P(sky(sky_die) == 'Calm')
      == share
"""

PROSE = """
[Half]{is=share} of it is lost. Roll a [D6]{is=sky_die}, and run [9″]{is="far(3)"} at most.

::: example
[Two]{let=n} steps are [6″]{is="far(n)"}; a [5]{let=roll} brings a [Storm]{is="sky(roll)"}.
:::
"""


# What a runner's charms cost, by the column of the price. The whole price counts them again, and must come to the same.
PRICED = "price: 1 * len(runner.charms)"


def small_book(folder: Path, rules: str = RULES, prose: str = PROSE) -> Path:
    """The sample book of the checks with rules of its own, a priced roster, more prose in its chapter; its folder."""
    root = folder / "small"
    shutil.copytree(SAMPLE, root)
    (root / "content" / "rules" / "running.yaml").write_text(rules, encoding="utf-8")
    edit(root / "content" / "rosters" / "team.yaml", "price: len(runner.charms)", PRICED)
    chapter = root / "content" / "chapters" / "rules.md"
    chapter.write_text(chapter.read_text(encoding="utf-8") + prose, encoding="utf-8")
    return root


def loaded(root: Path) -> Book:
    """The book of a folder, which must load."""
    result = load_book(root)
    assert result.book is not None, [str(f) for f in result.findings]
    return result.book


def write_change(root: Path, mutant: Mutant, after: str) -> None:
    """Make one change in the file of a copy of the book."""
    place = position_in_file(root, mutant.place)
    path = root / place.path
    lines = path.read_text(encoding="utf-8").split("\n")
    line, column = lines[place.line - 1], place.column - 1
    assert line[column:].startswith(mutant.before), f"{place}: {line[column:]!r} is not {mutant.before!r}"
    lines[place.line - 1] = line[:column] + after + line[column + len(mutant.before) :]
    path.write_text("\n".join(lines), encoding="utf-8")
