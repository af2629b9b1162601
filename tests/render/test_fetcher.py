"""What the engine may read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.render.fetcher import Fetcher, RefusedError


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder that may be read and one that may not, each with a file."""
    inside, outside = tmp_path / "in side", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.css").write_text("p { margin: 0 }", encoding="utf-8")
    return inside, outside


def test_a_file_inside(folders: tuple[Path, Path]) -> None:
    response = Fetcher([folders[0]])((folders[0] / "a.css").as_uri())
    assert response.read() == b"p { margin: 0 }"
    assert response.content_type == "text/css"


def test_a_file_outside(folders: tuple[Path, Path]) -> None:
    fetcher = Fetcher([folders[0]])
    url = (folders[1] / "a.css").as_uri()
    with pytest.raises(RefusedError, match="outside the book's folders"):
        fetcher(url)
    assert fetcher.refusals == {url: "outside the book's folders"}


def test_a_way_out_by_dots(folders: tuple[Path, Path]) -> None:
    with pytest.raises(RefusedError, match="outside"):
        Fetcher([folders[0]])(f"{folders[0].as_uri()}/../outside/a.css")


def test_a_way_out_by_escaped_dots(folders: tuple[Path, Path]) -> None:
    with pytest.raises(RefusedError, match="outside"):
        Fetcher([folders[0]])(f"{folders[0].as_uri()}/%2e%2e/outside/a.css")


def test_a_way_out_by_a_link(folders: tuple[Path, Path]) -> None:
    link = folders[0] / "link.css"
    link.symlink_to(folders[1] / "a.css")
    with pytest.raises(RefusedError, match="outside"):
        Fetcher([folders[0]])(link.as_uri())


def test_a_missing_file(folders: tuple[Path, Path]) -> None:
    with pytest.raises(RefusedError, match="No such file"):
        Fetcher([folders[0]])((folders[0] / "b.css").as_uri())


@pytest.mark.parametrize(
    "url", ["http://localhost/a.css", "https://localhost/a.css", "ftp://localhost/a.css", "data:text/css,p{}", "a.css"]
)
def test_no_other_address(url: str, folders: tuple[Path, Path]) -> None:
    with pytest.raises(RefusedError, match="only the book's own files"):
        Fetcher([folders[0]])(url)


def test_no_other_machine(folders: tuple[Path, Path]) -> None:
    with pytest.raises(RefusedError, match="another machine"):
        Fetcher([folders[0]])("file://elsewhere/etc/hosts")
