"""Rebuilding: which units may regain steps, where units return, and at what strength."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import Cited, Rebuilding
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.spans import as_firm_as, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def rebuilt(at: Situation) -> Iterator[Finding | Checked]:
    """Units back in play that may not return, or not there, or not at that strength."""
    yield from _out_of_time(at)
    rules = at.rules.rebuilding
    if rules is None:
        return
    if at.position.moment != "during" and at.position.previous is None:
        yield Checked(rules.rule, State.NOT_NOW, "only while units arrive, before they move")
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
    """Whether a unit was eliminated in the previous position."""
    old = at.earlier.position.same(piece) if at.earlier else None
    return old is not None and at.arrivals.is_lost(old)


def _out_of_time(at: Situation) -> Iterator[Finding]:
    """Units and steps regained since the previous position without a phase that allows it."""
    returning = at.rules.succession.returning if at.rules.succession else None
    if returning is None or at.earlier is None:
        return
    firm = severity(as_firm_as(returning.basis))
    if firm is None:
        return
    before = at.earlier.position
    units = at.any_phase_between(before, returning.phases)
    steps = at.any_phase_between(before, returning.steps or returning.phases)
    for piece in () if units and steps else at.units:
        old = before.same(piece)
        if old is None or any(at.matches(who, piece) for who in returning.but):
            continue
        message = ""
        if piece.kind == "combat" and at.arrivals.is_lost(old) and not units:
            message = f"{piece.name} is back in play, but no phase in between returns units"
        elif old.hex is not None and old.steps_lost > piece.steps_lost and not steps:
            message = f"{piece.name} has regained a step, but no phase in between allows that"
        if message:
            yield at.find(returning, Topic.ARRIVAL, firm, message, [piece])


def _returned(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """A unit that may not return at all, or not at this strength."""
    if at.matches(rules.never.who, piece):
        message = f"{piece.name} is back in play, but such a unit may not return"
        yield _find(at, rules.never, message, piece)
    if rules.one_step and piece.value("steps").number == 1:
        steps = piece.value("steps").basis
        if firm := severity(as_firm_as(steps)):
            message = f"{piece.name} is back in play, but a one-step unit may not return"
            yield at.find(rules.one_step, Topic.ARRIVAL, firm, message, [piece], basis=[steps])
    if rules.returns_reduced and not piece.reduced and not _since_an_earlier_turn(at):
        message = f"{piece.name} returns at full strength; it must return reduced"
        yield _find(at, rules.returns_reduced, message, piece)


def _since_an_earlier_turn(at: Situation) -> bool:
    """Whether the previous position may be of another turn, so a unit may have regained a step."""
    return at.earlier is not None and at.earlier.position.turn != at.position.turn


def _where_it_may(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """A returning unit just placed in a hex where it may not be."""
    if not (rules.returns_reduced and not piece.reduced):
        yield from _away_from_hq(at, rules, piece)
    yield from _among_enemies(at, rules, piece)
    yield from _unsupplied(at, rules, piece)


def _away_from_hq(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """A returning unit away from its HQ or, if that is off the map, from every supply source."""
    staff = at.arrivals.staff(piece)
    if any(at.arrivals.is_near(rules, piece, hq) for hq in staff):
        return
    if staff or rules.without_hq is None:
        message = f"{piece.name} returns in a hex away from its HQ; it must be with it"
        yield _find(at, rules.placed, message, piece)
        return
    source = at.ground.sources(piece.side).map(lambda hexes: bool(hexes >> piece.at_hex & 1))
    if firm := severity(~source):
        bases = at.ground.source_bases(piece.side) if firm is Severity.SUSPECT else ()
        message = f"{piece.name} returns without its HQ on the map, but not at a supply source"
        cited = rules.without_hq
        yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=bases)


def _among_enemies(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """A unit or step regained in an enemy ZOC."""
    if rules.no_ezoc is None:
        return
    covered = at.zones.against(piece.side).map(lambda ezoc: bool(ezoc >> piece.at_hex & 1))
    if firm := severity(covered):
        unknown = at.zones.exerters(piece.side, piece.at_hex)
        needs = [Need(What.VALUE, p.ref) for p in unknown if not p.value("attack").known]
        bases = at.zones.bases(piece.side) if firm is Severity.SUSPECT else ()
        message = f"{piece.name} returns or regains a step in an enemy ZOC"
        yield at.find(
            rules.no_ezoc, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
        )


def _unsupplied(at: Situation, rules: Rebuilding, piece: Piece) -> Iterator[Finding]:
    """A unit regained in a hex that cannot trace supply, or with an HQ marked out of supply."""
    if at.supply is None or piece.hex is None or rules.supplied is None:
        return
    marks = at.supply.rules.marks
    staff = [p for p in at.stacks[piece.hex] if p.kind == "hq" and p.side == piece.side]
    if rules.hq_supplied and staff and all(hq.markers & marks for hq in staff):
        message = f"{piece.name} returns with an HQ that is out of supply"
        yield _find(at, rules.hq_supplied, message, piece)
    cut_off = ~at.supply.units[piece.ref].can
    if firm := severity(cut_off):
        needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
        bases = at.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
        message = f"{piece.name} returns in a hex that is out of supply"
        yield at.find(
            rules.supplied, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
        )


def regained(at: Situation) -> Iterator[Finding]:
    """Steps regained since the previous position by units that may not."""
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
                f"{piece.name} has regained a step, but such a unit may not",
                piece,
            )
        elif at.supply and old.markers & piece.markers & at.supply.rules.marks:
            message = f"{piece.name} has regained a step while out of supply"
            yield _find(at, rules.unit_supplied, message, piece)
        elif old.hex == piece.hex and not _moved_between(at, before):
            yield from _among_enemies(at, rules, piece)


def _moved_between(at: Situation, before: Position) -> bool:
    """Whether units may have moved or fought since a position."""
    rules = at.rules.movement
    return rules is None or at.any_phase_between(before, (*rules.phases, *rules.combat))


def _not_granted(at: Situation, rules: Rebuilding, piece: Piece) -> Finding:
    """A step or unit regained by a side to which the surviving text grants none."""
    message = f"{piece.name} has returned or regained a step; no surviving rule allows that"
    needs = [Need(What.TEXT, (rules.granted or rules).rule)]
    return at.find(rules, Topic.ARRIVAL, Severity.UNKNOWN, message, [piece], needs=needs)


def _find(at: Situation, cited: Cited, message: str, piece: Piece) -> Finding:
    return at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
