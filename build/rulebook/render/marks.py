"""The marks of uses in a document: read into its text before the boxes are made, found again in the lines of each page.

A mark is an empty element (`data-term`, `data-entry`: see rulebook.compose.marks). As an element, each would have a
style and a box and would cut the text in two; so it becomes a private character, which is taken out again as soon as
the boxes hold their texts, and of which only the place is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

# Private characters that no font has: a plane of 65 534.
_FIRST, _LAST = 0xF0000, 0xFFFFD

_KINDS = {"data-term": "term", "data-entry": "entry"}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a place in a text uses: a `term` that its page lists at the foot, or an `entry` of the index."""

    kind: str
    anchor: str


def take_marks(root: Element) -> tuple[Mark, ...]:
    """Turns the marks of a document into characters of its text: the n-th mark given here is the n-th of the plane."""
    found: dict[Mark, str] = {}
    for parent in root.iter():
        if any(_mark(child) for child in parent):
            _take(parent, found)
    return tuple(found)


def _mark(element: Element) -> Mark | None:
    if element.tag == "span" and not len(element) and not element.text:
        for name, kind in _KINDS.items():
            if anchor := element.get(name):
                return Mark(kind, anchor)
    return None


def _take(parent: Element, found: dict[Mark, str]) -> None:
    kept: list[Element] = []
    for child in list(parent):
        mark = _mark(child)
        if mark is None:
            kept.append(child)
            continue
        text = found.setdefault(mark, chr(min(_FIRST + len(found), _LAST))) + (child.tail or "")
        if kept:
            kept[-1].tail = (kept[-1].tail or "") + text
        else:
            parent.text = (parent.text or "") + text
        parent.remove(child)


def place_marks(root: Any, marks: tuple[Mark, ...]) -> None:
    """Takes the characters out of the texts of boxes; each keeps in `marks` its marks and their places."""
    for box in root.descendants():
        text = getattr(box, "text", "")
        if any(_FIRST <= ord(c) <= _LAST for c in text):
            placed: list[tuple[int, Mark]] = []
            plain: list[str] = []
            for character in text:
                if _FIRST <= ord(character) <= _LAST:
                    placed.append((len(plain), marks[ord(character) - _FIRST]))
                else:
                    plain.append(character)
            box.text, box.marks = "".join(plain), tuple(placed)


def marks_of_line_box(box: Any) -> tuple[list[int], list[Mark]]:
    """The places of the marks in the text of a line box, which is not yet broken into lines, and the marks."""
    places: list[int] = []
    marks: list[Mark] = []
    at = 0
    for leaf in _leaves(box):
        for place, mark in getattr(leaf, "marks", ()):
            places.append(at + place)
            marks.append(mark)
        at += len(leaf.text)
    return places, marks


def marked_lines(
    lines: Iterator[tuple[Any, Any]], box: Any, skip: Any, places: list[int], marks: list[Mark]
) -> Iterator[tuple[Any, Any]]:
    """The lines into which a line box is broken from `skip` on, each with the marks in `uses` that stand in it."""
    begin = bisect_left(places, _place(box, skip))
    for line, resume_at in lines:
        end = len(places) if resume_at is None else bisect_left(places, _place(box, resume_at))
        if line is not None:
            line.uses = marks[begin:end]
        yield line, resume_at
        begin = end


def uses_on(page: Any) -> Iterator[tuple[Any, Mark]]:
    """Each line of a page that holds a mark, with the mark, in the order of the text."""
    for box in page.descendants():
        for mark in box.__dict__.get("uses", ()):
            yield box, mark


def _leaves(box: Any) -> Iterator[Any]:
    if hasattr(box, "text"):
        yield box
    for child in box.children:
        yield from _leaves(child)


def _place(box: Any, skip: Any) -> int:
    """The character of a line box's text at which the engine resumes."""
    at = 0
    while skip is not None:
        ((number, skip),) = skip.items()
        if hasattr(box, "text"):
            return at + len(box.text.encode()[:number].decode())
        at += sum(len(leaf.text) for child in box.children[:number] for leaf in _leaves(child))
        if number >= len(box.children):
            return at
        box = box.children[number]
    return at
