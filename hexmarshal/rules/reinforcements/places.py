"""Where arrivals are placed: at their entry, or near it if the enemy blocks it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Entry
from hexmarshal.game.hexfield import Edges, HexSet, without
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, EntryRules
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.spans import Span, as_firm_as, combine, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def entry_placement(at: Situation) -> Iterator[Finding | Checked]:
    """Units that have arrived this phase, wrongly placed."""
    rules = at.rules.arrivals
    if rules is None or rules.entry is None:
        return
    reroute = rules.entry.reroute
    cited = [rules.entry.blocked.rule, *([reroute.rule] if reroute else [])]
    if at.position.moment != "during" or not at.arrivals.are_coming_on:
        why = "only while units arrive, before they move"
        yield from (Checked(rule, State.NOT_NOW, why) for rule in cited)
        return
    if at.position.turn is None:
        yield from (Checked(rule, State.CANNOT, "the turn is unknown") for rule in cited)
    if any(piece.arrived is None for piece in at.units):
        why = "the position does not say which units have just been placed"
        yield from (Checked(rule, State.CANNOT, why) for rule in cited)
    for piece in at.units:
        if piece.arrived and at.arrivals.is_reinforcement(piece):
            check = _Placed(at, rules.entry, piece)
            yield from check.upon_enemies()
            yield from check.away_from_entry()


class _Placed:
    """One unit that has just been placed."""

    def __init__(self, at: Situation, rules: EntryRules, piece: Piece) -> None:
        assert piece.hex is not None
        self.at, self.rules, self.piece, self.hex = at, rules, piece, piece.hex
        self.arrival = f"{piece.name} arrives in {at.grid.label(piece.hex)}"

    def upon_enemies(self) -> Iterator[Finding]:
        """Arrival on enemy units or in their ZOC; friendly units do not help."""
        at, piece = self.at, self.piece
        if at.enemies(piece.side) >> self.hex & 1:
            message = f"{self.arrival}, which holds an enemy unit"
            yield at.find(self.rules.no_enemy, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        covered = at.zones.against(piece.side).map(lambda ezoc: bool(ezoc >> self.hex & 1))
        message = f"{self.arrival}, which is in an enemy ZOC"
        yield from self._charge(covered, self.rules.no_ezoc, message)

    def away_from_entry(self) -> Iterator[Finding]:
        """Arrival away from the unit's entry, or too far from a blocked entry."""
        row = self.at.arrivals.last_listed(self.piece)
        turn = self.at.position.turn
        due = self.at.arrivals.turn_of(row) if row else None
        if row is None or turn is None or due is None or row.entry not in self.at.board.entries:
            return
        reroute, late = self.rules.reroute, turn - due
        if late and (reroute is None or reroute.side != self.piece.side):
            return
        if reroute and late > reroute.turns:
            message = f"{self.arrival} {late} turns late; it may be at most {reroute.turns} late"
            yield from self._charge(Span.sure(True), reroute.late, message)
            return
        yield from self._away_from(self._open_to(row.entry, late), reroute if late else None)

    def _open_to(self, entry: str, late: int) -> list[Entry]:
        """The entries where the unit may arrive: its own or, if late, any other of its side."""
        entries = self.at.board.entries
        if not late:
            return [entries[entry]]
        others = (e for e in self.at.game.board.entries.values() if e.side == self.piece.side)
        return [entries[e.name] for e in others if e.name != entry and e.name in entries]

    def _away_from(self, entries: list[Entry], cited: Cited | None) -> Iterator[Finding]:
        if not entries or any(self.hex in entry.hexes for entry in entries):
            return
        allowed = barred = Span.sure(False)
        for entry in entries:
            closed = self._barred(entry)
            barred = barred | closed
            if self._near(entry):
                allowed = allowed | closed
            allowed = allowed | self._by_rail(entry)
        titles = " or ".join(entry.name for entry in entries)
        basis = next((e.basis for e in entries if not e.basis.hard), Basis.GIVEN)
        wrong = as_firm_as(basis) & ~allowed
        if allowed.low and self.rules.supplied and not self._railed(entries):
            yield from self._unsupplied(self.rules.supplied)
        if barred.low:
            reach = f"{self.rules.reach} hexes of entry {titles} along its edge"
            message = f"{self.arrival}, which is not within {reach}"
            yield from self._charge(wrong, cited or self.rules.blocked, message)
        else:
            message = f"{self.arrival}, which is not at entry {titles}"
            yield from self._charge(wrong, cited or self.rules, message, basis)

    def _barred(self, entry: Entry) -> Span[bool]:
        """Whether enemies or their ZOCs cover every hex of an entry."""
        hexes: HexSet = sum(1 << hex_ for hex_ in set(entry.hexes))
        enemies = self.at.enemies(self.piece.side)
        ezoc = self.at.zones.against(self.piece.side)
        return ezoc.map(lambda covered: not hexes & ~(covered | enemies))

    def _near(self, entry: Entry) -> bool:
        """Whether the unit is within reach of an entry along a shared map edge."""
        here, board = 1 << self.hex, self.at.board
        for start in entry.hexes:
            edges = [e for e in EDGES if board.edge_hexes(e) >> start & 1]
            if entry.edge in edges:
                edges = [entry.edge]
            along = any(board.edge_hexes(edge) & here for edge in edges)
            distance = self.at.grid.distance(self.hex, start)
            if along and distance <= self.rules.reach:
                return True
            if not edges and distance <= self.rules.inland:
                return True
        return False

    def _by_rail(self, entry: Entry) -> Span[bool]:
        """Whether an open railway leads from an entry to the unit."""
        rail, at, side = self.rules.rail, self.at, self.piece.side
        if rail is None or rail.side != side:
            return Span.sure(False)
        starts: HexSet = sum(1 << hex_ for hex_ in set(entry.hexes))
        free = at.zones.against(side).against(lambda ezoc: at.grid.all & ~(ezoc | at.enemies(side)))
        whole = at.grid.all
        every: Edges = (whole, whole, whole, whole, whole, whole)
        blocked = at.ground.crossed(rail.paths).against(lambda rails: without(every, rails))
        reached = combine(
            free, blocked.reversed, lambda hexes, no: at.grid.flood(starts & hexes, hexes, no)
        )
        return reached.map(lambda hexes: bool(hexes >> self.hex & 1))

    def _railed(self, entries: list[Entry]) -> bool:
        return any(self._by_rail(entry).low for entry in entries)

    def _unsupplied(self, cited: Cited) -> Iterator[Finding]:
        """Arrival away from the entry in a hex without supply."""
        at, piece = self.at, self.piece
        if at.supply is None:
            return
        firm = severity(~at.supply.units[piece.ref].can)
        if firm:
            needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
            bases = at.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
            message = f"{self.arrival}, which is out of supply"
            yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs)

    def _charge(
        self, charge: Span[bool], cited: Cited, message: str, basis: Basis = Basis.RULEBOOK
    ) -> Iterator[Finding]:
        """A finding if the fault exists; it may also depend on enemy ZOCs."""
        at, side = self.at, self.piece.side
        firm = severity(charge)
        if firm is None:
            return
        needs: list[Need] = []
        if firm is Severity.UNKNOWN:
            unknown = (p for p in at.units if p.side != side and not at.zones.strength(p).known)
            needs = [Need(What.VALUE, p.ref) for p in unknown if at.zones.exerts[p.ref].most]
        bases = () if firm is Severity.ILLEGAL else (basis, *at.zones.bases(side))
        yield at.find(cited, Topic.ARRIVAL, firm, message, [self.piece], basis=bases, needs=needs)


def openings(at: Situation, piece: Piece) -> HexSet:
    """The hexes where an arriving unit may be placed: at its entry, near it if that may be blocked,
    or with its HQ if it was eliminated."""
    rules = at.rules.arrivals
    total: HexSet = 0
    for row in at.arrivals.listed(piece):
        entry = at.board.entries.get(row.entry)
        entries = [entry] if entry else []
        if entries and at.arrivals.delay(piece) and at.position.turn != row.turn:
            entries = [e for e in at.board.entries.values() if e.side == piece.side]
        for entry in entries:
            total |= sum(1 << hex_ for hex_ in set(entry.hexes))
            if rules and rules.entry:
                total |= _beside(at, rules.entry, entry, piece.side)
        own = row.hexes if row.hex is None else (*row.hexes, row.hex)
        total |= sum({1 << hex_ for hex_ in own})
    rebuilding = at.rules.rebuilding
    if rebuilding and at.arrivals.is_lost(piece) and rebuilding.side in ("", piece.side):
        for hq in at.arrivals.staff(piece):
            total |= at.grid.within(hq.at_hex, rebuilding.near)
    return total


def _beside(at: Situation, rules: EntryRules, entry: Entry, side: str) -> HexSet:
    """The hexes near a possibly blocked entry, free of enemies and their ZOCs."""
    ezoc, enemies = at.zones.against(side), at.enemies(side)
    own: HexSet = sum(1 << hex_ for hex_ in set(entry.hexes))
    if own & ~(ezoc.most | enemies):
        return 0
    total: HexSet = 0
    for start in entry.hexes:
        edges = [e for e in EDGES if at.board.edge_hexes(e) >> start & 1]
        if entry.edge in edges:
            edges = [entry.edge]
        for edge in edges:
            total |= at.board.edge_hexes(edge) & at.grid.within(start, rules.reach)
        if not edges:
            total |= at.grid.within(start, rules.inland)
    return total & ~(enemies | ezoc.least)


EDGES = ("north", "east", "south", "west")
