"""What single scenarios change, and countries, ports and rolled arrivals of a campaign."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexmarshal.game.ruleset.cited import (
    AreaName,
    Hexes,
    Refers,
    ScenarioId,
    Side,
)
from hexmarshal.game.ruleset.events import EventId
from hexmarshal.game.schema import Form, Names

EntryNames = Annotated[Names, Refers("entry")]
HexName = Annotated[str, Refers("hex")]


class Country(Form):
    """A country on the map."""

    area: AreaName
    tag: str = ""
    """The tag of units whose home it is."""
    pop: Hexes = ()
    """Its population places, as the rulebook lists them."""


class PortRules(Form):
    """Ports, and the waters that an event opens to one side and closes to the other."""

    printed: Names
    """Ports whose hexes the text prints."""
    sheet: str
    """The map sheet with the coast; ports on other sheets lie on lakes."""
    limit: HexName
    """The hex that divides the coast, by its column."""
    event: EventId
    west: Side
    """The side that keeps the coast west of it; the other may use the east after the event."""


class RolledArrivals(Form):
    """Where units arrive that a table brings: at an entry or near an HQ."""

    entries: dict[Side, EntryNames]
    within: int
    """The most hexes from an HQ."""


class Spread(Form):
    """A formation that starts with a unit in each of several hexes."""

    formation: str
    hexes: Hexes


class Losses(Form):
    """Divisions of a side that start with two steps lost, or in pairs with one and three."""

    side: Side
    steps: int
    """The steps of a full division."""
    pairs: int
    """The most such pairs."""


class ScenarioRules(Form):
    """How one scenario differs from the others."""

    entries: dict[Side, EntryNames] = Field(default_factory=dict)
    """Entries that are sources of each side; empty: all of them."""
    taken: EntryNames = ()
    """Entries that have changed hands before the scenario starts."""
    stand_ins: dict[Side, Hexes] = Field(default_factory=dict)
    """Source hexes that stand for what lies off the part of the map in play."""
    joined: EntryNames = ()
    """Entries at which arrivals may use any stand-in."""
    boundary: Side = ""
    """The side that has sources in the hexes along the boundary of play."""
    ports: bool = True
    """The part of the map in play has ports."""
    narrow_gauge: Side = ""
    """The side supplied by narrow gauge that leads off the sheet in play."""
    boxes_of: ScenarioId = ""
    """The scenario whose lists say what waits in the boxes, where its own do not."""
    whole_lists: bool = False
    """Its lists name every unit."""
    v_number: bool = False
    """Players choose the V#; elsewhere it is 0."""
    targets: bool = False
    """The targets of the turn record decide who gains a point."""
    draw: int | None = None
    """The points of the holding side that make a draw at the end."""
    at_towns: Side = ""
    """The side whose units arrive at towns, never next to an enemy."""
    own_quality: bool = False
    """It has its own rule on the quality of aircraft."""
    any_base: bool = False
    """Aircraft of the boxes may start at any air base."""
    no_fighters: Hexes = ()
    """Hexes in which no fighter starts; in others fighters may."""
    spread: Spread | None = None
    losses: Losses | None = None
