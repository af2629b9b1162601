"""What decides on how a product looks, whatever it says: style sheets, fonts, measures and templates."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulebook.compose.book import TEMPLATE as BOOK_TEMPLATE
from rulebook.compose.cards import TEMPLATE as CARDS_TEMPLATE
from rulebook.compose.forms import TEMPLATE as ROSTERS_TEMPLATE
from rulebook.compose.pack import TEMPLATE as PACK_TEMPLATE
from rulebook.compose.sheet import TEMPLATE as SHEET_TEMPLATE
from rulebook.page_stamp import style_files

ERRATA_TEMPLATE = "errata/errata.html.j2"
PAGE_FILE = "styles/page.yaml"

_TEMPLATE = re.compile(r"['\"]([\w./-]+\.j2)['\"]")
# The template with which each product begins, and the file of the book that declares it.
_BOOK = "the book"
_FIRST_TEMPLATES = {
    _BOOK: (BOOK_TEMPLATE, ""),
    "the reference sheet": (SHEET_TEMPLATE, "sheet.yaml"),
    "the cards": (CARDS_TEMPLATE, "cards.yaml"),
    "the roster sheets": (ROSTERS_TEMPLATE, "rosters.yaml"),
    "a pack": (PACK_TEMPLATE, ""),
    "the errata sheet": (ERRATA_TEMPLATE, ""),
}
_ASKED = re.compile(r"var\(\s*--([\w-]+)")


def looks_of(root: Path, product: str, templates: Iterable[str] = ()) -> Mapping[str, str]:
    """A digest of each file of the book in `root` that decides on the look of a product, by its path from there.

    `templates` are those that the product begins with, from the folder of templates; of the measures only those count
    that are the product's own, or that its style sheets ask for.
    """
    sheets = tuple(style_files((root / "styles" / f"{product}.css",)))
    paths = (*sheets, *_templates(root / "templates", templates))
    found = {_name(path, root): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    asked = {
        name for path in sheets if path.suffix == ".css" for name in _ASKED.findall(path.read_text("utf-8", "replace"))
    }
    return found | {PAGE_FILE: _measures(root / PAGE_FILE, product, asked)}


def products_of(folder: Path, template: str) -> tuple[str, ...]:
    """The products that a template makes, alone or with others, by their names; `folder` holds the templates."""
    path = folder / template
    drawings = (folder.parent / "figures").glob("*.j2")
    drawn = [name for file in sorted(drawings) for name in _named_in(file)]
    made = {
        name: (first, *(drawn if name == _BOOK else ()))
        for name, (first, declared) in _FIRST_TEMPLATES.items()
        if not declared or (folder.parent / "content" / "products" / declared).is_file()
    }
    return tuple(name for name, first in made.items() if path in _templates(folder, first))


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[str, ...]:
    """The files that are not the same in both, in order."""
    return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))


def _name(path: Path, root: Path) -> str:
    resolved = path.resolve()
    top = root.resolve()
    return resolved.relative_to(top).as_posix() if resolved.is_relative_to(top) else path.name


def _templates(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """The templates, and those that they name; what is not there is left out."""
    waiting = list(names)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        path = folder / name
        if name in seen or not path.is_file():
            continue
        seen.add(name)
        yield path
        waiting += _named_in(path)


def _named_in(path: Path) -> list[str]:
    return _TEMPLATE.findall(path.read_text(encoding="utf-8", errors="replace"))


def _measures(path: Path, product: str, asked: set[str]) -> str:
    from rulebook.render.page import PageError, load_page

    try:
        page = load_page(path)
    except PageError:
        # Of what this pipeline cannot read, all counts.
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    inks = {f"ink-{name}": str(ink) for name, ink in page.inks.items()}
    values = inks | {name: str(value) for name, value in page.values.items()}
    own = sorted((name, value) for name, value in values.items() if name in asked or name.startswith(f"{product}-"))
    return hashlib.sha256("\n".join(f"{name}: {value}" for name, value in own).encode()).hexdigest()
