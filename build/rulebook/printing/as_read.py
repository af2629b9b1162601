"""A sentence as it is read: its words without their marks, and what is told of the marks where they alone differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rulebook.load.markdown import inline_tokens

# What is left of a mark that spans several sentences.
_STRAY = re.compile(r"(?<!\S)\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?!\S)")
# So many passages with other marks are told of.
_TOLD = 3


@dataclass(frozen=True, slots=True)
class _Face:
    """How words are set, and what they lead to (empty: they are no link)."""

    strong: bool = False
    emphatic: bool = False
    leads_to: str = ""


@lru_cache(maxsize=4096)
def _runs(sentence: str) -> tuple[tuple[str, _Face], ...]:
    found: list[tuple[str, _Face]] = []
    strong = emphatic = False
    leads_to = ""
    for token in inline_tokens(sentence):
        match token.type:
            case "strong_open" | "strong_close":
                strong = token.type == "strong_open"
            case "em_open" | "em_close":
                emphatic = token.type == "em_open"
            case "link_open":
                leads_to = str(token.attrs.get("href", ""))
            case "link_close":
                leads_to = ""
            case "softbreak":
                found.append((" ", _Face(strong, emphatic, leads_to)))
            case _:
                found.append((token.content, _Face(strong, emphatic, leads_to)))
    return tuple(found)


def unmarked(sentence: str) -> str:
    """A sentence in Markdown as a reader sees it: no marks of emphasis, and of a link its words alone."""
    return _STRAY.sub("", "".join(text for text, _ in _runs(sentence)))


def marks_that_differ(old: str, new: str) -> str:
    """What is told of two sentences in Markdown of which only the marks differ: `‘stays’ now in bold`.

    Empty where a reader sees no difference, and where the words differ.
    """
    before, after = ([(letter, face) for text, face in _runs(one) for letter in text] for one in (old, new))
    if [letter for letter, _ in before] != [letter for letter, _ in after]:
        return ""
    both = [(letter, face, now) for (letter, face), (_, now) in zip(before, after, strict=True)]
    told: list[str] = []
    for (face, now), letters in groupby(both, key=lambda one: one[1:]):
        words = "".join(letter for letter, _, _ in letters).strip()
        if words:
            told += [f"‘{words}’ {what}" for what in _differences(face, now)]
    more = "; and more" if len(told) > _TOLD else ""
    return f"{'; '.join(told[:_TOLD])}{more}"


def _differences(old: _Face, new: _Face) -> Iterator[str]:
    for name, was, now in (("in bold", old.strong, new.strong), ("in italics", old.emphatic, new.emphatic)):
        if was != now:
            yield f"now {name}" if now else f"no longer {name}"
    if old.leads_to == new.leads_to:
        return
    if not old.leads_to:
        yield "now a link"
    elif not new.leads_to:
        yield "no longer a link"
    elif new.leads_to.startswith("#"):
        yield "now leads elsewhere"
    else:
        yield f"now leads to {new.leads_to}"
