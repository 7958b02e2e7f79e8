"""Counters that replace others: never both in play, and each only in its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Takeover
from hexmarshal.rules.findings import Finding, Severity, Topic, names

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def takeovers(at: Situation) -> Iterator[Finding]:
    """Old counters still in play after their replacement, or together with new ones."""
    rules = at.rules.arrivals
    for rule in rules.takeovers if rules else ():
        check = _Takeover(at, rule)
        yield from check.together()
        yield from check.outlived()
        yield from check.changed()


class _Takeover:
    """One event in which counters replace others."""

    def __init__(self, at: Situation, rule: Takeover) -> None:
        self.at, self.rule = at, rule
        self.pairs: dict[str, str] = {}
        self.turn: int | None = None
        for counter in rule.counters:
            for row in at.placements.get(counter, ()):
                if row.replaces:
                    self.pairs[counter] = row.replaces
                    self.turn = at.arrivals.turn_of(row)
        there = [piece for piece in at.position.pieces if at.arrivals.in_play(piece)]
        self.new = [p for p in there if p.counter and p.counter.id in self.pairs]
        old = set(self.pairs.values())
        self.old = [p for p in there if p.counter and p.counter.id in old]

    def together(self) -> Iterator[Finding]:
        """Both counters of a pair or, once the event is over, any old with any new one."""
        for piece in self.new:
            twins = [p for p in self.old if self._is_twin(piece, p)]
            if twins:
                pair = [piece, *twins]
                message = f"{names(pair)} are in play together, but are the same unit"
                yield self._find(message, pair)
        paired = {p.ref for new in self.new for p in self.old if self._is_twin(new, p)}
        left = [piece for piece in self.old if piece.ref not in paired]
        if self.new and left and not self._under_way and not self._is_outlived:
            message = f"{names(left)} should have left when {names(self.new)} arrived"
            yield self._find(message, [*left, *self.new])

    def outlived(self) -> Iterator[Finding]:
        """Old counters still in play after the event."""
        if self._is_outlived:
            for piece in self.old:
                when = f" on turn {self.turn}" if self.turn else ""
                message = f"{piece.name} is still in play; another counter replaced it{when}"
                yield self._find(message, [piece])

    def changed(self) -> Iterator[Finding]:
        """A new counter in another hex or state than the counter it replaced."""
        before = self.at.position.previous
        if before is None or before.turn != self.at.position.turn or not self._just_done:
            return
        for piece in self.new:
            old = next((p for p in before.pieces if self._is_twin(piece, p)), None)
            if old is None or old.hex is None or before.same(piece):
                continue
            if (old.hex, old.steps_lost) != (piece.hex, piece.steps_lost):
                message = f"{piece.name} replaced {old.name}, but not in the same hex and state"
                yield self._find(message, [piece])

    def _is_twin(self, new: Piece, old: Piece) -> bool:
        if new.counter is None or old.counter is None:
            return False
        return self.pairs.get(new.counter.id) == old.counter.id

    @property
    def _under_way(self) -> bool:
        """Whether the replacement may be under way at this moment."""
        start, end = self.at.calendar.start(self.rule.phase), self.at.calendar.end(self.rule.phase)
        return self.at.when.touches(start + 1, end - 1)

    @property
    def _just_done(self) -> bool:
        start, end = self.at.calendar.start(self.rule.phase), self.at.calendar.end(self.rule.phase)
        return self.at.when.inside(start, end)

    @property
    def _is_outlived(self) -> bool:
        if self.turn is None:
            return bool(self.rule.fact and self.at.arrivals.has_come(self.rule.fact))
        return self.at.when.reached(self.turn, self.at.calendar.end(self.rule.phase))

    def _find(self, message: str, pieces: list[Piece]) -> Finding:
        return self.at.find(self.rule, Topic.ARRIVAL, Severity.ILLEGAL, message, pieces)
