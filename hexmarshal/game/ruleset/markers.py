"""Markers on units."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, CounterFilter, PhaseId, PhaseIds


class PinRules(Cited):
    """A marker that is removed at the end of each turn."""

    marker: str
    removed: PhaseId
    """The segment that removes it."""
    earliest: PhaseId
    """The first phase of a turn that can place it."""
    laid: PhaseIds = ()
    """All phases that can place it."""
    lasts: Cited | None = None
    """The rule that keeps it on a unit until then."""
    lifted: Cited | None = None
    """A unit that is forced to move loses it."""
    holds: Cited | None = None
    """The rule that forbids a marked unit to move."""


class Bearer(Cited):
    """A marker that only some units may carry."""

    marker: str
    who: CounterFilter
    why: str
    removed: PhaseId = ""
    """The segment of each turn that removes it, ..."""
    earliest: PhaseId = ""
    """... the first phase that can place it, ..."""
    gone: Cited | None = None
    """... and the rule that says so."""
    laid: PhaseIds = ()
    """All phases that can place it."""
    holds: Cited | None = None
    """The rule that forbids a marked unit to move."""
