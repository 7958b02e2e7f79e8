"""Where the pieces of a set-up may stand, as the game's own rules have it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import (
    PROHIBITED,
    CostRow,
    MovementRules,
    Prohibited,
    Restriction,
)
from hexmarshal.game.text import fold
from hexmarshal.rules.placement import water_hexes
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.stacking import slots

WATER = ("water", "lake", "sea")
"""Terrain that a game without a rule about water keeps its pieces out of."""
AFLOAT = frozenset({"naval", "air"})
"""Kinds of piece that stand where no ground unit may."""


@dataclass(frozen=True)
class SetupGround:
    """The ground as a set-up finds it; data that are uncertain are taken as they stand."""

    at: Situation
    _open: dict[tuple[object, ...], HexSet] = field(default_factory=dict)
    _weights: dict[str, float] = field(default_factory=dict)

    def open_to(self, piece: Piece) -> HexSet:
        """The hexes in play that no rule closes to a piece, enemies left out of account."""
        if piece.kind in AFLOAT:
            return self._in_play()
        barred = tuple(self._barring(piece))
        class_ = self._class(piece)
        key = *map(id, barred), class_
        if key not in self._open:
            found = self._in_play() & ~self._water()
            for rule in barred:
                found &= ~self._closed_by(rule)
            self._open[key] = found & ~self._impassable(class_)
        return self._open[key]

    def _in_play(self) -> HexSet:
        """The part of the map that the scenario uses."""
        scenario, board = self.at.scenario, self.at.board
        found = board.grid.all
        if scenario.areas:
            found = sum_of(board.area(name) for name in scenario.areas)
        if rule := play_area_of(self.at):
            found &= in_play(self.at, rule).low
        return found

    def _water(self) -> HexSet:
        rules = self.at.rules.water
        return water_hexes(self.at, rules) if rules else self.at.board.terrain.of(*WATER)

    def _barring(self, piece: Piece) -> Iterator[Prohibited | Restriction]:
        """The rules that keep a piece out of some hexes."""
        for prohibited in self.at.rules.prohibited.values():
            if self.at.means(prohibited.who, piece):
                yield prohibited
        for restriction in self.at.rules.restrictions:
            may = any(self.at.tagged(piece, tag) for tag in restriction.only)
            if restriction.side == piece.side and piece.is_unit and not may:
                yield restriction

    def _closed_by(self, rule: Prohibited | Restriction) -> HexSet:
        if isinstance(rule, Restriction):
            return self.at.board.area(rule.area)
        return self.at.ground.closed(rule).low

    # -- the terrain effects chart ------------------------------------------------------------

    def _class(self, piece: Piece) -> str:
        """The class of mobility of a unit; "" where the chart does not mean it."""
        rules = self.at.rules.movement
        if rules is None or not self.at.means(rules.who, piece):
            return ""
        found = (row.name for row in rules.classes if self.at.means(row.who, piece))
        return next(found, rules.classes[-1].name)

    def _impassable(self, class_: str) -> HexSet:
        """The hexes that a class may not enter, along no path either."""
        rules = self.at.rules.movement
        if rules is None or not class_:
            return 0
        shut = [row for row in self._rows(rules) if _cost(row, class_) == PROHIBITED]
        words = [fold(word) for row in shut for word in row.terrain]
        kinds = [kind for row in rules.chart for kind in row.paths if row not in shut]
        paths = self.at.ground.runs(kinds).low
        return self.at.board.terrain.of(*words) & ~sum_of(1 << h for p in paths for h in p.hexes)

    def _rows(self, rules: MovementRules) -> Iterator[CostRow]:
        """The rows of the chart that hold on the scenario's first turn."""
        first = self.at.scenario.first_turn
        return (r for r in rules.chart if not r.turns or r.turns[0] <= first <= r.turns[1])

    # -- stacks -------------------------------------------------------------------------------

    def overstacks(self, stack: list[Piece]) -> bool:
        """Whether a side's pieces in one hex are more than its rules let stack there."""
        rules = self.at.rules.stacking
        units = [piece for piece in stack if piece.is_unit]
        return rules is not None and any(
            len(pieces) > slot.limit for slot, pieces in slots(self.at, rules, units)
        )

    def overweight(self, stack: Iterable[Piece]) -> float:
        """By how much a side's pieces in one hex weigh more than they should."""
        rules = self.at.rules.stack_weight
        return max(0, sum(map(self._weight, stack)) - rules.limit) if rules else 0

    def excess(self, stack: Sequence[Piece]) -> float:
        """What the last piece of a stack adds to its overweight."""
        if not self._weight(stack[-1]):
            return 0
        return self.overweight(stack) - self.overweight(stack[:-1])

    def _weight(self, piece: Piece) -> float:
        """What a piece weighs in its stack; what nobody has told weighs nothing."""
        if piece.ref not in self._weights:
            rules = self.at.rules.stack_weight
            weighed = rules is not None and self.at.means(rules.who, piece)
            told = piece.value(rules.value).number if rules and weighed else 0
            self._weights[piece.ref] = told if isinstance(told, int | float) else 0
        return self._weights[piece.ref]


def _cost(row: CostRow, class_: str) -> float:
    return row.costs.get(class_, row.costs.get("", 0.0))


def sum_of(sets: Iterable[HexSet]) -> HexSet:
    """The hexes of any of some sets."""
    total = 0
    for hexes in sets:
        total |= hexes
    return total


def hexes_of(pieces: Iterable[Piece]) -> HexSet:
    """The hexes that pieces stand in."""
    return sum_of(1 << piece.hex for piece in pieces if piece.hex is not None)
