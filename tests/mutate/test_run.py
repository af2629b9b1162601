"""A run over every mutant: its counts, its survivors, its report, its processes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulebook.mutate.mutant import Kind
from rulebook.mutate.prove import Prover
from rulebook.mutate.report import lines_of, percentage
from rulebook.mutate.run import Outcome, Run, Verdict, _verdict
from rulebook.mutate.shown import shown_mutants
from tests.conftest import REPOSITORY
from tests.editing import edit
from tests.mutate.small import PROSE, RULES, loaded, small_book


def _run(root: Path) -> tuple[Outcome, ...]:
    return Run(loaded(root), processes=1).outcomes()


def _survivors(outcomes: tuple[Outcome, ...]) -> list[tuple[Kind, str, str]]:
    return [(o.mutant.kind, o.mutant.subject, o.mutant.before) for o in outcomes if o.verdict is Verdict.SURVIVED]


def _rulebook(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulebook", *arguments], capture_output=True, text=True, check=False, timeout=120
    )


def test_every_class_is_counted_and_found(tmp_path: Path) -> None:
    outcomes = _run(small_book(tmp_path))
    assert _survivors(outcomes) == []
    assert Counter(o.mutant.kind for o in outcomes) == {
        # 3″ twice, half, 6″ and 9″ up and down; the die's faces, and its number; one other name
        Kind.BOUND: 2 + 2 + 2 + 2 + 3 + 1,
        Kind.OPERAND: 1,
        Kind.GIVEN: 2,
        Kind.VALUE: 2 + 2 + 3,
        Kind.FORMULA: 2 + 2,
        # the price of a charm, and the most that may be spent, which nothing else states
        Kind.ROSTER: 2 + 2,
        Kind.CLAIM: 6,
        # 1–3 and 4–6, twice each: every bound either way, and none at all
        Kind.RANGE: 4 * 5,
    }


def test_a_number_that_decides_nothing_survives(tmp_path: Path) -> None:
    rules = RULES.replace("max(0, n - 2)", "max(0, min(n - 2, 9))")
    assert rules != RULES
    survivors = _survivors(_run(small_book(tmp_path, rules)))
    assert survivors == [(Kind.FORMULA, "spare", "9"), (Kind.FORMULA, "spare", "9")]


def test_a_given_number_on_which_nothing_depends_survives(tmp_path: Path) -> None:
    # `far` reads what is given and makes nothing of it.
    rules = RULES.replace("far(n): n * stride", "far(n): n * 0 + 2 * stride")
    survivors = _survivors(_run(small_book(tmp_path, rules)))
    assert (Kind.GIVEN, "n", "Two") in survivors


def test_a_value_that_is_stated_too_roughly_survives(tmp_path: Path) -> None:
    rules = RULES.replace("  share: half\n", "  share: half\n  chance: 501/1000\n")
    prose = PROSE.replace("[Half]", "[50%]{is=chance}, or [half]")
    survivors = _survivors(_run(small_book(tmp_path, rules, prose)))
    assert survivors == [(Kind.VALUE, "chance", "501/1000")] * 2


def test_a_number_of_a_claim_that_decides_nothing_survives(tmp_path: Path) -> None:
    claim = "  - says: Far is far.\n    holds: far(1) > -10 * 1″\n"
    survivors = _survivors(_run(small_book(tmp_path, RULES + claim)))
    assert (Kind.CLAIM, "Far is far.", "10") in survivors


def test_a_range_of_no_die_and_no_formula_survives(tmp_path: Path) -> None:
    root = small_book(tmp_path)
    content = root / "content"
    edit(
        content / "data" / "tables.yaml",
        "set: names\n    columns:\n      - {head: D6, value: roll, die: D6}",
        "set: names\n    columns:\n      - {head: Roll, value: roll}",
    )
    schema = json.loads((content / "schemas" / "colours.json").read_text(encoding="utf-8"))
    schema["properties"]["roll"]["x-roll"] = True
    (content / "schemas" / "colours.json").write_text(json.dumps(schema), encoding="utf-8")
    survivors = _survivors(_run(root))
    assert {(kind, subject) for kind, subject, _ in survivors} == {(Kind.RANGE, "names:one"), (Kind.RANGE, "names:two")}


def _of_rosters(root: Path) -> list[tuple[str, str, str, Verdict]]:
    return [
        (o.mutant.subject, o.mutant.before, o.mutant.changes[0].after, o.verdict)
        for o in _run(root)
        if o.mutant.kind is Kind.ROSTER
    ]


def test_a_number_of_a_roster_is_found_where_the_books_own_roster_disagrees(tmp_path: Path) -> None:
    assert _of_rosters(small_book(tmp_path)) == [
        ("team › Charms", "1", "2", Verdict.FOUND),
        ("team › Charms", "1", "0", Verdict.FOUND),
        # A formula that is nothing but a number is a datum, which nothing else states.
        ("team › limit", "2", "3", Verdict.SINGLE),
        ("team › limit", "2", "1", Verdict.SINGLE),
    ]


def test_the_number_of_a_roster_that_no_check_compares_survives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulebook.roster.judging.price_roster", lambda court, findings: None)
    found = _of_rosters(small_book(tmp_path))
    assert [verdict for subject, *_, verdict in found if subject == "team › Charms"] == [Verdict.SURVIVED] * 2


@pytest.mark.parametrize(
    ("rule", "verdicts"),
    [
        # A bound that the book's own roster reaches: it breaks a tighter one, and no legal roster shows a looser one.
        ("len(runner.charms) <= 1", {("1", "2"): Verdict.SURVIVED, ("1", "0"): Verdict.FOUND}),
        # One that it comes nowhere near.
        ("len(runner.charms) <= 5", {("5", "6"): Verdict.SURVIVED, ("5", "4"): Verdict.SURVIVED}),
        # What cannot be computed is a fault of the declaration: 2 less a unit less one charm is nothing to divide by.
        (
            "len(runner.charms) / (2 - len(runner.charms)) < 9",
            {
                ("2", "3"): Verdict.SURVIVED,
                ("2", "1"): Verdict.FOUND,
                ("9", "10"): Verdict.SURVIVED,
                ("9", "8"): Verdict.SURVIVED,
            },
        ),
    ],
)
def test_a_number_of_a_rule_is_found_by_the_rosters_that_are_judged(
    rule: str, verdicts: dict[tuple[str, str], Verdict], tmp_path: Path
) -> None:
    root = small_book(tmp_path)
    edit(root / "content" / "rosters" / "team.yaml", "len(distinct(runner.charms)) == len(runner.charms)", rule)
    found = {(was, after): v for subject, was, after, v in _of_rosters(root) if subject == "team › charms"}
    assert found == verdicts


def test_the_numbers_that_a_product_or_a_figure_shows_are_named_as_single_source(tmp_path: Path) -> None:
    root = tmp_path / "book"
    for folder in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / folder, root / folder)
    edit(root / "content" / "products" / "rosters.yaml", "count: weapon_slots,", "count: weapon_slots + 4,")
    edit(root / "content" / "data" / "figures.yaml", "threshold: check_threshold\n", "threshold: check_threshold + 0\n")
    book = loaded(root)
    prover = Prover(book)
    outcomes = [Outcome(mutant, _verdict(prover, mutant)) for mutant in shown_mutants(book)]
    assert {o.verdict for o in outcomes} == {Verdict.SINGLE}
    report = list(lines_of(outcomes, root))
    assert "    single-source: rosters › pilgrim › weapon › count (4)" in report
    assert "    single-source: rosters › pilgrim › worn › count (2)" in report
    assert "    single-source: first-night › thrall › count (4, 1)" in report
    assert "    single-source: check › threshold (0)" in report
    assert "    single-source: check › modifiers (2, 1, 0, 1, 2)" in report
    line = next(line for line in report if line.startswith(f"  {Kind.PRODUCT.value}"))
    assert line.split()[-2:] == [str(sum(o.mutant.kind is Kind.PRODUCT for o in outcomes)), "single-source"]


def test_an_evaluation_that_fails_is_found(tmp_path: Path) -> None:
    rules = RULES.replace("max(0, n - 2)", "max(0, 2 * n // 2 - 2)")
    outcomes = _run(small_book(tmp_path, rules))
    # One of the twos is divided by: a unit less twice is a division by zero.
    assert _survivors(outcomes) == []


def test_the_report_names_each_survivor_at_its_place(tmp_path: Path) -> None:
    rules = RULES.replace("  spare(n): max(0, n - 2)", "  spare(n): >-\n    max(0,\n    min(n - 2, 9))")
    root = small_book(tmp_path, rules)
    report = list(lines_of(_run(root), root))
    line = next(number for number, text in enumerate(rules.splitlines(), 1) if "min(" in text)
    assert f"content/rules/running.yaml:{line}:16 ‘9’ changed to ‘10’ is not found" in report
    assert "    In: numbers in formulas › spare" in report
    assert any(text.startswith("    Hint: ") for text in report)
    assert report[-1].startswith("score: ")
    assert "100 %" not in report[-1]


def test_nothing_to_change_is_said_and_is_not_a_score(tmp_path: Path) -> None:
    report = "\n".join(lines_of((), tmp_path))
    assert "nothing to change" in report
    assert "100 %" not in report


def test_data_alone_has_no_score(tmp_path: Path) -> None:
    outcomes = [o for o in _run(small_book(tmp_path)) if o.mutant.kind is Kind.FIELD]
    said = "\n".join(lines_of([Outcome(o.mutant, Verdict.SINGLE) for o in outcomes] or (), tmp_path))
    assert "100 %" not in said


@pytest.mark.parametrize(
    ("part", "whole", "said"), [(3, 3, "100 %"), (9_999, 10_000, "99.9 %"), (0, 4, "0 %"), (1, 3, "33.3 %")]
)
def test_a_percentage_is_rounded_down(part: int, whole: int, said: str) -> None:
    assert percentage(part, whole) == said


def test_the_command_line_ends_with_0_when_all_is_found(tmp_path: Path) -> None:
    root = small_book(tmp_path)
    done = _rulebook("check", "--book", str(root), "--mutate")
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith("100 %")


def test_the_command_line_ends_with_1_when_something_survives(tmp_path: Path) -> None:
    root = small_book(tmp_path, RULES.replace("max(0, n - 2)", "max(0, min(n - 2, 9))"))
    done = _rulebook("check", "--book", str(root), "--mutate")
    assert done.returncode == 1
    assert "changed to ‘10’ is not found" in done.stdout


def test_a_book_with_faults_is_not_mutated(tmp_path: Path) -> None:
    root = small_book(tmp_path, prose=PROSE.replace("[6″]", "[7″]"))
    done = _rulebook("check", "--book", str(root), "--mutate")
    assert done.returncode == 1
    assert "E101" in done.stderr
    assert "score" not in done.stdout


def test_some_checks_alone_cannot_be_mutated(tmp_path: Path) -> None:
    done = _rulebook("check", "--book", str(small_book(tmp_path)), "--mutate", "--select", "E101")
    assert done.returncode == 2
    assert "--mutate" in done.stderr


def test_two_processes_come_to_the_same_as_one(tmp_path: Path) -> None:
    root = small_book(tmp_path, RULES.replace("max(0, n - 2)", "max(0, min(n - 2, 9))"))
    # In a process of its own: a test's process may have threads, and is not to be copied.
    script = (
        "from pathlib import Path\n"
        "from rulebook.load import load_book\n"
        "from rulebook.mutate.run import Run\n"
        f"book = load_book(Path({str(root)!r})).book\n"
        "one, two = ([o.verdict.name for o in Run(book, processes=n).outcomes()] for n in (1, 2))\n"
        "assert one == two, (one, two)\n"
        "print(len(one), one.count('SURVIVED'))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    count, survived = map(int, done.stdout.split())
    assert count > 40
    assert survived == 2
