"""What operators do to single values, and which units go together.

A length and a plain number are never added or compared, except zero, which is as much a length as a number; a length
times a number is a length; a length divided by a length is a number; a length times a length is nothing here.
Every fault is a Misfit, to which the evaluator gives its place.
"""

from __future__ import annotations

from fractions import Fraction

from rulebook.rules.expression import limits
from rulebook.rules.expression.errors import Fault, Misfit
from rulebook.rules.expression.syntax import Operator
from rulebook.rules.values import (
    EntryValue,
    ListValue,
    Number,
    RecordValue,
    Scalar,
    Text,
    Truth,
    Unit,
    in_words,
    kind_of,
)

_ORDERS = {
    Operator.LESS: lambda a, b: a < b,
    Operator.AT_MOST: lambda a, b: a <= b,
    Operator.MORE: lambda a, b: a > b,
    Operator.AT_LEAST: lambda a, b: a >= b,
}
_PER_INCH = "divide a length by 1″ to make it a plain number, or multiply a number by 1″ to make it a length"


def binary(operator: Operator, left: Scalar, right: Scalar) -> Scalar:
    """`left operator right`, for every operator except `and` and `or`."""
    match operator:
        case Operator.EQUAL:
            return Truth(equal(left, right))
        case Operator.UNEQUAL:
            return Truth(not equal(left, right))
        case Operator.IN:
            return Truth(contains(right, left))
        case Operator.NOT_IN:
            return Truth(not contains(right, left))
    if operator in _ORDERS:
        return Truth(ordered(operator, left, right))
    if operator is Operator.ADD:
        match left, right:
            case Text(text=before), Text(text=after):
                return bounded_text(before + after)
            case ListValue(items=before), ListValue(items=after):
                return bounded_list((*before, *after))
    if not isinstance(left, Number) or not isinstance(right, Number):
        message = f"‘{operator.value}’ is between {kind_of(left)} ({in_words(left)}) and {kind_of(right)}"
        raise Misfit(Fault.TYPE, f"{message} ({in_words(right)})", "it joins numbers, or lengths")
    return bounded(_calculated(operator, left, right))


def _calculated(operator: Operator, left: Number, right: Number) -> Number:
    a, b = left.value, right.value
    match operator:
        case Operator.ADD:
            return Number(a + b, common_unit(left, right))
        case Operator.SUBTRACT:
            return Number(a - b, common_unit(left, right))
        case Operator.MULTIPLY:
            if left.unit is Unit.INCH and right.unit is Unit.INCH:
                raise Misfit(Fault.UNIT, f"{in_words(left)} × {in_words(right)} would be an area", _PER_INCH)
            return Number(a * b, Unit.INCH if Unit.INCH in (left.unit, right.unit) else Unit.NONE)
    if b == 0:
        raise Misfit(Fault.DIVISION, f"{in_words(left)} is divided by zero", "choose another case with ‘if’ first")
    if operator is Operator.REMAINDER:
        return Number(a % b, common_unit(left, right))
    if left.unit is Unit.NONE and right.unit is Unit.INCH and a != 0:
        raise Misfit(Fault.UNIT, f"the number {in_words(left)} is divided by the length {in_words(right)}", _PER_INCH)
    unit = Unit.INCH if left.unit is Unit.INCH and right.unit is Unit.NONE else Unit.NONE
    return Number(a / b if operator is Operator.DIVIDE else Fraction(a // b), unit)


def common_unit(left: Number, right: Number) -> Unit:
    """The unit of two numbers that are added or compared. A zero without a unit takes the other's."""
    if left.unit is right.unit:
        return left.unit
    for number in (left, right):
        if number.unit is Unit.NONE and number.value == 0:
            return Unit.INCH
    message = f"{in_words(left)} and {in_words(right)}: one is a length, the other a plain number"
    raise Misfit(Fault.UNIT, message, _PER_INCH)


def unary(operator: Operator, value: Scalar) -> Scalar:
    """`operator value`: a sign, or `not`."""
    match operator:
        case Operator.NOT:
            return Truth(not truth_in(value, "not"))
        case Operator.SUBTRACT:
            return negated(value)
        case _:
            return number_in(value, "+")


def connected(operator: Operator, left: Scalar, right: Scalar) -> Truth:
    """`left and right`, `left or right`."""
    a, b = truth_in(left, operator.value), truth_in(right, operator.value)
    return Truth(a and b if operator is Operator.AND else a or b)


def item_at(target: Scalar, index: Scalar) -> Scalar:
    """`target[index]`, counted from 0."""
    items, place = items_in(target, "[ ]"), whole_number_in(index, "[ ]")
    if not 0 <= place < len(items):
        message = f"the list {in_words(target)} has no item [{in_words(index)}]"
        raise Misfit(Fault.DATA, message, "items are counted from 0")
    return items[place]


def negated(value: Scalar) -> Number:
    """`−value`."""
    number = number_in(value, "−")
    return Number(-number.value, number.unit)


def equal(left: Scalar, right: Scalar) -> bool:
    """Whether two values are the same. An entry equals the text of its id or its name."""
    if isinstance(left, Number) and isinstance(right, Number):
        common_unit(left, right)
        return left.value == right.value
    match left, right:
        case EntryValue(), EntryValue():
            return (left.set, left.id) == (right.set, right.id)
        case EntryValue(id=id_, name=name), Text(text=text):
            return text in (id_, name)
        case Text(), EntryValue():
            return equal(right, left)
        case ListValue(items=a), ListValue(items=b):
            return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    if type(left) is not type(right):
        message = f"{kind_of(left)} ({in_words(left)}) is never equal to {kind_of(right)} ({in_words(right)})"
        raise Misfit(Fault.TYPE, message)
    return left == right


def ordered(operator: Operator, left: Scalar, right: Scalar) -> bool:
    """Whether `left operator right` holds, for the operators that ask which is more."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        message = f"‘{operator.value}’ compares {kind_of(left)} ({in_words(left)}) with {kind_of(right)}"
        raise Misfit(Fault.TYPE, f"{message} ({in_words(right)})", "it compares numbers, or lengths")
    common_unit(left, right)
    return bool(_ORDERS[operator](left.value, right.value))


def contains(whole: Scalar, part: Scalar) -> bool:
    """Whether a list has an item, or a text has a text within it."""
    match whole, part:
        case Text(text=text), Text(text=inner):
            return inner in text
        case ListValue(items=items), _:
            return any(equal(item, part) for item in items)
    message = f"‘in’ looks for {kind_of(part)} in {kind_of(whole)}"
    raise Misfit(Fault.TYPE, message, "it looks for a value in a list, or for a text in a text")


def number_in(value: Scalar, who: str) -> Number:
    """The value as a number or length, which `who` needs."""
    if not isinstance(value, Number):
        raise Misfit(Fault.TYPE, f"‘{who}’ takes a number, and is given {kind_of(value)} ({in_words(value)})")
    return value


def whole_number_in(value: Scalar, who: str) -> int:
    """The value as a whole number without a unit, which `who` needs."""
    number = number_in(value, who)
    if number.unit is not Unit.NONE or number.value.denominator != 1:
        raise Misfit(Fault.TYPE, f"‘{who}’ takes a whole number, and is given {in_words(value)}")
    return int(number.value)


def truth_in(value: Scalar, who: str) -> bool:
    """The value as a condition, which `who` needs."""
    if not isinstance(value, Truth):
        message = f"‘{who}’ takes a condition, and is given {kind_of(value)} ({in_words(value)})"
        raise Misfit(Fault.TYPE, message, "compare it with something")
    return value.truth


def text_in(value: Scalar, who: str) -> str:
    """The value as a text, which `who` needs."""
    if not isinstance(value, Text):
        raise Misfit(Fault.TYPE, f"‘{who}’ takes a text, and is given {kind_of(value)} ({in_words(value)})")
    return value.text


def items_in(value: Scalar, who: str) -> tuple[Scalar, ...]:
    """The items of a list, which `who` needs."""
    if not isinstance(value, ListValue):
        raise Misfit(Fault.TYPE, f"‘{who}’ takes a list, and is given {kind_of(value)} ({in_words(value)})")
    return value.items


def bounded(number: Number) -> Number:
    """The number, when it is not too large or too fine."""
    if max(number.value.numerator.bit_length(), number.value.denominator.bit_length()) > limits.MOST_BITS:
        raise Misfit(Fault.TOO_LARGE, f"a number has more than {limits.MOST_BITS} bits")
    return number


def bounded_text(text: str) -> Text:
    """The text, when it is not too long."""
    if len(text) > limits.MOST_TEXT:
        raise Misfit(Fault.TOO_LARGE, f"a text has more than {limits.MOST_TEXT} characters")
    return Text(text)


def bounded_list(items: tuple[Scalar, ...]) -> ListValue:
    """The list, when it has not too many items, those within its items counted, and is not nested too deep."""
    count = 0
    for item in items:
        count += _size(item, 1)
        if count > limits.MOST_ITEMS:
            raise Misfit(Fault.TOO_LARGE, f"a list has more than {limits.MOST_ITEMS} items")
    return ListValue(items)


def _size(value: Scalar, level: int) -> int:
    if level > limits.MOST_LISTS_IN_LISTS:
        raise Misfit(Fault.TOO_DEEP, f"lists stand in lists more than {limits.MOST_LISTS_IN_LISTS} deep")
    match value:
        case ListValue(items=items):
            return 1 + sum(_size(item, level + 1) for item in items)
        case RecordValue(fields=fields):
            return 1 + sum(_size(field, level + 1) for _, field in fields)
        case _:
            return 1
