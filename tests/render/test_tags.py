"""What a PDF says of its structure: tags, links, header cells, artifacts; and that the engine still needs telling.

Where a test says `stock`, the engine wrote the same pages by itself. When such an assertion fails, the engine has
learnt it: take the change out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from rulebook.render import pdf
from rulebook.render.pdf import render_pdf
from rulebook.render.structure import Structure
from rulebook.render.tags import tags_written
from tests.render.book_styles import PAGE, chapter, document
from tests.render.test_engine import WORDS
from tests.render.test_structure import SQUARE, table
from tests.tagged_pdf import TaggedPdf

LINK = (
    '<p id="a">To <a href="#b" aria-label="About"><span style="display: inline-block">the way</span> '
    f"{WORDS[:150]}</a>.</p>"
)
BODY = (
    '<div class="tab tab-1">I</div>'
    + chapter(LINK + table(200) + f"<figure>{SQUARE.format(title='<title>A square</title>')}</figure>")
    + f'<p id="b">{WORDS}</p>'
)


def read(path: Path) -> Any:
    """The PDF as pypdf reads it, whose types say less than it knows."""
    return PdfReader(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("tags") / "book.pdf"
    assert render_pdf(replace(document(BODY), accessible=True), output).findings == ()
    return output


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same pages, with the structure that the engine makes of them."""

    def write(rendered: Any, file: Any, **_: object) -> None:
        rendered.write_pdf(file, pdf_identifier=True, pdf_tags=True, pdf_variant="pdf/ua-1")
        file.flush()

    output = tmp_path_factory.mktemp("stock") / "book.pdf"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "_write", write)
        render_pdf(document(BODY), output)
    return output


def elements(reader: Any, tag: str = "") -> list[Any]:
    """The elements with that tag, in reading order."""
    found = []

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, list):
            for kid in node:
                walk(kid)
        elif isinstance(node, dict):
            if "/S" in node and tag in ("", node["/S"][1:]):
                found.append(node)
            if "/K" in node:
                walk(node["/K"])

    walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"])
    return found


def annotations_of(reader: Any) -> list[Any]:
    return [entry.get_object() for page in reader.pages for entry in page.get("/Annots", ())]


def test_what_the_document_says_of_itself(made: Path) -> None:
    root = read(made).root_object
    assert root["/Lang"] == "en-GB"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    metadata = root["/Metadata"].get_data().decode()
    assert 'pdfuaid:part="1"' in metadata
    assert "The Long Valley" in metadata
    assert read(made).pdf_header == "%PDF-1.7"


def test_a_document_that_claims_nothing_says_nothing(tmp_path: Path) -> None:
    render_pdf(document("<p>Text</p>"), tmp_path / "book.pdf")
    assert "/Metadata" not in read(tmp_path / "book.pdf").root_object
    assert elements(read(tmp_path / "book.pdf"), "P")


def test_tags_of_our_own_are_told_as_the_standard_knows_them(made: Path) -> None:
    roles = read(made).trailer["/Root"]["/StructTreeRoot"]["/RoleMap"]
    assert {name: str(tag) for name, tag in roles.items()} == {"/Definition": "/Span", "/Number": "/Span"}


def test_page_labels_are_the_folios(made: Path) -> None:
    reader = read(made)
    assert reader.root_object["/PageLabels"]["/Nums"] == [0, {"/S": "/D"}]
    assert reader.page_labels == [str(n) for n in range(1, len(reader.pages) + 1)]


def test_a_table_over_pages_is_one(made: Path, stock: Path) -> None:
    assert len(elements(read(made), "Table")) == len(elements(read(made), "THead")) == 1
    assert len(elements(read(stock), "Table")) > 1


def test_header_cells_say_what_they_head(made: Path, stock: Path) -> None:
    scopes = [cell["/A"]["/Scope"] for cell in elements(read(made), "TH")]
    assert scopes == ["/Column"] * 3 + ["/Row"] * 200
    assert not any("/Scope" in cell["/A"] for cell in elements(read(stock), "TH"))


def test_each_line_of_a_link_has_one_annotation(made: Path, stock: Path) -> None:
    reader = read(made)
    (link,) = elements(reader, "Link")
    own = [kid.get_object() for kid in link["/K"] if not isinstance(kid, int)]
    assert [kid["/Type"] for kid in own] == ["/OBJR"] * len(annotations_of(reader))
    boxes = [[float(at) for at in annotation["/Rect"]] for annotation in annotations_of(reader)]
    assert len(boxes) > 1
    assert all(left < right and bottom < top for left, bottom, right, top in boxes)
    assert len({box[1] for box in boxes}) == len(boxes)
    assert len(annotations_of(read(stock))) > len(boxes)


def test_a_link_says_where_it_leads(made: Path, stock: Path) -> None:
    said = {annotation["/Contents"] for annotation in annotations_of(read(made))}
    assert said == {" ".join(f"About the way {WORDS[:150]}".split())}
    assert {annotation["/Contents"] for annotation in annotations_of(read(stock))} == {"b"}


def test_a_figure_has_its_words_and_its_place(made: Path, stock: Path) -> None:
    (figure,) = elements(read(made), "Figure")
    assert figure["/Alt"] == "A square"
    left, bottom, right, top = (float(at) for at in figure["/A"]["/BBox"])
    assert (right - left, top - bottom) == pytest.approx((75, 37.5), abs=0.01)
    assert left == pytest.approx(PAGE.margin.inner.pt, abs=0.01) or left > PAGE.margin.inner.pt
    assert top <= PAGE.paper.height.pt - PAGE.margin.head.pt + 0.01
    (by_engine,) = elements(read(stock), "Figure")
    left, _, right, _ = (float(at) for at in by_engine["/A"]["/BBox"])
    assert right - left == pytest.approx(100, abs=0.01)


def artifacts_and_text(path: Path) -> tuple[set[str], set[int]]:
    """The kinds of artifacts on the first page, and the numbers of its marked pieces."""
    reader = read(path)
    kinds, marks = set(), set()
    for operands, operator in ContentStream(reader.pages[0].get_contents(), reader).operations:
        if operator == b"BDC" and operands[0] == "/Artifact":
            kinds.add(operands[1].get("/Subtype", operands[1]["/Type"]))
        elif operator == b"BDC":
            marks.add(int(operands[1]["/MCID"]))
    return kinds, marks


def test_furniture_is_an_artifact(made: Path, stock: Path) -> None:
    kinds, _ = artifacts_and_text(made)
    assert kinds >= {"/Header", "/Footer", "/Pagination"}
    assert artifacts_and_text(stock)[0] == set()
    # The tab of the book and the folio are read by nobody.
    assert "I" not in {text.text for text in TaggedPdf(made).texts}


def test_each_piece_leads_back_to_its_element(made: Path) -> None:
    reader = read(made)
    numbers = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = {int(numbers[at]): numbers[at + 1].get_object() for at in range(0, len(numbers), 2)}
    assert list(parents) == sorted(parents)
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    pieces = 0
    for element in elements(reader):
        for kid in element.get("/K", []):
            kid = kid.get_object()
            if isinstance(kid, int):
                parent = parents[pages[element.raw_get("/Pg").idnum]][kid]
            elif kid.get("/Type") == "/MCR":
                parent = parents[pages[kid.raw_get("/Pg").idnum]][kid["/MCID"]]
            elif kid.get("/Type") == "/OBJR":
                parent = parents[kid["/Obj"]["/StructParent"]]
            else:
                assert kid["/P"].get_object() is element
                continue
            pieces += 1
            assert parent.get_object() is element
    assert pieces == sum(len(parent) if isinstance(parent, list) else 1 for parent in parents.values())
    for number, page in enumerate(reader.pages):
        assert page["/StructParents"] == number
    assert len(parents[0]) == len(artifacts_and_text(made)[1])


def test_what_is_drawn_and_not_in_the_structure_is_refused(tmp_path: Path) -> None:
    from io import BytesIO

    def write(rendered: Any, file: Any, **_: object) -> None:
        with tags_written(Structure([])):
            rendered.write_pdf(BytesIO(), pdf_tags=True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "_write", write)
        with pytest.raises(LookupError, match="is drawn, but is no part of the structure"):
            render_pdf(document("<p>Text</p>"), tmp_path / "book.pdf")
