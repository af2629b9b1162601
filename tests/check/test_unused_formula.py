"""What uses a formula: bindings, claims, figures and rosters, and other formulas that are used themselves."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from rulebook.check.checks.unused_formula import CHECK
from rulebook.load import load_book
from rulebook.model import Book, Computed
from tests.check.test_messages import BOOK
from tests.conftest import REPOSITORY
from tests.editing import edit


def with_formulas(folder: Path, text: str) -> Book:
    """The book with more lines after its formulas."""
    shutil.copytree(BOOK, folder)
    edit(folder / "content" / "rules" / "running.yaml", "claims:\n", text)
    book = load_book(folder).book
    assert book is not None
    return book


def unused(book: Book) -> list[str]:
    return [finding.found for finding in CHECK.run(book)]


BACK = "  back(steps): far(steps) / 2\n"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"{BACK}claims:\n", ["back(steps)"]),
        (f"{BACK}claims:\n  - {{says: Half., holds: back(2) == 3″}}\n", []),
        (f"{BACK}  there(steps): back(steps) × 2\nclaims:\n", ["back(steps)", "there(steps)"]),
        (f"{BACK}  there(steps): back(steps) × 2\nclaims:\n  - {{says: There., holds: there(1) == 3″}}\n", []),
        # Named as a step of a walk, and in a branch that the claim does not take.
        ("  on(turn, state): state + turn\nclaims:\n  - {says: On., holds: \"walk(1, 2, 0, 'on') == 3\"}\n", []),
        (f"{BACK}claims:\n  - {{says: Never., holds: 'true if far(1) == 3″ else back(1) == 0″'}}\n", []),
    ],
)
def test_a_formula_is_used_by_a_claim_or_through_one_that_is(tmp_path: Path, text: str, left: list[str]) -> None:
    assert unused(with_formulas(tmp_path / "book", text)) == left


def test_a_formula_that_only_an_unused_one_uses_says_so(tmp_path: Path) -> None:
    book = with_formulas(tmp_path / "book", f"{BACK}  there(steps): back(steps) × 2\nclaims:\n")
    messages = {finding.found: finding.message for finding in CHECK.run(book)}
    assert "‘there’ uses it" in messages["back(steps)"]
    assert "uses it" not in messages["there(steps)"]


def test_what_a_figure_draws_is_used(tmp_path: Path) -> None:
    book = with_formulas(tmp_path / "book", f"{BACK}claims:\n")
    figure = book.figures["track"]
    drawn = replace(figure, values=MappingProxyType({"line": Computed("back(4)", figure.position)}))
    assert unused(replace(book, figures=MappingProxyType({"track": drawn}))) == []


def test_what_a_roster_is_judged_by_is_used() -> None:
    book = load_book(REPOSITORY / "tests" / "check" / "sample").book
    assert book is not None
    assert unused(book) == []
    without = replace(book, rules=tuple(replace(topic, claims=()) for topic in book.rules))
    assert unused(without) == ["far(n)"]
    (kind,) = book.rosters
    judged = replace(kind, price=replace(kind.price, text="far(2) / 1″"))
    assert unused(replace(without, rosters=(judged,))) == []
