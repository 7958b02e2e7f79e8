"""Placement: hexes, areas and boxes where a counter may not be.

This file holds what is judged at any time: both sides in one hex, water, areas reserved for some
units, closed hexes, boxes. `set_up` compares a set-up with the scenario's lists, `bounds` has the
parts of the map and the boxes that a scenario leaves out, `pontoons` the units that become bridges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Area
from hexmarshal.game.formations import agreement
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Prohibited, Restriction
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What, names, subject
from hexmarshal.rules.spans import Span, as_firm_as, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def one_side(at: Situation) -> Iterator[Finding]:
    """Hexes that hold units of both sides."""
    cited = at.rules.one_side
    if cited is None:
        return
    for stack in at.stacks.values():
        if len({piece.side for piece in stack if piece.side}) > 1:
            message = f"both sides have units in this hex; only one side may: {names(stack)}"
            yield at.find(cited, Topic.PLACEMENT, Severity.ILLEGAL, message, stack)


def water(at: Situation) -> Iterator[Finding]:
    """Ground units in water hexes or off the map."""
    rules = at.rules.water
    if rules is None:
        return
    for piece in at.position.pieces:
        if piece.off_map and piece.is_unit:
            message = f"{piece.name} is in {piece.off_map}, a hex that the map does not have"
            found = at.find(rules, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
            yield replace(found, hexes=(piece.off_map,))
    wet = at.rules.water_hexes(at.board.terrain)
    for hex_, pieces in at.position.stacks.items():
        stack = [piece for piece in pieces if piece.is_unit or piece.kind in rules.also_kinds]
        if not (stack and wet >> hex_ & 1):
            continue
        basis = at.board.terrain.basis_at(hex_)
        if firm := severity(as_firm_as(basis)):
            message = f"{subject(stack, 'is', 'are')} in a water hex, closed to ground units"
            yield at.find(rules, Topic.PLACEMENT, firm, message, stack, basis=[basis])


def restricted(at: Situation) -> Iterator[Finding]:
    """Units in areas that are reserved for other units of their side."""
    for rule in at.rules.restrictions:
        area = at.board.areas.get(fold(rule.area))
        if area is None:
            continue
        for piece in at.position.pieces:
            if piece.hex is None or not (piece.is_unit or piece.kind in rule.also_kinds):
                continue
            if piece.side == rule.side and area.hexes >> piece.hex & 1:
                yield from _barred_from(at, rule, area, piece)


def _barred_from(at: Situation, rule: Restriction, area: Area, piece: Piece) -> Iterator[Finding]:
    answers = [at.tagged(piece, tag) for tag in rule.only]
    if any(answers):
        return
    unsure = None in answers
    excluded = Span(False, False, True, True) if unsure else Span.sure(True)
    inside = as_firm_as(area.basis)
    firm = severity(excluded & inside)
    if firm is None:
        return
    message = f"{piece.name} is in {area.name}, which is closed to it: {rule.why}"
    needs = [Need(What.TEXT if piece.counter else What.VALUE, piece.ref)] if unsure else []
    basis: list[Basis] = [area.basis]
    yield at.find(rule, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)


def prohibited(at: Situation) -> Iterator[Finding]:
    """Units in hexes that are closed to them."""
    for rule in at.rules.prohibited.values():
        closed = at.ground.closed(rule)
        if rule.bridged:
            closed = closed.map(lambda hexes: hexes & ~at.bridges)
        for piece in at.units:
            hex_ = piece.at_hex
            if closed.most >> hex_ & 1 and at.matches(rule.who, piece):
                yield from _in_closed_hex(at, rule, closed, piece)


def _in_closed_hex(
    at: Situation, rule: Prohibited, closed: Span[HexSet], piece: Piece
) -> Iterator[Finding]:
    firm = severity(closed.map(lambda hexes: bool(hexes >> piece.at_hex & 1)))
    if firm is None:
        return
    message = f"{piece.name} is in a hex closed to it: {rule.why}"
    basis = at.ground.soft_bases if firm is Severity.SUSPECT else ()
    needs: list[Need] = []
    if rule.lost and at.marker_may_be_on(rule.earliest or at.rules.first_moves, rule.lost):
        firm, basis = Severity.UNKNOWN, ()
        needs = [Need(What.PREVIOUS, piece.ref)]
        message += "; legal only if a retreat forced it there"
    yield at.find(rule, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)


def boxes(at: Situation) -> Iterator[Finding]:
    """Counters in boxes that belong to the other side or to other kinds of counter."""
    boxes_ = {box.id: box for box in at.board.boxes}
    off_map = [piece for piece in at.position.pieces if piece.place]
    for rule in at.rules.boxes:
        box = boxes_.get(rule.box)
        if box is None:
            continue
        places = {box.title, *box.places}
        for piece in off_map:
            if piece.place not in places:
                continue
            other_side = rule.side and piece.side and piece.side != rule.side
            if rule.formation and piece.formation:
                other_side = other_side or agreement(rule.formation, piece.formation) is None
            if other_side or (rule.kind and piece.kind not in rule.kind):
                message = f"{piece.name} is in the {box.title}, where it does not belong"
                yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def homes(at: Situation) -> Iterator[Finding]:
    """Counters outside the only box where they belong."""
    boxes_ = {box.id: box for box in at.board.boxes}
    for rule in at.rules.homes:
        box = boxes_.get(rule.box)
        if box is None:
            continue
        places = {box.title, *box.places}
        away = at.position.moment == "during" and at.position.phase in map(fold, rule.away)
        for piece in at.position.pieces:
            if piece.place in places or (away and piece.hex is not None):
                continue
            if at.arrivals.is_out_of_play(piece) or at.arrivals.is_waiting(piece):
                continue
            if at.matches(rule.who, piece) and not _listed_there(at, piece):
                message = f"{piece.name} is outside the {box.title}, where it belongs"
                yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _listed_there(at: Situation, piece: Piece) -> bool:
    """Whether the scenario's lists put a piece in the place where it lies."""
    rows = at.rows_of(piece) if piece.place else ()
    return any(fold(row.place) == fold(piece.place) for row in rows)
