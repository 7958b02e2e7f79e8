"""How far zones of control reach where something stops them: rivers, hexes closed to some units.

VASSAL shades whole circles of hexes around a unit. So a unit beside such a hexside shades no more
than its own hex, and each hex that its zone does reach is shaded by a piece of its own that lies
there unseen (`module_zoc`) and asks the hexes around it.

Which hexes it asks stands hex by hex in read-only properties of the module, which no save holds.
They show the map as the data have it when play begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.module_names import means
from hexwright.game.counters import Counter
from hexwright.game.hexfield import Edges, HexSet, members
from hexwright.game.hexgrid import DIRECTIONS, opposite
from hexwright.game.model import Game
from hexwright.game.ruleset import Closed
from hexwright.rules.ground import Ground

CUT, FROM = "hw_cut", "hw_from"
"""`hw_cut KIND HEX` stands for hexes from which a zone is cut off somewhere, `hw_from KIND HEX 1`,
`... 2`, ... name such hexes from which a zone does reach HEX."""
EVERYWHERE = "all"


@dataclass(frozen=True)
class Reach:
    """Where the zones of control of a game's units reach; `units` are those that have any."""

    game: Game
    units: tuple[Counter, ...]

    def kind(self, counter: Counter) -> str:
        """Names what stops the zone of a unit; units of one kind are stopped alike."""
        names = [name for name, _ in self._closed_to(counter)]
        zoc = self.game.rules.zoc
        if zoc and counter.side in zoc.side_barriers:
            names.insert(0, counter.side)
        return ", ".join(names) or EVERYWHERE

    def _closed_to(self, counter: Counter) -> Iterator[tuple[str, Closed]]:
        rules = self.game.rules
        closed = rules.zoc.closed if rules.zoc else ()
        named = {**rules.prohibited, **{f"closed {n}": rule for n, rule in enumerate(closed, 1)}}
        return ((name, rule) for name, rule in named.items() if means(rule.who, counter))

    @cached_property
    def _ground(self) -> Ground:
        return Ground(self.game.board, self.game.rules, self.game.turns[0].number, {})

    @cached_property
    def _cuts(self) -> Mapping[str, tuple[HexSet, Edges]]:
        """By kind: the hexes from which a zone is cut off somewhere, and over which hexsides."""
        one_of_each = {self.kind(counter): counter for counter in self.units}
        return {kind: self._cut(counter) for kind, counter in one_of_each.items()}

    def _cut(self, counter: Counter) -> tuple[HexSet, Edges]:
        grid, zoc = self.game.board.grid, self.game.rules.zoc
        assert zoc is not None
        blocked = self._ground.blocked(zoc.barrier, zoc.side_barriers.get(counter.side)).low
        closed = 0
        for _, rule in self._closed_to(counter):
            closed |= self._ground.closed(rule).low
        a, b, c, d, e, f = (
            (blocked[d] | grid.step(closed, opposite(d))) & grid.all & ~closed for d in DIRECTIONS
        )
        return a | b | c | d | e | f, (a, b, c, d, e, f)

    @property
    def kinds(self) -> Iterable[str]:
        return self._cuts

    @cached_property
    def _sources(self) -> Mapping[tuple[str, int], list[str]]:
        """By kind and hex: the hexes beside it whose zones reach it and are cut off elsewhere."""
        grid = self.game.board.grid
        found: dict[tuple[str, int], list[str]] = {}
        for kind, (near, cut) in self._cuts.items():
            for d in DIRECTIONS:
                back = grid.shifts[opposite(d)]
                for hex_ in members(grid.step(near & ~cut[d], d)):
                    found.setdefault((kind, hex_), []).append(grid.label(hex_ + back))
        return found

    @cached_property
    def hexes(self) -> HexSet:
        """The hexes that need a piece to shade them."""
        return sum(1 << hex_ for hex_ in {hex_ for _, hex_ in self._sources})

    @cached_property
    def most(self) -> Mapping[str, int]:
        """By kind: how many such hexes lie around one hex at most."""
        found: dict[str, int] = {}
        for (kind, _), labels in self._sources.items():
            found[kind] = max(found.get(kind, 0), len(labels))
        return found

    def texts(self) -> Iterator[tuple[str, str]]:
        """Names and values of the properties."""
        label = self.game.board.grid.label
        for kind, (near, _) in self._cuts.items():
            yield from ((f"{CUT} {kind} {label(hex_)}", "1") for hex_ in members(near))
        for (kind, hex_), labels in self._sources.items():
            for n, source in enumerate(labels, 1):
                yield f"{FROM} {kind} {label(hex_)} {n}", source
