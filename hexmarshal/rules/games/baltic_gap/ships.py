"""Ships: the waters of each side, before and after the Saaremaa event (1.5b)."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What
from hexmarshal.rules.games.baltic_gap.events import SAAREMAA, has_happened
from hexmarshal.rules.games.baltic_gap.ports import (
    is_east_of_mazirbe,
    is_on_baltic_sheet,
    is_west_of_mazirbe,
    ports,
)
from hexmarshal.rules.games.baltic_gap.units import area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine, severity

WATERS = Cited(rule="1.5b", also=("1.5",))
SUNK = Cited(rule="1.5a", also=("1.5",))
STEPS = 2
"""A ship is damaged by its first loss and sunk by its second (1.5a)."""
SEA = "baltic sea"
LAKES = "lake peipus"


def ships(at: Situation) -> Iterator[Finding]:
    """Ships outside the waters of their side, and sunk ones that are still in play."""
    for piece in at.position.pieces:
        if piece.kind == "naval" and piece.hex is not None:
            yield from _at_sea(at, piece)
        if piece.kind == "naval" and piece.steps_lost >= STEPS and at.arrivals.in_play(piece):
            message = f"{piece.name} is sunk by its second loss"
            yield at.find(SUNK, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece])


def _at_sea(at: Situation, piece: Piece) -> Iterator[Finding]:
    assert piece.hex is not None
    lakes, sea = area_of(at, LAKES), area_of(at, SEA)
    here = (at.board.terrain.basis_at(piece.hex),)
    if lakes and lakes.hexes >> piece.hex & 1:
        if piece.side == "german":
            message = f"{piece.name} lies on the lakes, and German ships keep to the Baltic"
            yield from _charge(at, piece, Span.sure(True), message, *here, lakes.basis)
    elif sea and _on_or_off(at, sea.hexes, piece.hex):
        yield from _on_the_baltic(at, piece)
    elif sea and not (lakes and _on_or_off(at, lakes.hexes, piece.hex)):
        message = f"{piece.name} lies neither in its waters nor in a port"
        yield from _charge(at, piece, Span.sure(True), message, *here, sea.basis)


def _on_or_off(at: Situation, water: int, hex_: int) -> bool:
    """On a water, off its coast, or in a port."""
    in_port = any(port.hex == hex_ for port in ports(at))
    return in_port or bool((water | at.grid.spread(water)) >> hex_ & 1)


def _on_the_baltic(at: Situation, piece: Piece) -> Iterator[Finding]:
    assert piece.hex is not None
    over = has_happened(at, SAAREMAA)
    if piece.side == "german":
        if is_east_of_mazirbe(at, piece.hex):
            message = f"{piece.name} lies east of Mazirbe after the Saaremaa event"
            yield from _charge(at, piece, over, message)
    elif is_west_of_mazirbe(at, piece.hex):
        message = f"{piece.name} lies west of Mazirbe, where no Soviet ship may go"
        yield from _charge(at, piece, Span.sure(True), message)
    else:
        message = f"{piece.name} lies on the Baltic before the Saaremaa event"
        early = over.against(lambda happened: not happened)
        rests = () if is_on_baltic_sheet(at, piece.hex) else (at.board.terrain.basis_at(piece.hex),)
        yield from _charge(at, piece, early, message, *rests)


def _charge(
    at: Situation, piece: Piece, charge: Span[bool], message: str, *rests: Basis
) -> Iterator[Finding]:
    """A finding on a ship, as firm as the event and what it rests on are known."""
    for one in rests:
        charge = combine(charge, as_firm_as(one), lambda a, b: a and b)
    firm = severity(charge)
    if firm is None:
        return
    needs = [Need(What.VALUE, f"{SAAREMAA.name}_event")] if firm is Severity.UNKNOWN else []
    basis = [one for one in rests if one.soft] if firm is not Severity.UNKNOWN else []
    yield at.find(WATERS, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)
