"""The parts that put maps back on the ground, on figures small enough to work out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, isclose, radians, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Orientation, Point
from hexmarshal.game.numbering import MapSheet, Numbering
from tools.maps import cover, frontiers, overlay, plane, report, roads
from tools.maps.chart import Chart
from tools.maps.conic import KM_A_DEGREE, STRIDE_KM, Conic
from tools.maps.gauges import Network
from tools.maps.ground import Affine, Feature, read_features
from tools.maps.overlay import Mesh, side
from tools.maps.overrides import Override, Overrides

GRID = HexField(Numbering(Orientation.FLAT, (MapSheet("", "{column:02}{row:02}", 1, 8, 1, 8),)))
"""Flat-topped, odd columns half a hex south, rows growing north."""


def at(label: str) -> Point:
    return GRID.centre(GRID.parse(label))


def hexes(labels: str) -> list[int]:
    return [GRID.parse(label) for label in labels.split()]


def feature(kind: str, name: str, stops: str, source: str = "GSHHG") -> Feature:
    return Feature(kind, name, "line", tuple(at(h) for h in stops.split()), source, 1.0)


# -- ground -----------------------------------------------------------------------------------

small = st.floats(-5, 5, allow_nan=False)


@given(small, small, st.floats(0.5, 2), st.floats(-0.4, 0.4))
def test_a_fit_and_its_reverse_cancel(x: float, y: float, scale: float, turn: float) -> None:
    fit = Affine((27.0, scale, turn), (59.0, -turn, scale))
    back = fit(*fit.geographic(Point(x, y)))
    assert isclose(back.x, x, abs_tol=1e-9)
    assert isclose(back.y, y, abs_tol=1e-9)


def test_features_say_what_they_rest_on(tmp_path: Path) -> None:
    layer = tmp_path / "layer.geojson"
    layer.write_text(
        '{"type": "FeatureCollection", "features": ['
        '{"type": "Feature", "properties": {"kind": "village", "name": "A", "source": "GeoNames",'
        ' "accuracy_km": 0.5, "bank": "W"}, "geometry": {"type": "Point", "coordinates": [2, 3]}},'
        '{"type": "Feature", "properties": {"kind": "road", "source": "general knowledge"},'
        ' "geometry": {"type": "LineString", "coordinates": [[0, 0], [4, 2]]}}]}',
        encoding="utf-8",
    )
    village, road = read_features(layer, Affine((0, 2, 0), (1, 0, 1)))
    assert village.line == (Point(1, 2),)
    assert (village.shape, village.basis, village.more) == (
        "point",
        Basis.RECONSTRUCTED,
        {"bank": "W"},
    )
    assert road.line == (Point(0, -1), Point(2, 1))
    assert (road.basis, road.accuracy_km) == (Basis.HOUSE, 99)


CONIC = Conic(
    radius=6371.0,
    parallels=(55.0, 59.0),
    origin=(25.0, 57.0),
    zero=(0.0, 0.0),
    pitch=8.0,
    kernel=((1.0, 6.0), (0.25, 2.5)),
    control=((3.0, 2.0, 0.4, -0.3), (-6.0, 5.0, -0.2, 0.5)),
)
"""Hexes of 8 km around 25 E 57 N, bent in two places."""


@given(st.floats(-30, 30), st.floats(-30, 30))
def test_a_bent_projection_and_its_reverse_cancel(x: float, y: float) -> None:
    back = CONIC(*CONIC.geographic(Point(x, y)))
    assert isclose(back.x, x, abs_tol=1e-6)
    assert isclose(back.y, y, abs_tol=1e-6)


def test_a_projection_keeps_lengths_and_north_in_its_middle() -> None:
    """Between the parallels of 55 and 59 degrees the cone is a few parts in ten thousand off."""
    plain = replace(CONIC, control=())
    assert plain(25.0, 57.0) == Point(0, 0)
    north = plain(25.0, 57.5)
    assert isclose(north.y * 8.0, 0.5 * radians(1) * 6371.0, rel_tol=1e-3)
    assert isclose(north.x, 0.0, abs_tol=1e-9)
    east = plain(25.5, 57.0)
    assert isclose(east.x * 8.0, 0.5 * radians(1) * 6371.0 * cos(radians(57)), rel_tol=1e-3)
    assert 0 < east.y < 0.02  # a parallel bends northward away from the middle


def test_a_course_on_the_ground_has_points_every_few_kilometres() -> None:
    leg = 0.5 * KM_A_DEGREE
    course = CONIC.course([(25.0, 57.0), (25.0, 57.5), (25.0, 57.5)])
    assert course[0] == CONIC(25.0, 57.0)
    assert course[-1] == CONIC(25.0, 57.5)
    assert len(course) >= leg / STRIDE_KM
    assert all(plane.gap(a, b) * CONIC.pitch < 1.5 * STRIDE_KM for a, b in pairwise(course))


# -- plane ------------------------------------------------------------------------------------


def test_inside_a_ring_with_a_bay() -> None:
    ring = [Point(0, 0), Point(4, 0), Point(4, 4), Point(2, 1), Point(0, 4)]
    assert plane.inside(Point(1, 1), ring)
    assert not plane.inside(Point(2, 2), ring)
    assert not plane.inside(Point(5, 1), ring)


def test_a_level_line_through_a_ring_with_a_bay() -> None:
    ring = [Point(0, 0), Point(4, 0), Point(4, 4), Point(2, 1), Point(0, 4)]
    found = plane.crossings(ring, 2.5)
    assert found == [0, 1, 3, 4]
    assert [plane.between(x, found) for x in (-1, 0.5, 2, 3.5, 5)] == [0, 1, 0, 1, 0]


def test_distance_from_a_line_counts_its_ends() -> None:
    line = [Point(0, 0), Point(4, 0)]
    assert plane.distance(Point(2, 3), line) == 3
    assert plane.distance(Point(7, 4), line) == 5


@given(st.lists(st.tuples(small, small).map(lambda p: Point(*p)), min_size=2, max_size=6))
def test_walks_are_dense_and_keep_their_points(line: list[Point]) -> None:
    points = list(plane.walk(line, 0.3))
    assert all(plane.gap(a, b) <= 0.3 + 1e-9 for a, b in pairwise(points))
    assert all(min(plane.gap(p, q) for q in points) < 1e-9 for p in line)
    smooth = plane.rounded(line, 2)
    assert (smooth[0], smooth[-1]) == (line[0], line[-1])


# -- overlay ----------------------------------------------------------------------------------


def test_shares_of_hexes() -> None:
    x, y = at("0404")
    whole = [Point(x - 1, y - 1), Point(x + 1, y - 1), Point(x + 1, y + 1), Point(x - 1, y + 1)]
    north = [Point(x - 9, y), Point(x + 9, y), Point(x + 9, y + 9), Point(x - 9, y + 9)]
    here = GRID.parse("0404")
    assert overlay.share(GRID, whole)[here] == 1
    assert 0.4 < overlay.share(GRID, north)[here] < 0.6
    assert GRID.parse("0403") not in overlay.share(GRID, north)
    assert overlay.share(GRID, north)[GRID.parse("0405")] == 1


def test_a_road_takes_the_straight_way_between_its_stops() -> None:
    router = overlay.Router(GRID, GRID.all, lambda _a, _b: 0.0)
    line = [at("0402"), at("0407")]
    assert router.route(line, hexes("0402 0407")) == hexes("0402 0403 0404 0405 0406 0407")


def test_a_road_goes_round_what_is_shut_and_says_when_nothing_leads_on() -> None:
    wall = {side(*hexes("0404 0405"))}
    router = overlay.Router(
        GRID, GRID.all, lambda a, b: float("inf") if side(a, b) in wall else 0.0
    )
    line = [at("0404"), at("0405")]
    run = router.route(line, hexes("0404 0405"))
    assert len(run) == 3
    walled = overlay.Router(GRID, GRID.all, lambda _a, _b: float("inf"))
    with pytest.raises(ValueError, match="no path from 0404 to 0405"):
        walled.route(line, hexes("0404 0405"))


def test_a_road_joins_another_where_one_runs_beside() -> None:
    worn = frozenset(side(a, b) for a, b in pairwise(hexes("0402 0403 0404 0405 0406")))
    router = overlay.Router(GRID, GRID.all, lambda _a, _b: 0.0)
    x, _ = at("0402")
    line = [Point(x + 0.3, at("0402").y), Point(x + 0.3, at("0406").y)]
    run = router.route(line, hexes("0402 0406"), worn)
    assert run == hexes("0402 0403 0404 0405 0406")
    assert overlay.unworn(run, worn) == []
    assert overlay.unworn(hexes("0302 0402 0403 0503"), worn) == [
        hexes("0302 0402"),
        hexes("0403 0503"),
    ]


def test_a_river_between_two_columns_runs_on_their_hexsides() -> None:
    mesh = Mesh(GRID)
    x = (at("0404").x + at("0504").x) / 2
    line = [Point(x, 0), Point(x, 9)]
    chain = mesh.chain(line, GRID.all)
    west = GRID.set(h for h in GRID.labels(GRID.all) if h < "05")
    east = GRID.all & ~west
    assert set(mesh.sides(chain)) == set(mesh.between(west, east))
    assert all(
        isclose(plane.gap(mesh.points[a], mesh.points[b]), 1 / sqrt(3)) for a, b in pairwise(chain)
    )


def test_hexsides_join_into_one_chain_or_ring() -> None:
    mesh = Mesh(GRID)
    heart = 1 << GRID.parse("0404")
    (ring,) = mesh.strings(mesh.between(heart, GRID.all & ~heart))
    assert len(ring) == 7
    assert ring[0] == ring[-1]


# -- roads ------------------------------------------------------------------------------------


def maker(overrides: Overrides = Overrides()) -> roads.RoadMaker:  # noqa: B008
    return roads.RoadMaker(
        GRID, GRID.all, lambda _a, _b: 0.0, 0, ("road", "track"), ("railway",), overrides
    )


def test_where_roads_share_a_hexside_the_better_one_is_drawn() -> None:
    ways = maker().laid(
        [
            feature("track", "worse", "0303 0403 0404 0405 0506"),
            feature("road", "better", "0402 0405"),
        ]
    )
    assert [(w.kind, list(w.run)) for w in ways] == [
        ("road", hexes("0402 0403 0404 0405")),
        ("track", hexes("0303 0403")),
        ("track", hexes("0405 0506")),
    ]


def test_a_road_bent_by_hand_is_house_where_it_was_bent() -> None:
    bent = Overrides(
        (
            Override("via", "A", ("0402", "0602", "0606"), "", ""),
            Override("guess", "A", ("0402", "0503", "0602"), "", "as told"),
        )
    )
    ways = maker(bent).laid([feature("road", "A", "0602 0606")])
    assert [(list(w.run), w.basis, w.source, w.note) for w in ways] == [
        (hexes("0402 0503 0602"), Basis.HOUSE, "by hand", "as told"),
        (hexes("0602 0603 0604 0605 0606"), Basis.RECONSTRUCTED, "GSHHG", ""),
    ]


def test_a_place_without_a_road_gets_a_track() -> None:
    laid = maker().laid([feature("road", "A", "0402 0405")])
    (spur,) = maker().spurs(laid, [("on it", hexes("0403")), ("off it", hexes("0703"))])
    assert (spur.kind, spur.run[0], spur.basis) == ("track", GRID.parse("0703"), Basis.HOUSE)
    assert len(spur.run) == 4
    assert spur.run[-1] in hexes("0402 0403 0404 0405")


# -- cover, report --------------------------------------------------------------------


def test_chance_is_smooth_and_the_same_every_time() -> None:
    assert cover.chance(Point(3.2, 4.1), 2, "a") == cover.chance(Point(3.2, 4.1), 2, "a")
    assert cover.chance(Point(3.2, 4.1), 2, "a") != cover.chance(Point(3.2, 4.1), 2, "b")
    for x in range(40):
        step = cover.chance(Point(x / 20, 1), 2, "a") - cover.chance(Point((x + 1) / 20, 1), 2, "a")
        assert abs(step) < 0.05


def test_small_patches_are_cleared_away() -> None:
    patches = GRID.set(["0202", "0505", "0506", "0606"])
    assert cover.settled(GRID, patches, GRID.all, 2) == GRID.set(["0505", "0506", "0606"])
    near = cover.nearness(GRID, 1 << GRID.parse("0404"), 1.0)
    assert near[GRID.parse("0404")] == 1
    assert near[GRID.parse("0405")] == near[GRID.parse("0504")] < 0.4
    assert near[GRID.parse("0408")] == 0


def test_a_land_that_is_all_bog_or_all_open_comes_out_so() -> None:
    full, none = dict.fromkeys(GRID.numbers, 1.0), dict.fromkeys(GRID.numbers, 0.0)
    bog = cover.Landscape(GRID, GRID.all, none, full, none, none).words()
    assert all("swamp" in words for words in bog.values())
    fields = cover.Landscape(GRID, GRID.all, none, none, none, full).words()
    assert set(fields.values()) == {("clear",)}


def test_a_residual_is_what_lies_between_print_and_place(tmp_path: Path) -> None:
    path = tmp_path / "fit.json"
    path.write_text('{"anchors": [{"name": "A", "hexes": ["0404"], "lon": 10, "lat": 0}]}')
    x, y = at("0404")
    fit = Affine((10 - x * 0.1, 0.1, 0), (0.03 - y * 0.1, 0, 0.1))
    (found,) = report.residuals(GRID, fit, path)
    assert isclose(found.east, 0, abs_tol=1e-9)
    assert isclose(found.north, 0.03 * report.KM_A_DEGREE)
    assert isclose(report.rms([found]), found.north)


def test_counts_by_word_and_basis() -> None:
    tables = dict.fromkeys(report.LAYERS, "basis\n")
    tables["hexes.csv"] = "hex,terrain,basis\n0101,sea,reconstructed\n0102,sea,house\n"
    tables["areas.csv"] = "area,basis\nnarva,rulebook\n"
    assert report.counts_table(tables).splitlines()[2:] == [
        "| `hexes.csv` | sea |  | 1 | 1 |",
        "| `areas.csv` | all | 1 |  |  |",
    ]


def test_a_page_without_marks_is_refused() -> None:
    assert report.inserted("a <!-- x -->old<!-- /x --> b", "x", "new") == (
        "a <!-- x -->\nnew\n<!-- /x --> b"
    )
    with pytest.raises(ValueError, match="missing <!-- y -->"):
        report.inserted("a", "y", "new")


# -- chart ------------------------------------------------------------------------------------


def charted(*features: Feature, decided: tuple[Override, ...] = ()) -> Chart:
    """A chart whose base layer is in pitches already."""
    plain = Affine((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    return Chart(GRID, plain, features, Overrides(decided))


def square(kind: str, name: str, centre: str, half: float) -> Feature:
    x, y = at(centre)
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    ring = tuple(Point(x + dx, y + dy) for dx, dy in corners)
    return Feature(kind, name, "polygon", ring, "GSHHG", 1.0)


def test_a_hex_is_taken_by_what_covers_more_than_half_of_it() -> None:
    small, large = square("lake", "pond", "0404", 0.2), square("lake", "lake", "0606", 0.6)
    found = charted(small, large).half_covered("lake")
    assert GRID.labels(found) == ["0606"]


def test_two_features_cover_a_hex_together_but_never_more_than_all_of_it() -> None:
    twice = charted(square("bog", "a", "0404", 0.6), square("bog", "b", "0404", 0.6))
    assert twice.shares("bog")[GRID.parse("0404")] == 1.0


def test_a_place_lies_where_a_decision_puts_it_else_in_its_hexes_else_where_it_is() -> None:
    village = Feature("village", "A", "point", (at("0303"),), "GSHHG", 1.0)
    printed = Feature("village", "B", "point", (at("0303"),), "rulebook 1.1", 0.0, ("0404",))
    away = Feature("village", "C", "point", (Point(-9, -9),), "GSHHG", 1.0)
    moved = Override("place", "A", ("0505",), "", "by hand")
    assert charted(village).seat(village) == (tuple(hexes("0303")), None)
    assert charted(printed).seat(printed) == (tuple(hexes("0404")), None)
    assert charted(away).seat(away) == ((), None)
    assert charted(village, decided=(moved,)).seat(village) == (tuple(hexes("0505")), moved)


def test_a_place_bears_its_other_names_once_each() -> None:
    named = Feature(
        "village", "Narwa", "point", (at("0303"),), "GSHHG", 1.0, (), {"name_de": "Narwa"}
    )
    spelt = Override("name", "Narwa", (), "Narva", "as the rulebook spells it")
    chart = charted(named, decided=(spelt,))
    assert chart.name_of(named) == "Narva"
    assert chart.other_names(named, "Narva", "Narva", "Rugodiv") == ("Narwa", "Rugodiv")


def test_a_page_gets_its_figures_between_its_comments() -> None:
    text = "a\n<!-- fit -->\nold\n<!-- /fit -->\nb\n"
    assert report.page(text, {"fit": "new"}) == "a\n<!-- fit -->\nnew\n<!-- /fit -->\nb\n"
    with pytest.raises(ValueError, match="counts"):
        report.page(text, {"counts": "new"})


# -- borders and railways ---------------------------------------------------------------------


def test_a_border_parts_two_countries_and_a_gap_in_it_is_a_fault() -> None:
    mesh = Mesh(GRID)
    x = (at("0401").x + at("0501").x) / 2
    border = [Point(x, -3), Point(x, 3.9), Point(x, 12)]
    capitals = {"west": GRID.set(["0104"]), "east": GRID.set(["0804"])}
    walls = frontiers.walls(mesh, [border])
    found = frontiers.countries(GRID, GRID.all, walls, capitals)
    columns = {name: {label[:2] for label in GRID.labels(held)} for name, held in found.items()}
    assert columns == {"west": {"01", "02", "03", "04"}, "east": {"05", "06", "07", "08"}}
    gap = frontiers.walls(mesh, [border[:2]])
    with pytest.raises(ValueError, match="the border between east and west has a gap"):
        frontiers.countries(GRID, GRID.all, gap, capitals)


def test_the_way_along_the_rails() -> None:
    def way(stops: str) -> roads.Way:
        return roads.Way("railway", "", tuple(hexes(stops)), Basis.HOUSE, "")

    rails = Network((way("0202 0203 0204 0205"), way("0204 0304 0404"), way("0707 0708")))
    passed = hexes("0202 0203 0204 0205 0304 0404 0707 0708")
    assert rails.hexes == sum(1 << hex_ for hex_ in passed)
    assert rails.line(hexes("0202 0205 0404")) == hexes("0202 0203 0204 0205 0204 0304 0404")
    goals = GRID.set(["0202", "0404"])
    assert rails.spur(GRID.parse("0205"), goals) == hexes("0205 0204 0203 0202")
    with pytest.raises(ValueError, match="no railway"):
        rails.line(hexes("0202 0707"))
