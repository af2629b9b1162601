"""Sheets of cards, read from the finished PDFs: backs fall on fronts, and each card says what its entry says."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream
from rich.console import Console

from rulebook.cards import joining
from rulebook.cards.order import CardOrder
from rulebook.cards.production import cards_of
from rulebook.load import load_book
from rulebook.product import begun_check
from rulebook.progress import Progress
from rulebook.render.page import Length, load_page
from tests.cards.made_cards import Box, CardPdf, copy_of_the_book, made_up_numbers, make, the_book
from tests.conftest import REPOSITORY
from tests.finished_pdf import squeezed
from tests.game_nouns import load_yaml

NEAR_MM = 0.1
# Ten cards and nine: the second sheet has cards of both, the third has places free.
DECKS = ("deeds", "statuses")
TITLES = ("Deeds", "Statuses")


def _sheets(folder: Path, **asked: object) -> CardPdf:
    order = CardOrder("a4", DECKS, backs=True, **{"sequence": "alternate", **asked})  # type: ignore[arg-type]
    printed = make(the_book(), order, folder / "cards.pdf")
    assert not printed.findings
    assert printed.output is not None
    return CardPdf(printed.output)


@pytest.fixture(scope="module", params=[(p, t) for p in ("a4", "letter") for t in ("long", "short")])
def sheets(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[CardPdf, str]:
    paper, turn = request.param
    return _sheets(tmp_path_factory.mktemp("sheets"), paper=paper, turn=turn), turn


def _turned(box: Box, paper: tuple[float, float], turn: str) -> tuple[float, float]:
    """Where the middle of a front is seen from behind, when the sheet has been turned on that edge."""
    x, y = box.middle
    return (paper[0] - x, y) if turn == "long" else (x, paper[1] - y)


def _as_seen(word: str, turn: str) -> str:
    """The letters of a word from left to right: the last first where they stand on their heads."""
    return word if turn == "long" else word[::-1]


def test_each_back_falls_on_its_front(sheets: tuple[CardPdf, str]) -> None:
    pdf, turn = sheets
    assert len(pdf) == 6
    for front in range(0, len(pdf), 2):
        fronts, backs = pdf.frames(front), pdf.frames(front + 1)
        assert len(fronts) == len(backs) == (9 if front < 4 else 1)
        for box in fronts:
            x, y = _turned(box, pdf.paper(front), turn)
            near = [b for b in backs if abs(b.middle[0] - x) < NEAR_MM and abs(b.middle[1] - y) < NEAR_MM]
            assert len(near) == 1, (front, box)
            deck = next(title for title in TITLES if title.casefold() in pdf.words(front, box).casefold())
            assert _as_seen(deck, turn) in squeezed(pdf.words(front + 1, near[0]))


def test_fronts_come_before_backs_unless_they_are_to_alternate(tmp_path: Path) -> None:
    """Sheet by sheet the same places and words, in the other order."""
    alternate = _sheets(tmp_path / "one")
    usual = _sheets(tmp_path / "two", sequence="")
    assert len(usual) == len(alternate) == 6
    for number in range(3):
        for there, here in ((2 * number, number), (2 * number + 1, number + 3)):
            assert usual.text(here) == alternate.text(there)
            assert [b.middle for b in usual.frames(here)] == [b.middle for b in alternate.frames(there)]


def test_a_back_stands_upright_when_its_card_is_turned_over(sheets: tuple[CardPdf, str]) -> None:
    """Turned on its lying edge a sheet comes up upside down: the backs' heads are at its foot."""
    pdf, turn = sheets
    box = pdf.frames(1)[0]
    middle = box.middle[1]
    head = Box(box.left, box.top, box.right, middle) if turn == "long" else Box(box.left, middle, box.right, box.bottom)
    assert _as_seen("Deeds", turn) in squeezed(pdf.words(1, head))


def test_cards_stand_in_the_middle_of_the_paper_edge_to_edge(sheets: tuple[CardPdf, str]) -> None:
    pdf, _ = sheets
    frames = pdf.frames(0)
    width, height = pdf.paper(0)
    for axis, (length, step) in enumerate(((width, 63), (height, 88))):
        places = sorted({round(box.middle[axis], 1) for box in frames})
        assert places == pytest.approx([length / 2 - step, length / 2, length / 2 + step], abs=NEAR_MM)


def test_cut_marks_stand_at_the_edges_of_the_cards_and_in_the_margins(sheets: tuple[CardPdf, str]) -> None:
    pdf, _ = sheets
    for page in (0, 1):
        width, height = pdf.paper(page)
        left, top = (width - 3 * 63) / 2, (height - 3 * 88) / 2
        marks = [b for b in pdf.drawn(page) if min(b.size) < 0.3 and 1 < max(b.size) < 5]
        upright = {round(b.middle[0] - left, 1) for b in marks if b.size[0] < b.size[1]}
        lying = {round(b.middle[1] - top, 1) for b in marks if b.size[0] > b.size[1]}
        assert upright == {0, 63, 126, 189}
        assert lying == {0, 88, 176, 264}
        for mark in marks:
            within = left - 3 < mark.middle[0] < width - left + 3 and top - 3 < mark.middle[1] < height - top + 3
            assert not within, mark


def test_the_ground_of_the_backs_has_no_gap_and_runs_over_the_cut(tmp_path: Path) -> None:
    pdf = _sheets(tmp_path)
    grounds = [box for box in pdf.drawn(1) if box.size[0] > 63 and box.size[1] > 88]
    assert len(grounds) == 9
    assert min(b.left for b in grounds) == pytest.approx(10.5 - 3, abs=NEAR_MM)
    assert max(b.bottom for b in grounds) == pytest.approx(297 - 16.5 + 3, abs=NEAR_MM)
    lefts = sorted({round(b.left, 2) for b in grounds})
    rights = sorted({round(b.right, 2) for b in grounds})
    assert all(right > left for right, left in zip(rights, lefts[1:], strict=False))


@pytest.mark.slow
def test_every_entry_of_the_declared_sets_is_on_a_card(tmp_path: Path) -> None:
    """Read with PyYAML alone: what the data hold, and on the cards the page that only that entry has."""
    printed = make(the_book(), CardOrder("single"), tmp_path / "all.pdf")
    assert not printed.findings
    pdf = CardPdf(tmp_path / "all.pdf")
    folios = made_up_numbers(the_book()).folios
    pages = {folio: anchor for anchor, folio in folios.items()}
    on_cards: dict[str, int] = {}
    for page in range(len(pdf)):
        text = pdf.text(page)
        folio = next(line.split("p. ")[1] for line in text.replace("\u00a0", " ").splitlines() if "p. " in line)
        anchor = pages[folio.split()[0]]
        on_cards[anchor] = on_cards.get(anchor, 0) + 1
    expected: set[str] = set()
    for deck in load_yaml(REPOSITORY / "content/products/cards.yaml")["decks"]:
        for source in deck["cards"]:
            for entry in load_yaml(REPOSITORY / f"content/data/{source['set']}.yaml")["entries"]:
                if "through" not in source:
                    expected.add(f"{source['set']}:{entry['id']}")
                    continue
                found = entry[source["through"]]
                expected |= {f"lore:{id_}" for id_ in (found if isinstance(found, list) else [found])}
    assert set(on_cards) == expected
    assert set(on_cards.values()) == {1}
    assert len(expected) > 180


def test_a_card_has_its_title_cost_short_form_and_page(tmp_path: Path) -> None:
    make(the_book(), CardOrder("single", ("vows",)), tmp_path / "vows.pdf")
    pdf = CardPdf(tmp_path / "vows.pdf")
    vows = load_yaml(REPOSITORY / "content/data/vows.yaml")["entries"]
    folios = made_up_numbers(the_book()).folios
    assert len(pdf) == len(vows) == 12
    for page, vow in enumerate(vows):
        words = " ".join(pdf.text(page).split())
        for part in (vow["name"], vow["count"], "Reward", f"p. {folios['vows:' + vow['id']]}"):
            assert part in words.replace("\u00a0", " "), (page, part)
        boxes = [b for b in pdf.drawn(page) if b.size == pytest.approx((4, 4), abs=0.3)]
        assert len(boxes) == int(vow["count"])
    assert "Take a Foe Out of Action with the Assault Deed." in " ".join(pdf.text(0).split())


def test_a_value_stands_in_place_of_the_letter_of_its_term(tmp_path: Path) -> None:
    make(the_book(), CardOrder("single", ("equipment",)), tmp_path / "e.pdf")
    pdf = CardPdf(tmp_path / "e.pdf")
    text = " ".join(" ".join(pdf.text(page).split()) for page in range(len(pdf)))
    assert "Damage (+2) Damage dealt is modified by +2." in text
    assert "modified by X" not in text


def test_low_ink_is_black_alone_without_areas(tmp_path: Path) -> None:
    printed = make(
        the_book(),
        CardOrder("a4", ("vows", "light"), backs=True, low_ink=True, sequence="alternate"),
        tmp_path / "low.pdf",
    )
    assert not printed.findings
    reader = PdfReader(tmp_path / "low.pdf")
    colours = set()
    for page in reader.pages:
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"rg", b"RG", b"g", b"G", b"sc", b"SC", b"scn", b"SCN", b"k", b"K"):
                colours.add(tuple(float(o) for o in operands))
    assert colours
    assert {value for colour in colours for value in colour} == {0.0}
    pdf = CardPdf(tmp_path / "low.pdf")
    assert not [box for box in pdf.drawn(1) if min(box.size) > 62]
    make(the_book(), CardOrder("a4", ("vows",), backs=True, sequence="alternate"), tmp_path / "full.pdf")
    assert [box for box in CardPdf(tmp_path / "full.pdf").drawn(1) if min(box.size) > 62]


def test_single_cards_have_their_bleed_and_the_right_boxes(tmp_path: Path) -> None:
    printed = make(the_book(), CardOrder("single", ("shadow",), backs=True), tmp_path / "single.pdf")
    assert printed.pages == 8
    bleed, width, height = (mm * 72 / 25.4 for mm in (3, 63, 88))
    for page in PdfReader(tmp_path / "single.pdf").pages:
        media = [float(v) for v in page.mediabox]
        assert media[2] - media[0] == pytest.approx(width + 2 * bleed, abs=0.01)
        assert media[3] - media[1] == pytest.approx(height + 2 * bleed, abs=0.01)
        assert [float(v) for v in page.bleedbox] == pytest.approx(media, abs=0.01)
        trim = [media[0] + bleed, media[1] + bleed, media[2] - bleed, media[3] - bleed]
        assert [float(v) for v in page.trimbox] == pytest.approx(trim, abs=0.01)
    pdf = CardPdf(tmp_path / "single.pdf")
    (ground,) = (box for box in pdf.drawn(1) if box.size[0] > 63)
    assert ground.size == pytest.approx((69, 94), abs=0.05)
    assert (ground.left, ground.top) == pytest.approx((0, 0), abs=0.05)


def test_the_same_cards_are_the_same_bytes(tmp_path: Path) -> None:
    order = CardOrder("a4", ("light",), backs=True)
    for name in ("one", "two"):
        make(the_book(), order, tmp_path / f"{name}.pdf")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_no_type_is_smaller_than_seven_points() -> None:
    page = load_page(REPOSITORY / "styles" / "page.yaml")
    least = {
        n: v.pt
        for n, v in page.values.items()
        if n.startswith("cards-") and n.endswith("-least") and isinstance(v, Length)
    }
    assert len(least) == 6
    assert min(least.values()) >= 7


def test_a_text_that_is_too_long_is_found_by_card_and_amount(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    path = root / "content/data/blessings.yaml"
    long = "    short: |\n" + "      All Pilgrims may use this until the Turn ends, and then once more again.\n" * 40
    text = path.read_text(encoding="utf-8")
    start = text.index("    short: All Pilgrims")
    path.write_text(text[:start] + long, encoding="utf-8")
    loaded = load_book(root)
    assert not loaded.findings
    assert loaded.book is not None
    output = root / "cards.pdf"
    output.write_text("the old one", encoding="utf-8")
    printed = make(loaded.book, CardOrder("a4", ("blessings",)), output)
    assert printed.output is None
    (finding,) = printed.findings
    assert finding.code == "C005"
    assert finding.position.path == "content/data/blessings.yaml"
    assert text.splitlines()[finding.position.line - 1] == "  - id: coluins-voice"
    assert "‘Coluin’s Voice’ (Blessings)" in finding.message
    amount = float(finding.message.split(" mm too high")[0].split()[-1])
    # Forty sentences of two lines each, in the 7 pt of the floor on 1.24 times that, against some 55 mm of room.
    lines = (amount + 54.6) / (7 * 1.24 * 25.4 / 72)
    assert 55 < lines < 82
    assert output.read_text(encoding="utf-8") == "the old one"

    # The check that is at work beside it is still there to be asked.
    progress = Progress(Console(file=io.StringIO()))
    sound = begun_check(the_book(), progress)
    order = CardOrder("a4", ("blessings",))
    assert cards_of(loaded.book, order, output, progress, made_up_numbers(loaded.book), sound) == printed
    sound()


def test_a_word_that_is_too_wide_is_found(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    path = root / "content/data/blessings.yaml"
    text = path.read_text(encoding="utf-8").replace("name: Coluin’s Voice", f"name: {'Coluin' * 9}")
    path.write_text(text, encoding="utf-8")
    book = load_book(root).book
    assert book is not None
    printed = make(book, CardOrder("a4", ("blessings",)), root / "cards.pdf")
    (finding,) = printed.findings
    assert "mm too wide" in finding.message
    assert "the title of the card" in finding.message


def test_what_is_wrong_with_the_joined_file_alone_is_found_and_keeps_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parts are sound, and joined in another order than asked for."""
    join = joining.join_pdfs
    monkeypatch.setattr(joining, "join_pdfs", lambda parts, order, output: join(parts, order[::-1], output))
    output = tmp_path / "cards.pdf"
    output.write_text("the old one", encoding="utf-8")
    printed = make(the_book(), CardOrder("a4", DECKS), output)
    assert printed.output is None
    assert {finding.code for finding in printed.findings} >= {"P104"}
    assert len(set(printed.findings)) == len(printed.findings)
    assert any(finding.message.startswith("page 3: ") for finding in printed.findings)
    assert output.read_text(encoding="utf-8") == "the old one"
    assert list(tmp_path.iterdir()) == [output]
