"""Victory: control of hexes, victory points, and sudden death."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hexmarshal.game.board import Place
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import PointLine, SuddenDeath, VictoryRules
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic
from hexmarshal.rules.spans import Span, at_least

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation

UNKNOWN = "unknown"


@dataclass(frozen=True)
class Victory:
    """The points of one side in one situation."""

    at: Situation
    rules: VictoryRules
    shown: Mapping[int, str] = field(default_factory=dict)
    """The holders of hexes that the game's own markers show."""

    # -- control --------------------------------------------------------------------------------

    def control(self, hex_: int) -> str:
        """The side that controls a hex, or `unknown`."""
        if known := self._known(hex_):
            return known
        return self._other if self._no_unit_has_moved else self.rules.untold or UNKNOWN

    def _known(self, hex_: int) -> str:
        """The last side to hold a hex, by units, markers or earlier positions; "" if unknown."""
        holders = [p for p in self.at.stacks.get(hex_, ()) if self.may_hold(p)]
        takes = self._takes_control
        sides = {p.side for p in holders if takes(p).low}
        if len(sides) == 1:
            return next(iter(sides))
        doubtful = {p.side for p in holders if takes(p).high} - sides
        holder = self.at.position.control.get(hex_) or self.shown.get(hex_)
        if not holder and self._before:
            holder = self._before._known(hex_)
        if sides or (doubtful and doubtful != {holder}):
            return UNKNOWN
        return holder or ""

    @cached_property
    def _before(self) -> Victory | None:
        """The points of the side in the previous position."""
        return Victory(self.at.earlier, self.rules) if self.at.earlier else None

    def _takes_control(self, piece: Piece) -> Span[bool]:
        """Whether a combat unit takes control of its hex."""
        return self.at.zones.exerts[piece.ref] if self.rules.control.zoc else Span.sure(True)

    def may_hold(self, piece: Piece) -> bool:
        """Whether a unit's kind and defence allow it to take control."""
        if piece.kind != "combat":
            return False
        return at_least(piece.value("defence"), self.rules.least_defence).high

    @cached_property
    def _other(self) -> str:
        return next((s.id for s in self.at.game.sides if s.id != self.rules.side), UNKNOWN)

    @cached_property
    def _no_unit_has_moved(self) -> bool:
        moves = self.at.rules.first_moves
        first = self.at.scenario.first_turn
        if self.at.scenario.id in self.rules.control.taken_before:
            return False
        return bool(moves) and self.at.when.before(first, self.at.calendar.start(moves) + 1)

    # -- points ---------------------------------------------------------------------------------

    def _hexes(self, line: PointLine) -> HexSet:
        """The hexes that a line of the victory table counts."""
        board = self.at.board
        found = self._named(line.hexes)
        if line.entry and line.entry in board.entries:
            for hex_ in board.entries[line.entry].hexes:
                found |= 1 << hex_
        if line.area:
            found |= board.area(line.area)
        if line.terrain:
            found |= board.terrain.of(fold(line.terrain)) & board.area(line.within)
            found &= ~self._named(line.but)
        for place in self._places(line):
            found |= self._extent(place)
        return found

    def _places(self, line: PointLine) -> list[Place]:
        """The places that a line of the victory table counts."""
        return [p for p in self.at.board.places if line.places and line.places in p.points]

    def _extent(self, place: Place) -> HexSet:
        """The hexes of a place: those of the area with its name, if there is one."""
        return self.at.board.area(place.name) or sum({1 << hex_ for hex_ in place.hexes})

    def holder(self, place: Place) -> str:
        """The side that controls most of a place's hexes, or `unknown`."""
        held = dict(self.at.position.shares.get(fold(place.name), {}))
        hexes = sum(held.values())
        if not held:
            for hex_ in members(self._extent(place)):
                side = self.control(hex_)
                held[side] = held.get(side, 0) + 1
                hexes += 1
        found = (side for side, number in held.items() if side != UNKNOWN and 2 * number > hexes)
        return next(found, UNKNOWN)

    def _named(self, labels: Iterable[str]) -> HexSet:
        """The hexes with these printed numbers."""
        found = (self.at.grid.find(label) for label in labels)
        return sum(1 << hex_ for hex_ in found if hex_ is not None)

    @cached_property
    def _points(self) -> list[tuple[dict[str, Any], bool | None]]:
        """Every scoring opportunity, and whether the side scores it; None if unknown."""
        found: list[tuple[dict[str, Any], bool | None]] = []
        taken: bool | None
        entry: dict[str, Any]
        label = self.at.grid.label
        held = self.at.held(self.rules.side)
        for line in self.rules.lines:
            for place in self._places(line):
                entry = {"rule": line.rule, "hex": label(place.hexes[0]), "place": place.name}
                side = self.holder(place)
                taken = None if side == UNKNOWN else side == self.rules.side
                points = line.points * place.points[line.places]
                found.append(({**entry, "points": points}, taken))
            for hex_ in members(self._hexes(line) if not line.places else 0):
                entry = {"rule": line.rule, "hex": label(hex_), "points": line.points}
                taken = bool(held >> hex_ & 1)
                if not line.occupied:
                    side = self.control(hex_)
                    taken = None if side == UNKNOWN else side == self.rules.side
                found.append((entry, taken))
            if line.fact:
                there = bool(self.at.arrivals.has_come(line.fact))
                found.append(({"rule": line.rule, "points": line.points}, there))
            for counter in line.markers:
                found.extend(self._track(line, counter))
        return found

    def _track(self, line: PointLine, counter: str) -> Iterator[tuple[dict[str, Any], bool]]:
        """The points for a marker on a track, once the game is over."""
        box = next((box for box in self.at.board.boxes if box.id == line.track), None)
        marker = next((p for p in self._pieces_of(counter) if box and p.place in box.places), None)
        if box is None or marker is None or line.top not in box.spaces:
            return
        down = box.places.index(marker.place) - box.spaces.index(line.top)
        if down > 0:
            points = {"rule": line.rule, "place": marker.place, "points": line.points * down}
            yield points, self._over

    def _pieces_of(self, counter: str) -> Iterator[Piece]:
        found = self.at.position.pieces
        return (p for p in found if p.counter is not None and p.counter.id == counter)

    @cached_property
    def _over(self) -> bool:
        """Whether the game has come to its end."""
        return self.at.when.reached(self.at.scenario.last_turn, self.at.calendar.last)

    def score(self) -> dict[str, Any]:
        """The certain points, the possible points, and the lines that score."""
        lines = [entry for entry, taken in self._points if taken]
        open_ = [entry for entry, taken in self._points if taken is None]
        least = sum(entry["points"] for entry in lines)
        most = least + sum(entry["points"] for entry in open_)
        found: dict[str, Any] = {self.rules.side: least, "at_most": most, "lines": lines}
        levels = {self._level(points) for points in (least, most)}
        if len(levels) == 1:
            found["level"] = levels.pop()
        return found

    def _level(self, points: int) -> str:
        reached = [level for level in self.rules.levels if points >= level.points]
        return max(reached, key=lambda level: level.points).title if reached else ""

    def controlled(self) -> dict[str, str]:
        """The side in control of each hex that scores by control."""
        total = 0
        for line in self.rules.lines:
            total |= 0 if line.occupied else self._hexes(line)
        return {self.at.grid.label(h): self.control(h) for h in members(total)}

    # -- sudden death ---------------------------------------------------------------------------

    def sudden_death(self) -> str:
        """The side that wins by sudden death, `none` or `unknown`."""
        rules = self.rules.sudden_death
        if rules is None:
            return "none"
        there = self.standing(rules)
        if self.at.when.last < self.judged_from or not there:
            return "none"
        return rules.side if self.at.when.first >= self.judged_from else UNKNOWN

    @property
    def judged_from(self) -> int:
        """The instant of a turn at which sudden death is decided."""
        rules = self.rules.sudden_death
        return self.at.calendar.start(rules.phase) - 1 if rules else self.at.calendar.last

    def standing(self, rules: SuddenDeath) -> list[Piece]:
        """The supplied units that win."""
        hexes = self.at.board.area(rules.area)
        there = (p for p in self.at.units if p.side == rules.side and hexes >> p.at_hex & 1)
        return [piece for piece in there if self.is_supplied(piece)]

    def is_supplied(self, piece: Piece) -> bool:
        """Whether a unit was in supply at the last Supply Phase, by its marker and its line."""
        supply = self.at.supply
        if supply is None:
            return True
        if piece.markers & supply.rules.marks:
            return False
        return supply.units[piece.ref].can.most


def sudden_death(at: Situation) -> Iterator[Finding | Checked]:
    """A note if a side has won by sudden death."""
    rules = at.rules.victory
    if rules is None or rules.sudden_death is None:
        return
    cited = rules.sudden_death
    victory = Victory(at, rules)
    if at.when.last < victory.judged_from:
        yield Checked(cited.rule, State.NOT_NOW, "only after the Supply Phase")
    elif victory.sudden_death() == cited.side:
        title = next(side.title for side in at.game.sides if side.id == cited.side)
        pieces = victory.standing(cited)
        yield at.find(cited, Topic.VICTORY, Severity.NOTE, f"{title} wins by sudden death", pieces)


def state(at: Situation) -> Mapping[str, Any]:
    """Score, control and sudden death."""
    rules = at.rules.victory
    if rules is None:
        return {}
    victory = Victory(at, rules)
    return {
        "score": victory.score(),
        "control": victory.controlled(),
        "sudden_death": victory.sudden_death(),
    }
