"""Reading a player's file: strictly, as the book itself is read, and all that is wrong with it at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.load import codes
from rulebook.load.markdown import slug
from rulebook.load.reading import read_source
from rulebook.load.references import check_values
from rulebook.load.schema import typed_record
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import ListNode, MapNode, Node, Scalar, parse_yaml
from rulebook.model import Book, Entry, Items, Record, RosterKind
from rulebook.plural import with_article
from rulebook.roster.roster import Member, Roster, members_set, roster_entry, with_given
from rulebook.rules.expression.limits import MOST_ITEMS


@dataclass(frozen=True, slots=True)
class ReadRoster:
    """What reading a file gives: the roster as far as it could be read, or None, and what is wrong with the file."""

    roster: Roster | None
    findings: tuple[Finding, ...]


def read_roster(book: Book, kind: RosterKind, path: Path) -> ReadRoster:
    """The roster of a file. Nothing is raised: a file that is not there is a finding too (S001).

    A member with faults is left out, and the roster is then not whole. Positions name the file as `path` does.
    """
    findings: list[Finding] = []
    text = read_source(path.parent, path, findings)
    name = path.as_posix()
    findings = [replace(f, position=replace(f.position, path=name)) for f in findings]
    node = parse_yaml(name, text, findings) if text is not None else None
    roster = None
    if isinstance(node, MapNode):
        roster = _roster(book, kind, node, findings)
    elif node is not None:
        message = f"the file is not a map of ‘name’, ‘{kind.members}’ and so on"
        findings.append(Finding(codes.WRONG_TYPE, node.position, message))
    ordered = in_order(findings)
    return ReadRoster(replace(roster, whole=roster.whole and not ordered) if roster else None, ordered)


def _roster(book: Book, kind: RosterKind, node: MapNode, findings: list[Finding]) -> Roster | None:
    rest = replace(node, items=tuple((key, value) for key, value in node.items if key.text != kind.members))
    before = len(findings)
    typed = typed_record(rest, kind.fields_schema, findings, f"the {kind.roster}", [kind.members])
    members = _members(book, kind, node, findings)
    if typed.record is None:
        return None
    check_values(book, typed.record.fields.values(), findings)
    _check_lengths(typed.record, f"the {kind.roster}", findings)
    listed = node.get(kind.members)
    place = listed.position if listed is not None else node.position
    entry = roster_entry(kind, typed.record, (member.entry for member in members), place)
    written = len(listed.items) if isinstance(listed, ListNode) else 0
    return Roster(kind, entry, members, whole=len(findings) == before, listed=written)


def _members(book: Book, kind: RosterKind, node: MapNode, findings: list[Finding]) -> tuple[Member, ...]:
    listed = node.get(kind.members)
    what = f"‘{kind.members}’ of the {kind.roster}"
    if not isinstance(listed, ListNode) or not listed.items:
        if listed.broken if listed is not None else node.incomplete:
            return ()  # which has been found
        if isinstance(listed, Scalar) and listed.faulty:
            return ()
        unknown = [key.text for key, _ in node.items if key.text not in kind.fields_schema["properties"]]
        if listed is None and any(did_you_mean(name, [kind.members]).startswith("did you") for name in unknown):
            return ()
        message = f"{what} is empty" if isinstance(listed, ListNode) else f"{what} is no list"
        if listed is None:
            message = f"the {kind.roster} has no ‘{kind.members}’"
        code = codes.MISSING_KEY if listed is None else codes.WRONG_TYPE
        findings.append(Finding(code, (listed or node).position, message, f"list each {kind.member} with ‘- name: …’"))
        return ()
    if 0 < kind.most < len(listed.items):
        message = f"{what} holds {len(listed.items)}; the most is {kind.most}"
        findings.append(Finding(codes.WRONG_VALUE, listed.position, message))
        return ()
    _check_names(kind, listed, findings)
    members = (_member(book, kind, number, one, findings) for number, one in enumerate(listed.items, 1))
    return tuple(member for member in members if member is not None)


def _member(book: Book, kind: RosterKind, number: int, node: Node, findings: list[Finding]) -> Member | None:
    given = node.get("name") if isinstance(node, MapNode) else None
    label = f"the {kind.member} ‘{_short(given.text)}’" if isinstance(given, Scalar) else with_article(kind.member)
    before = len(findings)
    typed = typed_record(node, kind.member_schema, findings, label)
    if typed.record is None:
        return None
    check_values(book, typed.record.fields.values(), findings)
    _check_lengths(typed.record, label, findings)
    if len(findings) > before or not typed.sound:
        return None
    name = given.text if isinstance(given, Scalar) else ""
    fields = with_given(typed.record)
    return Member(Entry(members_set(kind), kind.id, f"{number}-{slug(name)}", fields, typed.record.position))


def _check_lengths(record: Record, what: str, findings: list[Finding]) -> None:
    """Add a finding for each list of which the formulas would not see the end."""
    for name, value in record.fields.items():
        if isinstance(value, Items) and len(value.values) > MOST_ITEMS:
            message = f"‘{name}’ of {what} holds {len(value.values):,}; the most is {MOST_ITEMS:,}"
            findings.append(Finding(codes.WRONG_VALUE, value.position, message))


def _check_names(kind: RosterKind, listed: ListNode, findings: list[Finding]) -> None:
    seen: dict[str, Scalar] = {}
    for one in listed.items:
        name = one.get("name") if isinstance(one, MapNode) else None
        if not isinstance(name, Scalar) or name.faulty:
            continue
        first = seen.setdefault(name.text.casefold(), name)
        if first is not name:
            message = f"the name ‘{_short(name.text)}’ is used twice: first on line {first.position.line}"
            hint = f"give each {kind.member} a name of its own"
            findings.append(Finding(codes.DUPLICATE_ID, name.position, message, hint))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
