"""Supply sources: entries by date and event, ports, and marginal supply (1.11, 2.1, 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexwright.game.basis import Basis
from hexwright.game.hexfield import HexSet, members
from hexwright.game.position import Piece
from hexwright.game.ruleset import Cited
from hexwright.rules.completions import Span, both, on
from hexwright.rules.findings import Supply, SupplyLine
from hexwright.rules.games.baltic_gap import ports as harbours
from hexwright.rules.games.baltic_gap.events import (
    NARVA,
    SAAREMAA,
    Turns,
    on_date,
    released,
)
from hexwright.rules.scenario_bounds import in_play, play_area_of
from hexwright.rules.situation import Situation
from hexwright.rules.supply import Supplied, state_of
from hexwright.rules.victory import UNKNOWN

MARGINAL = Cited(rule="1.11")
MARGINAL_RE = 2
"""RE of combat units that one source of marginal supply serves."""
BAND = 5
"""Hexes along the map edge from an entry that give marginal supply (1.11 C)."""

ALWAYS = {"A": "soviet", "B": "soviet", "C": "soviet", "G": "german"}
"""Entries that never change hands (2.1, 3.1)."""
DATES = {"D": (7, 5), "E": (7, 12), "F": (7, 19)}
"""The dates of the groups that make an entry Soviet (6.0, 5.2; month and day)."""
EVENTS = {"I": NARVA, "H": SAAREMAA}
"""The events whose Soviet arrivals make an entry Soviet (1.4b, 1.4c)."""
BEFORE = "german"
"""Whose the entries of the south and north edges are until then (2.1a)."""

SCENARIO_ENTRIES: Mapping[str, Mapping[str, str]] = {
    "5.2": {"soviet": "CDEF", "german": "EFG"},
    "5.3": {"soviet": "AB", "german": "I"},
    "5.6": {"soviet": "F", "german": "G"},
    "5.8": {"soviet": "FH", "german": "G"},
}
"""The entries that are sources in scenarios with rules of their own."""
FROM_THE_START = {"5.8": "H"}
"""Entries that are Soviet from a scenario's start."""
SCENARIO_HEXES: Mapping[str, Mapping[str, str]] = {
    "5.6": {"soviet": "W16.01", "german": "W27.01"},
    "5.8": {"soviet": "W16.01 W27.01 W37.01"},
}
"""Hexes that stand in for what lies off a scenario's map."""
BOUNDARIES = {"5.2": "german", "5.3": "german"}
"""Scenarios in which the hexes along the boundary of play are sources of a side."""
PORTLESS = frozenset({"5.3"})
"""Scenarios whose part of the map has no port on the Baltic."""


# -- entries --------------------------------------------------------------------------------------


def is_soviet(at: Situation, entry: str) -> Span[bool]:
    """Whether an entry is the Soviets' by now; once it is, it remains so (2.1a)."""
    if entry in ALWAYS or entry in FROM_THE_START.get(at.scenario.id, ""):
        return Span.sure(ALWAYS.get(entry, "soviet") == "soviet")
    return _turns(at, entry).come(at)


def _turns(at: Situation, entry: str) -> Turns:
    if entry in DATES:
        return on_date(at, *DATES[entry])
    return released(at, EVENTS[entry], "soviet")


def is_source(at: Situation, entry: str, side: str) -> Span[bool]:
    """Whether an entry is a supply source of a side now."""
    served = SCENARIO_ENTRIES.get(at.scenario.id)
    if served is not None and entry not in served[side]:
        return Span.sure(False)
    soviet = is_soviet(at, entry)
    return soviet if side == "soviet" else soviet.against(lambda yes: not yes)


def entry_states(at: Situation) -> Mapping[str, str]:
    """By entry of the map: the side whose source it is, `none` or `unknown`."""
    found = {}
    for entry in at.board.entries:
        answers = {side.id: is_source(at, entry, side.id) for side in at.game.sides}
        owners = [side for side, answer in answers.items() if answer.low]
        told = all(answer.told for answer in answers.values())
        found[entry] = (owners[0] if owners else "none") if told else UNKNOWN
    return found


# -- the sources of a side ------------------------------------------------------------------------


def traced_to(at: Situation, side: str) -> Span[HexSet]:
    """The hexes that a side may trace supply to; those of marginal supply may serve any unit."""
    full = sources(at, side)
    if at.board.sources != at.game.board.sources:
        return full
    high = most = 0
    for hex_, springs in marginal(at, side).items():
        high |= any(spring.high for spring in springs) << hex_
        most |= any(spring.most for spring in springs) << hex_
    return Span(full.least, full.low, full.high | high, full.most | most)


def sources(at: Situation, side: str) -> Span[HexSet]:
    """The full supply sources of a side."""
    if at.board.sources != at.game.board.sources:
        return Span.sure(sum({1 << s.hex for s in at.board.sources if s.side == side}))
    found = Span.sure(at.grid.set(_stand_ins(at, side)))
    for source in at.board.sources:
        if source.side == side and source.entry:
            found = _with(found, 1 << source.hex, source.basis, is_source(at, source.entry, side))
    if BOUNDARIES.get(at.scenario.id) == side and (rule := play_area_of(at)):
        edge = in_play(at, rule).low
        edge &= at.grid.spread(at.grid.all & ~edge)
        basis = Basis.RECONSTRUCTED if rule.parts else Basis.RULEBOOK
        found = _with(found, edge, basis, Span.sure(True))
    for hex_, basis, serves in _ports(at, side, major=True):
        found = _with(found, 1 << hex_, basis, serves)
    return found


def _stand_ins(at: Situation, side: str) -> list[str]:
    return SCENARIO_HEXES.get(at.scenario.id, {}).get(side, "").split()


def _with(found: Span[HexSet], hexes: HexSet, basis: Basis, serves: Span[bool]) -> Span[HexSet]:
    there = both(on(basis), serves, lambda a, b: a and b)
    return both(found, there, lambda total, yes: total | hexes if yes else total)


def _ports(at: Situation, side: str, *, major: bool) -> Iterator[tuple[int, Basis, Span[bool]]]:
    """The ports of a size that a side holds, or may hold, and whether they serve it."""
    if at.scenario.id in PORTLESS:
        return
    rule = play_area_of(at)
    reached = in_play(at, rule).high if rule else at.grid.all
    for port in harbours.ports(at):
        holder = harbours.owner(at, port)
        if port.major is not major or holder not in (side, UNKNOWN) or not reached >> port.hex & 1:
            continue
        serves = harbours.is_open(at, port, side)
        if holder == UNKNOWN:
            serves = both(serves, Span(False, False, True, True), lambda a, b: a and b)
        yield port.hex, port.basis, serves


# -- marginal supply (1.11) -----------------------------------------------------------------------


def marginal(at: Situation, side: str) -> Mapping[int, list[Span[bool]]]:
    """By hex: the sources of marginal supply in it that a side has, or may have.

    Small ports (A) and the hexes along the map edge by an entry (C). Which hexes of narrow-gauge
    railways lead to a full source (B) turns on gauges that no counter shows.
    """
    found: dict[int, list[Span[bool]]] = {}
    for hex_, basis, serves in _ports(at, side, major=False):
        found.setdefault(hex_, []).append(both(on(basis), serves, lambda a, b: a and b))
    for entry in at.board.entries:
        serves = is_source(at, entry, side)
        for hex_, basis in _band(at, entry).items():
            found.setdefault(hex_, []).append(both(on(basis), serves, lambda a, b: a and b))
    return found


def _band(at: Situation, entry: str) -> Mapping[int, Basis]:
    """The map-edge hexes by an entry, with what each rests on."""
    place = at.board.entries[entry]
    bases = {source.hex: source.basis for source in at.board.sources if source.entry == entry}
    found: dict[int, Basis] = {}
    for start in place.hexes:
        basis = bases.get(start, place.basis)
        near = at.grid.within(start, BAND) & at.board.edge_hexes(place.edge) if place.edge else 0
        for hex_ in members(near):
            known = found.get(hex_)
            found[hex_] = known if known and known.hard else basis
    return found


def rationed(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """Units on sources of marginal supply: as many RE as these serve are in supply."""
    found: dict[str, Supplied] = {}
    for side in (side.id for side in at.game.sides):
        for hex_, served, _ in _rations(at, side):
            for piece in served:
                own = traced[piece.ref]
                can = Span(own.can.least, True, True, True)
                line = SupplyLine(state_of(can), (at.grid.label(hex_),), (), MARGINAL.rule)
                if own.state is not Supply.IN:
                    found[piece.ref] = Supplied(can, line, MARGINAL)
    return found


def _rations(at: Situation, side: str) -> Iterator[tuple[int, list[Piece], list[Piece]]]:
    """Hexes with marginal sources: the units in them that these serve, and the others.

    Which units these are is the player's choice; they are taken from the bottom of the stack.
    """
    full = sources(at, side).low
    for hex_, springs in marginal(at, side).items():
        here = [p for p in at.stacks.get(hex_, ()) if p.side == side and p.kind == "combat"]
        left: float = MARGINAL_RE * sum(spring.low for spring in springs)
        if not here or not left or full >> hex_ & 1:
            continue
        served: list[Piece] = []
        for piece in here:
            re = piece.value("re").number
            if isinstance(re, int | float) and re <= left:
                served.append(piece)
                left -= re
        yield hex_, served, [piece for piece in here if piece not in served]


def rations(at: Situation) -> Mapping[str, Mapping[str, Any]]:
    """By hex with marginal sources: the RE of combat units in it that they serve."""
    found = {}
    for side in (side.id for side in at.game.sides):
        for hex_, served, others in _rations(at, side):
            found[at.grid.label(hex_)] = {
                "side": side,
                "re_supplied": sum(_re(piece) for piece in served),
                "re_unsupplied": sum(_re(piece) for piece in others),
            }
    return found


def _re(piece: Piece) -> int | float:
    number = piece.value("re").number
    return number if isinstance(number, int | float) else 0
