"""`rulebook check` with what the last run kept says what it says without, to the letter."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.verbs import check as verb
from rulebook.verbs.group import cli
from tests.conftest import TINY

Said = tuple[int, str, str]


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment of its own, in which nothing is kept yet."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    return tmp_path / "environment"


def _said(book: Path, *options: str) -> Said:
    result = CliRunner().invoke(cli, ["check", "--book", str(book), *options])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


def _same(book: Path, environment: Path, *options: str) -> Said:
    """Ask that a run that has what others kept, and one right after it, say what one without says."""
    first, second = _said(book, *options), _said(book, *options)
    kept = environment.with_name("put-away")
    environment.rename(kept)
    plain = _said(book, *options)
    shutil.rmtree(environment)
    kept.rename(environment)
    assert first == plain
    assert second == plain
    return plain


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--format", "sarif"), ("--verbose", "--numerals")])
def test_the_same_is_said(tiny_source: Path, environment: Path, options: tuple[str, ...]) -> None:
    assert _same(tiny_source, environment, *options)[0] == 0
    rules = tiny_source / "content" / "rules" / "nerve.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace(": ", ": 1 + ", 2), encoding="utf-8")
    assert _same(tiny_source, environment, *options)[0] != 0
    shutil.copy(TINY / "content" / "rules" / "nerve.yaml", rules)
    assert _same(tiny_source, environment, *options)[0] == 0


def test_a_finding_of_the_checks_goes_with_its_cause(tiny_source: Path, environment: Path) -> None:
    assert _same(tiny_source, environment)[0] == 0
    chapter = tiny_source / "content" / "chapters" / "the-tide.md"
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(f"{text}\nThe sea stays  away for 17 turns.\n", encoding="utf-8")
    code, out, err = _same(tiny_source, environment)
    assert (code, out) == (1, "")
    assert "S101" in err
    chapter.write_text(f"\n{text}".lstrip("\n"), encoding="utf-8")
    assert _same(tiny_source, environment)[0] == 0


def test_each_choice_of_checks_and_form_has_its_own(tiny_source: Path, environment: Path) -> None:
    chapter = tiny_source / "content" / "chapters" / "the-tide.md"
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\nThe sea stays  away.\n", encoding="utf-8")
    assert _said(tiny_source)[0] == 1
    assert _same(tiny_source, environment, "--ignore", "S101")[0] == 0
    assert _same(tiny_source, environment, "--select", "S101")[0] == 1
    assert '"summary"' in _same(tiny_source, environment, "--format", "json")[1]
    assert _same(tiny_source, environment)[0] == 1


def test_what_has_not_changed_is_not_checked_again(
    tiny_source: Path, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = _said(tiny_source)

    def refuse(*_args: object, **_more: object) -> None:
        raise AssertionError("a book that has not changed is checked again")

    monkeypatch.setattr(verb, "run_checks", refuse)
    assert _said(tiny_source) == first
    assert list(environment.rglob("*.kept"))
    chapter = tiny_source / "content" / "chapters" / "the-tide.md"
    chapter.write_text(chapter.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="again"):
        CliRunner().invoke(cli, ["check", "--book", str(tiny_source)], catch_exceptions=False)
