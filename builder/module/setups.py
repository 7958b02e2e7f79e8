"""Writes positions as saves of the module: the set-up of each scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import ceil, sqrt
from textwrap import wrap

from builder.module.grid import layout_text
from builder.module.map import Cup
from builder.module.names import BOARD, OFF_BOARD, TRACKER, scenario_name
from builder.module.off_map import OffMap
from builder.module.pieces import PieceMaker, layer_of
from builder.module.turns import turn_notes, turn_state
from builder.module.zoc import shade_piece
from builder.setup import setup_position
from hexmarshal.art.map.layout import Extent, MapLayout
from hexmarshal.game.hexfield import members
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece as GamePiece
from hexmarshal.game.scenario import Scenario
from hexmarshal.module_contract import (
    DIGEST,
    GAME,
    LAYERS,
    LAYOUT,
    MAIN_MAP,
    OFF_MAP,
    SCENARIO,
    module_name,
)
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.setup import DeckAt, PlacedPiece, Setup, save_bytes
from hexmarshal.vassal.traits import BasicPiece, RawTrait, UsePrototype

SAVED = 315_532_800_000
"""The date in every file, 1980-01-01 in milliseconds: builds do not depend on the day."""

TITLE_BAR = 34
NOTE_WIDTH = 64
"""Characters per line of the notes window, which does not wrap lines."""
EMPTY_MAP = "Empty map"


def metadata(game: Game) -> Metadata:
    """The metadata of the module and its saves."""
    return Metadata(
        name=module_name(game.title),
        version=version(game),
        description=str(game.about.get("subtitle", "")),
        saved=SAVED,
    )


def version(game: Game) -> str:
    """The version of the module, from `about` of the game."""
    return str(game.about.get("version", "1.0"))


@dataclass(frozen=True)
class SetupWriter:
    """Writes the set-ups of one module."""

    maker: PieceMaker
    prototypes: Mapping[str, Piece]
    layout: MapLayout
    off: OffMap
    cup: Cup | None

    def save(self, scenario: Scenario) -> bytes:
        """The scenario's set-up as a `.vsav`."""
        setup = self.setup(setup_position(self.maker.game, scenario).pieces, scenario)
        return self._bytes(setup, scenario_name(scenario))

    def empty(self) -> bytes:
        """The map without counters at the start of the game, as a `.vsav`."""
        first = self.maker.game.scenarios[0]
        bare = replace(first, id="", first_turn=self.maker.game.turns[0].number)
        return self._bytes(self.setup((), bare), EMPTY_MAP)

    def _bytes(self, setup: Setup, comment: str) -> bytes:
        return save_bytes(setup, metadata(self.maker.game), comment, key=None)

    def setup(self, pieces: Iterable[GamePiece], scenario: Scenario) -> Setup:
        game = self.maker.game
        values = {
            GAME: game.id,
            SCENARIO: scenario.id,
            DIGEST: game.digest,
            LAYOUT: layout_text(self.layout, game.board.boxes, self.off.zones),
        }
        in_cup: list[GamePiece] = []
        outside: list[GamePiece] = []
        for piece in pieces:
            cupped = self.cup is not None and piece.place == self.cup.name
            (in_cup if cupped else outside).append(piece)
        return Setup(
            placements=(*self._placements(outside), *self._shades()),
            decks=tuple(self._deck(in_cup)),
            boards={MAIN_MAP: (BoardAt(BOARD),), OFF_MAP: (BoardAt(OFF_BOARD),)},
            properties=tuple(PropertyValue(k, v, "Module") for k, v in values.items()),
            turns={TRACKER: turn_state(game, scenario)},
            replaces_at_start=self.cup is not None,
            extra=tuple(_notes(game, scenario)) if scenario.id else (),
        )

    def _deck(self, chits: list[GamePiece]) -> Iterator[DeckAt]:
        if self.cup is not None:
            cards = tuple(self.in_play(chit) for chit in chits)
            yield DeckAt(self.cup.type, MAIN_MAP, self.cup.x, self.cup.y, cards)

    # -- positions of pieces ----------------------------------------------------------------

    def _placements(self, pieces: Iterable[GamePiece]) -> Iterator[PlacedPiece]:
        ordered = sorted(pieces, key=lambda p: (p.hex is None, p.hex or 0, p.place))
        for (hex_, place), group in groupby(ordered, key=lambda p: (p.hex, p.place)):
            stacks = _stacks(self.maker.game, list(group))
            if hex_ is not None:
                x, y = self.layout.centre_px(hex_)
                yield from (self._stack(MAIN_MAP, x, y, stack) for stack in stacks)
                continue
            map_, room = self._room(place)
            for stack, (x, y) in self._spread(stacks, room):
                yield self._stack(map_, x, y, stack)

    def _shades(self) -> Iterator[PlacedPiece]:
        """The invisible pieces that shade zones of control beside rivers and closed hexes."""
        piece = shade_piece().expanded(self.prototypes)
        for hex_ in members(self.maker.reach.hexes):
            x, y = self.layout.centre_px(hex_)
            yield PlacedPiece(MAIN_MAP, x, y, (piece,), stacked=False)

    def _stack(self, map_: str, x: int, y: int, stack: list[GamePiece]) -> PlacedPiece:
        ordered = sorted(stack, key=lambda p: p.level)
        return PlacedPiece(map_, x, y, tuple(self.in_play(piece) for piece in ordered))

    def _room(self, place: str) -> tuple[str, Extent]:
        """The map and the rectangle, in pixels, of a box, a space or an off-map zone."""
        if place in self.off.zones:
            zone = self.off.zones[place]
            body = zone.height - TITLE_BAR
            return OFF_MAP, Extent(zone.x, zone.y + TITLE_BAR, zone.width, body)
        scale = self.layout.px_per_pt
        for box in self.maker.game.board.boxes:
            for name, space in zip(box.places, box.spaces, strict=True):
                if place in (name, box.title):
                    e = self.layout.spaces[box.id, space]
                    return MAIN_MAP, Extent(
                        e.x * scale, e.y * scale, e.width * scale, e.height * scale
                    )
        raise KeyError(place)

    def _spread(
        self, stacks: list[list[GamePiece]], room: Extent
    ) -> Iterator[tuple[list[GamePiece], tuple[int, int]]]:
        """Single pieces side by side if all of them fit, else one stack per side and formation."""
        side = self.maker.size + 6
        most = int((room.width - 4) // side) * int((room.height - 4) // side)
        single = [[piece] for stack in stacks for piece in stack]
        chosen = single if len(single) <= most else stacks
        yield from zip(chosen, _spots(room, len(chosen), side), strict=True)

    # -- the pieces -------------------------------------------------------------------------

    def in_play(self, piece: GamePiece) -> Piece:
        """A piece as in a running game: prototypes expanded, steps lost."""
        counter = piece.counter
        assert counter is not None
        shared = self._shared(tuple(self.maker.uses(counter)))
        return Piece(piece.ref, (*shared, *self.maker.own_traits(counter, piece.steps_lost)))

    def _shared(self, uses: tuple[str, ...]) -> tuple[RawTrait, ...]:
        """The traits of these prototypes."""
        found = self._expanded.get(uses)
        if found is None:
            bare = Piece.of(*(UsePrototype(name=name) for name in uses), BasicPiece())
            found = self._expanded[uses] = bare.expanded(self.prototypes).traits[:-1]
        return found

    @cached_property
    def _expanded(self) -> dict[tuple[str, ...], tuple[RawTrait, ...]]:
        return {}


def _spots(room: Extent, count: int, side: int) -> Iterator[tuple[int, int]]:
    """Centres for `count` stacks in a rectangle, row by row; they overlap if space is short."""
    columns = max(1, int((room.width - 4) // side), ceil(sqrt(count * room.width / room.height)))
    columns = min(columns, count)
    rows = ceil(count / columns)
    across, down = (
        min(side, (length - side) / (n - 1)) if n > 1 else 0
        for length, n in ((room.width, columns), (room.height, rows))
    )
    x, y = room.centre
    left, top = x - across * (columns - 1) / 2, y - down * (rows - 1) / 2
    for n in range(count):
        yield round(left + across * (n % columns)), round(top + down * (n // columns))


def _stacks(game: Game, pieces: list[GamePiece]) -> list[list[GamePiece]]:
    """The pieces of one place in stacks: one per visual layer, in boxes also one per formation."""

    def key(piece: GamePiece) -> tuple[int, str, str]:
        assert piece.counter is not None
        layer = LAYERS.index(layer_of(game, piece.counter))
        return (layer, "", "") if piece.hex is not None else (layer, piece.side, piece.formation)

    ordered = sorted(pieces, key=lambda p: (*key(p), p.level))
    return [list(group) for _, group in groupby(ordered, key=key)]


def _notes(game: Game, scenario: Scenario) -> Iterator[str]:
    """The notes window: notes of the first turn and the scenario's special rules."""
    lines = [scenario_name(scenario)]
    first = game.turn(scenario.first_turn)
    notes = [(f"Turn {first.number}:", note) for note in turn_notes(game, first)] if first else []
    choices = [(choice.rule, choice.summary) for choice in scenario.choices]
    for rule, text in (*notes, *scenario.notes, *choices):
        lines += ["", *wrap(f"{rule}  {text}", NOTE_WIDTH)]
    yield encode(("NOTES", encode(lines, "|")), "\t")
