"""Every step of the author's guide is taken on a copy of the book, and does what the guide says.

How the guide is read is said in `guide_steps.py`. What the content format's reference lists is compared with the code.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from rulebook.compose.book import compose_book
from rulebook.load import load_book
from rulebook.load.book import own_schema
from rulebook.load.codes import SUMMARIES
from rulebook.load.markdown import ASIDES, DIRECTIVES
from rulebook.verbs.group import cli
from tests.composed_products import composed
from tests.docs.guide_steps import (
    Command,
    Edit,
    GuideError,
    NewFile,
    Printed,
    Section,
    make_edit,
    read_guide,
    write_new,
)
from tests.finished_pdf import squeezed
from tests.game_nouns import PIPELINE_FIELDS
from tests.page_text import Element, parse_html

REPOSITORY = Path(__file__).parent.parent.parent
GUIDE = REPOSITORY / "docs" / "authors-guide.md"
FORMAT = REPOSITORY / "docs" / "content-format.md"

SECTIONS = read_guide(GUIDE.read_text(encoding="utf-8"))

# What is printed beside the book, as the guide speaks of it.
PRODUCTS = ("sheet", "cards")
# What the guide must show, each by a section of its own.
TASKS = (
    "Read a finding",
    "Change a rule in a chapter",
    "Change a number that stands in many places",
    "Change a rule in the data",
    "Add a weapon",
    "Add a Deed",
    "Add a term",
    "Rename a term",
    "Add a word to the index",
    "Add a table with a die",
    "Add a figure",
    "Add an Example",
    "Add a chapter",
    "Add a Vow",
    "Rule on a contradiction",
    "Add a kind of thing",
    "Print the book",
)


@pytest.fixture(scope="module")
def page_before() -> Element:
    return _page(REPOSITORY)


@pytest.fixture(scope="module")
def known() -> list[str]:
    """What is found in the book itself, before any change."""
    return _findings(_check(REPOSITORY))


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_the_steps_of_a_section(section: Section, tmp_path: Path, page_before: Element, known: list[str]) -> None:
    book = tmp_path / "book"
    for name in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, book / name, ignore=shutil.ignore_patterns("fonts"))
    changed, page = False, None
    for step in section.steps:
        match step:
            case Edit():
                make_edit(book, step)
                changed, page = True, None
            case NewFile():
                write_new(book, step)
                changed, page = True, None
            case Command():
                _run(book, step, known)
            case Printed():
                assert changed, f"line {step.line}: nothing was changed before this"
                if step.where in PRODUCTS:
                    _compare_product(step, book)
                    continue
                page = page or _page(book)
                _compare(step, page_before, page)
    if changed and section.title != "Read a finding":  # which ends with the fault that it explains
        assert not [finding for finding in _findings(_check(book)) if finding not in known]
        assert any(isinstance(step, Printed) for step in section.steps)


def test_the_guide_shows_every_task() -> None:
    steps = {section.title: section.steps for section in SECTIONS}
    assert tuple(title for title in steps if title != "Where things stand") == TASKS
    assert all(steps[task] for task in TASKS)
    kinds = [type(step) for task in TASKS for step in steps[task]]
    assert kinds.count(Edit) > 15
    assert kinds.count(NewFile) > 3
    assert kinds.count(Printed) > 10
    checks = [step for task in TASKS for step in steps[task] if isinstance(step, Command) and step.says]
    assert sum("finding" in (step.says or "") for step in checks) > 7


def test_every_folder_of_the_guide_is_there_and_none_of_the_content_is_forgotten() -> None:
    table = GUIDE.read_text(encoding="utf-8").split("## Where things stand")[1].split("##")[0]
    named = re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
    made = {"dist/", "content/printings/"}
    assert [name for name in named if name not in made and not (REPOSITORY / name).exists()] == []
    assert {f"content/{p.name}" for p in (REPOSITORY / "content").iterdir()} <= {name.rstrip("/") for name in named}
    book = yaml.safe_load((REPOSITORY / "content" / "book.yaml").read_text(encoding="utf-8"))
    assert f"`dist/{book['id']}.pdf`" in GUIDE.read_text(encoding="utf-8")


def test_what_the_pages_link_to_is_there() -> None:
    for path in (GUIDE, FORMAT):
        for target in re.findall(r"\]\(([^)#→]+\.md)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).is_file(), f"{path.name}: {target}"
    assert "## Findings" in FORMAT.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("## A\n\n```yaml\nkind: x\n```\n", "is no step"),
        ("## A\n\nIn `a.yaml`:\n\n```diff\n*x\n```\n", "begins with"),
        ("## A\n\nIn `a.yaml`:\n\n```diff\n x\n```\n", "changes nothing"),
        ("## A\n\nA new file, `a.yaml`:\n\n```json\n{}\n```\n", "is not json"),
        ("## A\n\n```text\nsaid by nobody\n```\n", "is no step"),
        ("## A\n\n```sh\nmake check\n", "does not end"),
    ],
)
def test_a_block_that_is_no_step_is_refused(source: str, message: str) -> None:
    with pytest.raises(GuideError, match=message):
        read_guide(source)


def test_a_step_that_no_longer_fits_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one\ntwo\none\n", encoding="utf-8")
    with pytest.raises(GuideError, match="stands 0 times"):
        make_edit(tmp_path, Edit("a.yaml", "wo\n", "x\n", 1))
    with pytest.raises(GuideError, match="stands 2 times"):
        make_edit(tmp_path, Edit("a.yaml", "one\n", "x\n", 1))
    with pytest.raises(GuideError, match="there is no b"):
        make_edit(tmp_path, Edit("b.yaml", "one\n", "x\n", 1))
    with pytest.raises(GuideError, match="is there already"):
        write_new(tmp_path, NewFile("a.yaml", "x\n", 1))
    make_edit(tmp_path, Edit("a.yaml", "one\ntwo\n", "three\n", 1))
    assert (tmp_path / "a.yaml").read_text(encoding="utf-8") == "three\none\n"


# The reference


def test_the_format_lists_every_finding_of_loading() -> None:
    assert _rows("Findings") == [[f"`{code}`", summary] for code, summary in SUMMARIES.items()]


def test_the_format_lists_every_directive_and_aside() -> None:
    assert {row[0].split()[0].strip("`") for row in _rows("A chapter")} == {*DIRECTIVES, *ASIDES}


def test_the_format_lists_every_style_of_a_view() -> None:
    part = own_schema("book")["properties"]["entries"]["additionalProperties"]["items"]["properties"]
    assert [row[0].strip("`") for row in _rows("How an entry is set")] == part["style"]["enum"]


def test_the_format_lists_the_fields_that_have_a_meaning_for_every_kind() -> None:
    assert {row[0].strip("`") for row in _rows("Data")} == PIPELINE_FIELDS


def _rows(section: str) -> list[list[str]]:
    """The rows of the table in a section of the format, without its head."""
    text = re.sub(r"(?ms)^```.*?^```$", "", FORMAT.read_text(encoding="utf-8"))
    text = text.split(f"## {section}\n")[1].split("\n## ")[0]
    rows = [row.strip("|").split("|") for row in text.split("\n") if row.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


# Taking a step


def _page(book: Path) -> Element:
    loaded = load_book(book)
    assert loaded.book is not None, "\n".join(map(str, loaded.findings))
    columns = yaml.safe_load((book / "styles" / "page.yaml").read_text(encoding="utf-8"))["table"]["matrix-columns"]
    return parse_html(compose_book(loaded.book, book / "templates", int(columns)))


def _check(book: Path) -> str:
    return CliRunner().invoke(cli, ["check", "--book", str(book)]).output


def _findings(said: str) -> list[str]:
    """The findings and warnings of a check, each with the lines that belong to it."""
    return re.findall(r"(?m)^(?:warning: )?\S+:\d+:\d+ [A-Z]\d{3} .*\n(?:    .*\n)*", said)


def _run(book: Path, step: Command, known: list[str]) -> None:
    if match := re.fullmatch(r"make (check|book)", step.command):
        makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"(?m)^{match[1]}:.*\n\t.*\n\t@.*rulebook {match[1]}\b", makefile), f"no target {match[1]}"
        if match[1] == "book":
            return  # setting it takes long, and the tests of the finished PDF do
    elif match := re.fullmatch(r"grep -rl '([^']+)' content", step.command):
        files = [p for p in (book / "content").rglob("*") if p.is_file() and match[1] in p.read_text(encoding="utf-8")]
        said = "".join(f"{p.relative_to(book).as_posix()}\n" for p in sorted(files))
        assert said == f"{step.says}\n", f"line {step.line}"
        return
    elif match := re.fullmatch(r"\.venv/bin/rulebook (where \w+|bind(?: --write)?|check --select \w+)", step.command):
        said = CliRunner().invoke(cli, [*match[1].split(), "--book", str(book)]).output
        assert _without_lines(said) == _without_lines(f"{step.says}\n"), f"line {step.line}"
        return
    else:
        raise GuideError(f"line {step.line}: {step.command!r} is no command of this guide")
    assert step.says is not None, f"line {step.line}: what does it say?"
    said, says = _check(book), f"{step.says}\n"
    found = [finding for finding in _findings(said) if finding not in known]
    assert list(map(_without_line, found)) == list(map(_without_line, _findings(says))), f"line {step.line}"
    for finding in found:
        _is_at_a_line_of_the_guide(book, finding)
    if all(finding.startswith("warning:") for finding in known):
        if says.endswith("findings\n") or says.endswith("finding\n"):
            assert _last_line(said) == _last_line(says), f"line {step.line}"
        else:
            assert _without_numbers(said) == _without_numbers(says), f"line {step.line}"


def _without_line(finding: str) -> str:
    """A finding but for its line in the file, which any other entry may move."""
    return re.sub(r"^(\S+):\d+:(\d+) ", r"\1:…:\2 ", finding)


def _without_lines(said: str) -> str:
    """What a command says but for the lines of its places, which any other change may move."""
    return re.sub(r"(\S+\.(?:md|yaml)):\d+:(\d+)", r"\1:…:\2", said)


def _without_numbers(said: str) -> str:
    """A summary but for its numbers, which any change may change."""
    return re.sub(r"\d[\d.,:]*", "…", said)


def _last_line(said: str) -> str:
    """How many findings there are, or that there are none; how many entries the book has may change."""
    return re.sub(r"\d+ (chapters|tables|entries)\b", r"… \1", said.rstrip("\n").split("\n")[-1])


def _is_at_a_line_of_the_guide(book: Path, finding: str) -> None:
    """What the guide shows as found is found in a line that the guide has written, not in another of the book.

    A computed number is found where the book still says the old one.
    """
    if re.match(r"\S+ E1", finding):
        return
    file, line = finding.split(":")[:2]
    row = (book / file).read_text(encoding="utf-8").split("\n")[int(line) - 1]
    original = REPOSITORY / file
    known = original.read_text(encoding="utf-8").split("\n") if original.exists() else []
    assert row not in known, f"{file}:{line} is not of the guide: {row!r}"


def _compare(step: Printed, before: Element, after: Element) -> None:
    printed = _lines(step, after)
    places = [printed.index(line) if line in printed else -1 for line in step.lines]
    missing = [line for line, place in zip(step.lines, places, strict=True) if place < 0]
    assert not missing, f"line {step.line}: not printed: {missing}"
    assert places == list(range(places[0], places[0] + len(places))), f"line {step.line}: not in this order"
    known = set(_lines(step, before))
    assert not known & set(step.lines), f"line {step.line}: printed before any change"


def _compare_product(step: Printed, book: Path) -> None:
    after, before = (_places(root, step.where) for root in (book, REPOSITORY))
    for line in map(squeezed, step.lines):
        assert any(line in place for place in after), f"line {step.line}: not in the {step.where}: {line}"
        assert not any(line in place for place in before), f"line {step.line}: printed before any change: {line}"


def _places(root: Path, product: str) -> list[str]:
    loaded = load_book(root)
    assert loaded.book is not None, "\n".join(map(str, loaded.findings))
    return list(composed(loaded.book, product).places.values())


def _lines(step: Printed, page: Element) -> list[str]:
    if step.where == "contents":
        return [e.text for e in page.elements() if e.classes & {"contents-line", "contents-section"}]
    if step.where == "index":
        return [line.of_class("index-home")[0].attributes["aria-label"] for line in page.of_class("index-line")]
    if step.where == "terms":
        return page.of_class("foot")[0].lines()
    body = next(element for element in page.elements() if element.tag == "body")
    sections = [child for child in body.children if isinstance(child, Element)]
    for section in sections:
        if "chapter" in section.classes and section.of_class("chapter-name")[0].text == step.chapter:
            return section.lines()
    return []
