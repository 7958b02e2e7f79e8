"""Where a unit may go: hexes closed to it, hexes full of friends, and enemy zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, MovementRules, Overrun, Restriction
from hexmarshal.game.text import fold
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as
from hexmarshal.rules.stacking import slots

Closure = tuple[Span[HexSet], Cited]
"""The hexes that a rule closes, and the rule."""


@dataclass(frozen=True)
class Passable:
    """Where one unit may go between two positions.

    If the two positions differ, either may have been the case while the unit moved.
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
    def closed(self) -> Span[HexSet]:
        """The hexes that the unit may not enter."""
        total: Span[HexSet] = Span.sure(0)
        for closed, _ in self.closures:
            total = total | closed
        return total

    def barring(self, hex_: int) -> Cited | None:
        """The rule that closes a hex to the unit, as the data stand; None if it is open."""
        return next((cited for closed, cited in self.closures if closed.low >> hex_ & 1), None)

    def _water(self) -> Iterator[Closure]:
        rules = self.then.rules.water
        if rules:
            wet = rules.hexes(self.then.board.terrain)
            yield Span(wet & self.then.ground.hard_hexes, wet, wet, wet), rules

    def _restricted(self) -> Iterator[Closure]:
        for rule in self.then.rules.restrictions:
            area = self.then.board.areas.get(fold(rule.area))
            if area and rule.side == self.side:
                excluded = self._excluded(rule) & as_firm_as(area.basis)
                yield Span(*(area.hexes if barred else 0 for barred in excluded.levels)), rule

    def _excluded(self, rule: Restriction) -> Span[bool]:
        """Whether the unit lacks every tag that would let it enter."""
        answers = [self.then.tagged(self.piece, tag) for tag in rule.only]
        if any(answers):
            return Span.sure(False)
        return Span(False, False, True, True) if None in answers else Span.sure(True)

    def _prohibited(self) -> Iterator[Closure]:
        for rule in self.then.rules.prohibited.values():
            if self.then.matches(rule.who, self.piece):
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
        """The hexes that enemies close to the unit."""
        held = at.enemies(self.side)
        overrun = self.rules.overrun
        if overrun and self._overruns(overrun):
            for hex_, stack in at.stacks.items():
                enemies = [piece for piece in stack if piece.side != self.side]
                lone = (any(at.matches(who, p) for who in overrun.lone) for p in enemies)
                if enemies and all(lone):
                    held &= ~(1 << hex_)
        return held

    def _overruns(self, overrun: Overrun) -> bool:
        attack = self.piece.value("attack").number
        strong = attack is None or (isinstance(attack, int | float) and attack)
        return self.then.matches(overrun.who, self.piece) and strong >= overrun.least_attack

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
        """The hexes where the unit must stop because of a friendly unit there."""
        markers = set(map(fold, self.rules.halted.markers)) if self.rules.halted else set()
        total = 0
        for piece in self.then.units:
            if piece.side == self.side and piece.ref != self.piece.ref and piece.markers & markers:
                total |= 1 << piece.at_hex
        return total

    @cached_property
    def full(self) -> HexSet:
        """The hexes where the unit would exceed the stacking limit."""
        rules = self.then.rules.stacking
        total = 0
        for hex_, stack in self.then.stacks.items():
            own = [p for p in stack if p.side == self.side and p.ref != self.piece.ref]
            if rules and own:
                taken = slots(self.then, rules, [*own, self.piece])
                if any(self.piece in units and len(units) > s.limit for s, units in taken):
                    total |= 1 << hex_
        return total
