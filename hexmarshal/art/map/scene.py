"""The shared context of all map layers: board, layout, style and derived geometry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.art.drawing import XY
from hexmarshal.art.fonts import REGULAR, width
from hexmarshal.art.map.layout import Extent, MapLayout
from hexmarshal.art.map.mesh import Corner, Courses, Mesh, cell_corners
from hexmarshal.art.map.roads import DrawnRoads
from hexmarshal.art.map.style import MapPalette, MapStyle
from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import Edges, HexSet, members
from hexmarshal.game.hexgrid import DIRECTIONS, Cell, Orientation, neighbour

RIM = 2
"""Rings of hexes drawn beyond the board, up to and under the frame."""

NUMBER = 0.115
"""Size of the hex numbers, in pitches."""

_SHORE_LINES = ("coast", "shore", "sea", "lake")
_RIVER_LINES = ("river", "stream", "canal")


@dataclass(frozen=True)
class Scene:
    """A board with its layout and style."""

    board: Board
    layout: MapLayout
    style: MapStyle

    @property
    def palette(self) -> MapPalette:
        return self.style.palette

    @cached_property
    def orientation(self) -> Orientation:
        return self.board.grid.orientation

    @cached_property
    def pitch(self) -> float:
        return self.layout.pitch

    @cached_property
    def ground(self) -> dict[Cell, int]:
        """Every drawn cell, and the hex whose terrain it has.

        Cells around the board have the terrain of the nearest hex.
        """
        grid = self.board.grid
        found = {grid.cell(i): i for i in grid.numbers}
        front = list(found)
        for _ in range(RIM):
            ring: dict[Cell, int] = {}
            for cell in front:
                for d in DIRECTIONS:
                    beyond = neighbour(cell, d, self.orientation)
                    if beyond not in found:
                        ring.setdefault(beyond, found[cell])
            found.update(ring)
            front = list(ring)
        return found

    def cells(self, hexes: HexSet) -> set[Cell]:
        """The cells with the terrain of these hexes, including those beyond the board's edge."""
        return {cell for cell, hex_ in self.ground.items() if hexes >> hex_ & 1}

    @cached_property
    def water(self) -> HexSet:
        """The all-water hexes."""
        words = [word for word, style in self.style.terrain.items() if style.water]
        return self.board.terrain.of(*words)

    @cached_property
    def mesh(self) -> Mesh:
        """The drawn corners and hexsides, pulled by real courses."""
        rivers, shores = self._courses(_RIVER_LINES), self._courses(_SHORE_LINES)
        pulls: dict[Corner, Courses] = {}
        if rivers.buckets:
            for edges in self.board.hexsides.kinds.values():
                for a, b in self.sides(edges):
                    pulls[a] = pulls[b] = rivers
        plain = Mesh(self.layout)
        if shores.buckets:
            for ring in plain.outlines(self.cells(self.water)):
                pulls.update(dict.fromkeys(ring, shores))
        return Mesh(self.layout, pulls)

    @cached_property
    def roads(self) -> DrawnRoads:
        """The points of paths in hexes and on hexsides."""
        return DrawnRoads(self.board, self.layout, self.mesh)

    def number_place(self, hex_: int) -> XY:
        """The middle of the baseline of a hex's number, at the same place in every hex."""
        x, y = self.layout.centre(hex_)
        if self.orientation is Orientation.FLAT:
            return x - 0.115 * self.pitch, y - 0.335 * self.pitch
        return x, y - 0.285 * self.pitch

    @cached_property
    def number_extents(self) -> dict[int, Extent]:
        """The extent of each hex's number."""
        size, rim = NUMBER * self.pitch, 0.012 * self.pitch
        found = {}
        for hex_ in self.board.grid.numbers:
            x, y = self.number_place(hex_)
            wide = width(self.board.grid.label(hex_), REGULAR, size) + 2 * rim
            found[hex_] = Extent(x - wide / 2, y - 0.72 * size - rim, wide, 0.74 * size + 2 * rim)
        return found

    def _courses(self, words: Iterable[str]) -> Courses:
        return Courses.of(
            [*line.points, line.points[0]] if line.closed else line.points
            for line in self.board.lines
            if any(word in line.kind for word in words)
        )

    @cached_property
    def hexsides(self) -> tuple[tuple[tuple[XY, XY], ...], tuple[tuple[XY, XY], ...]]:
        """The hexsides of the board, each once: first those on land, then those within water."""
        grid, water = self.board.grid, self.water
        numbers = {grid.cell(i): i for i in grid.numbers}
        steps = self.orientation.steps
        first = next(iter(grid.numbers))
        x0, y0 = self.layout.centre(first)
        around = [(x - x0, y - y0) for x, y in self.layout.corners(first)]
        dry, wet = list[tuple[XY, XY]](), list[tuple[XY, XY]]()
        for cell, i in numbers.items():
            x, y = self.layout.centre(i)
            for d in DIRECTIONS:
                other = numbers.get(Cell(cell.x + steps[d].x, cell.y + steps[d].y))
                if other is not None and d >= 3:
                    continue
                within = water >> i & 1 and (other is None or water >> other & 1)
                (ax, ay), (bx, by) = around[d], around[d - 5]
                (wet if within else dry).append(((x + ax, y + ay), (x + bx, y + by)))
        return tuple(dry), tuple(wet)

    def sides(self, edges: Edges) -> Iterator[tuple[Corner, Corner]]:
        """The hexsides of a set, each once, as pairs of corners."""
        grid = self.board.grid
        for d in DIRECTIONS:
            for i in members(edges[d]):
                other = grid.neighbour(i, d)
                if other is None or other > i:
                    corners = cell_corners(grid.cell(i), self.orientation)
                    yield corners[d], corners[(d + 1) % 6]
