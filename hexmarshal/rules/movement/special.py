"""Moves whose verdict does not depend on their cost."""

from __future__ import annotations

from dataclasses import replace

from hexmarshal.game.ruleset import Cited, Limited
from hexmarshal.rules.findings import Severity
from hexmarshal.rules.movement.costs import HIGH, LOW, MOST
from hexmarshal.rules.movement.move import Move
from hexmarshal.rules.movement.verdict import COMBAT, MoveVerdict, is_in, needed, reason, verdict
from hexmarshal.rules.spans import severity


def put_anywhere(move: Move) -> Cited | None:
    """The rule that lets the unit be placed anywhere; None if there is none."""
    found = (one for one in move.rules.anywhere if move.then.matches(one.who, move.piece))
    return next(found, None)


def not_its_turn(move: Move) -> str:
    """Why the unit may not move in a phase reserved for new arrivals; "" if it may."""
    piece, at = move.piece, move.then
    if piece.kind != "combat" or not is_in(move, move.rules.arrivals):
        return ""
    if move.trip.arrives or piece.arrived or not at.arrivals.is_set_up(piece):
        return ""
    if at.arrivals.may_be_rebuilt(piece):
        return ""
    return f"{piece.name} moves, but only units that have just arrived may move now"


def one_hex_only(move: Move, limited: Limited) -> MoveVerdict:
    """The verdict on a move limited to one hex nearer to an HQ and outside enemy ZOCs."""
    at, piece = move.then, move.piece
    staff = [hq for hq in at.units if at.commands(hq, piece)]
    if not staff:
        staff = [hq for hq in at.units if hq.kind == "hq" and hq.side == piece.side]
    grid, start = at.grid, move.trip.starts[0]
    nearer = any(
        grid.distance(move.end, hq.at_hex) < grid.distance(start, hq.at_hex) for hq in staff
    )
    route = move.regular(LOW)
    if move.single is None or not nearer:
        why = f"{piece.name} does not move one hex towards its HQ, the only move it may make now"
        return verdict(move, Severity.ILLEGAL, limited, why, route)
    ezoc = move.passable.ezoc.map(lambda hexes: bool(hexes >> move.end & 1))
    if firm := severity(ezoc):
        why = f"{piece.name} moves into an enemy ZOC, which it may not do now"
        return verdict(move, firm, limited, why, route)
    if lawful := move.lawful():
        return verdict(move, None, limited, route=lawful[1])
    firm = Severity.SUSPECT if move.can(MOST) else Severity.ILLEGAL
    cited, why = reason(move, move.regular(HIGH))
    found = verdict(move, firm, Cited(rule=limited.rule, also=(cited.rule,)), why, route)
    return replace(found, needs=needed(move, firm) if firm is Severity.SUSPECT else ())


def displaced_by(move: Move) -> MoveVerdict | None:
    """The verdict on a unit that may have been displaced: overrun, or left alone in combat."""
    rules = move.rules.displaced
    if rules is None or not move.then.matches(rules.who, move.piece) or move.trip.arrives:
        return None
    start = move.trip.starts[0]
    if move.then.grid.distance(start, move.end) < rules.least:
        return None
    if is_in(move, move.rules.phases) and not _overrun_there(move, start):
        return None
    if move.passable.ezoc.least >> move.end & 1:
        return None
    overrun = move.then.enemies(move.piece.side) >> start & 1
    if overrun or move.now.any_phase_between(move.then.position, rules.phases):
        return verdict(move, None, rules)
    return replace(verdict(move, Severity.UNKNOWN, rules), needs=(COMBAT,))


def _overrun_there(move: Move, hex_: int) -> bool:
    """Whether enemies stand in or next to a hex, before the move or after it."""
    near = move.then.grid.spread(1 << hex_) | 1 << hex_
    return any(at.enemies(move.piece.side) & near for at in (move.then, move.now))
