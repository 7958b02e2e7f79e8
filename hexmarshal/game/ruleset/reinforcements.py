"""When and where units come on, and come back."""

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


class Gap(Cited):
    """Turns of a list that the text has lost, for which lists of other scenarios stand in."""

    side: Side
    first: int
    """The first turn that is lost."""


class ArrivalRules(Cited):
    """When units come on."""

    phases: dict[Side, PhaseId]
    """The segment in which a side's units come on."""
    waiting: BoxIds = ()
    """Boxes in which counters wait for their turn."""
    out_of_play: BoxIds = ()
    """Boxes of counters that are dead or out of the game."""
    lost: tuple[LostList, ...] = ()
    gaps: tuple[Gap, ...] = ()
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
