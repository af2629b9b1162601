"""Pictures of cards for tables on a screen: one of each card, and sheets of a deck with a list of what is on them.

The list is a saved object of Tabletop Simulator: a deck whose cards are cut from sheets of a grid. The pictures are
written with zlib alone, so that the same cards give the same bytes.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rulebook.compose.cards import CardSize, CardView
from rulebook.leftovers import folder_in_place_of
from rulebook.made_folder import refuse_foreign
from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH

# The last place of a sheet is kept free: there the table shows what a hidden card looks like.
KEPT_FREE = 1

# A sheet is at least so many cards wide and high, or the table does not take it.
_LEAST = 2


@dataclass(frozen=True, slots=True)
class ImageSize:
    """How large the picture of a card is: its size and bleed in mm, dots an inch, and whether the bleed is in it."""

    card: CardSize
    resolution: float
    bleed: bool = False

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture."""
        more = 2 * self.card.bleed if self.bleed else 0.0
        width, height = self.card.width + more, self.card.height + more
        return round(width * self.resolution / MM_PER_INCH), round(height * self.resolution / MM_PER_INCH)

    def at_most(self, columns: int, rows: int, pixels: int) -> ImageSize:
        """The size at which so many cards side by side are at most so many pixels wide and high."""
        width, height = self.pixels
        share = min(1.0, pixels / (columns * width), pixels / (rows * height))
        # Rounding each card up must not make the sheet too large.
        smaller = ImageSize(self.card, self.resolution * share, self.bleed)
        while share < 1 and max(smaller.pixels[0] * columns, smaller.pixels[1] * rows) > pixels:
            smaller = ImageSize(self.card, smaller.resolution * 0.999, self.bleed)
        return smaller


@dataclass(frozen=True, slots=True)
class Pictures:
    """A PDF of single cards with their bleed: the fronts of `cards` in order, then the back of each deck."""

    pdf: Path
    cards: tuple[CardView, ...]
    decks: tuple[str, ...]
    size: ImageSize


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture: three bytes a pixel, row by row."""

    width: int
    height: int
    rows: tuple[bytes, ...]

    def png(self, resolution: float) -> bytes:
        """The picture as a PNG of so many dots an inch."""
        per_metre = round(resolution / MM_PER_INCH * 1000)
        chunks = (
            (b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)),
            (b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            (b"IDAT", zlib.compress(b"".join(b"\x00" + row for row in self.rows), 6)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )


def write_pictures(pictures: Pictures, folder: Path, grid: tuple[int, int], most_pixels: int, address: str = "") -> int:
    """Write the pictures of all decks, each in a folder of its own within `folder`; how many they are.

    A deck's folder takes the place of the one before it only when it is whole. Raises OSError, also when a folder of
    that name holds anything else than the pictures of a deck.
    """
    import pypdfium2 as pdfium

    refuse_other_folders(folder, pictures.decks)
    count = 0
    document = pdfium.PdfDocument(pictures.pdf)
    try:
        for number, deck in enumerate(pictures.decks):
            fronts = [(n, card) for n, card in enumerate(pictures.cards) if card.deck.id == deck]
            with folder_in_place_of(folder / deck) as part:
                count += _write_deck(document, pictures, part, fronts, len(pictures.cards) + number, grid, most_pixels)
                listed = _deck_list(pictures, deck, [card for _, card in fronts], grid, address)
                (part / f"{deck}.json").write_text(f"{json.dumps(listed, ensure_ascii=False, indent=2)}\n", "utf-8")
    finally:
        document.close()
    return count


def refuse_other_folders(folder: Path, decks: Iterable[str]) -> None:
    """See that the folders of decks within `folder` may be replaced. Raises OSError, which names one that may not."""
    for deck in decks:
        listed = f"{deck}.json"
        # A list of the deck, and pictures.
        refuse_foreign(folder / deck, partial(_is_of_deck, listed))


def _is_of_deck(listed: str, names: Collection[str]) -> bool:
    return not names or (listed in names and all(name == listed or name.endswith(".png") for name in names))


def _write_deck(
    document: Any,
    pictures: Pictures,
    folder: Path,
    fronts: Sequence[tuple[int, CardView]],
    back: int,
    grid: tuple[int, int],
    most_pixels: int,
) -> int:
    size = pictures.size
    for name, (page, _) in zip(_names([card for _, card in fronts]), fronts, strict=True):
        (folder / f"{name}.png").write_bytes(_drawn(document, page, size).png(size.resolution))
    (folder / "back.png").write_bytes(_drawn(document, back, size).png(size.resolution))
    parts = _sheets(len(fronts), grid)
    for number, (first, count) in enumerate(parts, 1):
        columns, rows = _shape(count, grid)
        small = size.at_most(columns, rows, most_pixels)
        drawn = [_drawn(document, page, small) for page, _ in fronts[first : first + count]]
        sheet = _side_by_side(drawn, columns, rows)
        (folder / f"sheet-{number}.png").write_bytes(sheet.png(small.resolution))
    return len(fronts) + 1 + len(parts)


def _names(cards: Sequence[CardView]) -> tuple[str, ...]:
    """A file's name for each card: the id of its entry, with its set's where two have the same."""
    ids = [card.anchor.partition(":")[2] for card in cards]
    return tuple(
        id_ if ids.count(id_) == 1 and id_ != "back" and not id_.startswith("sheet-") else card.anchor.replace(":", "-")
        for id_, card in zip(ids, cards, strict=True)
    )


def _sheets(count: int, grid: tuple[int, int]) -> list[tuple[int, int]]:
    """The first card and the number of cards of each sheet."""
    most = max(1, grid[0] * grid[1] - KEPT_FREE)
    return [(first, min(most, count - first)) for first in range(0, count, most)]


def _shape(count: int, grid: tuple[int, int]) -> tuple[int, int]:
    """Columns and rows of a sheet of so many cards, with the last place free."""
    places = count + KEPT_FREE
    columns = min(grid[0], max(_LEAST, places))
    return columns, max(_LEAST, -(-places // columns))


def _drawn(document: Any, page: int, size: ImageSize) -> Raster:
    """A page as a picture of just that many pixels: with its bleed, or its trimmed middle."""
    width, height = size.pixels
    scale = size.resolution / POINTS_PER_INCH
    edge = 0.0 if size.bleed else size.card.bleed * POINTS_PER_INCH / MM_PER_INCH
    bitmap = document[page].render(scale=scale, crop=(edge,) * 4, rev_byteorder=True)
    stride, channels = bitmap.stride, bitmap.n_channels
    data = bytes(bitmap.buffer)
    rows = []
    for row in range(height):
        # Where rounding gives the engine a row or column less, the last is repeated.
        start = min(row, bitmap.height - 1) * stride
        pixels = data[start : start + min(width, bitmap.width) * channels]
        if channels == 4:
            pixels = b"".join(pixels[i : i + 3] for i in range(0, len(pixels), 4))
        rows.append(pixels + pixels[-3:] * (width - bitmap.width))
    bitmap.close()
    return Raster(width, height, tuple(rows))


def _side_by_side(drawn: Sequence[Raster], columns: int, rows: int) -> Raster:
    width, height = drawn[0].width, drawn[0].height
    blank = b"\xff" * (3 * width)
    lines: list[bytes] = []
    for row in range(rows):
        cards = drawn[row * columns : (row + 1) * columns]
        rest = blank * (columns - len(cards))
        lines += (b"".join(card.rows[y] for card in cards) + rest for y in range(height))
    return Raster(columns * width, rows * height, tuple(lines))


def _deck_list(
    pictures: Pictures, deck: str, cards: Sequence[CardView], grid: tuple[int, int], address: str
) -> Mapping[str, Any]:
    """The deck as the table keeps it: a card's number is its sheet's, times a hundred, and its place on the sheet."""
    at = f"{address.rstrip('/')}/{deck}/" if address else ""
    sheets = {}
    contained = []
    for number, (first, count) in enumerate(_sheets(len(cards), grid), 1):
        columns, rows = _shape(count, grid)
        sheets[str(number)] = {
            "FaceURL": f"{at}sheet-{number}.png",
            "BackURL": f"{at}back.png",
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        for place, card in enumerate(cards[first : first + count]):
            contained.append(
                {
                    "Name": "Card",
                    "CardID": number * 100 + place,
                    "Nickname": card.name,
                    "Description": card.folio.replace("\u00a0", " "),
                    "GMNotes": card.anchor,
                    "Transform": _transform(),
                    "CustomDeck": {str(number): sheets[str(number)]},
                }
            )
    title = cards[0].deck.title
    whole = {
        "Name": "DeckCustom",
        "Nickname": title,
        "Transform": _transform(),
        "DeckIDs": [card["CardID"] for card in contained],
        "CustomDeck": sheets,
        "ContainedObjects": contained,
    }
    # The table knows no deck of one card.
    return {"SaveName": title, "ObjectStates": [whole if len(contained) > 1 else contained[0]]}


def _transform() -> dict[str, float]:
    """Face down, as a deck lies."""
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0}
    return place | {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
