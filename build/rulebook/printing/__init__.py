"""Printings: what was printed under a number, whether it can be printed again, and what has changed since."""
