"""Freezing a printing: its products made from what is committed, and the record that they can be compared with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulebook.alone import alone_in
from rulebook.check.checks import frozen_id
from rulebook.check.run import sound_waivers
from rulebook.check.waivers import applies
from rulebook.export.writing import write_new
from rulebook.finding import Finding, printable
from rulebook.leftovers import folder_in_place_of
from rulebook.load import load_book
from rulebook.load.book import own_schema
from rulebook.load.printings import read_printing, read_printings
from rulebook.printing.digests import copy_product
from rulebook.printing.git import Repository, repository_of
from rulebook.printing.making import Made, MakingError, Say, made
from rulebook.printing.record import FOLDER, VERSION, Printing, is_date, order_of, record_path, record_text
from rulebook.printing.stack import stack_of
from rulebook.printing.tree import SET_FOLDERS, Tree, tree_at
from rulebook.source import Position

KEPT = "dist/printings"
"""Where the products of printings are kept, each in a folder of its number."""


class RefusedError(Exception):
    """The printing cannot be frozen; each line says why."""

    def __init__(self, *lines: str) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def freeze(root: Path, version: str, date: str, say: Say) -> Printing:
    """Freeze the book in `root` as it is committed: make its products, keep them, and write their record.

    `say` is given each line that is said while they are made.

    The record is written last and whole, so that a freeze that is broken off leaves none; of two at once that ask for
    the same number, the first to be done has it. Raises RefusedError when it may not be, GitError when there is no git
    or no repository, MakingError when there are findings, OSError when something cannot be written.
    """
    repository = repository_of(root)
    _may_be_frozen(root, repository, version, date)
    revision = repository.head()
    tree = tree_at(repository, revision)
    with made(tree, version, date, say) as products:
        printing = _printing(tree, products, version, date, revision)
        record = _sound_record(printing)
        with alone_in(root / "content"):
            # Another may have been frozen while this one was made.
            faults = (*_number_faults(root, version), *_uncommitted(repository, (FOLDER,)))
            if faults:
                raise RefusedError(*faults)
            _keep(products, root / KEPT / version)
            try:
                write_new(root / record_path(version), record.encode())
            except FileExistsError as error:
                raise RefusedError(*_number_faults(root, version)) from error
    return printing


def spent_waivers(root: Path) -> tuple[str, ...]:
    """The entries with a waiver of what a printing has frozen that nothing needs, now that the newest is frozen.

    Raises OSError when the book cannot be read.
    """
    book = load_book(root).book
    if book is None:
        return ()
    found = tuple(frozen_id.CHECK.run(book))
    waivers = [waiver for waiver in sound_waivers(book) if waiver.code == frozen_id.CHECK.code]
    return tuple(dict.fromkeys(w.holder for w in waivers if not any(applies(book, w, finding) for finding in found)))


def _may_be_frozen(root: Path, repository: Repository, version: str, date: str) -> None:
    faults = list(_number_faults(root, version))
    if not is_date(date):
        faults.append(printable(f"‘{date}’ is no date: write a day of the calendar as YYYY-MM-DD"))
    else:
        faults += _date_faults(root, date)
    faults += _uncommitted(repository, SET_FOLDERS)
    if faults:
        raise RefusedError(*faults)


def _number_faults(root: Path, version: str) -> Iterator[str]:
    """Why a printing cannot have that number."""
    if not VERSION.fullmatch(version):
        yield printable(f"‘{version}’ is no number of a printing: write one such as 1.0")
        return
    if os.path.lexists(root / record_path(version)):
        yield f"{version} is already frozen ({record_path(version)}): take another number"
        return
    frozen = {order_of(p.stem): p.stem for p in (root / FOLDER).glob("*.yaml")}
    same = frozen.get(order_of(version))
    newest = max(frozen, default=())
    if same is not None:
        yield f"{version} is the number of {same}, which is already frozen: take another"
    elif order_of(version) < newest:
        yield f"{version} comes before {frozen[newest]}, which is already frozen: take a later number"


def _date_faults(root: Path, date: str) -> Iterator[str]:
    """Why a printing cannot have that date: one before it is later. Faults of records are found elsewhere."""
    printings = read_printings(root, own_schema("printing"), [])
    latest = max(printings, key=lambda printing: printing.date, default=None)
    if latest is not None and date < latest.date:
        yield f"{date} is before {latest.date}, the day of {latest.version}, which is already frozen: take a later day"


def _uncommitted(repository: Repository, folders: Sequence[str]) -> Iterator[str]:
    """What is not committed; records too, since a printing must keep what those before it have promised."""
    standings = repository.standings(folders)
    if any(name == "content/book.yaml" and letters[0] in "?A" for letters, name in standings):
        yield "the book is not committed yet: ‘git add .’ and ‘git commit’ in its folder do so"
        return
    for path in sorted(name for _, name in standings):
        yield f"{printable(path)} is not committed"


def _printing(tree: Tree, products: Made, version: str, date: str, revision: str) -> Printing:
    return Printing(
        version=version,
        date=date,
        record=products.record,
        revision=revision,
        products=products.products,
        counts=products.counts,
        locked=tree.locked(),
        built_with=stack_of(tree.locked(), own_pipeline=tree.has_pipeline),
        ids=products.ids,
        files=tree.files(),
        position=Position(record_path(version)),
    )


def _sound_record(printing: Printing) -> str:
    """The text of a record. Raises MakingError where it would be refused when it is read: then it promises nothing."""
    text = record_text(printing)
    findings: list[Finding] = []
    again = read_printing(text, printing.version, own_schema("printing"), findings)
    if again is None or record_text(again) != text:
        said = "".join(f": {finding.message}" for finding in findings[:1])
        raise MakingError(f"the record of the printing could not be read again{said}", found=False)
    return text


def _keep(products: Made, folder: Path) -> None:
    """Put the products in their folder, in place of what an earlier freeze that was broken off left there."""
    with folder_in_place_of(folder) as part:
        for product in products.products:
            copy_product(products.folder / product.file, part / product.file)
