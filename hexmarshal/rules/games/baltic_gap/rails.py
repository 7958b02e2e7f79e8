"""Railways that lead to a full source: who stands on one needs no distance (1.2, 1.11 B).

A unit in a detrainable hex of a railway of its side's gauge that leads to a full supply source,
free of enemies and their zones, is in supply; where part of the way is of narrow gauge the hex is
a source of marginal supply. Detrainable are reference locations and entries (1.2c), and by the
play notes of 5.1 any hex with an HQ.

Narrow gauge serves both sides and is never converted (1.2). The gauge of other railways is what a
position tells of the area `broad gauge`; else that of the scenario's start and what rail head
markers show, which stand at the limits of broad gauge. Without a marker on the map a railway that
was broad at the start is taken to have remained so, and one of standard gauge only on the first
turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import Edges, HexSet, members, union, without
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.text import has_words
from hexmarshal.rules.findings import Supply, SupplyLine
from hexmarshal.rules.games.baltic_gap import sources
from hexmarshal.rules.games.baltic_gap.units import part_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span
from hexmarshal.rules.supply import Supplied, Tracing, state_of

RAILS = ("railway", "multi track")
"""The railways of two gauges."""
NARROW = ("narrow gauge",)
"""Narrow ones give marginal supply only (1.2a)."""
BROAD = "broad gauge"
RAIL_HEAD = (("rail", "head"), ("railhead",))
OFF_THE_EDGE = ("5.6", "soviet")
"""Whom narrow gauge that leads off the east edge supplies, and in which scenario."""
ALONG = Cited(rule="1.2", also=("1.2c", "2.1", "3.1"))


@dataclass(frozen=True, slots=True)
class Gauges:
    """The railway hexes whose gauge is known."""

    broad: HexSet
    standard: HexSet

    @classmethod
    def of(cls, at: Situation) -> Gauges:
        """As the position tells, else from the scenario's start and the rail heads."""
        rails = at.board.paths.hexes(*RAILS)
        told = at.board.areas.get(BROAD)
        if told and told.hexes and told.basis is Basis.GIVEN:
            return cls(told.hexes, rails & ~told.hexes)
        start, heads = part_of(at, BROAD, at.scenario.id), _rail_heads(at) & rails
        if not heads:
            first = at.position.turn == at.scenario.first_turn
            return cls(start, rails & ~start if first else 0)
        off = _off(at, *RAILS)
        broad = start
        for head in members(heads):
            broad |= sum({1 << hex_ for hex_ in at.grid.path(head, start, rails, off)})
        within = at.grid.flood(start & ~heads, rails & ~heads, off)
        return cls(broad, rails & ~(within | heads | broad))

    def open_to(self, side: str) -> HexSet:
        """The railways that a side can use."""
        return self.broad if side == "soviet" else self.standard


def _rail_heads(at: Situation) -> HexSet:
    markers = (p for p in at.position.pieces if p.hex is not None and p.kind == "marker")
    return sum({1 << (piece.hex or 0) for piece in markers if has_words(piece.name, RAIL_HEAD)})


def _off(at: Situation, *kinds: str) -> Edges:
    """The hexsides that no railway of some kinds crosses."""
    every = at.grid.all
    whole: Edges = (every, every, every, every, every, every)
    return without(whole, at.ground.crossed(kinds).low)


# -- full supply ----------------------------------------------------------------------------------


def along_railways(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """Units in detrainable hexes of railways that lead to a full source."""
    found: dict[str, Supplied] = {}
    if at.supply is None:
        return found
    gauges, off = Gauges.of(at), _off(at, *RAILS)
    for tracing in at.supply.tracings.values():
        rails = gauges.open_to(tracing.side) & ~tracing.barred.high
        starts = sources.sources(at, tracing.side).low & rails
        stops = at.grid.flood(starts, rails, off) & _stops(at, tracing.side)
        for piece in at.units:
            if piece.side != tracing.side or not stops >> (piece.hex or 0) & 1:
                continue
            own = traced[piece.ref]
            if own.state is not Supply.IN:
                way = at.grid.path(piece.hex or 0, starts, rails, off)
                can = Span(own.can.least, True, True, True)
                path = tuple(at.grid.label(hex_) for hex_ in way)
                line = SupplyLine(state_of(can), path, (), ALONG.rule)
                found[piece.ref] = Supplied(can, line, ALONG)
    return found


def _stops(at: Situation, side: str) -> HexSet:
    """The detrainable hexes of a side: places, entries, and where its HQs are."""
    total = at.board.terrain.of("city", "town", "village")
    for entry in at.board.entries.values():
        total |= sum({1 << hex_ for hex_ in entry.hexes})
    if at.board.terrain == at.game.board.terrain:
        hamlets = (place for place in at.board.places if place.kind == "hamlet")
        total |= sum({1 << hex_ for place in hamlets for hex_ in place.hexes})
    staffs = (piece for piece in at.units if piece.kind == "hq" and piece.side == side)
    return total | sum({1 << (piece.hex or 0) for piece in staffs})


# -- marginal supply ------------------------------------------------------------------------------


def by_narrow_gauge(at: Situation, tracing: Tracing) -> HexSet:
    """The detrainable hexes that only narrow gauge connects with a full source."""
    free = at.grid.all & ~tracing.barred.high
    normal = Gauges.of(at).open_to(tracing.side) & free
    narrow = at.board.paths.hexes(*NARROW) & free
    starts = sources.sources(at, tracing.side).low & free
    beyond = _leading_off(at) & free if (at.scenario.id, tracing.side) == OFF_THE_EDGE else 0
    full = at.grid.flood(starts & normal, normal, _off(at, *RAILS)) | starts
    rails = union([_led(at, normal, *RAILS), at.ground.crossed(NARROW).low])
    every = at.grid.all
    off = without((every, every, every, every, every, every), rails)
    reached = at.grid.flood(full | beyond, normal | narrow | full, off)
    return reached & ~full & (_stops(at, tracing.side) | beyond)


def _leading_off(at: Situation) -> HexSet:
    """The hexes of the West map from which narrow gauge leads off its east edge."""
    west = at.grid.rows("W")
    edges = at.ground.crossed(NARROW).low
    off = (edge & at.grid.step(~west & at.grid.all, (d + 3) % 6) for d, edge in enumerate(edges))
    total = 0
    for hexes in off:
        total |= hexes & west
    return total


def _led(at: Situation, hexes: HexSet, *kinds: str) -> Edges:
    """The hexsides that railways of some kinds cross between some hexes."""
    edges = at.ground.crossed(kinds).low
    a, b, c, d, e, f = (
        edge & hexes & at.grid.step(hexes, (direction + 3) % 6)
        for direction, edge in enumerate(edges)
    )
    return a, b, c, d, e, f
