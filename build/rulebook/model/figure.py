"""A figure: what is drawn, and the words that stand with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.model.data import Computed, Prose
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing that a chapter places: its title, caption and text alternative, and what its template is given.

    Its template is figures/`id`.svg.j2. `values` are computed by the rules; `labels` are the texts that stand in it.
    `chapter` is the id of the chapter that it belongs to.
    """

    id: str
    anchor: str
    title: str
    chapter: str
    caption: Prose
    alternative: Prose
    values: Mapping[str, Computed]
    labels: Mapping[str, Prose]
    position: Position
