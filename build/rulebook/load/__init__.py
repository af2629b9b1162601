"""Loading: the author's files to a typed book, or to all that is wrong with them."""

from rulebook.load.book import Loaded, load_book

__all__ = ["Loaded", "load_book"]
