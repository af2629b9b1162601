"""The finished book: what a player holds, read from the PDF. All these tests share one build."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from pypdf.generic import ArrayObject, DictionaryObject

from rulebook.compose.index import index_of
from rulebook.compose.inline import ARROW, inline_runs, inline_text
from rulebook.compose.terms import listed_name
from rulebook.compose.values import value_at, value_text
from rulebook.load import load_book
from rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    Figure,
    Heading,
    Inline,
    Paragraph,
    Placement,
    Prose,
    inlines,
    walk,
)
from rulebook.preflight.checks.balance import CHECK as BALANCE
from rulebook.preflight.checks.ragged_end import CHECK as RAGGED_END
from rulebook.preflight.expected import map_beside, read_map
from rulebook.preflight.run import judge_pdf
from rulebook.render.page import Page, load_page
from tests.conftest import REPOSITORY
from tests.finished_pdf import FinishedPdf, squeezed
from tests.page_terms import PageTerms, forms, pages_of
from tests.tagged_pdf import TaggedPdf, joined

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("volume")]

MOST_PAGES = 48

# The greatest share of a page's depth that may stand empty between its text and its foot, or within its text.
MOST_EMPTY = 1 / 3


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


@pytest.fixture(scope="module")
def page() -> Page:
    return load_page(REPOSITORY / "styles" / "page.yaml")


@pytest.fixture(scope="module")
def pdf(finished_book: Path, page: Page) -> FinishedPdf:
    return FinishedPdf(finished_book, page)


def test_the_book_has_its_parts(book: Book) -> None:
    assert [c.number for part in book.parts for c in part.chapters] == list(range(1, 26))
    assert len(book.parts) == 4
    placed = [b for c in book.chapters for b in walk(c.blocks) if isinstance(b, Placement)]
    assert len({b.target for b in placed if b.directive == "table"}) == 23
    entries = [
        entry.anchor
        for b in placed
        if b.directive == "entries" and b.target in ("weather", "vows", "blessings", "core-terms", "lore")
        for entry in book.sets[b.target].where(b.filters)
    ]
    assert len(entries) == len(set(entries)) + 1  # the Free Move Deed is placed in The Crossing too
    assert {set_id: sum(a.startswith(f"{set_id}:") for a in set(entries)) for set_id in ("weather", "vows")} == {
        "weather": 12,
        "vows": 12,
    }
    assert len(set(entries)) == 192 + 2


def test_it_is_a4_and_no_longer_than_it_may_be(pdf: FinishedPdf, page: Page) -> None:
    assert pdf.count <= MOST_PAGES
    for sheet in pdf.reader.pages:
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)
        assert width == pytest.approx(page.paper.width.pt, abs=0.01)
        assert height == pytest.approx(page.paper.height.pt, abs=0.01)


def test_no_page_is_under_half_full(pdf: FinishedPdf, book: Book) -> None:
    first = next(b.page for b in pdf.bookmarks if b.title == book.parts[0].title)
    may_be_short = {1, 2, first - 1, pdf.count}
    shares = {n: pdf.lines_filled(n - 1) for n in range(1, pdf.count + 1) if n not in may_be_short}
    assert {n: round(share, 2) for n, share in shares.items() if share < 0.5} == {}
    empty = {n: pdf.emptiest(n - 1) for n in shares if shares[n] > 0.9}
    assert {n: round(share, 2) for n, share in empty.items() if share > MOST_EMPTY} == {}


def test_no_page_but_one_ends_early_amid_a_chapter(finished_book: Path, page: Page) -> None:
    expected = read_map(map_beside(finished_book))
    judged = judge_pdf(finished_book, page, REPOSITORY / "styles", expected, checks=(RAGGED_END,))
    assert judged.measures
    assert judged.warnings == ()


def test_columns_end_together(finished_book: Path, page: Page) -> None:
    expected = read_map(map_beside(finished_book))
    assert judge_pdf(finished_book, page, REPOSITORY / "styles", expected, checks=(BALANCE,)).warnings == ()


def test_only_our_fonts_and_all_embedded(pdf: FinishedPdf) -> None:
    names = set()
    for sheet in pdf.reader.pages:
        resources = sheet["/Resources"]
        assert isinstance(resources, DictionaryObject)
        fonts = resources["/Font"]
        assert isinstance(fonts, DictionaryObject)
        for name in fonts:
            font = fonts[name]
            assert isinstance(font, DictionaryObject)
            descendants = font["/DescendantFonts"]
            assert isinstance(descendants, ArrayObject)
            descriptor = descendants[0].get_object()["/FontDescriptor"]
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
            names.add(str(font["/BaseFont"]).split("+")[-1].split("-")[0])
    assert names
    assert all(name.startswith(("Spectral", "Fraunces")) for name in names), names


def test_no_text_stands_outside_the_page_or_its_margins(pdf: FinishedPdf, page: Page) -> None:
    for number, glyphs in enumerate(pdf.glyphs, 1):
        for glyph in glyphs:
            across = glyph.left >= 0 and glyph.right <= page.paper.width.pt
            assert across and min(glyph.bottom, page.paper.height.pt - glyph.top) >= 0, (number, glyph)  # noqa: PT018


def test_nothing_but_furniture_stands_in_the_margins(pdf: FinishedPdf) -> None:
    for number, glyphs in enumerate(pdf.glyphs):
        if number == 0:
            continue
        outside = "".join(g.text for g in glyphs if not pdf.in_type_area(number, g))
        assert len(outside) < 60, (number + 1, outside)


def test_every_heading_has_a_bookmark_that_lands_on_it(pdf: FinishedPdf, book: Book) -> None:
    titles: list[tuple[str, int]] = [("Contents", 0)]
    for chapter in book.front:
        titles += [(chapter.title, 0), *_below(chapter.blocks, 1)]
    for part in book.parts:
        titles.append((part.title, 0))
        for chapter in part.chapters:
            titles += [(chapter.title, 1), *_below(chapter.blocks, 2)]
    for chapter in _back(book):
        titles += [(chapter.title, 0), *_below(chapter.blocks, 1)]
    assert {"Checks", "Digging Deep", "The Fire"} <= {title for title, _ in titles}
    marks = [(_unnumbered(b.title), b.level) for b in pdf.bookmarks]
    assert [(squeezed(t), n) for t, n in marks] == [(squeezed(t), n) for t, n in titles]
    for bookmark in pdf.bookmarks:
        near = pdf.text_near(bookmark, 8)
        assert squeezed(_unnumbered(bookmark.title)).casefold() in near.casefold(), (bookmark, near[:200])


def _back(book: Book) -> list[Chapter]:
    """The chapters after the books, with the index in its place."""
    assert book.index is not None
    index = Chapter("index", book.index.title, 0, "back", (), book.index.position)
    before = next(n for n, chapter in enumerate(book.back) if chapter.id == book.index.before)
    return [*book.back[:before], index, *book.back[before:]]


def _unnumbered(title: str) -> str:
    return re.sub(r"^(?:\d+|Book [IVX]+|[IVX]+)\s+(?=[A-Z])", "", title.strip())


def _below(blocks: tuple[Block, ...], level: int) -> Iterator[tuple[str, int]]:
    """The bookmarks below a chapter's: its sections, and the run-in heads of its own text below these."""
    deeper = 0
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            deeper = 1
            yield inline_text(block.title), level
        elif isinstance(block, Paragraph) and block.head is not None:
            yield inline_text(block.head.title), level + deeper


def test_the_contents_agree_with_the_folios(pdf: FinishedPdf, book: Book) -> None:
    for number in range(2, pdf.count + 1):
        assert pdf.furniture[number - 1][1] == str(number)
    pages = _pages(pdf, book)
    contents = pdf.body[1]
    for chapter in book.chapters:
        title = squeezed(chapter.title)
        assert f"{title}{pages[title]}" in contents.replace(".", ""), title
    for part in book.parts:
        assert f"{squeezed(part.title)}{pages[squeezed(part.title)]}" in contents.replace(".", "")
    homes = _destinations(pdf)
    for chapter in (c for part in book.parts for c in part.chapters):
        heads = [b for b in chapter.blocks if isinstance(b, Heading) and b.level == 2]
        listed = "".join(f"{squeezed(inline_text(h.title))}{homes[h.id]}" for h in heads)
        assert f"{squeezed(chapter.title)}{pages[squeezed(chapter.title)]}{listed}" in contents, chapter.title
    assert pdf.bookmarks[1].page == 3  # on one page
    assert len(book.placed_figures) == 8
    for number, figure in enumerate(book.placed_figures, 1):
        name = squeezed(f"Figure {number}. {figure.title} —")
        found = [page for page, text in enumerate(pdf.body, 1) if name in text]
        assert len(found) == 1, name
        assert f"{squeezed(figure.title)}{found[0]}" in contents.replace(".", ""), figure.title


def _pages(pdf: FinishedPdf, book: Book) -> dict[str, int]:
    """The page on which each chapter and each book begins, by its squeezed title."""
    numbered = {c.title for part in book.parts for c in part.chapters}
    return {
        squeezed(title): bookmark.page
        for bookmark in pdf.bookmarks
        if bookmark.level == ((title := _unnumbered(bookmark.title)) in numbered)
    }


def test_the_running_heads_name_the_chapter_and_the_book(pdf: FinishedPdf, book: Book) -> None:
    starts = _pages(pdf, book)
    first_of_part = {part.title: starts[squeezed(part.title)] for part in book.parts}
    for number in range(3, pdf.count + 1):
        head = pdf.furniture[number - 1][0].casefold()
        if number % 2:
            chapters = [c for c in (*book.chapters, *_back(book)) if starts[squeezed(c.title)] <= number]
            begun = sorted(chapters, key=lambda c: starts[squeezed(c.title)])
            assert squeezed(begun[-1].title).casefold() in head, (number, head)
        elif number > first_of_part[book.parts[0].title] and number < starts[squeezed(book.back[0].title)]:
            parts = [p for p in book.parts if first_of_part[p.title] <= number]
            assert squeezed(parts[-1].title).casefold() in head or squeezed(parts[-2].title).casefold() in head


def test_every_table_is_whole(pdf: FinishedPdf, book: Book) -> None:
    text = "".join(pdf.body)
    cells = 0
    for table in book.tables.values():
        for row in book.sets[table.set].where(table.filters):
            for column in table.columns:
                value = value_at(book, row.fields, column.path)
                pieces = [squeezed(p) for p in _fragments(book, value)]
                for piece in pieces:
                    cells += 1
                    assert piece in text, (table.id, row.id, column.head, piece)
        for column in table.columns:
            assert squeezed(column.head).casefold() in text.casefold(), (table.id, column.head)
    assert cells > 600


def test_no_row_of_a_broken_table_stands_alone_on_a_page(pdf: FinishedPdf) -> None:
    heads: Counter[int] = Counter()
    cells: Counter[tuple[int, int]] = Counter()
    for _, group in groupby(TaggedPdf(pdf.path).texts, key=lambda t: t.block):
        first = next(group)
        if first.table and "THead" in first.tags:
            heads[first.table] += 1
        elif first.table and {"TH", "TD"} & set(first.tags):
            cells[first.table, first.page] += 1
    pages = Counter(table for table, _ in cells)
    assert len(pages) == 23
    broken = {place: count / heads[place[0]] for place, count in cells.items() if pages[place[0]] > 1}
    assert {place: rows for place, rows in broken.items() if rows < 2} == {}


def _fragments(book: Book, value: object) -> Iterator[str]:
    if isinstance(value, Prose):
        for inline in inlines(value.blocks):
            yield from _pieces(inline)
    elif value is not None:
        yield value_text(book, value)  # type: ignore[arg-type]


def _pieces(inline: Inline) -> Iterator[str]:
    """The words of an inline between its cross-references, whose titles and pages are set from their targets."""
    for part in re.split(rf"\[{ARROW}\]\([^)]*\)", inline.source):
        plain = Inline(part, inline.lines)
        if squeezed(inline_text(plain)):
            yield inline_text(plain)


def test_no_sentence_of_the_source_is_missing(pdf: FinishedPdf, book: Book) -> None:
    text = "".join(pdf.body)
    missing: list[str] = []
    count = 0
    for chapter in book.chapters:
        for inline in inlines(chapter.blocks):
            for piece in _pieces(inline):
                count += 1
                if squeezed(piece) not in text:
                    missing += _missing_sentences(piece, pdf)
        for block in walk(chapter.blocks):
            if isinstance(block, Placement) and block.directive == "figure":
                for piece in _figure_pieces(book.figures[block.target]):
                    count += 1
                    missing += [] if squeezed(piece) in text else [piece]
            elif isinstance(block, Placement) and block.directive != "table":
                for entry in book.sets[block.target].where(block.filters):
                    for piece in _entry_pieces(entry):
                        count += 1
                        if squeezed(piece) not in text:
                            missing += _missing_sentences(piece, pdf)
    assert missing == []
    assert count > 600


def _entry_pieces(entry: Entry) -> Iterator[str]:
    for name in ("text", "flavour", "reward", "record", "prints", "why"):
        value = entry.fields.get(name)
        if isinstance(value, Prose):
            for inline in inlines(value.blocks):
                yield from _pieces(inline)


def _figure_pieces(figure: Figure) -> Iterator[str]:
    """The caption, and each line of a label where it stands in the drawing."""
    yield figure.title
    for inline in inlines(figure.caption.blocks):
        yield from _pieces(inline)
    for label in figure.labels.values():
        for inline in inlines(label.blocks):
            yield from ("".join(run.text for run in line) for line in inline_runs(inline))


def _missing_sentences(piece: str, pdf: FinishedPdf) -> list[str]:
    """The sentences that are on no page; a paragraph may be broken by a table that spans the measure."""
    text = "".join(pdf.body)
    return [
        s
        for s in re.split(r"(?<=[.!?:;,])\s+", piece)
        if squeezed(s) not in text and not _runs_over_a_page(squeezed(s), pdf.body)
    ]


def _runs_over_a_page(sentence: str, pages: tuple[str, ...]) -> bool:
    """Whether it begins on one page and ends on the next, where other columns are drawn between the two."""
    return any(
        sentence[:cut] in page and sentence[cut:] in following
        for page, following in pairwise(pages)
        for cut in range(1, len(sentence))
    )


@pytest.fixture(scope="module")
def page_terms(pdf: FinishedPdf, book: Book) -> dict[int, PageTerms]:
    return pages_of(TaggedPdf(pdf.path), book)


def test_each_page_lists_at_its_foot_exactly_the_terms_that_it_uses(
    page_terms: dict[int, PageTerms], book: Book
) -> None:
    entries = {entry.anchor: entry for entry_set in book.sets.values() for entry in entry_set.entries}
    found = used = listed = 0
    wrong = {}
    for number, terms in page_terms.items():
        names = sorted((listed_name(entries[anchor]) for anchor in terms.used), key=str.casefold)
        if terms.listed != names:
            wrong[number] = {"listed": set(terms.listed) - set(names), "not listed": set(names) - set(terms.listed)}
        found += len(set(names) & set(terms.listed))
        used += len(names)
        listed += len(terms.listed)
    assert wrong == {}
    assert (found / listed, found / used) == (1.0, 1.0)
    assert sum(bool(terms.listed) for terms in page_terms.values()) >= 25
    assert listed > 400


# Every use of a term in three chapters, as a reader labelled them: a few words as they stand, and what they use. The
# pages that hold no other text list these terms and no others, wherever the pages end. Where the text of these chapters
# changes, read it again and label it anew.
LABELLED_CHAPTERS = ("introduction", "core-concepts", "naming-the-oathband")
LABELLED = {
    "an Oathband, sets out": {"Oathband"},
    "the whole Oathband: together": {"Oathband"},
    "its Pilgrims are": {"Pilgrim"},
    "to found an Oathband": {"Oathband"},
    "to fight Trials": {"Trial"},
    "your Oathband’s story": {"Oathband"},
    "through Vows": {"Vow"},
    "Renown and Legacy": {"Renown / Legacy"},
    "Every Trial is": {"Trial"},
    "what an Oathband gains": {"Oathband"},
    "in one Battle": {"Battle"},
    "a growing Shadow": {"Shadow"},
    "camps between Battles": {"Battle"},
    "Oathbands contend": {"Oathband"},
    "Trial-driven": {"Trial"},
    "four Trials, each": {"Trial"},
    "Oathband and Roster sheets": {"Oathband"},
    "Checks. Many": {"Check"},
    "ask for a check": {"Check"},
    "by a Character or": {"Character"},
    "or the Oathband: a test": {"Oathband"},
    "A check with another": {"Check"},
    "a Might check": {"Might", "Check"},
    "‘Might’ names": {"Might"},
    "Out of Action (OOA)": {"Out of Action"},
    "A Character whose": {"Character"},
    "whose Endurance": {"Endurance"},
    "is Out of Action": {"Out of Action"},
    "the Aftermath decides": {"Aftermath"},
    "Oathband As Character": {"Oathband", "Character"},
    "belong to the whole Oathband": {"Oathband"},
    "to single Characters": {"Character"},
    "The Oathband improves": {"Oathband"},
    "Characters in it": {"Character"},
    "to lose a Character": {"Character"},
    "Pilgrims, Foes, and Characters": {"Pilgrim", "Foe", "Character"},
    "All miniatures are Characters": {"Character"},
    "Those of your Oathband": {"Oathband"},
    "are Pilgrims; those": {"Pilgrim"},
    "are Foes.": {"Foe"},
    "says Character means": {"Character"},
    "says Pilgrim means": {"Pilgrim"},
    "says non-Pilgrim Character": {"Non-Pilgrim Character"},
    "in Shadow Character": {"Shadow", "Character"},
    "Advantage and Disadvantage. Some": {"Advantage"},
    "a roll Advantage or": {"Advantage"},
    "Advantage: roll": {"Advantage"},
    "Disadvantage: roll": {"Advantage"},
    "a Character flees": {"Character"},
    "In some Trials": {"Trial"},
    "a Waymark is placed": {"Waymark"},
    "The Waymark goes": {"Waymark"},
    "First, name the Oathband": {"Oathband"},
    "on the Oathband sheet": {"Oathband"},
    "creating any Characters": {"Character"},
}


def test_pages_labelled_by_hand(page_terms: dict[int, PageTerms], pdf: FinishedPdf, book: Book) -> None:
    starts = _pages(pdf, book)
    order = [chapter.id for chapter in book.chapters]
    after = book.chapters[order.index(LABELLED_CHAPTERS[-1]) + 1]
    first = starts[squeezed(book.chapters[order.index(LABELLED_CHAPTERS[0])].title)]
    # The page on which the next chapter begins holds that too.
    numbers = range(first, starts[squeezed(after.title)])
    assert len(numbers) >= 3
    texts = {number: " ".join(page_terms[number].text.split()) for number in (*numbers, numbers.stop)}
    wanted: dict[int, set[str]] = {number: set() for number in texts}
    for words, terms in LABELLED.items():
        standing = [number for number in texts if words in texts[number]]
        # Words over which a page ends are that page's.
        over = [number for number in numbers if words in f"{texts[number]} {texts[number + 1]}"]
        assert standing or over, words
        for number in standing or over[:1]:
            wanted[number] |= terms
    assert {n: set(page_terms[n].listed) for n in numbers} == {n: wanted[n] for n in numbers}


def test_the_glossaries_and_what_is_not_counted_have_no_terms_at_the_foot(
    page_terms: dict[int, PageTerms], pdf: FinishedPdf, book: Book
) -> None:
    first = {chapter.id: _pages(pdf, book)[squeezed(chapter.title)] for chapter in book.chapters}
    for number in (1, 2, *range(first["core-terms"] + 1, pdf.count + 1)):
        assert page_terms[number].listed == [], number


def test_the_feet_stand_on_the_last_line_of_the_grid(
    page_terms: dict[int, PageTerms], pdf: FinishedPdf, page: Page
) -> None:
    last = page.margin.foot.pt + page.grid.leading.pt - page.grid.baseline.pt
    for number, terms in page_terms.items():
        if terms.listed:
            glyphs = [g for g in pdf.glyphs[number - 1] if pdf.in_type_area(number - 1, g)]
            # The lowest letters stand on the last baseline, or hang from it by less than half a line.
            assert 0 <= last - min(g.bottom for g in glyphs) < page.grid.leading.pt / 2, number


def test_every_number_in_the_index_is_a_page_on_which_the_entry_stands(
    page_terms: dict[int, PageTerms], pdf: FinishedPdf, book: Book
) -> None:
    index = index_of(book)
    assert index is not None
    lines = [line for group in index.groups for line in group.lines]
    entries = {entry.anchor: entry for entry_set in book.sets.values() for entry in entry_set.entries}
    printed = _index_lines(pdf, book)
    assert [name for name, _, _ in printed] == [line.name for line in lines]
    homes = _destinations(pdf)
    others_found = 0
    for line, (_, bold, others) in zip(lines, printed, strict=True):
        # In the order of the book, and so of the pages.
        assert bold == sorted({homes[anchor] for anchor in line.homes}), line
        assert not set(bold) & set(others), line
        assert others == sorted(set(others)), line
        names = {name for anchor in line.uses for name in forms(entries[anchor])}
        assert {homes[anchor] for anchor in line.besides} <= {*bold, *others}, line
        for number in others:
            others_found += 1
            text = " ".join(page_terms[number].text.split())
            assert any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names), (line, number)
    assert others_found > 300


def test_the_index_has_every_page_that_lists_a_term(
    page_terms: dict[int, PageTerms], pdf: FinishedPdf, book: Book
) -> None:
    printed = {name: {*bold, *others} for name, bold, others in _index_lines(pdf, book)}
    glossaries = {entry.anchor: entry for g in book.glossaries for entry in book.sets[g.set].entries}
    for number, terms in page_terms.items():
        for anchor in terms.used:
            assert number in printed[listed_name(glossaries[anchor])], (anchor, number)


def _destinations(pdf: FinishedPdf) -> dict[str, int]:
    """The page of each place that a link can lead to, by its anchor."""
    found = {}
    for name, destination in pdf.reader.named_destinations.items():
        number = pdf.reader.get_destination_page_number(destination)
        assert number is not None
        found[name] = number + 1
    return found


def test_the_pages_of_an_index_line_ascend(pdf: FinishedPdf, book: Book) -> None:
    for name, texts in _index_texts(pdf, book):
        pages = [page for text, _ in texts for page in _spread(text)]
        assert pages, name
        assert pages == sorted(set(pages)), name


# What a player looks up, and the words that stand on the page in bold: read them again where a rule has moved.
LOOKED_UP = {
    "Engaged": "A Character is Engaged while any Foe is within 1″",
    "Harm": "what remains is Harm",
    "Vow": "Each Vow sets an objective",
    "Injury": "roll on this table for each Pilgrim taken Out of Action",
    "Advantage": "roll two D12 and keep the higher",
    "Supplies": "spend 600 Supplies",
    "Free Move Deed": "may grant a Free Move Deed",
    "Push": "may push either themselves or their Foe 2″ away",
    "Unarmed": "may Assault without a weapon",
    "Death": "The Pilgrim leaves the Oathband for good",
    "Measuring": "nothing may be measured beforehand",
    "Ties": "On a tie, no damage is dealt",
    "Drops": "Drops of up to 3″ are safe",
    "Line of sight": "out of a Foe’s line of sight",
    "Fleeing": "escape towards the nearest board edge",
    "Standing up": "gets up",
    "Passing a turn": "No side may ever pass",
    "Retiring": "retire any Pilgrims",
    "Panic check": "the number of their allies taken Out of Action",
    "Leader": "the Pilgrim with the highest Valour in the Oathband is its Leader",
}


def test_what_a_player_looks_up_is_on_the_page_in_bold(
    page_terms: dict[int, PageTerms], pdf: FinishedPdf, book: Book
) -> None:
    printed = {name: bold for name, bold, _ in _index_lines(pdf, book)}
    texts = {number: squeezed(terms.text) for number, terms in page_terms.items()}
    missed = {
        name: printed.get(name)
        for name, says in LOOKED_UP.items()
        if not any(squeezed(says) in texts[page] for page in printed.get(name, ()))
    }
    assert missed == {}


def _index_lines(pdf: FinishedPdf, book: Book) -> list[tuple[str, list[int], list[int]]]:
    """The lines of the index: the name, the pages in bold, which are links, and the others with their ranges spread."""
    lines = []
    for name, pages in _index_texts(pdf, book):
        bold = [page for text, linked in pages if linked for page in _spread(text)]
        others = [page for text, linked in pages if not linked for page in _spread(text)]
        lines.append((name, bold, others))
    return lines


def _index_texts(pdf: FinishedPdf, book: Book) -> list[tuple[str, list[tuple[str, bool]]]]:
    """The lines of the index: the name, and the texts of its pages, each with whether it is a link."""
    index = index_of(book)
    assert index is not None
    assert book.index is not None
    names = [line.name for group in index.groups for line in group.lines]
    lines: list[tuple[str, list[tuple[str, bool]]]] = []
    inside = False
    for _, group in groupby(TaggedPdf(pdf.path).texts, key=lambda t: t.block):
        texts = tuple(group)
        if {"H1", "H2"} & set(texts[0].tags):
            inside = joined(texts) == book.index.title
        elif inside and len(texts) > 1:
            name = names[len(lines)]
            ends = [n for n in range(len(texts)) if squeezed(joined(texts[:n])).removesuffix(":") == squeezed(name)]
            assert ends, (name, joined(texts))
            runs = groupby(texts[ends[0] :], key=lambda t: "Link" in t.tags)
            lines.append((name, [(joined(run), linked) for linked, run in runs]))
    return lines


def _spread(text: str) -> list[int]:
    pages: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, _, last = part.partition("–")
        pages += range(int(first), int(last or first) + 1)
    return pages


def test_the_metadata_name_the_book_and_its_authors(pdf: FinishedPdf, book: Book) -> None:
    data = pdf.reader.metadata
    assert data is not None
    assert data.title == book.metadata.title
    assert data.author == ", ".join(book.metadata.authors)
    root = pdf.reader.trailer["/Root"]
    assert isinstance(root, DictionaryObject)
    assert str(root["/Lang"]) == book.metadata.language
    assert str(data["/CreationDate"]).startswith("D:" + book.metadata.record.replace("-", ""))
