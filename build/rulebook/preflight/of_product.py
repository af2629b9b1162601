"""Judging a product beside the book from its finished PDF, and the map that is kept beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

from rulebook.export.writing import write_whole
from rulebook.finding import Finding
from rulebook.preflight.check import PrintCheck
from rulebook.preflight.expected import Expected, map_beside, map_text
from rulebook.preflight.product_measures import ProductMeasures
from rulebook.preflight.reading import UnreadablePdfError
from rulebook.preflight.run import judge_pdf
from rulebook.render.page import Page, PageError
from rulebook.render.placed import SourceBlock
from rulebook.source import Position

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_LANGUAGE = re.compile(r'<html[^>]*\blang="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Judging:
    """How a product is judged: by which measures, and what findings call its PDF."""

    measures: ProductMeasures
    name: str


def expected_of_product(html: str, blocks: tuple[SourceBlock, ...], measures: ProductMeasures) -> Expected:
    """What the PDF of a composed product must hold; `blocks` are those of its text with a source."""
    title, language = _TITLE.search(html), _LANGUAGE.search(html)
    return Expected(
        work=" ".join(unescape(title[1]).split()) if title else "",
        language=language[1] if language else "",
        openings=(),
        blocks=blocks,
        product=measures,
    )


def judge_product(
    pdf: Path,
    expected: Expected,
    page: Page,
    styles: Path,
    judging: Judging,
    *,
    checks: Iterable[PrintCheck] | None = None,
) -> tuple[Finding, ...]:
    """What is wrong with a product's PDF; `page` is the book's, whose inks and limits are the product's too.

    Without `checks`, it is judged by all of those of products. Raises OSError when the PDF cannot be read.
    """
    try:
        return judge_pdf(pdf, page, styles, expected, name=judging.name, checks=checks).findings
    except UnreadablePdfError as error:
        return (Finding("P000", Position(judging.name), str(error)),)
    except PageError as error:
        return error.findings


def write_map(pdf: Path, expected: Expected) -> None:
    """Write a product's map beside its PDF. Raises OSError."""
    write_whole(map_beside(pdf), map_text(expected).encode())


def on_pages(blocks: Sequence[SourceBlock], numbers: Sequence[int]) -> tuple[SourceBlock, ...]:
    """The blocks of a part of a product, with the numbers that its pages have in the whole."""
    return tuple(
        replace(block, fragments=tuple(replace(f, page=numbers[f.page - 1]) for f in block.fragments))
        for block in blocks
    )
