"""Proving the checks: every number of a book is changed in memory, and the checks must find each change."""
