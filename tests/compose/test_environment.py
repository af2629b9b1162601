"""Templates are an editor's files: what one comes to that it cannot is a fault of it, at its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import TemplateError

from rulebook.compose.environment import table_of, template_environment
from rulebook.finding import Finding
from rulebook.volume import template_finding


def fault(root: Path, text: str, *, of_table: bool = False) -> Finding:
    """The finding that a template of a book comes to when it is filled, or when it is asked for its ‘shapes’."""
    folder = root / "templates"
    folder.mkdir(exist_ok=True)
    (folder / "page.j2").write_text(text, encoding="utf-8")
    templates = template_environment(folder)

    def filled() -> object:
        if of_table:
            return table_of(templates, "page.j2", "shapes")
        return templates.get_template("page.j2").render(book={"title": "A title"}, sizes=[1, 2])

    with pytest.raises(TemplateError) as raised:
        filled()
    return template_finding(root, raised.value)


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("{{ book.titel }}", "there is no ‘titel’ here; did you mean ‘title’?"),
        ("{{ sizes + 1 }}", 'can only concatenate list (not "int") to list'),
        ("{{ sizes[0] / 0 }}", "division by zero"),
        ("{{ range(sizes.count_of) | list }}", "there is no ‘count_of’ here; did you mean ‘count’?"),
        ("{{ book.price | round }}", "there is no ‘price’ here"),
        ("{% macro again() %}{{ again() }}{% endmacro %}{{ again() }}", "maximum recursion depth exceeded"),
    ],
)
def test_what_a_template_comes_to_is_a_finding_at_its_line(tmp_path: Path, expression: str, said: str) -> None:
    finding = fault(tmp_path, f"first\nsecond\n{expression}\n")
    assert finding.message.startswith(f"the template cannot be set: {said}")
    assert (finding.code, str(finding.position)) == ("C002", "templates/page.j2:3:1")


def test_a_template_that_is_not_there_is_named(tmp_path: Path) -> None:
    finding = fault(tmp_path, '{% set x = 1 %}\n{% include "pge.j2" %}\n')
    assert str(finding.position) == "templates/page.j2:2:1"
    assert finding.message == "the template cannot be set: there is no template ‘pge.j2’"
    with pytest.raises(TemplateError) as raised:
        template_environment(tmp_path / "templates").get_template("book.j2")
    assert str(template_finding(tmp_path, raised.value).position) == "templates/book.j2:1:1"


def test_a_template_that_sets_no_table_is_a_finding_at_it(tmp_path: Path) -> None:
    finding = fault(tmp_path, "{% set shape = {} %}\n", of_table=True)
    assert (finding.code, str(finding.position)) == ("C001", "templates/page.j2:1:1")
    assert finding.message == "the template cannot be read: it sets no ‘shapes’ of names and texts"


def test_a_table_that_cannot_be_made_is_a_finding_at_its_line(tmp_path: Path) -> None:
    finding = fault(tmp_path, "\n{% set shapes = {} + 1 %}\n", of_table=True)
    assert (finding.code, str(finding.position)) == ("C002", "templates/page.j2:2:1")
