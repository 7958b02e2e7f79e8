"""Every hex of every kind of numbering must have its printed number in VASSAL."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from builder.module.grid import board_grid, on_map, ring_of, space_zones
from hexmarshal.art.map.layout import Extent, MapLayout, field_extent, steps
from hexmarshal.game.board import Box
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.numbering import MapSheet, Numbering
from hexmarshal.vassal.buildfile import component
from hexmarshal.vassal.grid import ZonedGrid
from hexmarshal.vassal.module import map_grids

PAIR = (78, 90)


def layout_of(grid: HexField, left: int = 150, top: int = 120) -> MapLayout:
    """A layout at one pixel a point, with the hex field at (left, top)."""
    west, south, east, north = field_extent(grid)
    step = steps(grid.orientation, float(PAIR[1]), PAIR)
    flat = grid.orientation is Orientation.FLAT
    x = round(-west * step[0]) + left
    y = round(north * step[1]) + top
    width, height = (east - west) * step[0] + 2 * left, (north - south) * step[1] + 2 * top
    return MapLayout(
        grid=grid,
        width=width,
        height=height,
        origin=(x, y),
        step=step,
        px_per_pt=1.0,
        step_px=PAIR if flat else (PAIR[1], PAIR[0]),
        frame=Extent(left, top, width - 2 * left, height - 2 * top),
        spaces={("box", "Box"): Extent(1, 2, 100, 60), ("track", "1"): Extent(5, 70, 20, 20)},
    )


def grid_in_play(layout: MapLayout, boxes: tuple[Box, ...] = ()) -> ZonedGrid:
    """The board's grid as read from the build file."""
    found = next(map_grids(component("Board", board_grid(layout, space_zones(layout, boxes)))))
    assert isinstance(found, ZonedGrid)
    return found


def wrong_names(grid: HexField) -> Iterator[tuple[str, str]]:
    layout = layout_of(grid)
    zoned = grid_in_play(layout)
    for hex_ in grid.numbers:
        centre, label = layout.centre_px(hex_), grid.label(hex_)
        found = zoned.name(centre, layout.size_px)
        if found != label or zoned.locate(label, layout.size_px) != centre:
            yield label, found or ""


@settings(max_examples=60, deadline=None)
@given(
    orientation=st.sampled_from(Orientation),
    shifted=st.sampled_from(["odd", "even"]),
    pushes=st.booleans(),
    columns_grow=st.sampled_from(["east", "west"]),
    rows_grow=st.sampled_from(["north", "south"]),
    first=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    size=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    form=st.sampled_from(
        [
            "{column:02}{row:02}",
            "{column:02}.{row:02}",
            "{row}.{column:02}",
            "A{row:03}-{column}z",
            "{column:A}{row}",
            "{column}{row:A}",
        ]
    ),
)
def test_every_hex_has_its_printed_number_in_vassal(
    orientation: Orientation,
    shifted: str,
    pushes: bool,
    columns_grow: str,
    rows_grow: str,
    first: tuple[int, int],
    size: tuple[int, int],
    form: str,
) -> None:
    toward = ("south", "north") if orientation is Orientation.FLAT else ("east", "west")
    if "A}" in form:
        first = (first[0] + 14, first[1] + 14)  # across Z, AA
    last = (first[0] + size[0], first[1] + size[1])
    sheet = MapSheet("", form, first[0], last[0], first[1], last[1])
    grid = HexField(
        Numbering(orientation, (sheet,), shifted, toward[pushes], columns_grow, rows_grow)
    )
    assert list(wrong_names(grid)) == []


def test_two_sheets_that_share_a_column() -> None:
    sheets = (
        MapSheet("E", "E{row}.{column:02}", 1, 35, 1, 62),
        MapSheet("W", "W{row}.{column:02}", 1, 35, 1, 55, 34),
    )
    grid = HexField(Numbering(Orientation.POINTY, sheets, "odd", "east", "west", "north"))
    assert list(wrong_names(grid)) == []
    assert on_map(grid) == '(CurrentZone=="Map E" || CurrentZone=="Map W")'


def test_spaces_are_zones_of_their_names() -> None:
    sheet = MapSheet("", "{column:02}{row:02}", 1, 3, 1, 3)
    grid = HexField(Numbering(Orientation.FLAT, (sheet,)))
    boxes = (
        Box("box", "Luftwaffe Box", "box", ("Box",)),
        Box("track", "Turn Track", "track", ("1", "2")),
    )
    layout = layout_of(grid)
    zoned = grid_in_play(layout, boxes)
    assert zoned.name((40, 40), layout.size_px) == "Luftwaffe Box"
    assert zoned.name((10, 80), layout.size_px) == "Turn Track 1"
    assert zoned.name((3, 300), layout.size_px) is None


def test_an_outline_walks_around_a_hole() -> None:
    cells = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    squares = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in cells]
    sides = [(s[n - 1], s[n]) for s in squares for n in range(4)]
    path = ring_of((a, b) for a, b in sides if (b, a) not in sides)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(path, path[1:] + path[:1], strict=True))
    assert area == 2 * 8
