"""What a finished PDF was set from: a digest kept beside it, so that its pages are trusted only while they are true."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.export.writing import write_whole
from rulebook.plain_file import plain_bytes, plain_digest

if TYPE_CHECKING:
    from rulebook.render.pdf import HtmlDocument

SUFFIX = ".pages.json"

_IMPORT = re.compile(r"@import\s+['\"]([^'\"]+)['\"]")
_URL = re.compile(r"url\(['\"]?([^'\")]+)['\"]?\)")


def document_digest(document: HtmlDocument) -> str:
    """A digest of all that decides on which page a thing stands: text, styles, fonts, measures, and the setting."""
    from rulebook import render
    from rulebook.render.engine import VERSION

    digest = hashlib.sha256(f"{VERSION}\n{document.page.css()}\n{document.html}".encode())
    own = sorted(Path(folder) for folder in render.__path__)
    paths = [path for folder in own for path in sorted(folder.glob("*.py"))]
    for path in (*paths, *style_files(document.stylesheets)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def style_files(stylesheets: tuple[Path, ...]) -> Iterator[Path]:
    """The style sheets, those that they import, and the fonts that these name; what is not there is left out."""
    seen: set[Path] = set()
    waiting = list(stylesheets)
    while waiting:
        path = waiting.pop(0)
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        yield path
        if path.suffix == ".css":
            text = path.read_text(encoding="utf-8", errors="replace")
            waiting += [path.parent / name for name in (*_IMPORT.findall(text), *_URL.findall(text))]


def stamp(document: HtmlDocument, pdf: Path) -> None:
    """Note beside a finished PDF what it was set from. Raises OSError when the folder cannot be written."""
    path = pdf.with_suffix(SUFFIX)
    text = json.dumps({"document": document_digest(document), "pdf": plain_digest(pdf)}, indent=2)
    write_whole(path, f"{text}\n".encode())


def is_current(document: HtmlDocument, pdf: Path) -> bool:
    """Whether a PDF is there, is the one that was stamped, and was set from this very document."""
    try:
        noted = json.loads(plain_bytes(pdf.with_suffix(SUFFIX)))
        return bool(noted["document"] == document_digest(document) and noted["pdf"] == plain_digest(pdf))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return False
