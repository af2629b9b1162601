"""A release holds what was frozen, to the byte, or is not made."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from rulebook.printing.choosing import chosen_printing
from rulebook.printing.digests import digest_of, digests_in
from rulebook.printing.freeze import KEPT
from rulebook.printing.git import UnknownRevisionError
from rulebook.printing.release import SUMS, NotTheSameError, release
from rulebook.verbs.group import cli
from rulebook.verbs.release import release as release_verb
from tests.editing import edit
from tests.printing.frozen_tiny import commit, commit_as_frozen, git


def test_a_release_has_every_product_and_its_digest(frozen: Path) -> None:
    printing = chosen_printing(frozen, "1.0")
    folder = release(frozen, printing, print)
    lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert {path.name for path in folder.iterdir()} == {*listed, SUMS}
    assert {product.file.replace("/", "-") for product in printing.products} | {"1.0.yaml"} == set(listed)
    for name, digest in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
        assert digest in folder.with_name("1.0.md").read_text(encoding="utf-8")


def test_a_product_that_is_a_folder_is_released_as_one_archive_the_same_each_time(frozen: Path) -> None:
    printing = chosen_printing(frozen, "1.0")
    pictures = frozen / KEPT / "1.0" / "cards" / "pictures"
    (pictures / "deck").mkdir(parents=True)
    for name in ("two.png", "deck/one.png"):
        (pictures / name).write_text(name, encoding="utf-8")
    product = replace(printing.products[0], file="cards/pictures", sha256=digest_of(pictures))
    archives = []
    for when in (1_000_000_000, 1_700_000_000):
        for picture in pictures.rglob("*.png"):
            os.utime(picture, (when, when))
        folder = release(frozen, replace(printing, products=(*printing.products, product)), print)
        archives.append((folder / "cards-pictures.zip").read_bytes())
    assert archives[0] == archives[1]
    with ZipFile(folder / "cards-pictures.zip") as packed:
        assert packed.namelist() == ["deck/one.png", "two.png"]
        assert [packed.read(name).decode() for name in packed.namelist()] == packed.namelist()
    digest = hashlib.sha256(archives[0]).hexdigest()
    assert f"{digest}  cards-pictures.zip\n" in (folder / SUMS).read_text(encoding="utf-8")
    assert not [path.name for path in folder.iterdir() if path.suffix == ".png"]


def test_what_was_kept_and_spoilt_is_made_anew_and_refused_when_it_is_not_as_frozen(frozen: Path) -> None:
    product = chosen_printing(frozen, "1.0").products[0]
    kept = frozen / KEPT / "1.0" / product.file
    kept.write_bytes(kept.read_bytes() + b"\n")
    edit(frozen / "content" / "printings" / "1.0.yaml", product.sha256, "0" * 64)
    commit_as_frozen(frozen)
    with pytest.raises(NotTheSameError, match=product.file):
        release(frozen, chosen_printing(frozen, "1.0"), print)
    assert not (frozen / "dist" / "release" / "1.0").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("0" * 40, "the revision 000000000000 is not in this repository"),
        ("HEAD:content/book.yaml", "is no commit, but a file"),
        ("HEAD^{tree}", "is no commit, but a folder"),
        ("a-tag", "is no commit, but a tag, whose commit has a name of its own"),
    ],
)
def test_a_revision_that_is_no_commit_is_refused_before_anything_is_done(frozen: Path, name: str, said: str) -> None:
    git(frozen, "tag", "--annotate", "--no-sign", "--message", "A tag", "a-tag")
    revision = name if name == "0" * 40 else git(frozen, "rev-parse", name)
    printing = replace(chosen_printing(frozen, "1.0"), revision=revision)
    edit(frozen / "content" / "printings" / "1.0.yaml", chosen_printing(frozen, "1.0").revision, revision)
    done = CliRunner().invoke(release_verb, ["1.0", "--book", str(frozen)])
    assert done.exit_code != 0
    assert said in done.output
    assert done.output.rstrip().endswith("nothing was released")
    with pytest.raises(UnknownRevisionError, match=said):
        release(frozen, printing, print)
    assert not (frozen / "dist" / "release").exists()


def test_without_room_the_old_release_stays_and_is_named(frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printing = chosen_printing(frozen, "1.0")
    folder = release(frozen, printing, print)
    before = digests_in(folder)

    def full(source: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(source), None, str(target))

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(OSError, match="No space") as caught:
        release(frozen, printing, print)
    assert caught.value.filename == str(folder)
    assert digests_in(folder) == before
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_a_record_that_is_committed_otherwise_is_not_released(frozen: Path) -> None:
    record = frozen / "content" / "printings" / "1.0.yaml"
    record.write_text(record.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    done = CliRunner().invoke(release_verb, ["1.0", "--book", str(frozen)])
    assert done.exit_code != 0
    assert "content/printings/1.0.yaml is not as it is committed: take the change back (git checkout -- " in done.output
    assert not (frozen / "dist" / "release").exists()
    commit(frozen)
    done = CliRunner().invoke(release_verb, ["1.0", "--book", str(frozen)])
    assert done.exit_code != 0
    assert " added it: take the change back (git checkout " in done.output
    assert not (frozen / "dist" / "release").exists()


@pytest.mark.parametrize(
    "words",
    ["release 1.0", "book --printing 1.0", "changes --from 1.0", "cards --changed-since 1.0"],
)
def test_a_record_with_findings_ends_each_verb_as_findings_do(frozen: Path, words: str) -> None:
    edit(frozen / "content" / "printings" / "1.0.yaml", "version: '1.0'", "vresion: '1.0'")
    done = CliRunner().invoke(cli, [*words.split(), "--book", str(frozen)])
    assert done.exit_code == 1, done.output
    assert "content/printings/1.0.yaml:2:1 S011" in done.output
