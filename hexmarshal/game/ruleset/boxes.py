"""What lies in boxes off the field, and where else it may not."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import BoxId, BoxIds, Cited, PhaseIds, ScenarioId, Side, Who
from hexmarshal.game.schema import Names


class BoxRule(Cited):
    """What may lie in a box."""

    box: BoxId
    side: Side = ""
    kind: Names = ()
    formation: str = ""


class ShutBox(Cited):
    """Boxes that a scenario does without."""

    scenario: ScenarioId
    boxes: BoxIds


class HomeRule(Cited):
    """Counters that lie in one box and nowhere else."""

    who: Who
    box: BoxId
    away: PhaseIds = ()
    """Phases during which they may be on the map."""
