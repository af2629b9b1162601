"""A pack: parts of the book's chapters, tables and data, cards of members, and tokens, as one HTML document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape

from jinja2 import Environment
from markupsafe import Markup

from rulebook.compose.blocks import BlockComposer
from rulebook.compose.book import title_finder
from rulebook.compose.cards import NO_PAGE, NO_SHAPE
from rulebook.compose.environment import table_of
from rulebook.compose.figure_values import NO_VALUE_FOUND, UndrawableError, compute, drawn, unfit
from rulebook.compose.figures import FigureComposer
from rulebook.compose.inline import Linker
from rulebook.compose.members import MemberCardView, Reckoner, member_card
from rulebook.compose.values import display_name, kept_together, value_html
from rulebook.compose.views import BlockView
from rulebook.finding import Finding
from rulebook.load.forms import MemberCardForm
from rulebook.load.marks import SHAPES
from rulebook.load.packs import Pack, PackPart, PackToken
from rulebook.load.suggest import did_you_mean
from rulebook.load.wanted import TOKENS
from rulebook.model import Book, Entry, Heading, Paragraph, Placement, walk
from rulebook.roster.court import open_court
from rulebook.roster.roster import own_rosters
from rulebook.rules.expression import ExpressionError

TEMPLATE = "pack/pack.html.j2"

_LINK = re.compile(r'<a class="(\w+)" href="#?([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
# No part of a pack is the target of a link, and a thing may stand in it twice.
_ID = re.compile(r'(<[a-z][a-z0-9]*\b[^<>]*?) id="[^"]*"')


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token: what it says, and the path of its mark in a square of 24 units."""

    label: str
    shape: str


@dataclass(frozen=True, slots=True)
class PackLineView:
    """An entry of a list: its name (empty where it has none), what stands before its text, the text, and its place."""

    name: str
    tag: Markup
    html: Markup
    source: str


@dataclass(frozen=True, slots=True)
class PackPartView:
    """A part of a page; `blocks` are those of a chapter or a table."""

    kind: str
    title: str
    blocks: tuple[BlockView, ...]
    lines: tuple[PackLineView, ...]
    cards: tuple[MemberCardView, ...]
    tokens: tuple[TokenView, ...]


@dataclass(frozen=True, slots=True)
class PackPageView:
    """A title and the parts below it; one that is to be `cut` up has a leaf to itself."""

    title: str
    columns: int
    cut: bool
    parts: tuple[PackPartView, ...]


def compose_pack(
    book: Book,
    pack: Pack,
    card: MemberCardForm | None,
    templates: Environment,
    matrix_columns: int,
    findings: list[Finding],
    *,
    inks: Mapping[str, str],
    folio: Callable[[str], str],
) -> str:
    """The pack as HTML; `card` is how the members of a roster are shown, `inks` are those of the page by name.

    `folio` gives the page of the book on which a place stands, or nothing; it is asked only for what the pack refers to
    and does not show. What cannot be computed or drawn, or has no page, is a finding. Raises jinja2.TemplateError when
    the template is wrong.
    """
    composer = _PackComposer(book, card, templates, matrix_columns, findings)
    pages = tuple(
        PackPageView(page.title, page.columns, page.cut, tuple(composer.part(part) for part in page.parts))
        for page in pack.pages
    )
    html = templates.get_template(TEMPLATE).render(book=book.metadata, pack=pack, pages=pages, inks=inks)
    referring = _Referring(pack, frozenset(_shown(book, pack)), folio, findings)
    return _ID.sub(r"\1", _LINK.sub(referring.words, html))


@dataclass(frozen=True, slots=True)
class _Referring:
    """What becomes of links: words alone where the pack shows what they lead to, else with the page of the book."""

    pack: Pack
    shown: frozenset[str]
    folio: Callable[[str], str]
    findings: list[Finding]

    def words(self, link: re.Match[str]) -> str:
        kind, target, words = link.groups()
        if kind not in ("reference", "link") or unescape(target) in self.shown:
            return words
        folio = self.folio(unescape(target))
        if not folio:
            message = f"the pack refers to ‘{target}’, which it does not show, and which has no page in the book"
            self.findings.append(Finding(NO_PAGE, self.pack.position, message, "show it, or leave the reference out"))
            return words
        page = f"{Markup.escape(self.pack.page)}\u00a0{folio}"
        return f"{words}, {page}" if kind == "reference" else f"{words} ({page})"


def _shown(book: Book, pack: Pack) -> Iterator[str]:
    """The ids of what a pack shows: sections, paragraphs by their run-in heads, tables, and entries."""
    for part in (part for page in pack.pages for part in page.parts):
        for block in walk(part.blocks):
            if isinstance(block, Heading):
                yield block.id
            elif isinstance(block, Paragraph) and block.head is not None:
                yield block.head.id
            elif isinstance(block, Placement):
                yield from (entry.anchor for entry in book.placed(block))
                if block.directive == "table":
                    yield f"table:{block.target}"
        yield from (entry.anchor for entry in part.entries)


class _PackComposer:
    def __init__(
        self,
        book: Book,
        card: MemberCardForm | None,
        templates: Environment,
        matrix_columns: int,
        findings: list[Finding],
    ) -> None:
        self.book = book
        self.card = card
        self.findings = findings
        self.linker = Linker(title_finder(book))
        figures = FigureComposer(book, self.linker, book.root / "templates")
        self.blocks = BlockComposer(book, self.linker, {}, matrix_columns, figures)
        self.shapes = table_of(templates, SHAPES, "shapes")

    def part(self, part: PackPart) -> PackPartView:
        return PackPartView(
            kind=part.kind,
            title=part.title,
            blocks=self.blocks.blocks(part.blocks),
            lines=tuple(self.line(part, entry) for entry in part.entries),
            cards=self.cards(part),
            tokens=tuple(view for token in part.tokens for view in self.tokens(token)),
        )

    def line(self, part: PackPart, entry: Entry) -> PackLineView:
        value = entry.fields.get(part.text) or entry.fields.get("text")
        tag = value_html(self.book, entry.fields[part.tag], self.linker) if part.tag else Markup("")
        name = display_name(entry) if "name" in entry.fields else ""
        return PackLineView(name, tag, kept_together(value_html(self.book, value, self.linker)), str(entry.position))

    def cards(self, part: PackPart) -> tuple[MemberCardView, ...]:
        """The cards of the members of the book's own roster that a part names."""
        if not part.roster or self.card is None:
            return ()
        for roster in own_rosters(self.book):
            if roster.members and roster.members[0].entry.set == part.roster:
                court, found = open_court(self.book, roster)
                self.findings += found
                reckoner = Reckoner(court, self.findings)
                members = court.roster.members
                return tuple(member_card(self.book, self.card, reckoner, m, self.linker) for m in members)
        return ()

    def tokens(self, token: PackToken) -> tuple[TokenView, ...]:
        if token.mark.text not in self.shapes:
            message = f"there is no shape ‘{token.mark.text}’ in templates/{SHAPES}"
            hint = did_you_mean(token.mark.text, self.shapes)
            self.findings.append(Finding(NO_SHAPE, token.mark.position, message, hint))
            return ()
        try:
            count = drawn(compute(self.book, token.count))
        except (ExpressionError, UndrawableError) as error:
            message = f"the number of tokens cannot be computed: {error}"
            self.findings.append(Finding(NO_VALUE_FOUND, token.count.position, message))
            return ()
        if why := unfit(count, TOKENS):
            message = f"the number of tokens cannot be computed: {why}"
            self.findings.append(Finding(NO_VALUE_FOUND, token.count.position, message))
            return ()
        return (TokenView(token.label, self.shapes[token.mark.text]),) * (count if isinstance(count, int) else 0)
