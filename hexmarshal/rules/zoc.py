"""Zones of control: who exerts one, and where it reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from hexmarshal.game.basis import UNKNOWN, Basis, Value
from hexmarshal.game.hexfield import Edges, HexSet
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Barrier, Prohibited, ZocRules
from hexmarshal.rules.spans import Span, combine, truth, weakened

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation

NEVER: Span[bool] = Span.sure(False)
NOWHERE: Span[HexSet] = Span.sure(0)


@dataclass(frozen=True)
class Zones:
    """The zones of control of one situation."""

    at: Situation

    @cached_property
    def rules(self) -> ZocRules | None:
        return self.at.rules.zoc

    def blocked(self, side: str) -> Span[Edges]:
        """The hexsides that the ZOCs of a side do not cross."""
        own = self.rules.side_barriers.get(side) if self.rules else None
        if own is None:
            return self._blocked
        if side not in self._side_blocked:
            self._side_blocked[side] = self.at.ground.blocked(own, self._barrier)
        return self._side_blocked[side]

    @property
    def _barrier(self) -> Barrier | None:
        return self.rules.barrier if self.rules else None

    @cached_property
    def _blocked(self) -> Span[Edges]:
        return self.at.ground.blocked(self._barrier)

    @cached_property
    def _side_blocked(self) -> dict[str, Span[Edges]]:
        return {}

    def exertion(self, piece: Piece) -> tuple[Span[bool], str]:
        """Whether a unit exerts a ZOC, ignoring its place in the stack, and the deciding rule."""
        if self.rules is None:
            return NEVER, ""
        does, rule = self.at.rules.exertion(self.at.described(piece))
        return weakened(truth(does), self.rules.basis), rule

    def strength(self, piece: Piece) -> Value:
        """The value that decides whether a unit has a ZOC."""
        return self.rules.strength(self.at.described(piece)) if self.rules else UNKNOWN

    @cached_property
    def exerts(self) -> Mapping[str, Span[bool]]:
        """Whether each unit on the map exerts a ZOC, by ref."""
        found: dict[str, Span[bool]] = {}
        for stack in self.at.stacks.values():
            spans = {piece.ref: self.exertion(piece)[0] for piece in stack}
            if self.rules and self.rules.silenced_from_top and len(stack) > 1:
                for side in {piece.side for piece in stack}:
                    own = [piece for piece in stack if piece.side == side]
                    top = self._on_top(own, spans)
                    for piece in own:
                        spans[piece.ref] = spans[piece.ref] & top
            found |= spans
        return found

    def _on_top(self, stack: list[Piece], spans: Mapping[str, Span[bool]]) -> Span[bool]:
        """Whether the top unit of a stack has a ZOC.

        If the order of the units is unknown, one with a ZOC is assumed to lie on top.
        """
        units = [piece for piece in stack if not self.at.as_marker(piece)]
        height = max((piece.level for piece in units), default=0)
        tops = [spans[piece.ref] for piece in units if piece.level == height]
        found = NEVER
        for span in tops:
            found = found | span
        return found

    def _closed_to(self, piece: Piece) -> Span[HexSet]:
        """The hexes closed to the ZOC of a unit, whatever the hexside."""
        kind = tuple(self.at.rules.closed_to_zoc(self.at.described(piece)).values())
        key = tuple(map(id, kind))
        if key not in self._closures:
            found = NOWHERE
            for rule in kind:
                closed = self.at.ground.closed(rule)
                if isinstance(rule, Prohibited) and rule.bridged:
                    closed = closed.map(lambda hexes: hexes & ~self.at.bridges)
                found = found | closed
            self._closures[key] = found
        return self._closures[key]

    @cached_property
    def _closures(self) -> dict[tuple[int, ...], Span[HexSet]]:
        return {}

    def reach(self, piece: Piece) -> Span[HexSet]:
        """The hexes that a unit's ZOC would reach from its hex."""
        assert piece.hex is not None
        closed = self._closed_to(piece)
        key = piece.hex, piece.side, closed
        if key not in self._reaches:
            around = self.blocked(piece.side).against(partial(self._around, piece.hex))
            open_ = around & ~closed
            self._reaches[key] = open_
        return self._reaches[key]

    @cached_property
    def _reaches(self) -> dict[tuple[int, str, Span[HexSet]], Span[HexSet]]:
        return {}

    def _around(self, hex_: int, blocked: Edges) -> HexSet:
        found = 0
        for d in DIRECTIONS:
            beyond = hex_ + self.at.grid.shifts[d]
            if beyond >= 0 and not blocked[d] >> hex_ & 1:
                found |= 1 << beyond
        return found & self.at.grid.all

    def of(self, piece: Piece) -> Span[HexSet]:
        """The hexes in a unit's ZOC."""
        exerts = self.exerts[piece.ref]
        if piece.hex is None or not exerts.most:
            return NOWHERE
        return combine(exerts, self.reach(piece), lambda does, hexes: hexes if does else 0)

    @cached_property
    def _of_sides(self) -> Mapping[str, Span[HexSet]]:
        """The hexes in the ZOC of any unit of a side, by side."""
        holders: dict[tuple[str, Span[HexSet]], list[HexSet]] = {}
        for piece in self.at.units:
            exerts = self.exerts[piece.ref]
            if not exerts.most:
                continue
            masks = holders.setdefault((piece.side, self._closed_to(piece)), [0, 0, 0, 0])
            for i, does in enumerate(exerts.levels):
                if does:
                    masks[i] |= 1 << piece.at_hex
        spread = self.at.grid.spread
        found: dict[str, Span[HexSet]] = {}
        for (side, closed), masks in holders.items():
            barred = self.blocked(side).reversed.levels
            levels = zip(masks, barred, closed.reversed.levels, strict=True)
            least, low, high, most = (spread(m, e) & ~s for m, e, s in levels)
            zone = Span(least, low, high, most)
            found[side] = found.get(side, NOWHERE) | zone
        return found

    def against(self, side: str) -> Span[HexSet]:
        """The hexes in an enemy ZOC of a side."""
        total = NOWHERE
        for other, hexes in self._of_sides.items():
            if other != side:
                total = total | hexes
        return total

    def exerters(self, side: str, hex_: int) -> list[Piece]:
        """The enemy units of `side` whose ZOC covers, or may cover, a hex."""
        return [
            piece
            for piece in self.at.units
            if piece.side != side and self.of(piece).most >> hex_ & 1
        ]

    def bases(self, side: str) -> frozenset[Basis]:
        """The uncertain bases behind the enemy ZOCs of a side."""
        attack = {self.strength(p).basis for p in self.at.units if p.side != side}
        attack |= {self.rules.basis} if self.rules else set()
        sides = {piece.side for piece in self.at.units if piece.side != side}
        certain = all(self.blocked(other).certain for other in sides) and all(
            self.at.ground.closed(rule).certain for rule in self.at.rules.prohibited.values()
        )
        hexsides = frozenset() if certain else self.at.ground.soft_bases
        return frozenset(basis for basis in attack if basis.soft) | hexsides
