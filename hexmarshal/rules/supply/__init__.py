"""Supply: the state that a Supply Phase held now would give every unit.

`SupplyOf` here answers for all units, `Tracing` for the lines of one side: which hexes carry its
supply, where its sources are and what enemies cut. `lines` finds the shortest lines and the fewest
hexes that cut one. `markers` judges the supply markers in a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import Edges, HexSet, members, union, without
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, SupplyRules
from hexmarshal.rules.findings import Need, Supply, SupplyLine, What
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.spans import Span, combine
from hexmarshal.rules.supply.lines import LimitedLines, SupplyLines

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


MOST_NEEDS = 12
"""The most data named as what would settle one question."""


@dataclass(frozen=True, slots=True)
class Supplied:
    """The supply of one unit."""

    can: Span[bool]
    """Whether the unit is in supply."""
    line: SupplyLine
    cited: Cited
    """The deciding rule, if that is not the tracing of a line."""
    needs: tuple[Need, ...] = ()
    """The data that would settle it, if not those of the line."""

    @property
    def state(self) -> Supply:
        return self.line.state


def state_of(can: Span[bool]) -> Supply:
    """The state as the data stand."""
    if not can.known:
        return Supply.UNKNOWN
    return Supply.IN if can.low else Supply.OUT


@dataclass(frozen=True)
class Tracing:
    """The supply lines of one side."""

    at: Situation
    rules: SupplyRules
    side: str

    @cached_property
    def friends(self) -> HexSet:
        return self.at.held(self.side)

    @cached_property
    def ezoc(self) -> Span[HexSet]:
        return self.at.zones.against(self.side)

    @cached_property
    def _carries(self) -> Span[HexSet]:
        """The hexes that carry this side's supply, ignoring enemies."""
        ground = self.at.ground
        opened = self.friends
        if not self.rules.follows:
            opened &= ground.opened_by_friends
        carries = ground.carries(self.side) | self.sources
        carries = carries.map(lambda hexes: hexes | opened)
        if area := play_area_of(self.at):
            carries = carries & in_play(self.at, area)
        for rule in self.at.rules.prohibited.values():
            if rule.supply and rule.who.side == self.side:
                carries = carries & ~ground.closed(rule)
        return carries

    @cached_property
    def sources(self) -> Span[HexSet]:
        """The hexes to which this side may trace supply."""
        own = self.at.own_rules.sources
        return own(self.at, self.side) if own else self.at.ground.sources(self.side)

    @cached_property
    def barred(self) -> Span[HexSet]:
        """The hexes that enemies close to this side's supply."""
        enemies = self.at.enemies(self.side)
        spared = self.friends if self.rules.friends_negate_ezoc else 0
        return self.ezoc.map(lambda hexes: (hexes & ~spared) | enemies)

    @cached_property
    def lines(self) -> Span[SupplyLines]:
        """All supply lines of the side, at each level of uncertainty."""
        return self.net(self.sources)

    @cached_property
    def _blocked(self) -> Span[Edges]:
        """The hexsides that a line may not cross, from the most to the fewest."""
        rules, ground = self.rules, self.at.ground
        closed = ground.blocked(rules.barrier, rules.side_barriers.get(self.side)).reversed
        if not rules.follows:
            return closed
        steps = ground.steps(self.side, self.friends)
        every = self.at.grid.all
        whole: Edges = (every, every, every, every, every, every)
        return combine(closed, steps, lambda edges, led: union([edges, without(whole, led)]))

    def net(self, sources: Span[HexSet]) -> Span[SupplyLines]:
        """All supply lines to these sources, at each level of uncertainty."""
        grid, barred = self.at.grid, self.barred.reversed
        levels = zip(
            sources.levels,
            self._carries.levels,
            barred.levels,
            self._blocked.levels,
            self.at.ground.crossed(self.rules.free).levels,
            strict=True,
        )
        nets: dict[tuple[HexSet, HexSet, Edges, HexSet, Edges], SupplyLines] = {}
        chosen = []
        most = self.rules.most
        for src, carries, bar, closed, free in levels:
            parts = src, carries & ~bar, closed, carries & bar
            net = (
                SupplyLines(grid, *parts)
                if most is None
                else LimitedLines(grid, *parts, most, free)
            )
            chosen.append(nets.setdefault((*parts, free), net))
        return Span(*chosen)

    def trace(self, piece: Piece) -> Supplied:
        """The supply of a unit by the line it can trace."""
        return self.trace_in(self.lines, piece)

    def trace_in(self, lines: Span[SupplyLines], piece: Piece) -> Supplied:
        """The supply of a unit by the line it can trace among given lines."""
        hex_ = piece.hex
        assert hex_ is not None
        can = Span(*(bool(net.reach >> hex_ & 1) for net in lines.levels))
        if self.rules.length == "untold":
            least, low, _, _ = (bool(net.sources >> hex_ & 1) for net in lines.levels)
            can = Span(least, low, can.high, can.most)
        label = self.at.grid.label
        state = state_of(can)
        path = tuple(label(h) for h in lines.low.path(hex_)) if state is Supply.IN else ()
        cut = tuple(label(h) for h in lines.high.cut(hex_)) if state is Supply.OUT else ()
        return Supplied(can, SupplyLine(state, path, cut, self.rules.rule), _cited(self.rules))

    # -- what would settle it --------------------------------------------------------------------

    def needs(self, piece: Piece) -> tuple[Need, ...]:
        """The missing data that decide the supply of a unit."""
        assert piece.hex is not None
        found: dict[Need, None] = {}
        low, high = self.lines.low, self.lines.high
        if self.rules.length == "untold" and high.path(piece.hex):
            found[Need(What.SERIES, self.rules.rule)] = None
        while len(found) < MOST_NEEDS and (path := high.path(piece.hex)):
            doubtful = [h for h in path[1:] if not low.open_ >> h & 1]
            for hex_ in doubtful:
                found |= dict.fromkeys(self._needs_of(hex_))
            for a, b in pairwise(path):
                if self._edge_open(high, a, b) and not self._edge_open(low, a, b):
                    sides = "-".join(sorted((self.at.grid.label(a), self.at.grid.label(b))))
                    found[Need(What.HEXSIDE, sides)] = None
            if not doubtful:
                break
            closed = sum(1 << h for h in doubtful)
            high = replace(high, open_=high.open_ & ~closed)
        return tuple(found)[:MOST_NEEDS]

    def _needs_of(self, hex_: int) -> Iterator[Need]:
        if self.at.ground.missing_hexes >> hex_ & 1:
            yield Need(What.HEX, self.at.grid.label(hex_))
        for piece in self.at.zones.exerters(self.side, hex_):
            if not self.at.zones.strength(piece).known:
                yield Need(What.VALUE, piece.ref)
        for season in self.at.rules.seasons:
            runs = self.at.ground.runs(season.paths).high
            if self.at.ground.in_season(season) is None and any(hex_ in r.hexes for r in runs):
                yield Need(What.VALUE, season.fact or "turn")

    def _edge_open(self, net: SupplyLines, a: int, b: int) -> bool:
        d = self.at.grid.direction(a, b)
        return d is not None and not net.blocked[d] >> a & 1

    @cached_property
    def bases(self) -> frozenset[Basis]:
        """The uncertain bases of this side's lines."""
        ground = self.at.ground
        own = {self.rules.basis} if self.rules.basis.soft else frozenset()
        zones, sources = self.at.zones.bases(self.side), ground.source_bases(self.side)
        return ground.soft_bases | zones | sources | own


@dataclass(frozen=True)
class SupplyOf:
    """The supply of every unit on the map."""

    at: Situation
    rules: SupplyRules

    @cached_property
    def tracings(self) -> Mapping[str, Tracing]:
        return {side.id: Tracing(self.at, self.rules, side.id) for side in self.at.game.sides}

    @cached_property
    def units(self) -> Mapping[str, Supplied]:
        """The supply of every unit on the map, by ref: traced or by the game's own rules."""
        if self.decreed_at_start:
            return {piece.ref: granted(self.decreed_at_start) for piece in self.at.units}
        found: dict[str, Supplied] = {}
        traced: dict[tuple[str, int | None], Supplied] = {}
        for piece in self.at.units:
            key = (piece.side, piece.hex)
            if key not in traced:
                traced[key] = self.tracing(piece).trace(piece)
            found[piece.ref] = self._exempt(piece) or traced[key]
        for override in self.at.own_rules.supply_overrides:
            found |= override(self.at, found)
        return found

    @cached_property
    def decreed_at_start(self) -> Cited | None:
        """The rule that puts all units in supply before the first Supply Phase; None after it."""
        first, begins = self.at.scenario.first_turn, self.at.calendar.start(self.rules.phase)
        return self.rules.at_start if self.at.when.before(first, begins) else None

    @cached_property
    def lines(self) -> Mapping[str, SupplyLine]:
        """The supply line of every unit on the map, by ref."""
        return {ref: supplied.line for ref, supplied in self.units.items()}

    def tracing(self, piece: Piece) -> Tracing:
        found = self.tracings.get(piece.side)
        return found or Tracing(self.at, self.rules, piece.side)

    def exempt(self, piece: Piece) -> Cited | None:
        """The rule that exempts a unit from needing supply; None if there is none."""
        found = (e for e in self.rules.exempt if self.at.matches(e.who, piece))
        return next(found, None)

    def _exempt(self, piece: Piece) -> Supplied | None:
        exempt = self.exempt(piece)
        return granted(exempt) if exempt else None

    def needs(self, piece: Piece) -> tuple[Need, ...]:
        """The missing data that decide a unit's supply, by its line or by a special rule."""
        return self.units[piece.ref].needs or self.needs_of(piece)

    def needs_of(self, piece: Piece) -> tuple[Need, ...]:
        """The missing data that decide a unit's line."""
        return self.tracing(piece).needs(piece)

    def source_labels(self) -> Mapping[str, tuple[str, ...]]:
        """The supply sources of each side, as the data stand."""
        label = self.at.grid.label
        return {
            side: tuple(label(h) for h in members(tracing.sources.low))
            for side, tracing in self.tracings.items()
        }


def granted(cited: Cited) -> Supplied:
    """In supply by a special rule, whatever line the unit can trace."""
    return Supplied(Span.sure(True), SupplyLine(Supply.IN, rule=cited.rule), cited)


def _cited(rules: SupplyRules) -> Cited:
    return Cited(rule=rules.rule, also=rules.also)
