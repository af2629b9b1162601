"""A copy of the tiny book with numbers bound in every way in which an author may write them."""

from __future__ import annotations

from pathlib import Path

from tests.editing import edit

RULES = """\
home: the-crew
values:
  purse: 12
  reach: 3″
  ebbs: 6
  part: 1/2
  odds: 25%
  luck: −1
  span_of_it: 2–7
  bell: entry('catches', 'bell').name
  double: purse * 2
formulas:
  wages(hands): hands * purse
"""

CHAPTER = """\
Each Diver spends [12]{is=purse} shillings, so **[Twelve]{is=purse}** in words, and twice that is [24]{is=double}.
The [6th]{is=ebbs} round is the [sixth]{is=ebbs}, at odds of [25 %]{is=odds} or [half]{is=part}.
They reach [3″]{is=reach}, at [−1]{is=luck}, from [2–7]{is=span_of_it}; [the drowned bell]{is=bell} rings.

::: example
With [3]{let=hands} hands, [36]{is="wages(hands)"} shillings are spent.
:::
"""


def bind_tiny(book: Path) -> None:
    """Give the tiny book the rules and the chapter's text above."""
    (book / "content" / "rules" / "purse.yaml").write_text(RULES, encoding="utf-8")
    old = "Each Diver spends [12]{is=shillings_of_each} shillings, and may carry *[two]{is=pieces_carried}* pieces.\n"
    edit(book / "content" / "chapters" / "the-crew.md", old, f"It is so.\n\n{CHAPTER}\n")


def set_rule(book: Path, old: str, new: str) -> None:
    """Change one line of the rules above."""
    edit(book / "content" / "rules" / "purse.yaml", f"  {old}\n", f"  {new}\n")


def snapshot(book: Path) -> dict[str, bytes]:
    """Every file of a book, by its path: temporary ones too."""
    return {p.relative_to(book).as_posix(): p.read_bytes() for p in sorted(book.rglob("*")) if p.is_file()}


def changed_lines(before: dict[str, bytes], after: dict[str, bytes]) -> list[tuple[str, int, str]]:
    """The lines that differ, as path, number and new text; the files must be the same, with as many lines."""
    assert before.keys() == after.keys()
    found = []
    for path, old in before.items():
        old_lines, new_lines = old.split(b"\n"), after[path].split(b"\n")
        assert len(old_lines) == len(new_lines), path
        for number, (one, other) in enumerate(zip(old_lines, new_lines, strict=True), 1):
            if one != other:
                found.append((path, number, other.decode("utf-8")))
    return found
