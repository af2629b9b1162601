"""The limits of the language: each is far above what a rulebook needs and below what would slow or fill a machine."""

from __future__ import annotations

# A formula of a rulebook is a line or two; this is a full page.
MOST_CHARACTERS = 4_000
# Brackets within brackets; also the terms of one sum, which nest to the left. Python's own stack is deeper.
MOST_NESTING = 60
# Nesting at run time, through the formulas that formulas call. Three to eight Python frames a level, of a thousand.
MOST_DEPTH = 100
# A name that a reader can keep in mind, several times over.
MOST_NAME = 60
# Definitions that each use the next: a reader loses the thread long before.
MOST_IN_A_CHAIN = 30
# Digits of one number in a formula: a googol has no place in a rule.
MOST_DIGITS = 30
# Values, operations and outcomes in one evaluation: below a second, above what a game's exact odds take.
MOST_STEPS = 40_000
# Bits of a numerator or denominator: a hundred D1000 fit, and one operation stays at some microseconds.
MOST_BITS = 1_024
# Items of a list, those of lists within it counted.
MOST_ITEMS = 2_000
# Lists within lists: a table of lists of lists is as much as a reader follows.
MOST_LISTS_IN_LISTS = 8
# Characters of a computed text: a long paragraph.
MOST_TEXT = 2_000
# Dice of one roll, and the faces of one die.
MOST_DICE = 50
MOST_FACES = 1_000
# Dice times faces: the exact sum of so many takes some tens of milliseconds.
MOST_DICE_TIMES_FACES = 600
# Formula calls that a working keeps; an editor reads two lines of it.
MOST_KEPT_STEPS = 60
# Rolls of which the highest or lowest are kept.
MOST_KEPT_FROM = 20
