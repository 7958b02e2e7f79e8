"""Reading a save or a log: its pieces and their places, boards, properties and turns.

The place of a piece is that of its stack or deck; only a piece in neither is placed by its own
state. Whatever cannot be read becomes a `Problem` and never stops the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from hexmarshal.vassal.archive import (
    MODULE_DATA,
    SAVE_DATA,
    SAVED_GAME,
    Archive,
    is_zip,
    read_file,
)
from hexmarshal.vassal.commands import ESC, branches, flatten
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.metadata import Metadata, read_metadata
from hexmarshal.vassal.obfuscation import Spelling, decode_utf8, reveal
from hexmarshal.vassal.piece import ADD, Piece, decode_id
from hexmarshal.vassal.sequence import decode, decode_list
from hexmarshal.vassal.traits.base import int_or
from hexmarshal.vassal.turns import TurnState

LOG = "LOG\t"
_ADDED = re.compile(
    r"""\+/ (?!null/) ([^/\\']+) /
    (?: stack/ ([^/;\\']+) ; (-?\d{1,9}) ; (-?\d{1,9})
      ((?: ; [^/;\\'@]+ )*) (?: ;@@(-?\d{1,9}) )? \Z
      | ( stack/ | deck[;/] )
    )?""",
    re.VERBOSE | re.ASCII,
)
"""The id in an add-piece command; for a stack without escapes also map, x, y, members, layer."""

_LAYER_MARK = "@@"


class Stack(NamedTuple):
    """Pieces on one spot; `members` are their ids from bottom to top.

    `map` is None for a stack on no map; (x, y) is a map pixel; `layer` is the index of the visual
    layer, None if not given.
    """

    id: str
    map: str | None
    x: int
    y: int
    members: tuple[str, ...]
    layer: int | None = None


class Deck(NamedTuple):
    """A deck: like a stack, with a name; the top card is drawn next."""

    id: str
    name: str
    map: str | None
    x: int
    y: int
    face_down: bool
    members: tuple[str, ...]


class PieceLocation(NamedTuple):
    """The place of a piece: pixel (x, y) of `map` (None: on no map).

    `container` is its stack or deck; `level` counts from 0 at the bottom.
    """

    map: str | None
    x: int
    y: int
    container: Stack | Deck | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class BoardAt:
    """A board in a map's layout; column and row count from 0."""

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class PropertyValue:
    """A global property's value. `container` is `Module`, a map's name, or "" if unknown."""

    name: str
    value: str
    container: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the save that could not be interpreted: where, and why."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Totals over all commands of a save or log, including logged ones."""

    pieces: int
    stacks: int
    empty_stacks: int
    decks: int
    log_steps: int


class Save:
    """A save, or the start position of a log and its steps.

    `pieces`, `stacks` and `decks` are by id, in file order. `boards` gives the layout of each map.
    `properties` are the global properties in order. `turns` are the trackers' states by tracker id
    (`TurnTracker0` is the module's first). `others` are commands of unknown classes, unchanged.
    `text` is the whole text of the game.
    """

    def __init__(self, text: str, file: str = "") -> None:
        self.file = file
        self.text = text
        self.spelling: Spelling = "plain"
        self.save_data: Metadata | None = None
        self.module_data: Metadata | None = None
        self.pieces: dict[str, Piece] = {}
        self.stacks: dict[str, Stack] = {}
        self.decks: dict[str, Deck] = {}
        self.boards: dict[str, tuple[BoardAt, ...]] = {}
        self.properties: list[PropertyValue] = []
        self.turns: dict[str, str] = {}
        self.players: list[Player] = []
        self.extensions: dict[str, str] = {}
        self.notes: list[str] = []
        self.chat: list[str] = []
        self.others: list[str] = []
        self.uses_at_start_stacks = True
        self._problems: list[Problem] = []
        for command in _start(branches(text)) if LOG in text else flatten(text):
            self.take(command)

    def copy(self) -> Save:
        """An independent copy."""
        twin = Save.__new__(Save)
        for name, value in vars(self).items():
            if name not in _COMPUTED:
                is_mutable = isinstance(value, dict | list)
                setattr(twin, name, value.copy() if is_mutable else value)
        return twin

    # -- reading the commands ------------------------------------------------------------------

    def take(self, command: str) -> None:
        """Execute one of the commands that saves consist of."""
        if command.startswith(ADD):
            self._take_piece(command)
            return
        prefix, tab, rest = command.partition("\t")
        take = _TAKERS.get(prefix)
        if take is not None and tab:
            take(self, rest)
        elif prefix.endswith("BoardPicker"):
            self._take_boards(command)
        elif prefix.startswith("TURN") and tab:
            self.turns[prefix[len("TURN") :]] = decode(rest, "\t")[0]
        elif command.startswith("CHAT"):
            self.chat.append(command[len("CHAT") :])
        elif command.strip() not in ("", "begin_save", "end_save"):
            self.others.append(command)

    def _take_piece(self, command: str) -> None:
        plain = _ADDED.match(command)
        if plain is None:
            self._take_odd_piece(command)
            return
        id, map, x, y, members, layer, other = plain.groups()
        if x is not None:
            ids = tuple(members[1:].split(";")) if members else ()
            level = None if layer is None else int(layer)
            if map == "null":
                self.stacks[id] = Stack(id, None, 0, 0, ids, level)
            else:
                self.stacks[id] = Stack(id, map, int(x), int(y), ids, level)
        elif other is None:
            self.pieces[id] = Piece.lazily(id, command)
        else:
            self._take_odd_piece(command)

    def _take_odd_piece(self, command: str) -> None:
        id = decode_id(command)
        if id is None:
            self._problems.append(Problem(command[:60], "missing piece id"))
        elif (kind := _kind(command)) == "stack":
            self.stacks[id] = _stack(id, command)
        elif kind == "deck":
            self.decks[id] = _deck(id, command)
        else:
            self.pieces[id] = Piece.lazily(id, command)

    def _take_boards(self, command: str) -> None:
        map, layout = read_boards(command)
        self.boards[map] = layout

    def _take_player(self, rest: str) -> None:
        id, name, side, *_ = [*decode(rest, "\t"), "", ""]
        player = Player(id, name, side)
        if player not in self.players:
            self.players.append(player)

    def _take_property(self, rest: str) -> None:
        _, name, value, container, *_ = [*decode(rest, ";"), "", "", ""]
        self.properties.append(PropertyValue(name, value, container))

    def _take_extension(self, rest: str) -> None:
        name, version, *_ = [*decode(rest, "\t"), ""]
        self.extensions[name] = version

    def _take_note(self, rest: str) -> None:
        note = "\n".join(decode(decode(rest, "\t")[0], "|"))
        if note and note not in self.notes:
            self.notes.append(note)

    def _take_away_player(self, rest: str) -> None:
        self.players = [player for player in self.players if player.id != rest]

    def _pass_over(self, _rest: str) -> None:
        """A known command that does not affect the position."""

    def _take_setup(self, _rest: str) -> None:
        self.uses_at_start_stacks = False

    # -- results -------------------------------------------------------------------------------

    @cached_property
    def places(self) -> Mapping[str, PieceLocation]:
        """The place of each piece by id, in the order of `pieces`."""
        held = self._held
        return {
            id: held[id] if id in held else self.own_place(piece)
            for id, piece in self.pieces.items()
        }

    @cached_property
    def _held(self) -> dict[str, PieceLocation]:
        """The places of pieces in stacks and decks; the last container is used."""
        held: dict[str, PieceLocation] = {}
        containers: Iterable[Stack | Deck] = [*self.stacks.values(), *self.decks.values()]
        for container in containers:
            for level, id in enumerate(container.members):
                if id in self.pieces:
                    held[id] = PieceLocation(
                        container.map, container.x, container.y, container, level
                    )
        return held

    def own_place(self, piece: Piece) -> PieceLocation:
        """The place in the piece's own state, used if it is in no stack or deck."""
        try:
            basic = piece.basic
        except VassalError:
            return PieceLocation(None, 0, 0)
        return PieceLocation(basic.map, basic.x, basic.y)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that could not be interpreted; parses every piece."""
        return (
            *self._problems,
            *self._repeated_ids(),
            *self._container_problems(),
            *self._piece_problems(),
        )

    def _repeated_ids(self) -> Iterator[Problem]:
        added = Counter(decode_id(c) for c in flatten(self.text) if c.startswith(ADD))
        for id, count in added.items():
            if count > 1 and id is not None:
                yield Problem(f"piece {id}", f"added {count} times; the last one is used")

    def _container_problems(self) -> Iterator[Problem]:
        seen: Counter[str] = Counter()
        containers: Iterable[Stack | Deck] = [*self.stacks.values(), *self.decks.values()]
        for container in containers:
            kind = "deck" if isinstance(container, Deck) else "stack"
            for id in container.members:
                seen[id] += 1
                if id not in self.pieces:
                    yield Problem(f"{kind} {container.id}", f"contains unknown piece {id}")
        for id, count in seen.items():
            if count > 1 and id in self.pieces:
                yield Problem(
                    f"piece {id}", f"listed {count} times in stacks and decks; the last one is used"
                )

    def _piece_problems(self) -> Iterator[Problem]:
        for id, piece in self.pieces.items():
            try:
                _ = piece.basic
            except VassalError as error:
                yield Problem(f"piece {id}", error.problem)

    def property(self, name: str, container: str | None = None) -> str | None:
        """The value of a global property, None if not set; the last one written is used."""
        for entry in reversed(self.properties):
            if entry.name == name and container in (None, entry.container):
                return entry.value
        return None

    def turn(self, tracker: str = "TurnTracker0") -> TurnState | None:
        """The state of a turn tracker, None if the save has no tracker with that id."""
        state = self.turns.get(tracker)
        return None if state is None else TurnState.read(state)

    @cached_property
    def steps(self) -> tuple[tuple[str, ...], ...]:
        """The commands of each step of a log; a step is one click when replaying."""
        if LOG not in self.text:
            return ()
        groups = (
            [command[len(LOG) :] if command.startswith(LOG) else command for command in branch]
            for branch in branches(self.text)
            if any(command.startswith(LOG) for command in branch)
        )
        return tuple(tuple(command for command in group if command) for group in groups)

    @cached_property
    def counts(self) -> Counts:
        """How many pieces, stacks and decks the text adds, and how many commands are logged."""
        pieces = stacks = empty = decks = steps = 0
        for command in flatten(self.text):
            bare = command.removeprefix(LOG)
            steps += bare is not command
            if not bare.startswith(ADD):
                continue
            kind = _kind(bare)
            if kind == "stack":
                stacks += 1
                empty += not _stack("", bare).members
            elif kind == "deck":
                decks += 1
            else:
                pieces += 1
        return Counts(pieces, stacks, empty, decks, steps)


_COMPUTED = frozenset({"places", "problems", "steps", "counts", "_held"})
"""Attributes of a `Save` that are computed on demand."""

_TAKERS = {
    "PLAYER": Save._take_player,
    "GlobalProperty": Save._take_property,
    "EXT": Save._take_extension,
    "NOTES": Save._take_note,
    "PNOTES": Save._take_note,
    "SETUP_STACK": Save._take_setup,
    "PYREMOVE": Save._take_away_player,
    # Private notes, masks, clocks, startup keys, version checks of 2.x.
    "PNOTE": Save._pass_over,
    "SNOTE": Save._pass_over,
    "UNMASK": Save._pass_over,
    "CLOCK": Save._pass_over,
    "CLOCKCONTROL": Save._pass_over,
    "SGKC": Save._pass_over,
    "CHECK": Save._pass_over,
    # Effects and sounds in logs.
    "AUDIO": Save._pass_over,
    "LOS": Save._pass_over,
    "FLARE": Save._pass_over,
    "SHOW_RESULTS": Save._pass_over,
    "DECK": Save._pass_over,
}


def read_boards(command: str) -> tuple[str, tuple[BoardAt, ...]]:
    """The map and its layout in a board picker's command (also the text of its `<setup>`)."""
    head, *tokens = decode(command, "\t")
    layout = []
    for index in range(0, len(tokens), 3):
        name, *flags = decode(tokens[index], "/")
        column, row = [*tokens[index + 1 : index + 3], "", ""][:2]
        at = BoardAt(name, int_or(column, 0), int_or(row, 0), flags[:1] == ["rev"])
        layout.append(at)
    return head.removesuffix("BoardPicker"), tuple(layout)


def read_save(path: Path | str) -> Save:
    """The save, log or bare game text at `path`.

    Raises VassalError if the file cannot be read, is damaged or is not a save. Time and memory grow
    with the length of the text.
    """
    return parse_save(read_file(path), str(path))


def parse_save(data: bytes, file: str = "") -> Save:
    """The save whose bytes are `data`; `file` is the name given in errors."""
    if not is_zip(data):
        return _parse_game(data, file, "", None, None)
    archive = Archive.of(data, file)
    if SAVED_GAME not in archive:
        found = archive.kind.with_article
        raise VassalError(f"not a save but {found}: missing entry {SAVED_GAME}", file)
    save_data = read_metadata(archive, SAVE_DATA)
    module_data = read_metadata(archive, MODULE_DATA)
    return _parse_game(archive.read(SAVED_GAME), file, SAVED_GAME, save_data, module_data)


def _parse_game(
    data: bytes,
    file: str,
    entry: str,
    save_data: Metadata | None,
    module_data: Metadata | None,
) -> Save:
    try:
        content, spelling = reveal(data)
        text, guessed = _game_text(content, save_data)
    except VassalError as error:
        raise error.within(file, entry) from None
    if not text.startswith("begin_save") and ESC not in text:
        raise VassalError("not a save: the text does not start with begin_save", file, entry)
    save = Save(text, file)
    save.spelling = spelling
    save.save_data = save_data
    save.module_data = module_data
    if guessed:
        save._problems.append(Problem(entry or "text", "not UTF-8; read as Windows-1252"))
    return save


def _game_text(content: bytes, save_data: Metadata | None) -> tuple[str, bool]:
    """The text, and whether its encoding is a guess: engines before 3.2 did not write UTF-8."""
    try:
        return decode_utf8(content), False
    except VassalError:
        if save_data is not None and _version(save_data.engine) >= (3, 2):
            raise
        try:
            return content.decode("cp1252"), True
        except UnicodeDecodeError:
            pass
        raise


def _version(engine: str) -> tuple[int, int]:
    major, minor, *_ = [*engine.split("."), "", ""]
    return int_or(major, 0), int_or(minor, 0)


def _start(groups: list[list[str]]) -> Iterator[str]:
    """The commands of a log that are not logged: its start position."""
    for group in groups:
        if not any(command.startswith(LOG) for command in group):
            yield from group


def _kind(command: str) -> str:
    """What an add-piece command adds: `stack`, `deck` or `piece`."""
    start = command.find("/", len(ADD)) + 1
    if command.startswith("stack/", start):
        return "stack"
    return "deck" if command.startswith(("deck;", "deck/"), start) else "piece"


def _state(command: str) -> str:
    tokens = decode(command[len(ADD) :], "/")
    return tokens[2] if len(tokens) > 2 else ""


def read_container(known: Stack | Deck, state: str) -> Stack | Deck:
    """A stack or deck with another state."""
    if isinstance(known, Deck):
        return _deck_in_state(known.id, known.name, state)
    return _stack_in_state(known.id, state)


def _stack(id: str, command: str) -> Stack:
    return _stack_in_state(id, _state(command))


def _stack_in_state(id: str, state: str) -> Stack:
    map, x, y, *members = [*decode(state, ";"), "", ""]
    layer = None
    if _LAYER_MARK in state:
        layers = [member for member in members if member.startswith(_LAYER_MARK)]
        layer = int_or(layers[-1][len(_LAYER_MARK) :], -1) if layers else None
        members = [member for member in members if member not in layers]
    ids = tuple([member for member in members if member])
    if map in ("null", ""):
        return Stack(id, None, 0, 0, ids, layer)
    return Stack(id, map, int_or(x, 0), int_or(y, 0), ids, layer)


def _deck(id: str, command: str) -> Deck:
    type = decode(command[len(ADD) :], "/")[1]
    fields = decode(type, ";")
    return _deck_in_state(id, fields[13] if len(fields) > 13 else "", _state(command))


def _deck_in_state(id: str, name: str, state: str) -> Deck:
    map, x, y, face_down, members, *_ = [*decode(state, ";"), *[""] * 4]
    return Deck(
        id,
        name,
        None if map in ("null", "") else map,
        int_or(x, 0),
        int_or(y, 0),
        face_down == "true",
        decode_list(members),
    )
