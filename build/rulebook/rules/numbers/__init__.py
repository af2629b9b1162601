"""Numbers as prose writes them: reading a span, finding every numeral, comparing, and writing anew in the same form."""

from rulebook.rules.numbers.agreement import agrees, value_of
from rulebook.rules.numbers.quantity import Dice, DiceStep, Kind, Numeral, Quantity
from rulebook.rules.numbers.ranges import unrisen
from rulebook.rules.numbers.reader import as_meant, find_numerals, read_quantity
from rulebook.rules.numbers.writing import format_like

__all__ = [
    "Dice",
    "DiceStep",
    "Kind",
    "Numeral",
    "Quantity",
    "agrees",
    "as_meant",
    "find_numerals",
    "format_like",
    "read_quantity",
    "unrisen",
    "value_of",
]
