"""Two versions of a sentence: which words differ, and whether that may change what the sentence rules.

A sentence is taken to change play unless it is proved not to: the same words in the same order, whatever their
spelling, case, punctuation and emphasis, but for words that carry nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from enum import Enum

from rulebook.printing.as_read import unmarked

_TOKEN = re.compile(r"\S+")
_NUMERAL = re.compile(r"\d")

# Words on which a rule turns: who may or must, when, which, how many, and what is excepted.
_DECIDING = """
may must can not no never none only unless except until before after during while if when whenever
always any all each every either neither both or and other another same more most less least fewer fewest
than up instead again at within beyond over under half twice double once first second third last closest nearest
farthest furthest greater greatest lower lowest higher highest rounded few little
"""
_DECISIVE = frozenset(_DECIDING.split())

# Sentences that have less in common are two sentences and no change of one.
ALIKE = 0.5

_QUOTED = re.compile(r"(?<!\w)[‘']([^‘’']*)[’'](?!\w)")
# What is read: words with their apostrophes, numbers, and every sign that is no punctuation.
_WORD = re.compile(
    r"(?:(?:a|the)_)?[^\W\d_]+(?:[’'][^\W\d_]+)*[’']?|\d+(?:[.,:]\d+)*|[^\w\s.;:!?…()\[\]{}\"“”‘’'*<>—-]|[<>](?=\s?\d)"
)
# A hyphen, and its two kinds that Unicode names so.
_HYPHENS = "-\u2010\u2011"
_HYPHEN = re.compile(rf"(?<=[^\W\d_])[{_HYPHENS}](?=[^\W\d_])")
_BETWEEN_NUMBERS = re.compile(rf"(?<=[\d″′%])\s?[{_HYPHENS}–—]\s?(?=[\dD])")
_MINUS = re.compile(rf"(?<![\w″′%])[{_HYPHENS}](?=\d)")
# Between numbers these are read with them (`3–5`, `3, 5`), and nowhere else.
_TO = "–"
_JOINING = frozenset([_TO, ",", "to"])

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
# Words of one meaning and two spellings. Endings are in `_ENDINGS`.
_SPELLINGS = {
    **{word: str(number) for number, word in enumerate(_NUMBERS.split())},
    "an": "a",
    "amongst": "among",
    "burned": "burnt",
    "cannot": "can not",
    "can’t": "can not",
    "center": "centre",
    "centers": "centres",
    "defense": "defence",
    "gray": "grey",
    "judgment": "judgement",
    "learned": "learnt",
    "license": "licence",
    "offense": "offence",
    "shan’t": "shall not",
    "towards": "toward",
    "upon": "on",
    "whilst": "while",
    "won’t": "will not",
}
_ENDINGS = (
    (re.compile(r"(?<=\w{4})iz(?=(?:e|es|ed|er|ers|ing|ation|ations)$)"), "is"),
    (re.compile(r"(?<=\w{3})our(?=\w*$)"), "or"),
    (re.compile(r"n’t$"), " not"),
)
# What an article makes another number or another thing of: `a few` are some and `few` hardly any, `a third` is a share.
_ARTICLED = """
few little lot number hundred thousand million dozen score couple pair bit many great good only most least fewest
half third quarter fourth fifth sixth seventh eighth ninth tenth second first
"""
_ARTICLE = re.compile(rf"\b(an?|the)\s+(?=(?:{'|'.join(_ARTICLED.split())})\b)", re.IGNORECASE)
_ARTICLED_MARK = "_"
# Words that carry nothing where they come or go; one in the place of another is another matter (`a Foe`, `the Foe`).
_WITHOUT_FORCE = frozenset(["a", "the", "also", "indeed", "simply"])


class Weight(Enum):
    """What a change of wording weighs: nothing, as far as can be proved; perhaps something; or surely something."""

    NONE = "none"
    DOUBTFUL = "doubtful"
    SURE = "sure"


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


def plain_words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence in order, each in one spelling: what two sentences that say the same have in common."""
    text = unmarked(" ".join(sentence.split()))
    text = _BETWEEN_NUMBERS.sub(f" {_TO} ", _QUOTED.sub(r"\1", text))
    text = _MINUS.sub("−", _HYPHEN.sub(" ", text))
    text = _ARTICLE.sub(lambda match: f"{'the' if match[1].lower() == 'the' else 'a'}{_ARTICLED_MARK}", text)
    words = [word for token in _WORD.findall(text) for word in _spelt(token).split()]
    return tuple(_joined(words))


def _joined(words: list[str]) -> Iterator[str]:
    """The words, with what joins two numbers in one spelling; a comma or a dash elsewhere is no word."""
    for at, word in enumerate(words):
        if word not in _JOINING:
            yield word
        elif 0 < at < len(words) - 1 and _numeral(words[at - 1]) and _numeral(words[at + 1]):
            yield "," if word == "," else _TO
        elif word == "to":
            yield word


def _numeral(word: str) -> bool:
    """Whether a word is a number, its sign or unit, or the letter of a die."""
    return word[0].isdigit() or word in ("d", "+", "−", "″", "′", "%")


def _spelt(token: str) -> str:
    word = token.lower().replace("'", "’")
    for ending, other in _ENDINGS:
        if word not in _SPELLINGS:
            word = ending.sub(other, word)
    return _SPELLINGS.get(word, word)


def weight(old: str, new: str) -> Weight:
    """What a change from one sentence to another may weigh in play.

    It is sure where a number, a capitalised word, a word that rules turn on or the order of the words is another;
    where other words are, a reader has to judge.
    """
    before, after = plain_words(old), plain_words(new)
    pieces = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changed = [(before[a:b], after[c:d]) for kind, a, b, c, d in pieces if kind != "equal"]
    if all((not gone or not come) and _WITHOUT_FORCE.issuperset((*gone, *come)) for gone, come in changed):
        return Weight.NONE
    if Counter(before) == Counter(after) or _telling(old, before) != _telling(new, after):
        return Weight.SURE
    return Weight.DOUBTFUL


def _telling(sentence: str, words: tuple[str, ...]) -> Counter[str]:
    """The words of a sentence by which it is seen to rule something, counted."""
    found = Counter(word for word in words if word in _DECISIVE or _ARTICLED_MARK in word or not word[0].isalpha())
    # A sentence begins with a capital, whatever its first word.
    capitals = (word for word in _WORD.findall(unmarked(sentence))[1:] if word[:1].isupper())
    return found + Counter(_spelt(word) for word in capitals)
