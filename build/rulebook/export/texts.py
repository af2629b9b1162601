"""Texts in Markdown and plain, with what is bound in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from markdown_it.token import Token

from rulebook.compose.inline import ARROW
from rulebook.export.computed import value_json
from rulebook.export.jsons import Json, JsonMap, dice_json
from rulebook.load.markdown import markdown_parser
from rulebook.load.references import link_targets
from rulebook.model import Aside, Block, Book, Chapter, Entry, Heading, Inline, ListBlock, Paragraph, Placement, inlines
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.numbers import value_of

_PARSER = markdown_parser()


class Texts:
    """Gives the texts of one book as JSON.

    Markdown has the author's lines, a sentence each, without the marks of bindings: a computed number stands there as
    it is printed. A plain text has no marks at all; a cross-reference is an arrow and its target's title.
    """

    def __init__(self, book: Book, rules: BoundBook) -> None:
        self._titles = _titles(book)
        # An inline stands in one place of the model, so that it can be known by its identity.
        self._bound: dict[int, list[Bound]] = {}
        for bound in rules.bound:
            self._bound.setdefault(id(bound.text.inline), []).append(bound)

    def inline(self, inline: Inline) -> JsonMap:
        """One text."""
        return {
            "markdown": inline.source,
            "text": self.plain(inline),
            "bindings": [_binding(bound) for bound in self._bound.get(id(inline), ())],
        }

    def prose(self, blocks: tuple[Block, ...]) -> JsonMap:
        """Text of several paragraphs and lists."""
        bindings: list[Json] = [
            _binding(bound) for inline in inlines(blocks) for bound in self._bound.get(id(inline), ())
        ]
        return {
            "markdown": _laid_out(blocks, lambda inline: inline.source),
            "text": self.plain_prose(blocks),
            "bindings": bindings,
        }

    def plain_prose(self, blocks: tuple[Block, ...]) -> str:
        """The words of several blocks, an empty line between two."""
        return _laid_out(blocks, self.plain)

    def plain(self, inline: Inline) -> str:
        """The words of a text in one line."""
        parts: list[str] = []
        title = ""
        tokens = _tokens(inline.source)
        for number, token in enumerate(tokens):
            match token.type:
                case "text":
                    parts.append(f"{ARROW} {title}" if title else token.content)
                    title = ""
                case "softbreak":
                    parts.append(" ")
                case "link_open" if _is_arrow(tokens[number + 1 : number + 3]):
                    target = str(token.attrs.get("href", "")).removeprefix("#")
                    title = self._titles.get(target, target)
                case _:
                    pass
        return "".join(parts)


@cache
def _tokens(source: str) -> list[Token]:
    return _PARSER.parseInline(source)[0].children or []


def _is_arrow(after: Sequence[Token]) -> bool:
    """Whether a link's words are the arrow alone; `after` are the two tokens that follow its opening."""
    return [token.type for token in after] == ["text", "link_close"] and after[0].content == ARROW


def _titles(book: Book) -> dict[str, str]:
    """The title of each target of a link; a figure's is its number."""
    found: dict[str, str] = {}
    for id_, target in link_targets(book).items():
        match target:
            case Chapter(title=title):
                found[id_] = title
            case Heading(title=inline):
                found[id_] = "".join(t.content for t in _tokens(inline.source) if t.type == "text")
            case Entry() as entry:
                found[id_] = entry.name
            case str() as title:
                found[id_] = title
    return found | {f.anchor: f"{book.labels.figure} {number}" for number, f in enumerate(book.placed_figures, 1)}


def _binding(bound: Bound) -> JsonMap:
    """Words that are bound: a `let` with the value that it gives, an `is` with the value that is computed."""
    return {
        "kind": bound.binding.kind,
        "text": bound.written,
        "expression": bound.binding.expression,
        "value": _bound_value(bound),
    }


def _bound_value(bound: Bound) -> Json:
    quantity = bound.quantity
    if quantity is None:
        return None
    if quantity.dice is not None:
        return dice_json(quantity.dice, bound.written)  # which says more than the list of their outcomes
    value = bound.evaluation.value if bound.evaluation is not None else value_of(quantity)
    return value_json(value) if value is not None else None


def _laid_out(blocks: tuple[Block, ...], words: Callable[[Inline], str]) -> str:
    """Blocks as Markdown lays them out, the words of each inline as given."""
    return "\n\n".join(laid for block in blocks if (laid := _block(block, words)))


def _block(block: Block, words: Callable[[Inline], str]) -> str:
    match block:
        case Paragraph(text=inline):
            return words(inline)
        case Heading(level=level, title=inline):
            return f"{'#' * level} {words(inline)}"
        case ListBlock(ordered=ordered, start=start, items=items):
            marks = [f"{start + n}. " if ordered else "- " for n in range(len(items))]
            laid = [mark + _indented(_laid_out(item, words), mark) for mark, item in zip(marks, items, strict=True)]
            loose = any(len(item) > 1 for item in items)
            return ("\n\n" if loose else "\n").join(laid)
        case Aside(blocks=inner):
            return _laid_out(inner, words)
        case Placement():
            return ""


def _indented(text: str, mark: str) -> str:
    """A text whose further lines stand below its first, which follows a mark."""
    first, *others = text.split("\n")
    return "\n".join([first, *(" " * len(mark) + line if line else "" for line in others)])
