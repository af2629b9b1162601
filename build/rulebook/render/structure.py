"""The structure of a document: its elements in reading order, whatever columns and pages they are broken over.

It is told from the pages as they are laid. An element that goes on in another column or page is one element still;
what belongs to the page and not to the text (running heads, folios, tabs, leaders, the head of a table said again)
is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"

# The hyphen with which the engine ends a line inside a word.
_HYPHEN = "\u2010"

# The tags of elements. Elements that are not listed are those of running text, and only hold their text.
_TAGS = {
    "article": "Art",
    "aside": "Div",
    "blockquote": "BlockQuote",
    "caption": "Caption",
    "code": "Code",
    "dfn": "Definition",
    "dl": "L",
    "figcaption": "Caption",
    "figure": "Div",
    "img": "Figure",
    "main": "Part",
    "nav": "Sect",
    "ol": "L",
    "p": "P",
    "q": "Quote",
    "section": "Sect",
    "table": "Table",
    "tbody": "TBody",
    "td": "TD",
    "tfoot": "TFoot",
    "th": "TH",
    "thead": "THead",
    "tr": "TR",
    "ul": "L",
    f"{SVG}svg": "Figure",
}
# Tags of our own, and what each is to a reader that does not know it: the name that is defined, and the number of a
# heading, a book or a page, each where its ink tells it from the words beside it.
ROLES = {"Definition": "Span", "Number": "Span"}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ITEMS = frozenset({"li", "dt", "dd"})
# Elements that hold others and no text of their own: a text right inside one is a paragraph.
_GROUPS = frozenset({"Document", "Part", "Art", "Sect", "Div", "BlockQuote", "TOC", "TOCI", "L", "LI", "Table", "TR"})
_LISTS = frozenset({"L", "TOC"})
# Where the foot of a page may stand.
_SECTIONS = frozenset({"Document", "Part", "Art", "Sect"})
# What stays though there is nothing in it: a table has a cell for each of its columns.
_MAY_BE_EMPTY = frozenset({"TR", "TH", "TD"})

_NUMBERING = {
    "decimal": "Decimal",
    "upper-roman": "UpperRoman",
    "lower-roman": "LowerRoman",
    "upper-alpha": "UpperAlpha",
    "upper-latin": "UpperAlpha",
    "lower-alpha": "LowerAlpha",
    "lower-latin": "LowerAlpha",
    "disc": "Disc",
    "circle": "Circle",
    "square": "Square",
}


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A text, or a picture, as the engine drew it: a box on a page (from 0)."""

    page: int
    box: Any


@dataclass(frozen=True, slots=True, eq=False)
class Annotated:
    """A box on a page (from 0) that a reader can press or fill: its annotation is made when the page is drawn."""

    page: int
    box: Any


@dataclass(slots=True, eq=False)
class Node:
    """An element: its tag, what it holds in reading order, and what its attributes say.

    `alt` is the words for a picture, `label` those that say more of a link than its text, `lang` a language other than
    the document's, `level` the level of a heading. `attributes` are by their owner, as PDF has them.
    """

    tag: str
    element: Any = None
    parent: Node | None = None
    kids: list[Node | Leaf | Annotated] = field(default_factory=list)
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    alt: str = ""
    label: str = ""
    lang: str = ""
    level: int = 0

    def nodes(self) -> Iterator[Node]:
        """The node and those below it, in reading order."""
        yield self
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.nodes()

    def leaves(self) -> Iterator[Leaf]:
        """All texts and pictures in it, in reading order."""
        for kid in self.kids:
            if isinstance(kid, Node):
                yield from kid.leaves()
            elif isinstance(kid, Leaf):
                yield kid

    @property
    def text(self) -> str:
        """Its words in one line; a word that was broken is whole."""
        words = ""
        line: tuple[int, float] | None = None
        for leaf in self.leaves():
            at = leaf.page, round(float(leaf.box.position_y + leaf.box.baseline), 1)
            if line is not None and at != line:
                words = words[:-1] if words.endswith(_HYPHEN) else f"{words} "
            line = at
            words += getattr(leaf.box, "text", "")
        return " ".join(words.split())


@dataclass(frozen=True, slots=True)
class Artifact:
    """What is no part of the text: of which kind, and of which furniture, as PDF names them."""

    kind: str
    furniture: str = ""


class Structure:
    """The structure of laid pages: `root` is the document, `artifacts` what belongs to it not, by the box's id."""

    def __init__(self, pages: Iterable[Any]) -> None:
        self.root = Node("Document")
        self.artifacts: dict[int, Artifact] = {}
        self._nodes: dict[tuple[Any, ...], Node] = {}
        self._last: Node = self.root
        self._page = 0
        # The elements of a page's foot are those of every page's foot: each page has nodes of its own for them.
        self._foot: int | None = None
        for number, page in enumerate(pages):
            self._page = number
            for child in page.children:
                keyword = getattr(child, "at_keyword", None)
                if keyword is not None:
                    self._set_aside(child, Artifact("Pagination", _furniture(keyword)))
                else:
                    self._walk(child, self.root, toc=False)
        _prune(self.root)
        _level(self.root)

    def _walk(self, box: Any, node: Node, *, toc: bool) -> None:
        # What is placed absolutely is in a box that holds its place.
        box = getattr(box, "_box", box)
        element = box.element
        if element is not None and box.element_tag == element.tag and node.element is not element:
            if element.get("aria-hidden") == "true":
                self._set_aside(box, Artifact("Pagination", "Watermark"))
                return
            if element.get("data-foot") is not None:
                self._foot, last = self._page, self._last
                self._walk_into(box, self._foot_of(element), toc=False)
                self._foot, self._last = None, last
                return
        if box.is_leader:
            self._set_aside(box, Artifact("Layout"))
            return
        if self._said_before(box):
            self._set_aside(box, Artifact("Pagination"))
            return
        if _is_picture(box):
            self._picture(box, node)
        elif hasattr(box, "text") and node.tag in _LISTS and not box.text.strip():
            # The space between items that run on: a list holds nothing but them.
            self._set_aside(box, Artifact("Layout"))
        elif hasattr(box, "text"):
            self._home_of(node, box).kids.append(Leaf(self._page, box))
        else:
            self._walk_into(box, self._node_for(box, node, toc), toc=toc or box.element_tag == "nav")

    def _walk_into(self, box: Any, node: Node, *, toc: bool) -> None:
        if box.link and node.tag != "Link":
            node = self._child(node, "Link", ("link", id(box)), box.element)
        if box.link or box.is_input():
            node.kids.append(Annotated(self._page, box))
        for child in box.children:
            self._walk(child, node, toc=toc)

    def _node_for(self, box: Any, node: Node, toc: bool) -> Node:
        """The node of a box: that of its element, or the one that it is in."""
        element, tag = box.element, box.element_tag
        if element is None or not isinstance(element.tag, str):
            return node
        if tag.endswith("::marker"):
            return self._label(node, element)
        if tag == "a::after" and toc:
            # What follows a line of the contents is its page.
            return self._child(node, "Number", ("page", id(element)), None)
        if tag != element.tag or node.element is element:
            return node
        if tag in _ITEMS:
            return self._item(box, node, toc)
        if tag == "a" and box.link:
            return self._link(box, node)
        if tag in _HEADINGS:
            found = self._child(node, "H", ("element", id(element)), element)
            found.level = int(element.get("aria-level") or tag[1])
        elif tag == "ol" and toc:
            found = self._child(node, "TOC", ("element", id(element)), element)
        elif box.is_input():
            found = self._child(node, "Form", ("element", id(element)), element)
        elif tag in _TAGS:
            found = self._child(node, _TAGS[tag], ("element", id(element)), element)
        elif element.get("data-role") == "number":
            found = self._child(node, "Number", ("element", id(element)), element)
        elif tag not in ("html", "body") and element.get("lang"):
            found = self._child(node, "Span", ("element", id(element)), element)
        else:
            return node
        self._describe(found, box)
        return found

    def _describe(self, node: Node, box: Any) -> None:
        element = node.element
        if node.tag in ("TH", "TD"):
            attributes = {
                "ColSpan": box.colspan if box.colspan != 1 else None,
                "RowSpan": box.rowspan if box.rowspan != 1 else None,
                "Scope": f"/{_scope(node)}" if node.tag == "TH" else None,
            }
            node.attributes["Table"] = {name: value for name, value in attributes.items() if value is not None}
        elif node.tag == "L":
            kind = next((style for item in box.children if (style := _marker(item))), "none")
            node.attributes["List"] = {"ListNumbering": f"/{_NUMBERING.get(kind, 'None')}"}
        node.lang = element.get("lang") or ""

    def _item(self, box: Any, node: Node, toc: bool) -> Node:
        """The body of a list's item, or an item of the contents."""
        key = ("element", id(box.element))
        if toc:
            return self._child(node, "TOCI", key, box.element)
        item = self._child(node, "LI", key, box.element)
        return self._child(item, "LBody", ("body", id(box.element)), box.element)

    def _label(self, node: Node, element: Any) -> Node:
        """The label of an item, before the rest of it."""
        item = node.parent if node.tag == "LBody" else node
        if item is None or item.tag not in ("LI", "TOCI"):
            return node
        label = self._child(item, "Lbl", ("label", id(element)), element)
        item.kids.sort(key=lambda kid: kid is not label)
        return label

    def _link(self, box: Any, node: Node) -> Node:
        if node.tag == "TOCI":
            node = self._child(node, "Reference", ("reference", id(box.element)), None)
        elif node.tag in _GROUPS:
            node = self._child(node, "P", ("paragraph", id(box.element)), None)
        link = self._child(node, "Link", ("element", id(box.element)), box.element)
        link.label = box.element.get("aria-label") or ""
        return link

    def _picture(self, box: Any, node: Node) -> None:
        element = box.element
        alt = _alternative(element)
        if not alt:
            # A picture that says nothing is decoration; that a figure says something is checked where it is drawn.
            self._set_aside(box, Artifact("Layout"))
            return
        figure = self._child(node, "Figure", ("element", id(element)), element)
        figure.alt = alt
        figure.attributes["Layout"] = {"Placement": "/Block", "BBox": box}
        figure.kids.append(Leaf(self._page, box))
        self._last = figure

    def _home_of(self, node: Node, box: Any) -> Node:
        """The node that takes a text: where that may hold none, a paragraph in it."""
        if node.tag in _GROUPS:
            last = node.kids[-1] if node.kids else None
            if not (isinstance(last, Node) and last.tag == "P" and last.element is None):
                last = self._child(node, "P", ("text", id(box)), None)
            node = last
        self._last = node
        return node

    def _child(self, parent: Node, tag: str, key: tuple[Any, ...], element: Any) -> Node:
        """The node with that key, which is the last of its parent's when it is new."""
        key = self._foot, *key
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(tag, element, parent)
            parent.kids.append(found)
        return found

    def _foot_of(self, element: Any) -> Node:
        """The foot of a page: it is read after the block with which the page ends, though that may run on."""
        block = self._last
        while block.parent is not None and block.parent.tag not in _SECTIONS:
            block = block.parent
        section = block.parent or self.root
        foot = self._nodes[self._foot, "element", id(element)] = Node("Sect", element, section)
        at = section.kids.index(block) + 1 if block in section.kids else len(section.kids)
        section.kids.insert(at, foot)
        return foot

    def _said_before(self, box: Any) -> bool:
        """Whether it is the head of a table in another of its parts than the first."""
        element = box.element
        if element is None or element.tag != "thead" or box.element_tag != "thead" or not box.is_header:
            return False
        found = self._nodes.get((self._foot, "element", id(element)))
        return found is not None and any(True for _ in found.leaves())

    def _set_aside(self, box: Any, artifact: Artifact) -> None:
        box = getattr(box, "_box", box)
        self.artifacts[id(box)] = artifact
        for child in box.children:
            self._set_aside(child, artifact)


def _furniture(keyword: str) -> str:
    if keyword.startswith("@top"):
        return "Header"
    return "Footer" if keyword.startswith("@bottom") else ""


def _is_picture(box: Any) -> bool:
    return hasattr(box, "replacement")


def _alternative(element: Any) -> str:
    """The words for a picture: an SVG's title, or what `alt` says."""
    if element.tag == f"{SVG}svg":
        title = element.find(f"{SVG}title")
        return " ".join((title.text or "").split()) if title is not None else ""
    return str(element.get("alt") or "")


def _scope(node: Node) -> str:
    """What a header cell heads: as it says, or as the part of the table does in which it stands."""
    said = {"col": "Column", "colgroup": "Column", "row": "Row", "rowgroup": "Row"}.get(node.element.get("scope", ""))
    ancestor = node.parent
    while ancestor is not None and ancestor.tag not in ("THead", "TBody", "TFoot", "Table"):
        ancestor = ancestor.parent
    return said or ("Row" if ancestor is not None and ancestor.tag == "TBody" else "Column")


def _marker(box: Any) -> str:
    """The kind of marker before an item; empty where there is none."""
    kind = box.style["list_style_type"] if box.element_tag == "li" and "list-item" in box.style["display"] else "none"
    return kind if isinstance(kind, str) and kind != "none" else ""


def _prune(node: Node) -> None:
    """Takes out what holds nothing."""
    for kid in node.kids:
        if isinstance(kid, Node):
            _prune(kid)
    node.kids = [kid for kid in node.kids if not isinstance(kid, Node) or kid.kids or kid.tag in _MAY_BE_EMPTY]


def _level(root: Node) -> None:
    """Gives the headings their levels without gaps: one that stands under another is one level lower."""
    open_levels: list[int] = []
    for node in root.nodes():
        if node.tag == "H":
            while open_levels and open_levels[-1] >= node.level:
                open_levels.pop()
            open_levels.append(node.level)
            node.tag, node.level = f"H{len(open_levels)}", len(open_levels)
