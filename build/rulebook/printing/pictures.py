"""The pages in which two PDFs differ, as pictures: the old page, the new one, and where they are not the same."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from rulebook.leftovers import named, part_of

# Dots an inch: a hairline shows, and a page is seen whole on a screen.
_RESOLUTION = 100
# What a pixel may differ by, of 255, before it counts.
_LEEWAY = 2


def differing_pages(old: Path, new: Path, folder: Path) -> tuple[int, ...]:
    """The pages that look different, counted from 1; a picture of each is written to `folder`.

    A page that only one of the two has counts as different. Raises OSError when a picture cannot be written, and
    ValueError when a file is no PDF that can be drawn.
    """
    import pypdfium2 as pdfium

    try:
        first, second = pdfium.PdfDocument(str(old)), pdfium.PdfDocument(str(new))
    except pdfium.PdfiumError as error:
        raise ValueError(f"{old.name} cannot be drawn: {error}") from error
    try:
        found = []
        for number in range(max(len(first), len(second))):
            before, after = _drawn(first, number), _drawn(second, number)
            difference = _difference(before, after)
            if difference is not None:
                found.append(number + 1)
                _write(before, after, difference, folder / f"{new.stem}-page-{number + 1:03}.png")
        return tuple(found)
    finally:
        first.close()
        second.close()


def _drawn(document: Any, number: int) -> Any:
    """A page as a picture in grey; None when there is no such page."""
    if number >= len(document):
        return None
    page = document[number]
    try:
        return page.render(scale=_RESOLUTION / 72).to_pil().convert("L")
    finally:
        page.close()


def _difference(before: Any, after: Any) -> Any:
    """A picture of what differs, dark where it does; None when nothing does."""
    from PIL import Image, ImageChops

    if before is None or after is None or before.size != after.size:
        size = (after if after is not None else before).size
        return Image.new("L", size, 0)
    difference = ImageChops.difference(before, after).point(lambda grey: 0 if grey > _LEEWAY else 255)
    return difference if difference.getextrema()[0] == 0 else None


def _write(before: Any, after: Any, difference: Any, path: Path) -> None:
    """The three side by side, as PNG, whole or not at all."""
    from PIL import Image

    pictures = [picture for picture in (before, after, difference) if picture is not None]
    gap = 12
    width = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    whole = Image.new("L", (width, max(picture.height for picture in pictures)), 128)
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width + gap
    part = part_of(path)
    try:
        with named(path, part):
            whole.save(part, format="PNG")
            os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
