"""Across the Narva: rules of this game alone.

Narva as a limited supply source (10.2.2), the landing of the 260th MS Brigade (8.6), and the
supplied hex that an arriving army HQ needs (4.2.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Finding, Severity, SupplyLine, Topic
from hexmarshal.rules.plugins import GameRules
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import as_firm_as, severity
from hexmarshal.rules.supply import Supplied, state_of

CUT_OFF = Cited(rule="10.2.2 A", also=("10.2.2",))
NEVER_ISOLATED = Cited(rule="10.2.2 B", also=("10.2.2",))
LANDING = Cited(rule="8.6 A", also=("8.6",))
ARMY_HQ = Cited(rule="4.2.5 B", also=("4.2.5",))


# -- Narva, a limited source (10.2.2) -----------------------------------------------------------


def _pocket(at: Situation, piece: Piece) -> Basis | None:
    """The basis for a German unit being in Narva or across the river from it; None if it is not."""
    if piece.side != "german" or piece.hex is None:
        return None
    for name in ("narva", "narva bridgehead", "prepared defences"):
        area = at.board.areas.get(name)
        if area and area.hexes >> piece.hex & 1:
            return area.basis
    return None


def limited_source(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """While a Soviet unit is on the rollbahn, every German in Narva is out of supply (A)."""
    rollbahn = at.board.areas.get("rollbahn")
    taken: HexSet = rollbahn.hexes & at.held("soviet") if rollbahn else 0
    if rollbahn is None or not taken:
        return {}
    found: dict[str, Supplied] = {}
    cut = tuple(at.grid.labels(taken))
    for piece in at.units:
        basis = _pocket(at, piece)
        if basis is None or at.supply is None or at.supply.exempt(piece):
            continue
        decreed = as_firm_as(basis) & as_firm_as(rollbahn.basis)
        free = ~decreed
        can = traced[piece.ref].can & free
        line = SupplyLine(state_of(can), (), cut, CUT_OFF.rule)
        found[piece.ref] = Supplied(can, line, CUT_OFF)
    return found


def pocket(at: Situation) -> frozenset[str]:
    """The units that never become isolated (B)."""
    return frozenset(piece.ref for piece in at.units if _pocket(at, piece))


def isolated_in_narva(at: Situation) -> Iterator[Finding]:
    """Units in the pocket that carry an Isolated marker (B)."""
    before = at.position.previous
    for piece in at.units:
        basis = _pocket(at, piece)
        if basis is None or "isolated" not in piece.markers:
            continue
        old = before.by_ref.get(piece.ref) if before else None
        if old and "isolated" in old.markers and _pocket(at, old) is None:
            continue
        if firm := severity(as_firm_as(basis)):
            message = f"{piece.name} is marked isolated, but units in and around Narva never are"
            yield at.find(NEVER_ISOLATED, Topic.MARKERS, firm, message, [piece], basis=[basis])


# -- the 260th MS Brigade lands (8.6) -----------------------------------------------------------


def landing(at: Situation) -> Iterator[Finding]:
    """The brigade landed outside Merekula, or not beside it when enemies fill the village."""
    rules = at.rules.arrivals
    if rules is None or rules.entry is None or at.position.moment != "during":
        return
    village, coast = at.board.areas.get("merekula"), at.board.areas.get("merekula coast")
    if village is None or coast is None:
        return
    for piece in at.units:
        if not piece.arrived or not any(at.matches(e.who, piece) for e in rules.entry.exempt):
            continue
        assert piece.hex is not None
        if village.hexes >> piece.hex & 1:
            continue
        full = not village.hexes & ~_defended(at)
        message = ""
        if not full:
            message = f"{piece.name} lands outside Merekula, but enemies do not fill the village"
        elif not coast.hexes >> piece.hex & 1:
            message = f"{piece.name} lands neither in Merekula nor next to it"
        basis = village.basis
        if message and (firm := severity(as_firm_as(basis))):
            yield at.find(LANDING, Topic.ARRIVAL, firm, message, [piece], basis=[basis])


def _defended(at: Situation) -> HexSet:
    """The hexes with a German combat unit."""
    total = 0
    for piece in at.units:
        if piece.side == "german" and piece.kind == "combat":
            total |= 1 << piece.at_hex
    return total


# -- army headquarters (4.2.5) -------------------------------------------------------------------


def army_hq_in_supply(at: Situation) -> Iterator[Finding]:
    """Army HQs that have just arrived in a hex without supply (B)."""
    rules = at.rules.apart
    if rules is None or at.supply is None or at.position.moment != "during":
        return
    for piece in at.units:
        if piece.arrived and at.matches(rules.who, piece):
            can = at.supply.units[piece.ref].can
            firm = severity(~can)
            if firm:
                message = f"{piece.name} arrives in a hex that is out of supply"
                needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
                bases = at.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
                yield at.find(
                    ARMY_HQ, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
                )


RULES = GameRules(
    rules=(isolated_in_narva, landing, army_hq_in_supply),
    supply_overrides=(limited_source,),
    never_isolated=pocket,
)
