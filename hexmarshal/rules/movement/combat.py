"""Verdicts on moves in combat: retreats and advances."""

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
    """Whether a move was one of combat."""

    NOW = "now"
    """Both positions are of a combat phase."""
    PERHAPS = "perhaps"
    """One may lie between them."""


def fought_in(move: Move) -> Fought | None:
    """Whether a move was one of combat, or may have been; None where it was not."""
    if move.trip.arrives:
        return None
    then = move.then.position
    if is_in(move, move.rules.combat) and then.turn == move.now.position.turn:
        return Fought.NOW
    return Fought.PERHAPS if move.now.any_between(then, move.rules.combat) else None


def of_combat(move: Move, fight: Fight) -> MoveVerdict:
    """A retreat or an advance. How far a retreat goes, and what it costs, the dice tell alone."""
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
    """What is wrong with a retreat whose way the ground allows."""
    name, end = move.piece.name, move.then.grid.label(move.end)
    if retreats.fewest_ezoc and (firm := severity(fight.shunned())):
        why = f"{name} retreats to {end} through more hexes in enemy ZOCs than it must"
        return verdict(move, firm, retreats.fewest_ezoc, why)
    if retreats.nearer and (firm := severity(fight.strays())):
        why = f"{name} retreats to {end}, further from its nearest supply source"
        return verdict(move, firm, retreats.nearer, why)
    return None


DETOUR = 4
"""Hexes by which the way may be longer than the distance where any way at all is looked for."""

Layer = dict[int, int]
"""The hexes that a retreat may have come to, and the fewest of its hexes in enemy ZOCs."""


@dataclass(frozen=True)
class Fight:
    """One unit's move in combat.

    `vacated` are hexes that enemies have left in this combat phase: all of them if `complete`.
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
        """The hex that it came to."""
        return self.move.end

    @cached_property
    def distance(self) -> int:
        """Hexes from one to the other."""
        return self.move.then.grid.distance(self.start, self.end)

    # -- steps --------------------------------------------------------------------------------

    def _goes(self, level: int, a: int, b: int) -> bool:
        """Whether the unit may go from one hex to the next, whatever that costs."""
        shut = self.move.passable.shut.reversed.levels[level]
        if shut >> b & 1:
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
        """The hexes as far from its start as the unit has gone, that a retreat may lead to."""
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
        """Whether another retreat as long led through fewer hexes in enemy ZOCs."""
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
        """Whether the move may be an advance into a hex that enemies have left, or beyond it."""
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
        """The hexes that may have been the first of an advance of two."""
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
        """Whether the unit is of those that advance a second hex."""
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
            self.move.then.means(row.who, piece) for row in named
        )

    def _stops(self, rules: Advances, hex_: int) -> bool:
        """Whether the first hex of an advance ends it."""
        terrain = set(self.move.then.board.terrain.at(hex_))
        kinds = self._kinds(self.start, hex_)
        spanned = kinds & set(map(fold, rules.unless))
        crosses = kinds & set(map(fold, rules.hexsides)) and not spanned
        return bool(crosses or terrain & set(map(fold, rules.terrain)))

    # -- why not ------------------------------------------------------------------------------

    def against(self, retreats: Retreats, advances: Advances | None) -> tuple[Cited, str]:
        """The rule against a move that is neither retreat nor advance, and why in words."""
        at, name = self.move.then, self.move.piece.name
        end = at.grid.label(self.end)
        into = self.distance == 1 and bool(self.vacated >> self.end & 1)
        if advances and into:
            return advances.closed, f"{name} may not advance to {end}"
        if not self._reached_anyhow():
            return retreats.closed, f"no way that {name} may retreat or advance leads to {end}"
        also = (retreats.rule, *((advances.rule,) if advances else ()))
        said = f"{name} goes to {end} by no way that leads further from {at.grid.label(self.start)}"
        return Cited(rule=retreats.rule, also=(*retreats.also, *also)), said

    def _reached_anyhow(self) -> bool:
        """Whether any way at all leads there through ground the unit may enter."""
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
