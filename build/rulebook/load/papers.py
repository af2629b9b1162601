"""The papers that products are set for: those that `styles/page.yaml` measures, each named once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.reading import read_source
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import MapNode, parse_yaml
from rulebook.model import Word

PAGE_FILE = "styles/page.yaml"

_PREFIX = "paper-"
# The book's own, and the others.
_IS_PAPER = re.compile(rf"paper|{_PREFIX}[a-z0-9-]+")


def known_papers(root: Path, kept: Kept = NOTHING_KEPT) -> tuple[str, ...] | None:
    """The papers that the book's page gives a size; None where its file is not there, or has faults of its own."""
    own: list[Finding] = []
    path = root / PAGE_FILE
    text = read_source(root, path, own) if path.is_file() else None

    def read() -> tuple[str, ...] | None:
        tree = parse_yaml(PAGE_FILE, text, own) if text is not None else None
        groups = tree.items if isinstance(tree, MapNode) else ()
        if any(_is_misnamed(key.text) for key, _ in groups):
            return None  # it is found there
        return tuple(
            key.text.removeprefix(_PREFIX)
            for key, sides in groups
            if key.text.startswith(_PREFIX) and isinstance(sides, MapNode) and sides.get("width")
        )

    found = kept.of(tuple, (PAGE_FILE, "papers", text), own, read) if text is not None else None
    return None if own else found


def _is_misnamed(group: str) -> bool:
    """Whether a group seems to be a paper, and has a name that no paper can have (`paper-A4`, `Paper_a4`)."""
    return group.casefold().startswith("paper") and not _IS_PAPER.fullmatch(group)


def check_papers(known: tuple[str, ...] | None, papers: Iterable[Word], findings: list[Finding]) -> None:
    """Add a finding for each paper that is not among those that are known."""
    if known is None:
        return
    for paper in papers:
        if paper.text not in known:
            message = f"there is no paper ‘{paper.text}’: {PAGE_FILE} gives no {_PREFIX}{paper.text}"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, paper.position, message, did_you_mean(paper.text, known)))
