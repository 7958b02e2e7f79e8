"""Chooses hexes for pieces whose row leaves a choice: several hexes, or a radius around one.

The game's rules decide where a piece may set up (`SetupGround`). Among those hexes this module
chooses one, the same at every build. `docs/set-ups.md` explains the choice to players.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from builder.setup.ground import SetupGround, hexes_of
from hexmarshal.game.hexfield import HexSet, members, union_of
from hexmarshal.game.position import Piece
from hexmarshal.rules.situation import Situation

HEDGEHOG = "hedgehog"


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """The pieces of a row that leaves a choice, and the choice."""

    pieces: tuple[Piece, ...]
    centres: tuple[int, ...]
    """The hexes that the row names, one or several."""
    radius: int = 0
    """How to_enemy from one of them the pieces may be, in hexes."""
    inside: str = ""
    """The area that the pieces must be in, if any."""


@dataclass(frozen=True)
class SetupArea:
    """The pieces of one side that set up in or around the same hexes, in list order."""

    side: str
    centres: tuple[int, ...]
    radius: int
    pieces: tuple[Piece, ...]

    @property
    def hqs(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind == "hq")


def choose_hexes(at: Situation, choices: Sequence[SetupChoice]) -> Mapping[str, int]:
    """The hex chosen for each piece, by ref; without the pieces for which no hex is left.

    `at` is the set-up with the pieces whose rows leave no choice.
    """
    inside = {p.ref: at.board.area(c.inside) for c in choices if c.inside for p in c.pieces}
    layout = SetupLayout(at, tuple(_areas(choices)), inside)
    layout.place_all()
    return layout.hexes


def _areas(choices: Sequence[SetupChoice]) -> Iterator[SetupArea]:
    found: dict[tuple[str, tuple[int, ...], int], list[Piece]] = {}
    for choice in choices:
        for piece in choice.pieces:
            found.setdefault((piece.side, choice.centres, choice.radius), []).append(piece)
    for (side, centres, radius), pieces in found.items():
        yield SetupArea(side, centres, radius, tuple(pieces))


@dataclass
class SetupLayout:
    """The map while pieces are placed on it."""

    at: Situation
    areas: tuple[SetupArea, ...]
    inside: Mapping[str, HexSet]
    hexes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ground = SetupGround(self.at)
        self.stacks: dict[int, list[Piece]] = {}
        for piece in self.at.position.pieces:
            if piece.hex is not None:
                self.stacks.setdefault(piece.hex, []).append(piece)
        self.hq_hexes: dict[tuple[str, int], int] = {}
        """By side and the hex that its row names: the hex where the HQ is."""
        self.held = {s: hexes_of(p for p in self.at.units if p.side == s) for s in self._sides()}
        self.named = {side: self.held[side] | self._centres(side) for side in self.held}

    def _sides(self) -> tuple[str, ...]:
        """The sides in set-up order."""
        first = self.at.scenario.facts.get("sets_up_first", "")
        listed = (row.side for row in self.at.scenario.setup())
        others = (side.id for side in self.at.game.sides)
        return tuple(dict.fromkeys((*(s for s in (first, *listed, *others) if s), "")))

    def _centres(self, side: str) -> HexSet:
        """The hexes around which units of a side set up."""
        own = (c for c in self.areas if c.side == side and any(p.is_unit for p in c.pieces))
        return union_of(1 << hex_ for area in own for hex_ in area.centres)

    def place_all(self) -> None:
        """Places every piece, one side after the other; areas with an HQ come first."""
        for side in self.held:
            own = [area for area in self.areas if area.side == side]
            to_enemy, half = self._distances_to_enemies(side), self._half(side)
            for area in sorted(own, key=lambda area: not area.hqs):
                AreaLayout(self, area, to_enemy, half).fill()

    def enemies(self, side: str, hexes: Mapping[str, HexSet]) -> HexSet:
        """The hexes in `hexes` of all other sides; a piece of no side has no enemies."""
        if not side:
            return 0
        return union_of(found for other, found in hexes.items() if other not in (side, ""))

    def place(self, piece: Piece, hex_: int) -> None:
        self.hexes[piece.ref] = hex_
        self.stacks.setdefault(hex_, []).append(piece)
        if piece.is_unit:
            self.held[piece.side] |= 1 << hex_

    def own(self, side: str, hex_: int) -> list[Piece]:
        """A side's pieces in a hex."""
        return [piece for piece in self.stacks.get(hex_, ()) if piece.side == side]

    def _distances_to_enemies(self, side: str) -> Mapping[int, int]:
        """By hex: the distance to the nearest hex that an enemy holds or sets up around."""
        ring = self.enemies(side, self.named) | self.enemies(side, self.held)
        found: dict[int, int] = {}
        seen, distance = ring, 0
        while ring:
            found |= dict.fromkeys(members(ring), distance)
            ring = self.at.grid.spread(ring) & ~seen
            seen |= ring
            distance += 1
        return found or dict.fromkeys(self.at.grid.numbers, 0)

    def _half(self, side: str) -> HexSet:
        """The hexes nearer to the hexes in a side's lists than to those in its enemies' lists.

        Hexes equally near to both belong to the side that sets up first.
        """
        every = self.at.grid.all
        own, other = self.named[side], self.enemies(side, self.named)
        first = side == next(iter(self.held))
        ours, theirs = own, other
        while ours | theirs != every:
            front, back = self.at.grid.spread(ours), self.at.grid.spread(theirs)
            free = every & ~(ours | theirs)
            if not free & (front | back):
                break
            ours |= front & free & ~(0 if first else back)
            theirs |= back & free & ~(front if first else 0)
        return ours


@dataclass
class AreaLayout:
    """One set-up area while its pieces are placed."""

    layout: SetupLayout
    area: SetupArea
    to_enemy: Mapping[int, int]
    half: HexSet
    used: Tally[str] = field(default_factory=Tally)

    def fill(self) -> None:
        """Places HQs, units without attack strength, formations, the front, supplies, hedgehogs."""
        formations = list(self._formations())
        in_formations = {piece.ref for formation in formations for piece in formation}
        singles = [p for p in self.area.pieces if p.ref not in in_formations]
        for piece in (p for p in singles if p.kind == "hq"):
            self._place_hq(piece)
        for piece in (p for p in singles if p.kind == "combat" and not self._leads(p)):
            self._place_with_hq(piece)
        for formation in formations:
            self._place_together(formation)
        for piece in (p for p in singles if p.kind == "combat" and self._leads(p)):
            self._place_in_front(piece)
        for piece in (p for p in singles if p.kind not in ("hq", "combat", HEDGEHOG)):
            self._place_with_hq(piece)
        for piece in (p for p in singles if p.kind == HEDGEHOG):
            self._place_hedgehog(piece)

    def _formations(self) -> Iterator[list[Piece]]:
        """The formations of several units that stay together, each with its transport.

        If rows name several hexes, their units are spread over these instead.
        """
        if len(self.area.centres) > 1:
            return
        found: dict[str, list[Piece]] = {}
        for piece in self.area.pieces:
            if piece.formation and piece.kind in ("combat", "transport"):
                found.setdefault(piece.formation, []).append(piece)
        for formation in found.values():
            if sum(piece.kind == "combat" for piece in formation) > 1:
                yield formation

    def _leads(self, piece: Piece) -> bool:
        """Whether a unit belongs in the front line: whether it has the strength a ZOC needs."""
        return bool(self.layout.at.zones.strength(piece).number)

    # -- placing ------------------------------------------------------------------------------

    def _place_hq(self, hq: Piece) -> None:
        for centre in self._centres_in_turn("hq"):
            where = self._pick(hq, self._around(centre), partial(self._near, centre))
            if where is not None:
                self.layout.hq_hexes.setdefault((hq.side, centre), where)
                return

    def _place_with_hq(self, piece: Piece) -> None:
        """Places a piece in the hex of its HQ, else in the hex of its row, else nearby."""
        own = (self.layout.hexes[hq.ref] for hq in self.area.hqs if hq.ref in self.layout.hexes)
        home = next(own, None)
        if home is None:
            centre = self._centres_in_turn("rear")[0]
            home = self.layout.hq_hexes.get((piece.side, centre), centre)
        near = union_of(self._around(centre) for centre in self.area.centres)
        self._pick(piece, near, partial(self._near, home))

    def _place_in_front(self, piece: Piece) -> None:
        """Places a unit near the enemy; each unit already in a hex counts as one hex more."""
        for centre in self._centres_in_turn("front"):
            if self._pick(piece, self._around(centre), partial(self._front, centre)) is not None:
                return

    def _place_together(self, formation: list[Piece]) -> None:
        """Places a formation in the hex its first unit would take, as far as there is room."""
        (centre,) = self.area.centres
        around = self._around(centre)
        shared = around
        for piece in formation:
            shared &= self._legal(piece, around)
        room = [hex_ for hex_ in members(shared) if self._holds(hex_, formation)]
        home = min(room or members(shared), key=lambda h: (self._front(centre, h), h), default=None)
        for piece in formation:
            self._pick(piece, around, partial(self._near, centre if home is None else home))

    def _place_hedgehog(self, hedgehog: Piece) -> None:
        """Places a hedgehog under units of its area without one, nearest to the enemy first."""
        centre = self._centres_in_turn(HEDGEHOG)[0]
        own = {piece.ref for piece in self.area.pieces if piece.kind == "combat"}

        def key(hex_: int) -> tuple[int, ...]:
            there = self.layout.own(hedgehog.side, hex_)
            dug_in = any(piece.kind == HEDGEHOG for piece in there)
            units = sum(piece.ref in own for piece in there)
            from_front = self.to_enemy[hex_] if units else self._distance(centre, hex_)
            return dug_in, not units, from_front, -units

        self._pick(hedgehog, self._around(centre), key)

    # -- measures -----------------------------------------------------------------------------

    def _centres_in_turn(self, rank: str) -> tuple[int, ...]:
        """The hexes of the area, starting with the next in turn for this rank."""
        first = self.used[rank] % len(self.area.centres)
        self.used[rank] += 1
        return (*self.area.centres[first:], *self.area.centres[:first])

    def _distance(self, a: int, b: int) -> int:
        return self.layout.at.grid.distance(a, b)

    def _units(self, hex_: int) -> int:
        return sum(piece.kind == "combat" for piece in self.layout.stacks.get(hex_, ()))

    def _near(self, goal: int, hex_: int) -> tuple[int, int]:
        return self._distance(goal, hex_), self._units(hex_)

    def _front(self, centre: int, hex_: int) -> tuple[int, int]:
        return self.to_enemy[hex_] + self._units(hex_), self._distance(centre, hex_)

    def _holds(self, hex_: int, formation: list[Piece]) -> bool:
        """Whether a hex has room for all these pieces."""
        stack = [*self.layout.own(self.area.side, hex_), *formation]
        ground = self.layout.ground
        return not ground.overstacks(stack) and not ground.overweight(stack)

    def _around(self, centre: int) -> HexSet:
        """The hexes within the radius of a centre, counted around hexes that enemies hold."""
        foes = self.layout.enemies(self.area.side, self.layout.held)
        reached = 1 << centre
        for _ in range(self.area.radius):
            reached |= self.layout.at.grid.spread(reached & ~foes)
        return reached & ~foes

    def _legal(self, piece: Piece, hexes: HexSet) -> HexSet:
        """The hexes where a piece may set up, in its own half if there are any there."""
        found = hexes & self.layout.ground.open_to(piece)
        found &= self.layout.inside.get(piece.ref, found)
        return found & self.half or found

    def _pick(
        self, piece: Piece, hexes: HexSet, key: Callable[[int], tuple[int, ...]]
    ) -> int | None:
        """Places a piece in the hex with room and the lowest key; returns it, or None."""
        ground = self.layout.ground
        stacks = {
            hex_: [*self.layout.own(piece.side, hex_), piece]
            for hex_ in members(self._legal(piece, hexes))
        }
        free = [hex_ for hex_, stack in stacks.items() if not ground.overstacks(stack)]
        where = min(free, key=lambda h: (ground.excess(stacks[h]), *key(h), h), default=None)
        if where is not None:
            self.layout.place(piece, where)
        return where
