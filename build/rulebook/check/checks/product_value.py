"""E109: a value of a product that the rules do not give."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.form_values import FormJudge, form_judge
from rulebook.check.uncomputed import uncomputed
from rulebook.finding import Finding
from rulebook.load.book import own_schema
from rulebook.load.declared import FORMS, product_form, product_names
from rulebook.load.forms import read_forms
from rulebook.load.product_formulas import formulas_of_product
from rulebook.model import Book


def _run(book: Book) -> Iterator[Finding]:
    for product in product_names(book.root):
        judge = _form_judge(book, product)
        for formula in formulas_of_product(book, product):
            value = formula.value
            why = uncomputed(book, value, formula.wanted) if judge is None else judge.fault(formula)
            if why is not None:
                message = f"the value ‘{formula.name}’ of the product ‘{product}’ cannot be computed{why.fault}"
                crumbs = (book.metadata.title, product, formula.name)
                yield Finding(CHECK.code, why.position, message, why.hint, breadcrumb=crumbs, found=value.text)


def _form_judge(book: Book, product: str) -> FormJudge | None:
    """What judges the formulas of a product that are about a roster; None for those of another product."""
    if product_form(product) != FORMS:
        return None
    forms = read_forms(book, product, own_schema(FORMS), [])
    return form_judge(book, forms.kind, forms.position) if forms is not None else None


def _pack(count: str) -> str:
    return (
        "title: Tokens\noutput: tokens\npage: p.\npapers: [a4]\npages:\n  - title: Tokens\n    parts:\n"
        f"      - {{kind: tokens, tokens: [{{label: Bell, mark: ring, count: {count}}}]}}\n"
    )


CHECK = Check(
    code="E109",
    name="product-value",
    summary="a value of a product cannot be computed from the rules, or is none that the product can show",
    why="A sheet or a pack shows what the rules give: whoever renames a value that they use is to know."
    " The sheets of a roster are computed empty, and for each roster that the book itself has.",
    fails=Sample("content/products/tokens.yaml", _pack("ceil(strid / 1″)")),
    passes=Sample("content/products/tokens.yaml", _pack("ceil(stride / 1″)")),
    run=_run,
)
