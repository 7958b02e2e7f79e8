"""Zones of control: who exerts one, and where it reaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from hexwright.game.basis import Basis
from hexwright.game.hexfield import Edges, HexSet
from hexwright.game.hexgrid import DIRECTIONS
from hexwright.game.position import Piece
from hexwright.game.ruleset import ZocRules
from hexwright.rules.completions import Span, at_least, both

if TYPE_CHECKING:
    from hexwright.rules.situation import Situation

NEVER: Span[bool] = Span.sure(False)
NOWHERE: Span[HexSet] = Span.sure(0)


@dataclass(frozen=True)
class Zones:
    """The zones of control in one situation."""

    at: Situation

    @cached_property
    def rules(self) -> ZocRules | None:
        return self.at.rules.zoc

    @cached_property
    def blocked(self) -> Span[Edges]:
        """The hexsides that no ZOC crosses, from the fewest it may be to the most."""
        return self.at.ground.blocked(self.rules.barrier if self.rules else None)

    def exertion(self, piece: Piece) -> tuple[Span[bool], str]:
        """Whether a unit exerts a ZOC, its place in the stack left out, and the rule that says."""
        rules = self.rules
        if rules is None:
            return NEVER, ""
        for exempt in rules.none:
            if self.at.means(exempt.who, piece):
                return NEVER, exempt.rule
        if piece.markers.intersection(rules.silencing_markers):
            return NEVER, rules.rule
        return at_least(piece.value("attack"), rules.least_attack), rules.rule

    @cached_property
    def exerts(self) -> Mapping[str, Span[bool]]:
        """By ref of every unit on the map: whether it exerts a ZOC."""
        found: dict[str, Span[bool]] = {}
        for stack in self.at.stacks.values():
            spans = [self.exertion(piece)[0] for piece in stack]
            if self.rules and self.rules.silenced_from_top:
                spans = [both(span, spans[-1], lambda a, b: a and b) for span in spans]
            found |= {piece.ref: span for piece, span in zip(stack, spans, strict=True)}
        return found

    def reach(self, hex_: int) -> Span[HexSet]:
        """Where a ZOC from this hex reaches."""
        if hex_ not in self._reaches:
            self._reaches[hex_] = self.blocked.against(lambda edges: self._around(hex_, edges))
        return self._reaches[hex_]

    @cached_property
    def _reaches(self) -> dict[int, Span[HexSet]]:
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
        return both(exerts, self.reach(piece.hex), lambda does, hexes: hexes if does else 0)

    @cached_property
    def _of_sides(self) -> Mapping[str, Span[HexSet]]:
        """The hexes in any ZOC of a side, by side."""
        holders: dict[str, list[HexSet]] = {}
        for piece in self.at.units:
            masks = holders.setdefault(piece.side, [0, 0, 0, 0])
            for i, does in enumerate(self.exerts[piece.ref].levels):
                if does:
                    masks[i] |= 1 << (piece.hex or 0)
        spread = self.at.grid.spread
        found = {}
        for side, masks in holders.items():
            closed = self.blocked.reversed.levels
            least, low, high, most = (spread(m, e) for m, e in zip(masks, closed, strict=True))
            found[side] = Span(least, low, high, most)
        return found

    def against(self, side: str) -> Span[HexSet]:
        """The hexes in an enemy ZOC of a side."""
        total = NOWHERE
        for other, hexes in self._of_sides.items():
            if other != side:
                total = both(total, hexes, lambda a, b: a | b)
        return total

    def exerters(self, side: str, hex_: int) -> list[Piece]:
        """The units whose ZOC keeps, or may keep, `side` from a hex."""
        return [
            piece
            for piece in self.at.units
            if piece.side != side and self.of(piece).most >> hex_ & 1
        ]

    def bases(self, side: str) -> frozenset[Basis]:
        """The uncertain bases that the EZOC of a side rest on."""
        attack = {p.value("attack").basis for p in self.at.units if p.side != side}
        hexsides = frozenset() if self.blocked.certain else self.at.ground.soft_bases
        return frozenset(basis for basis in attack if basis.soft) | hexsides
