"""The words that the pipeline's source uses: identifiers and strings of Python, and all of templates and styles.

Comments and docstrings are left out: they speak to a reader, and nothing that they say can be printed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMMENTS = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".j2": re.compile(r"\{#.*?#\}", re.DOTALL),
    ".yaml": re.compile(r"(?m)(?:^|(?<= ))#.*$"),
}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Use:
    """An identifier, a string or a line of a file, and its words in lower case."""

    file: str
    line: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(re.findall(r"[a-z]+", _CAMEL.sub(" ", self.text).lower()))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text.strip()[:80]}"


def uses_in(root: Path, path: Path) -> Iterator[Use]:
    """What a source file uses; its place is given from `root`."""
    name = path.relative_to(root).as_posix()
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from _python(name, source)
        return
    comments = _COMMENTS.get(path.suffix)
    if comments is not None:
        source = comments.sub(lambda match: "\n" * match.group().count("\n"), source)
    for number, line in enumerate(source.split("\n"), 1):
        yield Use(name, number, line)


def _python(name: str, source: str) -> Iterator[Use]:
    tree = ast.parse(source)
    docstrings = {id(doc) for node in ast.walk(tree) if (doc := _docstring(node)) is not None}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in docstrings:
                yield Use(name, line, node.value)
            continue
        for attribute in ("id", "attr", "name", "arg", "asname", "module", "rest"):
            identifier = getattr(node, attribute, None)
            if isinstance(identifier, str):
                yield Use(name, line, identifier)
        for attribute in ("names", "kwd_attrs"):
            for identifier in getattr(node, attribute, ()):
                if isinstance(identifier, str):
                    yield Use(name, line, identifier)


def _docstring(node: ast.AST) -> ast.Constant | None:
    if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or not node.body:
        return None
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None
