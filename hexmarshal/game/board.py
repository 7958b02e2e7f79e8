"""The board: what is in the hexes, along the hexsides and beside the hex field.

Everything that rules ask about is a set of hexes or of hexsides. Each layer also keeps the basis of
its data, hex by hex, and the basis of hexes without data: in a layer that came with a position a
hexside that is not listed certainly carries nothing; in a reconstructed layer that is only likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, HexSet, union
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.text import fold


@dataclass(frozen=True)
class Terrain:
    """The terrain of hexes; a hex may have several words (a village in woods)."""

    hexes: Mapping[str, HexSet] = field(default_factory=dict)
    """By terrain word. A hex in several sets has all of them, a hex in none has the `default`."""
    basis: Mapping[Basis, HexSet] = field(default_factory=dict)
    """The hexes whose terrain has each basis."""
    rest: Basis = Basis.MISSING
    """The basis of the terrain of hexes in no basis set."""
    default: str = "clear"

    def of(self, *words: str) -> HexSet:
        """The hexes listed with any of these words."""
        total = 0
        for word in words:
            total |= self.hexes.get(word, 0)
        return total

    def at(self, hex_: int) -> tuple[str, ...]:
        """The terrain words of one hex, the default if it has none."""
        found = tuple(word for word, hexes in self.hexes.items() if hexes >> hex_ & 1)
        return found or (self.default,)

    def basis_at(self, hex_: int) -> Basis:
        return next((b for b, hexes in self.basis.items() if hexes >> hex_ & 1), self.rest)

    def resting(self, hexes: HexSet, *, hard: bool) -> HexSet:
        """Those of `hexes` whose terrain is certain (hard) or not (not hard)."""
        certain = hexes if self.rest.hard else 0
        for basis, found in self.basis.items():
            certain = certain | (found & hexes) if basis.hard else certain & ~found
        return certain if hard else hexes & ~certain


@dataclass(frozen=True)
class Hexsides:
    """What hexsides carry: rivers, bridges, ferries, cliffs; several to a hexside."""

    kinds: Mapping[str, Edges] = field(default_factory=dict)
    basis: Mapping[Basis, Edges] = field(default_factory=dict)
    rest: Basis = Basis.MISSING
    """The basis on which a hexside in no basis set carries nothing."""

    def of(self, *kinds: str) -> Edges:
        """The hexsides of any of these kinds."""
        return union(self.kinds.get(kind, NO_EDGES) for kind in kinds)

    def at(self, hex_: int, direction: int) -> tuple[str, ...]:
        """What the hexside of a hex in a direction carries."""
        return tuple(k for k, edges in self.kinds.items() if edges[direction] >> hex_ & 1)

    def basis_at(self, hex_: int, direction: int) -> Basis:
        found = (b for b, edges in self.basis.items() if edges[direction] >> hex_ & 1)
        return next(found, self.rest)


@dataclass(frozen=True, slots=True)
class Path:
    """A road, railway or stream that runs from hex to hex."""

    kind: str
    hexes: tuple[int, ...]
    name: str = ""
    basis: Basis = Basis.MISSING
    source: str = ""


@dataclass(frozen=True, slots=True)
class Paths:
    """All paths of a board."""

    runs: tuple[Path, ...] = ()
    rest: Basis = Basis.MISSING
    """The basis on which there are no other paths."""

    def hexes(self, *kinds: str) -> HexSet:
        """The hexes on paths of these kinds; of all kinds if none is given."""
        total = 0
        for run in self._chosen(kinds):
            for hex_ in run.hexes:
                total |= 1 << hex_
        return total

    def edges(self, field: HexField, *kinds: str) -> Edges:
        """The hexsides that paths of these kinds cross; of all kinds if none is given."""
        return union(
            field.edge(a, b) for run in self._chosen(kinds) for a, b in pairwise(run.hexes)
        )

    def _chosen(self, kinds: tuple[str, ...]) -> Iterable[Path]:
        return (run for run in self.runs if not kinds or run.kind in kinds)


@dataclass(frozen=True, slots=True)
class Area:
    """A named set of hexes, perhaps in named parts (the sectors of a fortified line)."""

    name: str
    hexes: HexSet
    parts: Mapping[str, HexSet] = field(default_factory=dict)
    basis: Basis = Basis.MISSING
    source: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry area: where reinforcements with its letter enter the map."""

    name: str
    side: str
    hexes: tuple[int, ...]
    edge: str = ""
    """The map edge it is on: north, east, south or west."""
    basis: Basis = Basis.MISSING
    source: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A supply source hex of one side."""

    side: str
    hex: int
    edge: str = ""
    kind: str = "full"
    entry: str = ""
    """The entry area that its use depends on, if any."""
    basis: Basis = Basis.MISSING
    source: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: village, town, city, hill, point of interest."""

    name: str
    kind: str
    hexes: tuple[int, ...]
    other_names: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    """Victory or population points by kind, for each of its hexes."""
    offset: tuple[float, float] = (0.0, 0.0)
    """Its offset in its (first) hex: pitches east and north of the centre."""
    basis: Basis = Basis.MISSING
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A drawn course, such as a coast or the bed of a river: points in pitches, y north."""

    kind: str
    points: tuple[tuple[float, float], ...]
    name: str = ""
    closed: bool = False
    basis: Basis = Basis.MISSING


@dataclass(frozen=True, slots=True)
class Box:
    """A box or track beside the hex field.

    `spaces` are the names of its spaces in order. Each is a place for pieces; a plain box has one
    space with its own name.
    """

    id: str
    title: str
    kind: str
    """`box`, `track`, `turn-track`, `cup` or `display`."""
    spaces: tuple[str, ...]
    side: str = ""
    other_names: tuple[str, ...] = ()
    columns: int = 0
    """Spaces to a row as drawn; 0 for a single row."""
    note: str = ""
    basis: Basis = Basis.MISSING
    source: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of its places: its title or, if it has several spaces, `TITLE SPACE`."""
        if len(self.spaces) == 1:
            return (self.title,)
        return tuple(f"{self.title} {space}" for space in self.spaces)


@dataclass(frozen=True)
class Board:
    """Everything printed on the map. Immutable; an overlay makes a new one."""

    grid: HexField
    terrain: Terrain = field(default_factory=Terrain)
    hexsides: Hexsides = field(default_factory=Hexsides)
    paths: Paths = field(default_factory=Paths)
    areas: Mapping[str, Area] = field(default_factory=dict)
    """By name, folded with `fold`."""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    places: tuple[Place, ...] = ()
    lines: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()

    def area(self, name: str) -> HexSet:
        """The hexes of a named area; empty if the map has no such area."""
        found = self.areas.get(fold(name))
        return found.hexes if found else 0

    def named(self) -> Iterator[str]:
        """Every name that a list may use as a place: boxes, their spaces, places on the map."""
        for box in self.boxes:
            yield from (box.title, *box.places, *box.other_names)
        for place in self.places:
            yield from (place.name, *place.other_names)

    def edge_hexes(self, edge: str) -> HexSet:
        """The hexes along one edge of the map: `north`, `east`, `south` or `west`."""
        return self._edges[edge]

    @cached_property
    def _edges(self) -> Mapping[str, HexSet]:
        centres = {i: self.grid.centre(i) for i in self.grid.numbers}
        xs, ys = [p.x for p in centres.values()], [p.y for p in centres.values()]
        half = 0.51  # half a pitch: the hexes of a straight edge are up to half a pitch inside
        west, east = min(xs) + half, max(xs) - half
        south, north = min(ys) + half, max(ys) - half
        return {
            "west": sum(1 << i for i, p in centres.items() if p.x <= west),
            "east": sum(1 << i for i, p in centres.items() if p.x >= east),
            "south": sum(1 << i for i, p in centres.items() if p.y <= south),
            "north": sum(1 << i for i, p in centres.items() if p.y >= north),
        }

    def border(self, hexes: HexSet) -> Edges:
        """The hexsides between a set of hexes and the other hexes of the board."""
        masks = [0] * 6
        for d in DIRECTIONS:
            inside = hexes & ~self.grid.step(hexes, (d + 3) % 6)
            on_board = self.grid.step(self.grid.all, (d + 3) % 6)
            masks[d] = inside & on_board
        outside = self.grid.all & ~hexes
        for d in DIRECTIONS:
            masks[d] |= outside & self.grid.step(hexes, (d + 3) % 6)
        return (masks[0], masks[1], masks[2], masks[3], masks[4], masks[5])
