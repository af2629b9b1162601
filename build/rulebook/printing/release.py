"""What a release of a frozen printing holds: every product, the record, and their SHA-256 digests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from rulebook.export.writing import write_whole
from rulebook.leftovers import folder_in_place_of
from rulebook.printing.digests import digest_of, digests_in, files_in
from rulebook.printing.freeze import KEPT
from rulebook.printing.git import GitError, Repository, repository_of
from rulebook.printing.making import MakingError, Say, made
from rulebook.printing.record import Printing, record_path
from rulebook.printing.record_truth import changed_since_commit
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

    A product that is a folder of pictures is one archive there.

    The products that were kept when it was frozen are taken where all are still the same; else they are made anew from
    its revision. Nothing is put there unless every digest is that of the record, nor where the record is committed and
    stands otherwise. Raises NotTheSameError, GitError, MakingError when they cannot be made, and OSError when something
    cannot be written.
    """
    # What was kept needs no git; that it was made of a commit that is still there is said of every release.
    repository = repository_of(root)
    repository.require(printing.revision)
    if said := changed_since_commit(repository, printing.version):
        raise GitError(said)
    target = root / RELEASED / printing.version
    with folder_in_place_of(target) as part:
        with _products(root, repository, printing, say) as folder:
            wrong = _not_frozen(folder, printing)
            if wrong:
                raise NotTheSameError(wrong)
            names = {p.file: _asset_name(folder, p.file) for p in printing.products}
            if len(set(names.values())) != len(names):
                raise MakingError("two products would have the same name in a release", found=False)
            for file, name in names.items():
                if (folder / file).is_dir():
                    _pack(folder / file, part / name)
                else:
                    shutil.copyfile(folder / file, part / name)
        record = root / record_path(printing.version)
        shutil.copyfile(record, part / record.name)
        sums = sorted(digests_in(part).items())
        (part / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums), encoding="utf-8")
        write_whole(target.with_name(f"{printing.version}.md"), _notes(printing, sums).encode())
    return target


@contextmanager
def _products(root: Path, repository: Repository, printing: Printing, say: Say) -> Iterator[Path]:
    """The folder of the products: as they were kept, or made anew for as long as this lasts."""
    kept = root / KEPT / printing.version
    if not _not_frozen(kept, printing):
        yield kept
        return
    with made(tree_at(repository, printing.revision), printing.version, printing.date, say) as anew:
        yield anew.folder


def _not_frozen(folder: Path, printing: Printing) -> tuple[str, ...]:
    return tuple(
        product.file
        for product in printing.products
        if not (folder / product.file).exists() or digest_of(folder / product.file) != product.sha256
    )


def _asset_name(folder: Path, file: str) -> str:
    name = file.replace("/", "-")
    return f"{name}.zip" if (folder / file).is_dir() else name


def _pack(folder: Path, archive: Path) -> None:
    """Put what is in a folder into a ZIP archive, by name and undated, so that it is the same to the byte each time."""
    with ZipFile(archive, "w", ZIP_STORED) as packed:
        for name in files_in(folder):
            # What is in it is compressed already. The first date that the format knows, and the system it calls Unix.
            member = ZipInfo(name)
            member.create_system = 3
            member.external_attr = 0o644 << 16
            packed.writestr(member, (folder / name).read_bytes())


def _notes(printing: Printing, sums: list[tuple[str, str]]) -> str:
    rows = "".join(f"| {name} | `{digest}` |\n" for name, digest in sums)
    head = f"Printing {printing.version} of {printing.date}, made from commit {printing.revision}."
    return f"{head}\n\n| file | SHA-256 |\n|---|---|\n{rows}"
