"""A PDF that a screen reader can read: the structure written into it, and what is no part of it marked as such.

The changes to the engine here belong to rulebook.render.engine, which asserts the engine's version. They hold while the
pages are drawn; the structure is rulebook.render.structure's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulebook.render.patching import replaced
from rulebook.render.structure import ROLES, Annotated, Artifact, Leaf, Node, Structure

# From the engine's pixels to points.
_SCALE = 0.75

# The name of the variant by which the engine declares the standard in the metadata, and sets the PDF's version.
STANDARD = "pdf/ua-1"


@contextmanager
def tags_written(structure: Structure) -> Iterator[None]:
    """Within it, a PDF that the engine writes from those pages has that structure."""
    with ExitStack() as stack:
        stack.enter_context(furniture_set_aside(structure))
        stack.enter_context(one_annotation_a_link())
        stack.enter_context(elements_across_pages(structure))
        yield


@contextmanager
def furniture_set_aside(structure: Structure) -> Iterator[None]:
    """Marks what is no part of the text as an artifact.

    Why: the engine marks running heads, folios and tabs as text that belongs to no element, and the heads of a table
    in each of its parts as heads of their own.
    """
    import pydyf
    from weasyprint.pdf.stream import Stream

    stock = Stream.marked

    @contextmanager
    def marked(stream: Any, box: Any, tag: str) -> Iterator[None]:
        artifact = structure.artifacts.get(id(box))
        if artifact is None or stream._tags is None:
            with stock(stream, box, tag):
                yield
            return
        stream.begin_marked_content("Artifact", pydyf.Dictionary(_artifact_entries(artifact)))
        try:
            yield
        finally:
            stream.end_marked_content()

    with replaced(Stream, "marked", marked):
        yield


def _artifact_entries(artifact: Artifact) -> dict[str, str]:
    entries = {"Type": f"/{artifact.kind}"}
    if artifact.furniture:
        entries["Subtype"] = f"/{artifact.furniture}"
    return entries


@contextmanager
def one_annotation_a_link() -> Iterator[None]:
    """Gives each line of a link one annotation.

    Why: the engine gives another to every box inside the link, one above the other, and ties only some of them to the
    link's element.
    """
    from weasyprint import pdf

    stock = pdf.add_links

    def add_links(links_and_anchors: Any, matrix: Any, document: Any, page: Any, names: Any, tags: Any) -> None:
        links, anchors = links_and_anchors
        own = [link for link in links if link[3].link]
        stock((own, anchors), matrix, document, page, names, tags)
        for *_, box in own:
            if box.link_annotation:
                x1, y1, x2, y2 = box.link_annotation["Rect"]
                box.link_annotation["Rect"][:] = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    with replaced(pdf, "add_links", add_links):
        yield


@contextmanager
def elements_across_pages(structure: Structure) -> Iterator[None]:
    """Writes the structure in the place of the engine's own.

    Why: in the engine's, a paragraph, a list or a table that is broken over columns or pages is several; a link says
    where it leads by an anchor's name; header cells do not say what they head, nor lists how they are numbered; and the
    place of a figure is in the wrong units.
    """
    from weasyprint import pdf

    def add_tags(target: Any, document: Any, pdf_version: Any, page_streams: Any) -> None:
        _Writer(target, [stream._tags for stream in page_streams], _heights(document)).write(structure)

    with replaced(pdf, "add_tags", add_tags):
        yield


def _heights(document: Any) -> list[float]:
    return [page.height for page in document.pages]


@dataclass(slots=True)
class _Writer:
    """Writes a structure into a PDF whose pages are drawn.

    `marks` are, for each page, the pieces of its content by the box that they show; `heights` the pages' in pixels.
    """

    pdf: Any
    marks: list[dict[Any, Any]]
    heights: list[float]
    _parents: list[dict[int, bytes]] = field(default_factory=list)
    _annotations: list[tuple[Any, bytes]] = field(default_factory=list)

    def write(self, structure: Structure) -> None:
        import pydyf

        pdf = self.pdf
        self._parents = [{} for _ in self.marks]
        parent_tree = pydyf.Dictionary({})
        pdf.add_object(parent_tree)
        roles = pydyf.Dictionary({own: f"/{standard}" for own, standard in ROLES.items()})
        root = pydyf.Dictionary({"Type": "/StructTreeRoot", "ParentTree": parent_tree.reference, "RoleMap": roles})
        pdf.add_object(root)
        root["K"] = pydyf.Array([self._element(structure.root, root.reference)])
        self._refuse_what_is_left()
        numbers = pydyf.Array()
        for number, parents in enumerate(self._parents):
            numbers.extend((number, pydyf.Array([parents[mark] for mark in sorted(parents)])))
        for number, (annotation, reference) in enumerate(self._annotations, len(self._parents)):
            annotation["StructParent"] = number
            numbers.extend((number, reference))
        parent_tree["Nums"] = numbers
        root["ParentTreeNextKey"] = len(self._parents) + len(self._annotations)
        pdf.catalog["StructTreeRoot"] = root.reference
        pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
        pdf.catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})
        # The folios count the sheets from one.
        labels = pydyf.Dictionary({"Nums": pydyf.Array([0, pydyf.Dictionary({"S": "/D"})])})
        pdf.catalog["PageLabels"] = labels

    def _element(self, node: Node, parent: bytes) -> bytes:
        """Writes an element and all below it; its reference."""
        import pydyf

        entry = pydyf.Dictionary({"Type": "/StructElem", "S": f"/{node.tag}", "P": parent})
        self.pdf.add_object(entry)
        reference: bytes = entry.reference
        if node.alt:
            entry["Alt"] = pydyf.String(node.alt)
        if node.lang:
            entry["Lang"] = pydyf.String(node.lang)
        if attributes := self._attributes(node):
            entry["A"] = attributes[0] if len(attributes) == 1 else pydyf.Array(attributes)
        pages = [kid.page for kid in node.kids if not isinstance(kid, Node)]
        if pages:
            entry["Pg"] = self.pdf.page_references[pages[0]]
        kids = pydyf.Array()
        for kid in node.kids:
            if isinstance(kid, Node):
                kids.append(self._element(kid, reference))
            elif isinstance(kid, Leaf):
                kids.append(self._piece(kid, pages[0], reference))
            elif (piece := self._annotation(kid, node, reference)) is not None:
                kids.append(piece)
        entry["K"] = kids
        return reference

    def _piece(self, leaf: Leaf, page_of_element: int, reference: bytes) -> Any:
        import pydyf

        mark = self.marks[leaf.page].pop(leaf.box)["mcid"]
        self._parents[leaf.page][mark] = reference
        if leaf.page == page_of_element:
            return mark
        return pydyf.Dictionary({"Type": "/MCR", "Pg": self.pdf.page_references[leaf.page], "MCID": mark})

    def _annotation(self, kid: Annotated, node: Node, reference: bytes) -> Any:
        import pydyf

        annotation = kid.box.link_annotation or kid.box.widget_annotation
        if not annotation:
            return None
        if kid.box.link_annotation:
            annotation["Contents"] = pydyf.String(" ".join(f"{node.label} {node.text}".split()))
        self._annotations.append((annotation, reference))
        return pydyf.Dictionary(
            {"Type": "/OBJR", "Pg": self.pdf.page_references[kid.page], "Obj": annotation.reference}
        )

    def _attributes(self, node: Node) -> list[Any]:
        import pydyf

        found = []
        for owner, entries in node.attributes.items():
            if not entries:
                continue
            attributes = pydyf.Dictionary({"O": f"/{owner}", **entries})
            if owner == "Layout":
                page = next(node.leaves()).page
                attributes["BBox"] = pydyf.Array(_box_on_page(entries["BBox"], self.heights[page]))
            found.append(attributes)
        return found

    def _refuse_what_is_left(self) -> None:
        left = [(number, box) for number, boxes in enumerate(self.marks, 1) for box in boxes]
        if left:
            number, box = left[0]
            raise LookupError(f"page {number}: {box} is drawn, but is no part of the structure ({len(left)} such)")


def _box_on_page(box: Any, height: float) -> tuple[float, float, float, float]:
    """Where a box stands, in points from the page's lower left corner."""
    x, y = box.content_box_x(), box.content_box_y()
    corners = x, height - y - box.height, x + box.width, height - y
    left, bottom, right, top = (round(_SCALE * at, 4) for at in corners)
    return left, bottom, right, top
