"""The page numbers of a book, kept beside its PDF with a digest of all that decides on them.

They are there also while the book itself has findings, and no PDF of it is written.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.export.jsons import Json
from rulebook.export.writing import json_bytes, write_whole
from rulebook.plain_file import plain_bytes

if TYPE_CHECKING:
    from rulebook.render.pdf import HtmlDocument

SUFFIX = ".folios.json"


def numbers_digest(document: HtmlDocument) -> str:
    """A digest of what decides on which page a thing stands: the document, and the engine with its libraries here."""
    from rulebook.page_stamp import document_digest
    from rulebook.printing.stack import stack_of

    engine = [f"{part.name} {part.version}" for part in stack_of((), own_pipeline=True)]
    return hashlib.sha256("\n".join((document_digest(document), *engine)).encode()).hexdigest()


def sources_digest(root: Path, since: float) -> str:
    """A digest of all files of a book and of the pipeline, and of what the pipeline stands on; it takes a moment.

    It is empty when a file has changed `since` that time, in seconds since 1970: the book that was loaded then is not
    the one that lies there now.
    """
    from rulebook.printing.stack import stack_of
    from rulebook.printing.tree import BOOK_FOLDERS

    paths = sorted(path for folder in BOOK_FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    # The time that no copying or moving keeps.
    if any(path.stat().st_ctime >= since for path in paths):
        return ""
    stack = [f"{part.name} {part.version}" for part in stack_of((), own_pipeline=False)]
    installed = sorted(path.name for folder in sys.path for path in Path(folder).glob("*.dist-info"))
    digest = hashlib.sha256("\n".join((*stack, *installed)).encode())
    for path in paths:
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def kept_numbers(pdf: Path, *, digest: str = "", sources: str = "") -> Mapping[str, str] | None:
    """The folios that were kept beside a PDF under that digest, or of those sources; None when there are none.

    A file that is not as it was written is not believed.
    """
    try:
        noted = json.loads(plain_bytes(pdf.with_suffix(SUFFIX)))
        folios = noted["folios"]
        current = (digest and noted["digest"] == digest) or (sources and noted["sources"] == sources)
        sound = current and noted["seal"] == _seal(noted["digest"], noted["sources"], folios)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return folios if sound else None


def keep_numbers(pdf: Path, folios: Mapping[str, str], *, digest: str, sources: str = "") -> None:
    """Keep folios beside a PDF. Where they cannot be written, they are found again the next time."""
    with suppress(OSError):
        pdf.parent.mkdir(parents=True, exist_ok=True)
        seal = _seal(digest, sources, folios)
        kept: dict[str, Json] = {"digest": digest, "sources": sources, "folios": dict(folios), "seal": seal}
        write_whole(pdf.with_suffix(SUFFIX), json_bytes(kept))


def _seal(digest: str, sources: str, folios: Mapping[str, str]) -> str:
    """What says that a file is whole, and of this kind."""
    return hashlib.sha256(json_bytes({"digest": digest, "sources": sources, "folios": dict(folios)})).hexdigest()
