"""The manual: a page a check, made from the check itself."""

from __future__ import annotations

from pathlib import Path

from rulebook.check.check import Check, Sample
from rulebook.check.registry import CHECKS
from rulebook.preflight.check import PrintCheck
from rulebook.preflight.check import Sample as PrintSample
from rulebook.preflight.registry import PRINT_CHECKS

FOLDER = Path("docs") / "checks"


ALL_CHECKS: tuple[Check | PrintCheck, ...] = (*CHECKS, *PRINT_CHECKS)
"""The checks of the source, and those of the finished PDF."""


def page_of(check: Check | PrintCheck) -> str:
    """A check's page, in Markdown."""
    kind = "A warning: it stops nothing." if check.warning else "An error: it stops the book."
    return (
        f"# {check.code} {check.name}\n\n{check.summary[:1].upper()}{check.summary[1:]}.\n\n"
        f"{check.why}\n\n{kind}\n\n"
        f"## Fails\n\n{_sample(check.fails)}\n## Passes\n\n{_sample(check.passes)}"
    )


def index() -> str:
    """The list of all checks, in Markdown."""
    rows = "".join(f"| [{c.code}]({c.code}.md) | {c.name} | {c.summary} |\n" for c in ALL_CHECKS)
    return (
        "# The checks\n\n"
        "What `rulebook check` looks for, once a book loads, and what `rulebook preflight` looks for in the finished "
        "PDF (family P). `rulebook explain CODE` prints a page.\n\n"
        f"| code | name | finds |\n|---|---|---|\n{rows}"
    )


def write_pages(root: Path) -> tuple[Path, ...]:
    """Write every page below `root`, and remove those of checks that are gone; the paths that were written."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    pages = {f"{check.code}.md": page_of(check) for check in ALL_CHECKS} | {"README.md": index()}
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in sorted(pages))


def _sample(sample: Sample | PrintSample) -> str:
    if isinstance(sample, PrintSample):
        style = f"<style>{sample.style}</style>\n" if sample.style else ""
        edition = f"\nIn the edition ‘{sample.edition}’.\n" if sample.edition else ""
        altered = f"\nAnd then {sample.altered}.\n" if sample.altered else ""
        product = "\nAs a product beside the book.\n" if sample.product else ""
        return f"```html\n{style}{sample.body}\n```\n{edition}{product}{altered}"
    language = {".md": "markdown", ".yaml": "yaml"}.get(Path(sample.path).suffix, "text")
    return f"`{sample.path}`:\n\n```{language}\n{sample.text}```\n"
