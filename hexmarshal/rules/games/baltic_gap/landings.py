"""Where what has just arrived may be: at home, at entries and ports, near HQs (1.9, 1.10)."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Severity, Topic
from hexmarshal.rules.games.baltic_gap.arrived import just_arrived
from hexmarshal.rules.games.baltic_gap.events import EVENTS, Event, plays
from hexmarshal.rules.games.baltic_gap.ports import is_open, ports
from hexmarshal.rules.games.baltic_gap.sources import SCENARIO_HEXES
from hexmarshal.rules.games.baltic_gap.units import (
    GERMAN_POP,
    HOME_POP,
    is_garrison,
    nation_of,
)
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine, severity

HOMES = Cited(rule="1.9a", also=("1.9",))
ROLLS = Cited(rule="1.10", also=("1.10a", "1.9a"))
ENTRIES = Cited(rule="1.9a", also=("1.9b", "6.0"))
OPEN_PLACES = Cited(rule="5.3", also=("1.9a",))

ROLLED = {"soviet": "ABC", "german": "G"}
"""Where what the tables bring arrives (1.10)."""
ANYWHERE = ("5.3", "german")
"""Where the towns of 5.3 take the place of entries."""
JOINED_ENTRIES = {"5.8": "ABCDEI"}
"""Entries of a scenario for which hexes at the edge of its map stand together."""
REBUILT_WITHIN = 2
"""Hexes from an HQ in which a step can be rebuilt (1.10a)."""
PORT = "any functioning port"
"""How a list names the ports that something may arrive at."""
LATVIA = "latvia"
EDGE_ORDER = {"south": "DEFG", "north": "IH"}
"""The entries of an edge from east to west."""


# -- the Baltic nations (1.9a) --------------------------------------------------------------------


def at_home(at: Situation) -> Iterator[Finding]:
    """Axis Latvians, Estonians and Lithuanians: at a POP place of their nation, in trace supply."""
    for piece in just_arrived(at):
        nation = nation_of(at, piece) if piece.side == "german" and piece.is_unit else ""
        if not nation or _at_an_entry_of_its_box(at, piece):
            continue
        if not _home(at, nation) >> (piece.hex or 0) & 1:
            message = f"{piece.name} arrives elsewhere than at a POP place of its home nation"
            yield at.find(HOMES, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        else:
            yield from _supplied(at, piece)


def _at_an_entry_of_its_box(at: Situation, piece: Piece) -> bool:
    """Where 1.4b lets all German units from a box appear, Estonians among them."""
    event = _box_of(at, piece)
    allowed = _at_entries(at, event.entries[piece.side]) if event else None
    return allowed is not None and bool(allowed.most >> (piece.hex or 0) & 1)


def _home(at: Situation, nation: str) -> HexSet:
    home = at.grid.set(HOME_POP[nation].split())
    return home | (at.board.area("riga") if nation == "latvian" else 0)


def _supplied(at: Situation, piece: Piece) -> Iterator[Finding]:
    """At home, and whether the place can trace supply: as told, else as far as a line can be."""
    message = f"{piece.name} arrives at a place that is not in trace supply"
    told = at.position.facts.get("trace_supply")
    if isinstance(told, list | tuple):
        hexes = {at.grid.find(str(label)) for label in told}
        if piece.hex not in hexes:
            yield at.find(HOMES, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        return
    if at.supply is None:
        return
    cut_off = at.supply.units[piece.ref].can.against(lambda supplied: not supplied)
    if firm := severity(cut_off):
        unknown = firm is Severity.UNKNOWN
        needs = at.supply.needs(piece) if unknown else ()
        bases = () if unknown else at.supply.tracing(piece).bases
        said = f"{piece.name}: whether the place is in trace supply is not told"
        text = said if unknown else message
        yield at.find(HOMES, Topic.ARRIVAL, firm, text, [piece], basis=bases, needs=needs)


# -- entries (1.9a, 1.9b) -------------------------------------------------------------------------


def at_entries(at: Situation) -> Iterator[Finding]:
    """What has just come by a list, from a box or by a roll: where it may; enemies there are
    displaced."""
    for piece in just_arrived(at):
        if piece.counter is None or _by_other_rules(at, piece):
            continue
        row, event = at.arrivals.last_listed(piece), _box_of(at, piece)
        due = row is not None and at.arrivals.turn_of(row) == at.position.turn
        if piece.counter.count > 1 and (due or event):
            continue  # no telling which of them has come how
        if row and due:
            where = f"entry {row.entry}" if row.entry else "where the list puts it"
            own = Cited(rule=ENTRIES.rule, also=(row.rule, *ENTRIES.also))
            yield from _elsewhere(at, piece, _landing(at, row), where, own)
        elif event:
            entry = event.entries[piece.side]
            own = Cited(rule=event.rule, also=("1.4", *ENTRIES.also))
            allowed = _at_entries(at, _interchangeable(at, entry, piece.side))
            yield from _elsewhere(at, piece, allowed, f"entry {entry}", own)
        elif piece.kind == "combat" and (at.scenario.id, piece.side) != ANYWHERE:
            yield from _by_a_roll(at, piece, row)


def _by_other_rules(at: Situation, piece: Piece) -> bool:
    """Whether another rule says where a piece arrives: at home (1.9a), in a town (2.5)."""
    return bool(nation_of(at, piece)) or is_garrison(at, piece)


def _box_of(at: Situation, piece: Piece) -> Event | None:
    """The event whose box a piece has come from, by the lists."""
    rows = at.rows_of(piece)
    events = (e for e in EVENTS if piece.side in e.entries and any(r.place == e.box for r in rows))
    return next(events, None) if piece.is_unit else None


def _elsewhere(
    at: Situation, piece: Piece, allowed: Span[HexSet] | None, where: str, cited: Cited
) -> Iterator[Finding]:
    """A piece that has arrived outside the hexes where it may."""
    if allowed is None:
        return
    away = allowed.against(lambda hexes: not hexes >> (piece.hex or 0) & 1)
    if firm := severity(away):
        message = f"{piece.name} arrives elsewhere than at {where}"
        basis = [Basis.HOUSE] if firm is Severity.SUSPECT else []
        yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=basis)


def _by_a_roll(at: Situation, piece: Piece, row: Placement | None) -> Iterator[Finding]:
    """A unit rebuilt or come by the tables of 1.10: at its side's entries or near an HQ of its
    own; one that a list has brought late also at that list's entry."""
    near = 0
    for hq in at.units:
        if hq.kind == "hq" and hq.side == piece.side:
            near |= at.grid.within(hq.hex or 0, REBUILT_WITHIN)
    landing = _at_entries(at, ROLLED[piece.side]) if piece.side in ROLLED else None
    late = _landing(at, row) if row else None
    for more in (Span.sure(near), late):
        if landing is not None and more is not None:
            landing = combine(landing, more, lambda a, b: a | b)
    if landing is not None and not landing.high >> (piece.hex or 0) & 1:
        message = f"{piece.name} arrives neither at an entry of 1.10 nor within two of an HQ"
        yield at.find(ROLLS, Topic.ARRIVAL, Severity.SUSPECT, message, [piece], basis=[Basis.HOUSE])


def clear_of_enemies(at: Situation) -> Iterator[Finding]:
    """In 5.3 Axis arrivals appear at places with no enemy combat unit next to them."""
    if at.scenario.id != OPEN_PLACES.rule:
        return
    for piece in just_arrived(at):
        around = at.grid.neighbours(piece.hex or 0)
        enemies = [p for h in around for p in at.stacks.get(h, ()) if p.side != piece.side]
        if piece.side == "german" and any(enemy.kind == "combat" for enemy in enemies):
            message = f"{piece.name} arrives next to an enemy combat unit"
            yield at.find(OPEN_PLACES, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


def _landing(at: Situation, row: Placement) -> Span[HexSet] | None:
    """The hexes in which a listed arrival may appear; None where the list only describes them."""
    if row.hexes or row.hex is not None:
        starts = row.hexes or (row.hex or 0,)
        found = beside = 0
        for start in starts:
            found |= at.grid.within(start, row.within or 0)
            beside |= _same_entry(at, start)
        return Span(found, found, found, found | beside)
    if fold(row.place).startswith(PORT):
        return _ports(at, row)
    return _at_entries(at, _interchangeable(at, row.entry, row.side)) if row.entry else None


def _at_entries(at: Situation, names: str) -> Span[HexSet] | None:
    """The hexes of some entries; None where the map lacks one."""
    total = Span.sure(0)
    for name in names:
        if name in JOINED_ENTRIES.get(at.scenario.id, ""):
            joined = at.grid.set(SCENARIO_HEXES[at.scenario.id]["soviet"].split())
            total = total.map(lambda hexes, more=joined: hexes | more)  # type: ignore[misc]
            continue
        entry = at.board.entries.get(name)
        if entry is None:
            return None
        for hex_ in entry.hexes:
            basis = next(
                (s.basis for s in at.board.sources if s.entry == name and s.hex == hex_),
                entry.basis,
            )
            spot = Span.of(1 << hex_, basis, worst=0, best=at.board.edge_hexes(entry.edge))
            total = combine(total, spot, lambda a, b: a | b)
    return total


def _same_entry(at: Situation, hex_: int) -> HexSet:
    """The hexes of the entry that a hex belongs to, which are interchangeable (1.9b)."""
    entries = (entry.hexes for entry in at.board.entries.values() if hex_ in entry.hexes)
    return sum({1 << other for hexes in entries for other in hexes})


def _ports(at: Situation, row: Placement) -> Span[HexSet]:
    """The functioning ports, of Latvia where the list says so.

    The text does not name most minor ports, so that any hex but a place of another nation may
    be one.
    """
    foreign, land = 0, at.grid.all
    if LATVIA in fold(row.place):
        others = {nation: hexes for nation, hexes in HOME_POP.items() if nation != "latvian"}
        foreign = at.grid.set(" ".join((*others.values(), GERMAN_POP)).split())
        land = at.board.area(LATVIA) | _home(at, "latvian")
    found = Span(0, 0, 0, at.grid.all & ~foreign)
    for port in ports(at):
        if land >> port.hex & 1:
            serves = combine(
                as_firm_as(port.basis), is_open(at, port, row.side), lambda a, b: a and b
            )
            spot = serves.map(lambda yes, h=port.hex: 1 << h if yes else 0)  # type: ignore[misc]
            found = combine(found, spot, lambda a, b: a | b)
            if not is_open(at, port, row.side).most:
                found = found.map(lambda hexes, h=port.hex: hexes & ~(1 << h))  # type: ignore[misc]
    return found


def _interchangeable(at: Situation, entry: str, side: str) -> str:
    """The entries at which an arrival may come: its own; for Soviets on the south and north
    edges also those further east; with Vasilevsky in charge any of A, B and C."""
    if side != "soviet":
        return entry
    if entry in "ABC":
        return "ABC" if plays(at, "3.8", 3, "vasilevsky") else entry
    order = next((o for o in EDGE_ORDER.values() if entry in o), entry)
    return order[: order.index(entry) + 1]
