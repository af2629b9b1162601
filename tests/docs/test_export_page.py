"""The page on the export: its programs run and print what it says, and it names every key and type."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulebook.export.document import book_json
from rulebook.export.schema import schema
from rulebook.export.writing import json_bytes, write_whole
from rulebook.load import load_book
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "export.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the export in dist/, as `make export` leaves it."""
    book = load_book(REPOSITORY).book
    assert book is not None
    folder = tmp_path_factory.mktemp("export")
    write_whole(folder / "dist" / f"{book.metadata.id}.json", json_bytes(book_json(book)))
    return folder


def test_every_program_is_followed_by_what_it_prints() -> None:
    assert len(PROGRAMS) == PAGE.count("```python\n") == 2


@pytest.mark.parametrize(("program", "says"), PROGRAMS)
def test_a_program_runs_without_the_pipeline_and_prints_what_the_page_says(
    folder: Path, program: str, says: str
) -> None:
    command = [sys.executable, "-I", "-S", "-X", "utf8", "-c", program]
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert (found.stdout, found.stderr) == (says, "")


def test_the_page_names_every_key_and_every_type() -> None:
    defined: Any = schema()["$defs"]
    keys: Any = schema()["properties"]
    for name in (
        *keys,
        *defined["value"]["properties"]["type"]["enum"],
        *defined["block"]["properties"]["type"]["enum"],
    ):
        assert f"`{name}`" in PAGE, name
