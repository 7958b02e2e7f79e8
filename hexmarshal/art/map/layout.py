"""The geometry of a map sheet, shared by print, module and report.

Lengths are points from the top left of the sheet, y down. The module's picture is the same sheet at
`px_per_pt`. In it all hex centres lie on whole pixels, and the distances between neighbouring
columns and rows are the whole numbers `step_px`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import hypot, sqrt

from hexmarshal.art.drawing import XY
from hexmarshal.art.fonts import BOLD, width
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import HALF_ROOT_3, Orientation, Point


@dataclass(frozen=True, slots=True)
class Extent:
    """An upright rectangle on the sheet, in points."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> XY:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def outline(self) -> tuple[XY, ...]:
        """The corners, clockwise from the top left."""
        return (
            (self.x, self.y),
            (self.right, self.y),
            (self.right, self.bottom),
            (self.x, self.bottom),
        )

    def grown(self, by: float) -> Extent:
        """Larger by this much on every side (smaller if negative)."""
        return Extent(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Extent:
        return Extent(self.x + dx, self.y + dy, self.width, self.height)

    def holds(self, other: Extent) -> bool:
        slack = 1e-6
        return (
            self.x <= other.x + slack
            and self.y <= other.y + slack
            and self.right >= other.right - slack
            and self.bottom >= other.bottom - slack
        )

    def meets(self, other: Extent) -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


def hull(extents: Iterable[Extent]) -> Extent:
    """The smallest rectangle around one or more rectangles."""
    parts = list(extents)
    left, top = min(part.x for part in parts), min(part.y for part in parts)
    right, bottom = max(part.right for part in parts), max(part.bottom for part in parts)
    return Extent(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class MapLayout:
    """The layout of one map sheet: the hex field and its panels."""

    grid: HexField
    width: float
    height: float
    origin: XY
    """The plane's point (0, 0), which need not be on the sheet."""
    step: XY
    """Points per pitch, east and north; slightly different because of whole pixels."""
    px_per_pt: float
    """Pixels per point in the module's picture."""
    step_px: tuple[int, int]
    """Pixels between neighbouring columns, and between neighbouring rows.

    The distance of two adjacent hexes in a line is the second on a flat-top grid, the first on a
    pointy-top grid.
    """
    frame: Extent
    """The frame around the hex field."""
    panels: Mapping[str, Extent] = field(default_factory=dict)
    """Title, key, compass, credit and each box, by name or box id."""
    spaces: Mapping[tuple[str, str], Extent] = field(default_factory=dict)
    """Each space of a box or track, by box id and space name."""

    @property
    def pitch(self) -> float:
        """Points between the centres of two neighbouring hexes in a column (flat) or row."""
        return self.step[1] if self.grid.orientation is Orientation.FLAT else self.step[0]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the module's picture."""
        return round(self.width * self.px_per_pt), round(self.height * self.px_per_pt)

    def cropped(self, rim: float = 0.0) -> MapLayout:
        """The same hexes on a sheet of the frame plus `rim` points, without panels."""
        frame = self.frame
        return replace(
            self,
            width=frame.width + 2 * rim,
            height=frame.height + 2 * rim,
            origin=(self.origin[0] - frame.x + rim, self.origin[1] - frame.y + rim),
            frame=Extent(rim, rim, frame.width, frame.height),
            panels={},
            spaces={},
        )

    def at(self, point: Point | tuple[float, float]) -> XY:
        """The point on the sheet for a point of the plane (pitches, y north)."""
        return (
            self.origin[0] + point[0] * self.step[0],
            self.origin[1] - point[1] * self.step[1],
        )

    def centre(self, hex_: int) -> XY:
        """The centre of a hex."""
        return self.at(self.grid.centre(hex_))

    def corners(self, hex_: int) -> tuple[XY, ...]:
        """The corners of a hex, clockwise; hexside d runs from corner d to corner d + 1."""
        return tuple(self.at(corner) for corner in self.grid.corners(hex_))

    def centre_px(self, hex_: int) -> tuple[int, int]:
        """The centre of a hex in the module's picture."""
        x, y = self.centre(hex_)
        return round(x * self.px_per_pt), round(y * self.px_per_pt)


PIXEL_PAIRS = ((72, 84), (78, 90), (90, 104), (102, 118), (144, 166), (156, 180))
"""Whole pixel steps across and along: nearly regular hexes (0.866), and exact in the module."""


def pixel_pair(px: int) -> tuple[int, int]:
    """The pixel steps (across, along) nearest to a given distance between adjacent hexes.

    The step across is a multiple of 6 and the step along is even, so corners, centres and
    the module's grid all fall on whole pixels.
    """
    return min(PIXEL_PAIRS, key=lambda pair: abs(pair[1] - px))


def field_extent(grid: HexField) -> tuple[float, float, float, float]:
    """West, south, east and north of all hexes, in pitches."""
    centres = [grid.centre(i) for i in grid.numbers]
    across, along = 1 / sqrt(3), 0.5
    dx, dy = (across, along) if grid.orientation is Orientation.FLAT else (along, across)
    xs, ys = [c.x for c in centres], [c.y for c in centres]
    return min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy


ENTRY = 12.0
"""Text size of the names of entry areas, in points."""


def entry_width(name: str, size: float = ENTRY) -> float:
    """Width of the box with an entry area's name, in points."""
    return max(size * 1.42, width(name, BOLD, size) + 0.67 * size)


def steps(orientation: Orientation, pitch: float, pair: tuple[int, int]) -> XY:
    """Points per pitch east and north, from the pitch in points and the module's pixel steps."""
    across = pitch * pair[0] / pair[1] / HALF_ROOT_3
    return (across, pitch) if orientation is Orientation.FLAT else (pitch, across)


Bucket = tuple[int, int]

_BUCKET = 24.0
"""Side of a bucket of taken points and rectangles, in points."""


@dataclass
class FreeSpace:
    """The taken points and rectangles of one map; nothing can be placed outside `bounds`."""

    bounds: Extent
    _points: dict[Bucket, list[tuple[float, float, float]]] = field(default_factory=dict)
    _extents: dict[Bucket, list[tuple[Extent, float]]] = field(default_factory=dict)

    def take_points(self, points: Iterable[XY], weight: float) -> None:
        taken = self._points
        for x, y in points:
            bucket = int(x / _BUCKET), int(y / _BUCKET)
            if bucket in taken:
                taken[bucket].append((x, y, weight))
            else:
                taken[bucket] = [(x, y, weight)]

    def take(self, extent: Extent, weight: float) -> None:
        for bucket in _buckets(extent):
            self._extents.setdefault(bucket, []).append((extent, weight))

    def cost(self, extent: Extent) -> float:
        """The cost of covering an extent."""
        left, top, right, bottom = extent.x, extent.y, extent.right, extent.bottom
        total = 0.0
        seen: set[int] = set()
        for bucket in _buckets(extent):
            for x, y, weight in self._points.get(bucket, ()):
                if left < x < right and top < y < bottom:
                    total += weight
            for taken, weight in self._extents.get(bucket, ()):
                if id(taken) not in seen and taken.meets(extent):
                    seen.add(id(taken))
                    total += weight
        return total if self.bounds.holds(extent) else total + 200.0

    def parted(self, a: XY, b: XY, weight: float) -> bool:
        """Whether taken points of at least this weight lie on the line between two points."""
        steps = max(1, int(hypot(b[0] - a[0], b[1] - a[1]) / 4))
        for i in range(1, steps):
            x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
            for px, py, found in self._points.get((int(x / _BUCKET), int(y / _BUCKET)), ()):
                if found >= weight and abs(px - x) < 4 and abs(py - y) < 4:
                    return True
        return False

    def touched(self, extent: Extent) -> bool:
        """Whether a taken point lies within an extent."""
        return any(
            extent.x < x < extent.right and extent.y < y < extent.bottom
            for bucket in _buckets(extent)
            for x, y, _ in self._points.get(bucket, ())
        )

    def near(self, at: XY, distance: float) -> bool:
        """Whether a taken point is nearer than a distance."""
        x, y = at
        box = Extent(x - distance, y - distance, 2 * distance, 2 * distance)
        return any(
            (px - x) ** 2 + (py - y) ** 2 < distance * distance
            for bucket in _buckets(box)
            for px, py, _ in self._points.get(bucket, ())
        )


def _buckets(extent: Extent) -> list[Bucket]:
    columns = range(int(extent.x / _BUCKET), int(extent.right / _BUCKET) + 1)
    rows = range(int(extent.y / _BUCKET), int(extent.bottom / _BUCKET) + 1)
    return [(i, j) for i in columns for j in rows]
