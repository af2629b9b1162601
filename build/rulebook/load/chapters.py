"""Reading one chapter's file: front matter, then Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema, typed_record
from rulebook.load.yaml_tree import parse_yaml
from rulebook.model import Block, Word
from rulebook.source import Position

_FENCE = "---"


@dataclass(frozen=True, slots=True)
class ChapterSource:
    """A chapter as its file has it, before it has a place in the book."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    position: Position


def read_chapter(root: Path, path: Path, schema: Schema, findings: list[Finding]) -> ChapterSource | None:
    """A chapter from its file, or None when its front matter cannot be used."""
    text = read_source(root, path, findings)
    if text is None:
        return None
    name = path.relative_to(root).as_posix()
    rows = text.split("\n")
    place = Position(name)
    if not rows or rows[0].strip() != _FENCE:
        hint = "begin the file with ‘---’, ‘title: …’, ‘---’"
        findings.append(Finding(codes.FRONT_MATTER, place, "the chapter has no front matter", hint))
        return None
    end = next((i for i, row in enumerate(rows[1:], 1) if row.rstrip() == _FENCE), None)
    if end is None:
        hint = "end it with a line ‘---’"
        findings.append(Finding(codes.FRONT_MATTER, place, "the front matter is not closed", hint))
        return None
    node = parse_yaml(name, "\n".join(rows[1:end]) + "\n", findings, first_line=2)
    record = typed_record(node, schema, findings, "the front matter") if node is not None else None
    body_rows = rows[end + 1 :]
    body = "\n".join(body_rows)
    if not body.strip():
        findings.append(
            Finding(
                codes.FRONT_MATTER,
                Position(name, end + 1),
                "the chapter has front matter and no text",
                "write it",
            )
        )
    lines = tuple(Position(name, end + 2 + i) for i in range(len(body_rows))) or (place,)
    blocks = parse_markdown(MarkdownSource(body, lines, id_prefix=path.stem), findings)
    title = record.fields.get("title") if record is not None else None
    if not isinstance(title, Word):
        return ChapterSource(path.stem, path.stem, blocks, place)  # what is wrong with it has been found
    return ChapterSource(path.stem, title.text, blocks, title.position)
