"""Verifying: the same elsewhere, and each cause of a difference named, alone and beside others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.printing import verify as verifying
from rulebook.printing.choosing import chosen_printing
from rulebook.printing.digests import digest_of
from rulebook.printing.making import Made
from rulebook.printing.record import FrozenProduct
from rulebook.verbs.verify import verify
from tests.editing import edit
from tests.printing.frozen_tiny import commit, commit_as_frozen, git

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("printing")]


@pytest.fixture
def made_as_frozen(frozen: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The frozen book, whose products come out as they were without being set again: only the causes are asked for."""
    printing = chosen_printing(frozen, None)
    kept = frozen / "dist" / "printings" / "1.0"
    copy = frozen.parent / "made"
    copy.mkdir()
    for product in printing.products:
        (copy / product.file).write_bytes((kept / product.file).read_bytes())

    @contextmanager
    def made(*_: object) -> Iterator[Made]:
        yield Made(copy, printing.record, printing.products, dict(printing.counts), printing.ids)

    monkeypatch.setattr(verifying, "made", made)
    return frozen


def test_elsewhere_it_is_the_same_to_the_byte(frozen: Path, tmp_path: Path) -> None:
    # New work has been committed since, and more is under way.
    edit(frozen / "content" / "chapters" / "the-crew.md", "---\ntitle: The Crew", "---\ntitle: The New Crew")
    commit(frozen)
    clone = tmp_path / "another place" / "clone"
    git(tmp_path, "clone", "--quiet", str(frozen), str(clone))
    (clone / "content" / "book.yaml").write_text("spoilt: yes\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        "[core]\n\tautocrlf = true\n\tquotePath = true\n[status]\n\tshort = true\n[color]\n\tui = always\n"
    )
    settings = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "HOME": str(home), "GIT_DIR": "/nonexistent"}
    command = [sys.executable, "-m", "rulebook", "verify", "1.0", "--book", str(clone)]
    done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tidewrack.pdf: the same" in done.stdout
    assert "identical" in done.stdout
    assert (clone / "content" / "book.yaml").read_text() == "spoilt: yes\n"


def _font(root: Path) -> None:
    path = sorted((root / "styles").rglob("*.ttf"))[0]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


def _lock(root: Path) -> None:
    path = root / "requirements" / "run.lock"
    path.write_text(path.read_text().replace("pydyf==", "pydyf==9."))


def _source(root: Path) -> None:
    path = root / "content" / "chapters" / "the-crew.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")


def _engine(root: Path) -> None:
    path = root / "content" / "printings" / "1.0.yaml"
    text = path.read_text(encoding="utf-8")
    assert "name: 'pango', kind: 'engine', version: '" in text
    path.write_text(
        text.replace("name: 'pango', kind: 'engine', version: '", "name: 'pango', kind: 'engine', version: '0")
    )


_TAMPERING: dict[str, tuple[int, Callable[[Path], None]]] = {
    "source": (10, _source),
    "fonts": (11, _font),
    "packages": (12, _lock),
    "engine": (13, _engine),
}


def _pdf(root: Path) -> None:
    path = root / "dist" / "printings" / "1.0" / "tidewrack.pdf"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.parametrize(
    "kinds", [*((kind,) for kind in _TAMPERING), *combinations(_TAMPERING, 2), tuple(_TAMPERING)], ids="+".join
)
def test_each_cause_is_named_and_the_first_sets_the_code(made_as_frozen: Path, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        _TAMPERING[kind][1](made_as_frozen)
    done = CliRunner().invoke(verify, ["1.0", "--here", "--book", str(made_as_frozen)])
    assert done.exit_code == _TAMPERING[kinds[0]][0], done.output
    named = {line.split(":")[0] for line in done.output.splitlines() if line.split(":")[0] in _TAMPERING}
    assert named == set(kinds), done.output


@pytest.mark.parametrize("kinds", [(), *((kind,) for kind in _TAMPERING)], ids=lambda kinds: "+".join((*kinds, "pdf")))
def test_a_byte_of_the_kept_pdf_is_named_beside_each_cause(made_as_frozen: Path, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        _TAMPERING[kind][1](made_as_frozen)
    _pdf(made_as_frozen)
    done = CliRunner().invoke(verify, ["1.0", "--here", "--book", str(made_as_frozen)])
    assert done.exit_code == (_TAMPERING[kinds[0]][0] if kinds else 1), done.output
    lines = done.output.splitlines()
    assert {line.split(":")[0] for line in lines if line.split(":")[0] in _TAMPERING} == set(kinds)
    assert [line.split(":")[0] for line in lines if "has been changed" in line] == ["tidewrack.pdf"]
    assert "tidewrack.json: the same" in lines
    assert "identical" not in done.output


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "not kept"])
def test_pictures_that_are_others_are_named(tmp_path: Path, frozen: Path, kept: bool) -> None:
    made, old = tmp_path / "made", frozen / "dist" / "printings" / "1.0"
    for folder in (made, *([old] if kept else [])):
        (folder / "cards" / "png").mkdir(parents=True)
        for name in ("back.png", "rope.png"):
            (folder / "cards" / "png" / name).write_text(name, encoding="utf-8")
    product = FrozenProduct("cards-png", "cards/png", 2, digest_of(made / "cards" / "png"))
    printing = replace(chosen_printing(frozen, None), products=(product,))
    again = Made(made, printing.record, (product,), {}, ())
    (same,) = verifying._compared(frozen, printing, again, tmp_path / "verify", known=True)
    assert (same.same, same.said) == (True, "cards/png: the same (2 pictures)")
    (made / "cards" / "png" / "rope.png").write_text("another", encoding="utf-8")
    other = replace(product, sha256=digest_of(made / "cards" / "png"))
    again = Made(made, printing.record, (other,), {}, ())
    (differs,) = verifying._compared(frozen, printing, again, tmp_path / "verify", known=True)
    assert (differs.same, differs.said) == (False, "cards/png: the bytes differ" + (": rope.png" if kept else ""))
    assert (tmp_path / "verify" / "cards" / "png" / "rope.png").read_text(encoding="utf-8") == "another"


def test_untouched_files_give_no_cause(made_as_frozen: Path) -> None:
    done = CliRunner().invoke(verify, ["--here", "--book", str(made_as_frozen)])
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "1.0 of 2026-12-02: identical"), done.output


def test_a_kept_pdf_that_was_changed_is_found_and_shown(made_as_frozen: Path) -> None:
    kept = made_as_frozen / "dist" / "printings" / "1.0" / "tidewrack.pdf"
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=kept)
    writer.pages[1].rotate(180)
    writer.write(kept)
    done = CliRunner().invoke(verify, ["1.0", "--book", str(made_as_frozen)])
    assert done.exit_code == 1, done.output
    assert "has been changed" in done.output
    assert "page 2: pictures in" in done.output
    pictures = sorted(p.name for p in (made_as_frozen / "dist" / "verify" / "1.0").glob("*.png"))
    assert pictures == ["tidewrack-page-002.png"]
    assert all(
        p.read_bytes().startswith(b"\x89PNG") for p in (made_as_frozen / "dist" / "verify" / "1.0").glob("*.png")
    )


def _put_instead(kept: Path, kind: str) -> None:
    """Something else in the place of a file that was kept."""
    kept.unlink()
    match kind:
        case "text":
            kept.write_bytes(b"no PDF")
        case "pipe":
            os.mkfifo(kept)
        case "folder":
            kept.mkdir()
        case _:
            kept.symlink_to(kind)


@pytest.mark.parametrize(
    ("kind", "fault", "pages"),
    [
        ("text", "has been changed", "cannot be drawn: it is no PDF, or is damaged"),
        ("pipe", "cannot be read (this is no plain file; a file is expected)", ""),
        ("/dev/zero", "cannot be read (this is no plain file; a file is expected)", ""),
        ("nowhere", "cannot be read (No such file or directory)", ""),
        ("folder", "has been changed", ""),
    ],
)
def test_whatever_stands_for_a_kept_product_is_named_and_what_to_do(
    made_as_frozen: Path, kind: str, fault: str, pages: str
) -> None:
    kept = made_as_frozen / "dist" / "printings" / "1.0" / "tidewrack.pdf"
    _put_instead(kept, kind)
    done = CliRunner().invoke(verify, ["1.0", "--book", str(made_as_frozen)])
    assert done.exit_code == 1, done.output
    (line,) = [line for line in done.output.splitlines() if line.startswith("tidewrack.pdf: ")]
    assert line.startswith(f"tidewrack.pdf: made anew it is the same, but {kept} {fault}")
    copy = made_as_frozen / "dist" / "verify" / "1.0" / "tidewrack.pdf"
    assert f"; put {copy} in its place" in line
    assert pages in line
    assert digest_of(copy) == chosen_printing(made_as_frozen, "1.0").products[0].sha256


def test_other_bytes_from_the_same_parts_end_with_1(made_as_frozen: Path) -> None:
    record = made_as_frozen / "content" / "printings" / "1.0.yaml"
    sha = chosen_printing(made_as_frozen, "1.0").products[0].sha256
    record.write_text(record.read_text(encoding="utf-8").replace(sha, "0" * 64), encoding="utf-8")
    commit_as_frozen(made_as_frozen)
    done = CliRunner().invoke(verify, ["1.0", "--book", str(made_as_frozen)])
    assert done.exit_code == 1, done.output
    assert "the bytes differ" in done.output
    assert "record: " not in done.output
    assert "All that it was made of is as it was" in done.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pages: 6", "pages: 7", "tidewrack.pdf has 6 pages; 7 stand in the record"),
        ("{name: 'chapters', count: 6}", "{name: 'chapters', count: 9}", "chapters: there are 6; the record says 9"),
        ("page: '3'", "page: '4'", "ids that are not as the record says: "),
        (
            "record: '2026-01-31'",
            "record: '2026-01-30'",
            "the rules are those of 2026-01-31; the record says 2026-01-30",
        ),
        ("  - {name: 'export',", "  # {name: 'export',", "the record lacks tidewrack.json"),
    ],
)
@pytest.mark.parametrize("committed", [True, False])
def test_a_record_that_is_not_true_is_found(
    made_as_frozen: Path, old: str, new: str, said: str, committed: bool
) -> None:
    """The products are the same; what the record promises of them is not so."""
    record = made_as_frozen / "content" / "printings" / "1.0.yaml"
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new, 1), encoding="utf-8")
    if committed:
        commit(made_as_frozen)
    done = CliRunner().invoke(verify, ["1.0", "--book", str(made_as_frozen)])
    assert done.exit_code == 1, done.output
    lines = [line for line in done.output.splitlines() if line.startswith("record: ")]
    first = "content/printings/1.0.yaml is not as "
    assert [line.partition("record: ")[2][: len(one)] for line, one in zip(lines, [first, said], strict=True)] == [
        first,
        said,
    ]
    assert (" added it: take the change back (git checkout " in lines[0]) is committed
    assert done.output.splitlines()[-1] == (
        "1.0: its record is not as ‘rulebook freeze’ wrote it: take the change of it back"
    )
    assert "the bytes differ" not in done.output


def test_what_was_kept_alone_is_said_to_be_another(made_as_frozen: Path) -> None:
    (made_as_frozen / "dist" / "printings" / "1.0" / "tidewrack.pdf").write_bytes(b"no PDF")
    done = CliRunner().invoke(verify, ["1.0", "--book", str(made_as_frozen)])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "1.0: made anew it is the same; what was kept of it is not"


def test_a_record_that_is_committed_and_gone_is_to_be_put_back(frozen: Path) -> None:
    record = frozen / "content" / "printings" / "1.0.yaml"
    record.unlink()
    for words in (["verify"], ["verify", "1.0"], ["release", "1.0"], ["changes", "--from", "1.0"]):
        done = _run(frozen, *words)
        assert done.returncode in (1, 2)
        assert "content/printings/1.0.yaml: committed, and not there (‘git checkout -- content/printings/1.0.yaml’" in (
            done.stderr
        )


def test_a_record_of_another_suffix_is_named(frozen: Path) -> None:
    record = frozen / "content" / "printings" / "1.0.yaml"
    record.rename(record.with_suffix(".yml"))
    done = _run(frozen, "verify", "1.0")
    assert done.returncode == 2
    assert "content/printings/1.0.yml:1:1" in done.stderr
    assert "its record ends in .yaml" in done.stderr


def test_what_cannot_be_verified_is_said_in_a_line(frozen: Path, tiny_repository: Path) -> None:
    for root, words, said in (
        (tiny_repository, ["verify"], "no printing is frozen yet"),
        (frozen, ["verify", "1.1"], "1.1 is not frozen; there is 1.0"),
    ):
        done = _run(root, *words)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    record = frozen / "content" / "printings" / "1.0.yaml"
    revision = chosen_printing(frozen, "1.0").revision
    record.write_text(record.read_text(encoding="utf-8").replace(revision, "0" * 40), encoding="utf-8")
    done = _run(frozen, "verify")
    assert done.returncode == 2
    assert "is not in this repository" in done.stderr
    record.write_text("version: [\n", encoding="utf-8")
    done = _run(frozen, "verify", "1.0")
    assert done.returncode == 2
    assert "content/printings/1.0.yaml:" in done.stderr


def _run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulebook", *words, "--book", str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
