"""Looking things up in the data: entries, their fields, ranges of dice, parameters of references."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from rulebook.load.suggest import did_you_mean
from rulebook.rules.expression import limits
from rulebook.rules.expression.arithmetic import contains, equal
from rulebook.rules.expression.data import Data, FieldList, FieldRecord, FieldValue, Link
from rulebook.rules.expression.errors import Fault, Misfit
from rulebook.rules.expression.reads import Cell, Reads
from rulebook.rules.numbers import Kind, as_meant, read_quantity, value_of
from rulebook.rules.values import (
    EntryValue,
    ListValue,
    Number,
    RecordValue,
    Scalar,
    Text,
    Truth,
    in_words,
    kind_of,
    plain,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on an entry: the field must have the value, or, when it is a list, hold it."""

    field: str
    value: Scalar


_RANGE = re.compile(r"([0-9]{1,9})(?:–([0-9]{1,9}))?")
# What a table shows where no result falls.
_NO_RESULT = "–"
# Fields that are words however they look.
_WORDS = frozenset({"id", "name"})


class Lookup:
    """Looks things up, and notes in `reads` what was read. Every fault is a Misfit of kind DATA or TYPE."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.reads = Reads.none()
        self._words: frozenset[str] | None = None
        self._read: dict[Cell, Scalar] = {}
        self._ranges: dict[Cell, tuple[tuple[int, int] | None, Reads]] = {}

    def entry(self, set_id: str, entry_id: str) -> EntryValue:
        """The entry of that id."""
        ids = self._ids(set_id)
        if entry_id not in ids:
            raise Misfit(Fault.DATA, f"‘{set_id}’ has no entry ‘{entry_id}’", did_you_mean(entry_id, ids))
        return EntryValue(set_id, entry_id, self.data.name(set_id, entry_id))

    def rows(self, set_id: str, conditions: tuple[Condition, ...] = ()) -> tuple[EntryValue, ...]:
        """The entries of a set that meet every condition, in the author's order."""
        found = [EntryValue(set_id, id_, self.data.name(set_id, id_)) for id_ in self._ids(set_id)]
        for condition in conditions:
            self._require_field(set_id, condition.field)
            found = [row for row in found if self._meets(row, condition)]
        return tuple(found)

    def field(self, entry: EntryValue, name: str) -> Scalar:
        """A field of an entry; `_` in the name stands for a hyphen where the field has one."""
        match name:
            case "id":
                return Text(entry.id)
            case "name":
                return Text(entry.name)
            case "parameter" if entry.parameter is not None:
                return entry.parameter
        found = self._field(entry, name)
        if found is None:
            fields = self.data.fields(entry.set, entry.id)
            message = f"‘{entry.id}’ of ‘{entry.set}’ has no field ‘{name}’"
            raise Misfit(Fault.DATA, message, did_you_mean(name, fields))
        return found

    def member(self, target: Scalar, name: str) -> Scalar:
        """`target.name`: a field of an entry or record, or the parameter that a list's reference of that id gives."""
        match target:
            case EntryValue():
                return self.field(target, name)
            case RecordValue(fields=fields):
                found = target.get(name) or target.get(name.replace("_", "-"))
                if found is None:
                    known = did_you_mean(name, [field for field, _ in fields])
                    raise Misfit(Fault.DATA, f"this record has no field ‘{name}’", known)
                return found
            case ListValue():
                return self.parameter(target, name, None)
        message = f"‘.{name}’ asks for a field of {kind_of(target)} ({in_words(target)})"
        raise Misfit(Fault.TYPE, message, "only entries, records and lists of references have fields")

    def parameter(self, target: Scalar, id_: str, default: Scalar | None) -> Scalar:
        """What the reference of that id in a list gives: its parameter, or true when it takes none.

        When the list has no such reference it is `default`; without one that is a fault.
        """
        if not isinstance(target, ListValue) or not all(isinstance(item, EntryValue) for item in target.items):
            message = f"‘{id_}’ is looked for in {kind_of(target)} ({in_words(target)})"
            raise Misfit(Fault.TYPE, message, "it is looked for in a list of references")
        for item in target.items:
            if isinstance(item, EntryValue) and item.id in (id_, id_.replace("_", "-")):
                return Truth(True) if item.parameter is None else item.parameter
        self.require_known(id_, id_.replace("_", "-"))
        if default is None:
            message = f"{in_words(target)} has no ‘{id_}’"
            raise Misfit(Fault.DATA, message, f"parameter(list, '{id_}', 0) gives a value for this case")
        return default

    def contains(self, whole: Scalar, part: Scalar) -> bool:
        """`part in whole`; an id that no set has is a fault, because it would be in no list."""
        if contains(whole, part):
            return True
        if isinstance(part, Text) and isinstance(whole, ListValue) and any(map(_is_entry, whole.items)):
            self.require_known(part.text)
        return False

    def result(self, set_id: str, path: str, number: Fraction, conditions: tuple[Condition, ...]) -> EntryValue:
        """The entry whose range in the column `path` (`roll`, `rolls.winter`) holds the number."""
        rows = self.rows(set_id, conditions)
        found = [row for row in rows if self._holds(row, path, number)]
        if len(found) == 1:
            return found[0]
        number_text = in_words(plain(number))
        if not found:
            raise Misfit(Fault.DATA, f"no entry of ‘{set_id}’ has {number_text} in its ‘{path}’")
        names = " and ".join(f"‘{row.id}’" for row in found[:3])
        raise Misfit(Fault.DATA, f"{number_text} is in the ‘{path}’ of {names} in ‘{set_id}’", "a result has one range")

    def require_column(self, set_id: str, path: str) -> None:
        """Raise a fault unless every entry of the set has ranges of dice in that column."""
        for row in self.rows(set_id):
            self._ends(row, path)

    def require_known(self, word: str, *spellings: str) -> None:
        """Raise a fault unless some set has an entry of that id or name, or of one of the other spellings."""
        if self._words is None:
            ids = [(set_id, id_) for set_id in self.data.sets() for id_ in self.data.ids(set_id)]
            self._words = frozenset(word for set_id, id_ in ids for word in (id_, self.data.name(set_id, id_)))
        if not self._words & {word, *spellings}:
            message = f"no set of the data has an entry ‘{word}’"
            raise Misfit(Fault.DATA, message, did_you_mean(word, self._words))

    def _ids(self, set_id: str) -> tuple[str, ...]:
        if set_id not in self.data.sets():
            raise Misfit(Fault.DATA, f"the data has no set ‘{set_id}’", did_you_mean(set_id, self.data.sets()))
        self.reads.sets.add(set_id)
        ids = self.data.ids(set_id)
        if len(ids) > limits.MOST_ITEMS:
            raise Misfit(Fault.TOO_LARGE, f"‘{set_id}’ has more than {limits.MOST_ITEMS} entries")
        return ids

    def _field(self, entry: EntryValue, name: str) -> Scalar | None:
        for spelling in (name, name.replace("_", "-")):
            cell = Cell(entry.set, entry.id, spelling)
            if cell in self._read:
                self.reads.cells.add(cell)
                return self._read[cell]
            value = self.data.field(entry.set, entry.id, spelling)
            if value is not None:
                self.reads.cells.add(cell)
                self._read[cell] = self._scalar(value, spelling)
                return self._read[cell]
        return None

    def _require_field(self, set_id: str, name: str) -> None:
        if name in _WORDS:
            return
        known = {field for id_ in self.data.ids(set_id) for field in self.data.fields(set_id, id_)}
        if known and name not in known and name.replace("_", "-") not in known:
            raise Misfit(Fault.DATA, f"no entry of ‘{set_id}’ has a field ‘{name}’", did_you_mean(name, known))

    def _meets(self, row: EntryValue, condition: Condition) -> bool:
        found = self.field(row, condition.field) if condition.field in _WORDS else self._field(row, condition.field)
        match found:
            case None:
                return False
            case ListValue():
                return self.contains(found, condition.value)
            case Number() if isinstance(condition.value, Text):
                return in_words(found) == condition.value.text
            case Text() if isinstance(condition.value, Number):
                return False
            case _:
                return equal(found, condition.value)

    def _holds(self, row: EntryValue, path: str, number: Fraction) -> bool:
        ends = self._ends(row, path)
        return ends is not None and ends[0] <= number <= ends[1]

    def _ends(self, row: EntryValue, path: str) -> tuple[int, int] | None:
        cell = Cell(row.set, row.id, path)
        if cell not in self._ranges:
            outer = self.reads
            self.reads = Reads.none()
            try:
                self._ranges[cell] = (self._read_ends(row, path), self.reads)
            finally:
                outer.add(self.reads)
                self.reads = outer
        ends, reads = self._ranges[cell]
        self.reads.add(reads)
        return ends

    def _read_ends(self, row: EntryValue, path: str) -> tuple[int, int] | None:
        value: Scalar = row
        for step in path.split("."):
            value = self.member(value, step)
        match value:
            case Number(value=number) if number.denominator == 1:
                return int(number), int(number)
            case Text(text=text) if text == _NO_RESULT:
                return None
            case Text(text=text) if match := _RANGE.fullmatch(text):
                return int(match[1]), int(match[2] or match[1])
        message = f"the ‘{path}’ of ‘{row.id}’ in ‘{row.set}’ is {in_words(value)}, which is no range of a die"
        raise Misfit(Fault.DATA, message, "a range is 4, 1–3, or – where no result falls")

    def _scalar(self, value: FieldValue, name: str) -> Scalar:
        match value:
            case bool():
                return Truth(value)
            case int():
                return plain(value)
            case str():
                return Text(value) if name in _WORDS else read_field(value)
            case Link(set=set_id, id=id_, parameter=parameter):
                given = None if parameter is None else read_field(parameter)
                return EntryValue(set_id, id_, self.data.name(set_id, id_), given)
            case FieldList(items=items):
                return ListValue(tuple(self._scalar(item, "") for item in items[: limits.MOST_ITEMS]))
            case FieldRecord(fields=fields):
                return RecordValue(tuple((field, self._scalar(inner, field)) for field, inner in fields))


def _is_entry(value: Scalar) -> bool:
    return isinstance(value, EntryValue)


def read_field(text: str) -> Number | Text:
    """A field's text as a number when it is wholly one in digits (`+2`, `24″`, `54%`, `1/2`), otherwise as a text.

    A minus or an inch or foot mark that is typed in another character (`-2`, `24"`) is read as what is meant: it is
    found where it is typed, and what is computed from it is not wrong as well.
    """
    if text[:1] not in "0123456789+−-–":
        return Text(text)
    quantity = read_quantity(as_meant(text))
    if quantity is None or quantity.kind not in (Kind.NUMBER, Kind.PERCENT, Kind.FRACTION):
        return Text(text)
    value = value_of(quantity)
    return value if isinstance(value, Number) else Text(text)
