"""Writing a position as a save without the engine, for instance a module's set-ups.

The save opens in VASSAL 3.7 and 3.8 without a warning if its names are those of the module, its
pieces have their prototypes expanded (`Piece.expanded`), and its pixels include the map's edge
padding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from hexmarshal.vassal.archive import MODULE_DATA, SAVE_DATA, SAVED_GAME, pack
from hexmarshal.vassal.commands import join
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.obfuscation import obfuscate
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.traits import RawTrait
from hexmarshal.vassal.turns import TurnState

FIRST_ID = 1001
UNIQUE_ID = "UniqueID"


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """Pieces on pixel (x, y) of `map`, from bottom to top.

    They form one stack; use `stacked=False` for pieces that do not stack. A piece without an id
    gets one.
    """

    map: str
    x: int
    y: int
    pieces: tuple[Piece, ...]
    stacked: bool = True


@dataclass(frozen=True, slots=True)
class DeckType:
    """The settings of a deck, which the save repeats from the module's DrawPile.

    `face_down` and `shuffle`: `Always`, `Never`, `Via right-click Menu`.
    """

    name: str
    width: int = 40
    height: int = 40
    face_down: str = "Always"
    shuffle: str = "Always"
    allow_multiple: bool = True
    allow_select: bool = True
    reversible: bool = True
    draw_outline: bool = False
    outline_color: str = "0,0,0"
    draw_face_up: bool = False
    max_stack: int = 10

    def __str__(self) -> str:
        fields: tuple[object, ...] = (
            self.draw_outline,
            self.outline_color,
            self.width,
            self.height,
            self.face_down,
            self.shuffle,
            self.allow_multiple,
            self.allow_select,
            self.reversible,
            *("", "", ""),  # sending to another deck
            self.name,
            *("", "", ""),  # report formats
            self.draw_face_up,
            False,  # can be saved
            *("", ""),  # shuffle and send keys
            self.max_stack,
            *("", False, ""),  # counted expressions, global commands
            *(False, ""),  # key when empty
            *("$BasicName$", ""),  # format of listed cards
            *(False, ""),  # restricted
            *("Shuffle", "Reverse", ""),
        )
        return "deck;" + encode(fields, ";")


@dataclass(frozen=True, slots=True)
class DeckAt:
    """A deck at pixel (x, y) of `map`; `cards` from bottom to top, so the last is drawn first."""

    type: DeckType
    map: str
    x: int
    y: int
    cards: tuple[Piece, ...] = ()
    is_face_down: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """A position to write: everything beyond the module's initial state.

    Set `replaces_at_start` if the set-up has all the module's at-start stacks and decks itself,
    including empty decks. `turns` is by tracker id (`TurnTracker0` is the module's first). `extra`
    commands are added unchanged.
    """

    placements: tuple[PlacedPiece, ...] = ()
    decks: tuple[DeckAt, ...] = ()
    boards: Mapping[str, tuple[BoardAt, ...]] = field(default_factory=dict)
    properties: tuple[PropertyValue, ...] = ()
    turns: Mapping[str, TurnState] = field(default_factory=dict)
    replaces_at_start: bool = False
    extra: tuple[str, ...] = ()


def save_text(setup: Setup) -> str:
    """The text of the save; equal set-ups give equal texts."""
    return join(_commands(setup))


def save_bytes(setup: Setup, module: Metadata, comment: str = "", key: int | None = 0x5A) -> bytes:
    """The complete `.vsav` file. `module` is the metadata of the save's module.

    `key` (0 to 255) obfuscates the text as engines up to 3.7 do. None leaves it plain, which every
    engine reads too: half the size and faster to write.
    """
    text = save_text(setup)
    save_data = replace(module, description=comment)
    return pack(
        {
            SAVED_GAME: text.encode() if key is None else obfuscate(text, key),
            SAVE_DATA: save_data.to_xml(with_name=False),
            MODULE_DATA: module.to_xml(with_name=True),
        }
    )


def _commands(setup: Setup) -> Iterator[str]:
    ids = _Ids(_given_ids(setup))
    yield "begin_save"
    for placement in setup.placements:
        yield from _placement(placement, ids)
    for deck in setup.decks:
        yield from _deck(deck, ids)
    for map, layout in setup.boards.items():
        yield boards_command(map, layout)
    for value in setup.properties:
        yield "GlobalProperty\t;" + encode((value.name, value.value, value.container), ";")
    if setup.replaces_at_start:
        yield "SETUP_STACK\t"
    for tracker, state in setup.turns.items():
        yield encode((f"TURN{tracker}", str(state)), "\t")
    yield from setup.extra
    yield "end_save"


def boards_command(map: str, layout: Iterable[BoardAt]) -> str:
    """The command that lays out boards on `map`; also the text of a board picker's `<setup>`."""
    tokens: list[object] = [f"{map}BoardPicker"]
    for board in layout:
        name = encode((board.name, "rev") if board.reversed else (board.name,), "/")
        tokens += [name, board.column, board.row]
    return encode(tokens, "\t")


def _placement(placement: PlacedPiece, ids: _Ids) -> Iterator[str]:
    pieces = [_in_play(piece, placement, ids) for piece in placement.pieces]
    yield from (piece.command for piece in pieces)
    if placement.stacked:
        members = [piece.id for piece in pieces]
        state = encode((placement.map, placement.x, placement.y, *members), ";")
        yield "+/" + encode((ids.next(), "stack", state), "/")


def _deck(deck: DeckAt, ids: _Ids) -> Iterator[str]:
    cards = [_in_play(card, deck, ids) for card in deck.cards]
    yield from (card.command for card in cards)
    tokens: list[object] = [deck.map, deck.x, deck.y, deck.is_face_down]
    if cards:
        tokens.append(encode([card.id for card in cards], ","))
    yield "+/" + encode((ids.next(), deck.type, encode(tokens, ";")), "/")


def _in_play(piece: Piece, where: PlacedPiece | DeckAt, ids: _Ids) -> Piece:
    id = piece.id or ids.next()
    *outer, innermost = piece.traits
    gpid, kept = _basics(innermost)
    pairs = (*kept, UNIQUE_ID, id)
    state = encode((where.map, where.x, where.y, gpid, len(pairs) // 2, *pairs), ";")
    return Piece(id, (*outer, RawTrait(innermost.type, state)))


@lru_cache(maxsize=4096)
def _basics(innermost: RawTrait) -> tuple[str, tuple[str, ...]]:
    """The gpid of a BasicPiece, and its persistent properties besides its own id."""
    basic = Piece(None, (innermost,)).basic
    kept = (pair for pair in basic.persistent if pair[0] != UNIQUE_ID)
    return basic.gpid, tuple(chain.from_iterable(kept))


def _given_ids(setup: Setup) -> set[str]:
    given: set[str] = set()
    groups = [p.pieces for p in setup.placements] + [d.cards for d in setup.decks]
    for piece in (piece for group in groups for piece in group):
        if piece.id is None:
            continue
        if piece.id in given or piece.id == "null" or set(piece.id) & set(";,/\t\x1b"):
            raise VassalError("duplicate or invalid piece id", place=f"piece {piece.id}")
        given.add(piece.id)
    return given


class _Ids:
    """Hands out ids not used by any piece of the set-up."""

    def __init__(self, given: set[str]) -> None:
        self._given = given
        self._last = FIRST_ID - 1

    def next(self) -> str:
        self._last += 1
        while str(self._last) in self._given:
            self._last += 1
        return str(self._last)
