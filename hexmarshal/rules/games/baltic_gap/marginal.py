"""Marginal supply: places that serve two RE of combat units each (1.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Supply, SupplyLine
from hexmarshal.rules.games.baltic_gap import sources
from hexmarshal.rules.games.baltic_gap.rails import by_narrow_gauge
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine
from hexmarshal.rules.supply import Supplied, state_of

MARGINAL = Cited(rule="1.11")
MARGINAL_RE = 2
"""RE of combat units that one source of marginal supply serves."""
BAND = 5
"""Hexes along the map edge from an entry that give marginal supply (1.11 C)."""


def traced_to(at: Situation, side: str) -> Span[HexSet]:
    """The hexes that a side may trace supply to; those of marginal supply may serve any unit."""
    full = sources.sources(at, side)
    high = most = 0
    for hex_, springs in marginal(at, side).items():
        high |= any(spring.high for spring in springs) << hex_
        most |= any(spring.most for spring in springs) << hex_
    return Span(full.least, full.low, full.high | high, full.most | most)


def marginal(at: Situation, side: str) -> Mapping[int, list[Span[bool]]]:
    """By hex: the sources of marginal supply in it that a side has, or may have.

    Small ports (A), detrainable hexes that narrow gauge connects with a full source (B), and the
    hexes along the map edge by an entry (C). Where a position brings its own sources, only (B).
    """
    found: dict[int, list[Span[bool]]] = {}
    if at.supply and side in at.supply.tracings:
        for hex_ in members(by_narrow_gauge(at, at.supply.tracings[side])):
            found.setdefault(hex_, []).append(as_firm_as(at.board.paths.rest))
    if sources.are_given(at):
        return found
    for hex_, basis, serves in sources.port_sources(at, side, major=False):
        found.setdefault(hex_, []).append(combine(as_firm_as(basis), serves, lambda a, b: a and b))
    for entry in at.board.entries:
        serves = sources.is_source(at, entry, side)
        for hex_, basis in _band(at, entry).items():
            found.setdefault(hex_, []).append(
                combine(as_firm_as(basis), serves, lambda a, b: a and b)
            )
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
    """The hexes up to `BAND` hexes from one; in sets, for this is asked of every entry."""
    reached = 1 << start
    for _ in range(BAND):
        reached |= at.grid.spread(reached)
    return reached


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
    full = sources.sources(at, side).low
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
