"""The stages before the checks know nothing of them: what a check reads can be loaded, computed and set without it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "build" / "rulebook"
LATER = ("check", "edit", "mutate", "verbs")


def _imported(module: Path) -> set[str]:
    """The modules of the pipeline that one imports, at its head or in a function."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.startswith("rulebook.")}


@pytest.mark.parametrize("stage", ["load", "rules", "roster", "compose", "render"])
def test_a_stage_imports_none_that_comes_after_it(stage: str) -> None:
    modules = sorted((SOURCE / stage).rglob("*.py"))
    imported = {module.relative_to(SOURCE).as_posix(): _imported(module) for module in modules}
    assert any(imported.values())
    found = [
        f"{module} imports {name}"
        for module, names in imported.items()
        for name in sorted(names)
        if name.split(".")[1] in LATER
    ]
    assert not found


def test_an_import_is_seen_wherever_it_stands(tmp_path: Path) -> None:
    module = tmp_path / "a.py"
    module.write_text(
        "from rulebook import check\nfrom rulebook.edit.bind import x\n\n\ndef f():\n    import rulebook.verbs.check\n",
        encoding="utf-8",
    )
    assert {"rulebook.check", "rulebook.edit.bind", "rulebook.verbs.check"} <= _imported(module)
