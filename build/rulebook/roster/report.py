"""A judged roster as plain text: what it costs by member, what its members are, and what is worth a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulebook.model import Number, Word
from rulebook.roster.judging import Judged
from rulebook.roster.pricing import Bill
from rulebook.roster.roster import Roster, value_at

_GAP = "  "


def report_roster(judged: Judged) -> str:
    """The whole report, without a line end; of a roster that could not be priced, what is known of it."""
    roster, kind = judged.roster, judged.roster.kind
    blocks = [f"{roster.name} ({kind.name}; {_counted(roster)})"]
    if judged.bill is not None:
        blocks.append("\n".join(_bill(judged.bill)))
        blocks.append(_sum(judged.bill, kind.unit))
    heads = tuple(field for field in kind.computed if field.head)
    if heads and roster.members:
        rows = [[member.name, *(_shown(roster, i, f.field) for f in heads)] for i, member in enumerate(roster.members)]
        blocks.append("\n".join(_table([["", *(f.head for f in heads)], *rows])))
    blocks += [str(note) for note in judged.notes]
    return "\n\n".join(blocks)


def _counted(roster: Roster) -> str:
    """How many members there are; where faults leave some out, of how many that are written."""
    sound, written = len(roster.members), max(roster.listed, len(roster.members))
    name = roster.kind.member if written == 1 else roster.kind.members
    return f"{sound} {name}" if sound == written else f"{sound} of {written} {name} without faults"


def _bill(bill: Bill) -> Iterator[str]:
    rows = [["", *bill.heads, "Total"]]
    rows += [[line.name, *map(_number, line.prices), _number(line.total)] for line in bill.lines]
    blank = [""] * len(bill.heads)
    rows += [[line.name, *blank, _number(line.total)] for line in bill.shared]
    columns = [sum((line.prices[i] for line in bill.lines), Fraction(0)) for i in range(len(bill.heads))]
    rows.append(["Total", *map(_number, columns), _number(bill.total)])
    return _table(rows)


def _sum(bill: Bill, unit: str) -> str:
    rest = f"{_number(bill.left)} left" if bill.left >= 0 else f"{_number(-bill.left)} too many"
    return f"{_number(bill.total)} of {_number(bill.limit)} {unit}: {rest}"


def _shown(roster: Roster, index: int, field: str) -> str:
    value = value_at(roster.members[index].complete, field)
    return value.text if isinstance(value, Word | Number) else "–"


def _number(value: Fraction) -> str:
    return f"{'−' if value < 0 else ''}{abs(value)}"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as lines: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield _GAP.join(cells).rstrip()
