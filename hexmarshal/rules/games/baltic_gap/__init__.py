"""The rules that only Baltic Gap has.

They cover battles off the map and what they release, entries and ports that change hands, marginal
supply, ships, arrivals at home, and the set-up. Hexes, dates and scenarios are data, and so is the
OCS series, with basis `series`: all are in `scenarios/baltic-gap/rules.yaml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexmarshal.rules.games.baltic_gap import (
    landings,
    placement,
    ports,
    reinforcements,
    set_up,
    supply,
    units,
    victory,
)
from hexmarshal.rules.plugins import GameRules
from hexmarshal.rules.situation import Situation


def states(at: Situation) -> Mapping[str, Any]:
    """POP, ports, entries, marginal supply, bridges and reduced artillery."""
    return {
        **victory.states(at),
        "ports": ports.states(at),
        "entries": supply.entry_states(at),
        "marginal": supply.rations(at),
        "bridges": placement.pontoon_bridges(at),
        "strengths": units.reduced_artillery(at),
    }


RULES = GameRules(
    rules=(
        reinforcements.held_in_boxes,
        reinforcements.holding_boxes,
        reinforcements.hypothetical,
        reinforcements.withdrawn,
        reinforcements.unlisted,
        landings.at_home,
        placement.garrisons,
        placement.hogs,
        placement.partisans,
        landings.at_entries,
        landings.clear_of_enemies,
        placement.panther_line,
        placement.captured,
        placement.desertion,
        ports.ships,
        set_up.at_set_up,
        supply.undecided,
    ),
    supply_overrides=(supply.rationed, supply.along_railways),
    states=(states,),
    sources=supply.traced_to,
    may_set_up=set_up.shifted,
)
