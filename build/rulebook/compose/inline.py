"""Inline Markdown to HTML, and to the plain text in which terms are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from rulebook.compose.marks import Marker, marked
from rulebook.load.markdown import inline_tokens
from rulebook.model import Inline

if TYPE_CHECKING:
    from markdown_it.token import Token

ARROW = "→"


@dataclass(frozen=True, slots=True)
class Linker:
    """What composing a text needs to know: the title of a link's target, by its id; and what marks the uses in it."""

    title_of: Callable[[str], str]
    marker: Marker | None = None
    # What stands between the title of a target and its page, where the two could be taken for one; see `page_word`.
    before_page: Callable[[str], str] = lambda target: ""

    @property
    def unmarked(self) -> Linker:
        """The same for texts that do not count: titles, and the lists of terms themselves."""
        return replace(self, marker=None)

    def prose_marks(self, inline: Inline) -> Mapping[int, Markup]:
        """The marks of an inline, by the place in its plain text of the character that each stands before."""
        return self.marker.marks(inline_text(inline), prose=True) if self.marker else {}

    def plain(self, text: str) -> Markup:
        """Words without markup as HTML, their uses marked."""
        return marked(text, self.marker.marks(text, prose=False) if self.marker else {})


@cache
def _tokens(source: str) -> list[Token]:
    return inline_tokens(source)


def inline_html(inline: Inline, linker: Linker, run_in: bool = False) -> Markup:
    """The HTML of an inline; `[→](#id)` becomes an arrow and the target's own title.

    With `run_in`, the first bold words are marked as a run-in head.
    """
    parts: list[Markup] = []
    opened: list[str] = []
    head = run_in
    arrow = False
    tokens = _tokens(inline.source)
    marks = linker.prose_marks(inline)
    at = 0
    for number, token in enumerate(tokens):
        match token.type:
            case "text":
                parts.append(Markup("") if arrow else marked(token.content, marks, at))
                at += _counted(token)
            case "softbreak":
                parts.append(Markup(" "))
                at += _counted(token)
            case "strong_open":
                parts.append(Markup('<strong class="run-in-head">') if head else Markup("<strong>"))
                head = False
            case "strong_close":
                parts.append(Markup("</strong>"))
            case "em_open":
                parts.append(Markup("<em>"))
            case "em_close":
                parts.append(Markup("</em>"))
            case "link_open":
                href = str(token.attrs.get("href", ""))
                opened.append(href)
                arrow = _is_arrow(tokens[number + 1 : number + 3])
                if arrow:
                    target = href[1:]
                    parts.append(
                        reference_html(target, linker.title_of(target), linker.before_page(target), close=False)
                    )
                else:
                    kind = "link" if href.startswith("#") else "external"
                    parts.append(Markup('<a class="{}" href="{}">').format(kind, href))
            case "link_close":
                opened.pop()
                arrow = False
                parts.append(Markup("</a>"))
            case other:
                raise ValueError(f"the inline token {other} has no HTML")
    return Markup("").join(parts)


def reference_html(target: str, title: str, before_page: str = "", close: bool = True) -> Markup:
    """A cross-reference: an arrow, the title of its target, what stands before its page, and (by CSS) the page."""
    apart = Markup(' data-page="{}"').format(before_page) if before_page else Markup("")
    html = Markup('<a class="reference" href="#{}"{}>{}\u00a0{}').format(target, apart, ARROW, title)
    return html + Markup("</a>") if close else html


def _is_arrow(after: Sequence[Token]) -> bool:
    """Whether a link's words are the arrow alone; `after` are the two tokens that follow its opening."""
    return [t.type for t in after] == ["text", "link_close"] and after[0].content == ARROW


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one face."""

    text: str
    strong: bool = False
    emphatic: bool = False


def inline_runs(inline: Inline) -> tuple[tuple[Run, ...], ...]:
    """The words of an inline by the author's lines, each line in runs of one face; links are their words alone."""
    lines: list[list[Run]] = [[]]
    strong = emphatic = False
    for token in _tokens(inline.source):
        match token.type:
            case "text":
                if token.content:
                    lines[-1].append(Run(token.content, strong, emphatic))
            case "softbreak":
                lines.append([])
            case "strong_open" | "strong_close":
                strong = token.type == "strong_open"
            case "em_open" | "em_close":
                emphatic = token.type == "em_open"
            case _:
                pass
    return tuple(tuple(line) for line in lines)


def inline_text(inline: Inline) -> str:
    """The words of an inline without its markup; the titles of cross-references are not among them."""
    parts = []
    for token in _tokens(inline.source):
        if token.type == "text" and token.content != ARROW:
            parts.append(token.content)
        elif token.type == "softbreak":
            parts.append(" ")
    return "".join(parts)


def _counted(token: Token) -> int:
    """How many characters of the plain text a token is."""
    return 1 if token.type == "softbreak" else 0 if token.content == ARROW else len(token.content)
