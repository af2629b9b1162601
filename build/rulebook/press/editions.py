"""What is asked for of a volume, and the measures of its editions: `styles/editions.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.load.schema import typed_record
from rulebook.load.yaml_tree import MapNode, Node, Scalar
from rulebook.plural import counted
from rulebook.press.profile import fault_of_profile
from rulebook.render.length import Length, length_of
from rulebook.render.measures import Range, entries_of, measures_tree, out_of_range, scalars_of, schema_of_measures
from rulebook.source import Position

EDITIONS_FILE = "styles/editions.yaml"
WRONG_EDITION = "P010"

SCREEN, PRESS, INK = "screen", "press", "ink"
EDITIONS = (SCREEN, PRESS, INK)
SPOT, CMYK = "spot", "cmyk"
INKS = (SPOT, CMYK)
SADDLE = "saddle"
IMPOSITIONS = (SADDLE,)

_RANGES = (
    Range(re.compile(r"press\.bleed"), "0mm", "20mm"),
    Range(re.compile(r"press\.binding"), "0mm", "100mm"),
    Range(re.compile(r"press\.mark-(?:gap|length)"), "0mm", "50mm"),
    Range(re.compile(r"press\.mark-weight"), "0.05pt", "5pt"),
    Range(re.compile(r".*"), "0mm", "1189mm"),
)


class EditionError(Exception):
    """An edition cannot be made; `findings` say why. Nothing has been written."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(counted(len(findings), "finding"))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class BookOrder:
    """What is asked for: an edition, how a press prints its inks, another paper, and an imposition.

    `paper` is empty for the page's own paper, `impose` for pages one by one. `sheet` is the paper of a booklet's
    sheets, on which its pages are scaled to fit; empty where they are as large as two pages.
    """

    edition: str = SCREEN
    inks: str = SPOT
    paper: str = ""
    impose: str = ""
    sheet: str = ""

    @property
    def plain(self) -> bool:
        """Whether it is the book as a screen shows it, on its own paper."""
        return self == BookOrder()

    @property
    def suffix(self) -> str:
        """What is added to the name of the book's file."""
        inks = self.inks if self.edition == PRESS and self.inks != SPOT else ""
        edition = "" if self.edition == SCREEN else self.edition
        return "".join(f"-{part}" for part in (edition, inks, self.paper, self.impose, self.sheet) if part)


@dataclass(frozen=True, slots=True)
class Condition:
    """A printing condition: the name by which a registry knows it, its name in words, and its ICC profile."""

    identifier: str
    name: str
    registry: str
    profile: Path


@dataclass(frozen=True, slots=True)
class PressMeasures:
    """What a press needs. `total_ink` is in per cent of one plate, `multiple` a number of pages."""

    bleed: Length
    binding: Length
    mark_gap: Length
    mark_length: Length
    mark_weight: Length
    multiple: int
    total_ink: int
    condition: Condition

    @property
    def around_pt(self) -> float:
        """What the sheet has around the trimmed page on each side, in points."""
        return self.bleed.pt + self.mark_gap.pt + self.mark_length.pt


@dataclass(frozen=True, slots=True)
class InkMeasures:
    """The low-ink edition: its style sheet, the largest filled area in mm², and the measures it has of its own."""

    stylesheet: Path
    area: int
    measures: Mapping[str, Length]


@dataclass(frozen=True, slots=True)
class PaperMeasures:
    """The head margin on another paper, and the lines of the grid."""

    head: Length
    lines: int


@dataclass(frozen=True, slots=True)
class Editions:
    """All that `styles/editions.yaml` says; None for an edition that the book does not have.

    `places` is where each value stands, by path (`press.binding`).
    """

    press: PressMeasures | None
    ink: InkMeasures | None
    papers: Mapping[str, PaperMeasures]
    places: Mapping[str, Position] = field(default_factory=dict, compare=False, repr=False)

    def place(self, path: str) -> Position:
        """Where a value stands; the beginning of the file when it has none."""
        return self.places.get(path, Position(EDITIONS_FILE))


def load_editions(root: Path) -> Editions:
    """The editions that the book in `root` declares; none where it has no such file. Raises EditionError."""
    path = root / EDITIONS_FILE
    if not path.exists():
        return Editions(None, None, {})
    findings: list[Finding] = []
    tree = measures_tree(path, findings)
    if tree is not None:
        typed_record(tree, schema_of_measures("editions"), findings, "the map of editions")
        findings += out_of_range(tree, _RANGES)
    groups = {key.text: node for key, node in entries_of(tree)}
    press, ink = scalars_of(groups.get("press")), scalars_of(groups.get("ink"))
    findings += _file_faults(path.parent, press.get("profile"), "press.profile", of_profile=True)
    findings += _file_faults(path.parent, ink.get("stylesheet"), "ink.stylesheet")
    if findings:
        raise EditionError(in_order(findings))
    measures = scalars_of(dict(_named(groups.get("ink"))).get("measures"))
    return Editions(
        press=_press(path.parent, press) if press else None,
        ink=InkMeasures(path.parent / ink["stylesheet"].text, int(ink["area"].text), _lengths(measures))
        if ink
        else None,
        papers={
            name: PaperMeasures(_length(values["head"]), int(values["lines"].text))
            for name, node in _named(groups.get("papers"))
            if (values := scalars_of(node))
        },
        places=dict(_places(tree)),
    )


def _named(node: Node | None) -> Iterator[tuple[str, Node]]:
    """The values of a map, by their keys."""
    return ((key.text, value) for key, value in entries_of(node))


def _places(node: Node | None, path: str = "") -> Iterator[tuple[str, Position]]:
    for key, value in entries_of(node):
        own = f"{path}.{key.text}" if path else key.text
        yield own, key.position if isinstance(value, MapNode) else value.position
        yield from _places(value, own)


def _length(node: Scalar) -> Length:
    length = length_of(node.text)
    assert length is not None  # its schema has seen to that
    return length


def _lengths(nodes: Mapping[str, Scalar]) -> dict[str, Length]:
    return {name: _length(node) for name, node in nodes.items()}


def _press(styles: Path, values: Mapping[str, Scalar]) -> PressMeasures:
    texts = {name: node.text for name, node in values.items()}
    return PressMeasures(
        bleed=_length(values["bleed"]),
        binding=_length(values["binding"]),
        mark_gap=_length(values["mark-gap"]),
        mark_length=_length(values["mark-length"]),
        mark_weight=_length(values["mark-weight"]),
        multiple=int(texts["multiple"]),
        total_ink=int(texts["total-ink"]),
        condition=Condition(texts["condition"], texts["condition-name"], texts["registry"], styles / texts["profile"]),
    )


def _file_faults(styles: Path, node: Scalar | None, what: str, *, of_profile: bool = False) -> Iterator[Finding]:
    """What is wrong with a file of the folder of styles that a value names."""
    if node is None or node.faulty:
        return
    path = styles / node.text
    if ".." in path.relative_to(styles).parts if path.is_relative_to(styles) else True:
        message, hint = f"{what}: ‘{node.text}’ leads out of styles/", "name a file that stands in there"
    elif not path.is_file():
        message, hint = f"{what}: there is no file ‘{node.text}’ in styles/", ""
    else:
        try:
            fault = fault_of_profile(path.read_bytes()) if of_profile else ""
        except OSError as error:
            fault = f"cannot be read: {error.strerror}"
        if not fault:
            return
        message, hint = f"{what}: ‘{node.text}’ {fault}", "take the profile anew from where it was published"
    yield Finding(WRONG_EDITION, node.position, message, hint)
