"""Zones of control."""

from __future__ import annotations

from pydantic import Field

from hexmarshal.game.ruleset.cited import Cited, Exempt, Resting, Side
from hexmarshal.game.ruleset.placement import Barrier, Closed
from hexmarshal.game.schema import Names


class ZocRules(Resting):
    """Who exerts a zone of control, and what stops it."""

    least_attack: int = 1
    flag: str = ""
    """The yes-or-no value of a counter that decides in place of its attack."""
    none: tuple[Exempt, ...] = ()
    silencing_markers: Names = ()
    """Markers that take a unit's ZOC."""
    silenced_from_top: Cited | None = None
    """A unit without ZOC on top of a stack takes the ZOC of the whole stack."""
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """What besides stops one side's."""
    closed: tuple[Closed, ...] = ()
    """Hexes that no ZOC reaches, besides those its unit may not enter (`prohibited`)."""
