"""The codes of what is found with rosters; a check of the same code looks at the book's own."""

from __future__ import annotations

ILLEGAL = "R101"
FAULTY = "R102"
# What is worth saying of a roster and makes it no less legal.
NOTE = "note"
