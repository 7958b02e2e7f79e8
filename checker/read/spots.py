"""Where the pieces of a save stand, in the module's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from hexmarshal.game.basis import Value
from hexmarshal.game.names import Wanted
from hexmarshal.vassal.boards import Stacking
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import Deck, PieceLocation, Save


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a module: pixel (x, y) of a map and what the module calls it.

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
        at = f"pixel {self.x},{self.y} of {self.map}"
        return f"{name} ({at})" if name else at


class Locator(Protocol):
    """Knows the names of a module's places, and how pieces stack on its maps."""

    @property
    def stacking(self) -> Mapping[str, Stacking]: ...

    def spot(self, map: str, x: int, y: int) -> Spot: ...


@dataclass(frozen=True)
class SavedPiece:
    """A piece of a save: what it says of itself and where it stands."""

    id: str
    name: str
    spot: Spot
    container: str
    """Id of the stack or deck that holds it; "" when it stands for itself."""
    level: int
    properties: Mapping[str, str] = field(default_factory=dict)
    damage: str = ""
    """Why the piece could not be taken apart; its properties are empty then."""


Told = tuple[str, dict[str, str], str]
"""Of a piece: its name, its properties, and why they could not be read."""


def saved_pieces(save: Save, spot: Callable[..., Spot]) -> Iterator[SavedPiece]:
    """All pieces of a save in their order; `spot` names the places."""
    for id_, place in in_order(save):
        yield saved_piece(id_, place, told_by(save.pieces[id_]), spot)


def in_order(save: Save) -> list[tuple[str, PieceLocation]]:
    """The pieces of a save with their places: stacks in the file's order, each from the bottom."""
    places = save.places
    order = {id_: rank for rank, id_ in enumerate([*save.stacks, *save.decks, *save.pieces])}

    def rank(item: tuple[str, PieceLocation]) -> tuple[int, int]:
        id_, place = item
        return order[place.container.id if place.container else id_], place.level

    return sorted(places.items(), key=rank)


def saved_piece(
    id_: str, place: PieceLocation, told: Told, spot: Callable[..., Spot]
) -> SavedPiece:
    """A piece of a save as it stands; `spot` names its place."""
    name, properties, damage = told
    return SavedPiece(
        id=id_,
        name=name or id_,
        spot=_spot(place, spot),
        container=place.container.id if place.container else "",
        level=place.level,
        properties=properties,
        damage=damage,
    )


def _spot(place: PieceLocation, spot: Callable[..., Spot]) -> Spot:
    if place.map is None:
        return Spot("")
    found = spot(place.map, place.x, place.y)
    if isinstance(place.container, Deck):
        return replace(found, deck=place.container.name)
    return found


def told_by(piece: Piece) -> Told:
    """What a piece says of itself."""
    try:
        properties = piece.properties()
        basic = piece.basic
    except VassalError as error:
        return "", {}, error.problem
    return basic.name, {"Image": basic.image, "gpid": basic.gpid, **properties}, ""


@dataclass(frozen=True, slots=True)
class Where:
    """A hex of the board, or a box by its name; neither for a piece out of play.

    `why` says, for a piece that lies on a map, why its place means nothing to the game.
    """

    hex: int | None = None
    place: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Bound:
    """A piece in the game's words."""

    wanted: Wanted
    steps_lost: int = 0
    markers: frozenset[str] = frozenset()
    says: str = ""
    """Of a marker piece: the word it says of what lies below it."""
    whole_hex: bool = False
    """It says it of the whole hex, not of one unit."""
    layer: int = 0
    """How high it lies among the stacks of one hex, whatever their order in the save."""
    given: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Time:
    """When a save was made, as far as it says; empty where it does not."""

    scenario: str = ""
    turn: int | None = None
    date: str = ""
    phase: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
    """What it tells besides of whose phase it is (`hexmarshal.game.timing.BY_PLAYERS`)."""


class Binding(Protocol):
    """How a module's world is a game's."""

    def where(self, spot: Spot) -> Where: ...

    def piece(self, saved: SavedPiece) -> Bound | str | None:
        """What a piece is; a text that says why it cannot be told; None for a piece that is no
        part of the game."""

    def time(self, save: Save) -> Time: ...
