"""The list of changes: each once, of the right kind, in play or not, with the reader's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.load import load_book
from rulebook.printing.as_read import marks_that_differ, unmarked
from rulebook.printing.change import Change
from rulebook.printing.changes import changes_between
from rulebook.printing.ids import ids_of
from rulebook.printing.record import FrozenProduct, Printing, record_text
from rulebook.printing.since import printed_book, working_copy
from rulebook.printing.words import Weight, marked, weight
from rulebook.source import Position
from rulebook.verbs.changes import changes
from rulebook.verbs.group import run
from tests.edit.bound_tiny import bind_tiny, set_rule
from tests.editing import edit
from tests.printing.frozen_tiny import commit, git, repository


def _set_aside(root: Path, version: str = "1.0") -> Printing:
    """Write the record of a printing of what is committed, without setting it: every id stands on page 7."""
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    book = loaded.book
    names = [e.anchor for s in book.sets.values() for e in s.entries]
    names += [i.id for i in ids_of(book, {})]
    printing = Printing(
        version=version,
        date="2026-12-02",
        record=book.metadata.record,
        revision=git(root, "rev-parse", "HEAD"),
        products=(FrozenProduct("book", "book.pdf", 7, "0" * 64),),
        counts={},
        locked=(),
        built_with=(),
        ids=ids_of(book, dict.fromkeys(names, "7")),
        files=(),
        position=Position(""),
    )
    path = root / "content" / "printings" / f"{version}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(record_text(printing), encoding="utf-8")
    commit(root)
    return printing


@pytest.fixture
def book(tmp_path: Path) -> Path:
    root = repository(tmp_path / "tiny")
    bind_tiny(root)
    commit(root)
    _set_aside(root)
    return root


def _changes(root: Path) -> tuple[Change, ...]:
    new = working_copy(root)
    with printed_book(root, new.printings[0]) as old:
        return changes_between(old, new)


def _value(root: Path) -> None:
    set_rule(root, "purse: 12", "purse: 13")
    crew = root / "content" / "chapters" / "the-crew.md"
    edit(
        crew,
        "[12]{is=purse} shillings, so **[Twelve]{is=purse}**",
        "[13]{is=purse} shillings, so **[Thirteen]{is=purse}**",
    )
    edit(crew, "[24]{is=double}", "[26]{is=double}")
    edit(crew, '[36]{is="wages(hands)"}', '[39]{is="wages(hands)"}')


def _sentence(root: Path) -> None:
    edit(
        root / "content" / "chapters" / "the-crew.md",
        "What is left stays ashore.",
        "What is left stays behind on the shore.",
    )


def _term(root: Path) -> None:
    edit(root / "content" / "data" / "words.yaml", "name: Nerve\n", "name: Courage\n")
    edit(root / "content" / "data" / "words.yaml", "abbreviation: N\n", "abbreviation: N\n")
    chapter = root / "content" / "chapters" / "the-wreck.md"
    edit(chapter, "she tests Nerve:", "she tests Courage:")


def _row(root: Path) -> None:
    edit(root / "content" / "data" / "gear.yaml", "    cost: 2\n", "    cost: 3\n")


def test_nothing_changed_is_said(book: Path) -> None:
    assert _changes(book) == ()
    done = CliRunner().invoke(changes, ["--from", "1.0", "--no-pages", "--book", str(book)])
    assert done.exit_code == 0, done.output
    assert "No rule and no text has changed." in done.output


def test_four_changes_are_four(book: Path) -> None:
    for change in (_value, _sentence, _term, _row):
        change(book)
    found = _changes(book)
    told = {(c.kind, c.what, c.old, c.new, c.play, c.chapter) for c in found}
    assert told == {
        ("number", "purse", "12", "13", True, "the-crew"),
        (
            "rule",
            "The Crew",
            "What is left stays ashore.",
            "What is left stays behind on the shore.",
            True,
            "the-crew",
        ),
        ("term", "Courage", "Nerve", "Courage", True, "the-words"),
        ("row", "Gear that bears water: Rope", "Cost 2", "Cost 3", True, "the-crew"),
    }
    said = {c.what: [new for _, new in c.said] for c in found}
    assert any("Thirteen" in sentence for sentence in said["purse"])
    assert any("39" in sentence for sentence in said["purse"])
    assert any("she tests Courage:" in sentence for sentence in said["Courage"])


def test_a_sentence_that_is_written_anew_is_one_change(book: Path) -> None:
    edit(book / "content" / "chapters" / "the-crew.md", "What is left stays ashore.", "They leave the rest behind.")
    (change,) = _changes(book)
    assert (change.about, change.old, change.new) == (
        "reworded",
        "What is left stays ashore.",
        "They leave the rest behind.",
    )


def test_one_sentence_in_the_place_of_two_is_none_of_them(book: Path) -> None:
    crew = book / "content" / "chapters" / "the-crew.md"
    edit(crew, "What is left stays ashore.", "What is left stays ashore.\n   Nobody weighs it twice.")
    commit(book)
    _set_aside(book, "1.1")
    edit(crew, "What is left stays ashore.\n   Nobody weighs it twice.", "They take all of that home.")
    new = working_copy(book)
    with printed_book(book, new.printings[1]) as old:
        assert sorted(change.about for change in changes_between(old, new)) == ["added", "removed", "removed"]


def test_the_short_form_of_what_has_changed_is_no_change_of_its_own(book: Path) -> None:
    catches = book / "content" / "data" / "catches.yaml"
    edit(catches, "From now on every Diver tests Nerve.", "From now on no Diver tests Nerve.")
    edit(catches, "short: The bell rings; test Nerve.", "short: The bell rings; test no Nerve.")
    (change,) = _changes(book)
    assert (change.kind, change.what, change.play) == ("row", "What the line brings up: The drowned bell", True)
    assert (change.old, change.new) == ("From now on every Diver tests Nerve.", "From now on no Diver tests Nerve.")
    assert change.said == [("The bell rings; test Nerve.", "The bell rings; test no Nerve.")]


def test_a_short_form_that_changes_alone_is_a_change(book: Path) -> None:
    edit(book / "content" / "data" / "catches.yaml", "short: The bell rings; test Nerve.", "short: Test Nerve.")
    (change,) = _changes(book)
    assert (change.old, change.new) == ("The bell rings; test Nerve.", "Test Nerve.")


def test_a_row_without_a_name_is_found_by_its_roll_and_what_it_stands_under(book: Path) -> None:
    edit(book / "content" / "data" / "signals.yaml", "[tar, letters,", "[tar, lenses,")
    (change,) = _changes(book)
    assert (change.what, change.old, change.new) == ("What is in a crate: 2D6 3–4", "2–3 letters", "2–3 lenses")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "They climb ([the rope](#gear:rope)).",
            "They climb ([the rope](#gear:line)).",
            "‘the rope’ now leads elsewhere",
        ),
        (
            "See [it](https://example.org/a).",
            "See [it](https://example.org/b).",
            "‘it’ now leads to https://example.org/b",
        ),
        ("Use [the rope](#gear:rope).", "Use the rope.", "‘the rope’ no longer a link"),
        ("Use the rope.", "Use [the rope](#gear:rope).", "‘the rope’ now a link"),
        (
            "They *may* **not** rest.",
            "They **may** not rest.",
            "‘may’ now in bold; ‘may’ no longer in italics; ‘not’ no longer in bold",
        ),
        ("They *may* rest.", "They _may_ rest.", ""),
        ("They **may** rest.", "They **must** rest.", ""),
    ],
)
def test_marks_that_differ_are_told_in_words(old: str, new: str, told: str) -> None:
    assert marks_that_differ(old, new) == told


def test_a_sentence_is_read_without_marks() -> None:
    assert unmarked("They climb 3″ ([the **rope**](#gear:rope)).") == "They climb 3″ (the rope)."
    assert unmarked(r"A 2\*3 *test*.") == "A 2*3 test."
    # A mark that spans two sentences is in neither.
    assert unmarked("**They climb.") == "They climb."


def test_the_list_gives_the_readers_own_pages(book: Path) -> None:
    _sentence(book)
    _row(book)
    done = CliRunner().invoke(changes, ["--from", "1.0", "--no-pages", "--book", str(book)])
    assert done.exit_code == 0, done.output
    play, _, editorial = done.output.partition("## Editorial")
    assert "- row **Gear that bears water: Rope** changed (p. 7)" in play
    assert "~~2~~" in play
    assert "**3**" in play
    assert "- rule in **The Crew** reworded (p. 7)" in play
    assert "~~ashore.~~" in play
    assert "**behind on the shore.**" in play
    assert "judge for yourself" in play
    assert not editorial


@pytest.mark.parametrize(
    ("old", "new", "weighs"),
    [
        ("A crew of three may go down.", "A crew of three must go down.", Weight.SURE),
        ("A crew of three may go down.", "A crew of 4 may go down.", Weight.SURE),
        ("A crew of three may go down.", "A crew of 3 may go down.", Weight.NONE),
        ("They test Nerve.", "They test Might.", Weight.SURE),
        ("The Ebb ends and the Flood begins.", "The Flood ends and the Ebb begins.", Weight.SURE),
        ("One for the row, one for the column.", "One for the column, one for the row.", Weight.SURE),
        ("They lose −1.", "They lose 1.", Weight.SURE),
        ("On 4+ it rings.", "On 4 it rings.", Weight.SURE),
        ("✓", "✗", Weight.SURE),
        ("On 9–10 it rings.", "On 9, 10 it rings.", Weight.SURE),
        ("On 9–10 it rings.", "On 9 to 10 it rings.", Weight.NONE),
        ("On 9–10 it rings.", "On nine to ten it rings.", Weight.NONE),
        ("On 9, 10 it rings.", "On 9 10 it rings.", Weight.SURE),
        ("On 9–10 it rings.", "On 9/10 it rings.", Weight.SURE),
        ("On 9–10 it rings.", "On 9−10 it rings.", Weight.SURE),
        ("They roll 2 × 3.", "They roll 2 + 3.", Weight.SURE),
        ("They climb 3″–5″.", "They climb 3″, 5″.", Weight.SURE),
        ("They climb 3″–5″.", "They climb 3″ to 5″.", Weight.NONE),
        ("A D6–D8 is rolled.", "A D6, D8 is rolled.", Weight.SURE),
        ("In round 3, they rest.", "In round 3 they rest.", Weight.NONE),
        ("A few Divers may rest.", "Few Divers may rest.", Weight.SURE),
        ("They have a little air.", "They have little air.", Weight.SURE),
        ("The few Divers rest.", "A few Divers rest.", Weight.SURE),
        ("A number of Divers rest.", "The number of Divers rests.", Weight.SURE),
        ("A hundred rest.", "Hundred rest.", Weight.SURE),
        ("They call it ‘the bell’.", "They call it “the bell”.", Weight.NONE),
        ("At < 4 it rings.", "At > 4 it rings.", Weight.SURE),
        ("The closest Diver goes.", "The other Diver goes.", Weight.SURE),
        ("They rest at the quay.", "They rest on the quay.", Weight.SURE),
        ("The line is let down.", "The rope is let down.", Weight.DOUBTFUL),
        ("What is left stays ashore.", "What is left goes aboard.", Weight.DOUBTFUL),
        ("A crew goes down.", "The crew goes down.", Weight.DOUBTFUL),
        ("The Divers’ gear is wet.", "The Diver’s gear is wet.", Weight.SURE),
        ("They rest, then they go.", "They rest; then they go.", Weight.NONE),
        ("They choose, one after another.", "They choose **one-after-another**!", Weight.NONE),
        ("The colour of the harbour; realise it.", "The color of the harbor: realize it.", Weight.NONE),
        ("They can’t rest in [the boat](#a).", "They cannot rest in [the boat](#b).", Weight.NONE),
        ("On 9–10 it rings.", "On 9-10, it rings.", Weight.NONE),
        ("It is in harbour.", "It is in the harbour.", Weight.NONE),
    ],
)
def test_what_may_change_play(old: str, new: str, weighs: Weight) -> None:
    assert weight(old, new) is weighs
    assert weight(new, old) is weighs


def test_each_change_has_its_page_and_what_it_stands_under(book: Path) -> None:
    edit(book / "content" / "data" / "tables.yaml", "      - {head: Use, value: use}\n", "")
    edit(book / "content" / "chapters" / "the-tide.md", "Roll two D6,", "Throw two D6,")
    edit(book / "content" / "book.yaml", "title: Book of Brine", "title: Book of Foam")
    done = CliRunner().invoke(changes, ["--from", "1.0", "--no-pages", "--book", str(book)])
    assert done.exit_code == 0, done.output
    assert "### The Crew\n\n- table **Stats** has lost a column (p. 7)\n  - was: Use\n" in done.output
    assert "### The Tide\n\n- rule in **Signals** reworded (p. 7)\n" in done.output
    assert "### Outside the chapters\n\n- book **Book of Foam** renamed\n" in done.output


def test_what_is_gone_stands_under_the_title_of_its_chapter(book: Path) -> None:
    edit(book / "content" / "book.yaml", "[the-tide, the-words]", "[the-words]")
    for path in (book / "content" / "data" / "words.yaml", book / "content" / "data" / "catches.yaml"):
        text = path.read_text(encoding="utf-8").replace("home: [the-tide]", "home: [the-wreck]")
        path.write_text(text.replace("[signals](#the-tide-signals)", "signals"), encoding="utf-8")
    (book / "content" / "chapters" / "the-tide.md").unlink()
    done = CliRunner().invoke(changes, ["--from", "1.0", "--no-pages", "--book", str(book)])
    assert done.exit_code == 0, done.output
    _, _, gone = done.output.partition("### The Tide\n")
    assert "- chapter **The Tide** removed (p. 7)\n" in gone.partition("\n### ")[0]


def test_an_editor_judges_what_is_reworded_and_nothing_else(book: Path) -> None:
    _sentence(book)
    _row(book)
    options = ["--from", "1.0", "--no-pages", "--book", str(book)]
    done = CliRunner().invoke(changes, [*options, "--editorial", "behind on the shore"])
    assert done.exit_code == 0, done.output
    play, _, editorial = done.output.partition("## Editorial")
    assert "Rope" in play
    assert "reworded" not in play.lower()
    assert "- rule in **The Crew** reworded (p. 7)" in editorial
    for words in ("Cost 3", "no such words"):
        refused = CliRunner().invoke(changes, [*options, "--editorial", words])
        assert refused.exit_code == 1
        assert f"in its old or its new sentence: ‘{words}’" in refused.output


def test_words_are_marked() -> None:
    assert marked("a b c", "a x c d", ("<", ">"), ("[", "]")) == ("a <b> c", "a [x] c [d]")


def test_a_printing_that_is_not_frozen_is_said(book: Path) -> None:
    done = CliRunner().invoke(changes, ["--from", "0.9", "--book", str(book)])
    assert done.exit_code == 1
    assert "0.9 is not frozen; there is 1.0" in done.output


def test_words_that_are_set_otherwise_are_said_to_be(book: Path) -> None:
    wreck = book / "content" / "chapters" / "the-wreck.md"
    edit(wreck, "and read the table at", "and *read* the table at")
    done = CliRunner().invoke(changes, ["--from", "1.0", "--no-pages", "--book", str(book)])
    assert done.exit_code == 0, done.output
    said = "Let down a line, roll, and read the table at the column of the tide."
    assert (
        f"## Editorial\n\n### The Wreck\n\n- rule in **The Wreck** ‘read’ now in italics (p. 7)\n  - now: {said}\n"
        in done.output
    )


def test_a_working_copy_that_cannot_be_read_is_a_finding(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(book / "content" / "data" / "gear.yaml", "cost: 6", "cost: [")
    monkeypatch.setattr("sys.argv", ["rulebook", "changes", "--from", "1.0", "--no-pages", "--book", str(book)])
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(run())
    assert ended.value.code == 1
