"""A capitalised word that no glossary knows: where it is found, what is meant by it, and what is not told again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.run import run_checks
from tests.check.books import SAMPLE, sample_with

CHAPTER = (SAMPLE / "content" / "chapters" / "rules.md").read_text(encoding="utf-8")
DEFINE = "define it, declare it as a form, write it small, or list it under lint.names in content/book.yaml"


def found(folder: Path, chapter: str) -> list[tuple[str, str, str]]:
    book = sample_with(folder, chapters__rules=chapter)
    return [(str(f.position).partition(":")[2], f.code, f.hint) for f in run_checks(book).errors]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("Whoever has Speeed wins.", 13),
        # An article that begins a sentence gives it no capital.
        ("A Speeed runner wins.", 3),
        # Of several, the one that begins no sentence.
        ("Speeed counts, and Speeed wins.", 20),
        ("Here the **Speeed** wins.", None),
    ],
)
def test_a_word_that_is_nearly_a_term_is_told_with_it(line: str, column: int | None, tmp_path: Path) -> None:
    expected = [(f"4:{column}", "G105", f"did you mean ‘Speed’? If not, {DEFINE}")] if column else []
    assert found(tmp_path, CHAPTER.replace("Each runner", f"{line}\nEach runner")) == expected


def test_a_word_that_is_like_no_term_has_none_to_be_meant(tmp_path: Path) -> None:
    assert found(tmp_path, CHAPTER.replace("Each runner", "A Mire slows.\nEach runner")) == [("4:3", "G105", DEFINE)]


@pytest.mark.parametrize(("word", "told"), [("Speeed", True), ("August", False)])
def test_a_note_has_names_of_its_own_and_may_misspell_a_term(word: str, told: bool, tmp_path: Path) -> None:
    note = f"\n::: note\nIt was tried in {word}.\n:::\n"
    assert [code for _, code, _ in found(tmp_path, CHAPTER + note)] == (["G105"] if told else [])


def test_a_home_that_misspells_its_term_is_told_where_it_does(tmp_path: Path) -> None:
    """And not where the term names its home, which states it."""
    misspelt = found(tmp_path / "one", CHAPTER.replace("a Speed", "a Speeed"))
    assert [(place, code) for place, code, _ in misspelt] == [("4:19", "G105")]
    gone = found(tmp_path / "other", CHAPTER.replace("a Speed", "a pace"))
    assert [code for _, code, _ in gone] == ["G103"]


def test_a_bound_name_that_is_misspelt_is_told_once(tmp_path: Path) -> None:
    bound = """The calm is [Calme]{is="entry('omens', 'calm').name"}.\nEach runner"""
    assert [code for _, code, _ in found(tmp_path, CHAPTER.replace("Each runner", bound))] == ["E101"]
