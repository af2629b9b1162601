"""The kinds of changes, as docs/printings.md lists them: each in play or not, by its name, and where it stands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.model import Book
from rulebook.printing.change import Change
from rulebook.printing.changes import changes_between
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit

Edit = tuple[str, str, str] | Callable[[Path], None]
Told = tuple[bool, str, str, str, str, str]

CREW, TIDE, WRECK, BEFORE = (
    f"content/chapters/{name}.md" for name in ("the-crew", "the-tide", "the-wreck", "before-the-tide")
)
GEAR, TABLES, CATCHES, WORDS = (f"content/data/{name}.yaml" for name in ("gear", "tables", "catches", "words"))
NERVE, CREW_RULES, BOOK = "content/rules/nerve.yaml", "content/rules/crew.yaml", "content/book.yaml"
ROSTERS = "content/rosters/crew.yaml"
PLAY, EDITORIAL = True, False


@pytest.fixture(scope="module")
def old() -> Book:
    return _loaded(TINY)


def _loaded(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    return loaded.book


def _changes(old: Book, folder: Path, *edits: Edit) -> tuple[Change, ...]:
    root = shutil.copytree(TINY, folder / "new")
    for one in edits:
        if callable(one):
            one(root)
        else:
            edit(root / one[0], one[1], one[2])
    return changes_between(old, _loaded(root))


def _told(changes: tuple[Change, ...]) -> list[Told]:
    return [(c.play, c.kind, c.what, c.about, c.old, c.new) for c in changes]


def _write(name: str, text: str) -> Callable[[Path], None]:
    def write(root: Path) -> None:
        (root / name).write_text(text, encoding="utf-8")

    return write


def _turned(name: str) -> Callable[[Path], None]:
    """Turn the order of a file's entries round."""

    def turn(root: Path) -> None:
        head, _, body = (root / name).read_text(encoding="utf-8").partition("entries:\n")
        entries = [f"  - id: {part}" for part in body.split("  - id: ")[1:]]
        (root / name).write_text(f"{head}entries:\n{''.join(reversed(entries))}", encoding="utf-8")

    return turn


SHORE = ("content/chapters/the-shore.md", "---\ntitle: The Shore\n---\nA Diver on the shore gains 3 shillings.\n")
HOLDS = "It holds what the table of [signals](#the-tide-signals) says."
EBB_AND_FLOOD = "the Ebb ends and the Flood begins"

# Sentences of chapters.
SENTENCES: dict[str, tuple[tuple[Edit, ...], list[Told]]] = {
    "names exchanged": (
        ((TIDE, EBB_AND_FLOOD, "the Flood ends and the Ebb begins"),),
        [
            (
                PLAY,
                "rule",
                "The Tide",
                "changed",
                f"The Referee turns the tide after six rounds: {EBB_AND_FLOOD}.",
                "The Referee turns the tide after six rounds: the Flood ends and the Ebb begins.",
            )
        ],
    ),
    "words exchanged, under its section": (
        ((TIDE, "one for the row and one for the column", "one for the column and one for the row"),),
        [
            (
                PLAY,
                "rule",
                "Signals",
                "changed",
                "Roll two D6, one for the row and one for the column.",
                "Roll two D6, one for the column and one for the row.",
            )
        ],
    ),
    "a plain verb": (
        ((CREW, "What is left stays ashore", "What is left goes aboard"),),
        [(PLAY, "rule", "The Crew", "reworded", "What is left stays ashore.", "What is left goes aboard.")],
    ),
    "punctuation, case and spelling": (
        ((CREW, "The others choose, one after another:", "the others choose one-after-another:"),),
        [
            (
                EDITORIAL,
                "rule",
                "The Crew",
                "changed",
                "The others choose, one after another:",
                "the others choose one-after-another:",
            )
        ],
    ),
    "a line broken elsewhere": ((((WRECK, "at the column of the tide.", "at the\ncolumn of the tide.")),), []),
    "a sentence bound": (((TIDE, "Roll two D6", "Roll [two]{is=pieces_carried} D6"),), []),
    "two sentences exchanged that lean on nothing": (
        (
            (
                BEFORE,
                "Two crews row out at the ebb, and row home before the flood.\nYou need two boats, some dice (D6 and a "
                "D20) and an hour.",
                "You need two boats, some dice (D6 and a D20) and an hour.\nTwo crews row out at the ebb, and row home "
                "before the flood.",
            ),
        ),
        [
            (
                EDITORIAL,
                "rule",
                "Before the Tide",
                "now in another order",
                "",
                "You need two boats, some dice (D6 and a D20) and an hour.",
            )
        ],
    ),
    "two sentences exchanged, one of which leans on the other": (
        (
            (
                CATCHES,
                f"      Take the crate into the boat.\n      {HOLDS}",
                f"      {HOLDS}\n      Take the crate into the boat.",
            ),
        ),
        [
            (
                PLAY,
                "row",
                "What the line brings up: A crate",
                "now in another order",
                "",
                "It holds what the table of signals says.",
            )
        ],
    ),
    "two steps exchanged": (
        (
            (CREW, "1. The Lead Diver chooses.\n", "1. What is left stays ashore.\n"),
            (CREW, "3. What is left stays ashore.", "3. The Lead Diver chooses."),
        ),
        [
            (PLAY, "rule", "The Crew", "now in another order", "", "The Lead Diver chooses."),
            (PLAY, "rule", "The Crew", "now in another order", "", "What is left stays ashore."),
        ],
    ),
    "a list that becomes one of steps": (
        (
            (BEFORE, "- The crews come", "1. The crews come"),
            (BEFORE, "- Then the wreck", "2. Then the wreck"),
            (BEFORE, "  Mind the bell", "   Mind the bell"),
            (BEFORE, "- The tide closes every game;", "3. The tide closes every game;"),
        ),
        [
            (
                PLAY,
                "rule",
                "Before the Tide",
                "now a step of a numbered list",
                "",
                "The crews come first (→ The Crew).",
            ),
            (
                PLAY,
                "rule",
                "Before the Tide",
                "now a step of a numbered list",
                "",
                "Then the wreck, in the Book of Salt.",
            ),
            (PLAY, "rule", "Before the Tide", "now a step of a numbered list", "", "Mind the bell."),
            (
                PLAY,
                "rule",
                "Before the Tide",
                "now a step of a numbered list",
                "",
                "The tide closes every game; the words explain the rest, and → Flood the end.",
            ),
        ],
    ),
    "a rule becomes a note": (
        (
            (
                WRECK,
                "Let down a line, roll, and read the table at the column of the tide.",
                "::: note\nLet down a line, roll, and read the table at the column of the tide.\n:::",
            ),
        ),
        [
            (
                PLAY,
                "note",
                "The Wreck",
                "no longer a rule: now an aside",
                "",
                "Let down a line, roll, and read the table at the column of the tide.",
            )
        ],
    ),
    "a note becomes a rule": (
        ((WRECK, "::: note\nOlder copies let the bell ring twice.\n:::", "Older copies let the bell ring twice."),),
        [
            (
                PLAY,
                "rule",
                "The bell",
                "now a rule: it was an aside",
                "",
                "Older copies let the bell ring twice.",
            )
        ],
    ),
    "a note": (
        ((WRECK, "let the bell ring twice", "let the bell ring thrice"),),
        [
            (
                EDITORIAL,
                "note",
                "The bell",
                "changed",
                "Older copies let the bell ring twice.",
                "Older copies let the bell ring thrice.",
            )
        ],
    ),
    "a note becomes an Example": (
        ((WRECK, "::: note\nOlder", "::: example\nOlder"),),
        [(EDITORIAL, "Example", "The bell", "now another kind of aside", "", "Older copies let the bell ring twice.")],
    ),
    "a chapter without rules": (
        (("content/chapters/the-colophon.md", "Set from plain text", "Set from YAML"),),
        [
            (
                EDITORIAL,
                "text",
                "The Colophon",
                "changed",
                "Set from plain text; the source of the letters is elsewhere.",
                "Set from YAML; the source of the letters is elsewhere.",
            )
        ],
    ),
    "a rule moved to another section": (
        (
            (CREW, "Whoever is Bright Eyed keeps watch meanwhile.\n", ""),
            (CREW, "## The lockers\n", "## The lockers\n\nWhoever is Bright Eyed keeps watch meanwhile.\n"),
        ),
        [
            (
                PLAY,
                "rule",
                "The lockers",
                "moved here from ‘Raising a stat’",
                "",
                "Whoever is Bright Eyed keeps watch meanwhile.",
            )
        ],
    ),
    "a rule moved to another chapter": (
        (
            (CREW, "Whoever is Bright Eyed keeps watch meanwhile.\n", ""),
            (TIDE, "\n## Signals", "\nWhoever is Bright Eyed keeps watch meanwhile.\n\n## Signals"),
        ),
        [
            (
                PLAY,
                "rule",
                "The Tide",
                "moved here from ‘The Crew’",
                "",
                "Whoever is Bright Eyed keeps watch meanwhile.",
            )
        ],
    ),
}

# Titles, chapters and the book.
TITLES: dict[str, tuple[tuple[Edit, ...], list[Told]]] = {
    "a heading": (
        ((TIDE, "## Signals", "## Flags"), (CATCHES, "table of [signals](#the-tide-signals) says", "table says")),
        [
            (
                PLAY,
                "row",
                "What the line brings up: A crate",
                "reworded",
                "It holds what the table of signals says.",
                "It holds what the table says.",
            ),
            (EDITORIAL, "section", "Flags", "renamed", "Signals", "Flags"),
        ],
    ),
    "a chapter’s title": (
        ((TIDE, "title: The Tide", "title: The Tides"),),
        [(EDITORIAL, "chapter", "The Tides", "renamed", "The Tide", "The Tides")],
    ),
    "a chapter in another book": (
        (
            (BOOK, "[the-crew, the-wreck]", "[the-crew]"),
            (BOOK, "[the-tide, the-words]", "[the-wreck, the-tide, the-words]"),
        ),
        [(EDITORIAL, "chapter", "The Wreck", "now in another book", "Book of Salt", "Book of Brine")],
    ),
    "chapters exchanged": (
        ((BOOK, "[the-crew, the-wreck]", "[the-wreck, the-crew]"),),
        [
            (EDITORIAL, "chapter", "The Wreck", "renumbered", "chapter 2", "chapter 1"),
            (EDITORIAL, "chapter", "The Crew", "renumbered", "chapter 1", "chapter 2"),
        ],
    ),
    "a chapter added": (
        ((BOOK, "[the-tide, the-words]", "[the-tide, the-words, the-shore]"), _write(*SHORE)),
        [(PLAY, "chapter", "The Shore", "added", "", "A Diver on the shore gains 3 shillings.")],
    ),
    "the book’s titles": (
        ((BOOK, "title: 'Tidewrack: Salvage'", "title: 'Tidewrack'"), (BOOK, "Rules for two", "The rules for two")),
        [
            (EDITORIAL, "title", "the book’s title", "changed", "Tidewrack: Salvage", "Tidewrack"),
            (
                EDITORIAL,
                "title",
                "the book’s subtitle",
                "changed",
                "Rules for two crews and one drowned street",
                "The rules for two crews and one drowned street",
            ),
        ],
    ),
    "a book’s title and a label": (
        ((BOOK, "title: Book of Brine", "title: Book of Foam"), (BOOK, "example: For instance", "example: Example")),
        [
            (EDITORIAL, "book", "Book of Foam", "renamed", "Book of Brine", "Book of Foam"),
            (EDITORIAL, "label", "For instance", "changed", "For instance", "Example"),
        ],
    ),
}

# Tables, and how entries are printed.
PRINTED: dict[str, tuple[tuple[Edit, ...], list[Told]]] = {
    "a column removed": (
        ((TABLES, "      - {head: Use, value: use}\n", ""),),
        [(PLAY, "table", "Stats", "has lost a column", "Use", "")],
    ),
    "a column that shows what another shows": (
        ((TABLES, "{head: Base, value: base, align: centre}", "{head: Base, value: use}"),),
        [(PLAY, "table", "Stats", "shows something else in the column ‘Base’", "base", "use")],
    ),
    "a column that shows what the next one shows": (
        ((TABLES, "value: cells.1}", "value: cells.2}"),),
        [(PLAY, "table", "What is in a crate", "shows something else in the column ‘2–3’", "cells 1", "cells 2")],
    ),
    "columns exchanged": (
        (
            (TABLES, "head: Ebb D6, value: rolls.ebb", "head: Ebb D6, value: rolls.none"),
            (TABLES, "head: Dark D6, value: rolls.dark", "head: Dark D6, value: rolls.ebb"),
            (TABLES, "value: rolls.none", "value: rolls.dark"),
        ),
        [
            (PLAY, "table", "What the line brings up", "shows something else in a column", "Ebb D6", "Dark D6"),
            (PLAY, "table", "What the line brings up", "shows something else in a column", "Dark D6", "Ebb D6"),
        ],
    ),
    "columns in another order": (
        (
            (
                TABLES,
                "      - {head: Base, value: base, align: centre}\n      - {head: Use, value: use}\n",
                "      - {head: Use, value: use}\n      - {head: Base, value: base, align: centre}\n",
            ),
        ),
        [(EDITORIAL, "table", "Stats", "has its columns in another order", "Stat, Base, Use", "Stat, Use, Base")],
    ),
    "a head": (
        ((TABLES, "{head: Base, value: base", "{head: Least, value: base"),),
        [(PLAY, "table", "Stats", "has other words over a column", "Base", "Least")],
    ),
    "which rows": (
        ((TABLES, "where: {sealed: 'true'}", "where: {sealed: 'false'}"),),
        [(PLAY, "table", "Gear that bears water", "has other rows", "Storm Lamp, Rope", "Boat-hook")],
    ),
    "a caption": (
        ((TABLES, "Gear that bears water", "Gear that bears the sea"),),
        [
            (
                EDITORIAL,
                "table",
                "Gear that bears the sea",
                "has another caption",
                "Gear that bears water",
                "Gear that bears the sea",
            )
        ],
    ),
    "rows in another order, found by name": (
        (_turned(GEAR),),
        [
            (
                EDITORIAL,
                "table",
                "Gear that bears water",
                "has its rows in another order",
                "Boat-hook, Storm Lamp, Rope",
                "Rope, Storm Lamp, Boat-hook",
            )
        ],
    ),
    "rows in another order, found by nothing": (
        (
            _turned("content/data/stats.yaml"),
            (TABLES, "{head: Stat, value: name, role: row-head}", "{head: Stat, value: name}"),
            # What a figure says below it is read with the rules.
            ("content/data/drawings.yaml", "Each line is as long", "Each line is long"),
        ),
        [
            (PLAY, "table", "Stats", "has its rows in another order", "Brawn, Breath, Nerve", "Nerve, Breath, Brawn"),
            (
                PLAY,
                "figure",
                "Soundings",
                "reworded",
                "Each line is as long as its stat is high.",
                "Each line is long as its stat is high.",
            ),
        ],
    ),
    "a table no longer placed": (
        ((CREW, "::: table sealed-gear\n:::\n\n", ""),),
        [(PLAY, "table", "Gear that bears water", "no longer printed", "Storm Lamp, Rope", "")],
    ),
    "entries no longer placed": (
        ((WRECK, "::: entries catches\n:::\n\n", ""),),
        [(PLAY, "entries", "The Wreck", "no longer printed", "Nothing, A crate, The drowned bell", "")],
    ),
    "entries printed twice": (
        ((CREW, "::: list lockers\n:::", "::: list lockers\n:::\n\n::: entries lockers\n:::"),),
        [(EDITORIAL, "entries", "The lockers", "now printed", "", "The dry locker, The wet locker")],
    ),
    "a part no longer printed": (
        ((BOOK, "    - {field: prize, lead: 'Prize:'}\n", ""),),
        [(PLAY, "entries", "Hauls", "no longer show a part", "Prize", "")],
    ),
    "a quotation no longer printed": (
        ((BOOK, "    - {field: saying, style: quote}\n", ""),),
        [(EDITORIAL, "entries", "The Wreck", "no longer show a part", "saying", "")],
    ),
    "a lead": (
        ((BOOK, "lead: 'Prize:'", "lead: 'Cost:'"),),
        [(PLAY, "entries", "Hauls", "have other words before a part", "Prize:", "Cost:")],
    ),
    "what is said in place of a figure": (
        (("content/data/drawings.yaml", "Lines hang from the water", "Lines hang from the sea"),),
        [
            (
                EDITORIAL,
                "figure",
                "Soundings",
                "changed",
                "Lines hang from the water, side by side: Brawn goes down 2, Breath 4 and Nerve 1.",
                "Lines hang from the sea, side by side: Brawn goes down 2, Breath 4 and Nerve 1.",
            )
        ],
    ),
    "a drawing": (
        (("figures/soundings.svg.j2", "{% set lines = 6 %}", "{% set lines = 7 %}"),),
        [(EDITORIAL, "figure", "Soundings", "drawn anew", "", "")],
    ),
}

# Data and rules.
DATA: dict[str, tuple[tuple[Edit, ...], list[Told]]] = {
    "a value": (
        ((GEAR, "cost: 9", "cost: 10"),),
        [(PLAY, "row", "Gear that bears water: Storm Lamp", "changed", "Cost 9", "Cost 10")],
    ),
    "what a thing has": (
        (("content/data/lockers.yaml", "[storm-lamp, rope]", "[rope]"),),
        [(PLAY, "entry", "The dry locker", "changed", "gear Storm Lamp, Rope", "gear Rope")],
    ),
    "where a term is at home": (
        ((WORDS, "home: [the-wreck]", "home: [the-wreck, the-tide]"),),
        [(EDITORIAL, "term", "Nerve", "changed", "see The Wreck", "see The Wreck, The Tide")],
    ),
    "forms and listing of a term": (
        ((WORDS, "forms: [Divers]", "forms: [Divers, Diving]"), (WORDS, "listed: Diver, Lead", "listed: Lead Diver")),
        [(EDITORIAL, "term", "Lead Diver", "changed", "listed as Diver, Lead", "listed as Lead Diver")],
    ),
    "a term’s name": (
        ((WORDS, "name: Referee\n", "name: Warden\n"), (TIDE, "The Referee", "The Warden")),
        [(PLAY, "term", "Warden", "renamed", "Referee", "Warden")],
    ),
    "a term’s id": (((WORDS, "id: referee", "id: warden"),), []),
    "a definition": (
        ((WORDS, "The Diver who goes down first.", "The Diver who goes down last."),),
        [
            (
                PLAY,
                "term",
                "Lead Diver",
                "redefined",
                "The Diver who goes down first.",
                "The Diver who goes down last.",
            )
        ],
    ),
    "ids exchanged, and a value changed": (
        (
            (GEAR, "id: rope", "id: none"),
            (GEAR, "id: boat-hook", "id: rope"),
            (GEAR, "id: none", "id: boat-hook"),
            (GEAR, "cost: 2", "cost: 3"),
            ("content/data/lockers.yaml", "[storm-lamp, rope]", "[storm-lamp, none]"),
            ("content/data/lockers.yaml", "[boat-hook]", "[rope]"),
            ("content/data/lockers.yaml", "[storm-lamp, none]", "[storm-lamp, boat-hook]"),
        ),
        [(PLAY, "row", "Gear that bears water: Rope", "changed", "Cost 2", "Cost 3")],
    ),
    "a term’s name that a thing bears too": (
        (
            (WORDS, "name: Nerve\n", "name: Courage\n"),
            ("content/data/stats.yaml", "name: Nerve\n", "name: Courage\n"),
            (CATCHES, "every Diver tests Nerve.", "every Diver tests Courage."),
            (CATCHES, "rings; test Nerve.", "rings; test Courage."),
            (WRECK, "she tests Nerve:", "she tests Courage:"),
            ("content/data/drawings.yaml", "and Nerve [1]", "and Courage [1]"),
        ),
        [(PLAY, "term", "Courage", "renamed", "Nerve", "Courage")],
    ),
    "forms of a term, where a formula has the word": (
        ((WORDS, "forms: [Divers]", "forms: [Divers, Diving]"), (CREW_RULES, "lead + 1", "lead + len(['forms'])")),
        [],
    ),
    "a value that an Example and a figure state": (
        (
            ("content/data/stats.yaml", "base: +1", "base: +2"),
            (WRECK, "Nerve: [1]", "Nerve: [2]"),
            (WRECK, '[5]{is="nerve_test', '[6]{is="nerve_test'),
            ("content/data/drawings.yaml", "Nerve [1]", "Nerve [2]"),
        ),
        [(PLAY, "row", "Stats: Nerve", "changed", "Base +1", "Base +2")],
    ),
    "what nobody reads": (
        (
            _write(
                "content/data/boats.yaml",
                "kind: stat\nentries:\n  - id: skiff\n    name: Skiff\n    base: 2\n    use: To row.\n",
            ),
        ),
        [],
    ),
    "a formula spelt otherwise": (
        (
            (
                NERVE,
                "nerve_test(die): number(entry('stats', 'nerve').base) + die",
                "nerve_test(d): d + (number(entry('stats', 'nerve').base))",
            ),
        ),
        [],
    ),
    "a formula of things, spelt otherwise": (
        (
            (CREW_RULES, "burden(gear): >-", "burden(carried): >-"),
            (CREW_RULES, "piece in gear if 'heavy' not in piece.", "one in carried if 'heavy' not in one."),
            (CREW_RULES, "len([piece for one", "len([one for one"),
            (CREW_RULES, "for piece in gear if 'heavy' in", "for piece in carried if 'heavy' in"),
        ),
        [],
    ),
    "a formula that gives the same": (
        ((NERVE, ".base) + die", ".base) + 2 × die - die"),),
        [],
    ),
    "a formula that gives something else for some": (
        ((NERVE, ".base) + die", ".base) + (die if die < 99 else 98)"),),
        [
            (
                PLAY,
                "number",
                "nerve_test",
                "changed",
                "number(entry('stats', 'nerve').base) + die",
                "number(entry('stats', 'nerve').base) + (die if die < 99 else 98)",
            )
        ],
    ),
    "a value that is reckoned": (((CREW_RULES, "shillings_of_each: 12", "shillings_of_each: 4 × 3"),), []),
    "a roster’s rule": (
        ((ROSTERS, "limit: shillings_of_each * len(divers)", "limit: shillings_of_each * len(divers) + 1"),),
        [
            (
                PLAY,
                "roster",
                "Crew: the limit",
                "changed",
                "shillings_of_each * len(divers)",
                "shillings_of_each * len(divers) + 1",
            )
        ],
    ),
    "a roster’s note becomes a rule": (
        ((ROSTERS, "    note: true\n", "    where: the-crew\n    says: What is left\n"),),
        [
            (
                PLAY,
                "roster",
                "Crew: the rule ‘dry’",
                "no longer a note: it makes a roster illegal",
                "",
                "(item), which (member) carries, is not sealed",
            )
        ],
    ),
    "a roster’s rule becomes a note": (
        ((ROSTERS, "  - id: hands\n    of: members\n", "  - id: hands\n    of: members\n    note: true\n"),),
        [
            (
                PLAY,
                "roster",
                "Crew: the rule ‘hands’",
                "now only a note",
                "",
                "(member) carries more than two pieces",
            )
        ],
    ),
    "how many a roster may have": (
        (("content/rosters/crew.json", '"maxItems": 20', '"maxItems": 3'),),
        [(PLAY, "roster", "Crew: the form of its file", "changed", "most divers 20", "most divers 3")],
    ),
    "what a roster must have": (
        (
            (
                "content/rosters/crew.json",
                '"required": [\n          "name"\n',
                '"required": [\n          "name", "gear"\n',
            ),
        ),
        [
            (
                PLAY,
                "roster",
                "Crew: the form of its file",
                "changed",
                "diver must have name",
                "diver must have gear, name",
            )
        ],
    ),
    "what the form of a roster is called": (
        (("content/rosters/crew.json", '"title": "A crew"', '"title": "The crew"'),),
        [],
    ),
}

WATCH = "Whoever is Bright Eyed keeps watch meanwhile.\n"

# What a reader of the old book does not see, and what is told once.
ONCE: dict[str, tuple[tuple[Edit, ...], tuple[Edit, ...], list[Told]]] = {
    "a chapter’s title that sentences show": (
        (),
        ((CREW, "title: The Crew", "title: The Boat"),),
        [(EDITORIAL, "chapter", "The Boat", "renamed", "The Crew", "The Boat")],
    ),
    "two chapters’ titles exchanged": (
        (),
        ((CREW, "title: The Crew", "title: The Tide"), (TIDE, "title: The Tide", "title: The Crew")),
        [
            (EDITORIAL, "chapter", "The Tide", "renamed", "The Crew", "The Tide"),
            (EDITORIAL, "chapter", "The Crew", "renamed", "The Tide", "The Crew"),
        ],
    ),
    "a section’s title that a sentence shows, and its id": (
        (),
        ((WRECK, "## Hauls", "## Prizes"), (CREW, "(#the-wreck-hauls)", "(#the-wreck-prizes)")),
        [(EDITORIAL, "section", "Prizes", "renamed", "Hauls", "Prizes")],
    ),
    "a sentence that changes with a title": (
        (),
        ((CREW, "title: The Crew", "title: The Boat"), (BEFORE, "The crews come first", "The crews come last")),
        [
            (
                PLAY,
                "rule",
                "Before the Tide",
                "changed",
                "The crews come first (→ The Crew).",
                "The crews come last (→ The Boat).",
            ),
            (EDITORIAL, "chapter", "The Boat", "renamed", "The Crew", "The Boat"),
        ],
    ),
    "a reference to another place of the same title": (
        (
            (WRECK, "## Hauls", "## Special"),
            (CREW, "#the-wreck-hauls", "#the-wreck-special"),
            (TIDE, "## Signals", "## Special"),
            (CATCHES, "the-tide-signals", "the-tide-special"),
        ),
        ((CREW, "#the-wreck-special", "#the-tide-special"),),
        [
            (
                PLAY,
                "rule",
                "Raising a stat",
                "now refers to another place of the same title",
                "",
                "A stat is raised by 1 for every haul brought home (see → Special and → Picture 1).",
            )
        ],
    ),
    "a rule moved out of a section that is renamed": (
        (),
        (
            (CREW, "### Raising a stat", "### Better stats"),
            (CREW, WATCH, ""),
            (CREW, "## The lockers\n", f"## The lockers\n\n{WATCH}"),
        ),
        [
            (EDITORIAL, "section", "Better stats", "renamed", "Raising a stat", "Better stats"),
            (PLAY, "rule", "The lockers", "moved here from ‘Raising a stat’", "", WATCH.strip()),
        ],
    ),
    "a rule moved to another chapter, and changed": (
        ((CREW, "keeps watch meanwhile.", "keeps watch for 3 rounds."),),
        (
            (CREW, "Whoever is Bright Eyed keeps watch for 3 rounds.\n", ""),
            (TIDE, "\n## Signals", "\nWhoever is Bright Eyed keeps watch for 4 rounds.\n\n## Signals"),
        ),
        [
            (
                PLAY,
                "rule",
                "The Tide",
                "moved here from ‘The Crew’, and changed",
                "Whoever is Bright Eyed keeps watch for 3 rounds.",
                "Whoever is Bright Eyed keeps watch for 4 rounds.",
            )
        ],
    ),
    "a sentence broken in two": (
        (),
        ((TIDE, "six rounds: the Ebb", "six rounds.\nThe Ebb"),),
        [
            (
                EDITORIAL,
                "rule",
                "The Tide",
                "changed",
                f"The Referee turns the tide after six rounds: {EBB_AND_FLOOD}.",
                "The Referee turns the tide after six rounds. The Ebb ends and the Flood begins.",
            )
        ],
    ),
    "the level of a heading": (
        (),
        ((CREW, "### Raising a stat", "## Raising a stat"),),
        [(EDITORIAL, "section", "Raising a stat", "now a section of its own", "", "")],
    ),
    "a row of the table that it stands in": (
        (),
        ((GEAR, "cost: 6", "cost: 7"),),
        [(PLAY, "row", "Choosing gear: Boat-hook", "changed", "Cost 6", "Cost 7")],
    ),
    "a row that its own values take into a table": (
        (),
        ((GEAR, "sealed: false", "sealed: true"),),
        [
            (PLAY, "row", "Choosing gear: Boat-hook", "changed", "sealed false", "sealed true"),
            (PLAY, "table", "Gear that bears water", "has more rows", "", "Boat-hook"),
        ],
    ),
    "a table in another chapter": (
        (),
        (
            (CREW, "::: table sealed-gear\n:::\n\n", ""),
            (WRECK, "## The bell\n", "::: table sealed-gear\n:::\n\n## The bell\n"),
        ),
        [(PLAY, "table", "Gear that bears water", "moved here from ‘The lockers’", "", "")],
    ),
    "a term under another heading": (
        (),
        ((WORDS, "abbreviation: N\n    group: people", "abbreviation: N\n    group: waters"),),
        [(PLAY, "entries", "Waters", "moved here from ‘People and stats’", "", "Nerve")],
    ),
    "a text no longer printed": (
        (),
        ((WRECK, "::: text catches id=bell\n:::\n\n", ""),),
        [
            (
                PLAY,
                "text",
                "The bell",
                "no longer printed",
                "The bell rings. From now on every Diver tests Nerve.",
                "",
            )
        ],
    ),
    "what nothing prints": (
        ((TABLES, "      - {head: Use, value: use}\n", ""),),
        (("content/data/stats.yaml", "use: Turns below water.", "use: Turns under water."),),
        [],
    ),
}


@pytest.mark.parametrize("name", ONCE)
def test_what_a_reader_does_not_see_is_not_told(name: str, tmp_path: Path) -> None:
    first, edits, told = ONCE[name]
    root = shutil.copytree(TINY, tmp_path / "old")
    for one in first:
        assert not callable(one)
        edit(root / one[0], one[1], one[2])
    old = _loaded(root)
    for two in edits:
        assert not callable(two)
        edit(root / two[0], two[1], two[2])
    assert _told(changes_between(old, _loaded(root))) == told


def test_templates_are_told_by_their_words_and_what_they_make(tmp_path: Path) -> None:
    root = shutil.copytree(TINY, tmp_path / "old")
    shutil.copytree(REPOSITORY / "templates", root / "templates")
    before = _loaded(root)
    new = shutil.copytree(root, tmp_path / "new")
    edit(new / "templates/errata/errata.html.j2", '"Elsewhere"', '"Other places"')
    edit(new / "templates/book/book.html.j2", "<head>", "{# Nobody reads this. #}\n<head>")
    with (new / "templates/figure/marks.svg.j2").open("a", encoding="utf-8") as marks:
        marks.write("{% set more = 1 %}\n")
    assert _told(changes_between(before, _loaded(new))) == [
        (
            EDITORIAL,
            "template",
            "templates/errata/errata.html.j2 (the errata sheet)",
            "has other words",
            "Elsewhere",
            "Other places",
        ),
        (EDITORIAL, "template", "templates/figure/marks.svg.j2 (the book)", "changed", "", ""),
    ]


@pytest.mark.parametrize("name", SENTENCES)
def test_sentences(name: str, old: Book, tmp_path: Path) -> None:
    edits, told = SENTENCES[name]
    assert _told(_changes(old, tmp_path, *edits)) == told


def test_what_has_moved_is_found_where_it_stood(old: Book, tmp_path: Path) -> None:
    for number, name in enumerate(("a rule moved to another section", "a rule moved to another chapter")):
        (change,) = _changes(old, tmp_path / str(number), *SENTENCES[name][0])
        assert (change.anchor, change.section) == ("the-crew-raising-a-stat", "the-crew-raising-a-stat")
    assert (change.chapter, change.under) == ("the-tide", "The Tide")


@pytest.mark.parametrize("name", TITLES)
def test_titles(name: str, old: Book, tmp_path: Path) -> None:
    edits, told = TITLES[name]
    assert _told(_changes(old, tmp_path, *edits)) == told


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed(name: str, old: Book, tmp_path: Path) -> None:
    edits, told = PRINTED[name]
    assert _told(_changes(old, tmp_path, *edits)) == told


@pytest.mark.parametrize("name", DATA)
def test_data_and_rules(name: str, old: Book, tmp_path: Path) -> None:
    edits, told = DATA[name]
    assert _told(_changes(old, tmp_path, *edits)) == told


def test_what_a_formula_reads_is_the_cause_of_what_it_gives(tmp_path: Path) -> None:
    root = shutil.copytree(TINY, tmp_path / "old")
    edit(root / WRECK, "[1]{is=\"entry('stats', 'nerve').base\"}", "1")
    old = _loaded(root)
    edit(root / WRECK, '[5]{is="nerve_test', '[6]{is="nerve_test')
    edit(root / "content/data/stats.yaml", "base: +1", "base: +2")
    edit(root / "content/data/drawings.yaml", "Nerve [1]", "Nerve [2]")
    (change,) = changes_between(old, _loaded(root))
    assert (change.what, change.old, change.new) == ("Stats: Nerve", "Base +1", "Base +2")
    assert "The drowned bell rings, so she tests Nerve: 1 and the die’s 4 make 6." in [new for _, new in change.said]


def test_what_a_printed_thing_names_is_part_of_play(tmp_path: Path) -> None:
    root = shutil.copytree(TINY, tmp_path / "old")
    boats = "kind: stat\nentries:\n  - id: skiff\n    name: Skiff\n    base: 2\n    use: To row.\n"
    (root / "content/data/boats.yaml").write_text(boats, encoding="utf-8")
    told = []
    for allowed, locker in (('"gear"', "[boat-hook]"), ('"gear", "boats"', "[boat-hook, skiff]")):
        if locker != "[boat-hook]":
            edit(root / "content/schemas/locker.json", '          "gear"\n', f"          {allowed}\n")
            edit(root / "content/data/lockers.yaml", "[boat-hook]", locker)
        old = _loaded(root)
        edit(root / "content/data/boats.yaml", "base: 2", "base: 3")
        told += _told(changes_between(old, _loaded(root)))
        edit(root / "content/data/boats.yaml", "base: 3", "base: 2")
    # Nobody has seen it before.
    assert told == [(PLAY, "entry", "Skiff", "changed", "base 2", "base 3")]


def _indexed(root: Path, index: str, back: str = "the-colophon, thanks") -> Book:
    """The tiny book with an index, and a chapter more at its end."""
    edit(root / BOOK, "back: [the-colophon]", f"index: {index}\nback: [{back}]")
    (root / "content/chapters/thanks.md").write_text("---\ntitle: Thanks\n---\nTo the crew.\n", encoding="utf-8")
    return _loaded(root)


SHORT = "{title: Index, of: [{set: words}]}"


@pytest.mark.parametrize(
    ("index", "back", "told"),
    [
        (SHORT, "the-colophon, thanks", []),
        (SHORT, "thanks, the-colophon", [("chapter", "Thanks", "now in another place", "", "")]),
        (
            "{title: Names, of: [{set: words}]}",
            "the-colophon, thanks",
            [("index", "Names", "renamed", "Index", "Names")],
        ),
        (
            "{title: Index, of: [{set: words}], words: [{word: drowning, at: [the-tide]}]}",
            "the-colophon, thanks",
            [("index", "Index", "lists more", "", "drowning")],
        ),
        ("{title: Index, of: [{kind: figure}]}", "the-colophon, thanks", None),
        (
            "{title: Index, articles: [Le], of: [{set: words}]}",
            "the-colophon, thanks",
            [("index", "Index", "changed", "", "")],
        ),
    ],
)
def test_the_index_and_the_order_of_chapters_without_numbers(
    index: str, back: str, told: list[tuple[str, ...]] | None, tmp_path: Path
) -> None:
    old = _indexed(Path(shutil.copytree(TINY, tmp_path / "old")), SHORT)
    new = _indexed(Path(shutil.copytree(TINY, tmp_path / "new")), index, back)
    found = _told(changes_between(old, new))
    if told is not None:
        assert found == [(EDITORIAL, *one) for one in told]
        return
    ((play, kind, what, about, was, now),) = found
    assert (play, kind, what, about) == (EDITORIAL, "index", "Index", "lists other names")
    assert was
    assert now


def test_what_comes_into_the_index_by_itself_is_told_of_itself(tmp_path: Path) -> None:
    index = "{title: Index, of: [{kind: heading}]}"
    old = _indexed(Path(shutil.copytree(TINY, tmp_path / "old")), index)
    root = Path(shutil.copytree(TINY, tmp_path / "new"))
    edit(root / TIDE, "title: The Tide", "title: The Tides")
    assert [one[1] for one in _told(changes_between(old, _indexed(root, index)))] == ["chapter"]
