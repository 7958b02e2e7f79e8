"""Hexes as doubled coordinates.

A cell is a pair of integers: x grows east, y grows north. On a flat-top grid (columns of hexes)
a step along a column changes y by two, a step to the next column changes both by one; on a
pointy-top grid (rows of hexes) it is x that is doubled. Parity, numbering and the direction in
which printed numbers grow play no part here: they belong to `numbering`.

Lengths are in pitches: the distance between the centres of two neighbouring hexes is 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import sqrt
from typing import NamedTuple

HALF_ROOT_3 = sqrt(3) / 2


class Cell(NamedTuple):
    """A hex of the unbounded grid, in doubled coordinates."""

    x: int
    y: int


class Point(NamedTuple):
    """A point of the plane, in pitches; y grows north."""

    x: float
    y: float


class Orientation(StrEnum):
    """The orientation of hexes: `flat` tops form columns, `pointy` tops form rows."""

    FLAT = "flat"
    POINTY = "pointy"

    @property
    def steps(self) -> tuple[Cell, ...]:
        """The six steps to a neighbour, clockwise: from north (flat) or north-east (pointy)."""
        return _STEPS[self]

    @property
    def compass(self) -> tuple[str, ...]:
        """The names of the six steps, in the same order."""
        return _COMPASS[self]


_STEPS = {
    Orientation.FLAT: tuple(
        Cell(*s) for s in ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
    ),
    Orientation.POINTY: tuple(
        Cell(*s) for s in ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1))
    ),
}
_COMPASS = {
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
    Orientation.POINTY: ("NE", "E", "SE", "SW", "W", "NW"),
}

DIRECTIONS = range(6)


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


def neighbour(cell: Cell, direction: int, orientation: Orientation) -> Cell:
    """The cell next to this one in one of the six directions."""
    step = orientation.steps[direction]
    return Cell(cell.x + step.x, cell.y + step.y)


def distance(a: Cell, b: Cell, orientation: Orientation) -> int:
    """The number of hexes from one cell to the other, 0 for the same cell."""
    dx, dy = abs(a.x - b.x), abs(a.y - b.y)
    along, doubled = (dx, dy) if orientation is Orientation.FLAT else (dy, dx)
    return max(along, (along + doubled) // 2)


def ring(centre: Cell, radius: int, orientation: Orientation) -> Iterator[Cell]:
    """The cells exactly `radius` hexes away, clockwise; the centre itself for radius 0."""
    if radius == 0:
        yield centre
        return
    start = orientation.steps[0]
    cell = Cell(centre.x + radius * start.x, centre.y + radius * start.y)
    for side in DIRECTIONS:
        for _ in range(radius):
            yield cell
            cell = neighbour(cell, (side + 2) % 6, orientation)


def spiral(centre: Cell, radius: int, orientation: Orientation) -> Iterator[Cell]:
    """The cells up to `radius` hexes away, ring by ring from the centre."""
    for r in range(radius + 1):
        yield from ring(centre, r, orientation)


def line(a: Cell, b: Cell, orientation: Orientation) -> list[Cell]:
    """A shortest path from a to b, both included, along the straight line between the centres."""
    length = distance(a, b, orientation)
    start, end = centre(a, orientation), centre(b, orientation)
    nudge = 1e-6  # a line along hexsides then always keeps to the same side of them
    between = (
        Point(
            start.x + (end.x - start.x) * i / length + nudge,
            start.y + (end.y - start.y) * i / length + nudge,
        )
        for i in range(1, length)
    )
    inner = [cell_at(point, orientation) for point in between]
    return [a, *inner, b] if length else [a]


def centre(cell: Cell, orientation: Orientation) -> Point:
    """The centre of a cell in the plane."""
    if orientation is Orientation.FLAT:
        return Point(cell.x * HALF_ROOT_3, cell.y / 2)
    return Point(cell.x / 2, cell.y * HALF_ROOT_3)


def corners(cell: Cell, orientation: Orientation) -> tuple[Point, ...]:
    """The six corners; the hexside in direction d runs from corner d to corner d + 1."""
    c = centre(cell, orientation)
    return tuple(Point(c.x + dx, c.y + dy) for dx, dy in _CORNERS[orientation])


_R, _H = 1 / sqrt(3), 0.5
_CORNERS = {
    Orientation.FLAT: (
        (-_R / 2, _H),
        (_R / 2, _H),
        (_R, 0),
        (_R / 2, -_H),
        (-_R / 2, -_H),
        (-_R, 0),
    ),
    Orientation.POINTY: (
        (0, _R),
        (_H, _R / 2),
        (_H, -_R / 2),
        (0, -_R),
        (-_H, -_R / 2),
        (-_H, _R / 2),
    ),
}


def cell_at(point: Point, orientation: Orientation) -> Cell:
    """The cell that holds a point of the plane."""
    if orientation is Orientation.POINTY:
        mirrored = cell_at(Point(point.y, point.x), Orientation.FLAT)
        return Cell(mirrored.y, mirrored.x)
    q = point.x / HALF_ROOT_3
    r = point.y - q / 2
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return Cell(rq, 2 * rr + rq)
