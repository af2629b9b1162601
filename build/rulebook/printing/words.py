"""Two versions of a sentence: which words differ, and whether that may change what the sentence rules."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

_TOKEN = re.compile(r"\S+")
_BARE = re.compile(r"[^\w″%+−–÷×/.-]+")
_NUMERAL = re.compile(r"\d")

# Words on which a rule turns: who may or must, when, which, how many, and what is excepted.
_DECIDING = """
may must can cannot not no never none only unless except until before after during while if when whenever
always any all each every either neither both or and other another same more most less least fewer fewest
than up instead again at within beyond over under half twice double once one two three four five six seven
eight nine ten eleven twelve first second third last greater greatest lower lowest higher highest rounded
"""
_DECISIVE = frozenset(_DECIDING.split())

# Sentences that have less in common are two sentences and no change of one.
ALIKE = 0.5


_LINK = re.compile(r"\[([^\]]*)\]\(#[^)\s]*\)")
_EMPHASIS = re.compile(r"\*{1,3}(?=\S)(.+?)(?<=\S)\*{1,3}")


def as_read(old: str, new: str) -> tuple[str, str]:
    """Both sentences as a reader sees them: of a link its text alone, and no marks of emphasis.

    Where only what a link leads to differs, or the emphasis, they are left as they are typed.
    """
    before, after = (_EMPHASIS.sub(r"\1", _LINK.sub(r"\1", sentence)) for sentence in (old, new))
    return (old, new) if before == after else (before, after)


def likeness(old: str, new: str) -> float:
    """How much two sentences have in common, from 0 to 1."""
    return SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio()


def marked(old: str, new: str, marks: tuple[str, str], new_marks: tuple[str, str]) -> tuple[str, str]:
    """Both sentences, the words that differ between these marks."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    left: list[str] = []
    right: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        one, other = " ".join(before[a:b]), " ".join(after[c:d])
        left.append(one if kind == "equal" or not one else f"{marks[0]}{one}{marks[1]}")
        right.append(other if kind == "equal" or not other else f"{new_marks[0]}{other}{new_marks[1]}")
    return " ".join(filter(None, left)), " ".join(filter(None, right))


def changes_play(old: str, new: str) -> bool:
    """Whether a change of wording may change play: a numeral, a word that a rule turns on, or a capital name differs.

    Where it is in doubt it says so: what is only reworded does a reader no harm in the list.
    """
    return _weighty(old) != _weighty(new)


def _weighty(sentence: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for number, token in enumerate(_TOKEN.findall(sentence)):
        word = _BARE.sub("", token).rstrip(".-")
        if _NUMERAL.search(word) or word.lower() in _DECISIVE:
            found[word.lower()] += 1
        elif number and word[:1].isupper():
            found[word] += 1
    return found
