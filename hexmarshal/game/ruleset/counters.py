"""How many counters and steps there are."""

from __future__ import annotations

from hexmarshal.game.basis import Basis
from hexmarshal.game.ruleset.cited import Cited, CounterId, Exempt, PhaseId, Who
from hexmarshal.game.schema import Form, Words


class Pool(Cited):
    """Counters of which no more than a number are ever in play."""

    name: str
    who: Who
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
