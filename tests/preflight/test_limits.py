"""The limits that a page declares, and those that it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.preflight.limits import limits_of
from rulebook.render.page import Page, PageError, load_page
from tests.conftest import TINY


def page_with(tmp_path: Path, limits: str) -> Page:
    file = tmp_path / "styles" / "page.yaml"
    file.parent.mkdir()
    text = (TINY / "styles" / "page.yaml").read_text(encoding="utf-8")
    file.write_text(text.split("\npreflight:\n")[0] + limits, encoding="utf-8")
    return load_page(file)


def test_the_limits_are_those_of_the_page() -> None:
    limits = limits_of(load_page(TINY / "styles" / "page.yaml"))
    assert (limits.head_line, limits.least, limits.loosest) == (2, 7.5, 300)


def test_a_page_without_limits_is_one_finding(tmp_path: Path) -> None:
    with pytest.raises(PageError) as caught:
        limits_of(page_with(tmp_path, ""))
    (finding,) = caught.value.findings
    assert str(finding).startswith("styles/page.yaml:1:1 P000 there is no group ‘preflight’")
    assert "furniture-from" in finding.hint


def test_a_limit_that_is_not_there_is_found_with_the_page(tmp_path: Path) -> None:
    with pytest.raises(PageError) as caught:
        page_with(tmp_path, "\npreflight: {head-line: 2, folio-line: 2}\n")
    # All that the group lacks is one finding.
    (finding,) = caught.value.findings
    assert finding.message.startswith("‘preflight’ of the page has no ‘")
    assert "‘near’" in finding.message
