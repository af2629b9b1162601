"""Work in a copy of this process: what it gives back, what it raises, and where there can be no copy."""

from __future__ import annotations

import errno
import os
import time
from types import MappingProxyType

import pytest

from rulebook.forked import Forked, copies_at_work, work_can_be_shared
from rulebook.leftovers import temporary_folder


class _UnsendableError(Exception):
    """An error that cannot be made anew from what it was pickled as."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def _refused() -> int:
    raise OSError(errno.EAGAIN, "no more processes")


def _seven() -> int:
    time.sleep(0.3)
    return 7


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


def test_only_the_copies_begun_in_a_folder_end_with_it() -> None:
    before = Forked(_seven)
    begun: list[Forked[None]] = []

    def fail() -> None:
        with temporary_folder("test"):
            begun.append(Forked(lambda: time.sleep(60)))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    (within,) = begun
    assert before.result() == 7
    with pytest.raises(ChildProcessError):
        within.result()
    assert copies_at_work() == frozenset()
