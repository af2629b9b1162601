"""Making every product of a book in a folder of its own: `python -m rulebook.printing.produce BOOK FACTS [NAME …]`.

It runs in a process of its own, with the pipeline of the printing, which may be another than the one that asks. What
it is given and what it answers is therefore kept as it is: PDFs in `dist/` of the book's folder, and facts as JSON.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

import rulebook
from rulebook.finding import Finding
from rulebook.forked import Forked, work_can_be_shared
from rulebook.load.declared import PACK, product_form, product_names
from rulebook.model import Book, Cards
from rulebook.plural import counted
from rulebook.press.editions import INK, INKS, PRESS, SADDLE, BookOrder, EditionError, Editions, load_editions
from rulebook.printing.digests import digest_of
from rulebook.printing.ids import ids_of
from rulebook.product import Printed, ProductError, book_page, checked_book
from rulebook.progress import Progress
from rulebook.stopping import end_quietly, stop_when_told, stop_without

if TYPE_CHECKING:
    from rulebook.cards.order import CardOrder
    from rulebook.volume import LaidPages

BOOK = "book"
FOUND, BROKEN = 3, 2
"""How the process ends when there are findings, and when it cannot run; 1 is how Python ends one that has broken."""


class NotMadeError(Exception):
    """A product cannot be made; `findings` say why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(counted(len(findings), "finding"))
        self.findings = findings


def produce(root: Path, progress: Progress, names: Collection[str] = ()) -> dict[str, Any]:
    """Make the products of the book in `root` (or those named), and say what stands in them.

    Raises NotMadeError when one cannot be made, OSError when the folder cannot be read or written.
    """
    from rulebook.page_numbers import read_folios

    try:
        book = checked_book(root, progress)
    except ProductError as error:
        raise NotMadeError(error.findings) from error
    try:
        asked = [product for product in products_of(book) if not names or product.name in names]
    except (ProductError, EditionError) as error:
        raise NotMadeError(error.findings) from error
    products = _all_made(root, asked, progress)
    whole = next((product["file"] for product in products if product["name"] == BOOK), None)
    folios = read_folios(root / "dist" / whole) if whole is not None else {}
    return {
        "pipeline": str(Path(rulebook.__file__).resolve().parent),
        "record": book.metadata.record,
        "products": products,
        "counts": _counts(book),
        "ids": [
            {"id": i.id, "kind": i.kind, "number": i.number, "title": i.title, "page": i.page, "home": i.home}
            for i in ids_of(book, folios)
        ],
    }


def _all_made(root: Path, asked: Sequence[Asked], progress: Progress) -> list[dict[str, Any]]:
    """Make the products that are asked for, in their order. Raises NotMadeError and OSError."""
    # The others take their pages from the volume; they, and its other editions, take as long as each other.
    first = [product for product in asked if product.name == BOOK]
    editions = [product for product in asked if product.of_volume and product.name != BOOK]
    others = [product for product in asked if not product.of_volume]
    found = [_made(root, product, progress) for product in first]
    if editions and others and work_can_be_shared():
        beside = Forked(partial(_made_aside, root, others))
        found += [_made(root, product, progress) for product in editions]
        with progress.stage("beside") as stage:
            made, findings, said = beside.result()
            stage.note = counted(len(others), "product")
        sys.stderr.write(said)
        if findings:
            raise NotMadeError(findings)
        found += made
    else:
        found += [_made(root, product, progress) for product in (*editions, *others)]
    return [product for made in found for product in made]


def _made_aside(root: Path, asked: Sequence[Asked]) -> tuple[list[list[dict[str, Any]]], tuple[Finding, ...], str]:
    """What is made in a copy of this process, which says nothing: the products, or findings; what it would say."""
    said = io.StringIO()
    progress = Progress(Console(file=said, highlight=False))
    try:
        return [_made(root, product, progress) for product in asked], (), said.getvalue()
    except NotMadeError as error:
        return [], error.findings, said.getvalue()


def _made(root: Path, asked: Asked, progress: Progress) -> list[dict[str, Any]]:
    """The files that are made of one product; a second, which its name ends apart from the first, is named so too."""
    found: list[dict[str, Any]] = []
    first = ""
    for printed in asked.make(progress):
        if printed.output is None or printed.findings:
            raise NotMadeError(printed.findings)
        first = first or printed.output.stem
        name = f"{asked.name}{printed.output.stem.removeprefix(first)}"
        file = printed.output.relative_to(root / "dist").as_posix()
        digest = digest_of(printed.output)
        found.append({"name": name, "file": file, "pages": printed.pages, "sha256": digest})
    return found


@dataclass(frozen=True, slots=True)
class Asked:
    """A product that a book has: what its record calls it, how it is made, and whether it is an edition of the volume.

    What is made is a file, or a folder of pictures.
    """

    name: str
    make: Callable[[Progress], tuple[Printed, ...]]
    of_volume: bool = False


def products_of(book: Book) -> tuple[Asked, ...]:
    """All that is printed of a book, in every edition and on every paper that it declares.

    The volume comes first: the others read their pages from it. Raises ProductError and EditionError when a
    declaration is wrong.
    """
    from rulebook.volume import LaidPages

    declared = product_names(book.root)
    laid = LaidPages()
    found = [_volume(book, order, laid) for order in _editions(book.root)]
    if "sheet" in declared:
        found += _sheets(book)
    if book.cards is not None:
        found += [_cards(book, order) for order in _card_orders(book.cards)]
    if "rosters" in declared:
        found += _rosters(book)
    for name in declared:
        if product_form(name) == PACK:
            found += _packs(book, name)
    return (*found, Asked("export", lambda _: (_export(book),)))


def _editions(root: Path) -> Iterator[BookOrder]:
    """The volume in all its editions; those of the same pages stand together, which are then laid once."""
    from rulebook.press.edition_page import paper_of_size, paper_size

    editions = load_editions(root)
    yield BookOrder()
    # A book of one edition is for a screen alone.
    if editions == Editions(None, None, {}):
        return
    page = book_page(root)
    for paper in ("", *editions.papers):
        # A booklet has its pages at full size on sheets of twice the paper, or scaled on sheets of the paper itself.
        own = paper_of_size(paper_size(paper, page) if paper else page.paper, page)
        sheets = ("", own) if own else ("",)
        if paper:
            yield BookOrder(paper=paper)
        yield from (BookOrder(paper=paper, impose=SADDLE, sheet=sheet) for sheet in sheets)
        if editions.press is not None:
            yield from (BookOrder(PRESS, inks, paper) for inks in INKS)
        if editions.ink is not None:
            yield BookOrder(INK, paper=paper)
            yield from (BookOrder(INK, paper=paper, impose=SADDLE, sheet=sheet) for sheet in sheets)


def _volume(book: Book, order: BookOrder, laid: LaidPages) -> Asked:
    def make(progress: Progress) -> tuple[Printed, ...]:
        from rulebook.volume import set_volume

        volume = set_volume(book.root, None, progress, order=order, laid=laid)
        return (Printed(volume.output, volume.pages, volume.findings),)

    return Asked(f"{BOOK}{order.suffix}", make, of_volume=True)


def _card_orders(cards: Cards) -> Iterator[CardOrder]:
    """Every layout, and sheets with little ink too."""
    from rulebook.cards.order import CardOrder

    for layout in cards.layouts:
        yield CardOrder(layout.id, backs=layout.kind != "image")
        if layout.kind == "sheet":
            yield CardOrder(layout.id, backs=True, low_ink=True)


def _cards(book: Book, order: CardOrder) -> Asked:
    def make(progress: Progress) -> tuple[Printed, ...]:
        from rulebook.cards.production import make_cards

        return (make_cards(book.root, order, None, progress),)

    assert book.cards is not None
    name = _named("cards", order.layout, book.cards.layouts[0].id)
    return Asked(name + ("-low-ink" if order.low_ink else ""), make)


def _sheets(book: Book) -> Iterator[Asked]:
    from rulebook.reference_sheet import FIRST_PAPER, declared_sheet, set_sheet

    for paper in declared_sheet(book, FIRST_PAPER).papers:
        for low_ink in (False, True):

            def make(progress: Progress, paper: str = paper, low_ink: bool = low_ink) -> tuple[Printed, ...]:
                return (set_sheet(book.root, None, progress, paper=paper, low_ink=low_ink),)

            yield Asked(_named("sheet", paper, FIRST_PAPER) + ("-low-ink" if low_ink else ""), make)


def _rosters(book: Book) -> Iterator[Asked]:
    from rulebook.roster_sheets import FIRST_PAPER, declared_forms, set_roster_sheets

    for paper in declared_forms(book, FIRST_PAPER).papers:

        def make(progress: Progress, paper: str = paper) -> tuple[Printed, ...]:
            return set_roster_sheets(book.root, None, progress, paper=paper)

        yield Asked(_named("rosters", paper, FIRST_PAPER), make)


def _packs(book: Book, name: str) -> Iterator[Asked]:
    from rulebook.pack import FIRST_PAPER, declared_pack, set_pack

    for paper in declared_pack(book, name, FIRST_PAPER).papers:

        def make(progress: Progress, paper: str = paper) -> tuple[Printed, ...]:
            return (set_pack(book.root, name, None, progress, paper=paper),)

        yield Asked(_named(name, paper, FIRST_PAPER), make)


def _named(name: str, variant: str, usual: str) -> str:
    return name if variant == usual else f"{name}-{variant}"


def _export(book: Book) -> Printed:
    from rulebook.export.document import book_json
    from rulebook.export.writing import json_bytes, write_whole

    target = book.root / "dist" / f"{book.metadata.id}.json"
    write_whole(target, json_bytes(book_json(book)))
    return Printed(target, 0, ())


def _counts(book: Book) -> dict[str, int]:
    from rulebook.check.run import Checked
    from rulebook.check.summary import summary_of

    summary = summary_of(book, Checked((), ()))
    return {
        "chapters": summary.chapters,
        "tables": summary.tables,
        "entries": summary.entries,
        "examples": summary.examples,
        "computed": summary.computed,
        "given": summary.given,
        "values": summary.values,
        "formulas": summary.formulas,
        "claims": summary.claims,
        "external": len(summary.external),
    }


def main(arguments: list[str]) -> int:
    """Make what is asked for, and say how it went: 0, FOUND or BROKEN."""
    root, facts, *names = arguments
    stop_when_told()
    stop_without(os.getppid())
    try:
        with Progress() as progress:
            made = produce(Path(root), progress, names)
        Path(facts).write_text(json.dumps(made), encoding="utf-8")
    except NotMadeError as error:
        print("\n".join(map(str, error.findings)), file=sys.stderr)
        return FOUND
    except KeyboardInterrupt:
        # Whoever asked is being stopped too, and says so.
        return BROKEN
    except OSError as error:
        print(f"{error.filename}: {error.strerror}" if error.filename else error, file=sys.stderr)
        return BROKEN
    finally:
        end_quietly()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
