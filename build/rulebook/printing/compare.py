"""The book as it stands against the book of a commit: which pages look different, and what has changed on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.load import load_book
from rulebook.made_folder import made_folder
from rulebook.model import Book
from rulebook.page_numbers import read_folios
from rulebook.preflight.expected import MapError, map_beside, read_map
from rulebook.printing.changelist import change_lines
from rulebook.printing.changes import Changes, changes_between
from rulebook.printing.git import repository_of
from rulebook.printing.making import Made, MakingError, Say, made
from rulebook.printing.old_rosters import illegal_rosters
from rulebook.printing.page_changes import BookPages, page_changes
from rulebook.printing.pictures import differing_pages
from rulebook.printing.produce import BOOK
from rulebook.printing.reprint import Reprint
from rulebook.printing.tree import Tree, laid_out, tree_at, tree_here

COMPARED = "dist/compared"
"""Where the list of changed pages and their pictures go."""

LIST = "changes.md"


@dataclass(frozen=True, slots=True)
class Compared:
    """The list, how many pages it names, and how many pictures there are beside it."""

    path: Path
    pages: int
    pictures: int


@dataclass(frozen=True, slots=True)
class _Pages:
    """What is known of the pages once both books are set: what was said of each, and the pages of both."""

    changed: Mapping[int, tuple[str, ...]]
    pictures: Mapping[int, str]
    old: BookPages
    new: BookPages
    old_folios: Mapping[str, str]


def compare(root: Path, revision: str, folder: Path, say: Say) -> Compared:
    """Set the book as it stands in `root` and as it was at a commit, and write what differs to `folder`.

    Both are set as working copies, each by the pipeline that it brings, with the packages that are installed. `say` is
    given each line that is said meanwhile. When the old book cannot be set, the list says so and names no page. What an
    earlier comparison has left in `folder` is replaced as a whole, once the new one is there.

    Raises GitError when there is no git, or not the commit, MakingError when the book as it stands cannot be set, and
    OSError when something cannot be written, or `folder` holds what was not made here.
    """
    repository = repository_of(root)
    commit = repository.commit_of(revision)
    old_tree, new_tree = tree_at(repository, commit), tree_here(root)
    name = commit[:7]
    with made_folder(folder) as part:
        pages: _Pages | str
        with made(new_tree, "", "", say, (BOOK,)) as new:
            try:
                with made(old_tree, "", "", say, (BOOK,)) as old:
                    pages = _pages(old, new, part)
            except MakingError as error:
                pages = f"The book of {name} cannot be set ({error}), so that no page can be compared."
            with _book_of(old_tree) as old_book:
                new_book = load_book(new.folder.parent).book
                lines = list(_lines(old_book, new_book, name, pages))
        (part / LIST).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")
    if isinstance(pages, str):
        return Compared(folder / LIST, 0, 0)
    return Compared(folder / LIST, len(pages.changed), len(pages.pictures))


def _pages(old: Made, new: Made, pictures: Path) -> _Pages:
    """Compare the pages of two books that are set; a picture of each that looks different is written to a folder."""
    before, after = (made.folder / made.products[0].file for made in (old, new))
    try:
        different = differing_pages(before, after, pictures)
        one, two = _read(before), _read(after)
    except (ValueError, MapError) as error:
        raise MakingError(str(error), found=False) from error
    names = {}
    for number in different:
        names[number] = f"page-{number:03}.png"
        (pictures / f"{after.stem}-page-{number:03}.png").rename(pictures / names[number])
    return _Pages(page_changes(one, two, different), names, one, two, read_folios(before))


def _read(pdf: Path) -> BookPages:
    """The map and the words of a PDF. Raises MapError, OSError, and ValueError when it cannot be read."""
    import pypdfium2 as pdfium
    from pypdf import PdfReader

    expected = read_map(map_beside(pdf))
    words = {}
    document = pdfium.PdfDocument(str(pdf))
    try:
        for number, page in enumerate(document, 1):
            text = page.get_textpage()
            words[number] = Counter(text.get_text_range().split())
            text.close()
            page.close()
    finally:
        document.close()
    return BookPages(expected.blocks, words, dict(enumerate(PdfReader(pdf).page_labels, 1)))


@contextmanager
def _book_of(tree: Tree) -> Iterator[Book | None]:
    """The book of a tree, read by this pipeline; None where it has faults. It stands as long as this lasts."""
    with laid_out(tree) as folder:
        try:
            yield load_book(folder, products=False).book
        except FileNotFoundError:  # there was no book yet
            yield None


def _lines(old: Book | None, new: Book | None, name: str, pages: _Pages | str) -> Iterator[str]:
    """The list: the pages first, then what has changed in play and in the text alone."""
    changes: list[str] = []
    if old is not None and new is not None:
        found = Changes(changes_between(old, new), (), illegal_rosters(old, new))
        folios = pages.old_folios if isinstance(pages, _Pages) else {}
        # What to print again is not asked: the templates of another state may need another pipeline.
        changes = list(change_lines(found, Reprint((), sheet=False), new, name, "the working copy", folios))
        yield changes.pop(0)
    else:
        yield f"# From {name} to the working copy"
    yield ""
    yield "## Changed pages"
    yield ""
    if isinstance(pages, str):
        yield pages
    else:
        yield from _page_lines(pages)
    yield ""
    if old is None:
        yield f"The source of {name} cannot be read, so that its rules cannot be compared."
    yield from changes


def _page_lines(pages: _Pages) -> Iterator[str]:
    was, now = len(pages.old.folios), len(pages.new.folios)
    counted = f"{now} page{'s' if now != 1 else ''}" + (f", {was} before" if was != now else "")
    if not pages.changed:
        yield f"No page looks different ({counted})."
        return
    yield f"{len(pages.changed)} of {counted}"
    for number, lines in pages.changed.items():
        yield ""
        picture = f" ({pages.pictures[number]})" if number in pages.pictures else ""
        yield f"### Page {pages.new.folios.get(number) or pages.old.folios.get(number, number)}{picture}"
        yield ""
        yield from (f"- {line}" for line in lines)
