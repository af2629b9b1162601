"""Copies of the sample book, to be changed at will."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulebook.load import load_book
from rulebook.model import Book

SAMPLE = Path(__file__).parent / "sample"


def sample_with(folder: Path, **files: str) -> Book:
    """The sample book with some of its files written anew; a name has `__` for `/`, and no ending."""
    shutil.copytree(SAMPLE, folder / "book")
    endings = {"chapters": ".md", "data": ".yaml", "rules": ".yaml", "book": ".yaml", "schemas": ".json"}
    for name, text in files.items():
        path = name.replace("__", "/")
        (folder / "book" / "content" / f"{path}{endings[path.partition('/')[0]]}").write_text(text, encoding="utf-8")
    loaded = load_book(folder / "book")
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    return loaded.book


def book_yaml(lint: str) -> str:
    """The sample's content/book.yaml with other declarations to the checks; lines of two spaces."""
    text = (SAMPLE / "content" / "book.yaml").read_text(encoding="utf-8")
    start, end = text.index("lint:\n"), text.index("labels:\n")
    return f"{text[:start]}lint:\n{lint}{text[end:]}"
