"""From saves and logs to the positions they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeVar

from checker.read.interfaces import (
    Binding,
    GamePiece,
    GamePlace,
    GameTime,
    Locator,
    MapPoint,
    PieceContent,
    SavedPiece,
    content_of,
    saved_piece,
)
from checker.report import Unread
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.position_json import Remark
from hexmarshal.vassal.log import (
    Added,
    Changed,
    Chat,
    Moved,
    PropertySet,
    Removed,
    Step,
    TurnSet,
    replay,
)
from hexmarshal.vassal.piece import Piece as VassalPiece
from hexmarshal.vassal.save import Deck, PieceLocation, Save, Stack

T = TypeVar("T")
PieceReader = Callable[[str, VassalPiece, PieceLocation], T]
"""Reads a piece, given its id, the piece itself and its place."""


# -- pieces, stack by stack -------------------------------------------------------------------


@dataclass
class StackCache(Generic[T]):
    """Reads saves stack by stack and reads again only what has changed since the save before.

    Decks and pieces on their own are read like stacks.
    """

    _pieces: Mapping[str, VassalPiece] = field(default_factory=dict)
    _containers: Mapping[str, Stack | Deck] = field(default_factory=dict)
    _stacks: dict[str, tuple[T, ...]] = field(default_factory=dict)

    def stacks(self, save: Save, read: PieceReader[T]) -> Iterator[tuple[T, ...]]:
        """The pieces of a save as read: stacks in the file's order, each from the bottom, then
        decks, then pieces on their own. A piece listed in several stacks is in the last."""
        containers: dict[str, Stack | Deck] = {**save.stacks, **save.decks}
        holder = {member: id_ for id_, one in containers.items() for member in one.members}
        stale = {id_ for id_, one in containers.items() if self._containers.get(id_) is not one}
        for id_, piece in save.pieces.items():
            if self._pieces.get(id_) is not piece:
                stale.add(holder.get(id_, id_))
        alone = (id_ for id_ in save.pieces if id_ not in holder)
        stacks: dict[str, tuple[T, ...]] = {}
        for id_ in (*containers, *alone):
            known = None if id_ in stale else self._stacks.get(id_)
            if known is None:
                places = _places(save, id_, containers.get(id_), holder)
                known = tuple(read(one, save.pieces[one], place) for one, place in places)
            stacks[id_] = known
        self._pieces, self._containers, self._stacks = save.pieces, containers, stacks
        return iter(stacks.values())


def _places(
    save: Save, id_: str, container: Stack | Deck | None, holder: Mapping[str, str]
) -> Iterator[tuple[str, PieceLocation]]:
    """The pieces of a stack or deck, or the one on its own, and where each is."""
    if container is None:
        yield id_, save.own_place(save.pieces[id_])
        return
    own = {one: level for level, one in enumerate(container.members) if one in save.pieces}
    for one, level in own.items():
        if holder[one] == id_:
            yield one, PieceLocation(container.map, container.x, container.y, container, level)


# -- positions --------------------------------------------------------------------------------


@dataclass(frozen=True)
class SavedPosition:
    """A position read from a save, and the pieces that could not be read."""

    position: Position
    unread: tuple[Unread, ...]


@dataclass(frozen=True)
class Stage:
    """The position after one step of a log, and the player who made the step."""

    n: int
    player: str
    position: Position


@dataclass(frozen=True, slots=True)
class _ReadPiece:
    """A piece of the save and what it is in the game."""

    saved: SavedPiece
    piece: GamePiece
    place: GamePlace


@dataclass(frozen=True)
class SaveReader:
    """Reads the saves of one module; the many saves of a log share what it has read."""

    game: Game
    locator: Locator
    binding: Binding
    _contents: dict[int, tuple[VassalPiece, PieceContent]] = field(default_factory=dict)
    _stacks: StackCache[_ReadPiece | Unread | None] = field(default_factory=StackCache)
    _places: dict[MapPoint, GamePlace] = field(default_factory=dict)
    _points: dict[tuple[str, int, int], MapPoint] = field(default_factory=dict)
    _pieces: dict[tuple[int, MapPoint], GamePiece | str | None] = field(default_factory=dict)

    @cached_property
    def book(self) -> CounterBook:
        return CounterBook(self.game)

    def position(self, save: Save) -> SavedPosition:
        """The position that a save holds."""
        pieces, unread = self._read_pieces(save)
        time = self.binding.time(save)
        position = Position(
            board=self.game.board,
            pieces=pieces,
            scenario=_scenario(self.game, time),
            turn=time.turn,
            date=time.date,
            phase=time.phase,
            facts=time.facts,
        )
        return SavedPosition(position, unread)

    def stages(self, log: Save, start: Position) -> Iterator[Stage]:
        """The positions after those steps of a log that changed a piece, a turn or a property."""
        names = {player.id: player.name or player.side for player in log.players}
        last = start
        for step in replay(log, self.locator.stacking):
            if any(isinstance(event, CHANGES) for event in step.events):
                last = self.position(step.after).position.since(last)
                yield Stage(step.number, _player(step, names), last)

    def _read_pieces(self, save: Save) -> tuple[tuple[Piece, ...], tuple[Unread, ...]]:
        """The pieces of a save that are part of the game, and those that could not be read."""
        known: list[_ReadPiece] = []
        unread: list[Unread] = []
        for stack in self._stacks.stacks(save, self._read_at):
            for found in stack:
                if isinstance(found, _ReadPiece):
                    known.append(found)
                elif found is not None:
                    unread.append(found)
        counters = _counters(self.book, known)
        pieces: list[Piece] = []
        for one in sorted(known, key=lambda k: k.piece.layer):
            counter = counters.get(one.saved.id)
            if counter is None:
                why = f"no counter of the game matches {_description(one.piece)}"
                unread.append(Unread(one.saved.name, str(one.saved.point), why))
            else:
                pieces.append(_position_piece(one, counter))
        return _with_marker_words(_levelled(pieces), known), tuple(unread)

    def _read_at(
        self, id_: str, piece: VassalPiece, place: PieceLocation
    ) -> _ReadPiece | Unread | None:
        saved = saved_piece(id_, place, self._content(piece), self._point_at)
        return self._read(saved, piece)

    def _read(self, saved: SavedPiece, piece: VassalPiece) -> _ReadPiece | Unread | None:
        """The piece as read, or why it could not be; None if it is not part of the game."""
        if saved.damage:
            return Unread(saved.name, str(saved.point), f"the piece is damaged: {saved.damage}")
        key = id(piece), saved.point
        if key not in self._pieces:
            self._pieces[key] = self.binding.piece(saved)
        game_piece = self._pieces[key]
        if game_piece is None:
            return None
        if isinstance(game_piece, str):
            return Unread(saved.name, str(saved.point), game_piece)
        if saved.point not in self._places:
            self._places[saved.point] = self.binding.place(saved.point)
        place = self._places[saved.point]
        if place.why:
            return Unread(saved.name, str(saved.point), place.why)
        return _ReadPiece(saved, game_piece, place)

    def _point_at(self, map_: str, x: int, y: int) -> MapPoint:
        key = map_, x, y
        if key not in self._points:
            self._points[key] = self.locator.point_at(map_, x, y)
        return self._points[key]

    def _content(self, piece: VassalPiece) -> PieceContent:
        """What a piece holds; the piece is kept as well, so no other can take its `id()`."""
        known = self._contents.get(id(piece))
        if known is None:
            known = self._contents[id(piece)] = (piece, content_of(piece))
        return known[1]


CHANGES = (Added, Removed, Changed, Moved, PropertySet, TurnSet)


def problems_of(save: Save) -> tuple[Remark, ...]:
    """What is wrong with the save itself, apart from damaged pieces."""
    problems = (p for p in save.problems if not p.where.startswith("piece "))
    return tuple(Remark(f"{problem.where}: {problem.why}") for problem in problems)


def _player(step: Step, names: Mapping[str, str]) -> str:
    """Who made a step: the player who moved a piece, or else the one named in the chat."""
    movers = (names.get(event.player, "") for event in step.events if isinstance(event, Moved))
    matches = (_SPEAKER.match(event.text) for event in step.events if isinstance(event, Chat))
    speakers = (match[1] for match in matches if match)
    return next(filter(None, movers), "") or next(speakers, "")


_SPEAKER = re.compile(r"(?:&lt;|<)(.+?)(?:&gt;|>)")


def _scenario(game: Game, time: GameTime) -> str:
    return time.scenario if any(s.id == time.scenario for s in game.scenarios) else ""


def _description(piece: GamePiece) -> str:
    wanted = piece.wanted
    name = wanted.id or wanted.name
    more = ", ".join(filter(None, [wanted.side, wanted.formation]))
    return f"{name!r} ({more})" if more else repr(name)


def _counters(book: CounterBook, known: Iterable[_ReadPiece]) -> Mapping[str, Counter]:
    """The counter of each piece by its id: pieces that name an id choose first, then those that
    name a formation."""
    used: dict[str, int] = {}
    chosen: dict[str, Counter] = {}
    firm = sorted(known, key=lambda k: (not k.piece.wanted.id, not k.piece.wanted.formation))
    for one in firm:
        counter = book.find(one.piece.wanted, used)
        if counter is not None:
            used[counter.id] = used.get(counter.id, 0) + 1
            chosen[one.saved.id] = counter
    return chosen


def _position_piece(one: _ReadPiece, counter: Counter) -> Piece:
    return Piece(
        ref=one.saved.id,
        name=counter.name,
        side=counter.side or one.piece.wanted.side,
        kind=counter.kind,
        formation=counter.formation,
        type=counter.type,
        counter=counter,
        hex=one.place.hex,
        place=one.place.place,
        steps_lost=one.piece.steps_lost,
        markers=one.piece.markers,
        given=one.piece.given,
    )


def _levelled(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with their levels; several stacks in one hex count as one, each on the last."""
    height: dict[int | str, int] = {}
    levelled: list[Piece] = []
    for piece in pieces:
        place = piece.place if piece.hex is None else piece.hex
        levelled.append(replace(piece, level=height.get(place, 0)))
        height[place] = height.get(place, 0) + 1
    return levelled


def _with_marker_words(pieces: list[Piece], known: Iterable[_ReadPiece]) -> tuple[Piece, ...]:
    """The pieces with the words that marker pieces give them.

    A marker applies to the unit directly below it in its stack, or else to all units in its hex.
    """
    by_ref = {one.saved.id: one for one in known}
    by_hex: dict[int, list[Piece]] = {}
    for piece in pieces:
        if piece.hex is not None:
            by_hex.setdefault(piece.hex, []).append(piece)
    words: dict[str, set[str]] = {}
    for there in by_hex.values():
        units = [piece for piece in there if piece.is_unit]
        for marker in there:
            one = by_ref[marker.ref]
            if one.piece.says:
                stack = one.saved.container
                below = [
                    unit
                    for unit in units
                    if by_ref[unit.ref].saved.container == stack and unit.level < marker.level
                ]
                for unit in below[-1:] if below and not one.piece.whole_hex else units:
                    words.setdefault(unit.ref, set()).add(one.piece.says)
    return tuple(replace(p, markers=p.markers | words.get(p.ref, set())) for p in pieces)
