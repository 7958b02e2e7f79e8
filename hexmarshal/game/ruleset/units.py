"""HQs, air units and fog of war."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, PhaseId, PhaseIds
from hexmarshal.game.schema import Form, Names


class CommandRules(Form):
    """The units that an HQ commands besides those of its own formation."""

    tags: Names = ()
    """It commands units that share one of these tags with it."""
    independent: str = ""
    """The tag of units that belong to no particular HQ."""
    in_range: bool = False
    """Whether an HQ without supply affects only the units in its command range."""


class ApartRules(Cited):
    """Units that may not stand within each other's range."""

    who: CounterFilter
    value: str = "range"
    mutual: bool = False
    """Whether both must be within range of the other, not only one."""


class AirRest(Cited):
    """A space that one segment empties of air units until a later phase refills it."""

    space: str
    emptied: PhaseId
    refilled: PhaseId


class Recovery(Cited):
    """How a used air unit recovers: one space further in each segment."""

    grounded: str
    refit: str
    refitting: PhaseId
    """The segment that takes it from `grounded` to `refit`, ..."""
    returning: PhaseId
    """... and the one that takes it from there to its side's box."""
    used: PhaseIds
    """Phases that may send it to either space."""


class AirRules(Cited):
    """Air units on targets and in boxes."""

    most: int
    """The most air units on one target."""
    phase: PhaseId
    """The only phase in which they are on the map."""
    returns: Cited
    rests: tuple[AirRest, ...] = ()
    recovery: Recovery | None = None
    one_sided: Cited | None = None


class FogRules(Cited):
    """Pieces hidden from a side: everything below the top of an enemy stack."""

    markers_hide: bool = False
    """Whether a marker on top hides the top unit too."""
