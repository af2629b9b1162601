"""Each ink on what it is for, and nothing else: a document that breaks each office is found, and one that keeps all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.preflight.check import Sample
from rulebook.preflight.checks.inks import CHECK
from tests.preflight.samples import judge_sample
from tests.render.book_styles import chapter

_FIGURE = (
    "<figure><svg xmlns='http://www.w3.org/2000/svg' width='60pt' height='26pt' viewBox='0 0 60 26'>"
    "<title>A line with a word.</title>"
    "<line x1='0' y1='5' x2='60' y2='5' fill='none' stroke='{line}'/>"
    "<text x='0' y='20' font-family='Spectral' font-size='9' fill='{word}' stroke='none'>far</text></svg></figure>"
)
_STONE, _BLACK, _BRONZE = "#989084", "#1a1714", "#8f6321"

_KEPT = [
    chapter("<p>A text.</p>").replace('class="chapter-number"', 'class="chapter-number" data-role="number"'),
    "<p class='entry'><dfn class='entry-name'>Ford</dfn> — where the river is crossed.</p>",
    _FIGURE.format(line=_STONE, word=_BLACK),
    "<nav><ol><li><a class='contents-line' href='#x'><span class='contents-name'>A</span></a></li></ol></nav>"
    "<p id='x'>A text.</p>",
    "<div class='tab tab-1'>I</div><p>A text.</p>",
    "<table class='data'><thead><tr><th>Die</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>",
]


@pytest.mark.parametrize("body", _KEPT)
def test_every_ink_at_its_own_is_no_fault(tmp_path: Path, body: str) -> None:
    assert judge_sample(CHECK, Sample(body), tmp_path).findings == ()


@pytest.mark.parametrize(
    ("body", "style", "said"),
    [
        ("<p>A <em>text</em>.</p>", "em { color: var(--ink-bronze) }", "‘text’ is in bronze"),
        ("<p>A <em>text</em>.</p>", "em { color: var(--ink-verdigris) }", "‘text’ is in verdigris"),
        ("<p>A <em>text</em>.</p>", "em { color: var(--ink-stone) }", "‘text’ is in stone"),
        ("<p>A <em>text</em>.</p>", "em { color: var(--ink-paper) }", "‘text’ is in paper"),
        (chapter("<p>A text.</p>"), "", "‘11’ is in bronze, which is for tabs and numbers"),
        (chapter("<p>A text.</p>"), "h2 { color: var(--ink-bronze) }", "‘Panic’ is in bronze"),
        (
            "<p class='entry'><dfn class='entry-name'>Ford</dfn> — a place.</p>",
            "dfn.entry-name { color: var(--ink-black) }",
            "‘Ford’ is in black, which is for words of the text",
        ),
        (_KEPT[3], ".contents-line { color: var(--ink-bronze) }", "‘A’ is in bronze"),
        (_KEPT[4], ".tab { background: var(--ink-verdigris) }", "a fill is in verdigris"),
        (_KEPT[4], ".tab { color: var(--ink-black) }", "‘I’ is in black"),
        ("<p>A text.</p>", "p { border-top: 1pt solid var(--ink-bronze) }", "a fill is in bronze"),
        ("<p>A text.</p>", "p { border-top: 1pt solid var(--ink-black) }", "a fill is in black"),
        ("<p>A text.</p>", "p { background: var(--ink-stone) }", "a fill is in stone, which is for rules"),
        (_FIGURE.format(line=_BLACK, word=_BLACK), "", "a stroke is in black"),
        (
            _FIGURE.format(line=_STONE, word=_BRONZE),
            "",
            "is in bronze, which is for tabs and numbers of headings, books and pages, not for words of figures",
        ),
    ],
)
def test_an_ink_on_what_it_is_not_for_is_found(tmp_path: Path, body: str, style: str, said: str) -> None:
    judged = judge_sample(CHECK, Sample(body, style), tmp_path)
    assert any(said in finding.message for finding in judged.findings), judged.findings
