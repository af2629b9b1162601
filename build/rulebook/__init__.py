"""Sets a rulebook, from its source to its printing."""

__version__ = "0.1.0"
