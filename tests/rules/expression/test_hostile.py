"""Input that is meant to harm: nothing runs, nothing hangs, nothing fills the memory, and the fault is always one."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.rules.expression import (
    ExpressionError,
    Given,
    Source,
    check_expression,
    evaluate,
    parse_definitions,
    parse_expression,
)
from rulebook.rules.values import inches
from tests.rules.tavern import TAVERN

# The promise is a second; a loaded machine with a tracer gets three.
SECONDS = 3

FORMULAS = [
    *(Source(f"double{n}(x)", f"double{n + 1}(x) + double{n + 1}(x)") for n in range(25)),
    Source("double25(x)", "x"),
    *(Source(f"square{n}(x)", f"square{n + 1}(x) × square{n + 1}(x)") for n in range(14)),
    Source("square14(x)", "x"),
    *(Source(f"pair{n}(x)", f"pair{n + 1}([x, x])") for n in range(28)),
    Source("pair28(x)", "x"),
    Source("nest(_turn, x)", "[x]"),
    Source("blow(_turn, x)", "x × x"),
    Source("long(_turn, x)", "x + x"),
    Source("crawl(_turn, x)", "x + 1"),
    Source("spread(_turn, x)", "x + D12"),
]
PARSED = parse_definitions([], FORMULAS)

HOSTILE = {
    "a million brackets": "(" * 1_000_000,
    "brackets that fit": "(" * 1_999 + "1" + ")" * 1_999,
    "lists": "[" * 1_999 + "]" * 1_999,
    "signs": "−" * 3_999 + "1",
    "not": "not " * 900 + "true",
    "a long sum": "1+" * 1_999 + "1",
    "a long name": "a" * 3_999,
    "members": "a." * 1_900 + "a",
    "calls": "f(" * 1_900,
    "indices": "x" + "[0]" * 1_300,
    "cases": "1 if true else " * 260 + "1",
    "keywords": "f(" + "a=1," * 900 + ")",
    "powers": "9**9**9",
    "products": "9999999999999999999999999×" * 50 + "9",
    "digits": "9" * 3_999,
    "decimals": "0." + "1" * 3_900,
    "a huge die": "D" + "9" * 3_999,
    "huge dice": "1000D1000",
    "many dice": "+".join(["50D12"] * 400),
    "dice times dice": "D1000 × D1000",
    "finer and finer": " × ".join(["highest(20, D30, keep=10)"] * 30),
    "a sum of sums": "sum(sum(1 for y in span(1, 1900)) for x in span(1, 1900))",
    "a search in each": "any(x in span(1, 1000) for x in span(1001, 1900))",
    "a list of lists": "[span(1, 1900) for x in span(1, 1900)]",
    "a long span": "span(1, 999999999999999999999999)",
    "a long walk": "walk(1, 999999999999999999999999, 1, 'crawl')",
    "a wide walk": "walk(1, 999, 1, 'spread')",
    "a deep walk": "walk(1, 999, 1, 'nest')",
    "an exploding walk": "walk(1, 999, 9, 'blow')",
    "an exploding text": "walk(1, 999, 'ab', 'long')",
    "doubling calls": "double0(1)",
    "doubling texts": "double0('ab')",
    "doubling dice": "double0(D6)",
    "squaring": "square0(9)",
    "pairs of pairs": "pair0(1)",
    "NUL": "\0",
    "NUL in a text": "'\0'",
    "surrogates": "\ud800",
    "a line break": "1\n+ 1",
    "an import": "__import__('os').system('true')",
    "a class": "''.__class__.__mro__",
    "a format": "'{0.__class__}'.format(1)",
}


def attempt(text: str) -> ExpressionError | None:
    """Everything that is done with an expression; the fault, or None when it has a value."""
    try:
        expression = parse_expression(text)
        check_expression(expression, PARSED.definitions, TAVERN)
        evaluate(expression, PARSED.definitions, TAVERN, [Given("drop", inches(7))]).working.lines()
    except ExpressionError as error:
        return error
    return None


@pytest.mark.parametrize("name", HOSTILE)
def test_is_refused_at_once(name: str) -> None:
    assert PARSED.errors == ()
    start = time.perf_counter()
    error = attempt(HOSTILE[name])
    assert error is not None
    assert error.message
    assert time.perf_counter() - start < SECONDS


def test_takes_little_memory() -> None:
    """All of them in one process of its own, which says how much it took at most."""
    program = (
        "import resource, sys\n"
        "from tests.rules.expression.test_hostile import HOSTILE, attempt\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for text in HOSTILE.values():\n"
        "    attempt(text)\n"
        "scale = 1024 if sys.platform == 'darwin' else 1\n"
        "print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // scale // 1024)\n"
    )
    root = Path(__file__).parents[3]
    finished = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=root,
        env={"PYTHONPATH": f"{root}:{root / 'build'}"},
        check=True,
        timeout=60,
    )
    assert int(finished.stdout) < 200


def test_thousands_of_definitions_are_checked_quickly() -> None:
    start = time.perf_counter()
    chain = [Source(f"v{n}", f"v{n + 1}") for n in range(1_500)]
    ring = [Source(f"r{n}", f"r{(n + 1) % 1_500}") for n in range(1_500)]
    errors = parse_definitions([*chain, *ring], []).errors
    assert {error.fault.name for error in errors} == {"UNKNOWN_NAME", "TOO_DEEP", "LOOP"}
    assert time.perf_counter() - start < 2 * SECONDS


PIECES = """
    ( ) [ ] , . = + - − × ÷ / // % == != < <= in not and or if else for true false
    1 2 0 7 0.5 3″ 2′ D6 2D12 'mug' '' "a" x y span sum max P E walk entry rows count highest
    outcomes len double20 pair20 crawl 'crawl' 'stall' 'guests' price traits result_of _ é “ ″ \x01
"""
pieces = st.sampled_from(PIECES.split())


@settings(max_examples=150, deadline=SECONDS * 1000)
@given(st.lists(pieces, max_size=25).map(" ".join) | st.text(max_size=60))
def test_any_text_is_a_value_or_a_fault(text: str) -> None:
    error = attempt(text)
    if error is not None:
        assert error.definition or 0 <= error.start <= error.end <= len(text)


def _joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["+", "−", "×", "÷", "//", "%", "<", ">=", "==", "and", "or", "in"])
    calls = st.sampled_from(["max", "min", "len", "P", "E", "floor", "abs", "outcomes", "sum", "crawl", "double23"])
    return st.one_of(
        st.tuples(parts, signs, parts).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(calls, parts).map(lambda t: f"{t[0]}({t[1]})"),
        st.tuples(calls, parts, parts).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
        st.tuples(parts, parts, parts).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        st.lists(parts, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(parts, parts).map(lambda t: f"[{t[0]} for x in {t[1]}]"),
        parts.map(lambda part: f"{part}[0]"),
        parts.map(lambda part: f"not {part}"),
    )


leaves = st.sampled_from(
    ["0", "1", "7", "1.5", "3″", "D6", "2D4", "true", "'mug'", "drop", "x", "span(1, 3)", "rows('stall')"]
)


@settings(max_examples=150, deadline=SECONDS * 1000)
@given(st.recursive(leaves, _joined, max_leaves=12))
def test_any_tree_is_a_value_or_a_fault(text: str) -> None:
    error = attempt(text)
    if error is not None:
        assert error.definition or 0 <= error.start < error.end <= len(text)


@settings(max_examples=80, deadline=SECONDS * 1000)
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.lists(pieces, max_size=6).map(" ".join)), max_size=5),
    st.lists(st.tuples(st.sampled_from(["f(x)", "g(x, y)", "h()", "f(a,", "k(x, x)"]), pieces), max_size=4),
)
def test_any_definitions_are_read(values: list[tuple[str, str]], formulas: list[tuple[str, str]]) -> None:
    parsed = parse_definitions([Source(*v) for v in values], [Source(*f) for f in formulas], TAVERN)
    for error in parsed.errors:
        assert error.definition
