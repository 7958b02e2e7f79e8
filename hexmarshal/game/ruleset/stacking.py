"""How many units a hex holds."""

from __future__ import annotations

from pydantic import Field

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, Described, PhaseIds, Resting, Valued
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

    def slot_of(self, unit: Described) -> StackingSlot | None:
        """The slot that a unit takes: the first that it matches; None if it takes none."""
        return next((slot for slot in self.slots if slot.who.matches(unit)), None)


class StackWeight(Resting):
    """The most that the units of a stack may add up to of one of their values."""

    value: str
    limit: int
    who: CounterFilter
    spared: PhaseIds = ()
    """Enforced at the end of every phase but these."""

    def weight_of(self, unit: Valued) -> float | None:
        """What a unit weighs; 0 if it does not count, None if its value is missing."""
        if not self.who.matches(unit):
            return 0
        number = unit.value(self.value).number
        return number if isinstance(number, int | float) else None
