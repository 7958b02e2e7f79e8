"""Roads and railways as smooth curves from hex to hex.

All roads through a hex or hexside share one point of it, so they meet where the data say. Railways
have their own points, so a road and a railway through the same hexes run side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from hexmarshal.art.drawing import XY, Curve, Paint, Shape
from hexmarshal.art.map.key_entries import PATH_KINDS
from hexmarshal.art.map.layout import MapLayout
from hexmarshal.art.map.mesh import Corner, Mesh, cell_corners, chains, noise, through, towards
from hexmarshal.art.map.style import MapPalette
from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import Edges, union
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.model import Game

Course = tuple[XY, tuple[tuple[XY, XY, XY], ...]]
"""A start and its Bezier pieces."""

RAILS = frozenset({"multi track", "railway", "minor railway", "narrow gauge", "power line"})
"""Paths that pass beside the roads of their hexes."""

NODE = 0.06
"""Largest distance of a road from the centre of its hex, in pitches."""
STRAIGHTEN = 0.7
"""Share by which a road without a junction is straightened in each hex."""


@dataclass
class DrawnRoads:
    """One board's network of paths, with their points in hexes and on hexsides."""

    board: Board
    layout: MapLayout
    mesh: Mesh
    crossed: frozenset[tuple[Corner, Corner]] = field(init=False)
    """The hexsides crossed by any path, as pairs of corners in both orders."""
    _both: frozenset[int] = field(init=False)
    _by_road: set[frozenset[Corner]] = field(init=False, default_factory=set)
    _by_rail: set[frozenset[Corner]] = field(init=False, default_factory=set)
    _ways: dict[tuple[bool, int], set[int]] = field(init=False, default_factory=dict)
    _nodes: dict[tuple[bool, int], XY] = field(init=False, default_factory=dict)
    _courses: dict[str, tuple[Course, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        crossed = set()
        tracks, roads = set[int](), set[int]()
        for run in self.board.paths.runs:
            (tracks if run.kind in RAILS else roads).update(run.hexes)
            for a, b in pairwise(run.hexes):
                side = self.side(a, b)
                crossed |= {side, side[::-1]}
                (self._by_rail if run.kind in RAILS else self._by_road).add(frozenset(side))
                for here, there in ((a, b), (b, a)):
                    self._ways.setdefault((run.kind in RAILS, here), set()).add(there)
        self.crossed = frozenset(crossed)
        self._both = frozenset(tracks & roads)

    @property
    def orientation(self) -> Orientation:
        return self.board.grid.orientation

    def side(self, a: int, b: int) -> tuple[Corner, Corner]:
        """The hexside between two neighbours, by its corners."""
        grid = self.board.grid
        direction = grid.direction(a, b)
        if direction is None:
            raise ValueError(f"{grid.label(a)} and {grid.label(b)} share no hexside")
        corners = cell_corners(grid.cell(a), self.orientation)
        return corners[direction], corners[(direction + 1) % 6]

    def node(self, hex_: int, *, rail: bool = False) -> XY:
        """The point where roads (or railways) pass through a hex.

        It is near the centre; a single road that turns there is straightened considerably.
        """
        if (found := self._nodes.get((rail, hex_))) is None:
            found = self._exact(hex_, rail=rail)
            ways = sorted(self._ways.get((rail, hex_), ()))
            if len(ways) == 2:
                one, other = (self.crossing(*self.side(hex_, way), rail=rail) for way in ways)
                found = towards(found, towards(one, other, 0.5), STRAIGHTEN)
            self._nodes[rail, hex_] = found
        return found

    def _exact(self, hex_: int, *, rail: bool) -> XY:
        x, y = self.layout.centre(hex_)
        p = self.layout.pitch
        cell = self.board.grid.cell(hex_)
        dx, dy = NODE * noise(*cell, 21), NODE * noise(*cell, 22)
        if rail:
            dx, dy = NODE * noise(*cell, 23), NODE * noise(*cell, 24)
            if hex_ in self._both:
                dx, dy = dx * 0.5 - 0.02, dy * 0.5 + 0.15
        elif hex_ in self._both:
            dx, dy = dx * 0.5 + 0.02, dy * 0.5 - 0.04
        return x + dx * p, y + dy * p

    def crossing(self, a: Corner, b: Corner, *, rail: bool = False) -> XY:
        """The point where roads (or railways) cross the hexside between two corners.

        It avoids the place of the hex number.
        """
        south, north = sorted((a, b), key=lambda corner: (corner[1], corner[0]))
        key = (*min(a, b), *max(a, b))
        side = frozenset((a, b))
        shared = side in self._by_road and side in self._by_rail
        if self._level(a, b):
            share = (0.85 if rail else 0.2) if shared else 0.36
            return towards(self.mesh.middle(a, b), self.mesh.corner(north), share)
        share = 0.32 if shared else 0.15 + 0.15 * noise(*key, 25)
        return towards(self.mesh.middle(a, b), self.mesh.corner(south if rail else north), share)

    def _level(self, a: Corner, b: Corner) -> bool:
        """Whether a hexside is the upper or lower one of a flat-top hex."""
        return self.orientation is Orientation.FLAT and a[1] == b[1]

    def courses(self, kind: str) -> tuple[Course, ...]:
        """The curves of one kind of path; each step is drawn once."""
        if kind not in self._courses:
            self._courses[kind] = tuple(self._drawn(kind))
        return self._courses[kind]

    def _drawn(self, kind: str) -> Iterator[Course]:
        rail = kind in RAILS
        links = {
            (min(a, b), max(a, b))
            for run in self.board.paths.runs
            if run.kind == kind
            for a, b in pairwise(run.hexes)
        }
        ways_out = {**self._stubs(kind), **self._edge_ends(kind)}
        for run in chains(links, self.layout.centre):
            points = [self.node(run[0], rail=rail)]
            for a, b in pairwise(run):
                points.append(self.crossing(*self.side(a, b), rail=rail))
                points.append(self.node(b, rail=rail))
            if run[0] in ways_out:
                points.insert(0, ways_out.pop(run[0]))
            if run[-1] in ways_out:
                points.append(ways_out.pop(run[-1]))
            yield through(points)
        for hex_, out in ways_out.items():
            yield through([self.node(hex_, rail=rail), out])

    def _edge_ends(self, kind: str) -> dict[int, XY]:
        """End points beyond the frame for paths that end at the board's edge."""
        ends: dict[int, XY] = {}
        for run in self.board.paths.runs:
            if run.kind != kind or len(run.hexes) < 2:
                continue
            for last, before in ((run.hexes[-1], run.hexes[-2]), (run.hexes[0], run.hexes[1])):
                if last in ends:
                    continue
                out = self._way_out(last, before)
                if out is not None:
                    ends[last] = out
        return ends

    def _stubs(self, kind: str) -> dict[int, XY]:
        """End points beyond the frame for paths in the hexes of entry areas and supply sources.

        Only the most important kind of path in each hex gets one.
        """
        edges = {source.hex: source.edge for source in self.board.sources}
        for entry in self.board.entries.values():
            edges.update(dict.fromkeys(entry.hexes, entry.edge))
        return {
            hex_: self._beyond(hex_, edge)
            for hex_, edge in edges.items()
            if edge and kind == min(self._kinds(hex_), key=_importance, default="")
        }

    def _kinds(self, hex_: int) -> set[str]:
        return {run.kind for run in self.board.paths.runs if hex_ in run.hexes}

    def _beyond(self, hex_: int, edge: str) -> XY:
        """A point outside the frame, beside a hex."""
        x, y = self.layout.centre(hex_)
        away = 1.2 * self.layout.pitch
        dx, dy = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[edge]
        return x + dx * away, y + dy * away

    def _way_out(self, last: int, before: int) -> XY | None:
        """The point beyond the board's edge straight ahead of a path's end, or None."""
        grid = self.board.grid
        direction = grid.direction(before, last)
        if direction is None:
            return None
        ahead = [d for d in (direction, (direction + 1) % 6, (direction - 1) % 6)
                 if grid.neighbour(last, d) is None]  # fmt: skip
        if not ahead:
            return None
        corners = cell_corners(grid.cell(last), self.orientation)
        d = ahead[0]
        side = self.mesh.middle(corners[d], corners[(d + 1) % 6])
        return towards(self.layout.centre(last), side, 1.7)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along a path: a palette colour's name, width and dashes in pitches."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: str = "round"

    def paint(self, palette: MapPalette, p: float) -> Paint:
        dash = tuple(length * p for length in self.dash)
        colour = getattr(palette, self.colour)
        return Paint(None, colour, self.width * p, dash, self.opacity, self.cap)


STROKES: dict[str, tuple[tuple[Stroke, ...], tuple[Stroke, ...]]] = {
    "rollbahn": (
        (Stroke("rollbahn_edge", 0.125),),
        (Stroke("rollbahn", 0.09), Stroke("road", 0.018)),
    ),
    "road": ((Stroke("road_edge", 0.082),), (Stroke("road", 0.046),)),
    "track": (
        (Stroke("halo", 0.075, opacity=0.55),),
        (Stroke("track", 0.034, (0.16, 0.055), cap="butt"),),
    ),
    "trail": (
        (Stroke("halo", 0.065, opacity=0.5),),
        (Stroke("track", 0.03, (0.005, 0.075)),),
    ),
    "winter trail": (
        (Stroke("snow_edge", 0.085, (0.12, 0.14)),),
        (Stroke("snow", 0.05, (0.12, 0.14)),),
    ),
    "multi track": (
        (Stroke("halo", 0.11, opacity=0.7),),
        (
            Stroke("rail", 0.075),
            Stroke("road", 0.028),
            Stroke("rail", 0.15, (0.026, 0.14), cap="butt"),
        ),
    ),
    "railway": (
        (Stroke("halo", 0.07, opacity=0.7),),
        (Stroke("rail", 0.034), Stroke("rail", 0.125, (0.026, 0.14), cap="butt")),
    ),
    "minor railway": (
        (Stroke("halo", 0.06, opacity=0.6),),
        (Stroke("rail", 0.02), Stroke("rail", 0.1, (0.02, 0.2), cap="butt")),
    ),
    "narrow gauge": (
        (Stroke("halo", 0.055, opacity=0.6),),
        (Stroke("narrow_gauge", 0.02), Stroke("narrow_gauge", 0.08, (0.02, 0.085), cap="butt")),
    ),
    "power line": (
        (),
        (
            Stroke("power_line", 0.012),
            Stroke("power_line", 0.055, (0.002, 0.498)),
        ),
    ),
}
"""The strokes of each kind of path: below all paths, and on top."""

PLAIN_STROKE = ((), (Stroke("track", 0.035),))
"""The strokes of a game's own kinds of path."""


def path_paints(kind: str, palette: MapPalette, p: float) -> tuple[list[Paint], list[Paint]]:
    """The paints of one kind of path, below and on top of all paths."""
    below, above = STROKES.get(kind, PLAIN_STROKE)
    return [s.paint(palette, p) for s in below], [s.paint(palette, p) for s in above]


def _importance(kind: str) -> int:
    return PATH_KINDS.index(kind) if kind in PATH_KINDS else len(PATH_KINDS)


def paths(roads: DrawnRoads, palette: MapPalette) -> list[Shape]:
    """All paths: first all casings, then the lines, most important on top."""
    p = roads.layout.pitch
    used = {run.kind for run in roads.board.paths.runs}
    kinds = [*sorted(used - set(PATH_KINDS)), *(k for k in reversed(_ON_TOP) if k in used)]
    below: list[Shape] = []
    above: list[Shape] = []
    for kind in kinds:
        low, high = path_paints(kind, palette, p)
        courses = list(roads.courses(kind))
        below += [Curve(*course, paint) for paint in low for course in courses]
        above += [Curve(*course, paint) for paint in high for course in courses]
    return below + above


_ON_TOP = (
    "multi track", "railway", "rollbahn", "road", "minor railway", "track", "narrow gauge", "trail",
    "winter trail",
)  # fmt: skip


FOOTPATHS = frozenset({"trail", "winter trail"})
"""Kinds of path without bridges."""


def bridged(game: Game) -> Board:
    """The board with added bridges where the rules let a road cross a river."""
    board, rules = game.board, game.rules
    sides = board.hexsides
    found = [sides.of("bridge")]
    for barrier in (rules.zoc and rules.zoc.barrier, rules.supply and rules.supply.barrier):
        if barrier and (ways := set(barrier.open_by) - FOOTPATHS):
            ways_over = board.paths.edges(board.grid, *ways)
            open_anyway = sides.of(*barrier.open_at, "ferry")
            found.append(_crossed(sides.of(*barrier.hexsides), ways_over, open_anyway))
    return replace(board, hexsides=replace(sides, kinds={**sides.kinds, "bridge": union(found)}))


def _crossed(barrier: Edges, paths: Edges, open_: Edges) -> Edges:
    """The hexsides of a barrier that paths cross, except those that are open anyway."""
    a, b, c, d, e, f = (s & w & ~o for s, w, o in zip(barrier, paths, open_, strict=True))
    return (a, b, c, d, e, f)
