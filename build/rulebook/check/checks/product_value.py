"""E109: a value of a product that the rules do not give."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.uncomputed import uncomputed
from rulebook.finding import Finding
from rulebook.load.declared import product_form, product_names
from rulebook.load.product_formulas import formulas_of_product
from rulebook.model import Book

# The formulas of roster sheets speak of a roster's members, and are computed when one is set.
_OF_A_ROSTER = "forms"


def _run(book: Book) -> Iterator[Finding]:
    for product in product_names(book.root):
        if product_form(product) == _OF_A_ROSTER:
            continue
        for name, value in formulas_of_product(book, product):
            why = uncomputed(book, value)
            if why is not None:
                message = f"the value ‘{name}’ of the product ‘{product}’ cannot be computed{why.fault}"
                crumbs = (book.metadata.title, product, name)
                yield Finding(CHECK.code, why.position, message, why.hint, breadcrumb=crumbs, found=value.text)


def _pack(count: str) -> str:
    return (
        "title: Tokens\noutput: tokens\npage: p.\npapers: [a4]\npages:\n  - title: Tokens\n    parts:\n"
        f"      - {{kind: tokens, tokens: [{{label: Bell, mark: ring, count: {count}}}]}}\n"
    )


CHECK = Check(
    code="E109",
    name="product-value",
    summary="a value of a product cannot be computed from the rules",
    why="A sheet or a pack shows what the rules give: whoever renames a value that they use is to know.",
    fails=Sample("content/products/tokens.yaml", _pack("ceil(strid / 1″)")),
    passes=Sample("content/products/tokens.yaml", _pack("ceil(stride / 1″)")),
    run=_run,
)
