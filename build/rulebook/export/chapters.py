"""Chapters as JSON: their blocks in order, and the data that these place."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.export.jsons import Json, JsonMap
from rulebook.export.texts import Texts
from rulebook.model import Aside, Block, Book, Chapter, Heading, ListBlock, Paragraph, Placement


@dataclass(frozen=True)
class Chapters:
    """Gives the chapters of one book."""

    book: Book
    texts: Texts

    def chapter(self, chapter: Chapter) -> JsonMap:
        """A chapter; one of the front or back matter has no number."""
        return {
            "id": chapter.id,
            "title": chapter.title,
            "number": chapter.number or None,
            "part": chapter.book,
            "blocks": self.blocks(chapter.blocks),
        }

    def blocks(self, blocks: tuple[Block, ...]) -> list[Json]:
        """Blocks in reading order."""
        return [self.block(block) for block in blocks]

    def block(self, block: Block) -> JsonMap:
        """One block."""
        match block:
            case Heading(level=level, title=title, id=id_):
                return {"type": "heading", "level": level, "id": id_, **self.texts.inline(title)}
            case Paragraph(text=text, run_in=run_in):
                return {"type": "paragraph", "run_in": run_in, **self.texts.inline(text)}
            case ListBlock(ordered=ordered, start=start, items=items):
                listed: list[Json] = [self.blocks(item) for item in items]
                return {"type": "list", "ordered": ordered, "start": start, "items": listed}
            case Aside(kind=kind, blocks=inner):
                return {"type": "aside", "kind": kind, "label": self.label(kind), "blocks": self.blocks(inner)}
            case Placement():
                return self.placement(block)

    def label(self, kind: str) -> str | None:
        """The words that are printed before an aside."""
        labels = self.book.labels
        return {"example": labels.example, "note": labels.note}.get(kind)

    def placement(self, placement: Placement) -> JsonMap:
        """Data that stands here: a table or a figure by its id, or entries of a set by theirs, in order."""
        of_set = placement.directive not in ("table", "figure")
        entries: list[Json] = [entry.id for entry in self.book.placed(placement)] if of_set else []
        return {
            "type": "placement",
            "directive": placement.directive,
            "target": placement.target,
            "entries": entries,
        }
