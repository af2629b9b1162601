"""Characters to tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from rulebook.rules.expression import limits
from rulebook.rules.expression.errors import ExpressionError, Fault
from rulebook.rules.values import INCHES_IN_A_FOOT, Unit


class Kind(Enum):
    """What a token is."""

    NUMBER = auto()
    DICE = auto()
    TEXT = auto()
    NAME = auto()
    KEYWORD = auto()
    MARK = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """A token and its place; `text` is a mark in its standard form, a name, or a text without its quotes."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Fraction = Fraction(0)
    unit: Unit = Unit.NONE
    count: int = 0
    faces: int = 0


KEYWORDS = frozenset({"and", "or", "not", "if", "else", "in", "for", "true", "false"})

# What an author may type, and the mark that it stands for.
_MARKS = {
    **{mark: mark for mark in ("//", "==", "!=", "<=", ">=", "<", ">", "+", "*", "/", "%", "(", ")", "[", "]")},
    **{mark: mark for mark in (",", ".", "=")},
    "-": "-",
    "−": "-",
    "×": "*",
    "÷": "/",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
}

_HINTS = {
    "**": "there are no powers: multiply",
    "^": "there are no powers: multiply",
    "–": "this is the dash of a range; minus is − or -",
    "—": "this is a dash; minus is − or -",
    "“": "a text stands in '…' or \"…\"",
    "”": "a text stands in '…' or \"…\"",
    "‘": "a text stands in '…' or \"…\"",
    "’": "a text stands in '…' or \"…\"",
    "&": "write ‘and’",
    "|": "write ‘or’",
    "!": "write ‘not’, or != for ‘is not equal’",
    "?": "write: a if condition else b",
    ":": "write: a if condition else b",
    "\n": "an expression stands on one line",
    "½": "write (1 ÷ 2)",
    "¼": "write (1 ÷ 4)",
    "¾": "write (3 ÷ 4)",
    "″": "the inch mark follows a number: 3″",
    "′": "the foot mark follows a number: 3′",
    ";": "one expression at a time",
    "{": "a list stands in [ and ]",
}

_DICE = re.compile(r"([0-9]*)D([0-9]+)(?![A-Za-z0-9_])")
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?)([″′]?)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPACE = re.compile(r" +")
_LONG_MARK = re.compile(r"//|==|!=|<=|>=|\*\*")


def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of an expression, the last one of kind END.

    Raises ExpressionError at the first character that begins no token.
    """
    if len(source) > limits.MOST_CHARACTERS:
        message = f"the expression has {len(source)} characters, and {limits.MOST_CHARACTERS} is the most"
        raise ExpressionError(Fault.TOO_LARGE, message, 0, len(source), "give parts of it names as formulas")
    found: list[Token] = []
    at = 0
    while at < len(source):
        space = _SPACE.match(source, at)
        if space:
            at = space.end()
            continue
        token = _token(source, at)
        found.append(token)
        at = token.end
    found.append(Token(Kind.END, "", len(source), len(source)))
    return tuple(found)


def _token(source: str, at: int) -> Token:
    character = source[at]
    if dice := _DICE.match(source, at):
        return _dice(dice)
    if number := _NUMBER.match(source, at):
        return _number(source, number)
    if name := _NAME.match(source, at):
        return _name(name)
    if character in "'\"":
        return _text(source, at)
    long = _LONG_MARK.match(source, at)
    mark = long.group() if long else character
    if mark in _MARKS:
        return Token(Kind.MARK, _MARKS[mark], at, at + len(mark))
    raise ExpressionError(
        Fault.SYNTAX, f"{_described(mark)} has no meaning here", at, at + len(mark), _HINTS.get(mark, "")
    )


def _described(mark: str) -> str:
    if mark == "\n":
        return "a line break"
    return f"‘{mark}’" if mark.isprintable() else f"the character U+{ord(mark[0]):04X}"


def _dice(match: re.Match[str]) -> Token:
    start, end = match.span()
    if max(len(match[1]), len(match[2])) > limits.MOST_DIGITS:
        raise too_many_digits(start, end)
    count, faces = int(match[1] or 1), int(match[2])
    if count == 0 or faces == 0:
        raise ExpressionError(Fault.SYNTAX, f"‘{match[0]}’ is no roll", start, end, "at least one die, of one face")
    if (
        count > limits.MOST_DICE
        or faces > limits.MOST_FACES
        or (count > 1 and count * faces > limits.MOST_DICE_TIMES_FACES)
    ):
        hint = f"at most {limits.MOST_DICE} dice and {limits.MOST_FACES} faces; "
        hint += f"dice × faces at most {limits.MOST_DICE_TIMES_FACES}"
        raise ExpressionError(Fault.TOO_LARGE, f"‘{match[0]}’ has too many outcomes", start, end, hint)
    return Token(Kind.DICE, match[0], start, end, count=count, faces=faces)


def _number(source: str, match: re.Match[str]) -> Token:
    start, end = match.span()
    if len(match[1]) > limits.MOST_DIGITS:
        raise too_many_digits(start, end)
    follower = source[end : end + 1]
    if follower == '"':
        raise ExpressionError(Fault.SYNTAX, "a straight quote follows a number", end, end + 1, "inches are written 3″")
    if follower and (follower.isalnum() or follower == "_"):
        hint = "dice are written with a capital D: D12" if follower == "d" else "a name begins with a letter"
        if follower in "½¼¾":
            hint = f"write ({match[0]} + {_HINTS[follower].removeprefix('write (')}"
        raise ExpressionError(Fault.SYNTAX, f"‘{follower}’ follows a number", end, end + 1, hint)
    value, unit = Fraction(match[1]), Unit(match[2])
    if unit is Unit.FOOT:
        value, unit = value * INCHES_IN_A_FOOT, Unit.INCH
    return Token(Kind.NUMBER, match[0], start, end, value=value, unit=unit)


def _name(match: re.Match[str]) -> Token:
    name = match[0]
    if len(name) > limits.MOST_NAME:
        message = f"a name has {len(name)} characters, and {limits.MOST_NAME} is the most"
        raise ExpressionError(Fault.TOO_LARGE, message, *match.span())
    return Token(Kind.KEYWORD if name in KEYWORDS else Kind.NAME, name, *match.span())


def _text(source: str, at: int) -> Token:
    quote = source[at]
    closing = source.find(quote, at + 1)
    if closing < 0:
        raise ExpressionError(Fault.SYNTAX, "a text is not closed", at, len(source), f"end it with {quote}")
    text = source[at + 1 : closing]
    for offset, character in enumerate(text, at + 1):
        if not character.isprintable():
            message = f"{_described(character)} stands in a text"
            raise ExpressionError(Fault.SYNTAX, message, offset, offset + 1, "use a plain space")
    return Token(Kind.TEXT, text, at, closing + 1)


def too_many_digits(start: int, end: int) -> ExpressionError:
    """The fault of a number that is too long."""
    message = f"a number has more than {limits.MOST_DIGITS} digits"
    return ExpressionError(Fault.TOO_LARGE, message, start, end)
