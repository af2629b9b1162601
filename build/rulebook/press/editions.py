"""What is asked for of a volume, and the measures of its editions: `styles/editions.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.render.page import Length, length_of
from rulebook.source import Position

EDITIONS_FILE = "styles/editions.yaml"
WRONG_EDITION = "P010"

SCREEN, PRESS, INK = "screen", "press", "ink"
EDITIONS = (SCREEN, PRESS, INK)
SPOT, CMYK = "spot", "cmyk"
INKS = (SPOT, CMYK)
SADDLE = "saddle"
IMPOSITIONS = (SADDLE,)

_PRESS_LENGTHS = ("bleed", "binding", "mark-gap", "mark-length", "mark-weight")
_PRESS_NUMBERS = ("multiple", "total-ink")
_PRESS_TEXTS = ("condition", "condition-name", "registry", "profile")
_GROUPS = ("press", "ink", "papers")


# Where an ICC profile says what device it is of, and which colours that has (ICC.1:2022, 7.2).
_DEVICE, _COLOURS = slice(12, 16), slice(16, 20)


def is_of_four_inks(profile: bytes) -> bool:
    """Whether an ICC profile is that of a printer, for cyan, magenta, yellow and black."""
    return (profile[_DEVICE], profile[_COLOURS]) == (b"prtr", b"CMYK")


class EditionError(Exception):
    """An edition cannot be made; `findings` say why. Nothing has been written."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(f"{len(findings)} findings")
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
    """All that `styles/editions.yaml` says; None for an edition that the book does not have."""

    press: PressMeasures | None
    ink: InkMeasures | None
    papers: Mapping[str, PaperMeasures]


def load_editions(root: Path) -> Editions:
    """The editions that the book in `root` declares; none where it has no such file. Raises EditionError."""
    path = root / EDITIONS_FILE
    if not path.exists():
        return Editions(None, None, {})
    return _Reading(path).editions()


class _Reading:
    """One file as it is read; `faults` are all that is wrong with it, by line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Finding] = []

    def editions(self) -> Editions:
        root = self._root()
        groups = self._entries(root, "the file")
        for name, node in groups.items():
            if name not in _GROUPS:
                self._fault(node, f"‘{name}’ is no group of editions", did_you_mean(name, _GROUPS))
        press = self._press(groups["press"]) if "press" in groups else None
        ink = self._ink(groups["ink"]) if "ink" in groups else None
        papers = {
            name: paper
            for name, node in self._entries(groups.get("papers"), "papers").items()
            if (paper := self._paper(name, node)) is not None
        }
        if self.faults:
            raise EditionError(tuple(self.faults))
        return Editions(press, ink, papers)

    def _root(self) -> yaml.Node | None:
        try:
            return yaml.compose(self.path.read_text(encoding="utf-8"), yaml.SafeLoader)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
            raise EditionError(
                (Finding(WRONG_EDITION, Position(EDITIONS_FILE), f"cannot be read: {reason}"),)
            ) from error
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = Position(EDITIONS_FILE, mark.line + 1, mark.column + 1) if mark else Position(EDITIONS_FILE)
            message = f"is not YAML: {' '.join(str(getattr(error, 'problem', error)).split())}"
            raise EditionError((Finding(WRONG_EDITION, place, message),)) from error

    def _entries(self, node: yaml.Node | None, what: str) -> dict[str, yaml.Node]:
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, f"{what} is not a map of names and values")
            return {}
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if key.value in found:
                self._fault(key, f"‘{key.value}’ stands here twice")
            found[str(key.value)] = value
        return found

    def _press(self, node: yaml.Node) -> PressMeasures | None:
        before = len(self.faults)
        entries = self._group(node, "press", (*_PRESS_LENGTHS, *_PRESS_NUMBERS, *_PRESS_TEXTS))
        lengths = {name: self._length(entries, "press", name) for name in _PRESS_LENGTHS if name in entries}
        numbers = {name: self._number(entries, "press", name) for name in _PRESS_NUMBERS if name in entries}
        texts = {name: self._text(entries, "press", name) for name in _PRESS_TEXTS if name in entries}
        profile = self.path.parent / texts.get("profile", "")
        if texts.get("profile") and not profile.is_file():
            self._fault(entries["profile"], f"press.profile: there is no file ‘{texts['profile']}’ in styles/")
        elif texts.get("profile") and not is_of_four_inks(profile.read_bytes()):
            message = f"press.profile: ‘{texts['profile']}’ is no ICC profile of a printer with four inks"
            self._fault(entries["profile"], message)
        if len(self.faults) > before:
            return None
        return PressMeasures(
            bleed=lengths["bleed"],
            binding=lengths["binding"],
            mark_gap=lengths["mark-gap"],
            mark_length=lengths["mark-length"],
            mark_weight=lengths["mark-weight"],
            multiple=numbers["multiple"],
            total_ink=numbers["total-ink"],
            condition=Condition(texts["condition"], texts["condition-name"], texts["registry"], profile),
        )

    def _ink(self, node: yaml.Node) -> InkMeasures | None:
        before = len(self.faults)
        entries = self._group(node, "ink", ("stylesheet", "area"), ("measures",))
        stylesheet = self.path.parent / (self._text(entries, "ink", "stylesheet") if "stylesheet" in entries else "")
        if "stylesheet" in entries and not stylesheet.is_file():
            self._fault(entries["stylesheet"], f"ink.stylesheet: there is no file ‘{stylesheet.name}’ in styles/")
        area = self._number(entries, "ink", "area") if "area" in entries else 0
        own = self._entries(entries.get("measures"), "ink.measures")
        measures = {name: self._length(own, "ink.measures", name) for name in own}
        return InkMeasures(stylesheet, area, measures) if len(self.faults) == before else None

    def _paper(self, name: str, node: yaml.Node) -> PaperMeasures | None:
        before = len(self.faults)
        group = f"papers.{name}"
        entries = self._group(node, group, ("head", "lines"))
        if len(self.faults) > before:
            return None
        head, lines = self._length(entries, group, "head"), self._number(entries, group, "lines")
        return PaperMeasures(head, lines) if len(self.faults) == before else None

    def _group(
        self, node: yaml.Node, group: str, names: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, yaml.Node]:
        entries = self._entries(node, group)
        for name in names:
            if name not in entries:
                self._fault(node, f"{group}.{name} is missing")
        for name, value in entries.items():
            if name not in (*names, *optional):
                self._fault(value, f"{group}.{name} is unknown", did_you_mean(name, (*names, *optional)))
        return entries

    def _length(self, entries: Mapping[str, yaml.Node], group: str, name: str) -> Length:
        node = entries[name]
        length = length_of(node.value) if isinstance(node, yaml.ScalarNode) else None
        if length is None:
            self._fault(node, f"{group}.{name}: {_shown(node)} is no length", "A length is in mm or pt, such as 3mm.")
        return length or Length(0, "mm")

    def _number(self, entries: Mapping[str, yaml.Node], group: str, name: str) -> int:
        node = entries[name]
        if isinstance(node, yaml.ScalarNode) and node.value.isascii() and node.value.isdigit() and int(node.value):
            return int(node.value)
        self._fault(node, f"{group}.{name}: {_shown(node)} is no whole number from 1 on")
        return 1

    def _text(self, entries: Mapping[str, yaml.Node], group: str, name: str) -> str:
        node = entries[name]
        if isinstance(node, yaml.ScalarNode) and node.value.strip():
            return str(node.value)
        self._fault(node, f"{group}.{name}: {_shown(node)} is no text")
        return ""

    def _fault(self, node: yaml.Node, message: str, hint: str = "") -> None:
        mark = node.start_mark
        self.faults.append(
            Finding(WRONG_EDITION, Position(EDITIONS_FILE, mark.line + 1, mark.column + 1), message, hint)
        )


def _shown(node: yaml.Node) -> str:
    return f"‘{node.value}’" if isinstance(node, yaml.ScalarNode) else "what stands there"
