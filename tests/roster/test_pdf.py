"""`rulebook roster FILE --pdf`: a roster's own sheets and cards; an illegal roster only as a draft."""

from __future__ import annotations

import sys
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from pypdf import PdfReader

from rulebook import cli
from rulebook.compose.values import value_text
from rulebook.load import load_book
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit
from tests.finished_pdf import squeezed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("roster-pdf")]

EXAMPLE = REPOSITORY / "examples" / "oathband.yaml"


def _run(
    *arguments: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["rulebook", "roster", *map(str, arguments)])
    code: object = 0
    try:
        cli.main()
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    assert isinstance(code, int)
    return code, captured.out, captured.err


def _texts(path: Path) -> list[str]:
    return [squeezed(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(path)]


def _values(path: Path) -> dict[str, str]:
    return {name: str(field.get("/V", "")) for name, field in (PdfReader(path).get_fields() or {}).items()}


def test_a_legal_roster_is_set_with_its_sheets_its_bill_and_its_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "watch.pdf"
    code, out, err = _run(EXAMPLE, "--book", REPOSITORY, "--pdf", output, capsys=capsys, monkeypatch=monkeypatch)
    assert (code, "finding" in err) == (0, False)
    assert f"{output} (3 pages)" in out
    values = _values(output)
    assert values["oathband-name"] == "The Winter Watch"
    assert values["oathband-origin"] == "Hearthguard"
    assert values["oathband-supplies"] == "5"
    assert [values[f"oathband-hoard-{n}"] for n in (1, 2, 3)] == ["Rope", "Bandage", ""]
    assert [values[f"pilgrim-{n}-name"] for n in range(1, 5)] == ["Osyth", "Brannoc", "Wenna", "Corentyn"]
    assert (values["pilgrim-2-might"], values["pilgrim-2-endurance"]) == ("+3", "7")
    text = _texts(output)[2]
    assert "=595/600" in text
    for name, price in (("Osyth", 150), ("Brannoc", 155), ("Wenna", 150), ("Corentyn", 125)):
        assert f"{name}50" in text
        assert text.count(str(price)) >= 2
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None
    for id_ in ("born-leader", "hammerhand", "tough", "spotter", "healer", "two-handed", "aimed"):
        lore = loaded.book.entry("lore", id_)
        assert lore is not None
        assert squeezed(value_text(loaded.book, lore.fields.get("short") or lore.fields["text"])) in text, id_
    # What has a parameter says it with the value.
    assert squeezed("Consumable (1). Uses per Trial: 1.") in text
    # Two cards side by side end together, whatever each holds.
    paths = pdfium.PdfDocument(output)[2].get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=4)
    frames = [b for path in paths if (b := path.get_bounds())[2] - b[0] > 200 and b[3] - b[1] > 100]
    assert len(frames) == 4
    for left, right in (frames[:2], frames[2:]):
        assert left[2] < right[0]
        assert (left[1], left[3]) == pytest.approx((right[1], right[3]), abs=0.1)


def test_a_larger_roster_takes_another_page_whose_rest_is_left_to_fill_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, output = tmp_path / "band.yaml", tmp_path / "band.pdf"
    members = "".join(f"  - name: {name}\n" for name in ("Alda", "Berin", "Cuth", "Dorn", "Edda"))
    path.write_text(f"name: Five\nleader: Alda\npilgrims:\n{members}", encoding="utf-8")
    code, out, _ = _run(path, "--book", REPOSITORY, "--pdf", output, capsys=capsys, monkeypatch=monkeypatch)
    assert code == 0
    assert "(4 pages)" in out
    values = _values(output)
    assert [values[f"pilgrim-{n}-name"] for n in range(4, 9)] == ["Dorn", "Edda", "", "", ""]
    assert values["oathband-origin"] == ""


@pytest.mark.parametrize("draft", [False, True])
def test_an_illegal_roster_is_set_only_as_a_draft(
    draft: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, output = tmp_path / "band.yaml", tmp_path / "band.pdf"
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    edit(path, "points: {might: 3}", "points: {might: 4}")
    output.write_text("as it was")
    options = ["--draft"] if draft else []
    code, _, err = _run(path, "--book", REPOSITORY, "--pdf", output, *options, capsys=capsys, monkeypatch=monkeypatch)
    assert code == 1
    assert "attribute-maximum" in err
    if not draft:
        assert output.read_text() == "as it was"
        assert "No PDF was written" in err
        return
    assert all("Draft" in text for text in _texts(output))


def test_a_name_too_long_for_its_field_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, output = tmp_path / "band.yaml", tmp_path / "band.pdf"
    path.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    edit(path, "  - name: Brannoc", f"  - name: Brannoc {'the Very Long ' * 8}")
    code, _, err = _run(path, "--book", REPOSITORY, "--pdf", output, capsys=capsys, monkeypatch=monkeypatch)
    assert code == 1
    line = 1 + path.read_text(encoding="utf-8").partition("- name: Brannoc")[0].count("\n")
    assert f"band.yaml:{line}:" in err
    assert "P009 the field ‘pilgrim-2-name’" in err
    assert not output.exists()


def test_a_book_without_sheets_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.roster.founding import CREW

    path = tmp_path / "crew.yaml"
    path.write_text(CREW, encoding="utf-8")
    code, _, err = _run(path, "--book", TINY, "--pdf", tmp_path / "x.pdf", capsys=capsys, monkeypatch=monkeypatch)
    assert code == 1
    assert "content/products/rosters.yaml:1:1 S001" in err
