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
"""The cost of what may not be entered or crossed."""

ALL = -1.0
"""The cost of what takes all a unit's movement points."""


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
"""Costs by class; `""` is every class that is not named."""


class CostRow(Form):
    """A row of the terrain effects chart: what entering, crossing or following something costs."""

    terrain: Terrains = ()
    hexsides: HexsideKinds = ()
    paths: PathKinds = ()
    costs: Costs
    least: Costs = Field(default_factory=dict)
    most: Costs = Field(default_factory=dict)
    """Bounds that the text sets to a cost it does not print."""
    strategic: Points | None = None
    """Along a path in strategic movement."""
    unless: HexsideKinds = ()
    """What the hexside must not carry for the row to hold."""
    instead: HexsideKinds = ()
    """Rows further up that it stands for: what they ask is not paid besides."""
    turns: Range | None = None
    """The turns in which the row holds, ..."""
    perhaps: Range | None = None
    fact: str = ""
    """... and those in which it holds if this fact is true."""
    basis: Basis = Basis.RULEBOOK
    rule: str = ""

    def cost(self, class_: str, otherwise: float = 0.0) -> float:
        """What the row costs a class of units; `otherwise` where the row does not name it."""
        return self.costs.get(class_, self.costs.get("", otherwise))


class Mobility(Form):
    """A class of units that pay the same costs; a unit is of the first class that it matches."""

    name: str
    who: CounterFilter = CounterFilter()
    basis: Basis = Basis.RULEBOOK
    """What it rests on that these units are of this class."""


class ZocCosts(Cited):
    """What an enemy ZOC costs, besides the ground."""

    enter: Points = 0.0
    leave: Points = 0.0
    halts: Names = ()
    """Classes of units that must stop in it."""
    basis: Basis = Basis.RULEBOOK


class MinimumMove(Cited):
    """One hex that a unit may always move, whatever it costs."""

    between_ezoc: bool = True
    """Also from one enemy ZOC into another."""


class Slowed(Cited):
    """Markers that change what a unit may spend."""

    markers: Names
    share: Points = 0.0
    """Of its allowance; 0: it may not move at all."""


class Overrun(Cited):
    """Who may enter a hex that holds nothing but these enemies."""

    who: CounterFilter = CounterFilter()
    lone: tuple[CounterFilter, ...] = (CounterFilter(kind=("hq",)),)
    least_attack: int = 0


class StrategicRules(Cited):
    """Cheaper movement along paths for the whole of a move."""

    paths: PathKinds
    no_ezoc: Cited
    stacking: Cited | None = None
    """No full hex may be passed."""
    spent: Slowed | None = None
    """A marker of units that have used it up."""


class RailRules(Cited):
    """Movement of any length along railways."""

    paths: PathKinds
    sides: Annotated[Names, Refers("side")] = ()
    arrivals: bool = False
    """Only for units that have just come on."""
    from_ezoc: bool = False
    """A unit may begin in an enemy ZOC, if it then ends next to no enemy."""
    stops: Cited
    """It ends when it enters an enemy ZOC."""
    stacking: Cited | None = None


class BeyondText(Cited):
    """A way to move that the text only names: what it takes, so that nothing else is doubted.

    `rule` is what would settle it.
    """

    factor: Points = 1.0
    """By how much the allowance might grow."""
    paths: PathKinds = ()
    """Paths along which units might be carried any distance."""
    enemies: bool = False
    """Into hexes of enemies."""
    beside: CounterFilter | None = None
    """From or to a hex next to such a unit of its side."""
    one_hex: bool = False
    """A single hex, whatever it costs."""
    mode: Names = ()
    series: bool = True


class Retreats(Cited):
    """How units retreat: `rule` asks that each hex is further from where they began."""

    closed: Cited
    """Only where they could move."""
    fewest_ezoc: Cited | None = None
    """Through no more hexes in enemy ZOCs than they must."""
    nearer: Cited | None = None
    """They end no further from the nearest source of their side."""


class Advances(Cited):
    """How units advance after combat: `rule` asks that the first hex is the defender's."""

    second: Cited | None = None
    """A second hex, ..."""
    classes: Names = ()
    """... for these classes of units and the HQs stacked with them, ..."""
    stops: Cited | None = None
    """... unless the first was behind such a hexside or of such terrain, ..."""
    hexsides: HexsideKinds = ()
    terrain: Terrains = ()
    unless: HexsideKinds = ()
    """... the hexside not carrying this; ..."""
    held_back: Slowed | None = None
    """... or the unit bears one of these markers."""
    closed: Cited
    """Only where they could move."""
    over: HexsideKinds = ()
    """Further hexsides that no unit advances over, ..."""
    open_at: HexsideKinds = ()
    """... unless they carry this."""


class Limited(Cited):
    """A phase in which units move a single hex, nearer to their HQ and into no enemy ZOC."""

    phase: PhaseId


class Displaced(Exempt):
    """Units that are taken elsewhere when those with them are gone, or enemies enter their hex."""

    least: int
    """Hexes at least."""
    phases: PhaseIds = ()
    """Phases that take them elsewhere for want of supply."""


class MovementRules(Cited):
    """How far units move: their allowance, and what terrain and enemies cost."""

    who: CounterFilter = CounterFilter(kind=("combat", "hq"))
    phases: PhaseIds = ()
    """Phases in which units move by what they may spend."""
    combat: PhaseIds = ()
    """Phases in which they retreat and advance whatever it costs."""
    allowance: str = "movement"
    classes: tuple[Mobility, ...] = Field(min_length=1)
    chart: tuple[CostRow, ...] = Field(min_length=1)
    as_default: FoldedNames = ()
    """Terrain without a row of its own, which costs what the map's default terrain costs."""
    missing: str = "terrain effects chart"
    """What would settle a cost that the text does not print."""
    zoc: ZocCosts | None = None
    minimum: MinimumMove | None = None
    slowed: tuple[Slowed, ...] = ()
    halted: Slowed | None = None
    """Markers on a unit that stop all who enter its hex."""
    still: tuple[Exempt, ...] = ()
    """Units that do not move as they lie."""
    overrun: Overrun | None = None
    strategic: StrategicRules | None = None
    rail: RailRules | None = None
    beyond: tuple[BeyondText, ...] = ()
    retreats: Retreats | None = None
    advances: Advances | None = None
    limited: Limited | None = None
    anywhere: tuple[Exempt, ...] = ()
    """Units that may be put anywhere on the board."""
    displaced: Displaced | None = None
    arrivals: PhaseIds = ()
    """Phases in which only units that have just come on move."""

    def class_of(self, unit: Described) -> Mobility | None:
        """The class of a unit: the first that it matches, else the last; None if these rules do
        not apply to it."""
        if not self.who.matches(unit):
            return None
        found = (row for row in self.classes if row.who.matches(unit))
        return next(found, self.classes[-1])
