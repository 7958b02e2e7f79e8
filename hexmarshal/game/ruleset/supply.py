"""Supply lines, and the markers of those that have none."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexmarshal.game.ruleset.cited import (
    Cited,
    Exempt,
    PathKinds,
    PhaseId,
    Refers,
    Resting,
    Side,
    Terrains,
)
from hexmarshal.game.ruleset.placement import Barrier
from hexmarshal.game.schema import Form, Names, like


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
    unmarked: PhaseId = ""
    """The segment in which supplied units lose their markers, where others follow it."""
    not_yet: Cited
    lasts: Cited
    relocated: Cited | None = None
    """HQs are taken elsewhere instead of staying marked, once the phase is over."""
    isolated_at_once: AtOnce | None = None
    """What isolates a unit without its having been out of supply before."""


Length = Annotated[
    str, like(r"^(any|untold|[1-9][0-9]{0,2})$", "write any, untold, or how many hexes at most")
]


class SupplyRules(Resting):
    """What a supply line may use, where it leads, and when it is traced."""

    phase: PhaseId
    length: Length = "any"
    """The most hexes of a line, from the one beside the unit to the source. `untold`: lines have a
    greatest length that nobody has told. Then a unit on a source is in supply, one from which no
    line of any length leads to a source is out, the rest is open."""
    free: PathKinds = ()
    """Paths along which the hexes of a line do not count."""
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
    def most(self) -> int | None:
        """The most hexes of a line, where that is told and limited."""
        return int(self.length) if self.length.isdigit() else None

    @property
    def marks(self) -> frozenset[str]:
        """The markers of units that are not in supply."""
        words = self.markers
        return frozenset((words.out, words.isolated)) if words else frozenset()
