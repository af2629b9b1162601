"""P109 by each of its limits, and what it says that it measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.preflight.check import Fault, Sample, Subject
from rulebook.preflight.checks.loose_line import CHECK, shortfalls, spacings
from rulebook.preflight.limits import limits_of
from rulebook.preflight.reading import read_pdf
from tests.preflight.samples import set_sample
from tests.render.book_styles import PAGE

TEXT = "The company sets out before dawn, and each of its members keeps one hand free for the rope. " * 4


def subject(folder: Path, body: str) -> Subject:
    pdf, _ = set_sample(Sample(f"<section class='chapter'>{body}</section>"), folder)
    return Subject(read_pdf(pdf, "sample.pdf"), PAGE, limits_of(PAGE), frozenset())


def faults(judged: Subject, **limits: int) -> list[Fault]:
    return list(CHECK.run(replace(judged, limits=replace(judged.limits, **limits))))


@pytest.fixture(scope="module")
def justified(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    return subject(tmp_path_factory.mktemp("justified"), f"<p>{TEXT}</p>")


@pytest.fixture(scope="module")
def ragged(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    return subject(tmp_path_factory.mktemp("ragged"), f"<p style='text-align: left'>{TEXT}</p>")


def test_a_share_of_the_lines_may_be_loose(justified: Subject) -> None:
    shares = sorted(s.share * 100 for s in spacings(justified))
    assert len(shares) > 4
    middle = int(shares[len(shares) // 2])
    over = sum(share > middle for share in shares)
    found = faults(justified, loose=middle, loose_lines=1)
    assert len(found) == over > 0
    assert all(f"% of the lines are over {middle} %" in fault.message for fault in found)
    assert faults(justified, loose=middle, loose_lines=100 * over // len(shares) + 1) == []


def test_no_line_may_be_looser_than_the_loosest(justified: Subject) -> None:
    widest = max(s.share for s in spacings(justified)) * 100
    found = faults(justified, loose=100, loosest=int(widest), loose_lines=100)
    assert [f"none may be over {int(widest)} %" in fault.message for fault in found] == [True]
    assert faults(justified, loose=100, loosest=int(widest) + 1, loose_lines=100) == []


def test_no_ragged_line_may_end_too_early(ragged: Subject) -> None:
    assert list(spacings(ragged)) == []
    deepest = max(s.share for s in shortfalls(ragged)) * 100
    found = faults(ragged, rag=int(deepest))
    assert found
    assert all("of its column before the edge" in fault.message for fault in found)
    assert faults(ragged, rag=int(deepest) + 1) == []


def test_a_line_that_ends_by_itself_is_not_ragged(tmp_path: Path) -> None:
    assert list(shortfalls(subject(tmp_path, "<p style='text-align: left'>One.<br>Two.<br>Three.</p>"))) == []


def test_what_was_measured_is_said(justified: Subject, ragged: Subject) -> None:
    assert CHECK.measure is not None
    count, widest = len(list(spacings(justified))), max(s.share for s in spacings(justified)) * 100
    assert f"{count} justified lines, 0.0 % with word spaces over 220 %" in CHECK.measure(justified)
    assert f"the widest {widest:.0f} % (300 %)" in CHECK.measure(justified)
    assert f"{len(list(shortfalls(ragged)))} ragged lines" in CHECK.measure(ragged)
    assert CHECK.measure(replace(ragged, pdf=replace(ragged.pdf, sheets=()))) == ""
