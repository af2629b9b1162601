"""Heights in whole lines of the grid."""

from __future__ import annotations

import math

NEAR = 0.01
"""What sums of floats leave of a pixel."""


def whole_lines(height: float, leading: float) -> int:
    """How many lines a height takes, the last of them begun; both in pixels."""
    return math.ceil((height - NEAR) / leading)
