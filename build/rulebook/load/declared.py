"""Which products a book declares, and what each declares of itself: `content/products/NAME.yaml`."""

from __future__ import annotations

from pathlib import Path

from rulebook.finding import Finding
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.schema import Schema, typed_file
from rulebook.model import Book, Record

PRODUCTS = "content/products"

PACK = "pack"
FORMS = "forms"
SHEET = "sheet"
CARDS = "cards"
# The schemas of products, by the name of the file; any other product is a pack.
_FORMS = {"sheet": SHEET, "rosters": FORMS, "cards": CARDS}


def product_form(name: str) -> str:
    """The schema, of the pipeline's own, of the product that `content/products/NAME.yaml` declares."""
    return _FORMS.get(name, PACK)


def product_names(root: Path) -> tuple[str, ...]:
    """The names under which the book in `root` declares products, in order."""
    return tuple(path.stem for path in yaml_files(root / PRODUCTS))


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder, by name; hidden ones, which an editor may leave there, are none of the book’s."""
    return sorted(path for path in folder.glob("*.yaml") if not path.name.startswith("."))


def product_record(
    book: Book, name: str, form: Schema, what: str, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> Record | None:
    """What a product declares, typed by its schema; None, with findings, when it cannot be read or has faults.

    `what` names it in messages.
    """
    typed = typed_file(book.root, book.root / PRODUCTS / f"{name}.yaml", form, what, findings, kept)
    return typed.record if typed is not None and typed.sound else None
