"""P125: a press file that does not say what it is, or holds what it may not."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.press.editions import PressMeasures
from rulebook.press.metadata import HEADER, VERSION
from rulebook.press.profile import is_of_four_inks


def _run(subject: Subject) -> Iterator[Fault]:
    press = subject.edition.press if subject.edition else None
    if press is None:
        return
    declared = subject.pdf.declared
    version = HEADER.removeprefix("%PDF-")
    if declared.version != version:
        yield Fault(0, f"the file is of PDF version {declared.version}; it must be of {version}")
    if declared.standard != VERSION:
        yield Fault(0, f"the metadata say ‘{declared.standard}’ of the standard; they must say {VERSION}")
    if declared.trapped not in ("True", "False"):
        yield Fault(0, "the file does not say whether it is trapped")
    if not declared.identified:
        yield Fault(0, "the file has no identifier")
    if declared.starts:
        yield Fault(0, "the file does something when it is opened")
    for number in declared.notes:
        yield Fault(number, "there are links or notes on the page")
    for space in declared.spaces:
        if space != "DeviceCMYK":
            yield Fault(0, f"something translucent is mixed in {space}")
    yield from _condition(subject, press)


def _condition(subject: Subject, press: PressMeasures) -> Iterator[Fault]:
    intents = [intent for intent in subject.pdf.declared.intents if intent.standard == "GTS_PDFX"]
    if len(intents) != 1:
        yield Fault(0, f"the file names {len(intents)} printing conditions; it must name one",
                    "it is press.condition in styles/editions.yaml")  # fmt: skip
        return
    found, wanted = intents[0], press.condition
    if found.identifier != wanted.identifier:
        yield Fault(0, f"the printing condition is ‘{found.identifier}’; it must be ‘{wanted.identifier}’")
    if not found.profile:
        yield Fault(0, "the profile of the printing condition is not in the file")
    elif not is_of_four_inks(found.profile):
        yield Fault(0, "the profile of the printing condition is not that of a printer with four inks")
    elif found.profile != wanted.profile.read_bytes():
        yield Fault(0, f"the profile of the printing condition is not {wanted.profile.name}")


CHECK = PrintCheck(
    code="P125",
    name="press-file",
    summary="a press file does not say its standard or printing condition, or holds what it may not",
    why="PDF/X-4 is what a press and a book’s maker agree on: which printing condition the colours are meant for, that "
    "nothing is missing, and that nothing in the file links, or does something by itself.",
    fails=Sample("<p>A text.</p>", altered="the printing condition is taken out of the file", edition="press"),
    passes=Sample("<p>A text, and <a href='#x' id='x'>a link</a>.</p>", edition="press"),
    run=_run,
    edition="press",
)
