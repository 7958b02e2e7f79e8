"""What a side places by a rule of its own: garrisons, hedgehogs, partisans (2.4, 2.5, 1.10a)."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What
from hexmarshal.rules.games.baltic_gap.arrived import just_arrived
from hexmarshal.rules.games.baltic_gap.events import plays
from hexmarshal.rules.games.baltic_gap.units import (
    area_of,
    beside_attackers,
    is_garrison,
    level_of,
    pop_hexes,
)
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, severity
from hexmarshal.rules.victory import UNKNOWN, Victory

GARRISONS = Cited(rule="2.5")
HOGS = Cited(rule="2.4")
PARTISANS = Cited(rule="1.10a")

MOST_PARTISANS = 3
"""A die halved, rounded up (1.10a)."""
MOST_ENTHUSIASTS = 6
"""A whole die, with Partisan Enthusiasm (3.8 item 6)."""
ENTHUSIASM = 2
"""Hexes from a wooded bog that this variant allows, over the border too."""

# -- garrisons (2.5) ------------------------------------------------------------------------------


def garrisons(at: Situation) -> Iterator[Finding]:
    """Garrisons: in an Axis POP place with no Soviet Attack-Capable unit beside it."""
    assert at.rules.victory is not None
    victory, places = Victory(at, at.rules.victory), pop_hexes(at)
    for piece in just_arrived(at):
        if piece.kind != "combat" or not is_garrison(at, piece):
            continue
        assert piece.hex is not None
        holder = at.position.control.get(piece.hex) or victory.control(piece.hex)
        if not places >> piece.hex & 1:
            message = f"{piece.name} arrives elsewhere than at a POP place"
            yield at.find(GARRISONS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        elif holder not in (UNKNOWN, piece.side):
            message = f"{piece.name} arrives at a POP place that the enemy controls"
            yield at.find(GARRISONS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        near = beside_attackers(at, 1 << piece.hex, "soviet")
        message = f"{piece.name} arrives next to a Soviet Attack-Capable unit"
        yield from _near_attackers(at, GARRISONS, piece, near, message)


def _near_attackers(
    at: Situation, cited: Cited, piece: Piece, near: Span[bool], message: str
) -> Iterator[Finding]:
    firm = severity(near)
    if firm is None:
        return
    around = [at.stacks.get(hex_, ()) for hex_ in at.grid.neighbours(piece.hex or 0)]
    enemies = [other for stack in around for other in stack if other.side != piece.side]
    unknown = [p for p in enemies if not p.value("attack_capable").known]
    needs = [Need(What.VALUE, p.ref) for p in unknown] if firm is Severity.UNKNOWN else []
    basis = [p.value("attack_capable").basis for p in enemies]
    soft = [one for one in basis if one.soft] if firm is Severity.SUSPECT else []
    yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=soft, needs=needs)


# -- hogs (2.4) -----------------------------------------------------------------------------------


def hogs(at: Situation) -> Iterator[Finding]:
    """Free hedgehogs: German ones of level 1, an HQ one within its throw, not beside a Soviet
    Attack-Capable unit, none on another."""
    placed = [piece for piece in just_arrived(at) if piece.kind == "hedgehog"]
    staffs = [piece for piece in at.units if piece.kind == "hq" and piece.side == "german"]
    thrown_to = _thrown_to(at, staffs)
    for piece in placed:
        assert piece.hex is not None
        near = beside_attackers(at, 1 << piece.hex, "soviet")
        message = f"{piece.name} is placed next to a Soviet Attack-Capable unit"
        yield from _near_attackers(at, HOGS, piece, near, message)
        others = [p for p in at.position.stacks[piece.hex] if p.kind == "hedgehog" and p != piece]
        if others:
            message = f"{piece.name} is placed on another hedgehog"
            yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece, *others])
        if piece.side == "soviet" or level_of(piece) > 1:
            message = f"{piece.name} is placed; only the Germans place hedgehogs, of level 1"
            yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        elif staffs and not thrown_to >> piece.hex & 1:
            message = f"{piece.name} is placed where enemies keep every German HQ from throwing"
            basis, needs = [Basis.SERIES], [Need(What.SERIES, "OCS 12")]
            yield at.find(
                HOGS, Topic.ARRIVAL, Severity.SUSPECT, message, [piece], basis=basis, needs=needs
            )
    if staffs and len(placed) > len(staffs):
        message = (
            f"{len(placed)} hedgehogs placed, and there are {len(staffs)} German HQs on the map"
        )
        yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, placed)


def _thrown_to(at: Situation, staffs: list[Piece]) -> HexSet:
    """The hexes to which a way leads from an HQ, free of enemies and their zones."""
    if at.supply is None:
        return at.grid.all
    barred = at.supply.tracings["german"].barred.low
    starts = sum({1 << (piece.hex or 0) for piece in staffs})
    reached = at.grid.flood(starts, at.grid.all & ~barred | starts)
    return reached | at.grid.spread(reached)


# -- partisans (1.10a) ----------------------------------------------------------------------------


def partisans(at: Situation) -> Iterator[Finding]:
    """Trainbusting markers just placed: in wooded bogs of the right land, free of combat units."""
    markers = [
        piece
        for piece in just_arrived(at)
        if piece.kind == "marker" and at.type_of(piece) == "trainbusting"
    ]
    for side in dict.fromkeys(piece.side for piece in markers):
        own = [piece for piece in markers if piece.side == side]
        if len(own) > (MOST_ENTHUSIASTS if _enthusiastic(at) else MOST_PARTISANS):
            message = f"{len(own)} Trainbusting markers placed at once"
            yield at.find(PARTISANS, Topic.ARRIVAL, Severity.ILLEGAL, message, own)
    charges: dict[tuple[str, Severity], list[Piece]] = {}
    for piece in markers:
        for said, charge in _misplaced(at, piece):
            if firm := severity(charge):
                charges.setdefault((said, firm), []).append(piece)
    for (said, firm), pieces in charges.items():
        soft = {Basis.HOUSE, Basis.RECONSTRUCTED} if firm is Severity.SUSPECT else ()
        message = f"Trainbusting markers {said}"
        yield at.find(PARTISANS, Topic.ARRIVAL, firm, message, pieces, basis=soft)


def _enthusiastic(at: Situation) -> bool:
    """Whether the Soviet variant Partisan Enthusiasm is played (3.8 item 6)."""
    return plays(at, "3.8", 6, "partisan")


def _misplaced(at: Situation, piece: Piece) -> Iterator[tuple[str, Span[bool]]]:
    """What is wrong with the hex of a marker, and how surely."""
    assert piece.hex is not None
    lies, bogs = at.board.terrain.basis_at(piece.hex), at.board.terrain.of("wooded bog")
    ussr = area_of(at, "ussr")
    if piece.side == "soviet" and _enthusiastic(at):
        right = bogs & ussr.hexes if ussr else bogs
        if not at.grid.within(piece.hex, ENTHUSIASM) & right:
            yield f"more than {ENTHUSIASM} hexes from a wooded bog of the USSR", as_firm_as(lies)
    else:
        if not bogs >> piece.hex & 1:
            yield "outside wooded bog", as_firm_as(lies)
        if ussr and bool(ussr.hexes >> piece.hex & 1) != (piece.side == "soviet"):
            yield "on the wrong side of the border of the USSR", as_firm_as(ussr.basis)
    enemies = [p for p in at.stacks.get(piece.hex, ()) if p.kind == "combat"]
    if any(enemy.side != piece.side for enemy in enemies):
        yield "in a hex with an enemy combat unit", Span.sure(True)
