"""When a position was taken, compared with when a rule applies.

A turn is a series of instants. Each segment of the sequence of play has three: its start, its
course and its end. A position covers one instant, or several if it does not say which.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexmarshal.game.scenario import Phase
from hexmarshal.game.text import fold
from hexmarshal.game.timing import SET_UP, WHOLE_TURN


@dataclass(frozen=True, slots=True)
class Calendar:
    """The sequence of play: the first and last segment of every phase, by plain or folded id."""

    spans: dict[str, tuple[int, int]]
    segments: int

    @classmethod
    def of(cls, phases: Iterable[Phase]) -> Calendar:
        spans: dict[str, tuple[int, int]] = {}
        count = 0

        def enter(phase: Phase) -> None:
            nonlocal count
            first = count
            for segment in phase.segments:
                enter(segment)
            if not phase.segments:
                count += 1
            for name in (phase.id, fold(phase.id)):
                spans.setdefault(name, (first, count - 1))

        for phase in phases:
            enter(phase)
        return cls(spans, count)

    @property
    def last(self) -> int:
        """The last instant of a turn."""
        return 3 * self.segments - 1

    def start(self, phase: str) -> int:
        """The instant a phase begins. Raises KeyError."""
        return 3 * self.spans[phase][0]

    def end(self, phase: str) -> int:
        """The instant a phase ends. Raises KeyError."""
        return 3 * self.spans[phase][1] + 2

    def when(self, turn: int | None, phase: str, moment: str, first_turn: int) -> TimeSpan:
        """The instants that match a position's turn, phase and moment."""
        if phase == SET_UP:
            return TimeSpan(first_turn if turn is None else turn, -1, -1)
        if phase == WHOLE_TURN:
            start, end = 0, self.last
        elif phase in self.spans:
            start, end = self.start(phase), self.end(phase)
        else:
            return TimeSpan(turn, 0, self.last)
        if moment == "start":
            return TimeSpan(turn, start, start)
        if moment == "end":
            return TimeSpan(turn, end, end)
        return TimeSpan(turn, start + 1, end - 1)


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """The turn of a position, and the first and last instant at which it may have been taken.

    Instant -1 is the set-up, before the turn begins. The turn is None if it is unknown.
    """

    turn: int | None
    first: int
    last: int

    def before(self, turn: int, instant: int) -> bool:
        """Whether it is certainly earlier than an instant of a turn."""
        return self.turn is not None and (self.turn, self.last) < (turn, instant)

    def reached(self, turn: int, instant: int) -> bool:
        """Whether it is certainly at or after an instant of a turn."""
        return self.turn is not None and (self.turn, self.first) >= (turn, instant)

    def inside(self, first: int, last: int) -> bool:
        """Whether it certainly lies between two instants of a turn, both included."""
        return first <= self.first and self.last <= last

    def touches(self, first: int, last: int) -> bool:
        """Whether it may lie between two instants of a turn, both included."""
        return self.first <= last and first <= self.last
