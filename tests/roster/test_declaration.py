"""What is wrong with a book's declaration of its rosters: each fault at its place in `content/rosters/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.roster import declaration_faults
from tests.editing import edit, faults

CREW = Path("content") / "rosters" / "crew.yaml"


def _found(book: Path) -> list[str]:
    loaded = load_book(book)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return [f"{f.position.line}:{f.position.column} {f.code} {f.message}" for f in declaration_faults(loaded.book)]


def test_a_sound_declaration_has_no_fault(tiny_source: Path) -> None:
    assert _found(tiny_source) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("says: counts as two", "says: counts as one", "49:11 R102 no sentence of ‘the-crew’ says ‘counts as one’; "),
        ("says: A crew is", "says: Diver", "25:11 R102 4 sentences of ‘the-crew’ say ‘Diver’; "),
        ("    says: counts as two\n", "", "44:5 R102 the rule ‘hands’ does not say where the book states it"),
        (
            "holds: len(divers) == crew_size()",
            "holds: len(diver) == crew_size()",
            "20:12 R102 ‘len(diver) == crew_size()’: ",
        ),
        ("holds: len(divers) == crew_size()", "holds: len(divers) ==", "20:12 R102 ‘len(divers) ==’: "),
        ("{item}, which", "{itme}, which", "51:5 R102 the rule ‘dry’ has the place {itme}, which nothing fills"),
        ("gear.{index}", "gear.{number}", "57:10 R102 the rule ‘dry’ has the place {number}, which nothing fills"),
        ("'gear.{index}'", "'gera.{index}'", "57:10 R102 the rule ‘dry’ is placed at ‘gera’, which no file has"),
        ("at: [lead]", "at: [leader]", "34:10 R102 the rule ‘lead’ is placed at ‘leader’, which no file has"),
        ("found: crew.lead", "found: crew.led", "30:17 R102 ‘crew.led’ is read, which no file has"),
        (
            "- burden(diver.gear)}",
            "- burden(diver.gaer)}",
            "10:80 R102 ‘diver.gaer’ is read, which no file has",
        ),
        ("id: hands", "id: purse", "44:5 R102 the rule ‘purse’ stands twice"),
        ("limit: shillings_of_each *", "limit: shillings_of_each * crw.x *", "14:8 R102 "),
        (
            "limit: shillings_of_each *",
            "limit: 9999999999999999999999999999999 *",
            "14:8 R102 ‘9999999999999999999999999999999 *",
        ),
        ("member: diver", "member: divers", "1:1 R102 ‘roster’, ‘member’ and ‘members’ are not three names"),
        ("member: diver", "member: nerve_test", "1:1 R102 ‘nerve_test’ is the name of a definition too"),
    ],
)
def test_a_fault_of_the_declaration_is_found(old: str, new: str, found: str, tiny_source: Path) -> None:
    edit(tiny_source / CREW, old, new)
    first, *_ = _found(tiny_source)
    assert first.startswith(found)


def test_no_key_of_a_file_is_called_as_the_list_of_its_keys(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "rosters" / "crew.json", '"lead": {', '"given": {"type": "string"},\n    "lead": {')
    assert _found(tiny_source) == ["1:1 R102 ‘given’ is the list of the keys that a file has"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("set: first-road", "set: first-rode", "10 S021"),
        ("leader: The Stalwart", "origin: stalwart", "15 S021"),
        ("leader: The Stalwart", "laeder: The Stalwart", "7 S011"),
    ],
)
def test_a_fault_in_what_the_book_says_of_its_own_roster_is_found(
    old: str, new: str, found: str, book_copy: Path
) -> None:
    path = book_copy / "content" / "rosters" / "oathband.yaml"
    edit(path, old, new)
    before, _, _ = path.read_text(encoding="utf-8").partition(new)
    assert faults(book_copy) == [f"content/rosters/oathband.yaml:{before.count(chr(10)) + 1}:{found}"]


def test_a_formula_that_fails_only_at_work_is_found_by_the_books_own_roster(book_copy: Path) -> None:
    edit(
        book_copy / "content" / "rosters" / "oathband.yaml",
        "holds: len(pilgrim.lore) <=",
        "holds: 1 / (pilgrim.might * 0) <=",
    )
    assert any("cannot be computed for ‘The Breaker’" in fault for fault in _found(book_copy))


def test_columns_that_do_not_add_up_are_found(book_copy: Path) -> None:
    edit(book_copy / "content" / "rosters" / "oathband.yaml", "price: lore_cost * len", "price: 2 * lore_cost * len")
    (fault,) = _found(book_copy)
    assert fault.endswith("the columns of ‘The First Road Oathband’ add up to 620, its ‘price’ is 540")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("where: the-crew\n    says: counts", "where: the-crw\n    says: counts", "crew.yaml:48:12 S021"),
        ("where: the-crew\n    says: counts", "where: gear:bell\n    says: counts", "crew.yaml:48:12 S021"),
        ("where: the-crew\n    says: counts", "where: geer:rope\n    says: counts", "crew.yaml:48:12 S021"),
        ("home: the-crew", "home: crew", "crew.yaml:2:7 S021"),
        ("of: roster\n    holds: len", "of: rooster\n    holds: len", "crew.yaml:19:9 S014"),
        ("    holds: burden(diver.gear) <= pieces_carried\n", "", "crew.yaml:44:5 S012"),
        ("unit: shillings", "unti: shillings", "crew.yaml:6:1 S011"),
        ("members: divers", "members: crewmen", "crew.json:5:17 S015"),
    ],
)
def test_a_fault_of_form_is_found_when_the_book_is_read(old: str, new: str, found: str, tiny_source: Path) -> None:
    edit(tiny_source / CREW, old, new)
    assert faults(tiny_source) == [f"content/rosters/{found}"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"maxItems": 20', '"mostItems": 20', "40:7"),
        ('"default": []', '"default": "rope"', "31:24"),
        ('"gear"\n', '"geer"\n', "27:17"),
    ],
)
def test_a_schema_that_cannot_be_followed_is_found(old: str, new: str, place: str, tiny_source: Path) -> None:
    edit(tiny_source / "content" / "rosters" / "crew.json", old, new)
    assert faults(tiny_source) == [f"content/rosters/crew.json:{place} S015"]


def test_a_file_that_belongs_to_no_kind_is_found(tiny_source: Path) -> None:
    folder = tiny_source / "content" / "rosters"
    (folder / "notes.txt").write_text("a note", encoding="utf-8")
    (folder / "boat.json").write_text("{}", encoding="utf-8")
    assert faults(tiny_source) == ["content/rosters/boat.json:1:1 S031", "content/rosters/notes.txt:1:1 S031"]


def test_a_declaration_without_its_schema_is_found(tiny_source: Path) -> None:
    (tiny_source / "content" / "rosters" / "crew.json").unlink()
    assert faults(tiny_source) == ["content/rosters/crew.json:1:1 S001"]


def test_what_follows_from_a_faulty_definition_is_no_fault_of_the_declaration(book_copy: Path) -> None:
    """It is told where the definition stands, and the book's own rosters are not judged by it."""
    edit(book_copy / "content/rules/recruitment.yaml", "starting_supplies: 600", "starting_supplies: 600 / 0")
    assert _found(book_copy) == []


def test_a_computed_field_is_one_of_a_member(tiny_source: Path) -> None:
    found = "found: sum(piece.cost for piece in diver.gear)"
    edit(tiny_source / CREW, found, f"{found} + 0 * diver.free_hands")
    assert _found(tiny_source) == []


def test_what_no_roster_of_the_book_has_is_looked_for_too(book_copy: Path) -> None:
    """The book's own members have no points: what is computed of them is asked of players' files alone."""
    edit(book_copy / "content/rosters/oathband.yaml", "pilgrim.points.might", "pilgrim.points.migt")
    loaded = load_book(book_copy)
    assert loaded.book is not None
    (fault,) = declaration_faults(loaded.book)
    assert (str(fault.position), fault.hint) == ("content/rosters/oathband.yaml:15:63", "did you mean ‘might’?")
