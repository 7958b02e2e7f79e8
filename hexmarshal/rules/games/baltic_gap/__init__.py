"""Baltic Gap: what is this game's alone.

Events off the map and what they release, entries and ports that change hands by date, marginal
supply, ships, arrivals at home, the set-up's special rules. What belongs to the OCS series is
data of basis `series` in `scenarios/baltic-gap/rules.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexmarshal.rules.findings import Checked, State, Supply
from hexmarshal.rules.games.baltic_gap import (
    arrivals,
    borders,
    landings,
    marginal,
    placed,
    population,
    ports,
    rails,
    set_up,
    ships,
    sources,
    strengths,
    works,
)
from hexmarshal.rules.plugins import GameRules
from hexmarshal.rules.situation import Situation


def undecided_supply(at: Situation) -> Iterator[Checked]:
    """How many units' supply turns on the distances of the series."""
    supply = at.supply
    if supply is None or supply.rules.length == "any":
        return
    units = supply.units.values()
    open_ = sum(supplied.state is Supply.UNKNOWN for supplied in units)
    if open_:
        why = f"the supply of {open_} of {len(units)} units turns on trace distances of the series"
        yield Checked(supply.rules.rule, State.CANNOT, why)


def states(at: Situation) -> Mapping[str, Any]:
    """POP, ports, entries and marginal supply, bridges, artillery that has lost steps."""
    return {
        **population.states(at),
        "ports": ports.states(at),
        "entries": sources.entry_states(at),
        "marginal": marginal.rations(at),
        "bridges": works.pontoon_bridges(at),
        "strengths": strengths.reduced_artillery(at),
    }


RULES = GameRules(
    rules=(
        arrivals.held_in_boxes,
        arrivals.holding_boxes,
        arrivals.hypothetical,
        arrivals.withdrawn,
        arrivals.unlisted,
        landings.at_home,
        placed.garrisons,
        placed.hogs,
        placed.partisans,
        landings.at_entries,
        landings.clear_of_enemies,
        works.panther_line,
        works.captured,
        borders.desertion,
        ships.ships,
        set_up.at_set_up,
        undecided_supply,
    ),
    supply_overrides=(marginal.rationed, rails.along_railways),
    states=(states,),
    sources=marginal.traced_to,
    may_set_up=set_up.shifted,
)
