"""The map: geometry, rivers on their hexsides, names that cover nothing, sheet layout."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot

import pytest
from ruamel.yaml import YAML

from hexmarshal.art import pdf, pixels, svg
from hexmarshal.art.drawing import Drawing, Ellipse, Group, Polygon, Polylines, Shape, Text, shapes
from hexmarshal.art.lengths import points
from hexmarshal.art.map import (
    LAYERS,
    map_drawing,
    map_layout,
    map_thumbnail,
    thumbnail_layout,
)
from hexmarshal.art.map import labels as map_labels
from hexmarshal.art.map import rivers as map_rivers
from hexmarshal.art.map.key_entries import key_entries
from hexmarshal.art.map.labels import Block, Lettering, Setting, choose
from hexmarshal.art.map.layout import PIXEL_PAIRS, Extent, FreeSpace, MapLayout
from hexmarshal.art.map.mesh import curve_points
from hexmarshal.art.map.panels import facts
from hexmarshal.art.map.roads import bridged
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import MapLookForm, PrintForm, map_style
from hexmarshal.game.board import Board, Hexsides, Place, Terrain
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.hexfield import members, union
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.model import Game, Side
from hexmarshal.game.scenario import Turn
from tests.art.layout import Frame, texts
from tests.art.maps import FLAT, flat_board, game, pointy_board, river
from tests.games import shipped_game

WORKS = {"areas": {"works": {"draw": "works", "colours": {"north": "#112233"}}}}
BOARDS = pytest.mark.parametrize("board", [flat_board(), pointy_board()], ids=["flat", "pointy"])


def scene_of(found: Game) -> Scene:
    return Scene(found.board, map_layout(found), map_style(found))


def named(items: tuple[Shape, ...], name: str) -> list[Group]:
    """All groups with a name, at any depth."""
    found = []
    for item in items:
        if isinstance(item, Group):
            found += [item] if item.name == name else named(item.items, name)
    return found


def words(drawing: Drawing) -> list[str]:
    return [shape.text for shape in shapes(drawing.items) if isinstance(shape, Text)]


# -- geometry ---------------------------------------------------------------------------------


@BOARDS
@pytest.mark.parametrize("px", [pair[1] for pair in PIXEL_PAIRS])
def test_hexes_lie_on_whole_pixels(board: Board, px: int) -> None:
    layout = map_layout(game(board, print_={"px": str(px)}))
    assert sorted(layout.step_px) == sorted(next(p for p in PIXEL_PAIRS if p[1] == px))
    for hex_ in board.grid.numbers:
        x, y = (v * layout.px_per_pt for v in layout.centre(hex_))
        assert (x, y) == pytest.approx(layout.centre_px(hex_), abs=1e-6)


@BOARDS
def test_neighbours_lie_a_step_apart(board: Board) -> None:
    layout = map_layout(game(board))
    across, down = layout.step_px
    flat = board.grid.orientation == "flat"
    for hex_ in board.grid.numbers:
        x, y = layout.centre_px(hex_)
        for d in DIRECTIONS:
            other = board.grid.neighbour(hex_, d)
            if other is None:
                continue
            ox, oy = layout.centre_px(other)
            step = (abs(ox - x), abs(oy - y))
            assert step in ({(0, down), (across, down // 2)} if flat
                            else {(across, 0), (across // 2, down)})  # fmt: skip


def test_north_is_up_and_a_shared_column_lies_once() -> None:
    board = pointy_board()
    layout = map_layout(game(board))
    at = {label: layout.centre(board.grid.parse(label)) for label in ("E1.01", "E8.01", "W1.05")}
    assert at["E8.01"][1] < at["E1.01"][1]
    assert at["W1.05"][0] < at["E1.01"][0]
    assert layout.centre(board.grid.parse("E4.05")) == layout.centre(board.grid.parse("W4.01"))


@BOARDS
def test_the_sheet_is_a_whole_number_of_pixels(board: Board) -> None:
    found = game(board)
    layout = map_layout(found)
    plain = Drawing(layout.width, layout.height, ())
    assert pixels.image(plain, layout.px_per_pt).size == layout.size_px


@pytest.mark.parametrize("name", ["", "A", "The Long Road"])
def test_a_thumbnail_is_the_frame_and_room_for_entries(name: str) -> None:
    plain = flat_board()
    entries = {name: replace(plain.entries["A"], name=name)} if name else {}
    found = game(replace(plain, entries=entries))
    layout, small, drawing = map_layout(found), thumbnail_layout(found), map_thumbnail(found)
    rim = small.frame.x
    assert rim > 0 if name else rim == 0
    assert drawing.width == pytest.approx(layout.frame.width + 2 * rim)
    assert drawing.height == pytest.approx(layout.frame.height + 2 * rim)
    for hex_ in found.board.grid.numbers:
        x, y = layout.centre(hex_)
        inside = x - layout.frame.x + rim, y - layout.frame.y + rim
        assert small.centre(hex_) == pytest.approx(inside)
    assert words(drawing) == ([name] if name else [])
    sheet = Frame(0, 0, drawing.width, drawing.height)
    assert all(sheet.holds(ink) for _, ink in texts(drawing.items))


def test_hexside_words_of_a_games_own_are_drawn_and_in_the_key() -> None:
    board = flat_board()
    cliffs, brook = river(FLAT, "0302", "0402"), river(FLAT, "0203", "0204")
    kinds = {**board.hexsides.kinds, "cliff": cliffs, "brook": brook, "dyke": brook}
    found = game(
        replace(board, hexsides=Hexsides(kinds)),
        map_={
            "colours": {"river": "#12a0c4"},
            "hexsides": {"Cliff": {"title": "High cliff"}, "dyke": {"draw": "none"}},
        },
    )
    said = [entry.title for entry in key_entries(found.board, map_style(found))]
    assert "High cliff" in said
    assert "Brook" in said
    assert "Dyke" not in said
    styles = map_style(found).hexsides
    assert styles["brook"].draw == "line"
    assert styles["brook"].colour == map_style(found).palette.river == "#12a0c4"
    colours = {
        shape.paint.stroke for shape in shapes(map_drawing(found).items) if hasattr(shape, "paint")
    }
    assert {styles["cliff"].colour, styles["brook"].colour} <= colours
    assert styles["dyke"].colour not in colours


# -- the sheet --------------------------------------------------------------------------------


def overlapping(layout: MapLayout) -> list[tuple[str, str]]:
    parts = {**layout.panels, "the hexes": layout.frame}
    return [(a, b) for a, b in combinations(parts, 2) if parts[a].meets(parts[b])]


@BOARDS
@pytest.mark.parametrize("sheet", [None, "17in x 22in", "22in x 17in"])
def test_everything_finds_its_own_place(board: Board, sheet: str | None) -> None:
    layout = map_layout(game(board, print_={"sheet": sheet} if sheet else {}))
    whole = Extent(0, 0, layout.width + 0.02, layout.height + 0.02)
    assert overlapping(layout) == []
    assert all(whole.holds(part) for part in (*layout.panels.values(), layout.frame))


def test_spaces_lie_in_their_panels_and_apart() -> None:
    found = game(flat_board())
    layout = map_layout(found)
    for box in found.board.boxes:
        spaces = [layout.spaces[box.id, name] for name in box.spaces]
        assert all(layout.panels[box.id].holds(space) for space in spaces)
        assert not any(a.meets(b) for a, b in combinations(spaces, 2))
        assert all(min(s.width, s.height) > 36 for s in spaces), "a half-inch counter fits"


def test_a_fixed_sheet_makes_hexes_as_large_as_they_can_be() -> None:
    small = map_layout(game(flat_board(), print_={"sheet": "8.3in x 12in"}))
    large = map_layout(game(flat_board(), print_={"sheet": "13in x 20in"}))
    assert small.pitch < large.pitch
    assert large.pitch == pytest.approx(0.9 * 72)


def test_what_is_placed_stands_where_it_is_placed() -> None:
    form = {"panels": {"air": {"at": "1in 2in", "space": "30mm x 20mm", "columns": "1"}}}
    layout = map_layout(game(flat_board(), print_=form))
    assert (layout.panels["air"].x, layout.panels["air"].y) == (72, 144)
    first, second = layout.spaces["air", "Ready"], layout.spaces["air", "Flown"]
    assert first.width == pytest.approx(30 / 25.4 * 72)
    assert second.y > first.bottom
    assert second.x == first.x


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"hex": "2 furlongs"}, "write a length like"),
        ({"panels": {"tracks": {}}}, "unknown panel or box 'tracks'"),
        ({"sheet": "5in x 5in", "hex": "0.6in"}, "on a sheet of 5.00in x 5.00in"),
        ({"sheets": "2"}, "print.sheets"),
        ({"sheet": "5in"}, "write 2 lengths"),
    ],
)
def test_a_fault_in_print_says_where_and_what(form: dict[str, object], said: str) -> None:
    with pytest.raises(DataError, match=r"map\.yaml") as caught:
        map_layout(game(flat_board(), print_=form))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("look", "said"),
    [
        ({"colours": {"sky": "#aabbcc"}}, "unknown map colour 'sky'"),
        ({"areas": {"works": {"draw": "dotted"}}}, "look.areas.works.draw"),
        (
            {"hexsides": {"cliff": {}}},
            "unknown hexside word 'cliff'; the game defines none of its own",
        ),
        (
            {"areas": {"wroks": {"draw": "works"}}},
            "unknown area 'wroks'; expected works",
        ),
        ({"sides": {"green": "#112233"}}, "unknown side 'green'"),
        ({"sides": {"red": "red"}}, "look.sides.red"),
    ],
)
def test_a_fault_in_look_says_where_and_what(look: dict[str, object], said: str) -> None:
    with pytest.raises(DataError) as caught:
        map_drawing(game(flat_board(), map_=look))
    assert said in str(caught.value)


def test_lengths() -> None:
    assert points("1in") == 72
    assert points("25.4 mm") == pytest.approx(72)


def test_the_example_in_the_docs_holds() -> None:
    page = (shipped_root() / "docs" / "data-format.md").read_text(encoding="utf-8")
    section = page.split("## The map on paper")[1].split("```yaml\n")[1].split("```")[0]
    data = YAML(typ="base").load(section)
    PrintForm.model_validate(data["print"])
    MapLookForm.model_validate(data["look"])


# -- what is drawn ----------------------------------------------------------------------------


@BOARDS
def test_a_river_passes_its_hexsides_and_no_other(board: Board) -> None:
    scene = scene_of(game(board))
    courses = [(r.kind, curve_points(r.start, r.pieces, 8)) for r in map_rivers.reaches(scene)]
    wet = scene.board.hexsides.of("major river", "minor river")
    reach = 0.17 * scene.pitch
    for hex_ in board.grid.numbers:
        for d in DIRECTIONS:
            corners = scene.layout.corners(hex_)
            (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
            middle = (ax + bx) / 2, (ay + by) / 2
            near = any(
                hypot(x - middle[0], y - middle[1]) < reach for _, line in courses for x, y in line
            )
            assert near == bool(wet[d] >> hex_ & 1)


def test_a_river_runs_on_into_the_sea_and_off_the_board() -> None:
    """A river between columns 05 and 06 leaves the board in the south; one ends at the coast."""
    g = FLAT
    sides = union([river(g, "0501", "0601"), river(g, "0307", "0407")])
    board = replace(flat_board(), hexsides=Hexsides({"major river": sides}))
    scene = scene_of(game(board))
    ends = [end for r in map_rivers.reaches(scene) for end in (r.start, r.pieces[-1][2])]
    frame = scene.layout.frame
    assert any(y > frame.bottom for _, y in ends)
    at_sea = [scene.layout.centre(hex_) for hex_ in members(scene.water)]
    assert any(hypot(x - i, y - j) < 0.45 * scene.pitch for x, y in ends for i, j in at_sea)


def test_a_canal_that_counts_as_a_minor_river_is_drawn_once_and_off_the_board() -> None:
    g = FLAT
    sides = river(g, "0502", "0601", "0501")
    plain = replace(flat_board(), terrain=Terrain())
    kinds = {"minor river": sides, "canal": sides}
    scene = scene_of(game(replace(plain, hexsides=Hexsides(kinds))))
    assert map_rivers.reaches(scene) == []
    drawn = [shape for shape in map_rivers.others(scene) if isinstance(shape, Polylines)]
    lines = [line for shape in drawn for line in shape.lines]
    assert any(y > scene.layout.frame.bottom for line in lines for _, y in line)


def test_frozen_reaches_are_told_from_open_ones() -> None:
    scene = scene_of(game(flat_board()))
    kinds = [r.kind for r in map_rivers.reaches(scene)]
    assert set(kinds) == {"minor", "open", "frozen"}
    assert {e.word for e in key_entries(scene.board, scene.style)} >= {
        "major river",
        "frozen river",
    }


def test_a_road_passes_every_hex_and_hexside_of_its_run() -> None:
    scene = scene_of(game(flat_board()))
    p = scene.pitch
    for run in scene.board.paths.runs:
        line = [
            point for course in scene.roads.courses(run.kind) for point in curve_points(*course, 8)
        ]
        rail = run.kind == "railway"
        for hex_ in run.hexes:
            x, y = scene.layout.centre(hex_)
            assert min(hypot(x - i, y - j) for i, j in line) < 0.28 * p
        for a, b in pairwise(run.hexes):
            at = scene.roads.crossing(*scene.roads.side(a, b), rail=rail)
            assert min(hypot(at[0] - i, at[1] - j) for i, j in line) < 0.01
            corners = [scene.mesh.corner(c) for c in scene.roads.side(a, b)]
            middle = ((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2)
            assert hypot(at[0] - middle[0], at[1] - middle[1]) < 0.33 * p


def test_a_road_and_a_railway_through_the_same_hexes_keep_apart() -> None:
    scene = scene_of(game(flat_board()))
    side = scene.roads.side(FLAT.parse("0505"), FLAT.parse("0605"))
    road, rail = scene.roads.crossing(*side), scene.roads.crossing(*side, rail=True)
    assert hypot(road[0] - rail[0], road[1] - rail[1]) > 0.12 * scene.pitch


@BOARDS
def test_numbers_stand_in_their_hexes_all_alike(board: Board) -> None:
    scene = scene_of(game(board))
    offsets = set()
    for hex_ in board.grid.numbers:
        extent = scene.number_extents[hex_]
        x, y = scene.layout.centre(hex_)
        offsets.add((round(extent.centre[0] - x, 6), round(extent.y - y, 6)))
        corners = scene.layout.corners(hex_)
        for px, py in extent.outline:
            for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
                side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
                assert side > 0, board.grid.label(hex_)
    assert len(offsets) == 1


@BOARDS
def test_no_two_texts_of_the_map_touch(board: Board) -> None:
    drawing = map_drawing(game(board, map_=WORKS if board.areas else {}))
    field = named(drawing.items, "field")
    placed = [(t.text, frame) for t, frame in texts(tuple(field))]
    assert len(placed) > len(board.places)
    touching = [(a, b) for (a, i), (b, j) in combinations(placed, 2) if not i.apart(j)]
    assert touching == []


def test_a_name_keeps_off_roads_and_rivers_where_there_is_room() -> None:
    scene = scene_of(game(flat_board()))
    rivers = map_rivers.reaches(scene)
    room = FreeSpace(scene.layout.frame)
    map_labels.take_lines(scene, room, rivers)
    drawn = [s for s in map_labels.labels(scene, room) if isinstance(s, Text)]
    assert {"NARVA", "Olgina", "Dolgaya Niva"} == {s.text for s in drawn}
    bare = FreeSpace(scene.layout.frame)
    map_labels.take_lines(scene, bare, rivers)
    for _, frame in texts(tuple(drawn)):
        extent = Extent(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top)
        assert bare.cost(extent) == 0


def test_names_make_way_for_each_other() -> None:
    block = Block(Lettering("regular", 0.1), (("name", 0.0),), 20.0, 8.0)
    home = (0.0, 0.0)
    left, right = Setting(block, home, 0.0, home), Setting(block, (30.0, 0.0), 1.0, home)
    only = Setting(block, (0.0, 4.0), 0.0, home)
    assert choose([[left, right], [only]]) == [right, only]


@pytest.mark.parametrize("make", [flat_board, pointy_board], ids=["flat", "pointy"])
def test_a_sea_is_named_between_the_rows_of_numbers(make: Callable[[], Board]) -> None:
    board = make()
    water = Terrain({"sea": board.grid.all})
    sea = Place("Gulf", "sea", tuple(board.grid.numbers)[20:24])
    drawing = map_drawing(game(Board(board.grid, water, places=(sea,))))
    placed = {t.text: f for t, f in texts(tuple(named(drawing.items, "field")))}
    name = placed.pop("GULF")
    assert len(placed) == len(board.grid)
    assert [text for text, frame in placed.items() if not frame.apart(name)] == []


def test_a_broad_lake_is_lettered_as_a_sea() -> None:
    hexes = tuple(FLAT.numbers)
    for count, size in ((30, "lake"), (31, "sea")):
        lake = Place("Ladoga", "lake", hexes[:count])
        drawing = map_drawing(game(Board(FLAT, Terrain({"lake": FLAT.all}), places=(lake,))))
        found = [
            s for s in shapes(drawing.items) if isinstance(s, Text) and "ADOGA" in s.text.upper()
        ]
        pitch = map_layout(game(Board(FLAT))).pitch
        assert found[0].size == pytest.approx(map_labels.LETTERING[size].size * pitch)


def test_a_name_stays_on_its_own_bank() -> None:
    room = FreeSpace(Extent(0, 0, 200, 200))
    room.take_points([(100.0, y * 2.0) for y in range(100)], map_labels.RIVER_WEIGHT)
    assert room.parted((90, 50), (120, 55), map_labels.RIVER_WEIGHT)
    assert not room.parted((90, 50), (60, 55), map_labels.RIVER_WEIGHT)


def test_a_name_stands_where_the_data_say() -> None:
    board = flat_board()
    place = Place("Olgina", "village", (FLAT.parse("0504"),), offset=(0.5, -0.4))
    drawn = map_drawing(game(replace(board, places=(place,))))
    frame = next(f for t, f in texts(tuple(named(drawn.items, "field"))) if t.text == "Olgina")
    layout = map_layout(game(board))
    x, y = layout.centre(FLAT.parse("0504"))
    middle = (frame.left + frame.right) / 2
    assert middle == pytest.approx(x + 0.5 * layout.step[0], abs=1)
    assert frame.top < y + 0.4 * layout.step[1] < frame.bottom


def test_a_point_is_marked_in_each_hex_of_its_place() -> None:
    drawing = map_drawing(game(flat_board()))
    marks = named(drawing.items, "marks")[0]
    values = sorted(s.text for s in shapes(marks.items) if isinstance(s, Text))
    assert values == ["1", "5", "5"]


def test_layers_can_be_left_out() -> None:
    found = game(flat_board())
    whole = words(map_drawing(found))
    assert {"0504", "NARVA", "A", "Turn Record Track", "A SMALL GAME"} <= set(whole)
    for layer, text in {"numbers": "0504", "names": "NARVA", "entries": "A"}.items():
        kept = LAYERS - {"panels"}
        assert text in words(map_drawing(found, layers=kept))
        assert text not in words(map_drawing(found, layers=kept - {layer}))
    assert "Turn Record Track" not in words(map_drawing(found, layers=LAYERS - {"panels"}))
    assert words(map_drawing(found, layers=())) == []


def test_the_key_explains_what_is_there_and_nothing_else() -> None:
    found = game(flat_board(), map_={**WORKS, "key": {"woods": "slow"}})
    entries = {e.word: e for e in key_entries(found.board, map_style(found))}
    assert set(entries) == {
        "clear", "sea", "woods", "swamp", "hill", "city", "village", "major river", "frozen river",
        "minor river", "ferry", "bridge", "rollbahn", "railway", "track", "Works, North", "blue",
        "red", "vp",
    }  # fmt: skip
    assert entries["woods"].detail == "slow"


def test_terrain_of_a_games_own_is_drawn_and_explained() -> None:
    board = flat_board()
    own = replace(board.terrain, hexes={**board.terrain.hexes, "dunes": FLAT.set(["0201"])})
    found = game(replace(board, terrain=own), map_={"terrain": {"dunes": {"fill": "#ffe08a"}}})
    assert "Dunes" in words(map_drawing(found))
    assert "#ffe08a" in svg.write(map_drawing(found))


def test_the_turn_record_says_what_is_known_of_each_turn() -> None:
    shown = words(map_drawing(game(flat_board())))
    assert {"1 Feb 1944", "2 Feb 1944", "3 Feb 1944", "Frost"} <= set(shown)


def test_what_each_side_has_of_its_own_stands_on_one_line_of_a_turn() -> None:
    sides = (Side("red", "Reds", "Red"), Side("blue", "Blues", "Blue"))
    found = replace(game(flat_board()), sides=sides)
    turn = Turn(1, "1", facts={"rail_red": "6", "rail_blue": "5", "weather": "frost", "tide": "7"})
    assert facts(found, turn) == ["Rail: Red 6, Blue 5", "Frost", "Tide: 7"]


# -- sameness ---------------------------------------------------------------------------------

_SCRIPT = """
import hashlib
from hexmarshal.art import pdf
from hexmarshal.art.map import map_drawing
from tests.art.maps import flat_board, game
print(hashlib.sha256(pdf.write([map_drawing(game(flat_board()))])).hexdigest())
"""


def test_equal_data_give_equal_bytes_in_every_process() -> None:
    here = hashlib.sha256(pdf.write([map_drawing(game(flat_board()))])).hexdigest()
    for seed in ("1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
        ran = subprocess.run(
            [sys.executable, "-c", _SCRIPT], env=env, capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == here


# -- the shipped maps -------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[f.id for f in games_under(shipped_root())])
def shipped(request: pytest.FixtureRequest) -> Game:
    return shipped_game(request.param)


def test_a_shipped_sheet_is_in_order(shipped: Game) -> None:
    """Panels can cover hexes, but only water, and never each other."""
    layout = map_layout(shipped)
    scene = scene_of(shipped)
    assert not any(a.meets(b) for a, b in combinations(layout.panels.values(), 2))
    land = shipped.board.grid.all & ~scene.water
    for hex_ in members(land):
        corners = layout.corners(hex_)
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        hexagon = Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        assert not any(panel.meets(hexagon) for panel in layout.panels.values())


def test_no_mark_of_a_shipped_map_lies_on_another(shipped: Game) -> None:
    """Supply sources, anchors of ports, stars of points."""
    p = map_layout(shipped).pitch
    (layer,) = named(map_drawing(shipped).items, "marks")
    centres = []
    for shape in layer.items:
        if isinstance(shape, Polygon):  # a star
            n = len(shape.points)
            xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
            centres.append((sum(xs) / n, sum(ys) / n))
        elif isinstance(shape, Ellipse) and shape.rx < 0.1 * p:  # an anchor's ring
            centres.append((shape.cx, shape.cy + 0.75 * 0.155 * p))
        elif isinstance(shape, Ellipse) and shape.paint.stroke:  # a source's rim
            centres.append((shape.cx, shape.cy))
    assert centres or shipped.id == "iskra"
    for (x, y), (v, w) in combinations(centres, 2):
        assert max(abs(x - v), abs(y - w)) > 0.3 * p


def test_counters_fit_a_shipped_map(shipped: Game) -> None:
    layout = map_layout(shipped)
    assert layout.pitch > 36 * 1.1
    assert all(min(s.width, s.height) >= 40 for s in layout.spaces.values())


def test_no_two_texts_of_a_shipped_map_touch(shipped: Game) -> None:
    drawing = map_drawing(shipped)
    placed = sorted(
        ((t.text, f) for t, f in texts(tuple(named(drawing.items, "field"))) if not t.angle),
        key=lambda found: found[1].left,
    )
    touching = []
    for i, (text, frame) in enumerate(placed):
        for other, near in placed[i + 1 :]:
            if near.left > frame.right:
                break
            if not frame.apart(near):
                touching.append((text, other))
    assert touching == []


def test_a_road_that_opens_a_river_is_drawn_with_a_bridge() -> None:
    # 2.2.8 A: a river crossed by a road of any type or a railway is bridged
    narva = shipped_game("narva")
    built = {"rollbahn", "road", "track", "railway", "minor railway"}
    runs = [run for run in narva.board.paths.runs if run.kind in built]
    crossed = union(narva.board.grid.edge(a, b) for run in runs for a, b in pairwise(run.hexes))
    drawn = bridged(narva).hexsides
    over = [c & m for c, m in zip(crossed, drawn.of("major river"), strict=True)]
    assert sum(edges.bit_count() for edges in over) >= 2 * 6
    for edges, bridges in zip(over, drawn.of("bridge"), strict=True):
        assert edges & ~bridges == 0
