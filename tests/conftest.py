"""Fixtures that all tests share: copies of the two books, to be changed at will."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from rulebook.stopping import SIGNALS

# No test is timed unless it says so: what takes a moment on one machine takes longer on another.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# A run in the background of a shell is deaf to the keyboard, and so would be the processes that tests stop.
for _number in SIGNALS:
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)

REPOSITORY = Path(__file__).parent.parent
TINY = REPOSITORY / "tests" / "tiny"


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """The command line takes the signals of its process, which here is that of the tests."""
    names = (*SIGNALS, signal.SIGALRM)
    handlers, hook = {number: signal.getsignal(number) for number in names}, sys.unraisablehook
    yield
    sys.unraisablehook = hook
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def tiny_source(tmp_path: Path) -> Path:
    """A copy of the tiny book's own files: enough to load it, and to compose it with the repository's templates."""
    book = tmp_path / "tiny-source"
    shutil.copytree(TINY, book)
    return book


@pytest.fixture
def tiny_book(tmp_path: Path) -> Path:
    """A copy of the tiny book with the templates and styles of the repository, its own files laid over them."""
    return _assembled(tmp_path / "tiny", TINY)


@pytest.fixture
def book_copy(tmp_path: Path) -> Path:
    """A copy of the repository's own book: content, templates and styles."""
    book = _assembled(tmp_path / "book", None)
    shutil.copytree(REPOSITORY / "content", book / "content")
    return book


@pytest.fixture(scope="session")
def finished_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's book as a PDF, set once for all the tests that read it: they are of the group `volume`."""
    from rulebook.progress import Progress
    from rulebook.volume import set_volume

    root = tmp_path_factory.mktemp("volume")
    for name in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, root / name)
    with Progress() as progress:
        volume = set_volume(root, None, progress)
    assert volume.findings == ()
    assert volume.output is not None
    return volume.output


def _assembled(book: Path, overlay: Path | None) -> Path:
    for name in ("templates", "styles", "figures"):
        if (REPOSITORY / name).is_dir():
            shutil.copytree(REPOSITORY / name, book / name)
    if overlay is not None:
        shutil.copytree(overlay, book, dirs_exist_ok=True)
    return book
