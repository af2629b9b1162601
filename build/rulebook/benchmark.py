"""The benchmark: what the book costs, as ratios within one run.

Setting it is compared with the bare engine, which sets the same text with the terms at the end of each chapter, since
it cannot put them at the foot of a page. Checking and setting larger books is compared with this one: time should grow
as the content does. Each measurement is a fresh process. Processor time is compared, which a busy machine disturbs
least. Cards are made by several processes at once: what they take is told by the clock as well, from the start of the
first to its end; so is what somebody waits for, the checks.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.growth import grown_book
from rulebook.leftovers import temporary_folder
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
import io, json, sys
from pathlib import Path
from rich.console import Console
from rulebook.cards.order import CardOrder
from rulebook.cards.production import cards_of
from rulebook.load import load_book
from rulebook.page_numbers import PageNumbers, read_folios
from rulebook.product import begun_check
from rulebook.progress import Progress
progress = Progress(Console(file=io.StringIO()))
book = load_book(Path(sys.argv[1])).book
sound = begun_check(book, progress)
layout = book.cards.layouts[0].id
order = CardOrder(layout, tuple(deck.id for deck in book.cards.decks[: int(sys.argv[3])]), backs=True)
numbers = PageNumbers(read_folios(Path(sys.argv[2])))
printed = cards_of(book, order, Path(sys.argv[2]).with_name("cards.pdf"), progress, numbers, sound)
print(json.dumps({"pages": printed.pages, "findings": len(printed.findings)}))
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
    with temporary_folder("bench") as folder:
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
        _say_waits(root, folder, rounds, say)
        _say_growth(root, folder, ours, rounds, say)
    return True


def _say_cards(root: Path, folder: Path, decks: int, ours: list[Measurement], say: Callable[[str], None]) -> None:
    """Say what the cards cost, all decks and the first alone, with the page numbers of the book that has been set."""
    command = [sys.executable, "-c", _CARDS, str(root.resolve()), str(folder / "ours.pdf")]
    for count, what in ((decks, "all decks"), (1, "one deck")):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        found = json.loads(_output_of([*command, str(count)]))
        clock, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        # The processes that it has waited for are counted with it.
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if found["findings"]:
            say(f"cards     {what}: not made, since there are {found['findings']} findings")
            continue
        say(
            f"cards     {clock:.2f} s by the clock, {seconds:.2f} s of processor time, {what}, {found['pages']} pages: "
            f"{seconds / _median(ours):.2f} of the book"
        )


def _say_waits(root: Path, folder: Path, rounds: int, say: Callable[[str], None]) -> None:
    """Say how long whoever asks for the checks waits, by the clock: the first time, again, and after an edit."""
    first, again, edited = [], [], []
    for number in range(rounds):
        copy = folder / f"waited-{number}"
        for name in ("content", "templates", "styles", "figures"):
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name)
        command = [sys.executable, "-m", "rulebook", "check", "--book", str(copy)]
        first.append(_wait(command))
        again.append(_wait(command))
        chapter = min((copy / "content" / "chapters").glob("*.md"))
        chapter.write_text(chapter.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        edited.append(_wait(command))
    waits = ", ".join(
        f"{statistics.median(times):.2f} s {when}"
        for times, when in ((first, "the first time"), (again, "again"), (edited, "after an edit"))
    )
    say(f"check     {waits} (by the clock, with starting)")


def _wait(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - started


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


def _output_of(command: list[str]) -> str:
    """The last line that a fresh process says."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.splitlines()[-1]


def _measure(command: list[str]) -> Measurement:
    found = json.loads(_output_of(command))
    return Measurement(
        pages=found["pages"],
        seconds=found["seconds"],
        peak_mb=found["peak"] / 1024,
        load=found.get("load", 0.0),
        compose=found.get("compose", 0.0),
    )
