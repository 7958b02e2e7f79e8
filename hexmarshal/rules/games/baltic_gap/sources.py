"""Full supply sources: entries by date and event, and ports (2.1, 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.rules.games.baltic_gap import ports as harbours
from hexmarshal.rules.games.baltic_gap.events import (
    NARVA,
    SAAREMAA,
    Turns,
    on_date,
    released,
)
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine
from hexmarshal.rules.victory import UNKNOWN

ALWAYS = {"A": "soviet", "B": "soviet", "C": "soviet", "G": "german"}
"""Entries that never change hands (2.1, 3.1)."""
DATES = {"D": (7, 5), "E": (7, 12), "F": (7, 19)}
"""The dates of the groups that make an entry Soviet (6.0, 5.2; month and day)."""
EVENTS = {"I": NARVA, "H": SAAREMAA}
"""The events whose Soviet arrivals make an entry Soviet (1.4b, 1.4c)."""

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
    """Whether an entry is the Soviets' by now, for good; the Germans' until then (2.1a)."""
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
        told = all(answer.known for answer in answers.values())
        found[entry] = (owners[0] if owners else "none") if told else UNKNOWN
    return found


# -- the sources of a side ------------------------------------------------------------------------


def are_given(at: Situation) -> bool:
    """Whether the position brings its own sources."""
    return at.board.sources != at.game.board.sources


def sources(at: Situation, side: str) -> Span[HexSet]:
    """The full supply sources of a side."""
    if are_given(at):
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
    for hex_, basis, serves in port_sources(at, side, major=True):
        found = _with(found, 1 << hex_, basis, serves)
    return found


def _stand_ins(at: Situation, side: str) -> list[str]:
    return SCENARIO_HEXES.get(at.scenario.id, {}).get(side, "").split()


def _with(found: Span[HexSet], hexes: HexSet, basis: Basis, serves: Span[bool]) -> Span[HexSet]:
    there = combine(as_firm_as(basis), serves, lambda a, b: a and b)
    return combine(found, there, lambda total, yes: total | hexes if yes else total)


def port_sources(
    at: Situation, side: str, *, major: bool
) -> Iterator[tuple[int, Basis, Span[bool]]]:
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
            serves = combine(serves, Span(False, False, True, True), lambda a, b: a and b)
        yield port.hex, port.basis, serves
