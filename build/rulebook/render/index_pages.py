"""The pages of the index, which are known when the pages before it are laid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from rulebook.render.marks import uses_on

HOME, PAGES, MORE, BESIDES = "data-home", "data-pages", "data-more", "data-besides"


def in_ranges(pages: Iterable[int]) -> str:
    """Pages as they are printed, from the first to the last: `3, 12–14`."""
    ranges: list[list[int]] = []
    for page in sorted(set(pages)):
        if ranges and page == ranges[-1][-1] + 1:
            ranges[-1][1:] = [page]
        else:
            ranges.append([page])
    return ", ".join("–".join(str(page) for page in ends) for ends in ranges)


@dataclass(slots=True)
class Line:
    """A line of the index: the entries whose uses it lists, the anchors of what only explains them, and its boxes.

    The boxes are in order, each with its text: that of pages of no home first, then that of each home (`anchor`) and
    that of the pages after it.
    """

    uses: list[str]
    besides: list[str]
    boxes: list[tuple[str, Any, Any]] = field(default_factory=list)


class IndexPages:
    """The lines of a document's index, and which page uses or is the home of what, as far as the pages are laid."""

    def __init__(self, root: Any) -> None:
        self.lines: list[Line] = []
        # The anchors of all that the index lists.
        self.listed: Collection[str] = frozenset()
        self._homes: dict[str, int] = {}
        self._uses: dict[int, frozenset[str]] = {}
        # The texts that each page of the index was laid with.
        self._laid: dict[int, tuple[str, ...]] = {}
        self._texts: tuple[str, ...] = ()
        self._collect(root)

    def _collect(self, root: Any) -> None:
        for box in root.descendants():
            element = box.element
            if element is None or not box.children or not hasattr(box.children[0], "text"):
                continue
            uses = element.get(PAGES)
            if uses is not None:
                self.lines.append(Line(uses.split(), (element.get(BESIDES) or "").split()))
            elif element.get(HOME) is None and element.get(MORE) is None:
                continue
            if self.lines:
                self.lines[-1].boxes.append((element.get(HOME) or "", box, box.children[0]))
        self.listed = {
            anchor
            for line in self.lines
            for anchor in (*line.uses, *line.besides, *(home for home, _, _ in line.boxes if home))
        }

    def note(self, page: Any, number: int, anchors: Iterable[str]) -> None:
        """What a page that has been laid uses, and the anchors that stand on it."""
        self._uses[number] = frozenset(mark.anchor for _, mark in uses_on(page) if mark.anchor in self.listed)
        for anchor in [anchor for anchor, home in self._homes.items() if home == number]:
            del self._homes[anchor]
        self._homes.update({anchor: number for anchor in anchors if anchor in self.listed})
        if any(box.element is not None and _ours(box.element) for box in page.descendants()):
            self._laid[number] = self._texts
        else:
            self._laid.pop(number, None)

    def set_texts(self) -> None:
        """Writes the pages that are known into the boxes of the index."""
        self._texts = tuple(text for line in self.lines for text in self._set_line(line))

    def stale(self, last: int) -> tuple[int, ...]:
        """The pages of the index, up to the last page of all, that were laid with texts that are no longer right."""
        self.forget_after(last)
        self.set_texts()
        return tuple(number for number, texts in self._laid.items() if texts != self._texts)

    def forget_after(self, last: int) -> None:
        """Forgets the pages that a shorter document no longer has."""
        self._uses = {number: uses for number, uses in self._uses.items() if number <= last}
        self._homes = {anchor: number for anchor, number in self._homes.items() if number <= last}
        self._laid = {number: texts for number, texts in self._laid.items() if number <= last}

    def _set_line(self, line: Line) -> list[str]:
        """The texts of a line: its pages in ascending order, a home's in its own box and the others between them."""
        homes = [self._homes.get(anchor) for anchor, _, _ in line.boxes if anchor]
        besides = {self._homes[anchor] for anchor in line.besides if anchor in self._homes}
        pages = {number for number, uses in self._uses.items() if not uses.isdisjoint(line.uses)} | besides
        others = sorted(pages - set(homes))
        texts: list[str] = []
        shown: set[int] = set()
        for number, (anchor, _, _) in enumerate(line.boxes):
            if anchor:
                home = self._homes.get(anchor)
                words = str(home) if home is not None and home not in shown else ""
                shown |= {home} if home is not None else set()
            else:
                following = (self._homes.get(home) for home, _, _ in line.boxes[number:] if home)
                end = next((home for home in following if home is not None), None)
                here = [page for page in others if page not in shown and (end is None or page < end)]
                words = in_ranges(here)
                shown.update(here)
            if words and any(texts) and anchor:
                # The comma is no part of a home's link: it ends the text before, which is that of other pages.
                texts[-1] += ", "
            texts.append(f", {words}" if words and any(texts) and not anchor else words)
        for (_, box, text), words in zip(line.boxes, texts, strict=True):
            _write(box, text, words)
        return texts


def _ours(element: Any) -> bool:
    return any(element.get(name) is not None for name in (HOME, PAGES, MORE))


def _write(box: Any, text: Any, words: str) -> None:
    text.text = words
    box.children = [text] if words else []
