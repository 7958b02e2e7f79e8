"""Terrain as rules read it: hexsides that block, hexes that carry supply, closed hexes, sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board, Path
from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, HexSet, union, without
from hexmarshal.game.hexgrid import DIRECTIONS, opposite
from hexmarshal.game.ruleset import Barrier, Closed, RuleSet, Season
from hexmarshal.game.text import fold
from hexmarshal.rules.spans import Span, combine


@dataclass(frozen=True)
class Ground:
    """A board in one turn, with its seasonal paths."""

    board: Board
    rules: RuleSet
    turn: int | None
    facts: Mapping[str, object]

    @property
    def grid(self) -> HexField:
        return self.board.grid

    # -- what is certain ----------------------------------------------------------------------

    @cached_property
    def _every_edge(self) -> Edges:
        every = self.grid.all
        return (every, every, every, every, every, every)

    @cached_property
    def hard_hexes(self) -> HexSet:
        """The hexes whose terrain is certain."""
        return self.board.terrain.resting(self.grid.all, hard=True)

    @cached_property
    def missing_hexes(self) -> HexSet:
        """The hexes whose terrain is missing from the data."""
        return _missing(self.board.terrain.basis, self.board.terrain.rest, self.grid.all)

    @cached_property
    def hard_edges(self) -> Edges:
        """The hexsides whose features are certain."""
        return self._edges_resting(lambda basis: basis.hard)

    @cached_property
    def missing_edges(self) -> Edges:
        """The hexsides whose features are missing from the data."""
        return self._edges_resting(lambda basis: basis is Basis.MISSING)

    def _edges_resting(self, wanted: Callable[[Basis], bool]) -> Edges:
        sides = self.board.hexsides
        found = self._every_edge if wanted(sides.rest) else NO_EDGES
        for basis, edges in sides.basis.items():
            found = union([found, edges]) if wanted(basis) else without(found, edges)
        return found

    @cached_property
    def soft_bases(self) -> frozenset[Basis]:
        """The uncertain bases of hexes, hexsides and paths."""
        board = self.board
        bases = {board.terrain.rest, board.hexsides.rest, board.paths.rest}
        bases |= board.terrain.basis.keys() | board.hexsides.basis.keys()
        bases |= {run.basis for run in board.paths.runs}
        return frozenset(basis for basis in bases if basis.soft)

    # -- seasonal paths -----------------------------------------------------------------------

    @cached_property
    def _open_seasons(self) -> Mapping[str, bool | None]:
        """Whether each seasonal kind of path exists now; None if unknown."""
        return {k: self.in_season(season) for season in self.rules.seasons for k in season.paths}

    def in_season(self, season: Season) -> bool | None:
        """Whether a season is on; None if the turn or the deciding fact is unknown."""
        if self.turn is None:
            return None
        first, last = season.turns
        if first <= self.turn <= last:
            return True
        if season.perhaps is None or not season.perhaps[0] <= self.turn <= season.perhaps[1]:
            return False
        fact = self.facts.get(season.fact)
        return None if fact is None else fact not in (False, "no", "false", 0)

    def runs(self, kinds: Iterable[str]) -> Span[tuple[Path, ...]]:
        """The paths of these kinds that exist now."""
        standing = self._standing(kinds, sure=True)
        possible = self._standing(kinds, sure=False)
        certain = tuple(run for run in standing if run.basis.hard)
        return Span(certain, standing, possible, possible)

    def _standing(self, kinds: Iterable[str], *, sure: bool) -> tuple[Path, ...]:
        """The paths of these kinds that are certainly (or, if not `sure`, possibly) in season."""
        wanted = frozenset(kinds)
        lasting = (True,) if sure else (True, None)
        return tuple(
            run
            for run in self.board.paths.runs
            if run.kind in wanted and self._open_seasons.get(run.kind, True) in lasting
        )

    # -- barriers -----------------------------------------------------------------------------

    def blocked(self, *barriers: Barrier | None) -> Span[Edges]:
        """The hexsides that any of these barriers closes."""
        closed = [self._blocked(barrier) for barrier in barriers if barrier is not None]
        found = closed[0] if closed else Span.sure(NO_EDGES)
        for one in closed[1:]:
            found = combine(found, one, lambda a, b: union([a, b]))
        return found

    def _blocked(self, barrier: Barrier) -> Span[Edges]:
        """The hexsides that a barrier closes.

        The features of a certain hexside are complete: only an equally certain path can still
        open it.
        """
        sides = self.board.hexsides
        closed = without(sides.of(*barrier.hexsides), sides.of(*barrier.open_at))
        roads = partial(self._roads_over, barrier.open_by)
        certain_least = without(_meet(closed, self.hard_edges), roads(sure=False, hard=True))
        certain_most = without(_meet(closed, self.hard_edges), roads(sure=True, hard=True))
        doubtful = without(self._every_edge, self.hard_edges)
        if doubtful == NO_EDGES:
            return Span(certain_least, certain_least, certain_most, certain_most)
        stated = without(_meet(closed, doubtful), self.missing_edges)
        possible = union([stated, self.missing_edges])
        return Span(
            certain_least,
            union([certain_least, without(stated, roads(sure=False, hard=False))]),
            union([certain_most, without(possible, roads(sure=True, hard=False))]),
            union([certain_most, without(doubtful, roads(sure=True, hard=True))]),
        )

    def _roads_over(self, kinds: tuple[str, ...], *, sure: bool, hard: bool) -> Edges:
        """The hexsides that paths of these kinds cross.

        With `sure`, only paths certainly in season; with `hard`, only those on a hard basis.
        """
        key = (kinds, sure, hard)
        if key not in self._known_crossings:
            runs = self._standing(kinds, sure=sure)
            self._known_crossings[key] = self._crossings(
                r for r in runs if r.basis.hard or not hard
            )
        return self._known_crossings[key]

    @cached_property
    def _known_crossings(self) -> dict[tuple[tuple[str, ...], bool, bool], Edges]:
        return {}

    def _crossings(self, runs: Iterable[Path]) -> Edges:
        """The hexsides that paths cross."""
        masks = list(NO_EDGES)
        direction = self._direction_of_shift
        for run in runs:
            for a, b in pairwise(run.hexes):
                d = direction[b - a]
                masks[d] |= 1 << a
                masks[opposite(d)] |= 1 << b
        return (masks[0], masks[1], masks[2], masks[3], masks[4], masks[5])

    @cached_property
    def _direction_of_shift(self) -> Mapping[int, int]:
        return {shift: d for d, shift in enumerate(self.grid.shifts)}

    # -- what carries supply --------------------------------------------------------------------

    def _supply_roads(self, side: str) -> tuple[str, ...]:
        """The kinds of path that carry a side's supply."""
        supply = self.rules.supply
        return (*supply.roads, *supply.side_roads.get(side, ())) if supply else ()

    def roads(self, side: str) -> Span[HexSet]:
        """The hexes with a road that a side's supply may use."""
        return self.runs(self._supply_roads(side)).map(_hexes)

    def steps(self, side: str, friends: HexSet) -> Span[Edges]:
        """The hexsides that a side's supply may cross if lines follow paths and friendly units."""
        beside = self._touching(friends)
        return self.crossed(self._supply_roads(side)).map(lambda edges: union([edges, beside]))

    def crossed(self, kinds: Iterable[str]) -> Span[Edges]:
        """The hexsides that paths of these kinds cross."""
        found = self.runs(kinds).map(self._crossings)
        if self.board.paths.rest.hard:
            return found
        return Span(found.least, found.low, found.high, self._every_edge)

    def _touching(self, hexes: HexSet) -> Edges:
        """All hexsides of these hexes."""
        step = self.grid.step
        a, b, c, d, e, f = (hexes | step(hexes, opposite(d)) for d in DIRECTIONS)
        return (a, b, c, d, e, f)

    @cached_property
    def _winter_hexes(self) -> Span[HexSet]:
        """The hexes that change terrain because their path is out of season."""
        gone = [run for run in self.board.paths.runs if self._open_seasons.get(run.kind) is False]
        doubt = [run for run in self.board.paths.runs if self._is_doubtful(run)]
        low = _hexes(gone)
        high = low | _hexes(doubt)
        return Span(low, low, high, high)

    def _is_doubtful(self, run: Path) -> bool:
        return run.kind in self._open_seasons and self._open_seasons[run.kind] is None

    def carries(self, side: str) -> Span[HexSet]:
        """The hexes that carry a side's supply by terrain or road, ignoring units."""
        supply = self.rules.supply
        assert supply is not None
        roads, every = self.roads(side), self.grid.all
        if not supply.open:
            most = roads.most if self.board.paths.rest.hard else every
            return Span(roads.least, roads.low, roads.high, most)
        plain = self._with_only(supply.open) & ~self._winter_hexes.low
        plain_high = self._with_only(supply.open) & ~self._winter_hexes.least
        plain_low = plain & ~self._winter_hexes.high
        closed = self.hard_hexes & ~plain_high if self.board.paths.rest.hard else 0
        return Span(
            (plain_low & self.hard_hexes) | roads.least,
            (plain_low & ~self.missing_hexes) | roads.low,
            plain_high | self.missing_hexes | roads.high,
            (every & ~closed) | roads.most,
        )

    @cached_property
    def opened_by_friends(self) -> HexSet:
        """The hexes that carry supply if a friendly unit stands in them."""
        supply = self.rules.supply
        assert supply is not None
        seasons = {season.otherwise for season in self.rules.seasons}
        words = (*supply.open, *supply.opened_by_friends)
        winter = self._winter_hexes.high if seasons <= set(words) else 0
        return self._with_only(words) | winter

    def _with_only(self, words: Iterable[str]) -> HexSet:
        """The hexes that have no terrain words but these."""
        wanted = frozenset(words)
        terrain = self.board.terrain
        named, other = 0, 0
        for word, hexes in terrain.hexes.items():
            named |= hexes
            if word not in wanted:
                other |= hexes
        rest = self.grid.all & ~named if terrain.default in wanted else 0
        return (named & ~other) | rest

    # -- closed hexes ------------------------------------------------------------------------------

    def closed(self, rule: Closed) -> Span[HexSet]:
        """The hexes that a rule closes; an uncertain area may be wrong by one hex at its edge."""
        area = self.board.areas.get(fold(rule.area)) if rule.area else None
        named = area.hexes if area else 0
        sure = named if area and area.basis.hard else 0
        beside = self.grid.spread(named & ~sure) & ~self.hard_hexes
        lying = self.board.terrain.of(*map(fold, rule.terrain))
        if lying:
            roads = self.runs(rule.roads).map(_hexes)
            if self.board.paths.rest.hard or not rule.roads:
                sure |= lying & self.hard_hexes & ~roads.high
            named |= lying & ~roads.low
        return Span(sure, named, named, named | beside)

    # -- sources ------------------------------------------------------------------------------

    def sources(self, side: str) -> Span[HexSet]:
        """The hexes to which a side may trace supply."""
        supply = self.rules.supply
        assert supply is not None
        edges = supply.edges.get(side, ())
        own = [s for s in self.board.sources if s.side == side]
        wrong = 0
        if edges:
            right = self.edge_hexes(edges)
            wrong = self.edge_hexes(("north", "east", "south", "west")) & ~right
        stand = sum(1 << h for h in {s.hex for s in own}) & ~wrong
        sure = sum(1 << h for h in {s.hex for s in own if s.basis.hard}) & ~wrong
        if sure == stand:
            return Span.sure(stand)
        return Span(
            sure, stand, stand, stand | (self.edge_hexes(edges) if edges else self.grid.all)
        )

    def edge_hexes(self, edges: Iterable[str]) -> HexSet:
        """The hexes along some edges of the map."""
        total = 0
        for edge in edges:
            total |= self.board.edge_hexes(edge)
        return total

    def source_bases(self, side: str) -> frozenset[Basis]:
        """The uncertain bases of a side's sources."""
        return frozenset(s.basis for s in self.board.sources if s.side == side and s.basis.soft)


def _missing(basis: Mapping[Basis, HexSet], rest: Basis, every: HexSet) -> HexSet:
    """The hexes whose data are missing."""
    found = every if rest is Basis.MISSING else 0
    for key, hexes in basis.items():
        found = found | hexes if key is Basis.MISSING else found & ~hexes
    return found


def _hexes(runs: Iterable[Path]) -> HexSet:
    total = 0
    for hex_ in {hex_ for run in runs for hex_ in run.hexes}:
        total |= 1 << hex_
    return total


def _meet(a: Edges, b: Edges) -> Edges:
    """The hexsides in both sets."""
    u, v, w, x, y, z = (a[d] & b[d] for d in DIRECTIONS)
    return (u, v, w, x, y, z)
