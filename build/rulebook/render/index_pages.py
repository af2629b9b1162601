"""The pages of the index, which are known when the pages before it are laid."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from rulebook.render.marks import uses_on

HOME, PAGES = "data-home", "data-pages"


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
    """A line of the index: the anchors of what it lists, and the boxes and texts of its pages."""

    anchors: list[str]
    homes: list[tuple[str, Any, Any]] = field(default_factory=list)
    uses: tuple[Any, Any] | None = None


class IndexPages:
    """The lines of a document's index, and which page uses or is the home of what, as far as the pages are laid."""

    def __init__(self, root: Any) -> None:
        self.lines: list[Line] = []
        self._homes: dict[str, int] = {}
        self._uses: dict[int, frozenset[str]] = {}
        # The texts that each page of the index was laid with.
        self._laid: dict[int, tuple[str, ...]] = {}
        self._texts: tuple[str, ...] = ()
        self._collect(root)

    def _collect(self, root: Any) -> None:
        homes: list[tuple[str, Any, Any]] = []
        for box in root.descendants():
            if box.element is None or not box.children or not hasattr(box.children[0], "text"):
                continue
            if anchor := box.element.get(HOME):
                homes.append((anchor, box, box.children[0]))
            elif anchors := box.element.get(PAGES):
                self.lines.append(Line(anchors.split(), homes, (box, box.children[0])))
                homes = []

    @property
    def listed(self) -> Collection[str]:
        """The anchors of all that the index lists."""
        return {anchor for line in self.lines for anchor in line.anchors}

    def note(self, page: Any, number: int, anchors: Iterable[str]) -> None:
        """What a page that has been laid uses, and the anchors that stand on it."""
        listed = self.listed
        self._uses[number] = frozenset(mark.anchor for _, mark in uses_on(page) if mark.anchor in listed)
        for anchor in [anchor for anchor, home in self._homes.items() if home == number]:
            del self._homes[anchor]
        self._homes.update({anchor: number for anchor in anchors if anchor in listed})
        if any(box.element is not None and box.element.get(PAGES) for box in page.descendants()):
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
        texts = []
        shown: list[int] = []
        for anchor, box, text in line.homes:
            home = self._homes.get(anchor)
            new = home is not None and home not in shown
            texts.append((", " if shown else "") + str(home) if new else "")
            if new and home is not None:
                shown.append(home)
            _write(box, text, texts[-1])
        pages = {number for number, uses in self._uses.items() if not uses.isdisjoint(line.anchors)}
        others = in_ranges(pages - set(shown))
        texts.append((", " if shown else " ") + others if others else "")
        if line.uses is not None:
            _write(*line.uses, texts[-1])
        return texts


def _write(box: Any, text: Any, words: str) -> None:
    text.text = words
    box.children = [text] if words else []
