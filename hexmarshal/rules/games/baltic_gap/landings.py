"""Where units arrive: at home, at entries and ports, near HQs (1.9, 1.10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Entry
from hexmarshal.game.hexfield import HexSet, union_of
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, Country, Event
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Severity, Topic
from hexmarshal.rules.games.baltic_gap.events import REINFORCEMENT, box_of, plays, scenario_rules
from hexmarshal.rules.games.baltic_gap.ports import is_open, ports
from hexmarshal.rules.games.baltic_gap.units import country_of, is_garrison, pop_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, severity

HOMES = Cited(rule="1.9a", also=("1.9",))
ROLLS = Cited(rule="1.10", also=("1.10a", "1.9a"))
ENTRIES = Cited(rule="1.9a", also=("1.9b", "6.0"))

PORT = "any functioning port"
"""How a list names the ports at which something may arrive."""

SIDEWAYS = ("south", "north")
"""Map edges on which Soviet units may also use entries further east (1.9b)."""


def just_arrived(at: Situation) -> list[Piece]:
    """The counters on the map that have just arrived, during a Reinforcement Phase.

    They are marked as arrived, or were not in their hex in an earlier position of the same turn:
    nothing has moved yet.
    """
    if at.position.moment != "during" or at.position.phase != REINFORCEMENT:
        return []
    on_map = [piece for piece in at.position.pieces if piece.hex is not None]
    before = at.earlier
    if before is None or before.position.turn not in (None, at.position.turn):
        return [piece for piece in on_map if piece.arrived]
    old = Counter((p.counter.id if p.counter else p.ref, p.hex) for p in before.position.pieces)
    found = []
    for piece in on_map:
        key = (piece.counter.id if piece.counter else piece.ref, piece.hex)
        old[key] -= 1
        if piece.arrived or (old[key] < 0 and _was_away(before, piece)):
            found.append(piece)
    return found


def _was_away(before: Situation, piece: Piece) -> bool:
    """Whether a piece was not on the map before; its copies are distinguished by their hexes."""
    old = before.position.same(piece)
    return old is None or old.hex is None


# -- the Baltic countries (1.9a) ------------------------------------------------------------------


def at_home(at: Situation) -> Iterator[Finding]:
    """Axis Latvians, Estonians and Lithuanians arrive at a POP place at home, in trace supply."""
    for piece in just_arrived(at):
        home = _axis_home(at, piece) if piece.side and piece.is_unit else None
        if not home or _at_an_entry_of_its_box(at, piece):
            continue
        if not _home(at, home) >> piece.at_hex & 1:
            message = f"{piece.name} does not arrive at a POP place of its home country"
            yield at.find(HOMES, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        else:
            yield from _supplied(at, piece)


def _axis_home(at: Situation, piece: Piece) -> Country | None:
    return country_of(at, piece) if piece.side in ("german", "") else None


def _at_an_entry_of_its_box(at: Situation, piece: Piece) -> bool:
    """Whether a unit from a box is at its entry, as 1.4b lets Estonians appear too."""
    event = _box_of(at, piece)
    allowed = _at_entries(at, [event.entries[piece.side]]) if event else None
    return allowed is not None and bool(allowed.most >> piece.at_hex & 1)


def _home(at: Situation, country: Country) -> HexSet:
    """The POP places of a country, all hexes of those with several."""
    home = pop_of(at, country)
    areas = (at.board.area(place.name) for place in at.game.board.places if "pop" in place.points)
    return union_of([home, *(area for area in areas if area & home)])


def _supplied(at: Situation, piece: Piece) -> Iterator[Finding]:
    """Whether the place can trace supply: as stated, else as far as a line can be traced."""
    message = f"{piece.name} arrives at a place that is not in trace supply"
    given = at.position.facts.get("trace_supply")
    if isinstance(given, list | tuple):
        if piece.hex not in {at.grid.find(str(label)) for label in given}:
            yield at.find(HOMES, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        return
    if at.supply is None:
        return
    cut_off = ~at.supply.units[piece.ref].can
    if firm := severity(cut_off):
        unknown = firm is Severity.UNKNOWN
        needs = at.supply.needs(piece) if unknown else ()
        bases = () if unknown else at.supply.tracing(piece).bases
        text = f"{piece.name}: trace supply unknown at its place of arrival" if unknown else message
        yield at.find(HOMES, Topic.ARRIVAL, firm, text, [piece], basis=bases, needs=needs)


# -- entries (1.9a, 1.9b) -------------------------------------------------------------------------


def at_entries(at: Situation) -> Iterator[Finding]:
    """Where units arrive that come by a list, from a box or by a roll."""
    for piece in just_arrived(at):
        if piece.counter is None or _axis_home(at, piece) or is_garrison(at, piece):
            continue  # 1.9a and 2.5 have their own rules
        row, event = at.arrivals.last_listed(piece), _box_of(at, piece)
        due = row is not None and at.arrivals.turn_of(row) == at.position.turn
        if piece.counter.count > 1 and (due or event):
            continue  # any of its copies may be the one that is due
        if row and due:
            where = f"at entry {row.entry}" if row.entry else "where the list puts it"
            own = Cited(rule=ENTRIES.rule, also=(row.rule, *ENTRIES.also))
            yield from _elsewhere(at, piece, _landing(at, row), where, own)
        elif event:
            entry = event.entries[piece.side]
            own = Cited(rule=event.rule, also=("1.4", *ENTRIES.also))
            allowed = _at_entries(at, _interchangeable(at, entry, piece.side))
            yield from _elsewhere(at, piece, allowed, f"at entry {entry}", own)
        elif piece.kind == "combat" and scenario_rules(at).at_towns != piece.side:
            yield from _by_a_roll(at, piece, row)


def _box_of(at: Situation, piece: Piece) -> Event | None:
    """The event from whose box a unit has come, by the lists."""
    places = {row.place for row in at.rows_of(piece)} if piece.is_unit else set()
    events = (event for event in at.rules.events.values() if piece.side in event.entries)
    return next((event for event in events if box_of(at, event) in places), None)


def _elsewhere(
    at: Situation, piece: Piece, allowed: Span[HexSet] | None, where: str, cited: Cited
) -> Iterator[Finding]:
    """A piece that has arrived outside the hexes in which it may."""
    if allowed is None:
        return
    away = allowed.against(lambda hexes: not hexes >> piece.at_hex & 1)
    if firm := severity(away):
        message = f"{piece.name} does not arrive {where}"
        basis = [Basis.HOUSE] if firm is Severity.SUSPECT else []
        yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=basis)


def _by_a_roll(at: Situation, piece: Piece, row: Placement | None) -> Iterator[Finding]:
    """A unit rebuilt or brought by the tables of 1.10, or late: away from entries and HQs."""
    rules = at.rules.rolled
    if rules is None or piece.side not in rules.entries:
        return
    staffs = [hq for hq in at.units if hq.kind == "hq" and hq.side == piece.side]
    near = union_of(at.grid.within(hq.at_hex, rules.within) for hq in staffs)
    allowed = _at_entries(at, rules.entries[piece.side])
    late = _landing(at, row) if row else None
    for more in (Span.sure(near), late):
        if allowed is not None and more is not None:
            allowed = allowed | more
    if allowed is not None and not allowed.high >> piece.at_hex & 1:
        message = f"{piece.name} arrives away from its side's entries and HQs"
        yield at.find(ROLLS, Topic.ARRIVAL, Severity.SUSPECT, message, [piece], basis=[Basis.HOUSE])


def clear_of_enemies(at: Situation) -> Iterator[Finding]:
    """Units that arrive at towns, but next to an enemy combat unit."""
    side = scenario_rules(at).at_towns
    for piece in just_arrived(at) if side else ():
        around = at.grid.neighbours(piece.at_hex)
        enemies = [p for h in around for p in at.stacks.get(h, ()) if p.side != piece.side]
        if piece.side == side and any(enemy.kind == "combat" for enemy in enemies):
            cited = Cited(rule=at.scenario.rule, also=(ENTRIES.rule,))
            message = f"{piece.name} arrives next to an enemy combat unit"
            yield at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


# -- the hexes of an arrival ----------------------------------------------------------------------


def _landing(at: Situation, row: Placement) -> Span[HexSet] | None:
    """The hexes in which a listed arrival may appear; None if the list only describes them."""
    if row.hexes or row.hex is not None:
        starts = row.hexes or (row.hex or 0,)
        found = union_of(at.grid.within(start, row.within or 0) for start in starts)
        return Span(found, found, found, found | _same_entries(at, starts))
    if fold(row.place).startswith(PORT):
        return _ports(at, row)
    return _at_entries(at, _interchangeable(at, row.entry, row.side)) if row.entry else None


def _at_entries(at: Situation, names: Iterable[str]) -> Span[HexSet] | None:
    """The hexes of some entries; None if the map lacks one."""
    rules, total = scenario_rules(at), Span.sure(0)
    for name in names:
        if name in rules.joined:
            spot = Span.sure(at.grid.set(h for hexes in rules.stand_ins.values() for h in hexes))
        elif name in at.board.entries:
            spot = _spot(at, at.board.entries[name])
        else:
            return None
        total = total | spot
    return total


def _spot(at: Situation, entry: Entry) -> Span[HexSet]:
    """The hexes of an entry; one whose place is a guess may be anywhere on its edge."""
    bases: dict[int, Basis] = {}
    for source in at.board.sources:
        if source.entry == entry.name:
            bases.setdefault(source.hex, source.basis)
    total = Span.sure(0)
    for hex_ in entry.hexes:
        basis, edge = bases.get(hex_, entry.basis), at.board.edge_hexes(entry.edge)
        total = total | Span.of(1 << hex_, basis, 0, edge)
    return total


def _same_entries(at: Situation, starts: Iterable[int]) -> HexSet:
    """The hexes of the entries to which these hexes belong; they are interchangeable (1.9b)."""
    entries = [entry.hexes for entry in at.board.entries.values()]
    return sum({1 << hex_ for hexes in entries if {*hexes} & {*starts} for hex_ in hexes})


def _ports(at: Situation, row: Placement) -> Span[HexSet]:
    """The functioning ports, in one country if the list says so.

    The text does not name most minor ports. Any hex may be one, except a place of another country.
    """
    foreign, land = 0, at.grid.all
    for country in at.rules.countries:
        if country.area in fold(row.place):
            others = (pop_of(at, other) for other in at.rules.countries if other is not country)
            foreign = union_of(others)
            land = at.board.area(country.area) | _home(at, country)
    found = Span(0, 0, 0, at.grid.all & ~foreign)
    for port in ports(at):
        if land >> port.hex & 1:
            free, bit = is_open(at, port, row.side), 1 << port.hex
            serves = as_firm_as(port.basis) & free
            spot = serves.map(lambda yes, bit=bit: bit if yes else 0)  # type: ignore[misc]
            found = found | spot
            if not free.most:
                found = found.map(lambda hexes, bit=bit: hexes & ~bit)  # type: ignore[misc]
    return found


def _interchangeable(at: Situation, name: str, side: str) -> Iterable[str]:
    """The entries at which an arrival may come: its own and, for Soviet units, others.

    Those are the entries further east on the south and north edges, and all of the east edge with
    Vasilevsky in charge.
    """
    entries = at.game.board.entries
    if side != "soviet" or name not in entries:
        return (name,)
    edge = [entry for entry in entries.values() if entry.edge == entries[name].edge]
    if entries[name].edge not in SIDEWAYS:
        return [entry.name for entry in edge] if plays(at, "vasilevsky") else (name,)
    own = _east(at, entries[name])
    return [entry.name for entry in edge if _east(at, entry) >= own]


def _east(at: Situation, entry: Entry) -> float:
    return max(at.grid.centre(hex_).x for hex_ in entry.hexes)
