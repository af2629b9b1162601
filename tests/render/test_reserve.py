"""The search for the lines that a page keeps free at its foot."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from rulebook.render.reserve import MOST_LAYOUTS, Reserve


def searched(needs: Callable[[int], int], guess: int, foreseen: Callable[[int], int] | None = None) -> Reserve:
    """The search on a page that needs so many lines when so many are kept free."""
    reserve = Reserve(guess)
    while not reserve.stands(needs(reserve.lines), foreseen or needs):
        assert reserve.layouts < 60
    return reserve


def test_a_page_without_terms_is_laid_once() -> None:
    reserve = searched(lambda _: 0, 0)
    assert (reserve.lines, reserve.layouts) == (0, 1)


def test_a_right_guess_is_laid_once() -> None:
    reserve = searched(lambda kept: 20 - kept, 10)
    assert (reserve.lines, reserve.layouts) == (10, 1)


def test_a_wrong_guess_is_laid_twice_when_the_need_is_foreseen() -> None:
    reserve = searched(lambda kept: 20 - kept // 2, 0)
    assert (reserve.lines, reserve.layouts) == (14, 2)


def test_too_many_lines_are_given_back() -> None:
    reserve = searched(lambda kept: 6 if kept < 9 else 5, 20)
    assert reserve.lines == 6


@given(st.lists(st.integers(0, 4), min_size=31, max_size=31), st.integers(0, 30), st.integers(-3, 3))
def test_the_foot_never_overflows_and_the_search_ends(steps: list[int], guess: int, off: int) -> None:
    # The more lines are kept, the less is needed.
    falling = [sum(steps[n:]) for n in range(31)]

    def needs(kept: int) -> int:
        return falling[kept] if kept < len(falling) else 0

    reserve = searched(needs, guess, lambda kept: max(needs(kept) + off, 0))
    assert needs(reserve.lines) <= reserve.lines
    assert reserve.layouts <= MOST_LAYOUTS + 1


@given(st.lists(st.integers(0, 30), min_size=31, max_size=31), st.integers(0, 30))
def test_it_ends_too_where_more_lines_need_more(needed: list[int], guess: int) -> None:
    def needs(kept: int) -> int:
        return needed[kept] if kept < len(needed) else 30

    reserve = searched(needs, guess)
    assert needs(reserve.lines) <= reserve.lines


@given(st.integers(0, 30), st.integers(0, 30))
def test_no_more_is_wasted_than_is_spared(guess: int, need: int) -> None:
    reserve = searched(lambda _: need, guess)
    assert 0 <= reserve.lines - need <= 1


@given(st.integers(2, 30), st.integers(0, 28))
def test_what_a_search_has_left_empty_need_not_be_searched_for_again(lines: int, need: int) -> None:
    reserve = Reserve(lines, spare=max(lines - need, 0))
    assert reserve.stands(min(need, lines), lambda _: need)
    assert (reserve.lines, reserve.layouts) == (lines, 1)
