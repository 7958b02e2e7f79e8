"""How many counters and steps there are."""

from __future__ import annotations

from hexmarshal.game.basis import Basis
from hexmarshal.game.ruleset.cited import (
    Cited,
    CounterFilter,
    CounterId,
    Exempt,
    PhaseId,
    PhaseIds,
    Resting,
    Side,
)
from hexmarshal.game.schema import Form, Words


class Pool(Cited):
    """Counters of which no more than a number are ever in play."""

    name: str
    who: CounterFilter
    limit: int


class StepRules(Form):
    """What cannot be reduced."""

    no_step: Exempt | None = None
    one_step: Cited
    dead: Cited
    undying: Exempt | None = None
    """Counters that never lie among the dead."""


class RetiredChit(Cited):
    """A counter that leaves the game."""

    counter: CounterId
    words: tuple[Words, ...] = ()
    """What tells a chit that no list names for this one; see `TagWords`."""
    turn: int
    phase: PhaseId


class CounterMix(Cited):
    """How many counters there are."""

    unnamed: Basis = Basis.RULEBOOK
    """What the number of counters without a name of their own rests on."""
    untold: Cited | None = None
    """What that number would settle, where it is missing."""


class Leaving(Resting):
    """When counters can leave play; the first that means a counter is its own."""

    who: CounterFilter
    phases: PhaseIds = ()
    """The phases that can take them off; none: nothing does."""
    waits: bool = False
    """They may wait to come on again."""


class Returning(Resting):
    """When lost steps and units can come back."""

    phases: PhaseIds
    steps: PhaseIds = ()
    """The phases that give steps to units on the map, if not the same."""
    but: tuple[CounterFilter, ...] = ()
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
