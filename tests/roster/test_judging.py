"""Every rule that makes an Oathband legal, broken alone in a file: exactly its finding, at its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from rulebook.model import Entry, Word
from rulebook.roster import Judged, judge, own_rosters
from rulebook.roster.judging import judged_own
from rulebook.roster.roster import GIVEN, position_at
from tests.editing import edit
from tests.roster.founding import CREW, LEGAL, book_of, changed, judged, the_book, the_tiny_book


@dataclass(frozen=True)
class Broken:
    """A change to the legal file, and what is then found: the rule, line and column, what was found, the sentence."""

    changes: tuple[tuple[str, str], ...]
    rule: str
    place: str
    found: str
    sentence: str


# With these the file costs 595 of the 600.
_COSTLY = (
    ("might: 1", "might: 3"),
    ("spotter]", "spotter, fated]"),
    ("hoard: [rope, torch]", "hoard: [banner, banner, banner, banner, banner, banner]"),
)

_BROKEN = (
    Broken(
        (*_COSTLY, (", helmet]", ", helmet, rope]")),
        "supplies",
        "4:3",
        "605",
        "600 Supplies",
    ),
    Broken((("might: 1", "might: 4"), ("aim: 3", "aim: 0")), "attribute-maximum", "5:21", "4", "each to at most +3"),
    Broken((("aim: 3", "aim: 4"),), "attribute-maximum", "9:19", "4", "each to at most +3"),
    Broken((("valour: 2", "valour: 4"),), "attribute-maximum", "5:32", "4", "each to at most +3"),
    Broken(
        (("[sharpshooter, spotter]", "[sharpshooter, spotter, fated, dash]"), ("aim: 3", "aim: 1")),
        "lore-limit",
        "10:11",
        "4",
        "no Character may have more than 3 Lore terms",
    ),
    Broken((("lore: [tough]", "lore: [tough, songsworn]"),), "lore-at-creation", "13:19", "Songsworn", "at creation"),
    Broken((("lore: [tough]", "lore: [worn]"),), "lore-at-creation", "13:12", "Worn", "at creation"),
    Broken((("lore: [tough]", "lore: [ward: +1]"),), "lore-at-creation", "13:12", "Ward (1)", "at creation"),
    Broken(
        (("[hand-weapon, light-armour,", "[hand-weapon, light-armour, light-armour,"),),
        "armour-slots",
        "7:16",
        "Light Armour, Light Armour",
        "1 Armour slot",
    ),
    Broken(
        (("[hand-weapon, ", "[hand-weapon, mace, thrown, "),),
        "weapon-slots",
        "7:16",
        "Hand Weapon, Mace, Thrown",
        "2 Weapon slots",
    ),
    Broken((("[war-bow, knife", "[war-bow, staff"),), "weapon-slots", "11:16", "War Bow, Staff", "2 Weapon slots"),
    Broken(
        (("helmet]", "helmet, rope, horn, bandage]"),),
        "item-slots",
        "14:16",
        "Helmet, Rope, Horn, Bandage",
        "3 Item slots",
    ),
    Broken((("shield]", "shield, torch]"),), "off-hand-limit", "7:16", "Shield, Torch", "no more than one Off-Hand"),
    Broken((("cloak]", "cloak, torch]"),), "two-handed", "11:16", "War Bow, Torch", "use of any item with Off-Hand"),
    Broken(
        (("hoard: [rope, torch]", "hoard: [bandage, bandage, bandage, bandage, bandage, bandage, bandage]"),),
        "hoard",
        "15:8",
        "7",
        "twice as many items as the Oathband has Characters",
    ),
    Broken((("origin:", "leader: Alys\norigin:"),), "leader-of-the-oathband", "2:9", "Alys", "highest Valour"),
    Broken((("origin:", "leader: Bran\norigin:"),), "leader-valour", "2:9", "Bran", "highest Valour"),
    Broken(
        (("points: {aim: 3}", "points: {valour: 2}"),),
        "leader-on-a-tie",
        "1:7",
        "Aldis, Bran",
        "the player names the Leader before deploying",
    ),
)


def _rules(found: Judged) -> list[str]:
    return [f.message.partition(":")[0] for f in found.illegal]


def test_the_file_that_is_broken_is_legal(tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", LEGAL)
    assert (found.legal, found.illegal, found.notes, found.faults) == (True, (), (), ())


@pytest.mark.parametrize("case", _BROKEN, ids=lambda case: f"{case.rule}@{case.place}")
def test_a_broken_rule_is_found_alone(case: Broken, tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", changed(LEGAL, *case.changes))
    assert not found.legal
    assert _rules(found) == [case.rule]
    (finding,) = found.illegal
    assert (f"{finding.position.line}:{finding.position.column}", finding.found) == (case.place, case.found)
    assert finding.code == "R101"
    assert case.sentence in finding.sentence
    assert finding.breadcrumb[0] == the_book().metadata.title
    assert finding.hint
    assert "false" in finding.computed


def test_every_rule_of_the_book_is_broken_by_some_case_here() -> None:
    (kind,) = the_book().rosters
    declared = {rule.id for rule in kind.rules if not rule.note}
    assert declared == {case.rule for case in _BROKEN} | {"attribute-base"}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param((("[war-bow, knife", "[war-bow, knife, knife, knife"),), id="a Worn weapon fills no slot"),
        pytest.param((("lore: [guardian]", "lore: [guardian, fated, dash]"),), id="the Origin is over and above three"),
        pytest.param((("origin:", "leader: Aldis\norigin:"),), id="a Leader may be named without a tie"),
        pytest.param(
            (("points: {aim: 3}", "points: {valour: 2}"), ("origin:", "leader: Bran\norigin:")), id="one of a tie leads"
        ),
        pytest.param((("helmet]", "helmet, bandage, rope]"),), id="as many items as there are slots"),
        pytest.param((("hoard: [rope, torch]\n", ""),), id="no Hoard"),
        pytest.param((*_COSTLY, (", helmet]", ", helmet, bandage]")), id="every one of the Supplies"),
        pytest.param((("might: 1, valour: 2", "might: 3, valour: 3"),), id="the most that can be bought"),
    ],
)
def test_what_the_rules_allow_is_legal(changes: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", changed(LEGAL, *changes))
    assert (found.legal, found.illegal) == (True, ())


def test_the_valour_of_an_oath_token_counts_for_the_leader(tmp_path: Path) -> None:
    text = changed(LEGAL, ("points: {aim: 3}", "points: {valour: 2}"), ("cloak]", "cloak, oath-token]"))
    assert judged(the_book(), tmp_path / "a.yaml", text).legal


def test_what_makes_no_oathband_illegal_is_a_note(tmp_path: Path) -> None:
    text = changed(
        LEGAL, ("The Grey Watch", "Nobody"), ("origin: wanderers\n", ""), ("lore: [guardian]", "lore: [fated, fated]")
    )
    found = judged(the_book(), tmp_path / "a.yaml", text)
    assert found.legal
    assert [(str(f.position.line), f.code, f.message.partition(":")[0]) for f in found.notes] == [
        ("1", "note", "name-from-the-tables"),
        ("1", "note", "origin"),
        ("5", "note", "lore-twice"),
    ]


@pytest.mark.parametrize("name", ["Mistborn", "The Ember-sworn", "Cold-shod", "Hanged Men", "the doomed few"])
def test_a_name_of_both_tables_needs_no_note(name: str, tmp_path: Path) -> None:
    assert judged(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("The Grey Watch", name))).notes == ()


def test_all_that_is_wrong_is_found_at_once(tmp_path: Path) -> None:
    text = changed(
        LEGAL,
        ("might: 1", "might: 9"),
        ("lore: [tough]", "lore: [worn]"),
        ("shield]", "shield, banner]"),
        ("origin:", "leader: Nobody\norigin:"),
    )
    found = judged(the_book(), tmp_path / "a.yaml", text)
    assert _rules(found) == ["leader-of-the-oathband", "attribute-maximum", "off-hand-limit", "lore-at-creation"]


def test_the_premade_oathband_is_legal_and_has_no_origin() -> None:
    (found,) = judged_own(the_book())
    assert (found.legal, found.illegal, found.faults) == (True, (), ())
    assert "origin" in {note.message.partition(":")[0] for note in found.notes}


def _own_with(entry_id: str, **fields: str) -> Judged:
    """The book's own roster with other values typed for one member."""
    (roster,) = own_rosters(the_book())
    members = []
    for member in roster.members:
        entry: Entry = member.entry
        if entry.id == entry_id:
            words = {name: Word(text, entry.fields["might"].position) for name, text in fields.items()}
            entry = replace(entry, fields={**entry.fields, **words})
        members.append(replace(member, entry=entry))
    return judge(the_book(), replace(roster, members=tuple(members)))


@pytest.mark.parametrize(
    ("entry_id", "fields", "message"),
    [
        ("breaker", {"might": "+4"}, "attribute-maximum: The Breaker is raised to 4 in Might"),
        ("wayfarer", {"valour": "0"}, "attribute-base: The Wayfarer has −1 in Valour, less than a basic Character has"),
        ("hunter", {"ward": "1"}, "The Hunter has another ‘ward’ than follows from the rest"),
        ("stalwart", {"endurance": "7"}, "The Stalwart has another ‘endurance’ than follows from the rest"),
        ("stalwart", {"valour": "0"}, "leader-valour: The Stalwart, named as Leader, has not the highest Valour"),
    ],
)
def test_a_value_of_the_books_own_roster_that_does_not_follow_is_found(
    entry_id: str, fields: dict[str, str], message: str
) -> None:
    assert [f.message for f in _own_with(entry_id, **fields).illegal] == [message]


def test_a_sign_that_says_nothing_makes_no_other_value() -> None:
    assert _own_with("stalwart", ward="+3").legal


def test_what_the_author_typed_is_what_the_rules_see() -> None:
    hunter = _own_with("hunter", ward="1").roster.members[1]
    assert hunter.computed["ward"] == "0"
    assert hunter.complete.word("ward") == "1"


def test_a_rule_can_ask_for_the_keys_that_were_typed(tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("hoard: [rope, torch]\n", "")))
    assert found.roster.entry.words(GIVEN) == ("name", "origin")
    assert [member.entry.words(GIVEN) for member in found.roster.members] == [
        ("name", "points", "lore", "equipment"),
        ("name", "points", "lore", "equipment"),
        ("name", "lore", "equipment"),
    ]


def test_a_fault_is_placed_at_the_first_field_that_was_typed(tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("hoard: [rope, torch]\n", "")))
    place = position_at(found.roster.entry, ("leader", "hoard", "origin", "name"))
    assert (place.line, place.column) == (2, 9)
    assert position_at(found.roster.entry, ("leader", "hoard")) == found.roster.entry.position


# Another game


@pytest.mark.parametrize(
    ("changes", "rule", "place"),
    [
        ((("  - {name: Cy}\n", ""),), "size", "4:3"),
        ((("lead: Ada", "lead: Eve"),), "lead", "2:7"),
        ((("[rope, rope]", "[storm-lamp, storm-lamp]"),), "purse", "4:23"),
        ((("[boat-hook]", "[boat-hook, rope]"),), "hands", "5:22"),
    ],
)
def test_another_book_has_rules_of_its_own(
    changes: tuple[tuple[str, str], ...], rule: str, place: str, tmp_path: Path
) -> None:
    assert judged(the_tiny_book(), tmp_path / "a.yaml", CREW).legal
    found = judged(the_tiny_book(), tmp_path / "a.yaml", changed(CREW, *changes))
    assert _rules(found) == [rule]
    position = found.illegal[0].position
    assert f"{position.line}:{position.column}" == place


def test_a_rule_of_each_item_is_placed_at_the_item(tmp_path: Path) -> None:
    (note,) = judged(the_tiny_book(), tmp_path / "a.yaml", CREW).notes
    assert (note.position.line, note.position.column) == (5, 23)
    assert note.message == "dry: Boat-hook, which Bo carries, is not sealed"


_LONG = " * ".join(["1" + "0" * 29] * 5)


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        (
            "limit: shillings_of_each * len(divers)",
            f"limit: {_LONG}",
            "14:8",
            "this cannot be computed for ‘The Gulls’: this gives a",
        ),
        (
            "limit: shillings_of_each * len(divers)",
            f"limit: 1 / ({_LONG})",
            "14:8",
            "this cannot be computed for ‘The Gulls’: this",
        ),
        (
            "limit: shillings_of_each * len(divers)",
            "limit: 12″",
            "14:8",
            "this cannot be computed for ‘The Gulls’: this gives a length",
        ),
        (
            "sum(piece.cost for piece in diver.gear)}",
            f"{_LONG}}}",
            "12:25",
            "this cannot be computed for ‘Ada’: this gives",
        ),
        (
            "value: pieces_carried - ",
            f"value: {_LONG} - ",
            "10:50",
            "this cannot be computed for ‘Ada’: this gives a number of 145 digits",
        ),
    ],
)
def test_a_formula_that_gives_what_no_sheet_has_room_for_is_a_fault_of_the_declaration(
    old: str, new: str, place: str, message: str, tiny_source: Path
) -> None:
    edit(tiny_source / "content" / "rosters" / "crew.yaml", old, new)
    found = judged(book_of(tiny_source), tiny_source / "gulls.yaml", CREW).faults
    assert (f"{found[0].position.line}:{found[0].position.column}", found[0].code) == (place, "R102")
    assert found[0].message.startswith(message)


@pytest.mark.parametrize(
    ("lead", "message"),
    [
        ("3", "a text (“Ada”) is never equal to a number (3)"),
        ("−1″", "a text (“Ada”) is never equal to a length (−1″)"),
    ],
)
def test_what_a_formula_cannot_take_of_a_file_is_a_fault_of_the_file(lead: str, message: str, tmp_path: Path) -> None:
    found = judged(the_tiny_book(), tmp_path / "a.yaml", changed(CREW, ("lead: Ada", f"lead: {lead}")))
    assert (found.legal, found.faults) == (False, ())
    (finding,) = found.illegal
    assert (finding.code, finding.position.line, finding.position.column) == ("R101", 2, 7)
    assert finding.message == f"the rule ‘lead’ of ‘The Gulls’ cannot be computed: {message}"
    assert finding.hint == "put right what it is about; the formula stands at content/rosters/crew.yaml:29:12"


def test_what_no_file_could_satisfy_is_a_fault_of_the_declaration(tiny_source: Path) -> None:
    path = tiny_source / "content" / "rosters" / "crew.yaml"
    edit(path, "holds: any(diver.name == crew.lead for diver in divers)", "holds: len(divers) == crew.name")
    found = judged(book_of(tiny_source), tiny_source / "gulls.yaml", CREW)
    (fault,) = found.faults
    assert (fault.code, fault.position.path, fault.position.line) == ("R102", "content/rosters/crew.yaml", 29)


def test_more_than_can_be_computed_is_a_fault_of_the_file_at_its_lists(tiny_source: Path) -> None:
    # Each piece is looked at once for each piece: some hundred of them are too many.
    path = tiny_source / "content" / "rosters" / "crew.yaml"
    edit(path, "holds: burden(diver.gear) <=", "holds: sum(sum(1 for b in diver.gear) for a in diver.gear) <=")
    many = changed(CREW, ("gear: [boat-hook]", "gear: [" + ", ".join(["rope"] * 400) + "]"))
    found = judged(book_of(tiny_source), tiny_source / "gulls.yaml", many)
    assert found.faults == ()
    (finding,) = (f for f in found.illegal if "cannot be computed" in f.message)
    assert (finding.code, finding.position.line, finding.position.column) == ("R101", 5, 22)
    assert finding.message.startswith("the rule ‘hands’ of ‘Bo’ cannot be computed: this takes more than 40")
    assert finding.hint.startswith("give fewer things, or smaller numbers; the formula stands at content/rosters/")


def test_a_number_too_long_to_be_printed_is_a_fault_of_the_file(tmp_path: Path) -> None:
    digits = "9" * 18
    text = changed(LEGAL, ("{might: 1, valour: 2}", f"{{might: {digits}, valour: 2}}"))
    found = judged(the_book(), tmp_path / "a.yaml", text)
    assert (found.legal, found.faults) == (False, ())
