"""Making a printing in a process of its own, by the pipeline that the book brings: what is said when that breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.printing.making import MakingError, made
from rulebook.printing.tree import tree_here
from tests.editing import edit


def _refused(root: Path) -> tuple[MakingError, list[str]]:
    said: list[str] = []
    with pytest.raises(MakingError) as caught, made(tree_here(root), "1.0", "2026-12-02", said.append):
        pytest.fail("it was made")
    return caught.value, said


def test_a_pipeline_that_breaks_is_told_in_a_line_by_its_own_last_place(tiny_repository: Path) -> None:
    source = tiny_repository / "build" / "rulebook" / "product.py"
    edit(source, "def checked_book(", "import json\n\njson.loads('spoilt')\n\n\ndef checked_book(")
    line = source.read_text(encoding="utf-8").splitlines().index("json.loads('spoilt')") + 1
    error, said = _refused(tiny_repository)
    assert not error.found
    assert str(error).startswith("the products cannot be made: the pipeline that sets them has a fault (json.decoder.")
    assert str(error).endswith(f", build/rulebook/product.py line {line})")
    assert not [text for text in said if "Traceback" in text or "File " in text]


@pytest.mark.parametrize(
    "answer",
    ["", "[]", "{}", '{"pipeline": "", "record": "", "counts": {}, "products": [{"name": "book"}], "ids": []}'],
)
def test_a_pipeline_that_answers_otherwise_is_told(tiny_repository: Path, answer: str) -> None:
    source = tiny_repository / "build" / "rulebook" / "printing" / "produce.py"
    source.write_text(f"import sys\n\nopen(sys.argv[2], 'w').write({answer!r})\n", encoding="utf-8")
    error, _ = _refused(tiny_repository)
    assert str(error).startswith("the pipeline of the printing does not answer as this one asks")


def test_findings_are_said_as_they_are(tiny_repository: Path) -> None:
    edit(tiny_repository / "content" / "chapters" / "the-wreck.md", "[4]{let=die}", "[3]{let=die}")
    error, said = _refused(tiny_repository)
    assert (error.found, str(error)) == (True, "the products cannot be made")
    assert any(text.startswith("content/chapters/the-wreck.md:") for text in said)
