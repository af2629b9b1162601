"""Composing: a typed book to HTML."""

from rulebook.compose.book import compose_book

__all__ = ["compose_book"]
