"""Composed HTML as a tree of elements, so that a test can ask what is printed, where, and under which id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset({"meta", "br", "img", "link", "hr"})
_LINES = frozenset({"p", "h1", "h2", "h3", "h4", "caption", "tr", "li", "title", "div", "blockquote", "aside"})


@dataclass(slots=True)
class Element:
    """An element: its tag, its attributes, and what it holds in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    def elements(self) -> Iterator[Element]:
        """This element and every one inside it, in the order of the document."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.elements()

    def of_class(self, name: str) -> list[Element]:
        return [element for element in self.elements() if name in element.classes]

    def by_id(self, id_: str) -> Element:
        return next(element for element in self.elements() if element.attributes.get("id") == id_)

    def texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child.texts()

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts()).split())

    def lines(self) -> list[str]:
        """What a reader sees, a paragraph, item, heading or row each; a row's cells stand between ` | `."""
        found = []
        for element in self.elements():
            if element.tag == "tr":
                found.append(" | ".join(c.text for c in element.children if isinstance(c, Element)))
            elif element.tag in _LINES and not any(e.tag in _LINES for e in list(element.elements())[1:]):
                found.append(element.text)
        return found


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        if closed.tag != tag:
            raise ValueError(f"</{tag}> closes <{closed.tag}>")

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse_html(html: str) -> Element:
    """The document's tree. Raises ValueError where an element is not closed."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    if len(parser.open) != 1:
        raise ValueError(f"<{parser.open[-1].tag}> is not closed")
    return parser.open[0]
