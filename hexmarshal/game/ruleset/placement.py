"""Hexes and hexsides: seasons, barriers, closed hexes, pontoon bridges."""

from __future__ import annotations

from typing import Annotated

from hexmarshal.game.board import Terrain
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.ruleset.cited import (
    AreaName,
    BoxId,
    BoxIds,
    Cited,
    CounterFilter,
    HexsideKinds,
    PathKinds,
    PhaseId,
    PhaseIds,
    Refers,
    ScenarioId,
    Side,
    Terrains,
)
from hexmarshal.game.schema import Names, Range


class Season(Cited):
    """Paths that exist only for a time."""

    paths: PathKinds
    turns: Range
    perhaps: Range | None = None
    """Turns in which a fact decides whether they exist."""
    fact: str = ""
    otherwise: Annotated[str, Refers("terrain")] = "clear"
    """The terrain of their hexes when out of season."""


class Barrier(Cited):
    """Hexsides that block something, and the features that let it through."""

    hexsides: HexsideKinds
    open_at: HexsideKinds = ()
    open_by: PathKinds = ()
    """Kinds of path that open a hexside they cross."""


class Closed(Cited):
    """Hexes closed to some counters: an area, or all hexes with some terrain."""

    who: CounterFilter = CounterFilter()
    area: AreaName = ""
    terrain: Terrains = ()
    roads: PathKinds = ()
    """Kinds of path that open a hex of this terrain."""


class WaterRules(Cited):
    """Water hexes, closed to ground units."""

    terrain: Terrains
    alone: Terrains = ()
    """Terrain words that make a hex water if it has no others."""
    also_kinds: Names = ()
    """Kinds of counter to which they are closed, besides units."""

    def hexes(self, terrain: Terrain) -> HexSet:
        """The hexes of nothing but water."""
        wet = terrain.of(*self.terrain)
        for word in self.alone:
            other = 0
            for name, hexes in terrain.hexes.items():
                other |= hexes if name != word else 0
            wet |= terrain.of(word) & ~other
        return wet


class Restriction(Cited):
    """An area that only some of a side's units may enter."""

    side: Side
    area: AreaName
    only: Names
    """Tags of the units that may enter."""
    why: str
    also_kinds: Names = ()
    """Kinds of counter to which it is closed, besides units."""


class Prohibited(Closed):
    """Hexes closed to some counters and to their ZOC."""

    why: str
    bridged: bool = False
    """Whether a pontoon bridge in the hex opens it."""
    supply: bool = False
    """Whether it is also closed to their side's supply lines."""
    zones: bool = True
    """Whether it is also closed to the ZOC of those units."""
    lost: PhaseId = ""
    """The segment in which units there are lost; until then a forced retreat excuses them."""
    earliest: PhaseId = ""
    """The first phase of a turn in which units retreat, if not the first in which they move."""


class PontoonRules(Cited):
    """Units that turn into bridges."""

    who: CounterFilter
    """The units as bridges ..."""
    units: CounterFilter
    """... and in any mode."""
    as_marker: Cited
    """As a bridge it counts as a marker: no stacking, no ZOC, not a friendly unit."""
    sites: AreaName
    """Where bridges are built."""
    building: PhaseId
    dismantling: PhaseId
    returns: Cited
    """The rule that a destroyed one returns at a supplied entry of its side."""


class PlayArea(Cited):
    """The part of the map that a scenario uses: rows of a sheet, and areas within them."""

    scenario: ScenarioId
    sheet: str = ""
    rows: Range | None = None
    parts: Annotated[Names, Refers("area")] = ()
    whole_rows: Range | None = None
    """Rows of every sheet that are in play besides those areas."""
    also_kinds: Names = ()
    """Kinds of counter that must stay within it, besides units."""


class BoxRule(Cited):
    """The counters that may be in a box."""

    box: BoxId
    side: Side = ""
    kind: Names = ()
    formation: str = ""


class ClosedBox(Cited):
    """Boxes that a scenario does not use."""

    scenario: ScenarioId
    boxes: BoxIds


class HomeRule(Cited):
    """Counters that belong in one box and nowhere else."""

    who: CounterFilter
    box: BoxId
    away: PhaseIds = ()
    """Phases during which they may be on the map."""
