"""Control, points, levels and sudden death."""

from __future__ import annotations

from typing import Annotated

from hexmarshal.game.ruleset.cited import (
    AreaName,
    BoxId,
    Cited,
    CounterIds,
    EntryName,
    Hexes,
    PhaseId,
    Refers,
    Side,
)
from hexmarshal.game.schema import Form, Names


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
