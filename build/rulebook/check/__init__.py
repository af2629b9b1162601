"""Checking: what is wrong with a book that loads."""

from rulebook.check.run import run_checks

__all__ = ["run_checks"]
