"""Where a unit may go: hexes closed to it, hexes full of friends, and enemy zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, MovementRules, Overrun, Restriction
from hexmarshal.game.text import fold
from hexmarshal.rules.placement import water_hexes
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, both, on
from hexmarshal.rules.stacking import slots

Closure = tuple[Span[HexSet], Cited]
"""Hexes that a rule closes, from the fewest they may be to the most."""


@dataclass(frozen=True)
class Passable:
    """A board as one unit finds it that moves between two positions.

    What differs between the two may have been so or so while it moved.
    """

    then: Situation
    now: Situation
    rules: MovementRules
    piece: Piece

    @property
    def side(self) -> str:
        return self.piece.side

    # -- closed -------------------------------------------------------------------------------

    @cached_property
    def closures(self) -> tuple[Closure, ...]:
        return (*self._water(), *self._restricted(), *self._prohibited(), *self._enemies())

    @cached_property
    def shut(self) -> Span[HexSet]:
        """The hexes that the unit may not enter."""
        total: Span[HexSet] = Span.sure(0)
        for closed, _ in self.closures:
            total = both(total, closed, lambda a, b: a | b)
        return total

    def barring(self, hex_: int) -> Cited | None:
        """The rule by which a hex is closed as the data stand."""
        return next((cited for closed, cited in self.closures if closed.low >> hex_ & 1), None)

    def _water(self) -> Iterator[Closure]:
        rules = self.then.rules.water
        if rules:
            wet = water_hexes(self.then, rules)
            yield Span(wet & self.then.ground.hard_hexes, wet, wet, wet), rules

    def _restricted(self) -> Iterator[Closure]:
        for rule in self.then.rules.restrictions:
            area = self.then.board.areas.get(fold(rule.area))
            if area and rule.side == self.side:
                alien = both(self._alien(rule), on(area.basis), lambda a, b: a and b)
                yield Span(*(area.hexes if barred else 0 for barred in alien.levels)), rule

    def _alien(self, rule: Restriction) -> Span[bool]:
        """Whether the unit is none of those that may enter."""
        answers = [self.then.tagged(self.piece, tag) for tag in rule.only]
        if any(answers):
            return Span.sure(False)
        return Span(False, False, True, True) if None in answers else Span.sure(True)

    def _prohibited(self) -> Iterator[Closure]:
        for rule in self.then.rules.prohibited.values():
            if self.then.means(rule.who, self.piece):
                bridges = self.then.bridges if rule.bridged else 0
                closed = self.then.ground.closed(rule)
                yield Span(*(hexes & ~bridges for hexes in closed.levels)), rule

    def _enemies(self) -> Iterator[Closure]:
        cited = self.then.rules.one_side
        if cited:
            before, after = (self._held_against(at) for at in (self.then, self.now))
            both_times, either = before & after, before | after
            yield Span(both_times, both_times, either, either), cited

    def _held_against(self, at: Situation) -> HexSet:
        """The hexes that enemies keep the unit out of."""
        held = at.enemies(self.side)
        overrun = self.rules.overrun
        if overrun and self._overruns(overrun):
            for hex_, stack in at.stacks.items():
                enemies = [piece for piece in stack if piece.side != self.side]
                lone = (any(at.means(who, p) for who in overrun.lone) for p in enemies)
                if enemies and all(lone):
                    held &= ~(1 << hex_)
        return held

    def _overruns(self, overrun: Overrun) -> bool:
        attack = self.piece.value("attack").number
        strong = attack is None or (isinstance(attack, int | float) and attack)
        return self.then.means(overrun.who, self.piece) and strong >= overrun.least_attack

    # -- hindered -----------------------------------------------------------------------------

    @cached_property
    def ezoc(self) -> Span[HexSet]:
        """The hexes in an enemy ZOC."""
        before, after = (at.zones.against(self.side) for at in (self.then, self.now))
        if before == after:
            return before
        return Span(
            before.least & after.least,
            before.low & after.low,
            before.high | after.high,
            before.most | after.most,
        )

    @cached_property
    def halting(self) -> HexSet:
        """The hexes in which the unit must stop because of a friend there."""
        markers = set(map(fold, self.rules.halted.markers)) if self.rules.halted else set()
        total = 0
        for piece in self.then.units:
            if piece.side == self.side and piece.ref != self.piece.ref and piece.markers & markers:
                total |= 1 << (piece.hex or 0)
        return total

    @cached_property
    def full(self) -> HexSet:
        """The hexes in which the unit would be one too many."""
        rules = self.then.rules.stacking
        total = 0
        for hex_, stack in self.then.stacks.items():
            own = [p for p in stack if p.side == self.side and p.ref != self.piece.ref]
            if rules and own:
                taken = slots(self.then, rules, [*own, self.piece])
                if any(self.piece in units and len(units) > s.limit for s, units in taken):
                    total |= 1 << hex_
        return total
