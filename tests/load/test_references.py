"""References: each leads somewhere, with a parameter where one is wanted; an unknown id comes with a suggestion."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.model import Items, Reference, Section, inlines
from tests.editing import edit, faults


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        # Ids in data.
        ("data/gear.yaml", "long: 4″", "lnog: 4″", ["5:14 S021"]),
        ("data/gear.yaml", "4″, heavy]", "4″, hevy]", ["5:24 S021"]),
        ("data/lockers.yaml", "[boat-hook]", "[boat-hok]", ["8:12 S021"]),
        ("data/words.yaml", "stat: nerve", "stat: nevre", ["22:11 S021"]),
        ("data/words.yaml", "[the-crew, book-of-salt]", "[the-crew, book-of-sand]", ["16:22 S021"]),
        # A section where a chapter is to be named.
        ("data/drawings.yaml", "chapter: the-crew", "chapter: the-crew-stats", ["5:14 S021"]),
        ("data/words.yaml", "home: [the-wreck]", "home: [wreck]", ["25:12 S021"]),
        ("data/words.yaml", "home: [the-wreck]", "home: [the-wreck-haul]", ["25:12 S021"]),
        # Parameters.
        ("data/gear.yaml", "long: 4″", "long", ["5:14 S014"]),
        ("data/gear.yaml", "heavy]", "heavy: 2]", ["5:24 S014"]),
        ("data/gear.yaml", "- bright: +3", "- bright:", ["11:16 S008"]),
        # Links in chapters and in data.
        ("chapters/before-the-tide.md", "(#the-crew)", "(#the-crw)", ["12:29 S021"]),
        ("chapters/before-the-tide.md", "(#book-of-salt)", "(#book-of-sand)", ["13:41 S021"]),
        ("chapters/before-the-tide.md", "(#words:flood)", "(#words:floods)", ["15:81 S021"]),
        ("chapters/before-the-tide.md", "(#words:flood)", "(#wrods:flood)", ["15:81 S021"]),
        ("chapters/before-the-tide.md", "(#the-words)", "(#)", ["15:43 S021"]),
        ("chapters/before-the-tide.md", "(#words:flood)", "(#table:gear)", ["15:81 S021"]),
        ("chapters/the-crew.md", "(#the-wreck-hauls)", "(#the-wreck-haul)", ["29:60 S021"]),
        ("data/words.yaml", "[Ebb](#words:ebb)", "[Ebb](#words:eb)", ["44:42 S021"]),
        ("data/catches.yaml", "(#the-tide-signals)", "(#the-tide-signal)", ["15:44 S021"]),
        ("chapters/the-tide.md", "## Signals", "## The signals", ["!data/catches.yaml:15:44 S021"]),
        ("chapters/before-the-tide.md", "(#words:flood)", "(#word-groups:waters)", ["15:81 S033"]),
        # Directives.
        ("chapters/the-crew.md", "::: table gear", "::: table gaer", ["19:1 S021"]),
        ("chapters/the-crew.md", "::: table gear", "::: table gear id=rope", ["19:1 S022"]),
        ("chapters/the-crew.md", "::: list lockers", "::: list locker", ["34:1 S021"]),
        ("chapters/the-crew.md", "::: list lockers", "::: list gear", ["34:1 S022"]),
        ("chapters/the-wreck.md", "::: text catches id=bell", "::: text catches id=bel", ["26:1 S032"]),
        ("chapters/the-wreck.md", "::: text catches id=bell", "::: text catches di=bell", ["26:1 S021"]),
        ("chapters/the-wreck.md", "::: text catches id=bell", "::: text stats id=brawn", ["26:1 S032"]),
        ("chapters/the-words.md", "entries words group=waters", "entries words group=water", ["19:1 S032"]),
        ("chapters/the-words.md", "entries words group=waters", "entries words group=waters id=diver", ["19:1 S032"]),
        # What the book's own file says of lists of terms, of the index, and of how entries are set.
        ("book.yaml", "glossary: chapter", "glossary: pages", ["26:11 S014"]),
        ("book.yaml", "glossary: chapter", "index: {title: I, of: [{set: wrods}]}", ["26:30 S021"]),
        ("book.yaml", "glossary: chapter", "index: {title: I, of: [{set: words, kind: table}]}", ["26:24 S014"]),
        ("book.yaml", "glossary: chapter", "index: {title: I, of: [{chapters: [the-crew]}]}", ["26:24 S014"]),
        ("book.yaml", "glossary: chapter", "index: {title: I, before: the-crew, of: [{set: words}]}", ["26:27 S021"]),
        (
            "book.yaml",
            "glossary: chapter",
            "index: {title: I, of: [{set: words, chapters: [the-crow]}]}",
            ["26:48 S021"],
        ),
        ("book.yaml", "glossary: chapter", "index: {title: I, of: []}", ["26:23 S008"]),
        ("book.yaml", "glossary: chapter", "index: {title: I, of: [{kind: tabel}]}", ["26:31 S014"]),
        ("book.yaml", "  - set: words\n", "  - set: wrods\n", ["28:10 S021"]),
        ("book.yaml", "except: {tag: Referee}", "except: {tga: Referee}", ["29:14 S021"]),
        ("book.yaml", "except: {tag: Referee}", "except: {tag: Refree}", ["29:19 S032"]),
        ("book.yaml", "    chapters: [the-crew]\nwithout", "    chapters: [the-crow]\nwithout", ["31:16 S021"]),
        ("book.yaml", "without_terms: [the-words,", "without_terms: [the-word,", ["32:17 S021"]),
        ("book.yaml", "  locker:\n", "  lokcer:\n", ["64:3 S021"]),
        ("book.yaml", "field: stat.base", "field: stat.bse", ["50:15 S021"]),
        ("book.yaml", "beside: elsewhere", "beside: elswhere", ["52:47 S021"]),
        ("book.yaml", "{field: count, style: tag}", "{field: cuont, style: tag}", ["60:15 S021"]),
        ("book.yaml", "{field: gear, style: names}", "{field: gear, style: name}", ["65:28 S014"]),
    ],
)
def test_faults_are_found_at_their_place(tiny_source: Path, file: str, old: str, new: str, expected: list[str]) -> None:
    edit(tiny_source / "content" / file, old, new)
    wanted = [f"content/{p[1:]}" if p.startswith("!") else f"content/{file}:{p}" for p in expected]
    assert faults(tiny_source) == wanted


@pytest.mark.parametrize(
    ("file", "old", "new", "message", "hint"),
    [
        ("data/gear.yaml", "long: 4″", "lnog: 4″", "‘lnog’ is no id of ‘knacks’", "did you mean ‘long’?"),
        (
            "data/gear.yaml",
            "long: 4″",
            "long",
            "‘Long’ takes a value (X″) and is given none",
            "write ‘long: X″’ with its value",
        ),
        ("data/gear.yaml", "heavy]", "heavy: 2]", "‘Heavy’ takes no value and is given ‘2’", "write ‘heavy’ alone"),
        (
            "chapters/the-crew.md",
            "(#the-wreck-hauls)",
            "(#the-wreck-haul)",
            "the link ‘#the-wreck-haul’ leads nowhere in the book",
            "did you mean ‘the-wreck-hauls’?",
        ),
        ("chapters/the-crew.md", "table gear", "table gaer", "there is no table ‘gaer’", "did you mean ‘gear’?"),
        (
            "chapters/the-crew.md",
            "::: table gear",
            "::: table gear id=rope",
            "‘::: table’ takes no conditions",
            "put ‘where’ in the table's data",
        ),
        (
            "data/lockers.yaml",
            "[storm-lamp, rope]",
            "[storm-lamp rope]",
            "‘storm-lamp rope’ is no id of ‘gear’",
            "‘storm-lamp’ and ‘rope’ are 2 names; in brackets, put a comma between them: storm-lamp, rope",
        ),
        (
            "data/lockers.yaml",
            "[storm-lamp, rope]",
            """["storm-lamp" 'rope']""",
            "YAML: did not find expected ',' or ']'",
            "in brackets, put a comma between two that stand side by side, and ‘]’ after the last",
        ),
        (
            "book.yaml",
            "[the-crew, the-wreck]",
            "[the-crew the-wreck]",
            "‘books.0.chapters.0’ of the book is ‘the-crew the-wreck’, which does not have the form that is expected",
            "if these are 2, put a comma between them in the brackets: the-crew, the-wreck",
        ),
        (
            "chapters/the-crew.md",
            "figure soundings",
            "figure soundings a=b",
            "‘::: figure’ takes no conditions",
            "name the figure alone",
        ),
        (
            "chapters/the-crew.md",
            "::: list lockers",
            "::: list gear",
            "content/book.yaml does not say how a gear is set (entries: gear)",
            "add ‘gear:’ under ‘entries’, with the fields to print",
        ),
        (
            "chapters/the-words.md",
            "entries words group=waters",
            "entries words group=water",
            "no entry of ‘words’ has ‘group’ = ‘water’",
            "did you mean ‘waters’?",
        ),
    ],
)
def test_the_message_says_what_was_found_and_what_was_meant(
    tiny_source: Path, file: str, old: str, new: str, message: str, hint: str
) -> None:
    edit(tiny_source / "content" / file, old, new)
    (finding,) = load_book(tiny_source).findings
    assert (finding.message, finding.hint) == (message, hint)


def test_a_faulty_entry_hides_no_misspelt_reference_of_its_own(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    edit(data / "gear.yaml", "heavy]", "hevy]")
    edit(data / "gear.yaml", "cost: 6", "cost: six")
    assert faults(tiny_source) == ["content/data/gear.yaml:5:24 S021", "content/data/gear.yaml:6:11 S013"]


def test_a_faulty_entry_hides_no_misspelt_reference_to_its_set(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    edit(data / "knacks.yaml", "  - id: long\n    name", "  - name")
    edit(data / "gear.yaml", "heavy]", "hevy]")
    edit(tiny_source / "content" / "chapters" / "before-the-tide.md", "(#words:flood)", "(#knacks:brihgt)")
    assert faults(tiny_source) == [
        "content/chapters/before-the-tide.md:15:81 S021",
        "content/data/gear.yaml:5:24 S021",
        "content/data/knacks.yaml:3:5 S012",
    ]


def test_an_unreadable_set_hides_no_misspelt_reference_to_it(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    edit(data / "knacks.yaml", "short: Its bearer sinks.", "short: Its bearer: sinks.")
    edit(data / "gear.yaml", "heavy]", "hevy]")
    assert faults(tiny_source) == ["content/data/gear.yaml:5:24 S021", "content/data/knacks.yaml:15:22 S005"]


def test_an_unreadable_book_file_hides_no_misspelt_reference(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "book.yaml", "subtitle: Rules", "subtitle: Rules: all")
    edit(tiny_source / "content" / "data" / "gear.yaml", "heavy]", "hevy]")
    edit(tiny_source / "content" / "chapters" / "the-crew.md", "(#the-wreck-hauls)", "(#the-wreck-haul)")
    assert faults(tiny_source) == [
        "content/book.yaml:3:16 S005",
        "content/chapters/the-crew.md:29:60 S021",
        "content/data/gear.yaml:5:24 S021",
    ]


def test_a_section_is_named_by_its_id_where_the_schema_says_so(tiny_source: Path) -> None:
    words = tiny_source / "content" / "data" / "words.yaml"
    edit(words, "home: [the-wreck]", "home: [the-wreck-hauls]")
    loaded = load_book(tiny_source)
    assert loaded.book is not None
    entry = next(e for e in loaded.book.sets["words"].entries if e.id == "nerve")
    homes = entry.fields["home"]
    assert isinstance(homes, Items)
    assert isinstance(homes.values[0], Reference)
    section = loaded.book.resolve(homes.values[0])
    assert isinstance(section, Section)
    assert (section.head.id, section.chapter.id) == ("the-wreck-hauls", "the-wreck")
    # A run-in head is one too; what is none comes with a hint.
    edit(words, "home: [the-wreck-hauls]", "home: [the-crew-choosing-gear]")
    assert faults(tiny_source) == []
    edit(words, "home: [the-crew-choosing-gear]", "home: [the-wreck-haul]")
    (found,) = load_book(tiny_source).findings
    assert (found.code, found.hint) == ("S021", "did you mean ‘the-wreck-hauls’?")


def test_a_section_ends_where_the_next_begins(tiny_source: Path) -> None:
    text = (
        "---\ntitle: The Tide\n---\nFirst.\n\n## Signals\n\nOne.\n\n### By day\n\nTwo.\n\n"
        "**Flags.** Three.\n\nFour.\n\n## Ebb\n\nFive.\n"
    )
    (tiny_source / "content" / "chapters" / "the-tide.md").write_text(text, encoding="utf-8")
    book = load_book(tiny_source).book
    assert book is not None

    def said(id_: str) -> list[str]:
        section = book.section(id_)
        assert section is not None
        return [inline.source for inline in inlines(section.blocks)]

    assert said("the-tide-signals") == ["Signals", "One.", "By day", "Two.", "**Flags.** Three.", "Four."]
    assert said("the-tide-by-day") == ["By day", "Two.", "**Flags.** Three.", "Four."]
    assert said("the-tide-flags") == ["**Flags.** Three.", "Four."]
    assert said("the-tide-ebb") == ["Ebb", "Five."]
    assert book.section("the-tide-flow") is None
