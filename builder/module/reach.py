"""How far zones of control reach if rivers or closed hexes stop them.

VASSAL shades whole circles of hexes around a unit. So a unit next to such a hexside shades only its
own hex, and an invisible piece in each other hex shades that hex if the ZOC of a unit nearby
reaches it (see `zoc`).

Read-only properties of the module list, hex by hex, the hexes that such a ZOC reaches. Saves do not
contain them. They show the map as it is when play begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from hexmarshal.game.counters import Counter, PrintedSide
from hexmarshal.game.hexfield import Edges, HexSet, members
from hexmarshal.game.hexgrid import DIRECTIONS, opposite
from hexmarshal.game.model import Game
from hexmarshal.game.ruleset import Closed
from hexmarshal.rules.ground import Ground

TO = "hm_to"
"""`hm_to KIND HEX` exists for each hex where something stops a ZOC, and lists the hexes that a ZOC
still reaches from there, each between commas."""
EVERYWHERE = "all"


@dataclass(frozen=True)
class ZocReach:
    """Where the ZOCs of a game's units reach; `units` are those that may exert one."""

    game: Game
    units: tuple[Counter, ...]

    def kind(self, counter: Counter) -> str:
        """The name of all that stops the ZOC of a unit; units of one kind are stopped alike."""
        names = list(self._closed_to(counter))
        zoc = self.game.rules.zoc
        if zoc and counter.side in zoc.side_barriers:
            names.insert(0, counter.side)
        return ", ".join(names) or EVERYWHERE

    def _closed_to(self, counter: Counter) -> Mapping[str, Closed]:
        return self.game.rules.closed_to_zoc(PrintedSide(counter))

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.game.board, self.game.rules, self.game.turns[0].number, {})

    @cached_property
    def _cuts(self) -> Mapping[str, tuple[HexSet, Edges]]:
        """By kind, the hexes where something stops a ZOC, and the hexsides that do."""
        one_of_each = {self.kind(counter): counter for counter in self.units}
        return {kind: self._cut(counter) for kind, counter in one_of_each.items()}

    def _cut(self, counter: Counter) -> tuple[HexSet, Edges]:
        grid, zoc = self.game.board.grid, self.game.rules.zoc
        assert zoc is not None
        blocked = self._ground.blocked(zoc.barrier, zoc.side_barriers.get(counter.side)).low
        closed = 0
        for rule in self._closed_to(counter).values():
            closed |= self._ground.closed(rule).low
        a, b, c, d, e, f = (
            (blocked[d] | grid.step(closed, opposite(d))) & grid.all & ~closed for d in DIRECTIONS
        )
        return a | b | c | d | e | f, (a, b, c, d, e, f)

    @property
    def kinds(self) -> Iterable[str]:
        return self._cuts

    @cached_property
    def hexes(self) -> HexSet:
        """The hexes that need an invisible piece to shade them."""
        step = self.game.board.grid.step
        cuts = self._cuts.values()
        return reduce(or_, (step(near & ~cut[d], d) for near, cut in cuts for d in DIRECTIONS), 0)

    def texts(self) -> Iterator[tuple[str, str]]:
        """The names and values of the properties."""
        grid = self.game.board.grid
        for kind, (near, cut) in self._cuts.items():
            reached: dict[int, list[str]] = {hex_: [] for hex_ in members(near)}
            for d in DIRECTIONS:
                back = grid.shifts[opposite(d)]
                for hex_ in members(grid.step(near & ~cut[d], d)):
                    reached[hex_ + back].append(grid.label(hex_))
            for hex_, labels in reached.items():
                yield f"{TO} {kind} {grid.label(hex_)}", f",{','.join(labels)},"
