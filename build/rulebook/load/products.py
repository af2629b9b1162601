"""Reading what a book declares in `content/products`, to find its faults before anything is made of it.

The cards are read with the book, which holds them; the sheet, the roster sheets and the packs when they are made.
"""

from __future__ import annotations

from collections.abc import Callable

from rulebook.finding import Finding
from rulebook.load.declared import product_form, product_names
from rulebook.load.forms import read_forms
from rulebook.load.packs import read_pack
from rulebook.load.schema import Schema
from rulebook.load.sheets import read_sheet
from rulebook.model import Book

_READERS: dict[str, Callable[[Book, str, Schema, list[Finding]], object]] = {
    "sheet": read_sheet,
    "forms": read_forms,
    "pack": read_pack,
}


def check_products(book: Book, own_schema: Callable[[str], Schema], findings: list[Finding]) -> None:
    """A finding for each fault of a product's declaration.

    It refers to what stands in the book, which must be sound: what is missing there would be a finding here too.
    """
    for name in product_names(book.root):
        form = product_form(name)
        if form in _READERS:
            _READERS[form](book, name, own_schema(form), findings)
