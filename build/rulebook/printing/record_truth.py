"""What a printing's record says that is not so: of what is made anew, and against the record as it is committed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulebook.plural import some_of
from rulebook.printing.git import GitError, Repository, repository_of
from rulebook.printing.making import Made
from rulebook.printing.record import FOLDER, Printing, record_path

# How many ids, or records, are named one by one.
_NAMED = 5
# How much of a commit's name is shown.
_SHORT = 10
# Git's letter for what is tracked and not there.
_DELETED = "D"
_UNTRACKED = "??"


def record_faults(printing: Printing, products: Made) -> Iterator[str]:
    """What the record has otherwise than what was made of the same parts, a line each."""
    made = {product.file: product for product in products.products}
    for frozen in printing.products:
        new = made.get(frozen.file)
        if new is not None and new.pages != frozen.pages:
            yield f"{frozen.file} has {new.counted}; {frozen.pages} stand in the record"
    lacking = [file for file in made if file not in {frozen.file for frozen in printing.products}]
    if lacking:
        yield f"the record lacks {some_of(lacking, _NAMED)}"
    if printing.record != products.record:
        yield f"the rules are those of {products.record}; the record says {printing.record}"
    for name in sorted(printing.counts.keys() | products.counts.keys()):
        was, now = printing.counts.get(name), products.counts.get(name)
        if was != now:
            yield f"{name}: there are {_number(now)}; the record says {_number(was)}"
    yield from _ids(printing, products)


def _ids(printing: Printing, products: Made) -> Iterator[str]:
    before, after = (
        {i.id: (i.kind, i.number, i.title, i.page, i.home) for i in ids} for ids in (printing.ids, products.ids)
    )
    wrong = [id_ for id_ in sorted(before.keys() | after.keys()) if before.get(id_) != after.get(id_)]
    if wrong:
        yield f"ids that are not as the record says: {some_of(wrong, _NAMED)}"


def _number(count: int | None) -> str:
    return "none" if count is None else str(count)


def changed_since_commit(repository: Repository, version: str) -> str:
    """A line where the record of a printing stands otherwise than as it was first committed; empty where it does not.

    A record is never edited: what it says is what was frozen.
    """
    path = record_path(version)
    if any(letters != _UNTRACKED for letters, _ in repository.standings((path,))):
        return f"{path} is not as it is committed: take the change back (git checkout -- {path})"
    if commit := repository.changed_since_added(path):
        short = commit[:_SHORT]
        return f"{path} is not as {short} added it: take the change back (git checkout {short} -- {path})"
    return ""


def missing_records(root: Path) -> tuple[str, ...]:
    """The records of printings that are committed and do not stand in the folder; none where git cannot say."""
    try:
        standings = repository_of(root).standings((FOLDER,))
    except GitError:
        return ()
    return tuple(sorted(path for letters, path in standings if _DELETED in letters))
