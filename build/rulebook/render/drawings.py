"""Drawings inside a document, each distinct one read and drawn once, however often it stands there.

The engine makes a style for every line of an inline SVG, which nothing asks for, and reads and draws each SVG anew.
Here what is in them is taken out of the document before styles are made; drawings that are alike are one, and what it
put on a page the first time is put there again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from xml.etree.ElementTree import Element

from rulebook.render.patching import replaced

_SVG = "{http://www.w3.org/2000/svg}"

# What says where a drawing stands, and not what it is.
_PLACE = frozenset({"class", "data-source"})

# What hangs on where it is drawn first, so that it cannot be put anywhere else.
_PLACED = ("Pattern", "Shading")


def take_drawings(root: Element) -> dict[Element, Element]:
    """Takes what is in each inline SVG of a document out of it: the whole drawings, by the elements that are left.

    A title, which says what there is to see, stays in the document too.
    """
    found: dict[Element, Element] = {}
    within: set[Element] = set()
    for element in list(root.iter(f"{_SVG}svg")):
        if element in within:
            continue
        within.update(element.iter(f"{_SVG}svg"))
        whole = found[element] = Element(element.tag, element.attrib)
        whole.text = element.text
        whole.extend(element)
        for child in whole:
            if child.tag != f"{_SVG}title":
                element.remove(child)
    return found


@contextmanager
def drawings_shared(drawings: Mapping[Element, Element]) -> Iterator[None]:
    """Within it, drawings that have been taken out of a document are made images, those that are alike one image."""
    from weasyprint import html
    from weasyprint.images import SVGImage

    images: dict[tuple[Any, ...], Any] = {}

    class DrawnOnce(SVGImage):  # type: ignore[misc]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self._drawn: dict[tuple[int, float, float], Any] = {}

        def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
            # The resources are kept with it, so that no others can take the place of theirs.
            key = id(stream._resources), width, height
            if key in self._drawn:
                stream.stream.extend(self._drawn[key][0])
                return
            # Nothing is to be left out because it was as needed at this place.
            stream._current_color = stream._current_color_stroke = None
            stream._current_alpha = stream._current_alpha_stroke = None
            stream._current_font = None
            before, placed, marks = len(stream.stream), _placed(stream), len(stream._tags or ())
            super().draw(stream, width, height, style)
            if _placed(stream) == placed and len(stream._tags or ()) == marks:
                self._drawn[key] = stream.stream[before:], stream._resources

    def image_of(element: Any, *rest: Any) -> Any:
        whole = drawings.get(element)
        if whole is None:
            return SVGImage(element, *rest)
        key = _key(whole, leave=_PLACE)
        if key not in images:
            images[key] = DrawnOnce(whole, *rest)
        return images[key]

    with replaced(html, "SVGImage", image_of):
        yield


def _placed(stream: Any) -> tuple[int, ...]:
    return tuple(len(stream._resources[kind]) for kind in _PLACED)


def _key(element: Element, leave: frozenset[str] = frozenset()) -> tuple[Any, ...]:
    """What an element is: two with the same are drawn alike."""
    own = tuple(item for item in element.items() if item[0] not in leave)
    return element.tag, own, element.text, *((_key(child), child.tail) for child in element)
