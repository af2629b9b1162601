"""The errors of the record from which the book was written, put back one at a time: each is found by its check.

The checks that find them know none of them: no word of an error stands in their source.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import pytest

import rulebook.check.statements
from rulebook.check.registry import check_of
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.model import Book, Column, Entry, Number, Record, Table, Value, Word
from tests.conftest import REPOSITORY
from tests.editing import edit


@dataclass(frozen=True, slots=True)
class Slip:
    """An error: the change that puts it back, the code that finds it, and the words that its check must not know."""

    name: str
    code: str
    file: str
    old: str
    new: str
    words: tuple[str, ...]


NAMING = "chapters/naming-the-oathband.md"
AFTER = "chapters/after-the-trial.md"
STATUSES = "data/statuses.yaml"
BLESSINGS = "data/blessings.yaml"
SITUATIONS = "data/situations.yaml"
TERMS = "data/core-terms.yaml"
CROSSING = "chapters/the-crossing.md"

SLIPS = (
    # A name that the tables do not give, bound or not.
    Slip("a name", "E101", NAMING, "[Ember]", "[Flint]", ("Flint", "Ember", "sworn")),
    Slip("a name, unbound", "G105", NAMING, " or [Cold]", ", Flint-sworn or [Cold]", ("Flint", "sworn")),
    # 80 Supplies, with one Waymark: no rule adds anything for the first.
    Slip("an Example", "E101", AFTER, "[two]{let=searched}", "[one]{let=searched}", ("Supplies", "Waymark", "Vigil")),
    Slip("a count of terms", "E101", "data/term-groups.yaml", "[five]", "[four]", ("campaign",)),
    Slip(
        "a count of Trials",
        "E101",
        "chapters/introduction.md",
        "[four]{is=\"count('trials')\"}",
        "[three]{is=\"count('trials')\"}",
        ("trials",),
    ),
    # One thing under two names.
    Slip(
        "Knock Down",
        "G104",
        "chapters/equipment.md",
        "Armour protects",
        "Knock Down needs Harm.\nArmour protects",
        ("Knock",),
    ),
    Slip("rivals", "G104", "chapters/close-combat.md", "any Foe is within", "any rival is within", ("rival", "Foe")),
    Slip(
        "an enemy",
        "G104",
        SITUATIONS,
        "more than [2″]{is=high_ground_height} above their Foe",
        "more than [2″]{is=high_ground_height} above their enemy",
        ("enem",),
    ),
    Slip(
        "an opponent",
        "G104",
        "chapters/close-combat.md",
        "themselves or their Foe",
        "themselves or their opponent",
        ("opponent",),
    ),
    Slip(
        "direct damage",
        "G104",
        "chapters/the-ground-itself.md",
        "against their will, takes Harm equal",
        "against their will, takes direct damage equal",
        ("direct damage", "Harm"),
    ),
    Slip(
        "examined",
        "G104",
        CROSSING,
        "Place Waymarks by",
        "A Waymark can be examined.\nPlace Waymarks by",
        ("examin", "Waymark"),
    ),
    Slip(
        "investigated",
        "G104",
        "chapters/the-vigil.md",
        "Place Waymarks by",
        "A Waymark can be investigated.\nPlace Waymarks by",
        ("investigat",),
    ),
    Slip("unique Vows", "G104", AFTER, "different Vows fulfilled", "Unique Vows fulfilled", ("unique vow",)),
    # A text that was lost.
    Slip(
        "no Outcomes",
        "S102",
        "chapters/the-reckoning.md",
        "In the Aftermath, roll for Battlefield Finds: at Advantage if the Major Trial was completed, otherwise at "
        "Disadvantage.\nA completed Minor Trial adds [+2]{is=minor_trial_bonus}.\n",
        "",
        ("Reckoning", "Trial"),
    ),
    # The short form and the glossary against the chapter.
    Slip(
        "below 0",
        "N105",
        STATUSES,
        "'Endurance [0]{is=out_of_action_at} or less;",
        "'Endurance below [0]{is=out_of_action_at};",
        ("Endurance", "Action"),
    ),
    Slip(
        "below 0, by its letter",
        "N105",
        STATUSES,
        "'Endurance [0]{is=out_of_action_at} or less;",
        "'E below [0]{is=out_of_action_at};",
        ("Endurance", "Action"),
    ),
    Slip(
        "below 0, in the chapter",
        "N105",
        STATUSES,
        "falls to [0]{is=out_of_action_at} or less",
        "falls below [0]{is=out_of_action_at}",
        ("Endurance", "Action"),
    ),
    Slip(
        "the second result",
        "N101",
        BLESSINGS,
        "any single die; keep the result you prefer",
        "any single die; accept the second result",
        ("accept", "reroll"),
    ),
    Slip(
        "accept 2nd",
        "N101",
        BLESSINGS,
        "any single die; keep the result you prefer",
        "any single die; accept 2nd",
        ("accept", "reroll"),
    ),
    Slip(
        "choose 3",
        "N105",
        TERMS,
        "then spent; before a Trial, choose [3]{is=blessings_chosen} at most",
        "then spent; before a Trial, choose [3]{is=blessings_chosen}",
        ("choose", "Blessing"),
    ),
    Slip(
        "choose 3, in the chapter",
        "N105",
        "chapters/blessings.md",
        "choose up to [3]",
        "choose [3]",
        ("choose", "Blessing"),
    ),
    Slip(
        "choose exactly 3",
        "N105",
        TERMS,
        "then spent; before a Trial, choose [3]{is=blessings_chosen} at most",
        "then spent; before a Trial, choose exactly [3]{is=blessings_chosen}",
        ("choose", "Blessing"),
    ),
    Slip(
        "per Move, beside the number",
        "N106",
        SITUATIONS,
        "condition: 'Firer has moved this Turn; target has moved this Turn'",
        "condition: 'Fire (per Move by firer or target)'",
        ("per Move", "Aim", "firer"),
    ),
    Slip(
        "for each Move, before the number",
        "N106",
        SITUATIONS,
        "condition: 'Firer has moved this Turn; target has moved this Turn'",
        "condition: For each Move by firer or target",
        ("per Move", "Aim", "firer"),
    ),
    Slip(
        "per Move",
        "N106",
        SITUATIONS,
        "[−1]{is=moving_firer_aim} Aim each, at most",
        "[−1]{is=moving_firer_aim} Aim per Move, at most",
        ("per Move", "Aim", "firer"),
    ),
    Slip(
        "per Move, in the text",
        "N106",
        SITUATIONS,
        "[−1]{is=moving_firer_aim} Aim for having moved",
        "[−1]{is=moving_firer_aim} Aim per Move",
        ("per Move", "Aim", "firer"),
    ),
    Slip(
        "lose −1",
        "N102",
        "data/weather.yaml",
        "[−1]{is=close_heat_pace} Pace.",
        "lose [−1]{is=close_heat_pace} Pace.",
        ("Pace", "Heat"),
    ),
    # Titles and names in other forms.
    Slip(
        "a comma in a title",
        "X102",
        CROSSING,
        "the Sight, Shroud & Light tables",
        "the Sight, Shroud, and Light tables",
        ("Shroud",),
    ),
    Slip(
        "and for &",
        "X102",
        CROSSING,
        "the Sight, Shroud & Light tables",
        "the Sight, Shroud and Light tables",
        ("Shroud",),
    ),
    Slip("Oath Token", "X102", "chapters/the-first-road-oathband.md", "The Oath token", "The Oath Token", ("Oath",)),
    Slip(
        "Line of Sight",
        "X102",
        "data/deeds.yaml",
        "of a Foe’s line of sight.",
        "of a Foe’s Line of Sight.",
        ("line of sight",),
    ),
    Slip(
        "a typed reference",
        "X101",
        CROSSING,
        "Place Waymarks by",
        "(See Mark the Season.)\nPlace Waymarks by",
        ("season",),
    ),
)

# What the loader finds: data that names no Lore, or gives it what it does not take.
LORE_SLIPS = (
    (
        "data/melee-weapons.yaml",
        "      - worn\n      - damage: −1\n",
        "      - knock-down: 3\n",
        "‘knock-down’ is no id of",
        "knockdown",
    ),
    (
        "data/melee-weapons.yaml",
        "      - worn\n      - damage: −1\n",
        "      - worn\n      - damage\n",
        "takes a value (X) and is given none",
        "",
    ),
    (
        "data/items.yaml",
        "    name: Shield\n    lore:\n      - ward: +1\n      - off-hand\n",
        "    name: Shield\n    lore:\n      - ward: +1\n      - off-hand: 2\n",
        "takes no value and is given ‘2’",
        "",
    ),
    ("data/armour.yaml", "      - ward: +1\n", "      - ward\n", "takes a value (X) and is given none", ""),
    ("data/profiles.yaml", "      - range: 24″\n", "      - rnage: 24″\n", "‘rnage’ is no id of", "range"),
    ("data/profiles.yaml", "      - range: 24″\n", "      - range\n", "takes a value (X″) and is given none", ""),
    (
        "data/profiles.yaml",
        "lore: [born-leader]",
        "lore:\n      - born-leader: 6″",
        "takes no value and is given ‘6″’",
        "",
    ),
    ("data/first-road.yaml", "lore: [fated]", "lore: [fatde]", "‘fatde’ is no id of", "fated"),
    ("data/first-road.yaml", "lore: [fated]", "lore: [restore]", "takes a value (X) and is given none", ""),
    ("data/first-road.yaml", "lore: [fated]", "lore:\n      - fated: 2", "takes no value", ""),
)


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One copy of the book's source for all of these tests; each puts back what it changes."""
    book = tmp_path_factory.mktemp("record") / "book"
    for name in ("content", "figures"):
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, book / name)
    return book


@pytest.fixture
def changed(source: Path) -> Iterator[Path]:
    """The copy, whose content is as it was again afterwards."""
    before = {path: path.read_bytes() for path in (source / "content").rglob("*") if path.is_file()}
    yield source
    for path, text in before.items():
        if path.read_bytes() != text:
            path.write_bytes(text)


@pytest.fixture(scope="session")
def book(source: Path) -> Book:
    loaded = load_book(source)
    assert loaded.findings == ()
    assert loaded.book is not None
    return loaded.book


def found(code: str, book: Book) -> list[Finding]:
    check = check_of(code)
    assert check is not None
    return list(check.run(book))


@pytest.mark.parametrize("code", sorted({slip.code for slip in SLIPS} | {"T101"}))
def test_the_book_has_none_of_them(book: Book, code: str) -> None:
    assert found(code, book) == []


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_an_error_of_the_record_is_found(changed: Path, slip: Slip) -> None:
    edit(changed / "content" / slip.file, slip.old, slip.new)
    loaded = load_book(changed)
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    findings = found(slip.code, loaded.book)
    assert findings
    assert {finding.position.path for finding in findings} >= {f"content/{slip.file}"}


def test_a_rule_that_another_has_replaced_leaves_its_value_unstated(changed: Path) -> None:
    kept = "keep whichever of the [two]{is=turn_results} results you like better"
    edit(changed / "content" / BLESSINGS, kept, "accept the second result")
    loaded = load_book(changed)
    assert loaded.book is not None
    assert any("‘turn_results’" in finding.message for finding in found("E105", loaded.book))


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_no_check_knows_the_error_that_it_finds(slip: Slip) -> None:
    check = check_of(slip.code)
    assert check is not None
    module = inspect.getmodule(check.run)
    assert module is not None
    text = inspect.getsource(module) + inspect.getsource(rulebook.check.statements)
    for word in slip.words:
        assert not re.search(rf"(?i)(?<!\w){re.escape(word)}", text), f"{slip.code} speaks of ‘{word}’"


@pytest.mark.parametrize(("file", "old", "new", "message", "near"), LORE_SLIPS)
def test_data_names_only_what_is_defined(changed: Path, file: str, old: str, new: str, message: str, near: str) -> None:
    path = changed / "content" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    loaded = load_book(changed)
    assert loaded.book is None
    assert [f.position.path for f in loaded.findings if message in f.message and near in f.hint] == [f"content/{file}"]


# Every roll table: one result missing, doubled, or past the die.


def roll_columns(book: Book) -> list[tuple[Table, int]]:
    return [(table, n) for table in book.tables.values() for n, column in enumerate(table.columns) if column.die]


def test_the_book_has_its_roll_tables(book: Book) -> None:
    assert len({table.id for table, _ in roll_columns(book)}) >= 14


def test_a_result_that_is_missing_doubled_or_past_the_die_is_found_in_every_roll_table(book: Book) -> None:
    for table, number in roll_columns(book):
        column = table.columns[number]
        rows = [row for row in book.sets[table.set].where(table.filters) if _range(row, column) is not None]
        assert rows, table.id
        for row in rows:
            low, high = _range(row, column) or (0, 0)
            for kind, text in _faults(low, high, first=row is rows[0], last=high == 12):
                findings = found("T101", with_cell(book, table, column, row, text))
                told = [f for f in findings if kind in f.message and f"‘{table.id}’" in f.message]
                assert told, f"{table.id}, {row.id}: {low}–{high} as {text} is not found to be {kind}"


def test_a_row_that_is_gone_or_stands_twice_is_found_in_every_roll_table(book: Book) -> None:
    for table, number in roll_columns(book):
        for row in book.sets[table.set].where(table.filters):
            if _range(row, table.columns[number]) is None:
                continue
            entries = book.sets[table.set].entries
            without = tuple(entry for entry in entries if entry is not row)
            assert any("nowhere" in f.message for f in found("T101", with_entries(book, table.set, without)))
            twice = (*entries, replace(row, id=f"{row.id}-again"))
            assert any("twice" in f.message for f in found("T101", with_entries(book, table.set, twice)))


def test_heads_that_do_not_cover_the_die_are_found(book: Book) -> None:
    matrices = [t for t in book.tables.values() if sum(bool(re.match(r"^\d+–\d+$", c.head)) for c in t.columns) > 1]
    assert matrices
    for table in matrices:
        for number, column in enumerate(table.columns):
            if column.die:
                continue
            columns = list(table.columns)
            columns[number] = replace(column, head=column.head.partition("–")[0])
            tables = {**book.tables, table.id: replace(table, columns=tuple(columns))}
            findings = found("T101", replace(book, tables=MappingProxyType(tables)))
            assert any("nowhere" in f.message and "heads" in f.message for f in findings)


def _faults(low: int, high: int, *, first: bool, last: bool) -> Iterator[tuple[str, str]]:
    """A kind of fault, as the finding names it, and the range that makes it."""
    yield "nowhere", "–" if low == high else f"{low}–{high - 1}".replace(f"{low}–{low}", str(low))
    if last:
        yield "past the die", f"{low}–13"
        yield "twice", f"{low - 1}–{high}"
    else:
        yield "twice", f"{low}–{high + 1}"
    if first and low == 1:
        yield "past the die", f"0–{high}"
    if low < high:
        yield "backwards", f"{high}–{low}"


def _range(row: Entry, column: Column) -> tuple[int, int] | None:
    value: Value = Record(row.fields, row.position)
    for step in column.path:
        assert isinstance(value, Record)
        value = value.fields[step]
    assert isinstance(value, Word | Number)
    ends = [int(end) for end in value.text.split("–") if end]
    return (ends[0], ends[-1]) if ends else None


def with_cell(book: Book, table: Table, column: Column, row: Entry, text: str) -> Book:
    """The book with another text in one cell of a table."""
    fields = _with(row.fields, column.path, text)
    entries = tuple(replace(row, fields=fields) if e is row else e for e in book.sets[table.set].entries)
    return with_entries(book, table.set, entries)


def _with(fields: Mapping[str, Value], path: tuple[str, ...], text: str) -> Mapping[str, Value]:
    old = fields[path[0]]
    new: Value
    if len(path) == 1:
        new = Word(text, old.position)
    else:
        assert isinstance(old, Record)
        new = replace(old, fields=_with(old.fields, path[1:], text))
    return MappingProxyType({**fields, path[0]: new})


def with_entries(book: Book, set_id: str, entries: tuple[Entry, ...]) -> Book:
    """The book with other entries in one of its sets."""
    sets = {**book.sets, set_id: replace(book.sets[set_id], entries=entries)}
    return replace(book, sets=MappingProxyType(sets))
