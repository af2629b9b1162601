"""How many lines to keep free at a page's foot for what the page itself calls for there.

What is needed is known only when the page is laid, and the more lines are kept, the less text is on the page, and the
less is needed. Nothing here knows the engine.
"""

from __future__ import annotations

from collections.abc import Callable

# Lines that may be left empty above the foot: to save them would cost another layout of the page.
SPARE = 1

# From this layout on, what is enough is taken, whatever it leaves empty: it is better than what was enough before.
CONTENT_AT = 3

# After so many layouts of a page the best of them is taken.
MOST_LAYOUTS = 4


class Reserve:
    """The search for one page's reserve, in lines: lay the page with `lines` kept free until it `stands`.

    `spare` is how many lines may be left empty if the first guess leaves them: a page that is laid anew in a later pass
    need not be searched again.
    """

    def __init__(self, guess: int, spare: int = SPARE) -> None:
        self.lines = guess
        self.layouts = 0
        self.need = 0
        self._spare = spare
        self._too_few = -1
        self._enough: int | None = None

    def stands(self, need: int, foreseen: Callable[[int], int]) -> bool:
        """Whether the page may stay as it is laid, its foot needing `need` lines; else `lines` is what to try next.

        `foreseen` says how many lines the foot will presumably need when so many are kept free.
        """
        self.layouts += 1
        self.need = need
        chosen = self.lines == self._enough
        if need <= self.lines:
            self._enough = self.lines
            spare = self._spare if self.layouts == 1 else SPARE
            if chosen or self.lines - need <= spare or self.layouts >= CONTENT_AT:
                return True
        else:
            self._too_few = max(self._too_few, self.lines)
        if self._enough is not None and (self._enough - self._too_few <= 1 or self.layouts >= MOST_LAYOUTS):
            # No page is laid twice for nothing: the best may be the one that has just been laid.
            stays = self.lines == self._enough
            self.lines = self._enough
            return stays
        self.lines = self._next(need, foreseen)
        return False

    def _next(self, need: int, foreseen: Callable[[int], int]) -> int:
        least = self._too_few + 1
        # With as many lines as the foot of a fuller page needed, there is always enough.
        most = max(need, least) if self._enough is None else self._enough - 1
        if self._enough is None and self.layouts >= MOST_LAYOUTS - 1:
            return most
        # A block that cannot be broken goes to one page or the other: what is foreseen knows nothing of such steps.
        between = most if self._enough is None else (least + most) // 2
        return next((lines for lines in range(least, most) if foreseen(lines) <= lines), between)
