"""Changes to the engine: how a text is broken into lines, and in which fonts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any

from rulebook.render.patching import replaced
from rulebook.render.setting import Paragraph, plain_text

# Words that may be broken, and that the patterns for British English leave whole.
HYPHENATED = (
    *("al-ready", "be-tween", "ei-ther", "every-thing", "nei-ther", "no-body"),
    *("what-ever", "when-ever", "which-ever", "with-in", "with-out"),
)


@contextmanager
def paragraphs_as_wholes() -> Iterator[None]:
    """Breaks paragraphs, justified or ragged, into the best lines, and sets each line once.

    Why: the engine fills line after line and only ever stretches a space, which in a narrow column leaves one line in
    twelve with spaces of more than twice their width, and a ragged edge with deep dents. It also sets the same line
    anew for each trial of the columns and each pass over the pages.
    """
    from weasyprint.layout import block, inline

    paragraphs: dict[tuple[Any, ...], tuple[tuple[tuple[str, int], ...], Paragraph]] = {}
    stock = inline.iter_line_boxes

    def iter_line_boxes(
        context: Any, box: Any, y: float, bottom_space: float, skip: Any, cb: Any, *rest: Any
    ) -> Iterator[tuple[Any, Any]]:
        leaves = plain_text(box)
        if not leaves or context.excluded_shapes or any(rest[2:]):
            yield from stock(context, box, y, bottom_space, skip, cb, *rest)
            return
        # One at a time of the forms a paragraph takes while the page numbers in it are being found.
        key = box.element, cb.width, leaves[0].text, len(leaves)
        form = tuple((leaf.text, id(leaf.style)) for leaf in leaves)
        if key not in paragraphs or paragraphs[key][0] != form:
            paragraphs[key] = form, Paragraph(box, cb, leaves)
        _, paragraph = paragraphs[key]
        yield from paragraph.lines(context, y, skip, cb)

    with (
        replaced(inline, "iter_line_boxes", iter_line_boxes),
        replaced(block, "iter_line_boxes", iter_line_boxes),
    ):
        yield


@contextmanager
def common_words_hyphenated() -> Iterator[None]:
    """Lets the common words of HYPHENATED break, beside those that the engine's patterns know how to break.

    Why: the patterns for British English leave them whole, and there is hardly a paragraph without one of them.
    """
    from weasyprint.text.line_break import pyphen

    words = pyphen.Pyphen(lang="en_GB").hd
    points = {
        word.replace("-", ""): [pyphen.DataInt(at) for at in accumulate(len(part) for part in word.split("-")[:-1])]
        for word in HYPHENATED
    }
    # What has been worked out for a word is kept there.
    cache, words.cache = words.cache, points
    try:
        yield
    finally:
        words.cache = cache


@contextmanager
def whole_text_before_inline() -> Iterator[None]:
    """Keeps a text whole that fits but for the space at its end.

    Why: where text comes before an inline element, the space that ends it is measured too. If only that space
    is too much, the engine takes the text for unbreakable, and breaks or hyphenates it after its first word.
    """
    from weasyprint.layout import inline

    stock = inline.split_first_line

    def split_first_line(
        text: str, style: Any, context: Any, max_width: float | None, *rest: Any, **options: Any
    ) -> Any:
        result = stock(text, style, context, max_width, *rest, **options)
        if (
            result[2] is None
            or max_width is None
            or math.isinf(max_width)
            or not text.endswith(" ")
            or not text.strip(" ")
            or style["white_space"] != "normal"
            or options.get("minimum")
        ):
            return result
        bare = stock(text.rstrip(" "), style, context, max_width, *rest, **options)
        if bare[2] is not None or bare[3] > max_width:
            return result
        whole = stock(text, style, context, math.inf, *rest, **options)
        return (*whole[:3], min(whole[3], max_width), *whole[4:])

    with replaced(inline, "split_first_line", split_first_line):
        yield


@contextmanager
def families_noted() -> Iterator[None]:
    """Notes the first font family that each text asks for, in `wanted` of its font configuration.

    Why: the engine takes another font for a family that it does not have, and says nothing.
    """
    from weasyprint.text import line_break

    stock = line_break.get_font_description

    def get_font_description(style: Any) -> Any:
        wanted = getattr(style.font_config, "wanted", None)
        if wanted is not None:
            wanted.add(style["font_family"][0])
        return stock(style)

    with replaced(line_break, "get_font_description", get_font_description):
        yield
