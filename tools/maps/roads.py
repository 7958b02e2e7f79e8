"""Roads and railways as runs of hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexField, HexSet
from tools.maps import overlay
from tools.maps.ground import Feature
from tools.maps.overlay import Side, side
from tools.maps.overrides import Overrides
from tools.maps.plane import distance

NEAR = 0.9
"""Largest distance of a hex's centre from the real course for a road to count as computed."""


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railway as a run of hexes."""

    kind: str
    name: str
    run: tuple[int, ...]
    basis: Basis
    source: str
    note: str = ""


@dataclass(frozen=True)
class RoadMaker:
    """Lays the roads and railways of a base layer on a board."""

    grid: HexField
    open_: HexSet
    """The hexes open to them."""
    toll: Callable[[int, int], float]
    """Additional cost of crossing a hexside; infinite if it is closed."""
    built: HexSet
    """Hexes with places: a road whose course crosses one goes through it."""
    ranks: Sequence[str]
    """Kinds of roads, best first; where two share a hexside, the better one is drawn."""
    rails: Sequence[str]
    overrides: Overrides = field(default_factory=Overrides)
    closed: Mapping[str, HexSet] = field(default_factory=dict)
    """Hexes avoided, by kind."""

    def laid(self, features: Sequence[Feature]) -> list[Way]:
        """All runs, railways first, then roads by rank."""
        ways: list[Way] = []
        for kind in self.rails:
            for feature in self._wanted(kind, features):
                for run in self._runs(kind, feature, frozenset()):
                    ways += self._rested(kind, feature, run)
        worn: frozenset[Side] = frozenset()
        for kind in self.ranks:
            for feature in self._wanted(kind, features):
                for run in self._runs(kind, feature, worn):
                    for part in overlay.unworn(run, worn):
                        ways += self._rested(kind, feature, part)
                    worn |= {side(a, b) for a, b in pairwise(run)}
        return ways

    def spurs(self, ways: Iterable[Way], places: Iterable[tuple[str, Sequence[int]]]) -> list[Way]:
        """A track to the nearest road from each place without one."""
        reached = {hex_ for way in ways for hex_ in way.run}

        def steps(here: int) -> Iterator[tuple[int, float]]:
            for there in self.grid.neighbours(here):
                if self.open_ >> there & 1 and self.toll(here, there) != float("inf"):
                    yield there, 1 + self.toll(here, there)

        found = []
        for name, hexes in places:
            if reached.isdisjoint(hexes):
                run = tuple(overlay.cheapest(hexes[0], reached, steps))
                reached |= set(run)
                reason = "every place lies on a road"
                found.append(Way("track", f"Track to {name}", run, Basis.HOUSE, reason))
        return found

    def _wanted(self, kind: str, features: Iterable[Feature]) -> Iterator[Feature]:
        """The features that are drawn as a kind, by their own word or by an override."""
        for feature in self.overrides.drawn(features, *self.rails, *self.ranks):
            renamed = self.overrides.one("kind", feature.name)
            if (renamed.value if renamed else feature.kind) == kind:
                yield feature
        for extra in self.overrides.all("path"):
            if extra.value == kind:
                line = tuple(self.grid.centre(self.grid.parse(h)) for h in extra.hexes)
                yield Feature(kind, extra.name, "line", line, extra.reason, 3.0, extra.hexes)

    def _runs(self, kind: str, feature: Feature, worn: frozenset[Side]) -> Iterator[list[int]]:
        open_ = self.open_ & ~self.closed.get(kind, 0)
        router = overlay.Router(self.grid, open_, self.toll)
        decided = self.overrides.one("via", feature.name)
        if labels := decided.hexes if decided else feature.hexes:
            yield router.route(feature.line, [self.grid.parse(h) for h in labels], worn)
            return
        for stretch in overlay.onboard(self.grid, feature.line):
            met = [h for h in overlay.crossed(self.grid, stretch) if open_ >> h & 1]
            stops = [h for h in met[1:-1] if self.built >> h & 1]
            via = list(dict.fromkeys([*met[:1], *stops, *met[-1:]]))
            if len(via) > 1:
                yield router.route(stretch, via, worn)

    def _rested(self, kind: str, feature: Feature, run: list[int]) -> Iterator[Way]:
        """A run in parts; parts that were bent or stray from the real course have basis `house`."""
        note = str(feature.more.get("note", ""))
        if feature.basis is not Basis.RECONSTRUCTED:
            yield Way(kind, feature.name, tuple(run), feature.basis, feature.source, note)
            return
        guessed = self.overrides.one("guess", feature.name)
        bent = self.grid.set(guessed.hexes) if guessed else 0
        near = sum(1 << h for h in set(run) if distance(self.grid.centre(h), feature.line) < NEAR)
        for part, sure in _cut(run, near, bent):
            if sure:
                yield Way(kind, feature.name, part, feature.basis, feature.source)
            else:
                reason = guessed.reason if guessed else ""
                yield Way(kind, feature.name, part, Basis.HOUSE, "by hand", reason)


def _cut(run: Sequence[int], near: HexSet, bent: HexSet) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The parts of a run, and whether they follow the real course.

    A step follows it if both its ends are near it and not both were bent.
    """
    part: list[int] = [run[0]]
    was: bool | None = None
    for a, b in pairwise(run):
        step = 1 << a | 1 << b
        sure = step & ~near == 0 and step & ~bent != 0
        if was is not None and sure != was:
            yield tuple(part), was
            part = [a]
        part.append(b)
        was = sure
    yield tuple(part), bool(was)


def hexes_of(ways: Iterable[Way], *kinds: str) -> HexSet:
    """The hexes of roads and railways of some kinds."""
    return sum({1 << hex_ for way in ways if way.kind in kinds for hex_ in way.run})
