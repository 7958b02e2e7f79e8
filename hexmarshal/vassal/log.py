"""Replaying a log: what each step did, and the position after it.

Commands are executed as the engine does. A moving piece leaves its stack and joins the stack, deck
or lone piece on exactly the same pixel: on top of the piece it was dropped on, or at the bottom if
there is none. Empty stacks stay in place. Visual layers, and whether pieces stack on a map at all,
come from the module; without them, the stacks at the start of the log show which pieces belong to
different layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from hexmarshal.vassal.boards import DEFAULT_STACKING, Stacking
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.piece import ADD, Piece, decode_id
from hexmarshal.vassal.save import Deck, PieceLocation, PropertyValue, Save, Stack, read_container
from hexmarshal.vassal.sequence import decode, unnest_states
from hexmarshal.vassal.traits import DoesNotStack, Invisible, RawTrait
from hexmarshal.vassal.traits.base import int_or

_REMOVE, _CHANGE, _MOVE = "-/", "D/", "M/"
_PROPERTY = "MutableProperty\t"


@dataclass(frozen=True, slots=True)
class Added:
    """A piece, stack or deck was added."""

    id: str


@dataclass(frozen=True, slots=True)
class Removed:
    """A piece was removed."""

    id: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A piece's state changed; `before` and `after` are the states of its traits."""

    id: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece, or a whole stack if `is_stack`, moved; `player` is who moved it, per the log."""

    id: str
    start: PieceLocation
    end: PieceLocation
    player: str
    is_stack: bool = False


@dataclass(frozen=True, slots=True)
class PropertySet:
    """A global property changed."""

    name: str
    before: str
    after: str
    container: str


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of chat. Reports start with `*`; dice results appear only here."""

    text: str


@dataclass(frozen=True, slots=True)
class TurnSet:
    """A turn tracker was set."""

    tracker: str
    state: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Start (`begins`) or end of the inverse commands of an undone step."""

    begins: bool


@dataclass(frozen=True, slots=True)
class Unapplied:
    """A command that is unknown or could not be executed, with the reason."""

    command: str
    why: str


Event = Added | Removed | Changed | Moved | PropertySet | Chat | TurnSet | Undo | Unapplied


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log (one click when replaying); `after` is the position after it."""

    number: int
    events: tuple[Event, ...]
    after: Save


def replay(log: Save, stacking: Mapping[str, Stacking] | None = None) -> Iterator[Step]:
    """The steps of a log in order, numbered from 1. Their `Save`s share unchanged parts.

    `stacking` gives the stacking of maps by name.
    """
    table = _Table(log.copy(), stacking or {})
    for number, commands in enumerate(log.steps, 1):
        events = tuple(table.carry_out(command) for command in commands)
        yield Step(number, events, table.game.copy())


Spot = tuple[str | None, int, int]


class _Table:
    """The position during replay, indexed by container and by spot."""

    def __init__(self, game: Save, stacking: Mapping[str, Stacking]) -> None:
        self.game = game
        self._stacking = stacking
        self._layers_at_start = {
            id: stack.layer
            for stack in game.stacks.values()
            if stack.layer is not None
            for id in stack.members
        }
        self._holder: dict[str, str] = {}
        self._spots: dict[Spot, list[str]] = {}
        self._arrivals: dict[str, tuple[str | None, int]] = {}
        self._arrived = 0
        self._made = 0
        for stack in game.stacks.values():
            self._store(stack)
        for deck in game.decks.values():
            self._store(deck)
        for id in game.pieces:
            self._note_lone(id)

    def carry_out(self, command: str) -> Event:
        try:
            return self._carried_out(command)
        except VassalError as error:
            return Unapplied(command, error.problem)

    def _carried_out(self, command: str) -> Event:
        if command.startswith(ADD):
            return self._add(command)
        if command.startswith(_MOVE):
            return self._move(command)
        if command.startswith(_CHANGE):
            return self._change(command)
        if command.startswith(_REMOVE):
            return self._remove(command.removeprefix(_REMOVE), command)
        if command.startswith("CHAT"):
            return Chat(command.removeprefix("CHAT"))
        if command.startswith("UNDO\t"):
            return Undo(command == "UNDO\ttrue")
        if command.startswith(_PROPERTY):
            name, before, after, container, *_ = [*decode(command, "\t")[1:], *[""] * 4]
            self.game.properties.append(PropertyValue(name, after, container))
            return PropertySet(name, before, after, container)
        return self._other(command)

    def _other(self, command: str) -> Event:
        unknown = len(self.game.others)
        self.game.take(command)
        if len(self.game.others) > unknown:
            return Unapplied(command, "not known")
        head = command.partition("\t")[0].removeprefix("TURN")
        if command.startswith("TURN") and head in self.game.turns:
            return TurnSet(head, self.game.turns[head])
        return Unapplied(command, "moves nothing")

    # -- commands on pieces --------------------------------------------------------------------

    def _add(self, command: str) -> Event:
        id = decode_id(command)
        if id is None:
            return Unapplied(command, "missing piece id")
        self._forget(id)
        self.game.take(command)
        container = self._container(id)
        if container is None:
            self._note_lone(id)
        else:
            self._fill(container)
        return Added(id)

    def _remove(self, id: str, command: str) -> Event:
        if id not in self.game.pieces and self._container(id) is None:
            return Unapplied(command, f"unknown piece {id}")
        self._forget(id)
        return Removed(id)

    def _change(self, command: str) -> Event:
        id, *states = decode(command.removeprefix(_CHANGE), "/")
        if not states:
            return Unapplied(command, "missing state in a change command")
        new, *old = states
        container = self._container(id)
        if container is not None:
            self._forget(id)
            self._fill(read_container(container, new))
            return Changed(id, tuple(old), (new,))
        piece = self.game.pieces.get(id)
        if piece is None:
            return Unapplied(command, f"unknown piece {id}")
        count = len(piece.traits)
        before = tuple(trait.state for trait in piece.traits)
        wanted = unnest_states(new, count)
        former = unnest_states(old[0], count) if old else [""] * count
        if len(wanted) < count or len(former) < count:
            return Unapplied(command, f"too few trait states for piece {id}")
        # With an old state only the difference is applied: another player's change of another
        # trait must not be undone.
        after = tuple(
            own if old and state == was else state
            for own, state, was in zip(before, wanted, former, strict=True)
        )
        self._replace(Piece(id, [*map(RawTrait, (t.type for t in piece.traits), after)]))
        return Changed(id, before, after)

    def _move(self, command: str) -> Event:
        tokens = decode(command.removeprefix(_MOVE), "/")
        if len(tokens) < 9:
            return Unapplied(command, "expected nine fields in a move command")
        id, map, x, y, under = tokens[:5]
        player = tokens[9] if len(tokens) > 9 else ""
        spot = (None if map == "null" else map, int_or(x, 0), int_or(y, 0))
        moving = self._container(id)
        if moving is not None:
            start = PieceLocation(moving.map, moving.x, moving.y, moving)
            end = self._move_container(moving, spot, under)
            return Moved(id, start, end, player, is_stack=True)
        if id not in self.game.pieces:
            return Unapplied(command, f"unknown piece {id}")
        start = self._place(id)
        self._move_piece(id, spot, under)
        return Moved(id, start, self._place(id), player)

    def _move_piece(self, id: str, spot: Spot, under: str) -> None:
        if spot[0] is None and id in self._holder:
            return  # The engine removes only pieces that lie directly on the map.
        host = self._host(id, (id,), spot, under)
        if host is None:
            was_alone = id not in self._holder
            self._take_off(id)
            self._replace(self.game.pieces[id].placed(*spot))
            if was_alone and spot[0] is not None and self._may_stack(id, spot[0]):
                self._stack_of(id, spot)
        elif host != id:
            self._insert(id, host, self._level(under, host))

    def _move_container(self, moving: Stack | Deck, spot: Spot, under: str) -> PieceLocation:
        host = self._host(moving.id, moving.members, spot, under)
        if host is None or host == moving.id:
            moved = moving._replace(map=spot[0], x=spot[1], y=spot[2])
            self._off_spot((moving.map, moving.x, moving.y), moving.id)
            self._store(moved)
            return PieceLocation(*spot, moved)
        level = self._level(under, host) if under != "null" else self._level("", host)
        movers = [member for member in moving.members if member in self.game.pieces]
        for offset, member in enumerate(movers):
            self._insert(member, host, level + offset)
        return PieceLocation(*spot, self._container(host))

    # -- joining stacks ------------------------------------------------------------------------

    def _host(self, id: str, members: tuple[str, ...], spot: Spot, under: str) -> str | None:
        """The stack or deck that the piece or stack `id` joins at a spot.

        This is a new stack if it meets a lone piece, and the moving stack itself if it stays.
        """
        if spot[0] is None:
            return None
        here = sorted(self._spots.get(spot, ()), key=self._drawn)
        for name in here:
            container = self._container(name)
            if container is not None and under in container.members:
                return name
            if name == under:
                return name if container is not None else self._stack_of(under, spot)
        top = self._top(members)
        for name in here:
            container = self._container(name)
            if isinstance(container, Deck):
                return name
            neighbour = self._top(container.members) if container is not None else name
            if name == id and self._may_stack(neighbour, spot[0]):
                return id
            if self._merge(top, neighbour, spot[0]):
                return name if container is not None else self._stack_of(name, spot)
        return None

    def _drawn(self, id: str) -> tuple[bool, int]:
        """Sort key of the engine's drawing order: non-stacking pieces first, then by arrival."""
        return id not in self.game.pieces or self._may_stack(id), self._arrivals[id][1]

    def _merge(self, one: str | None, other: str | None, map: str) -> bool:
        """Whether two pieces (the top ones of stacks) may share a stack on a map."""
        if not (self._may_stack(one, map) and self._may_stack(other, map)):
            return False
        if self._hidden_by(one) != self._hidden_by(other):
            return False
        a, b = self._layer(one, map), self._layer(other, map)
        return a == b or a is None or b is None

    def _on(self, map: str) -> Stacking:
        return self._stacking.get(map, DEFAULT_STACKING)

    def _layer(self, id: str | None, map: str) -> int | None:
        """The visual layer of a piece on a map, None if unknown."""
        if map not in self._stacking:
            return self._layers_at_start.get(id or "")
        rules = self._on(map)
        if id is None or not rules.property:
            return None
        value = self.game.pieces[id].properties().get(rules.property, "")
        return rules.layers.index(value) if value in rules.layers else len(rules.layers)

    def _top(self, members: tuple[str, ...]) -> str | None:
        """The topmost piece that is not hidden."""
        shown = (id for id in reversed(members) if self._hidden_by(id) is None)
        return next((id for id in shown if id in self.game.pieces), None)

    def _level(self, under: str, host: str) -> int:
        """How many members lie below a new piece.

        It lies on the piece it was dropped on, at the bottom if there is none, and on top if that
        piece is not in the stack.
        """
        members = cast(Stack | Deck, self._container(host)).members
        if under == "null":
            return 0
        below = under if under in members else self._top(members)
        return members.index(below) + 1 if below is not None else len(members)

    def _stack_of(self, id: str, spot: Spot) -> str:
        """Put a lone piece into a new stack and return the stack's id."""
        self._take_off(id)
        self._made += 1
        name = f"stack {self._made} of {id}"
        self._store(Stack(name, *spot, (id,)))
        return name

    def _may_stack(self, id: str | None, map: str = "") -> bool:
        """Whether a piece can stack, and whether `map` allows stacking if given."""
        if not self._on(map).enabled:
            return False
        piece = self.game.pieces.get(id or "")
        trait = piece.first(DoesNotStack) if piece else None
        return piece is not None and (trait is None or trait.stacking == "L")

    def _hidden_by(self, id: str | None) -> str | None:
        piece = self.game.pieces.get(id or "")
        trait = piece.first(Invisible) if piece else None
        return trait.hidden_by if trait else None

    # -- bookkeeping ---------------------------------------------------------------------------

    def _container(self, id: str) -> Stack | Deck | None:
        return self.game.stacks.get(id) or self.game.decks.get(id)

    def _place(self, id: str) -> PieceLocation:
        holder = self._container(self._holder[id]) if id in self._holder else None
        if holder is None:
            basic = self.game.pieces[id].basic
            return PieceLocation(basic.map, basic.x, basic.y)
        return PieceLocation(holder.map, holder.x, holder.y, holder, holder.members.index(id))

    def _insert(self, id: str, host: str, level: int) -> None:
        """Put a piece into a container above `level` of its present members."""
        container = cast(Stack | Deck, self._container(host))
        below = [member for member in container.members[:level] if member != id]
        above = [member for member in container.members[level:] if member != id]
        self._take_off(id)
        self._store(container._replace(members=(*below, id, *above)))
        self._replace(self.game.pieces[id].placed(container.map, container.x, container.y))

    def _take_off(self, id: str) -> None:
        """Remove a piece from its container, or from the spot where it stands alone."""
        holder = self._container(self._holder.pop(id)) if id in self._holder else None
        if holder is not None:
            rest = tuple(member for member in holder.members if member != id)
            self._store(holder._replace(members=rest))
        elif id in self.game.pieces:
            self._off_spot(self._own_spot(id), id)

    def _replace(self, piece: Piece) -> None:
        """Store a piece's new state, which may move a lone piece."""
        id = cast(str, piece.id)
        if id not in self._holder:
            self._off_spot(self._own_spot(id), id)
        self.game.pieces[id] = piece
        self._note_lone(id)

    def _fill(self, container: Stack | Deck) -> None:
        """Store a container; its members leave their old container, unknown ids are dropped."""
        members = tuple(dict.fromkeys(id for id in container.members if id in self.game.pieces))
        for member in members:
            self._take_off(member)
        self._store(container._replace(members=members))

    def _store(self, container: Stack | Deck) -> None:
        if isinstance(container, Deck):
            self.game.decks[container.id] = container
        else:
            self.game.stacks[container.id] = container
        self._on_spot((container.map, container.x, container.y), container.id)
        for member in container.members:
            if member in self.game.pieces:
                self._holder[member] = container.id
                self._arrivals.pop(member, None)

    def _forget(self, id: str) -> None:
        """Remove a piece or container from the game."""
        self._take_off(id)
        container = self._container(id)
        if container is not None:
            self._off_spot((container.map, container.x, container.y), id)
            for member in container.members:
                self._holder.pop(member, None)
        for known in (self.game.pieces, self.game.stacks, self.game.decks):
            known.pop(id, None)

    def _note_lone(self, id: str) -> None:
        if id not in self._holder:
            self._on_spot(self._own_spot(id), id)

    def _on_spot(self, spot: Spot, id: str) -> None:
        names = self._spots.setdefault(spot, [])
        if id not in names:
            names.append(id)
        if self._arrivals.get(id, ("", 0))[0] != spot[0]:
            self._arrived += 1
            self._arrivals[id] = (spot[0], self._arrived)

    def _own_spot(self, id: str) -> Spot:
        try:
            basic = self.game.pieces[id].basic
        except VassalError:
            return None, 0, 0
        return basic.map, basic.x, basic.y

    def _off_spot(self, spot: Spot, id: str) -> None:
        names = self._spots.get(spot, [])
        if id in names:
            names.remove(id)
