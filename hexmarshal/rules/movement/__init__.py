"""Moves: the least that a unit's move costs, and whether the unit can afford it.

`MoveJudge` here is the entry point; it applies the rules in order. `verdict` holds the result and
its reasons, `move` the routes by regular movement, strategic movement and rail, `costs` the terrain
effects chart, `passable` the hexes closed to a unit. `combat` judges retreats and advances,
`special` moves that no cost decides.

A move is judged with uncertain data as they stand. If it seems too long, the data are taken in the
mover's favour before it is called illegal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import MovementRules
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.movement.combat import Fight, Fought, fought_in, of_combat
from hexmarshal.rules.movement.costs import HIGH, MOST, MovementCosts
from hexmarshal.rules.movement.move import Move, ObservedMove
from hexmarshal.rules.movement.special import displaced_by, not_its_turn, one_hex_only, put_anywhere
from hexmarshal.rules.movement.verdict import (
    COMBAT,
    MoveVerdict,
    is_in,
    needed,
    reaches,
    reason,
    verdict,
)
from hexmarshal.rules.situation import Situation


def needs_a_log(at: Situation) -> Iterator[Checked]:
    """Movement cannot be judged from one position alone, which does not show what moved."""
    rules = at.rules.movement
    if rules and at.position.previous is None:
        why = "needs a log or the previous position to see what moved"
        for one in (rules, rules.retreats, rules.advances, rules.limited):
            if one:
                yield Checked(one.rule, State.CANNOT, why)


@dataclass
class MoveJudge:
    """Judges the moves of one game. Movement costs are computed once for a whole log."""

    game: Game
    _goings: dict[tuple[object, ...], MovementCosts] = field(default_factory=dict)
    _boards: list[Board] = field(default_factory=list)
    _situations: list[Situation] = field(default_factory=list)

    def judged(
        self,
        before: Position,
        after: Position,
        trip: ObservedMove,
        vacated: HexSet = 0,
        *,
        complete: bool = False,
    ) -> MoveVerdict | None:
        """The verdict on one unit's move between two positions; None if no movement rule applies.

        If the unit may have moved more than once in between, a move beyond one allowance is left
        undecided. `vacated` are hexes that enemies have left in the current combat: all such hexes
        if `complete`.
        """
        then, now = self._at(before), self._at(after)
        rules = then.rules.movement
        if rules is None or not then.matches(rules.who, trip.before):
            return None
        move = Move(then, now, rules, trip, self._going(then, rules, trip.before))
        found = _judged(move, Fight(move, vacated, complete))
        if found.severity and _moved_often(move) and not move.passable.barring(move.end):
            needs = (Need(What.PREVIOUS, trip.after.ref),)
            found = replace(found, severity=Severity.UNKNOWN, why="", needs=needs)
        return replace(found, finding=_finding(move, found))

    def _at(self, position: Position) -> Situation:
        """The situation of a position; the last few are cached for units of one stack."""
        known = next((at for at in self._situations if at.position is position), None)
        if known is None:
            known = Situation(self.game, position)
            self._situations = [known, *self._situations[:3]]
        return known

    def _going(self, at: Situation, rules: MovementRules, piece: Piece) -> MovementCosts:
        position = at.position
        board = next((i for i, b in enumerate(self._boards) if b is position.board), None)
        if board is None:
            board = len(self._boards)
            self._boards.append(position.board)
        facts = tuple(sorted((key, str(value)) for key, value in position.facts.items()))
        options = tuple(sorted(position.options.items()))
        key = (board, position.turn, facts, options, _classes(at, rules, piece))
        if key not in self._goings:
            self._goings[key] = MovementCosts(at.ground, rules, _classes(at, rules, piece))
        return self._goings[key]


def _classes(at: Situation, rules: MovementRules, piece: Piece) -> tuple[str, ...]:
    """The movement class of a unit, followed by its other possible classes if that is uncertain."""
    names = tuple(row.name for row in rules.classes)
    given = fold(str(piece.value("mobility").number or ""))
    if given in names:
        return (given,)
    row = next((row for row in rules.classes if at.matches(row.who, piece)), rules.classes[-1])
    doubtful = any(at.tagged(piece, tag) is None for one in rules.classes for tag in one.who.tag)
    if row.basis.hard and not doubtful:
        return (row.name,)
    return (row.name, *(name for name in names if name != row.name))


def _moved_often(move: Move) -> bool:
    """Whether a unit may have moved more than once between the two positions."""
    then, now = move.then.position, move.now.position
    if then.turn is None or now.turn is None or then.turn == now.turn:
        on = [p for p in move.rules.phases if move.now.phase_between(then, p)]
        return len(on) > 1 and (then.turn, then.phase) != (now.turn, now.phase)
    return True


def _judged(move: Move, fight: Fight) -> MoveVerdict:
    """The verdict of the first rule that decides; the cost of the route comes last."""
    barred = move.passable.barring(move.end)
    for still in move.rules.still:
        if move.then.matches(still.who, move.piece):
            why = f"{move.piece.name} has moved, but cannot move in its present state"
            return verdict(move, Severity.ILLEGAL, still, why)
    if not barred and (anywhere := put_anywhere(move)):
        return verdict(move, None, anywhere)
    fought = fought_in(move)
    if fought is Fought.NOW and not barred:
        return of_combat(move, fight)
    slowed = move.slowed
    if slowed and slowed.share == 0:
        if fought and not barred:
            return replace(verdict(move, Severity.UNKNOWN, slowed), needs=(COMBAT,))
        why = f"{move.piece.name} has moved, but may not while {' or '.join(slowed.markers)}"
        return verdict(move, Severity.ILLEGAL, slowed, why)
    if move.rules.limited and is_in(move, (move.rules.limited.phase,)):
        return one_hex_only(move, move.rules.limited)
    if why := not_its_turn(move):
        return verdict(move, Severity.ILLEGAL, move.rules, why)
    if lawful := move.lawful():
        return verdict(move, None, lawful[0], route=lawful[1])
    if not barred and (displaced := displaced_by(move)):
        return displaced
    if fought and not barred:
        return replace(verdict(move, Severity.UNKNOWN, move.rules), needs=(COMBAT,))
    route = move.regular(HIGH)
    cited, why = reason(move, route)
    if beyond := next((b for b in move.rules.beyond if reaches(move, b, route)), None):
        need = Need(What.SERIES if beyond.series else What.TEXT, beyond.rule)
        return replace(verdict(move, Severity.UNKNOWN, cited, route=route), needs=(need,))
    if not move.can(MOST):
        return verdict(move, Severity.ILLEGAL, cited, why, route)
    firm = Severity.UNKNOWN if move.can(HIGH) else Severity.SUSPECT
    return replace(verdict(move, firm, cited, why, route), needs=needed(move, firm))


def _finding(move: Move, outcome: MoveVerdict) -> Finding | None:
    """The finding on a move that is illegal or in doubt; None for a legal one."""
    if outcome.severity is None or not outcome.why:
        return None
    bases: frozenset[Basis] = frozenset()
    if outcome.severity is Severity.SUSPECT:
        ground, zones = move.then.ground.soft_bases, move.then.zones.bases(move.piece.side)
        value = move.piece.value(move.rules.allowance).basis
        rows = {row.basis for row in move.rules.chart} | {value}
        bases = ground | zones | {basis for basis in rows if basis.soft}
    return move.then.find(
        outcome.cited,
        Topic.MOVEMENT,
        outcome.severity,
        outcome.why,
        [move.trip.after],
        basis=bases,
        needs=outcome.needs,
    )
