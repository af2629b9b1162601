"""Columns side by side: how wide each is, and whether text can be set in it."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.render.length import Length

_LEAST_SIZES = 12
"""How many times the size of its type a column is wide at the least: some thirty letters. In less, hardly a line of
justified text is not torn apart, and tables and headings stand out of it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """So many columns in a measure (its width in mm), with a gutter between two; `text` is the size of their type."""

    count: int
    measure_mm: float
    gutter: Length
    text: Length | None

    @property
    def width_mm(self) -> float:
        """The width of each, in mm."""
        return (self.measure_mm - (self.count - 1) * self.gutter.mm) / self.count

    def fault(self, name: str) -> tuple[str, str] | None:
        """Why the columns, whose number is called `name`, hold no text, and a hint; None where they do."""
        if self.width_mm <= 0:
            what = f"{name}: {self.count} do not fit into {self.measure_mm:.2f}mm"
            return what, self._hint()
        if self.text is None or self.width_mm >= self._least_mm:
            return None
        each = "is" if self.count == 1 else "are"
        what = f"{name}: {self.count} {each} {self.width_mm:.2f}mm wide, too narrow for type of {self.text}: at least "
        return f"{what}{self._least_mm:.2f}mm is needed", self._hint()

    @property
    def _least_mm(self) -> float:
        return _LEAST_SIZES * self.text.mm if self.text is not None else 0.0

    def _hint(self) -> str:
        least = max(self._least_mm, 1.0)
        fitting = int((self.measure_mm + self.gutter.mm) / (least + self.gutter.mm))
        if fitting > 0:
            return f"as many as {fitting} would fit"
        return "make the paper wider, or its margins smaller"
