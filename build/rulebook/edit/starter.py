"""Starting another game's book: the small book that comes with the package, in a folder of its own."""

from __future__ import annotations

import errno
import os
import re
import shutil
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from rulebook.check.run import run_checks
from rulebook.finding import Finding
from rulebook.leftovers import named, part_of, remove
from rulebook.load import load_book
from rulebook.load.markdown import slug

# Where the parts of a new book stand: in an installed package, and in the repository.
_PACKAGED = "starter"
_IN_REPOSITORY = {"book": "tests/tiny", "products": "tests/starter", "templates": "templates", "styles": "styles"}

# The page is that of the repository, whose inks a press knows: that of the small book is for a screen alone.
_NOT_OF_THE_BOOK = frozenset({"styles/page.yaml"})

_TITLE = re.compile(r"^title: (.*)$", re.MULTILINE)
_ID = re.compile(r"^id: .*$", re.MULTILINE)
_AUTHORS = re.compile(r"^authors: \[(.*)\]$", re.MULTILINE)
_RIGHTS = re.compile(r"^rights: >-\n(?:  .*\n)+", re.MULTILINE)

# What of content/book.yaml is still that of another game.
FIRST = "subtitle, version, authors, description, keywords, rights, record"

_IGNORED = "dist/\n"

_README = """\
# {title}

A rulebook from plain source.
It begins as a small book of another game: change a thing, check, and go on until it is yours.
First change in `content/book.yaml`: {first}.

```
rulebook check                  # what is wrong, and where
rulebook book                   # the book as a PDF: dist/{id}.pdf
rulebook book --edition press   # the same for a press
rulebook cards                  # the decks of content/products/cards.yaml: dist/cards.pdf
rulebook bind                   # which numbers the rules no longer give
rulebook where NAME             # all that a value touches
```

Without an installed package, `rulebook` stands for that of the checkout from which this book was begun:

```
PATH-TO-CHECKOUT/.venv/bin/rulebook check --book .
```

The documents are those of that checkout.
Its `README.md` says under “Another game” in what order to go on; the rest is in `docs/`.
`authors-guide.md` goes through each kind of change, step by step; where it says `make check`, give `rulebook check`.
`content-format.md` is the reference.
What a thing may have stands in its schema, in `content/schemas/`.

A printing is made from what is committed.
After `git init`, `git add .` and `git commit`, this makes the first: `rulebook freeze 1.0 --date YYYY-MM-DD`.

| folder | what lives there |
|---|---|
| `content/` | the rules: chapters, data, their schemas, and the values and formulas that the checks compute |
| `templates/` | the structure of the page |
| `styles/` | its looks and measures (`page.yaml`), and the fonts with their licences |
| `figures/` | the drawings, as templates that are filled from the rules |

The templates and styles are under the licence that stands in their folders; what you write is yours.
"""


class StarterError(Exception):
    """No book can be started there, or under that title; nothing was written."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Starter:
    """What a new book is made of: the small book, and the products that it has here, which are laid over the rest;
    templates, styles and their licence."""

    book: Path
    products: Path
    templates: Path
    styles: Path
    licence: str


def find_starter() -> Starter:
    """The starter that comes with the package. Raises StarterError when it is not there."""
    package = Path(__file__).resolve().parent.parent
    if (package / _PACKAGED).is_dir():
        found = {name: package / _PACKAGED / name for name in _IN_REPOSITORY}
        licence = metadata.distribution("rulebook").read_text("licenses/LICENSE") or ""
    else:
        repository = package.parent.parent
        found = {name: repository / path for name, path in _IN_REPOSITORY.items()}
        file = repository / "LICENSE"
        licence = file.read_text(encoding="utf-8") if file.is_file() else ""
    for path in found.values():
        if not path.is_dir():
            raise StarterError(f"the book to start from is not there: {path}")
    if not licence:
        raise StarterError("the licence of the templates is not there")
    return Starter(**found, licence=licence)


def start_book(folder: Path, title: str | None = None) -> None:
    """Make a new book in a folder, which is absent or empty.

    It is made and checked beside the folder first, so that it is there whole or not at all. Raises StarterError when
    the folder holds something or is a link to nothing, or the title cannot be a book's or has a letter that the fonts
    lack; OSError when the folder cannot be written.
    """
    # Not the name as it was typed: `.` has none, and a link stays a link.
    target = Path(os.path.realpath(folder))
    _look(folder, target)
    starter = find_starter()
    if title is not None:
        _judge_title(title, starter.styles / "fonts")
    made = part_of(target)
    try:
        with named(target, made):
            _make(made, starter, title)
            _look(folder, target)
            _move(made, target)
    finally:
        remove(made)


def _judge_title(title: str, fonts: Path) -> None:
    if not title.strip():
        raise StarterError(
            "a book needs a title; that one is empty, and cannot be the title of a book; nothing was written"
        )
    from fontTools.ttLib import TTFont

    # A title is set in several of them: on its page, over each page, in the colophon.
    known: list[set[int]] = []
    for path in sorted(fonts.glob("*.ttf")):
        with TTFont(path, lazy=True) as font:
            known.append(set(font.getBestCmap()))
    missing = [sign for sign in dict.fromkeys(title) if sign.isprintable() and any(ord(sign) not in k for k in known)]
    if missing:
        shown = ", ".join(f"‘{sign}’ (U+{ord(sign):04X})" for sign in missing[:5])
        raise StarterError(
            f"‘{title}’ cannot be the title of a book; nothing was written: the fonts have no {shown}; begin with "
            "another title, and set your own once styles/fonts has a font for it"
        )


def _look(folder: Path, target: Path) -> None:
    if folder.is_symlink() and not folder.exists():
        raise StarterError(f"{folder} is a link to what is not there, and so is not a folder; name a folder")
    if not target.parent.is_dir():
        raise StarterError(f"there is no folder {target.parent}")
    if target.is_dir():
        if any(target.iterdir()):
            raise StarterError(f"{folder} is not empty; name a folder that is, or one that is not there yet")
    elif os.path.lexists(target):
        raise StarterError(f"{folder} is not a folder")


def _make(made: Path, starter: Starter, title: str | None) -> None:
    _copy(starter.templates, made / "templates")
    _copy(starter.styles, made / "styles")
    _copy(starter.book, made, without=_NOT_OF_THE_BOOK)
    _copy(starter.products, made)
    (made / ".gitignore").write_text(_IGNORED, encoding="utf-8")
    for name in ("templates", "styles"):
        (made / name / "LICENSE").write_text(starter.licence, encoding="utf-8")
    book_file = made / "content" / "book.yaml"
    if title is not None:
        _entitle(book_file, title)
    loaded = load_book(made)
    findings = loaded.findings if loaded.book is None else run_checks(loaded.book).errors
    if loaded.book is None or findings or title not in (None, loaded.book.metadata.title):
        what = f"‘{title}’ cannot be the title of a book" if title is not None else "the book to start from is at fault"
        raise StarterError(f"{what}; nothing was written", findings)
    said = loaded.book.metadata
    (made / "README.md").write_text(_README.format(title=said.title, id=said.id, first=FIRST), encoding="utf-8")


def _copy(source: Path, target: Path, without: frozenset[str] = frozenset()) -> None:
    """Copy the files of a folder as new ones: whoever starts a book may write to them, whoever installed these."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        if path.is_file() and "__pycache__" not in path.parts and name not in without:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def _entitle(book_file: Path, title: str) -> None:
    """Put a title in the place of the book's, also where its authors and rights name it by its first part."""
    text = book_file.read_text(encoding="utf-8")
    found = _TITLE.search(text)
    old = found[1].strip("'").partition(":")[0] if found else ""
    text = _TITLE.sub(lambda _: f"title: {_quoted(title)}", text, count=1)
    text = _ID.sub(lambda _: f"id: {_quoted(slug(title) or 'book')}", text, count=1)
    if old:
        text = _AUTHORS.sub(lambda one: f"authors: [{_quoted(one[1].replace(old, title))}]", text, count=1)
        text = _RIGHTS.sub(lambda one: one[0].replace(old, title), text, count=1)
    book_file.write_text(text, encoding="utf-8", newline="\n")


def _quoted(text: str) -> str:
    """A text as a single-quoted scalar of YAML."""
    return "'" + text.replace("'", "''") + "'"


def _move(made: Path, target: Path) -> None:
    if not target.exists():
        os.rename(made, target)
        return
    # An empty folder is filled and not replaced, since someone may stand in it.
    moved: list[Path] = []
    try:
        for path in sorted(made.iterdir()):
            place = target / path.name
            if os.path.lexists(place):
                raise OSError(errno.EEXIST, "this came into being meanwhile", str(place))
            os.rename(path, place)
            moved.append(place)
    except OSError:
        for place in moved:
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        raise
