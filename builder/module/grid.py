"""The module's grid: the zones and numbering that make VASSAL name each hex as printed.

VASSAL numbers hexes by raw columns and rows. On an upright grid the odd raw columns are half a hex
lower. A *sideways* grid has x and y exchanged: its raw columns are rows of hexes. A flip
(`hDescend`, `vDescend`) and an offset turn raw numbers into printed ones. The parity of the raw
columns is chosen such that the printed row number never depends on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from math import floor
from operator import or_

from hexmarshal.art.map.layout import Extent, MapLayout
from hexmarshal.game.board import Box
from hexmarshal.game.hexfield import HexField, HexSet, members
from hexmarshal.game.hexgrid import DIRECTIONS, Orientation, opposite
from hexmarshal.game.numbering import MapSheet
from hexmarshal.vassal.buildfile import Component, component

Pixel = tuple[int, int]

MAP_ZONE = "Map"

_FORM = re.compile(
    r"(?P<before>[^{]*)\{(?P<first>column|row)(:(?P<as1>A|\d+))?\}(?P<sep>[^{]*)"
    r"\{(?P<second>column|row)(:(?P<as2>A|\d+))?\}(?P<after>[^{]*)"
)


def zone_name(sheet: MapSheet, grid: HexField) -> str:
    """The zone of a sheet's hexes: `Map`, or `Map SHEET` if there are several sheets."""
    return MAP_ZONE if len(grid.numbering.sheets) == 1 else f"{MAP_ZONE} {sheet.name}"


def hex_zones(grid: HexField) -> tuple[str, ...]:
    """The names of all zones of hexes."""
    return tuple(zone_name(sheet, grid) for sheet in grid.numbering.sheets)


def on_map(grid: HexField) -> str:
    """A BeanShell condition, without braces: the piece is in a hex of the map."""
    tests = [f'CurrentZone=="{name}"' for name in hex_zones(grid)]
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"


def board_grid(
    layout: MapLayout,
    zones: Iterable[Component],
    behind: Iterable[Component] = (),
    *highlights: Component,
) -> Component:
    """The grid of the whole board.

    It has in this order: `zones`, which may overlap hexes; one zone per sheet; `behind`, zones that
    are only highlighted and name no location; a grid without numbers, by which VASSAL measures
    across zones.
    """
    frame = _Frame.of(layout)
    sheets = [_sheet_zone(layout, frame, sheet) for sheet in layout.grid.numbering.sheets]
    return component(
        "ZonedGrid",
        *zones,
        *(zone for zone in sheets if zone is not None),
        *behind,
        frame.hex_grid(),
        component("ZonedGridHighlighter", *highlights),
    )


def space_zones(layout: MapLayout, boxes: Iterable[Box]) -> list[Component]:
    """A zone for each space of each box; pieces in it do not snap to a grid."""
    return [
        named_zone(place, pixels(layout, layout.spaces[box.id, space]))
        for box in boxes
        for place, space in zip(box.places, box.spaces, strict=True)
        if (box.id, space) in layout.spaces
    ]


def layout_text(layout: MapLayout, boxes: Iterable[Box], beside: Mapping[str, Extent]) -> str:
    """Hexes and spaces in pixels, as JSON for readers of saves (docs/module-contract.md).

    `beside` are the zones of the off-map board.
    """
    first = next(iter(layout.grid.numbers))
    scale = layout.px_per_pt
    spaces = {
        place: [round(v * scale) for v in (e.x, e.y, e.width, e.height)]
        for box in boxes
        for place, space in zip(box.places, box.spaces, strict=True)
        if (e := layout.spaces.get((box.id, space))) is not None
    }
    layout_data = {
        "step": list(layout.step_px),
        "hex": [layout.grid.label(first), *layout.centre_px(first)],
        "spaces": spaces,
        "beside": {name: [e.x, e.y, e.width, e.height] for name, e in beside.items()},
    }
    return json.dumps(layout_data, ensure_ascii=False, separators=(",", ":"))


def hexes_zone(layout: MapLayout, hexes: HexSet, **attributes: str) -> Component:
    """A zone of whole hexes that can be highlighted."""
    path = _path(_Frame.of(layout).outline(layout, hexes))
    return component("Zone", path=path, useParentGrid=True, useHighlight=True, **attributes)


def named_zone(name: str, outline: Iterable[Pixel]) -> Component:
    """A zone in which every location has the zone's name."""
    return component("Zone", name=name, locationFormat="$name$", path=_path(outline))


def pixels(layout: MapLayout, extent: Extent) -> list[Pixel]:
    """The corners of a rectangle of the map, in pixels of the module's picture."""
    scale = layout.px_per_pt
    return [(round(x * scale), round(y * scale)) for x, y in extent.outline]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The raw grid: `sideways`, the centre (x0, y0) of raw hex (0, 0), and the steps dx, dy.

    On a sideways grid x0 and dx are vertical, y0 and dy horizontal, as in VASSAL.
    """

    sideways: bool
    x0: int
    y0: int
    dx: int
    dy: int

    @classmethod
    def of(cls, layout: MapLayout) -> _Frame:
        grid = layout.grid
        across, down = layout.step_px
        sideways = grid.orientation is Orientation.POINTY
        frame = cls(sideways, 0, 0, *((down, across) if sideways else (across, down)))
        first = next(iter(grid.numbers))
        x, y = frame.turned(layout.centre_px(first))
        odd = cls._is_odd(grid, first)
        return cls(sideways, x - frame.dx * odd, y - (frame.dy // 2) * odd, frame.dx, frame.dy)

    @staticmethod
    def _is_odd(grid: HexField, hex_: int) -> bool:
        """Whether a hex's raw column must be odd: whether its line is shifted by half a hex.

        The shift is down on an upright grid, right on a sideways one.
        """
        numbering = grid.numbering
        pushed = numbering.toward in ("south", "east")
        sheet = sheet_of(grid, hex_)
        column, row = _printed(sheet, grid.label(hex_))
        flat = grid.orientation is Orientation.FLAT
        line = column + sheet.column_offset if flat else row + sheet.row_offset
        is_shifted = bool(line % 2) == (numbering.shifted == "odd")
        return is_shifted == pushed

    def turned(self, pixel: Pixel) -> Pixel:
        return (pixel[1], pixel[0]) if self.sideways else pixel

    def raw(self, pixel: Pixel) -> tuple[int, int]:
        """The raw column and row of the hex centred on a pixel."""
        x, y = self.turned(pixel)
        column = floor((x - self.x0) / self.dx + 0.5)
        half = self.dy / 2 if column % 2 else 0
        return column, floor((y - self.y0 - half) / self.dy + 0.5)

    def hex_grid(self, *numbering: Component) -> Component:
        return component(
            "HexGrid",
            *numbering,
            x0=self.x0,
            y0=self.y0,
            dx=float(self.dx),
            dy=float(self.dy),
            sideways=self.sideways,
            snapTo=True,
        )

    def corners(self, pixel: Pixel) -> list[Pixel]:
        """The corners of the hex centred on a pixel, in order around it."""
        x, y = self.turned(pixel)
        r, s, h = 2 * self.dx // 3, self.dx // 3, self.dy // 2
        around = [(r, 0), (s, h), (-s, h), (-r, 0), (-s, -h), (s, -h)]
        return [self.turned((x + a, y + b)) for a, b in around]

    def outline(self, layout: MapLayout, hexes: HexSet) -> list[Pixel]:
        """The outline of a set of hexes: the sides with no hex of the set beyond them."""
        step = layout.grid.step
        # the direction of each side, from one corner to the next
        facing = [(2 - n if self.sideways else 2 + n) % 6 for n in DIRECTIONS]
        bare = [hexes & ~step(hexes, opposite(d)) for d in facing]
        sides: list[tuple[Pixel, Pixel]] = []
        for hex_ in members(reduce(or_, bare)):
            corners = self.corners(layout.centre_px(hex_))
            ends = zip(corners, corners[1:] + corners[:1], strict=True)
            sides += (side for side, open_ in zip(ends, bare, strict=True) if open_ >> hex_ & 1)
        return ring_of(sides)


def _sheet_zone(layout: MapLayout, frame: _Frame, sheet: MapSheet) -> Component | None:
    """The zone of a sheet: the outline of the hexes it numbers, and their numbering."""
    grid = layout.grid
    hexes = [h for h in grid.numbers if sheet_of(grid, h) is sheet]
    if not hexes:
        return None
    outline = frame.outline(layout, sum(1 << h for h in hexes))
    form = _FORM.fullmatch(sheet.form)
    assert form is not None, "the form of a loaded sheet has a column and a row"
    numbering = _numbering(layout, frame, sheet, hexes[0], outline, form)
    return component(
        "Zone",
        frame.hex_grid(numbering),
        name=zone_name(sheet, grid),
        locationFormat=f"{form['before']}$gridLocation${form['after']}",
        path=_path(outline),
    )


def _numbering(
    layout: MapLayout,
    frame: _Frame,
    sheet: MapSheet,
    hex_: int,
    outline: list[Pixel],
    form: re.Match[str],
) -> Component:
    """How raw columns and rows become printed ones; one hex gives the offsets."""
    grid = layout.grid
    column, row = _printed(sheet, grid.label(hex_))
    west = grid.numbering.columns_grow == "west"
    north = grid.numbering.rows_grow == "north"
    style = {form["first"]: form["as1"] or "1", form["second"]: form["as2"] or "1"}
    letters = {name: how == "A" for name, how in style.items()}
    widths = {name: 1 if letters[name] else int(how) for name, how in style.items()}
    width, height = _size(outline)
    # VASSAL flips raw columns and rows by these; h belongs to raw columns
    turns_down, turns_across = floor(height / frame.dx + 0.5), floor(width / frame.dy + 0.5)
    raw_column, raw_row = frame.raw(layout.centre_px(hex_))
    if frame.sideways:
        h_name, h_value = "row", turns_down - raw_column if north else raw_column
        v_name, v_value = "column", turns_across - raw_row if west else raw_row
        h_offset, v_offset = row - h_value, column - v_value
    else:
        h_name, h_value = "column", turns_across - raw_column if west else raw_column
        v_name, v_value = "row", turns_down - raw_row if north else raw_row
        h_offset, v_offset = column - h_value, row - v_value
    return component(
        "HexGridNumbering",
        first="H" if form["first"] == h_name else "V",
        sep=form["sep"],
        hType="A" if letters[h_name] else "N",
        vType="A" if letters[v_name] else "N",
        hLeading=widths[h_name] - 1,
        vLeading=widths[v_name] - 1,
        hOff=h_offset - letters[h_name],  # A is the engine's 0
        vOff=v_offset - letters[v_name],
        hDescend=west,
        vDescend=north,
        stagger=False,
    )


def sheet_of(grid: HexField, hex_: int) -> MapSheet:
    """The sheet whose number a hex has."""
    label = grid.label(hex_)
    for sheet in reversed(grid.numbering.sheets):
        if (numbers := sheet.parsed(label)) and sheet.holds(*numbers):
            return sheet
    raise ValueError(f"{label} is on no sheet")


def _printed(sheet: MapSheet, label: str) -> tuple[int, int]:
    numbers = sheet.parsed(label)
    assert numbers is not None
    return numbers


def ring_of(sides: Iterable[tuple[Pixel, Pixel]]) -> list[Pixel]:
    """A closed path along hexsides that all run in the same sense.

    Several rings are joined into one path by bridges of zero width.
    """
    after: dict[Pixel, list[Pixel]] = {}
    for a, b in sides:
        after.setdefault(a, []).append(b)
    path: list[Pixel] = []
    while after:
        ring = [next(iter(after))]
        while ring[-1] in after:
            ends = after[ring[-1]]
            end = ends.pop()
            if not ends:
                del after[ring[-1]]
            ring.append(end)
        path += ring if not path else [*ring, path[0]]
    return path[:-1]


def _size(outline: Iterable[Pixel]) -> tuple[int, int]:
    points = list(outline)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _path(outline: Iterable[Pixel]) -> str:
    return ";".join(f"{x},{y}" for x, y in outline)
