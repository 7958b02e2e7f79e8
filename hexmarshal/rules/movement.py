"""Moves judged: what a unit's move costs at least, and whether it may spend so much.

A move is judged with uncertain data as they stand. Only one that seems too far is looked at under
the completions in the mover's favour, so that none is called illegal that might not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board, fold
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import MovementRules
from hexmarshal.rules.combat_moves import Fought, fought_in, of_combat
from hexmarshal.rules.fighting import Fight
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.going import HIGH, MOST, Going
from hexmarshal.rules.marched import COMBAT, Marched, is_in, verdict
from hexmarshal.rules.move_reasons import needed, reaches, reason
from hexmarshal.rules.outing import Outing, Trip
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.special_moves import displaced_by, not_its_turn, one_hex_only, put_anywhere


def needs_a_log(at: Situation) -> Iterator[Checked]:
    """Costs and ways are judged only where it is told what moved."""
    rules = at.rules.movement
    if rules and at.position.previous is None:
        why = "only a log or the position before tells what moved"
        for one in (rules, rules.retreats, rules.advances, rules.limited):
            if one:
                yield Checked(one.rule, State.CANNOT, why)


@dataclass
class Marches:
    """Judges the moves of one game; what the ground costs is worked out once for a whole log."""

    game: Game
    _goings: dict[tuple[object, ...], Going] = field(default_factory=dict)
    _boards: list[Board] = field(default_factory=list)
    _situations: list[Situation] = field(default_factory=list)

    def judged(
        self,
        before: Position,
        after: Position,
        trip: Trip,
        vacated: HexSet = 0,
        *,
        complete: bool = False,
    ) -> Marched | None:
        """One unit's move between two positions; None where no rule of movement means the unit.

        Where units may have moved more than once between the two, a move that one allowance does
        not cover is not decided. `vacated` are hexes that enemies have left in the combat that
        is on, all of them if that is `complete`.
        """
        then, now = self._at(before), self._at(after)
        rules = then.rules.movement
        if rules is None or not then.means(rules.who, trip.before):
            return None
        outing = Outing(then, now, rules, trip, self._going(then, rules, trip.before))
        found = _judged(outing, Fight(outing, vacated, complete))
        if found.severity and _moved_often(outing) and not outing.passable.barring(outing.end):
            needs = (Need(What.PREVIOUS, trip.after.ref),)
            found = replace(found, severity=Severity.UNKNOWN, why="", needs=needs)
        return replace(found, finding=_finding(outing, found))

    def _at(self, position: Position) -> Situation:
        """The situation of a position; the last few are kept, since a stack moves as one."""
        known = next((at for at in self._situations if at.position is position), None)
        if known is None:
            known = Situation(self.game, position)
            self._situations = [known, *self._situations[:3]]
        return known

    def _going(self, at: Situation, rules: MovementRules, piece: Piece) -> Going:
        position = at.position
        board = next((i for i, b in enumerate(self._boards) if b is position.board), None)
        if board is None:
            board = len(self._boards)
            self._boards.append(position.board)
        facts = tuple(sorted((key, str(value)) for key, value in position.facts.items()))
        options = tuple(sorted(position.options.items()))
        key = (board, position.turn, facts, options, _classes(at, rules, piece))
        if key not in self._goings:
            self._goings[key] = Going(at.ground, rules, _classes(at, rules, piece))
        return self._goings[key]


def _classes(at: Situation, rules: MovementRules, piece: Piece) -> tuple[str, ...]:
    """The class of a unit, and after it those it may be of where that is not certain."""
    names = tuple(row.name for row in rules.classes)
    told = fold(str(piece.value("mobility").number or ""))
    if told in names:
        return (told,)
    row = next((row for row in rules.classes if at.means(row.who, piece)), rules.classes[-1])
    doubtful = any(at.tagged(piece, tag) is None for one in rules.classes for tag in one.who.tag)
    if row.basis.hard and not doubtful:
        return (row.name,)
    return (row.name, *(name for name in names if name != row.name))


def _moved_often(outing: Outing) -> bool:
    """Whether a unit may have moved more than once between the two positions."""
    then, now = outing.then.position, outing.now.position
    if then.turn is None or now.turn is None or then.turn == now.turn:
        on = [p for p in outing.rules.phases if outing.now.lies_between(then, p)]
        return len(on) > 1 and (then.turn, then.phase) != (now.turn, now.phase)
    return True


def _judged(outing: Outing, fight: Fight) -> Marched:
    """The verdict of the first rule that decides; what the way costs is asked last."""
    barred = outing.passable.barring(outing.end)
    for still in outing.rules.still:
        if outing.then.means(still.who, outing.piece):
            return verdict(outing, Severity.ILLEGAL, still, f"{outing.piece.name} does not move so")
    if not barred and (anywhere := put_anywhere(outing)):
        return verdict(outing, None, anywhere)
    fought = fought_in(outing)
    if fought is Fought.NOW and not barred:
        return of_combat(outing, fight)
    slowed = outing.slowed
    if slowed and slowed.share == 0:
        if fought and not barred:
            return replace(verdict(outing, Severity.UNKNOWN, slowed), needs=(COMBAT,))
        why = f"{outing.piece.name} may not move: {', '.join(slowed.markers)}"
        return verdict(outing, Severity.ILLEGAL, slowed, why)
    if outing.rules.limited and is_in(outing, (outing.rules.limited.phase,)):
        return one_hex_only(outing, outing.rules.limited)
    if why := not_its_turn(outing):
        return verdict(outing, Severity.ILLEGAL, outing.rules, why)
    if lawful := outing.lawful():
        return verdict(outing, None, lawful[0], way=lawful[1])
    if not barred and (displaced := displaced_by(outing)):
        return displaced
    if fought and not barred:
        return replace(verdict(outing, Severity.UNKNOWN, outing.rules), needs=(COMBAT,))
    way = outing.regular(HIGH)
    cited, why = reason(outing, way)
    if beyond := next((b for b in outing.rules.beyond if reaches(outing, b, way)), None):
        need = Need(What.SERIES if beyond.series else What.TEXT, beyond.rule)
        return replace(verdict(outing, Severity.UNKNOWN, cited, way=way), needs=(need,))
    if not outing.can(MOST):
        return verdict(outing, Severity.ILLEGAL, cited, why, way)
    firm = Severity.UNKNOWN if outing.can(HIGH) else Severity.SUSPECT
    return replace(verdict(outing, firm, cited, why, way), needs=needed(outing, firm))


def _finding(outing: Outing, marched: Marched) -> Finding | None:
    """What a report says of a move that is not lawful."""
    if marched.severity is None or not marched.why:
        return None
    bases: frozenset[Basis] = frozenset()
    if marched.severity is Severity.SUSPECT:
        ground, zones = outing.then.ground.soft_bases, outing.then.zones.bases(outing.piece.side)
        value = outing.piece.value(outing.rules.allowance).basis
        rows = {row.basis for row in outing.rules.chart} | {value}
        bases = ground | zones | {basis for basis in rows if basis.soft}
    return outing.then.find(
        marched.cited,
        Topic.MOVEMENT,
        marched.severity,
        marched.why,
        [outing.trip.after],
        basis=bases,
        needs=marched.needs,
    )
