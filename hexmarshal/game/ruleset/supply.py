"""Supply lines, and the markers of units without one."""

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
from hexmarshal.game.schema import Form, Names, Range, like


class AtOnce(Cited):
    """A state that a phase may cause at once."""

    phase: PhaseId


class SupplyMarkers(Form):
    """The markers of the two states, and the rules that place and remove them."""

    out: str = "out of supply"
    isolated: str = "isolated"
    marks_out: Cited
    marks_isolated: Cited
    unmarks: Cited
    unmarked: PhaseId = ""
    """The segment in which supplied units lose their markers, if not the whole phase."""
    not_yet: Cited
    lasts: Cited
    relocated: Cited | None = None
    """The rule that HQs are relocated rather than left marked."""
    isolated_at_once: AtOnce | None = None
    """The phase that may isolate a unit that was not out of supply before."""


Length = Annotated[
    str,
    like(r"^(any|untold|[1-9][0-9]{0,2})$", "write any, untold, or the most hexes"),
]


class HqSource(Cited):
    """An HQ that is in supply for some turns, and a source for units in its range."""

    tag: str
    """The tag of the HQ's counter."""
    turns: Range
    most: int
    """The most units that it serves."""

    def holds_on(self, turn: int | None) -> bool:
        """Whether it is a source on a turn."""
        return turn is not None and self.turns[0] <= turn <= self.turns[1]


class SupplyRules(Resting):
    """Where supply lines may run, to which sources, and when they are traced."""

    phase: PhaseId
    length: Length = "any"
    """The greatest length of a line in hexes, from the one next to the unit to the source.
    `untold`: the limit is unknown. Then a unit on a source is in supply, a unit without a line of
    any length is out, and supply is unknown for all others."""
    free: PathKinds = ()
    """Paths along which hexes do not count towards the length."""
    until: PhaseId = ""
    """The first later phase in which units move, if that is in the same turn."""
    at_start: Cited | None = None
    """The rule that puts all units in supply until the first Supply Phase."""
    open: Terrains = ()
    """Terrain that carries supply by itself."""
    roads: PathKinds = ()
    side_roads: dict[Side, PathKinds] = Field(default_factory=dict)
    """Further kinds of path that carry one side's supply."""
    follows: bool = False
    """Whether each step of a line must follow a path, or enter or leave a hex with a friend."""
    opened_by_friends: Terrains = ()
    friends_negate_ezoc: bool = True
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """Additional barriers to one side's lines."""
    sources: Cited
    edges: dict[Side, Annotated[Names, Refers("edge")]] = Field(default_factory=dict)
    """The map edges on which a side's sources must lie."""
    exempt: tuple[Exempt, ...] = ()
    hq_source: HqSource | None = None
    markers: SupplyMarkers | None = None

    @property
    def most(self) -> int | None:
        """The greatest length of a line; None if unlimited or unknown."""
        return int(self.length) if self.length.isdigit() else None

    @property
    def marks(self) -> frozenset[str]:
        """The marker words of units that are not in supply."""
        words = self.markers
        return frozenset((words.out, words.isolated)) if words else frozenset()
