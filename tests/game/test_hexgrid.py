"""The geometry of hexes, whatever they are called."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, dist, isclose, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.hexgrid import (
    DIRECTIONS,
    Cell,
    Orientation,
    Point,
    cell_at,
    centre,
    corners,
    distance,
    line,
    neighbour,
    opposite,
    ring,
    spiral,
)

orientations = st.sampled_from(list(Orientation))
# Doubled coordinates: the sum of a cell's two is even.
cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).map(
    lambda p: Cell(p[0], 2 * p[1] + p[0] % 2)
)
directions = st.sampled_from(list(DIRECTIONS))

BEARING = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}  # flat tops
BEARING_POINTY = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}


def bearing(a: Point, b: Point) -> float:
    """Degrees clockwise from north."""
    return atan2(b.x - a.x, b.y - a.y) * 180 / pi % 360


@pytest.mark.parametrize(
    ("orientation", "named"),
    [(Orientation.FLAT, BEARING), (Orientation.POINTY, BEARING_POINTY)],
)
def test_steps_lead_where_their_names_say(
    orientation: Orientation, named: dict[str, float]
) -> None:
    home = Cell(4, 6)
    for direction in DIRECTIONS:
        there = neighbour(home, direction, orientation)
        way = bearing(centre(home, orientation), centre(there, orientation))
        assert isclose(way, named[orientation.compass[direction]], abs_tol=1e-9)


@given(cells, directions, orientations)
def test_neighbours_are_one_pitch_away_and_mutual(c: Cell, d: int, o: Orientation) -> None:
    next_ = neighbour(c, d, o)
    assert isclose(dist(centre(c, o), centre(next_, o)), 1)
    assert neighbour(next_, opposite(d), o) == c
    assert distance(c, next_, o) == 1


@given(cells, cells, orientations)
def test_distance_is_symmetric_and_no_shorter_than_the_crow_flies(
    a: Cell, b: Cell, o: Orientation
) -> None:
    steps = distance(a, b, o)
    assert steps == distance(b, a, o)
    assert (steps == 0) == (a == b)
    # six straight ways of one pitch a step: between 1 and 2 / sqrt(3) times as long as the line
    flight = dist(centre(a, o), centre(b, o))
    assert flight - 1e-9 <= steps <= flight * 2 / sqrt(3) + 1e-9


@given(cells, cells, cells, orientations)
def test_triangle(a: Cell, b: Cell, c: Cell, o: Orientation) -> None:
    assert distance(a, c, o) <= distance(a, b, o) + distance(b, c, o)


@given(cells, st.integers(0, 6), orientations)
def test_a_ring_holds_six_times_its_radius(c: Cell, radius: int, o: Orientation) -> None:
    found = list(ring(c, radius, o))
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {distance(c, cell, o) for cell in found} == {radius}
    for here, there in zip(found, found[1:] + found[:1], strict=True):
        assert distance(here, there, o) == (1 if radius else 0)


@given(cells, st.integers(0, 5), orientations)
def test_a_spiral_holds_all_within_its_radius(c: Cell, radius: int, o: Orientation) -> None:
    found = list(spiral(c, radius, o))
    assert len(set(found)) == len(found) == 1 + 3 * radius * (radius + 1)
    assert max(distance(c, cell, o) for cell in found) == radius


@given(cells, cells, orientations)
def test_a_line_is_a_shortest_way_near_the_straight_one(a: Cell, b: Cell, o: Orientation) -> None:
    way = line(a, b, o)
    assert (way[0], way[-1]) == (a, b)
    assert len(way) == distance(a, b, o) + 1
    assert all(distance(x, y, o) == 1 for x, y in pairwise(way))
    start, end = centre(a, o), centre(b, o)
    length = dist(start, end)
    for cell in way[1:-1]:
        p = centre(cell, o)
        off = abs((end.x - start.x) * (p.y - start.y) - (end.y - start.y) * (p.x - start.x))
        assert off / length <= 1 / sqrt(3) + 1e-5  # no further off than a corner is from its centre


@given(cells, orientations)
def test_corners_are_a_regular_hexagon(c: Cell, o: Orientation) -> None:
    middle, points = centre(c, o), corners(c, o)
    for corner, following in zip(points, points[1:] + points[:1], strict=True):
        assert isclose(dist(middle, corner), 1 / sqrt(3))
        assert isclose(dist(corner, following), 1 / sqrt(3))


@given(cells, directions, orientations)
def test_a_hexside_lies_between_its_two_hexes(c: Cell, d: int, o: Orientation) -> None:
    mine, next_ = corners(c, o), neighbour(c, d, o)
    theirs = corners(next_, o)
    side = {(round(p.x, 6), round(p.y, 6)) for p in (mine[d], mine[(d + 1) % 6])}
    back = opposite(d)
    same = {(round(p.x, 6), round(p.y, 6)) for p in (theirs[back], theirs[(back + 1) % 6])}
    assert side == same


@given(cells, orientations, st.floats(0, 0.99), st.floats(0, 2 * pi))
def test_a_point_inside_a_hex_is_that_hex(c: Cell, o: Orientation, r: float, angle: float) -> None:
    middle = centre(c, o)
    inside = Point(middle.x + r / 2 * cos(angle), middle.y + r / 2 * sin(angle))
    assert cell_at(inside, o) == c


@given(st.floats(-50, 50), st.floats(-50, 50), orientations)
def test_a_point_belongs_to_the_nearest_centre(x: float, y: float, o: Orientation) -> None:
    point = Point(x, y)
    home = cell_at(point, o)
    here = dist(point, centre(home, o))
    assert all(here <= dist(point, centre(cell, o)) + 1e-9 for cell in ring(home, 1, o))
