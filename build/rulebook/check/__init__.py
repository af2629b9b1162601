"""Checking: what is wrong with a book that loads."""
