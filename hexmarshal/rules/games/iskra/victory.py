"""Iskra: control, victory points and sudden death (13.5, 14.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.names import find_side
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, VictoryRules
from hexmarshal.game.text import fold
from hexmarshal.game.words import marker_word
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic
from hexmarshal.rules.plugins import Rule, States
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, severity
from hexmarshal.rules.victory import UNKNOWN, Victory

MARKERS = Cited(rule="14.1", also=("1.5.5", "14.1.1"))
FREED = Cited(rule="13.5.2", also=("13.5",))
HELD = Cited(rule="13.5.1", also=("13.5",))
JOINED = Cited(rule="14.1.4", also=("13.3.6",))
LOST = Cited(rule="14.3.1")
GERMAN_WIN = Cited(rule="14.2.1", also=("14.2",))
SOVIET_WIN = Cited(rule="14.2.2", also=("14.2",))

NEEDED = {4: 4, 6: 6, 8: 8}
"""The points of places that the Soviets need at the end of each turn (14.2.1)."""
PRIZES = ("sinjavino heights", "mga")
"""Areas that win the game if all their hexes are held (14.2.2)."""
LAST_TO_JOIN = 6
LAST_TO_FREE = 7
ENDS = "turn-advance"
"""The segment in which a turn ends: nothing moves in it."""

Line = dict[str, Any]


@dataclass(frozen=True)
class Tally:
    """The points of both sides in one situation."""

    at: Situation
    rules: VictoryRules

    @cached_property
    def victory(self) -> Victory:
        """The shared rules of control, with what the markers show."""
        return Victory(self.at, self.rules, _told_by_markers(self.at))

    @cached_property
    def turn(self) -> int | None:
        return self.at.position.turn

    @property
    def is_end_of_turn(self) -> bool | None:
        """Whether a turn is ending; None if the position does not settle that."""
        begins = self.at.calendar.start(ENDS)
        if self.at.when.last < begins:
            return False
        return True if self.at.when.first >= begins else None

    def _number(self, fact: str) -> int:
        value = self.at.position.facts.get(fact)
        return value if isinstance(value, int) else 0

    def _says(self, fact: str) -> bool:
        return bool(self.at.arrivals.has_come(fact))

    # -- Schlüsselburg (13.5) ----------------------------------------------------------------------

    @cached_property
    def city(self) -> HexSet:
        return self.at.board.area("schluesselburg")

    def _marker(self, side: str) -> Piece | None:
        """The Schlüsselburg marker of a side, if it is on the map."""
        wanted = f"m-vp-schluesselburg-{side}"
        pieces = self.at.position.pieces
        on_map = (p for p in pieces if p.counter and p.counter.id == wanted and p.hex is not None)
        return next(on_map, None)

    @cached_property
    def freed(self) -> bool:
        """Whether all six hexes have been liberated."""
        if self._marker("soviet") or self._says("schluesselburg_freed"):
            return True
        return bool(self.city) and all(
            self.victory.control(hex_) == "soviet" for hex_ in members(self.city)
        )

    @property
    def soviet_city(self) -> int:
        """The Soviet points for Schlüsselburg."""
        if not self.freed:
            return 0
        if marker := self._marker("soviet"):
            return 2 if _is_turned(marker) else 4
        when = self.at.position.facts.get("schluesselburg_freed")
        if isinstance(when, bool) or not isinstance(when, int):
            when = self._first_seen_freed
        return 4 if when <= LAST_TO_FREE else 2

    @property
    def _first_seen_freed(self) -> int:
        """The turn of the earliest known position in which the city was free."""
        if self.before and self.before.turn is not None and self.before.freed:
            return self.before.turn
        return self.turn if self.turn is not None else self.at.scenario.last_turn

    @property
    def german_city(self) -> int:
        """The German points for Schlüsselburg."""
        if self.freed:
            return 0
        if marker := self._marker("german"):
            return 2 if _is_turned(marker) else 8
        return 2 if self.left else 8

    @property
    def left(self) -> bool:
        """Whether a turn has ended with no German in the city (13.5.1)."""
        empty = not self.at.held("german") & self.city
        now = self._says("schluesselburg_left") or (empty and bool(self.is_end_of_turn))
        return now or (self.before is not None and self.before.left)

    @cached_property
    def before(self) -> Tally | None:
        """The points of both sides in the previous position."""
        return Tally(self.at.earlier, self.rules) if self.at.earlier else None

    def _city_line(self, cited: Cited, points: int) -> Line:
        first, *_ = self.at.grid.labels(self.city)
        return {"rule": cited.rule, "hex": first, "points": points}

    # -- points (14.1) -----------------------------------------------------------------------------

    def _villages(self, side: str) -> tuple[list[Line], list[Line]]:
        """The lines of the victory table that a side holds, and those that are unknown."""
        held: list[Line] = []
        open_: list[Line] = []
        for line in self.rules.lines:
            for label in line.hexes:
                holder = self.victory.control(self.at.grid.parse(label))
                entry = {"rule": line.rule, "hex": label, "points": line.points}
                if holder in (side, UNKNOWN):
                    (held if holder == side else open_).append(entry)
        return held, open_

    def places(self, side: str) -> tuple[list[Line], list[Line]]:
        """The points for places that a side holds, and for those that it may hold."""
        held, open_ = self._villages(side)
        if self.city and side == "soviet" and self.soviet_city:
            held.append(self._city_line(FREED, self.soviet_city))
        if self.city and side == "german" and self.german_city:
            held.append(self._city_line(HELD, self.german_city))
        if lost := self._number(f"lost_points_{side}"):
            held.append({"rule": LOST.rule, "points": lost})
        return held, open_

    def _more(self) -> tuple[list[Line], list[Line]]:
        """Soviet points not for places: the certain and the possible ones."""
        sure: list[Line] = []
        perhaps: list[Line] = []
        for line in self.rules.lines:
            if line.fact and self._says(line.fact):
                sure.append({"rule": line.rule, "points": line.points})
        failed = self.failed_to_join
        if failed is not False:
            (sure if failed else perhaps).append({"rule": JOINED.rule, "points": -5})
        return sure, perhaps

    # -- joining forces (13.3.6) -------------------------------------------------------------------

    @cached_property
    def joined(self) -> Span[bool]:
        """Whether a Soviet supply line leads from the western to the eastern side now."""
        if self.at.supply is None:
            return Span.sure(False)
        tracing = self.at.supply.tracings["soviet"]
        west = tracing.sources.map(lambda hexes: hexes & self._west_half)
        net = tracing.net(west).levels
        goals = tracing.sources.levels
        ends = [bool(n.reach & g & ~self._west_half) for n, g in zip(net, goals, strict=True)]
        return Span(ends[0], ends[1], ends[2], ends[3])

    @cached_property
    def _west_half(self) -> HexSet:
        grid = self.at.grid
        across = [grid.centre(h).x for h in grid.numbers]
        middle = (min(across) + max(across)) / 2
        return sum(1 << h for h in grid.numbers if grid.centre(h).x < middle)

    @property
    def failed_to_join(self) -> bool | None:
        """Whether they had not joined by the end of turn 6; None if unknown."""
        value = self.at.position.facts.get("joined_forces")
        due = self.turn is not None and (
            self.turn > LAST_TO_JOIN or (self.turn == LAST_TO_JOIN and bool(self.is_end_of_turn))
        )
        if not due:
            return False
        if isinstance(value, int) and not isinstance(value, bool):
            return value > LAST_TO_JOIN
        if value is not None:
            return not self._says("joined_forces")
        if self.turn == LAST_TO_JOIN and self.joined.known:
            return not self.joined.low
        return None

    # -- the score ---------------------------------------------------------------------------------

    def score(self) -> dict[str, Any]:
        """The points of both sides as known, the range of the total, and the result."""
        soviet, soviet_open = self.places("soviet")
        german, german_open = self.places("german")
        sure, perhaps = self._more()
        known = _sum(soviet) + _sum(sure)
        least, most = known + _sum(perhaps), known + _sum(soviet_open)
        low, high = least - _sum(german) - _sum(german_open), most - _sum(german)
        found: dict[str, Any] = {
            "soviet": known,
            "at_least": least,
            "at_most": most,
            "german": _sum(german),
            "difference": low if low == high else UNKNOWN,
            "lines": [*soviet, *sure],
            "german_lines": german,
        }
        levels = {self._level(points) for points in (low, high)}
        if len(levels) == 1:
            found["level"] = levels.pop()
        return found

    def _level(self, points: int) -> str:
        reached = [level for level in self.rules.levels if points >= level.points]
        return max(reached, key=lambda level: level.points).title

    def controlled(self) -> dict[str, str]:
        """The side in control of each hex that scores."""
        found = self.victory.controlled()
        holder = "soviet" if self.freed else "german"
        return found | dict.fromkeys(self.at.grid.labels(self.city), holder)

    # -- sudden death (14.2) -----------------------------------------------------------------------

    def sudden_death(self) -> str:
        """The side that wins by sudden death, `none` or `unknown`."""
        if self.is_end_of_turn is False or self.turn is None:
            return "none"
        winner = "soviet" if self.prize else self._late
        return winner if self.is_end_of_turn or winner == "none" else UNKNOWN

    @property
    def prize(self) -> str:
        """An area with supplied Soviet units in every hex; "" if there is none."""
        for name in PRIZES:
            hexes = self.at.board.area(name)
            if hexes and all(self._occupied(hex_) for hex_ in members(hexes)):
                return name
        return ""

    def _occupied(self, hex_: int) -> bool:
        stack = self.at.stacks.get(hex_, ())
        return any(
            piece.side == "soviet"
            and not self.at.as_marker(piece)
            and self.victory.is_supplied(piece)
            for piece in stack
        )

    @property
    def _late(self) -> str:
        """Whether the Germans win because the Soviets hold too few points."""
        needed = NEEDED.get(self.turn or 0, 0)
        held, open_ = self.places("soviet")
        if _sum(held) >= needed:
            return "none"
        return "german" if _sum(held) + _sum(open_) < needed else UNKNOWN


def _sum(lines: list[Line]) -> int:
    return sum(line["points"] for line in lines)


def _is_turned(marker: Piece) -> bool:
    """Whether a marker lies on its other side."""
    back = marker_word(marker.counter.reverse) if marker.counter else ""
    return back in marker.markers or marker.reduced


def _told_by_markers(at: Situation) -> dict[int, str]:
    """The holder of each hex that a Victory Point marker names (1.5.5)."""
    return {hex_: side for hex_, side, _ in _markers(at)}


def _markers(at: Situation) -> Iterator[tuple[int, str, Piece]]:
    city = at.board.area("schluesselburg")
    for piece in at.position.pieces:
        counter = piece.counter
        if counter is None or piece.hex is None or "victory" not in counter.tags:
            continue
        if not city >> piece.hex & 1:
            face = counter.reverse if _is_turned(piece) else counter.type
            if side := piece.side or find_side(at.game, fold(face).partition(" ")[0]):
                yield piece.hex, side, piece


# -- rules -----------------------------------------------------------------------------------------


def markers_of_victory(at: Situation) -> Iterator[Finding]:
    """Victory Point markers that show another side than the units in their hex."""
    rules = at.rules.victory
    if rules is None:
        return
    victory = Victory(at, rules)
    for hex_, side, marker in _markers(at):
        holders = [p for p in at.stacks.get(hex_, ()) if victory.may_hold(p)]
        if not holders or any(piece.side == side for piece in holders):
            continue
        exerts = [at.zones.exerts[piece.ref] for piece in holders]
        levels = [any(span.levels[i] for span in exerts) for i in range(4)]
        firm = severity(Span(levels[0], levels[1], levels[2], levels[3]))
        if firm in (Severity.ILLEGAL, Severity.SUSPECT):
            basis = [piece.value("attack").basis for piece in holders]
            message = (
                f"{marker.name} shows the {side.title()} side, but {holders[0].name} holds the hex"
            )
            pieces = [*holders, marker]
            yield at.find(MARKERS, Topic.VICTORY, firm, message, pieces, basis=basis)


def sudden_death(at: Situation) -> Iterator[Finding | Checked]:
    """A note if a side has won by sudden death."""
    rules = at.rules.victory
    if rules is None:
        return
    tally = Tally(at, rules)
    if tally.is_end_of_turn is False:
        for cited in (GERMAN_WIN, SOVIET_WIN):
            yield Checked(cited.rule, State.NOT_NOW, "only at the end of a turn")
        return
    winner = tally.sudden_death()
    if winner == "soviet":
        hexes = at.board.area(tally.prize)
        pieces = [p for p in at.units if p.side == "soviet" and hexes >> p.at_hex & 1]
        message = "the Soviet Union wins by sudden death"
        yield at.find(SOVIET_WIN, Topic.VICTORY, Severity.NOTE, message, pieces)
    elif winner == "german":
        message = "Germany wins by sudden death"
        yield at.find(GERMAN_WIN, Topic.VICTORY, Severity.NOTE, message)


def state(at: Situation) -> Mapping[str, Any]:
    """Score, control, Schlüsselburg, joining forces and sudden death."""
    rules = at.rules.victory
    if rules is None:
        return {}
    tally = Tally(at, rules)
    joined = tally.joined
    return {
        "score": tally.score(),
        "control": tally.controlled(),
        "schluesselburg_german": tally.german_city,
        "schluesselburg_soviet": tally.soviet_city,
        "joined_forces": ("yes" if joined.low else "no") if joined.known else UNKNOWN,
        "sudden_death": tally.sudden_death(),
    }


VICTORY_RULES: tuple[Rule, ...] = (markers_of_victory, sudden_death)
STATES: tuple[States, ...] = (state,)
