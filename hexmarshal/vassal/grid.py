"""Grids: from a board pixel to its location name and back, as the engine computes them.

Every function equals VASSAL 3.7's arithmetic bit for bit: Java's rounding, 32-bit floats in the
hexagon, truncation. Pixels are (x, y) on the unscaled board picture. `size` is the width and height
of the board, or of the bounding box of the zone's path; descending numbers count down from it.

A `sideways` hex grid uses transposed coordinates: `x0` and `dx` run along the screen's y axis, and
a "column" is a row on the screen.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from hexmarshal.vassal.polygon import PixelPolygon, Point, Size
from hexmarshal.vassal.text import float32, formatted, hash_order, java_round, tokens

SQRT3_2 = math.sqrt(3) / 2


class Grid(Protocol):
    """The common interface of grids."""

    def name(self, point: Point, size: Size) -> str | None:
        """The name of the location, None if the grid has none there."""

    def snap(self, point: Point, *, force: bool = False, center_only: bool = False) -> Point:
        """The pixel a piece dropped at `point` snaps to; `force` snaps on any grid."""

    def locate(self, name: str, size: Size) -> Point | None:
        """The pixel of a named location, None if this grid has no such name."""


@dataclass(frozen=True, slots=True)
class GridNumbering:
    """How columns (`h_`) and rows (`v_`) of a grid are numbered.

    `first`: `H` column first, `V` row first. Types: `N` number, `A` letters. `leading`: how many
    zeros precede a one-digit number. `off`: the first number. `stagger` (hex grids): rows of odd
    columns count one further.
    """

    first: str = "H"
    sep: str = ""
    h_type: str = "N"
    v_type: str = "N"
    h_leading: int = 1
    v_leading: int = 1
    h_off: int = 1
    v_off: int = 1
    h_descend: bool = False
    v_descend: bool = False
    stagger: bool = True
    location_format: str = "$gridLocation$"

    def label(self, column: int, row: int) -> str:
        """The location name of a column and row, given without the offsets."""
        h = _number(column + self.h_off, self.h_type, self.h_leading)
        v = _number(row + self.v_off, self.v_type, self.v_leading)
        both = h + self.sep + v if self.first == "H" else v + self.sep + h
        values = {"gridLocation": both, "row": v, "column": h}
        return formatted(self.location_format, values, bare=False)

    def parse(self, name: str) -> tuple[int, int] | None:
        """Column and row of `name` without the offsets, None if it is not a name of this grid."""
        match = _pattern(self).fullmatch(name)
        if match is None:
            return None
        column = _parsed(match["h"], self.h_type) - self.h_off
        return column, _parsed(match["v"], self.v_type) - self.v_off


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes `dy` high in columns `dx` apart, hex (0, 0) centred on (x0, y0), odd columns lower."""

    x0: int = 0
    y0: int = 32
    dx: float = SQRT3_2 * 64.0
    dy: float = 64.0
    sideways: bool = False
    snap_to: bool = True
    edges_legal: bool = False
    corners_legal: bool = False
    snap_scale: int = 0
    numbering: GridNumbering | None = None

    def cell(self, point: Point) -> tuple[int, int]:
        """The column and row whose number this pixel gets: a rectangle around each centre."""
        x, y = self._turned(point)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        if java_round((x - self.x0) / self.dx) % 2 == 0:
            return column, java_round((y - self.y0) / self.dy)
        return column, java_round((y - self.y0 - self.dy / 2) / self.dy)

    def center(self, column: int, row: int) -> Point:
        """The pixel at the centre of a hex."""
        return self._turned(self._center(column, row))

    def name(self, point: Point, size: Size) -> str | None:
        numbering = self.numbering
        if numbering is None:
            return None
        column, row = raw_column, _ = self.cell(point)
        columns, rows = self._extent(size)
        flip_columns, flip_rows, step = self._directions(numbering)
        if flip_columns:
            column = columns - column
        if flip_rows:
            row = rows - row
        if numbering.stagger and raw_column % 2:
            row += step
        return numbering.label(column, row)

    def locate(self, name: str, size: Size) -> Point | None:
        numbering = self.numbering
        parsed = numbering.parse(name) if numbering else None
        if numbering is None or parsed is None:
            return None
        column, row = parsed
        columns, rows = self._extent(size)
        flip_columns, flip_rows, step = self._directions(numbering)
        if numbering.stagger and column % 2:
            row -= step
        if flip_columns:
            column = columns - column
        if flip_rows:
            row = rows - row
        x = int(column * self.dx) + self.x0
        half = 0.0 if column % 2 == 0 else self.dy / 2
        return self._turned((x, int(row * self.dy + half) + self.y0))

    def snap(self, point: Point, *, force: bool = False, center_only: bool = False) -> Point:
        if not self.snap_to and not force:
            return point
        center = self._turned(self._hex(*self._turned(point)))
        if center_only or not (self.edges_legal or self.corners_legal):
            return center
        edge = self._turned(self._special(self._side, point))
        corner = self._turned(self._special(self._corner, point))
        if self.edges_legal and self.corners_legal:
            target = edge if _distance(point, edge) < _distance(point, corner) else corner
        else:
            target = edge if self.edges_legal else corner
        return center if _distance(center, target) <= 2 else target

    def _turned(self, point: Point) -> Point:
        return (point[1], point[0]) if self.sideways else point

    def _extent(self, size: Size) -> tuple[int, int]:
        """The numbers that descending columns and rows count down from.

        The engine divides a width by `dy` and a height by `dx`, which fits sideways grids: there
        columns run along the height.
        """
        width, height = size
        rows = math.floor(height / self.dx + 0.5)
        columns = math.floor(width / self.dy + 0.5)
        return (rows, columns) if self.sideways else (columns, rows)

    def _directions(self, numbering: GridNumbering) -> tuple[bool, bool, int]:
        """Whether columns and rows descend, and how odd columns are staggered."""
        columns, rows = numbering.h_descend, numbering.v_descend
        if self.sideways:
            columns, rows = rows, columns
        return columns, rows, -1 if rows else 1

    def _center(self, column: int, row: int) -> Point:
        x = int(self.dx * column + self.x0)
        if column % 2 == 0:
            return x, int(self.dy * row + self.y0)
        return x, int(self.dy * row + int(self.dy / 2) + self.y0)

    def _hex(self, x: int, y: int) -> Point:
        """The centre of the hex that contains the pixel, in grid coordinates."""
        column = math.floor((x - self.x0 + self.dx / 2) / self.dx)
        even = column % 2 == 0
        row = math.floor((y - self.y0 + (self.dy / 2 if even else 0)) / self.dy)
        cx, cy = candidate = self._center(column, row)
        if not _hexagon_holds(candidate, self.dx, self.dy, x, y):
            up = -1 if even else 0
            for side, step in ((-1, up), (-1, up + 1), (1, up), (1, up + 1)):
                neighbour = self._center(column + side, row + step)
                if _hexagon_holds(neighbour, self.dx, self.dy, x, y):
                    cx, cy = neighbour
                    break
        if self.snap_scale > 0:
            cx += _fraction(x - cx, self.dx, self.snap_scale)
            cy += _fraction(y - cy, self.dy, self.snap_scale)
        return cx, cy

    def _special(self, nearest: _Nearest, point: Point) -> Point:
        """The hexside or corner nearest to `point`, in grid coordinates."""
        x, y = self._turned(point)
        sx, sy = nearest(x, y)
        if self.snap_scale > 0:
            hx, hy = self._hex(x, y)
            if abs(x - hx) + abs(y - hy) <= abs(x - sx) + abs(y - sy):
                return hx, hy
        return sx, sy

    def _side(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        column = math.floor((x - self.x0 + dx / 4) * 2 / dx)
        sx = int(dx / 2 * column + self.x0)
        if column % 2 == 0:
            return sx, int(dy / 2 * math.floor((y - self.y0 + dy / 4) * 2 / dy) + self.y0)
        return sx, int(dy / 2 * math.floor((y - self.y0) * 2 / dy) + int(dy / 4) + self.y0)

    def _corner(self, x: int, y: int) -> Point:
        dx, dy = self.dx, self.dy
        row = math.floor((y - self.y0 + dy / 4) * 2 / dy)
        cy = int(dy / 2 * row + self.y0)
        if row % 2 == 0:
            column = int(math.floor(x - self.x0 + dx / 3) * 3 / (2 * dx))
            return int(2 * dx / 3 * column + self.x0), cy
        column = int(math.floor(x - self.x0 + dx / 3 + dx / 3) * 3 / (2 * dx))
        return int(2 * dx / 3 * column - int(dx / 3) + self.x0), cy


class _Nearest(Protocol):
    def __call__(self, x: int, y: int, /) -> Point: ...


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Cells `dx` by `dy`, cell (0, 0) centred on (x0, y0)."""

    x0: int = 24
    y0: int = 24
    dx: float = 48.0
    dy: float = 48.0
    snap_to: bool = True
    edges_legal: bool = False
    corners_legal: bool = False
    numbering: GridNumbering | None = None

    def name(self, point: Point, size: Size) -> str | None:
        numbering = self.numbering
        if numbering is None:
            return None
        column = math.floor((point[0] - self.x0) / self.dx + 0.5)
        row = int((point[1] - self.y0) / self.dy + 0.5)
        columns, rows = self._extent(size)
        return numbering.label(
            columns - column if numbering.h_descend else column,
            rows - row if numbering.v_descend else row,
        )

    def locate(self, name: str, size: Size) -> Point | None:
        numbering = self.numbering
        parsed = numbering.parse(name) if numbering else None
        if numbering is None or parsed is None:
            return None
        column, row = parsed
        columns, rows = self._extent(size)
        if numbering.h_descend:
            column = columns - column
        if numbering.v_descend:
            row = rows - row
        return int(column * self.dx + self.x0), int(row * self.dy + self.y0)

    def snap(self, point: Point, *, force: bool = False, center_only: bool = False) -> Point:
        if not self.snap_to and not force:
            return point
        x, y = point[0] - self.x0, point[1] - self.y0
        # In half cells: even numbers are centres, odd numbers are edges.
        column, row = java_round(x / (0.5 * self.dx)), java_round(y / (0.5 * self.dy))
        corners = self.corners_legal and not center_only
        edges = self.edges_legal and not center_only
        if not (self.corners_legal and self.edges_legal):
            center = 2 * java_round(x / self.dx)
            if corners:
                column = center if row % 2 == 0 else 1 + 2 * java_round(x / self.dx - 0.5)
            elif edges:
                if row % 2 or column % 2 == 0:
                    column = center
            else:
                column, row = center, 2 * java_round(y / self.dy)
        return (
            self.x0 + java_round(column * self.dx / 2),
            self.y0 + java_round(row * self.dy / 2),
        )

    def _extent(self, size: Size) -> tuple[int, int]:
        return int(size[0] / self.dx + 0.5), int(size[1] / self.dy + 0.5)


@dataclass(frozen=True)
class RegionGrid:
    """Named points; each pixel belongs to the nearest. `regions`: (name, x, y)."""

    regions: tuple[tuple[str, int, int], ...] = ()
    snap_to: bool = True

    @cached_property
    def _by_point(self) -> dict[Point, str]:
        """The regions in the engine's iteration order, which decides ties."""
        return hash_order({(x, y): name for name, x, y in self.regions})

    def nearest(self, point: Point) -> Point:
        return min(self._by_point, key=lambda origin: _distance(point, origin))

    def name(self, point: Point, size: Size) -> str | None:  # noqa: ARG002
        return self._by_point[self.nearest(point)] if self.regions else None

    def snap(self, point: Point, *, force: bool = False, center_only: bool = False) -> Point:  # noqa: ARG002
        if not self.regions or not (self.snap_to or force):
            return point
        return self.nearest(point)

    def locate(self, name: str, size: Size) -> Point | None:  # noqa: ARG002
        return next((at for at, known in self._by_point.items() if known == name), None)


@dataclass(frozen=True)
class Zone:
    """A polygon on a board with its own grid (None: no grid), or its parent's."""

    name: str
    path: tuple[Point, ...]
    location_format: str = "$name$"
    grid: HexGrid | SquareGrid | RegionGrid | None = None
    uses_parent_grid: bool = False

    @cached_property
    def polygon(self) -> PixelPolygon:
        return PixelPolygon(self.path)


@dataclass(frozen=True)
class ZonedGrid:
    """Zones over a background grid; the first zone that contains a pixel names it."""

    zones: tuple[Zone, ...] = ()
    background: HexGrid | SquareGrid | RegionGrid | None = None

    def zone_at(self, point: Point) -> Zone | None:
        return next((zone for zone in self.zones if zone.polygon.holds(point)), None)

    def name(self, point: Point, size: Size) -> str | None:
        zone = self.zone_at(point)
        if zone is None:
            return self.background.name(point, size) if self.background else None
        grid, inner = self._grid_of(zone, size)
        location = grid.name(point, inner) if grid else None
        values = {"name": zone.name, "gridLocation": location or ""}
        return formatted(zone.location_format, values)

    def snap(self, point: Point, *, force: bool = False, center_only: bool = False) -> Point:
        zone = self.zone_at(point)
        grid = self.background if zone is None else self._grid_of(zone, (0, 0))[0]
        return grid.snap(point, force=force, center_only=center_only) if grid else point

    def locate(self, name: str, size: Size) -> Point | None:
        for zone in self.zones:
            found = self._locate_in(zone, name, size)
            if found is not None and zone.polygon.holds(found):
                return found
        return self.background.locate(name, size) if self.background else None

    def locate_region(self, name: str) -> Point | None:
        """The point of a region inside one of the zones, by the region's name alone."""
        for zone in self.zones:
            grid, _ = self._grid_of(zone, (0, 0))
            if isinstance(grid, RegionGrid):
                found = grid.locate(name, (0, 0))
                if found is not None and zone.polygon.holds(found):
                    return found
        return None

    def _grid_of(
        self, zone: Zone, size: Size
    ) -> tuple[HexGrid | SquareGrid | RegionGrid | None, Size]:
        """The zone's grid, and the size that its descending numbers count down from."""
        if zone.uses_parent_grid:
            return self.background, size
        return zone.grid, zone.polygon.size

    def _locate_in(self, zone: Zone, name: str, size: Size) -> Point | None:
        grid, inner = self._grid_of(zone, size)
        pattern = ""
        groups = 0
        for text, is_name in tokens(zone.location_format.strip()):
            if not is_name:
                pattern += re.escape(text)
            elif text == "name":
                pattern += re.escape(zone.name)
            elif text == "gridLocation" and grid is not None:
                pattern += "(.*)"
                groups += 1
        match = re.fullmatch(pattern, name) if pattern else None
        if match is None:
            return None
        if groups and grid is not None:
            return grid.locate(match[groups], inner)
        return zone.polygon.middle()


def _distance(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@lru_cache(maxsize=4096)
def _hexagon(center: Point, dx: float, dy: float) -> tuple[Point, ...]:
    """The corners of a hex in grid coordinates, in 32-bit floats as in the engine."""
    x, y = float32(center[0]), float32(center[1])
    r = float32(float32(2.0 * float32(dx)) / 3.0)
    half_r, half_y = float32(0.5 * r), float32(0.5 * float32(dy))
    left, right = java_round(float32(x - half_r)), java_round(float32(x + half_r)) + 1
    top, bottom = java_round(float32(y - half_y)), java_round(float32(y + half_y)) + 1
    middle = java_round(y)
    return (
        (java_round(float32(x - r)), middle),
        (left, top),
        (right, top),
        (java_round(float32(x + r)) + 1, middle),
        (right, bottom),
        (left, bottom),
    )


def _hexagon_holds(center: Point, dx: float, dy: float, x: int, y: int) -> bool:
    """Whether the hex around `center` contains the pixel, as java.awt.geom.Area decides."""
    corners = _hexagon(center, dx, dy)
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if y0 > y1:
            x0, y0, x1, y1 = x1, y1, x0, y0
        if y0 <= y < y1 and x < (x0 if y == y0 else x0 + (y - y0) * (x1 - x0) / (y1 - y0)):
            inside = not inside
    return inside


def _fraction(delta: int, pitch: float, scale: int) -> int:
    """Snap to fractions of a hex, an attribute of old modules."""
    step = 0.5 * pitch / scale
    steps = min(max(java_round(delta / step), 1 - scale), scale - 1)
    return java_round(steps * 0.5 * pitch / scale)


_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _number(value: int, type: str, leading: int) -> str:
    sign, value = ("-" if value < 0 else ""), abs(value)
    if type == "A":
        return sign + _ALPHABET[value % 26] * (value // 26 + 1)
    zeros = 0
    while leading > 0 and value < 10**leading:
        zeros += 1
        leading -= 1
    return sign + "0" * zeros + str(value)


def _parsed(text: str, type: str) -> int:
    if type != "A":
        return int(text)
    letters = text.removeprefix("-")
    value = 26 * (len(letters) - 1) + _ALPHABET.index(letters[-1])
    return -value if text.startswith("-") else value


@lru_cache(maxsize=256)
def _pattern(numbering: GridNumbering) -> re.Pattern[str]:
    """A pattern for location names with groups `h` and `v`.

    Matches nothing if the format does not contain both.
    """
    h = f"(?P<h>{_digits(numbering.h_type, numbering.h_leading)})"
    v = f"(?P<v>{_digits(numbering.v_type, numbering.v_leading)})"
    sep = re.escape(numbering.sep)
    both = h + sep + v if numbering.first == "H" else v + sep + h
    groups = {"gridLocation": both, "row": v, "column": h}
    pattern = "".join(
        groups.get(text, "") if is_name else re.escape(text)
        for text, is_name in tokens(numbering.location_format)
    )
    named = {text for text, is_name in tokens(numbering.location_format) if is_name}
    usable = named & groups.keys() in ({"gridLocation"}, {"row", "column"})
    return re.compile(pattern if usable else r"(?!)(?P<h>)(?P<v>)")


def _digits(type: str, leading: int) -> str:
    if type == "A":
        return "-?(?:" + "|".join(f"{letter}+" for letter in _ALPHABET) + ")"
    return f"-?[0-9]{{{leading + 1},{leading + 18}}}"
