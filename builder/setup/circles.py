"""Pieces whose lines leave a choice: one of several hexes, or within some hexes of one.

The game's own rules say where a piece may stand (`Ground`); of what they leave open this page takes
one way, the same at every build. `docs/set-ups.md` states it for the players.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from builder.setup.ground import SetupGround, hexes_of, sum_of
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.rules.situation import Situation

WORKS = "hedgehog"


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """The pieces of one line, and what the line leaves open for them."""

    pieces: tuple[Piece, ...]
    centres: tuple[int, ...]
    """The hexes it names; several to choose from."""
    radius: int = 0
    """Hexes around one of them."""
    inside: str = ""
    """The area it keeps to."""


@dataclass(frozen=True)
class Circle:
    """What the lines of one side put around the same hexes, in the order of the lists."""

    side: str
    centres: tuple[int, ...]
    radius: int
    pieces: tuple[Piece, ...]

    @property
    def hqs(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.kind == "hq")


def settled(at: Situation, choices: Sequence[SetupChoice]) -> Mapping[str, int]:
    """A hex for each piece of some lines, by ref; none for a piece that no hex is open to.

    `at` is the set-up with the pieces whose lines leave no choice.
    """
    inside = {p.ref: at.board.area(c.inside) for c in choices if c.inside for p in c.pieces}
    camp = Camp(at, tuple(_circles(choices)), inside)
    camp.pitch()
    return camp.hexes


def _circles(choices: Sequence[SetupChoice]) -> Iterator[Circle]:
    found: dict[tuple[str, tuple[int, ...], int], list[Piece]] = {}
    for choice in choices:
        for piece in choice.pieces:
            found.setdefault((piece.side, choice.centres, choice.radius), []).append(piece)
    for (side, centres, radius), pieces in found.items():
        yield Circle(side, centres, radius, tuple(pieces))


@dataclass
class Camp:
    """The map while it fills with pieces."""

    at: Situation
    circles: tuple[Circle, ...]
    inside: Mapping[str, HexSet]
    hexes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ground = SetupGround(self.at)
        self.stacks: dict[int, list[Piece]] = {}
        for piece in self.at.position.pieces:
            if piece.hex is not None:
                self.stacks.setdefault(piece.hex, []).append(piece)
        self.seats: dict[tuple[str, int], int] = {}
        """Where the HQ of a side stands whose line names a hex."""
        self.held = {s: hexes_of(p for p in self.at.units if p.side == s) for s in self._sides()}
        self.named = {side: self.held[side] | self._centres(side) for side in self.held}

    def _sides(self) -> tuple[str, ...]:
        """The sides in the order in which they set up."""
        first = self.at.scenario.facts.get("sets_up_first", "")
        listed = (row.side for row in self.at.scenario.setup())
        others = (side.id for side in self.at.game.sides)
        return tuple(dict.fromkeys((*(s for s in (first, *listed, *others) if s), "")))

    def _centres(self, side: str) -> HexSet:
        """The hexes around which units of a side set up."""
        own = (c for c in self.circles if c.side == side and any(p.is_unit for p in c.pieces))
        return sum_of(1 << hex_ for circle in own for hex_ in circle.centres)

    def pitch(self) -> None:
        """Places every piece: side by side, circles with an HQ before those without."""
        for side in self.held:
            own = [circle for circle in self.circles if circle.side == side]
            far, half = self._far_from_enemies(side), self._half(side)
            for circle in sorted(own, key=lambda circle: not circle.hqs):
                Filling(self, circle, far, half).fill()

    def enemies(self, side: str, hexes: Mapping[str, HexSet]) -> HexSet:
        """What others hold or name; a piece of no side has no enemies."""
        if not side:
            return 0
        return sum_of(found for other, found in hexes.items() if other not in (side, ""))

    def put(self, piece: Piece, hex_: int) -> None:
        self.hexes[piece.ref] = hex_
        self.stacks.setdefault(hex_, []).append(piece)
        if piece.is_unit:
            self.held[piece.side] |= 1 << hex_

    def own(self, side: str, hex_: int) -> list[Piece]:
        """A side's pieces in a hex."""
        return [piece for piece in self.stacks.get(hex_, ()) if piece.side == side]

    def _far_from_enemies(self, side: str) -> Mapping[int, int]:
        """By hex: how far it is from the nearest hex that an enemy holds or sets up around."""
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
        """The hexes nearer to what a side's lists name than to what its enemies' do.

        What lies as near to both is of the side that sets up first.
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
class Filling:
    """One circle while it fills."""

    camp: Camp
    circle: Circle
    far: Mapping[int, int]
    half: HexSet
    dealt: Tally[str] = field(default_factory=Tally)

    def fill(self) -> None:
        """HQs, what stays with them, formations, the front line, supply and transport, works."""
        bands = list(self._formations())
        banded = {piece.ref for band in bands for piece in band}
        singles = [p for p in self.circle.pieces if p.ref not in banded]
        for piece in (p for p in singles if p.kind == "hq"):
            self._at_the_hex(piece)
        for piece in (p for p in singles if p.kind == "combat" and not self._leads(p)):
            self._with_the_hq(piece)
        for band in bands:
            self._together(band)
        for piece in (p for p in singles if p.kind == "combat" and self._leads(p)):
            self._in_front(piece)
        for piece in (p for p in singles if p.kind not in ("hq", "combat", WORKS)):
            self._with_the_hq(piece)
        for piece in (p for p in singles if p.kind == WORKS):
            self._under_the_front(piece)

    def _formations(self) -> Iterator[list[Piece]]:
        """The formations of several units that stay together, each with its own transport.

        Lines that name several hexes deal their units out among these instead.
        """
        if len(self.circle.centres) > 1:
            return
        found: dict[str, list[Piece]] = {}
        for piece in self.circle.pieces:
            if piece.formation and piece.kind in ("combat", "transport"):
                found.setdefault(piece.formation, []).append(piece)
        for band in found.values():
            if sum(piece.kind == "combat" for piece in band) > 1:
                yield band

    def _leads(self, piece: Piece) -> bool:
        """Whether a unit belongs into the front line: what a ZOC takes, in games with one."""
        return bool(self.camp.at.zones.strength(piece).number)

    # -- places -------------------------------------------------------------------------------

    def _at_the_hex(self, hq: Piece) -> None:
        for centre in self._in_turn("hq"):
            where = self._pick(hq, self._around(centre), partial(self._near, centre))
            if where is not None:
                self.camp.seats.setdefault((hq.side, centre), where)
                return

    def _with_the_hq(self, piece: Piece) -> None:
        """In the hex of the HQ, else in the hex that the line names, else next to it."""
        own = (self.camp.hexes[hq.ref] for hq in self.circle.hqs if hq.ref in self.camp.hexes)
        seat = next(own, None)
        if seat is None:
            centre = self._in_turn("rear")[0]
            seat = self.camp.seats.get((piece.side, centre), centre)
        near = sum_of(self._around(centre) for centre in self.circle.centres)
        self._pick(piece, near, partial(self._near, seat))

    def _in_front(self, piece: Piece) -> None:
        """As near the enemy as may be; a unit that is there already counts as a hex of way."""
        for centre in self._in_turn("front"):
            if self._pick(piece, self._around(centre), partial(self._front, centre)) is not None:
                return

    def _together(self, band: list[Piece]) -> None:
        """All in the hex where the first of them would stand, as far as there is room."""
        (centre,) = self.circle.centres
        around = self._around(centre)
        shared = around
        for piece in band:
            shared &= self._legal(piece, around)
        room = [hex_ for hex_ in members(shared) if self._holds(hex_, band)]
        seat = min(room or members(shared), key=lambda h: (self._front(centre, h), h), default=None)
        for piece in band:
            self._pick(piece, around, partial(self._near, centre if seat is None else seat))

    def _under_the_front(self, work: Piece) -> None:
        """Under units of its own line that have none yet, the nearest to the enemy first."""
        centre = self._in_turn(WORKS)[0]
        own = {piece.ref for piece in self.circle.pieces if piece.kind == "combat"}

        def key(hex_: int) -> tuple[int, ...]:
            there = self.camp.own(work.side, hex_)
            dug_in = any(piece.kind == WORKS for piece in there)
            units = sum(piece.ref in own for piece in there)
            from_front = self.far[hex_] if units else self._gap(centre, hex_)
            return dug_in, not units, from_front, -units

        self._pick(work, self._around(centre), key)

    # -- measures -----------------------------------------------------------------------------

    def _in_turn(self, rank: str) -> tuple[int, ...]:
        """The hexes of the line, first the one whose turn it is."""
        first = self.dealt[rank] % len(self.circle.centres)
        self.dealt[rank] += 1
        return (*self.circle.centres[first:], *self.circle.centres[:first])

    def _gap(self, a: int, b: int) -> int:
        return self.camp.at.grid.distance(a, b)

    def _units(self, hex_: int) -> int:
        return sum(piece.kind == "combat" for piece in self.camp.stacks.get(hex_, ()))

    def _near(self, goal: int, hex_: int) -> tuple[int, int]:
        return self._gap(goal, hex_), self._units(hex_)

    def _front(self, centre: int, hex_: int) -> tuple[int, int]:
        return self.far[hex_] + self._units(hex_), self._gap(centre, hex_)

    def _holds(self, hex_: int, band: list[Piece]) -> bool:
        """Whether a hex has room for all of some pieces."""
        stack = [*self.camp.own(self.circle.side, hex_), *band]
        ground = self.camp.ground
        return not ground.overstacks(stack) and not ground.overweight(stack)

    def _around(self, centre: int) -> HexSet:
        """The hexes within reach of a centre, counted around hexes of enemies."""
        foes = self.camp.enemies(self.circle.side, self.camp.held)
        reached = 1 << centre
        for _ in range(self.circle.radius):
            reached |= self.camp.at.grid.spread(reached & ~foes)
        return reached & ~foes

    def _legal(self, piece: Piece, hexes: HexSet) -> HexSet:
        """Those of some hexes in which a piece may stand; of its own half if there are any."""
        found = hexes & self.camp.ground.open_to(piece)
        found &= self.camp.inside.get(piece.ref, found)
        return found & self.half or found

    def _pick(
        self, piece: Piece, hexes: HexSet, key: Callable[[int], tuple[int, ...]]
    ) -> int | None:
        """Puts a piece where there is room and the key is least."""
        ground = self.camp.ground
        stacks = {
            hex_: [*self.camp.own(piece.side, hex_), piece]
            for hex_ in members(self._legal(piece, hexes))
        }
        free = [hex_ for hex_, stack in stacks.items() if not ground.overstacks(stack)]
        where = min(free, key=lambda h: (ground.excess(stacks[h]), *key(h), h), default=None)
        if where is not None:
            self.camp.put(piece, where)
        return where
