"""Each change to the engine: what it does, and that the engine as it comes still needs it.

Where a test says `stock`, it sets the same text without the changes. When such an assertion fails, the engine
has learnt it: take the change out.
"""

from __future__ import annotations

import gc
import math
from contextlib import nullcontext
from typing import Any

import pytest

from rulebook.printing.stack import stack_of
from rulebook.render import engine, engine_breaks, engine_grid, setting
from rulebook.render.fetcher import Fetcher
from rulebook.render.fonts import font_configuration, no_system_fonts
from rulebook.render.log import engine_log
from rulebook.render.page import Page
from rulebook.render.paragraph import break_paragraph
from rulebook.render.patching import replaced
from tests.render.book_styles import PAGE, STYLES, chapter, document

LEADING = PAGE.grid.leading.px
WORDS = (
    "When the company sets out it carries only what its members can lift, and each of them keeps one hand free for "
    "the rope. A load that is too heavy is shared before the first hill, never after it; whoever will not share it "
    "walks at the rear, and may not be the one to choose the way when the valley forks again. "
)

HYPHEN = "\u2010"

stock = nullcontext()


def changed() -> Any:
    return engine.engine_changes(PAGE)


def lay_out(body: str, changes: Any, css: str = "") -> Any:
    """The pages of this body in the book's styles, as the engine's boxes."""
    with no_system_fonts(), engine_log("sample.html") as findings, changes:
        from weasyprint import CSS, HTML

        fetcher = Fetcher((STYLES,))
        fonts = font_configuration()
        html = HTML(string=document(body).html, url_fetcher=fetcher, base_url=STYLES.as_uri())
        sheets = [
            CSS(string=PAGE.css(), url_fetcher=fetcher),
            CSS(url=(STYLES / "book.css").as_uri(), url_fetcher=fetcher, font_config=fonts),
            CSS(string=css, url_fetcher=fetcher, font_config=fonts),
        ]
        rendered = html.render(stylesheets=sheets, font_config=fonts)
    assert findings == []
    # The fonts' files live as long as their configuration.
    rendered.kept = fonts
    return [page._page_box for page in rendered.pages]


def boxes(root: Any, kind: str) -> list[Any]:
    return [box for box in root.descendants() if type(box).__name__ == kind]


def lines(root: Any) -> list[Any]:
    """The lines of the type area, not those of the furniture."""
    return boxes(root.children[0], "LineBox")


def lines_of(box: Any) -> list[Any]:
    return boxes(box, "LineBox")


def text(box: Any) -> str:
    return "".join(b.text for b in box.descendants() if hasattr(b, "text"))


def off_the_grid(pages: list[Any], page: Page = PAGE) -> list[str]:
    """The texts of the lines whose baseline is more than a hundredth of a pixel off the grid."""
    found = []
    for root in pages:
        for line in lines(root):
            at = (line.position_y + line.baseline - page.margin.head.px - page.grid.baseline.px) / LEADING
            if abs(at - round(at)) * LEADING > 0.01 and text(line):
                found.append(text(line))
    return found


def find(pages: list[Any], id: str) -> tuple[int, Any]:
    """The page (from 0) and the first box of the element with this id."""
    for number, root in enumerate(pages):
        for box in root.descendants():
            if box.element is not None and box.element.get("id") == id:
                return number, box
    raise AssertionError(id)


def test_another_version_of_the_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import weasyprint

    monkeypatch.setattr(weasyprint, "__version__", "70.1")
    with pytest.raises(engine.EngineVersionError, match=r"WeasyPrint 70\.0, not 70\.1"), changed():
        pass


def test_the_engine_is_put_back() -> None:
    from weasyprint.formatting_structure import build
    from weasyprint.layout import block, inline
    from weasyprint.text import line_break

    def state() -> list[dict[str, Any]]:
        return [dict(vars(module)) for module in (block, inline, line_break, build.properties)]

    before = state()
    with changed():
        assert state() != before
    assert state() == before


HEADINGS = chapter(
    f'<p>{WORDS}</p><h3 class="section">The check</h3><p>{WORDS}</p><h4 class="subsection">By day</h4>'
    f'<p>A <span style="font-size: 6pt">small</span> word. {WORDS}</p>'
)


def test_every_baseline_is_on_the_grid() -> None:
    assert off_the_grid(lay_out(HEADINGS, changed())) == []
    assert off_the_grid(lay_out(HEADINGS, stock)) != []


def odd_columns() -> str:
    # Seven lines in two columns, and a table below them that spans both.
    table = "<table class='data matrix' id='matrix'><tbody><tr><td>1</td></tr></tbody></table>"
    return chapter(f"<p>{'One line.<br>' * 6}One line.</p>{table}<p>Below.</p>")


def test_columns_end_on_the_grid() -> None:
    with engine_grid.exact_leading(LEADING - PAGE.grid.baseline.px), engine_breaks.tables_across_the_measure():
        assert off_the_grid(lay_out(odd_columns(), stock)) != []
    assert off_the_grid(lay_out(odd_columns(), changed())) == []


def test_text_stands_on_the_last_line_of_a_page() -> None:
    body = f"<p>{'One line.<br>' * 200}</p>"

    def lowest(changes: Any) -> float:
        return float(max(line.position_y + line.height for line in lines(lay_out(chapter(body), changes)[0])))

    end = PAGE.margin.head.px + PAGE.grid.lines * LEADING
    assert math.isclose(lowest(changed()), end, abs_tol=0.01)
    with engine_grid.exact_leading(LEADING - PAGE.grid.baseline.px), engine_grid.columns_on_the_grid(LEADING):
        assert math.isclose(lowest(stock), end - LEADING, abs_tol=0.01)


def beside_a_table() -> str:
    """Text, and a table that may not be broken, for which there is room in no column of the page's last lines."""
    rows = "".join(f"<tr><td>{number}</td></tr>" for number in range(12))
    table = f'<table class="data narrow" style="break-inside: avoid"><tbody>{rows}</tbody></table>'
    below = f"<p>{'One line.<br>' * 8}One line.</p>{table}"
    return chapter(f"<p>{'One line.<br>' * 57}One line.</p>") + chapter(below, "next")


def pages_with_text(body: str, changes: Any) -> list[int]:
    """How many lines of text stand on each page."""
    return [sum(text(line) == "One line." for line in lines(page)) for page in lay_out(body, changes)]


def test_text_stays_beside_a_column_in_which_nothing_has_room() -> None:
    assert pages_with_text(beside_a_table(), changed()) == [67, 0]
    with engine_grid.exact_leading(LEADING - PAGE.grid.baseline.px), engine_grid.columns_on_the_grid(LEADING):
        assert pages_with_text(beside_a_table(), stock) == [58, 9]


def lines_in_columns(body: str, changes: Any) -> list[int]:
    """How many lines stand in each column of the first page."""
    columns = [box for box in lay_out(body, changes)[0].descendants() if getattr(box, "is_column", False)]
    return [sum(bool(text(line)) for line in lines_of(box)) for box in columns]


def test_columns_are_as_low_as_can_be() -> None:
    # As high as the page, the first column ends two lines into the paragraph of four, a line above its foot.
    paragraphs = ["One line."] * 44 + ["<br>".join(["One line."] * 4)] + ["One line."] * 8
    body = chapter("".join(f"<p>{paragraph}</p>" for paragraph in paragraphs))
    assert lines_in_columns(body, changed()) == [28, 28]
    with replaced(engine, "columns_as_low_as_can_be", lambda _: nullcontext()):
        assert lines_in_columns(body, changed()) == [29, 27]


def test_columns_are_no_lower_than_what_must_stay_whole() -> None:
    whole = f"<p style='break-inside: avoid'>{'One line.<br>' * 8}One line.</p>"
    assert lines_in_columns(chapter(f"<p>One line.</p>{whole}<p>One line.</p>"), changed()) == [10, 1]
    assert lines_in_columns(chapter(f"{whole}<p>One line.</p>{whole}<p>One line.</p>"), changed()) == [10, 10]


def test_a_list_may_begin_a_column() -> None:
    items = "".join("<li>One line.</li>" for _ in range(10))
    before = f"<p>{'One line.<br>' * 9}One line.</p>"
    assert lines_in_columns(chapter(f"{before}<ul>{items}</ul>"), changed()) == [10, 10]
    assert lines_in_columns(chapter(f"{before}<ul style='break-before: avoid'>{items}</ul>"), changed()) != [10, 10]


def column_layouts(body: str, changes: Any) -> int:
    """How often the engine laid a column out."""
    from weasyprint.layout import block

    count = 0
    original = block.block_container_layout

    def counted(context: Any, box: Any, *rest: Any, **options: Any) -> Any:
        nonlocal count
        count += box.is_column
        return original(context, box, *rest, **options)

    with changes, replaced(block, "block_container_layout", counted):
        lay_out(body, nullcontext())
    return count


def test_a_heading_at_the_head_of_a_column_is_level_with_the_text_beside_it() -> None:
    blocks = (
        f"<p>{'One line.<br>' * 5}One line.</p><h3 class='section'>Second</h3><p>{'One line.<br>' * 4}One line.</p>"
    )
    for changes, tops in ((changed(), 1), (stock, 2)):
        column, other = (
            box for box in lay_out(chapter(blocks), changes)[0].descendants() if getattr(box, "is_column", False)
        )
        assert len({round(min(line.position_y for line in lines_of(box))) for box in (column, other)}) == tops


def test_no_column_is_laid_out_twice_at_one_height() -> None:
    body = chapter(f"<p>{WORDS * 3}</p>" * 5 + f"<p style='break-inside: avoid'>{WORDS * 2}</p>")
    assert column_layouts(body, changed()) < column_layouts(body, nullcontext())


def at_the_foot(lines_before: int, blocks: str) -> str:
    """A chapter that opens so many lines below the top of the page."""
    return f"<div style='height: {lines_before * 13}pt'></div>{chapter(blocks)}"


def test_a_title_is_not_left_at_the_foot_of_the_page() -> None:
    body = at_the_foot(46, f'<p id="first">{WORDS}</p>')
    with_changes, without = lay_out(body, changed()), lay_out(body, stock)
    assert find(with_changes, "panic")[0] == 1
    assert len(with_changes[0].children[0].children[0].children) == 1
    titles = [text(line) for line in lines(without[0])]
    assert any("Panic" in title for title in titles)
    assert find(without, "first")[0] == 1


def test_a_title_stays_with_two_lines() -> None:
    pages = lay_out(at_the_foot(44, f'<p id="first">{WORDS}</p>'), changed())
    assert find(pages, "panic")[0] == find(pages, "first")[0] == 0


def matrix(rows: int, id: str = "matrix") -> str:
    cells = "<td>One</td>" * 6
    body = "".join(f"<tr><td class='die'>{row}</td>{cells}</tr>" for row in range(rows))
    return f'<table class="data matrix" id="{id}"><tbody>{body}</tbody></table>'


@pytest.mark.parametrize("spans", [True, False])
def test_a_table_spans_the_measure(spans: bool) -> None:
    pages = lay_out(chapter(f"<p>{WORDS}</p>{matrix(3)}"), changed() if spans else stock)
    width = next(box for box in boxes(pages[0], "TableBox")).width
    measure, column = (mm / 25.4 * 96 for mm in (PAGE.measure_mm, PAGE.column_mm))
    assert width == pytest.approx(measure if spans else column, abs=0.1)


def narrow(rows: int) -> str:
    body = "".join(f"<tr><td class='die'>{row}</td><td>A stranger</td></tr>" for row in range(rows))
    head = "<thead><tr><th>D12</th><th>Who</th></tr></thead>"
    return f'<table class="data narrow" id="narrow">{head}<tbody>{body}</tbody></table>'


def columns_of_rows(pages: list[Any]) -> set[tuple[int, float]]:
    """The page and the left edge of each body row."""
    return {
        (number, round(row.position_x))
        for number, root in enumerate(pages)
        for group in boxes(root, "TableRowGroupBox")
        if not group.is_header
        for row in group.children
    }


def test_a_tall_table_is_broken_and_a_low_one_kept_whole() -> None:
    before = f"<p>{'One line.<br>' * 40}</p>"
    for changes, rows, columns in ((changed(), 30, 2), (changed(), 20, 1), (stock, 30, 1)):
        pages = lay_out(chapter(f"{before}{narrow(rows)}<p>{'One line.<br>' * 40}</p>"), changes)
        assert len(columns_of_rows(pages)) == columns, rows


def test_the_head_of_a_broken_table_is_repeated() -> None:
    around = f"<p>{'One line.<br>' * 40}</p>"
    pages = lay_out(chapter(f"{around}{narrow(30)}{around}"), changed())
    heads = [group for root in pages for group in boxes(root, "TableRowGroupBox") if group.is_header]
    assert len(heads) == 2


def test_a_text_that_fits_is_not_broken_before_an_inline_element() -> None:
    # "When the company" is 108.4 pixels wide; with the space before the element, 111.5.
    body = '<p style="width: 110px; text-align: left">When the company <em>sets</em> out</p>'
    assert text(lines(lay_out(body, changed())[0])[0]) == "When the company"
    # Pango 1.50 makes the engine break there; with 1.56 it does not.
    pango = next(part.version for part in stack_of((), own_pipeline=True) if part.name == "pango")
    if pango.startswith("1.50."):
        assert text(lines(lay_out(body, stock)[0])[0]) == "When"


def word_spaces(pages: list[Any]) -> list[float]:
    """How far each justified line's spaces are stretched, in normal word spaces of the text."""
    from weasyprint.layout.inline import count_expandable_spaces

    stretched = []
    for root in pages:
        for line in lines(root):
            leaves = [box for box in line.descendants() if hasattr(box, "text")]
            if leaves and count_expandable_spaces(line) > 1:
                space = 0.25 * leaves[0].style["font_size"]
                stretched.append(1 + leaves[0].justification_spacing / space)
    return stretched


def test_lines_are_not_loose() -> None:
    body = chapter(f"<p>{WORDS * 4}</p><p>The way <em>over the water</em> is closed, {WORDS * 3}</p>")
    ours, theirs = word_spaces(lay_out(body, changed())), word_spaces(lay_out(body, stock))
    assert sum(space > 2.2 for space in ours) == 0
    assert max(ours) < max(theirs)
    assert min(ours) >= 0.7


def dents(pages: list[Any]) -> list[float]:
    """How far each line of a ragged paragraph, but for the last, ends before the edge, as a share of the column."""
    column = PAGE.column_mm / 25.4 * 96
    return [
        (column - line.width) / column
        for root in pages
        for box in boxes(root, "BlockBox")
        if box.element_tag == "p"
        for line in lines_of(box)[:-1]
    ]


def test_a_ragged_edge_has_no_deep_dents() -> None:
    body = chapter(f"<p style='text-align: left'>{WORDS * 4}</p>")
    ours, theirs = lay_out(body, changed()), lay_out(body, stock)
    assert 0 <= min(dents(ours)) <= max(dents(ours)) < 0.2
    assert max(word_spaces(ours)) == 1
    # Each line filled for itself ends at a hyphen wherever there is one.
    hyphens, more = (sum(text(line).endswith(HYPHEN) for line in lines(pages[0])) for pages in (ours, theirs))
    assert hyphens < more


def test_a_name_that_must_stay_whole_is_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    starts: list[int] = []

    def noting(positions: Any, spaces: Any, breaks: Any, *rest: Any, **options: Any) -> Any:
        starts.extend(place.start for place in breaks)
        return break_paragraph(positions, spaces, breaks, *rest, **options)

    monkeypatch.setattr(setting, "break_paragraph", noting)
    name = "The warden of the long road"
    body = f"<p>Now came <span style='white-space: nowrap'>{name}</span>, who said nothing.</p>"
    lay_out(body, changed())
    begin = len("Now came ")
    assert begin in starts
    assert max(starts) > begin + len(name)
    assert not set(starts) & set(range(begin + 1, begin + len(name) + 1))


def test_common_words_break() -> None:
    body = "<p style='width: 60px'>and without the rope</p>"
    assert [text(line) for line in lines(lay_out(body, changed())[0])] == [f"and with{HYPHEN}", "out", "the rope"]
    assert text(lines(lay_out(body, stock)[0])[0]) == "and"


def test_a_paragraph_keeps_its_text() -> None:
    body = chapter(f'<p>{WORDS}<a class="reference" href="#panic">→ Panic</a>; <em>{WORDS}</em></p>')
    pages = lay_out(body, changed(), "* { hyphens: none !important }")
    joined = " ".join(text(line) for line in lines(pages[0])).split()
    assert joined == ["11", "Panic", *WORDS.split(), "→", "Panic", "1;", *WORDS.split()]


def test_nothing_runs_over_the_measure() -> None:
    pages = lay_out(chapter(f"<p>{WORDS * 5}</p>"), changed())
    column = PAGE.column_mm / 25.4 * 96
    assert all(line.width <= column + 0.5 for line in lines(pages[0]) if "Panic" not in text(line))


def styles_of_notes(changes: Any) -> int:
    """How many styles the engine makes for the calls and markers of notes in a short document."""
    from weasyprint.css import StyleFor

    made: list[str] = []
    original = StyleFor.set_computed_styles

    def counted(self: Any, element: Any, parent: Any, root: Any = None, pseudo_type: Any = None, **rest: Any) -> Any:
        made.append(str(pseudo_type))
        return original(self, element, parent, root, pseudo_type, **rest)

    with replaced(StyleFor, "set_computed_styles", counted):
        lay_out(chapter("<p>One.</p>"), changes)
    return sum("note" in pseudo and "@" not in pseudo for pseudo in made)


def test_no_styles_for_notes_in_a_document_without() -> None:
    assert styles_of_notes(stock) > 0
    assert styles_of_notes(changed()) == 0


def test_whole_lines() -> None:
    assert engine_grid._up(26.0, 13.0) == 26.0
    assert engine_grid._up(26.001, 13.0) == 26.0
    assert engine_grid._up(26.1, 13.0) == 39.0
    assert math.isclose(engine_grid._up(0.0, 13.0), 0.0)


# The number takes a line for each of its letters, so that it pushes its own target on: from page II to page III.
LATER = """
@page { size: 100px 100px; margin: 0 }
* { font: 16px Spectral; line-height: 20px; margin: 0; padding: 0; column-count: auto; hyphens: none }
.ref::after { content: target-counter(attr(href), page, upper-roman); display: block; width: 1px;
              overflow-wrap: anywhere; font: inherit }
"""


def number_and_page(changes: Any) -> tuple[str, int]:
    """What a link says of its target's page, and the target's true page."""
    body = "<p><a class='ref' href='#there'>To </a></p>" + "<p>x</p>" * 7 + "<p id='there'>There</p>"
    sheets = lay_out(f"<section>{body}</section>", changes, LATER)
    said = "".join(box.text for box in boxes(sheets[0], "TextBox") if set(box.text) <= set("I0"))
    numbers = [n for n, sheet in enumerate(sheets, 1) if any(b.text == "There" for b in boxes(sheet, "TextBox"))]
    return said, numbers[0]


def test_a_number_follows_its_target_to_a_later_page() -> None:
    assert number_and_page(changed()) == ("III", 3)


def test_stock_keeps_the_number_of_the_pass_before() -> None:
    assert number_and_page(stock) == ("II", 3)


def test_stock_leaves_the_boxes_of_a_pass_to_the_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        sheets = lay_out(f"<section><p>{WORDS * 8}</p></section>", stock)
        assert len(sheets) >= 1
        assert gc.collect() > 1000
    finally:
        gc.enable()


def test_a_pass_begins_without_the_boxes_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    collected = []
    monkeypatch.setattr("gc.collect", lambda: collected.append(True))
    number_and_page(changed())
    assert len(collected) >= 2
