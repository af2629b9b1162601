"""What an ICC profile says of itself, by ICC.1:2010 (ISO 15076-1), chapter 7: enough to refuse one that is no use."""

from __future__ import annotations

import struct

# The header: the profile's own length, of what device it is, which colours that has, and the mark of a profile.
_HEADER = 128
_LENGTH, _DEVICE, _COLOURS, _MARK = slice(0, 4), slice(12, 16), slice(16, 20), slice(36, 40)

# The table of its parts: how many, and for each a name, where it begins and how long it is.
_COUNT, _ROW = 4, 12

# From the colours of a device to those of the eye, and back: without these nothing can be told of a print.
_NEEDED = ("A2B0", "B2A0")


def is_of_four_inks(profile: bytes) -> bool:
    """Whether an ICC profile is that of a printer, for cyan, magenta, yellow and black."""
    return (profile[_DEVICE], profile[_COLOURS]) == (b"prtr", b"CMYK")


def fault_of_profile(profile: bytes) -> str:
    """What is wrong with the profile of a printing condition, in words that follow its name; empty for a sound one."""
    if len(profile) < _HEADER + _COUNT or profile[_MARK] != b"acsp" or not is_of_four_inks(profile):
        return "is no ICC profile of a printer with four inks"
    (length,) = struct.unpack(">I", profile[_LENGTH])
    if length != len(profile):
        how = "cut off" if length > len(profile) else "longer than it says"
        return f"is {how}: by its own word it has {length} bytes, and the file has {len(profile)}"
    (count,) = struct.unpack(">I", profile[_HEADER : _HEADER + _COUNT])
    end = _HEADER + _COUNT + count * _ROW
    if end > length:
        return f"is damaged: its table of {count} parts reaches beyond its end"
    names = set()
    for at in range(_HEADER + _COUNT, end, _ROW):
        name, start, size = struct.unpack(">4sII", profile[at : at + _ROW])
        names.add(shown := name.decode("latin-1"))
        if start < end or start + size > length:
            return f"is damaged: its part ‘{shown}’ does not lie within it"
    missing = [name for name in _NEEDED if name not in names]
    return f"lacks the part ‘{missing[0]}’, from which colours are told" if missing else ""
