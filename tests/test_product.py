"""What the products share: the page on another paper, and a PDF that is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.product import ProductError, product_page
from rulebook.render.page import Length
from tests.editing import edit

MEASURES = """
paper-a4: {width: 210mm, height: 297mm}
paper-a5: {width: 148mm, height: 210mm}
leaf: {text: 9pt, leading: 12pt, baseline: 9pt}
leaf-a5: {text: 8pt}
"""


@pytest.fixture
def root(tiny_book: Path) -> Path:
    path = tiny_book / "styles" / "page.yaml"
    path.write_text(path.read_text(encoding="utf-8").split("\n# The papers")[0] + MEASURES, encoding="utf-8")
    return tiny_book


def test_the_paper_and_the_grid_are_the_products_own(root: Path) -> None:
    page = product_page(root, "leaf", "a5")
    assert (page.paper.width, page.paper.height) == (Length(148, "mm"), Length(210, "mm"))
    assert (page.grid.leading, page.grid.baseline) == (Length(12, "pt"), Length(9, "pt"))
    css = page.css()
    assert "--paper-width: 148mm;" in css
    assert "--grid-leading: 12pt;" in css


def test_a_paper_may_have_its_own_measures(root: Path) -> None:
    assert product_page(root, "leaf", "a4").values["leaf-text"] == Length(9, "pt")
    assert product_page(root, "leaf", "a5").values["leaf-text"] == Length(8, "pt")


@pytest.mark.parametrize(
    ("product", "paper", "said"),
    [("leaf", "a6", "there is no paper-a6.width"), ("leaflet", "a4", "there is no leaflet: the measures")],
)
def test_what_is_missing_is_said(root: Path, product: str, paper: str, said: str) -> None:
    with pytest.raises(ProductError) as caught:
        product_page(root, product, paper)
    (finding,) = caught.value.findings
    assert str(finding.position).startswith("styles/page.yaml")
    assert said in finding.message


def test_a_paper_that_is_not_there_is_told_by_the_nearest(root: Path) -> None:
    with pytest.raises(ProductError) as caught:
        product_page(root, "leaf", "a44")
    assert caught.value.findings[0].hint == "did you mean ‘a4’?"


def test_margins_that_leave_nothing_are_a_finding(root: Path) -> None:
    edit(root / "styles" / "page.yaml", "leaf-a5: {text: 8pt}", "leaf-a5: {text: 8pt, margin: 74mm}")
    assert product_page(root, "leaf", "a4").paper.width.mm == 210
    with pytest.raises(ProductError) as caught:
        product_page(root, "leaf", "a5")
    (finding,) = caught.value.findings
    assert finding.message == "two margins of 74mm leave nothing of a paper of 148mm × 210mm"
    place = (root / "styles" / "page.yaml").read_text(encoding="utf-8").split("\n")[finding.position.line - 1]
    assert place[finding.position.column - 1 :] == "74mm}"


def test_a_page_that_is_wrong_is_a_finding(root: Path) -> None:
    (root / "styles" / "page.yaml").write_text("paper: [", encoding="utf-8")
    with pytest.raises(ProductError) as caught:
        product_page(root, "leaf", "a4")
    assert str(caught.value.findings[0]).startswith("styles/page.yaml:1:9 S005 ")
