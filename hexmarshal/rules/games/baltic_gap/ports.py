"""Ports: which are open, and to whom (1.5c)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.text import fold
from hexmarshal.rules.games.baltic_gap.events import SAAREMAA, has_happened
from hexmarshal.rules.games.baltic_gap.units import any_of, attack_capable, part_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine
from hexmarshal.rules.victory import UNKNOWN, Victory

PRINTED = frozenset(
    {"Riga", "Liepaja", "Ventspils", "Memel", "Parnu", "Jelgava", "Sloka", "Mazirbe"}
)
"""The ports that the text names with their hexes; of the other minor ones it gives the number."""
LOCKS = "port lock"
RIVERS = "port river"
MAZIRBE = "W45.24"
BALTIC_SHEET = "W"
"""The map with the whole coast of the Baltic; ports on the other one lie on the lakes."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port of the map."""

    name: str
    hex: int
    major: bool
    basis: Basis


def ports(at: Situation) -> tuple[Port, ...]:
    """The ports of the map."""
    found = []
    printed = {fold(name) for name in PRINTED}
    for size in ("major port", "minor port"):
        area = at.board.areas.get(size)
        for name, hexes in area.parts.items() if area else ():
            basis = Basis.RULEBOOK if name in printed else area.basis if area else Basis.HOUSE
            basis = Basis.HOUSE if basis.hard and name not in printed else basis
            found += [Port(name, hex_, size == "major port", basis) for hex_ in members(hexes)]
    return tuple(found)


def owner(at: Situation, port: Port) -> str:
    """The side that controls a port, or `unknown`."""
    assert at.rules.victory is not None
    return Victory(at, at.rules.victory).control(port.hex)


def is_open(at: Situation, port: Port, side: str) -> Span[bool]:
    """Whether a port is open to a side by the game's own text, which says nothing of ZOC."""
    return _shut(at, port, side).against(lambda shut: not shut)


def _shut(at: Situation, port: Port, side: str) -> Span[bool]:
    return any_of(
        (_locked(at, port, side), _river_cut(at, port, side), _out_of_bounds(at, port, side))
    )


def _locked(at: Situation, port: Port, side: str) -> Span[bool]:
    """Enemy Attack-Capable units in both hexes that cut the port off."""
    lock = part_of(at, LOCKS, port.name)
    held = Span.sure(bool(lock))
    for hex_ in members(lock):
        here = any_of(attack_capable(p) for p in at.stacks.get(hex_, ()) if p.side != side)
        held = combine(held, here, lambda a, b: a and b)
    return held


def _river_cut(at: Situation, port: Port, side: str) -> Span[bool]:
    """An enemy Attack-Capable unit beside the river that leads to the sea."""
    if not part_of(at, RIVERS, port.name):
        return Span.sure(False)
    hexes, basis = _river(at, port)
    beside = any_of(
        attack_capable(p) for p in at.units if p.side != side and hexes >> (p.hex or 0) & 1
    )
    return combine(beside, as_firm_as(basis), lambda a, b: a and b) if beside.most else beside


def _river(at: Situation, port: Port) -> tuple[HexSet, Basis]:
    """The hexes beside the river from a port to the sea: the map's or, where a position brings
    its own rivers, those along the major river that the port lies on."""
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
    """On the Baltic, before or after the Saaremaa event, where the side's shipping may not go."""
    if not is_on_baltic_sheet(at, port.hex):
        return Span.sure(False)
    event = has_happened(at, SAAREMAA)
    if side == "german":
        return event if is_east_of_mazirbe(at, port.hex) else Span.sure(False)
    if is_west_of_mazirbe(at, port.hex):
        return Span.sure(True)
    return event.against(lambda over: not over)


def is_on_baltic_sheet(at: Situation, hex_: int) -> bool:
    """On the map that the lakes Peipus and Pskov do not reach."""
    return at.grid.label(hex_).startswith(BALTIC_SHEET)


def is_east_of_mazirbe(at: Situation, hex_: int) -> bool:
    """Further east than Mazirbe: by columns, for rows lie half a hex apart."""
    return at.grid.centre(hex_).x - _mazirbe(at) > HALF


def is_west_of_mazirbe(at: Situation, hex_: int) -> bool:
    """Further west than Mazirbe, by columns."""
    return _mazirbe(at) - at.grid.centre(hex_).x > HALF


HALF = 0.75
"""Pitches: more than the half hex by which rows lie apart, less than a whole one."""


def _mazirbe(at: Situation) -> float:
    return at.grid.centre(at.grid.parse(MAZIRBE)).x


def states(at: Situation) -> Mapping[str, str]:
    """Every port by hex: `open`, `shut` or `unknown`, to the side that holds it.

    A port of which nobody tells who holds it is looked at as the Germans', who held all.
    """
    found = {}
    for port in ports(at):
        side = owner(at, port)
        free = is_open(at, port, "german" if side == UNKNOWN else side)
        word = "open" if free.low else "shut"
        found[at.grid.label(port.hex)] = word if free.known else UNKNOWN
    return found
