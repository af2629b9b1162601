"""Reading one chapter's file: front matter, then Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema, typed_record
from rulebook.load.sets import ID
from rulebook.load.yaml_tree import parse_yaml
from rulebook.model import Block, Word
from rulebook.source import Position

_FENCE = "---"
_FIELD = re.compile(r"^[a-z_]+:(?: |$)")


@dataclass(frozen=True, slots=True)
class ChapterSource:
    """A chapter as its file has it, before it has a place in the book."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    position: Position


def read_chapter(
    root: Path, path: Path, schema: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> ChapterSource | None:
    """A chapter from its file, or None when it cannot be read. `schema` is the pipeline's own, of the front matter."""
    own: list[Finding] = []
    name = path.relative_to(root).as_posix()
    text = read_source(root, path, own)
    chapter = None
    if text is not None:
        chapter = kept.of(ChapterSource, (name, text), own, lambda: _chapter(path, name, text, schema, own))
    findings.extend(own)
    return chapter


def _chapter(path: Path, name: str, text: str, schema: Schema, findings: list[Finding]) -> ChapterSource:
    if not ID.match(path.stem):
        hint = "name it with lower case letters, digits and hyphens between"
        findings.append(Finding(codes.WRONG_VALUE, Position(name), f"‘{path.stem}’ is not an id", hint))
    rows = text.split("\n")
    end = _front_matter_end(name, rows, findings)
    closed = end is not None and rows[end : end + 1] == [_FENCE]
    title = _title(name, rows[1:end], schema, findings) if closed or (end or 0) > 1 else None
    first = 0 if end is None else end + closed
    body_rows = rows[first:]
    body = "\n".join(body_rows)
    if not body.strip() and (closed or end is None):
        message = "the chapter has front matter and no text" if end is not None else "the chapter is empty"
        findings.append(Finding(codes.FRONT_MATTER, Position(name, max(first, 1)), message, "write it"))
    lines = tuple(Position(name, first + 1 + i) for i in range(len(body_rows))) or (Position(name),)
    blocks = parse_markdown(MarkdownSource(body, lines, id_prefix=path.stem), findings)
    if title is None:  # what is wrong with it has been found
        return ChapterSource(path.stem, path.stem, blocks, Position(name))
    return ChapterSource(path.stem, title.text, blocks, title.position)


def _front_matter_end(name: str, rows: list[str], findings: list[Finding]) -> int | None:
    """The row on which the front matter ends; None when there is none.

    Where it is not closed, it is taken to end before the first row that is not of its form, so that what is wrong
    with the text is found in the same run.
    """
    place = Position(name)
    rows[:] = [_FENCE if row.rstrip() == _FENCE else row for row in rows]
    if rows[0] != _FENCE:
        if any(row.strip() for row in rows):
            hint = "begin the file with ‘---’, ‘title: …’, ‘---’"
            findings.append(Finding(codes.FRONT_MATTER, place, "the chapter has no front matter", hint))
        return None
    end = next((i for i, row in enumerate(rows[1:], 1) if row == _FENCE), None)
    if end is None:
        hint = "end it with a line ‘---’"
        findings.append(Finding(codes.FRONT_MATTER, place, "the front matter is not closed", hint))
        return next((i for i, row in enumerate(rows[1:], 1) if not _FIELD.match(row)), len(rows))
    return end


def _title(name: str, rows: list[str], schema: Schema, findings: list[Finding]) -> Word | None:
    node = parse_yaml(name, "\n".join(rows) + "\n", findings, first_line=2)
    record = typed_record(node, schema, findings, "the front matter").record if node is not None else None
    title = record.fields.get("title") if record is not None else None
    return title if isinstance(title, Word) else None
