"""What moved from one position to the next, and whether it may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_

from checker.report import Move
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.timing import SET_UP, in_one_phase
from hexmarshal.rules.entry_place import openings
from hexmarshal.rules.findings import Finding, Need, What
from hexmarshal.rules.marched import COMBAT, Marched
from hexmarshal.rules.movement import Marches
from hexmarshal.rules.outing import Trip
from hexmarshal.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class Judged:
    """A move as a report shows it, and what it says of one that is not lawful."""

    move: Move
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class _Walk:
    """A unit on its way: the position in which it set out, and where it has been seen since."""

    origin: Position
    piece: Piece
    starts: tuple[int, ...]
    seen: tuple[int, ...]
    arrives: bool


@dataclass
class Walks:
    """The moves of one log, or between two positions.

    A unit that is moved again before any other has been goes on with the same move: its points
    are counted from where it set out. Moved back to where it was seen before, it has taken those
    steps back.
    """

    game: Game
    _afoot: dict[str, _Walk] = field(default_factory=dict)
    _left: dict[str, HexSet] = field(default_factory=dict)
    """By side: the hexes that it is known to have left in the phase that is on, ..."""
    _complete: bool = False
    """... which are all of them once the phase has begun within the log."""

    @cached_property
    def _marches(self) -> Marches:
        return Marches(self.game)

    def moves(self, before: Position, after: Position) -> list[Judged]:
        """The moves that lead from one position to the next."""
        if before.phase == SET_UP:
            return []
        self._note(before, after)
        movers = [(old, new) for old, new in _pairs(before, after) if _has_moved(old, new)]
        on_foot = [new.ref for old, new in movers if new.hex is not None]
        if on_foot and not set(on_foot) <= self._afoot.keys():
            self._afoot.clear()
        return [judged for old, new in movers for judged in self._judged(before, after, old, new)]

    def _note(self, before: Position, after: Position) -> None:
        """Which hexes units leave in the phase that is on."""
        if not in_one_phase(before, after):
            self._left, self._complete = {}, True
        then, now = Situation(self.game, before), Situation(self.game, after)
        for side in (side.id for side in self.game.sides):
            self._left[side] = (self._left.get(side, 0) | then.held(side)) & ~now.held(side)

    def _vacated(self, side: str) -> HexSet:
        """The hexes that enemies of a side are known to have left in this phase."""
        return reduce(or_, (left for other, left in self._left.items() if other != side), 0)

    def _judged(
        self, before: Position, after: Position, old: Piece, new: Piece
    ) -> Iterator[Judged]:
        start, end = where(before, old), where(after, new)
        rules = self.game.rules.movement
        if rules is None:
            yield Judged(Move(new.ref, start, end, "unknown"))
            return
        if not Situation(self.game, before).means(rules.who, old):
            return
        if new.hex is None:
            self._afoot.pop(new.ref, None)
            yield Judged(Move(new.ref, start, end, "unknown", needs=(COMBAT,)))
            return
        walk = self._walk(before, old, new.hex)
        if not walk.starts:
            need = Need(What.TEXT, "the entry of its arrival")
            yield Judged(Move(new.ref, start, end, "unknown", needs=(need,)))
            return
        trip = Trip(walk.piece, new, walk.starts, walk.seen, walk.arrives)
        marched = self._marches.judged(
            walk.origin, after, trip, self._vacated(new.side), complete=self._complete
        )
        if marched is not None:
            yield Judged(_move(after, new, start, end, marched), marched.finding)

    def _walk(self, before: Position, old: Piece, end: int) -> _Walk:
        """The walk that a unit is on when it comes to a hex."""
        known = self._afoot.get(old.ref)
        if known and in_one_phase(known.origin, before):
            been = known.seen[: known.seen.index(end)] if end in known.seen else known.seen
            been = () if end in known.starts else been
            walk = replace(known, seen=(*been, end))
        else:
            at = Situation(self.game, before)
            starts = (old.hex,) if old.hex is not None else tuple(members(openings(at, old)))
            walk = _Walk(before, old, starts, (end,), old.hex is None)
        self._afoot[old.ref] = walk
        return walk


def _has_moved(old: Piece, new: Piece) -> bool:
    return (old.hex, old.place) != (new.hex, new.place) and {old.hex, new.hex} != {None}


def _move(after: Position, piece: Piece, start: str, end: str, marched: Marched) -> Move:
    label = after.board.grid.label
    return Move(
        counter=piece.ref,
        start=start,
        end=end,
        verdict=marched.verdict,
        rule=marched.cited.rule,
        cost=marched.cost,
        allowance=marched.allowance,
        path=tuple(label(hex_) for hex_ in marched.way),
        needs=marched.needs,
    )


def _pairs(before: Position, after: Position) -> Iterator[tuple[Piece, Piece]]:
    """Each piece with the one it was: of the same ref, or else the only one of its identity."""
    by_identity: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in before.pieces:
        by_identity.setdefault(identity(piece), []).append(piece)
    for piece in after.pieces:
        same = by_identity.get(identity(piece), [])
        of_ref = [old for old in same if old.ref == piece.ref]
        chosen = of_ref or (same if len(same) == 1 else [])
        if chosen:
            yield chosen[0], piece


def identity(piece: Piece) -> tuple[str, str, str]:
    """What a piece is, whatever its ref."""
    if piece.counter:
        return piece.counter.id, "", ""
    return piece.name, piece.side, piece.formation


def where(position: Position, piece: Piece) -> str:
    """A piece's hex by its number, or its place."""
    return position.board.grid.label(piece.hex) if piece.hex is not None else piece.place
