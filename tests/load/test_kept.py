"""What is kept from one run to the next: it changes nothing of what is loaded and found, whatever has become of it."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.load import Loaded, load_book
from rulebook.load import kept as module
from rulebook.load.kept import Kept, kept_of
from tests.conftest import TINY
from tests.load.fault_operators import Source


def _with(path: Path, root: Path) -> Loaded:
    """The book as a run loads it that has what the last one kept, and gives it to the next."""
    kept = Kept(path)
    loaded = load_book(root, kept=kept)
    kept.write()
    return loaded


def _same(path: Path, root: Path) -> Loaded:
    """Ask that the run finds what one without anything kept does, and so does the next."""
    plain = load_book(root)
    assert _with(path, root) == plain
    assert _with(path, root) == plain
    return plain


def _a_file(root: Path, folder: str, ending: str) -> Path:
    return min((root / "content" / folder).glob(f"*{ending}"))


def _edit(folder: str, ending: str) -> Callable[[Path], None]:
    def changed(root: Path) -> None:
        path = _a_file(root, folder, ending)
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    return changed


def _spoil(folder: str, ending: str) -> Callable[[Path], None]:
    def spoilt(root: Path) -> None:
        path = _a_file(root, folder, ending)
        path.write_text(path.read_text(encoding="utf-8") + "\n}: [", encoding="utf-8")

    return spoilt


def _remove(folder: str, ending: str) -> Callable[[Path], None]:
    return lambda root: _a_file(root, folder, ending).unlink()


def _rename(folder: str, ending: str) -> Callable[[Path], None]:
    def renamed(root: Path) -> None:
        path = _a_file(root, folder, ending)
        path.rename(path.with_name(f"renamed{ending}"))

    return renamed


def _copy(folder: str, ending: str) -> Callable[[Path], None]:
    def copied(root: Path) -> None:
        path = _a_file(root, folder, ending)
        shutil.copy(path, path.with_name(f"another{ending}"))

    return copied


_FOLDERS = (("chapters", ".md"), ("data", ".yaml"), ("rules", ".yaml"), ("schemas", ".json"), (".", ".yaml"))
_CHANGES = [
    pytest.param(change(*of), id=f"{change.__name__}-{of[0]}")
    for of in _FOLDERS
    for change in (_edit, _spoil, _remove, _rename, _copy)
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "kept").mkdir()
    return tmp_path / "kept" / "book.kept"


@pytest.mark.parametrize("change", _CHANGES)
def test_a_change_is_seen(tiny_source: Path, path: Path, change: Callable[[Path], None]) -> None:
    assert _same(path, tiny_source).book is not None
    change(tiny_source)
    _same(path, tiny_source)


@pytest.mark.parametrize("seed", range(40, 44))
def test_faults_are_found_anew_in_every_run(tiny_source: Path, path: Path, seed: int) -> None:
    _same(path, tiny_source)
    Source(tiny_source).spoil(Random(seed), 10)
    assert _same(path, tiny_source).findings


def test_a_line_that_moves_takes_its_findings_along(tiny_source: Path, path: Path) -> None:
    chapter = _a_file(tiny_source, "chapters", ".md")
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(f"{text}\n[Nowhere](#no-such-place).\n", encoding="utf-8")
    (first,) = _same(path, tiny_source).findings
    chapter.write_text(f"{text}\n\n[Nowhere](#no-such-place).\n", encoding="utf-8")
    (second,) = _same(path, tiny_source).findings
    assert second.position.line == first.position.line + 1


def test_a_set_is_read_anew_when_the_schema_of_its_kind_changes(tiny_source: Path, path: Path) -> None:
    before = _same(path, tiny_source)
    assert before.book is not None
    entry = next(e for s in before.book.sets.values() for e in s.entries if e.word("name"))
    schema = tiny_source / "content" / "schemas" / f"{entry.kind}.json"
    text = schema.read_text(encoding="utf-8")
    schema.write_text(text.replace('"name"', '"title"'), encoding="utf-8")
    assert text != schema.read_text(encoding="utf-8")
    assert any("name" in f.message for f in _same(path, tiny_source).findings)


def test_what_is_kept_is_not_parsed_again(tiny_source: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = _with(path, tiny_source)

    def refuse(*_args: object, **_more: object) -> None:
        raise AssertionError("a source that has not changed is parsed again")

    for name in ("chapters.parse_markdown", "schema.parse_markdown", "sets.parse_yaml", "rules.parse_yaml"):
        monkeypatch.setattr(f"rulebook.load.{name}", refuse)
    monkeypatch.setattr("rulebook.load.schema.parse_yaml", refuse)
    monkeypatch.setattr("rulebook.load.schema.judged", refuse)
    assert load_book(tiny_source, kept=Kept(path)) == loaded


def test_two_processes_keep_what_either_reads(tiny_source: Path, path: Path) -> None:
    kept = Kept(path)
    loaded = load_book(tiny_source, in_two=True, kept=kept)
    kept.write()
    alone = Kept(path.with_name("alone.kept"))
    assert load_book(tiny_source, kept=alone) == loaded
    assert kept.taken().keys() == alone.taken().keys()
    again = Kept(path)
    assert load_book(tiny_source, in_two=True, kept=again) == loaded
    assert again.taken().keys() == kept.taken().keys()


def test_another_pipeline_has_no_use_for_it(tiny_source: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _with(path, tiny_source)
    assert not Kept(path).is_empty
    monkeypatch.setattr(module, "_pipeline", lambda: b"another")
    assert Kept(path).is_empty


def test_a_changed_file_of_the_pipeline_is_another_pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "load").mkdir()
    source = tmp_path / "load" / "kept.py"
    source.write_text("one")
    monkeypatch.setattr(module, "__file__", str(source))
    first = module._pipeline()
    assert module._pipeline() == first
    source.write_text("other")
    second = module._pipeline()
    assert second != first
    (tmp_path / "new.json").write_text("{}")
    assert module._pipeline() not in (first, second)


_SOUND: list[bytes] = []


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_as_good_as_none(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.kept"
        if not _SOUND:
            _with(path, TINY)
            _SOUND.append(path.read_bytes())
        (sound,) = _SOUND
        at = data.draw(st.integers(0, len(sound) - 1))
        damage = data.draw(st.sampled_from(["flip", "cut", "add", "foreign"]))
        flipped = sound[:at] + bytes([sound[at] ^ data.draw(st.integers(1, 255))]) + sound[at + 1 :]
        path.write_bytes(
            {"flip": flipped, "cut": sound[:at], "add": sound + b"x", "foreign": data.draw(st.binary())}[damage]
        )
        assert Kept(path).is_empty


def test_a_foreign_thing_behind_a_sound_digest_is_not_used(tiny_source: Path, path: Path) -> None:
    kept = Kept(path)
    loaded = load_book(tiny_source, kept=kept)
    for thing in (b"\x80", b"", pickle.dumps("no such thing")):
        path.write_bytes(module._sealed(pickle.dumps(dict.fromkeys(kept.taken(), thing)), module._pipeline()))
        assert not Kept(path).is_empty
        assert load_book(tiny_source, kept=Kept(path)) == loaded


def test_what_cannot_be_written_is_not(tiny_source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    loaded = load_book(tiny_source)
    assert _with(tmp_path / "file" / "book.kept", tiny_source) == loaded
    assert _with(tmp_path / "nowhere" / "book.kept", tiny_source) == loaded
    folder = tmp_path / "book.kept"
    folder.mkdir()
    assert _with(folder, tiny_source) == loaded
    assert sorted(p.name for p in tmp_path.glob("*book.kept*")) == ["book.kept"]


def test_what_is_no_plain_file_is_not_read(tiny_source: Path, tmp_path: Path) -> None:
    loaded = load_book(tiny_source)
    endless = tmp_path / "endless.kept"
    endless.symlink_to("/dev/zero")
    fifo = tmp_path / "fifo.kept"
    os.mkfifo(fifo)
    for path in (endless, fifo):
        assert Kept(path).is_empty
        assert load_book(tiny_source, kept=Kept(path)) == loaded


def test_two_runs_at_once_leave_a_whole_file(tiny_source: Path, path: Path) -> None:
    one, other = Kept(path), Kept(path)
    loaded = load_book(tiny_source, kept=one)
    _edit("chapters", ".md")(tiny_source)
    load_book(tiny_source, kept=other)
    one.write()
    other.write()
    one.write()
    assert not Kept(path).is_empty
    assert _same(path, tiny_source).findings == loaded.findings
    assert list(path.parent.iterdir()) == [path]


def test_old_things_go(tiny_source: Path, path: Path) -> None:
    _with(path, tiny_source)
    size = path.stat().st_size
    _remove("rules", ".yaml")(tiny_source)
    _with(path, tiny_source)
    assert path.stat().st_size < size
    for number in range(20):
        old = path.with_name(f"{number}.kept")
        old.touch()
        os.utime(old, (number, number))
    _edit("chapters", ".md")(tiny_source)
    _with(path, tiny_source)
    left = {p.name for p in path.parent.iterdir()}
    assert left == {path.name, *(f"{number}.kept" for number in range(9, 20))}


def test_nothing_is_written_when_nothing_has_changed(tiny_source: Path, path: Path) -> None:
    _with(path, tiny_source)
    os.utime(path, (1, 1))
    _with(path, tiny_source)
    assert path.stat().st_mtime == 1


def test_it_stands_in_the_environment_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    kept = kept_of(TINY)
    assert kept._path is not None
    assert kept._path.parent == tmp_path / "cache" / "rulebook"
    assert kept_of(TINY / "..")._path != kept._path
    assert kept_of(TINY / "content" / "..")._path == kept._path
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert kept_of(TINY)._path is None


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert kept_of(TINY)._path is not None
    folder = tmp_path / "cache" / "rulebook"
    folder.chmod(0o777)
    assert kept_of(TINY)._path is None
    folder.rmdir()
    folder.write_text("no folder")
    assert kept_of(TINY)._path is None
