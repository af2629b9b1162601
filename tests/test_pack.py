"""The finished pack, read from the PDF: all that it declares stands in it, on the pages that it is to fill."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from rulebook.compose.inline import inline_text
from rulebook.compose.values import value_at, value_text
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.book import own_schema
from rulebook.load.fields import references_in
from rulebook.load.packs import Pack, PackPart, read_pack
from rulebook.model import Block, Book, Heading, ListBlock, Paragraph, Placement, walk
from rulebook.pack import declared_pack, set_pack
from rulebook.page_numbers import PageNumbers
from rulebook.progress import Progress
from rulebook.unknown_name import UnknownNameError
from tests.conftest import REPOSITORY
from tests.editing import edit
from tests.finished_pdf import squeezed
from tests.game_nouns import load_yaml

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pack")]

NAME = "first-night"
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4


# The one thing that the pack refers to and does not show, and its page in a book that need not be set for these tests.
NUMBERS = PageNumbers({"items:torch": "71"})


@pytest.fixture(scope="module", autouse=True)
def _numbers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulebook.pack.page_numbers", lambda book, progress: NUMBERS)
        yield


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def pack(book: Book) -> Pack:
    return declared_pack(book, NAME, "a4")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pack")
    found = {}
    for paper in PAPERS:
        with Progress() as progress:
            result = set_pack(REPOSITORY, NAME, folder / f"{paper}.pdf", progress, paper=paper)
        assert result.findings == ()
        assert result.output is not None
        found[paper] = result.output
    return found


def _pages(path: Path) -> list[str]:
    return [squeezed(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(path)]


@pytest.mark.parametrize("paper", PAPERS)
def test_each_page_is_one_and_what_is_cut_up_has_a_leaf_to_itself(
    printed: dict[str, Path], paper: str, pack: Pack
) -> None:
    pages = _pages(printed[paper])
    # Four pages to read, the cards, their empty back, the tokens.
    assert len(pages) == 7 == pack.sides
    assert [number for number, text in enumerate(pages, 1) if not text] == [6]
    titles = [squeezed(page.title) for page in pack.pages]
    assert all(title in text for title, text in zip(titles, filter(None, pages), strict=True))
    for page in pdfium.PdfDocument(printed[paper]):
        assert [v / POINTS for v in page.get_size()] == pytest.approx(PAPERS[paper], abs=0.1)


@pytest.mark.parametrize("paper", PAPERS)
def test_all_that_is_declared_stands_on_its_page(printed: dict[str, Path], paper: str, pack: Pack, book: Book) -> None:
    texts = [text for text in _pages(printed[paper]) if text]
    for page, text in zip(pack.pages, texts, strict=True):
        for part in page.parts:
            wanted = [squeezed(words) for words in _words(book, part)]
            assert wanted, part
            missing = [words for words in wanted if words not in text]
            assert not missing, (page.title, missing)
            for token in part.tokens:
                assert squeezed(token.label) in text


def _words(book: Book, part: PackPart) -> list[str]:
    """What a part must print: its title, each sentence and cell, names and texts."""
    found = [part.title] if part.title else []
    for block in walk(part.blocks):
        if isinstance(block, Paragraph):
            found += [line for line in inline_text(block.text).split("\n") if "→" not in line and "()" not in line]
        elif isinstance(block, Placement):
            entries = book.placed(block)
            if block.directive == "table":
                table = book.tables[block.target]
                found += [column.head for column in table.columns]
                for entry in entries:
                    found += [value_text(book, value_at(book, entry.fields, c.path)) for c in table.columns]
    for entry in part.entries:
        found.append(value_text(book, entry.fields.get(part.text) or entry.fields["text"]))
        found += [entry.name] if "name" in entry.fields else []
    if part.roster:
        found += [entry.name for entry in book.sets[part.roster].entries]
    found += [token.label for token in part.tokens]
    return [line for words in found for line in words.split("\n")]


def test_the_cards_hold_what_the_data_says(printed: dict[str, Path], book: Book) -> None:
    text = _pages(printed["a4"])[4]
    for entry in load_yaml(REPOSITORY / "content/data/first-road.yaml")["entries"]:
        start = text.index(squeezed(entry["name"]))
        numbers = "".join(entry[field] for field in ("might", "aim", "valour", "ward")) + "0" + entry["endurance"]
        assert numbers in text[start : start + 120], entry["id"]
    shown = {
        e.id: e for s in ("lore", "melee-weapons", "ranged-weapons", "armour", "items") for e in book.sets[s].entries
    }
    for entry in load_yaml(REPOSITORY / "content/data/first-road.yaml")["entries"]:
        for id_ in (*entry["lore"], *entry["equipment"]):
            assert squeezed(shown[id_].name) in text
        for id_ in entry["lore"]:
            lore = shown[id_]
            assert squeezed(value_text(book, lore.fields.get("short") or lore.fields["text"])) in text
    assert text.count("Leader") == 1
    assert "TheStalwartLeader" in text


def test_there_are_as_many_tokens_as_the_trial_needs(printed: dict[str, Path]) -> None:
    text = _pages(printed["a4"])[6]
    assert text.count("Waymark") == 2
    assert text.count("Woodpile") == 5
    assert text.count("Commander") == 1
    assert text.count("Thrall") == 8


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_leaves_the_margins_and_no_type_is_small(printed: dict[str, Path], paper: str) -> None:
    import pypdfium2.raw as raw

    for page in pdfium.PdfDocument(printed[paper]):
        width, height = page.get_size()
        text = page.get_textpage()
        for index in range(text.count_chars()):
            if text.get_text_range(index, 1).strip():
                left, bottom, right, top = text.get_charbox(index)
                assert 28 < left < right < width - 28
                assert 28 < bottom < top < height - 28
                assert raw.FPDFText_GetFontSize(text.raw, index) >= 7.4


def test_no_link_and_no_editorial_note_is_left(printed: dict[str, Path]) -> None:
    assert not any("/Annots" in page for page in PdfReader(printed["a4"]).pages)
    whole = "".join(_pages(printed["a4"]))
    assert "Editorialnote" not in whole
    assert "Designnotes" not in whole


def _whole_text(path: Path) -> str:
    pages = "\n".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(path))
    return " ".join(pages.replace("\ufffe", "").split())


@pytest.mark.parametrize("paper", PAPERS)
def test_each_reference_is_to_a_thing_in_the_pack_or_names_a_page_of_the_book(
    printed: dict[str, Path], paper: str, pack: Pack
) -> None:
    heads = {head for page in pack.pages for part in page.parts for head in (part.title, *_heads(part.blocks)) if head}
    said = re.findall(r"→\s([^;()]+)", _whole_text(printed[paper]))
    outside = {words for words in said if words not in heads}
    assert len(said) > len(outside)
    assert outside == {"Torch, rulebook p. 71"}


def _heads(blocks: Iterable[Block]) -> Iterator[str]:
    return (inline_text(block.title) for block in walk(tuple(blocks)) if isinstance(block, Heading))


@pytest.mark.parametrize("paper", PAPERS)
def test_each_table_that_is_named_is_in_the_pack_or_is_said_not_to_be_used(
    printed: dict[str, Path], paper: str, pack: Pack
) -> None:
    tables = [part.title for page in pack.pages for part in page.parts if part.kind == "table"]
    # ‘The Night’ is called the Night table, ‘Search a Waymark’ the search table.
    names = {word.casefold() for title in tables for word in title.split() if word[0].isupper() and word != "The"}
    text = _whole_text(printed[paper])
    for page in pack.pages:
        text = text.replace(page.title, "")
    sentences = [s for s in re.split(r"(?<=[.:])\s", text) if re.search(r"\btables?\b", s)]
    named = [s for s in sentences if any(re.search(rf"(?i)\b{name} table\b", s) for name in names)]
    others = [s for s in sentences if s not in named]
    assert len(named) >= 3
    assert all(re.search(r"not in this book|\bno roll\b|\bnot rolled\b", s) for s in others), others
    # What is not in the book either is not called a table everywhere.
    assert "Shadow force calculation" not in text


def test_each_term_that_the_tables_and_rules_of_the_pack_give_a_number_is_said(pack: Pack, book: Book) -> None:
    said = {entry.id for page in pack.pages for part in page.parts for entry in part.entries if entry.set == "lore"}
    borne = {r.id for e in book.sets["profiles"].entries for r in references_in(e.fields["lore"])}
    assert borne <= said


def test_what_it_refers_to_and_does_not_show_has_a_page_or_is_found(book_copy: Path, tmp_path: Path) -> None:
    path = book_copy / "content/products/first-night.yaml"
    edit(path, "      - {kind: text, chapter: ranged-combat, sections: [ranged-combat-fire]}\n", "")
    rule = "Characters roll [D12]{is=game_die} + Might"
    edit(book_copy / "content/chapters/close-combat.md", rule, f"{rule}, as in Fire ([→](#ranged-combat-fire))")
    with Progress() as progress:
        result = set_pack(book_copy, NAME, tmp_path / "pack.pdf", progress)
    assert [finding.code for finding in result.findings] == ["C004"]
    assert "‘ranged-combat-fire’" in result.findings[0].message


def test_an_item_with_the_words_of_without_is_left_out(pack: Pack) -> None:
    (part,) = (p for page in pack.pages for p in page.parts if "arrival-is-made" in str(_ids(p.blocks)))
    (steps,) = (block for block in part.blocks if isinstance(block, ListBlock))
    assert len(steps.items) == 2


def _ids(blocks: Iterable[Block]) -> list[str]:
    return [block.id for block in blocks if isinstance(block, Heading)]


def test_the_same_bytes_each_time(printed: dict[str, Path], tmp_path: Path) -> None:
    with Progress() as progress:
        result = set_pack(REPOSITORY, NAME, tmp_path / "again.pdf", progress)
    assert result.output is not None
    assert result.output.read_bytes() == printed["a4"].read_bytes()


def test_a_page_too_full_is_found_and_the_old_pdf_stays(book_copy: Path, tmp_path: Path) -> None:
    output = tmp_path / "pack.pdf"
    output.write_text("as it was")
    path = book_copy / "content/products/first-night.yaml"
    edit(path, "only: [Checks, Advantage and Disadvantage]}", "except: [Checks]}")
    with Progress() as progress:
        result = set_pack(book_copy, NAME, output, progress)
    assert [finding.code for finding in result.findings] == ["P008"]
    assert output.read_text() == "as it was"


FAULTS = {
    "unknown chapter": ("chapter: close-combat,", "chapter: close-comba,", "S021"),
    "unknown section": ("sections: [close-combat-assault]", "sections: [close-combat-assalt]", "S021"),
    "unknown run-in": ("except: [What the Shadow wants]", "except: [What the Shadow wanted]", "S021"),
    "unknown words": ("without: [Shadow force", "without: [Shadow forces", "S021"),
    "unknown table": ("table: night}", "table: nigt}", "S021"),
    "unknown set": ("cost, set: deeds,", "cost, set: deed,", "S021"),
    "unknown form": ("set: blessings, text: short", "set: blessings, text: shrt", "S021"),
    "unknown field": ("text: short, tag: cost", "text: short, tag: price", "S021"),
    "unknown roster": ("roster: first-road", "roster: first-rod", "S021"),
    "token of nothing": ("{label: Fire, mark", "{mark", "S012"),
    "token of two": ("{label: Fire, mark", "{label: Fire, set: statuses, entry: tired, mark", "S012"),
    "missing key": (", text: short, tag: cost", ", tag: cost", "S012"),
    "unknown key": ("{kind: table, title: The Night,", "{kind: table, roster: first-road, title: The Night,", "S011"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_declaration_is_found_at_its_line(book: Book, tmp_path: Path, fault: str) -> None:
    old, new, code = FAULTS[fault]
    folder = tmp_path / "content" / "products"
    folder.mkdir(parents=True)
    path = folder / f"{NAME}.yaml"
    path.write_text((REPOSITORY / f"content/products/{NAME}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    edit(path, old, new)
    findings: list[Finding] = []
    assert read_pack(replace(book, root=tmp_path), NAME, own_schema("pack"), findings) is None
    assert [finding.code for finding in findings] == [code], findings
    line = 1 + path.read_text(encoding="utf-8").partition(new)[0].count("\n")
    assert abs(findings[0].position.line - line) <= 1


def test_a_mark_that_is_not_there_is_found(book_copy: Path, tmp_path: Path) -> None:
    path = book_copy / "content/products/first-night.yaml"
    edit(path, "mark: flame", "mark: flames")
    with Progress() as progress:
        result = set_pack(book_copy, NAME, tmp_path / "pack.pdf", progress)
    assert [finding.code for finding in result.findings] == ["S021"]
    assert list(tmp_path.glob("*.pdf")) == []


def test_a_paper_that_is_not_declared_is_found(book: Book) -> None:
    with pytest.raises(UnknownNameError, match="a4, letter"):
        declared_pack(book, NAME, "a5")


def test_a_page_without_the_measure_of_tables_is_a_finding(book_copy: Path) -> None:
    edit(book_copy / "styles" / "page.yaml", "\ntable:\n  matrix-columns: 5\n", "\n")
    with Progress() as progress:
        printed = set_pack(book_copy, NAME, None, progress, paper="a4")
    (finding,) = printed.findings
    assert finding.message.startswith("there is no table.matrix-columns")
    assert not (book_copy / "dist").exists()
