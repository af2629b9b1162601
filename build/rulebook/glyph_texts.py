"""What each glyph of a font says: its letter, or those that it stands for as a small capital, figure or ligature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

# Small capitals share their glyphs between capitals and small letters, and are taken for the latter; the list of all
# alternates says nothing of which is which.
_PASSED_OVER = frozenset({"aalt", "c2sc", "c2pc"})


def glyph_texts(font: Any) -> dict[int, str]:
    """The text of each glyph of a fontTools font that has one, by its number."""
    texts = {name: chr(letter) for letter, name in sorted(font.getBestCmap().items(), reverse=True)}
    substitutions = list(_substitutions(font))
    # What stands for a glyph may itself be stood for.
    for _ in range(3):
        for parts, name in substitutions:
            if name not in texts and all(part in texts for part in parts):
                texts[name] = "".join(texts[part] for part in parts)
    return {font.getGlyphID(name): text for name, text in texts.items()}


def _substitutions(font: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The glyphs for which another stands, in the order of the font's lookups."""
    table = font["GSUB"].table if "GSUB" in font else None
    if table is None or table.LookupList is None or table.FeatureList is None:
        return
    wanted = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag not in _PASSED_OVER
        for index in record.Feature.LookupListIndex
    }
    for index in sorted(wanted):
        for subtable in table.LookupList.Lookup[index].SubTable:
            inner = getattr(subtable, "ExtSubTable", subtable)
            if inner.LookupType == 1:
                yield from (((one,), other) for one, other in inner.mapping.items())
            elif inner.LookupType == 3:
                yield from (((one,), other) for one, others in inner.alternates.items() for other in others)
            elif inner.LookupType == 4:
                for first, ligatures in inner.ligatures.items():
                    yield from (((first, *ligature.Component), ligature.LigGlyph) for ligature in ligatures)


def unicode_map(texts: Mapping[int, str]) -> bytes:
    """The map from the numbers of glyphs to their texts, as a PDF holds it."""
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ]
    items = sorted(texts.items())
    for start in range(0, len(items), 100):
        batch = items[start : start + 100]
        lines.append(f"{len(batch)} beginbfchar")
        lines += [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in batch]
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode("ascii")
