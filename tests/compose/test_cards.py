"""What stands on a card, before it is set: the page of its rule in the book itself."""

from __future__ import annotations

import re

from rulebook.compose.book import compose_book
from rulebook.compose.cards import card_views
from rulebook.compose.environment import template_environment
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.page_numbers import PageNumbers
from tests.conftest import REPOSITORY


def test_every_card_has_the_page_of_its_rule_in_the_book() -> None:
    """The ids are those of the composed book; a text that is placed without one has its section's."""
    book = load_book(REPOSITORY).book
    assert book is not None
    assert book.cards is not None
    html = compose_book(book, REPOSITORY / "templates", 5)
    ids = re.findall(r' id="([^"]+)"', html)
    numbers = PageNumbers({id_: id_ for id_ in ids})
    findings: list[Finding] = []
    templates = template_environment(REPOSITORY / "templates")
    views = card_views(book, book.cards, book.cards.decks, numbers, templates, findings)
    assert [str(finding) for finding in findings] == []
    # No card is empty: what bears nothing says so.
    assert [view.anchor for view in views if not view.body] == []
    (plain,) = (view for view in views if view.anchor == "melee-weapons:hand-weapon")
    assert [str(part.html) for part in plain.body] == ["No Lore of its own."]
    folios = {view.anchor: view.folio.removeprefix("p.\u00a0") for view in views}
    assert folios["vows:bear"] == "vows:bear"
    assert folios["situations:charge"] in ids
    assert folios["situations:charge"] != "situations:charge"

    del numbers.folios["vows:bear"]  # type: ignore[attr-defined]
    card_views(book, book.cards, book.cards.decks, numbers, templates, findings)
    assert [finding.code for finding in findings] == ["C004"]
    assert findings[0].position.path == "content/data/vows.yaml"
