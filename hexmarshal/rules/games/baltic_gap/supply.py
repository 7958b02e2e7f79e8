"""Supply: full sources by date and event, railways that lead to them, marginal sources.

A unit in a detrainable hex of a railway that leads to a full source, free of enemies and their
zones, is in supply; it must be of its side's gauge. Narrow gauge serves both sides, is never
converted, and makes the hex a source of marginal supply (1.2, 1.11 B). Detrainable are reference
locations, entries (1.2c) and, by the play notes of 5.1, any hex with an HQ.

The position may give the area `broad gauge`. Otherwise the gauge is that of the scenario's start
and of rail head markers, which mark the limits of broad gauge. Without a marker, broad railways
have stayed broad; standard ones count on the first turn only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import Edges, HexSet, members, union, without
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.text import has_words
from hexmarshal.rules.findings import Checked, State, Supply, SupplyLine
from hexmarshal.rules.games.baltic_gap import ports as harbours
from hexmarshal.rules.games.baltic_gap.events import PERHAPS, on_date, released, scenario_rules
from hexmarshal.rules.games.baltic_gap.units import part_of
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine
from hexmarshal.rules.supply import Supplied, Tracing, state_of
from hexmarshal.rules.victory import UNKNOWN

RAILS = ("railway", "multi track")
"""The railways of two gauges."""
NARROW = ("narrow gauge",)
"""Narrow ones give marginal supply only (1.2a)."""
BROAD = "broad gauge"
RAIL_HEAD = (("rail", "head"), ("railhead",))
ALONG = Cited(rule="1.2", also=("1.2c", "2.1", "3.1"))
MARGINAL = Cited(rule="1.11")
MARGINAL_RE = 2
"""RE of combat units that one source of marginal supply serves."""
BAND = 5
"""Hexes along the map edge from an entry that give marginal supply (1.11 C)."""


# -- entries --------------------------------------------------------------------------------------


def is_source(at: Situation, entry: str, side: str) -> Span[bool]:
    """Whether an entry is a supply source of a side now."""
    rules, owner = scenario_rules(at), at.rules.entry_owners.get(entry)
    if owner is None or (rules.entries and entry not in rules.entries.get(side, ())):
        return Span.sure(False)
    if entry in rules.taken or not (owner.date or owner.event):
        owned = Span.sure(True)
    elif owner.event:
        owned = released(at, owner.event, owner.side).come(at)
    else:
        owned = on_date(at, owner.date).come(at)
    return owned if side == owner.side else ~owned


def entry_states(at: Situation) -> Mapping[str, str]:
    """By entry: the side whose source it is, `none` or `unknown`."""
    found = {}
    for entry in at.board.entries:
        answers = {side.id: is_source(at, entry, side.id) for side in at.game.sides}
        owners = [side for side, answer in answers.items() if answer.low]
        known = all(answer.known for answer in answers.values())
        found[entry] = (owners[0] if owners else "none") if known else UNKNOWN
    return found


# -- the sources of a side ------------------------------------------------------------------------


def are_given(at: Situation) -> bool:
    """Whether the position brings its own sources."""
    return at.board.sources != at.game.board.sources


def sources(at: Situation, side: str) -> Span[HexSet]:
    """The full supply sources of a side."""
    if are_given(at):
        return Span.sure(sum({1 << s.hex for s in at.board.sources if s.side == side}))
    rules = scenario_rules(at)
    found = Span.sure(at.grid.set(rules.stand_ins.get(side, ())))
    for source in at.board.sources:
        if source.side == side and source.entry:
            found = _with(found, 1 << source.hex, source.basis, is_source(at, source.entry, side))
    if rules.boundary == side and (rule := play_area_of(at)):
        edge = in_play(at, rule).low
        edge &= at.grid.spread(at.grid.all & ~edge)
        basis = Basis.RECONSTRUCTED if rule.parts else Basis.RULEBOOK
        found = _with(found, edge, basis, Span.sure(True))
    for hex_, basis, serves in port_sources(at, side, major=True):
        found = _with(found, 1 << hex_, basis, serves)
    return found


def _with(found: Span[HexSet], hexes: HexSet, basis: Basis, serves: Span[bool]) -> Span[HexSet]:
    there = as_firm_as(basis) & serves
    return combine(found, there, lambda total, yes: total | hexes if yes else total)


def port_sources(
    at: Situation, side: str, *, major: bool
) -> Iterator[tuple[int, Basis, Span[bool]]]:
    """The major or minor ports that a side controls, or may, and whether they serve it."""
    if not scenario_rules(at).ports:
        return
    rule = play_area_of(at)
    reached = in_play(at, rule).high if rule else at.grid.all
    for port in harbours.ports(at):
        holder = harbours.owner(at, port)
        if port.major is not major or holder not in (side, UNKNOWN) or not reached >> port.hex & 1:
            continue
        serves = harbours.is_open(at, port, side)
        if holder == UNKNOWN:
            serves = serves & PERHAPS
        yield port.hex, port.basis, serves


# -- railways -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gauges:
    """The railway hexes whose gauge is known."""

    broad: HexSet
    standard: HexSet

    @classmethod
    def of(cls, at: Situation) -> Gauges:
        """As the position gives them, else from the scenario's start and the rail heads."""
        rails = at.board.paths.hexes(*RAILS)
        given = at.board.areas.get(BROAD)
        if given and given.hexes and given.basis is Basis.GIVEN:
            return cls(given.hexes, rails & ~given.hexes)
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
    return sum({1 << piece.at_hex for piece in markers if has_words(piece.name, RAIL_HEAD)})


def _off(at: Situation, *kinds: str) -> Edges:
    """The hexsides that no railway of some kinds crosses."""
    every = at.grid.all
    whole: Edges = (every, every, every, every, every, every)
    return without(whole, at.ground.crossed(kinds).low)


def along_railways(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """Units in detrainable hexes of railways that lead to a full source."""
    found: dict[str, Supplied] = {}
    if at.supply is None:
        return found
    gauges, off = Gauges.of(at), _off(at, *RAILS)
    for tracing in at.supply.tracings.values():
        rails = gauges.open_to(tracing.side) & ~tracing.barred.high
        starts = sources(at, tracing.side).low & rails
        stops = at.grid.flood(starts, rails, off) & _stops(at, tracing.side)
        for piece in at.units:
            if piece.side != tracing.side or not stops >> piece.at_hex & 1:
                continue
            own = traced[piece.ref]
            if own.state is not Supply.IN:
                way = at.grid.path(piece.at_hex, starts, rails, off)
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
    return total | sum({1 << piece.at_hex for piece in staffs})


# -- marginal supply ------------------------------------------------------------------------------


def by_narrow_gauge(at: Situation, tracing: Tracing) -> HexSet:
    """The detrainable hexes that only narrow gauge connects with a full source."""
    free = at.grid.all & ~tracing.barred.high
    normal = Gauges.of(at).open_to(tracing.side) & free
    narrow = at.board.paths.hexes(*NARROW) & free
    starts = sources(at, tracing.side).low & free
    beyond = _leading_off(at) & free if scenario_rules(at).narrow_gauge == tracing.side else 0
    full = at.grid.flood(starts & normal, normal, _off(at, *RAILS)) | starts
    rails = union([_led(at, normal, *RAILS), at.ground.crossed(NARROW).low])
    every = at.grid.all
    off = without((every, every, every, every, every, every), rails)
    reached = at.grid.flood(full | beyond, normal | narrow | full, off)
    return reached & ~full & (_stops(at, tracing.side) | beyond)


def _leading_off(at: Situation) -> HexSet:
    """The hexes of the sheet in play from which narrow gauge leads off it."""
    area = play_area_of(at)
    sheet = at.grid.rows(area.sheet if area else "")
    edges = at.ground.crossed(NARROW).low
    off = (edge & at.grid.step(~sheet & at.grid.all, (d + 3) % 6) for d, edge in enumerate(edges))
    total = 0
    for hexes in off:
        total |= hexes & sheet
    return total


def _led(at: Situation, hexes: HexSet, *kinds: str) -> Edges:
    """The hexsides that railways of some kinds cross between some hexes."""
    edges = at.ground.crossed(kinds).low
    a, b, c, d, e, f = (
        edge & hexes & at.grid.step(hexes, (direction + 3) % 6)
        for direction, edge in enumerate(edges)
    )
    return a, b, c, d, e, f


def traced_to(at: Situation, side: str) -> Span[HexSet]:
    """The hexes to which a side may trace supply; marginal ones may serve any unit."""
    full = sources(at, side)
    high = most = 0
    for hex_, springs in marginal(at, side).items():
        high |= any(spring.high for spring in springs) << hex_
        most |= any(spring.most for spring in springs) << hex_
    return Span(full.least, full.low, full.high | high, full.most | most)


def marginal(at: Situation, side: str) -> Mapping[int, list[Span[bool]]]:
    """By hex: the sources of marginal supply in it that a side has, or may have.

    Small ports (A), detrainable hexes that narrow gauge connects with a full source (B), and the
    hexes along the map edge by an entry (C). If a position brings its own sources, only (B).
    """
    found: dict[int, list[Span[bool]]] = {}
    if at.supply and side in at.supply.tracings:
        for hex_ in members(by_narrow_gauge(at, at.supply.tracings[side])):
            found.setdefault(hex_, []).append(as_firm_as(at.board.paths.rest))
    if are_given(at):
        return found
    for hex_, basis, serves in port_sources(at, side, major=False):
        found.setdefault(hex_, []).append(as_firm_as(basis) & serves)
    for entry in at.board.entries:
        serves = is_source(at, entry, side)
        for hex_, basis in _band(at, entry).items():
            found.setdefault(hex_, []).append(as_firm_as(basis) & serves)
    return found


def _band(at: Situation, entry: str) -> Mapping[int, Basis]:
    """The map-edge hexes by an entry, with what each rests on."""
    place = at.board.entries[entry]
    bases = {source.hex: source.basis for source in at.board.sources if source.entry == entry}
    found: dict[int, Basis] = {}
    for start in place.hexes:
        basis = bases.get(start, place.basis)
        near = _around(at, start) & at.board.edge_hexes(place.edge) if place.edge else 0
        for hex_ in members(near):
            known = found.get(hex_)
            found[hex_] = known if known and known.hard else basis
    return found


def _around(at: Situation, start: int) -> HexSet:
    """The hexes up to `BAND` hexes away, as a set, for speed."""
    reached = 1 << start
    for _ in range(BAND):
        reached |= at.grid.spread(reached)
    return reached


def rationed(at: Situation, traced: Mapping[str, Supplied]) -> Mapping[str, Supplied]:
    """Units on sources of marginal supply; as many RE as these serve are in supply."""
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
    """Hexes with marginal sources: the units in them that are served, and the others.

    The player may choose; units are taken from the bottom of the stack.
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
    """By hex with marginal sources: the RE of combat units in it that are in supply or not."""
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


# -- what stays open ------------------------------------------------------------------------------


def undecided(at: Situation) -> Iterator[Checked]:
    """How many units depend on the trace distances of the series."""
    supply = at.supply
    if supply is None or supply.rules.length == "any":
        return
    units = supply.units.values()
    open_ = sum(supplied.state is Supply.UNKNOWN for supplied in units)
    if open_:
        why = f"supply unknown for {open_} of {len(units)} units; trace distances are the series'"
        yield Checked(supply.rules.rule, State.CANNOT, why)
