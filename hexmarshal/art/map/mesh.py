"""Sets of hexes and chains of hexsides as smooth, natural-looking curves.

Every corner of the grid and every middle of a hexside is drawn at one point, slightly off its exact
place and the same for everything that meets there. So a wood ends exactly where the adjacent swamp
begins, and a river bends with its banks. Real courses (of coasts and rivers) pull these points
towards themselves, but never so far that a hexside becomes ambiguous.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, hypot, pi
from typing import TypeVar

from hexmarshal.art.drawing import XY
from hexmarshal.art.map.layout import MapLayout
from hexmarshal.game.hexgrid import (
    DIRECTIONS,
    HALF_ROOT_3,
    Cell,
    Orientation,
    Point,
    centre,
    neighbour,
)

Corner = tuple[int, int]
"""A corner of the unbounded grid, in thirds of a column (flat) or row (pointy) by half pitches."""

Piece = tuple[XY, XY, XY]
Loop = tuple[XY, tuple[Piece, ...]]
"""A closed Bezier path as in `drawing.Loops`."""

_FLAT = ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0))
_POINTY = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))

WANDER = 0.075
"""Largest random offset of a corner, in pitches."""
SOFT = 0.09
"""Additional random offset of soft terrain edges, in pitches."""
PULL_CORNER, PULL_MIDDLE = 0.22, 0.15
"""How far a real course can pull a corner or the middle of a hexside, in pitches."""
REACH = 0.8
"""How near a real course must be to pull, in pitches."""


def cell_corners(cell: Cell, orientation: Orientation) -> tuple[Corner, ...]:
    """The six corners; hexside d runs from corner d to corner d + 1."""
    if orientation is Orientation.FLAT:
        return tuple((3 * cell.x + dx, cell.y + dy) for dx, dy in _FLAT)
    return tuple((cell.x + dx, 3 * cell.y + dy) for dx, dy in _POINTY)


def corner_point(corner: Corner, orientation: Orientation) -> Point:
    """The exact place of a corner, in pitches."""
    x, y = corner
    if orientation is Orientation.FLAT:
        return Point(x / 3 * HALF_ROOT_3, y / 2)
    return Point(x / 2, y / 3 * HALF_ROOT_3)


_MASK = (1 << 64) - 1


def noise(*key: int) -> float:
    """A number from -1 to 1 that depends only on the key, on every machine and in every run."""
    h = 0x9E3779B97F4A7C15
    for part in key:
        h = ((h ^ (part & _MASK)) * 0xBF58476D1CE4E5B9) & _MASK
        h ^= h >> 31
    h = (h * 0x94D049BB133111EB) & _MASK
    return ((h ^ (h >> 29)) >> 11) / (1 << 52) - 1.0


@dataclass
class Courses:
    """Points along real courses, searchable by distance."""

    buckets: dict[tuple[int, int], list[Point]] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Iterable[Sequence[tuple[float, float]]]) -> Courses:
        """Lines in pitches, with points added at every sixth of a pitch."""
        found = cls()
        for line in lines:
            for (ax, ay), (bx, by) in pairwise(line):
                count = max(1, int(hypot(bx - ax, by - ay) * 6))
                for i in range(count):
                    point = Point(ax + (bx - ax) * i / count, ay + (by - ay) * i / count)
                    found.buckets.setdefault((int(point.x), int(point.y)), []).append(point)
        return found

    def nearest(self, at: Point) -> Point | None:
        """The nearest point of any course within reach, or None."""
        x, y = int(at.x), int(at.y)
        near = (
            point
            for i in (x - 1, x, x + 1)
            for j in (y - 1, y, y + 1)
            for point in self.buckets.get((i, j), ())
        )
        best = min(near, key=lambda p: (p.x - at.x) ** 2 + (p.y - at.y) ** 2, default=None)
        if best is None or hypot(best.x - at.x, best.y - at.y) > REACH:
            return None
        return best


@dataclass
class Mesh:
    """The points on the sheet where one board's corners and hexsides are drawn.

    `courses` gives the real courses that pull a corner or hexside; it is called once for each.
    """

    layout: MapLayout
    courses: Mapping[Corner, Courses] = field(default_factory=dict)
    _corners: dict[Corner, XY] = field(default_factory=dict)
    _middles: dict[tuple[Corner, Corner], XY] = field(default_factory=dict)

    @property
    def orientation(self) -> Orientation:
        return self.layout.grid.orientation

    def corner(self, corner: Corner) -> XY:
        """The point where a corner is drawn."""
        if (found := self._corners.get(corner)) is None:
            exact = corner_point(corner, self.orientation)
            place = self._pulled(exact, self.courses.get(corner), PULL_CORNER)
            away = WANDER * (0.4 if place is not exact else 1.0)
            x, y = corner
            found = self.layout.at(
                (place.x + away * noise(x, y, 1), place.y + away * noise(x, y, 2))
            )
            self._corners[corner] = found
        return found

    def middle(self, a: Corner, b: Corner) -> XY:
        """The point where the middle of the hexside between two corners is drawn."""
        key = (a, b) if a < b else (b, a)
        if (found := self._middles.get(key)) is None:
            p, q = (corner_point(corner, self.orientation) for corner in key)
            exact = Point((p.x + q.x) / 2, (p.y + q.y) / 2)
            pulls = self.courses.get(a) if a in self.courses and b in self.courses else None
            place = self._pulled(exact, pulls, PULL_MIDDLE)
            away = WANDER * (0.3 if place is not exact else 0.8) * noise(*a, *b, 3)
            if a > b:
                away = WANDER * (0.3 if place is not exact else 0.8) * noise(*b, *a, 3)
            across = (q.y - p.y, p.x - q.x)
            length = hypot(*across)
            found = self.layout.at(
                (place.x + across[0] / length * away, place.y + across[1] / length * away)
            )
            self._middles[key] = found
        return found

    def _pulled(self, exact: Point, courses: Courses | None, limit: float) -> Point:
        goal = courses.nearest(exact) if courses else None
        if goal is None:
            return exact
        dx, dy = goal.x - exact.x, goal.y - exact.y
        share = min(1.0, limit / max(hypot(dx, dy), 1e-9))
        return Point(exact.x + dx * share, exact.y + dy * share)

    # -- areas ------------------------------------------------------------------------------

    def outlines(self, cells: set[Cell]) -> list[list[Corner]]:
        """Rings of corners around a set of cells: clockwise outside, anticlockwise for holes."""
        following: dict[Corner, Corner] = {}
        for cell in cells:
            corners = cell_corners(cell, self.orientation)
            for d in DIRECTIONS:
                if neighbour(cell, d, self.orientation) not in cells:
                    following[corners[d]] = corners[(d + 1) % 6]
        rings = []
        while following:
            start = min(following)
            ring = [start]
            while (after := following.pop(ring[-1])) != start:
                ring.append(after)
            rings.append(ring)
        return rings

    def loops(self, cells: set[Cell]) -> tuple[Loop, ...]:
        """The smooth outline of a set of cells."""
        return tuple(smooth_loop(self._ring_points(ring)) for ring in self.outlines(cells))

    def soft_loops(self, cells: set[Cell]) -> tuple[Loop, ...]:
        """A rounder outline for terrain without sharp edges, through the hexsides only."""
        return tuple(
            smooth_loop(
                [self.soft_middle(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
            )
            for ring in self.outlines(cells)
        )

    def soft_middle(self, a: Corner, b: Corner) -> XY:
        """The middle of a hexside for soft terrain, further off its exact place."""
        x, y = self.middle(a, b)
        low, high = min(a, b), max(a, b)
        away = SOFT * self.layout.pitch
        return x + away * noise(*low, *high, 4), y + away * noise(*low, *high, 5)

    def _ring_points(self, ring: list[Corner]) -> list[XY]:
        points = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            points.append(self.corner(a))
            points.append(self.middle(a, b))
        return points

    def inner_loop(self, ring: list[Corner], cells: set[Cell], inwards: float) -> Loop:
        """The outline of a ring, moved towards the hexes inside by a share from 0 to 1."""
        points = []
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            for place, about in ((self.corner(a), (a,)), (self.middle(a, b), (a, b))):
                goal = self.layout.at(self._heart(about, cells))
                points.append(towards(place, goal, inwards))
        return smooth_loop(points)

    def _heart(self, about: tuple[Corner, ...], cells: set[Cell]) -> Point:
        touching = [
            centre(cell, self.orientation)
            for cell in around(about[0], self.orientation)
            if cell in cells
            and all(corner in cell_corners(cell, self.orientation) for corner in about)
        ]
        count = len(touching)
        return Point(sum(p.x for p in touching) / count, sum(p.y for p in touching) / count)


def around(corner: Corner, orientation: Orientation) -> list[Cell]:
    """The three cells that meet at a corner."""
    found = []
    offsets = _FLAT if orientation is Orientation.FLAT else _POINTY
    for dx, dy in offsets:
        x, y = corner[0] - dx, corner[1] - dy
        if orientation is Orientation.FLAT:
            if x % 3 == 0 and (x // 3 + y) % 2 == 0:
                found.append(Cell(x // 3, y))
        elif y % 3 == 0 and (x + y // 3) % 2 == 0:
            found.append(Cell(x, y // 3))
    return found


# -- curves -----------------------------------------------------------------------------------


def towards(a: XY, b: XY, share: float) -> XY:
    """The point at a share of the distance from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def bend(start: XY, control: XY, end: XY) -> Piece:
    """A quadratic Bezier piece, written as a cubic one."""
    return towards(start, control, 2 / 3), towards(end, control, 2 / 3), end


def smooth_loop(points: Sequence[XY]) -> Loop:
    """A closed smooth path along the points, through the middle of each pair of neighbours."""
    halfway = [towards(a, b, 0.5) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    pieces = tuple(bend(halfway[i - 1], points[i], halfway[i]) for i in range(len(points)))
    return halfway[-1], pieces


def through(points: Sequence[XY], tension: float = 0.5) -> tuple[XY, tuple[Piece, ...]]:
    """A smooth path through all points (Catmull-Rom): its start and its pieces.

    Control points are never further away than the next point, so sharp turns do not overshoot.
    """
    pieces = []
    last = len(points) - 1
    for i in range(last):
        before, a, b, after = (
            points[max(i - 1, 0)],
            points[i],
            points[i + 1],
            points[min(i + 2, last)],
        )
        length = hypot(b[0] - a[0], b[1] - a[1])
        pieces.append(
            (_control(a, before, b, length, tension), _control(b, after, a, length, tension), b)
        )
    return points[0], tuple(pieces)


def _control(at: XY, behind: XY, ahead: XY, length: float, tension: float) -> XY:
    dx, dy = ahead[0] - behind[0], ahead[1] - behind[1]
    size = hypot(dx, dy) or 1.0
    reach = min(length * tension * 0.75, size * tension / 2)
    return at[0] + dx / size * reach, at[1] + dy / size * reach


def curve_points(start: XY, pieces: Iterable[Piece], count: int = 4) -> list[XY]:
    """Points along a Bezier path, `count` per piece, after its start."""
    found = [start]
    for p, q, end in pieces:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = found[-1], p, q, end
        for i in range(1, count):
            t = i / count
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        found.append(end)
    return found


N = TypeVar("N", bound=Hashable)


def chains(
    links: Iterable[tuple[N, N]], place: Callable[[N], tuple[float, float]]
) -> list[list[N]]:
    """Links joined into runs, which continue as straight as possible where several meet.

    Each link is in exactly one run; a closed run repeats its first node at the end.
    """
    ways: dict[N, list[N]] = {}
    for a, b in sorted({(a, b) if str(a) < str(b) else (b, a) for a, b in links}, key=str):
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    partner: dict[tuple[N, N], N] = {}
    for node, others in ways.items():
        for one, other in _pairs(node, others, place):
            partner[one, node] = other
            partner[other, node] = one
    left = {(a, b) for a, others in ways.items() for b in others}
    runs = []
    ends = [(a, b) for a, others in ways.items() for b in others if (b, a) not in partner]
    for start in [*ends, *((a, b) for a, others in ways.items() for b in others)]:
        if start not in left:
            continue
        run = list(start)
        left -= {start, start[::-1]}
        while (after := partner.get((run[-2], run[-1]))) is not None:
            if (run[-1], after) not in left:
                break
            left -= {(run[-1], after), (after, run[-1])}
            run.append(after)
        runs.append(run)
    return runs


def _pairs(
    node: N, others: list[N], place: Callable[[N], tuple[float, float]]
) -> list[tuple[N, N]]:
    """Pairs of a node's links that continue each other, straightest pair first."""
    x, y = place(node)
    angle = {o: atan2(place(o)[1] - y, place(o)[0] - x) for o in others}
    turns = sorted(
        (abs(abs((angle[a] - angle[b] + pi) % (2 * pi) - pi) - pi), i, j)
        for i, a in enumerate(others)
        for j, b in enumerate(others)
        if i < j
    )
    used: set[int] = set()
    found = []
    for turn, i, j in turns:
        if not {i, j} & used and (len(others) == 2 or turn < pi / 2):
            used |= {i, j}
            found.append((others[i], others[j]))
    return found
