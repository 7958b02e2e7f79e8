"""Where the pieces of a save stand, in the module's own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from hexwright.vassal.errors import VassalError
from hexwright.vassal.piece import Piece
from hexwright.vassal.save import Deck, Place, Save


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
    """Knows the names of a module's places."""

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


class Memory:
    """What pieces say of themselves, so that a piece that many positions share is read once."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[Piece, Told]] = {}

    def told(self, piece: Piece) -> Told:
        known = self._told.get(id(piece))
        if known is None:
            known = self._told[id(piece)] = (piece, _told(piece))
        return known[1]


def saved_pieces(
    save: Save, locator: Locator, memory: Memory | None = None
) -> Iterator[SavedPiece]:
    """All pieces of a save: stacks in the file's order, in each from the bottom to the top."""
    memory = memory or Memory()
    order = {id_: rank for rank, id_ in enumerate([*save.stacks, *save.decks, *save.pieces])}

    def rank(id_: str) -> tuple[int, int]:
        container = save.places[id_].container
        return order[container.id if container else id_], save.places[id_].level

    for id_ in sorted(save.pieces, key=rank):
        place = save.places[id_]
        name, properties, damage = memory.told(save.pieces[id_])
        yield SavedPiece(
            id=id_,
            name=name or id_,
            spot=_spot(place, locator),
            container=place.container.id if place.container else "",
            level=place.level,
            properties=properties,
            damage=damage,
        )


def _spot(place: Place, locator: Locator) -> Spot:
    if place.map is None:
        return Spot("")
    spot = locator.spot(place.map, place.x, place.y)
    if isinstance(place.container, Deck):
        return replace(spot, deck=place.container.name)
    return spot


def _told(piece: Piece) -> Told:
    try:
        properties = piece.properties()
        basic = piece.basic
    except VassalError as error:
        return "", {}, error.problem
    return basic.name, {"Image": basic.image, "gpid": basic.gpid, **properties}, ""
