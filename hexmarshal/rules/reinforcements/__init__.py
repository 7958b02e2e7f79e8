"""Arrivals: what the scenario's lists and the moment show about a piece that arrives.

`Arrivals` here answers questions about one piece: whether it is in play, waiting, lost or gone for
good, when its arrival is due, and whether it may overstack. The rules that judge are in `times`
(nothing in play too early or too late), `places` (where arrivals are placed), `replacements`
(counters that replace others) and `rebuilding` (steps and units that come back).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hexmarshal.game.places import drawn_from, is_beside_the_map
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import ArrivalRules, Cited, EventArrivals, Gap, Rebuilding
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import has_words

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


LOST = (("eliminated",), ("dead",), ("destroyed",))
"""Words in the names of places for eliminated counters."""
WITHDRAWN = (("withdrawn",), ("removed",), ("discarded",), ("out", "game"))
"""Words in the names of places for counters that left the game for good."""
OUT = (*LOST, ("out",), ("removed",), ("discarded",), ("available",), ("unused",))
"""Words in the names of places off the map's boxes, where counters are out of play."""

CAME_ON = frozenset({"reinforcement", "replacement"})


@dataclass(frozen=True)
class Arrivals:
    """Arrivals in one situation."""

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

    @cached_property
    def _in_use(self) -> frozenset[str]:
        """The places of counters that are in play or waiting."""
        return self._places(box.id for box in self.at.board.boxes) - self._gone

    def _places(self, boxes: Iterable[str]) -> frozenset[str]:
        """The names of these boxes and of their spaces."""
        wanted = frozenset(boxes)
        found = [box for box in self.at.board.boxes if box.id in wanted]
        drawn = (drawn_from(box) for box in found if box.kind == "cup")
        return frozenset((*drawn, *(p for box in found for p in (box.title, *box.places))))

    def in_play(self, piece: Piece) -> bool:
        """Whether a piece is on the map or in a box for pieces in play."""
        return piece.hex is not None or piece.place in self._in_use - self._waiting

    def is_waiting(self, piece: Piece) -> bool:
        """Whether a piece lies where counters await their arrival."""
        return piece.hex is None and piece.place in self._waiting

    def is_out_of_play(self, piece: Piece) -> bool:
        """Whether a piece is out of the game or eliminated, judging by its place."""
        if piece.hex is not None or piece.place in self._in_use:
            return False
        if not piece.place or piece.place in self._gone or is_beside_the_map(piece.place):
            return True
        return has_words(piece.place, OUT)

    def is_dead(self, piece: Piece) -> bool:
        """Whether a piece lies in a box for counters that are eliminated or out of the game."""
        return piece.hex is None and piece.place in self._gone

    def is_lost(self, piece: Piece) -> bool:
        """Whether a piece is eliminated, judging by the name of its place."""
        return piece.hex is None and has_words(piece.place, LOST)

    def is_withdrawn(self, piece: Piece) -> bool:
        """Whether a piece has left the game for good, judging by the name of its place."""
        return piece.hex is None and has_words(piece.place, WITHDRAWN)

    def begins(self, side: str) -> int:
        """The first instant of a turn at which a side's arrivals may be on the map."""
        assert self.rules is not None
        phase = self.rules.phases.get(side) or next(iter(self.rules.phases.values()))
        return self.at.calendar.start(phase) + 1

    def ends(self, side: str) -> int:
        """The instant by which a side's arrivals must have moved."""
        assert self.rules is not None
        phase = self.rules.phases.get(side) or next(iter(self.rules.phases.values()))
        return self.at.calendar.end(phase) - 1

    @property
    def are_coming_on(self) -> bool:
        """Whether a side's arrivals may be entering at this moment."""
        sides = self.rules.phases if self.rules else {}
        return any(self.at.when.touches(self.begins(s), self.ends(s)) for s in sides)

    @property
    def are_over(self) -> bool:
        """Whether this is the end of a phase or segment in which arrivals entered."""
        phases = self.rules.phases.values() if self.rules else ()
        return any(self.at.when.last == self.at.calendar.end(phase) for phase in phases)

    def turn_of(self, placement: Placement) -> int | None:
        """The turn of an arrival, by its date if it has one."""
        dated = self.at.game.turn_of_date(placement.date) if placement.date else None
        return placement.turn if dated is None else dated

    def stands_in(self, row: Placement) -> Gap | None:
        """The lost list that a line borrowed from another scenario replaces, if any."""
        rules = self.rules
        if rules is None or row.rule in (rules.rule, self.at.scenario.rule):
            return None
        turn = self.turn_of(row)
        gaps = (gap for gap in rules.gaps if gap.side == row.side and turn and turn >= gap.first)
        return next(gaps, None)

    def earliest(self, placement: Placement) -> int | None:
        """The first possible turn of an arrival; the game's first if only a condition decides."""
        turn = self.turn_of(placement)
        if turn is None and placement.conditional and placement.kind in CAME_ON:
            return self.at.scenario.first_turn
        return turn

    def event(self, counter: str) -> EventArrivals | None:
        """The event that brings a counter into play, or brings it early."""
        events = self.rules.events if self.rules else ()
        return next((event for event in events if counter in event.counters), None)

    def has_come(self, fact: str) -> bool | None:
        """Whether an event has happened; None if unknown."""
        value = self.at.position.facts.get(fact)
        return None if value is None else value not in (False, "no", "false", 0)

    def listed(self, piece: Piece) -> tuple[Placement, ...]:
        """The scenario's listed arrivals of a piece."""
        rows = self.at.rows_of(piece)
        return tuple(row for row in rows if row.kind in CAME_ON)

    def last_listed(self, piece: Piece) -> Placement | None:
        """The latest listed arrival of a piece whose turn has come."""
        now = self.at.position.turn
        turns = [(self.turn_of(row), row) for row in self.listed(piece)]
        past = [(turn, row) for turn, row in turns if turn is not None and now and turn <= now]
        return max(past, key=lambda found: found[0])[1] if past else None

    def is_due(self, piece: Piece) -> bool:
        """Whether a piece may arrive by a list this turn."""
        if any(self.turn_of(row) is None and row.conditional for row in self.listed(piece)):
            return True
        row, now = self.last_listed(piece), self.at.position.turn
        turn = self.turn_of(row) if row else None
        return turn is not None and now is not None and now <= turn + self.delay(piece)

    def is_reinforcement(self, piece: Piece) -> bool:
        """Whether a piece that has just arrived did so by the ordinary lists."""
        rules = self.rules.entry if self.rules else None
        if rules is None or self.is_back(piece) or self.may_be_rebuilt(piece):
            return False
        if any(self.at.matches(exempt.who, piece) for exempt in rules.exempt):
            return False
        return self.at.when.touches(self.begins(piece.side), self.ends(piece.side))

    def delay(self, piece: Piece) -> int:
        """The number of turns by which a side may delay a piece's arrival."""
        entry = self.rules.entry if self.rules else None
        reroute = entry.reroute if entry else None
        return reroute.turns if reroute and reroute.side == piece.side else 0

    def is_set_up(self, piece: Piece) -> bool:
        """Whether the scenario sets the piece up."""
        rows = self.at.rows_of(piece)
        return any(row.kind not in CAME_ON and row.kind != "withdrawal" for row in rows)

    def is_back(self, piece: Piece) -> bool:
        """Whether a piece that has just arrived must have been in play before."""
        if self.is_set_up(piece):
            return True
        entry = self.rules.entry if self.rules else None
        late_is_lawful = entry is None or entry.reroute is not None
        return not late_is_lawful and bool(self.last_listed(piece)) and not self.is_due(piece)

    def pardon(self, piece: Piece) -> Cited | None:
        """The rule that lets a piece overstack because it has just arrived; None if none does."""
        stacking = self.at.rules.stacking
        if stacking is None or piece.arrived is False or self.at.position.moment != "during":
            return None
        if stacking.rebuilt and self.may_be_rebuilt(piece):
            return stacking.rebuilt
        if stacking.arriving is None or self.rules is None:
            return None
        if not self.at.when.touches(self.begins(piece.side), self.ends(piece.side)):
            return None
        listed = not self.is_set_up(piece) and (piece.counter is None or self.is_due(piece))
        return stacking.arriving if piece.arrived or listed else None

    def may_be_rebuilt(self, piece: Piece) -> bool:
        """Whether a piece may just have been rebuilt: it is reduced and with its HQ."""
        rebuilding = self.at.rules.rebuilding
        if rebuilding is None or rebuilding.side not in ("", piece.side) or piece.kind != "combat":
            return False
        if piece.hex is None or not piece.reduced:
            return False
        return any(self.is_near(rebuilding, piece, hq) for hq in self.staff(piece))

    def staff(self, piece: Piece) -> list[Piece]:
        """The HQs on the map with which a unit may be rebuilt."""
        rules = self.at.rules.rebuilding
        if rules and rules.any_hq and not piece.formation:
            return [p for p in self.at.units if p.kind == "hq" and p.side == piece.side]
        return [hq for hq in self.at.units if self.at.commands(hq, piece)]

    def is_near(self, rebuilding: Rebuilding, piece: Piece, hq: Piece) -> bool:
        """Whether a unit stands near enough to its HQ to be rebuilt there."""
        assert piece.hex is not None
        assert hq.hex is not None
        return self.at.grid.distance(piece.hex, hq.hex) <= rebuilding.near
