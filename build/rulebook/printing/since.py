"""What has changed since a printing: its source from git, against the working copy or another printing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.page_numbers import UnsetBookError, page_numbers
from rulebook.printing.changelist import change_lines
from rulebook.printing.changes import Changes, changes_between, judged, moved_things
from rulebook.printing.choosing import chosen_pair, chosen_printing
from rulebook.printing.git import repository_of
from rulebook.printing.old_rosters import illegal_rosters
from rulebook.printing.record import Printing
from rulebook.printing.reprint import Reprint, card_notes, changed_cards, reprint_of
from rulebook.printing.tree import laid_out, tree_at
from rulebook.progress import Progress


class UnreadableBookError(Exception):
    """One of the two books cannot be read; `findings` say why."""

    def __init__(self, message: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(message)
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Since:
    """Two books compared: the new one, both by name, all changes, and what is to be printed again.

    `pages` are those of the printing that the reader has, by id.
    """

    new: Book
    old_name: str
    new_name: str
    changes: Changes
    reprint: Reprint
    pages: Mapping[str, str]

    def text(self) -> str:
        """The list of changes as Markdown."""
        lines = change_lines(self.changes, self.reprint, self.new, self.old_name, self.new_name, self.pages)
        return "\n".join(lines).rstrip("\n") + "\n"


@contextmanager
def compared_since(
    root: Path,
    since: str,
    until: str | None,
    progress: Progress,
    *,
    with_pages: bool = True,
    editorial: Sequence[str] = (),
) -> Iterator[Since]:
    """What has changed from one printing to another, or to the working copy; both stand as long as this lasts.

    What is only reworded and has words of `editorial` is judged to be no change in play. Raises NoPrintingError,
    GitError, UnreadableBookError when a book has faults, and NoRewordingError when nothing has such words.
    """
    old_printing, new_printing = chosen_pair(root, since, until)
    with ExitStack() as stack:
        old = stack.enter_context(printed_book(root, old_printing))
        new_pages: Mapping[str, str] = {}
        if new_printing is not None:
            new = stack.enter_context(printed_book(root, new_printing))
            new_pages = {i.id: i.page for i in new_printing.ids if i.page}
            name = f"printing {until}"
        else:
            new, name = working_copy(root), "the working copy"
            if with_pages:
                new_pages = _pages_now(new, progress)
        yield Since(
            new=new,
            old_name=f"printing {since}",
            new_name=name,
            changes=Changes(
                judged(changes_between(old, new), editorial),
                moved_things(old_printing.ids, new_pages),
                illegal_rosters(old, new),
            ),
            reprint=reprint_of(old, new, f"printing {since}", name),
            pages={i.id: i.page for i in old_printing.ids if i.page},
        )


def cards_changed_since(root: Path, since: str) -> tuple[frozenset[tuple[str, str]], tuple[str, ...]]:
    """The cards of the working copy that a printing lacks or has otherwise: each by its deck's id and its anchor.

    Beside them lines on what is so of many at once: see `card_notes`.

    Raises NoPrintingError, GitError, UnreadableBookError when a book has faults, and UnfitTemplatesError.
    """
    with printed_book(root, chosen_printing(root, since)) as old:
        new, name = working_copy(root), f"printing {since}"
        return changed_cards(old, new, name, "the working copy"), tuple(card_notes(old, new, name))


@contextmanager
def printed_book(root: Path, printing: Printing) -> Iterator[Book]:
    """The book of a printing, read from its revision; its files stand as long as this lasts.

    Raises GitError, and UnreadableBookError when this pipeline cannot read it.
    """
    with laid_out(tree_at(repository_of(root), printing.revision), printing.version, printing.date) as folder:
        loaded = load_book(folder, products=False)
        if loaded.book is None:
            raise UnreadableBookError(f"the source of {printing.version} cannot be read any more", loaded.findings)
        yield loaded.book


def working_copy(root: Path) -> Book:
    """The book as it stands in its folder. Raises UnreadableBookError."""
    loaded = load_book(root)
    if loaded.book is None:
        raise UnreadableBookError("the book cannot be read", loaded.findings)
    return loaded.book


def _pages_now(book: Book, progress: Progress) -> Mapping[str, str]:
    try:
        return page_numbers(book, progress).folios
    except UnsetBookError as error:
        message = "the book cannot be set, so that nothing has a page (‘--no-pages’ leaves them out)"
        raise UnreadableBookError(message, error.findings) from error
