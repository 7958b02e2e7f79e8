"""Hexes and hexsides: seasons, barriers, closed ground, pontoon bridges."""

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

    who: CounterFilter = CounterFilter()
    area: AreaName = ""
    terrain: Terrains = ()
    roads: PathKinds = ()
    """Kinds of path that open a hex of this terrain."""


class WaterRules(Cited):
    """Hexes that no ground unit may stand in."""

    terrain: Terrains
    alone: Terrains = ()
    """Words that mean such a hex when they stand alone in it."""
    also_kinds: Names = ()
    """Kinds of counter that may not stand there either, beside units."""

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
    """Tags of the units that may."""
    why: str
    also_kinds: Names = ()
    """Kinds of counter that it bars beside units."""


class Prohibited(Closed):
    """Hexes that some counters may never enter, and where their ZOC does not reach."""

    why: str
    bridged: bool = False
    """A pontoon bridge in the hex opens it."""
    supply: bool = False
    """No supply line of their side leads through it."""
    zones: bool = True
    """Nor does the ZOC of those units reach into it."""
    lost: PhaseId = ""
    """A segment in which units there are lost; before it a forced retreat excuses them."""
    earliest: PhaseId = ""
    """The first phase of a turn in which units retreat, if that is not the first they move in."""


class PontoonRules(Cited):
    """Units that turn into bridges."""

    who: CounterFilter
    """The units as bridges ..."""
    units: CounterFilter
    """... and in any mode."""
    as_marker: Cited
    """As a bridge it is a marker: it takes no room, has no ZOC and is no friend; else it counts."""
    sites: AreaName
    """Where bridges are built."""
    building: PhaseId
    dismantling: PhaseId
    returns: Cited
    """One that was destroyed comes on again at a supplied entry of its side."""


class PlayArea(Cited):
    """What of the map a scenario uses: some rows of a sheet, and of them some areas."""

    scenario: ScenarioId
    sheet: str = ""
    rows: Range | None = None
    parts: Annotated[Names, Refers("area")] = ()
    whole_rows: Range | None = None
    """Rows of every sheet that are in play beside those areas."""
    also_kinds: Names = ()
    """Kinds of counter that stay within it beside units."""


class BoxRule(Cited):
    """What may lie in a box."""

    box: BoxId
    side: Side = ""
    kind: Names = ()
    formation: str = ""


class ClosedBox(Cited):
    """Boxes that a scenario does without."""

    scenario: ScenarioId
    boxes: BoxIds


class HomeRule(Cited):
    """Counters that lie in one box and nowhere else."""

    who: CounterFilter
    box: BoxId
    away: PhaseIds = ()
    """Phases during which they may be on the map."""
