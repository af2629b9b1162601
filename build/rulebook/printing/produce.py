"""Making every product of a book in a folder of its own: `python -m rulebook.printing.produce BOOK FACTS [NAME …]`.

It runs in a process of its own, with the pipeline of the printing, which may be another than the one that asks. What
it is given and what it answers is therefore kept as it is: PDFs in `dist/` of the book's folder, and facts as JSON.
"""

from __future__ import annotations

import hashlib
import json
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rulebook
from rulebook.finding import Finding
from rulebook.model import Book, CardLayout
from rulebook.press.editions import INK, PRESS, BookOrder, EditionError, load_editions
from rulebook.printing.ids import ids_of
from rulebook.product import Printed, ProductError, checked_book
from rulebook.progress import Progress

BOOK = "book"
FOUND, BROKEN = 3, 2
"""How the process ends when there are findings, and when it cannot run; 1 is how Python ends one that has broken."""


class NotMadeError(Exception):
    """A product cannot be made; `findings` say why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(f"{len(findings)} findings")
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
    products = []
    folios: dict[str, str] = {}
    try:
        asked = products_of(book)
    except (ProductError, EditionError) as error:
        raise NotMadeError(error.findings) from error
    for product in asked:
        if names and product.name not in names:
            continue
        for printed in product.make(progress):
            if printed.output is None or printed.findings:
                raise NotMadeError(printed.findings)
            if product.name == BOOK:
                folios = read_folios(printed.output)
            products.append(_product(root, product.name, printed))
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


def _product(root: Path, name: str, printed: Printed) -> dict[str, Any]:
    assert printed.output is not None
    content = printed.output.read_bytes()
    return {
        "name": name,
        "file": printed.output.relative_to(root / "dist").as_posix(),
        "pages": printed.pages,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """A product that a book has: what its record calls it, and how it is made."""

    name: str
    make: Callable[[Progress], tuple[Printed, ...]]


def products_of(book: Book) -> tuple[Asked, ...]:
    """All that is printed of a book, in every edition and on every paper that it declares.

    The volume comes first: the others read their pages from it. Raises ProductError and EditionError when a
    declaration is wrong.
    """
    declared = {path.stem for path in (book.root / "content" / "products").glob("*.yaml")}
    found = [_volume(book, order) for order in (BookOrder(), *_editions(book.root))]
    if "sheet" in declared:
        found += _sheets(book)
    if book.cards is not None:
        found += [_cards(book, layout) for layout in book.cards.layouts if layout.kind != "image"]
    if "rosters" in declared:
        found += _rosters(book)
    for name in sorted(declared - {"sheet", "cards", "rosters"}):
        found += _packs(book, name)
    return (*found, Asked("export", lambda _: (_export(book),)))


def _editions(root: Path) -> Iterator[BookOrder]:
    editions = load_editions(root)
    if editions.press is not None:
        yield BookOrder(PRESS)
    if editions.ink is not None:
        yield BookOrder(INK)
    yield from (BookOrder(paper=paper) for paper in editions.papers)


def _volume(book: Book, order: BookOrder) -> Asked:
    def make(progress: Progress) -> tuple[Printed, ...]:
        from rulebook.volume import set_volume

        volume = set_volume(book.root, None, progress, order=order)
        return (Printed(volume.output, volume.pages, volume.findings),)

    return Asked(f"{BOOK}{order.suffix}", make)


def _sheets(book: Book) -> Iterator[Asked]:
    from rulebook.reference_sheet import FIRST_PAPER, declared_sheet, set_sheet

    for paper in declared_sheet(book, FIRST_PAPER).papers:
        for low_ink in (False, True):

            def make(progress: Progress, paper: str = paper, low_ink: bool = low_ink) -> tuple[Printed, ...]:
                return (set_sheet(book.root, None, progress, paper=paper, low_ink=low_ink),)

            yield Asked(_named("sheet", paper, FIRST_PAPER) + ("-low-ink" if low_ink else ""), make)


def _cards(book: Book, layout: CardLayout) -> Asked:
    def make(progress: Progress) -> tuple[Printed, ...]:
        from rulebook.cards.production import CardOrder, make_cards

        return (make_cards(book.root, CardOrder(layout.id, backs=True), None, progress),)

    assert book.cards is not None
    return Asked(_named("cards", layout.id, book.cards.layouts[0].id), make)


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
    signal.signal(signal.SIGTERM, signal.default_int_handler)
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
        print(f"{error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
