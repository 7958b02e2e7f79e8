"""A little geometry of lines and rings in the plane."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

from hexmarshal.game.hexgrid import Point


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a ring, by the even-odd rule; the ring need not repeat its start."""
    return between(point.x, crossings(ring, point.y))


def crossings(ring: Sequence[Point], y: float) -> list[float]:
    """Where a horizontal line crosses a ring, from west to east."""
    found = []
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
        x1, y1 = x2, y2
    return sorted(found)


def between(x: float, found: Sequence[float]) -> bool:
    """Whether a point on a horizontal line is inside the ring with these crossings."""
    return (len(found) - bisect_right(found, x)) % 2 == 1


def nearest(point: Point, line: Sequence[Point]) -> Point:
    """The point of a line that is nearest to a point."""
    if len(line) == 1:
        return line[0]
    feet = (_foot(point, a, b) for a, b in pairwise(line))
    return min(feet, key=lambda foot: gap(point, foot))


def _foot(p: Point, a: Point, b: Point) -> Point:
    dx, dy = b.x - a.x, b.y - a.y
    length = dx * dx + dy * dy
    t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / length if length else 0.0
    t = min(1.0, max(0.0, t))
    return Point(a.x + t * dx, a.y + t * dy)


def gap(a: Point, b: Point) -> float:
    """The distance of two points."""
    return hypot(a.x - b.x, a.y - b.y)


def distance(point: Point, line: Sequence[Point]) -> float:
    """The distance of a point from a line."""
    return gap(point, nearest(point, line))


def walk(line: Sequence[Point], step: float) -> Iterable[Point]:
    """Points along a line at most `step` apart, including its own points."""
    yield line[0]
    for a, b in pairwise(line):
        parts = max(1, int(gap(a, b) / step) + 1)
        for i in range(1, parts + 1):
            yield Point(a.x + (b.x - a.x) * i / parts, a.y + (b.y - a.y) * i / parts)


def rounded(line: Sequence[Point], times: int) -> list[Point]:
    """A line smoothed by cutting its corners (Chaikin); its ends stay in place."""
    points = list(line)
    for _ in range(times):
        cut = [p for a, b in pairwise(points) for p in (_between(a, b, 0.25), _between(a, b, 0.75))]
        points = [points[0], *cut[1:-1], points[-1]]
    return points


def thinned(line: Sequence[Point], step: float) -> list[Point]:
    """A line without points that follow another within `step`; its ends stay."""
    kept = [line[0]]
    for point in line[1:-1]:
        if gap(kept[-1], point) >= step:
            kept.append(point)
    return [*kept, line[-1]]


def _between(a: Point, b: Point, t: float) -> Point:
    return Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)


def oval(middle: Point, width: float, height: float) -> list[Point]:
    """An upright oval, as twelve points of its rim."""
    turns = (2 * pi * i / 12 for i in range(12))
    return [Point(middle.x + width / 2 * cos(t), middle.y + height / 2 * sin(t)) for t in turns]
