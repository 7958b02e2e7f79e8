"""The shortest supply lines: for every hex, how many barred hexes cut its line and how long it is.

The search expands from the sources ring by ring: first the hexes with an open line, then those
behind one barred hex, then behind two, and so on. Each hex lies in the ring with the fewest barred
hexes on its line and, among those, the shortest path. Rings are sets of hexes; single paths are
built on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, HexSet, members
from hexmarshal.game.hexgrid import DIRECTIONS

Ring = tuple[int, int]
"""The number of barred hexes on the path, and its length in hexsides."""


@dataclass(frozen=True)
class SupplyLines:
    """The paths to a set of sources through `open_` hexes and, if need be, `barred` ones."""

    grid: HexField
    sources: HexSet
    open_: HexSet
    blocked: Edges
    barred: HexSet = 0

    @cached_property
    def reach(self) -> HexSet:
        """The hexes with an open path to a source; they need not be open themselves."""
        found = 0
        for ring in self._row(0):
            found |= ring
        return found | self.grid.spread(found, self.blocked)

    def _row(self, bars: int) -> list[HexSet]:
        """The hexes behind this many barred hexes, by length of path; [] if there are none."""
        while len(self._rows) <= bars:
            self._rows.append(self._next_row())
        return self._rows[bars]

    @cached_property
    def _rows(self) -> list[list[HexSet]]:
        return []

    def _next_row(self) -> list[HexSet]:
        spread, blocked = self.grid.spread, self.blocked
        bars = len(self._rows)
        before = self._rows[-1] if bars else []
        settled = 0
        for row in self._rows:
            for ring in row:
                settled |= ring
        starts = (self.sources & self.open_, self.sources & self.barred)
        row = []
        while True:
            length = len(row)
            if length == 0:
                ring = starts[bars] if bars < len(starts) else 0
            else:
                ring = spread(row[-1], blocked) & self.open_ if row[-1] else 0
                if length <= len(before):
                    ring |= spread(before[length - 1], blocked) & self.barred
            ring &= ~settled
            if not ring and length >= len(before):
                return row if any(row) else []
            settled |= ring
            row.append(ring)

    def _ring_of(self, hex_: int) -> Ring | None:
        """The ring of an open or barred hex; None if it has no path."""
        bars = 0
        while self._row(bars) or bars == 0:
            for length, ring in enumerate(self._row(bars)):
                if ring >> hex_ & 1:
                    return bars, length
            bars += 1
        return None

    def _ring(self, ring: Ring) -> HexSet:
        bars, length = ring
        row = self._row(bars) if bars >= 0 else []
        return row[length] if 0 <= length < len(row) else 0

    def _next(self, hex_: int, ring: Ring) -> HexSet:
        """The next hexes towards a source on the best paths from a hex of this ring."""
        bars, length = ring
        inner = (bars - (self.barred >> hex_ & 1), length - 1)
        return self._beside(hex_) & self._ring(inner)

    def _beside(self, hex_: int) -> HexSet:
        found = 0
        for d in DIRECTIONS:
            beyond = hex_ + self.grid.shifts[d]
            if beyond >= 0 and not self.blocked[d] >> hex_ & 1:
                found |= 1 << beyond
        return found & self.grid.all

    def _best_beside(self, hex_: int) -> Ring | None:
        """The best ring next to a hex; whether the hex itself is barred does not count."""
        around = self._beside(hex_)
        found = (self._ring_of(other) for other in members(around))
        return min((ring for ring in found if ring), default=None)

    def path(self, hex_: int) -> tuple[int, ...]:
        """A shortest open path from a hex, which need not be open itself, to a source.

        () if there is none. Of several, the one with the lowest hex numbers from the start.
        """
        if not self.reach >> hex_ & 1:
            return ()
        if self.open_ >> hex_ & 1:
            ring = self._ring_of(hex_)
            assert ring is not None
            return self._path_in(hex_, ring[1])
        step = self._doorstep(hex_)
        ring = self._best_beside(hex_)
        assert ring is not None
        return (hex_, *self._path_in(next(members(step)), ring[1]))

    def _path_in(self, hex_: int, length: int) -> tuple[int, ...]:
        """The path of this length from an open hex to a source; paths share their ends."""
        outer: list[int] = []
        here = hex_
        while here not in self._paths:
            outer.append(here)
            if length == 0:
                break
            length -= 1
            here = next(members(self._beside(here) & self._rows[0][length]))
        path = self._paths.get(here, ())
        for one in reversed(outer):
            path = self._paths[one] = (one, *path)
        return path

    @cached_property
    def _paths(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _doorstep(self, hex_: int) -> HexSet:
        """The hexes next to a hex where its best paths begin."""
        ring = self._best_beside(hex_)
        return self._beside(hex_) & self._ring(ring) if ring else 0

    def cut(self, hex_: int) -> tuple[int, ...]:
        """The fewest barred hexes that must open to give this hex a path.

        Ties go to the shorter path, then to the lower printed hex numbers. () if no path can open
        or one is open already. The hex itself does not count.
        """
        outer = self._ring_of(hex_) if self.open_ >> hex_ & 1 else None
        heads = 1 << hex_ if outer else self._doorstep(hex_)
        ring = outer or self._best_beside(hex_)
        if ring is None or ring[0] == 0:
            return ()
        order = sorted(self._back(heads, ring).items(), key=lambda item: item[0])
        best: dict[int, tuple[str, ...]] = {}
        for at, hexes in order:
            for one in members(hexes):
                behind = [best[other] for other in members(self._next(one, at))]
                own = (self.grid.label(one),) if self.barred >> one & 1 else ()
                best[one] = tuple(sorted(min(behind, default=()) + own))
        chosen = min(best[head] for head in members(heads))
        return tuple(self.grid.parse(label) for label in chosen)

    def _back(self, heads: HexSet, ring: Ring) -> dict[Ring, HexSet]:
        """The hexes on the best paths from `heads`, by ring; inner rings sort first."""
        found = {ring: heads}
        todo = [ring]
        while todo:
            at = todo.pop(0)
            for one in members(found[at]):
                bars, length = at
                inner = (bars - (self.barred >> one & 1), length - 1)
                nearer = self._beside(one) & self._ring(inner)
                if nearer & ~found.get(inner, 0):
                    found[inner] = found.get(inner, 0) | nearer
                    todo.append(inner)
        return found


class LimitedStep(NamedTuple):
    """A path to a source; better paths sort first."""

    bars: int
    length: int
    """Hexes that count towards the limit."""
    steps: int
    cut: tuple[str, ...]
    """The barred hexes."""
    hexes: tuple[int, ...]
    """From the unit's hex to the source, both included."""


@dataclass(frozen=True)
class LimitedLines(SupplyLines):
    """Paths of at most `limit` hexes, counting the source but not the unit's own hex.

    A step across a `free` hexside does not count.
    """

    limit: int = 0
    free: Edges = NO_EDGES

    @cached_property
    def reach(self) -> HexSet:
        found = 0
        for hex_ in members(self.grid.all):
            found |= bool(self.path(hex_)) << hex_
        return found

    def path(self, hex_: int) -> tuple[int, ...]:
        best = self._best(hex_)
        return best.hexes if best and not best.bars else ()

    def cut(self, hex_: int) -> tuple[int, ...]:
        best = self._best(hex_)
        return tuple(self.grid.parse(label) for label in best.cut) if best else ()

    def _best(self, hex_: int) -> LimitedStep | None:
        """The best path from a hex; whether the hex itself is barred does not count."""
        if self.open_ >> hex_ & 1:
            return min(self._all.get(hex_, ()), default=None)
        around = (
            self._longer(path, hex_, cost)
            for beyond, cost in self._beyond(hex_)
            for path in self._all.get(beyond, ())
        )
        return min((path for path in around if path.length <= self.limit), default=None)

    def _beyond(self, hex_: int) -> Iterator[tuple[int, int]]:
        """The hexes that a line may enter from a hex, and how much the step counts."""
        for d in DIRECTIONS:
            beyond = self.grid.neighbour(hex_, d)
            if beyond is not None and not self.blocked[d] >> hex_ & 1:
                yield beyond, 0 if self.free[d] >> hex_ & 1 else 1

    def _longer(
        self, path: LimitedStep, hex_: int, cost: int, cut: tuple[str, ...] = ()
    ) -> LimitedStep:
        """The same path begun one hex further out."""
        return LimitedStep(
            path.bars + len(cut),
            path.length + cost,
            path.steps + 1,
            tuple(sorted(path.cut + cut)),
            (hex_, *path.hexes),
        )

    @cached_property
    def _all(self) -> dict[int, list[LimitedStep]]:
        """The useful paths of every open or barred hex, best first."""
        found: dict[int, list[LimitedStep]] = {}
        queue: list[LimitedStep] = []
        nowhere = LimitedStep(0, 0, 0, (), ())
        for source in members(self.sources & (self.open_ | self.barred)):
            heappush(queue, self._longer(nowhere, source, 0, self._bar(source)))
        while queue:
            path = heappop(queue)
            here = path.hexes[0]
            known = found.setdefault(here, [])
            if any(other.length <= path.length for other in known):
                continue  # earlier paths have no more barred hexes
            known.append(path)
            for beyond, cost in self._beyond(here):
                if (self.open_ | self.barred) >> beyond & 1 and path.length + cost <= self.limit:
                    heappush(queue, self._longer(path, beyond, cost, self._bar(beyond)))
        return found

    def _bar(self, hex_: int) -> tuple[str, ...]:
        return (self.grid.label(hex_),) if self.barred >> hex_ & 1 else ()
