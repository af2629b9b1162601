"""The language of values and formulas: exact arithmetic, dice as exact distributions, look-ups in the data.

`parse_definitions` reads and checks a set of values and formulas; `parse_expression` reads one expression,
`check_expression` checks it and `evaluate` gives its value, its working and what it used. Every fault is an
ExpressionError with its place. Nothing of Python runs: an expression can compute, and do nothing else.
"""

from rulebook.rules.expression.check import check_definitions, check_expression, parse_definitions
from rulebook.rules.expression.data import Data, FieldList, FieldRecord, FieldValue, Link, NoData
from rulebook.rules.expression.definitions import (
    Definition,
    Definitions,
    FormulaDefinition,
    Parsed,
    Source,
    ValueDefinition,
    read_value,
)
from rulebook.rules.expression.errors import ExpressionError, Fault, Part
from rulebook.rules.expression.evaluate import evaluate
from rulebook.rules.expression.evaluation import Evaluation, Given, Used
from rulebook.rules.expression.memory import Memory
from rulebook.rules.expression.names import dependencies, names_used
from rulebook.rules.expression.parser import parse_expression
from rulebook.rules.expression.reads import Cell
from rulebook.rules.expression.syntax import Expression, number_literals
from rulebook.rules.expression.working import Step, result_in_words

__all__ = [
    "Cell",
    "Data",
    "Definition",
    "Definitions",
    "Evaluation",
    "Expression",
    "ExpressionError",
    "Fault",
    "FieldList",
    "FieldRecord",
    "FieldValue",
    "FormulaDefinition",
    "Given",
    "Link",
    "Memory",
    "NoData",
    "Parsed",
    "Part",
    "Source",
    "Step",
    "Used",
    "ValueDefinition",
    "check_definitions",
    "check_expression",
    "dependencies",
    "evaluate",
    "names_used",
    "number_literals",
    "parse_definitions",
    "parse_expression",
    "read_value",
    "result_in_words",
]
