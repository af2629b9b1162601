"""What can be told of an ICC profile without its colours."""

from __future__ import annotations

import struct

import pytest

from rulebook.press.profile import fault_of_profile
from tests.conftest import REPOSITORY

WHOLE = (REPOSITORY / "styles" / "icc" / "FOGRA39L_coated.icc").read_bytes()


def changed(at: int, data: bytes) -> bytes:
    return WHOLE[:at] + data + WHOLE[at + len(data) :]


def test_the_books_own_profile_is_sound() -> None:
    assert fault_of_profile(WHOLE) == ""


@pytest.mark.parametrize(
    ("profile", "fault"),
    [
        (b"", "is no ICC profile of a printer with four inks"),
        (WHOLE[:131], "is no ICC profile of a printer with four inks"),
        (changed(16, b"RGB "), "is no ICC profile of a printer with four inks"),
        (changed(36, b"none"), "is no ICC profile of a printer with four inks"),
        (WHOLE[:-1], f"is cut off: by its own word it has {len(WHOLE)} bytes, and the file has {len(WHOLE) - 1}"),
        (WHOLE + b"\0", "is longer than it says"),
        (changed(128, struct.pack(">I", 2**31)), "is damaged: its table of 2147483648 parts reaches beyond its end"),
        (changed(136, struct.pack(">I", len(WHOLE))), "is damaged: its part ‘desc’ does not lie within it"),
        (changed(136, struct.pack(">I", 8)), "is damaged: its part ‘desc’ does not lie within it"),
        (WHOLE.replace(b"A2B0", b"A2B9"), "lacks the part ‘A2B0’, from which colours are told"),
    ],
)
def test_a_profile_that_is_of_no_use(profile: bytes, fault: str) -> None:
    assert fault_of_profile(profile).startswith(fault)
