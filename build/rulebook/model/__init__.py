"""The typed book: what loading gives and every later stage reads.

Nothing here knows a game. A book has chapters made of blocks, sets of entries, tables that view a set,
and lists of terms; the game's kinds and fields are data that a JSON Schema describes.
"""

from rulebook.model.apparatus import EntryPart, Glossary, Imprint, Index, IndexSource, IndexWord, Labels, Printed
from rulebook.model.book import Book, Metadata
from rulebook.model.cards import CardDeck, CardLayout, CardPart, Cards, CardSource
from rulebook.model.chapter import Chapter, Part, Section
from rulebook.model.data import (
    Column,
    Computed,
    Entry,
    EntrySet,
    Flag,
    Items,
    Number,
    Prose,
    Record,
    Reference,
    Table,
    Value,
    Word,
)
from rulebook.model.figure import Figure
from rulebook.model.lint import Inert, Lint, Place, WaiverSource
from rulebook.model.prose import (
    Aside,
    Binding,
    Block,
    Filter,
    Heading,
    Inline,
    ListBlock,
    Paragraph,
    Placement,
    heads_in,
    inlines,
    walk,
)
from rulebook.model.rosters import OwnRoster, RosterColumn, RosterField, RosterKind, RosterRule
from rulebook.model.rule_topic import Claim, ExternalClaim, RuleText, RuleTopic

__all__ = [
    "Aside",
    "Binding",
    "Block",
    "Book",
    "CardDeck",
    "CardLayout",
    "CardPart",
    "CardSource",
    "Cards",
    "Chapter",
    "Claim",
    "Column",
    "Computed",
    "Entry",
    "EntryPart",
    "EntrySet",
    "ExternalClaim",
    "Figure",
    "Filter",
    "Flag",
    "Glossary",
    "Heading",
    "Imprint",
    "Index",
    "IndexSource",
    "IndexWord",
    "Inert",
    "Inline",
    "Items",
    "Labels",
    "Lint",
    "ListBlock",
    "Metadata",
    "Number",
    "OwnRoster",
    "Paragraph",
    "Part",
    "Place",
    "Placement",
    "Printed",
    "Prose",
    "Record",
    "Reference",
    "RosterColumn",
    "RosterField",
    "RosterKind",
    "RosterRule",
    "RuleText",
    "RuleTopic",
    "Section",
    "Table",
    "Value",
    "WaiverSource",
    "Word",
    "heads_in",
    "inlines",
    "walk",
]
