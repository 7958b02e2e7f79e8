"""When and where units arrive and return."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import (
    BoxIds,
    Cited,
    CounterIds,
    Exempt,
    PathKinds,
    PhaseId,
    Side,
)


class LostList(Cited):
    """A list of arrivals that is lost from some turn on."""

    side: Side
    turn: int
    why: str


class Reroute(Cited):
    """Arrivals that may enter elsewhere, at most some turns late."""

    side: Side
    turns: int
    late: Cited


class RailEntry(Cited):
    """Arrivals that may be placed down a railway that leads from their entry."""

    side: Side
    paths: PathKinds


class EventArrivals(Cited):
    """Arrivals that an event brings, or brings early."""

    counters: CounterIds
    fact: str
    """The fact of a position that shows whether the event has happened."""
    phase: PhaseId
    """The first phase of a turn after which they may be in play."""


class Takeover(Cited):
    """Counters that replace others, as listed (`replaces`)."""

    counters: CounterIds
    phase: PhaseId
    """The phase of their turn in which they do so."""
    fact: str = ""
    """If an event decides: the fact that shows whether it has happened."""


class EntryRules(Cited):
    """Where arrivals enter."""

    no_ezoc: Cited
    no_enemy: Cited
    blocked: Cited
    reach: int
    """The greatest distance from a blocked entry, in hexes along the map edge."""
    inland: int = 0
    """The greatest distance from a blocked entry away from the map edges, in hexes."""
    supplied: Cited | None = None
    """The rule that a unit arriving away from its entry must be in supply."""
    rail: RailEntry | None = None
    reroute: Reroute | None = None
    exempt: tuple[Exempt, ...] = ()


class Total(Cited):
    """A kind of counter with a limited number in play, whatever the counters' names."""

    kind: str


class Gap(Cited):
    """Lost turns of a list, replaced by lists of other scenarios."""

    side: Side
    first: int
    """The first turn that is lost."""


class ArrivalRules(Cited):
    """When units arrive."""

    phases: dict[Side, PhaseId]
    """The segment in which a side's units arrive."""
    waiting: BoxIds = ()
    """Boxes where counters wait for their turn."""
    out_of_play: BoxIds = ()
    """Boxes for counters that are eliminated or out of the game."""
    lost: tuple[LostList, ...] = ()
    gaps: tuple[Gap, ...] = ()
    totals: tuple[Total, ...] = ()
    special: tuple[Exempt, ...] = ()
    """Arrivals that have a rule of their own."""
    events: tuple[EventArrivals, ...] = ()
    takeovers: tuple[Takeover, ...] = ()
    entry: EntryRules | None = None


class Rebuilding(Cited):
    """Lost steps and units that a side may regain with their HQ."""

    side: Side = ""
    """The side that may; both if empty."""
    granted: Cited | None = None
    """The text that would allow it to the other side."""
    placed: Cited
    near: int = 0
    """The greatest distance from the HQ, in hexes."""
    any_hq: bool = False
    """The rule that units of no formation may return with any HQ of their side."""
    without_hq: Cited | None = None
    """The rule that a unit returns at a supply source if its HQ is off the map."""
    supplied: Cited | None = None
    hq_supplied: Cited | None = None
    no_ezoc: Cited | None = None
    unit_supplied: Cited
    returns_reduced: Cited | None = None
    never: Exempt
    one_step: Cited | None = None
    """The rule that one-step units do not return."""
