"""A game's rules as data: numbers, conditions and citations that games share in shape.

`rules.yaml` is read straight into these forms; they are both what the file may say and what the
rules ask. A section that a game leaves out is a rule that it does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from hexwright.game.schema import Form, Identity, Names, Range, Words


@dataclass(frozen=True, slots=True)
class Refers:
    """Marks a field whose texts name something of the game's other data: a phase, an area, ..."""

    to: str


Side = Annotated[str, Refers("side")]
PhaseId = Annotated[str, Refers("phase")]
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


class Who(Form):
    """Which counters a rule means: each line that is filled must agree, by any of its words."""

    side: Side = ""
    kind: Names = ()
    type: Names = ()
    tag: Names = ()


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


# -- zones of control, supply -----------------------------------------------------------------


class ZocRules(Cited):
    """Who exerts a zone of control, and what stops it."""

    least_attack: int = 1
    none: tuple[Exempt, ...] = ()
    silencing_markers: Names = ()
    """Markers that take a unit's ZOC."""
    silenced_from_top: bool = False
    """A unit without ZOC on top of a stack takes the ZOC of the whole stack."""
    barrier: Barrier | None = None


class SupplyMarkers(Form):
    """The markers of the two states and the rules that put them on and take them off."""

    out: str = "out of supply"
    isolated: str = "isolated"
    marks_out: Cited
    marks_isolated: Cited
    unmarks: Cited
    not_yet: Cited
    lasts: Cited


class SupplyRules(Cited):
    """What a supply line may use, where it leads, and when it is traced."""

    phase: PhaseId
    open: Terrains
    roads: PathKinds = ()
    opened_by_friends: Terrains = ()
    friends_negate_ezoc: bool = True
    barrier: Barrier | None = None
    sources: Cited
    edges: dict[Side, Annotated[Names, Refers("edge")]] = Field(default_factory=dict)
    """Map edges on which a side's sources must lie."""
    exempt: tuple[Exempt, ...] = ()
    markers: SupplyMarkers


# -- hexes ------------------------------------------------------------------------------------


class Slot(Form):
    """Room in a stack for one class of units."""

    name: str
    limit: int
    who: Who


class StackingRules(Cited):
    """Slots of a stack; a unit takes the first slot that means it, or none."""

    slots: tuple[Slot, ...] = Field(min_length=1)
    arriving: Cited | None = None
    """Reinforcements may overstack until they have moved."""
    rebuilt: Cited | None = None


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


class BoxRule(Cited):
    """What may lie in a box."""

    box: BoxId
    side: Side = ""
    kind: Names = ()


class HomeRule(Cited):
    """Counters that lie in one box and nowhere else."""

    who: Who
    box: BoxId


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


class EntryRules(Cited):
    """Where arrivals are placed."""

    no_ezoc: Cited
    no_enemy: Cited
    blocked: Cited
    reach: int
    """Hexes along the map edge when the entry is blocked."""
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
    entry: EntryRules | None = None


class Rebuilding(Cited):
    """Lost steps and units that a side may bring back, with their HQ."""

    side: Side
    granted: Cited
    """The text that grants replacements."""
    placed: Cited
    supplied: Cited
    hq_supplied: Cited
    unit_supplied: Cited
    returns_reduced: Cited
    never: Exempt


# -- the rest ---------------------------------------------------------------------------------


class PinRules(Cited):
    """A marker that goes at the end of each turn."""

    marker: str
    removed: PhaseId
    """The segment that removes it."""
    earliest: PhaseId
    """The first phase of a turn that can put it on."""
    holds: Cited
    """What it keeps a unit from doing."""


class StepRules(Form):
    """What cannot be reduced."""

    no_step: Exempt
    one_step: Cited
    dead: Cited


class ApartRules(Cited):
    """Units that may not stand within each other's range."""

    who: Who
    value: str = "range"
    mutual: bool = False
    """Each must stand within the other's range, not only one."""


class AirRules(Cited):
    """Air units on targets and in boxes."""

    most: int
    """Air units on one target."""
    phase: PhaseId
    """The only phase in which they lie on the map."""
    returns: Cited
    grounded: str = ""
    """The space that the segment `emptied` leaves empty until they fly again."""
    emptied: PhaseId = ""
    refit: Cited | None = None
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
    occupied: bool = False
    """Units in the hex count, not who passed last."""
    track: BoxId = ""
    """A box: each space a marker has moved down it from the space `top` ..."""
    top: str = ""
    markers: CounterIds = ()
    """... of these counters, at the end of the game."""


class Level(Form):
    """A level of victory, from so many points up."""

    points: int
    title: str


class SuddenDeath(Cited):
    """A side wins at once when a supplied unit of it stands there."""

    side: Side
    area: AreaName
    phase: PhaseId


class VictoryRules(Cited):
    """Points of one side."""

    side: Side
    control: Cited
    lines: tuple[PointLine, ...] = ()
    levels: tuple[Level, ...] = ()
    sudden_death: SuddenDeath | None = None


def _set(value: object) -> object:
    return value.split() if isinstance(value, str) else value


class RuleSet(Form):
    """The rules of one game."""

    texts: tuple[RuleText, ...] = ()
    switches: tuple[Switch, ...] = ()
    facts: Annotated[tuple[str, ...], BeforeValidator(_set)] = ()
    """Facts of a position that only this game's rules ask for."""
    tags: tuple[TagWords, ...] = ()
    types: tuple[TypeWords, ...] = ()
    decided: dict[str, bool] = Field(default_factory=dict)
    """Tags that the text leaves in doubt (`TAG undecided`), where a switch decides them."""
    first_moves: PhaseId = ""
    """The first phase of a turn in which anything moves."""
    seasons: tuple[Season, ...] = ()
    stacking: StackingRules | None = None
    one_side: Cited | None = None
    set_up: Cited | None = None
    water: WaterRules | None = None
    restrictions: tuple[Restriction, ...] = ()
    boxes: tuple[BoxRule, ...] = ()
    homes: tuple[HomeRule, ...] = ()
    zoc: ZocRules | None = None
    supply: SupplyRules | None = None
    arrivals: ArrivalRules | None = None
    rebuilding: Rebuilding | None = None
    retired: tuple[RetiredChit, ...] = ()
    pins: PinRules | None = None
    steps: StepRules | None = None
    apart: ApartRules | None = None
    counter_mix: Cited | None = None
    air: AirRules | None = None
    victory: VictoryRules | None = None


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
