"""What follows from the position before: who leaves the game, who comes back, and when."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import (
    Cited,
    CounterId,
    Exempt,
    PhaseId,
    PhaseIds,
    Resting,
    Side,
    Who,
)
from hexmarshal.game.schema import Form


class Leaving(Resting):
    """When counters can leave play; the first that means a counter is its own."""

    who: Who
    phases: PhaseIds = ()
    """The phases that can take them off; none: nothing does."""
    waits: bool = False
    """They may wait to come on again."""


class Returning(Resting):
    """When lost steps and units can come back."""

    phases: PhaseIds
    steps: PhaseIds = ()
    """The phases that give steps to units on the map, if not the same."""
    but: tuple[Who, ...] = ()
    """Counters that come back otherwise."""


class Order(Cited):
    """A chit on a turn of the turn record that takes a formation from the game on that turn."""

    chit: CounterId
    track: str
    """The box of the turn record by its title."""
    side: Side
    formation: str
    phase: PhaseId


class Succession(Form):
    """What one position may be after another."""

    leaving: tuple[Leaving, ...] = ()
    returning: Returning | None = None
    final: tuple[Exempt, ...] = ()
    """Counters that never come back once they are lost."""
    withdrawn: Cited | None = None
    """What was withdrawn comes back only if a list recalls it."""
    orders: tuple[Order, ...] = ()
