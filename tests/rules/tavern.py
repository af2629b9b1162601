"""A small set of data for the tests, of no game: a tavern's stall, its guests and its weather, as dataclasses."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.rules.expression import FieldList, FieldRecord, FieldValue, Link


@dataclass(frozen=True)
class Thing:
    """An entry and its fields."""

    id: str
    name: str
    fields: tuple[tuple[str, FieldValue], ...]


@dataclass(frozen=True)
class Tavern:
    """Data by plain look-up."""

    things: dict[str, tuple[Thing, ...]] = field(default_factory=dict)

    def _thing(self, set_id: str, entry_id: str) -> Thing | None:
        return next((thing for thing in self.things.get(set_id, ()) if thing.id == entry_id), None)

    def sets(self) -> tuple[str, ...]:
        return tuple(self.things)

    def ids(self, set_id: str) -> tuple[str, ...]:
        return tuple(thing.id for thing in self.things.get(set_id, ()))

    def name(self, set_id: str, entry_id: str) -> str:
        thing = self._thing(set_id, entry_id)
        return thing.name if thing else entry_id

    def fields(self, set_id: str, entry_id: str) -> tuple[str, ...]:
        thing = self._thing(set_id, entry_id)
        return tuple(name for name, _ in thing.fields) if thing else ()

    def field(self, set_id: str, entry_id: str, name: str) -> FieldValue | None:
        thing = self._thing(set_id, entry_id)
        return next((value for field, value in thing.fields if field == name), None) if thing else None


def _thing(id_: str, name: str, **fields: FieldValue) -> Thing:
    return Thing(id_, name, tuple((key.replace("__", "-"), value) for key, value in fields.items()))


def _rolls(day: str, night: str) -> FieldRecord:
    return FieldRecord((("day", day), ("night", night)))


TAVERN = Tavern(
    {
        "traits": (
            _thing("heavy", "Heavy"),
            _thing("keen", "Keen", parameter="X"),
            _thing("two-handled", "Two-Handled"),
            _thing("long", "Long", parameter="X″"),
        ),
        "stall": (
            _thing("mug", "Mug", price=5, traits=FieldList(())),
            _thing("knife", "Knife", price=10, traits=FieldList((Link("traits", "keen", "−1"),))),
            _thing(
                "barrel",
                "Barrel",
                price=35,
                traits=FieldList(
                    (Link("traits", "heavy"), Link("traits", "two-handled"), Link("traits", "long", "2″"))
                ),
            ),
        ),
        "guests": (
            _thing(
                "anna", "Anna", luck="+2", mood="merry", goods=FieldList((Link("stall", "mug"), Link("stall", "knife")))
            ),
            _thing("bo", "Bo", luck="0", mood="grim", goods=FieldList((Link("stall", "barrel"),))),
            _thing("cy", "Cy", luck="−1", mood="merry", goods=FieldList(())),
        ),
        "weather": (
            _thing("rain", "Rain", rolls=_rolls("1–2", "1–3"), reach="−3″", light="Falls (−3″)"),
            _thing("fog", "Fog", rolls=_rolls("3", "–"), reach="12″", light="Holds"),
            _thing("sun", "Sun", rolls=_rolls("4–6", "4–6"), reach="No change", light="Rises (+3″)"),
        ),
        "holes": (
            _thing("low", "Low", roll="1–3"),
            _thing("high", "High", roll="3–4"),
            _thing("top", "Top", roll="6"),
        ),
        # A fire that a die feeds and starves; the odds of its lasting are worked out by hand in the tests.
        "night": (
            _thing("starve", "Starve", roll="1–4", fire="Gutters (−3″)"),
            _thing("calm", "Calm", roll="5–6", fire="Holds"),
            _thing("burn", "Burn", roll="7–8", fire="Gutters (−3″)"),
            _thing("branch", "Branch", roll="9–10", fire="Holds"),
            _thing("wind", "Wind", roll="11–12", fire="Flares (+3″)"),
        ),
    }
)
