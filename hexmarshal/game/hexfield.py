"""The hexes of one board, and sets of them as integers.

A board's hexes are numbered so that a step in one of the six directions is the same shift for every
hex. A set of hexes is an int with one bit for each hex. The numbers have gaps, so a shift off one
end of a column never lands on the next column; masking with `all` removes what fell off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.hexgrid import (
    DIRECTIONS,
    Cell,
    Orientation,
    Point,
    centre,
    corners,
    distance,
    line,
    opposite,
    spiral,
)
from hexmarshal.game.numbering import LabelError, Numbering

HexSet = int
"""A set of hexes: bit i stands for hex number i of the field."""

Edges = tuple[int, int, int, int, int, int]
"""Hexsides: bit i of mask d stands for the hexside of hex i in direction d. Both sides are set."""

NO_EDGES: Edges = (0, 0, 0, 0, 0, 0)


def members(hexes: HexSet) -> Iterator[int]:
    """The hex numbers in a set, ascending."""
    while hexes:
        lowest = hexes & -hexes
        yield lowest.bit_length() - 1
        hexes ^= lowest


def union_of(sets: Iterable[HexSet]) -> HexSet:
    """The hexes in any of some sets."""
    total = 0
    for hexes in sets:
        total |= hexes
    return total


def union(edges: Iterable[Edges]) -> Edges:
    """All hexsides of several sets."""
    total = list(NO_EDGES)
    for masks in edges:
        for d in DIRECTIONS:
            total[d] |= masks[d]
    a, b, c, d_, e, f = total
    return (a, b, c, d_, e, f)


def without(edges: Edges, less: Edges) -> Edges:
    """The hexsides of one set that are not in another."""
    a, b, c, d, e, f = (edges[i] & ~less[i] for i in DIRECTIONS)
    return (a, b, c, d, e, f)


@dataclass(frozen=True)
class HexField:
    """The hexes of a board: their names, cells and numbers."""

    numbering: Numbering

    @property
    def orientation(self) -> Orientation:
        return self.numbering.orientation

    @cached_property
    def _by_label(self) -> dict[str, int]:
        return {label: self._number(cell) for label, cell in self.numbering.labels().items()}

    @cached_property
    def _cells(self) -> dict[int, Cell]:
        return {self._number(cell): cell for cell in self.numbering.labels().values()}

    @cached_property
    def _labels(self) -> dict[int, str]:
        names: dict[int, str] = {}
        for label, number in self._by_label.items():
            names.setdefault(number, label)
        return names

    @cached_property
    def _aliases(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for label, number in self._by_label.items():
            if label != self._labels[number]:
                found[number] = (*found.get(number, ()), label)
        return found

    @cached_property
    def _frame(self) -> tuple[int, int, int]:
        """Lowest column, lowest sheared row, and the stride from a column to the next."""
        axial = [self._axial(cell) for cell in self.numbering.labels().values()]
        lines = [a for a, _ in axial]
        places = [b for _, b in axial]
        return min(lines), min(places), max(places) - min(places) + 2

    def _axial(self, cell: Cell) -> tuple[int, int]:
        if self.orientation is Orientation.FLAT:
            return cell.x, (cell.y - cell.x) // 2
        return cell.y, (cell.x - cell.y) // 2

    def _number(self, cell: Cell) -> int:
        first, low, stride = self._frame
        a, b = self._axial(cell)
        return (a - first) * stride + (b - low)

    @cached_property
    def shifts(self) -> tuple[int, ...]:
        """How far a step in each direction shifts a set; negative shifts go right."""
        stride = self._frame[2]
        steps = []
        for step in self.orientation.steps:
            a, b = self._axial(step)
            steps.append(a * stride + b)
        return tuple(steps)

    @cached_property
    def all(self) -> HexSet:
        """Every hex of the board."""
        return sum(1 << number for number in self._cells)

    @property
    def numbers(self) -> Iterable[int]:
        """The numbers of all hexes, in the order of the sheets of their printed names."""
        return self._cells.keys()

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, cell: Cell) -> bool:
        return self._cells.get(self._number(cell)) == cell

    # -- names ------------------------------------------------------------------------------

    def parse(self, text: str) -> int:
        """The hex with this printed number, in any spelling. Raises LabelError."""
        number = self._by_label.get(text)
        return number if number is not None else self._number(self.numbering.parse(text))

    def meant(self, label: object) -> int:
        """The hex of a number as people write it, perhaps without zeros or stop. Raises LabelError.

        A JSON number has lost its trailing zeros: 24.1 is 24.10, while 24.01 is complete.
        """
        fraction = isinstance(label, float) and not label.is_integer() and label == round(label, 2)
        text = f"{label:.2f}" if fraction else str(label).strip()
        try:
            return self.parse(text)
        except LabelError:
            for sheet in self.numbering.sheets:
                if numbers := sheet.loosely(text):
                    return self.parse(sheet.label(*numbers))
            raise

    def find(self, text: str) -> int | None:
        """The hex with this printed number, or None."""
        try:
            return self.parse(text)
        except LabelError:
            return None

    def label(self, hex_: int) -> str:
        """The printed number of a hex."""
        return self._labels[hex_]

    def aliases(self, hex_: int) -> tuple[str, ...]:
        """Other printed numbers of the same hex."""
        return self._aliases.get(hex_, ())

    def labels(self, hexes: HexSet) -> list[str]:
        """The printed numbers of a set, in the map's order of numbers."""
        return sorted(self._labels[i] for i in members(hexes))

    def set(self, labels: Iterable[str]) -> HexSet:
        """The set of the hexes with these printed numbers. Raises LabelError."""
        total = 0
        for label in labels:
            total |= 1 << self.parse(label)
        return total

    def rows(self, sheet: str = "", rows: tuple[int, int] | None = None) -> HexSet:
        """The hexes in printed rows of a sheet, by any of their numbers; "" means all sheets."""
        numbers = range(rows[0], rows[1] + 1) if rows else None
        total = 0
        for (name, row), hexes in self._rows.items():
            if sheet in ("", name) and (numbers is None or row in numbers):
                total |= hexes
        return total

    @cached_property
    def _rows(self) -> dict[tuple[str, int], HexSet]:
        """The hexes of each printed row, by sheet and row."""
        return {
            (sheet.name, row): self.set(
                sheet.label(column, row)
                for column in range(sheet.first_column, sheet.last_column + 1)
            )
            for sheet in self.numbering.sheets
            for row in range(sheet.first_row, sheet.last_row + 1)
        }

    # -- geometry ---------------------------------------------------------------------------

    def cell(self, hex_: int) -> Cell:
        return self._cells[hex_]

    def at(self, cell: Cell) -> int | None:
        """The number of a cell, or None when it lies off the board."""
        return self._number(cell) if cell in self else None

    def centre(self, hex_: int) -> Point:
        """The centre of a hex in pitches, y north."""
        return centre(self._cells[hex_], self.orientation)

    def corners(self, hex_: int) -> tuple[Point, ...]:
        """The corners of a hex; its hexside d runs from corner d to corner d + 1."""
        return corners(self._cells[hex_], self.orientation)

    def distance(self, a: int, b: int) -> int:
        """The distance from a to b in hexes, whatever the terrain."""
        return distance(self._cells[a], self._cells[b], self.orientation)

    def neighbour(self, hex_: int, direction: int) -> int | None:
        """The next hex in a direction, or None at the edge of the board."""
        number = hex_ + self.shifts[direction]
        return number if number in self._cells else None

    def neighbours(self, hex_: int) -> list[int]:
        """The up to six hexes next to this one, clockwise."""
        found = (self.neighbour(hex_, d) for d in DIRECTIONS)
        return [n for n in found if n is not None]

    def direction(self, a: int, b: int) -> int | None:
        """The direction that leads from a to its neighbour b, or None."""
        return self._directions.get(b - a)

    @cached_property
    def _directions(self) -> dict[int, int]:
        return {shift: d for d, shift in enumerate(self.shifts)}

    def line(self, a: int, b: int) -> list[int]:
        """The hexes on a straight line from a to b, both included, that lie on the board."""
        cells = line(self._cells[a], self._cells[b], self.orientation)
        return [number for number in map(self.at, cells) if number is not None]

    def within(self, hex_: int, radius: int) -> HexSet:
        """All hexes up to `radius` hexes away, itself included."""
        total = 0
        for cell in spiral(self._cells[hex_], radius, self.orientation):
            if cell in self:
                total |= 1 << self._number(cell)
        return total

    # -- sets -------------------------------------------------------------------------------

    def step(self, hexes: HexSet, direction: int) -> HexSet:
        """A set moved one hex in a direction; hexes off the board are dropped."""
        shift = self.shifts[direction]
        return (hexes << shift if shift > 0 else hexes >> -shift) & self.all

    def spread(self, hexes: HexSet, blocked: Edges = NO_EDGES) -> HexSet:
        """The hexes next to any hex of the set, across hexsides that are not blocked."""
        total = 0
        for d in DIRECTIONS:
            total |= self.step(hexes & ~blocked[d], d)
        return total

    def flood(self, start: HexSet, open_: HexSet, blocked: Edges = NO_EDGES) -> HexSet:
        """All hexes reachable from `start` through `open_` hexes; `start` need not be open."""
        reached = front = start & self.all
        while front:
            front = self.spread(front, blocked) & open_ & ~reached
            reached |= front
        return reached

    def path(
        self, start: int, goals: HexSet, open_: HexSet, blocked: Edges = NO_EDGES
    ) -> list[int]:
        """A shortest path from `start` to a goal through `open_` hexes; [] if there is none.

        Goals must be open too. Of several shortest paths the one with the lowest numbers wins.
        """
        if goals >> start & 1:
            return [start]
        rings = [1 << start]
        seen = rings[0]
        while not rings[-1] & goals:
            front = self.spread(rings[-1], blocked) & open_ & ~seen
            if not front:
                return []
            seen |= front
            rings.append(front)
        way = [next(members(rings.pop() & goals))]
        for ring in reversed(rings):
            back = self._across(way[-1], ring, blocked)
            way.append(back)
        return way[::-1]

    def _across(self, hex_: int, ring: HexSet, blocked: Edges) -> int:
        """The lowest-numbered hex of `ring` from which `hex_` is one open step away."""
        candidates = 0
        for d in DIRECTIONS:
            candidates |= self.step(1 << hex_, d) & ring & ~blocked[opposite(d)]
        return next(members(candidates))

    def edge(self, a: int, b: int) -> Edges:
        """The hexside between two neighbours, seen from both. Raises ValueError if none."""
        d = self.direction(a, b)
        if d is None:
            raise ValueError(f"{self.label(a)} and {self.label(b)} share no hexside")
        masks = list(NO_EDGES)
        masks[d] |= 1 << a
        masks[opposite(d)] |= 1 << b
        return (masks[0], masks[1], masks[2], masks[3], masks[4], masks[5])
