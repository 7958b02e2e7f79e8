"""Verdicts on retreats and advances in a combat phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Advances, Cited, Retreats
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Severity
from hexmarshal.rules.movement.costs import LEAST, LOW, MOST, NEVER
from hexmarshal.rules.movement.move import Move
from hexmarshal.rules.movement.special import displaced_by
from hexmarshal.rules.movement.verdict import COMBAT, MoveVerdict, is_in, needed, verdict
from hexmarshal.rules.spans import Span, severity


class Fought(StrEnum):
    """How surely a move was made in combat."""

    NOW = "now"
    """Both positions are in a combat phase."""
    PERHAPS = "perhaps"
    """A combat phase may lie between them."""


def fought_in(move: Move) -> Fought | None:
    """How surely a move was made in combat; None if it was not."""
    if move.trip.arrives:
        return None
    then = move.then.position
    if is_in(move, move.rules.combat) and then.turn == move.now.position.turn:
        return Fought.NOW
    return Fought.PERHAPS if move.now.any_phase_between(then, move.rules.combat) else None


def of_combat(move: Move, fight: Fight) -> MoveVerdict:
    """The verdict on a retreat or an advance. The dice alone decide how far a retreat must go."""
    retreats, advances = move.rules.retreats, move.rules.advances
    unsettled = replace(verdict(move, Severity.UNKNOWN, move.rules), needs=(COMBAT,))
    if retreats is None:
        return unsettled
    if advances and replace(fight, complete=True).advances(LOW, advances):
        return verdict(move, None, advances)
    if advances and fight.advances(LOW, advances):
        return replace(unsettled, cited=advances)
    may_advance = advances is not None and fight.advances(MOST, advances)
    if move.end in fight.retreat(LOW):
        if may_advance:
            return replace(unsettled, cited=retreats)
        return _of_retreat(move, fight, retreats) or replace(unsettled, cited=retreats)
    if displaced := displaced_by(move):
        return displaced
    if may_advance or move.end in fight.retreat(MOST):
        cited, why = fight.against(retreats, advances)
        firm = Severity.SUSPECT
        return replace(verdict(move, firm, cited, why), needs=needed(move, firm))
    cited, why = fight.against(retreats, advances)
    return verdict(move, Severity.ILLEGAL, cited, why)


def _of_retreat(move: Move, fight: Fight, retreats: Retreats) -> MoveVerdict | None:
    """The fault of a retreat along an otherwise lawful route; None if there is none."""
    name, end = move.piece.name, move.then.grid.label(move.end)
    if retreats.fewest_ezoc and (firm := severity(fight.shunned())):
        why = f"{name} retreats to {end} through more enemy ZOC hexes than necessary"
        return verdict(move, firm, retreats.fewest_ezoc, why)
    if retreats.nearer and (firm := severity(fight.strays())):
        why = f"{name} retreats to {end}, further from the nearest supply source than it began"
        return verdict(move, firm, retreats.nearer, why)
    return None


DETOUR = 4
"""Extra hexes beyond the distance when searching for any route at all."""

Layer = dict[int, int]
"""The hexes that a retreat may reach, each with the fewest enemy ZOC hexes on the way."""


@dataclass(frozen=True)
class Fight:
    """One unit's move in combat.

    `vacated` are hexes that enemies have left in this combat phase: all such hexes if `complete`.
    """

    move: Move
    vacated: HexSet = 0
    complete: bool = False

    @property
    def start(self) -> int:
        """The hex that the unit left."""
        return self.move.trip.starts[0]

    @property
    def end(self) -> int:
        """The hex that the unit reached."""
        return self.move.end

    @cached_property
    def distance(self) -> int:
        """The distance between the two, in hexes."""
        return self.move.then.grid.distance(self.start, self.end)

    # -- steps --------------------------------------------------------------------------------

    def _goes(self, level: int, a: int, b: int) -> bool:
        """Whether the unit may go from one hex to the next, whatever the cost."""
        closed = self.move.passable.closed.reversed.levels[level]
        if closed >> b & 1:
            return False
        return any(
            price < NEVER for beyond, price in self.move.costs.steps(level, a) if beyond == b
        )

    def _kinds(self, a: int, b: int) -> frozenset[str]:
        direction = self.move.then.grid.direction(a, b)
        if direction is None:
            return frozenset()
        return frozenset(self.move.then.board.hexsides.at(a, direction))

    # -- retreats -----------------------------------------------------------------------------

    def retreat(self, level: int) -> Layer:
        """The hexes that a retreat of the same length may reach."""
        if level not in self._retreats:
            self._retreats[level] = self._retreated(level)
        return self._retreats[level]

    @cached_property
    def _retreats(self) -> dict[int, Layer]:
        return {}

    def _retreated(self, level: int) -> Layer:
        grid = self.move.then.grid
        ezoc = self.move.passable.ezoc.reversed.levels[level]
        reached: Layer = {self.start: 0}
        for length in range(1, self.distance + 1):
            seen = {h for h in self.move.trip.seen if grid.distance(self.start, h) == length}
            further: Layer = {}
            for hex_, count in reached.items():
                for beyond in grid.neighbours(hex_):
                    if grid.distance(self.start, beyond) != length or not self._goes(
                        level, hex_, beyond
                    ):
                        continue
                    if length < self.distance and seen and seen != {beyond}:
                        continue
                    now = count + (ezoc >> beyond & 1)
                    further[beyond] = min(now, further.get(beyond, now))
            reached = further
        return reached

    def shunned(self) -> Span[bool]:
        """Whether another retreat of the same length passes through fewer enemy ZOC hexes."""
        worst, stands, best = (self.retreat(level) for level in (LEAST, LOW, MOST))
        free = ~self.move.passable.full

        def least(layer: Layer) -> int:
            return min((n for h, n in layer.items() if free >> h & 1), default=NEVER)

        shunned = stands.get(self.end, NEVER) > least(stands)
        surely = shunned and best.get(self.end, NEVER) > least(worst)
        return Span(surely, shunned, shunned, shunned)

    def strays(self) -> Span[bool]:
        """Whether the unit ends further from the nearest source than it began."""
        at, side = self.move.then, self.move.piece.side
        sources = at.ground.sources(side)
        near = [
            min((at.grid.distance(hex_, s) for s in members(sources.low)), default=0)
            for hex_ in (self.start, self.end)
        ]
        further = near[1] > near[0]
        return Span.sure(further) if sources.certain else Span(False, further, further, True)

    # -- advances -----------------------------------------------------------------------------

    def advances(self, level: int, rules: Advances) -> bool:
        """Whether the move may be an advance into a hex that enemies left, or one hex beyond."""
        if self.distance == 1:
            return self._left(self.end) and self._advances(level, rules, self.start, self.end)
        if self.distance != 2 or rules.second is None or not self._may_go_on(rules):
            return False
        return any(
            self._advances(level, rules, self.start, hex_)
            and self._advances(level, rules, hex_, self.end)
            and not self._stops(rules, hex_)
            for hex_ in self._firsts()
        )

    def _left(self, hex_: int) -> bool:
        return not self.complete or bool(self.vacated >> hex_ & 1)

    def _firsts(self) -> Iterator[int]:
        """The hexes that may have been the first of a two-hex advance."""
        grid = self.move.then.grid
        seen = self.move.trip.seen[:-1]
        for hex_ in grid.neighbours(self.start):
            if grid.distance(hex_, self.end) == 1 and self._left(hex_) and seen in ((), (hex_,)):
                yield hex_

    def _advances(self, level: int, rules: Advances, a: int, b: int) -> bool:
        kinds = self._kinds(a, b)
        if kinds & set(map(fold, rules.over)) and not kinds & set(map(fold, rules.open_at)):
            return False
        return self._goes(level, a, b)

    def _may_go_on(self, rules: Advances) -> bool:
        """Whether the unit is one that may advance a second hex."""
        piece = self.move.piece
        held = rules.held_back
        if held and piece.markers & set(map(fold, held.markers)):
            return False
        if piece.kind == "hq":
            return any(self._is_fast(p, rules) for p in self.move.then.stacks.get(self.start, ()))
        return bool(set(self.move.costs.classes) & set(rules.classes))

    def _is_fast(self, piece: Piece, rules: Advances) -> bool:
        named = (row for row in self.move.rules.classes if row.name in rules.classes)
        return piece.side == self.move.piece.side and any(
            self.move.then.matches(row.who, piece) for row in named
        )

    def _stops(self, rules: Advances, hex_: int) -> bool:
        """Whether an advance must stop in its first hex."""
        terrain = set(self.move.then.board.terrain.at(hex_))
        kinds = self._kinds(self.start, hex_)
        spanned = kinds & set(map(fold, rules.unless))
        crosses = kinds & set(map(fold, rules.hexsides)) and not spanned
        return bool(crosses or terrain & set(map(fold, rules.terrain)))

    # -- why not ------------------------------------------------------------------------------

    def against(self, retreats: Retreats, advances: Advances | None) -> tuple[Cited, str]:
        """The rule broken by a move that is neither a retreat nor an advance, and the reason."""
        at, name = self.move.then, self.move.piece.name
        end = at.grid.label(self.end)
        into = self.distance == 1 and bool(self.vacated >> self.end & 1)
        if advances and into:
            return advances.closed, f"{name} advances to {end}, which is closed to its advance"
        if not self._reached_anyhow():
            why = f"{name} reaches {end}, but no route for a retreat or advance leads there"
            return retreats.closed, why
        also = (retreats.rule, *((advances.rule,) if advances else ()))
        start = at.grid.label(self.start)
        why = f"{name} goes from {start} to {end} without moving away at every step of its retreat"
        return Cited(rule=retreats.rule, also=(*retreats.also, *also)), why

    def _reached_anyhow(self) -> bool:
        """Whether any route at all leads there through hexes that the unit may enter."""
        here, reached = {self.start}, {self.start}
        for _ in range(self.distance + DETOUR):
            here = {
                b
                for a in here
                for b in self.move.then.grid.neighbours(a)
                if b not in reached and self._goes(MOST, a, b)
            }
            reached |= here
        return self.end in reached
