"""Grids: worked examples, results of the engine, and properties of all grids."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.boards import OFFBOARD, Board, MapBoards, PlacedBoard
from hexmarshal.vassal.grid import (
    GridNumbering,
    HexGrid,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
)
from hexmarshal.vassal.module import parse_module
from hexmarshal.vassal.polygon import PixelPolygon, Point
from hexmarshal.vassal.save import BoardAt

SIZE = (1000, 900)
HERE = Path(__file__).parent


def hexes(**numbering: object) -> HexGrid:
    return HexGrid(40, 42, 72.0, 84.0, numbering=GridNumbering(**numbering))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("grid", "point", "label"),
    [
        (hexes(stagger=False), (832, 336), "1204"),
        (hexes(stagger=True), (832, 336), "1205"),
        (hexes(stagger=False, v_descend=True), (832, 336), "1211"),
        (hexes(stagger=True, v_descend=True), (832, 336), "1210"),
        (hexes(stagger=False, h_descend=True), (832, 336), "0204"),
        (hexes(stagger=False, first="V", sep="."), (832, 336), "04.12"),
        (hexes(stagger=False, h_type="A", h_off=0), (832, 336), "L04"),
        (hexes(stagger=False, h_leading=0, v_leading=2, sep="-"), (832, 336), "12-004"),
        # Unsnapped: rectangles number it, not hexagons.
        (hexes(stagger=False), (785, 336), "1105"),
    ],
)
def test_worked_examples(grid: HexGrid, point: Point, label: str) -> None:
    assert grid.name(point, SIZE) == label


@pytest.mark.parametrize(
    ("numbering", "label"),
    [
        (GridNumbering(stagger=False), "1204"),
        (GridNumbering(stagger=False, h_descend=True), "1210"),
        (GridNumbering(stagger=False, v_descend=True), "0304"),
    ],
)
def test_worked_examples_sideways(numbering: GridNumbering, label: str) -> None:
    grid = HexGrid(40, 42, 72.0, 84.0, sideways=True, numbering=numbering)
    assert grid.name((336, 832), SIZE) == label


def test_snapping_finds_the_hex_that_holds_the_pixel() -> None:
    grid = hexes(stagger=False)
    assert grid.snap((785, 336)) == (832, 336)
    assert grid.name(grid.snap((785, 336)), SIZE) == "1204"
    assert HexGrid(40, 42, 72.0, 84.0, snap_to=False).snap((785, 336)) == (785, 336)
    assert HexGrid(40, 42, 72.0, 84.0, snap_to=False).snap((785, 336), force=True) == (832, 336)


# A flat-top map numbered xxyy with rows that grow upwards: the recipe for such maps, whose 1,400
# names were compared with the engine's. (X1, T, rows): centre x of column 1, y of row N.
def test_the_recipe_for_rows_that_grow_upwards() -> None:
    dx, dy, x1, top, rows, columns, height = 78, 90, 202, 165, 40, 35, 3645
    numbering = GridNumbering(
        h_off=0, v_off=rows - int(height / dx + 0.5), v_descend=True, stagger=False
    )
    grid = HexGrid(x1 - dx, top, float(dx), float(dy), numbering=numbering)
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            x = x1 + dx * (column - 1)
            y = top + dy * (rows - row) + (dy // 2 if column % 2 else 0)
            label = f"{column:02d}{row:02d}"
            assert grid.name((x, y), (2730, height)) == label
            assert grid.locate(label, (2730, height)) == (x, y)
            assert grid.snap((x, y)) == (x, y)


def test_the_recipe_for_rows_that_grow_upwards_and_columns_to_the_left() -> None:
    dx, dy, top_row, left, xl, yt = 78, 90, 62, 69, 165, 152
    size = (3195, 4862)
    numbering = GridNumbering(
        sep=".",
        h_leading=0,
        h_descend=True,
        v_descend=True,
        stagger=False,
        h_off=top_row - int(size[1] / dx + 0.5),
        v_off=left - int(size[0] / dy + 0.5),
        location_format="E$gridLocation$",
    )
    grid = HexGrid(yt, xl, float(dx), float(dy), sideways=True, numbering=numbering)
    for row in (62, 61, 9, 1):
        for column in (69, 68, 36, 35):
            x = xl + dy * (left - column) + (dy // 2 if row % 2 else 0)
            y = yt + dx * (top_row - row)
            label = f"E{row}.{column:02d}"
            assert grid.name((x, y), size) == label
            assert grid.locate(label, size) == (x, y)


NUMBERINGS = st.builds(
    GridNumbering,
    first=st.sampled_from("HV"),
    sep=st.sampled_from([".", "-", "/"]),
    h_type=st.just("N"),
    v_type=st.just("N"),
    h_leading=st.integers(0, 3),
    v_leading=st.integers(0, 3),
    h_off=st.integers(-20, 60),
    v_off=st.integers(-20, 60),
    h_descend=st.booleans(),
    v_descend=st.booleans(),
    stagger=st.just(False),
    location_format=st.sampled_from(["$gridLocation$", "E $gridLocation$", "$row$:$column$"]),
)
GRIDS = st.builds(
    HexGrid,
    x0=st.integers(-99, 99),
    y0=st.integers(-99, 99),
    dx=st.integers(4, 30).map(lambda n: n * 6.0),
    dy=st.integers(12, 90).map(lambda n: n * 2.0),
    sideways=st.booleans(),
    numbering=NUMBERINGS,
)


@given(GRIDS, st.integers(-5, 40), st.integers(-5, 40))
def test_a_centre_snaps_to_itself_and_its_name_leads_back(
    grid: HexGrid, column: int, row: int
) -> None:
    center = grid.center(column, row)
    assert grid.cell(center) == (column, row)
    name = grid.name(center, SIZE)
    assert name is not None
    assert grid.locate(name, SIZE) == center


@given(GRIDS, st.integers(-300, 3000), st.integers(-300, 3000))
def test_snapping_twice_is_snapping_once(grid: HexGrid, x: int, y: int) -> None:
    once = grid.snap((x, y))
    if abs(grid.dx / grid.dy - 0.866) < 0.2:
        assert grid.snap(once) == once


def test_names_that_are_none_of_the_grids() -> None:
    grid = hexes(stagger=False)
    for name in ("", "1", "12", "12x4", "A1", "1204 "):
        assert grid.locate(name, SIZE) is None
    assert HexGrid().locate("1204", SIZE) is None
    assert HexGrid().name((3, 3), SIZE) is None
    assert hexes(location_format="$row$").locate("04", SIZE) is None


def test_letters() -> None:
    grid = SquareGrid(
        0, 0, 10.0, 10.0, numbering=GridNumbering(h_type="A", h_off=0, v_off=0, sep="-")
    )
    labels = {0: "A", 25: "Z", 26: "AA", 27: "BB", 52: "AAA"}
    for column, letters in labels.items():
        assert grid.name((column * 10, 30), SIZE) == f"{letters}-03"
        assert grid.locate(f"{letters}-03", SIZE) == (column * 10, 30)
    assert grid.name((-20, 0), SIZE) == "-C-00"


def test_square_grids_snap_to_centres_edges_and_corners() -> None:
    assert SquareGrid(0, 0, 50.0, 50.0).snap((30, 70)) == (50, 50)
    assert SquareGrid(0, 0, 50.0, 50.0, corners_legal=True).snap((30, 70)) == (25, 75)
    both = SquareGrid(0, 0, 50.0, 50.0, corners_legal=True, edges_legal=True)
    assert both.snap((30, 51)) == (25, 50)
    assert both.snap((30, 51), center_only=True) == (25, 50)


def test_regions_answer_by_nearness() -> None:
    grid = RegionGrid((("A", 10, 10), ("B", 100, 10)))
    assert grid.name((50, 10), SIZE) == "A"
    assert grid.name((60, 300), SIZE) == "B"
    assert grid.snap((60, 300)) == (100, 10)
    assert grid.locate("B", SIZE) == (100, 10)
    assert grid.locate("C", SIZE) is None
    assert RegionGrid().name((1, 1), SIZE) is None


SQUARE = ((10, 10), (110, 10), (110, 60), (10, 60))


@pytest.mark.parametrize(
    ("point", "inside"),
    [((10, 10), True), ((109, 59), True), ((110, 30), False), ((50, 60), False), ((9, 30), False)],
)
def test_right_and_bottom_edges_lie_outside(point: Point, inside: bool) -> None:
    assert PixelPolygon(SQUARE).holds(point) is inside


def test_polygons_of_no_area_hold_nothing() -> None:
    for path in ((), ((1, 1),), ((1, 1), (9, 9)), ((1, 1), (9, 1), (5, 1))):
        assert not PixelPolygon(path).holds((1, 1))


def zoned() -> ZonedGrid:
    squares = SquareGrid(0, 0, 10.0, 10.0, numbering=GridNumbering(v_descend=True))
    regions = RegionGrid((("Box", 20, 20), ("Other", 500, 500)))
    back = HexGrid(0, 0, 60.0, 70.0, numbering=GridNumbering(stagger=False))
    return ZonedGrid(
        (
            Zone("First", SQUARE, "$name$ $gridLocation$", squares),
            Zone("Second", ((0, 0), (300, 0), (300, 300), (0, 300)), "$gridLocation$", regions),
            Zone("Plain", ((300, 0), (400, 0), (400, 90), (300, 90)), "$name$"),
            Zone("Own", ((400, 0), (500, 0), (500, 90), (400, 90)), "$gridLocation$", None, True),
        ),
        back,
    )


def test_zones_answer_in_the_order_of_the_file() -> None:
    grid = zoned()
    # The first zone is 50 high: rows count down from floor(50 / 10 + 0.5) = 5.
    assert grid.name((20, 20), SIZE) == "First 0304"
    assert grid.name((200, 200), SIZE) == "Box"
    assert grid.name((350, 50), SIZE) == "Plain"
    assert grid.name((420, 70), SIZE) == "0802"
    assert grid.name((600, 70), SIZE) == "1102"
    assert grid.snap((21, 23)) == (20, 20)
    assert grid.snap((350, 51)) == (350, 51)


def test_names_of_zones_lead_back() -> None:
    grid = zoned()
    assert grid.locate("First 0304", SIZE) == (20, 20)
    assert grid.locate("Plain", SIZE) == (350, 45)
    assert grid.locate("Other", SIZE) is None
    # The region's point lies in the zone, which is enough; the first zone only names it.
    assert grid.locate("Box", SIZE) == (20, 20)
    assert grid.locate_region("Box") == (20, 20)


def test_boards_lie_side_by_side_inside_the_edge() -> None:
    grid = SquareGrid(5, 5, 10.0, 10.0, numbering=GridNumbering())
    boards = [Board(name, size, grid) for name, size in (("A", (100, 80)), ("B", (60, 50)))]
    layout = ((boards[0], BoardAt("A")), (boards[1], BoardAt("B", 1, 0)))
    sheet = MapBoards.lay("Main Map", (7, 9), layout)
    assert [placed.origin for placed in sheet.boards] == [(7, 9), (107, 9)]
    assert sheet.name((107 + 15, 9 + 25)) == "0203"
    assert sheet.name((107 + 15, 9 + 55)) == OFFBOARD
    assert sheet.name((3, 3)) == OFFBOARD
    assert sheet.locate("0203") == (7 + 15, 9 + 25)
    assert sheet.locate("0203", "B") == (107 + 15, 9 + 25)


def test_a_reversed_board_is_turned_about() -> None:
    grid = SquareGrid(5, 5, 10.0, 10.0, numbering=GridNumbering())
    board = Board("A", (100, 80), grid, reversible=True)
    sheet = MapBoards.lay("M", (0, 0), ((board, BoardAt("A", reversed=True)),))
    assert sheet.name((95, 75)) == "0101"
    assert sheet.locate("0101") == (95, 75)
    assert PlacedBoard(board, (0, 0)).local((3, 4)) == (3, 4)


def test_decks_name_their_own_pixel() -> None:
    sheet = MapBoards("M", (), {(5, 6): "Cup"})
    assert sheet.name((5, 6)) == "Cup"
    assert sheet.name((5, 7)) == OFFBOARD


def test_what_the_engine_said_of_random_pixels_on_random_grids() -> None:
    """480 pixels on 40 maps: VASSAL 3.7.26's location name and the point it snaps to."""
    module = parse_module((HERE / "engine_grids.xml").read_bytes())
    sheets = {found.name: found.sheet() for found in module.maps}
    lines = (HERE / "engine_grids.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        name, x, y, snap_x, snap_y, label = line.split("\t")
        point = int(x), int(y)
        assert sheets[name].name(point) == label, line
        assert sheets[name].snap(point) == (int(snap_x), int(snap_y)), line
    assert len(lines) == 480
