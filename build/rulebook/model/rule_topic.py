"""The rules as typed: values, formulas and claims, before they are read as expressions."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class RuleText:
    """A definition as typed: a value's name or a formula's `name(parameters)`, its text, and the place of each."""

    head: str
    body: str
    head_position: Position
    body_position: Position


@dataclass(frozen=True, slots=True)
class Claim:
    """What must hold of the rules and is printed nowhere: a sentence, and the condition that proves it."""

    says: str
    holds: str
    position: Position
    holds_position: Position


@dataclass(frozen=True, slots=True)
class ExternalClaim:
    """A number of a chapter that rests on something outside the book: its words, and the source."""

    chapter: str
    text: str
    source: str
    position: Position


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A file of rules: values, formulas and claims, with the chapter that is their home."""

    id: str
    home: str
    home_position: Position
    values: tuple[RuleText, ...]
    formulas: tuple[RuleText, ...]
    claims: tuple[Claim, ...]
    external: tuple[ExternalClaim, ...]
    position: Position
