"""A save's pieces and places, first in the module's own words, then in the game's.

A `Locator` names the places of a module; a `Binding` translates its places, pieces and clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from hexmarshal.game.basis import Value
from hexmarshal.game.names import Wanted
from hexmarshal.vassal.boards import Stacking
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import Deck, PieceLocation, Save

# -- in the module's words --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MapPoint:
    """Pixel (x, y) of a module's map and the names the module gives it.

    `map` is empty for a piece that is on no map. `location` is empty where the module gives a
    pixel no name, `zone` outside all zones, `deck` outside all decks.
    """

    map: str
    x: int = 0
    y: int = 0
    board: str = ""
    zone: str = ""
    location: str = ""
    deck: str = ""

    def __str__(self) -> str:
        if not self.map:
            return "on no map"
        name = self.deck or self.location or self.zone
        pixel = f"pixel {self.x},{self.y} of {self.map}"
        return f"{name} ({pixel})" if name else pixel


class Locator(Protocol):
    """Names the points of a module's maps and knows how pieces stack on them."""

    @property
    def stacking(self) -> Mapping[str, Stacking]: ...

    def point_at(self, map: str, x: int, y: int) -> MapPoint: ...


PointAt = Callable[[str, int, int], MapPoint]
"""Names the pixel (x, y) of a map, as `Locator.point_at` does."""


@dataclass(frozen=True)
class SavedPiece:
    """A piece of a save: its properties and where it stands."""

    id: str
    name: str
    point: MapPoint
    container: str
    """Id of the stack or deck that holds it; "" for a piece on its own."""
    level: int
    properties: Mapping[str, str] = field(default_factory=dict)
    damage: str = ""
    """Why the piece could not be decoded; its properties are empty then."""


class PieceContent(NamedTuple):
    """What a piece holds wherever it stands; `damage` says why it could not be decoded."""

    name: str
    properties: dict[str, str]
    damage: str = ""


def saved_pieces(save: Save, point_at: PointAt) -> Iterator[SavedPiece]:
    """All pieces of a save, in the order of `placed_pieces`."""
    for id_, place in placed_pieces(save):
        yield saved_piece(id_, place, content_of(save.pieces[id_]), point_at)


def placed_pieces(save: Save) -> list[tuple[str, PieceLocation]]:
    """The pieces of a save with their places: stacks in the file's order, each from the bottom."""
    places = save.places
    order = {id_: rank for rank, id_ in enumerate([*save.stacks, *save.decks, *save.pieces])}

    def rank(item: tuple[str, PieceLocation]) -> tuple[int, int]:
        id_, place = item
        return order[place.container.id if place.container else id_], place.level

    return sorted(places.items(), key=rank)


def saved_piece(
    id_: str, place: PieceLocation, content: PieceContent, point_at: PointAt
) -> SavedPiece:
    """A piece of a save at its place."""
    return SavedPiece(
        id=id_,
        name=content.name or id_,
        point=_point(place, point_at),
        container=place.container.id if place.container else "",
        level=place.level,
        properties=content.properties,
        damage=content.damage,
    )


def _point(place: PieceLocation, point_at: PointAt) -> MapPoint:
    if place.map is None:
        return MapPoint("")
    point = point_at(place.map, place.x, place.y)
    if isinstance(place.container, Deck):
        return replace(point, deck=place.container.name)
    return point


def content_of(piece: Piece) -> PieceContent:
    """The name and properties of a piece."""
    try:
        properties = piece.properties()
        basic = piece.basic
    except VassalError as error:
        return PieceContent("", {}, error.problem)
    return PieceContent(basic.name, {"Image": basic.image, "gpid": basic.gpid, **properties})


# -- in the game's words ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A hex of the board, or a box by its name; neither for a piece out of play.

    `why` says, of a piece on a map, why its place is neither a hex nor a box.
    """

    hex: int | None = None
    place: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class GamePiece:
    """Which counter a piece is, and in what state."""

    wanted: Wanted
    steps_lost: int = 0
    markers: frozenset[str] = frozenset()
    says: str = ""
    """For a marker piece: the marker word it gives the unit below it."""
    whole_hex: bool = False
    """Whether it gives that word to all units in its hex instead."""
    layer: int = 0
    """How high it lies among the stacks of a hex, whatever their order in the save."""
    given: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameTime:
    """When a save was made; empty where the save does not say."""

    scenario: str = ""
    turn: int | None = None
    date: str = ""
    phase: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    """Whose phase it is, as facts of a position (`hexmarshal.game.timing.BY_PLAYERS`)."""


class Binding(Protocol):
    """Translates a module's places, pieces and clock into a game's."""

    def place(self, point: MapPoint) -> GamePlace: ...

    def piece(self, saved: SavedPiece) -> GamePiece | str | None:
        """What a piece is in the game; a text that says why it is unknown; None for a piece that
        is not part of the game."""

    def time(self, save: Save) -> GameTime: ...
