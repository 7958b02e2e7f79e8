"""Small maps for drawing tests."""

from __future__ import annotations

from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import (
    Area,
    Board,
    Box,
    Entry,
    Hexsides,
    Path,
    Paths,
    Place,
    Source,
    Terrain,
)
from hexmarshal.game.hexfield import Edges, HexField, union
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.model import Game, Side
from hexmarshal.game.numbering import MapSheet, Numbering
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.scenario import Turn

FLAT = HexField(
    Numbering(Orientation.FLAT, (MapSheet("", "{column:02}{row:02}", 1, 9, 1, 8),), "odd", "south")
)
POINTY = HexField(
    Numbering(
        Orientation.POINTY,
        (
            MapSheet("E", "E{row}.{column:02}", 1, 5, 1, 8),
            MapSheet("W", "W{row}.{column:02}", 1, 5, 1, 8, column_offset=4),
        ),
        "odd",
        "east",
        "west",
        "north",
    )
)


def river(grid: HexField, *hexes: str) -> Edges:
    """The hexsides between consecutive hexes."""
    return union(grid.edge(grid.parse(a), grid.parse(b)) for a, b in pairwise(hexes))


def run(grid: HexField, kind: str, *ends: str) -> Path:
    """A path along the straight lines between hexes."""
    hexes = [grid.parse(ends[0])]
    for end in ends[1:]:
        hexes += grid.line(hexes[-1], grid.parse(end))[1:]
    return Path(kind, tuple(hexes))


def flat_board() -> Board:
    """A little of everything: coast, woods, swamp, hill, city, rivers, roads, rail, works."""
    g = FLAT
    return Board(
        grid=g,
        terrain=Terrain(
            {
                "sea": g.set(["0108", "0208", "0308", "0207", "0408"]),
                "woods": g.set(["0705", "0706", "0806", "0805", "0904", "0303"]),
                "swamp": g.set(["0302", "0303", "0202"]),
                "hill": g.set(["0702", "0802"]),
                "city": g.set(["0505", "0605"]),
                "village": g.set(["0504", "0801"]),
            },
            {Basis.HOUSE: g.all},
        ),
        hexsides=Hexsides(
            {
                "major river": river(
                    g, "0606", "0506", "0605", "0505", "0604", "0504", "0603", "0503"
                ),
                "frozen": river(g, "0604", "0504", "0603", "0503"),
                "minor river": river(g, "0203", "0303", "0304"),
                "bridge": river(g, "0505", "0605"),
                "ferry": river(g, "0503", "0603"),
            }
        ),
        paths=Paths(
            (
                run(g, "rollbahn", "0105", "0505", "0605", "0905"),
                run(g, "railway", "0104", "0505", "0605", "0904"),
                run(g, "track", "0504", "0501"),
            )
        ),
        areas={
            "works": Area("works", g.set(["0704", "0703"]), {"north": g.set(["0704"])}),
        },
        entries={"A": Entry("A", "red", (g.parse("0105"), g.parse("0104")), "west")},
        sources=(Source("blue", g.parse("0905"), "east"),),
        places=(
            Place("Narva", "city", g_hexes(g, "0505", "0605"), points={"vp": 5}),
            Place("Olgina", "village", g_hexes(g, "0504"), points={"vp": 1}),
            Place("Dolgaya Niva (by Kriusha)", "village", g_hexes(g, "0801")),
        ),
        boxes=(
            Box("turns", "Turn Record Track", "turn-track", ("1", "2", "3"), source="2.2.1"),
            Box("air", "Air Units", "track", ("Ready", "Flown"), "red"),
            Box("dead", "Eliminated Units", "box", ("Eliminated Units",)),
            Box("cup", "Cup", "cup", ("Cup",)),
        ),
    )


def pointy_board() -> Board:
    """Two sheets that share a column, with a lake, woods, a river and a road across the joint."""
    g = POINTY
    return Board(
        grid=g,
        terrain=Terrain(
            {
                "lake": g.set(["W3.04", "W3.03", "W4.03"]),
                "woods": g.set(["E5.02", "E6.02", "E6.03"]),
                "town": g.set(["E4.03"]),
            }
        ),
        hexsides=Hexsides({"major river": river(g, "E2.03", "E3.03", "E2.02", "E3.02")}),
        paths=Paths((run(g, "road", "E4.01", "E4.05", "W4.02"),)),
        places=(Place("Rēzekne", "town", g_hexes(g, "E4.03"), points={"pop": 2}),),
    )


def g_hexes(grid: HexField, *labels: str) -> tuple[int, ...]:
    return tuple(map(grid.parse, labels))


def game(board: Board, **look: object) -> Game:
    """A game of two sides on a board; `print_` and `map_` as in `map.yaml`."""
    return Game(
        id="small",
        title="A Small Game",
        sides=(Side("red", "Red", "Red"), Side("blue", "Blue", "Blue")),
        board=board,
        counters={},
        scenarios=(),
        turns=tuple(Turn(i, f"Turn {i}", f"1944-02-0{i}", ("Frost",)) for i in range(1, 4)),
        phases=(),
        rules=RuleSet(),
        look={"print": look.get("print_", {}), "map": look.get("map_", {})},
        about={"subtitle": "Not a large one", "scale": "about 1.3 km a hex"},
    )
