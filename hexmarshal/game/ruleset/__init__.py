"""A game's rules as data: numbers, conditions and citations that games share in shape.

`rules.yaml` is read straight into these forms, a page for each kind of rule; they are both what the
file may say and what the rules ask. A section that a game leaves out is a rule that it does not
have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from hexmarshal.game.ruleset.cited import (
    Cited,
    CounterFilter,
    EntryName,
    PhaseId,
    Refers,
    RuleText,
    ScenarioId,
    Switch,
)
from hexmarshal.game.ruleset.counters import (
    CounterMix,
    Leaving,
    Order,
    Pool,
    RetiredChit,
    Returning,
    StepRules,
    Succession,
)
from hexmarshal.game.ruleset.events import Dates, EntryOwner, Event, Variant
from hexmarshal.game.ruleset.filters import TagWords, TypeWords
from hexmarshal.game.ruleset.markers import Bearer, PinRules
from hexmarshal.game.ruleset.movement import (
    ALL,
    PROHIBITED,
    Advances,
    BeyondText,
    CostRow,
    Limited,
    MovementRules,
    Overrun,
    Retreats,
    Slowed,
)
from hexmarshal.game.ruleset.placement import (
    Barrier,
    BoxRule,
    Closed,
    ClosedBox,
    HomeRule,
    PlayArea,
    PontoonRules,
    Prohibited,
    Restriction,
    Season,
    WaterRules,
)
from hexmarshal.game.ruleset.reinforcements import (
    ArrivalRules,
    EntryRules,
    EventArrivals,
    Gap,
    Rebuilding,
    Takeover,
    Total,
)
from hexmarshal.game.ruleset.scenarios import (
    Country,
    Losses,
    PortRules,
    RolledArrivals,
    ScenarioRules,
    Spread,
)
from hexmarshal.game.ruleset.stacking import StackingRules, StackingSlot, StackWeight
from hexmarshal.game.ruleset.supply import SupplyMarkers, SupplyRules
from hexmarshal.game.ruleset.units import (
    AirRest,
    AirRules,
    ApartRules,
    CommandRules,
    FogRules,
    Recovery,
)
from hexmarshal.game.ruleset.victory import PointLine, SuddenDeath, VictoryRules
from hexmarshal.game.ruleset.zoc import ZocRules
from hexmarshal.game.schema import Form, Identity, Words

__all__ = [
    "ALL",
    "PROHIBITED",
    "Advances",
    "AirRest",
    "AirRules",
    "ApartRules",
    "ArrivalRules",
    "Barrier",
    "BeyondText",
    "Cited",
    "Closed",
    "CostRow",
    "CounterFilter",
    "CounterMix",
    "Country",
    "Dates",
    "EntryOwner",
    "EntryRules",
    "Event",
    "EventArrivals",
    "FogRules",
    "Gap",
    "Leaving",
    "Limited",
    "Losses",
    "MovementRules",
    "Order",
    "Overrun",
    "PlayArea",
    "PointLine",
    "PontoonRules",
    "PortRules",
    "Prohibited",
    "Rebuilding",
    "Recovery",
    "Refers",
    "Restriction",
    "RetiredChit",
    "Retreats",
    "Returning",
    "RolledArrivals",
    "RuleSet",
    "RuleText",
    "ScenarioRules",
    "Season",
    "Slowed",
    "Spread",
    "StackWeight",
    "StackingRules",
    "StackingSlot",
    "StepRules",
    "Succession",
    "SuddenDeath",
    "SupplyMarkers",
    "SupplyRules",
    "Switch",
    "TagWords",
    "Takeover",
    "Total",
    "TypeWords",
    "Variant",
    "VictoryRules",
    "WaterRules",
    "ZocRules",
    "amended",
]


class RuleSet(Form):
    """The rules of one game."""

    texts: tuple[RuleText, ...] = ()
    switches: tuple[Switch, ...] = ()
    facts: Words = ()
    """Facts of a position that only this game's rules ask for."""
    values: Words = ()
    """Values of counters that only this game's rules ask for."""
    tags: tuple[TagWords, ...] = ()
    types: tuple[TypeWords, ...] = ()
    decided: dict[str, bool] = Field(default_factory=dict)
    """Tags that the text leaves in doubt (`TAG undecided`), where a switch decides them."""
    first_moves: PhaseId = ""
    """The first phase of a turn in which anything moves."""
    seasons: tuple[Season, ...] = ()
    stacking: StackingRules | None = None
    stack_weight: StackWeight | None = None
    one_side: Cited | None = None
    set_up: Cited | None = None
    water: WaterRules | None = None
    restrictions: tuple[Restriction, ...] = ()
    prohibited: dict[str, Prohibited] = Field(default_factory=dict)
    pontoons: PontoonRules | None = None
    command: CommandRules | None = None
    boxes: tuple[BoxRule, ...] = ()
    closed_boxes: tuple[ClosedBox, ...] = ()
    homes: tuple[HomeRule, ...] = ()
    play_areas: tuple[PlayArea, ...] = ()
    zoc: ZocRules | None = None
    supply: SupplyRules | None = None
    arrivals: ArrivalRules | None = None
    rebuilding: Rebuilding | None = None
    succession: Succession | None = None
    retired: tuple[RetiredChit, ...] = ()
    pins: PinRules | None = None
    bearers: tuple[Bearer, ...] = ()
    steps: StepRules | None = None
    apart: ApartRules | None = None
    counter_mix: CounterMix | None = None
    pools: tuple[Pool, ...] = ()
    air: AirRules | None = None
    victory: VictoryRules | None = None
    movement: MovementRules | None = None
    fog: FogRules | None = None
    events: dict[Identity, Event] = Field(default_factory=dict)
    variants: dict[Identity, Variant] = Field(default_factory=dict)
    entry_owners: dict[EntryName, EntryOwner] = Field(default_factory=dict)
    countries: tuple[Country, ...] = ()
    ports: PortRules | None = None
    rolled: RolledArrivals | None = None
    scenario_rules: dict[ScenarioId, ScenarioRules] = Field(default_factory=dict)


def amended(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """The rules as the chosen readings have them; what is no switch or value is left alone."""
    chosen = [(switch, options.get(switch.name, switch.default)) for switch in rules.switches]
    patches = [switch.amend[value] for switch, value in chosen if value in switch.amend]
    if not patches:
        return rules
    told = rules.model_dump(exclude_unset=True)
    for patch in patches:
        told = _merged(told, patch)
    return RuleSet.model_validate(told)


def _merged(told: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A document with another laid over it; what is no mapping is replaced as a whole."""
    merged = dict(told)
    for key, value in patch.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged
