"""What the map lets through, as far as it is known: over hexsides, and as supply."""

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
from hexmarshal.rules.spans import Span, both


@dataclass(frozen=True)
class Ground:
    """A board at one turn of the year."""

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
        """The hexes whose terrain nobody has told."""
        return _resting(self.board.terrain.basis, self.board.terrain.rest, self.grid.all)

    @cached_property
    def hard_edges(self) -> Edges:
        """The hexsides of which it is certain what they carry."""
        return self._edges_resting(lambda basis: basis.hard)

    @cached_property
    def missing_edges(self) -> Edges:
        """The hexsides of which nobody has told what they carry."""
        return self._edges_resting(lambda basis: basis is Basis.MISSING)

    def _edges_resting(self, wanted: Callable[[Basis], bool]) -> Edges:
        sides = self.board.hexsides
        found = self._every_edge if wanted(sides.rest) else NO_EDGES
        for basis, edges in sides.basis.items():
            found = union([found, edges]) if wanted(basis) else without(found, edges)
        return found

    @cached_property
    def soft_bases(self) -> frozenset[Basis]:
        """The uncertain bases that hexes, hexsides and paths rest on."""
        board = self.board
        told = {board.terrain.rest, board.hexsides.rest, board.paths.rest}
        told |= board.terrain.basis.keys() | board.hexsides.basis.keys()
        told |= {run.basis for run in board.paths.runs}
        return frozenset(basis for basis in told if basis.soft)

    # -- paths of the season ------------------------------------------------------------------

    @cached_property
    def _open_seasons(self) -> Mapping[str, bool | None]:
        """Kinds of path that come and go: whether they exist now, None when nobody can tell."""
        return {k: self.in_season(season) for season in self.rules.seasons for k in season.paths}

    def in_season(self, season: Season) -> bool | None:
        """Whether it is the season; None when the turn or the fact it turns on is not told."""
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
        """The paths of these kinds that are there."""
        standing = self._standing(kinds, sure=True)
        possible = self._standing(kinds, sure=False)
        certain = tuple(run for run in standing if run.basis.hard)
        return Span(certain, standing, possible, possible)

    def _standing(self, kinds: Iterable[str], *, sure: bool) -> tuple[Path, ...]:
        """The paths of these kinds that are surely (or perhaps) in season."""
        wanted = frozenset(kinds)
        lasting = (True,) if sure else (True, None)
        return tuple(
            run
            for run in self.board.paths.runs
            if run.kind in wanted and self._open_seasons.get(run.kind, True) in lasting
        )

    # -- barriers -----------------------------------------------------------------------------

    def blocked(self, *barriers: Barrier | None) -> Span[Edges]:
        """The hexsides that any of some barriers closes."""
        shut = [self._blocked(barrier) for barrier in barriers if barrier is not None]
        found = shut[0] if shut else Span.sure(NO_EDGES)
        for one in shut[1:]:
            found = both(found, one, lambda a, b: union([a, b]))
        return found

    def _blocked(self, barrier: Barrier) -> Span[Edges]:
        """The hexsides that a barrier closes.

        A certain hexside is told in full by what it carries: only a path that is as certain
        opens it besides.
        """
        sides = self.board.hexsides
        closed = without(sides.of(*barrier.hexsides), sides.of(*barrier.open_at))
        roads = partial(self._roads_over, barrier.open_by)
        certain_least = without(_meet(closed, self.hard_edges), roads(sure=False, hard=True))
        certain_most = without(_meet(closed, self.hard_edges), roads(sure=True, hard=True))
        doubtful = without(self._every_edge, self.hard_edges)
        if doubtful == NO_EDGES:
            return Span(certain_least, certain_least, certain_most, certain_most)
        told = without(_meet(closed, doubtful), self.missing_edges)
        asked = union([told, self.missing_edges])
        return Span(
            certain_least,
            union([certain_least, without(told, roads(sure=False, hard=False))]),
            union([certain_most, without(asked, roads(sure=True, hard=False))]),
            union([certain_most, without(doubtful, roads(sure=True, hard=True))]),
        )

    def _roads_over(self, kinds: tuple[str, ...], *, sure: bool, hard: bool) -> Edges:
        """The hexsides crossed by paths of these kinds: surely or perhaps there, certain or all."""
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
        """The hexsides that a side's supply may cross where it follows paths and friends."""
        beside = self._touching(friends)
        return self.crossed(self._supply_roads(side)).map(lambda edges: union([edges, beside]))

    def crossed(self, kinds: Iterable[str]) -> Span[Edges]:
        """The hexsides that paths of these kinds cross."""
        found = self.runs(kinds).map(self._crossings)
        if self.board.paths.rest.hard:
            return found
        return Span(found.least, found.low, found.high, self._every_edge)

    def _touching(self, hexes: HexSet) -> Edges:
        """The hexsides of some hexes."""
        step = self.grid.step
        a, b, c, d, e, f = (hexes | step(hexes, opposite(d)) for d in DIRECTIONS)
        return (a, b, c, d, e, f)

    @cached_property
    def _winter_hexes(self) -> Span[HexSet]:
        """Hexes that lose their terrain because a path of theirs is out of season."""
        gone = [run for run in self.board.paths.runs if self._open_seasons.get(run.kind) is False]
        doubt = [run for run in self.board.paths.runs if self._is_doubtful(run)]
        low = _hexes(gone)
        high = low | _hexes(doubt)
        return Span(low, low, high, high)

    def _is_doubtful(self, run: Path) -> bool:
        return run.kind in self._open_seasons and self._open_seasons[run.kind] is None

    def carries(self, side: str) -> Span[HexSet]:
        """The hexes that carry a side's supply by their terrain or a road, units left out."""
        supply = self.rules.supply
        assert supply is not None
        roads, every = self.roads(side), self.grid.all
        if not supply.open:
            most = roads.most if self.board.paths.rest.hard else every
            return Span(roads.least, roads.low, roads.high, most)
        plain = self._lying_in(supply.open) & ~self._winter_hexes.low
        plain_high = self._lying_in(supply.open) & ~self._winter_hexes.least
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
        """The hexes that carry supply once a friendly unit stands in them."""
        supply = self.rules.supply
        assert supply is not None
        seasons = {season.otherwise for season in self.rules.seasons}
        words = (*supply.open, *supply.opened_by_friends)
        winter = self._winter_hexes.high if seasons <= set(words) else 0
        return self._lying_in(words) | winter

    def _lying_in(self, words: Iterable[str]) -> HexSet:
        """The hexes that carry none but these terrain words."""
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
        """The hexes that a rule closes; the outline of an uncertain area is good to a hex."""
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
        """The hexes that a side may trace supply to."""
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
        """The uncertain bases that a side's sources rest on."""
        return frozenset(s.basis for s in self.board.sources if s.side == side and s.basis.soft)


def _resting(basis: Mapping[Basis, HexSet], rest: Basis, every: HexSet) -> HexSet:
    """The hexes that rest on nothing."""
    found = every if rest is Basis.MISSING else 0
    for on, hexes in basis.items():
        found = found | hexes if on is Basis.MISSING else found & ~hexes
    return found


def _hexes(runs: Iterable[Path]) -> HexSet:
    total = 0
    for hex_ in {hex_ for run in runs for hex_ in run.hexes}:
        total |= 1 << hex_
    return total


def _meet(a: Edges, b: Edges) -> Edges:
    """The hexsides that are in both."""
    u, v, w, x, y, z = (a[d] & b[d] for d in DIRECTIONS)
    return (u, v, w, x, y, z)
