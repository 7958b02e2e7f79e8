"""Movement costs: what a class of units pays to enter a hex from the one next to it.

Costs are whole twelfths of a movement point, because halves and thirds must add up exactly. Where
data are uncertain a cost has four levels, ordered from worst to best for the mover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.ruleset import ALL, PROHIBITED, CostRow, MovementRules, Season
from hexmarshal.game.text import fold
from hexmarshal.rules.ground import Ground
from hexmarshal.rules.spans import Span

Steps = Callable[[int], Iterable[tuple[int, int]]]
"""The hexes that can be entered from a hex, and what each step costs."""


@dataclass(frozen=True, slots=True)
class Route:
    """A route from hex to hex and what it costs."""

    cost: int
    hexes: tuple[int, ...]


def cheapest(starts: Mapping[int, int], end: int, steps: Steps) -> Route | None:
    """The cheapest route to a hex from any of several start hexes, each with its own initial cost.

    Of routes that cost the same, the one with fewer steps is taken. None if there is no route.
    """
    queue = [(cost, 0, hex_) for hex_, cost in starts.items()]
    queue.sort()
    came: dict[int, int | None] = dict.fromkeys(starts)
    best = {hex_: (cost, 0) for hex_, cost in starts.items()}
    while queue:
        cost, length, hex_ = heappop(queue)
        if (cost, length) > best[hex_]:
            continue
        if hex_ == end:
            return Route(cost, _back(came, hex_))
        for beyond, price in steps(hex_):
            found = (cost + price, length + 1)
            if beyond not in best or found < best[beyond]:
                best[beyond] = found
                came[beyond] = hex_
                heappush(queue, (*found, beyond))
    return None


def _back(came: Mapping[int, int | None], end: int) -> tuple[int, ...]:
    route = []
    here: int | None = end
    while here is not None:
        route.append(here)
        here = came[here]
    return tuple(reversed(route))


POINT = 12
"""Twelfths in a movement point."""
NEVER = 1 << 40
"""The cost of a prohibited step."""
WHOLE = NEVER - 1
"""The cost of a step that takes all of a unit's movement points."""

LEVELS = range(4)
LEAST, LOW, HIGH, MOST = LEVELS
"""Levels of a Span: uncertain data against the mover, as they stand (twice), for the mover."""


def twelfths(points: float) -> int:
    """A cost from the chart, converted to twelfths."""
    if points == PROHIBITED:
        return NEVER
    return WHOLE if points == ALL else round(points * POINT)


def points(cost: int) -> float | None:
    """A cost in movement points; None if it cannot be paid."""
    return None if cost >= WHOLE else cost / POINT


def added(costs: Iterable[int]) -> int:
    """The sum of several costs; prohibited if any of them is."""
    found = list(costs)
    return max(found, default=0) if max(found, default=0) >= WHOLE else sum(found)


@dataclass(frozen=True)
class MovementCosts:
    """The movement costs of one class of units.

    `classes` are the classes that a unit may belong to: the likeliest first, alone if certain.
    """

    ground: Ground
    rules: MovementRules
    classes: tuple[str, ...]

    # -- rows of the chart --------------------------------------------------------------------

    def _cost(self, row: CostRow) -> Span[int]:
        """The cost in a row, worst for the mover first."""
        own = row.costs.get(self.classes[0], row.costs.get("", PROHIBITED))
        stands = [self._of(row.costs, name, own) for name in self.classes]
        least, most = min(stands), max(stands)
        if row.basis.soft:
            bounds = [self._of(row.least, name, 0.0) for name in self.classes]
            least = min(bounds)
            most = max(self._of(row.most, name, PROHIBITED) for name in self.classes)
        return Span(most, stands[0], stands[0], least)

    @staticmethod
    def _of(costs: Mapping[str, float], name: str, else_: float) -> int:
        return twelfths(costs.get(name, costs.get("", else_)))

    def closes(self, row: CostRow) -> bool:
        """Whether a row prohibits entry or crossing, as the data stand."""
        return self._cost(row).low >= NEVER

    @cached_property
    def _chart(self) -> tuple[CostRow, ...]:
        """The chart rows that apply to this class of units."""
        own = {self.classes[0], ""}
        return tuple(row for row in self.rules.chart if own & row.costs.keys())

    def _in_season(self, row: CostRow) -> bool | None:
        if row.turns is None:
            return True
        season = Season(
            rule=row.rule or self.rules.rule,
            paths=(),
            turns=row.turns,
            perhaps=row.perhaps,
            fact=row.fact,
        )
        return self.ground.in_season(season)

    # -- hexes --------------------------------------------------------------------------------

    @cached_property
    def _terrain_rows(self) -> Mapping[str, CostRow]:
        rows = self._chart
        return {fold(word): row for row in rows for word in row.terrain if self._in_season(row)}

    @cached_property
    def _any_hex(self) -> tuple[int, int]:
        """The highest and the lowest cost of a hex whose terrain is unknown."""
        cheapest = (self._cost(row).most for row in self._terrain_rows.values())
        return NEVER, min(cheapest, default=0)

    def terrain_row(self, words: Iterable[str]) -> CostRow | None:
        """The row that applies to a hex with these terrain words: the most expensive of theirs."""
        given = set(words)
        rows = [self._terrain_rows[word] for word in given if word in self._terrain_rows]
        if not rows and given <= self._as_default:
            rows = [row for word, row in self._terrain_rows.items() if word == self._default_word]
        return max(rows, key=lambda row: self._cost(row).low, default=None)

    @property
    def _default_word(self) -> str:
        return fold(self.ground.board.terrain.default)

    @cached_property
    def _as_default(self) -> frozenset[str]:
        """Words that cost what the default terrain costs; another rule closes water."""
        words = (*self.rules.as_default, *self.ground.rules.water_words, self._default_word)
        return frozenset(map(fold, words))

    def entering(self, hex_: int) -> Span[int]:
        """The cost of entering a hex, ignoring hexsides and roads."""
        if hex_ not in self._entering:
            dearest, cheapest = self._any_hex
            row = self.terrain_row(self.ground.board.terrain.at(hex_))
            cost = self._cost(row) if row else Span(dearest, dearest, cheapest, cheapest)
            if self.ground.missing_hexes >> hex_ & 1:
                cost = Span(dearest, dearest, cheapest, cheapest)
            elif not self.ground.hard_hexes >> hex_ & 1:
                cost = Span(dearest, cost.low, cost.high, cheapest)
            self._entering[hex_] = cost
        return self._entering[hex_]

    @cached_property
    def _entering(self) -> dict[int, Span[int]]:
        return {}

    # -- hexsides -----------------------------------------------------------------------------

    def hexside_rows(self, kinds: Iterable[str]) -> list[tuple[CostRow, bool]]:
        """The rows for a hexside of these kinds, each with whether it surely applies."""
        carried = frozenset(kinds)
        found = []
        for row in self._chart:
            if carried.intersection(map(fold, row.hexsides)):
                season = self._in_season(row)
                if season is not False and not carried.intersection(map(fold, row.unless)):
                    found.append((row, bool(season)))
        return found

    def _crossing(self, kinds: frozenset[str]) -> Span[int]:
        if kinds not in self._by_kinds:
            rows = self.hexside_rows(kinds)
            charts = [paid_for(row for row, sure in rows if sure), paid_for(row for row, _ in rows)]
            levels = [
                [added(self._cost(row).levels[i] for row in chart) for chart in charts]
                for i in LEVELS
            ]
            least, low, high, most = levels
            self._by_kinds[kinds] = Span(max(least), max(low), min(high), min(most))
        return self._by_kinds[kinds]

    @cached_property
    def _by_kinds(self) -> dict[frozenset[str], Span[int]]:
        return {}

    def crossing(self, hex_: int, direction: int) -> Span[int]:
        """The cost of crossing a hexside, ignoring roads."""
        cost = self._crossing(frozenset(self.ground.board.hexsides.at(hex_, direction)))
        if self.ground.hard_edges[direction] >> hex_ & 1:
            return cost
        if self.ground.missing_edges[direction] >> hex_ & 1:
            return Span(NEVER, NEVER, 0, 0)
        return Span(NEVER, cost.low, cost.high, 0)

    # -- paths --------------------------------------------------------------------------------

    @cached_property
    def _path_rows(self) -> list[tuple[str, CostRow]]:
        return [(fold(kind), row) for row in self._chart for kind in row.paths]

    @cached_property
    def roads(self) -> RoadCosts:
        """The steps along paths of every kind with a cost in the chart."""
        return self._along(frozenset(kind for kind, _ in self._path_rows), self._cost)

    def strategic(self, kinds: Iterable[str]) -> RoadCosts:
        """The steps along paths of these kinds, at their strategic movement cost."""
        return self._known_roads("strategic", kinds, self._strategic_cost)

    def rails(self, kinds: Iterable[str]) -> RoadCosts:
        """The steps along paths of these kinds, free of cost."""
        return self._known_roads("rails", kinds, lambda _: Span.sure(0))

    def _known_roads(
        self, mode: str, kinds: Iterable[str], cost: Callable[[CostRow], Span[int]]
    ) -> RoadCosts:
        key = (mode, frozenset(map(fold, kinds)))
        if key not in self._roads:
            self._roads[key] = self._along(key[1], cost)
        return self._roads[key]

    @cached_property
    def _roads(self) -> dict[tuple[str, frozenset[str]], RoadCosts]:
        return {}

    def _strategic_cost(self, row: CostRow) -> Span[int]:
        """The cost of a path in strategic movement; the text may bound it by the ordinary cost."""
        if row.strategic is None:
            return Span.sure(NEVER)
        stands = twelfths(row.strategic)
        if not row.basis.soft:
            return Span.sure(stands)
        return Span(self._cost(row).least, stands, stands, 0)

    def _along(self, kinds: frozenset[str], cost: Callable[[CostRow], Span[int]]) -> RoadCosts:
        """The steps along paths of these kinds, at the cost of each kind's row."""
        levels: list[dict[tuple[int, int], int]] = [{} for _ in LEVELS]
        anywhere = [NEVER] * 4
        rest = self.ground.board.paths.rest
        for kind, row in self._path_rows:
            if kind not in kinds:
                continue
            price = cost(row).levels
            for i, runs in zip(LEVELS, self.ground.runs([kind]).levels, strict=True):
                for a, b in ((a, b) for run in runs for a, b in pairwise(run.hexes)):
                    for step in ((a, b), (b, a)):
                        levels[i][step] = min(price[i], levels[i].get(step, NEVER))
            if not rest.hard:
                anywhere[MOST] = min(anywhere[MOST], price[MOST])
            if rest is Basis.MISSING:
                anywhere[HIGH] = min(anywhere[HIGH], price[HIGH])
        return RoadCosts(self.ground.grid, tuple(levels), tuple(anywhere))

    # -- steps --------------------------------------------------------------------------------

    def steps(self, level: int, hex_: int) -> Iterator[tuple[int, int]]:
        """The neighbours of a hex and the cost of entering each, at one level."""
        known = self._steps[level].get(hex_)
        if known is None:
            known = self._steps[level][hex_] = list(self._from(level, hex_))
        return iter(known)

    @cached_property
    def _steps(self) -> tuple[dict[int, list[tuple[int, int]]], ...]:
        return ({}, {}, {}, {})

    def _from(self, level: int, hex_: int) -> Iterator[tuple[int, int]]:
        grid = self.ground.grid
        for direction in DIRECTIONS:
            beyond = grid.neighbour(hex_, direction)
            if beyond is None:
                continue
            ground = self.entering(beyond).levels[level]
            crossing = self.crossing(hex_, direction).levels[level]
            yield beyond, min(added((ground, crossing)), self.roads.cost(level, hex_, beyond))


@dataclass(frozen=True, slots=True)
class RoadCosts:
    """The cost of a step along a path, by level; `anywhere` applies where no path is known."""

    grid: HexField
    levels: tuple[Mapping[tuple[int, int], int], ...]
    anywhere: tuple[int, ...]

    def cost(self, level: int, a: int, b: int) -> int:
        return min(self.levels[level].get((a, b), NEVER), self.anywhere[level])

    def at(self, level: int) -> Callable[[int], Iterator[tuple[int, int]]]:
        """A function from a hex to the hexes that paths reach from it, with costs, at one level."""

        def steps(hex_: int) -> Iterator[tuple[int, int]]:
            for beyond in self.grid.neighbours(hex_):
                cost = self.cost(level, hex_, beyond)
                if cost < WHOLE:
                    yield beyond, cost

        return steps


def paid_for(rows: Iterable[CostRow]) -> list[CostRow]:
    """The rows of one hexside that are paid for, without those that a later row replaces."""
    spared: set[str] = set()
    kept = []
    for row in reversed(list(rows)):
        if not spared.issuperset(map(fold, row.hexsides)):
            kept.append(row)
            spared.update(map(fold, row.instead))
    return kept
