"""Reading a file of measures: YAML that a schema types, with the place of every value, and each length in its range."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.book import own_schema
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema
from rulebook.load.yaml_tree import Key, ListNode, MapNode, Node, Scalar, parse_yaml
from rulebook.render.length import length_of
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Range:
    """Which lengths there may be at the paths (`group.name`) that match: from `least` to `most`."""

    paths: re.Pattern[str]
    least: str
    most: str


@lru_cache
def schema_of_measures(name: str) -> Schema:
    """A schema of the pipeline's own, always the same object: its validator is kept with it."""
    return own_schema(name)


def file_name(path: Path) -> str:
    """What findings call a file that stands in the folder of a book's styles: its path from the book's folder."""
    return path.relative_to(path.parent.parent).as_posix()


def measures_tree(path: Path, findings: list[Finding]) -> Node | None:
    """The tree of a file in the folder of a book's styles; None, with a finding, when nothing of it can be read."""
    text = read_source(path.parent.parent, path, findings)
    return None if text is None else parse_yaml(file_name(path), text, findings)


def entries_of(node: Node | None) -> tuple[tuple[Key, Node], ...]:
    """The keys and values of a map; none of anything else."""
    return node.items if isinstance(node, MapNode) else ()


def scalars_of(node: Node | None) -> Mapping[str, Scalar]:
    """The values of a map that are no maps or lists."""
    return {key.text: value for key, value in entries_of(node) if isinstance(value, Scalar)}


def out_of_range(node: Node, ranges: Sequence[Range], path: str = "") -> Iterator[Finding]:
    """A finding for each length that is not in the first of the ranges that its path matches."""
    for key, value in entries_of(node):
        own = f"{path}.{key.text}" if path else key.text
        if isinstance(value, MapNode):
            yield from out_of_range(value, ranges, own)
        elif isinstance(value, Scalar) and (length := length_of(value.text)) is not None:
            found = next((one for one in ranges if one.paths.fullmatch(own)), None)
            least, most = (length_of(end) for end in (found.least, found.most)) if found is not None else (None, None)
            if least is not None and most is not None and not least.mm <= length.mm <= most.mm:
                message = f"‘{own}’ is ‘{value.text}’; expected a length from {least} to {most}"
                yield Finding(codes.WRONG_VALUE, value.position, message, "look at the number and its unit")


def is_sound(node: Node, faulty: frozenset[Position] | set[Position]) -> bool:
    """Whether nothing is wrong with a value and all that it holds; `faulty` are the places of what has been found."""
    if node.position in faulty or node.broken:
        return False
    match node:
        case Scalar():
            return not node.faulty
        case ListNode():
            return all(is_sound(item, faulty) for item in node.items)
        case MapNode():
            return all(key.position not in faulty and is_sound(value, faulty) for key, value in node.items)
