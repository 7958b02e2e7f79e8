"""Air units."""

from __future__ import annotations

from hexwright.game.ruleset.cited import Cited, PhaseId


class AirRest(Cited):
    """A space that a segment empties of air units, until a later phase may fill it again."""

    space: str
    emptied: PhaseId
    refilled: PhaseId


class AirRules(Cited):
    """Air units on targets and in boxes."""

    most: int
    """Air units on one target."""
    phase: PhaseId
    """The only phase in which they lie on the map."""
    returns: Cited
    rests: tuple[AirRest, ...] = ()
    one_sided: Cited | None = None
