"""The checks of the rules: given numbers said again, values that are stated, claims that fail in part."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.checks import claim, idle_example, unstated_value
from rulebook.finding import Finding
from rulebook.model import Book
from tests.check.books import sample_with

_HEAD = "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}.\n\n"


def chapter(folder: Path, text: str) -> Book:
    return sample_with(folder, chapters__rules=_HEAD + text)


def messages(findings: object) -> list[str]:
    assert hasattr(findings, "__iter__")
    found = list(findings)
    assert all(isinstance(finding, Finding) for finding in found)
    return [finding.message for finding in found]


REPEATED = "‘n’ depends on no value, table or formula of the rules"
IDLE = "‘n’ is given and nothing is computed from it"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}, for [two]{is=n} feet.\n:::\n', []),
        ('::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}.\n\nFor [two]{is="n"} feet.\n:::\n', []),
        ('[Two]{let=n} steps are [6″]{is="far(n)"}, for [two]{is=n} feet.\n', []),
        # Nothing is computed from it, or not from the rules.
        ("::: example\n[Two]{let=n} steps, for [two]{is=n} feet.\n:::\n", [IDLE, REPEATED]),
        ('::: example\n[Two]{let=n} and [two]{is=n} are [4]{is="n + n"}.\n:::\n', [IDLE, REPEATED, "‘n + n’ depends"]),
        # Another number than the one from which something is computed.
        (
            '::: example\n[Two]{let=m} steps are [6″]{is="far(m)"}; [two]{let=n}, [two]{is=n}.\n:::\n',
            [IDLE, REPEATED],
        ),
        # Something else than the number itself.
        (
            '::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}, and [three]{is="n + 1"}.\n:::\n',
            ["‘n + 1’ depends"],
        ),
        # One name for two numbers: one of them would be taken for both.
        (
            '[Two]{let=n} steps are [9″]{is="far(n)"}, and [three]{let=n} are [9″]{is="far(n)"}.\n',
            ["‘n’ is given twice in this text: first at content/chapters/rules.md:6:"],
        ),
        # What is given in one paragraph is unknown in the next.
        ('[Two]{let=n} steps are [6″]{is="far(n)"}.\n\nFor [two]{is=m} feet.\n', []),
    ],
)
def test_a_given_number_may_be_said_again_where_it_is_at_work(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = messages(idle_example.CHECK.run(chapter(tmp_path, text)))
    assert len(found) == len(expected)
    for message in expected:
        assert any(message in one for one in found), (message, found)


RULES = """home: rules
values:
  stride: 3″
  {name}: {value}
formulas:
  far(n): n * stride
"""


def unstated(folder: Path, value: str, text: str) -> bool:
    """Whether a value called `other` is found to be stated nowhere."""
    book = sample_with(folder, rules__running=RULES.format(name="other", value=value), chapters__rules=_HEAD + text)
    found = messages(unstated_value.CHECK.run(book))
    assert found in ([], ["‘other’ is stated by no sentence of its home, ‘rules’"])
    return bool(found)


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("2", "Take [2]{is=other}.\n", False),
        ("−2", 'Take [2]{is="-other"} off, or [2]{is="abs(other)"}.\n', False),
        ("−2", 'Take [2]{is="-other"} off.\n', False),
        ("2", 'Go [2″]{is="other × 1″"}.\n', False),
        ("4–8", 'From [4]{is="other[0]"}.\n', False),
        ("2", 'Roll [D6+2]{is="D6 + other"}.\n', False),
        ("4", 'Part [1/4]{is="1 / other"}.\n', False),
        # It is within what is computed, and not in the words.
        ("2", 'Go [6″]{is="far(other)"}.\n', True),
        ("2", 'Take [3]{is="other + 1"}.\n', True),
        ("2", 'Take [2]{is="4 - other"}.\n', True),
        ("2", 'Take [4]{is="other × 2"}.\n', True),
        ("4", 'Part [half]{is="2 / other"}.\n', True),
        # Only in an Example, or nowhere.
        ("2", '::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}; [2]{is=other}.\n:::\n', True),
        ("2", "Nothing.\n", True),
        # Computed from others, whose numbers are stated where they stand.
        ("stride × 2", 'Go [7″]{is="other + 1″"}.\n', False),
        ("count('omens')", 'Take [6]{is="other × 2"}.\n', False),
        ("stride × 2", "Nothing.\n", True),
    ],
)
def test_a_value_is_stated_by_words_that_show_it(tmp_path: Path, value: str, text: str, expected: bool) -> None:
    assert unstated(tmp_path, value, text) == expected


def claimed(folder: Path, holds: str) -> Finding:
    rules = f"home: rules\nvalues:\n  stride: 3″\nclaims:\n  - {{says: So it is., holds: '{holds}'}}\n"
    (found,) = claim.CHECK.run(sample_with(folder, rules__running=rules))
    return found


def test_the_part_of_a_claim_that_fails_is_said(tmp_path: Path) -> None:
    found = claimed(tmp_path, "stride == 3″ and stride < 2″ and stride > 1″")
    assert found.message == "the claim ‘So it is.’ does not hold: ‘stride < 2″’ gives false"
    assert found.computed == "stride 3″ < 2″ = false"


def test_a_claim_in_one_part_is_said_whole(tmp_path: Path) -> None:
    found = claimed(tmp_path, "stride == 4″ or stride < 2″")
    assert found.message == "the claim ‘So it is.’ does not hold: it gives false"
    assert found.computed.startswith("stride 3″ == 4″ or stride 3″ < 2″")


def test_a_claim_that_is_no_condition_says_what_it_gives(tmp_path: Path) -> None:
    assert claimed(tmp_path, "stride × 2").message == "the claim ‘So it is.’ does not hold: it gives 6″"


@pytest.mark.parametrize("holds", ["true", "1 + 1 == 2", "P(D12 >= 7) == 1/2", "true or stride == 4″"])
def test_a_claim_that_holds_whatever_the_rules_say_is_found(tmp_path: Path, holds: str) -> None:
    found = claimed(tmp_path, holds)
    assert found.message == "the claim ‘So it is.’ depends on no value, table or formula of the rules"
    assert found.position.line == 5
