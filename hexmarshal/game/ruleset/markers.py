"""Markers that lie on units."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, PhaseId, PhaseIds


class PinRules(Cited):
    """A marker that goes at the end of each turn."""

    marker: str
    removed: PhaseId
    """The segment that removes it."""
    earliest: PhaseId
    """The first phase of a turn that can put it on."""
    laid: PhaseIds = ()
    """All phases that can put it on."""
    lasts: Cited | None = None
    """What keeps it on a unit until it is removed."""
    lifted: Cited | None = None
    """A unit that is forced to move loses it."""
    holds: Cited | None = None
    """What it keeps a unit from doing, come what may."""


class Bearer(Cited):
    """A marker that only some units bear."""

    marker: str
    who: CounterFilter
    why: str
    removed: PhaseId = ""
    """The segment of each turn that removes it, ..."""
    earliest: PhaseId = ""
    """... the first phase that can put it on, ..."""
    gone: Cited | None = None
    """... and the rule that says so."""
    laid: PhaseIds = ()
    """All phases that can put it on."""
    holds: Cited | None = None
    """It keeps a unit where it is, come what may."""
