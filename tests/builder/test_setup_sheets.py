"""Set-up sheets: every line of the lists, in its own words, the right side up."""

from __future__ import annotations

from dataclasses import replace

import pypdfium2
import pytest

from builder.print import setup_sheets
from builder.print.paper import MARGIN
from builder.print.setup_lists import Listed, chapters, where
from builder.print.setup_sheets import _shown, lying, setup_sheet
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
def test_the_map_shows_where_counters_stand_and_what_lies_around(
    game: Game, labels: list[str], whole: bool
) -> None:
    layout, drawing = thumbnail_layout(game), map_thumbnail(game)
    hexes = [game.board.grid.parse(label) for label in labels]
    shown = _shown(layout, hexes, drawing)
    for hex_ in hexes:
        x, y = layout.centre(hex_)
        assert shown.x < x < shown.right
        assert shown.y < y < shown.bottom
    assert (shown == Extent(0, 0, drawing.width, drawing.height)) is whole
    assert 0 <= shown.x < shown.right <= drawing.width
    assert 0 <= shown.y < shown.bottom <= drawing.height


def test_every_line_of_the_lists_is_printed_with_its_section(game: Game, texts: list[str]) -> None:
    text = "\n".join(texts[1:])
    for placement in game.scenario("campaign").placements:
        assert placement.rule in text
        if placement.hex is not None:
            assert game.board.grid.label(placement.hex) in text


def test_counters_are_pictured_once_a_line(game: Game) -> None:
    scenario = game.scenario("campaign")
    lots = [lot for _, groups in chapters(game, scenario) for lot in groups]
    told = [placement for _, _, placements in lots for placement in placements]
    assert sorted(map(repr, told)) == sorted(map(repr, scenario.placements))


@pytest.mark.parametrize(
    ("counter", "hex_"),
    [
        ("g-61-151g", "2626"),
        ("g-61-176g", "1220"),
        ("g-227-227-pio", "2132"),
        ("g-225-376g", "0607"),
    ],
)
def test_a_reduced_unit_lies_with_its_reduced_side_up(game: Game, counter: str, hex_: str) -> None:
    (placement,) = [p for p in game.scenario("campaign").placements if p.counter == counter]
    assert where(game, placement) == hex_
    card = cards(game)[counter]
    assert lying(card, placement.steps_lost) is card.back
    assert lying(card, 0) is card.front


def test_a_back_that_is_no_reduced_side_is_not_turned_up(game: Game) -> None:
    card = replace(cards(game)["g-61-151g"], reverse="move mode")
    line = Placement("campaign", "g-61-151g", "setup", steps_lost=1)
    assert lying(card, line.steps_lost) is card.front


def test_where_says_it_in_the_lists_words(game: Game) -> None:
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


def test_arrivals_stand_under_turn_and_entry(texts: list[str]) -> None:
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


def _at_start(game: Game, scenario: str) -> list[Listed]:
    found = chapters(game, game.scenario(scenario))
    return next(groups for heading, groups in found if heading.endswith("at start"))


def test_long_remarks_are_told_once_below_their_group(baltic: Game) -> None:
    document = pypdfium2.PdfDocument(setup_sheet(baltic, baltic.scenario("5.7"), "a4"))
    text = "\n".join(document[i].get_textpage().get_text_range() for i in range(len(document)))
    told = "12 steps lost among those marked so"
    assert text.count(told) == 1  # E32.32: six divisions
    assert text.count(f"* {told}") == 1


def test_no_text_of_a_sheet_with_notes_touches_another(baltic: Game) -> None:
    for page in setup_sheets.pages(baltic, baltic.scenario("5.7"), "letter")[1:]:
        assert faults(page, MARGIN - 6, 0.0) == []
