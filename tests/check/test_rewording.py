"""What a finding proposes to write has been tried: put into its text, it is read as the rules give it, and printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.checks import computed_number
from rulebook.check.rewording import rewording
from rulebook.edit.stale import stale_numbers
from rulebook.rules.bound import bound_book
from tests.check.books import sample_with

_RULES = "home: rules\nvalues:\n  stride: 3″\n  it: {}\nformulas:\n  far(steps): stride × steps\n"
_NONE = "change the words, or the rule: "


@pytest.mark.parametrize(
    ("sentence", "value", "new"),
    [
        ("It is [7]{is=it}.", "9", "9"),
        ("It is [−1]{is=it}.", "1", "+1"),
        ("It is [½″]{is=it}.", "1″/4", "¼″"),
        ("It is [half]{is=it}.", "1/4", "a quarter"),
        ("It is **[Half]{is=it}** of them.", "1/4", "A quarter"),
        ("It is [1–3]{is=it}.", "'[2, 3, 4]'", "2–4"),
        ("It is [far]{is=it}.", "'\"not near\"'", "not near"),
        ("It is [far]{is=it}.", "'\"few < all\"'", "few < all"),
        ("It is [far]{is=it}.", "'\"Ox & Cart\"'", "Ox & Cart"),
        # A word with what could be markup, and is none.
        ("It is [far]{is=it}.", "'\"snake_case\"'", "snake_case"),
        ("It is [far]{is=it}.", "'\"_far_\"'", None),
        ("It is [far]{is=it}.", "'\"_far\"'", None),
        ("It is [far]{is=it}.", "'\"<b>far</b>\"'", None),
        ("It is [far]{is=it}.", "'\"&amp; so\"'", None),
        ("It is [far]{is=it}.", "'\"a \\* b\"'", None),
        ("It is [far]{is=it}.", "'\"a [b\"'", None),
        ("It is [far]{is=it}.", "'\"~~far~~\"'", None),
        ("It is [far]{is=it}.", "'\"::: example\"'", None),
        ("[Far]{is=it} it is.", "'\"# Far\"'", None),
        ("[Far]{is=it} it is.", "'\"- far\"'", None),
        ("[Ten]{is=it}. It is.", "9", "Nine"),
        # A list is no range, and a number no name.
        ("It is [1–3]{is=it}.", "'[1, 3, 4]'", None),
        ("It is [1–3]{is=it}.", "'[1, 2, 4]'", None),
        ("It is [1–3]{is=it}.", "'[1″, 4″]'", "1–4"),
        ("It is [1″–3″]{is=it}.", "'[1, 4]'", None),
        ("It is [far]{is=it}.", "7", None),
        ("It is [far and wide]{is=it}.", "'[1, 4]'", None),
        ("It is [seven]{is=it}.", "'\"_7_\"'", None),
    ],
)
def test_what_is_proposed_would_pass(sentence: str, value: str, new: str | None, tmp_path: Path) -> None:
    chapter = f"---\ntitle: Rules\n---\nA Speed of [3″]{{is=stride}}.\n\n{sentence}\n"
    files = {"chapters__rules": chapter, "rules__running": _RULES.format(value)}
    book = sample_with(tmp_path, **files)
    (finding,) = computed_number.CHECK.run(book)
    # What ‘bind’ writes is the same.
    (stale,) = stale_numbers(bound_book(book))
    assert finding.hint == (f"write ‘{new}’, or change the rule" if new else _NONE + stale.reason)
    assert stale.new == new
    assert bool(stale.reason) == (new is None)
    if new is not None:
        files["chapters__rules"] = chapter.replace(f"[{stale.written}]{{is=it}}", f"[{new}]{{is=it}}")
        assert list(computed_number.CHECK.run(sample_with(tmp_path / "again", **files))) == []


def test_why_nothing_is_proposed_is_said(tmp_path: Path) -> None:
    chapter = "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}.\n\n[Far]{is=it} and [half]{is=stride}.\n"
    book = sample_with(tmp_path, chapters__rules=chapter, rules__running=_RULES.format("'\"<b>\"'"))
    reasons = [
        rewording(book, bound, bound.evaluation.value).reason
        for bound in bound_book(book).bound
        if bound.evaluation is not None and not bound.holds
    ]
    assert reasons == ["‘<b>’ would not be printed as it stands", "the form of ‘half’ has no such value"]
