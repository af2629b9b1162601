"""Freezing a printing: its products made from what is committed, and the record that they can be compared with."""

from __future__ import annotations

import os
from pathlib import Path

from rulebook.export.writing import write_whole
from rulebook.leftovers import folder_in_place_of
from rulebook.printing.digests import copy_product
from rulebook.printing.git import Repository, repository_of
from rulebook.printing.making import Made, Say, made
from rulebook.printing.record import VERSION, Printing, is_date, order_of, record_path, record_text
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

    The record is written last and whole, so that a freeze that is broken off leaves none. Raises RefusedError when
    it may not be, GitError when there is no git or no repository, MakingError when there are findings, OSError when
    something cannot be written.
    """
    repository = repository_of(root)
    _may_be_frozen(root, repository, version, date)
    revision = repository.head()
    tree = tree_at(repository, revision)
    with made(tree, version, date, say) as products:
        printing = _printing(tree, products, version, date, revision)
        _keep(products, root / KEPT / version)
    write_whole(root / record_path(version), record_text(printing).encode())
    return printing


def _may_be_frozen(root: Path, repository: Repository, version: str, date: str) -> None:
    faults = []
    if not VERSION.fullmatch(version):
        faults.append(f"‘{version}’ is no number of a printing: write one such as 1.0")
    elif os.path.lexists(root / record_path(version)):
        faults.append(f"{version} is already frozen ({record_path(version)}): take another number")
    else:
        frozen = {order_of(p.stem): p.stem for p in (root / record_path(version)).parent.glob("*.yaml")}
        same = frozen.get(order_of(version))
        newest = max(frozen, default=())
        if same is not None:
            faults.append(f"{version} is the number of {same}, which is already frozen: take another")
        elif order_of(version) < newest:
            faults.append(f"{version} comes before {frozen[newest]}, which is already frozen: take a later number")
    if not is_date(date):
        faults.append(f"‘{date}’ is no date: write it as YYYY-MM-DD")
    changes = repository.changes(SET_FOLDERS)
    faults += [f"{path} is not committed" for path in changes if not _is_record(path)]
    if faults:
        raise RefusedError(*faults)


def _is_record(path: str) -> bool:
    """Whether a file is the record of another printing, of which this one is not made."""
    return path.startswith(record_path("").rpartition("/")[0] + "/") and path.endswith(".yaml")


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


def _keep(products: Made, folder: Path) -> None:
    """Put the products in their folder, in place of what an earlier freeze that was broken off left there."""
    with folder_in_place_of(folder) as part:
        for product in products.products:
            copy_product(products.folder / product.file, part / product.file)
