"""Supply lines of a greatest length: shortest ways in which hexes along some paths do not count.

As in `lines`, what bars a way is paid first and its length second; but a way too long is none, so
one with more bars may be the better one. For each hex all ways are kept of which none is better
in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from hexmarshal.game.hexfield import NO_EDGES, Edges, HexSet, members
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.rules.lines import Lines


class Way(NamedTuple):
    """A way to a source; the better of two is the lesser."""

    bars: int
    length: int
    """Hexes that count."""
    steps: int
    cut: tuple[str, ...]
    """The barred hexes."""
    hexes: tuple[int, ...]
    """From the unit's hex to the source, both included."""


@dataclass(frozen=True)
class Tethered(Lines):
    """Ways of at most `limit` hexes, the source counted and the unit's own hex not.

    A step across a `free` hexside does not count.
    """

    limit: int = 0
    free: Edges = NO_EDGES

    @cached_property
    def reach(self) -> HexSet:
        found = 0
        for hex_ in members(self.grid.all):
            found |= bool(self.way(hex_)) << hex_
        return found

    def way(self, hex_: int) -> tuple[int, ...]:
        best = self._best(hex_)
        return best.hexes if best and not best.bars else ()

    def cut(self, hex_: int) -> tuple[int, ...]:
        best = self._best(hex_)
        return tuple(self.grid.parse(label) for label in best.cut) if best else ()

    def _best(self, hex_: int) -> Way | None:
        """The best way from a hex that itself costs nothing."""
        if self.open_ >> hex_ & 1:
            return min(self._all.get(hex_, ()), default=None)
        around = (
            self._longer(way, hex_, cost)
            for beyond, cost in self._beyond(hex_)
            for way in self._all.get(beyond, ())
        )
        return min((way for way in around if way.length <= self.limit), default=None)

    def _beyond(self, hex_: int) -> Iterator[tuple[int, int]]:
        """The hexes that a line may cross to, and what the step counts."""
        for d in DIRECTIONS:
            beyond = self.grid.neighbour(hex_, d)
            if beyond is not None and not self.blocked[d] >> hex_ & 1:
                yield beyond, 0 if self.free[d] >> hex_ & 1 else 1

    def _longer(self, way: Way, hex_: int, cost: int, cut: tuple[str, ...] = ()) -> Way:
        """A way that begins one hex further out."""
        return Way(
            way.bars + len(cut),
            way.length + cost,
            way.steps + 1,
            tuple(sorted(way.cut + cut)),
            (hex_, *way.hexes),
        )

    @cached_property
    def _all(self) -> dict[int, list[Way]]:
        """The ways of every hex that is open or barred."""
        found: dict[int, list[Way]] = {}
        queue: list[Way] = []
        nowhere = Way(0, 0, 0, (), ())
        for source in members(self.sources & (self.open_ | self.barred)):
            heappush(queue, self._longer(nowhere, source, 0, self._bar(source)))
        while queue:
            way = heappop(queue)
            here = way.hexes[0]
            known = found.setdefault(here, [])
            if any(other.length <= way.length for other in known):
                continue  # those before it have no more bars
            known.append(way)
            for beyond, cost in self._beyond(here):
                if (self.open_ | self.barred) >> beyond & 1 and way.length + cost <= self.limit:
                    heappush(queue, self._longer(way, beyond, cost, self._bar(beyond)))
        return found

    def _bar(self, hex_: int) -> tuple[str, ...]:
        return (self.grid.label(hex_),) if self.barred >> hex_ & 1 else ()
