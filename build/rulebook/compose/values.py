"""Values of entries as HTML and as plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from rulebook.compose.homes import anchor_in
from rulebook.compose.inline import Linker, inline_html, inline_text, reference_html
from rulebook.model import (
    Book,
    Chapter,
    Computed,
    Entry,
    EntryPart,
    Flag,
    Inline,
    Items,
    ListBlock,
    Number,
    Paragraph,
    Part,
    Prose,
    Record,
    Reference,
    Section,
    Value,
    Word,
    walk,
)

NO_VALUE = "–"

# A signed number and what it counts; in a narrow column the two would often be parted.
_COUNTED = re.compile(r"(?<![\w>])([+−×] ?\d+″?) (?=\w)")
_BEFORE = re.compile(r" (?=[+−×=][ \u00a0]|\([+−\d])")


def kept_together(html: Markup) -> Markup:
    """The same, unbroken within a signed number and what it counts, and before a sign alone or a value in brackets."""
    text = _COUNTED.sub(lambda match: match[1].replace(" ", "\u00a0") + "\u00a0", str(html))
    return Markup(_BEFORE.sub("\u00a0", text))


def value_at(book: Book, fields: Mapping[str, Value], path: tuple[str, ...]) -> Value | None:
    """The value at a path of an entry's fields, through records, lists (by number) and references; None if absent."""
    value = fields.get(path[0])
    for step in path[1:]:
        match value:
            case Record(fields=inner):
                value = inner.get(step)
            case Items(values=values) if step.isdecimal():
                value = values[int(step)] if int(step) < len(values) else None
            case Reference():
                target = book.resolve(value)
                value = target.fields.get(step) if isinstance(target, Entry) else None
            case _:
                return None
    return value


def display_name(entry: Entry) -> str:
    """An entry's name as it is printed where it is listed: its parameter or its abbreviation follows in brackets."""
    suffix = entry.word("parameter") or entry.word("abbreviation")
    return f"{entry.name} ({suffix})" if suffix else entry.name


def with_parameter(html: Markup, entry: Entry, reference: Reference) -> Markup:
    """What is said of an entry, with the value that a reference gives it in place of the letter that stands for it."""
    letter = entry.word("parameter")
    if not letter or not reference.parameter:
        return html
    value = str(Markup.escape(reference.parameter))
    return Markup(re.sub(rf"(?<![\w&]){re.escape(letter)}(?!\w)", lambda _: value, str(html)))


def reference_name(book: Book, reference: Reference) -> str:
    """The name of what is referred to, with the value it is given: `Reach (1″)`; for a section, its chapter's title."""
    match book.resolve(reference):
        case Entry() as entry:
            return f"{entry.name} ({reference.parameter})" if reference.parameter else entry.name
        case Chapter(title=title) | Part(title=title) | Section(chapter=Chapter(title=title)):
            return title
        case None:
            raise LookupError(f"{reference.position}: ‘{reference.id}’ names nothing")


def paragraphs(prose: Prose) -> tuple[Inline, ...]:
    """The inline text of each paragraph and list item of a prose field."""
    return tuple(block.text for block in walk(prose.blocks) if isinstance(block, Paragraph))


def value_html(book: Book, value: Value | None, linker: Linker) -> Markup:
    """A value in the running of a line: a table's cell or a part of an entry. A list is set with commas."""
    match value:
        case Word(text=text) | Number(text=text) | Flag(text=text) | Computed(text=text):
            return linker.plain(text)
        case Prose():
            return Markup(" ").join(inline_html(inline, linker) for inline in paragraphs(value))
        case Reference():
            target = book.resolve(value)
            mark = linker.marker.reference(target) if linker.marker and isinstance(target, Entry) else Markup("")
            return mark + linker.plain(reference_name(book, value))
        case Items(values=()) | None:
            return Markup(NO_VALUE)
        case Items(values=values):
            return Markup(", ").join(_kept_whole(v, value_html(book, v, linker)) for v in values)
        case Record():
            raise TypeError(f"{value.position}: a map has no one text")


def _kept_whole(value: Value, html: Markup) -> Markup:
    """The name of an entry in a list stays whole: its value is never alone in the next line."""
    return Markup('<span class="whole">{}</span>').format(html) if isinstance(value, Reference) else html


def value_text(book: Book, value: Value | None) -> str:
    """The words of a value, without markup."""
    match value:
        case Word(text=text) | Number(text=text) | Flag(text=text) | Computed(text=text):
            return text
        case Prose():
            return "\n".join(inline_text(inline) for inline in paragraphs(value))
        case Reference():
            return reference_name(book, value)
        case Items(values=values):
            return ", ".join(value_text(book, v) for v in values)
        case Record() | None:
            return ""


def part_html(book: Book, entry: Entry, part: EntryPart, linker: Linker) -> Markup:
    """One part of an entry as its view sets it; empty when the entry has no such field."""
    value = value_at(book, entry.fields, part.path)
    if part.style == "reference":
        beside = entry.word(part.beside) if part.beside else ""
        return _references_html(book, entry, value, beside)
    if value is None:
        return Markup("")
    html = value_html(book, value, linker)
    if part.style == "quote":
        html = Markup('<q class="quote">“{}”</q>').format(html)
    elif part.style == "bracket":
        html = Markup('<span class="base">[{}]</span>').format(html)
    if part.lead:
        html = Markup('<span class="lead">{}</span> {}').format(part.lead, html)
    return html


def _references_html(book: Book, entry: Entry, value: Value | None, beside: str) -> Markup:
    """The homes of an entry: the chapter’s title, and the page of the place in it that bears the entry’s name."""
    links = []
    references = value.values if isinstance(value, Items) else (value,)
    for reference in references:
        if isinstance(reference, Reference):
            target = book.resolve(reference)
            anchor = target.anchor if isinstance(target, Entry) else anchor_in(book, entry, reference) or reference.id
            apart = page_word(book) if isinstance(target, Part) else ""
            links.append(reference_html(anchor, reference_name(book, reference), apart))
    if beside:
        links.append(Markup('<span class="beside">→ {}</span>').format(beside))
    if not links:
        return Markup("")
    return Markup('<span class="references">({})</span>').format(Markup("; ").join(links))


def page_word(book: Book) -> str:
    """What stands between a numbered title (a figure's, a book's) and its page, so that the two are not read as one."""
    return f", {book.labels.page}" if book.labels.page else ","


def has_lists(prose: Prose) -> bool:
    """Whether a prose field holds a list, which cannot be set in the running of a line."""
    return any(isinstance(block, ListBlock) for block in prose.blocks)
