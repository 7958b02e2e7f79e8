"""From the pieces of a save to the pieces of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from checker.read.spots import (
    Binding,
    Bound,
    Locator,
    SavedPiece,
    Spot,
    Told,
    Where,
    saved_piece,
    told_by,
)
from checker.report import Unread
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook
from hexmarshal.game.position import Piece
from hexmarshal.vassal.piece import Piece as VassalPiece
from hexmarshal.vassal.save import Deck, PieceLocation, Save, Stack

T = TypeVar("T")
Read = Callable[[str, VassalPiece, PieceLocation], T]
"""Makes something of a piece by its id, the piece itself and its place."""


@dataclass
class Heaps(Generic[T]):
    """The stacks, decks and lone pieces of the save read last, and what was made of each."""

    _pieces: Mapping[str, VassalPiece] = field(default_factory=dict)
    _containers: Mapping[str, Stack | Deck] = field(default_factory=dict)
    _heaps: dict[str, tuple[T, ...]] = field(default_factory=dict)

    def of(self, save: Save, read: Read[T]) -> Iterator[tuple[T, ...]]:
        """What is made of the pieces of a save, heap by heap: stacks in the file's order, each
        from the bottom, decks, and what lies alone. A piece is where the last to hold it is."""
        containers: dict[str, Stack | Deck] = {**save.stacks, **save.decks}
        holder = {member: id_ for id_, one in containers.items() for member in one.members}
        stale = {id_ for id_, one in containers.items() if self._containers.get(id_) is not one}
        for id_, piece in save.pieces.items():
            if self._pieces.get(id_) is not piece:
                stale.add(holder.get(id_, id_))
        lone = (id_ for id_ in save.pieces if id_ not in holder)
        heaps: dict[str, tuple[T, ...]] = {}
        for id_ in (*containers, *lone):
            known = None if id_ in stale else self._heaps.get(id_)
            if known is None:
                places = _places(save, id_, containers.get(id_), holder)
                known = tuple(read(one, save.pieces[one], place) for one, place in places)
            heaps[id_] = known
        self._pieces, self._containers, self._heaps = save.pieces, containers, heaps
        return iter(heaps.values())


def _places(
    save: Save, id_: str, container: Stack | Deck | None, holder: Mapping[str, str]
) -> Iterator[tuple[str, PieceLocation]]:
    """The pieces of a heap and where each is."""
    if container is None:
        yield id_, save.own_place(save.pieces[id_])
        return
    own = {one: level for level, one in enumerate(container.members) if one in save.pieces}
    for one, level in own.items():
        if holder[one] == id_:
            yield one, PieceLocation(container.map, container.x, container.y, container, level)


@dataclass(frozen=True, slots=True)
class _Known:
    """A piece that was understood."""

    saved: SavedPiece
    bound: Bound
    where: Where


@dataclass(frozen=True)
class Assembler:
    """Makes positions of saves of one module; a log's many saves share what it has learnt."""

    game: Game
    locator: Locator
    binding: Binding
    _told: dict[int, tuple[VassalPiece, Told]] = field(default_factory=dict)
    _heaps: Heaps[_Known | Unread | None] = field(default_factory=Heaps)
    _wheres: dict[Spot, Where] = field(default_factory=dict)
    _places: dict[tuple[str, int, int], Spot] = field(default_factory=dict)
    _pieces: dict[tuple[int, Spot], Bound | str | None] = field(default_factory=dict)

    @cached_property
    def book(self) -> CounterBook:
        return CounterBook(self.game)

    def assembled(self, save: Save) -> tuple[tuple[Piece, ...], tuple[Unread, ...]]:
        """The pieces of the game among those of a save, and those not understood."""
        known: list[_Known] = []
        unread: list[Unread] = []
        for heap in self._heaps.of(save, self._at):
            for found in heap:
                if isinstance(found, _Known):
                    known.append(found)
                elif found is not None:
                    unread.append(found)
        counters = _counters(self.book, known)
        pieces: list[Piece] = []
        for one in sorted(known, key=lambda k: k.bound.layer):
            counter = counters.get(one.saved.id)
            if counter is None:
                why = f"no counter of the game is called {_called(one.bound)}"
                unread.append(Unread(one.saved.name, str(one.saved.spot), why))
            else:
                pieces.append(_piece(one, counter))
        return _marked(_levelled(pieces), known), tuple(unread)

    def _at(self, id_: str, piece: VassalPiece, place: PieceLocation) -> _Known | Unread | None:
        """A piece at its place."""
        return self._understood(saved_piece(id_, place, self._tell(piece), self._spot), piece)

    def _understood(self, saved: SavedPiece, piece: VassalPiece) -> _Known | Unread | None:
        """The piece with its place, or why it is unread; None for what is no part of the game."""
        if saved.damage:
            return Unread(saved.name, str(saved.spot), f"the piece is damaged: {saved.damage}")
        key = id(piece), saved.spot
        if key not in self._pieces:
            self._pieces[key] = self.binding.piece(saved)
        bound = self._pieces[key]
        if bound is None:
            return None
        if isinstance(bound, str):
            return Unread(saved.name, str(saved.spot), bound)
        if saved.spot not in self._wheres:
            self._wheres[saved.spot] = self.binding.where(saved.spot)
        where = self._wheres[saved.spot]
        if where.why:
            return Unread(saved.name, str(saved.spot), where.why)
        return _Known(saved, bound, where)

    def _spot(self, map_: str, x: int, y: int) -> Spot:
        key = map_, x, y
        if key not in self._places:
            self._places[key] = self.locator.spot(map_, x, y)
        return self._places[key]

    def _tell(self, piece: VassalPiece) -> Told:
        """What a piece says of itself; the piece is kept, so that its id stays its own."""
        known = self._told.get(id(piece))
        if known is None:
            known = self._told[id(piece)] = (piece, told_by(piece))
        return known[1]


def _called(bound: Bound) -> str:
    wanted = bound.wanted
    said = wanted.id or wanted.name
    more = ", ".join(filter(None, [wanted.side, wanted.formation]))
    return f"{said!r} ({more})" if more else repr(said)


def _counters(book: CounterBook, known: Iterable[_Known]) -> Mapping[str, Counter]:
    """The counter of each piece: those told by id first, then those told with a formation."""
    used: dict[str, int] = {}
    chosen: dict[str, Counter] = {}
    firm = sorted(known, key=lambda k: (not k.bound.wanted.id, not k.bound.wanted.formation))
    for one in firm:
        counter = book.find(one.bound.wanted, used)
        if counter is not None:
            used[counter.id] = used.get(counter.id, 0) + 1
            chosen[one.saved.id] = counter
    return chosen


def _piece(one: _Known, counter: Counter) -> Piece:
    return Piece(
        ref=one.saved.id,
        name=counter.name,
        side=counter.side or one.bound.wanted.side,
        kind=counter.kind,
        formation=counter.formation,
        type=counter.type,
        counter=counter,
        hex=one.where.hex,
        place=one.where.place,
        steps_lost=one.bound.steps_lost,
        markers=one.bound.markers,
        given=one.bound.given,
    )


def _levelled(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with their places in the stack: several stacks in one hex lie on each other."""
    height: dict[int | str, int] = {}
    levelled: list[Piece] = []
    for piece in pieces:
        where = piece.place if piece.hex is None else piece.hex
        levelled.append(replace(piece, level=height.get(where, 0)))
        height[where] = height.get(where, 0) + 1
    return levelled


def _marked(pieces: list[Piece], known: Iterable[_Known]) -> tuple[Piece, ...]:
    """The pieces with what marker pieces say of them.

    A marker speaks of the unit directly below it in its stack, or else of all units in its hex.
    """
    by_ref = {one.saved.id: one for one in known}
    by_hex: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.hex is not None:
            by_hex.setdefault(piece.hex, []).append(piece)
    said: dict[str, set[str]] = {}
    for there in by_hex.values():
        units = [piece for piece in there if piece.is_unit]
        for marker in there:
            one = by_ref[marker.ref]
            if one.bound.says:
                stack = one.saved.container
                below = [
                    unit
                    for unit in units
                    if by_ref[unit.ref].saved.container == stack and unit.level < marker.level
                ]
                for unit in below[-1:] if below and not one.bound.whole_hex else units:
                    said.setdefault(unit.ref, set()).add(one.bound.says)
    return tuple(replace(p, markers=p.markers | said.get(p.ref, set())) for p in pieces)
