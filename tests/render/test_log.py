"""What the engine says becomes findings."""

from __future__ import annotations

import logging

import pytest

from rulebook.render.log import engine_log


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('.notdef glyph rendered for Unicode string unsupported by fonts: "☃" (U+2603)', "P003"),
        ("Failed to load image at 'file:///x.svg': RefusedError: outside", "P002"),
        ("Font-face 'Spectral' cannot be loaded", "P002"),
        ("No anchor #nowhere for internal URI reference", "P004"),
        ("Anchor defined twice: panic", "P005"),
        ("Ignored `colour: red` at 3:5, unknown property.", "P006"),
        ("Something that nobody has seen before", "P001"),
    ],
)
def test_a_warning_is_a_finding(message: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    with engine_log("book.html") as findings:
        logging.getLogger("weasyprint").warning("%s", message)
    (finding,) = findings
    assert (finding.code, finding.message, finding.position.path) == (code, message, "book.html")
    assert capsys.readouterr() == ("", "")


def test_the_font_library_too() -> None:
    with engine_log("book.html") as findings:
        logging.getLogger("fontTools.ttLib").error("bad table")
        logging.getLogger("fontTools.subset").info("fine")
    assert [finding.message for finding in findings] == ["bad table"]


def test_progress_is_passed_on() -> None:
    steps: list[str] = []
    with engine_log("book.html", steps.append) as findings:
        logging.getLogger("weasyprint.progress").info("Step 5 - Creating layout - Page %d", 7)
    assert steps == ["Creating layout - Page 7"]
    assert findings == []


def test_the_loggers_are_put_back() -> None:
    logger = logging.getLogger("weasyprint")
    before = logger.level, logger.propagate, list(logger.handlers)
    with engine_log("book.html", print), pytest.raises(RuntimeError), engine_log("inner.html"):
        raise RuntimeError
    assert (logger.level, logger.propagate, list(logger.handlers)) == before
