"""Rebuilding: who may get steps back, where a unit returns, and at what strength."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import Cited, Rebuilding
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.spans import on, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def rebuilt(at: Situation) -> Iterator[Finding | Checked]:
    """Units that were in play or lost, and have come on again."""
    yield from _out_of_time(at)
    rules = at.rules.rebuilding
    if rules is None:
        return
    if at.position.moment != "during" and at.position.previous is None:
        yield Checked(rules.rule, State.NOT_NOW, "only while units come on and have not moved")
    for piece in at.units:
        if at.rules.pontoons and at.matches(at.rules.pontoons.units, piece):
            continue
        placed = at.position.moment == "during" and bool(piece.arrived)
        back = placed and at.arrivals.is_back(piece)
        if piece.kind == "combat" and (back or _was_lost(at, piece)):
            if rules.side in ("", piece.side):
                yield from _returned(at, rules, piece)
                if back:
                    yield from _where_it_may(at, rules, piece)
            else:
                yield _not_granted(at, rules, piece)


def _was_lost(at: Situation, piece: Piece) -> bool:
    """Whether a unit lay with the dead in the position before."""
    old = at.earlier.position.same(piece) if at.earlier else None
    return old is not None and at.arrivals.is_lost(old)


def _out_of_time(at: Situation) -> Iterator[Finding]:
    """Units and steps back since the position before, when no phase between gives any."""
    returning = at.rules.succession.returning if at.rules.succession else None
    if returning is None or at.earlier is None:
        return
    firm = severity(on(returning.basis))
    if firm is None:
        return
    before = at.earlier.position
    units = at.any_between(before, returning.phases)
    steps = at.any_between(before, returning.steps or returning.phases)
    for piece in () if units and steps else at.units:
        old = before.same(piece)
        if old is None or any(at.matches(who, piece) for who in returning.but):
            continue
        message = ""
        if piece.kind == "combat" and at.arrivals.is_lost(old) and not units:
            message = f"{piece.name} is back, and nothing in between brings lost units back"
        elif old.hex is not None and old.steps_lost > piece.steps_lost and not steps:
            message = f"{piece.name} is stronger, and nothing in between gives steps back"
        if message:
            yield at.find(returning, Topic.ARRIVAL, firm, message, [piece])


def _returned(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """Whether such a unit may come back at all, and at this strength."""
    if at.matches(rules.never.who, piece):
        yield _find(at, rules.never, f"{piece.name} is of those that stay dead", piece)
    if rules.one_step and piece.value("steps").number == 1:
        steps = piece.value("steps").basis
        if firm := severity(on(steps)):
            message = f"{piece.name} has one step, and stays dead"
            yield at.find(rules.one_step, Topic.ARRIVAL, firm, message, [piece], basis=[steps])
    if rules.returns_reduced and not piece.reduced and not _since_an_earlier_turn(at):
        message = f"{piece.name} comes back at full strength"
        yield _find(at, rules.returns_reduced, message, piece)


def _since_an_earlier_turn(at: Situation) -> bool:
    """Whether the position before may be of another turn, so that a unit may have got a step."""
    return at.earlier is not None and at.earlier.position.turn != at.position.turn


def _where_it_may(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """One that has just been placed, where no unit comes back."""
    if not (rules.returns_reduced and not piece.reduced):
        yield from _away_from_hq(at, rules, piece)
    yield from _among_enemies(at, rules, piece)
    yield from _unsupplied(at, rules, piece)


def _away_from_hq(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """Not with its HQ or, where that is not on the map, at no supply source."""
    staff = at.arrivals.staff(piece)
    if any(at.arrivals.is_near(rules, piece, hq) for hq in staff):
        return
    if staff or rules.without_hq is None:
        message = f"{piece.name} comes back in a hex without its HQ"
        yield _find(at, rules.placed, message, piece)
        return
    source = at.ground.sources(piece.side).map(lambda hexes: bool(hexes >> piece.at_hex & 1))
    if firm := severity(~source):
        bases = at.ground.source_bases(piece.side) if firm is Severity.SUSPECT else ()
        message = f"{piece.name} comes back without its HQ, and at no supply source"
        cited = rules.without_hq
        yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=bases)


def _among_enemies(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """In an enemy ZOC."""
    if rules.no_ezoc is None:
        return
    covered = at.zones.against(piece.side).map(lambda ezoc: bool(ezoc >> piece.at_hex & 1))
    if firm := severity(covered):
        unknown = at.zones.exerters(piece.side, piece.at_hex)
        needs = [Need(What.VALUE, p.ref) for p in unknown if not p.value("attack").known]
        bases = at.zones.bases(piece.side) if firm is Severity.SUSPECT else ()
        message = f"{piece.name} comes back, or gets a step back, in an enemy ZOC"
        yield at.find(
            rules.no_ezoc, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
        )


def _unsupplied(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """In a hex that cannot trace supply, or with an HQ marked out of supply."""
    if at.supply is None or piece.hex is None or rules.supplied is None:
        return
    marks = at.supply.rules.marks
    staff = [p for p in at.stacks[piece.hex] if p.kind == "hq" and p.side == piece.side]
    if rules.hq_supplied and staff and all(hq.markers & marks for hq in staff):
        message = f"{piece.name} comes back with an HQ that is out of supply"
        yield _find(at, rules.hq_supplied, message, piece)
    cut_off = ~at.supply.units[piece.ref].can
    if firm := severity(cut_off):
        needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
        bases = at.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
        message = f"{piece.name} comes back in a hex without supply"
        yield at.find(
            rules.supplied, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
        )


def regained(at: Situation) -> Iterator[Finding]:
    """Steps that units have got back since the position before."""
    rules, before = at.rules.rebuilding, at.position.previous
    if rules is None or before is None:
        return
    for piece in at.units:
        old = before.same(piece)
        if old is None or old.hex is None or old.steps_lost <= piece.steps_lost:
            continue
        if rules.side not in ("", piece.side):
            yield _not_granted(at, rules, piece)
        elif at.matches(rules.never.who, piece):
            yield _find(
                at,
                rules.never,
                f"{piece.name} is of those that get no step back, and has one",
                piece,
            )
        elif at.supply and old.markers & piece.markers & at.supply.rules.marks:
            message = f"{piece.name} is out of supply and has a step back"
            yield _find(at, rules.unit_supplied, message, piece)
        elif old.hex == piece.hex and not _moved_between(at, before):
            yield from _among_enemies(at, rules, piece)


def _moved_between(at: Situation, before: Position) -> bool:
    """Whether units may have moved or fought since a position."""
    rules = at.rules.movement
    return rules is None or at.any_between(before, (*rules.phases, *rules.combat))


def _not_granted(at: Situation, rules: Rebuilding, piece: Piece) -> Finding:
    """A step or unit back on a side to which the text that has come down grants none."""
    message = f"{piece.name} is back or stronger, and no text that has come down grants it"
    needs = [Need(What.TEXT, (rules.granted or rules).rule)]
    return at.find(rules, Topic.ARRIVAL, Severity.UNKNOWN, message, [piece], needs=needs)


def _find(at: Situation, cited: Cited, message: str, piece: Piece) -> Finding:
    return at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
