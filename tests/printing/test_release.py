"""A release holds what was frozen, to the byte, or is not made."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.printing.choosing import chosen_printing
from rulebook.printing.digests import digest_of, digests_in
from rulebook.printing.freeze import KEPT
from rulebook.printing.release import SUMS, NotTheSameError, release
from tests.editing import edit


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


def test_of_a_product_that_is_a_folder_all_files_are_released(frozen: Path) -> None:
    printing = chosen_printing(frozen, "1.0")
    pictures = frozen / KEPT / "1.0" / "cards" / "pictures"
    pictures.mkdir(parents=True)
    for name in ("one.png", "two.png"):
        (pictures / name).write_text(name, encoding="utf-8")
    product = replace(printing.products[0], file="cards/pictures", sha256=digest_of(pictures))
    folder = release(frozen, replace(printing, products=(*printing.products, product)), print)
    assert (folder / "cards-pictures-two.png").read_text(encoding="utf-8") == "two.png"
    sums = (folder / SUMS).read_text(encoding="utf-8")
    assert all(f"{digest}  cards-pictures-{name}\n" in sums for name, digest in digests_in(pictures).items())


def test_what_was_kept_and_spoilt_is_made_anew_and_refused_when_it_is_not_as_frozen(frozen: Path) -> None:
    product = chosen_printing(frozen, "1.0").products[0]
    kept = frozen / KEPT / "1.0" / product.file
    kept.write_bytes(kept.read_bytes() + b"\n")
    edit(frozen / "content" / "printings" / "1.0.yaml", product.sha256, "0" * 64)
    with pytest.raises(NotTheSameError, match=product.file):
        release(frozen, chosen_printing(frozen, "1.0"), print)
    assert not (frozen / "dist" / "release" / "1.0").exists()
