"""The hexes where pieces may set up by the game's rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hexmarshal.game.hexfield import HexSet, union_of
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import (
    PROHIBITED,
    CostRow,
    MovementRules,
    Prohibited,
    Restriction,
)
from hexmarshal.game.text import fold
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.stacking import slots

AFLOAT = frozenset({"naval", "air"})
"""Kinds of piece to which water and other terrain are never closed."""


@dataclass(frozen=True)
class SetupGround:
    """The hexes open to a set-up, taking uncertain data as they stand."""

    at: Situation
    _open: dict[tuple[object, ...], HexSet] = field(default_factory=dict)
    _weights: dict[str, float] = field(default_factory=dict)

    def open_to(self, piece: Piece) -> HexSet:
        """The hexes in play that no rule closes to a piece, ignoring enemies."""
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
            found = union_of(board.area(name) for name in scenario.areas)
        if rule := play_area_of(self.at):
            found &= in_play(self.at, rule).low
        return found

    def _water(self) -> HexSet:
        return self.at.rules.water_hexes(self.at.board.terrain)

    def _barring(self, piece: Piece) -> Iterator[Prohibited | Restriction]:
        """The rules that close hexes to a piece."""
        for prohibited in self.at.rules.prohibited.values():
            if self.at.matches(prohibited.who, piece):
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
        """The movement class of a unit; "" if the chart does not apply to it."""
        rules = self.at.rules.movement
        class_ = rules.class_of(self.at.described(piece)) if rules else None
        return class_.name if class_ else ""

    def _impassable(self, class_: str) -> HexSet:
        """The hexes that a class may not enter, not even along a path."""
        rules = self.at.rules.movement
        if rules is None or not class_:
            return 0
        closed = [row for row in self._rows(rules) if row.cost(class_) == PROHIBITED]
        words = [fold(word) for row in closed for word in row.terrain]
        kinds = [kind for row in rules.chart for kind in row.paths if row not in closed]
        paths = self.at.ground.runs(kinds).low
        return self.at.board.terrain.of(*words) & ~union_of(1 << h for p in paths for h in p.hexes)

    def _rows(self, rules: MovementRules) -> Iterator[CostRow]:
        """The chart rows that apply on the scenario's first turn."""
        first = self.at.scenario.first_turn
        return (r for r in rules.chart if not r.turns or r.turns[0] <= first <= r.turns[1])

    # -- stacks -------------------------------------------------------------------------------

    def overstacks(self, stack: list[Piece]) -> bool:
        """Whether a side's pieces in one hex exceed the stacking limit."""
        rules = self.at.rules.stacking
        units = [piece for piece in stack if piece.is_unit]
        return rules is not None and any(
            len(pieces) > slot.limit for slot, pieces in slots(self.at, rules, units)
        )

    def overweight(self, stack: Iterable[Piece]) -> float:
        """How much a side's pieces in one hex exceed the stack weight limit."""
        rules = self.at.rules.stack_weight
        return max(0, sum(map(self._weight, stack)) - rules.limit) if rules else 0

    def excess(self, stack: Sequence[Piece]) -> float:
        """How much the last piece of a stack adds to that excess."""
        if not self._weight(stack[-1]):
            return 0
        return self.overweight(stack) - self.overweight(stack[:-1])

    def _weight(self, piece: Piece) -> float:
        """The weight of a piece in its stack; 0 if unknown."""
        if piece.ref not in self._weights:
            rules = self.at.rules.stack_weight
            weight = rules.weight_of(self.at.described(piece)) if rules else 0
            self._weights[piece.ref] = weight or 0
        return self._weights[piece.ref]


def hexes_of(pieces: Iterable[Piece]) -> HexSet:
    """The hexes with these pieces."""
    return union_of(1 << piece.hex for piece in pieces if piece.hex is not None)
