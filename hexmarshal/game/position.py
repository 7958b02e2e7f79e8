"""A position: where every counter is, in which state, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from hexmarshal.game.basis import UNKNOWN, Basis, Scalar, Value
from hexmarshal.game.board import Board
from hexmarshal.game.counters import UNIT_KINDS, Counter
from hexmarshal.game.text import fold


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece in a position.

    `counter` is None for a piece that the game does not list; it is judged by its own data. `hex`
    is the board's number of its hex, `place` the name of a box. A piece with neither is out of
    play, unless it is `off_map`, in a hex that the map does not have. `level` is its place in the
    stack, 0 at the bottom.
    """

    ref: str
    name: str
    side: str
    kind: str = "combat"
    formation: str = ""
    type: str = ""
    counter: Counter | None = None
    hex: int | None = None
    place: str = ""
    off_map: str = ""
    level: int = 0
    steps_lost: int = 0
    markers: frozenset[str] = frozenset()
    """Folded marker words: `out of supply`, `isolated`, `pinned`, ..."""
    arrived: bool | None = None
    """Placed this phase and not yet moved; None if not known."""
    given: Mapping[str, Value] = field(default_factory=dict)
    """Values that came with the position; they override the counter's."""

    @property
    def at_hex(self) -> int:
        """The hex of a piece that stands on the map. Raises ValueError for one that does not."""
        if self.hex is None:
            raise ValueError(f"{self.name} is not on the map")
        return self.hex

    @property
    def reduced(self) -> bool:
        return self.steps_lost > 0

    @property
    def is_unit(self) -> bool:
        return self.kind in UNIT_KINDS

    @property
    def tags(self) -> frozenset[str]:
        return self.counter.tags if self.counter else frozenset()

    def value(self, name: str) -> Value:
        """The value in force: given, else printed on the side that is face up, else unknown."""
        if name in self.given:
            return self.given[name]
        if self.counter is None:
            return UNKNOWN
        if name == "steps":
            return self.counter.steps
        turned = self.reduced
        if self.counter.reverse:
            turned = fold(self.counter.reverse) in self.markers
        return self.counter.value(name, reduced=turned)

    def flag(self, name: str) -> bool:
        """A yes-or-no value: as given, else whether the counter has the tag."""
        if name in self.given:
            return bool(self.given[name].number)
        return name in self.tags


def given(values: Mapping[str, Scalar | None]) -> Mapping[str, Value]:
    """Values that came with a position; None means that a value is not known."""
    return {k: UNKNOWN if v is None else Value(v, Basis.GIVEN) for k, v in values.items()}


@dataclass(frozen=True)
class Position:
    """A position of a game at one moment. The board is the game's, or an overlay of it."""

    board: Board
    pieces: tuple[Piece, ...]
    scenario: str = ""
    turn: int | None = None
    date: str = ""
    phase: str = ""
    """Folded id of a phase or segment; `turn` for the turn as a whole, `set up` for the set-up."""
    moment: str = "during"
    """`start`, `during` or `end` of the phase."""
    facts: Mapping[str, object] = field(default_factory=dict)
    control: Mapping[int, str] = field(default_factory=dict)
    """Hexes known to be controlled by a side."""
    shares: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By the folded name of a place of several hexes: how many of them each side controls, if it is
    not known which."""
    options: Mapping[str, str] = field(default_factory=dict)
    previous: Position | None = None

    @cached_property
    def stacks(self) -> Mapping[int, tuple[Piece, ...]]:
        """The pieces on the map by hex, bottom to top."""
        found: dict[int, list[Piece]] = {}
        for piece in self.pieces:
            if piece.hex is not None:
                found.setdefault(piece.hex, []).append(piece)
        return {h: tuple(sorted(ps, key=lambda p: p.level)) for h, ps in found.items()}

    @cached_property
    def by_ref(self) -> Mapping[str, Piece]:
        return {piece.ref: piece for piece in self.pieces}

    def units(self, side: str | None = None) -> Iterator[Piece]:
        """The units on the map, of one side or of all."""
        for piece in self.pieces:
            if piece.hex is not None and piece.is_unit and side in (None, piece.side):
                yield piece

    def same(self, piece: Piece) -> Piece | None:
        """The piece of this position that matches one of another: by ref, else by counter."""
        found = self.by_ref.get(piece.ref)
        if found and (found.counter is piece.counter or piece.counter is None):
            return found
        copies = [p for p in self.pieces if piece.counter and p.counter is piece.counter]
        return copies[0] if len(copies) == 1 else None

    def since(self, before: Position) -> Position:
        """The same position, with `arrived` filled in from an earlier one where that is certain.

        Units that were on the map before and have moved since, or were there when the phase began,
        have not just arrived. A unit that was not on the map stays open: it may have moved at once.
        """
        same_phase = (before.turn, before.phase) == (self.turn, self.phase)

        def filled_in(piece: Piece) -> Piece:
            old = before.same(piece) if piece.arrived is None and piece.hex is not None else None
            if old is None or old.hex is None:
                return piece
            stays = old.hex == piece.hex and same_phase
            return replace(piece, arrived=old.arrived if stays else False)

        return self.with_pieces(tuple(map(filled_in, self.pieces)))

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Position:
        """The same moment with other pieces."""
        return replace(self, pieces=pieces)
