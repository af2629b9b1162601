"""Making every product of a book in a folder of its own: `python -m rulebook.printing.produce BOOK FACTS [NAME …]`.

It runs in a process of its own, with the pipeline of the printing, which may be another than the one that asks. What
it is given and what it answers is therefore kept as it is: PDFs in `dist/` of the book's folder, and facts as JSON.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import rulebook
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.printing.ids import ids_of
from rulebook.product import Printed, ProductError, checked_book
from rulebook.progress import Progress

BOOK = "book"
FOUND, BROKEN = 1, 2
"""How the process ends when there are findings, and when it cannot run."""


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
    for name, make in _products(book, progress):
        if names and name not in names:
            continue
        for printed in make():
            if printed.output is None or printed.findings:
                raise NotMadeError(printed.findings)
            if name == BOOK:
                folios = read_folios(printed.output)
            products.append(_product(name, printed))
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


def _product(name: str, printed: Printed) -> dict[str, Any]:
    assert printed.output is not None
    content = printed.output.read_bytes()
    return {
        "name": name,
        "file": printed.output.name,
        "pages": printed.pages,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _products(book: Book, progress: Progress) -> Iterator[tuple[str, Callable[[], tuple[Printed, ...]]]]:
    """What the book declares, by name; the volume first, from which the others read their pages."""
    declared = {path.stem for path in (book.root / "content" / "products").glob("*.yaml")}
    yield BOOK, lambda: (_volume(book, progress),)
    if "sheet" in declared:
        yield "sheet", lambda: (_sheet(book, progress),)
    if book.cards is not None:
        yield "cards", lambda: (_cards(book, progress),)
    if "rosters" in declared:
        yield "rosters", lambda: _rosters(book, progress)
    for name in sorted(declared - {"sheet", "cards", "rosters"}):
        yield name, lambda name=name: (_pack(book, name, progress),)  # type: ignore[misc]
    yield "export", lambda: (_export(book),)


def _volume(book: Book, progress: Progress) -> Printed:
    from rulebook.volume import set_volume

    volume = set_volume(book.root, None, progress)
    return Printed(volume.output, volume.pages, volume.findings)


def _sheet(book: Book, progress: Progress) -> Printed:
    from rulebook.reference_sheet import set_sheet

    return set_sheet(book.root, None, progress)


def _cards(book: Book, progress: Progress) -> Printed:
    from rulebook.cards.production import CardOrder, make_cards

    assert book.cards is not None
    return make_cards(book.root, CardOrder(book.cards.layouts[0].id), None, progress)


def _rosters(book: Book, progress: Progress) -> tuple[Printed, ...]:
    from rulebook.roster_sheets import FIRST_PAPER, set_roster_sheets

    return set_roster_sheets(book.root, None, progress, paper=FIRST_PAPER)


def _pack(book: Book, name: str, progress: Progress) -> Printed:
    from rulebook.pack import set_pack

    return set_pack(book.root, name, None, progress)


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
    try:
        with Progress() as progress:
            made = produce(Path(root), progress, names)
        Path(facts).write_text(json.dumps(made), encoding="utf-8")
    except NotMadeError as error:
        print("\n".join(map(str, error.findings)), file=sys.stderr)
        return FOUND
    except OSError as error:
        print(f"{error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return BROKEN
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
