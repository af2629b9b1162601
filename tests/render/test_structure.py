"""The structure of a document: one element for each of its own, whatever it is broken over, and no furniture."""

from __future__ import annotations

import pytest

from rulebook.render.structure import ROLES, Annotated, Node, Structure
from tests.render.book_styles import chapter
from tests.render.test_engine import WORDS, changed, lay_out

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">'
    "{title}<rect width='50' height='50' fill='#a39b8f'/></svg>"
)


def structure(body: str, css: str = "") -> Structure:
    return Structure(lay_out(body, changed(), css))


def outline(node: Node) -> object:
    """An element as its tag, its words, and what is in it."""
    inner = [outline(kid) for kid in node.kids if isinstance(kid, Node)]
    return (node.tag, inner) if inner else (node.tag, node.text)


def all_of(found: Structure, tag: str) -> list[Node]:
    return [node for node in found.root.nodes() if node.tag == tag]


def pages(node: Node) -> list[int]:
    return sorted({leaf.page for leaf in node.leaves()})


def test_a_chapter() -> None:
    found = structure(chapter('<p>One.</p><h3 class="section">The <em>check</em></h3><p>Two <b>bold</b> words.</p>'))
    assert outline(found.root) == (
        "Document",
        [("Sect", [("H1", "11 Panic"), ("P", "One."), ("H2", "The check"), ("P", "Two bold words.")])],
    )


def test_a_paragraph_over_columns_and_pages_is_one() -> None:
    found = structure(chapter(f"<p>First.</p><p>{WORDS * 40}</p><p>Last.</p>"))
    first, long, last = all_of(found, "P")
    assert pages(long) == [0, 1, 2]
    columns = {round(leaf.box.position_x) for leaf in long.leaves()}
    assert len(columns) >= 4
    assert long.text == (WORDS * 40).strip()
    assert (first.text, last.text) == ("First.", "Last.")


def test_a_list_over_pages_is_one_with_its_labels() -> None:
    items = "".join(f"<li>Item {n}. {WORDS}</li>" for n in range(60))
    found = structure(chapter(f"<ol>{items}</ol>"))
    (whole,) = all_of(found, "L")
    assert whole.attributes["List"] == {"ListNumbering": "/Decimal"}
    assert len(pages(whole)) > 1
    assert [
        [kid.tag for kid in item.kids if isinstance(kid, Node)] for item in whole.kids if isinstance(item, Node)
    ] == [["Lbl", "LBody"]] * 60
    assert [label.text for label in all_of(found, "Lbl")] == [f"{n}." for n in range(1, 61)]


def test_a_list_in_an_item_is_in_its_body() -> None:
    found = structure(chapter("<ul><li><p>Outer</p><ul><li>Inner</li></ul></li></ul>"))
    inner = ("L", [("LI", [("Lbl", "–"), ("LBody", "Inner")])])
    (whole,) = [node for node in found.root.nodes() if node.tag == "L"][:1]
    assert outline(whole) == ("L", [("LI", [("Lbl", "–"), ("LBody", [("P", "Outer"), inner])])])
    assert whole.attributes["List"] == {"ListNumbering": "/None"}


def test_items_that_run_on_are_all_that_their_list_holds() -> None:
    lines = "".join(
        f'<li style="display: inline"><a class="contents-section" href="#x">Part {n}</a></li>\n' for n in "AB"
    )
    sections = f'<ol class="contents-sections">{lines}</ol>'
    chapters = f'<ol class="contents-list"><li><a class="contents-line" href="#x">The Ferry</a>{sections}</li></ol>'
    found = structure(f'<nav class="contents">{chapters}</nav>' + chapter('<p id="x">Here.</p>'))
    inner = all_of(found, "TOC")[1]
    assert [(kid.tag, kid.text) for kid in inner.kids if isinstance(kid, Node)] == [
        ("TOCI", "Part A 2"),
        ("TOCI", "Part B 2"),
    ]
    assert all(isinstance(kid, Node) for kid in inner.kids)


def table(rows: int) -> str:
    body = "".join(f'<tr><th scope="row">Row {n}</th><td>{n}</td><td></td></tr>' for n in range(rows))
    heads = '<th scope="col">Name</th><th scope="col">Number</th><th scope="col">Rest</th>'
    return f"<table class='data'><caption>Rows</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def test_a_table_over_pages_is_one_and_has_its_head_once() -> None:
    laid = lay_out(chapter(table(250)), changed())
    found = Structure(laid)
    (whole,) = all_of(found, "Table")
    assert [kid.tag for kid in whole.kids if isinstance(kid, Node)] == ["Caption", "THead", "TBody"]
    assert len(pages(whole)) > 1
    assert len(all_of(found, "THead")) == 1
    assert [head.text for head in all_of(found, "TH")][:4] == ["Name", "Number", "Rest", "Row 0"]
    scopes = [head.attributes["Table"]["Scope"] for head in all_of(found, "TH")]
    assert scopes == ["/Column"] * 3 + ["/Row"] * 250
    # An empty cell is a cell.
    assert all(len(row.kids) == 3 for row in all_of(found, "TR"))
    heads = [box for page in laid for box in page.descendants() if getattr(box, "text", "") == "Number"]
    kinds = [found.artifacts[id(box)].kind if id(box) in found.artifacts else "" for box in heads]
    assert len(heads) > 2
    assert kinds == ["", *["Pagination"] * (len(heads) - 1)]


def test_headings_have_no_gaps() -> None:
    found = structure(
        '<h2 aria-level="1">Before</h2><h4>Deep</h4><h1>Book</h1><h2>Chapter</h2><h4>Deeper</h4><h3>Back</h3>'
    )
    headings = [(node.tag, node.text) for node in found.root.nodes() if node.level]
    assert headings == [
        ("H1", "Before"),
        ("H2", "Deep"),
        ("H1", "Book"),
        ("H2", "Chapter"),
        ("H3", "Deeper"),
        ("H3", "Back"),
    ]


def test_the_contents() -> None:
    number = '<span class="chapter-number" data-role="number">1</span>'
    line = f'<li><a class="contents-line" href="#a">{number} <span>Panic</span></a></li>'
    found = structure(f'<nav class="contents"><h2>Contents</h2><ol>{line}</ol></nav><p id="a">Panic.</p>')
    (item,) = all_of(found, "TOCI")
    assert outline(item) == ("TOCI", [("Lbl", "1."), ("Reference", [("Link", [("Number", "1"), ("Number", "2")])])])
    (link,) = all_of(found, "Link")
    assert link.text == "1 Panic2"
    assert sum(isinstance(kid, Annotated) for kid in link.kids) == 1
    # The leader is no text.
    assert not any("  " in leaf.box.text for leaf in link.leaves())


def test_a_name_that_is_defined_and_a_number_have_elements_of_their_own() -> None:
    found = structure(
        '<h2>Book <span data-role="number">IV</span></h2><p class="entry"><dfn>Ford</dfn> — a <i>place</i>.</p>'
    )
    assert outline(found.root) == (
        "Document",
        [("H1", [("Number", "IV")]), ("P", [("Definition", "Ford")])],
    )
    assert [node.text for node in found.root.kids if isinstance(node, Node)] == ["Book IV", "Ford — a place."]
    assert set(ROLES) == {"Definition", "Number"}


def test_a_link_over_two_lines_is_one() -> None:
    words = "the whole company that went over the mountain with the lamp unlit and never came home again"
    found = structure(chapter(f'<p id="a">To <a href="#a" aria-label="About">{words} {words}</a>.</p>'))
    (link,) = all_of(found, "Link")
    assert link.text == f"{words} {words}"
    assert link.label == "About"
    assert sum(isinstance(kid, Annotated) for kid in link.kids) > 1


def test_a_figure_has_words_and_a_picture_that_says_nothing_is_none() -> None:
    said = SQUARE.format(title="<title>A stone\n square</title>")
    found = structure(f"<figure>{said}<figcaption>Figure 1</figcaption></figure><p>{SQUARE.format(title='')}</p>")
    (figure,) = all_of(found, "Figure")
    assert figure.alt == "A stone square"
    assert len(list(found.root.leaves())) == 2
    assert outline(found.root) == ("Document", [("Div", [("Figure", ""), ("Caption", "Figure 1")])])


def test_furniture_is_no_part_of_it() -> None:
    body = '<div class="tab tab-1">IV</div><h1 class="title">Roads</h1><p aria-hidden="true">Draft</p><p>Text.</p>'
    pages = lay_out(body, changed())
    found = Structure(pages)
    assert outline(found.root) == ("Document", [("H1", "Roads"), ("P", "Text.")])
    texts = {box.text: box for page in pages for box in page.descendants() if getattr(box, "text", None)}
    kinds = {text: found.artifacts[id(texts[text])] for text in ("IV", "1", "Draft")}
    assert {text: (a.kind, a.furniture) for text, a in kinds.items()} == {
        "IV": ("Pagination", ""),
        "1": ("Pagination", "Footer"),
        "Draft": ("Pagination", "Watermark"),
    }


def test_every_text_is_in_it_or_set_aside() -> None:
    pages = lay_out(chapter(f"<p>{WORDS * 5}</p>{table(3)}<div>Loose <b>text</b></div>"), changed())
    found = Structure(pages)
    own = [id(leaf.box) for leaf in found.root.leaves()]
    assert len(own) == len(set(own))
    texts = [box for page in pages for box in page.descendants() if hasattr(box, "text")]
    assert all((id(box) in own) != (id(box) in found.artifacts) for box in texts)


def test_a_loose_text_is_a_paragraph() -> None:
    assert outline(structure("<section><div>Loose <b>text</b></div></section>").root) == (
        "Document",
        [("Sect", [("P", "Loose text")])],
    )


def test_another_language_is_said() -> None:
    found = structure('<p>The <span lang="la">via</span> <i>is</i> long.</p><p lang="de">Der Weg</p>')
    assert [(node.tag, node.lang) for node in found.root.nodes() if node.lang] == [("Span", "la"), ("P", "de")]


@pytest.mark.parametrize(("rows", "columns"), [(2, 1), (1, 2)])
def test_spans_of_cells(rows: int, columns: int) -> None:
    cell = f'<td rowspan="{rows}" colspan="{columns}">A</td>'
    found = structure(f"<table><tbody><tr>{cell}<td>B</td></tr><tr><td>C</td></tr></tbody></table>")
    spans = all_of(found, "TD")[0].attributes["Table"]
    assert spans == ({"RowSpan": 2} if rows == 2 else {"ColSpan": 2})
