"""Chapters and prose fields: Markdown to blocks, with the place of every line.

The dialect is CommonMark by markdown-it-py, with containers (`::: name`). What CommonMark lets pass silently and would
print wrong (raw HTML, a list that falls out of its item, markup left over) is a finding.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.bindings import Stripped, strip_bindings
from rulebook.load.list_lines import Line, list_faults
from rulebook.load.markup_limits import within_limits
from rulebook.load.suggest import did_you_mean
from rulebook.model import Aside, Block, Filter, Heading, Inline, ListBlock, Paragraph, Placement
from rulebook.source import Position

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

ASIDES = ("example", "note", "epigraph")
DIRECTIVES = ("table", "figure", "entries", "list", "text")

_CONTAINER = re.compile(r"^(?P<indent> *):::(?P<rest>.*)$")
_HTML = re.compile(r"<(?:[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]+);")
_LEFT_OVER = re.compile(
    r"\*+|`+|~~|\] ?\(|\]\[|!\[|\]\{|\{is|\{let|\{[#.][^\s{}]*\}?|:::|\[\^|"
    r"(?<![A-Za-z0-9])_(?=\w)|(?<=\w)_(?![A-Za-z0-9])|\\$"
)
# What gives a title an id, or words a class, in other kinds of Markdown.
_ATTRIBUTES = ("{#", "{.")
_AT_THE_END = re.compile(r"\s*\{[#.][^{}]*\}\s*$")
_HEADING_WITHOUT_SPACE = re.compile(r"^#{1,6}[^# \d]")
_DEFINITION = re.compile(r"^\[[^\]]+\]:")
# A run-in head stands below the two levels of headings.
_RUN_IN_LEVEL = 4
_RUN_IN = re.compile(r"^\*\*(?P<head>[^*]+[.?!])\*\*(?:\s|$)")
_FILTER = re.compile(r"^(?P<field>[a-z][a-z0-9_-]*)=(?P<value>\S+)$")


def _any_link(url: str) -> bool:
    return True


def markdown_parser() -> MarkdownIt:
    """The parser of chapters and prose: CommonMark without HTML, with one generic container."""
    # Loaded here: a source that is kept from an earlier run is not parsed, and then the parser is not needed.
    from markdown_it import MarkdownIt
    from mdit_py_plugins.container import container_plugin

    parser = MarkdownIt("commonmark", {"html": False})
    # Off: reference definitions, which vanish from the text, and fences, which swallow what follows an unclosed one.
    parser.disable(["reference", "fence"])
    container_plugin(parser, "block", validate=lambda _params, _markup: True)
    # Accept every link here, so that a forbidden one reaches the check and is named instead of being printed.
    parser.validateLink = _any_link  # type: ignore[method-assign]
    return parser


@cache
def _parser() -> MarkdownIt:
    return markdown_parser()


def inline_tokens(source: str) -> list[Token]:
    """The tokens of one inline text."""
    return _parser().parseInline(source)[0].children or []


# Lists within lists within lists: the most that a page can show, and far less than what the parser would drop.
DEEPEST_LIST = 3


@dataclass(frozen=True, slots=True)
class MarkdownSource:
    """Markdown to parse: its text, where each of its lines stands, and the prefix of its headings' ids."""

    text: str
    lines: tuple[Position, ...]
    id_prefix: str = ""
    sections: bool = True


def slug(title: str) -> str:
    """A title as an id: lower case, letters and digits, hyphens between."""
    plain = unicodedata.normalize("NFKD", title.replace("’", "").replace("&", " and "))
    plain = "".join(c for c in plain if not unicodedata.combining(c)).lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def parse_markdown(source: MarkdownSource, findings: list[Finding]) -> tuple[Block, ...]:
    """The blocks of a chapter or of a prose field. Faults are added to `findings`; what can be read is returned."""
    rows = within_limits(_Containers(source, findings).sound_rows(), source.lines, findings)
    stripped = strip_bindings("\n".join(rows), source.lines, findings)
    return _Builder(source, stripped, findings).blocks(_parser().parse(stripped.text))


class _Containers:
    """Finds what is wrong with the lines that begin with `:::`, and puts them right for the parser.

    So one unclosed container hides neither the headings after it nor any other fault.
    """

    def __init__(self, source: MarkdownSource, findings: list[Finding]) -> None:
        self.rows = source.text.split("\n")
        self.places = source.lines
        self.findings = findings
        self.opened: tuple[str, int] | None = None
        self.told: int | None = None  # the container whose text has been found
        self.spare = 0  # closing lines that belong to a container whose nesting has been found

    def find(self, code: str, row: int, message: str, hint: str) -> None:
        place = self.places[min(row, len(self.places) - 1)]
        self.findings.append(Finding(code, place, message, hint))

    def sound_rows(self) -> list[str]:
        """The lines of the text with each container opened and closed."""
        for number, row in enumerate(self.rows):
            match = _CONTAINER.match(row)
            if match:
                self.fence(number, match)
            elif self.opened and self.opened[0] in DIRECTIVES and row.strip() and self.told != self.opened[1]:
                name, self.told = self.opened
                message = f"‘::: {name}’ places data and holds no text: line {self.places[number].line} is in it"
                self.find(codes.CONTAINER, self.told, message, "close it with ‘:::’ on the next line")
        if self.opened:
            self.leave_open(*self.opened, "", "close it with a line ‘:::’")
        return self.rows

    def leave_open(self, name: str, row: int, when: str, hint: str) -> None:
        """A container that is not closed: a directive is closed for the parser, another is taken away."""
        if self.told != row:
            self.find(codes.CONTAINER, row, f"‘::: {name}’ is not closed{when}", hint)
        if name in DIRECTIVES and row + 1 < len(self.rows) and not self.rows[row + 1].strip():
            self.rows[row + 1] = ":::"
        else:
            self.rows[row] = ""

    def fence(self, number: int, match: re.Match[str]) -> None:
        rest = match["rest"]
        words = rest.lstrip(":").split()
        name = words[0] if words else ""
        if match["indent"]:
            self.find(codes.CONTAINER, number, "‘:::’ is indented", "begin it at the left edge")
        elif rest.startswith(":") or (rest and not rest.startswith(" ")):
            self.find(codes.CONTAINER, number, f"‘{match.group()}’ is not a container", "write ‘::: name’")
        self.rows[number] = f"::: {' '.join(words)}".rstrip()
        if name:
            if self.opened:
                when = f" when ‘::: {name}’ begins on line {self.places[number].line}"
                self.leave_open(*self.opened, when, "containers do not nest; close the first with ‘:::’")
                self.spare += 1
            if name not in (*ASIDES, *DIRECTIVES):
                hint = did_you_mean(name, (*ASIDES, *DIRECTIVES))
                self.find(codes.DIRECTIVE, number, f"there is no directive ‘{name}’", hint)
            self.opened = (name, number)
        elif self.opened:
            self.opened = None
        else:
            self.rows[number] = ""
            if not self.spare:
                self.find(codes.CONTAINER, number, "‘:::’ closes nothing", "remove it")
            self.spare = max(self.spare - 1, 0)


class _Builder:
    """Turns markdown-it's tokens into blocks."""

    def __init__(self, source: MarkdownSource, stripped: Stripped, findings: list[Finding]) -> None:
        self.source = source
        self.rows = stripped.text.split("\n")
        self.bound = stripped.rows
        self.findings = findings
        self.depth = 0
        self.fallen = False  # within a block whose place has been found wrong
        self.following: int | None = None  # the number of the next item of the list that is being read
        self.mistyped = 0  # items found that do not begin as one does

    def find(self, code: str, position: Position, message: str, hint: str = "") -> None:
        self.findings.append(Finding(code, position, message, hint))

    def place(self, row: int, column: int = 0) -> Position:
        start = self.source.lines[min(row, len(self.source.lines) - 1)]
        return start.after(column)

    def token_place(self, token: Token) -> Position:
        return self.place(token.map[0] if token.map else 0, self.margin_of(token))

    def margin_of(self, token: Token) -> int:
        row = token.map[0] if token.map else 0
        line = self.rows[row] if row < len(self.rows) else ""
        return len(line) - len(line.lstrip(" "))

    def blocks(self, tokens: Sequence[Token], nested: bool = False) -> tuple[Block, ...]:
        found: list[Block] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            end = _matching_close(tokens, index)
            inner = tokens[index + 1 : end]
            was_fallen = self.fallen
            if not nested:
                self.look_for_fallen(token)
            block = self.block(token, inner)
            self.fallen = was_fallen
            if block is not None:
                found.append(block)
            index = end + 1
        return tuple(found)

    def look_for_fallen(self, token: Token) -> None:
        if token.type == "code_block" or not token.map:
            return
        line = self.rows[token.map[0]]
        if line.startswith(" "):
            self.fallen = True
            self.find(
                codes.LIST_INDENT,
                self.token_place(token),
                "an indented block belongs to no list item",
                "indent it to the text of its item (2 spaces under ‘- ’, 3 under ‘1. ’), or begin it at the left edge",
            )

    def block(self, token: Token, inner: Sequence[Token]) -> Block | None:
        match token.type:
            case "paragraph_open":
                return self.paragraph(inner[0])
            case "heading_open":
                return self.heading(token, inner[0])
            case "bullet_list_open" | "ordered_list_open":
                return self.list_block(token, inner)
            case "container_block_open":
                return self.container(token, inner)
            case _:
                self.refuse(token)
                self.blocks(inner, nested=True)  # for what is wrong within
                return None

    def refuse(self, token: Token) -> None:
        names = {
            "code_block": (
                "an indented block",
                "begin the line at the left edge, or at the text of its list item",
            ),
            "blockquote_open": ("a quotation mark ‘>’", "use ‘::: epigraph’"),
            "hr": ("a rule", "sections are begun by headings"),
            "html_block": ("raw HTML", "write it in Markdown"),
        }
        what, hint = names.get(token.type, (f"‘{token.type}’", ""))
        self.find(codes.MARKDOWN_FORBIDDEN, self.token_place(token), f"{what} is not used in this format", hint)

    def inline(self, token: Token) -> Inline:
        rows = token.content.split("\n")
        first = token.map[0] if token.map else 0
        places = []
        bindings = []
        begin = 0
        for offset, row in enumerate(rows):
            number = first + offset
            indent = self.column_of(number, row)
            places.append(self.place(number, indent))
            bindings += [b.moved(begin - indent) for b in self.bound[number]] if number < len(self.bound) else []
            begin += len(row) + 1
        inline = Inline(token.content, tuple(places), tuple(bindings))
        self.check_inline(inline, token.children or [])
        return inline

    def column_of(self, number: int, words: str) -> int:
        """Where the words stand in a line of the text, which is not always where they stand in the file."""
        line = self.rows[number] if number < len(self.rows) else ""
        return max(line.rfind(words.rstrip()), 0)

    def check_lines(self, inline: Inline, token: Token) -> None:
        """What shows in the lines of a paragraph: marks that begin nothing, and lines that belong elsewhere."""
        first = token.map[0] if token.map else 0
        for line, start in zip(inline.source.split("\n"), inline.lines, strict=True):
            row = line.lstrip(" ")
            place = start.after(len(line) - len(row))
            if row.startswith("|") and row.rstrip().endswith("|"):
                hint = "a table is data: put its rows in content/data and place it with ‘::: table’"
                self.find(codes.MARKDOWN_FORBIDDEN, place, "a table is typed in Markdown", hint)
            if _HEADING_WITHOUT_SPACE.match(row):
                hint = "write a space after the marks of a heading"
                self.find(codes.LEFT_OVER_MARKUP, place, "‘#’ is left over and would be printed", hint)
            if _DEFINITION.match(row):
                hint = "write the link where it is used: ‘[words](#id)’"
                self.find(codes.MARKDOWN_FORBIDDEN, place, "a link is defined apart from its words", hint)
        self.check_list_lines(inline, first)

    def check_list_lines(self, inline: Inline, first: int) -> None:
        rows = inline.source.split("\n")
        begins = {binding.start for binding in inline.bindings}
        lines, begin = [], 0
        for number, row in enumerate(rows):
            words = row.lstrip(" ")
            bound = begin + len(row) - len(words) in begins
            lines.append(Line(words, self.column_of(first + number, words), bound))
            begin += len(row) + 1
        for fault in list_faults(lines, self.following, self.fallen):
            start = inline.lines[fault.number]
            place = start.after(len(rows[fault.number]) - len(lines[fault.number].words))
            self.find(codes.LIST_INDENT, place, fault.message, fault.hint)
            self.mistyped += fault.mistyped

    def check_inline(self, inline: Inline, children: Sequence[Token]) -> None:
        source = inline.source
        html = False
        for match in _HTML.finditer(source):
            html = True
            self.find(
                codes.RAW_HTML,
                inline.position_at(match.start()),
                f"raw HTML begins at ‘{source[match.start() : match.start() + 12]}’",
                "write it in Markdown; a plain ‘<’ stands between spaces",
            )
        for match in _ENTITY.finditer(source):
            hint = "type the character itself"
            place = inline.position_at(match.start())
            self.find(codes.MARKDOWN_FORBIDDEN, place, f"the entity {match.group()} is used", hint)
        cursor = 0
        for child in children:
            cursor = self.check_child(inline, child, cursor, html)

    def check_child(self, inline: Inline, child: Token, cursor: int, html: bool) -> int:
        source = inline.source
        match child.type:
            case "text":
                found = source.find(child.content, cursor)
                start = found if found >= 0 else cursor
                for match in _LEFT_OVER.finditer(child.content):
                    place = inline.position_at(min(start + match.start(), len(source)))
                    message = f"‘{match.group()}’ is left over and would be printed"
                    hint = "close the mark, or remove it"
                    if match.group().startswith(_ATTRIBUTES):
                        hint = "remove it: a title has the id that its words give, and nothing is styled by name"
                    self.find(codes.LEFT_OVER_MARKUP, place, message, hint)
                return start + len(child.content)
            case "link_open":
                href = str(child.attrs.get("href", ""))
                if not href.startswith("#") and not href.startswith("https://"):
                    at = source.find("](", cursor)
                    self.find(
                        codes.LINK,
                        inline.position_at(max(at, 0) + 2 if at >= 0 else cursor),
                        f"the link ‘{href[:40]}’ leads out of the book",
                        "link to ‘#id’ or to an https address",
                    )
                if child.attrs.get("title"):
                    self.find(codes.LINK, inline.position_at(cursor), "a link has a title", "leave the title out")
            case "link_close":
                return max(source.find(")", source.find("](", cursor)) + 1, cursor)
            case "image":
                self.find(
                    codes.MARKDOWN_FORBIDDEN,
                    inline.position_at(cursor),
                    "a picture is not used in this format",
                )
            case "code_inline":
                place = inline.position_at(max(source.find("`", cursor), 0))
                self.find(
                    codes.MARKDOWN_FORBIDDEN,
                    place,
                    "code is not used in this format",
                    "remove the backquotes",
                )
            case "hardbreak":
                self.find(
                    codes.MARKDOWN_FORBIDDEN,
                    inline.position_at(cursor),
                    "a line ends in a hard break",
                    "remove the spaces or the backslash at its end",
                )
            case "html_inline":
                if not html:
                    self.find(codes.RAW_HTML, inline.position_at(cursor), "raw HTML", "write it in Markdown")
            case _:
                pass
        return cursor

    def paragraph(self, token: Token) -> Paragraph:
        inline = self.inline(token)
        self.check_lines(inline, token)
        found = _RUN_IN.match(inline.source)
        # In a list it labels an item.
        if found is None or self.depth or not self.source.sections:
            return Paragraph(inline, found is not None)
        words = found["head"].rstrip(".?!")
        title = Inline(words, tuple(inline.position_at(2) for _ in words.split("\n")))
        return Paragraph(inline, True, Heading(_RUN_IN_LEVEL, title, f"{self.source.id_prefix}-{slug(words)}"))

    def heading(self, token: Token, content: Token) -> Block | None:
        place = self.token_place(token)
        level = int(token.tag[1:])
        if not self.source.sections:
            self.find(codes.MARKDOWN_FORBIDDEN, place, "a heading stands in a field's text", "put it in the chapter")
            return None
        if token.markup in ("=", "-"):
            hint = "begin it with ‘## ’, and remove the line below it"
            self.find(codes.MARKDOWN_FORBIDDEN, place, "a heading is underlined", hint)
        elif level not in (2, 3):
            hint = "sections are ‘##’ and ‘###’; the chapter's title is in its front matter"
            self.find(codes.MARKDOWN_FORBIDDEN, place, f"a heading of level {level} is used", hint)
        if not content.content.strip():
            self.find(codes.EMPTY_VALUE, place, "a heading is empty")
            return None
        title = self.inline(content)
        return Heading(level, title, f"{self.source.id_prefix}-{slug(_AT_THE_END.sub('', title.source))}")

    def list_block(self, token: Token, inner: Sequence[Token]) -> ListBlock:
        items: list[tuple[Block, ...]] = []
        was_mistyped, self.mistyped = self.mistyped, 0
        index = 0
        self.depth += 1
        if self.depth > DEEPEST_LIST:
            message = f"lists are nested more than {DEEPEST_LIST} deep"
            self.find(codes.MARKDOWN_FORBIDDEN, self.token_place(token), message, "say it in fewer steps")
            self.depth -= 1
            return ListBlock(False, 1, ())
        while index < len(inner):
            end = _matching_close(inner, index)
            place = self.token_place(inner[index])
            was_fallen = self.fallen
            if self.margin_of(inner[index]) != self.margin_of(token):
                self.fallen = True
                hint = "indent an inner list to the text of its item (2 spaces under ‘- ’, 3 under ‘1. ’)"
                self.find(codes.LIST_INDENT, place, "a list item does not stand below the first of its list", hint)
            number = inner[index].info
            counted = int(token.attrs.get("start", 1)) + len(items) + self.mistyped
            was_following, self.following = self.following, counted + 1 if number else None
            blocks = self.blocks(inner[index + 1 : end], nested=True)
            self.fallen, self.following = was_fallen, was_following
            if number and int(number) != counted:
                message = f"the item is numbered {number}, and would be printed as {counted}"
                self.find(codes.MARKDOWN_FORBIDDEN, place, message, "number the items of a list one after another")
            if not blocks:
                self.find(codes.EMPTY_VALUE, place, "a list item is empty")
            items.append(blocks)
            index = end + 1
        self.mistyped = was_mistyped
        self.depth -= 1
        start = token.attrs.get("start", 1)
        return ListBlock(token.type == "ordered_list_open", int(start), tuple(items))

    def container(self, token: Token, inner: Sequence[Token]) -> Block | None:
        place = self.token_place(token)
        name, *rest = token.info.split()
        if name in ASIDES:
            if rest:
                message = f"‘::: {name}’ takes nothing after its name"
                self.find(codes.DIRECTIVE, place, message, "write what it holds on the lines below")
            blocks = self.blocks(inner)
            if not blocks:
                self.find(codes.EMPTY_VALUE, place, f"‘::: {name}’ is empty")
            elif name != "epigraph" and not isinstance(blocks[0], Paragraph):
                message = f"‘::: {name}’ does not begin with a paragraph, in which its label stands"
                self.find(codes.CONTAINER, place, message, "begin it with a sentence")
            return Aside(name, blocks, place)
        if name not in DIRECTIVES:
            self.blocks(inner)  # for what is wrong within
            return None
        if not rest:
            self.find(codes.DIRECTIVE, place, f"‘::: {name}’ does not say what to place", f"write ‘::: {name} ID’")
            return None
        filters = []
        for word in rest[1:]:
            match = _FILTER.match(word)
            if match:
                filters.append(Filter(match["field"], match["value"]))
            else:
                message = f"‘{word}’ is not a condition on entries"
                self.find(codes.DIRECTIVE, place, message, "write ‘field=value’, without spaces")
        return Placement(name, rest[0], tuple(filters), place)


def _matching_close(tokens: Sequence[Token], index: int) -> int:
    depth = 0
    for position in range(index, len(tokens)):
        depth += tokens[position].nesting
        if depth == 0:
            return position
    return len(tokens) - 1
