"""Air units."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, PhaseId, PhaseIds


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
