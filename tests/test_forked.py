"""Work in a copy of this process: what it gives back, what it raises, and where there can be no copy."""

from __future__ import annotations

import errno
import os
from types import MappingProxyType

import pytest

from rulebook.forked import Forked, work_can_be_shared


class _UnsendableError(Exception):
    """An error that cannot be made anew from what it was pickled as."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def _refused() -> int:
    raise OSError(errno.EAGAIN, "no more processes")


def _fail(error: Exception) -> None:
    raise error


def test_the_work_is_done_in_another_process() -> None:
    assert Forked(os.getpid).result() not in (0, os.getpid())


def test_maps_that_cannot_be_changed_come_back_as_such() -> None:
    found = Forked(lambda: MappingProxyType({"a": MappingProxyType({"b": 1})})).result()
    assert isinstance(found, MappingProxyType)
    assert found == {"a": {"b": 1}}
    assert isinstance(found["a"], MappingProxyType)


def test_what_it_raises_is_raised() -> None:
    with pytest.raises(FileNotFoundError, match="no such book"):
        Forked(lambda: _fail(FileNotFoundError(errno.ENOENT, "no such book"))).result()


def test_an_error_that_cannot_be_sent_is_sent_as_what_it_says() -> None:
    with pytest.raises(RuntimeError, match="_UnsendableError: this and that"):
        Forked(lambda: _fail(_UnsendableError("this", "that"))).result()


def test_a_process_that_ends_early_is_told() -> None:
    with pytest.raises(ChildProcessError, match="ended without a result"):
        Forked(lambda: os._exit(3)).result()


@pytest.mark.parametrize("fork", [_refused, None], ids=["no room", "no copies"])
def test_without_a_copy_the_work_is_done_here(fork: object, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = len(os.listdir("/dev/fd"))
    if fork is None:
        monkeypatch.delattr(os, "fork")
        assert not work_can_be_shared()
    else:
        monkeypatch.setattr(os, "fork", fork)
    assert Forked(os.getpid).result() == os.getpid()
    assert len(os.listdir("/dev/fd")) == opened
