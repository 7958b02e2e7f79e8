"""Moves that are lawful, or not, whatever they cost."""

from __future__ import annotations

from dataclasses import replace

from hexmarshal.game.ruleset import Cited, Limited
from hexmarshal.rules.completions import severity
from hexmarshal.rules.findings import Severity
from hexmarshal.rules.going import HIGH, LOW, MOST
from hexmarshal.rules.marched import COMBAT, Marched, is_in, verdict
from hexmarshal.rules.move_reasons import needed, reason
from hexmarshal.rules.outing import Outing


def put_anywhere(outing: Outing) -> Cited | None:
    """The rule by which the unit may be put anywhere."""
    found = (one for one in outing.rules.anywhere if outing.then.means(one.who, outing.piece))
    return next(found, None)


def not_its_turn(outing: Outing) -> str:
    """Why the unit does not move in a phase in which only those do that have just come on."""
    piece, at = outing.piece, outing.then
    if piece.kind != "combat" or not is_in(outing, outing.rules.arrivals):
        return ""
    if outing.trip.arrives or piece.arrived or not at.arrivals.is_set_up(piece):
        return ""
    if at.arrivals.may_be_rebuilt(piece):
        return ""
    return f"{piece.name} has not just come on, and only such units move now"


def one_hex_only(outing: Outing, limited: Limited) -> Marched:
    """A single hex nearer to an HQ, into no enemy ZOC."""
    at, piece = outing.then, outing.piece
    staff = [hq for hq in at.units if at.commands(hq, piece)]
    if not staff:
        staff = [hq for hq in at.units if hq.kind == "hq" and hq.side == piece.side]
    grid, start = at.grid, outing.trip.starts[0]
    nearer = any(
        grid.distance(outing.end, hq.hex or 0) < grid.distance(start, hq.hex or 0) for hq in staff
    )
    way = outing.regular(LOW)
    if outing.single is None or not nearer:
        why = f"{piece.name} moves otherwise than one hex towards its HQ"
        return verdict(outing, Severity.ILLEGAL, limited, why, way)
    ezoc = outing.passable.ezoc.map(lambda hexes: bool(hexes >> outing.end & 1))
    if firm := severity(ezoc):
        why = f"{piece.name} moves into an enemy ZOC"
        return verdict(outing, firm, limited, why, way)
    if lawful := outing.lawful():
        return verdict(outing, None, limited, way=lawful[1])
    firm = Severity.SUSPECT if outing.can(MOST) else Severity.ILLEGAL
    cited, why = reason(outing, outing.regular(HIGH))
    found = verdict(outing, firm, Cited(rule=limited.rule, also=(cited.rule,)), why, way)
    return replace(found, needs=needed(outing, firm) if firm is Severity.SUSPECT else ())


def displaced_by(outing: Outing) -> Marched | None:
    """A unit that may have been taken elsewhere: overrun, or left alone in combat."""
    rules = outing.rules.displaced
    if rules is None or not outing.then.means(rules.who, outing.piece) or outing.trip.arrives:
        return None
    start = outing.trip.starts[0]
    if outing.then.grid.distance(start, outing.end) < rules.least:
        return None
    if is_in(outing, outing.rules.phases) and not _overrun_there(outing, start):
        return None
    if outing.passable.ezoc.least >> outing.end & 1:
        return None
    overrun = outing.then.enemies(outing.piece.side) >> start & 1
    if overrun or outing.now.any_between(outing.then.position, rules.phases):
        return verdict(outing, None, rules)
    return replace(verdict(outing, Severity.UNKNOWN, rules), needs=(COMBAT,))


def _overrun_there(outing: Outing, hex_: int) -> bool:
    """Whether enemies stand in a hex or next to it, before the move or after it."""
    near = outing.then.grid.spread(1 << hex_) | 1 << hex_
    return any(at.enemies(outing.piece.side) & near for at in (outing.then, outing.now))
