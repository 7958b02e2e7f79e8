"""Scenarios: set-up, arrivals and the turn record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

PLACEMENT_KINDS = (
    "setup",
    "reinforcement",
    "replacement",
    "withdrawal",
    "box",
    "available",
    "dead",
    "airbase",
    "air",
    "chit",
)


LATER = frozenset({"reinforcement", "replacement", "withdrawal"})
"""Kinds of placement that happen after play has begun."""


HOW = {
    "drawn": "drawn at random",
    "owner": "the owner's choice",
    "opponent": "the opponent's choice",
    "v-number": "if a die is no higher than the V#",
    "agreed": "if the players agree",
}
"""How a choice is made, and the words for it."""
WAYS = tuple(HOW)


@dataclass(frozen=True, slots=True)
class Choice:
    """A part of the lists that a draw, a roll or a player settles; either outcome is legal.

    It applies to the placements with its id as their `choice`. `take` of their pieces are moved
    `to` a place, or that many of each formation if `each`. Without `take` the text says what.
    """

    id: str
    how: str
    text: str
    rule: str
    take: int = 0
    each: bool = False
    to: str = ""

    @property
    def summary(self) -> str:
        """The choice as players read it."""
        return f"{self.text} ({HOW[self.how]})"


@dataclass(frozen=True, slots=True)
class Placement:
    """One line of a set-up or arrival list.

    Exactly one of `hex`, `hexes`, `place` and `entry` gives its place. Hexes are the board's
    numbers (`HexField.parse`); `within` is a radius in hexes around `hex` or around one of `hexes`.
    """

    scenario: str
    counter: str
    kind: str
    side: str = ""
    """Whose list it is in: the counter's side, or who gets a counter of no side."""
    as_printed: str = ""
    rule: str = ""
    count: int = 1
    hex: int | None = None
    hexes: tuple[int, ...] = ()
    within: int | None = None
    inside: str = ""
    """The area of the map that it must stay in, whichever hex is chosen."""
    place: str = ""
    entry: str = ""
    waits: str = ""
    """The box where it waits, if not its turn's space of the turn record."""
    replaces: str = ""
    """The counter that leaves the game for it and whose hex and state it takes."""
    turn: int | None = None
    date: str = ""
    """ISO date, if the game's lists count in dates."""
    steps_lost: int = 0
    group: str = ""
    group_steps_lost: int = 0
    draw: str = ""
    """The tag of the pool it is drawn from at random; `counter` is a placeholder until then."""
    choice: str = ""
    """The id of the scenario's choice that applies to the line."""
    unless: str = ""
    """The id of the choice that must have failed for the line to apply."""
    conditional: str = ""
    """The condition in our own words, if the line is not certain."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the turn record."""

    number: int
    title: str
    date: str = ""
    """ISO date of its first day, if the game counts in dates."""
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)
    """Facts of the turn record by name: weather, activations, ..."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the sequence of play with its segments in order."""

    id: str
    title: str
    rule: str = ""
    segments: tuple[Phase, ...] = ()
    by_players: bool = False
    """Each player in turn goes through it, together with neighbouring phases of this sort."""


@dataclass(frozen=True)
class Scenario:
    """A scenario with its placements resolved, arrivals it shares with others included."""

    id: str
    title: str
    rule: str
    first_turn: int
    last_turn: int
    first_side: str = ""
    placements: tuple[Placement, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """Special rules for the players: section and a sentence of our own."""
    areas: tuple[str, ...] = ()
    """Names of board areas in play; empty: the whole board."""
    facts: Mapping[str, str] = field(default_factory=dict)
    arrivals_of: tuple[str, ...] = ()
    """Names of the scenarios whose arrivals and withdrawals it shares."""
    choices: tuple[Choice, ...] = ()
    """Its choices, those of shared arrivals included."""

    @cached_property
    def by_counter(self) -> Mapping[str, tuple[Placement, ...]]:
        """The placements of each counter."""
        found: dict[str, list[Placement]] = {}
        for placement in self.placements:
            found.setdefault(placement.counter, []).append(placement)
        return {counter: tuple(rows) for counter, rows in found.items()}

    def setup(self) -> tuple[Placement, ...]:
        """The placements at the beginning of play; none in a mere schedule."""
        return tuple(p for p in self.placements if p.kind not in LATER)

    def choice(self, id_: str) -> Choice | None:
        """The choice with this id."""
        found = (choice for choice in self.choices if choice.id == id_)
        return next(found, None) if id_ else None

    def doubt(self, placement: Placement) -> str:
        """Why a line of its lists is not certain, in words; empty if it is certain."""
        choice, failed = self.choice(placement.choice), self.choice(placement.unless)
        reasons = (
            choice.summary if choice else "",
            f"only if this fails: {failed.summary}" if failed else "",
            placement.conditional,
        )
        return "; ".join(text for text in reasons if text)

    def arrivals(self) -> tuple[Placement, ...]:
        """The later arrivals, in the order of the lists."""
        return tuple(p for p in self.placements if p.kind in {"reinforcement", "replacement"})
