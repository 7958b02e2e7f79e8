"""A game's rules as data: numbers, conditions and citations that games share in shape.

`rules.yaml` is read straight into these forms; they are both what the file may say and what the
rules ask. A section that a game leaves out is a rule that it does not have.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from hexwright.game.basis import Basis
from hexwright.game.schema import Form, Identity, Names, Range, Words


@dataclass(frozen=True, slots=True)
class Refers:
    """Marks a field whose texts name something of the game's other data: a phase, an area, ..."""

    to: str


Side = Annotated[str, Refers("side")]
PhaseId = Annotated[str, Refers("phase")]
PhaseIds = Annotated[Names, Refers("phase")]
ScenarioId = Annotated[str, Refers("scenario")]
BoxId = Annotated[str, Refers("box")]
BoxIds = Annotated[Names, Refers("box")]
CounterId = Annotated[str, Refers("counter")]
CounterIds = Annotated[Names, Refers("counter")]
AreaName = Annotated[str, Refers("area")]
EntryName = Annotated[str, Refers("entry")]
Hexes = Annotated[Words, Refers("hex")]
Terrains = Annotated[Names, Refers("terrain")]
PathKinds = Annotated[Names, Refers("path")]
HexsideKinds = Annotated[Names, Refers("hexside")]


class Cited(Form):
    """A rule with its number as printed, and further numbers that bear on it."""

    rule: str = Field(min_length=1)
    also: Names = ()


class Resting(Cited):
    """A rule that may rest on less than the game's own text.

    `basis: series` is for what belongs to the rules of a series and is not printed in the text:
    such a section is a layer that can be replaced as a whole, and what it says is never certain.
    """

    basis: Basis = Basis.RULEBOOK


class Who(Form):
    """Which counters a rule means: each line that is filled must agree, by any of its words."""

    side: Side = ""
    kind: Names = ()
    type: Names = ()
    tag: Names = ()
    mode: Names = ()
    """What the side of the counter that lies up shows it as (its value `mode`)."""


class Exempt(Cited):
    """Counters that a rule leaves out."""

    who: Who


# -- what a listing of the rules shows --------------------------------------------------------


class Switch(Form):
    """A reading that people play in more than one way.

    Each value but the default amends the rules: `amend` has, by value, what it puts in their place.
    """

    name: Identity
    values: Names = Field(min_length=2)
    default: str
    rule: str
    about: str
    amend: dict[str, dict[str, Any]] = Field(default_factory=dict)


class RuleText(Form):
    """One rule as the listing shows it: what one position decides and what it cannot."""

    number: str
    title: str
    decides: str
    cannot: str = ""
    readings: tuple[str, ...] = ()
    switches: Annotated[Names, Refers("switch")] = ()


# -- words ------------------------------------------------------------------------------------


class TagWords(Form):
    """How the words of a counter that no list names tell that it has a tag.

    They are those of its formation (of its name when it has none) or, `by: name`, of its name and
    type. Each entry of `words` is a set of words that must all occur; one entry is enough.
    """

    tag: str
    by: Literal["formation", "name"] = "formation"
    side: Side = ""
    words: tuple[Words, ...]


class TypeWords(Form):
    """How the name of a counter that no list names tells its type."""

    type: str
    kind: Names = ()
    by: Literal["name"] = "name"
    side: Side = ""
    words: tuple[Words, ...]


class Season(Cited):
    """Paths that exist only for a time."""

    paths: PathKinds
    turns: Range
    perhaps: Range | None = None
    """Turns in which a fact decides."""
    fact: str = ""
    otherwise: Annotated[str, Refers("terrain")] = "clear"
    """The terrain of their hexes out of season."""


class Barrier(Cited):
    """Hexsides that stop something, and what on or across them lets it through."""

    hexsides: HexsideKinds
    open_at: HexsideKinds = ()
    open_by: PathKinds = ()
    """Kinds of path whose crossing opens the hexside."""


class Closed(Cited):
    """Hexes that are closed to some counters: an area, or all hexes with some terrain."""

    who: Who = Who()
    area: AreaName = ""
    terrain: Terrains = ()
    roads: PathKinds = ()
    """Kinds of path that open a hex of this terrain."""


# -- zones of control, supply -----------------------------------------------------------------


class ZocRules(Resting):
    """Who exerts a zone of control, and what stops it."""

    least_attack: int = 1
    flag: str = ""
    """The yes-or-no value of a counter that decides in place of its attack."""
    none: tuple[Exempt, ...] = ()
    silencing_markers: Names = ()
    """Markers that take a unit's ZOC."""
    silenced_from_top: Cited | None = None
    """A unit without ZOC on top of a stack takes the ZOC of the whole stack."""
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """What besides stops one side's."""
    closed: tuple[Closed, ...] = ()
    """Hexes that no ZOC reaches, besides those its unit may not enter (`prohibited`)."""


class AtOnce(Cited):
    """A state that what happens in a phase may bring about at once."""

    phase: PhaseId


class SupplyMarkers(Form):
    """The markers of the two states and the rules that put them on and take them off."""

    out: str = "out of supply"
    isolated: str = "isolated"
    marks_out: Cited
    marks_isolated: Cited
    unmarks: Cited
    not_yet: Cited
    lasts: Cited
    relocated: Cited | None = None
    """HQs are taken elsewhere instead of staying marked, once the phase is over."""
    isolated_at_once: AtOnce | None = None
    """What isolates a unit without its having been out of supply before."""


class SupplyRules(Resting):
    """What a supply line may use, where it leads, and when it is traced."""

    phase: PhaseId
    length: Literal["any", "untold"] = "any"
    """`untold`: lines have a greatest length that nobody has told. Then a unit on a source is in
    supply, one from which no line of any length leads to a source is out, the rest is open."""
    until: PhaseId = ""
    """The first phase after it in which units move, if that is not in the next turn."""
    at_start: Cited | None = None
    """The text that puts all units in supply until the first Supply Phase."""
    open: Terrains = ()
    """Terrain that carries supply by itself."""
    roads: PathKinds = ()
    side_roads: dict[Side, PathKinds] = Field(default_factory=dict)
    """Further kinds of path that carry one side's supply."""
    follows: bool = False
    """From hex to hex a line follows a path, or leads into or out of a hex with a friend."""
    opened_by_friends: Terrains = ()
    friends_negate_ezoc: bool = True
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """What besides stops one side's lines."""
    sources: Cited
    edges: dict[Side, Annotated[Names, Refers("edge")]] = Field(default_factory=dict)
    """Map edges on which a side's sources must lie."""
    exempt: tuple[Exempt, ...] = ()
    markers: SupplyMarkers | None = None

    @property
    def marks(self) -> frozenset[str]:
        """The markers of units that are not in supply."""
        words = self.markers
        return frozenset((words.out, words.isolated)) if words else frozenset()


# -- hexes ------------------------------------------------------------------------------------


class Slot(Form):
    """Room in a stack for one class of units."""

    name: str
    limit: int
    who: Who
    own: Cited | None = None
    """Its own rule, where that is not the stack's."""


class StackingRules(Cited):
    """Slots of a stack; a unit takes the first slot that means it, or none."""

    slots: tuple[Slot, ...] = Field(min_length=1)
    arriving: Cited | None = None
    """Reinforcements may overstack until they have moved."""
    rebuilt: Cited | None = None


class StackWeight(Resting):
    """The most that the units of a stack may add up to of one of their values."""

    value: str
    limit: int
    who: Who
    spared: PhaseIds = ()
    """Enforced at the end of every phase but these."""


class WaterRules(Cited):
    """Hexes that no ground unit may stand in."""

    terrain: Terrains
    alone: Terrains = ()
    """Words that mean such a hex when they stand alone in it."""


class Restriction(Cited):
    """An area that only some of a side's units may enter."""

    side: Side
    area: AreaName
    only: Names
    """Tags of the units that may."""
    why: str


class Prohibited(Closed):
    """Hexes that some counters may never enter, and where their ZOC does not reach."""

    why: str
    bridged: bool = False
    """A pontoon bridge in the hex opens it."""
    supply: bool = False
    """No supply line of their side leads through it."""
    lost: PhaseId = ""
    """A segment in which units there are lost; before it a forced retreat excuses them."""


class PontoonRules(Cited):
    """Units that turn into bridges."""

    who: Who
    """The units as bridges ..."""
    units: Who
    """... and in any mode."""
    as_marker: Cited
    """As a bridge it is a marker: it takes no room, has no ZOC and is no friend."""
    sites: AreaName
    """Where bridges are built."""
    building: PhaseId
    dismantling: PhaseId
    returns: Cited
    """One that was destroyed comes on again at a supplied entry of its side."""


class CommandRules(Form):
    """Which units an HQ commands, besides those of its own formation."""

    tags: Names = ()
    """Those that share one of these tags with it."""
    independent: str = ""
    """The tag of units that any HQ of their side serves."""
    in_range: bool = False
    """Only those in its command range, where it fails them."""


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


class PlayArea(Cited):
    """What of the map a scenario uses: some rows of a sheet, and of them some areas."""

    scenario: ScenarioId
    sheet: str = ""
    rows: Range | None = None
    parts: Annotated[Names, Refers("area")] = ()
    whole_rows: Range | None = None
    """Rows of every sheet that are in play beside those areas."""


class Pool(Cited):
    """Counters of which no more than a number are ever in play."""

    name: str
    who: Who
    limit: int


# -- arrival ----------------------------------------------------------------------------------


class LostList(Cited):
    """A list of arrivals that the text has lost from some turn on."""

    side: Side
    turn: int
    why: str


class Reroute(Cited):
    """Arrivals that may come on elsewhere, some turns later and no more."""

    side: Side
    turns: int
    late: Cited


class RailEntry(Cited):
    """Arrivals that may be placed down a railway that leads from their entry."""

    side: Side
    paths: PathKinds


class EventArrivals(Cited):
    """Arrivals that an event brings on, or brings on early."""

    counters: CounterIds
    fact: str
    """The fact of a position that tells whether the event has come."""
    phase: PhaseId
    """The first phase of a turn after which they may be there."""


class Takeover(Cited):
    """Counters that take the place of others, as the lists say (`replaces`)."""

    counters: CounterIds
    phase: PhaseId
    """The phase of their turn in which they do."""
    fact: str = ""
    """Where an event decides: the fact that tells whether it has come."""


class EntryRules(Cited):
    """Where arrivals are placed."""

    no_ezoc: Cited
    no_enemy: Cited
    blocked: Cited
    reach: int
    """Hexes along the map edge when the entry is blocked."""
    inland: int = 0
    """Hexes around an entry that lies on no map edge."""
    supplied: Cited | None = None
    """Elsewhere than at its entry a unit comes on in supply."""
    rail: RailEntry | None = None
    reroute: Reroute | None = None
    exempt: tuple[Exempt, ...] = ()


class Total(Cited):
    """A kind of counter whose number in play counts, whatever the counters are called."""

    kind: str


class ArrivalRules(Cited):
    """When units come on."""

    phases: dict[Side, PhaseId]
    """The segment in which a side's units come on."""
    waiting: BoxIds = ()
    """Boxes in which counters wait for their turn."""
    out_of_play: BoxIds = ()
    """Boxes of counters that are dead or out of the game."""
    lost: tuple[LostList, ...] = ()
    totals: tuple[Total, ...] = ()
    special: tuple[Exempt, ...] = ()
    """Arrivals that have a rule of their own."""
    events: tuple[EventArrivals, ...] = ()
    takeovers: tuple[Takeover, ...] = ()
    entry: EntryRules | None = None


class Rebuilding(Cited):
    """Lost steps and units that a side may bring back, with their HQ."""

    side: Side = ""
    """Who may; empty: each side."""
    granted: Cited | None = None
    """The text that would grant them to the other side."""
    placed: Cited
    near: int = 0
    """Hexes from its HQ at most."""
    any_hq: bool = False
    """Units of no formation may be with any HQ of their side."""
    without_hq: Cited | None = None
    """At a supply source when its HQ is not on the map."""
    supplied: Cited | None = None
    hq_supplied: Cited | None = None
    no_ezoc: Cited | None = None
    unit_supplied: Cited
    returns_reduced: Cited | None = None
    never: Exempt
    one_step: Cited | None = None
    """Units of one step stay dead."""


# -- the rest ---------------------------------------------------------------------------------


class PinRules(Cited):
    """A marker that goes at the end of each turn."""

    marker: str
    removed: PhaseId
    """The segment that removes it."""
    earliest: PhaseId
    """The first phase of a turn that can put it on."""
    holds: Cited | None = None
    """What it keeps a unit from doing, come what may."""


class Bearer(Cited):
    """A marker that only some units bear."""

    marker: str
    who: Who
    why: str
    removed: PhaseId = ""
    """The segment of each turn that removes it, ..."""
    earliest: PhaseId = ""
    """... the first phase that can put it on, ..."""
    gone: Cited | None = None
    """... and the rule that says so."""
    holds: Cited | None = None
    """It keeps a unit where it is, come what may."""


class StepRules(Form):
    """What cannot be reduced."""

    no_step: Exempt | None = None
    one_step: Cited
    dead: Cited
    undying: Exempt | None = None
    """Counters that never lie among the dead."""


class ApartRules(Cited):
    """Units that may not stand within each other's range."""

    who: Who
    value: str = "range"
    mutual: bool = False
    """Each must stand within the other's range, not only one."""


class AirRest(Cited):
    """A space that a segment empties of air units, until a later phase may fill it again."""

    space: str
    emptied: PhaseId
    refilled: PhaseId


class AirRules(Cited):
    """Air units on targets and in boxes."""

    most: int
    """Air units on one target."""
    phase: PhaseId
    """The only phase in which they lie on the map."""
    returns: Cited
    rests: tuple[AirRest, ...] = ()
    one_sided: Cited | None = None


class RetiredChit(Cited):
    """A counter that leaves the game."""

    counter: CounterId
    words: tuple[Words, ...] = ()
    """What tells a chit that no list names for this one; see `TagWords`."""
    turn: int
    phase: PhaseId


class PointLine(Cited):
    """Points for holding hexes; exactly one of the lines says which."""

    points: int
    hexes: Hexes = ()
    entry: EntryName = ""
    terrain: Annotated[str, Refers("terrain")] = ""
    """Each hex with this terrain ..."""
    within: AreaName = ""
    """... in this area ..."""
    but: Hexes = ()
    """... save these, which the table names."""
    area: AreaName = ""
    places: str = ""
    """Each place with points of this kind is worth them; one of several hexes (the area of its
    name) belongs to who controls most of them."""
    occupied: bool = False
    """Units in the hex count, not who passed last."""
    track: BoxId = ""
    """A box: each space a marker has moved down it from the space `top` ..."""
    top: str = ""
    markers: CounterIds = ()
    """... of these counters, at the end of the game."""
    fact: str = ""
    """What no counter shows, when the position tells that it is so."""


class Level(Form):
    """A level of victory, from so many points up."""

    points: int
    title: str


class CounterMix(Cited):
    """How many counters there are."""

    unnamed: Basis = Basis.RULEBOOK
    """What the number of counters without a name of their own rests on; if it is `missing`, they
    are not counted."""


class SuddenDeath(Cited):
    """A side wins at once when a supplied unit of it stands there."""

    side: Side
    area: AreaName
    phase: PhaseId


class Control(Cited):
    """Who controls a hex: the last to move a combat unit through it."""

    zoc: bool = True
    """Only a unit with a ZOC takes control."""
    taken_before: Annotated[Names, Refers("scenario")] = ()
    """Scenarios that begin with hexes in the side's hands which the text does not name."""


# -- movement ---------------------------------------------------------------------------------

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


class GoingRow(Form):
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


class Mobility(Form):
    """A class of units to which the ground is the same; the first that means a unit is its own."""

    name: str
    who: Who = Who()
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

    who: Who = Who()
    lone: tuple[Who, ...] = (Who(kind=("hq",)),)
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
    beside: Who | None = None
    """From or to a hex next to such a unit of its side."""
    one_hex: bool = False
    """A single hex, whatever it costs."""
    mode: Names = ()
    series: bool = True


class MovementRules(Cited):
    """How far units move: what they may spend, and what the ground and the enemy take of it."""

    who: Who = Who(kind=("combat", "hq"))
    phases: Annotated[Names, Refers("phase")] = ()
    """Phases in which units move by what they may spend."""
    combat: Annotated[Names, Refers("phase")] = ()
    """Phases in which they retreat and advance whatever it costs."""
    allowance: str = "movement"
    classes: tuple[Mobility, ...] = Field(min_length=1)
    chart: tuple[GoingRow, ...] = Field(min_length=1)
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


class FogRules(Cited):
    """What a side may not look at: in an enemy stack everything below the top."""

    markers_hide: bool = False
    """A marker on top is all that is seen; else the topmost unit is seen as well."""


class VictoryRules(Cited):
    """Points of one side."""

    side: Side
    control: Control
    least_defence: int = 0
    """A unit takes control with such a defence only."""
    untold: Side = ""
    """Who controls a hex of which nothing tells once units have moved; empty: nobody knows."""
    lines: tuple[PointLine, ...] = ()
    levels: tuple[Level, ...] = ()
    sudden_death: SuddenDeath | None = None


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
    shut_boxes: tuple[ShutBox, ...] = ()
    homes: tuple[HomeRule, ...] = ()
    play_areas: tuple[PlayArea, ...] = ()
    zoc: ZocRules | None = None
    supply: SupplyRules | None = None
    arrivals: ArrivalRules | None = None
    rebuilding: Rebuilding | None = None
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
