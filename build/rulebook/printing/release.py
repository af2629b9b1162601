"""What a release of a frozen printing holds: every product, the record, and their SHA-256 digests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulebook.export.writing import write_whole
from rulebook.leftovers import part_of, remove
from rulebook.printing.digests import digest_of, digests_in
from rulebook.printing.freeze import KEPT
from rulebook.printing.git import repository_of
from rulebook.printing.making import MakingError, Say, made
from rulebook.printing.record import Printing, record_path
from rulebook.printing.tree import tree_at

RELEASED = "dist/release"
"""Where releases are put: each in a folder of its number, with its notes beside."""

SUMS = "SHA256SUMS"


class NotTheSameError(Exception):
    """Some products are not those that were frozen; `files` names them."""

    def __init__(self, files: tuple[str, ...]) -> None:
        super().__init__(f"not as they were frozen: {', '.join(files)}")
        self.files = files


def release(root: Path, printing: Printing, say: Say) -> Path:
    """Put the products of a printing in dist/release/VERSION, flat, with its record and `SHA256SUMS`; that folder.

    The products that were kept when it was frozen are taken where all are still the same; else they are made anew from
    its revision. Nothing is put there unless every digest is that of the record. Raises NotTheSameError, GitError,
    MakingError when they cannot be made, and OSError when something cannot be written.
    """
    target = root / RELEASED / printing.version
    part = part_of(target)
    part.mkdir()
    try:
        with _products(root, printing, say) as folder:
            wrong = _not_frozen(folder, printing)
            if wrong:
                raise NotTheSameError(wrong)
            names = {file: file.replace("/", "-") for file in _files(folder, printing)}
            if len(set(names.values())) != len(names):
                raise MakingError("two products would have the same name in a release", found=False)
            for file, name in names.items():
                shutil.copyfile(folder / file, part / name)
        record = root / record_path(printing.version)
        shutil.copyfile(record, part / record.name)
        sums = sorted(digests_in(part).items())
        (part / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums), encoding="utf-8")
        write_whole(target.with_name(f"{printing.version}.md"), _notes(printing, sums).encode())
        remove(target)
        part.rename(target)
    finally:
        remove(part)
    return target


@contextmanager
def _products(root: Path, printing: Printing, say: Say) -> Iterator[Path]:
    """The folder of the products: as they were kept, or made anew for as long as this lasts."""
    kept = root / KEPT / printing.version
    if not _not_frozen(kept, printing):
        yield kept
        return
    with made(tree_at(repository_of(root), printing.revision), printing.version, printing.date, say) as anew:
        yield anew.folder


def _not_frozen(folder: Path, printing: Printing) -> tuple[str, ...]:
    return tuple(
        product.file
        for product in printing.products
        if not (folder / product.file).exists() or digest_of(folder / product.file) != product.sha256
    )


def _files(folder: Path, printing: Printing) -> Iterator[str]:
    """The files of the products, by their paths in the folder: of one that is a folder, all that are in it."""
    for product in printing.products:
        if (folder / product.file).is_dir():
            yield from (f"{product.file}/{name}" for name in digests_in(folder / product.file))
        else:
            yield product.file


def _notes(printing: Printing, sums: list[tuple[str, str]]) -> str:
    rows = "".join(f"| {name} | `{digest}` |\n" for name, digest in sums)
    head = f"Printing {printing.version} of {printing.date}, made from commit {printing.revision}."
    return f"{head}\n\n| file | SHA-256 |\n|---|---|\n{rows}"
