"""Railways as a network of hexes, with shortest routes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from hexmarshal.game.hexfield import HexSet
from tools.maps import overlay
from tools.maps.roads import Way


@dataclass(frozen=True)
class Network:
    """The railways of some kinds."""

    ways: tuple[Way, ...]

    @cached_property
    def hexes(self) -> HexSet:
        """The hexes of its railways."""
        return sum({1 << hex_ for way in self.ways for hex_ in way.run})

    @cached_property
    def _links(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for way in self.ways:
            for a, b in pairwise(way.run):
                found.setdefault(a, []).append(b)
                found.setdefault(b, []).append(a)
        return found

    def line(self, stops: Iterable[int]) -> list[int]:
        """The shortest railway route through all stops in order.

        Raises ValueError if there is none.
        """
        route: list[int] = []
        for start, goal in pairwise(stops):
            leg = self.spur(start, 1 << goal)
            route += leg[1:] if route else leg
        return route

    def spur(self, start: int, goals: HexSet) -> list[int]:
        """The shortest railway route to the nearest of some hexes."""

        def steps(here: int) -> Iterable[tuple[int, float]]:
            return ((there, 1.0) for there in self._links.get(here, ()))

        ends = {hex_ for hex_ in self._links if goals >> hex_ & 1}
        way = overlay.cheapest(start, ends, steps)
        if not way:
            raise ValueError(f"no railway route from hex number {start}")
        return way
