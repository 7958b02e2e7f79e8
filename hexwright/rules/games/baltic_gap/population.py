"""POP: what the scenarios say of the Soviet tally at their start (5.2 to 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwright.rules.situation import Situation
from hexwright.rules.victory import Victory


def at_start(at: Situation) -> Mapping[str, Any]:
    """The tally before anything has moved, where the text gives it and not the places."""
    told = at.scenario.facts.get("pop_soviet", "")
    first, rules = at.scenario.first_turn, at.rules.victory
    begun = not at.when.before(first, at.calendar.start(at.rules.first_moves) + 1)
    if begun or rules is None or not told.isdigit() or at.position.control:
        return {}
    score = Victory(at, rules).score()
    return {"score": {**score, rules.side: int(told), "at_most": int(told)}}
