"""Boards laid out on a map: the board, zone and location name at each map pixel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from hexmarshal.vassal.grid import (
    HexGrid,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
)
from hexmarshal.vassal.polygon import Point, Size
from hexmarshal.vassal.save import BoardAt


@dataclass(frozen=True, slots=True)
class Stacking:
    """Whether pieces stack on a map, and which may share a stack.

    Pieces whose values of `property` are different entries of `layers` never share a stack. All
    other values together form one more layer.
    """

    enabled: bool = True
    property: str = ""
    layers: tuple[str, ...] = ()


DEFAULT_STACKING = Stacking()
"""Pieces stack and there are no visual layers."""


OFFBOARD = "offboard"
"""The engine's English name for a point without a location name."""

AnyGrid = HexGrid | SquareGrid | RegionGrid | ZonedGrid


@dataclass(frozen=True)
class Board:
    """A board of a module.

    `size` is the size of its picture, None if the picture is missing. A board of unknown size is
    treated as endless, and numbers that descend from its far side are wrong.
    """

    name: str
    size: Size | None = None
    grid: AnyGrid | None = None
    image: str = ""
    reversible: bool = False


@dataclass(frozen=True)
class PlacedBoard:
    """A board on a map, with its top left corner at `origin`."""

    board: Board
    origin: Point
    reversed: bool = False

    @property
    def size(self) -> Size:
        return self.board.size or (0, 0)

    def holds(self, point: Point) -> bool:
        if self.board.size is None:
            return True
        x, y = self._offset(point)
        return 0 <= x < self.board.size[0] and 0 <= y < self.board.size[1]

    def local(self, point: Point) -> Point:
        """Board pixel for a map pixel."""
        x, y = self._offset(point)
        return (self.size[0] - x, self.size[1] - y) if self.reversed else (x, y)

    def on_map(self, point: Point) -> Point:
        """Map pixel for a board pixel."""
        x, y = point
        if self.reversed:
            x, y = self.size[0] - x, self.size[1] - y
        return x + self.origin[0], y + self.origin[1]

    def _offset(self, point: Point) -> Point:
        return point[0] - self.origin[0], point[1] - self.origin[1]


@dataclass(frozen=True)
class MapBoards:
    """A map with its boards laid out, and the names of its decks by pixel."""

    map: str
    boards: tuple[PlacedBoard, ...]
    decks: Mapping[Point, str] = field(default_factory=dict)

    @classmethod
    def lay(
        cls,
        map: str,
        edge: Size,
        layout: tuple[tuple[Board, BoardAt], ...],
    ) -> MapBoards:
        """Lay out boards in columns and rows inside the map's edge padding."""
        widths = {(at.column, at.row): (board.size or (0, 0))[0] for board, at in layout}
        heights = {(at.column, at.row): (board.size or (0, 0))[1] for board, at in layout}
        placed = []
        for board, at in layout:
            left = sum(w for (c, r), w in widths.items() if c < at.column and r == at.row)
            top = sum(h for (c, r), h in heights.items() if r < at.row and c == at.column)
            origin = (edge[0] + left, edge[1] + top)
            placed.append(PlacedBoard(board, origin, at.reversed and board.reversible))
        return cls(map, tuple(placed))

    @cached_property
    def _by_name(self) -> Mapping[str, PlacedBoard]:
        return {placed.board.name: placed for placed in reversed(self.boards)}

    def board(self, name: str) -> PlacedBoard | None:
        return self._by_name.get(name)

    def board_at(self, point: Point) -> PlacedBoard | None:
        """The board under a map pixel."""
        return next((placed for placed in self.boards if placed.holds(point)), None)

    def zone_at(self, point: Point) -> Zone | None:
        """The zone under a map pixel (the engine does not turn a reversed board here)."""
        placed = self.board_at(point)
        if placed is None or not isinstance(placed.board.grid, ZonedGrid):
            return None
        x, y = point[0] - placed.origin[0], point[1] - placed.origin[1]
        return placed.board.grid.zone_at((x, y))

    def name(self, point: Point) -> str:
        """The value of the property LocationName at a map pixel."""
        if point in self.decks:
            return self.decks[point]
        placed = self.board_at(point)
        if placed is None or placed.board.grid is None:
            return OFFBOARD
        name = placed.board.grid.name(placed.local(point), placed.size)
        return OFFBOARD if name is None else name

    def snap(self, point: Point, *, force: bool = False) -> Point:
        """The map pixel where a piece dropped at `point` ends up."""
        placed = self.board_at(point)
        if placed is None:
            return point
        snapped = _snap(placed, point, force)
        landed = self.board_at(snapped)
        if landed is not None and landed != placed:
            snapped = _snap(landed, snapped, force)
        if self.board_at(snapped) is None:
            (x, y), (left, top), (width, height) = snapped, placed.origin, placed.size
            x = {left + width: left + width - 1, left - 1: left}.get(x, x)
            y = {top + height: top + height - 1, top - 1: top}.get(y, y)
            return x, y
        return snapped

    def locate(self, name: str, board: str | None = None) -> Point | None:
        """The map pixel of a named location, on `board` or on the first board that has it."""
        for placed in self.boards:
            if board in (None, placed.board.name) and placed.board.grid is not None:
                found = placed.board.grid.locate(name, placed.size)
                if found is not None:
                    return placed.on_map(found)
        return None


def _snap(placed: PlacedBoard, point: Point, force: bool) -> Point:
    if placed.board.grid is None:
        return point
    local = placed.board.grid.snap(placed.local(point), force=force)
    return placed.on_map(local)
