"""Figures as data: reading them, and checking that each has its template and its place in the book."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.model import Book, Computed, Entry, EntrySet, Figure, Placement, Prose, Record, Reference, walk
from rulebook.source import Position

KIND = "figure"
FOLDER = "figures"
SUFFIX = ".svg.j2"

_Field = TypeVar("_Field", Computed, Prose)


def figures_of(root: Path, sets: Mapping[str, EntrySet], findings: list[Finding]) -> Mapping[str, Figure]:
    """Every figure of the sets of kind `figure`, by its id; an id is unique among all of them.

    A figure whose own data has faults is known by its id. A finding is added for one without a template.
    """
    figures: dict[str, Figure] = {}
    for entry_set in sets.values():
        if entry_set.kind != KIND:
            continue
        for entry in (*entry_set.entries, *entry_set.faulty):
            first = figures.get(entry.id)
            if first is not None:
                if first.position.path != entry.position.path:  # in one file it has been found
                    message = f"the figure ‘{entry.id}’ stands also at {first.position}"
                    findings.append(Finding(codes.DUPLICATE_ID, entry.position, message, "give each figure its own id"))
                continue
            figures[entry.id] = _figure(entry)
            template = root / FOLDER / f"{entry.id}{SUFFIX}"
            if entry.id and not template.is_file():
                message = f"the figure ‘{entry.id}’ has no template"
                hint = f"draw it in {FOLDER}/{entry.id}{SUFFIX}"
                findings.append(Finding(codes.UNREADABLE, entry.position, message, hint))
    return figures


def _figure(entry: Entry) -> Figure:
    chapter = entry.fields.get("chapter")
    values, labels = entry.fields.get("values"), entry.fields.get("labels")
    return Figure(
        id=entry.id,
        anchor=entry.anchor,
        title=entry.name,
        chapter=chapter.id if isinstance(chapter, Reference) else "",
        caption=_prose(entry, "caption"),
        alternative=_prose(entry, "alternative"),
        values=_fields(values, Computed),
        labels=_fields(labels, Prose),
        position=entry.position,
    )


def _fields(value: object, kind: type[_Field]) -> dict[str, _Field]:
    if not isinstance(value, Record):
        return {}
    return {name: inner for name, inner in value.fields.items() if isinstance(inner, kind)}


def _prose(entry: Entry, name: str) -> Prose:
    value = entry.fields.get(name)
    return value if isinstance(value, Prose) else Prose((), entry.position)


def check_figures_placed(book: Book, findings: list[Finding]) -> None:
    """A finding for each figure that no chapter places, that two do, or that stands in another chapter than its own."""
    seen: dict[str, Position] = {}
    chapters = {chapter.id for chapter in book.chapters}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if not isinstance(block, Placement) or block.directive != "figure":
                continue
            figure = book.figures.get(block.target)
            if figure is None:
                continue
            if figure.id in seen:
                message = f"the figure ‘{figure.id}’ is placed twice: first at {seen[figure.id]}"
                findings.append(Finding(codes.DUPLICATE_ID, block.position, message, "place it once, and link to it"))
            elif figure.chapter in chapters and figure.chapter != chapter.id:
                message = f"the figure ‘{figure.id}’ belongs to ‘{figure.chapter}’ and is placed in ‘{chapter.id}’"
                hint = "place it there, or change its ‘chapter’"
                findings.append(Finding(codes.WRONG_VALUE, block.position, message, hint))
            seen.setdefault(figure.id, block.position)
    for figure in book.figures.values():
        if figure.id and figure.id not in seen:
            message = f"the figure ‘{figure.id}’ is placed by no chapter"
            hint = f"place it with ‘::: figure {figure.id}’"
            findings.append(Finding(codes.UNPLACED_DATA, figure.position, message, hint))
