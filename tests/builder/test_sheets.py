"""Counter sheets: every piece once, fronts over backs, exact sizes, nothing touching."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace
from itertools import pairwise

import pypdfium2
import pytest

from builder.print import counter_sheets as sheets
from builder.print.cover import cover_pages
from builder.print.paper import PAPERS
from hexmarshal.art.counter import Card, copies
from hexmarshal.art.counter.symbols import ARMS
from hexmarshal.art.drawing import PT_PER_MM, Polylines, shapes
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from tests.art.layout import faults
from tests.builder.conftest import Workshop
from tests.games import shipped_game

HOME = ("a4", "letter")


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("narva")


def dealt(game: Game, paper: str) -> tuple[sheets.SheetGrid, list[sheets.CounterSheet]]:
    pieces = copies(game)
    layout = sheets.grid(paper, 36)
    return layout, sheets.sheets(game, pieces, layout)


@pytest.mark.parametrize("paper", HOME)
@pytest.mark.parametrize("size", [36.0, 15 * PT_PER_MM, 20 * PT_PER_MM])
def test_backs_are_behind_their_fronts(paper: str, size: float) -> None:
    layout = sheets.grid(paper, size)
    for cell in range(layout.cells):
        front, back = layout.at(cell, mirrored=False), layout.at(cell, mirrored=True)
        assert front[1] == back[1]
        # turned along the long edge, the back's right edge lies behind the front's left edge
        assert back[0] + size == pytest.approx(layout.page[0] - front[0])


@pytest.mark.parametrize("paper", HOME)
@pytest.mark.parametrize("size", [36.0, 15 * PT_PER_MM, 20 * PT_PER_MM])
def test_marks_and_counters_keep_to_the_printable_page(paper: str, size: float) -> None:
    layout = sheets.grid(paper, size)
    marks = next(sheets.cutting_marks(layout, layout.rows))
    assert isinstance(marks, Polylines)
    points = [point for line in marks.lines for point in line]
    left, right = sheets.MARGIN, layout.page[0] - sheets.MARGIN
    top, bottom = sheets.MARGIN, layout.page[1] - sheets.MARGIN - sheets.FOOT
    assert all(left - 0.01 <= x <= right + 0.01 for x, _ in points)
    assert all(top <= y <= bottom + 0.01 for _, y in points)


def test_marks_are_outside_the_counters_at_both_edges_of_each() -> None:
    layout = sheets.grid("a4", 36)
    marks = next(sheets.cutting_marks(layout, 3))
    assert isinstance(marks, Polylines)
    upright = sorted({a[0] for a, b in marks.lines if a[0] == b[0]})
    assert len(upright) == 2 * layout.columns
    assert upright[0] == pytest.approx(layout.left)
    assert upright[1] - upright[0] == pytest.approx(36)
    assert upright[2] - upright[1] == pytest.approx(sheets.GUTTER)
    art_top = layout.top - sheets.BLEED
    art_bottom = layout.top + 2 * layout.pitch + 36 + sheets.BLEED
    for a, b in marks.lines:
        if a[0] == b[0]:
            assert max(a[1], b[1]) < art_top or min(a[1], b[1]) > art_bottom


def test_bleeds_do_not_meet() -> None:
    assert 2 * sheets.BLEED < sheets.GUTTER


@pytest.mark.parametrize("paper", HOME)
def test_every_piece_is_on_the_sheets_once(game: Game, paper: str) -> None:
    _, found = dealt(game, paper)
    on_paper = Tally(card.counter for sheet in found for card in sheet.cells if card)
    assert on_paper == {counter.id: counter.count for counter in game.counters.values()}


def test_a_sheet_names_its_sides_and_no_row_mixes_two(game: Game) -> None:
    titles = {side.id: side.title for side in game.sides} | {"": "Both sides"}
    layout, found = dealt(game, "a4")
    for sheet in found:
        whose = [titles[game.counters[card.counter].side] if card else "" for card in sheet.cells]
        assert ", ".join(dict.fromkeys(filter(None, whose))) == sheet.label
        for row in range(0, len(whose), layout.columns):
            assert len({*whose[row : row + layout.columns]} - {""}) <= 1


def test_a_small_game_fits_on_one_sheet(built: Workshop) -> None:
    _, found = dealt(load(built.folders), "a4")
    assert [(sheet.label, sheet.of) for sheet in found] == [("All counters", 1)]


def test_counters_are_drawn_at_their_exact_size(game: Game) -> None:
    card = copies(game)[0]
    for size in (36.0, 15 * PT_PER_MM):
        group = sheets.counter(Card(card.counter, size, card.front), 100, 50, back=False)
        assert group.move == (100, 50)
        assert group.scale * 36 == pytest.approx(size)
        assert group.clip is not None
        assert (group.clip[1][0] - group.clip[0][0]) * group.scale == pytest.approx(
            size + 2 * sheets.BLEED
        )


def test_one_sided_chits_all_have_the_same_back(game: Game) -> None:
    chits = [card for card in copies(game) if card.front.layout == "chit" and card.back is None]
    backs = [sheets.counter(card, 0, 0, back=True) for card in chits]
    assert len({card.front.palette.base for card in chits}) > 1
    assert len(set(backs)) == 1


@pytest.mark.parametrize("paper", HOME)
def test_pages_say_how_to_print_and_measure_100_mm(game: Game, paper: str) -> None:
    document = pypdfium2.PdfDocument(sheets.counter_sheets(game, paper))
    found = dealt(game, paper)[1]
    assert len(document) == 2 + 2 * len(found)  # the cover fills a sheet of its own
    width, height = PAPERS[paper]
    for i in range(len(document)):
        assert document.get_page_size(i) == pytest.approx((width, height), abs=0.01)
    for i in range(2, len(document)):
        text = document[i].get_textpage().get_text_range()
        assert "100 %" in text
        assert ("back" if i % 2 else "front") in text
    layout = sheets.grid(paper, 36)
    page = sheets.sheet_page(game.title, found[0], layout, mirrored=False)
    lines = [shape for shape in shapes(page.items) if isinstance(shape, Polylines)]
    lengths = [abs(b[0] - a[0]) for shape in lines for a, b in pairwise_of(shape)]
    assert any(length == pytest.approx(100 * PT_PER_MM) for length in lengths)


def pairwise_of(shape: Polylines) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [pair for line in shape.lines for pair in pairwise(line)]


@pytest.mark.parametrize("paper", HOME)
def test_no_text_on_a_page_overflows_or_touches(game: Game, paper: str) -> None:
    layout, found = dealt(game, paper)
    for page in cover_pages(game, layout.page):
        assert faults(page, sheets.MARGIN, 0.0) == []
    for sheet in found:
        for mirrored in (False, True):
            page = sheets.sheet_page(game.title, sheet, layout, mirrored=mirrored)
            assert faults(page, sheets.MARGIN - 1, 0.2) == []


@pytest.mark.parametrize("paper", HOME)
def test_the_key_holds_every_symbol_there_is(game: Game, paper: str) -> None:
    regiment = game.counters["g-61-151g"]
    armed = {type_: replace(regiment, id=type_, type=type_) for type_ in [*ARMS, "breakdown"]}
    strange = {f"thing {i}": replace(regiment, id=f"thing {i}", kind="supply") for i in range(2)}
    many = replace(game, counters={**game.counters, **armed, **strange})
    for page in cover_pages(many, PAPERS[paper]):
        assert faults(page, sheets.MARGIN, 0.0) == []


def test_the_cover_lists_house_values(game: Game) -> None:
    document = pypdfium2.PdfDocument(sheets.counter_sheets(game, "a4"))
    text = " ".join(document[0].get_textpage().get_text_range().split())
    assert "Our own estimates (house values): attack" in text
    assert str(game.about["credits"]) in text


def test_sheets_are_the_same_bytes_every_time(game: Game) -> None:
    assert sheets.counter_sheets(game, "a4") == sheets.counter_sheets(game, "a4")


def test_an_unknown_paper_is_refused(game: Game) -> None:
    with pytest.raises(KeyError):
        sheets.counter_sheets(game, "foolscap")
