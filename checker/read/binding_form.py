"""The form of a binding file: how another module's world is a game's; see docs/hexcheck.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from checker.overrides import CheckError
from hexmarshal.game.faults import DataError
from hexmarshal.game.load.records import fault_of
from hexmarshal.game.load.yamldoc import read_yaml


def _compiled(value: object) -> object:
    """A pattern, which must fit a whole text."""
    if isinstance(value, str):
        try:
            return re.compile(value)
        except re.error as error:
            raise ValueError(f"this is no pattern: {error}") from None
    return value


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | dict) else value


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compiled)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
ANY = re.compile(r".*", re.DOTALL)


class StrictForm(BaseModel):
    """A form refuses keys it does not know; values arrive as text."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class HexesForm(StrictForm):
    """A part of the module's maps that is the game's hex field.

    Either location names are hex numbers: `location` is the pattern of a name, `hex` how the
    game writes it. Or pixels count: `anchors` gives the centres of three or more hexes.
    """

    map: Pattern = ANY
    board: Pattern = ANY
    zone: Pattern = ANY
    location: Pattern = Field(default=re.compile("(?P<hex>.+)"))
    hex: str = "{hex}"
    anchors: dict[str, Annotated[str, Field(pattern=r"^\s*-?\d+\s*,\s*-?\d+\s*$")]] = Field(
        default_factory=dict
    )


class PlaceForm(StrictForm):
    """What lies in a zone, a deck or on a map: in a box of the game, or out of play."""

    map: Pattern = ANY
    board: Pattern = ANY
    zone: Pattern = ANY
    location: Pattern = ANY
    deck: Pattern = ANY
    place: str = ""
    """The box; empty: out of play."""


class PieceForm(StrictForm):
    """What is known of the pieces whose properties fit `when`."""

    when: dict[str, Pattern] = Field(default_factory=dict)
    ignore: bool = False
    """No part of the game."""
    counter: str = ""
    name: str = ""
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    steps_lost: str = ""
    markers: Texts = ()
    says: str = ""
    """The word that a marker piece says of the unit below it."""
    hex: bool = False
    """It says it of all units in its hex."""


class ClockForm(StrictForm):
    """Where the turn, the phase or the scenario is told.

    `property` is a global property, or `tracker` a turn tracker and `level` the way down its
    levels (`0`, `0.1`). Of a property the group `value` of `pattern` counts, or the whole.
    `words` says what a word or number means; else `add` is added to a number.
    """

    value: str = ""
    property: str = ""
    tracker: str = "TurnTracker0"
    level: Annotated[str, Field(pattern=r"^\d+(\.\d+)*$|^$")] = ""
    pattern: Pattern = Field(default=re.compile(r"(?P<value>.*)", re.DOTALL))
    words: dict[str, str] = Field(default_factory=dict)
    add: int = 0


class BindingForm(StrictForm):
    """The whole file."""

    game: str = ""
    module: Texts = ()
    """Names of the modules it is for."""
    hexes: tuple[HexesForm, ...] = (HexesForm(),)
    places: tuple[PlaceForm, ...] = ()
    pieces: tuple[PieceForm, ...] = ()
    sides: dict[str, str] = Field(default_factory=dict)
    """What the module calls the sides."""
    turn: ClockForm = ClockForm()
    phase: ClockForm = ClockForm()
    scenario: ClockForm = ClockForm()

    @model_validator(mode="before")
    @classmethod
    def _said(cls, data: object) -> object:
        """A heading with nothing below it says nothing."""
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if value != ""}
        return data


def read_binding(path: Path | str) -> BindingForm:
    """The binding in a file. Raises CheckError with file, line and column."""
    try:
        document = read_yaml(Path(path))
    except DataError as error:
        raise CheckError(str(error.faults[0])) from None
    try:
        return BindingForm.model_validate(document.data)
    except ValidationError as error:
        problem = error.errors()[0]
        fault = fault_of(document.mark(tuple(problem["loc"])), dict(problem), BindingForm)
        raise CheckError(str(fault)) from None
