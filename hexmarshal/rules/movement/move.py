"""One unit's move and its possible routes: by regular movement, strategic movement or rail.

Each route is searched for at one level of uncertainty (`costs.LEVELS`); the first level takes all
uncertain data against the mover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, MovementRules, Slowed
from hexmarshal.game.text import fold
from hexmarshal.rules.movement.costs import (
    LOW,
    MOST,
    NEVER,
    POINT,
    WHOLE,
    MovementCosts,
    Route,
    Steps,
    added,
    cheapest,
)
from hexmarshal.rules.movement.passable import Passable
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span

UNLIMITED = WHOLE
"""More than any route costs."""


@dataclass(frozen=True, slots=True)
class ObservedMove:
    """What the record shows of one unit's move.

    `starts` are the hexes where it may have begun (several for an arrival), `seen` those where it
    was seen on its route, the last of them its end. `before` and `after` are the unit at both ends.
    """

    before: Piece
    after: Piece
    starts: tuple[int, ...]
    seen: tuple[int, ...]
    arrives: bool = False
    """Whether the unit enters the map with this move."""


@dataclass(frozen=True)
class Move:
    """One unit's move between two positions."""

    then: Situation
    now: Situation
    rules: MovementRules
    trip: ObservedMove
    costs: MovementCosts

    @property
    def piece(self) -> Piece:
        return self.trip.before

    @property
    def end(self) -> int:
        return self.trip.seen[-1]

    @cached_property
    def passable(self) -> Passable:
        return Passable(self.then, self.now, self.rules, self.piece)

    def _closed(self, level: int) -> HexSet:
        return self.passable.closed.reversed.levels[level]

    def _ezoc(self, level: int) -> HexSet:
        return self.passable.ezoc.reversed.levels[level]

    # -- what it may spend --------------------------------------------------------------------

    @cached_property
    def allowance(self) -> Span[int]:
        """What the unit may spend, in twelfths of a movement point."""
        value = max(
            (piece.value(self.rules.allowance) for piece in (self.piece, self.trip.after)),
            key=lambda value: value.number if isinstance(value.number, int | float) else -1,
        )
        known = value.number if isinstance(value.number, int | float) else 0
        found = Span.of(round(known * POINT), value.basis, worst=0, best=UNLIMITED)
        share = self.slowed.share if self.slowed else 1.0
        return found if share == 1 else found.map(lambda twelfths: round(twelfths * share))

    @cached_property
    def slowed(self) -> Slowed | None:
        """The rule of the marker that costs the unit most of its allowance."""
        carried = (s for s in self.rules.slowed if self.piece.markers & set(map(fold, s.markers)))
        return min(carried, key=lambda slowed: slowed.share, default=None)

    def _affords(self, route: Route | None, level: int) -> bool:
        return route is not None and route.cost <= self.allowance.levels[level]

    # -- routes -------------------------------------------------------------------------------

    def lawful(self) -> tuple[Cited, Route] | None:
        """A lawful route and the rule that allows it, with uncertain data as they stand."""
        for cited, found in self._modes:
            if cited and (route := found(LOW)):
                return cited, route
        return None

    def can(self, level: int) -> bool:
        """Whether any kind of movement allows the move, at one level."""
        return any(cited is not None and found(level) is not None for cited, found in self._modes)

    @property
    def _modes(self) -> tuple[tuple[Cited | None, Callable[[int], Route | None]], ...]:
        rules = self.rules
        return (
            (rules, self._afforded),
            (rules, self._whole),
            (rules.minimum, self._minimum),
            (rules.strategic, self._strategic),
            (rules.rail, self._by_rail),
        )

    def _through(self, steps: Steps) -> Route | None:
        """The cheapest route through the hexes where the unit was seen."""
        starts: Mapping[int, int] = dict.fromkeys(self.trip.starts, 0)
        hexes: tuple[int, ...] = ()
        for end in self.trip.seen:
            route = cheapest(starts, end, steps)
            if route is None:
                return None
            hexes = (*hexes, *route.hexes[1 if hexes else 0 :])
            starts = {end: route.cost}
        return Route(starts[self.end], hexes)

    # -- regular movement ---------------------------------------------------------------------

    def regular(self, level: int) -> Route | None:
        """The cheapest route by regular movement, whatever it costs."""
        if level not in self._regular:
            self._regular[level] = self._through(self._steps(level))
        return self._regular[level]

    @cached_property
    def _regular(self) -> dict[int, Route | None]:
        return {}

    def _steps(self, level: int) -> Steps:
        ezoc, closed = self._ezoc(level), self._closed(level)
        enter, leave, halts = self._zoc_costs(level)
        stops = self.passable.halting | (ezoc if halts else 0)

        def steps(hex_: int) -> Iterator[tuple[int, int]]:
            if stops >> hex_ & 1 and hex_ not in self.trip.starts:
                return
            inside = ezoc >> hex_ & 1
            for beyond, price in self.costs.steps(level, hex_):
                if price < WHOLE and not closed >> beyond & 1:
                    into = ezoc >> beyond & 1
                    yield beyond, price + (leave if inside else 0) + (enter if into else 0)

        return steps

    def _zoc_costs(self, level: int) -> tuple[int, int, bool]:
        """The cost of entering and leaving an enemy ZOC, and whether the unit must stop there."""
        zoc = self.rules.zoc
        if zoc is None or (zoc.basis.soft and level == MOST):
            return 0, 0, False
        halts = self.costs.classes[0] in zoc.halts
        return round(zoc.enter * POINT), round(zoc.leave * POINT), halts

    def _afforded(self, level: int) -> Route | None:
        route = self.regular(level)
        return route if self._affords(route, level) else None

    # -- a single hex -------------------------------------------------------------------------

    @cached_property
    def single(self) -> tuple[int, int] | None:
        """Start and end of a move to an adjacent hex; None for any other move."""
        if len(self.trip.seen) != 1 or len(self.trip.starts) != 1:
            return None
        start = self.trip.starts[0]
        return (start, self.end) if self.then.grid.distance(start, self.end) == 1 else None

    def step_cost(self, level: int) -> int:
        """The terrain cost of a step to the adjacent hex; `NEVER` if that is closed."""
        if self.single is None or self._closed(level) >> self.end & 1:
            return NEVER
        steps = self.costs.steps(level, self.single[0])
        return next((price for beyond, price in steps if beyond == self.end), NEVER)

    def _minimum(self, level: int) -> Route | None:
        """The route by the rule that a unit may always move one hex."""
        minimum = self.rules.minimum
        if minimum is None or self.single is None or self.step_cost(level) >= NEVER:
            return None
        ezoc = self._ezoc(level)
        if not minimum.between_ezoc and all(ezoc >> hex_ & 1 for hex_ in self.single):
            return None
        price = self._price(level, *self.single)
        return Route(self.allowance.levels[level] if price >= WHOLE else price, self.single)

    def _price(self, level: int, start: int, end: int) -> int:
        """The cost of a step to the adjacent hex, enemy ZOCs included."""
        ezoc = self._ezoc(level)
        enter, leave, _ = self._zoc_costs(level)
        zoc = (leave if ezoc >> start & 1 else 0) + (enter if ezoc >> end & 1 else 0)
        return added((self.step_cost(level), zoc))

    def _whole(self, level: int) -> Route | None:
        """The route of a single step that takes all of a unit's movement points."""
        all_points = self.allowance.levels[level]
        if self.single is None or self.step_cost(level) != WHOLE or not all_points:
            return None
        return Route(all_points, self.single)

    # -- strategic movement and rail ----------------------------------------------------------

    def _strategic(self, level: int) -> Route | None:
        rules = self.rules.strategic
        if rules is None or (rules.spent and self.piece.markers & set(rules.spent.markers)):
            return None
        closed, ezoc = self._closed(level), self._ezoc(level)
        if rules.stacking:
            closed |= self.passable.full
        if any(ezoc >> start & 1 for start in self.trip.starts):
            return None
        route = self._along(self.costs.strategic(rules.paths).at(level), closed | ezoc)
        return route if self._affords(route, level) else None

    def _by_rail(self, level: int) -> Route | None:
        rules = self.rules.rail
        if rules is None or (rules.sides and self.piece.side not in rules.sides):
            return None
        if rules.arrivals and not (self.trip.arrives or self.piece.arrived):
            return None
        ezoc = self._ezoc(level)
        began_in_it = any(ezoc >> start & 1 for start in self.trip.starts)
        if began_in_it and not (rules.from_ezoc and not self._ends_beside_enemies):
            return None
        closed = self._closed(level)
        if rules.stacking:
            closed |= self.passable.full & ~(1 << self.end)
        return self._along(self.costs.rails(rules.paths).at(level), closed, stops=ezoc)

    def _along(self, roads: Steps, closed: HexSet, stops: HexSet = 0) -> Route | None:
        """The cheapest route along paths alone; it ends in any hex that stops the unit."""

        def steps(hex_: int) -> Iterator[tuple[int, int]]:
            if stops >> hex_ & 1 and hex_ not in self.trip.starts:
                return
            for beyond, price in roads(hex_):
                if not closed >> beyond & 1:
                    yield beyond, price

        return self._through(steps)

    @property
    def _ends_beside_enemies(self) -> bool:
        near = sum(1 << hex_ for hex_ in self.then.grid.neighbours(self.end))
        return bool(near & self.then.enemies(self.piece.side))
