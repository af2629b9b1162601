"""The benchmark: what the book costs, as ratios within one run.

Setting it is compared with the bare engine, which sets the same text with the terms at the end of each chapter, since
it cannot put them at the foot of a page. Checking and setting larger books is compared with this one: time should grow
as the content does. Each measurement is a fresh process. Processor time is compared, which a busy machine disturbs
least.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.growth import grown_book
from rulebook.load import load_book

_OURS = """
import json, resource, sys, time
started = time.process_time()
from pathlib import Path
from rulebook.load import load_book
from rulebook.compose.book import compose_book
root, output = Path(sys.argv[1]), Path(sys.argv[2])
book = load_book(root).book
loaded = time.process_time()
from rulebook.volume import printed_page
page = printed_page(root)
html = compose_book(book, root / "templates", page.matrix_columns)
composed = time.process_time()
from rulebook.volume import document_of
from rulebook.render.pdf import render_pdf
result = render_pdf(document_of(book, root, html, page.page), output)
ended = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"pages": result.pages, "seconds": ended - started, "peak": peak,
                  "load": loaded - started, "compose": composed - loaded}))
"""

_CHECKED = """
import json, resource, sys, time
started = time.process_time()
from pathlib import Path
from rulebook.load import load_book
from rulebook.check.run import run_checks
imported = time.process_time()
book = load_book(Path(sys.argv[1])).book
run_checks(book)
ended = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"pages": len(book.chapters), "seconds": ended - imported, "peak": peak, "load": imported - started}))
"""
_CARDS = """
import io, json, resource, sys, time
started = time.process_time()
from pathlib import Path
from rich.console import Console
from rulebook.cards.production import CardOrder, cards_of
from rulebook.load import load_book
from rulebook.page_numbers import PageNumbers, read_folios
from rulebook.progress import Progress
book = load_book(Path(sys.argv[1])).book
layout = book.cards.layouts[0].id
order = CardOrder(layout, tuple(deck.id for deck in book.cards.decks[: int(sys.argv[3])]), backs=True)
numbers = PageNumbers(read_folios(Path(sys.argv[2])))
loaded = time.process_time()
progress = Progress(Console(file=io.StringIO()))
printed = cards_of(book, order, Path(sys.argv[2]).with_name("cards.pdf"), progress, numbers)
ended = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"pages": printed.pages, "seconds": ended - started, "peak": peak, "load": loaded - started}))
"""
# How much larger the books are that are checked and set for comparison.
_CHECKED_TIMES = 5
_SET_TIMES = (2, 4)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one process took: seconds of processor time, and the peak of memory in megabytes."""

    pages: int
    seconds: float
    peak_mb: float
    load: float = 0.0
    compose: float = 0.0


def run_benchmark(root: Path, rounds: int, say: Callable[[str], None]) -> bool:
    """Measure our pipeline and the bare engine in turn, and say what each took and their ratio.

    Returns whether the book could be measured. Raises subprocess.CalledProcessError when a process fails.
    """
    loaded = load_book(root)
    if loaded.book is None:
        return False
    from rulebook.compose.book import compose_book
    from rulebook.volume import printed_page

    page = printed_page(root)
    html = compose_book(replace(loaded.book, glossary="chapter"), root / "templates", page.matrix_columns)
    digest = hashlib.sha256(html.encode()).hexdigest()
    with tempfile.TemporaryDirectory(prefix="rulebook-bench-") as name:
        folder = Path(name)
        source, measures = folder / "book.html", folder / "measures.css"
        source.write_text(html, encoding="utf-8")
        measures.write_text(page.page.css(), encoding="utf-8")
        sheets = [measures, (root / "styles" / "book.css").resolve()]
        bare_script = Path(__file__).with_name("bare_engine.py")
        ours, bare = [], []
        for number in range(1, rounds + 1):
            ours.append(_set(root, folder))
            bare.append(
                _measure(
                    [sys.executable, "-I", str(bare_script), str(source), str(folder / "bare.pdf"), *map(str, sheets)]
                )
            )
            say(f"round {number}: ours {ours[-1].seconds:.2f} s, bare {bare[-1].seconds:.2f} s")
        say(f"bare HTML sha256 {digest[:16]}, {len(html)} characters, terms at the ends of chapters; tagged PDF alike")
        say(f"ours      {_line(ours)}")
        say(f"bare      {_line(bare)}")
        ratio = _median(ours) / _median(bare)
        say(f"load      {statistics.median(m.load for m in ours):.2f} s (with imports)")
        say(f"compose   {statistics.median(m.compose for m in ours):.2f} s")
        say(f"ratio     {ratio:.2f} (ours to bare)")
        if loaded.book.cards is not None:
            _say_cards(root, folder, len(loaded.book.cards.decks), ours, say)
        _say_growth(root, folder, ours, rounds, say)
    return True


def _say_cards(root: Path, folder: Path, decks: int, ours: list[Measurement], say: Callable[[str], None]) -> None:
    """Say what the cards cost, all decks and the first alone, with the page numbers of the book that has been set."""
    command = [sys.executable, "-c", _CARDS, str(root.resolve()), str(folder / "ours.pdf")]
    for count, what in ((decks, "all decks"), (1, "one deck")):
        found = _measure([*command, str(count)])
        share = found.seconds / _median(ours)
        say(f"cards     {found.seconds:.2f} s, {what}, {found.pages} pages: {share:.2f} of the book")


def _say_growth(root: Path, folder: Path, ours: list[Measurement], rounds: int, say: Callable[[str], None]) -> None:
    """Say how the time of checking and of setting grows with the content."""
    larger = grown_book(root, folder / "checked", _CHECKED_TIMES)
    command = [sys.executable, "-c", _CHECKED]
    once = [_measure([*command, str(root.resolve())]) for _ in range(rounds)]
    more = [_measure([*command, str(larger)]) for _ in range(rounds)]
    say(
        f"check     {_median(once):.2f} s, {_CHECKED_TIMES} times the content {_median(more):.2f} s: "
        f"{_median(more) / _median(once):.1f} times (without imports, {once[0].load:.2f} s)"
    )
    per_page = _median(ours) / ours[0].pages
    say(f"set       {ours[0].pages} pages, {per_page:.2f} s a page")
    for times in _SET_TIMES:
        found = _set(grown_book(root, folder / f"set-{times}", times, chapters_only=True), folder)
        ratio = found.seconds / found.pages / per_page
        say(f"          {times} times the chapters: {found.pages} pages, {ratio:.2f} times the time a page")


def _set(root: Path, folder: Path) -> Measurement:
    return _measure([sys.executable, "-c", _OURS, str(root.resolve()), str(folder / "ours.pdf")])


def _median(measurements: list[Measurement]) -> float:
    return statistics.median(m.seconds for m in measurements)


def _line(measurements: list[Measurement]) -> str:
    peak = max(m.peak_mb for m in measurements)
    return f"{_median(measurements):.2f} s, {measurements[0].pages} pages, peak {peak:.0f} MB"


def _measure(command: list[str]) -> Measurement:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found = json.loads(done.stdout.splitlines()[-1])
    return Measurement(
        pages=found["pages"],
        seconds=found["seconds"],
        peak_mb=found["peak"] / 1024,
        load=found.get("load", 0.0),
        compose=found.get("compose", 0.0),
    )
