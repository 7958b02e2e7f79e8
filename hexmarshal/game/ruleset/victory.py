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
    """Points for holding hexes; exactly one field says which."""

    points: int
    hexes: Hexes = ()
    entry: EntryName = ""
    terrain: Annotated[str, Refers("terrain")] = ""
    """Each hex with this terrain ..."""
    within: AreaName = ""
    """... in this area ..."""
    but: Hexes = ()
    """... except these, which the table names."""
    area: AreaName = ""
    places: str = ""
    """Each place with points of this kind. A place of several hexes (the area with its name)
    belongs to the side that controls most of them."""
    occupied: bool = False
    """Whether units in the hex decide, rather than the last to pass through."""
    track: BoxId = ""
    """A box: each space that a marker has moved down from the space `top` ..."""
    top: str = ""
    markers: CounterIds = ()
    """... of these counters, at the end of the game."""
    fact: str = ""
    """A fact that no counter shows; scores if the position says that it is true."""


class Level(Form):
    """A level of victory and its least number of points."""

    points: int
    title: str


class SuddenDeath(Cited):
    """A side wins at once if it has a supplied unit in the area."""

    side: Side
    area: AreaName
    phase: PhaseId


class Control(Cited):
    """Who controls a hex: the last to move a combat unit through it."""

    zoc: bool = True
    """Whether only a unit with a ZOC takes control."""
    taken_before: Annotated[Names, Refers("scenario")] = ()
    """Scenarios in which the side already holds hexes that the text does not name."""


class VictoryRules(Cited):
    """The victory points of one side."""

    side: Side
    control: Control
    least_defence: int = 0
    """The least defence with which a unit takes control."""
    untold: Side = ""
    """The side that controls a hex without any evidence once units have moved; empty: unknown."""
    lines: tuple[PointLine, ...] = ()
    levels: tuple[Level, ...] = ()
    sudden_death: SuddenDeath | None = None
