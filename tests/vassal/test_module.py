"""Any module: what is found in it, and that hostile ones do no harm."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
from PIL import Image

from hexmarshal.vassal.archive import pack
from hexmarshal.vassal.buildfile import Component, component, to_xml
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.grid import HexGrid, RegionGrid, SquareGrid, ZonedGrid
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.module import parse_module, read_module
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, Problem, PropertyValue, Save
from hexmarshal.vassal.traits import BasicPiece, Marker, UsePrototype

from .grids import game_map, module


def picture(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("P", (width, height)).save(out, "PNG")
    return out.getvalue()


def packed(root: Component, **entries: bytes) -> bytes:
    meta = Metadata(name=root.get("name"), version=root.get("version"))
    files = {"moduledata": meta.to_xml(with_name=True), "buildFile.xml": to_xml(root)}
    return pack(files | {name.replace("__", "/"): data for name, data in entries.items()})


def slot(name: str, gpid: int) -> Component:
    piece = Piece.of(UsePrototype(name="Unit"), BasicPiece(name=name, gpid=str(gpid)))
    return component("PieceSlot", entryName=name, gpid=gpid).with_text(piece.command)


def a_game() -> Component:
    board = component("Board", name="Field", image="map.png", width=None, height=None, color=None)
    grids = component(
        "ZonedGrid",
        component(
            "Zone",
            component("RegionGrid", component("Region", name="Box 1", originx=10, originy=20)),
            name="Boxes",
            path="0,0;100,0;100,50;0,50;bad;7",
            locationFormat="$name$: $gridLocation$",
        ),
        component("HexGrid", x0=20, y0=70, dx=30.0, dy=36.0),
    )
    field = game_map("Main Map", board.holding(grids), edge=(5, 7))
    field = field.holding(
        component("SetupStack", slot("start", 3), name="At start", owningBoard="Field", x=10, y=20),
        component("DrawPile", name="Cup", owningBoard="Field", x=50, y=60),
    )
    other = component("Board", component("SquareGrid"), name="B", width=90, height=80, image=None)
    unit = Piece.of(Marker.of(Side="Blue"), BasicPiece())
    return module(field, game_map("Second", other), name="Demo").holding(
        component(
            "PrototypesContainer",
            component("PrototypeDefinition", name="Unit").with_text(unit.command),
        ),
        component(
            "PieceWindow",
            component("TabWidget", component("ListWidget", slot("a", 1), entryName="Inf")),
            name="Counters",
        ),
        component("GlobalProperties", component("GlobalProperty", name="W", initialValue="3")),
        component("PredefinedSetup", name="Campaign", file="c.vsav"),
        component("PredefinedSetup", name="Free", useFile=False),
        component("TurnTracker", name="Turn"),
        Component("their.own.Thing", {"x": "1"}),
    )


def test_what_a_module_holds() -> None:
    data = packed(a_game(), **{"images__map.png": picture(640, 480)})
    game = parse_module(data, "demo.vmod")
    assert game.metadata.name == "Demo"
    field, second = game.maps
    assert (field.name, field.id, field.edge) == ("Main Map", "Map0", (5, 7))
    board = field.boards["Field"]
    assert board.size == (640, 480)
    assert isinstance(board.grid, ZonedGrid)
    assert board.grid.background == HexGrid(20, 70, 30.0, 36.0)
    (zone,) = board.grid.zones
    assert zone.path == ((0, 0), (100, 0), (100, 50), (0, 50))
    assert zone.grid == RegionGrid((("Box 1", 10, 20),))
    assert second.boards["B"].size == (90, 80)
    assert isinstance(second.boards["B"].grid, SquareGrid)
    assert field.layout == (BoardAt("Field"),)
    start, cup = field.at_start
    assert (start.name, start.is_deck, start.x, start.y) == ("At start", False, 10, 20)
    assert [piece.name for piece in start.pieces] == ["start"]
    assert (cup.name, cup.is_deck) == ("Cup", True)
    assert [(s.name, s.gpid, s.path) for s in game.slots] == [
        ("start", "3", ("Main Map", "At start")),
        ("a", "1", ("Counters", "Inf")),
    ]
    assert game.prototypes["Unit"].first(Marker) == Marker.of(Side="Blue")
    assert [(s.name, s.file) for s in game.setups] == [("Campaign", "c.vsav"), ("Free", "")]
    assert game.properties == (PropertyValue("W", "3", "Module"),)
    assert [tracker.get("name") for tracker in game.trackers] == ["Turn"]
    assert [part.kind for part in game.root.find("Thing")] == ["Thing"]
    assert game.map("Second") == game.map("Map1") == second
    assert game.problems == ()


def test_a_map_laid_out_names_its_pixels() -> None:
    data = packed(a_game(), **{"images__map.png": picture(640, 480)})
    game = parse_module(data)
    sheets = game.sheets(Save("begin_save"))
    sheet = sheets["Main Map"]
    assert sheets["Map0"] == sheet
    assert sheet.name((5 + 30, 7 + 30)) == "Boxes: Box 1"
    assert sheet.name((5 + 50, 7 + 60)) == "Cup"
    assert sheet.name((5 + 300, 7 + 300)) == "offboard"
    zone = sheet.zone_at((5 + 30, 7 + 30))
    assert zone is not None
    assert zone.name == "Boxes"
    assert sheet.zone_at((5 + 300, 7 + 300)) is None


def test_a_missing_picture_is_a_problem_and_its_size_can_be_told() -> None:
    game = parse_module(packed(a_game()))
    where, why = "map Main Map, board Field", "missing picture map.png; size unknown"
    assert game.problems == (Problem(where, why),)
    told = parse_module(packed(a_game()), board_sizes={"Field": (640, 480)})
    assert told.problems == ()
    assert told.maps[0].boards["Field"].size == (640, 480)


def test_pictures_that_are_none() -> None:
    game = parse_module(packed(a_game(), **{"images__map.png": b"\x89PNG broken"}))
    assert game.maps[0].boards["Field"].size is None


@pytest.mark.parametrize(
    ("svg", "size"),
    [
        (b'<svg width="64px" height="32.4"/>', (64, 32)),
        (b'<svg viewBox="0 0 30 20"/>', (30, 20)),
        (b"<svg/>", None),
        (b"<svg", None),
    ],
)
def test_drawn_boards(svg: bytes, size: tuple[int, int] | None) -> None:
    board = component("Board", name="F", image="m.svg", width=None, height=None)
    data = packed(module(game_map("M", board)), **{"images__m.svg": svg})
    assert parse_module(data).maps[0].boards["F"].size == size


def test_old_modules_name_pictures_without_extension() -> None:
    board = component("Board", name="F", image="m", width=None, height=None)
    data = packed(module(game_map("M", board)), **{"images__m.gif": picture(8, 9)})
    assert parse_module(data).maps[0].boards["F"].size == (8, 9)


def test_a_bare_build_file(tmp_path: Path) -> None:
    (tmp_path / "buildFile.xml").write_bytes(to_xml(a_game()))
    assert read_module(tmp_path / "buildFile.xml").metadata.name == "Demo"


def test_a_grid_without_attributes_has_the_engines_defaults() -> None:
    grid = Component(component("HexGrid").tag, {"dy": "64.0"})
    game = parse_module(to_xml(module(game_map("M", component("Board", name="B").holding(grid)))))
    found = game.maps[0].boards["B"].grid
    assert isinstance(found, HexGrid)
    assert found.dx == pytest.approx(55.42562584220407)
    grid = Component(component("HexGrid").tag, {"dy": "100", "sideways": "True", "x0": "a"})
    game = parse_module(to_xml(module(game_map("M", component("Board", name="B").holding(grid)))))
    found = game.maps[0].boards["B"].grid
    assert isinstance(found, HexGrid)
    assert found.dx == pytest.approx(86.60254)
    assert (found.sideways, found.x0) == (True, 0)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (pack({"savedGame": b""}), "not a module but a save"),
        (pack({"x": b""}), "not a module but another"),
        (pack({"buildFile.xml": b"<a"}), "well-formed"),
        (b"hello", "well-formed"),
    ],
)
def test_what_is_no_module(data: bytes, says: str) -> None:
    with pytest.raises(VassalError, match=says):
        parse_module(data, "x.vmod")


def test_numbers_out_of_all_measure() -> None:
    grid = component("HexGrid", component("HexGridNumbering"), x0="9" * 400, dx="1e300", dy="-1")
    board = component("Board", name="B").holding(grid)
    setup = "MBoardPicker\tB\t2000000000\t2000000000"
    game = parse_module(to_xml(module(game_map("M", board, setup=setup))))
    started = time.perf_counter()
    sheet = game.maps[0].sheet()
    assert sheet.name((2**31, -(2**31))) == "offboard"
    assert sheet.boards[0].origin == (0, 0)
    assert time.perf_counter() - started < 1
    piece = Piece.parse("+/1/piece;;;;x/M;" + "9" * 5000 + ";1e9;;" + "9" * 30)
    assert (piece.basic.x, piece.basic.y, piece.basic.persistent) == (0, 0, ())


def test_prototypes_that_multiply_without_end() -> None:
    prototypes = {
        f"P{n}": Piece.of(
            UsePrototype(name=f"P{n + 1}"), UsePrototype(name=f"P{n + 1}"), BasicPiece()
        )
        for n in range(40)
    }
    with pytest.raises(VassalError, match="too deeply nested"):
        Piece.of(UsePrototype(name="P0"), BasicPiece()).expanded(prototypes)
