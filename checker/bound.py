"""What the pieces and places of a save are in a game's own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from checker.spots import SavedPiece, Spot
from hexmarshal.game.basis import Value
from hexmarshal.game.names import Wanted
from hexmarshal.vassal.save import Save


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
