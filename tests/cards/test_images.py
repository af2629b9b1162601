"""Pictures of cards: their size, the sheets that a table cuts them from, and the list of a deck."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from PIL import Image

from rulebook.cards import production
from rulebook.cards.images import ImageSize
from rulebook.cards.order import CardOrder
from rulebook.compose.cards import CardSize
from tests.cards.made_cards import make, the_book
from tests.conftest import REPOSITORY
from tests.game_nouns import load_yaml


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures") / "png"
    printed = make(the_book(), CardOrder("png", ("vows", "shadow"), address="https://example.org/cards/"), folder)
    assert not printed.findings
    # Each card, a back for each deck, a sheet for each deck.
    assert printed.pages == 12 + 4 + 2 + 2
    return folder


def _size(path: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


def test_a_picture_is_the_trimmed_card_at_300_dots_an_inch(pictures: Path) -> None:
    vows = [vow["id"] for vow in load_yaml(REPOSITORY / "content/data/vows.yaml")["entries"]]
    files = {path.name for path in (pictures / "vows").iterdir()}
    assert files == {*(f"{vow}.png" for vow in vows), "back.png", "sheet-1.png", "vows.json"}
    for name in (*vows, "back"):
        path = pictures / "vows" / f"{name}.png"
        width, height = _size(path)
        assert abs(width - 744) <= 1
        assert abs(height - 1039) <= 1
        with Image.open(path) as image:
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            image.load()


def test_the_frame_stands_in_the_middle_of_the_picture(pictures: Path) -> None:
    """Trimmed alike on each side: 3 mm of paper, or of ground, before the frame."""
    with Image.open(pictures / "vows" / "bear.png") as image:
        grey, width = image.convert("L").tobytes(), image.width
    row, column = grey[700 * width : 701 * width], grey[400::width]
    for line in (row, column):
        dark = [at for at, value in enumerate(line) if value < 220]
        edge = 3 * 300 / 25.4
        assert abs(dark[0] - edge) < 3
        assert abs(len(line) - 1 - dark[-1] - edge) < 3
    with Image.open(pictures / "vows" / "back.png") as image:
        assert image.getpixel((0, 0)) == image.getpixel((image.width - 1, image.height - 1)) == (0x11, 0x56, 0x4B)


def test_a_picture_with_bleed(tmp_path: Path) -> None:
    make(the_book(), CardOrder("png", ("shadow",), bleed=True), tmp_path)
    width, height = _size(tmp_path / "shadow" / "thrall.png")
    assert abs(width - 815) <= 1
    assert abs(height - 1110) <= 1


def test_the_list_of_a_deck_names_each_card_at_its_place(pictures: Path) -> None:
    listed = json.loads((pictures / "vows" / "vows.json").read_text(encoding="utf-8"))
    (deck,) = listed["ObjectStates"]
    vows = load_yaml(REPOSITORY / "content/data/vows.yaml")["entries"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100 + number for number in range(12)]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == [vow["name"] for vow in vows]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    sheet = deck["CustomDeck"]["1"]
    assert sheet["FaceURL"] == "https://example.org/cards/vows/sheet-1.png"
    assert sheet["BackURL"] == "https://example.org/cards/vows/back.png"
    assert 2 <= sheet["NumWidth"] <= 10
    assert 2 <= sheet["NumHeight"] <= 7
    assert sheet["NumWidth"] * sheet["NumHeight"] > 12
    width, height = _size(pictures / "vows" / "sheet-1.png")
    assert max(width, height) <= 4096
    assert width % sheet["NumWidth"] == height % sheet["NumHeight"] == 0


def test_a_card_of_the_sheet_is_the_picture_of_that_card(pictures: Path) -> None:
    vows = [vow["id"] for vow in load_yaml(REPOSITORY / "content/data/vows.yaml")["entries"]]
    with Image.open(pictures / "vows" / "sheet-1.png") as sheet:
        width, height = sheet.width // 10, sheet.height // 2
        for number, vow in enumerate(vows):
            column, row = number % 10, number // 10
            cut = sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height)).convert("L")
            unlike = []
            for other in vows:
                with Image.open(pictures / "vows" / f"{other}.png") as image:
                    small = image.convert("L").resize((width, height), Image.Resampling.BOX)
                pairs = zip(cut.tobytes(), small.tobytes(), strict=True)
                unlike.append((sum(abs(a - b) for a, b in pairs), other))
            assert min(unlike)[1] == vow


def test_the_same_cards_are_the_same_pictures(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make(the_book(), CardOrder("png", ("shadow",)), tmp_path / name)
    one, two = (sorted((tmp_path / name / "shadow").iterdir()) for name in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, two, strict=True))


def test_pictures_take_the_place_of_the_old_ones(tmp_path: Path) -> None:
    old = tmp_path / "shadow"
    old.mkdir()
    (old / "gone.png").write_bytes(b"")
    (old / "shadow.json").write_bytes(b"")
    make(the_book(), CardOrder("png", ("shadow",)), tmp_path)
    assert not (old / "gone.png").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"shadow"}


@pytest.mark.parametrize("names", [["mine.png"], ["shadow.json", "notes.txt"]], ids=["pictures", "beside a list"])
def test_somebodys_own_folder_of_a_decks_name_stays(
    tmp_path: Path, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fitted(*_: object) -> None:
        pytest.fail("it is told only once the cards are set")

    monkeypatch.setattr(production, "fit_cards", fitted)
    mine = tmp_path / "shadow"
    mine.mkdir()
    for name in names:
        (mine / name).write_bytes(b"mine")
    with pytest.raises(OSError, match="which was not made here and would be lost") as caught:
        make(the_book(), CardOrder("png", ("shadow",)), tmp_path)
    assert caught.value.filename == str(mine)
    assert {path.name: path.read_bytes() for path in mine.iterdir()} == dict.fromkeys(names, b"mine")
    assert [path.name for path in tmp_path.iterdir()] == ["shadow"]


def test_a_sheet_is_never_larger_than_it_may_be() -> None:
    size = ImageSize(CardSize(63, 88, 3), 300)
    for columns, rows in ((10, 7), (2, 2), (3, 7), (10, 2)):
        width, height = size.at_most(columns, rows, 4096).pixels
        assert max(width * columns, height * rows) <= 4096
    assert size.at_most(2, 2, 4096) == size
