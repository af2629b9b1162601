"""Running the checks on a finished PDF, and saying where in the source each fault comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.preflight.check import EditionSubject, Fault, PrintCheck, Subject
from rulebook.preflight.expected import Expected, position_of
from rulebook.preflight.limits import limits_of
from rulebook.preflight.reading import read_pdf
from rulebook.preflight.registry import checks_for, checks_of_products
from rulebook.render.page import Page
from rulebook.source import Position

_FAMILY = re.compile(r"@font-face\s*\{[^}]*?font-family:\s*['\"]?([^'\";]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Judged:
    """What the checks found: findings and warnings in order, both by their page (0: of the file), and all pages.

    `measures` are what checks measured, a line each.
    """

    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    by_page: dict[int, tuple[Finding, ...]]
    pages: int
    measures: tuple[str, ...] = ()


def judge_pdf(
    path: Path,
    page: Page,
    styles: Path,
    expected: Expected | None,
    *,
    name: str = "",
    checks: Iterable[PrintCheck] | None = None,
    edition: EditionSubject | None = None,
) -> Judged:
    """Run the checks on a PDF, which findings call `name`.

    `styles` is the folder of the style sheets that declare the book's fonts; without `expected` no source is named,
    and what needs it is not judged. `edition` is which edition the PDF is, the book as a screen shows it where it is
    None; without `checks` it is judged by those of the edition, or of products when `expected` is of one. Raises
    UnreadablePdfError, PageError when a limit is missing, OSError.
    """
    limits = limits_of(page)
    pdf = read_pdf(path, name)
    product = expected.product if expected is not None else None
    if product is not None:
        page = product.page_of(page)
    subject = Subject(pdf, page, limits, declared_families(styles), expected, edition)
    by_page: dict[int, list[Finding]] = {}
    levels: dict[bool, list[Finding]] = {False: [], True: []}
    usual = checks_of_products() if product is not None else checks_for(edition.name if edition else "")
    judging = tuple(checks if checks is not None else usual)
    for check in judging:
        for fault in check.run(subject):
            finding = _finding(check, fault, subject)
            by_page.setdefault(fault.page, []).append(finding)
            levels[check.warning].append(finding)
    return Judged(
        findings=in_order(levels[False]),
        warnings=in_order(levels[True]),
        by_page={number: in_order(by_page[number]) for number in sorted(by_page)},
        pages=len(pdf.sheets),
        measures=tuple(line for check in judging if check.measure and (line := check.measure(subject))),
    )


def declared_families(styles: Path) -> frozenset[str]:
    """The font families that the style sheets of a folder declare."""
    sheets = sorted(styles.glob("*.css"))
    return frozenset(
        family.strip() for sheet in sheets for family in _FAMILY.findall(sheet.read_text(encoding="utf-8"))
    )


def _finding(check: PrintCheck, fault: Fault, subject: Subject) -> Finding:
    label = subject.pdf.sheets[fault.page - 1].label if fault.page else ""
    where = f"page {label}: " if label else ""
    source = _source(fault, subject.expected)
    # Without a source the file is the place; its page is what its line is.
    position = source or Position(subject.pdf.name, max(fault.page, 1))
    return Finding(check.code, position, where + fault.message, fault.hint)


def _source(fault: Fault, expected: Expected | None) -> Position | None:
    if fault.source:
        return position_of(fault.source)
    if expected is None or fault.x is None or fault.y is None:
        return None
    return expected.source_at(fault.page, fault.x, fault.y)
