"""How far units move."""

from __future__ import annotations

import math
import re
from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

from hexmarshal.game.basis import Basis
from hexmarshal.game.ruleset.cited import (
    Cited,
    CounterFilter,
    Described,
    Exempt,
    FoldedNames,
    HexsideKinds,
    PathKinds,
    PhaseId,
    PhaseIds,
    Refers,
    Terrains,
)
from hexmarshal.game.schema import Form, Names, Range

PROHIBITED = math.inf
"""The cost of entering or crossing what is prohibited."""

ALL = -1.0
"""The cost that takes all of a unit's movement points."""


def _points(value: object) -> object:
    """`1`, `+2`, `1/2`, `P` for prohibited, `all` for all points."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    if text.casefold() == "p":
        return PROHIBITED
    if text.casefold() == "all":
        return ALL
    if match := re.fullmatch(r"\+?(\d+)\s*/\s*([1-9]\d*)", text):
        return int(match[1]) / int(match[2])
    return text


Points = Annotated[float, BeforeValidator(_points), WithJsonSchema({"type": ["number", "string"]})]
"""Movement points; a text in the data."""


def _for_all(value: object) -> object:
    """One cost for all classes, or costs by class."""
    return value if isinstance(value, dict) else {"": value}


Costs = Annotated[
    dict[str, Points],
    BeforeValidator(_for_all),
    WithJsonSchema({"type": ["object", "number", "string"]}),
]
"""Costs by class; `""` stands for every class not named."""


class CostRow(Form):
    """A row of the terrain effects chart: the cost of entering, crossing or following something."""

    terrain: Terrains = ()
    hexsides: HexsideKinds = ()
    paths: PathKinds = ()
    costs: Costs
    least: Costs = Field(default_factory=dict)
    most: Costs = Field(default_factory=dict)
    """Limits that the text sets on a cost that it does not print."""
    strategic: Points | None = None
    """Along a path in strategic movement."""
    unless: HexsideKinds = ()
    """Hexside features that cancel the row."""
    instead: HexsideKinds = ()
    """Earlier rows that this row replaces: their cost is not paid as well."""
    turns: Range | None = None
    """The turns in which the row applies, ..."""
    perhaps: Range | None = None
    fact: str = ""
    """... and those in which it applies if this fact is true."""
    basis: Basis = Basis.RULEBOOK
    rule: str = ""

    def cost(self, class_: str, otherwise: float = 0.0) -> float:
        """The row's cost for a class of units; `otherwise` if the row does not name the class."""
        return self.costs.get(class_, self.costs.get("", otherwise))


class Mobility(Form):
    """A class of units that pay the same costs; a unit belongs to the first class it matches."""

    name: str
    who: CounterFilter = CounterFilter()
    basis: Basis = Basis.RULEBOOK
    """The basis for these units being of this class."""


class ZocCosts(Cited):
    """The cost of an enemy ZOC on top of the terrain."""

    enter: Points = 0.0
    leave: Points = 0.0
    halts: Names = ()
    """Classes of units that must stop there."""
    basis: Basis = Basis.RULEBOOK


class MinimumMove(Cited):
    """A unit may always move one hex, whatever it costs."""

    between_ezoc: bool = True
    """Also from one enemy ZOC into another."""


class Slowed(Cited):
    """Markers that reduce what a unit may spend."""

    markers: Names
    share: Points = 0.0
    """The fraction of its allowance; with 0 it may not move at all."""


class Overrun(Cited):
    """Units that may enter a hex that holds only these enemies."""

    who: CounterFilter = CounterFilter()
    lone: tuple[CounterFilter, ...] = (CounterFilter(kind=("hq",)),)
    least_attack: int = 0


class StrategicRules(Cited):
    """Cheaper movement for a unit that follows paths throughout its move."""

    paths: PathKinds
    no_ezoc: Cited
    stacking: Cited | None = None
    """The unit may not pass through a full hex."""
    spent: Slowed | None = None
    """The marker of units that have already used it."""


class RailRules(Cited):
    """Movement of any length along railways."""

    paths: PathKinds
    sides: Annotated[Names, Refers("side")] = ()
    arrivals: bool = False
    """Only for units that have just arrived."""
    from_ezoc: bool = False
    """A unit may begin in an enemy ZOC if it does not end next to an enemy."""
    stops: Cited
    """It ends on entering an enemy ZOC."""
    stacking: Cited | None = None


class BeyondText(Cited):
    """A kind of move that the text only mentions, with its conditions.

    Only moves that meet them are left undecided. `rule` is the text that would settle them.
    """

    factor: Points = 1.0
    """The factor by which the allowance might grow."""
    paths: PathKinds = ()
    """Paths along which units might be carried over any distance."""
    enemies: bool = False
    """Into hexes with enemies."""
    beside: CounterFilter | None = None
    """From or to a hex next to a friendly unit like this."""
    one_hex: bool = False
    """A single hex, whatever the cost."""
    mode: Names = ()
    series: bool = True


class Retreats(Cited):
    """How units retreat. `rule` requires each hex to be further from where they began."""

    closed: Cited
    """The rule that they retreat only where they could move."""
    fewest_ezoc: Cited | None = None
    """The rule that they pass through as few enemy ZOC hexes as possible."""
    nearer: Cited | None = None
    """The rule that they end no further from their nearest supply source."""


class Advances(Cited):
    """How units advance after combat. `rule` requires the first hex to be the defender's."""

    second: Cited | None = None
    """A second hex, ..."""
    classes: Names = ()
    """... for these classes of units and the HQs stacked with them, ..."""
    stops: Cited | None = None
    """... unless the first lies behind such a hexside or has such terrain, ..."""
    hexsides: HexsideKinds = ()
    terrain: Terrains = ()
    unless: HexsideKinds = ()
    """... and the hexside does not have this feature; ..."""
    held_back: Slowed | None = None
    """... or the unit carries one of these markers."""
    closed: Cited
    """The rule that they retreat only where they could move."""
    over: HexsideKinds = ()
    """Further hexsides that no unit may advance over, ..."""
    open_at: HexsideKinds = ()
    """... unless they have this feature."""


class Limited(Cited):
    """A phase in which units move a single hex, towards their HQ and outside enemy ZOCs."""

    phase: PhaseId


class Displaced(Exempt):
    """Units that are displaced when left alone or when enemies enter their hex."""

    least: int
    """The least distance, in hexes."""
    phases: PhaseIds = ()
    """Phases that displace them for lack of supply."""


class MovementRules(Cited):
    """How far units move: their allowance, and what terrain and enemies cost."""

    who: CounterFilter = CounterFilter(kind=("combat", "hq"))
    phases: PhaseIds = ()
    """Phases in which units spend movement points."""
    combat: PhaseIds = ()
    """Phases in which they retreat and advance whatever the cost."""
    allowance: str = "movement"
    classes: tuple[Mobility, ...] = Field(min_length=1)
    chart: tuple[CostRow, ...] = Field(min_length=1)
    as_default: FoldedNames = ()
    """Terrain without a row of its own, at the cost of the map's default terrain."""
    missing: str = "terrain effects chart"
    """The datum that would settle a cost that the text does not print."""
    zoc: ZocCosts | None = None
    minimum: MinimumMove | None = None
    slowed: tuple[Slowed, ...] = ()
    halted: Slowed | None = None
    """Markers on a unit that stop every unit entering its hex."""
    still: tuple[Exempt, ...] = ()
    """Units that cannot move in their present state."""
    overrun: Overrun | None = None
    strategic: StrategicRules | None = None
    rail: RailRules | None = None
    beyond: tuple[BeyondText, ...] = ()
    retreats: Retreats | None = None
    advances: Advances | None = None
    limited: Limited | None = None
    anywhere: tuple[Exempt, ...] = ()
    """Units that may be placed anywhere on the board."""
    displaced: Displaced | None = None
    arrivals: PhaseIds = ()
    """Phases in which only units that have just arrived move."""

    def class_of(self, unit: Described) -> Mobility | None:
        """The class of a unit: the first it matches, else the last. None if these rules do not
        apply to it."""
        if not self.who.matches(unit):
            return None
        found = (row for row in self.classes if row.who.matches(unit))
        return next(found, self.classes[-1])
