"""The terms at the foot of a page: the right ones, on its last lines, and never over the text."""

from __future__ import annotations

import math

import pytest

from rulebook.render import engine
from tests.render.book_styles import PAGE, chapter
from tests.render.footed import Footed, definitions, mark, set_with_feet

LEADING = PAGE.grid.leading.px
SMALL = 9.75 * 96 / 72
TOP = PAGE.margin.head.px
BOTTOM = TOP + PAGE.grid.lines * LEADING

SHORT = "One line and no more."
LONG = "What takes a while to tell: first this, then that, and then what comes of both of them. " * 3
WORDS = "The company goes on over the hill and down to the water. "


def well_set(footed: Footed) -> None:
    """On every page: the foot ends with the page, on the grid, under its rule, and the text ends above it."""
    for number in range(len(footed.pages)):
        foot = footed.foot(number)
        body = footed.lines(number)
        lowest = max((line.position_y + line.height for line in body), default=TOP)
        if foot is None:
            assert lowest <= BOTTOM + 0.01
            continue
        inner = [b for b in foot.descendants() if type(b).__name__ == "LineBox"]
        assert max(b.position_y + b.height for b in inner) == pytest.approx(BOTTOM, abs=0.01)
        assert foot.border_box_y() >= lowest + LEADING / 2 - 0.01
        for line in inner[1:]:
            above = (BOTTOM - line.position_y - line.height) / SMALL
            assert above == pytest.approx(round(above), abs=0.001)
        for line in body:
            at = (line.position_y + line.baseline - TOP - PAGE.grid.baseline.px) / LEADING
            assert at == pytest.approx(round(at), abs=0.001)


def test_a_page_lists_its_terms_once_each_in_the_order_of_the_definitions() -> None:
    text = f"<p>A {mark('deed')}Deed of an {mark('act')}Act, and an {mark('act')}Act more.</p>"
    footed = set_with_feet(chapter(text) + definitions({"act": SHORT, "deed": SHORT, "foe": SHORT}))
    assert len(footed.pages) == 1
    assert footed.listed(0) == ["act", "deed"]
    well_set(footed)


def test_a_page_without_terms_has_no_foot_and_no_rule() -> None:
    use = f"<p>An {mark('act')}Act.</p>"
    apart = '<div style="break-before: page"></div>'
    footed = set_with_feet(chapter(use) + apart + chapter("<p>None.</p>", "next") + definitions({"act": SHORT}))
    assert len(footed.pages) == 2
    assert (footed.listed(0), footed.listed(1)) == (["act"], [])
    assert footed.foot(1) is None
    assert footed.pages[1].height == footed.pages[0].height


def test_the_two_columns_are_balanced_in_whole_lines() -> None:
    terms = {f"t{n}": SHORT if n % 3 else LONG for n in range(9)}
    footed = set_with_feet(chapter(f"<p>{''.join(f'{mark(t)}T ' for t in terms)}</p>") + definitions(terms))
    well_set(footed)
    items = footed.items(0)
    assert [b.element.get("data-term") for b in items] == list(terms)
    lefts = sorted({round(b.position_x) for b in items})
    assert len(lefts) == 2
    heights = [sum(round(b.height / SMALL) for b in items if round(b.position_x) == left) for left in lefts]
    assert abs(heights[0] - heights[1]) <= max(round(b.height / SMALL) for b in items)
    assert lefts[1] - lefts[0] == pytest.approx((PAGE.column_mm + PAGE.grid.gutter.mm) / 25.4 * 96, abs=1)


def test_there_is_always_half_a_line_between_the_text_and_the_rule() -> None:
    # With four small lines, the foot is four lines of the grid high: the space above takes one more.
    terms = {f"t{n}": SHORT for n in range(8)}
    uses = "".join(f"{mark(term)}T " for term in terms)
    footed = set_with_feet(chapter(f"<p>{uses}</p><p>{'One line.<br>' * 120}</p>") + definitions(terms))
    well_set(footed)
    lowest = max(line.position_y + line.height for line in footed.lines(0))
    assert lowest == pytest.approx(BOTTOM - 5 * LEADING, abs=0.01)


def test_terms_that_push_text_to_the_next_page_count_there() -> None:
    # The page is full without a foot. What the foot pushes off it takes its own terms along.
    paragraphs = "".join(f"<p>{mark(f't{n}')}T{n}. {WORDS * 6}</p>" for n in range(30))
    terms = {f"t{n}": LONG for n in range(30)}
    footed = set_with_feet(chapter(paragraphs) + definitions(terms))
    assert len(footed.pages) > 2
    well_set(footed)
    for number in range(len(footed.pages)):
        text = footed.text(number)
        assert footed.listed(number) == [t for t in terms if f"{t.upper()}." in text]


def test_a_term_that_a_page_s_end_splits_counts_where_it_begins() -> None:
    # Every line holds the first word of a term of two words, which ends on the next.
    line = '<span style="white-space: nowrap">.................................................</span>'
    words = "".join(f"{mark(f't{n}')}Out{n}&nbsp;of<br>Action{n} {line} " for n in range(120))
    terms = {f"t{n}": SHORT for n in range(120)}
    footed = set_with_feet(chapter(f"<p>{words}</p>") + definitions(terms))
    assert len(footed.pages) > 1
    split = 0
    for number in range(len(footed.pages)):
        text = footed.text(number)
        begun = [t for t in terms if f"Out{t[1:]}\xa0" in text]
        assert footed.listed(number) == begun
        split += sum(f"Action{t[1:]} " not in text for t in begun)
    assert split
    well_set(footed)


def test_a_great_foot_has_three_columns() -> None:
    uses = "".join(f"{mark(f't{n}')}T " for n in range(40))
    few = set_with_feet(chapter(f"<p>{uses}</p>") + definitions({f"t{n}": LONG for n in range(8)}))
    many = set_with_feet(chapter(f"<p>{uses}</p>") + definitions({f"t{n}": LONG for n in range(14)}))
    for footed, columns in ((few, 2), (many, 3)):
        well_set(footed)
        assert len({round(b.position_x) for b in footed.items(0)}) == columns


def test_terms_in_cells_and_lists_count_and_repeated_heads_do_not() -> None:
    rows = "".join(f"<tr><td class='die'>{n}</td><td>{mark('row') if n == 3 else ''}x</td></tr>" for n in range(70))
    head = f"<thead><tr><th>D12</th><th>{mark('head')}Who</th></tr></thead>"
    table = f'<table class="data narrow">{head}<tbody>{rows}</tbody></table>'
    terms = {"head": SHORT, "item": SHORT, "row": SHORT}
    footed = set_with_feet(chapter(f"<ul><li><p>{mark('item')}I</p></li></ul>{table}") + definitions(terms))
    found = [footed.listed(number) for number in range(len(footed.pages))]
    assert "item" in found[0]
    assert sum("row" in terms for terms in found) == 1
    # Composition puts no mark into a head; one that stands there counts wherever it is printed.
    assert all("head" in terms for terms in found)


def test_the_same_page_again_gives_the_same_boxes() -> None:
    paragraphs = "".join(f"<p>{mark(f't{n % 9}')}T. {WORDS * 5}</p>" for n in range(60))
    body = chapter(paragraphs) + definitions({f"t{n}": LONG for n in range(9)})

    def places() -> list[list[tuple[float, float]]]:
        return [[(b.position_x, b.position_y) for b in p.descendants()] for p in set_with_feet(body).pages]

    assert places() == places()


def test_marks_do_not_change_the_text_s_lines() -> None:
    plain = "".join(f"<p>The way of the Act{n} and of the Deed{n}. {WORDS * 4}</p>" for n in range(20))
    marked = plain.replace("Act", f"{mark('none')}Act").replace("Deed", f"{mark('other')}Deed")
    assert marked != plain
    first, second = set_with_feet(chapter(plain)), set_with_feet(chapter(marked))
    assert [first.text(n) for n in range(len(first.pages))] == [second.text(n) for n in range(len(second.pages))]


def test_stock_puts_the_definitions_into_the_text() -> None:
    body = chapter(f"<p>An {mark('act')}Act.</p>") + definitions({"act": SHORT, "deed": SHORT})
    stock = set_with_feet(body, foot=False)
    assert stock.listed(0) == ["act", "deed"]
    assert max(b.position_y for b in stock.items(0)) < BOTTOM - 10 * LEADING
    assert math.isclose(set_with_feet(body).items(0)[-1].position_y, BOTTOM - SMALL, abs_tol=0.01)


def test_definitions_that_no_page_uses_are_printed_nowhere() -> None:
    footed = set_with_feet(chapter("<p>None.</p>") + definitions({"act": SHORT}))
    assert len(footed.pages) == 1
    assert footed.foot(0) is None
    assert footed.text(0).endswith("None.")


def test_a_document_without_definitions_is_laid_once() -> None:
    footed = set_with_feet(chapter(f"<p>An {mark('act')}Act.</p>"))
    assert (footed.count.asked, footed.count.laid) == (1, 1)
    assert footed.listed(0) == []


def test_what_stands_on_a_page_that_was_laid_again_stands_there_once() -> None:
    # The tab and the anchor move to the next page when the foot is set: neither is left on the page before.
    fill = f"<p>{mark('act')}A. {'One line.<br>' * 80}</p>"
    tab = '<div class="tab tab-1">I</div><p id="here">Here.</p>'
    link = '<p><a class="reference" href="#here">→ Here</a></p>'
    footed = set_with_feet(chapter(link + fill) + tab + definitions({"act": LONG * 4}))
    texts = [footed.text(n) for n in range(len(footed.pages))]
    where = [n for n, text in enumerate(texts) if "Here." in text]
    assert len(where) == 1
    assert f"→ Here\xa0{where[0] + 1}" in texts[0]


def test_a_running_element_that_moves_on_asks_for_no_other_pass() -> None:
    # Of two that stand on the page without its foot, one is pushed to the next page.
    fill = f"<p>{mark('act')}A. {'One line.<br>' * 80}</p>"
    tabs = '<div class="tab tab-0"></div>', '<div class="tab tab-1">I</div>'
    body = tabs[0] + chapter(fill) + tabs[1] + chapter("<p>Here.</p>", "next")
    footed = set_with_feet(body + definitions({"act": LONG * 4}))
    assert [footed.text(n).count("Here.") for n in range(len(footed.pages))] == [0, 1]
    # The second page is laid once more by the engine's own doing: it holds the name's first element of its own.
    assert footed.count.asked == 3


def test_the_engine_is_put_back() -> None:
    from weasyprint import document, layout
    from weasyprint.layout import block, inline, page

    def state() -> list[dict[str, object]]:
        return [dict(vars(module)) for module in (document, layout, block, inline, page)]

    before = state()
    with engine.engine_changes(PAGE, marks=()):
        assert state() != before
    assert state() == before


def test_the_work_is_counted() -> None:
    footed = set_with_feet(chapter(f"<p>An {mark('act')}Act.</p>") + definitions({"act": SHORT}))
    assert (footed.count.asked, footed.count.laid) == (1, 2)
