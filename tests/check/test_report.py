"""Findings as text, JSON, annotations and SARIF."""

from __future__ import annotations

import json
import os
import re
from urllib.parse import unquote

import pytest

from rulebook.check.report import report
from rulebook.check.run import Checked
from rulebook.finding import Finding
from rulebook.source import Position

ERROR = Finding(
    "E101",
    Position("content/chapters/a,b.md", 41, 12),
    "the text says ‘4’; the rules give 5",
    "write ‘5’",
    breadcrumb=("Book", "Chapter"),
    sentence="They take 4.",
    found="4",
    computed="a = 50% + 5",
)
WARNING = Finding("T102", Position("content/data/n.yaml", 3, 1), "a word stands twice")
CHECKED = Checked((ERROR,), (WARNING,))


def test_text_has_a_line_for_each_thing_that_is_said() -> None:
    assert report(CHECKED, "text").split("\n") == [
        "warning: content/data/n.yaml:3:1 T102 a word stands twice",
        "content/chapters/a,b.md:41:12 E101 the text says ‘4’; the rules give 5",
        "    In: Book › Chapter",
        "    Sentence: They take 4.",
        "    Found: 4",
        "    Computed: a = 50% + 5",
        "    Hint: write ‘5’",
    ]


def test_json_has_every_field() -> None:
    warning, error = json.loads(report(CHECKED, "json"))["findings"]
    assert (warning["level"], warning["code"], warning["line"]) == ("warning", "T102", 3)
    assert (error["level"], error["column"], error["breadcrumb"]) == ("error", 12, ["Book", "Chapter"])
    assert (error["found"], error["computed"], error["hint"]) == ("4", "a = 50% + 5", "write ‘5’")


def test_annotations_are_one_line_each_and_escaped() -> None:
    warning, error = report(CHECKED, "github").split("\n")
    assert warning.startswith("::warning file=content/data/n.yaml,line=3,col=1,title=T102::")
    assert error.startswith("::error file=content/chapters/a%2Cb.md,line=41,col=12,title=E101::")
    assert "a = 50%25 + 5" in error
    assert "%0A    Hint" in error


def test_sarif_names_rules_and_places() -> None:
    run = json.loads(report(CHECKED, "sarif"))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["E101", "T102"]
    place = run["results"][1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "content/chapters/a%2Cb.md"
    assert place["region"] == {"startLine": 41, "startColumn": 12}


def test_sarif_has_a_uri_where_a_path_has_other_letters() -> None:
    names = {"a b#é%.yaml": "a%20b%23%C3%A9%25.yaml", os.fsdecode(b"\xff.md"): "%FF.md"}
    for name, written in names.items():
        finding = Finding("S001", Position(f"content/data/{name}", 1, 1), f"‘{name}’ is at fault")
        told = report(Checked((finding,), ()), "sarif")
        told.encode("utf-8")
        place = json.loads(told)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == f"content/data/{written}"


@pytest.mark.parametrize("name", ["a\nb.md", "a\r\nb.md", "a b.md", "a\x1b[2Jb.md", "a\u2028b.md", "a::b,%0A.md"])
def test_any_name_of_a_file_leaves_each_form_valid(name: str) -> None:
    checked = Checked((Finding("S001", Position(name, 1, 2), "is at fault", "mend it"),), ())
    assert report(checked, "text").splitlines()[1:] == ["    Hint: mend it"]
    # The reader of annotations ends a line at a line feed or a carriage return alone.
    (line,) = re.split(r"[\r\n]", report(checked, "github"))
    assert "\x1b" not in line
    assert line.startswith("::error file=")
    assert line.endswith(",line=1,col=2,title=S001::S001 is at fault%0A    Hint: mend it")
    assert json.loads(report(checked, "json"))["findings"][0]["path"] == name
    result = json.loads(report(checked, "sarif"))["runs"][0]["results"][0]
    assert result["message"]["text"] == "S001 is at fault\n    Hint: mend it"
    assert unquote(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == name


def test_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no format"):
        report(CHECKED, "xml")


def test_annotations_and_sarif_give_paths_from_the_top_of_the_repository() -> None:
    (first, _) = report(CHECKED, "github", within="games/ours/").split("\n")
    assert f"file=games/ours/{CHECKED.warnings[0].position.path}," in first
    (result, *_) = json.loads(report(CHECKED, "sarif", within="games/ours/"))["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == f"games/ours/{CHECKED.warnings[0].position.path}"
    # Who reads these stands in the book's folder.
    for form in ("text", "json"):
        assert report(CHECKED, form, within="games/ours/") == report(CHECKED, form)
