"""How many units a hex may hold."""

from __future__ import annotations

from pydantic import Field

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, Described, PhaseIds, Resting, Valued
from hexmarshal.game.schema import Form


class StackingSlot(Form):
    """The slots in a stack for one class of units."""

    name: str
    limit: int
    who: CounterFilter
    own: Cited | None = None
    """Its own rule, if different from that of the stack."""
    pardoned: bool = True
    """Whether arrivals may exceed it until they have moved."""


class StackingRules(Cited):
    """The slots of a stack; a unit takes the first slot that matches it, or none."""

    slots: tuple[StackingSlot, ...] = Field(min_length=1)
    arriving: Cited | None = None
    """The rule that reinforcements may overstack until they have moved."""
    rebuilt: Cited | None = None

    def slot_of(self, unit: Described) -> StackingSlot | None:
        """The first slot that matches a unit; None if none does."""
        return next((slot for slot in self.slots if slot.who.matches(unit)), None)


class StackWeight(Resting):
    """The greatest total of one value over the units of a stack."""

    value: str
    limit: int
    who: CounterFilter
    spared: PhaseIds = ()
    """The rule applies at the end of every phase except these."""

    def weight_of(self, unit: Valued) -> float | None:
        """A unit's share of the total; 0 if it does not count, None if its value is missing."""
        if not self.who.matches(unit):
            return 0
        number = unit.value(self.value).number
        return number if isinstance(number, int | float) else None
