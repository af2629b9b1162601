"""Rewriting stale numbers: in the author's form, at their exact place, and nothing else."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.check.run import run_checks
from rulebook.edit import rebind as rebind_module
from rulebook.edit.rebind import RebindError, Rebinding, plan_rebinding, write_rebinding
from rulebook.edit.replace import ReplaceError
from rulebook.load import load_book
from rulebook.verbs.bind import bind
from tests.edit.bound_tiny import bind_tiny, changed_lines, set_rule, snapshot
from tests.editing import edit

CREW = "content/chapters/the-crew.md"
KNACKS = "content/data/knacks.yaml"


def rebind(book: Path) -> Rebinding:
    plan = plan_rebinding(book)
    assert plan.findings == (), [str(f) for f in plan.findings]
    write_rebinding(plan)
    return plan


@pytest.fixture
def book(tiny_source: Path) -> Path:
    bind_tiny(tiny_source)
    return tiny_source


def test_a_sound_book_has_nothing_to_write(book: Path) -> None:
    before = snapshot(book)
    assert rebind(book) == Rebinding()
    assert snapshot(book) == before


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("purse: 12", "purse: 14", ["‘12’ → ‘14’", "‘Twelve’ → ‘Fourteen’", "‘24’ → ‘28’"]),
        ("ebbs: 6", "ebbs: 3", ["‘6th’ → ‘3rd’", "‘sixth’ → ‘third’"]),
        ("odds: 25%", "odds: 1/3", ["‘25 %’ → ‘33 %’"]),
        ("part: 1/2", "part: 2/3", ["‘half’ → ‘two thirds’"]),
        ("reach: 3″", "reach: 10″", ["‘3″’ → ‘10″’"]),
        ("luck: −1", "luck: −3", ["‘−1’ → ‘−3’"]),
        ("span_of_it: 2–7", "span_of_it: 3–8", ["‘2–7’ → ‘3–8’"]),
        (
            "bell: entry('catches', 'bell').name",
            "bell: entry('catches', 'crate').name",
            ["‘the drowned bell’ → ‘A crate’"],
        ),
    ],
)
def test_each_number_keeps_its_form(book: Path, old: str, new: str, written: list[str]) -> None:
    set_rule(book, old, new)
    before = snapshot(book)
    plan = rebind(book)
    assert [f"‘{r.stale.written}’ → ‘{r.words}’" for r in plan.rewritten] == written
    assert plan.left == ()
    assert {path for path, _, _ in changed_lines(before, snapshot(book))} == {CREW}
    # Written, it agrees; and a second run has nothing to do but to list the Examples again.
    after = snapshot(book)
    again = rebind(book)
    assert (again.rewritten, again.changes) == ((), ())
    assert [s.written for s in again.examples] == [s.written for s in plan.examples]
    assert snapshot(book) == after


def test_an_example_is_listed_and_not_rewritten(book: Path) -> None:
    set_rule(book, "purse: 12", "purse: 13")
    before = snapshot(book)
    plan = rebind(book)
    example = "With [3]{let=hands} hands, [36]{is="
    line = next(n for n, row in enumerate((book / CREW).read_text(encoding="utf-8").split("\n"), 1) if example in row)
    assert [(str(s.position), s.written, s.new) for s in plan.examples] == [(f"{CREW}:{line}:29", "36", "39")]
    assert plan.examples[0].sentence == "With 3 hands, 36 shillings are spent."
    assert "39" in plan.examples[0].working
    assert [number for _, number, _ in changed_lines(before, snapshot(book))] == [line - 5]


STYLES = """\
kind: knack
entries:
  # A comment that quotes [12]{is=purse}, and stays.
  - id: long
    name: Long
    parameter: X″
    text: |
      It reaches [3″]{is=reach}.
      So do [12]{is=purse} others, and [12]{is=purse} more.
    short: 'It’s [12]{is=purse} o''clock, [Twelve]{is="min(purse, wages(1))"}, ''[3″]{is=reach}'' and [2]{let=n}.'
  - {id: heavy, name: Heavy, text: 'It costs [12]{is="purse + entry(''stats'', ''nerve'').base * 0"}.', short: Sinks.}
  - id: bright
    name: Bright
    parameter: X
    text: It lights [12]{is=purse} lamps.
    short: |
      - It lights [12]{is=purse} lamps.
      - And [3″]{is=reach} around.
  - id: bright-eyed
    name: Bright Eyed
    text: "It sees [12]{is=purse} \\"lamps\\", [24]{is=\\"purse * 2\\"}."
    short: See [24]{is=double}.
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_yaml_in_every_style_and_all_else_to_the_byte(book: Path, end: str, mark: str) -> None:
    (book / KNACKS).write_bytes((mark + STYLES).replace("\n", end).encode("utf-8"))
    crew = book / CREW
    crew.write_bytes((mark + crew.read_text(encoding="utf-8")).replace("\n", end).encode("utf-8"))
    set_rule(book, "purse: 12", "purse: 9")
    set_rule(book, "reach: 3″", "reach: 10″")
    plan = rebind(book)
    assert [f"{s.position} {s.reason}" for s in plan.left] == []
    expected = mark + STYLES
    comment = "quotes [12]{is=purse}, and"
    expected = expected.replace(comment, "COMMENT").replace("[12]", "[9]").replace("COMMENT", comment)
    expected = expected.replace("[Twelve]", "[Nine]").replace("[24]", "[18]").replace("[3″]", "[10″]")
    assert (book / KNACKS).read_bytes().decode("utf-8") == expected.replace("\n", end)
    raw = crew.read_bytes()
    assert raw.startswith(mark.encode("utf-8"))
    assert raw.count(b"\n") == raw.count(end.encode("utf-8"))
    assert "spends [9]{is=purse} shillings, so **[Nine]{is=purse}** in" in raw.decode("utf-8")


def test_what_the_form_cannot_say_is_left_to_the_editor(book: Path) -> None:
    set_rule(book, "part: 1/2", "part: 3")
    plan = rebind(book)
    assert [(s.written, s.computed, s.reason) for s in plan.left] == [
        ("half", "3", "the form of ‘half’ has no such value")
    ]
    assert plan.changes == ()


def test_what_cannot_be_computed_is_left_to_the_editor(book: Path) -> None:
    edit(book / CREW, "{is=ebbs} round", "{is=ebs} round")
    plan = rebind(book)
    assert [(s.written, s.new) for s in plan.left] == [("6th", None)]
    assert "there is no value ‘ebs’" in plan.left[0].reason


def test_a_name_that_would_be_markup_is_left_to_the_editor(book: Path) -> None:
    set_rule(book, "bell: entry('catches', 'bell').name", "bell: \"'a [sunken] bell'\"")
    plan = rebind(book)
    assert [(s.written, s.new) for s in plan.left] == [("the drowned bell", None)]


def test_a_number_read_from_a_text_that_was_rewritten_follows_it(book: Path) -> None:
    edit(book / KNACKS, "      Its bearer sinks when they swim.\n", "      It costs [12]{is=purse}.\n")
    rules = book / "content" / "rules" / "purse.yaml"
    edit(rules, "  reach: 3″\n", "  reach: 3″\n  heft: number(entry('knacks', 'heavy').text) + 1\n")
    edit(book / CREW, "It is so.\n", "It weighs [13]{is=heft}.\n")
    set_rule(book, "purse: 12", "purse: 20")
    rebind(book)
    assert "It costs [20]{is=purse}." in (book / KNACKS).read_text(encoding="utf-8")
    assert "It weighs [21]{is=heft}." in (book / CREW).read_text(encoding="utf-8")


def test_numbers_that_never_settle_are_refused_and_nothing_is_written(book: Path) -> None:
    edit(book / KNACKS, "      Its bearer sinks when they swim.\n", "      It costs [1]{is=heft}.\n")
    rules = book / "content" / "rules" / "purse.yaml"
    edit(rules, "  reach: 3″\n", "  reach: 3″\n  heft: number(entry('knacks', 'heavy').text) + 1\n")
    before = snapshot(book)
    with pytest.raises(RebindError, match="do not settle"):
        plan_rebinding(book)
    assert snapshot(book) == before


def test_what_is_not_read_as_it_was_written_is_refused(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_rule(book, "purse: 12", "purse: 77")
    before = snapshot(book)
    monkeypatch.setattr("rulebook.edit.rebind.written_as", lambda words, style: "99")
    with pytest.raises(RebindError, match="would be read as something else"):
        plan_rebinding(book)
    assert snapshot(book) == before


def limit_short(book: Path, short: str, more: int) -> None:
    """Give a knack a short form, which by the schema may have so many characters more than it has."""
    schema = book / "content" / "schemas" / "knack.json"
    head = '"short": {\n      "type": "string",'
    edit(schema, head, f'{head}\n      "maxLength": {len(short) + more},')
    edit(book / KNACKS, "short: Its bearer sinks.", f"short: {short}")
    assert load_book(book).book is not None


@pytest.mark.parametrize("more", [6, 7])
def test_words_too_long_for_the_schema_are_left_to_the_editor(book: Path, more: int) -> None:
    limit_short(book, "Costs [twelve]{is=purse}, in the Lead Diver’s own house.", more)
    set_rule(book, "purse: 12", "purse: 77")
    plan = rebind(book)
    most = len("Costs [twelve]{is=purse}, in the Lead Diver’s own house.") + more
    reason = f"with ‘seventy-seven’ the text would have more than the {most} characters of its schema"
    assert [(s.written, s.reason) for s in plan.left] == ([("twelve", reason)] if more < 7 else [])
    loaded = load_book(book).book
    assert loaded is not None
    hints = [f.hint for f in run_checks(loaded).errors if f.position.path == KNACKS and f.code == "E101"]
    assert hints == ([f"change the words, or the rule: {reason}"] if more < 7 else [])


@pytest.mark.parametrize(
    ("words", "rules", "written", "left"),
    [
        # One end of a range that is written together, and apart.
        ("[2–7]{is=ends}", ["9", "7"], [], [("2–7", "9–7")]),
        ("[2–7]{is=ends}", ["7", "7"], [], [("2–7", "7–7")]),
        ("[2–7]{is=ends}", ["9", "12"], ["9–12"], []),
        ("[2]{is=low}–[7]{is=high}", ["9", "7"], [], [("2", "9–7")]),
        ("[2]{is=low}–[7]{is=high}", ["2", "2"], [], [("7", "2–2")]),
        ("[two]{is=low} to [seven]{is=high}", ["9", "7"], [], [("two", "nine to seven")]),
        # Both ends move: the one that keeps the range rising is written first.
        ("[2]{is=low}–[7]{is=high}", ["9", "12"], ["9", "12"], []),
        ("[2]{is=low} to [7]{is=high}", ["0", "1"], ["0", "1"], []),
        # What is no range may turn round: a score, a change.
        ("[7–2]{is=ends}", ["3", "1"], ["3–1"], []),
        ("[2]{is=low}, or [7]{is=high}", ["9", "3"], ["9", "3"], []),
    ],
)
def test_a_range_is_not_turned_round(
    book: Path, words: str, rules: list[str], written: list[str], left: list[tuple[str, str]]
) -> None:
    old = ["7", "2"] if words.startswith("[7") else ["2", "7"]
    of_rules = f"  low: {old[0]}\n  high: {old[1]}\n  ends: '[low, high]'\n"
    edit(book / "content" / "rules" / "purse.yaml", "  purse: 12\n", f"  purse: 12\n{of_rules}")
    edit(book / CREW, "They reach", f"They reach {words}, and")
    for name, one, other in zip(("low", "high"), old, rules, strict=True):
        if one != other:
            set_rule(book, f"{name}: {one}", f"{name}: {other}")
    plan = rebind(book)
    assert [r.words for r in plan.rewritten] == written
    assert [(s.written, s.reason) for s in plan.left] == [
        (one, f"it would read ‘{turned}’, and what stands there rises") for one, turned in left
    ]


def test_what_would_be_no_sound_book_is_refused_and_nothing_is_written(book: Path) -> None:
    """Each of the two numbers alone would fit."""
    limit_short(book, "Costs [twelve]{is=purse}, and again [twelve]{is=purse}.", 10)
    set_rule(book, "purse: 12", "purse: 77")
    before = snapshot(book)
    with pytest.raises(RebindError, match=r"(?s)no sound book.*knacks\.yaml.*S01"):
        plan_rebinding(book)
    assert snapshot(book) == before


def test_a_book_with_findings_is_not_touched(book: Path) -> None:
    edit(book / KNACKS, "    name: Heavy\n", "    nome: Heavy\n")
    set_rule(book, "purse: 12", "purse: 13")
    before = snapshot(book)
    plan = plan_rebinding(book)
    assert [f.code for f in plan.findings] == ["S011"]
    write_rebinding(plan)
    assert snapshot(book) == before


def _without_words(line: str) -> str:
    return re.sub(r"\[[^\[\]]*\]\{is=", "[]{is=", line)


def test_a_rule_of_the_book_is_changed_in_one_place(book_copy: Path) -> None:
    """One value of the repository's own book: every line that states it, and no other; then only Examples are wrong."""
    before = load_book(book_copy)
    assert before.book is not None
    known = run_checks(before.book).errors
    rules = book_copy / "content" / "rules" / "difficult-ground.yaml"
    edit(rules, "  difficult_cost: 1\n", "  difficult_cost: 2\n")
    old = snapshot(book_copy)
    stated = [
        (path, number, line.replace("[1]{is=difficult_cost}", "[2]{is=difficult_cost}"))
        for path, raw in old.items()
        if path.startswith("content/")
        for number, line in enumerate(raw.decode("utf-8").split("\n"), 1)
        if "[1]{is=difficult_cost}" in line
    ]
    assert len(stated) >= 3
    plan = rebind(book_copy)
    changed = changed_lines(old, snapshot(book_copy))
    assert [line for line in changed if "{is=difficult_cost}" in line[2]] == stated
    # Some sentences state a sum of it. Each line that changed has a number of the plan, and only bound words are new.
    places = [rewriting.stale.position for rewriting in plan.rewritten]
    assert {(path, number) for path, number, _ in changed} == {(place.path, place.line) for place in places}
    for path, number, line in changed:
        before_line = old[path].decode("utf-8").split("\n")[number - 1]
        assert _without_words(line) == _without_words(before_line)
    assert plan.left == ()
    assert plan.examples

    loaded = load_book(book_copy)
    assert loaded.book is not None
    found = [f for f in run_checks(loaded.book).errors if f not in known]
    assert {f.code for f in found} == {"E101"}
    assert {f.position for f in found} == {s.position for s in plan.examples}

    after = snapshot(book_copy)
    again = rebind(book_copy)
    assert again.changes == ()
    assert snapshot(book_copy) == after


def test_files_that_may_not_be_written_are_named_and_not_their_copies(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_rule(book, "purse: 12", "purse: 13")
    for name in (CREW, KNACKS):
        (book / name).chmod(0o444)
    before = snapshot(book)
    rights: list[int] = []
    tried = rebind_module._tried

    def looked_at(root: Path, scratch: Path) -> Rebinding:
        rights.append((scratch / CREW).stat().st_mode)
        return tried(root, scratch)

    monkeypatch.setattr(rebind_module, "_tried", looked_at)
    plan = plan_rebinding(book)
    # An administrator may write whatever the rights are; nobody else could have tried the numbers in the copy.
    assert [mode & 0o200 for mode in rights] == [0o200]
    with pytest.raises(ReplaceError) as caught:
        write_rebinding(plan)
    assert str(caught.value) == f"{book / CREW} cannot be written: it is read-only; nothing was changed"
    assert snapshot(book) == before


def test_what_a_changed_rule_makes_of_rosters_is_left_to_the_editor(book: Path) -> None:
    crew = book / "content" / "rosters" / "crew.yaml"
    edit(crew, "limit: shillings_of_each * len(divers)", "limit: purse * len(divers)")
    assert plan_rebinding(book).rosters == ()
    # Nothing in prose says this name: the formula alone does.
    edit(crew, "limit: purse * len(divers)", "limit: prse * len(divers)")
    assert [f"{f.position} {f.code}" for f in plan_rebinding(book).rosters] == ["content/rosters/crew.yaml:14:8 R102"]
    set_rule(book, "purse: 12", "purse: 13")
    plan = rebind(book)
    assert plan.rewritten
    assert [f.code for f in plan.rosters] == ["R102"]
    said = CliRunner().invoke(bind, ["--book", str(book)])
    assert said.exit_code == 1
    assert "Left to the editor, of rosters:\ncontent/rosters/crew.yaml:14:8 R102" in said.output


def test_what_the_checks_find_of_the_new_words_is_left_to_the_editor(book: Path) -> None:
    """Words that are declared beside a number, which the new one makes others."""
    edit(book / CREW, "It is so.\n", "It ends once [half]{is=part} are gone, at the [third]{is=bells} bell.\n")
    rules = book / "content" / "rules" / "purse.yaml"
    edit(rules, "  reach: 3″\n", "  reach: 3″\n  bells: 3\n")
    declared = "lint:\n  numerals: 100%\n  inert:\n    - {reason: As soon as., texts: [once half]}\n"
    edit(book / "content" / "book.yaml", "lint:\n", declared)
    set_rule(book, "part: 1/2", "part: 1/3")
    plan = plan_rebinding(book)
    assert plan.findings == ()
    assert [r.words for r in plan.rewritten] == ["a third", "a third"]
    assert [(f.code, f.position.path, f.message) for f in plan.then] == [
        ("N104", "content/book.yaml", "‘once half’ covers no numeral that needs it (everywhere)"),
        ("N103", CREW, "‘once’ is not bound to the rules, and is not declared inert"),
    ]
    said = CliRunner().invoke(bind, ["--write", "--book", str(book)])
    assert said.exit_code == 1
    assert "Left to the editor, as the checks then find it:\ncontent/book.yaml:70:37 N104 ‘once half’" in said.output


@pytest.mark.parametrize(
    ("words", "old", "new", "again"),
    [
        ("[half]{is=part} a mile", "part: 1/2", "part: 1/3", True),
        ("[1/2]{is=part} of a mile", "part: 1/2", "part: 1/3", False),
        ("[one]{is=hulls} Diver", "hulls: 1", "hulls: 2", True),
        ("[6]{is=ebbs} Divers", "ebbs: 6", "ebbs: 7", False),
        ("a [6th]{is=ebbs} Diver", "ebbs: 6", "ebbs: 8", True),
        ("a *[sixth]{is=ebbs}* Diver", "ebbs: 6", "ebbs: 8", True),
        ("a [6th]{is=ebbs} Diver", "ebbs: 6", "ebbs: 7", False),
        ("an [18]{is=score}", "score: 18", "score: 80", False),
        ("an [18]{is=score}", "score: 18", "score: 118", True),
    ],
)
def test_a_sentence_whose_other_words_may_have_to_follow_is_told(
    book: Path, words: str, old: str, new: str, again: bool
) -> None:
    rules = book / "content" / "rules" / "purse.yaml"
    edit(rules, "  reach: 3″\n", "  reach: 3″\n  hulls: 1\n  score: 18\n")
    edit(book / CREW, "It is so.\n", f"There is {words}.\n")
    set_rule(book, old, new)
    (first, *_) = plan_rebinding(book).rewritten
    assert first.stale.changes_words is again


def test_a_fault_of_the_rules_is_told_alone_and_nothing_is_written(book: Path) -> None:
    """Not each number that hangs on it; and one that is stale for another reason is not written meanwhile."""
    set_rule(book, "purse: 12", "pursse: 12")
    set_rule(book, "reach: 3″", "reach: 4″")
    before = snapshot(book)
    for asked in ([], ["--write"]):
        said = CliRunner().invoke(bind, [*asked, "--book", str(book)])
        assert said.exit_code == 1
        assert said.stdout == ""
        lines = [line for line in said.stderr.splitlines() if not line.startswith("    ")]
        assert lines == [
            "content/rules/purse.yaml:3:3 E102 ‘pursse’ is used by nothing, and ‘purse’, which is used 4 times, "
            "is undefined",
            "1 finding",
        ]
    assert snapshot(book) == before


def test_a_fault_that_no_number_hangs_on_is_told_too(book: Path) -> None:
    edit(book / "content" / "rules" / "purse.yaml", "hands * purse", "hands * purse\n  spare(n): n * prse")
    said = CliRunner().invoke(bind, ["--write", "--book", str(book)])
    assert said.exit_code == 1
    assert "E102 ‘spare’: there is no value ‘prse’" in said.stderr


def test_what_the_loader_passes_over_does_not_stand_in_the_way(book: Path) -> None:
    content = book / "content"
    (content / "gone.md").symlink_to(content / "nowhere")
    (content / "round").symlink_to(content / "round")
    (content / "up").symlink_to(book)
    (content / "notes").mkdir()
    (content / "notes" / "up").symlink_to(content)
    os.mkfifo(content / "pipe")
    os.mkfifo(content / "notes" / "pipe.md")
    (content / "chapters" / ".draft.md").symlink_to(content / "nowhere")
    (book / "loop").symlink_to(book / "loop")
    # A chapter that is a link is a file all the same, and what it leads to is written.
    crew = book / CREW
    crew.rename(book / "elsewhere.md")
    crew.symlink_to(book / "elsewhere.md")
    set_rule(book, "reach: 3″", "reach: 10″")
    plan = plan_rebinding(book)
    assert plan.findings == ()
    write_rebinding(plan)
    assert "[10″]{is=reach}" in (book / "elsewhere.md").read_text(encoding="utf-8")
    assert crew.is_symlink()


@pytest.mark.parametrize(
    ("old", "new", "written"),
    [
        ("luck: −1", "luck: 1", "[+1]{is=luck}"),
        ("part: 1/2", "part: 1/4", "[a quarter]{is=part}"),
        ("reach: 3″", "reach: 20000″", "[20,000″]{is=reach}"),
    ],
)
def test_a_number_stays_what_it_was(book: Path, old: str, new: str, written: str) -> None:
    set_rule(book, old, new)
    assert rebind(book).left == ()
    assert written in (book / CREW).read_text(encoding="utf-8")


def test_the_mark_of_a_fraction_is_not_lost(book: Path) -> None:
    edit(book / CREW, "It is so.\n", "It is [½″]{is=gap} wide.\n")
    rules = book / "content" / "rules" / "purse.yaml"
    edit(rules, "  reach: 3″\n", "  reach: 3″\n  gap: 1″/4\n")
    rebind(book)
    assert "It is [¼″]{is=gap} wide." in (book / CREW).read_text(encoding="utf-8")


def test_words_that_would_be_no_sound_book_do_not_stop_the_others(book: Path) -> None:
    set_rule(book, "bell: entry('catches', 'bell').name", "bell: '\"<b> bell\"'")
    set_rule(book, "reach: 3″", "reach: 10″")
    plan = rebind(book)
    assert [(s.written, s.reason) for s in plan.left] == [
        ("the drowned bell", "‘<b> bell’ would not be printed as it stands")
    ]
    assert "[10″]{is=reach}" in (book / CREW).read_text(encoding="utf-8")
