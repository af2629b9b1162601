"""The page: its measures and inks, read from one file by the style sheets and by the pipeline.

`page.yaml` is a map of groups, each a map of values: lengths in mm or pt (`20mm`, `9.5pt`), inks (`#rrggbb`, or a map
of what the ink is on a `screen` and on a `press`, the name of its `spot` colour or the `tint` of black that stands for
it beside spot colours) and whole numbers. The groups and names the pipeline itself needs are those of its schema
(load/schemas/page.json); a style sheet may use others, so any further name is kept and passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.load import codes
from rulebook.load.schema import typed_record
from rulebook.load.yaml_tree import ListNode, MapNode, Node, Scalar
from rulebook.render.asked import asked_in_vain
from rulebook.render.columns import Columns
from rulebook.render.ink import Ink, faults_of_inks, ink_of
from rulebook.render.length import MM_PER_INCH, PIXELS_PER_INCH, POINTS_PER_INCH, Length, length_of
from rulebook.render.measures import (
    Range,
    entries_of,
    file_name,
    is_sound,
    measures_tree,
    out_of_range,
    scalars_of,
    schema_of_measures,
)
from rulebook.source import Position

__all__ = [
    "MM_PER_INCH",
    "PIXELS_PER_INCH",
    "POINTS_PER_INCH",
    "RANGES",
    "WRONG_PAGE",
    "Grid",
    "Ink",
    "Length",
    "Margin",
    "Page",
    "PageError",
    "Paper",
    "Value",
    "length_of",
    "load_page",
]

# Half a hundredth of a millimetre: finer than any printer, coarser than the rounding of the file.
TOLERANCE_MM = 0.005

# What findings about the page as a whole are: its measures do not go together.
WRONG_PAGE = "P000"

_NAME = re.compile(r"[a-z][a-z0-9-]*")
# What no name holds.
_NO_NAME = re.compile(r"[^a-z0-9]+")
_PAPERS = "paper-"
# What ends the name of the smallest that a size may be made.
_LEAST = "-least"

# More lines than a group has.
_MOST_LINES = 10_000

_SIZES = r"type\.[a-z0-9-]+|[a-z0-9-]+\.(?:text|small|section|title|label|block|face|least|[a-z-]*-least)"
# The first that fits counts. A paper is no larger than A0; type is no larger than on a poster, and no line is higher.
RANGES = (
    Range(re.compile(r"paper(?:-[a-z0-9-]+)?\.(?:width|height)"), "20mm", "1189mm"),
    Range(re.compile(r"[a-z0-9-]+\.(?:leading|[a-z0-9-]+-leading)"), "1pt", "200pt"),
    Range(re.compile(r"preflight\.near"), "0.01pt", "10pt"),
    Range(re.compile(r"preflight\.(?:overhang|overlap)"), "0pt", "30pt"),
    Range(re.compile(_SIZES), "1pt", "100pt"),
    Range(re.compile(r"cards\.(?:width|height)"), "10mm", "500mm"),
    Range(re.compile(r"[a-z0-9-]+\.step"), "0.05pt", "1189mm"),
    Range(re.compile(r".*"), "0mm", "1189mm"),
)


class PageError(ValueError):
    """The page cannot be used: `findings` are all that is wrong with its file, in order; the message, one a line."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("\n".join(f"{finding.position} {finding.message}" for finding in findings))
        self.findings = findings


Value = Length | Ink | int


@dataclass(frozen=True, slots=True)
class Paper:
    """The trimmed sheet."""

    width: Length
    height: Length


@dataclass(frozen=True, slots=True)
class Margin:
    """The white around the type area; inner is at the spine."""

    inner: Length
    outer: Length
    head: Length
    foot: Length


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns, and the lines on which every baseline stands (`baseline` below the top of its line)."""

    columns: int
    gutter: Length
    lines: int
    leading: Length
    baseline: Length

    @property
    def whole_table(self) -> int:
        """How many lines high a table may be, to be kept whole: half the page."""
        return self.lines // 2


@dataclass(frozen=True, slots=True)
class Page:
    """The page's measures. `values` holds all of them, by path (`margin-inner`), in the file's order.

    `places` is where each of them stands, and where each group begins.
    """

    paper: Paper
    margin: Margin
    grid: Grid
    inks: Mapping[str, Ink]
    values: Mapping[str, Value]
    places: Mapping[str, Position] = field(default_factory=dict, compare=False, repr=False)
    file: str = field(default="styles/page.yaml", compare=False)

    @property
    def measure_mm(self) -> float:
        """The width of the type area, in mm."""
        return self.paper.width.mm - self.margin.inner.mm - self.margin.outer.mm

    @property
    def depth_mm(self) -> float:
        """The height of the type area, in mm."""
        return self.paper.height.mm - self.margin.head.mm - self.margin.foot.mm

    @property
    def column_mm(self) -> float:
        """The width of a column, in mm."""
        return (self.measure_mm - (self.grid.columns - 1) * self.grid.gutter.mm) / self.grid.columns

    def place(self, *names: str) -> Position:
        """Where the first of some values or groups stands that the file has; its beginning when it has none."""
        return next((self.places[name] for name in names if name in self.places), Position(self.file))

    def css(self, *, press: bool = False) -> str:
        """A style sheet that gives every value as a custom property of the root element.

        With `press` the inks are those of the press, in which the engine sets text and rules, but no drawing.
        """
        values = {
            name: value.press_css if press and isinstance(value, Ink) else str(value)
            for name, value in self.values.items()
        }
        lines = [f"  --{name}: {value};" for name, value in values.items()]
        return "\n".join((":root {", *lines, "}", ""))


def load_page(path: Path) -> Page:
    """The page that a file of the folder of a book's styles describes.

    Raises PageError, with every fault, when the file cannot be read, is not what its schema says, has a length out of
    its range, has lines that do not fill the type area or an ink that no press has, or lacks what a style sheet beside
    it asks for.
    """
    findings: list[Finding] = []
    tree = measures_tree(path, findings)
    if tree is not None:
        findings += _faults_of(tree)
    groups = entries_of(tree)
    faulty = {finding.position for finding in findings}
    values: dict[str, Value] = {}
    places: dict[str, Position] = {}
    paths: dict[str, str] = {}
    for group, node in groups:
        places.setdefault(group.text, group.position)
        for name, inner in entries_of(node):
            own = f"{group.text}-{name.text}"
            value = _value(inner) if is_sound(inner, faulty) and name.position not in faulty else None
            if own in values:
                message = f"‘{name.text}’ of ‘{group.text}’ has the name --{own} in common with another measure"
                findings.append(Finding(codes.DUPLICATE_KEY, name.position, message, "give one of the two a new name"))
            elif value is not None:
                values[own] = value
            places[own] = inner.position
            paths[own] = f"{group.text}.{name.text}"
    findings += _misfits(values, places, paths)
    findings += faults_of_inks(next((node for group, node in groups if group.text == "ink"), None), _inks(values))
    if any(finding.code == codes.YAML_SYNTAX for finding in findings):
        # What could not be read may have held what is missing.
        findings = [finding for finding in findings if finding.code != codes.MISSING_KEY]
    elif isinstance(tree, MapNode):
        findings = _with_what_is_asked(path, tree, findings)
    if findings:
        raise PageError(in_order(findings))
    return replace(_page(values), places=places, file=file_name(path))


def _with_what_is_asked(path: Path, tree: MapNode, findings: list[Finding]) -> list[Finding]:
    """The findings with those of the names that the style sheets ask for, none of them twice."""
    schema = schema_of_measures("page")["properties"]
    groups = {group: [name for name, _ in entries_of(node)] for group, node in tree.items if not node.broken}
    found = list(findings)
    for vain in asked_in_vain(path.parent, groups, file_name(path)):
        if vain.name and schema.get(vain.group, {}).get("additionalProperties") is False:
            continue  # whose names the schema knows
        at = f"‘{vain.group}’ of the page has no ‘{vain.name}’" if vain.name else f"the page has no ‘{vain.group}’"
        if vain.finding.code == codes.UNKNOWN_KEY:
            # What is misspelt is there; by what its values were judged, nobody can tell.
            within = _lines_of(tree, vain.finding.position) if not vain.name else range(0)
            found = [one for one in found if one.message != at and one.position.line not in within]
        if not any(one.message == at for one in found):
            found.append(vain.finding)
    return found


def _lines_of(tree: MapNode, group: Position) -> range:
    """The lines from the key of a group to that of the next one."""
    starts = sorted(key.position.line for key, _ in tree.items)
    return range(group.line, next((line for line in starts if line > group.line), group.line + _MOST_LINES))


def _faults_of(tree: Node) -> Iterator[Finding]:
    """What is wrong with the file by its schema, its names, and the ranges of its lengths."""
    schema = schema_of_measures("page")
    found: list[Finding] = []
    papers = [(key, node) for key, node in entries_of(tree) if key.text.startswith(_PAPERS)]
    if isinstance(tree, MapNode):
        own = tuple((key, node) for key, node in tree.items if not key.text.startswith(_PAPERS))
        typed_record(replace(tree, items=own), schema, found, "the page")
    else:
        typed_record(tree, schema, found, "the page")
    for key, node in papers:
        typed_record(node, schema["properties"]["paper"], found, f"the paper ‘{key.text.removeprefix(_PAPERS)}’")
    yield from found
    for group, node in entries_of(tree):
        for key in (group, *(name for name, _ in entries_of(node))):
            if not _NAME.fullmatch(key.text):
                message = f"‘{key.text}’ is no name of a measure"
                hint = "a name is lower-case letters, digits and hyphens, and begins with a letter"
                meant = _NO_NAME.sub("-", key.text.lower())
                if _NAME.fullmatch(meant):
                    hint = f"write ‘{meant}’: {hint}"
                yield Finding(codes.WRONG_VALUE, key.position, message, hint)
    yield from out_of_range(tree, RANGES)


def _value(node: Node) -> Value | None:
    """The value of a node that its schema allows."""
    if isinstance(node, MapNode):
        parts = scalars_of(node)
        office = node.get("office")
        words = (
            tuple(one.text for one in office.items if isinstance(one, Scalar)) if isinstance(office, ListNode) else ()
        )
        tint = int(parts["tint"].text) if "tint" in parts else None
        spot = parts["spot"].text if "spot" in parts else ""
        return ink_of(parts["screen"].text, parts["press"].text if "press" in parts else "", spot, tint, words)
    if not isinstance(node, Scalar):
        return None
    if node.text.startswith("#"):
        return ink_of(node.text)
    length = length_of(node.text)
    return length if length is not None else int(node.text)


def _page(values: Mapping[str, Value]) -> Page:
    """The page of values whose names and kinds have been checked."""
    lengths = {name: value for name, value in values.items() if isinstance(value, Length)}
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    return Page(
        paper=Paper(lengths["paper-width"], lengths["paper-height"]),
        margin=Margin(
            inner=lengths["margin-inner"],
            outer=lengths["margin-outer"],
            head=lengths["margin-head"],
            foot=lengths["margin-foot"],
        ),
        grid=Grid(
            columns=numbers["grid-columns"],
            gutter=lengths["grid-gutter"],
            lines=numbers["grid-lines"],
            leading=lengths["grid-leading"],
            baseline=lengths["grid-baseline"],
        ),
        inks=_inks(values),
        values=values,
    )


def _inks(values: Mapping[str, Value]) -> dict[str, Ink]:
    return {
        name.removeprefix("ink-"): value
        for name, value in values.items()
        if name.startswith("ink-") and isinstance(value, Ink)
    }


def _misfits(
    values: Mapping[str, Value], places: Mapping[str, Position], paths: Mapping[str, str]
) -> Iterator[Finding]:
    """What each value may be for itself, but not beside the others; `paths` are as the file has them: type.text."""
    needed = ("paper-width", "paper-height", *(f"margin-{side}" for side in ("inner", "outer", "head", "foot")))
    needed += tuple(f"grid-{name}" for name in ("columns", "gutter", "lines", "leading", "baseline"))
    if values.keys() >= set(needed):
        yield from _misfits_of_grid(_page(values), places)
    yield from _misfits_of_pairs(values, places, paths)
    least = values.get("preflight-least")
    for name, value in values.items():
        group, _, last = name.rpartition("-")
        if not isinstance(value, Length) or last == "leading":
            continue
        lines = "grid-leading" if name == "type-text" else f"{group}-leading" if last == "text" else f"{name}-leading"
        if last == "baseline":
            lines = f"{group}-leading"
        leading = values.get(lines)
        if isinstance(leading, Length) and value.pt > leading.pt:
            message = f"{paths[name]}: {value} is more than its line has, {paths[lines]}: {leading}"
            yield Finding(WRONG_PAGE, places[name], message, "make it smaller, or its line higher")
        if isinstance(least, Length) and value.pt < least.pt and re.fullmatch(_SIZES, paths[name]):
            message = f"{paths[name]}: {value} is smaller than the least type that may be, {least}"
            yield Finding(WRONG_PAGE, places[name], message, "set it larger; the least is preflight.least")


def _misfits_of_pairs(
    values: Mapping[str, Value], places: Mapping[str, Position], paths: Mapping[str, str]
) -> Iterator[Finding]:
    """A least that is more than that of which it is the least, and a bound of looseness below its beginning.

    A group for one paper (`sheet-a5`) takes from its product's (`sheet`) what it does not have itself.
    """
    groups: dict[str, dict[str, str]] = {}
    for name in values:
        group, _, key = paths[name].partition(".")
        groups.setdefault(group, {})[key] = name
    for group, own in groups.items():
        whole = {**groups.get(group.rpartition("-")[0], {}), **own}
        for key in whole:
            size, least = whole.get(key.removesuffix(_LEAST)), whole[key]
            if not key.endswith(_LEAST) or size is None or not {key, key.removesuffix(_LEAST)} & own.keys():
                continue
            most, value = values[size], values[least]
            if isinstance(most, Length) and isinstance(value, Length) and value.pt > most.pt:
                message = f"{paths[least]}: {value} is more than {paths[size]}: {most}, of which it is the least"
                place = places[least if key in own else size]
                yield Finding(WRONG_PAGE, place, message, "make it smaller, or the other larger")
    loose, loosest = values.get("preflight-loose"), values.get("preflight-loosest")
    if isinstance(loose, int) and isinstance(loosest, int) and loosest < loose:
        message = f"preflight.loosest: {loosest} is less than what is loose at all, preflight.loose: {loose}"
        yield Finding(WRONG_PAGE, places["preflight-loosest"], message, "make it larger, or the other smaller")


def _misfits_of_grid(page: Page, places: Mapping[str, Position]) -> Iterator[Finding]:
    lines_mm = page.grid.lines * page.grid.leading.mm
    if abs(lines_mm - page.depth_mm) > TOLERANCE_MM:
        whole = int((page.depth_mm + TOLERANCE_MM) / page.grid.leading.mm)
        foot = page.paper.height.mm - page.margin.head.mm - lines_mm
        if foot > 0:
            hint = f"with margin.foot: {round(foot, 2):g}mm they fit"
        else:
            hint = f"as many as {whole} would fit" if whole > 0 else "make the margins smaller"
        message = f"grid.lines: {page.grid.lines} lines of {page.grid.leading} are {lines_mm:.2f}mm, "
        message += f"the margins leave {page.depth_mm:.2f}mm"
        yield Finding(WRONG_PAGE, places["grid-lines"], message, hint)
    text = page.values.get("type-text")
    columns = Columns(page.grid.columns, page.measure_mm, page.grid.gutter, text if isinstance(text, Length) else None)
    if fault := columns.fault("grid.columns"):
        yield Finding(WRONG_PAGE, places["grid-columns"], *fault)
