"""The working of an evaluation: what was computed from what, as one or two lines for an editor."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.rules.expression.syntax import (
    Binary,
    Call,
    Comprehension,
    Conditional,
    DiceLiteral,
    Expression,
    Index,
    ListDisplay,
    Member,
    Name,
    Node,
    NumberLiteral,
    TextLiteral,
    TruthLiteral,
    Unary,
)
from rulebook.rules.values import Number, Text, Unit, Value, in_words

_LONGEST_BODY = 240
# A longer value is left out of the middle of a line.
_LONGEST_NOTE = 60
# A fraction is shown as a decimal too, to this many places.
_PLACES = 4


@dataclass(frozen=True, slots=True)
class Note:
    """What a part of an expression was worth; `own` when it is a parameter, which is shown by its value alone."""

    start: int
    end: int
    value: Value
    own: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One expression, one call of a formula, or one value that is computed; `name` is empty for the expression itself.

    `arguments` are what the formula was given, None for a value; `notes` are what its parts were worth, `inner` the
    calls that it made and the values that it computed.
    """

    name: str
    arguments: tuple[Value, ...] | None
    expression: Expression
    notes: tuple[Note, ...]
    value: Value
    inner: tuple[Step, ...]

    def line(self) -> str:
        """The step as a line: `fall_harm(7″) = max(0, 7″ − safe_drop 3″) = 4″`."""
        root = self.expression.root
        # What the whole is worth follows as the result.
        notes = tuple(n for n in self.notes if n.own or (n.start, n.end) != (root.start, root.end))
        body = _Writer(notes).write(root)
        if len(body) > _LONGEST_BODY:
            body = f"{body[: _LONGEST_BODY - 1]}…"
        result = result_in_words(self.value)
        parts = [body, result] if body != result else [body]
        if self.name:
            parts.insert(0, self.heading())
        return " = ".join(parts)

    def heading(self) -> str:
        """The call, or the name of the value."""
        if self.arguments is None:
            return self.name
        return f"{self.name}({', '.join(_shortened(in_words(argument)) for argument in self.arguments)})"

    def lines(self, most: int = 2) -> tuple[str, ...]:
        """The step and the calls within it, the outermost first, in at most so many lines.

        An expression that is nothing but one call, or one name, is left out, since what it names says it all.
        """
        root = self.expression.root
        if not self.name and isinstance(root, Call | Name) and self.inner and self.inner[-1].name == root.name:
            return self.inner[-1].lines(most)
        found = [self.line()]
        waiting = list(self.inner)
        while waiting and len(found) < most:
            step = waiting.pop(0)
            line = step.line()
            if line not in found:
                found.append(line)
            waiting.extend(step.inner)
        return tuple(found)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_NOTE else f"{text[: _LONGEST_NOTE - 1]}…"


def result_in_words(value: Value) -> str:
    """A result: `4″`, `Knocked Down`, `13/24 (0.5417)`."""
    match value:
        case Number(value=number, unit=Unit.NONE) if number.denominator != 1:
            scaled = abs(number) * 10**_PLACES
            nearest = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
            whole, rest = divmod(nearest, 10**_PLACES)
            sign = "−" if number < 0 else ""
            return f"{in_words(value)} ({sign}{whole}.{rest:0{_PLACES}d})"
        case Text(text=text) if text:
            return text
        case _:
            return in_words(value)


class _Writer:
    """Writes a tree with what its names and look-ups were worth."""

    def __init__(self, notes: tuple[Note, ...]) -> None:
        self.notes = {(note.start, note.end): note for note in notes}

    def write(self, node: Node, strength: int = 0) -> str:
        note = self.notes.get((node.start, node.end))
        match node:
            case NumberLiteral(value=value, unit=unit):
                return in_words(Number(value, unit))
            case DiceLiteral(count=count, faces=faces):
                return f"{count if count > 1 else ''}D{faces}"
            case TextLiteral(text=text):
                return f"“{text}”"
            case TruthLiteral(truth=truth):
                return "true" if truth else "false"
            case Name(name=name) if note is not None and note.own:
                return in_words(note.value)
            case Name(name=name):
                return self._noted(name, note)
            case Comprehension() if note is not None:
                return in_words(note.value)
            case Call(name=name, arguments=arguments, keywords=keywords):
                given = [self.write(a) for a in arguments] + [f"{k.name}={self.write(k.value)}" for k in keywords]
                return self._noted(f"{name}({', '.join(given)})", note)
            case Member(target=target, field=field):
                return self._noted(f"{self._quiet(target)}.{field}", note)
            case Index(target=target, index=index):
                return self._noted(f"{self._quiet(target)}[{self.write(index)}]", note)
            case ListDisplay(items=items):
                return f"[{', '.join(self.write(item) for item in items)}]"
            case _:
                return self._joined(node, strength)

    def _joined(self, node: Node, strength: int) -> str:
        match node:
            case Unary(operator=operator, operand=operand):
                space = " " if operator.value.isalpha() else ""
                return f"{operator.value}{space}{self.write(operand, 9)}"
            case Binary(operator=operator, left=left, right=right):
                own = _STRENGTHS[operator.value]
                text = f"{self.write(left, own)} {operator.value} {self.write(right, own + 1)}"
                return f"({text})" if own < strength else text
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                text = f"{self.write(then, 1)} if {self.write(condition, 1)} else {self.write(otherwise)}"
                return f"({text})" if strength else text
            case Comprehension(element=element, variable=variable, source=source, condition=condition):
                text = f"{self.write(element)} for {variable.name} in {self.write(source)}"
                return text if condition is None else f"{text} if {self.write(condition)}"
            case _:
                return ""

    def _quiet(self, node: Node) -> str:
        """The target of a field, without what it was worth: the field's own worth follows."""
        if isinstance(node, Name):
            note = self.notes.get((node.start, node.end))
            return in_words(note.value) if note is not None and note.own else node.name
        return _Writer(tuple(n for n in self.notes.values() if n.own)).write(node, 9)

    def _noted(self, text: str, note: Note | None) -> str:
        worth = "" if note is None else in_words(note.value)
        return f"{text} {worth}" if 0 < len(worth) <= _LONGEST_NOTE else text


_STRENGTHS = {"or": 1, "and": 2, "in": 4, "not in": 4, "+": 5, "−": 5, "×": 6, "÷": 6, "//": 6, "%": 6}
_STRENGTHS |= dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 4)
