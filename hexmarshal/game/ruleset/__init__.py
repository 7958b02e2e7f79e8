"""A game's rules as data: numbers, conditions and citations that games share in shape.

`rules.yaml` is read straight into these forms, a page for each kind of rule; they are both what the
file may say and what the rules ask. A section that a game leaves out is a rule that it does not
have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.board import Terrain
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.ruleset.cited import (
    Cited,
    CounterFilter,
    Described,
    PhaseId,
    Refers,
    RuleText,
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
from hexmarshal.game.ruleset.words import TagWords, TypeWords
from hexmarshal.game.ruleset.zoc import Exertion, ZocRules, ZocUnit
from hexmarshal.game.schema import Form, Words
from hexmarshal.game.words import WATER

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
    "EntryRules",
    "EventArrivals",
    "FogRules",
    "Gap",
    "Leaving",
    "Limited",
    "MovementRules",
    "Order",
    "Overrun",
    "PlayArea",
    "PointLine",
    "PontoonRules",
    "Prohibited",
    "Rebuilding",
    "Recovery",
    "Refers",
    "Restriction",
    "RetiredChit",
    "Retreats",
    "Returning",
    "RuleSet",
    "RuleText",
    "Season",
    "Slowed",
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

    def as_marker(self, unit: Described) -> Cited | None:
        """The rule by which a unit counts as a marker as it lies, if it does."""
        pontoons = self.pontoons
        return pontoons.as_marker if pontoons and pontoons.who.matches(unit) else None

    def exertion(self, unit: ZocUnit) -> Exertion:
        """Whether a unit exerts a ZOC, its place in the stack left out."""
        if self.zoc is None:
            return Exertion(Value(False, Basis.RULEBOOK), "")
        if marker := self.as_marker(unit):
            return Exertion(Value(False, Basis.RULEBOOK), marker.rule)
        return self.zoc.exerts(unit)

    def closed_to_zoc(self, unit: Described) -> Mapping[str, Closed]:
        """The rules that close hexes to a unit's ZOC, by a name for each."""
        prohibited = {name: rule for name, rule in self.prohibited.items() if rule.zones}
        closed = self.zoc.closed if self.zoc else ()
        rules = {**prohibited, **{f"closed {n}": rule for n, rule in enumerate(closed, 1)}}
        return {name: rule for name, rule in rules.items() if rule.who.matches(unit)}

    @property
    def water_words(self) -> frozenset[str]:
        """The terrain words that mean water."""
        return WATER if self.water is None else frozenset((*self.water.terrain, *self.water.alone))

    def water_hexes(self, terrain: Terrain) -> HexSet:
        """The hexes that no ground unit stands in: those of nothing but water."""
        return terrain.of(*WATER) if self.water is None else self.water.hexes(terrain)


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
