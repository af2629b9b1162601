"""Reading the records of printings: `content/printings/*.yaml`, a printing a file."""

from __future__ import annotations

from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import records_of, text_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.reading import read_source
from rulebook.load.record_faults import record_faults
from rulebook.load.schema import Schema, typed_record
from rulebook.load.yaml_tree import parse_yaml
from rulebook.model import Number, Record
from rulebook.printing.record import FOLDER, FrozenFile, FrozenId, FrozenProduct, Part, Printing, record_path
from rulebook.source import Position


def read_printings(
    root: Path, schema: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> tuple[Printing, ...]:
    """The printings of a book from the first to the newest; those with faults are left out, each with a finding."""
    found = []
    for path in sorted((root / FOLDER).glob("*")):
        if path.name.startswith("."):
            continue
        if path.suffix != ".yaml":
            place = Position(path.relative_to(root).as_posix())
            findings.append(Finding(codes.UNUSED_FILE, place, "this is not a printing", "its record ends in .yaml"))
            continue
        printing = _read(root, path, schema, findings, kept)
        if printing is not None:
            found.append(printing)
    return tuple(sorted(found, key=lambda printing: printing.order))


def read_printing(text: str, version: str, schema: Schema, findings: list[Finding]) -> Printing | None:
    """The record of a printing from the text of its file; None with findings where it has faults."""
    name = record_path(version)
    return _parsed(Path(name), name, text, schema, findings)


def _read(root: Path, path: Path, schema: Schema, findings: list[Finding], kept: Kept) -> Printing | None:
    own: list[Finding] = []
    name = path.relative_to(root).as_posix()
    text = read_source(root, path, own)
    printing = None
    if text is not None:
        printing = kept.of(Printing, (name, text), own, lambda: _parsed(path, name, text, schema, own))
    findings.extend(own)
    return printing


def _parsed(path: Path, name: str, text: str, schema: Schema, findings: list[Finding]) -> Printing | None:
    node = parse_yaml(name, text, findings)
    if node is None:
        return None
    typed = typed_record(node, schema, findings, "the record of a printing")
    if typed.record is None:
        return None
    faults = tuple(record_faults(typed.record, typed.faulty))
    findings.extend(faults)
    if faults or not typed.sound:
        return None
    printing = _printing(typed.record)
    if printing.version != path.stem:
        message = f"the record of ‘{printing.version}’ stands in {path.name}"
        hint = f"its file is {printing.version}.yaml"
        findings.append(Finding(codes.WRONG_VALUE, typed.record.position, message, hint))
        return None
    return printing


def _printing(record: Record) -> Printing:
    return Printing(
        version=text_of(record, "version"),
        date=text_of(record, "date"),
        record=text_of(record, "record"),
        revision=text_of(record, "revision"),
        products=tuple(
            FrozenProduct(text_of(p, "name"), text_of(p, "file"), _number(p, "pages"), text_of(p, "sha256"))
            for p in records_of(record, "products")
        ),
        counts={text_of(c, "name"): _number(c, "count") for c in records_of(record, "counts")},
        locked=tuple(Part(text_of(p, "name"), "packages", text_of(p, "version")) for p in records_of(record, "locked")),
        built_with=tuple(
            Part(text_of(p, "name"), text_of(p, "kind"), text_of(p, "version"))
            for p in records_of(record, "built_with")
        ),
        ids=tuple(_id(item) for item in records_of(record, "ids")),
        files=tuple(
            FrozenFile(text_of(f, "path"), text_of(f, "kind"), text_of(f, "sha256"))
            for f in records_of(record, "files")
        ),
        position=record.position,
    )


def _id(item: Record) -> FrozenId:
    return FrozenId(
        id=text_of(item, "id"),
        kind=text_of(item, "kind"),
        number=_number(item, "number"),
        title=text_of(item, "title"),
        page=text_of(item, "page"),
        home=text_of(item, "home"),
        position=item.position,
    )


def _number(record: Record, name: str) -> int:
    value = record.fields.get(name)
    return value.value if isinstance(value, Number) else 0
