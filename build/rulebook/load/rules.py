"""Reading the rules that can be computed: `content/rules/*.yaml`, a topic a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema, typed_record
from rulebook.load.yaml_tree import MapNode, Node, Scalar, parse_yaml
from rulebook.model import Claim, ExternalClaim, RuleText, RuleTopic, Word
from rulebook.source import Position


def read_topic(
    root: Path, path: Path, schema: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> RuleTopic | None:
    """A topic of rules from its file, or None when its form is wrong. `schema` is the pipeline's own."""
    own: list[Finding] = []
    name = path.relative_to(root).as_posix()
    text = read_source(root, path, own)
    topic = None
    if text is not None:
        topic = kept.of(RuleTopic, (name, text), own, lambda: _topic(path, name, text, schema, own))
    findings.extend(own)
    return topic


def _topic(path: Path, name: str, text: str, schema: Schema, findings: list[Finding]) -> RuleTopic | None:
    node = parse_yaml(name, text, findings)
    if node is None:
        return None
    typed = typed_record(node, schema, findings, f"the rules of ‘{path.stem}’")
    record = typed.record
    if record is None or not typed.sound or not isinstance(node, MapNode):
        return None
    home = record.fields["home"]
    return RuleTopic(
        id=path.stem,
        home=home.text if isinstance(home, Word) else "",
        home_position=home.position,
        values=tuple(_definitions(node.get("values"))),
        formulas=tuple(_definitions(node.get("formulas"))),
        claims=tuple(_claims(node.get("claims"))),
        external=tuple(_external(node.get("external"))),
        position=Position(name),
    )


def _definitions(node: Node | None) -> Iterator[RuleText]:
    for key, value in node.items if isinstance(node, MapNode) else ():
        if isinstance(value, Scalar):
            # A text of several lines is read as one.
            yield RuleText(key.text, value.text.replace("\n", " "), key.start, value.start)


def _claims(node: Node | None) -> Iterator[Claim]:
    for item in _maps(node):
        says, holds = item.get("says"), item.get("holds")
        if isinstance(says, Scalar) and isinstance(holds, Scalar):
            yield Claim(says.text, holds.text.replace("\n", " "), says.position, holds.start)


def _external(node: Node | None) -> Iterator[ExternalClaim]:
    for item in _maps(node):
        chapter, text, source = item.get("chapter"), item.get("text"), item.get("source")
        if isinstance(chapter, Scalar) and isinstance(text, Scalar) and isinstance(source, Scalar):
            yield ExternalClaim(chapter.text, text.text, source.text, item.position)


def _maps(node: Node | None) -> Iterator[MapNode]:
    items = getattr(node, "items", ())
    for item in items:
        if isinstance(item, MapNode):
            yield item
