"""A game's rules as data: numbers, conditions and citations in forms that games share.

`rules.yaml` is read straight into these forms, one file for each kind of rule. They define what the
file may contain, and the rules read them. A game does not have the rule of a section it omits.
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
from hexmarshal.game.ruleset.words import TagWords, TypeWords
from hexmarshal.game.ruleset.zoc import Exertion, ZocRules, ZocUnit
from hexmarshal.game.schema import Form, Identity, Words
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


def _section(title: str, decides: str, default: Any = None) -> Any:  # noqa: ANN401, as Field
    """A section of the rules: its name in a listing, and what it decides in a position."""
    return Field(default=default, title=title, description=decides)


class RuleSet(Form):
    """The rules of one game."""

    texts: tuple[RuleText, ...] = ()
    switches: tuple[Switch, ...] = ()
    facts: Words = ()
    """Facts of a position that only this game's rules need."""
    values: Words = ()
    """Values of counters that only this game's rules need."""
    tags: tuple[TagWords, ...] = ()
    types: tuple[TypeWords, ...] = ()
    decided: dict[str, bool] = Field(default_factory=dict)
    """Tags that the text leaves in doubt (`TAG undecided`), decided by a switch."""
    first_moves: PhaseId = ""
    """The first phase of a turn in which pieces move."""
    command: CommandRules | None = None
    fog: FogRules | None = None
    events: dict[Identity, Event] = Field(default_factory=dict)
    variants: dict[Identity, Variant] = Field(default_factory=dict)
    entry_owners: dict[EntryName, EntryOwner] = Field(default_factory=dict)
    countries: tuple[Country, ...] = ()
    ports: PortRules | None = None
    rolled: RolledArrivals | None = None
    scenario_rules: dict[ScenarioId, ScenarioRules] = Field(default_factory=dict)

    # Sections that judge a position; `rules.sections` has the rules of each.
    seasons: tuple[Season, ...] = _section("Seasons", "which seasonal paths exist in the turn", ())
    stacking: StackingRules | None = _section(
        "Stacking", "how many units of a class a hex may hold"
    )
    stack_weight: StackWeight | None = _section(
        "Stacking", "how much the units in a hex may add up to"
    )
    one_side: Cited | None = _section(
        "Both sides in a hex", "whether units of both sides are in one hex"
    )
    set_up: Cited | None = _section(
        "Set-up", "whether counters are where the scenario sets them up"
    )
    water: WaterRules | None = _section("Water", "whether ground units are in water hexes")
    restrictions: tuple[Restriction, ...] = _section(
        "Areas", "whether units are in areas reserved for others", ()
    )
    prohibited: dict[str, Prohibited] = _section(
        "Closed hexes", "whether units are in hexes closed to them", {}
    )
    pontoons: PontoonRules | None = _section("Bridges", "whether bridges are on bridge sites")
    boxes: tuple[BoxRule, ...] = _section(
        "Boxes", "whether counters are in boxes where they do not belong", ()
    )
    closed_boxes: tuple[ClosedBox, ...] = _section(
        "Boxes", "whether counters are in boxes that the scenario does not use", ()
    )
    homes: tuple[HomeRule, ...] = _section(
        "Boxes", "whether counters are outside the only box where they belong", ()
    )
    play_areas: tuple[PlayArea, ...] = _section(
        "Map", "whether units are outside the part of the map that the scenario uses", ()
    )
    zoc: ZocRules | None = _section(
        "Zones of control", "which units exert a ZOC, and where it reaches"
    )
    supply: SupplyRules | None = _section(
        "Supply", "which units can trace a supply line, and whether their markers agree"
    )
    arrivals: ArrivalRules | None = _section(
        "Arrivals", "whether units are in play too early, and where they arrive"
    )
    rebuilding: Rebuilding | None = _section(
        "Rebuilding", "whether units and steps were regained lawfully"
    )
    succession: Succession | None = _section(
        "Losses", "which counters left or returned since the previous position"
    )
    retired: tuple[RetiredChit, ...] = _section(
        "Chits", "whether counters that have left the game are still in play", ()
    )
    pins: PinRules | None = _section(
        "Markers", "whether a marker is still on after the segment that removes it"
    )
    bearers: tuple[Bearer, ...] = _section(
        "Markers", "whether a marker is on a unit that may carry it at that time", ()
    )
    steps: StepRules | None = _section(
        "Steps", "whether units have lost steps that they do not have"
    )
    apart: ApartRules | None = _section("HQs", "whether HQs are within each other's command range")
    counter_mix: CounterMix | None = _section(
        "Counters", "whether there are more copies of a counter than the game has"
    )
    pools: tuple[Pool, ...] = _section(
        "Counters", "whether more counters of a kind are in play than may be", ()
    )
    air: AirRules | None = _section("Air units", "where air units are, and how many on one target")
    victory: VictoryRules | None = _section(
        "Victory", "which side controls what, and the victory points for it"
    )
    movement: MovementRules | None = _section(
        "Movement", "what a move costs, given a log or two positions"
    )

    def as_marker(self, unit: Described) -> Cited | None:
        """The rule that makes a unit count as a marker in its present state; None if none does."""
        pontoons = self.pontoons
        return pontoons.as_marker if pontoons and pontoons.who.matches(unit) else None

    def exertion(self, unit: ZocUnit) -> Exertion:
        """Whether a unit exerts a ZOC, ignoring its place in the stack."""
        if self.zoc is None:
            return Exertion(Value(False, Basis.RULEBOOK), "")
        if marker := self.as_marker(unit):
            return Exertion(Value(False, Basis.RULEBOOK), marker.rule)
        return self.zoc.exerts(unit)

    def closed_to_zoc(self, unit: Described) -> Mapping[str, Closed]:
        """The rules that close hexes to a unit's ZOC, by name."""
        prohibited = {name: rule for name, rule in self.prohibited.items() if rule.zones}
        closed = self.zoc.closed if self.zoc else ()
        rules = {**prohibited, **{f"closed {n}": rule for n, rule in enumerate(closed, 1)}}
        return {name: rule for name, rule in rules.items() if rule.who.matches(unit)}

    @property
    def water_words(self) -> frozenset[str]:
        """The terrain words that mean water."""
        return WATER if self.water is None else frozenset((*self.water.terrain, *self.water.alone))

    def water_hexes(self, terrain: Terrain) -> HexSet:
        """The hexes closed to ground units because they are nothing but water."""
        return terrain.of(*WATER) if self.water is None else self.water.hexes(terrain)


def amended(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """The rules under the chosen readings; unknown switches and values are ignored."""
    chosen = [(switch, options.get(switch.name, switch.default)) for switch in rules.switches]
    patches = [switch.amend[value] for switch, value in chosen if value in switch.amend]
    if not patches:
        return rules
    data = rules.model_dump(exclude_unset=True)
    for patch in patches:
        data = _merged(data, patch)
    return RuleSet.model_validate(data)


def _merged(data: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A document with another merged into it; anything but a mapping is replaced as a whole."""
    merged = dict(data)
    for key, value in patch.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged
