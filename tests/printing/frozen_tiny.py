"""The tiny book in a git repository of its own, with a printing that is frozen."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

from tests.conftest import REPOSITORY, TINY
from tests.editing import edit

IMPRINT = """
imprint:
  chapter: the-colophon
  printing: 'Printing {version} of {date}.'
  committed: 'Working copy {revision}.'
  working: Working copy.
"""
LOCKED = ("jinja2", "pydyf")


def repository(folder: Path) -> Path:
    """The tiny book with the templates and styles that it is set with, all committed."""
    for name in ("templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, folder / name)
    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    # The book brings its pipeline, which nobody changes while it is being tested.
    shutil.copytree(
        REPOSITORY / "build/rulebook", folder / "build/rulebook", ignore=shutil.ignore_patterns("__pycache__")
    )
    # No products and one edition: a printing of the book alone is made in seconds.
    shutil.rmtree(folder / "content" / "products", ignore_errors=True)
    (folder / "styles" / "editions.yaml").unlink()
    edit(folder / "content" / "book.yaml", "\nlabels:\n", f"{IMPRINT}\nlabels:\n")
    lock = folder / "requirements" / "run.lock"
    lock.parent.mkdir()
    lock.write_text("".join(f"{name}=={metadata.version(name)} \\\n    --hash=sha256:00\n" for name in LOCKED))
    (folder / ".gitignore").write_text("/dist/\n")
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    """Commit all that stands in a folder."""
    git(folder, "add", "--all")
    git(folder, "-c", "commit.gpgsign=false", "commit", "--quiet", "--no-verify", "--message", "A change")


def commit_as_frozen(folder: Path) -> None:
    """Make all that stands in a folder part of its last commit, as if its printing had been frozen so."""
    git(folder, "add", "--all")
    git(folder, "-c", "commit.gpgsign=false", "commit", "--quiet", "--no-verify", "--amend", "--no-edit")


def git(folder: Path, *words: str) -> str:
    """Run git, whatever the user's configuration; its answer."""
    identity = {f"GIT_{who}_{what}": "nobody" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {n: v for n, v in os.environ.items() if not n.startswith("GIT_")} | identity
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(["git", *words], cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()
