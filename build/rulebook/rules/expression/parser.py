"""Tokens to a tree, by precedence.

From the loosest: `a if c else b`; `or`; `and`; `not`; comparisons and `in` (of which two do not follow each other);
`+ −`; `× ÷ // %`; a sign; then call, `.field` and `[index]`.
"""

from __future__ import annotations

from functools import lru_cache

from rulebook.rules.expression import limits
from rulebook.rules.expression.errors import ExpressionError, Fault
from rulebook.rules.expression.lexer import Kind, Token, tokens
from rulebook.rules.expression.syntax import (
    Binary,
    Call,
    Comprehension,
    Conditional,
    DiceLiteral,
    Expression,
    Index,
    Keyword,
    ListDisplay,
    Member,
    Name,
    Node,
    NumberLiteral,
    Operator,
    TextLiteral,
    TruthLiteral,
    Unary,
    depth,
)

_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN = range(1, 8)

# A bracket takes two of the parser's levels, an operator within it one more.
_MOST_LEVELS = 3 * limits.MOST_NESTING

_BINARY = {
    "or": (_OR, Operator.OR),
    "and": (_AND, Operator.AND),
    "==": (_COMPARISON, Operator.EQUAL),
    "!=": (_COMPARISON, Operator.UNEQUAL),
    "<": (_COMPARISON, Operator.LESS),
    "<=": (_COMPARISON, Operator.AT_MOST),
    ">": (_COMPARISON, Operator.MORE),
    ">=": (_COMPARISON, Operator.AT_LEAST),
    "in": (_COMPARISON, Operator.IN),
    "not": (_COMPARISON, Operator.NOT_IN),
    "+": (_SUM, Operator.ADD),
    "-": (_SUM, Operator.SUBTRACT),
    "*": (_PRODUCT, Operator.MULTIPLY),
    "/": (_PRODUCT, Operator.DIVIDE),
    "//": (_PRODUCT, Operator.FLOOR_DIVIDE),
    "%": (_PRODUCT, Operator.REMAINDER),
}


# A book states one value in many places.
@lru_cache(maxsize=4096)
def parse_expression(source: str) -> Expression:
    """The tree of an expression.

    Raises ExpressionError (SYNTAX, TOO_DEEP, TOO_LARGE) at the first place that cannot be read.
    """
    parser = _Parser(source, tokens(source))
    root = parser.whole()
    if depth(root) > limits.MOST_NESTING:
        raise _too_deep(0, len(source))
    return Expression(source, root)


def _too_deep(start: int, end: int) -> ExpressionError:
    message = f"the expression is nested more than {limits.MOST_NESTING} deep"
    return ExpressionError(Fault.TOO_DEEP, message, start, end, "give parts of it names as formulas")


class _Parser:
    """Reads tokens from left to right, with one token of foresight."""

    def __init__(self, source: str, found: tuple[Token, ...]) -> None:
        self.source = source
        self.found = found
        self.at = 0
        self.level = 0

    @property
    def next(self) -> Token:
        return self.found[self.at]

    def take(self) -> Token:
        token = self.found[self.at]
        self.at += 1
        return token

    def sees(self, text: str) -> bool:
        return self.next.kind in (Kind.MARK, Kind.KEYWORD) and self.next.text == text

    def accept(self, text: str) -> Token | None:
        return self.take() if self.sees(text) else None

    def expect(self, text: str, why: str) -> Token:
        if not self.sees(text):
            raise self.unexpected(f"‘{text}’ is missing {why}")
        return self.take()

    def unexpected(self, message: str, hint: str = "") -> ExpressionError:
        token = self.next
        # As the author typed it: the text of a token is a mark in its standard form, or a text without its quotes.
        typed = self.source[token.start : token.end]
        found = "the expression ends" if token.kind is Kind.END else f"‘{typed[:40]}’ stands"
        return ExpressionError(Fault.SYNTAX, f"{found} where {message}", token.start, token.end, hint)

    def whole(self) -> Node:
        if len(self.found) == 1:
            raise ExpressionError(Fault.SYNTAX, "the expression is empty", 0, 0)
        node = self.expression()
        if self.next.kind is not Kind.END:
            hint = "write == to compare" if self.sees("=") else ""
            raise self.unexpected("an operator or the end is expected", hint)
        return node

    def deeper(self) -> None:
        self.level += 1
        if self.level > _MOST_LEVELS:
            raise _too_deep(self.next.start, self.next.end)

    def expression(self) -> Node:
        self.deeper()
        start = self.next.start
        then = self.binary(_OR)
        if self.accept("if"):
            condition = self.binary(_OR)
            self.expect("else", "after ‘if’")
            otherwise = self.expression()
            then = Conditional(condition, then, otherwise, start, self.done)
        self.level -= 1
        return then

    @property
    def done(self) -> int:
        """Where the last token that was taken ends."""
        return self.found[self.at - 1].end

    def binary(self, least: int) -> Node:
        self.deeper()
        # The tokens' own places, because a node does not count the brackets around it.
        start = self.next.start
        left = self.prefix(least)
        compared = False
        while self.next.kind in (Kind.MARK, Kind.KEYWORD) and self.next.text in _BINARY:
            strength, operator = _BINARY[self.next.text]
            if strength < least:
                break
            token = self.take()
            if operator is Operator.NOT_IN:
                self.expect("in", "after ‘not’")
            if strength == _COMPARISON:
                if compared:
                    hint = "join two comparisons with ‘and’"
                    message = "one comparison follows another"
                    raise ExpressionError(Fault.SYNTAX, message, token.start, token.end, hint)
                compared = True
            if operator is Operator.REMAINDER:
                self.refuse_percentage(token)
            right = self.binary(strength + 1)
            left = Binary(operator, left, right, token.start, start, self.done)
        self.level -= 1
        return left

    def refuse_percentage(self, mark: Token) -> None:
        """A `%` close to a number is no remainder when nothing to divide by follows it, or a sign does."""
        number, follower = self.found[self.at - 2], self.next
        divided = follower.kind not in (Kind.MARK, Kind.KEYWORD, Kind.END) or follower.text in ("(", "[")
        if number.kind is Kind.NUMBER and number.end == mark.start and not divided:
            typed = self.source[number.start : number.end]
            message = f"‘{typed}%’ stands where a number is expected: here ‘%’ is the remainder of a division"
            raise ExpressionError(Fault.SYNTAX, message, number.start, mark.end, f"write ({typed} ÷ 100)")

    def prefix(self, least: int) -> Node:
        token = self.next
        if self.sees("not") and least <= _NOT:
            strength, operator = _NOT, Operator.NOT
        elif self.sees("-"):
            strength, operator = _SIGN, Operator.SUBTRACT
        elif self.sees("+"):
            strength, operator = _SIGN, Operator.ADD
        else:
            return self.postfix()
        self.take()
        operand = self.binary(strength)
        return Unary(operator, operand, token.start, self.done)

    def postfix(self) -> Node:
        node = self.primary()
        while True:
            if self.sees("(") and isinstance(node, Name):
                node = self.call(node)
            elif self.sees("("):
                raise self.unexpected("an operator is expected", "only a formula's name is followed by brackets")
            elif self.accept("."):
                if self.next.kind not in (Kind.NAME, Kind.KEYWORD):
                    raise self.unexpected("a field's name is expected after ‘.’")
                field = self.take()
                node = Member(node, field.text, node.start, field.end)
            elif self.accept("["):
                index = self.expression()
                closing = self.expect("]", "after an index")
                node = Index(node, index, node.start, closing.end)
            else:
                return node

    def primary(self) -> Node:
        token = self.next
        match token.kind:
            case Kind.NUMBER:
                self.take()
                return NumberLiteral(token.value, token.unit, token.start, token.end)
            case Kind.DICE:
                self.take()
                return DiceLiteral(token.count, token.faces, token.start, token.end)
            case Kind.TEXT:
                self.take()
                return TextLiteral(token.text, token.start, token.end)
            case Kind.NAME:
                self.take()
                return Name(token.text, token.start, token.end)
            case Kind.KEYWORD if token.text in ("true", "false"):
                self.take()
                return TruthLiteral(token.text == "true", token.start, token.end)
        if self.accept("("):
            node = self.expression()
            self.expect(")", "after an opening bracket")
            return node
        if self.accept("["):
            return self.list_display(token)
        raise self.unexpected("a value is expected")

    def list_display(self, opening: Token) -> Node:
        if closing := self.accept("]"):
            return ListDisplay((), opening.start, closing.end)
        first = self.expression()
        if self.sees("for"):
            found = self.comprehension(first)
            closing = self.expect("]", "after a list")
            return Comprehension(
                found.element, found.variable, found.source, found.condition, opening.start, closing.end
            )
        items = [first]
        while self.accept(","):
            items.append(self.expression())
        closing = self.expect("]", "after a list")
        return ListDisplay(tuple(items), opening.start, closing.end)

    def comprehension(self, element: Node) -> Comprehension:
        self.expect("for", "in a comprehension")
        if self.next.kind is not Kind.NAME:
            raise self.unexpected("a name is expected after ‘for’")
        token = self.take()
        variable = Name(token.text, token.start, token.end)
        self.expect("in", "after ‘for’ and its name")
        source = self.binary(_OR)
        condition = self.binary(_OR) if self.accept("if") else None
        return Comprehension(element, variable, source, condition, element.start, self.done)

    def call(self, name: Name) -> Node:
        self.expect("(", "after a formula's name")
        arguments: list[Node] = []
        keywords: list[Keyword] = []
        while not self.sees(")"):
            self.argument(arguments, keywords)
            if not self.accept(","):
                break
        closing = self.expect(")", "after the values of a formula")
        return Call(name.name, tuple(arguments), tuple(keywords), name.end, name.start, closing.end)

    def argument(self, arguments: list[Node], keywords: list[Keyword]) -> None:
        token = self.next
        follower = self.found[self.at + 1] if self.at + 1 < len(self.found) else token
        if token.kind is Kind.NAME and follower.kind is Kind.MARK and follower.text == "=":
            self.take()
            self.take()
            value = self.expression()
            if any(keyword.name == token.text for keyword in keywords):
                raise ExpressionError(Fault.DUPLICATE, f"‘{token.text}’ is given twice", token.start, token.end)
            keywords.append(Keyword(token.text, value, token.start, value.end))
            return
        if keywords:
            raise self.unexpected("a value with a name is expected", "values with names come last")
        node = self.expression()
        if self.sees("for"):
            if arguments:
                raise self.unexpected("‘,’ or ‘)’ is expected", "put the list in [ and ]")
            node = self.comprehension(node)
        arguments.append(node)
