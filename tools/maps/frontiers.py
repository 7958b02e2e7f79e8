"""The land of each country, from the courses of borders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, HexSet, union
from hexmarshal.game.hexgrid import Point
from tools.maps.overlay import Mesh
from tools.maps.plane import walk


def walls(mesh: Mesh, borders: Iterable[Sequence[Point]]) -> Edges:
    """The hexsides between hexes whose centres lie on either side of a border."""
    grid = mesh.grid
    legs: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for border in borders:
        for a, b in pairwise(walk(border, 1.0)):
            for place in {_square(a), _square(b)}:
                legs.setdefault(place, []).append((a, b))
    found = []
    for one, other in mesh.ends:
        a, b = grid.centre(one), grid.centre(other)
        x, y = _square(a)
        near = (leg for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)
                for leg in legs.get((i, j), ()))  # fmt: skip
        if any(_cross(a, b, *leg) for leg in near):
            found.append(grid.edge(one, other))
    return union(found) if found else NO_EDGES


def countries(
    grid: HexField, land: HexSet, borders: Edges, capitals: Mapping[str, HexSet]
) -> dict[str, HexSet]:
    """The land of each country: all hexes reached from its own without crossing a border.

    Raises ValueError if a border has a gap, so that a hex would belong to two countries.
    """
    found: dict[str, HexSet] = {}
    for name, seats in capitals.items():
        held = grid.flood(seats, land, borders)
        for other, theirs in found.items():
            if held & theirs:
                raise ValueError(f"the border between {name} and {other} has a gap")
        found[name] = held
    return found


def _square(point: Point) -> tuple[int, int]:
    """The square of two pitches that holds a point."""
    return int(point.x // 2), int(point.y // 2)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _left(a, b, c) != _left(a, b, d) and _left(c, d, a) != _left(c, d, b)


def _left(a: Point, b: Point, c: Point) -> bool:
    """Whether c lies left of the line from a to b."""
    return (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)
