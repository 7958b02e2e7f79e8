"""Outlines and curves: their places, and that nothing is drawn twice or left out."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.art.map.layout import Extent, MapLayout, steps
from hexmarshal.art.map.mesh import (
    WANDER,
    Courses,
    Mesh,
    around,
    cell_corners,
    chains,
    corner_point,
    curve_points,
    noise,
    smooth_loop,
    through,
)
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import DIRECTIONS, Cell, Orientation, Point, corners, neighbour
from tests.art.maps import FLAT, POINTY

GRIDS = pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
CELLS = st.sets(
    st.tuples(st.integers(-4, 4), st.integers(-4, 4)).map(lambda p: (p[0], 2 * p[1] + p[0] % 2)),
    min_size=1,
    max_size=18,
)


def mesh_of(grid: HexField) -> Mesh:
    step = steps(grid.orientation, 50.0, (78, 90))
    return Mesh(
        MapLayout(grid, 900, 900, (0.0, 900.0), step, 1.8, (78, 90), Extent(0, 0, 900, 900))
    )


@GRIDS
def test_corners_are_those_of_the_grid(grid: HexField) -> None:
    for hex_ in grid.numbers:
        cell = grid.cell(hex_)
        for mine, exact in zip(
            cell_corners(cell, grid.orientation), corners(cell, grid.orientation), strict=True
        ):
            at = corner_point(mine, grid.orientation)
            assert hypot(at.x - exact.x, at.y - exact.y) < 1e-9


@GRIDS
def test_three_cells_meet_in_a_corner(grid: HexField) -> None:
    cell = grid.cell(next(iter(grid.numbers)))
    for corner in cell_corners(cell, grid.orientation):
        cells = around(corner, grid.orientation)
        assert len(set(cells)) == 3
        assert cell in cells
        assert all(corner in cell_corners(c, grid.orientation) for c in cells)


@given(CELLS)
@settings(max_examples=40, deadline=None)
def test_outlines_pass_each_side_of_the_border_once(points: set[tuple[int, int]]) -> None:
    cells = {Cell(*point) for point in points}
    mesh = mesh_of(FLAT)
    border = {
        (cell_corners(cell, Orientation.FLAT)[d], cell_corners(cell, Orientation.FLAT)[(d + 1) % 6])
        for cell in cells
        for d in DIRECTIONS
        if neighbour(cell, d, Orientation.FLAT) not in cells
    }
    passed = [side for ring in mesh.outlines(cells) for side in pairwise([*ring, ring[0]])]
    assert sorted(passed) == sorted(border)


@GRIDS
def test_what_meets_at_a_hexside_is_drawn_to_one_line(grid: HexField) -> None:
    """The outline of a set and that of all other hexes share their points."""
    mesh = mesh_of(grid)
    cell = grid.cell(list(grid.numbers)[20])
    inside = mesh.outlines({cell})[0]
    near = {neighbour(cell, d, grid.orientation) for d in DIRECTIONS}
    rings = mesh.outlines(near)
    hole = next(ring for ring in rings if set(ring) == set(inside))
    assert {mesh.middle(*side) for side in pairwise([*inside, inside[0]])} == {
        mesh.middle(*side) for side in pairwise([*hole, hole[0]])
    }


@GRIDS
def test_without_courses_corners_wander_only_a_little(grid: HexField) -> None:
    mesh = mesh_of(grid)
    limit = WANDER * 2**0.5 * mesh.layout.pitch * 1.01
    for hex_ in grid.numbers:
        for corner in cell_corners(grid.cell(hex_), grid.orientation):
            x, y = mesh.layout.at(corner_point(corner, grid.orientation))
            drawn = mesh.corner(corner)
            assert hypot(drawn[0] - x, drawn[1] - y) <= limit


def test_a_course_pulls_but_only_so_far() -> None:
    mesh = mesh_of(FLAT)
    corner = cell_corners(FLAT.cell(FLAT.parse("0504")), Orientation.FLAT)[2]
    exact = corner_point(corner, Orientation.FLAT)
    bed = Courses.of([[(exact.x + 0.6, exact.y - 3), (exact.x + 0.6, exact.y + 3)]])
    pulled = Mesh(mesh.layout, {corner: bed}).corner(corner)
    x, _ = mesh.layout.at(exact)
    assert 0.15 < (pulled[0] - x) / mesh.layout.step[0] < 0.3


def test_the_nearest_point_of_a_course() -> None:
    courses = Courses.of([[(0.0, 0.0), (10.0, 0.0)]])
    near = courses.nearest(Point(4.0, 0.5))
    assert near is not None
    assert hypot(near.x - 4.0, near.y) < 0.13
    assert courses.nearest(Point(4.0, 1.5)) is None


@given(
    st.sets(
        st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda p: p[0] != p[1]),
        max_size=30,
    )
)
@settings(deadline=None)
def test_chains_hold_every_link_once(pairs: set[tuple[int, int]]) -> None:
    links = {(min(p), max(p)) for p in pairs}
    runs = chains(links, lambda n: (n % 4 * 1.0, n // 4 * 1.3))
    drawn = [(min(link), max(link)) for run in runs for link in pairwise(run)]
    assert sorted(drawn) == sorted(links)


def test_a_chain_goes_straight_on_where_three_meet() -> None:
    places = {0: (0.0, 0.0), 1: (1.0, 0.0), 2: (2.0, 0.1), 3: (1.2, 1.0)}
    runs = chains([(0, 1), (1, 2), (1, 3)], places.__getitem__)
    assert [0, 1, 2] in [min(run, run[::-1]) for run in runs]


def test_a_ring_of_links_is_one_closed_run() -> None:
    places = {0: (0.0, 0.0), 1: (1.0, 0.0), 2: (1.0, 1.0), 3: (0.0, 1.0)}
    (run,) = chains([(0, 1), (1, 2), (2, 3), (3, 0)], places.__getitem__)
    assert run[0] == run[-1]
    assert len(run) == 5


def test_a_course_through_points_passes_them() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (14.0, 9.0), (30.0, 9.0)]
    start, pieces = through(points)
    assert [start, *(end for _, _, end in pieces)] == points


def test_a_smooth_loop_is_closed_and_keeps_within_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0)]
    start, pieces = smooth_loop(points)
    assert pieces[-1][2] == start
    for x, y in curve_points(start, pieces):
        assert -1e-9 <= x <= 10 + 1e-9
        assert -1e-9 <= y <= 8 + 1e-9


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=6))
def test_noise_depends_on_its_key_alone(key: list[int]) -> None:
    assert -1 <= noise(*key) < 1
    assert noise(*key) == noise(*key)


def test_noise_spreads() -> None:
    numbers = [noise(x, y, 7) for x in range(40) for y in range(40)]
    assert abs(sum(numbers) / len(numbers)) < 0.05
    assert sum(n > 0.5 for n in numbers) / len(numbers) == pytest.approx(0.25, abs=0.05)
