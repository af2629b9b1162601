"""What a name stands for, and all that it touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.edit.places import Whereabouts
from rulebook.edit.things import UnknownThingError, find_thing
from rulebook.edit.whereabouts import where_is
from rulebook.load import load_book
from rulebook.rules.bound import bound_book
from tests.edit.bound_tiny import bind_tiny
from tests.editing import edit

CREW = "content/chapters/the-crew.md"
RULES = "content/rules/purse.yaml"


@pytest.fixture
def book(tiny_source: Path) -> Path:
    bind_tiny(tiny_source)
    edit(
        tiny_source / RULES,
        "formulas:\n",
        "formulas:\n  bill(n): wages(n) + double\n",
    )
    with (tiny_source / RULES).open("a", encoding="utf-8") as file:
        file.write(
            "claims:\n  - {says: A bill is high., holds: bill(1) > 1}\n  - {says: Luck is bad., holds: luck < 0}\n"
        )
    edit(
        tiny_source / "content" / "data" / "knacks.yaml",
        "    short: Its bearer sinks.\n",
        "    short: 'Sinks for [12]{is=purse}, at [5]{is=\"nerve_test(4)\"}.'\n",
    )
    return tiny_source


def where(book: Path, name: str) -> Whereabouts:
    loaded = load_book(book)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    rules = bound_book(loaded.book)
    return where_is(loaded.book, rules, find_thing(loaded.book, rules, name))


def refused(book: Path, name: str) -> str:
    with pytest.raises(UnknownThingError) as caught:
        where(book, name)
    return str(caught.value)


def groups(found: Whereabouts) -> dict[str, list[str]]:
    return {group.title: [place.text for place in group.places] for group in found.groups}


def place_of(book: Path, file: str, words: str) -> str:
    """The place at which these words stand, once, in a file."""
    rows = (book / file).read_text(encoding="utf-8").split("\n")
    found = [(n, row.index(words)) for n, row in enumerate(rows, 1) if words in row]
    assert len(found) == 1
    return f"{file}:{found[0][0]}:{found[0][1] + 1}"


def test_a_value_with_all_that_rests_on_it(book: Path) -> None:
    found = where(book, "purse")
    assert found.title == "the value purse"
    assert groups(found) == {
        "Defined": ["purse: 12"],
        "Values and formulas that use it": [
            "double: purse * 2",
            "bill(n): wages(n) + double",
            "wages(hands): hands * purse",
        ],
        "Numbers in chapters": [
            "‘12’ in: Each Diver spends 12 shillings, so **Twelve** in words, and twice that is 24.",
            "‘Twelve’ in: Each Diver spends 12 shillings, so **Twelve** in words, and twice that is 24.",
            "‘24’ in: Each Diver spends 12 shillings, so **Twelve** in words, and twice that is 24.",
        ],
        "Numbers in entries": ["‘12’ in: Sinks for 12, at 5."],
        "Numbers in Examples": ["‘36’ in: With 3 hands, 36 shillings are spent."],
        "Claims": ["A bill is high."],
    }
    assert found.count == 9
    by_title = {group.title: group.places for group in found.groups}
    numbers = by_title["Numbers in chapters"]
    assert str(numbers[0].position) == place_of(book, CREW, "12]{is=purse}")
    assert [place.how for place in numbers] == ["in The Crew", "in The Crew", "through double; in The Crew"]
    assert by_title["Numbers in entries"][0].how == "in knacks › Heavy › short; printed in The Words"
    uses = [place.how for place in by_title["Values and formulas that use it"]]
    assert uses == ["it is 24; home: the-crew", "through double; home: the-crew", "home: the-crew"]
    assert by_title["Claims"][0].how == "through bill → double"
    assert str(by_title["Claims"][0].position) == place_of(book, RULES, "bill(1) > 1")


def test_a_formula_with_what_it_rests_on(book: Path) -> None:
    found = groups(where(book, "bill(n)"))
    assert found["Rests on"] == ["double: purse * 2", "wages(hands): hands * purse"]
    assert found["Rests on, through these"] == ["purse: 12"]
    assert found["Claims"] == ["A bill is high."]
    assert "Numbers in chapters" not in found


def test_a_value_read_from_the_data(book: Path) -> None:
    found = where(book, "value/bell")
    assert groups(found)["Data that it reads"] == ["catches/bell"]
    assert found.groups[0].places[0].how == "it is The drowned bell; home: the-crew"
    edit(book / RULES, "  luck: −1\n", "  luck: entry('stats', 'nerve').base - 2\n")
    assert groups(where(book, "luck"))["Data that it reads"] == ["stats/nerve: base"]


def test_a_term(book: Path) -> None:
    found = where(book, "words/ebb")
    texts = groups(found)
    assert found.title == "Ebb, an entry of words"
    assert texts["Its texts"][0] == "Ebb"
    assert texts["Placed by"] == ["::: entries words group=waters"]
    assert texts["Linked to"] == ["The tide that comes; see the [Ebb](#words:ebb)."]
    assert texts["Named in"] == [
        "The Referee turns the tide after six rounds: the Ebb ends and the Flood begins.",
        "Ebb D6",
        "The tide that comes; see the [Ebb](#words:ebb).",
    ]
    assert texts["Listed with the terms of"] == ["The Tide"]


def test_a_longer_term_hides_a_shorter(book: Path) -> None:
    named = groups(where(book, "words/diver"))["Named in"]
    assert "Each Diver spends 12 shillings, so **Twelve** in words, and twice that is 24." in named
    assert "1. The Lead Diver chooses." not in named
    assert "The Lead Diver chooses." not in named


def test_an_entry_by_its_name_with_what_refers_to_it_and_what_reads_it(book: Path) -> None:
    found = groups(where(book, "the drowned bell"))
    assert found["Defined"] == ["catches/bell"]
    assert found["Rows of"] == ["the table catches"]
    assert found["Placed by"] == ["::: table catches", "::: entries catches", "::: text catches id=bell"]
    assert found["Values and formulas that read it"] == ["bell: entry('catches', 'bell').name"]
    assert found["Numbers in Examples"][0].startswith("‘The drowned bell’ in: The drowned bell rings")
    stat = groups(where(book, "stats/nerve"))
    assert stat["Referred to by id"] == ["words/nerve: stat"]
    assert stat["Values and formulas that read it"] == ["nerve_test(die): number(entry('stats', 'nerve').base) + die"]
    assert "‘5’ in: Sinks for 12, at 5." in stat["Numbers in entries"]


def test_what_comes_to_an_entry_through_a_formula(book: Path) -> None:
    edit(book / RULES, "formulas:\n", "formulas:\n  rung(): entry('catches', 'bell').name\n  rings(): rung()\n")
    edit(book / CREW, "It is so.\n", '[The drowned bell]{is="rings()"} rings.\n')
    found = where(book, "catches/bell")
    by_title = {group.title: {p.text: p.how for p in group.places} for group in found.groups}
    readers = by_title["Values and formulas that read it"]
    assert readers["rung(): entry('catches', 'bell').name"] == "reads it; home: the-crew"
    assert readers["rings(): rung()"] == "through rung; home: the-crew"
    numbers = by_title["Numbers in chapters"]
    assert (
        numbers["‘The drowned bell’ in: **Choosing gear.** The drowned bell rings."]
        == "through rings → rung; in The Crew"
    )


def test_a_table_and_a_set(book: Path) -> None:
    table = where(book, "table/catches")
    assert table.groups[0].places[0].how.startswith("3 rows of catches, ")
    assert groups(table)["Placed by"] == ["::: table catches"]
    assert groups(table)["Values and formulas that read it"] == ["bell: entry('catches', 'bell').name"]
    assert where(book, "catches").title == table.title
    found = groups(where(book, "set/catches"))
    assert found["Tables that show it"] == ["the table catches"]
    assert found["Placed by"] == ["::: entries catches", "::: text catches id=bell"]
    assert found["Placed by, in these tables"] == ["::: table catches"]
    assert where(book, "words").title == "the set words"


def test_an_unknown_name_is_told_the_nearest(book: Path) -> None:
    assert refused(book, "purs") == (
        "‘purs’ is no value, formula, term, entry or table of this book; did you mean ‘purse’?"
    )
    assert refused(book, "words/eb").endswith("did you mean ‘words/ebb’?")
    assert refused(book, "words:eb").endswith("did you mean ‘words/ebb’?")
    assert refused(book, "wrds/ebb").endswith("did you mean ‘words/ebb’?")
    assert refused(book, "").startswith("‘’ is no value")


def test_a_name_of_several_things_lists_them(book: Path) -> None:
    assert refused(book, "nerve") == ("‘nerve’ may be one of several: stats/nerve, words/nerve; name one of these")
    assert where(book, "words:nerve").title == "Nerve, an entry of words"
    edit(book / RULES, "  luck: −1\n", "  luck: −1\n  ebb: 4\n")
    assert refused(book, "ebb") == "‘ebb’ may be one of several: value/ebb, words/ebb; name one of these"
    assert where(book, "value/ebb").title == "the value ebb"


def test_a_rule_that_cannot_be_computed_is_still_found(book: Path) -> None:
    edit(book / RULES, "  luck: −1\n", "  luck: 1 / (purse - purse)\n")
    found = where(book, "luck")
    assert groups(found)["Rests on"] == ["purse: 12"]
    assert found.groups[0].places[0].how == "home: the-crew"
    edit(book / RULES, "  luck: 1 / (purse - purse)\n", "  luck: 1 +\n")
    assert groups(where(book, "luck"))["Defined"] == ["luck: 1 +"]


def _of_rosters(book: Path, name: str, title: str = "Formulas of rosters") -> list[tuple[str, str]]:
    (group,) = (group for group in where(book, name).groups if group.title == title)
    return [(str(place.position), place.how) for place in group.places]


def test_the_formulas_of_rosters(book: Path) -> None:
    crew = "content/rosters/crew.yaml"
    edit(book / crew, "limit: shillings_of_each *", "limit: purse *")
    edit(book / crew, "holds: sum(piece.cost for piece in diver.gear) <=", "holds: wages(1) <=")
    edit(book / crew, "found: crew.lead", "found: entry('gear', 'rope').cost")
    edit(book / crew, "price: sum(piece.cost for piece in diver.gear)}", "price: 1 +}")
    limit, rule = place_of(book, crew, "purse *"), place_of(book, crew, "wages(1)")
    assert _of_rosters(book, "purse") == [
        (limit, "Crew: the limit"),
        (rule, "through wages; Crew: the rule ‘purse’"),
    ]
    assert _of_rosters(book, "wages") == [(rule, "Crew: the rule ‘purse’")]
    assert _of_rosters(book, "gear/rope") == [
        (place_of(book, crew, "entry('gear'"), "reads it; Crew: the rule ‘lead’"),
    ]
    assert "Formulas of rosters" not in groups(where(book, "bill"))


def test_an_entry_that_states_a_rule_of_rosters(book: Path) -> None:
    crew = "content/rosters/crew.yaml"
    edit(
        book / crew, "    where: the-crew\n    says: counts as two", "    where: knacks:heavy\n    says: counts as two"
    )
    (place,) = _of_rosters(book, "knacks/heavy", "States, for rosters")
    assert place == (place_of(book, crew, "knacks:heavy"), "Crew: the rule ‘hands’")


def test_a_large_book_has_near_names_too(book_copy: Path) -> None:
    """Names with their sets are looked for in their set, of which there are not too many."""
    loaded = load_book(book_copy)
    assert loaded.book is not None
    with pytest.raises(UnknownThingError, match="did you mean ‘lore/reach’"):
        find_thing(loaded.book, bound_book(loaded.book), "lore/reech")
