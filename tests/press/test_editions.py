"""What styles/editions.yaml may say, and the page of each edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.press.edition_page import editions_and_page, page_for, paper_size, sound_editions
from rulebook.press.editions import BookOrder, EditionError, load_editions
from rulebook.render.page import load_page
from tests.conftest import REPOSITORY
from tests.editing import edit
from tests.press.press_books import for_a_press, page_of

PAGE = load_page(REPOSITORY / "styles" / "page.yaml")
EDITIONS = load_editions(REPOSITORY)


def test_the_book_has_all_editions() -> None:
    assert EDITIONS.press is not None
    assert EDITIONS.ink is not None
    assert "letter" in EDITIONS.papers
    assert EDITIONS.press.condition.profile.is_file()


@pytest.mark.parametrize(
    ("order", "suffix"),
    [
        (BookOrder(), ""),
        (BookOrder("press"), "-press"),
        (BookOrder("press", "cmyk", "letter"), "-press-cmyk-letter"),
        (BookOrder("ink", impose="saddle", sheet="a4"), "-ink-saddle-a4"),
        (BookOrder(paper="letter"), "-letter"),
    ],
)
def test_an_edition_is_named_for_what_it_is(order: BookOrder, suffix: str) -> None:
    assert order.suffix == suffix
    assert order.plain == (not suffix)


@pytest.mark.parametrize("order", [BookOrder("press"), BookOrder(paper="letter"), BookOrder("press", paper="letter")])
def test_every_edition_has_lines_as_wide_as_the_screen(order: BookOrder) -> None:
    page = page_for(order, PAGE, EDITIONS)
    assert page.measure_mm == pytest.approx(PAGE.measure_mm, abs=0.001)
    assert page.depth_mm == pytest.approx(page.grid.lines * page.grid.leading.mm, abs=0.005)
    assert page.values["margin-inner"] == page.margin.inner
    assert page.values["grid-lines"] == page.grid.lines


def test_a_press_binds_at_the_inner_margin() -> None:
    assert EDITIONS.press is not None
    page = page_for(BookOrder("press"), PAGE, EDITIONS)
    assert page.margin.inner.mm - PAGE.margin.inner.mm == pytest.approx(EDITIONS.press.binding.mm)


def test_letter_is_letter() -> None:
    page = page_for(BookOrder(paper="letter"), PAGE, EDITIONS)
    assert (page.paper.width.mm, page.paper.height.mm) == (215.9, 279.4)
    assert min(page.margin.head.mm, page.margin.foot.mm) >= 20


def test_the_own_paper_by_its_name_changes_nothing() -> None:
    assert page_for(BookOrder(paper="a4"), PAGE, EDITIONS) == PAGE


def test_the_low_ink_edition_has_thinner_rules() -> None:
    page = page_for(BookOrder("ink"), PAGE, EDITIONS)
    assert str(page.values["rule-heavy"]) == "1pt"
    assert page.margin == PAGE.margin


def test_a_paper_that_is_not_there() -> None:
    with pytest.raises(EditionError) as raised:
        page_for(BookOrder(paper="legal"), PAGE, EDITIONS)
    (finding,) = raised.value.findings
    assert str(finding).startswith("styles/page.yaml:1:1 P010 there is no paper ‘legal’")
    assert finding.hint == "known here: a4, a5, letter"
    with pytest.raises(EditionError, match="1 finding"):
        paper_size("a9", PAGE)


def test_a_paper_for_which_the_book_is_not_set() -> None:
    with pytest.raises(EditionError) as raised:
        page_for(BookOrder(paper="a5"), PAGE, EDITIONS)
    assert "is not set for the paper ‘a5’" in str(raised.value.findings[0])


def test_a_book_whose_inks_no_press_knows(tiny_book: Path) -> None:
    with pytest.raises(EditionError) as raised:
        page_of(tiny_book, BookOrder("press"))
    assert [f.code for f in raised.value.findings] == ["P010"] * 5
    paper, bronze = raised.value.findings[0], raised.value.findings[3]
    assert str(bronze).startswith("styles/page.yaml:30:11 P010 ink.bronze: it is not said what a press prints it from")
    assert "bronze: {screen: '#8f6321', press: cmyk(0 31 77 44)}" in bronze.hint
    assert "paper: {screen: '#ffffff', press: cmyk(0 0 0 0)}" in paper.hint
    assert "black: {screen: '#1a1714', press: cmyk(0 0 0 100)}" in raised.value.findings[1].hint


@pytest.mark.parametrize("edition", ["press", "ink"])
def test_a_book_without_editions(tiny_book: Path, edition: str) -> None:
    (tiny_book / "styles" / "editions.yaml").unlink()
    with pytest.raises(EditionError) as raised:
        page_of(tiny_book, BookOrder(edition))
    assert "styles/editions.yaml:1:1 P010 the book has no" in str(raised.value.findings[0])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("bleed: 3mm", "bleed: wide", ":9:10 S014 ‘press.bleed’ of the map of editions is ‘wide’"),
        ("bleed: 3mm", "bleed: 3000mm", ":9:10 S014 ‘press.bleed’ is ‘3000mm’; expected a length from 0mm to 20mm"),
        ("bleed: 3mm", "bleeds: 3mm", ":9:3 S011 ‘press’ of the map of editions has no key ‘bleeds’"),
        ("  bleed: 3mm\n", "", ":9:3 S012 ‘press’ of the map of editions has no ‘bleed’"),
        ("multiple: 4", "multiple: 0", ":14:13 S014 ‘press.multiple’ of the map of editions is ‘0’; the least is 1"),
        (
            "profile: icc/FOGRA39L_coated.icc",
            "profile: none.icc",
            ":19:12 P010 press.profile: there is no file ‘none.icc’",
        ),
        (
            "profile: icc/FOGRA39L_coated.icc",
            "profile: icc/SOURCES.md",
            ":19:12 P010 press.profile: ‘icc/SOURCES.md’ is no ICC profile of a printer with four inks",
        ),
        (
            "profile: icc/FOGRA39L_coated.icc",
            "profile: ../styles/icc/FOGRA39L_coated.icc",
            ":19:12 P010 press.profile: ‘../styles/icc/FOGRA39L_coated.icc’ leads out of styles/",
        ),
        ("stylesheet: edition-ink.css", "stylesheet: none.css", "there is no file ‘none.css’ in styles/"),
        ("stylesheet: edition-ink.css", "stylesheet: /etc/hosts", "‘/etc/hosts’ leads out of styles/"),
        ("lines: 51", "lines: many", "‘papers.letter.lines’ of the map of editions is ‘many’; expected a whole number"),
        (
            "  letter: {head: 21mm, lines: 51}",
            "  letter: 51",
            "‘papers.letter’ of the map of editions is ‘51’; expected a map",
        ),
        ("\npapers:", "\nsheets: {}\npapers:", "S011 the map of editions has no key ‘sheets’"),
        ("press:\n", "press: [\n", " S005 YAML: "),
        (
            "  area: 100\n",
            "  area: 100\n  area: 90\n",
            " S006 the key ‘area’ stands twice: first on line 25, again on line 26",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_place(tiny_book: Path, old: str, new: str, message: str) -> None:
    edit(tiny_book / "styles" / "editions.yaml", old, new)
    with pytest.raises(EditionError) as raised:
        load_editions(tiny_book)
    assert any(message in str(finding) for finding in raised.value.findings), raised.value.findings


@pytest.mark.parametrize("share", [1, 2, 50])
def test_a_profile_that_is_cut_off(tiny_book: Path, share: int) -> None:
    profile = tiny_book / "styles" / "icc" / "FOGRA39L_coated.icc"
    whole = profile.read_bytes()
    profile.write_bytes(whole[: len(whole) - len(whole) // (2 * share)])
    with pytest.raises(EditionError) as raised:
        load_editions(tiny_book)
    (finding,) = raised.value.findings
    assert str(finding).startswith(
        "styles/editions.yaml:19:12 P010 press.profile: ‘icc/FOGRA39L_coated.icc’ is cut off"
    )


@pytest.mark.parametrize(
    ("order", "old", "new", "message"),
    [
        (BookOrder(paper="letter"), "lines: 51", "lines: 80", ":34:31 P010 papers.letter: 162.00 mm and 80 lines"),
        (BookOrder("press"), "binding: 3mm", "binding: 40mm", ":10:12 P010 press.binding: the outer margin is 28mm"),
        (BookOrder("ink"), "rule-heavy", "rule-heaviest", ":27:20 P010 ink.measures: rule-heaviest: there is no such"),
    ],
)
def test_measures_that_do_not_fit(tiny_book: Path, order: BookOrder, old: str, new: str, message: str) -> None:
    edit(tiny_book / "styles" / "editions.yaml", old, new)
    with pytest.raises(EditionError) as raised:
        page_of(tiny_book, order)
    found = [str(finding) for finding in raised.value.findings]
    assert any(message in text for text in found), found


def test_two_inks_that_only_a_press_could_tell_apart(tiny_book: Path) -> None:
    edit(for_a_press(tiny_book) / "styles" / "page.yaml", "{screen: '#8f6321'", "{screen: '#11564b'")
    with pytest.raises(EditionError) as raised:
        page_of(tiny_book, BookOrder("press"))
    (finding,) = raised.value.findings
    assert str(finding).startswith("styles/page.yaml:30:11 P010 ink.bronze is #11564b on a screen, as ink.verdigris is")


def test_all_editions_are_judged_whichever_is_asked_for(tiny_book: Path) -> None:
    path = tiny_book / "styles" / "editions.yaml"
    edit(path, "rule-heavy", "rule-hevy")
    edit(path, "binding: 3mm", "binding: 90mm")
    edit(
        path,
        "  letter: {head: 21mm, lines: 51}",
        "  letter: {head: 21mm, lines: 60}\n  foolscap: {head: 21mm, lines: 51}",
    )
    page = load_page(tiny_book / "styles" / "page.yaml")
    for order in (BookOrder(), BookOrder("ink"), BookOrder(paper="letter")):
        with pytest.raises(EditionError) as raised:
            editions_and_page(order, page, tiny_book)
        assert [str(found).split(" P010 ")[1].split(":")[0] for found in raised.value.findings] == [
            "press.binding",
            "ink.measures",
            "papers.letter",
            "papers.foolscap",
        ]
    assert "there is no paper-foolscap in styles/page.yaml" in raised.value.findings[-1].message


def test_the_binding_is_held_to_every_paper(tiny_book: Path) -> None:
    edit(tiny_book / "styles" / "page.yaml", "width: 215.9mm", "width: 172mm")
    edit(tiny_book / "styles" / "editions.yaml", "binding: 3mm", "binding: 10mm")
    with pytest.raises(EditionError) as raised:
        sound_editions(tiny_book, load_page(tiny_book / "styles" / "page.yaml"))
    assert any("press.binding: the outer margin is 9mm" in str(one) for one in raised.value.findings)


def test_no_hint_proposes_to_leave_out_a_key_that_is_required(tiny_book: Path) -> None:
    edit(tiny_book / "styles" / "editions.yaml", "condition: FOGRA39\n", 'condition: ""\n')
    with pytest.raises(EditionError) as raised:
        load_editions(tiny_book)
    (finding,) = raised.value.findings
    assert (finding.code, finding.hint) == ("S008", "give it a value")
