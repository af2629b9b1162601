"""Python's collector is as it was once the work is done."""

from __future__ import annotations

import gc

import pytest

from rulebook.garbage import old_things_kept, uncollected


def test_old_things_are_out_of_the_way_within_and_back_at_the_end() -> None:
    before = gc.get_freeze_count()
    with old_things_kept():
        assert gc.get_freeze_count() > before + 1000
    assert gc.get_freeze_count() == 0


def test_it_is_put_back_whatever_happens() -> None:
    with pytest.raises(ZeroDivisionError), old_things_kept(), uncollected():
        raise ZeroDivisionError
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
