"""The README and the pages of docs/: what they link to is there, and what they tell to run can be run.

The author's guide and the page on the export are tried step by step beside this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.verbs.group import VERBS, cli
from tests.conftest import REPOSITORY

README = REPOSITORY / "README.md"
PAGES = sorted((REPOSITORY / "docs").glob("*.md"))
ALL = [README, *PAGES]

_FENCE = re.compile(r"(?ms)^```.*?^```$")
_CODE = re.compile(r"(?ms)^```.*?^```$|`[^`\n]+`")
_LINK = re.compile(r"\]\((?P<file>[^)#:]*)(?:#(?P<heading>[^)]*))?\)")
_VERB = re.compile(r"(?:\.venv/bin/)?rulebook (?P<verb>[a-z]+)\b(?P<rest>[^`\n#]*)")
_MAKE = re.compile(r"make (?P<target>[a-z-]+)(?P<rest>[^#]*)")


def _prose(text: str) -> str:
    return _CODE.sub("", text)


def _headings(path: Path) -> set[str]:
    """The names by which the headings of a page are linked to."""
    found = re.findall(r"^#+ (.+)$", _FENCE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def _code(path: Path) -> Iterator[str]:
    for code in _CODE.findall(path.read_text(encoding="utf-8")):
        yield from code.strip("`").split("\n")


def _targets() -> dict[str, str]:
    """Each target of the Makefile, with the lines that it runs."""
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^([a-z-]+):.*## .*\n((?:\t.*\n)*)", makefile))


def _section(title: str) -> str:
    return README.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]


def test_the_readme_names_each_page_once() -> None:
    named = re.findall(r"^\| \[[^\]]+\]\(([^)]+)\) \|", _section("The documents"), re.MULTILINE)
    pages = [path.relative_to(REPOSITORY).as_posix() for path in PAGES]
    assert sorted(named) == sorted([*pages, "docs/checks/README.md"])


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.stem)
def test_every_link_leads_to_a_file_and_its_heading(page: Path) -> None:
    for match in _LINK.finditer(_prose(page.read_text(encoding="utf-8"))):
        target = page.parent / match["file"] if match["file"] else page
        assert target.exists(), match[0]
        if match["heading"]:
            assert match["heading"] in _headings(target), match[0]


def test_the_readme_has_a_row_for_each_target() -> None:
    rows = re.findall(r"^\| `make ([a-z-]+)", _section("Commands"), re.MULTILINE)
    assert set(rows) == set(_targets()) - {"help"}


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.stem)
def test_every_command_can_be_given(page: Path) -> None:
    targets = _targets()
    for line in _code(page):
        if match := _MAKE.match(line):
            assert match["target"] in targets, line
            for variable in re.findall(r"\b([A-Z_]{2,})=", match["rest"]):
                assert f"$({variable})" in targets[match["target"]], line
        if match := _VERB.match(line):
            assert match["verb"] in VERBS, line
            verb = cli.get_command(None, match["verb"])  # type: ignore[arg-type]  # a context is not looked at
            assert verb is not None
            known = {name for parameter in verb.params for name in (*parameter.opts, *parameter.secondary_opts)}
            given = set(re.findall(r"(?<!\S)--[a-z-]+", match["rest"]))
            assert given <= {*known, "--help"}, line
