"""Verifying a printing: made anew from its revision, and compared with its record."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.leftovers import named, part_of, remove
from rulebook.plural import some_of
from rulebook.printing.causes import Cause, causes_of
from rulebook.printing.digests import copy_product, digest_of, digests_in
from rulebook.printing.freeze import KEPT
from rulebook.printing.git import GitError, repository_of
from rulebook.printing.making import Made, MakingError, Say, made
from rulebook.printing.pictures import differing_pages
from rulebook.printing.record import ENGINE, FONTS, PACKAGES, SOURCE, FrozenProduct, Printing
from rulebook.printing.record_truth import changed_since_commit, record_faults
from rulebook.printing.stack import stack_of
from rulebook.printing.tree import tree_at, tree_here

VERIFIED = "dist/verify"
# How many pictures are named one by one.
_NAMED = 5

SAME, DIFFERENT = 0, 1
CODES = {SOURCE: 10, FONTS: 11, PACKAGES: 12, ENGINE: 13}
"""What the command ends with, by the first thing that is not as it was."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A product against its record: whether its bytes are the same, and what is said of it.

    `pages` are those that look different, `pictures` the folder in which they are shown; None when there is nothing
    to compare pages with. Of a product that is `made_same`, only the copy that was kept is another.
    """

    name: str
    same: bool
    said: str
    pages: tuple[int, ...] | None = None
    pictures: Path | None = None
    made_same: bool = False


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of it: why it may differ, each product, what could not be made, and what of the record is not so."""

    printing: Printing
    causes: tuple[Cause, ...]
    products: tuple[Compared, ...]
    unmade: str
    record: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether every product is the same to the byte, as is the copy that was kept, and the record is true."""
        return not self.unmade and not self.record and all(product.same for product in self.products)

    @property
    def made_same(self) -> bool:
        """Whether every product is made anew as it was frozen, whatever has become of the copies that were kept."""
        return not self.unmade and all(product.same or product.made_same for product in self.products)

    @property
    def code(self) -> int:
        """What the command ends with."""
        if self.causes:
            return CODES[self.causes[0].kind]
        return SAME if self.same else DIFFERENT


def verify(root: Path, printing: Printing, say: Say, *, here: bool = False) -> Verified:
    """Make a printing of the book in `root` anew and compare it.

    It is made from its revision; with `here`, from the files that stand in the folder. What differs is kept in
    dist/verify. Raises GitError when there is no git, or not the revision, and OSError when something cannot be
    read or written.
    """
    tree = tree_here(root) if here else tree_at(repository_of(root), printing.revision)
    record = list(_uncommitted(root, printing))
    causes = causes_of(printing, tree, stack_of(tree.locked(), own_pipeline=tree.has_pipeline))
    folder = root / VERIFIED / printing.version
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with made(tree, printing.version, printing.date, say) as products:
            # Of other parts other things are made, and only of the same ones does the record have to be true.
            if not causes:
                record += record_faults(printing, products)
            compared = tuple(_compared(root, printing, products, folder, known=not causes))
    except MakingError as error:
        return Verified(printing, causes, tuple(_kept_alone(root, printing)), str(error), tuple(record))
    return Verified(printing, causes, compared, "", tuple(record))


def _uncommitted(root: Path, printing: Printing) -> Iterator[str]:
    try:
        if said := changed_since_commit(repository_of(root), printing.version):
            yield said
    except GitError:
        return  # a copy without its history can be verified by its files


def _compared(root: Path, printing: Printing, products: Made, folder: Path, *, known: bool) -> Iterator[Compared]:
    """Each product; what the record lacks is told of the record where that is `known` to be at fault."""
    anew = {product.file: product for product in products.products}
    for frozen in printing.products:
        kept = root / KEPT / printing.version / frozen.file
        fault = _fault_of(kept, frozen)
        new = anew.pop(frozen.file, None)
        # Two products may have files of the same name, in folders of their own.
        own = (folder / frozen.file).parent
        if new is None:
            yield Compared(frozen.name, same=False, said=f"{frozen.file} is no longer made")
        elif new.sha256 != frozen.sha256:
            yield _different(products.folder / new.file, new, frozen, kept, fault, own)
        elif fault:
            yield _spoilt(products.folder / new.file, frozen, kept, fault, own)
        else:
            yield Compared(frozen.name, same=True, said=f"{frozen.file}: the same{_pages(frozen)}")
    for new in () if known else anew.values():
        yield Compared(new.name, same=False, said=f"{new.file} was not among the products")


def _different(
    new: Path, made_anew: FrozenProduct, frozen: FrozenProduct, kept: Path, fault: str, folder: Path
) -> Compared:
    """A product that is not the same: it is kept, with pictures of the pages that differ from the one frozen.

    `fault` is what is wrong with the one that was kept, if anything is.
    """
    copy = _copied(new, folder)
    said = f"{frozen.file}: the bytes differ"
    if made_anew.pages != frozen.pages:
        said += f"; it has {made_anew.counted}, {frozen.pages} were frozen"
    if fault:
        said += f"; the one that was kept is no measure of it: {kept} {fault}"
        return Compared(frozen.name, same=False, said=said)
    if new.is_dir():
        said += _other_files(kept, new)
    if not frozen.pages or new.is_dir():
        return Compared(frozen.name, same=False, said=said)
    if not kept.is_file():
        said += f"; the pages cannot be compared: the PDF that was frozen is not in {KEPT}"
        return Compared(frozen.name, same=False, said=said)
    return _pictured(frozen, said, kept, copy, folder)


def _spoilt(new: Path, frozen: FrozenProduct, kept: Path, fault: str, folder: Path) -> Compared:
    """A product that is made anew just as it was, while the one that was kept is no longer it."""
    copy = _copied(new, folder)
    others = _other_files(kept, new) if new.is_dir() else ""
    said = f"{frozen.file}: made anew it is the same, but {kept} {fault}{others}; put {copy} in its place"
    if not frozen.pages or new.is_dir() or not kept.is_file():
        return Compared(frozen.name, same=False, said=said, made_same=True)
    return replace(_pictured(frozen, said, kept, copy, folder), made_same=True)


def _other_files(kept: Path, new: Path) -> str:
    """Which pictures of a folder are not as they were kept; nothing where none were."""
    if not kept.is_dir():
        return ""
    before, after = digests_in(kept), digests_in(new)
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return f": {some_of(names, _NAMED)}"


def _pictured(frozen: FrozenProduct, said: str, old: Path, new: Path, folder: Path) -> Compared:
    try:
        pages = differing_pages(old, new, folder)
    except ValueError as error:
        return Compared(frozen.name, same=False, said=f"{said}; {error}")
    if not pages:
        said += "; no page looks different"
    return Compared(frozen.name, same=False, said=said, pages=pages, pictures=folder)


def _kept_alone(root: Path, printing: Printing) -> Iterator[Compared]:
    """The products that were kept and have been changed, where none can be made anew."""
    for frozen in printing.products:
        kept = root / KEPT / printing.version / frozen.file
        fault = _fault_of(kept, frozen)
        if fault:
            said = f"{frozen.file}: {kept} {fault}; it is no longer the printing: remove it"
            yield Compared(frozen.name, same=False, said=said)


def _fault_of(kept: Path, frozen: FrozenProduct) -> str:
    """What is wrong with a product that was kept; nothing where it is as it was frozen, or was not kept."""
    if not os.path.lexists(kept):
        return ""
    try:
        return "" if digest_of(kept) == frozen.sha256 else "has been changed"
    except OSError as error:
        return f"cannot be read ({error.strerror or error})"


def _copied(new: Path, folder: Path) -> Path:
    copy = folder / new.name
    part = part_of(copy)
    try:
        with named(copy, part):
            copy_product(new, part)
            os.replace(part, copy)
    finally:
        remove(part)
    return copy


def _pages(product: FrozenProduct) -> str:
    return f" ({product.counted})" if product.pages else ""
