"""What a reader with a screen reader is given: questions to a finished PDF, and ways to make their answers wrong.

A question gives what is wrong, in words, in the order of the book; nothing where all is well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from itertools import groupby, pairwise, zip_longest
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject, TextStringObject

from rulebook.compose.book import compose_book
from rulebook.compose.inline import inline_text
from rulebook.model import Book, inlines
from rulebook.preflight.reading import read_pdf
from tests.finished_pdf import squeezed
from tests.tagged_pdf import TaggedPdf, joined

MATRIX_COLUMNS = 5

_BLOCKS = frozenset({"P", "TH", "TD", "Caption", "H"})
_HEADING = re.compile(r"H\d")
# Where a reference ends, the page of its target is printed.
_PAGE = "\ue000"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, cell or caption: its tag (H for a heading of any level) and its squeezed text."""

    tag: str
    text: str


class ReadPdf:
    """A finished PDF, read through its structure."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reader: Any = PdfReader(path)

    @cached_property
    def elements(self) -> list[Any]:
        """All elements of the structure, in reading order."""
        found: list[Any] = []
        waiting = [self.reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()]
        while waiting:
            element = waiting.pop()
            found.append(element)
            kids = [kid.get_object() for kid in element["/K"]]
            waiting += [kid for kid in reversed(kids) if isinstance(kid, dict) and "/S" in kid]
        return found

    def tagged(self, tag: str) -> list[Any]:
        return [element for element in self.elements if element["/S"] == f"/{tag}"]

    @cached_property
    def notes(self) -> list[Any]:
        """The annotations of all pages."""
        return [entry.get_object() for page in self.reader.pages for entry in page.get("/Annots", ())]

    @cached_property
    def everything(self) -> list[tuple[Block, int]]:
        """All blocks in reading order, each with the page on which it begins; labels of items and drawings are none."""
        found = []
        for _, group in groupby(TaggedPdf(self.path).texts, key=lambda t: t.block):
            texts = [t for t in group if "Figure" not in t.tags]
            if not texts or "Lbl" in texts[0].tags:
                continue
            tags = ["H" if _HEADING.fullmatch(tag) else tag for tag in texts[0].tags]
            tag = next((tag for tag in reversed(tags) if tag in _BLOCKS or tag in ("LBody", "TOCI")), "")
            found.append((Block(tag, squeezed(joined(texts))), texts[0].page))
        return found

    def blocks(self, book: Book) -> list[Block]:
        """The blocks without the contents, the lines of the index and the feet of pages."""
        foot_of, inside, found = 0, "", []
        assert book.index is not None
        apart = {squeezed(book.labels.contents), squeezed(book.index.title)}
        for block, page in self.everything:
            if block.tag == "H":
                inside = block.text
                foot_of = 0 if foot_of != page else foot_of
            if block.text == squeezed(book.labels.terms):
                foot_of = page
            if foot_of != page and (inside not in apart or block.tag == "H") and block.text:
                found.append(block)
        return found


class _Blocks(HTMLParser):
    """Collects the blocks of a composed book."""

    _OWN = ("p", "th", "td", "caption", "figcaption", "h1", "h2", "h3", "h4")
    _VOID = ("meta", "link", "br", "img", "input")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Block] = []
        self._open: list[tuple[str, bool]] = []
        self._words: list[str] | None = None
        # What ends the reference that is open: its page, with what stands before that.
        self._reference = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag in self._VOID:
            return
        apart = tag in ("svg", "title", "nav") or said.get("class") in ("index", "foot", "tab") or "tab-" in str(said)
        self._open.append((tag, apart))
        if tag in self._OWN and not self._skipped:
            self._words = []
        if tag == "a" and said.get("class") == "reference":
            self._reference = f"{said.get('data-page') or ''}{_PAGE}"
        if tag == "h2" and said.get("class") == "contents-title":
            self._words = []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    @property
    def _skipped(self) -> bool:
        return any(apart for _, apart in self._open)

    def handle_data(self, data: str) -> None:
        if self._words is not None:
            self._words.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._reference and self._words is not None:
            self._words.append(self._reference)
            self._reference = ""
        if tag in self._OWN and self._words is not None:
            text = squeezed("".join(self._words))
            name = "H" if tag[0] == "h" else {"figcaption": "Caption", "caption": "Caption"}.get(tag, tag.upper())
            if text:
                self.found.append(Block(name, text))
            self._words = None
        while self._open and self._open.pop()[0] != tag:
            pass


def blocks_of(book: Book) -> list[Block]:
    """The blocks of the book as it is composed, without the contents, the lines of the index and the feet."""
    parser = _Blocks()
    parser.feed(compose_book(book, book.root / "templates", MATRIX_COLUMNS))
    return parser.found


def faults_of_order(pdf: ReadPdf, book: Book) -> list[str]:
    """Each block of the book is read once, whole and in its place, whatever columns and pages it stands in."""
    for number, (wanted, found) in enumerate(zip_longest(blocks_of(book), pdf.blocks(book))):
        if wanted is None or found is None or not _same(wanted, found):
            return [f"block {number}: {found}, not {wanted}"]
    return []


def _same(wanted: Block, found: Block) -> bool:
    pattern = re.escape(wanted.text).replace(_PAGE, r"\d+")
    return wanted.tag == found.tag and re.fullmatch(pattern, found.text) is not None


def faults_of_headings(pdf: ReadPdf, book: Book) -> list[str]:
    """The first is of the first level, none leaves out a level, and each has words."""
    levels = [int(element["/S"][2:]) for element in pdf.elements if re.fullmatch(r"/H\d", element["/S"])]
    faults = [f"level {after} after level {before}" for before, after in pairwise([0, *levels]) if after > before + 1]
    words = [block for block, _ in pdf.everything if block.tag == "H" and block.text]
    wanted = [block for block in blocks_of(book) if block.tag == "H"]
    if not len(levels) == len(words) == len(wanted):
        faults.append(f"{len(levels)} headings, {len(words)} of them with words, not {len(wanted)}")
    return faults


def faults_of_tables(pdf: ReadPdf, book: Book) -> list[str]:
    """Each has a head and a body, rows of one length, and cells that say what they head."""
    faults = []
    scopes = []
    for number, table in enumerate(pdf.tagged("Table"), 1):
        parts = [kid.get_object() for kid in table["/K"]]
        if [part["/S"] for part in parts] not in (["/THead", "/TBody"], ["/Caption", "/THead", "/TBody"]):
            faults.append(f"table {number}: {[part['/S'] for part in parts]}")
        rows = [row.get_object() for part in parts if part["/S"] != "/Caption" for row in part["/K"]]
        cells = [[cell.get_object() for cell in row["/K"]] for row in rows]
        if len({sum(int(cell.get("/A", {}).get("/ColSpan", 1)) for cell in row) for row in cells}) != 1:
            faults.append(f"table {number}: its rows are not of one length")
        scopes.append([cell.get("/A", {}).get("/Scope") for row in cells for cell in row if cell["/S"] == "/TH"])
    html = compose_book(book, book.root / "templates", MATRIX_COLUMNS)
    wanted = [
        ["/Column" if scope == "col" else "/Row" for scope in re.findall(r'<th scope="(col|row)"', table)]
        for table in re.findall(r"<table.*?</table>", html, re.DOTALL)
    ]
    faults += [
        f"table {n}: heads {found}, not {own}"
        for n, (found, own) in enumerate(zip_longest(scopes, wanted), 1)
        if found != own
    ]
    return faults


def faults_of_figures(pdf: ReadPdf, book: Book) -> list[str]:
    """Each says what its data say."""
    said = [figure.get("/Alt") for figure in pdf.tagged("Figure")]
    wanted = [
        " ".join(inline_text(inline) for inline in inlines(figure.alternative.blocks)) for figure in book.placed_figures
    ]
    return [f"‘{found}’, not ‘{own}’" for found, own in zip_longest(said, wanted) if found != own]


def faults_of_lists(pdf: ReadPdf, book: Book) -> list[str]:
    """Each holds items alone, each with its body and perhaps a label, and says how they are numbered."""
    faults = []
    kinds = []
    for number, each in enumerate(pdf.tagged("L"), 1):
        items = [kid.get_object() for kid in each["/K"]]
        parts = {tuple(kid.get_object()["/S"] for kid in item["/K"]) for item in items}
        if {item["/S"] for item in items} != {"/LI"} or parts not in ({("/LBody",)}, {("/Lbl", "/LBody")}):
            faults.append(f"list {number}: {parts}")
        kind = each.get("/A", {}).get("/ListNumbering")
        if kind not in ("/Decimal", "/None"):
            faults.append(f"list {number}: numbered {kind}")
        kinds.append(kind)
    html = compose_book(book, book.root / "templates", MATRIX_COLUMNS)
    text = re.sub(r"<nav.*?</nav>", "", html, flags=re.DOTALL)
    if kinds.count("/Decimal") != len(re.findall(r"<ol\b", text)):
        faults.append(f"{kinds.count('/Decimal')} lists are numbered, not {len(re.findall(r'<ol', text))}")
    return faults


def faults_of_links(pdf: ReadPdf, book: Book) -> list[str]:
    """Each is one element, tied to all of its annotations, and each of these has words of its own."""
    tied = [
        kid.get_object()["/Obj"].get_object()
        for link in pdf.tagged("Link")
        for kid in link["/K"]
        if isinstance(kid.get_object(), dict) and kid.get_object()["/Type"] == "/OBJR"
    ]
    faults = []
    if sorted(map(id, tied)) != sorted(map(id, pdf.notes)):
        faults.append(f"{len(tied)} annotations belong to links, of {len(pdf.notes)}")
    for note in pdf.notes:
        said = note.get("/Contents", "")
        if not re.search(r"\w", said) or said == note.get("/Dest"):
            faults.append(f"a link to {note.get('/Dest')} says ‘{said}’")
    return faults


def faults_of_targets(pdf: ReadPdf, book: Book) -> list[str]:
    """Each link leads to a place of the book or to a web page; a reference says the page to which it leads."""
    pages = {page.indirect_reference.idnum: str(number) for number, page in enumerate(pdf.reader.pages, 1)}
    places = {name: pages[place.page.idnum] for name, place in pdf.reader.named_destinations.items()}
    faults = []
    references = 0
    for note in pdf.notes:
        if "/Dest" not in note:
            faults += [] if note["/A"]["/URI"].startswith("https://") else [f"a link leads to {note['/A']}"]
        elif note["/Dest"] not in places:
            faults.append(f"‘{note.get('/Contents')}’ leads nowhere")
        elif note.get("/Contents", "").startswith("→"):
            references += 1
            if not note["/Contents"].endswith(f" {places[note['/Dest']]}"):
                faults.append(f"‘{note['/Contents']}’ leads to page {places[note['/Dest']]}")
    return faults if references else [*faults, "there are no references"]


def faults_of_furniture(pdf: ReadPdf, book: Book) -> list[str]:
    """From the second page on, a head and a folio are artifacts, and the folio is the page's label."""
    faults = []
    for sheet, label in zip(read_pdf(pdf.path).sheets[1:], pdf.reader.page_labels[1:], strict=True):
        said = {
            kind: "".join(run.text for run in sheet.runs if run.furniture == kind and run.tag is None)
            for kind in ("Header", "Footer")
        }
        if said["Footer"] != label or label != str(sheet.number) or not said["Header"].strip():
            faults.append(f"page {sheet.number}, labelled {label}: {said}")
    return faults


def faults_of_the_document(pdf: ReadPdf, book: Book) -> list[str]:
    """It says its language and its title, shows that title, and has a bookmark for each book and chapter."""
    root = pdf.reader.trailer["/Root"]
    told = {
        "language": str(root.get("/Lang")) == book.metadata.language,
        "title": pdf.reader.metadata is not None and pdf.reader.metadata.title == book.metadata.title,
        "title in the window": bool(root.get("/ViewerPreferences", {}).get("/DisplayDocTitle")),
        "page labels": "/PageLabels" in root,
    }
    marks = [squeezed(str(mark.title)) for mark in _flat(pdf.reader.outline)]
    for title in [*(part.title for part in book.parts), *(chapter.title for chapter in book.chapters)]:
        told[f"bookmark of {title}"] = any(mark.endswith(squeezed(title)) for mark in marks)
    return [what for what, is_so in told.items() if not is_so]


def _flat(outline: list[Any]) -> Iterator[Any]:
    for item in outline:
        if isinstance(item, list):
            yield from _flat(item)
        else:
            yield item


# What makes an answer wrong.


def _elements(writer: PdfWriter, tag: str) -> Iterator[DictionaryObject]:
    waiting: list[Any] = [writer.root_object["/StructTreeRoot"]["/K"][0].get_object()]  # type: ignore[index]
    while waiting:
        element = waiting.pop()
        if element["/S"] == f"/{tag}":
            yield element
        kids = [kid.get_object() for kid in element["/K"]]
        waiting += [kid for kid in reversed(kids) if isinstance(kid, dict) and "/S" in kid]


def _swap_two_paragraphs(writer: PdfWriter) -> None:
    for section in _elements(writer, "Sect"):
        kids = section["/K"]
        assert isinstance(kids, ArrayObject)
        tags = [kid.get_object().get("/S") if isinstance(kid.get_object(), dict) else "" for kid in kids]
        for at in range(3, len(tags) - 1):
            if tags[at] == tags[at + 1] == "/P":
                kids[at], kids[at + 1] = kids[at + 1], kids[at]
                return
    raise AssertionError("no two paragraphs follow each other")


def _lower_a_heading(writer: PdfWriter) -> None:
    next(_elements(writer, "H3"))[NameObject("/S")] = NameObject("/H5")


def _take_a_scope(writer: PdfWriter) -> None:
    del next(_elements(writer, "TH"))["/A"]


def _change_a_figure(writer: PdfWriter) -> None:
    next(_elements(writer, "Figure"))[NameObject("/Alt")] = TextStringObject("A picture.")


def _take_a_numbering(writer: PdfWriter) -> None:
    del next(_elements(writer, "L"))["/A"]


def _notes(writer: PdfWriter) -> Iterator[Any]:
    return (entry.get_object() for page in writer.pages for entry in page.get("/Annots", ()))


def _silence_a_link(writer: PdfWriter) -> None:
    next(_notes(writer))[NameObject("/Contents")] = TextStringObject("")


def _misdirect_a_reference(writer: PdfWriter) -> None:
    note = next(note for note in _notes(writer) if note["/Contents"].startswith("→"))
    note[NameObject("/Contents")] = TextStringObject("→ Another place 999")


def _make_a_folio_a_head(writer: PdfWriter) -> None:
    content = writer.pages[4]["/Contents"].get_object()
    assert isinstance(content, StreamObject)
    data = content.get_data()
    assert b"/Footer" in data
    content.set_data(data.replace(b"/Footer", b"/Header"))


def _hide_the_title(writer: PdfWriter) -> None:
    del writer.root_object["/ViewerPreferences"]


BREAKINGS: dict[str, Callable[[PdfWriter], None]] = {
    "order": _swap_two_paragraphs,
    "headings": _lower_a_heading,
    "tables": _take_a_scope,
    "figures": _change_a_figure,
    "lists": _take_a_numbering,
    "links": _silence_a_link,
    "targets": _misdirect_a_reference,
    "furniture": _make_a_folio_a_head,
    "document": _hide_the_title,
}
