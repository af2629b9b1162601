"""Colours of a screen, written as plates; and what reaches the edge, drawn into the bleed."""

from __future__ import annotations

import pytest

from rulebook.press.editions import BookOrder
from rulebook.press.separations import KNOCK, OVER, Rewriting, Separation, separation_for, space_name
from rulebook.render.page import load_page
from tests.conftest import REPOSITORY

PAGE = load_page(REPOSITORY / "styles" / "page.yaml")
BLACK, BRONZE, STONE, WHITE = (
    " ".join(f"{part / 255:.6f}" for part in (ink.red, ink.green, ink.blue)).encode()
    for ink in (PAGE.inks[name] for name in ("black", "bronze", "stone", "paper"))
)
TRIM = (595.276, 841.89)


def _for(edition: str, inks: str = "spot") -> Separation:
    separation = separation_for(BookOrder(edition, inks), PAGE)
    assert separation is not None
    return separation


def _rewritten(data: bytes, edition: str = "press", inks: str = "spot") -> bytes:
    rewriting = Rewriting(_for(edition, inks))
    result = rewriting.stream(data)
    assert rewriting.faults == []
    return result


def test_text_is_in_one_black_that_is_printed_over() -> None:
    assert _rewritten(BLACK + b" rg") == f"{OVER} gs 0 0 0 1 k".encode()
    assert _rewritten(BLACK + b" RG") == b"0 0 0 1 K"


def test_a_spot_ink_has_its_plate_or_its_mixture() -> None:
    assert _rewritten(BRONZE + b" rg") == f"{KNOCK} gs /EditionBronze cs 1 scn".encode()
    assert _rewritten(BRONZE + b" RG") == b"/EditionBronze CS 1 SCN"
    assert _rewritten(BRONZE + b" rg", inks="cmyk") == f"{KNOCK} gs 0 0.31 0.77 0.44 k".encode()
    assert sorted(_for("press").spots) == ["Bronze", "Verdigris"]
    assert _for("press", "cmyk").spots == {}


def test_a_plate_may_have_any_name() -> None:
    names = {space_name(spot) for spot in ("Bronze", "Bronze!", "Bronze ?", "Brönze")}
    assert len(names) == 4
    assert all(name[1:].isascii() and name[1:].isalnum() for name in names)


def test_stone_is_a_tint_of_black_beside_spot_inks() -> None:
    assert _rewritten(STONE + b" RG") == b"0 0 0 0.52 K"
    assert _rewritten(STONE + b" RG", inks="cmyk") == b"0 0.05 0.13 0.4 K"


def test_low_ink_is_black_or_paper() -> None:
    assert _rewritten(BRONZE + b" rg", "ink") == b"0 g"
    assert _rewritten(STONE + b" RG", "ink") == b"0 G"
    assert _rewritten(WHITE + b" rg", "ink") == b"1 g"


def test_a_screen_stays_as_it_is() -> None:
    assert separation_for(BookOrder(), PAGE) is None


def test_what_is_no_colour_is_left() -> None:
    data = b"q BT /F 9 Tf (1 0 0 rg \\) ) Tj [<0102>-3<03>] TJ ET % 1 0 0 rg\n1 0 0 1 2 3 cm Q"
    assert _rewritten(data) == data


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"1 0 0 rg", "the colour #ff0000"),
        (b"0 1 0 RG", "the colour #00ff00"),
        (b"/Sh sh", "a shading"),
        (b"/P cs /X scn", "a pattern"),
        (b"0 0 0 1 k", "a colour of the press, which the page does not declare"),
        (b"0.5 g", "the colour #808080"),
    ],
)
def test_what_is_no_ink_is_a_fault(data: bytes, fault: str) -> None:
    rewriting = Rewriting(_for("press"))
    rewriting.stream(data)
    assert fault in rewriting.faults


@pytest.mark.parametrize(
    ("rectangle", "wanted"),
    [
        (b"570 100 25.276 50 re", b"570.000000 100.000000 33.780000 50.000000 re"),
        (b"0 100 20 50 re", b"-8.504000 100.000000 28.504000 50.000000 re"),
        (b"20 820 50 21.89 re", b"20.000000 820.000000 50.000000 30.394000 re"),
        (b"20 100 50 50 re", b"20 100 50 50 re"),
    ],
)
def test_what_reaches_the_edge_runs_into_the_bleed(rectangle: bytes, wanted: bytes) -> None:
    rewriting = Rewriting(_for("press"), TRIM, 8.504)
    assert rewriting.page(rectangle).endswith(wanted)


def test_the_edge_is_found_under_a_turned_and_scaled_page() -> None:
    rewriting = Rewriting(_for("press"), TRIM, 8.504)
    data = b"1 0 0 -1 0 841.89 cm q 0.75 0 0 0.75 0 0 cm 760 100 33.701333 60 re f Q"
    assert b" 45.040000 60.000000 re f Q" in rewriting.page(data)
