"""A paragraph as the engine holds it: its text measured, its best breaks found, its lines set once and kept.

The engine's boxes come in and go out; the choice of the breaks is rulebook.render.paragraph's.
"""

from __future__ import annotations

import copy
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from rulebook.render.paragraph import Break, Line, break_paragraph

# Pixels by which a line may be wider in the engine than measured here, which adds up the same glyphs in
# another order. Less than the narrowest syllable.
LEEWAY = 0.4

_WORD = re.compile(r"[^\W\d_]+(?:’[^\W\d_]+)*")


def plain_text(box: Any) -> list[Any]:
    """The text boxes of a line in order, when it holds nothing but text and plain inline boxes; else none."""
    from weasyprint.formatting_structure import boxes

    leaves: list[Any] = []

    def collect(parent: Any) -> bool:
        for child in parent.children:
            if type(child) is boxes.TextBox:
                if child.style["white_space"] not in ("normal", "nowrap"):
                    return False
                leaves.append(child)
            elif (
                type(child) is not boxes.InlineBox
                or child.is_leader
                or child.footnote
                or child.style["position"] != "static"
                or child.style["float"] != "none"
                or not collect(child)
            ):
                return False
        return True

    plain = type(box) is boxes.LineBox and box.style["direction"] == "ltr" and collect(box)
    return leaves if plain else []


class Paragraph:
    """The text of one line box at one width."""

    def __init__(self, box: Any, cb: Any, leaves: Sequence[Any]) -> None:
        from weasyprint.layout.percent import resolve_one_percentage, resolve_percentages

        resolve_percentages(box, cb)
        resolve_one_percentage(box, "text_indent", cb.width)
        # Held, so that no other box can take the place of these in a dictionary of their ids.
        self._box, self._leaves = box, tuple(leaves)
        self._width: float = cb.width
        self._indent: float = box.text_indent
        self._set: dict[str, tuple[Any, Any, float, float]] = {}
        self._planned: dict[int, Line] = {}
        self._end = sum(len(leaf.text) for leaf in leaves)
        self._justified = box.style["text_align_all"] == "justify"
        ragged = box.style["text_align_all"] in ("left", "start") and box.style["hyphens"] == "auto"
        self._text = _Text(box) if self._justified or ragged else None

    def lines(self, context: Any, y: float, skip: Any, cb: Any) -> Iterator[tuple[Any, Any]]:
        """Each line from `skip` on, and where the next begins, as the engine's own function gives them."""
        x = cb.content_box_x()
        while True:
            key = repr(skip)
            if key not in self._set:
                self._set[key] = self._set_line(context, y, skip, cb)
            line, resume_at, x_set, y_set = self._set[key]
            if line is None:
                return
            line = line.deepcopy()
            line.translate(x - x_set, y - y_set)
            line.position_y = y
            y += line.height
            yield line, resume_at
            if resume_at is None:
                return
            skip = resume_at

    def _set_line(self, context: Any, y: float, skip: Any, cb: Any) -> tuple[Any, Any, float, float]:
        from weasyprint.layout import inline

        self._box.text_indent = self._indent if skip is None else 0
        arguments = context, self._box, y, 0, skip
        planned = self._line_at(context, skip)
        if planned is None:
            line, resume_at = inline.get_next_linebox(*arguments, cb, [], [], None, None)
            return line, resume_at, cb.content_box_x(), y
        narrow = copy.copy(cb)
        # The last line needs no more than to fit.
        last = planned.start_of_next == self._end and planned.width <= self._width
        narrow.width = self._width if last else planned.width + LEEWAY
        align = inline.text_align
        inline.text_align = _not_aligned
        try:
            line, resume_at = inline.get_next_linebox(*arguments, narrow, [], [], None, None)
        finally:
            inline.text_align = align
        if self._justified and line is not None and (resume_at is not None or line.width > self._width):
            inline.justify_line(context, line, self._width - line.width)
        return line, resume_at, cb.content_box_x(), y

    def _line_at(self, context: Any, skip: Any) -> Line | None:
        """The planned line that starts there; without a plan for it, the rest is planned anew."""
        if self._text is None:
            return None
        start = self._text.index(skip)
        if start not in self._planned:
            indent = self._indent if skip is None else 0
            lines = self._text.lines(context, self._width, start, indent, ragged=not self._justified)
            for line in lines or ():
                self._planned[start] = line
                start = line.start_of_next
            return self._planned.get(self._text.index(skip))
        return self._planned[start]


def _not_aligned(*_: Any, **__: Any) -> float:
    return 0


class _Text:
    """The text of a line box in one string, with the place of each character and the possible breaks."""

    def __init__(self, box: Any) -> None:
        self._root = box
        self.text = ""
        self._starts: dict[int, int] = {}
        self._parts: list[tuple[int, Any]] = []
        self._collect(box)

    def index(self, skip: Any) -> int:
        """The character at which the engine resumes, after any spaces."""
        box, at = self._root, 0
        while skip is not None:
            ((place, skip),) = skip.items()
            if _is_text(box):
                at = self._starts[id(box)] + len(box.text.encode()[:place].decode())
                break
            if place >= len(box.children):
                at = self._end_of(box)
                break
            box = box.children[place]
            at = self._starts[id(box)]
        while at < len(self.text) and self.text[at] == " ":
            at += 1
        return at

    def lines(
        self, context: Any, measure: float, start: int, indent: float, *, ragged: bool = False
    ) -> list[Line] | None:
        """The best lines from `start` on. What is measured for them is not kept: it is needed once."""
        widths = (width for _, leaf in self._parts for width in _advances(context, leaf))
        positions = list(accumulate(widths, initial=0.0))
        spaces = list(accumulate((c in " \u00a0" for c in self.text), initial=0))
        places = {place.start: place for place in (*self._between(), *self._inside(context))}
        breaks = [places[at] for at in sorted(places)]
        return break_paragraph(positions, spaces, breaks, measure, start=start, indent=indent, ragged=ragged)

    def _collect(self, box: Any) -> None:
        self._starts[id(box)] = len(self.text)
        if _is_text(box):
            self._parts.append((len(self.text), box))
            self.text += box.text
        for child in box.children:
            self._collect(child)

    def _end_of(self, box: Any) -> int:
        while box.children:
            box = box.children[-1]
        return self._starts[id(box)] + (len(box.text) if _is_text(box) else 0)

    def _between(self) -> Iterator[Break]:
        """Breaks between words, and after hyphens and dashes inside them."""
        from weasyprint.text.line_break import get_log_attrs

        text = self.text
        attributes = get_log_attrs(text, self._root.style["lang"])
        whole = {
            at
            for offset, leaf in self._parts
            if leaf.style["white_space"] == "nowrap"
            for at in range(offset + 1, offset + len(leaf.text))
        }
        for start in range(1, len(text)):
            if not attributes[start].is_line_break or text[start] == " " or start in whole:
                continue
            end = start
            while end and text[end - 1] == " ":
                end -= 1
            if end == 0 or text[end - 1] == "→":
                continue
            # A range stays together; a line does not begin with a dash.
            awkward = (text[end - 1] in "–/" and end == start) or text[start] in "—–"
            yield Break(end, start, 0.0, awkward)

    def _inside(self, context: Any) -> Iterator[Break]:
        """Hyphenation, as the style of each part allows it."""
        from weasyprint.text.line_break import pyphen

        for offset, leaf in self._parts:
            style = leaf.style
            lang = style["lang"] and pyphen.language_fallback(style["lang"])
            if style["hyphens"] != "auto" or not lang or style["white_space"] == "nowrap":
                continue
            total, left, right = style["hyphenate_limit_chars"]
            key = lang, left, right, total
            if key not in context.dictionaries:
                context.dictionaries[key] = pyphen.Pyphen(lang=lang, left=left, right=right)
            dictionary = context.dictionaries[key]
            hyphen = _hyphen_width(context, style)
            for word in _WORD.finditer(leaf.text):
                if word.end() - word.start() >= total:
                    for place in dictionary.positions(word[0]):
                        at = offset + word.start() + int(place)
                        yield Break(at, at, hyphen)


def _is_text(box: Any) -> bool:
    return hasattr(box, "text")


def _hyphen_width(context: Any, style: Any) -> float:
    from weasyprint.text.line_break import split_first_line

    return float(split_first_line(style["hyphenate_character"], style, context, None, 0)[3])


def _advances(context: Any, leaf: Any) -> list[float]:
    """The width of each character of a text box, in pixels; a ligature's is its first character's."""
    from weasyprint.text.ffi import FROM_UNITS, ffi
    from weasyprint.text.line_break import create_layout

    text = leaf.text
    layout = create_layout(text, leaf.style, context, None, 0)
    line, _ = layout.get_first_line()
    # The character at each byte of the text.
    starts = list(accumulate((len(c.encode()) for c in text), initial=0))
    widths = [0.0] * len(text)
    run = line.runs[0] if line.runs != ffi.NULL else ffi.NULL
    while run != ffi.NULL:
        item, glyphs = run.data.item, run.data.glyphs
        for number in range(glyphs.num_glyphs):
            place = bisect_left(starts, item.offset + glyphs.log_clusters[number])
            widths[place] += glyphs.glyphs[number].geometry.width * FROM_UNITS
        run = run.next
    return widths
