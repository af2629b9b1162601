"""Small documents whose pages list their terms at the foot: set, and read from the engine's boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulebook.render import engine
from rulebook.render.engine_pages import PageCount
from rulebook.render.fetcher import Fetcher
from rulebook.render.fonts import font_configuration, no_system_fonts
from rulebook.render.log import engine_log
from rulebook.render.marks import take_marks
from tests.render.book_styles import PAGE, STYLES, document

TITLE = "Terms on this page"


def mark(term: str) -> str:
    """The mark before a use of a term."""
    return f'<span data-term="{term}"></span>'


def definitions(terms: dict[str, str]) -> str:
    """The section from which pages list their terms: a definition for each, in the order in which they are listed."""
    items = "".join(
        f'<li class="foot-term" data-term="{term}"><b class="term-name">{term}</b> {text}</li>'
        for term, text in terms.items()
    )
    title = f'<p class="foot-title">{TITLE}</p>'
    return f'<section class="foot" data-foot="page">{title}<ul class="foot-list">{items}</ul></section>'


@dataclass(frozen=True)
class Footed:
    """The pages of a document as the engine's boxes, and how often they were laid."""

    pages: list[Any]
    count: PageCount

    def listed(self, number: int) -> list[str]:
        """The terms at the foot of the page with that index, as they stand."""
        return [b.element.get("data-term") for b in self.items(number)]

    def items(self, number: int) -> list[Any]:
        return [
            b
            for b in self.pages[number].descendants()
            if type(b).__name__ == "BlockBox" and b.element_tag == "li" and b.element.get("data-term")
        ]

    def foot(self, number: int) -> Any:
        """The box of a page's foot; None where there is none."""
        found = [
            b
            for b in self.pages[number].descendants()
            if b.element_tag == "section" and b.element.get("data-foot") and type(b).__name__ == "BlockBox"
        ]
        assert len(found) <= 1
        return found[0] if found else None

    def lines(self, number: int) -> list[Any]:
        """The lines of a page above its foot."""
        foot = self.foot(number)
        below = set(map(id, foot.descendants())) if foot else set()
        return [
            b
            for b in self.pages[number].children[0].descendants()
            if type(b).__name__ == "LineBox" and id(b) not in below and b.height
        ]

    def text(self, number: int) -> str:
        return " ".join(
            "".join(b.text for b in line.descendants() if hasattr(b, "text")) for line in self.lines(number)
        )


def set_with_feet(body: str, css: str = "", *, foot: bool = True) -> Footed:
    """Set this body in the book's styles; without `foot`, by the engine's other changes alone."""
    count = PageCount()
    with no_system_fonts(), engine_log("sample.html") as findings:
        from weasyprint import CSS, HTML

        fetcher, fonts = Fetcher((STYLES,)), font_configuration()
        html = HTML(string=document(body).html, url_fetcher=fetcher, base_url=STYLES.as_uri())
        marks = take_marks(html.etree_element) if foot else None
        with engine.engine_changes(PAGE, marks=marks, count=count):
            sheets = [
                CSS(string=PAGE.css(), url_fetcher=fetcher),
                CSS(url=(STYLES / "book.css").as_uri(), url_fetcher=fetcher, font_config=fonts),
                CSS(string=css, url_fetcher=fetcher, font_config=fonts),
            ]
            rendered = html.render(stylesheets=sheets, font_config=fonts)
    assert findings == []
    rendered.kept = fonts
    return Footed([page._page_box for page in rendered.pages], count)
