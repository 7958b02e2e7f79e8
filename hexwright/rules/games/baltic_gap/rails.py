"""Railways that lead to a full source: who stands on one needs no distance (1.2).

A unit in a detrainable hex of a railway of its side's gauge that leads to a full supply source,
free of enemies and their zones, is in supply. Detrainable are reference locations and entries
(1.2c), and by the play notes of 5.1 any hex with an HQ. Where the broad gauge began is data of
each scenario; how far rail repair has moved it no counter shows. So a railway that was broad at
the start is taken to have remained so, and one of standard gauge only on the first turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwright.game.hexfield import Edges, HexSet, without
from hexwright.game.ruleset import Cited
from hexwright.rules.completions import Span
from hexwright.rules.findings import Supply, SupplyLine
from hexwright.rules.games.baltic_gap.sources import sources
from hexwright.rules.games.baltic_gap.units import part_of
from hexwright.rules.situation import Situation
from hexwright.rules.supply import Supplied, state_of

RAILS = ("railway", "multi track")
"""The railways of two gauges; narrow ones give marginal supply only (1.2a)."""
BROAD = "broad gauge"
ALONG = Cited(rule="1.2", also=("1.2c", "2.1", "3.1"))


def along_railways(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """Units in detrainable hexes of railways that lead to a full source."""
    found: dict[str, Supplied] = {}
    if at.supply is None:
        return found
    blocked = _off_the_rails(at)
    for tracing in at.supply.tracings.values():
        rails = _open_rails(at, tracing.side) & ~tracing.barred.high
        starts = sources(at, tracing.side).low & rails
        reached = at.grid.flood(starts, rails, blocked)
        stops = reached & (_places(at) | _staffs(at, tracing.side))
        for piece in at.units:
            if piece.side != tracing.side or not stops >> (piece.hex or 0) & 1:
                continue
            own = traced[piece.ref]
            if own.state is not Supply.IN:
                way = at.grid.path(piece.hex or 0, starts, rails, blocked)
                can = Span(own.can.least, True, True, True)
                path = tuple(at.grid.label(hex_) for hex_ in way)
                line = SupplyLine(state_of(can), path, (), ALONG.rule)
                found[piece.ref] = Supplied(can, line, ALONG)
    return found


def _open_rails(at: Situation, side: str) -> HexSet:
    """The railway hexes of a side's gauge."""
    broad = part_of(at, BROAD, at.scenario.id)
    if side == "soviet":
        return broad
    first = at.position.turn == at.scenario.first_turn
    return at.board.paths.hexes(*RAILS) & ~broad if first else 0


def _off_the_rails(at: Situation) -> Edges:
    """The hexsides that no railway crosses."""
    every = at.grid.all
    whole: Edges = (every, every, every, every, every, every)
    return without(whole, at.board.paths.edges(at.grid, *RAILS))


def _places(at: Situation) -> HexSet:
    """Cities and villages of the map that have a name, and entries."""
    total = at.board.terrain.of("city", "town", "village")
    for entry in at.board.entries.values():
        total |= sum({1 << hex_ for hex_ in entry.hexes})
    return total


def _staffs(at: Situation, side: str) -> HexSet:
    """The hexes with an HQ of a side."""
    staffs = (piece for piece in at.units if piece.kind == "hq" and piece.side == side)
    return sum({1 << (piece.hex or 0) for piece in staffs})
