"""Where what has just come on may stand: at its entry, or near it when the enemy bars it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Entry
from hexmarshal.game.hexfield import Edges, HexSet, without
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, EntryRules
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.spans import Span, both, on, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def entry_placement(at: Situation) -> Iterator[Finding | Checked]:
    """Units that have come on this phase and not moved yet."""
    rules = at.rules.arrivals
    if rules is None or rules.entry is None:
        return
    reroute = rules.entry.reroute
    cited = [rules.entry.blocked.rule, *([reroute.rule] if reroute else [])]
    if at.position.moment != "during" or not at.arrivals.are_coming_on:
        why = "only while units come on and have not moved"
        yield from (Checked(rule, State.NOT_NOW, why) for rule in cited)
        return
    if at.position.turn is None:
        yield from (Checked(rule, State.CANNOT, "nothing tells the turn") for rule in cited)
    if any(piece.arrived is None for piece in at.units):
        why = "nothing tells which units have just been placed"
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
        self.said = f"{piece.name} comes on at {at.grid.label(piece.hex)}"

    def upon_enemies(self) -> Iterator[Finding]:
        """On enemy units, or in their ZOC; friends do not help."""
        at, piece = self.at, self.piece
        if at.enemies(piece.side) >> self.hex & 1:
            message = f"{self.said}, upon an enemy unit"
            yield at.find(self.rules.no_enemy, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        covered = at.zones.against(piece.side).map(lambda ezoc: bool(ezoc >> self.hex & 1))
        yield from self._charge(covered, self.rules.no_ezoc, f"{self.said}, in an enemy ZOC")

    def away_from_entry(self) -> Iterator[Finding]:
        """Elsewhere than at its entry, or too far from it when it is barred."""
        row = self.at.arrivals.last_listed(self.piece)
        turn = self.at.position.turn
        due = self.at.arrivals.turn_of(row) if row else None
        if row is None or turn is None or due is None or row.entry not in self.at.board.entries:
            return
        reroute, late = self.rules.reroute, turn - due
        if late and (reroute is None or reroute.side != self.piece.side):
            return
        if reroute and late > reroute.turns:
            message = f"{self.said}, {late} turns after it was due"
            yield from self._charge(Span.sure(True), reroute.late, message)
            return
        yield from self._away_from(self._open_to(row.entry, late), reroute if late else None)

    def _open_to(self, entry: str, late: int) -> list[Entry]:
        """The entries at which it may come on: its own or, when late, any other of its side."""
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
            shut = self._barred(entry)
            barred = barred | shut
            if self._near(entry):
                allowed = allowed | shut
            allowed = allowed | self._by_rail(entry)
        titles = " or ".join(entry.name for entry in entries)
        basis = next((e.basis for e in entries if not e.basis.hard), Basis.GIVEN)
        wrong = on(basis) & ~allowed
        if allowed.low and self.rules.supplied and not self._railed(entries):
            yield from self._unsupplied(self.rules.supplied)
        if barred.low:
            message = f"{self.said}, not within {self.rules.reach} hexes of entry {titles} "
            yield from self._charge(wrong, cited or self.rules.blocked, message + "along its edge")
        else:
            message = f"{self.said}, and not at entry {titles}"
            yield from self._charge(wrong, cited or self.rules, message, basis)

    def _barred(self, entry: Entry) -> Span[bool]:
        """Whether enemies hold or cover every hex of an entry."""
        hexes: HexSet = sum(1 << hex_ for hex_ in set(entry.hexes))
        enemies = self.at.enemies(self.piece.side)
        ezoc = self.at.zones.against(self.piece.side)
        return ezoc.map(lambda covered: not hexes & ~(covered | enemies))

    def _near(self, entry: Entry) -> bool:
        """Whether the unit stands within reach of an entry along a map edge they share."""
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
        """Whether an open railway leads here from an entry."""
        rail, at, side = self.rules.rail, self.at, self.piece.side
        if rail is None or rail.side != side:
            return Span.sure(False)
        starts: HexSet = sum(1 << hex_ for hex_ in set(entry.hexes))
        free = at.zones.against(side).against(lambda ezoc: at.grid.all & ~(ezoc | at.enemies(side)))
        whole = at.grid.all
        every: Edges = (whole, whole, whole, whole, whole, whole)
        shut = at.ground.crossed(rail.paths).against(lambda rails: without(every, rails))
        reached = both(
            free, shut.reversed, lambda hexes, no: at.grid.flood(starts & hexes, hexes, no)
        )
        return reached.map(lambda hexes: bool(hexes >> self.hex & 1))

    def _railed(self, entries: list[Entry]) -> bool:
        return any(self._by_rail(entry).low for entry in entries)

    def _unsupplied(self, cited: Cited) -> Iterator[Finding]:
        """Elsewhere than at its entry, and in no supply."""
        at, piece = self.at, self.piece
        if at.supply is None:
            return
        firm = severity(~at.supply.units[piece.ref].can)
        if firm:
            needs = at.supply.needs(piece) if firm is Severity.UNKNOWN else ()
            bases = at.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
            message = f"{self.said}, which is not in supply"
            yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs)

    def _charge(
        self, charge: Span[bool], cited: Cited, message: str, basis: Basis = Basis.RULEBOOK
    ) -> Iterator[Finding]:
        """A finding if the charge stands; what it turns on besides are the enemies' ZOC."""
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
    """The hexes in which a unit that comes on may be placed: at its entry, or near it if that may
    be barred; a lost one with its HQ."""
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
    """The hexes near an entry that enemies may bar, free of them and of what they cover."""
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
