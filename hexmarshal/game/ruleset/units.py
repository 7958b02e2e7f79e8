"""HQs and units that must keep together."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, PhaseId, PhaseIds
from hexmarshal.game.schema import Form, Names


class CommandRules(Form):
    """Which units an HQ commands, besides those of its own formation."""

    tags: Names = ()
    """Those that share one of these tags with it."""
    independent: str = ""
    """The tag of units that any HQ of their side serves."""
    in_range: bool = False
    """Only those in its command range, where it fails them."""


class ApartRules(Cited):
    """Units that may not stand within each other's range."""

    who: CounterFilter
    value: str = "range"
    mutual: bool = False
    """Each must stand within the other's range, not only one."""


class AirRest(Cited):
    """A space that a segment empties of air units, until a later phase may fill it again."""

    space: str
    emptied: PhaseId
    refilled: PhaseId


class Recovery(Cited):
    """How an air unit that was used comes back: from one space to the next, a segment each."""

    grounded: str
    refit: str
    refitting: PhaseId
    """The segment that takes it from `grounded` to `refit`, ..."""
    returning: PhaseId
    """... and the one that takes it from there to the box of its side."""
    used: PhaseIds
    """Phases that send it to either space."""


class AirRules(Cited):
    """Air units on targets and in boxes."""

    most: int
    """Air units on one target."""
    phase: PhaseId
    """The only phase in which they lie on the map."""
    returns: Cited
    rests: tuple[AirRest, ...] = ()
    recovery: Recovery | None = None
    one_sided: Cited | None = None


class FogRules(Cited):
    """What a side may not look at: in an enemy stack everything below the top."""

    markers_hide: bool = False
    """A marker on top is all that is seen; else the topmost unit is seen as well."""
