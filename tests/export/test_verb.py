"""`rulebook export`: exit codes, the same bytes each time, and a file that is written whole or not at all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.export.jsons import Json
from rulebook.export.schema import schema
from rulebook.export.writing import json_bytes, write_whole
from rulebook.verbs.group import cli
from tests.conftest import TINY
from tests.editing import edit


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["export", *map(str, arguments)])


def test_the_json_goes_to_dist_under_the_book_s_id(tiny_source: Path) -> None:
    found = _run("--book", tiny_source)
    assert found.exit_code == 0, found.output
    written = tiny_source / "dist" / "tidewrack.json"
    assert found.stdout == f"{written} ({written.stat().st_size // 1024} kB)\n"
    assert json.loads(written.read_text(encoding="utf-8"))["book"]["title"] == "Tidewrack: Salvage"
    assert [path.name for path in written.parent.iterdir()] == ["tidewrack.json"]


def test_the_same_content_gives_the_same_bytes_wherever_it_stands(tiny_source: Path, tmp_path: Path) -> None:
    outputs = []
    for number, book in enumerate((TINY, tiny_source)):
        output = tmp_path / f"{number}.json"
        command = [sys.executable, "-m", "rulebook", "export", "--book", str(book), "--output", str(output)]
        # Another seed orders sets and hashes otherwise.
        environment = {**os.environ, "PYTHONHASHSEED": str(number + 1), "TZ": ("UTC", "Asia/Tokyo")[number]}
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=120)
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1]


def test_the_bytes_are_utf_8_in_order_with_two_spaces_a_level() -> None:
    document: Json = {"b": [1, "″"], "a": {"d": None, "c": 0.5}}
    expected = '{\n  "a": {\n    "c": 0.5,\n    "d": null\n  },\n  "b": [\n    1,\n    "″"\n  ]\n}\n'
    assert json_bytes(document) == expected.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_bytes(float("nan"))


def test_a_finding_stops_it_and_the_old_file_stays(tiny_source: Path, tmp_path: Path) -> None:
    output = tmp_path / "old.json"
    output.write_text("old", encoding="utf-8")
    edit(tiny_source / "content" / "chapters" / "the-wreck.md", "[1]{is", "[2]{is")
    found = _run("--book", tiny_source, "--output", output)
    assert found.exit_code == 1
    assert "content/chapters/the-wreck.md:14" in found.stderr
    assert "E101" in found.stderr
    assert "No JSON was written" in found.stderr
    assert output.read_text(encoding="utf-8") == "old"


def test_a_book_that_cannot_be_loaded_is_a_finding_too(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "gear.yaml", "cost: 6", "csot: 6")
    found = _run("--book", tiny_source)
    assert (found.exit_code, "S011" in found.stderr) == (1, True)
    assert not (tiny_source / "dist").exists()


def test_what_is_not_as_the_schema_says_is_not_written(tiny_source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulebook.export.document.FORMAT", "another")
    found = _run("--book", tiny_source)
    assert found.exit_code != 0
    assert "format:" in found.stderr
    assert "nothing was written" in found.stderr
    assert not (tiny_source / "dist").exists()


def test_the_schema_can_be_asked_for() -> None:
    found = _run("--schema")
    assert found.exit_code == 0
    assert json.loads(found.stdout) == schema()
    assert _run("--schema", "--output", "a.json").exit_code == 2


def test_a_file_that_cannot_take_its_place_leaves_the_old_one_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "rules.json"
    write_whole(output, b"old")

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device", str(source), None, str(target))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(output, b"new")
    assert caught.value.filename == str(output)
    assert output.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["rules.json"]


def test_a_file_keeps_its_rights_and_a_link_stays_one(tmp_path: Path) -> None:
    old_mask = os.umask(0o022)
    try:
        write_whole(tmp_path / "a" / "new.json", b"1")
    finally:
        os.umask(old_mask)
    new = tmp_path / "a" / "new.json"
    assert new.stat().st_mode & 0o777 == 0o644
    new.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(new)
    write_whole(link, b"2")
    assert link.is_symlink()
    assert (new.read_bytes(), new.stat().st_mode & 0o777) == (b"2", 0o600)
