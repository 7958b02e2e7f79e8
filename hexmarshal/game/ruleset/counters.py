"""Numbers of counters and steps, and how counters leave and return."""

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
    """Counters with a limit on how many are ever in play."""

    name: str
    who: CounterFilter
    limit: int


class StepRules(Form):
    """Units that cannot be reduced."""

    no_step: Exempt | None = None
    one_step: Cited
    dead: Cited
    undying: Exempt | None = None
    """Counters that are never eliminated."""


class RetiredChit(Cited):
    """A chit that leaves the game."""

    counter: CounterId
    words: tuple[Words, ...] = ()
    """Words that identify an unlisted chit as this one; see `TagWords`."""
    turn: int
    phase: PhaseId


class CounterMix(Cited):
    """How many counters there are."""

    unnamed: Basis = Basis.RULEBOOK
    """The basis for the number of counters without a name of their own."""
    untold: Cited | None = None
    """The text that would settle that number, if it is missing."""


class Leaving(Resting):
    """When counters can leave play; the first entry that matches a counter applies."""

    who: CounterFilter
    phases: PhaseIds = ()
    """The phases that can remove them; if empty, none can."""
    waits: bool = False
    """They may then wait to arrive again."""


class Returning(Resting):
    """When lost steps and units can return."""

    phases: PhaseIds
    steps: PhaseIds = ()
    """The phases that return steps to units on the map, if different."""
    but: tuple[CounterFilter, ...] = ()
    """Counters that return by other rules."""


class Order(Cited):
    """A chit on the turn record that removes a formation from the game on that turn."""

    chit: CounterId
    track: str
    """The title of the turn record box."""
    side: Side
    formation: str
    phase: PhaseId


class Succession(Form):
    """How one position may follow another."""

    leaving: tuple[Leaving, ...] = ()
    returning: Returning | None = None
    final: tuple[Exempt, ...] = ()
    """Counters that never return once eliminated."""
    withdrawn: Cited | None = None
    """Withdrawn counters return only if a list recalls them."""
    orders: tuple[Order, ...] = ()
