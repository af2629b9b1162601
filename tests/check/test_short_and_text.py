"""The form of a term at the foot of a page agrees with its text: its numbers and signs are compared and bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.registry import check_of
from rulebook.load import load_book
from tests.conftest import REPOSITORY
from tests.editing import edit

CROSSED = ("A site: a Deed within [1″]{is=waymark_reach}", "A site: a Deed within [5″]{is=waymark_reach}")


@pytest.mark.parametrize(("code", "times"), [("N101", 1), ("E101", 1)])
def test_a_number_at_the_foot_is_compared(book_copy: Path, code: str, times: int) -> None:
    edit(book_copy / "content" / "data" / "core-terms.yaml", *CROSSED)
    book = load_book(book_copy).book
    assert book is not None
    check = check_of(code)
    assert check is not None
    findings = list(check.run(book))
    assert len(findings) == times
    assert all("core-terms.yaml" in str(f.position) for f in findings)


def test_each_term_that_many_pages_use_has_a_form_for_the_foot() -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    forms = [e for g in book.glossaries for e in book.sets[g.set].entries if "foot" in e.fields]
    assert len(forms) >= 45
