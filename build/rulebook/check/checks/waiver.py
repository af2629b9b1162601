"""S110: a waiver that nothing needs, or that cannot hold."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.checks import frozen_id
from rulebook.check.places import holds_position, in_words
from rulebook.check.waivers import Waiver, applies, fault_of_waiver, waivers_of
from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book


def _run(book: Book) -> Iterator[Finding]:
    # The registry lists this check too, and is whole only once all checks are loaded.
    from rulebook.check.registry import CHECKS

    source = book.lint.waivers
    if source is not None and source.set not in book.sets:
        message = f"waivers are said to stand in ‘{source.set}’, and there is no such set"
        yield Finding(CHECK.code, source.declared.at("set"), message, did_you_mean(source.set, book.sets))
    checks = {check.code: check for check in CHECKS if check.code != CHECK.code}
    found: dict[str, tuple[Finding, ...]] = {}
    sound: list[Waiver] = []
    for waiver in waivers_of(book):
        fault = fault_of_waiver(book, waiver, checks)
        if fault is not None:
            yield Finding(CHECK.code, *fault)
            continue
        if waiver.code not in found:
            found[waiver.code] = tuple(checks[waiver.code].run(book))
        needing = [finding for finding in found[waiver.code] if applies(book, waiver, finding)]
        before = [next((w for w in sound if applies(book, w, finding)), None) for finding in needing]
        if needing and all(before):
            places = " and ".join(dict.fromkeys(str(w.position) for w in before if w is not None))
            message = f"the waiver of {waiver.code} in ‘{waiver.holder}’ lets nothing stand that {places} does not"
            yield Finding(CHECK.code, waiver.position, message, "it stands twice: keep one")
        sound.append(waiver)
        if not needing:
            yield _unneeded(book, waiver, found[waiver.code])


def _unneeded(book: Book, waiver: Waiver, findings: tuple[Finding, ...]) -> Finding:
    """Of a waiver that lets nothing stand, the part that is wrong; all of it where its check finds nothing."""
    here = [finding for finding in findings if holds_position(book, waiver.place, finding.position)]
    if here:
        message = f"nothing of what {waiver.code} finds in {in_words(waiver.place)} says ‘{waiver.text}’"
        said = here[0].found or here[0].message
        hint = f"write words of what is found at {here[0].position}, or remove the waiver: {said}"
        return Finding(CHECK.code, waiver.parts.get("text", waiver.position), message, hint)
    message = f"nothing needs the waiver of {waiver.code} in ‘{waiver.holder}’"
    parts = (waiver.parts[name] for name in ("entry", "set", "chapter") if name in waiver.parts)
    place = next(parts, waiver.position) if findings else waiver.position
    return Finding(CHECK.code, place, message, _hint(book, waiver.code, findings))


def _hint(book: Book, code: str, findings: tuple[Finding, ...]) -> str:
    if not findings and code == frozen_id.CHECK.code and book.printings:
        newest = book.printings[-1].version
        return f"the book has every number and id as printing {newest} froze it: remove the waiver; its entry may stay"
    if not findings:
        return "remove it"
    places = ", ".join(str(finding.position) for finding in findings[:3])
    return f"remove it, or mend its place: {code} is found at {places}"


CHECK = Check(
    code="S110",
    name="waiver",
    summary="a waiver is needed by nothing, or cannot hold",
    why=(
        "An entry may let a finding stand, for a reason. A waiver that outlives its finding would cover the next one, "
        "and one of a misspelt code or place covers nothing and seems to. Of one given twice, one would be left when "
        "the other is removed."
    ),
    fails=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n  - id: bell\n    name: Bell\n    text: Take +2 speed.\n    short: +2 speed\n"
        "    waives:\n      - {code: N101, set: charms, entry: bell}\n",
    ),
    passes=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n  - id: bell\n    name: Bell\n    text: Take +2 speed.\n    short: +3 speed\n"
        "    waives:\n      - {code: N101, set: charms, entry: bell}\n",
    ),
    run=_run,
)
