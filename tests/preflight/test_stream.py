"""The operators of a content stream, in every form that a file may write them."""

from __future__ import annotations

import pytest

from rulebook.preflight.stream import operations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"1 0 0 -1 .5 841.89 cm", [([1, 0, 0, -1, 0.5, 841.89], b"cm")]),
        (b"[<00 0c>-25<4>]TJ", [([[b"\x00\x0c", -25, b"\x40"]], b"TJ")]),
        (b"(a \\(b\\) (c) \\101\\n) Tj % note\nET", [([b"a (b) (c) A\n"], b"Tj"), ([], b"ET")]),
        (b"/Span<</MCID 7/A[1 2]>>BDC f*", [(["/Span", {"/MCID": 7, "/A": [1, 2]}], b"BDC"), ([], b"f*")]),
        (b"BI /W 1 ID \x00(\xff EI Q", [([], b"Q")]),
        (b"25. w 0 Tr", [([25], b"w"), ([0], b"Tr")]),
    ],
)
def test_operations(text: bytes, found: list[tuple[list[object], bytes]]) -> None:
    assert list(operations(text)) == found


def test_what_is_no_content_is_an_error() -> None:
    with pytest.raises(ValueError, match="at byte 2"):
        list(operations(b"q }"))
