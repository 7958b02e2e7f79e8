"""How many units a hex holds."""

from __future__ import annotations

from pydantic import Field

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, PhaseIds, Resting
from hexmarshal.game.schema import Form


class StackingSlot(Form):
    """Room in a stack for one class of units."""

    name: str
    limit: int
    who: CounterFilter
    own: Cited | None = None
    """Its own rule, where that is not the stack's."""
    pardoned: bool = True
    """Whether arrivals may be over it until they have moved."""


class StackingRules(Cited):
    """Slots of a stack; a unit takes the first slot that means it, or none."""

    slots: tuple[StackingSlot, ...] = Field(min_length=1)
    arriving: Cited | None = None
    """Reinforcements may overstack until they have moved."""
    rebuilt: Cited | None = None


class StackWeight(Resting):
    """The most that the units of a stack may add up to of one of their values."""

    value: str
    limit: int
    who: CounterFilter
    spared: PhaseIds = ()
    """Enforced at the end of every phase but these."""
