"""Pontoons: units that are bridges while they lie on their bridge side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Area
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import PontoonRules
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What
from hexmarshal.rules.spans import Span, as_firm_as, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def pontoons(at: Situation) -> Iterator[Finding]:
    """Bridges where none may be built, and units that should have become bridges."""
    rules = at.rules.pontoons
    if rules is None:
        return
    sites = at.board.areas.get(fold(rules.sites))
    units = [piece for piece in at.units if at.matches(rules.units, piece)]
    if sites is not None:
        for piece in units:
            yield from _off_its_site(at, rules, sites, piece)
            yield from _not_flipped(at, rules, sites, piece)
    for piece in units:
        yield from _come_back(at, rules, piece)
    before = at.position.previous
    if before is not None:
        for piece in units:
            yield from _since(at, rules, before, piece)


def _off_its_site(
    at: Situation, rules: PontoonRules, sites: Area, piece: Piece
) -> Iterator[Finding]:
    """A bridge in a hex that is not a bridge site."""
    if not at.as_marker(piece) or sites.hexes >> piece.at_hex & 1:
        return
    if firm := severity(as_firm_as(sites.basis)):
        message = f"{piece.name} is a bridge in a hex that is not a bridge site"
        yield _find(at, rules, firm, message, piece, sites.basis)


def _not_flipped(
    at: Situation, rules: PontoonRules, sites: Area, piece: Piece
) -> Iterator[Finding]:
    """A pontoon unit on a site after bridges were built and before they are dismantled."""
    built, taken = at.calendar.end(rules.building), at.calendar.start(rules.dismantling)
    if at.as_marker(piece) or not sites.hexes >> piece.at_hex & 1:
        return
    if at.when.inside(built, taken) and (firm := severity(as_firm_as(sites.basis))):
        message = f"{piece.name} is on a bridge site, but has not become a bridge"
        yield _find(at, rules, firm, message, piece, sites.basis)


def _since(at: Situation, rules: PontoonRules, before: Position, piece: Piece) -> Iterator[Finding]:
    """A bridge that moved, or that was built or dismantled outside the segment for it."""
    old = before.same(piece)
    if old is None or old.hex is None:
        return
    was, now = bool(at.as_marker(old)), bool(at.as_marker(piece))
    message = ""
    if was and now and old.hex != piece.hex and not at.phase_between(before, rules.dismantling):
        message = f"{piece.name} has moved as a bridge, which may not move"
    elif now and not was and not at.phase_between(before, rules.building):
        message = f"{piece.name} has become a bridge outside the {at.phase_title(rules.building)}"
    elif was and not now and not at.phase_between(before, rules.dismantling):
        message = f"{piece.name} was dismantled outside the {at.phase_title(rules.dismantling)}"
    if message:
        yield _find(at, rules, Severity.ILLEGAL, message, piece)


def _come_back(at: Situation, rules: PontoonRules, piece: Piece) -> Iterator[Finding]:
    """A returning pontoon unit that is not at a supplied entry of its side."""
    if not piece.arrived or at.position.moment != "during":
        return
    entries = [entry for entry in at.board.entries.values() if entry.side == piece.side]
    if not entries or at.supply is None:
        return
    here = next((entry for entry in entries if piece.hex in entry.hexes), None)
    basis = here.basis if here else next((e.basis for e in entries if e.basis.soft), Basis.GIVEN)
    placed = Span.of(here is not None, basis, worst=False, best=True)
    supplied = at.supply.units[piece.ref].can
    firm = severity(~(placed & supplied))
    if firm:
        where = ", ".join(entry.name for entry in entries)
        message = f"{piece.name} returns, but not at a supplied entry of its side ({where})"
        needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
        bases = {basis, *at.supply.tracing(piece).bases} if firm is Severity.SUSPECT else ()
        yield at.find(
            rules.returns, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs
        )


def _find(
    at: Situation,
    rules: PontoonRules,
    firm: Severity,
    message: str,
    piece: Piece,
    basis: Basis = Basis.RULEBOOK,
) -> Finding:
    needs = [Need(What.HEX, at.grid.label(piece.at_hex))] if firm is Severity.UNKNOWN else []
    return at.find(rules, Topic.PLACEMENT, firm, message, [piece], basis=[basis], needs=needs)
