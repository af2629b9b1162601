"""How long the random tests run: a few seconds, the same every time; `RULEBOOK_FUZZ=20` draws 20 times as many anew."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FACTOR = int(os.environ.get("RULEBOOK_FUZZ", "1"))


def examples(count: int) -> settings:
    """Settings for so many examples, multiplied by RULEBOOK_FUZZ; only without it are they always the same."""
    return settings(
        max_examples=count * FACTOR,
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
