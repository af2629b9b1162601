"""The texts that a book prints beside its chapters and data: titles, labels, leads and heads of its own declarations.

They stand in `content/book.yaml`, in what its products show and in its kinds of roster. The schemas of the pipeline
mark them by the word `x-printed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load.declared import PRODUCTS, product_form, product_names, yaml_files
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema
from rulebook.load.yaml_tree import ListNode, MapNode, Node, Scalar, parse_yaml
from rulebook.model import Inline, Printed

ROSTERS = "content/rosters"

# A list has no names: what stands in it is known by one of its own.
_NAMES = ("id", "title", "label", "lead", "head")


def printed_of(root: Path, own_schema: Callable[[str], Schema], kept: Kept = NOTHING_KEPT) -> tuple[Printed, ...]:
    """Every such text of a book, by the pipeline's schemas of those names."""
    forms = [("content/book.yaml", "book")]
    forms += [(f"{PRODUCTS}/{name}.yaml", product_form(name)) for name in product_names(root)]
    forms += [(f"{ROSTERS}/{path.name}", "roster") for path in yaml_files(root / ROSTERS)]
    found = (printed_texts(root, root / name, own_schema(form), kept) for name, form in forms)
    return tuple(text for texts in found for text in texts)


def printed_texts(root: Path, path: Path, schema: Schema, kept: Kept) -> tuple[Printed, ...]:
    """The printed texts of a file, in the author's order; none of one that cannot be read, which is found elsewhere."""
    own: list[Finding] = []
    text = read_source(root, path, own)
    if text is None:
        return ()
    name = path.relative_to(root).as_posix()

    def read() -> tuple[Printed, ...]:
        node = parse_yaml(name, text, own)
        return tuple(_within(node, schema, (path.stem,))) if node is not None else ()

    return kept.of(tuple, (name, "printed", text), own, read) or ()


def _within(node: Node, schema: Schema, names: tuple[str, ...]) -> Iterator[Printed]:
    match node:
        case Scalar() if schema.get("x-printed") is True and not node.faulty:
            yield Printed(names, Inline(node.text, node.lines))
        case MapNode(items=items):
            properties, others = schema.get("properties", {}), schema.get("additionalProperties")
            for key, inner in items:
                form = properties.get(key.text, others)
                if isinstance(form, dict):
                    yield from _within(inner, form, (*names, key.text))
        case ListNode(items=nodes) if isinstance(schema.get("items"), dict):
            for inner in nodes:
                yield from _within(inner, schema["items"], (*names, *_own_name(inner)))
        case _:
            return


def _own_name(node: Node) -> tuple[str, ...]:
    """What one of several is called: nothing when it has no name."""
    found = (node.get(key) for key in _NAMES) if isinstance(node, MapNode) else ()
    return next(((one.text,) for one in found if isinstance(one, Scalar)), ())
