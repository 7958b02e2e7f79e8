"""Ports that are open, and the waters of ships, before and after the Saaremaa event (1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, PortRules
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What
from hexmarshal.rules.games.baltic_gap.events import has_happened
from hexmarshal.rules.games.baltic_gap.units import any_of, area_of, attack_capable, part_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, severity
from hexmarshal.rules.victory import UNKNOWN, Victory

WATERS = Cited(rule="1.5b", also=("1.5",))
SUNK = Cited(rule="1.5a", also=("1.5",))
STEPS = 2
"""The first loss damages a ship, the second sinks it (1.5a)."""
SEA = "baltic sea"
LAKES = "lake peipus"
LOCKS = "port lock"
RIVERS = "port river"


@dataclass(frozen=True, slots=True)
class Port:
    """A port of the map."""

    name: str
    hex: int
    major: bool
    basis: Basis


def _rules(at: Situation) -> PortRules:
    assert at.rules.ports is not None
    return at.rules.ports


def ports(at: Situation) -> tuple[Port, ...]:
    """The ports of the map; those whose hexes the text prints rest on the rulebook."""
    found = []
    printed = {fold(name) for name in _rules(at).printed}
    for size in ("major port", "minor port"):
        area = at.board.areas.get(size)
        for name, hexes in area.parts.items() if area else ():
            basis = area.basis if area and not area.basis.hard else Basis.HOUSE
            basis = Basis.RULEBOOK if name in printed else basis
            found += [Port(name, hex_, size == "major port", basis) for hex_ in members(hexes)]
    return tuple(found)


def owner(at: Situation, port: Port) -> str:
    """The side that controls a port, or `unknown`."""
    assert at.rules.victory is not None
    return Victory(at, at.rules.victory).control(port.hex)


def is_open(at: Situation, port: Port, side: str) -> Span[bool]:
    """Whether a port is open to a side by the game's own text, which is silent on ZOC."""
    closed = (_locked(at, port, side), _river_cut(at, port, side), _out_of_bounds(at, port, side))
    return ~any_of(closed)


def _locked(at: Situation, port: Port, side: str) -> Span[bool]:
    """Enemy Attack-Capable units are in both hexes that cut the port off."""
    lock = part_of(at, LOCKS, port.name)
    held = Span.sure(bool(lock))
    for hex_ in members(lock):
        here = any_of(attack_capable(p) for p in at.stacks.get(hex_, ()) if p.side != side)
        held = held & here
    return held


def _river_cut(at: Situation, port: Port, side: str) -> Span[bool]:
    """An enemy Attack-Capable unit is beside the river that leads to the sea."""
    if not part_of(at, RIVERS, port.name):
        return Span.sure(False)
    hexes, basis = _river(at, port)
    beside = any_of(attack_capable(p) for p in at.units if p.side != side and hexes >> p.at_hex & 1)
    return (beside & as_firm_as(basis)) if beside.most else beside


def _river(at: Situation, port: Port) -> tuple[HexSet, Basis]:
    """The hexes beside the river from a port to the sea.

    If a position brings its own rivers, they are those along the port's major river.
    """
    area = at.board.areas[RIVERS]
    if at.board.hexsides == at.game.board.hexsides:
        return part_of(at, RIVERS, port.name), area.basis
    edges = at.board.hexsides.of("major river")
    beside = reached = 1 << port.hex
    while reached:
        along = 0
        for d, banks in enumerate(edges):
            along |= at.grid.step(banks & beside, d)
        reached = along & ~beside
        beside |= reached
    return beside, Basis.GIVEN


def _out_of_bounds(at: Situation, port: Port, side: str) -> Span[bool]:
    """On a coast closed to the side's shipping, before or after the Saaremaa event."""
    if not is_on_the_coast(at, port.hex):
        return Span.sure(False)
    rules = _rules(at)
    over, east = has_happened(at, rules.event), east_of_the_limit(at, port.hex)
    if side == rules.west:
        return over if east > 0 else Span.sure(False)
    return Span.sure(True) if east < 0 else ~over


def is_on_the_coast(at: Situation, hex_: int) -> bool:
    """On the sheet with the coast; the lakes Peipus and Pskov are on the other one."""
    return bool(at.grid.rows(_rules(at).sheet) >> hex_ & 1)


HALF = 0.75
"""Pitches: more than the half hex by which rows are shifted, less than a whole hex."""


def east_of_the_limit(at: Situation, hex_: int) -> int:
    """1 further east than Mazirbe, -1 further west, 0 in its column."""
    limit = at.grid.centre(at.grid.parse(_rules(at).limit)).x
    east = at.grid.centre(hex_).x - limit
    return (east > HALF) - (east < -HALF)


def states(at: Situation) -> Mapping[str, str]:
    """Every port by hex: `open`, `shut` or `unknown`, to the side that controls it.

    A port with no known owner counts as German: the Germans held all of them at first.
    """
    found = {}
    for port in ports(at):
        side = owner(at, port)
        free = is_open(at, port, "german" if side == UNKNOWN else side)
        word = "open" if free.low else "shut"
        found[at.grid.label(port.hex)] = word if free.known else UNKNOWN
    return found


# -- ships ----------------------------------------------------------------------------------------


def ships(at: Situation) -> Iterator[Finding]:
    """Ships outside the waters of their side, and sunk ships that are still in play."""
    for piece in at.position.pieces:
        if piece.kind == "naval" and piece.hex is not None:
            yield from _at_sea(at, piece)
        if piece.kind == "naval" and piece.steps_lost >= STEPS and at.arrivals.in_play(piece):
            message = f"{piece.name} is in play; its second loss sank it"
            yield at.find(SUNK, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece])


def _at_sea(at: Situation, piece: Piece) -> Iterator[Finding]:
    assert piece.hex is not None
    lakes, sea = area_of(at, LAKES), area_of(at, SEA)
    here = (at.board.terrain.basis_at(piece.hex),)
    if lakes and lakes.hexes >> piece.hex & 1:
        if piece.side == "german":
            message = f"{piece.name} is on the lakes; German ships stay on the Baltic"
            yield from _charge(at, piece, Span.sure(True), message, *here, lakes.basis)
    elif sea and _on_or_off(at, sea.hexes, piece.hex):
        yield from _on_the_baltic(at, piece)
    elif sea and not (lakes and _on_or_off(at, lakes.hexes, piece.hex)):
        message = f"{piece.name} is neither in its own waters nor in a port"
        yield from _charge(at, piece, Span.sure(True), message, *here, sea.basis)


def _on_or_off(at: Situation, water: int, hex_: int) -> bool:
    """On a water, off its coast, or in a port."""
    in_port = any(port.hex == hex_ for port in ports(at))
    return in_port or bool((water | at.grid.spread(water)) >> hex_ & 1)


def _on_the_baltic(at: Situation, piece: Piece) -> Iterator[Finding]:
    assert piece.hex is not None
    rules = _rules(at)
    over, east = has_happened(at, rules.event), east_of_the_limit(at, piece.hex)
    if piece.side == rules.west:
        if east > 0:
            message = f"{piece.name} is east of Mazirbe after the Saaremaa event"
            yield from _charge(at, piece, over, message)
    elif east < 0:
        message = f"{piece.name} is west of Mazirbe, where no Soviet ship may go"
        yield from _charge(at, piece, Span.sure(True), message)
    else:
        message = f"{piece.name} is on the Baltic before the Saaremaa event"
        early = ~over
        rests = () if is_on_the_coast(at, piece.hex) else (at.board.terrain.basis_at(piece.hex),)
        yield from _charge(at, piece, early, message, *rests)


def _charge(
    at: Situation, piece: Piece, charge: Span[bool], message: str, *rests: Basis
) -> Iterator[Finding]:
    """A finding on a ship, as firm as the event and the terrain are known."""
    for one in rests:
        charge = charge & as_firm_as(one)
    firm = severity(charge)
    if firm is None:
        return
    needs = [Need(What.VALUE, f"{_rules(at).event}_event")] if firm is Severity.UNKNOWN else []
    basis = [one for one in rests if one.soft] if firm is not Severity.UNKNOWN else []
    yield at.find(WATERS, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)
