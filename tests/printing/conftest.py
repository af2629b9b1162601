"""A frozen printing that the tests share, and copies of it to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.printing.freeze import freeze
from tests.printing.frozen_tiny import commit, repository


@pytest.fixture
def tiny_repository(tmp_path: Path) -> Path:
    """The tiny book, committed; nothing is frozen."""
    return repository(tmp_path / "tiny")


@pytest.fixture(scope="session")
def frozen_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny book with its printing 1.0, the record committed. It is not to be changed."""
    folder = repository(tmp_path_factory.mktemp("frozen") / "tiny")
    freeze(folder, "1.0", "2026-12-02", print)
    commit(folder)
    return folder


@pytest.fixture
def frozen(frozen_once: Path, tmp_path: Path) -> Path:
    """A copy of the frozen book."""
    folder = tmp_path / "a copy of it"
    shutil.copytree(frozen_once, folder)
    return folder
