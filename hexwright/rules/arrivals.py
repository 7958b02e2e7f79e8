"""Arrival: who may be in play yet, and where what has just come on may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hexwright.game.basis import Basis
from hexwright.game.board import Entry
from hexwright.game.hexfield import HexSet
from hexwright.game.names import agreement
from hexwright.game.position import Piece
from hexwright.game.ruleset import ArrivalRules, Cited, EntryRules
from hexwright.game.scenario import Placement
from hexwright.rules.completions import Span, both, on, severity
from hexwright.rules.findings import Finding, Need, Severity, Topic, What
from hexwright.rules.wording import names

if TYPE_CHECKING:
    from hexwright.rules.situation import Situation

CAME_ON = frozenset({"reinforcement", "replacement"})


@dataclass(frozen=True)
class Arrivals:
    """Arrivals in one situation: what the lists and the moment say of a piece."""

    at: Situation

    @property
    def rules(self) -> ArrivalRules | None:
        return self.at.rules.arrivals

    @cached_property
    def _waiting(self) -> frozenset[str]:
        return self._places(self.rules.waiting if self.rules else ())

    @cached_property
    def _gone(self) -> frozenset[str]:
        return self._places(self.rules.out_of_play if self.rules else ())

    def _places(self, boxes: Iterable[str]) -> frozenset[str]:
        """The names of boxes and of their spaces."""
        found = [box for box in self.at.board.boxes if box.id in boxes]
        return frozenset(place for box in found for place in (box.title, *box.places))

    def in_play(self, piece: Piece) -> bool:
        """Whether a piece is on the map or in a box of pieces in use."""
        if piece.hex is not None:
            return True
        return bool(piece.place) and piece.place not in self._waiting | self._gone

    def is_out_of_play(self, piece: Piece) -> bool:
        """Whether a piece is out of the game, or dead."""
        return piece.hex is None and (not piece.place or piece.place in self._gone)

    def begins(self, side: str) -> int:
        """The instant of a turn from which a side's arrivals may be on the map."""
        assert self.rules is not None
        phase = self.rules.phases.get(side) or next(iter(self.rules.phases.values()))
        return self.at.calendar.start(phase) + 1

    def ends(self, side: str) -> int:
        """The instant before a side's arrivals must have moved."""
        assert self.rules is not None
        phase = self.rules.phases.get(side) or next(iter(self.rules.phases.values()))
        return self.at.calendar.end(phase) - 1

    def turn_of(self, placement: Placement) -> int | None:
        """The turn of an arrival, by its date where it has one."""
        dated = self.at.game.turn_of_date(placement.date) if placement.date else None
        return placement.turn if dated is None else dated

    def listed(self, piece: Piece) -> tuple[Placement, ...]:
        """The arrivals that the scenario lists for a piece."""
        rows = self.at.placements.get(piece.counter.id, ()) if piece.counter else ()
        return tuple(row for row in rows if row.kind in CAME_ON)

    def due(self, piece: Piece) -> Placement | None:
        """The listed arrival that may bring a piece on this very turn."""
        for row in self.listed(piece):
            turn, now = self.turn_of(row), self.at.position.turn
            if turn is not None and now is not None and turn <= now <= turn + self.delay(piece):
                return row
        return None

    def delay(self, piece: Piece) -> int:
        """The turns by which its side may put off a piece's arrival."""
        entry = self.rules.entry if self.rules else None
        reroute = entry.reroute if entry else None
        return reroute.turns if reroute and reroute.side == piece.side else 0

    def is_set_up(self, piece: Piece) -> bool:
        """Whether the scenario sets the piece up."""
        rows = self.at.placements.get(piece.counter.id, ()) if piece.counter else ()
        return any(row.kind not in CAME_ON and row.kind != "withdrawal" for row in rows)

    def pardon(self, piece: Piece) -> Cited | None:
        """The rule that lets a piece overstack because it has come on and not moved, or None."""
        stacking = self.at.rules.stacking
        if stacking is None or piece.arrived is False or self.at.position.moment != "during":
            return None
        if stacking.rebuilt and self.may_be_rebuilt(piece):
            return stacking.rebuilt
        if stacking.arriving is None or self.rules is None or self.is_set_up(piece):
            return None
        if not self.at.when.touches(self.begins(piece.side), self.ends(piece.side)):
            return None
        certain = piece.arrived or piece.counter is None or self.due(piece)
        return stacking.arriving if certain else None

    def may_be_rebuilt(self, piece: Piece) -> bool:
        """Whether a piece may just have been rebuilt: reduced, and with its HQ."""
        rebuilding = self.at.rules.rebuilding
        if rebuilding is None or piece.side != rebuilding.side or piece.kind != "combat":
            return False
        if piece.hex is None or not piece.reduced:
            return False
        return any(
            hq.kind == "hq" and agreement(piece.formation, hq.formation) is not None
            for hq in self.at.stacks[piece.hex]
            if hq.side == piece.side
        )


# -- too early ------------------------------------------------------------------------------------


def too_early(at: Situation) -> Iterator[Finding]:
    """Pieces in play before the lists let them be; a note on those that lost lists may name."""
    rules, arrivals = at.rules.arrivals, at.arrivals
    if rules is None or at.position.turn is None:
        return
    copies: dict[str, list[Piece]] = {}
    for piece in at.position.pieces:
        if piece.kind == "marker" or not arrivals.in_play(piece):
            continue
        if piece.counter and piece.counter.id in at.placements:
            copies.setdefault(piece.counter.id, []).append(piece)
        elif piece.is_unit:
            yield from _unlisted(at, rules, piece)
    for counter, pieces in copies.items():
        yield from _early_copies(at, rules, at.placements[counter], pieces)


def _early_copies(
    at: Situation, rules: ArrivalRules, rows: tuple[Placement, ...], pieces: list[Piece]
) -> Iterator[Finding]:
    """The copies of one counter beyond those that may have come on by now."""
    arrivals = at.arrivals
    begins = arrivals.begins(pieces[0].side)
    later: list[Placement] = []
    there = 0
    for row in rows:
        turn = arrivals.turn_of(row)
        if row.kind in CAME_ON and turn is not None and at.when.before(turn, begins):
            later.append(row)
        elif row.kind != "withdrawal":
            there += row.count
    early = len(pieces) - there
    if early <= 0 or not later:
        return
    first = min(later, key=lambda row: arrivals.turn_of(row) or 0)
    title = f"turn {arrivals.turn_of(first)}"
    message = f"{names(pieces)} on the map before the Reinforcement Phase of {title}"
    if len(pieces) > 1:
        message = f"{len(pieces)} of {pieces[0].name} in play, and {there} may be before {title}"
    own = next((one for one in rules.special if at.means(one.who, pieces[0])), None)
    cited = own or Cited(rule=first.rule or rules.rule, also=(rules.rule, *rules.also))
    yield at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, pieces)


def _unlisted(at: Situation, rules: ArrivalRules, piece: Piece) -> Iterator[Finding]:
    """A unit that no surviving list brings on."""
    lost = next((one for one in rules.lost if one.side == piece.side), None)
    if lost is None:
        return
    if at.when.reached(at.scenario.last_turn, at.arrivals.begins(piece.side)):
        return
    message = f"{piece.name} is in no list that has come down, so when it may come is not known"
    needs = [Need(What.TEXT, lost.rule)]
    yield at.find(lost, Topic.ARRIVAL, Severity.UNKNOWN, message, [piece], needs=needs)


# -- gone ----------------------------------------------------------------------------------------


def retired(at: Situation) -> Iterator[Finding]:
    """Counters in play after they have left the game."""
    for rule in at.rules.retired:
        over = at.calendar.end(rule.phase)
        if not at.when.reached(rule.turn, over):
            continue
        for piece in at.position.pieces:
            if (
                piece.counter
                and piece.counter.id == rule.counter
                and not at.arrivals.is_out_of_play(piece)
            ):
                message = f"{piece.name} left the game on turn {rule.turn}"
                yield at.find(rule, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


# -- where ----------------------------------------------------------------------------------------


def entry_placement(at: Situation) -> Iterator[Finding]:
    """Units that have just come on and not moved: at their entry, or near it if it is barred."""
    rules = at.rules.arrivals
    if rules is None or rules.entry is None:
        return
    arrivals = at.arrivals
    for piece in at.units:
        if not piece.arrived or at.position.moment != "during":
            continue
        if not at.when.touches(arrivals.begins(piece.side), arrivals.ends(piece.side)):
            continue
        if any(at.means(exempt.who, piece) for exempt in rules.entry.exempt):
            continue
        if arrivals.is_set_up(piece) or arrivals.may_be_rebuilt(piece):
            continue
        yield from _placed(at, rules.entry, piece)


def _placed(at: Situation, rules: EntryRules, piece: Piece) -> Iterator[Finding]:
    assert piece.hex is not None
    here = 1 << piece.hex
    label = at.grid.label(piece.hex)
    ezoc = at.zones.against(piece.side)
    if at.enemies(piece.side) & here:
        message = f"{piece.name} is placed upon an enemy unit"
        yield at.find(rules.no_enemy, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
    covered = ezoc.map(lambda hexes: bool(hexes & here))
    if firm := severity(covered):
        message = f"{piece.name} is placed into an enemy ZOC at {label}"
        yield _of_zoc(at, rules.no_ezoc, firm, message, piece)
    entries = _entries(at, piece)
    if not entries or any(piece.hex in entry.hexes for entry in entries):
        return
    barred = Span.sure(True)
    near = False
    for entry in entries:
        barred = both(barred, _barred(at, piece.side, entry), lambda a, b: a and b)
        near = near or _near(at, entry, piece.hex, rules.reach)
    titles = " or ".join(sorted({entry.name for entry in entries}))
    basis = next((e.basis for e in entries if not e.basis.hard), Basis.GIVEN)
    placed = on(basis)
    if not near:
        wrong = both(placed, barred, lambda a, b: a and b)
        if firm := severity(wrong):
            message = (
                f"{piece.name} comes on at {label}, not within {rules.reach} hexes "
                f"of entry {titles} along its map edge"
            )
            yield _of_zoc(at, rules.blocked, firm, message, piece, basis)
    wrong = both(placed, barred.against(lambda shut: not shut), lambda a, b: a and b)
    if firm := severity(wrong):
        message = f"{piece.name} comes on at {label}, and entry {titles} is open"
        yield _of_zoc(at, rules, firm, message, piece, basis)


def _of_zoc(
    at: Situation,
    cited: Cited,
    firm: Severity,
    message: str,
    piece: Piece,
    basis: Basis = Basis.RULEBOOK,
) -> Finding:
    """A finding about a placement that turns on enemy ZOC."""
    bases = () if firm is Severity.ILLEGAL else (basis, *at.zones.bases(piece.side))
    needs: list[Need] = []
    if firm is Severity.UNKNOWN:
        unknown = [p for p in at.units if p.side != piece.side and not p.value("attack").known]
        needs = [Need(What.VALUE, p.ref) for p in unknown if at.zones.exerts[p.ref].most]
    return at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=bases, needs=needs)


def _entries(at: Situation, piece: Piece) -> list[Entry]:
    """The entries at which a piece may come on this turn."""
    entries: Mapping[str, Entry] = at.board.entries
    row = at.arrivals.due(piece)
    if row is None or not row.entry or row.entry not in entries:
        return []
    if at.arrivals.turn_of(row) == at.position.turn:
        return [entries[row.entry]]
    own = [e for e in at.game.board.entries.values() if e.side == piece.side]
    return [entries[e.name] for e in own if e.name != row.entry and e.name in entries]


def _barred(at: Situation, side: str, entry: Entry) -> Span[bool]:
    """Whether enemies hold or cover every hex of an entry."""
    hexes: HexSet = 0
    for hex_ in entry.hexes:
        hexes |= 1 << hex_
    enemies = at.enemies(side)
    return at.zones.against(side).map(lambda ezoc: not hexes & ~(ezoc | enemies))


def _near(at: Situation, entry: Entry, hex_: int, reach: int) -> bool:
    """Whether a hex lies within reach of an entry along a map edge they share."""
    edges = [entry.edge] if entry.edge else ["north", "east", "south", "west"]
    for edge in edges:
        along = at.board.edge_hexes(edge)
        for start in entry.hexes:
            same_edge = along >> hex_ & 1 and along >> start & 1
            if same_edge and at.grid.distance(hex_, start) <= reach:
                return True
    return False
