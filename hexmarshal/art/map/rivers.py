"""Hexside features: open and frozen rivers, canals, cliffs, and their crossings.

A river is a smooth line through the middles of its hexsides, so its hexsides are unambiguous.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import atan2, degrees

from hexmarshal.art.drawing import XY, Curve, Group, Paint, Polygon, Polylines, Shape
from hexmarshal.art.map.key_entries import river_reaches
from hexmarshal.art.map.mesh import Corner, Piece, around, bend, chains, corner_point, towards
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import HexsideForm
from hexmarshal.game.hexfield import NO_EDGES, Edges, without
from hexmarshal.game.hexgrid import Cell, centre

Side = tuple[Corner, Corner]

MAJOR, MINOR = 0.155, 0.05
"""Widths of rivers, in pitches."""


@dataclass(frozen=True, slots=True)
class RiverReach:
    """A stretch of river of one kind (`open`, `frozen`, `minor`): its start and its pieces."""

    kind: str
    start: XY
    pieces: tuple[Piece, ...]


def reaches(scene: Scene) -> list[RiverReach]:
    """All rivers of a map, each hexside in one reach; canals are drawn separately."""
    kinds = scene.board.hexsides.kinds
    major, minor = kinds.get("major river", NO_EDGES), kinds.get("minor river", NO_EDGES)
    small = without(without(minor, major), kinds.get("canal", NO_EDGES))
    found = _reaches(scene, dict.fromkeys(scene.sides(small), "minor"))
    if any(major):
        has_ice, _ = river_reaches(scene.board)
        ice = kinds.get("frozen", NO_EDGES)
        if has_ice and not any(ice):
            ice = without(major, kinds.get("ice free", NO_EDGES))
        frozen = set(scene.sides(ice))
        sides = {s: "frozen" if s in frozen else "open" for s in scene.sides(major)}
        found += _reaches(scene, sides)
    return found


def _reaches(scene: Scene, sides: Mapping[Side, str]) -> list[RiverReach]:
    kind = {**sides, **{side[::-1]: name for side, name in sides.items()}}
    found = []
    for run in chains(sides, lambda c: corner_point(c, scene.orientation)):
        halves = _halves(scene, run)
        for name, group in groupby(halves, key=lambda half: kind[half[0]]):
            pieces = list(group)
            found.append(RiverReach(name, pieces[0][1], tuple(piece for _, _, piece in pieces)))
    return found


def _halves(scene: Scene, run: list[Corner]) -> list[tuple[Side, XY, Piece]]:
    """The line along a run of corners, in half hexsides: hexside, start and piece."""
    mesh = scene.mesh
    sides = list(pairwise(run))
    middles = [mesh.middle(*side) for side in sides]
    closed = run[0] == run[-1] and len(run) > 3
    found: list[tuple[Side, XY, Piece]] = []
    if not closed:
        start = _end(scene, run[0])
        found.append((sides[0], start, bend(start, towards(start, middles[0], 0.5), middles[0])))
    for i in range(1, len(sides)):
        found += _bend_halves(
            sides[i - 1], sides[i], middles[i - 1], mesh.corner(run[i]), middles[i]
        )
    if closed:
        found += _bend_halves(sides[-1], sides[0], middles[-1], mesh.corner(run[0]), middles[0])
    else:
        end = _end(scene, run[-1])
        found.append(
            (sides[-1], middles[-1], bend(middles[-1], towards(middles[-1], end, 0.5), end))
        )
    return found


def _bend_halves(
    one: Side, other: Side, start: XY, corner: XY, end: XY
) -> Iterator[tuple[Side, XY, Piece]]:
    """The bend from one hexside's middle to the next, split at its nearest point to the corner."""
    a, b = towards(start, corner, 0.5), towards(corner, end, 0.5)
    top = towards(a, b, 0.5)
    yield one, start, bend(start, a, top)
    yield other, top, bend(top, b, end)


def _end(scene: Scene, corner: Corner) -> XY:
    """The end point of a river at a corner: in the water, beyond the frame, or at the corner."""
    cells = around(corner, scene.orientation)
    at = scene.mesh.corner(corner)
    wet = [c for c in cells if c in scene.ground and scene.water >> scene.ground[c] & 1]
    if wet:
        return towards(at, _mean(scene, wet), 0.4)
    inside = [cell for cell in cells if cell in scene.board.grid]
    return at if len(inside) == 3 else towards(_mean(scene, inside), at, 5.0)


def _mean(scene: Scene, cells: list[Cell]) -> XY:
    places = [scene.layout.at(centre(cell, scene.orientation)) for cell in cells]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


# -- drawing ----------------------------------------------------------------------------------


def casings(scene: Scene, rivers: Iterable[RiverReach]) -> list[Shape]:
    """The dark banks of the major rivers, drawn below all water."""
    p, palette = scene.pitch, scene.palette
    edge = {"open": palette.river_edge, "frozen": palette.ice_edge}
    return [
        Curve(r.start, r.pieces, Paint(None, edge[r.kind], width=(MAJOR + 0.035) * p))
        for r in rivers
        if r.kind != "minor"
    ]


def minor(scene: Scene, rivers: Iterable[RiverReach]) -> list[Shape]:
    """The minor rivers, drawn below the major ones they flow into."""
    paint = Paint(None, scene.palette.stream, width=MINOR * scene.pitch)
    return [Curve(r.start, r.pieces, paint) for r in rivers if r.kind == "minor"]


def major(scene: Scene, rivers: Iterable[RiverReach]) -> list[Shape]:
    """The water of the major rivers: open, or ice with a broken line of cracks."""
    shapes: list[Shape] = []
    for river in rivers:
        for paint in _water_paints(scene, river.kind):
            shapes.append(Curve(river.start, river.pieces, paint))
    return shapes


def _water_paints(scene: Scene, kind: str) -> list[Paint]:
    p, palette = scene.pitch, scene.palette
    if kind == "open":
        return [Paint(None, palette.river, width=MAJOR * p)]
    if kind == "frozen":
        return [
            Paint(None, palette.ice, width=MAJOR * p),
            Paint(None, palette.ice_edge, width=0.016 * p, dash=(0.1 * p, 0.09 * p), cap="butt"),
        ]
    return []


def others(scene: Scene) -> list[Shape]:
    """Canals, water hexsides, impassable hexsides, and the game's own hexside words."""
    kinds = scene.board.hexsides.kinds
    shapes: list[Shape] = []
    for word in ("lake", "sea", "canal", "impassable", *scene.style.hexsides):
        sides = list(scene.sides(kinds.get(word, NO_EDGES)))
        lines = tuple(tuple(map(scene.mesh.corner, side)) for side in sides)
        lines += _ends(scene, sides)
        shapes += [Polylines(lines, paint) for paint in side_paints(scene, word) if lines]
    return shapes


def _ends(scene: Scene, sides: Iterable[Side]) -> tuple[tuple[XY, ...], ...]:
    """Extensions of the lines' ends into water or beyond the frame, as for rivers."""
    uses = Counter(corner for side in sides for corner in side)
    last = (corner for corner, times in uses.items() if times == 1)
    return tuple((scene.mesh.corner(corner), _end(scene, corner)) for corner in last)


def side_paints(scene: Scene, word: str) -> list[Paint]:
    """The paints of a line along a hexside, bottom layer first."""
    p, palette = scene.pitch, scene.palette
    if word in ("lake", "sea"):
        return [Paint(None, palette.shore, width=0.2 * p), Paint(None, palette.sea, width=0.15 * p)]
    if word == "canal":
        return [
            Paint(None, palette.river_edge, width=0.1 * p),
            Paint(None, palette.ice, width=0.05 * p),
        ]
    form = scene.style.hexsides.get(word, HexsideForm())
    colour = form.colour or palette.house
    if form.draw == "none":
        return []
    if form.draw == "dashes":
        return [Paint(None, colour, width=0.08 * p, dash=(0.14 * p, 0.1 * p), cap="butt")]
    line = Paint(None, colour, width=0.07 * p)
    teeth = Paint(None, colour, width=0.2 * p, dash=(0.03 * p, 0.09 * p), cap="butt")
    return [line, teeth] if form.draw == "teeth" else [line]


def crossings(scene: Scene) -> list[Shape]:
    """Bridges, ferries and fords: symbols across their hexsides."""
    draw = {"bridge": bridge, "ferry": ferry, "crossing": ford}
    shapes: list[Shape] = []
    for word, symbol in draw.items():
        for at, angle in spans(scene, scene.board.hexsides.kinds.get(word, NO_EDGES)):
            shapes.append(Group(tuple(symbol(scene)), move=at, turn=angle))
    return shapes


def spans(scene: Scene, edges: Edges) -> Iterator[tuple[XY, float]]:
    """The points where hexsides are crossed, and the direction (degrees clockwise from east)."""
    for a, b in scene.sides(edges):
        at = (
            scene.roads.crossing(a, b) if (a, b) in scene.roads.crossed else scene.mesh.middle(a, b)
        )
        p, q = scene.mesh.corner(a), scene.mesh.corner(b)
        yield at, degrees(atan2(q[1] - p[1], q[0] - p[0])) + 90


def bridge(scene: Scene) -> list[Shape]:
    """Two bridge rails along a road in the x direction."""
    p = scene.pitch
    half, out = (MAJOR / 2 + 0.055) * p, 0.062 * p
    rails = tuple(
        (
            (-half - 0.035 * p, s * (out + 0.035 * p)),
            (-half, s * out),
            (half, s * out),
            (half + 0.035 * p, s * (out + 0.035 * p)),
        )
        for s in (-1, 1)
    )
    return [
        Polylines(rails, Paint(None, scene.palette.halo, width=0.055 * p)),
        Polylines(rails, Paint(None, scene.palette.rail, width=0.03 * p)),
    ]


def ferry(scene: Scene) -> list[Shape]:
    """A cable across the water, with a ferry boat."""
    p, palette = scene.pitch, scene.palette
    half = (MAJOR / 2 + 0.07) * p
    hull = ((-0.085, -0.045), (0.085, -0.045), (0.055, 0.045), (-0.055, 0.045))
    return [
        Polylines((((-half, 0), (half, 0)),), Paint(None, palette.rail, width=0.02 * p)),
        Polygon(
            tuple((x * p, y * p) for x, y in hull),
            Paint(palette.panel, palette.rail, width=0.02 * p),
        ),
    ]


def ford(scene: Scene) -> list[Shape]:
    """Two short lines beside each other across a hexside."""
    p = scene.pitch
    lines = tuple(((-0.12 * p, s * 0.04 * p), (0.12 * p, s * 0.04 * p)) for s in (-1, 1))
    return [Polylines(lines, Paint(None, scene.palette.rail, width=0.03 * p))]
