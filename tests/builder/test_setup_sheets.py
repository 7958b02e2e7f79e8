"""Set-up sheets: every row of the lists, in its own words, with the right side up."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest

from builder.print import setup_sheets
from builder.print.paper import MARGIN
from builder.print.setup_lists import PlacementGroup, sections, where
from builder.print.setup_sheets import face_up, map_part, setup_sheet
from hexmarshal.art.counter import cards
from hexmarshal.art.map import map_thumbnail, thumbnail_layout
from hexmarshal.art.map.layout import Extent
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement
from tests.art.layout import faults
from tests.games import shipped_game


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("narva")


@pytest.fixture(scope="module")
def texts(game: Game) -> list[str]:
    document = pypdfium2.PdfDocument(setup_sheet(game, game.scenario("campaign"), "a4"))
    return [document[i].get_textpage().get_text_range() for i in range(len(document))]


@pytest.mark.parametrize(
    ("labels", "whole"), [(["2020", "2424"], False), (["0145", "3401"], True), ([], True)]
)
def test_the_map_shows_the_hexes_in_use_and_a_margin(
    game: Game, labels: list[str], whole: bool
) -> None:
    layout, drawing = thumbnail_layout(game), map_thumbnail(game)
    hexes = [game.board.grid.parse(label) for label in labels]
    shown = map_part(layout, hexes, drawing)
    for hex_ in hexes:
        x, y = layout.centre(hex_)
        assert shown.x < x < shown.right
        assert shown.y < y < shown.bottom
    assert (shown == Extent(0, 0, drawing.width, drawing.height)) is whole
    assert 0 <= shown.x < shown.right <= drawing.width
    assert 0 <= shown.y < shown.bottom <= drawing.height


def test_every_row_of_the_lists_is_printed_with_its_section(game: Game, texts: list[str]) -> None:
    text = "\n".join(texts[1:])
    for placement in game.scenario("campaign").placements:
        assert placement.rule in text
        if placement.hex is not None:
            assert game.board.grid.label(placement.hex) in text


def test_each_row_has_one_picture(game: Game) -> None:
    scenario = game.scenario("campaign")
    groups = [lot for _, groups in sections(game, scenario) for lot in groups]
    listed = [placement for _, _, placements in groups for placement in placements]
    assert sorted(map(repr, listed)) == sorted(map(repr, scenario.placements))


@pytest.mark.parametrize(
    ("counter", "hex_"),
    [
        ("g-61-151g", "2626"),
        ("g-61-176g", "1220"),
        ("g-227-227-pio", "2132"),
        ("g-225-376g", "0607"),
    ],
)
def test_a_reduced_unit_shows_its_reduced_side(game: Game, counter: str, hex_: str) -> None:
    (placement,) = [p for p in game.scenario("campaign").placements if p.counter == counter]
    assert where(game, placement) == hex_
    card = cards(game)[counter]
    assert face_up(card, placement.steps_lost) is card.back
    assert face_up(card, 0) is card.front


def test_a_back_that_is_not_a_reduced_side_stays_down(game: Game) -> None:
    card = replace(cards(game)["g-61-151g"], reverse="move mode")
    line = Placement("campaign", "g-61-151g", "setup", steps_lost=1)
    assert face_up(card, line.steps_lost) is card.front


def test_where_uses_the_words_of_the_lists(game: Game) -> None:
    grid = game.board.grid
    here, there = grid.parse("2626"), grid.parse("0920")
    line = Placement("campaign", "g-61-151g", "setup")
    assert where(game, replace(line, hex=there)) == "0920"
    assert where(game, replace(line, hex=here, within=3)) == "within 3 of 2626"
    assert where(game, replace(line, hexes=(here, there))) == "2626 or 0920"
    assert where(game, replace(line, hexes=(here, there), within=1)) == "within 1 of 2626 or 0920"
    kept = replace(line, hex=here, within=3, inside="west bank")
    assert where(game, kept) == "within 3 of 2626 in west bank"
    assert where(game, replace(line, place="Luftwaffe Box")) == "Luftwaffe Box"
    assert where(game, replace(line, entry="A")) == "entry A"


def test_arrivals_are_listed_by_turn_and_entry(texts: list[str]) -> None:
    text = "\n".join(texts)
    assert "Turn 1, entry A" in text
    assert "Turn 2, entry D" in text
    assert "Turn 2, Merekula" in text


def test_first_turn_rules_and_notes_are_printed(game: Game, texts: list[str]) -> None:
    text = " ".join("\n".join(texts).split())
    for rule, note in game.scenario("campaign").notes:
        assert rule in text
        assert note in text
    assert "14.10 B" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_text_on_a_page_touches_another(game: Game, paper: str) -> None:
    scenario = game.scenario("campaign")
    for page in setup_sheets.pages(game, scenario, paper)[1:]:
        assert faults(page, MARGIN - 6, 0.0) == []


def test_sheets_are_the_same_bytes_every_time(game: Game) -> None:
    scenario = game.scenario("campaign")
    assert setup_sheet(game, scenario, "letter") == setup_sheet(game, scenario, "letter")


def test_an_unknown_paper_is_refused(game: Game) -> None:
    with pytest.raises(KeyError):
        setup_sheet(game, game.scenario("campaign"), "foolscap")


@pytest.fixture(scope="module")
def baltic() -> Game:
    return shipped_game("baltic-gap")


def test_lists_ordered_by_place_are_grouped_by_place(baltic: Game, game: Game) -> None:
    titles = [title for title, _, _ in _at_start(baltic, "5.7")]
    assert {"Within 3 of W5.25", "W26.34"} <= set(titles)
    assert "61st Division" in [title for title, _, _ in _at_start(game, "campaign")]


def _at_start(game: Game, scenario: str) -> list[PlacementGroup]:
    found = sections(game, game.scenario(scenario))
    return next(groups for heading, groups in found if heading.endswith("at start"))


def test_long_remarks_are_printed_once_below_their_group(baltic: Game) -> None:
    document = pypdfium2.PdfDocument(setup_sheet(baltic, baltic.scenario("5.7"), "a4"))
    text = "\n".join(document[i].get_textpage().get_text_range() for i in range(len(document)))
    remark = "12 steps lost in total among these units"
    assert text.count(remark) == 1  # E32.32: six divisions
    assert text.count(f"* {remark}") == 1


def test_no_text_of_a_sheet_with_notes_touches_another(baltic: Game) -> None:
    for page in setup_sheets.pages(baltic, baltic.scenario("5.7"), "letter")[1:]:
        assert faults(page, MARGIN - 6, 0.0) == []
