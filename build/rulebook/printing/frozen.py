"""The book of a frozen printing, set once more."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from rulebook.leftovers import named, part_of
from rulebook.preflight.expected import map_beside
from rulebook.printing.git import repository_of
from rulebook.printing.making import MakingError, Say, made
from rulebook.printing.produce import BOOK
from rulebook.printing.record import Printing
from rulebook.printing.tree import tree_at


@dataclass(frozen=True, slots=True)
class FrozenBook:
    """The PDF, its pages, and whether it is to the byte the one that was frozen."""

    output: Path
    pages: int
    same: bool


def set_frozen(root: Path, printing: Printing, output: Path | None, say: Say) -> FrozenBook:
    """Set the book of a printing from its revision; it goes to `output`, or to where the book's PDF goes.

    `say` is given each line that is said while it is set. Raises GitError when there is no git, or not the revision,
    MakingError when it cannot be set (an old PDF stays), and OSError when it cannot be written.
    """
    tree = tree_at(repository_of(root), printing.revision)
    frozen = next((product for product in printing.products if product.name == BOOK), None)
    if frozen is None:
        raise MakingError(f"the record of {printing.version} names no book", found=False)
    with made(tree, printing.version, printing.date, say, (BOOK,)) as products:
        product = products.products[0]
        target = output if output is not None else root / "dist" / product.file
        part = part_of(target)
        try:
            with named(target, part):
                shutil.copyfile(products.folder / product.file, part)
                # A map that is not of this very PDF would be worse than none.
                map_beside(target).unlink(missing_ok=True)
                os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    return FrozenBook(target, product.pages, product.sha256 == frozen.sha256)
