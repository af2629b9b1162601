"""Expressions and definitions made by the language's own grammar, and then spoilt.

What is made by the grammar has values of the kinds that it needs, so the check of kinds may find nothing in it. What
is spoilt is a value or a fault at a place. Both are tried in a child process with little time and memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook.rules.expression import (
    ExpressionError,
    Given,
    Memory,
    Parsed,
    Part,
    Source,
    check_expression,
    evaluate,
    number_literals,
    parse_definitions,
    parse_expression,
    result_in_words,
)
from rulebook.rules.values import inches, plain
from tests.fuzzing import examples
from tests.rules.tavern import TAVERN
from tests.sandbox import Sandbox

# What the prose gives, and what the definitions below are.
GIVEN = [Given("drop", inches(7)), Given("band", plain(5))]
VALUES = [("need", "7"), ("safe", "3″"), ("share", "half"), ("fog", "entry('weather', 'fog')"), ("twelve_sided", "D12")]
FORMULAS = [
    ("half_of(n)", "ceil(n × share)"),
    ("fall(height)", "max(0, height − safe)"),
    ("passes(roll, bonus)", "roll + bonus >= need"),
    ("doubled(n)", "n + n"),
    ("chain0(n)", "chain1(n) + chain1(n)"),
    *((f"chain{k}(n)", f"chain{k + 1}(n) + chain{k + 1}(n)") for k in range(1, 9)),
    ("chain9(n)", "n"),
    ("spread(_turn, n)", "n + D6"),
    ("swell(_turn, n)", "n × n"),
    ("pair(_turn, list)", "[list, list]"),
]

Strategy = st.SearchStrategy[str]


def _recursive() -> dict[str, Strategy]:
    """Expressions by kind; each is built of the others."""
    kinds: dict[str, Strategy] = {}

    def of(kind: str) -> Strategy:
        return st.deferred(lambda: kinds[kind])

    number, length, truth, text, items = of("number"), of("length"), of("truth"), of("text"), of("list")

    def form(pattern: str, *parts: Strategy) -> Strategy:
        return st.tuples(*parts).map(lambda given: pattern.format(*given))

    def one(*choices: Strategy | str) -> Strategy:
        return st.one_of(*(st.just(c) if isinstance(c, str) else c for c in choices))

    signs, orders = st.sampled_from(["+", "−", "-"]), st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    small = st.integers(0, 12).map(str)
    kinds["number"] = one(
        st.integers(0, 20).map(str),
        st.sampled_from(["0.5", "9" * 30, "1000000", "need", "band", "n", "D6", "2D12", "D1000", "50D12", "1.000001"]),
        form("({} {} {})", number, signs, number),
        form("{} × {}", number, number),
        form("({} ÷ {})", number, number),
        form("{} // {}", number, number),
        form("{} % {}", number, number),
        form("({} ÷ {})", length, length),
        form("−{}", number),
        form("({} if {} else {})", number, truth, number),
        form(
            "{}({})",
            st.sampled_from(["floor", "ceil", "round", "abs", "half_of", "doubled", "chain0", "chain6"]),
            number,
        ),
        form("{}({}, {})", st.sampled_from(["min", "max"]), number, number),
        form("len({})", items),
        form("sum(n for n in span({}, {}))", small, small),
        form("sum({} for n in span({}, {}) if {})", number, small, small, truth),
        form("P({})", truth),
        form("E({})", number),
        form("highest({}, D6)", small),
        form("lowest(3, D6, keep={})", small),
        form("walk(1, {}, {}, 'spread')", small, number),
        form("walk(1, {}, {}, 'swell')", small, number),
        form("count('stall', name={})", text),
        form("entry('stall', {}).price", st.sampled_from(["'mug'", "'knife'", "'hat'"])),
        form("result('weather', 'rolls.day', {}).name == 'Fog'", number).map(lambda t: f"(1 if {t} else 0)"),
        form("number('{} mugs', {})", small, number),
        form("{}[{}]", items, small),
    )
    kinds["length"] = one(
        *("3″", "2′", "0″", "0.5″", "drop", "safe"),
        form("({} {} {})", length, signs, length),
        form("{} × {}", length, number),
        form("{} ÷ {}", length, number),
        form("fall({})", length),
        form("max({}, {})", length, length),
        form("({} if {} else {})", length, truth, length),
        form("({} × 1″)", number),
    )
    kinds["truth"] = one(
        *("true", "false"),
        form("{} {} {}", number, orders, number).map(lambda t: f"({t})"),
        form("({} {} {})", length, orders, length),
        form("({} and {})", truth, truth),
        form("({} or {})", truth, truth),
        form("not {}", truth).map(lambda t: f"({t})"),
        form("({} in {})", number, items),
        form("({} not in {})", text, text),
        form("passes({}, {})", number, number),
        form("all({} for n in span(1, {}))", truth, small),
    )
    kinds["text"] = one(
        *("'mug'", "''", '"Knife"'),
        form("({} + {})", text, text),
        form("({} if {} else {})", text, truth, text),
    )
    kinds["list"] = one(
        *("[]", "span(1, 3)", "span(1, 1999)", "outcomes(D6)", "[1, 2]"),
        form("[{}, {}]", number, number),
        form("({} + {})", items, items),
        form("[{} for n in {}]", number, items),
        form("distinct({})", items),
        form("outcomes({})", number),
        form("walk(1, {}, {}, 'pair')", small, items),
    )
    return kinds


KINDS = _recursive()
expressions = st.one_of(*(KINDS[kind] for kind in ("number", "length", "truth", "text", "list"))).filter(
    lambda text: len(text) <= 4_000
)

TOKENS = [
    *("(", ")", "[", "]", ",", ".", "=", "==", "+", "−", "×", "÷", "**", "'", '"', "″", "′", "0"),
    *("if", "else", "for", "in", "not", "and", "n", "need", "hat", "fall", "P(", "walk(", "entry(", "99D99"),
    *(" ", "\n", "\u00a0", "\ud800", "\u2028", "{", "}", ":=", "lambda", "__import__", "(" * 70, "[" * 70),
    *("not " * 70, "D0", "9" * 31, "1e9", "\x00", "é"),
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    text: str = draw(expressions)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.sampled_from([0, 0, 1, 2, 8, 400]))
        text = text[:at] + draw(st.sampled_from(["", *TOKENS])) + text[at + cut :]
    return text


@st.composite
def definitions(draw: st.DrawFn) -> dict[str, list[tuple[str, str]]]:
    """Values and formulas that use each other, themselves, and what is not there."""
    names = st.sampled_from(["a", "b", "c", "need", "D6", "six", "max", "", "a b", "é", "_x", "a" * 70])
    heads = st.sampled_from(["f(n)", "g(n, drop)", "h()", "f(n", "f(n, n)", "f(need)", "k(_n)", "(n)", "f()()", "a(n)"])
    words = st.sampled_from(["third", "54%", "1–3", "half", "2D12", "a", "b + 1", "f(b)", "g(1, 2)", "h() + c"])
    bodies = st.one_of(words, expressions, spoilt())
    return {
        "values": draw(st.lists(st.tuples(names, bodies), max_size=4)),
        "formulas": draw(st.lists(st.tuples(heads, bodies), max_size=4)),
    }


def _parsed() -> Parsed:
    return parse_definitions([Source(*v) for v in VALUES], [Source(*f) for f in FORMULAS], TAVERN)


def calculator() -> Callable[[Any], object]:
    """In the child: what an expression is worth, and what the check says of it."""
    parsed = _parsed()
    assert parsed.errors == ()
    memory = Memory(parsed.definitions, TAVERN)

    def fault(error: ExpressionError) -> list[object]:
        place = [error.start, error.end, error.part is Part.HEAD, error.definition]
        return [error.fault.name, error.message, error.hint, *place]

    def calculate(text: str) -> dict[str, object]:
        try:
            expression = parse_expression(text)
        except ExpressionError as error:
            return {"unread": fault(error)}
        assert all(0 <= n.start < n.end <= len(text) for n in number_literals(expression))
        checked = check_expression(expression, parsed.definitions, TAVERN, [g.name for g in GIVEN])
        found: dict[str, object] = {"checked": [fault(error) for error in checked]}
        try:
            evaluation = evaluate(expression, parsed.definitions, TAVERN, GIVEN)
        except ExpressionError as error:
            return found | {"failed": fault(error)}
        # What earlier expressions left in the memory makes no difference.
        again = evaluate(expression, parsed.definitions, TAVERN, GIVEN, memory)
        assert (again.value, again.used) == (evaluation.value, evaluation.used)
        return found | {
            "worth": result_in_words(evaluation.value),
            "working": evaluation.working.lines(),
            "used": sorted(evaluation.used.values | evaluation.used.formulas | evaluation.used.given),
        }

    return calculate


def definer() -> Callable[[Any], object]:
    """In the child: what is wrong with definitions."""

    def define(given: dict[str, list[list[str]]]) -> object:
        values = [Source(*value) for value in given["values"]]
        formulas = [Source(*formula) for formula in given["formulas"]]
        errors = parse_definitions(values, formulas, TAVERN).errors
        return [[e.definition, e.part is Part.HEAD, e.start, e.end, e.fault.name, e.message, e.hint] for e in errors]

    return define


def _sandboxes(name: str) -> Iterator[tuple[Sandbox, Sandbox]]:
    both = tuple(Sandbox(f"tests.rules.test_fuzz_expressions:{name}", hash_seed=seed) for seed in (1, 2))
    yield both[0], both[1]
    for sandbox in both:
        sandbox.close()


@pytest.fixture(scope="module")
def calculating() -> Iterator[tuple[Sandbox, Sandbox]]:
    yield from _sandboxes("calculator")


@pytest.fixture(scope="module")
def defining() -> Iterator[tuple[Sandbox, Sandbox]]:
    yield from _sandboxes("definer")


def the_same(sandboxes: tuple[Sandbox, Sandbox], given: object) -> Any:
    """What two children that hash otherwise both give."""
    one, other = (sandbox(given) for sandbox in sandboxes)
    assert one == other
    return one


def assert_placed(fault: list[Any], text: str) -> None:
    name, message, _, start, end, _, definition = fault
    assert message.isprintable(), (name, message)
    assert definition or 0 <= start <= end <= len(text), (name, message, start, end)


# What arithmetic cannot foresee; nothing else can be wrong with what the grammar makes.
UNFORESEEN = {"DIVISION", "TOO_LARGE", "TOO_DEEP", "DATA", "TYPE"}


@examples(100)
@given(expressions)
@example("chain0(D1000)")
@example("walk(1, 12, 50D12, 'spread')")
@example("walk(1, 12, 999, 'swell')")
@example("walk(1, 12, span(1, 1999), 'pair')")
@example("highest(12, D1000)")
@example("sum(sum(n for n in span(1, 12)) for n in span(1, 1999))")
@example("distinct(span(1, 1999)) == span(1, 1999) and [1] in [span(1, 1999)]")
def test_what_the_grammar_makes_has_no_fault_of_kind(calculating: tuple[Sandbox, Sandbox], text: str) -> None:
    result = the_same(calculating, text)
    if "unread" in result:  # only what is too long or too deep cannot be read
        assert result["unread"][0] in ("TOO_DEEP", "TOO_LARGE"), (text, result)
        return
    assert [fault for fault in result["checked"] if fault[0] == "UNIT"] == []
    if "failed" in result:
        assert_placed(result["failed"], text)
        assert result["failed"][0] in UNFORESEEN | {fault[0] for fault in result["checked"]}, (text, result)
    else:
        assert result["worth"]
        assert all(line and len(line) < 1_000 for line in result["working"])


@examples(150)
@given(spoilt() | st.text(max_size=40))
def test_what_is_spoilt_is_a_value_or_a_fault_at_a_place(calculating: tuple[Sandbox, Sandbox], text: str) -> None:
    result = the_same(calculating, text)
    for fault in (result.get("unread"), result.get("failed"), *result.get("checked", ())):
        if fault is not None:
            assert_placed(fault, text)


@examples(40)
@given(definitions())
def test_definitions_are_sound_or_found_at_a_place(
    defining: tuple[Sandbox, Sandbox], made: dict[str, list[tuple[str, str]]]
) -> None:
    errors = the_same(defining, made)
    sources = [*made["values"], *made["formulas"]]
    for definition, is_head, start, end, _, message, _ in errors:
        assert message.isprintable()
        texts = [head if is_head else body for head, body in sources if head.partition("(")[0].strip() == definition]
        assert any(0 <= start <= end <= len(text) for text in texts), (definition, is_head, start, end, message)


def test_the_definitions_of_this_test_are_sound() -> None:
    assert _parsed().errors == ()
