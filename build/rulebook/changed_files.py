"""Which files of a book are changed, and the book as it is staged: for an editor who is about to commit.

A check always reads the whole book, since a rule that is changed in one file can make an Example in another wrong;
what stands in the changed files is only said first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.check.run import Checked
from rulebook.printing.git import GitError, committing_repository
from rulebook.printing.tree import BOOK_FOLDERS, FONT_FILES, Tree, laid_out

_NOT_TRACKED = "??"


@dataclass(frozen=True, slots=True)
class Staged:
    """A book as it is staged: the folder that has it so, and the paths, from there, of what is staged."""

    folder: Path
    files: frozenset[str]


def changed_files(root: Path, since: str | None = None) -> frozenset[str]:
    """The book's files that are not as committed, or not as where this work left another commit; new ones too.

    Paths are relative to `root`. Raises GitError when there is no git or no repository, or it lacks the commit.
    """
    repository = committing_repository(root)
    standings = repository.standings(BOOK_FOLDERS)
    if since is None:
        return frozenset(name for _, name in standings)
    new = {name for letters, name in standings if letters == _NOT_TRACKED}
    return frozenset(new.union(repository.differing(since, BOOK_FOLDERS)))


@contextmanager
def as_staged(root: Path) -> Iterator[Staged]:
    """The book as it is staged for the next commit; its folder stands as long as this lasts.

    That is `root` itself where nothing differs from what is staged, and else a temporary folder. Raises GitError when
    there is no git or no repository, when a file is in conflict, or when nothing of a book is staged or committed.
    """
    repository = committing_repository(root)
    standings = repository.standings(BOOK_FOLDERS)
    files = frozenset(name for letters, name in standings if letters[0] not in " ?!")
    as_it_stands = all(letters[1] == " " for letters, name in standings if name.startswith(_folders()))
    # A file that git is told to ignore stands in the folder, and will be in no commit.
    if as_it_stands and not repository.ignored(BOOK_FOLDERS):
        yield Staged(root, files)
        return
    # No check looks at the fonts, which are most of a book's bytes.
    blobs = tuple(blob for blob in repository.staged(BOOK_FOLDERS) if not blob.path.endswith(FONT_FILES))
    if not any(blob.path.startswith("content/") for blob in blobs):
        raise GitError(f"nothing of a book is staged or committed in {root}: there is no content/")
    with laid_out(Tree(blobs)) as folder:
        yield Staged(folder, files)


def apart(checked: Checked, files: Collection[str]) -> tuple[Checked, Checked]:
    """What was found in these files, and what was found elsewhere."""

    def those(inside: bool) -> Checked:
        return Checked(
            tuple(f for f in checked.errors if (f.position.path in files) is inside),
            tuple(f for f in checked.warnings if (f.position.path in files) is inside),
            tuple(w for w in checked.waived if (w.finding.position.path in files) is inside),
        )

    return those(True), those(False)


def _folders() -> tuple[str, ...]:
    return tuple(f"{folder}/" for folder in BOOK_FOLDERS)
