"""Changing a book's source: writing stale numbers anew, finding all that a name touches, starting another book."""
