"""S111: a number or an id that a printing has frozen is another, or gone, or given to something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.plural import with_article
from rulebook.printing.ids import ids_of
from rulebook.printing.record import FrozenId, Printing
from rulebook.source import Position


def _run(book: Book) -> Iterator[Finding]:
    if not book.printings:
        return
    newest = book.printings[-1]
    frozen = {i.id: i for i in newest.ids}
    # An entry that is no term has an id only while it is printed: whether it is, is not known here.
    now = {i.id: i for i in ids_of(book, dict.fromkeys(_entries(book), ""))}
    for id_, old in frozen.items():
        new = now.get(id_)
        if new is None:
            yield _gone(book, newest, old)
        elif new.kind != old.kind and {new.kind, old.kind} != {"term", "entry"}:
            other = with_article(new.kind)
            said = f"the {_named(old)} was {with_article(old.kind)} in printing {newest.version} and is {other}"
            yield Finding(CHECK.code, new.position, said, f"give the {new.kind} another id, or waive this")
        elif new.number != old.number:
            yield _renumbered(newest, old, new)
    yield from _given_away(newest, frozen, now)
    yield from _used_again(book, frozen, now)


def _entries(book: Book) -> Iterator[str]:
    return (entry.anchor for entry_set in book.sets.values() for entry in entry_set.entries)


def _given_away(printing: Printing, frozen: Mapping[str, FrozenId], now: Mapping[str, FrozenId]) -> Iterator[Finding]:
    """Ids that name another thing than they did, while the thing has another id: as when two are exchanged.

    A thing is known by its title: one that is only called otherwise is still the same, and its old title is nobody's.
    """
    moved: dict[tuple[str, str, str], FrozenId] = {}
    for id_, new in now.items():
        if id_ not in frozen or _title(frozen[id_]) != _title(new):
            moved.setdefault(_known_by(new), new)
    for id_, old in frozen.items():
        it, there = now.get(id_), moved.get(_known_by(old))
        if it is None or there is None or not _title(old) or _title(it) == _title(old):
            continue
        message = (
            f"the id ‘{id_}’ was that of the {old.kind} ‘{_title(old)}’ in printing {printing.version} and is now that "
            f"of ‘{_title(it)}’, while ‘{_title(old)}’ has the id ‘{there.id}’"
        )
        yield Finding(CHECK.code, it.position, message, "give each its own id back, or waive this with a reason")


def _known_by(frozen: FrozenId) -> tuple[str, str, str]:
    """What tells two things apart whatever their ids are: the kind, an entry's set, and the title."""
    kind = "entry" if frozen.kind == "term" else frozen.kind
    return kind, frozen.id.partition(":")[0] if ":" in frozen.id else "", _title(frozen)


def _title(frozen: FrozenId) -> str:
    """The title as a record has it, on one line."""
    return " ".join(frozen.title.split())


def _renumbered(printing: Printing, old: FrozenId, new: FrozenId) -> Finding:
    was, now = (f"number {i.number}" if i.number else "without a number" for i in (old, new))
    message = f"the {old.kind} {_named(old)} was {was} in printing {printing.version} and is now {now}"
    hint = "readers refer to it by its number: put it back in its place, or waive this with a reason"
    return Finding(CHECK.code, new.position, message, hint)


def _gone(book: Book, printing: Printing, old: FrozenId) -> Finding:
    message = f"the {old.kind} {_named(old)} of printing {printing.version} is gone"
    return Finding(CHECK.code, _where_it_stood(book, old), message, "put it back, or waive this with a reason")


def _used_again(book: Book, frozen: Mapping[str, FrozenId], now: Mapping[str, FrozenId]) -> Iterator[Finding]:
    """Ids that an older printing has and the newest has not: they are retired, and stay reserved."""
    retired: dict[str, tuple[Printing, FrozenId]] = {}
    for printing in book.printings[:-1]:
        retired |= {i.id: (printing, i) for i in printing.ids if i.id not in frozen}
    for id_, (printing, old) in retired.items():
        new = now.get(id_)
        if new is not None:
            message = f"the id ‘{id_}’ was that of the {old.kind} {_named(old)} in printing {printing.version}"
            hint = "it stays reserved: give this another id"
            yield Finding(CHECK.code, new.position, f"{message}, and has been retired since", hint)


def _named(frozen: FrozenId) -> str:
    return f"‘{frozen.title}’ ({frozen.id})" if frozen.title else f"‘{frozen.id}’"


def _where_it_stood(book: Book, old: FrozenId) -> Position:
    """A place at which its absence can be waived: its chapter or its set, or else where the waivers stand."""
    chapter = next((c for c in book.chapters if c.id == old.home), None)
    if chapter is not None:
        return chapter.position
    entry_set = book.sets.get(old.id.partition(":")[0])
    if entry_set is None and book.lint.waivers is not None:
        entry_set = book.sets.get(book.lint.waivers.set)
    return entry_set.position if entry_set is not None else Position("content/book.yaml")


CHECK = Check(
    code="S111",
    name="frozen-id",
    summary="a number or an id of a printing has changed, is gone, is given to something else, or is used again",
    why=(
        "A printed book cannot be called back: who says “chapter 12” or “Figure 3” must mean the same in every "
        "printing. What a printing has frozen is changed only where a waiver gives the reason, and an id that has been "
        "retired is never given to something else. Such a waiver holds until the next printing: what that froze needs "
        "none any more, and S110 asks for it back. (Here printing 1.0 has frozen the section ‘Setup’.)"
    ),
    fails=Sample(
        "content/chapters/second-race.md",
        "---\ntitle: The Second Race\n---\n## Before the race\n\nA start.\n\n## Outcomes\n\nAn end.\n",
    ),
    passes=Sample(
        "content/chapters/second-race.md",
        "---\ntitle: The Second Race\n---\n## Setup\n\nA start.\n\n## Outcomes\n\nAn end.\n",
    ),
    run=_run,
)
