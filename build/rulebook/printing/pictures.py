"""The pages in which two PDFs differ, as pictures: the old page, the new one, and where they are not the same."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
    ValueError, which names the file, when one is no PDF that can be drawn.
    """
    with _opened(old) as first, _opened(new) as second:
        found = []
        for number in range(max(len(first), len(second))):
            before, after = _drawn(first, number, old), _drawn(second, number, new)
            difference = _difference(before, after)
            if difference is not None:
                found.append(number + 1)
                _write(before, after, difference, folder / f"{new.stem}-page-{number + 1:03}.png")
        return tuple(found)


@contextmanager
def _opened(pdf: Path) -> Iterator[Any]:
    """A PDF to be drawn. Raises ValueError where it cannot be."""
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(str(pdf))
    except pdfium.PdfiumError as error:
        raise ValueError(f"{pdf} cannot be drawn: it is no PDF, or is damaged") from error
    try:
        yield document
    finally:
        document.close()


def _drawn(document: Any, number: int, pdf: Path) -> Any:
    """A page as a picture in grey; None when there is no such page. Raises ValueError when it cannot be drawn."""
    import pypdfium2 as pdfium

    if number >= len(document):
        return None
    try:
        page = document[number]
        try:
            return page.render(scale=_RESOLUTION / 72).to_pil().convert("L")
        finally:
            page.close()
    except pdfium.PdfiumError as error:
        raise ValueError(f"{pdf} cannot be drawn: its page {number + 1} is damaged") from error


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
