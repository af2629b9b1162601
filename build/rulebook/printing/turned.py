"""The pages that look different since a printing, side by side."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulebook.leftovers import temporary_folder
from rulebook.made_folder import made_folder
from rulebook.printing.choosing import chosen_printing
from rulebook.printing.freeze import KEPT
from rulebook.printing.frozen import set_frozen
from rulebook.printing.making import MakingError, Say
from rulebook.printing.pictures import differing_pages
from rulebook.printing.produce import BOOK
from rulebook.progress import Progress


def picture_changes(root: Path, since: str, until: str | None, folder: Path, say: Say) -> int:
    """Write a picture of each page of the book that looks different to `folder`; how many there are.

    What an earlier run has left in `folder` is replaced as a whole. A printing whose PDF is not kept is set again, the
    working copy always. Raises NoPrintingError, GitError, MakingError when a book cannot be set, and OSError when a
    picture cannot be written, or `folder` holds what was not made here.
    """
    with made_folder(folder) as part, temporary_folder("changes") as folder_of_books:
        old = _of_printing(root, since, folder_of_books / f"{since}.pdf", say)
        if until is not None:
            new = _of_printing(root, until, folder_of_books / f"{until}.pdf", say)
        else:
            new = _working_copy(root, folder_of_books / "working-copy.pdf", say)
        try:
            return len(differing_pages(old, new, part))
        except ValueError as error:
            raise MakingError(str(error), found=False) from error


def _of_printing(root: Path, version: str, output: Path, say: Say) -> Path:
    printing = chosen_printing(root, version)
    for product in printing.products:
        kept = root / KEPT / version / product.file
        if product.name == BOOK and kept.is_file():
            if hashlib.sha256(kept.read_bytes()).hexdigest() == product.sha256:
                return kept
            say(f"{kept} has been changed: {version} is set again")
    return set_frozen(root, printing, output, say).output


def _working_copy(root: Path, output: Path, say: Say) -> Path:
    from rulebook.volume import set_volume

    with Progress() as progress:
        volume = set_volume(root, output, progress)
    if volume.output is None:
        for finding in volume.findings:
            say(str(finding))
        raise MakingError("the working copy cannot be set", found=True)
    return volume.output
