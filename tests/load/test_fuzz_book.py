"""Spoilt books: whatever stands in a file, loading ends soon, and says what is wrong at a place that there is.

A file of the tiny book is spoilt by pieces that are meant to harm, and the book is loaded, and checked when it loads,
in a child process with little time and memory.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook.check.run import run_checks
from rulebook.load import load_book
from tests.conftest import TINY
from tests.fuzzing import examples
from tests.sandbox import Sandbox

FILES = sorted(path.relative_to(TINY).as_posix() for path in (TINY / "content").rglob("*.*"))

# A finding more than this is counted and not looked at.
MOST_SHOWN = 2_000

PIECES = [
    # Marks of Markdown, alone and where they nest.
    *("![", "[", "](", "*", "**a", "_a", "`", "``a`", "> ", "- ", "1. ", "<b>", "<!--", "&amp;", "\\", "#", "## "),
    *("::: example\n", ":::\n", "::: table ", "::: x\n", "| a |\n", "***\n", "===\n", "[a]: b\n", "[a](b", "~~"),
    # Bindings.
    *("[7″]{let=a}", '[4]{is="1/0"}', "]{is=", "{let=", '[a]{is="', "[*a*]{is=b}", "[]{is=a}", '[a]{is="a" let=b}'),
    *('[9]{is="' + "(" * 90 + '"}', "[99D99]{let=a}", '[1]{is="sum(n for n in span(1, 1900))"}'),
    # YAML.
    *("[", "{", "]", "}", "{a: ", "- ", "? ", ": ", "&a ", "*a ", "<<: ", "!!python/object:os.system ", "!a ", "|"),
    *("---\n", "...\n", "%YAML 1.2\n", "%TAG ! a\n", "#", " # a", '"', "'", '"\\x1b[2J"', '"\\ud800"', '"\\0"', "~"),
    *("\n", " ", "  ", "\n\n\n", "id: a\n", "  - id: a\n", "title: a\n", "kind: a\n", "@", "%", "a: b: c\n", "\n: \n"),
    # JSON and its schemas.
    *('{"a":', '[1,', '"$ref": "#",', '"type": "null",', "1e999", "NaN", "9" * 5_000, '"x-ref": [],', '"enum": [],'),
    *('"pattern": "(",', '"pattern": "[",', '"items": {},', '"minimum": "a",', "true", "null", '"x-ref": ["chapter"],'),
    # Numbers, dice, formulas.
    *("0", "9", "D0", "D9999999", "999999D999999", "1/0", "1–", "−", "″", "**", "D6", "(", ")", "walk(", "=", ".", ","),
    # Characters that have no place, or that come in two forms.
    *("\t", "\x00", "\x1b[31m", "\ufeff", "\u2028", "\u202e", "\u00a0", "\x85", "e\u0301", "\u212b"),
    *("\r", "\r\n", "\U0001f600", ">", "null", "    "),
]  # fmt: skip
RAW = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x80", b"\xff\xfe", b"\xef\xbb\xbf", b"\x80"]

Edit = Callable[[bytes], bytes]


@st.composite
def _edits(draw: st.DrawFn) -> Edit:
    """One change to a file's bytes."""
    piece = draw(st.sampled_from([piece.encode() for piece in PIECES] + RAW))
    times = draw(st.sampled_from([1, 1, 1, 2, 3, 30, 300, 9_000, 40_000]))
    start, end = sorted(draw(st.tuples(st.floats(0, 1), st.floats(0, 1))))
    how = draw(st.sampled_from(["insert", "insert", "insert", "line", "cut", "drop", "replace", "twice", "all"]))

    def edit(raw: bytes) -> bytes:
        a, b = int(start * len(raw)), int(end * len(raw))
        row = raw.rfind(b"\n", 0, a) + 1
        many = piece * min(times, 400_000 // len(piece))
        match how:
            case "insert":
                return raw[:a] + many + raw[a:]
            case "line":
                return raw[:row] + many + b"\n" + raw[row:]
            case "cut":
                return raw[:a]
            case "drop":
                return raw[:a] + raw[b:]
            case "replace":
                return raw[:a] + many + raw[b:]
            case "twice":
                return raw[:b] + raw[a:]
            case _:
                return many

    return edit


@st.composite
def spoilt_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """A file of the book, and what stands in it now."""
    path = draw(st.sampled_from(FILES))
    raw = (TINY / path).read_bytes()
    if draw(st.integers(0, 9)) == 0:
        return path, draw(
            st.binary(max_size=60) | st.text(max_size=60).map(lambda t: t.encode("utf-8", "surrogatepass"))
        )
    for edit in draw(st.lists(_edits(), min_size=1, max_size=3)):
        raw = edit(raw)
    return path, raw[:450_000]


def loader(folder: str) -> Callable[[Any], object]:
    """In the child: what is found in the tiny book with one file spoilt."""
    book = Path(folder)

    def load(given: dict[str, str]) -> object:
        path = book / given["path"]
        sound = path.read_bytes()
        path.write_bytes(given["raw"].encode("latin-1"))
        try:
            loaded = load_book(book)
            found = list(loaded.findings)
            if loaded.book is not None:
                checked = run_checks(loaded.book)
                found += [*checked.errors, *checked.warnings]
        finally:
            path.write_bytes(sound)
        return {
            "has_book": loaded.book is not None,
            "count": len(loaded.findings),
            "found": [
                [f.position.path, f.position.line, f.position.column, f.code, f.message, f.hint]
                for f in found[:MOST_SHOWN]
            ],
        }

    return load


@pytest.fixture(scope="module")
def loading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    yield from _loading(tmp_path_factory.mktemp("spoilt"), 1)


@pytest.fixture(scope="module")
def loading_otherwise(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """With another order of sets and of what else goes by hashes."""
    yield from _loading(tmp_path_factory.mktemp("spoilt"), 2)


def _loading(folder: Path, seed: int) -> Iterator[Sandbox]:
    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    sandbox = Sandbox("tests.load.test_fuzz_book:loader", str(folder), hash_seed=seed)
    yield sandbox
    sandbox.close()


def asked(spoilt: tuple[str, bytes]) -> dict[str, str]:
    path, raw = spoilt
    return {"path": path, "raw": raw.decode("latin-1")}


def lines_of(path: str, spoilt: tuple[str, bytes]) -> list[str]:
    """The lines of a file as an editor shows them; one empty line for a folder."""
    raw = spoilt[1] if path == spoilt[0] else (TINY / path).read_bytes() if (TINY / path).is_file() else b""
    text = raw.decode("utf-8-sig", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@examples(80)
@given(spoilt_files())
@example(("content/chapters/the-tide.md", b"---\ntitle: T\n---\n" + b"\n".join([b"![" * 4_000] * 50)))
@example(("content/data/words.yaml", b"[" * 9_000))
@example(("content/data/words.yaml", b"- " * 4_000))
@example(("content/schemas/word.json", b'{"a":' * 90_000))
@example(("content/schemas/word.json", b"[" * 200_000))
def test_a_spoilt_book_is_refused_in_plain_words_or_read(loading: Sandbox, spoilt: tuple[str, bytes]) -> None:
    result = loading(asked(spoilt))
    assert result["has_book"] == (result["count"] == 0)
    for path, line, column, code, message, hint in result["found"]:
        assert (TINY / path).exists(), path
        lines = lines_of(path, spoilt)
        assert 1 <= line <= len(lines), (path, line, code, message)
        assert 1 <= column <= len(lines[line - 1]) + 1, (path, line, column, code, message)
        assert message
        for words in (message, hint):
            assert words.isprintable(), (code, words)
            assert len(words) < 1_000, (code, words[:200])


@examples(15)
@given(spoilt_files())
def test_the_same_is_found_every_time(loading: Sandbox, loading_otherwise: Sandbox, spoilt: tuple[str, bytes]) -> None:
    assert loading(asked(spoilt)) == loading(asked(spoilt)) == loading_otherwise(asked(spoilt))


def test_the_sandbox_itself_loads_the_sound_book(loading: Sandbox) -> None:
    path = FILES[0]
    assert loading(asked((path, (TINY / path).read_bytes()))) == {"has_book": True, "count": 0, "found": []}
