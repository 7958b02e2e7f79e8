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
    """A section of the rules: its name in a listing, and what it decides of a position."""
    return Field(default=default, title=title, description=decides)


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
    command: CommandRules | None = None
    fog: FogRules | None = None
    events: dict[Identity, Event] = Field(default_factory=dict)
    variants: dict[Identity, Variant] = Field(default_factory=dict)
    entry_owners: dict[EntryName, EntryOwner] = Field(default_factory=dict)
    countries: tuple[Country, ...] = ()
    ports: PortRules | None = None
    rolled: RolledArrivals | None = None
    scenario_rules: dict[ScenarioId, ScenarioRules] = Field(default_factory=dict)

    # Sections that a position is judged by; `rules.sections` has the rules of each.
    seasons: tuple[Season, ...] = _section("Seasons", "which paths exist in the turn", ())
    stacking: StackingRules | None = _section(
        "Stacking", "how many units of a class a hex may hold"
    )
    stack_weight: StackWeight | None = _section(
        "Stacking", "what the units of a stack may add up to"
    )
    one_side: Cited | None = _section(
        "Hexes of both sides", "whether units of different sides stand in one hex"
    )
    set_up: Cited | None = _section(
        "Set-up", "whether units stand where the scenario's list puts them"
    )
    water: WaterRules | None = _section("Water", "whether ground units stand in water")
    restrictions: tuple[Restriction, ...] = _section(
        "Areas", "whether units stand in areas that only others may enter", ()
    )
    prohibited: dict[str, Prohibited] = _section(
        "Closed hexes", "whether units stand where they may never be", {}
    )
    pontoons: PontoonRules | None = _section(
        "Bridges", "whether bridges lie where they may be built"
    )
    boxes: tuple[BoxRule, ...] = _section(
        "Boxes", "whether counters lie in boxes that are not theirs", ()
    )
    closed_boxes: tuple[ClosedBox, ...] = _section(
        "Boxes", "whether counters lie in boxes that the scenario does without", ()
    )
    homes: tuple[HomeRule, ...] = _section(
        "Boxes", "whether counters lie outside the box they belong in", ()
    )
    play_areas: tuple[PlayArea, ...] = _section(
        "Map", "whether units stand outside the part of the map that the scenario uses", ()
    )
    zoc: ZocRules | None = _section("Zones of control", "which hexes a unit controls")
    supply: SupplyRules | None = _section(
        "Supply", "which units can trace a line, and whether their markers agree"
    )
    arrivals: ArrivalRules | None = _section(
        "Arrivals", "whether units are in play before their time, and where they arrive"
    )
    rebuilding: Rebuilding | None = _section(
        "Rebuilding", "whether steps and units were brought back where they may be"
    )
    succession: Succession | None = _section(
        "Losses", "who left the game and who came back since the position before"
    )
    retired: tuple[RetiredChit, ...] = _section(
        "Chits", "whether counters that have left the game are still in play", ()
    )
    pins: PinRules | None = _section(
        "Markers", "whether a marker lies after the segment that removes it"
    )
    bearers: tuple[Bearer, ...] = _section(
        "Markers", "whether a marker lies on a unit that may carry it, and when it may", ()
    )
    steps: StepRules | None = _section("Steps", "whether units are reduced or dead that cannot be")
    apart: ApartRules | None = _section(
        "Headquarters", "whether units stand within each other's range"
    )
    counter_mix: CounterMix | None = _section(
        "Counters", "whether there are more copies of a counter than are printed"
    )
    pools: tuple[Pool, ...] = _section(
        "Counters", "whether more of a kind are in play than may be", ()
    )
    air: AirRules | None = _section("Air units", "where air units lie, and how many")
    victory: VictoryRules | None = _section("Victory", "who controls what, and the points for it")
    movement: MovementRules | None = _section(
        "Movement", "what a move costs, from a log or two positions"
    )

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
