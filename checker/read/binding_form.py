"""The form of a binding file, which translates a module's words into a game's.

docs/hexcheck.md describes it.
"""

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

from checker.inputs import CheckError
from hexmarshal.game.faults import DataError
from hexmarshal.game.load.records import fault_of
from hexmarshal.game.load.yamldoc import read_yaml


def _compiled(value: object) -> object:
    """A text compiled as a pattern."""
    if isinstance(value, str):
        try:
            return re.compile(value)
        except re.error as error:
            raise ValueError(f"not a regular expression: {error}") from None
    return value


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | dict) else value


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compiled)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
ANY = re.compile(r".*", re.DOTALL)


class StrictForm(BaseModel):
    """A form that refuses unknown keys; values arrive as text."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class HexesForm(StrictForm):
    """A part of the module's maps that is the game's hex field.

    By names: `location` is the pattern of a location name, `hex` the game's number for it.
    By pixels: `anchors` gives the centres ("x,y") of three or more hexes.
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
    """A zone, deck or map that is a box of the game, or out of play."""

    map: Pattern = ANY
    board: Pattern = ANY
    zone: Pattern = ANY
    location: Pattern = ANY
    deck: Pattern = ANY
    place: str = ""
    """The box; empty: out of play."""


class PieceForm(StrictForm):
    """What the pieces are whose properties match `when`."""

    when: dict[str, Pattern] = Field(default_factory=dict)
    ignore: bool = False
    """Whether they are not part of the game."""
    counter: str = ""
    name: str = ""
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    steps_lost: str = ""
    markers: Texts = ()
    says: str = ""
    """The marker word that a marker piece gives the unit below it."""
    hex: bool = False
    """Whether it gives that word to all units in its hex."""


class ClockForm(StrictForm):
    """Where a save gives the turn, the phase or the scenario.

    Either a global `property`, or a turn `tracker` and the path down to one of its levels
    (`level`: `0`, `0.1`). The group `value` of `pattern` is taken from its text, or all of it.
    `words` translates a word or number; to any other number `add` is added.
    """

    value: str = ""
    property: str = ""
    tracker: str = "TurnTracker0"
    level: Annotated[str, Field(pattern=r"^\d+(\.\d+)*$|^$")] = ""
    pattern: Pattern = Field(default=re.compile(r"(?P<value>.*)", re.DOTALL))
    words: dict[str, str] = Field(default_factory=dict)
    add: int = 0


class BindingForm(StrictForm):
    """A binding file."""

    game: str = ""
    module: Texts = ()
    """The names of the modules it is for."""
    hexes: tuple[HexesForm, ...] = (HexesForm(),)
    places: tuple[PlaceForm, ...] = ()
    pieces: tuple[PieceForm, ...] = ()
    sides: dict[str, str] = Field(default_factory=dict)
    """The game's side for each of the module's names."""
    turn: ClockForm = ClockForm()
    phase: ClockForm = ClockForm()
    scenario: ClockForm = ClockForm()

    @model_validator(mode="before")
    @classmethod
    def _without_empty_keys(cls, data: object) -> object:
        """A key without a value counts as absent."""
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if value != ""}
        return data


def read_binding(path: Path | str) -> BindingForm:
    """Reads a binding file. Raises CheckError with file, line and column."""
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
