"""What the style sheets ask of the measures, and what these have that nothing asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.render.page import PageError, load_page
from tests.editing import edit

SHEETS = {
    "book.css": "@import 'text.css'; @import url(page.css); /* var(--type-none) */"
    "h1 { color: var(--ink-red); --own: 1; top: var(--own) }",
    "page.css": "@page { margin: var(--margin-inner) }",
    "text.css": "p { font-size: var(--type-text); left: var(--indent-hang, 0) }",
    "leaf.css": "p { font-size: var(--leaf-text) }",
}
MEASURES = """
paper: {width: 100mm, height: 150mm}
margin: {inner: 10mm, outer: 10mm, head: 10mm, foot: 13.0mm}
grid: {columns: 1, gutter: 0mm, lines: 30, leading: 12pt, baseline: 9pt}
ink: {paper: '#ffffff', black: '#000000', red: '#aa0000'}
type: {text: 9pt}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "styles" / "page.yaml"
    path.parent.mkdir()
    path.write_text(MEASURES, encoding="utf-8")
    for name, text in SHEETS.items():
        (path.parent / name).write_text(text, encoding="utf-8")
    return path


def test_what_is_asked_for_is_there(file: Path) -> None:
    assert load_page(file).inks.keys() == {"paper", "black", "red"}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("{text: 9pt}", "{txet: 9pt}", "6:8 S011 ‘type’ has ‘txet’, for which no style sheet asks ‘text’"),
        ("{text: 9pt}", "{folio: 9pt}", "6:1 S012 ‘type’ has no ‘text’, for which styles/text.css asks add ‘text: …’"),
        ("type:", "tpye:", "6:1 S011 for the group ‘tpye’ no style sheet asks ‘type’"),
        ("type: {text: 9pt}", "", "1:1 S012 there is no group ‘type’, for which styles/text.css asks (--type-text)"),
        (", red: '#aa0000'", "", "5:1 S012 ‘ink’ has no ‘red’, for which styles/book.css asks"),
        ("black: ", "blakc: ", "5:6 S012 ‘ink’ of the page has no ‘black’"),
        ("inner: ", "iner: ", "3:10 S011 ‘margin’ of the page has no key ‘iner’ ‘inner’"),
        ("ink:", "inks:", "5:1 S011 for the group ‘inks’ no style sheet asks ‘ink’"),
        ("type:", "leaf: {hue: 1mm}\ntype:", "6:1 S012 ‘leaf’ has no ‘text’, for which styles/leaf.css asks"),
    ],
)
def test_what_is_asked_for_in_vain(file: Path, old: str, new: str, found: str) -> None:
    edit(file, old, new)
    with pytest.raises(PageError) as caught:
        load_page(file)
    (finding,) = caught.value.findings
    place, _, words = found.partition(" ")
    said = f"{finding.code} {finding.message} {finding.hint.replace('did you mean ', '').rstrip('?')}"
    assert str(finding.position) == f"styles/page.yaml:{place}"
    assert said.startswith(words)


def test_a_product_that_the_book_has_not_is_not_asked_for(file: Path) -> None:
    assert not [name for name in load_page(file).values if name.startswith("leaf")]
