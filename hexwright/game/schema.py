"""The forms of the data files: what each document and each table row may say.

Values arrive as text and get their types here. `docs/schemas` holds the same forms as JSON
Schema; a test keeps the two alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)

from hexwright.game.basis import Basis
from hexwright.game.counters import KINDS
from hexwright.game.scenario import PLACEMENT_KINDS


class Form(BaseModel):
    """A form refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


def _split(separator: str | None) -> BeforeValidator:
    def split(value: object) -> object:
        if isinstance(value, str):
            return [part.strip() for part in value.split(separator) if part.strip()]
        return value

    return BeforeValidator(split)


_LIST = WithJsonSchema({"type": ["array", "string"], "items": {"type": "string"}})


def _blank_is_none(value: object) -> object:
    return None if isinstance(value, str) and not value.strip() else value


def _day_of_calendar(value: str) -> str:
    if value:
        date.fromisoformat(value)
    return value


_IDENTITY = r"^[a-z0-9][a-z0-9._-]*$"
_PIECE_NUMBER = r"^[1-9][0-9]*$"
_DATE = r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"

PATTERNS = {
    _IDENTITY: "use small letters, digits, '.', '_' and '-', a letter or digit first",
    _PIECE_NUMBER: "write a whole number from 1 on",
    _DATE: "write a date like 1944-07-12",
}
"""How to write what must follow a pattern, by the pattern."""

Words = Annotated[tuple[str, ...], _split(None), _LIST]
Names = Annotated[tuple[str, ...], _split(";"), _LIST]
Sum = Annotated[tuple[str, ...], _split("+"), _LIST]
Whole = Annotated[int | None, BeforeValidator(_blank_is_none)]
Count = Annotated[int, Field(ge=1), BeforeValidator(lambda v: 1 if v == "" else v)]
Amount = Annotated[int, Field(ge=0), BeforeValidator(lambda v: 0 if v == "" else v)]
Number = Annotated[
    float, Field(allow_inf_nan=False), BeforeValidator(lambda v: 0.0 if v == "" else v)
]
Edge = Literal["", "north", "east", "south", "west"]
Date = Annotated[str, Field(pattern=_DATE), AfterValidator(_day_of_calendar)]
KindOfCounter = Literal[KINDS]  # type: ignore[valid-type]
KindOfPlacement = Literal[PLACEMENT_KINDS]  # type: ignore[valid-type]
Identity = Annotated[str, Field(pattern=_IDENTITY)]
PieceNumber = Annotated[str, Field(pattern=_PIECE_NUMBER)]

MAX_NUMBER = 999
"""The highest column or row number a sheet may have."""


def _range(value: object) -> object:
    if isinstance(value, str):
        first, _, last = value.partition("-")
        return (first, last or first)
    return value


def _upward(value: tuple[int, int]) -> tuple[int, int]:
    if not 0 <= value[0] <= value[1] <= MAX_NUMBER:
        raise ValueError(f"write it like 1-35, from 0 to {MAX_NUMBER} and the lower number first")
    return value


def _whole_form(value: str) -> str:
    fields = re.findall(r"\{(\w+)(?::0[1-9])?\}", value)
    rest = re.sub(r"\{(\w+)(?::0[1-9])?\}", "", value)
    if sorted(fields) != ["column", "row"] or "{" in rest or "}" in rest:
        raise ValueError("write it with {column} and {row} once each, such as {column:02}{row:02}")
    return value


Range = Annotated[
    tuple[int, int],
    BeforeValidator(_range),
    AfterValidator(_upward),
    WithJsonSchema({"type": "string", "pattern": "^[0-9]+(-[0-9]+)?$"}),
]
NumberForm = Annotated[str, AfterValidator(_whole_form)]


# -- maps/ID ----------------------------------------------------------------------------------


class SheetForm(Form):
    """One map sheet and the numbers printed on it."""

    name: str = ""
    form: NumberForm = Field(description="how a number is written, such as {column:02}{row:02}")
    columns: Range
    rows: Range
    column_offset: int = 0
    row_offset: int = 0


class GridForm(Form):
    """How the hexes stand and how they are numbered."""

    orientation: Literal["flat", "pointy"]
    columns_grow: Literal["east", "west"] = "east"
    rows_grow: Literal["north", "south"] = "north"
    shifted: Literal["odd", "even"] = "odd"
    toward: Literal["north", "south", "east", "west"] = "south"
    basis: Basis = Basis.MISSING
    sheets: tuple[SheetForm, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _shifted_along(self) -> GridForm:
        ways = ("north", "south") if self.orientation == "flat" else ("east", "west")
        if self.toward not in ways:
            raise ValueError(f"{self.orientation} hexes are shifted toward {ways[0]} or {ways[1]}")
        return self


class RestForm(Form):
    """What the hexes or hexsides that a table does not name carry, and on what that rests."""

    default: str = "clear"
    rest: Basis = Basis.MISSING


class BoxForm(Form):
    """A box or track beside the hex field."""

    id: Identity
    title: str
    kind: Literal["box", "track", "turn-track", "cup", "display"] = "box"
    spaces: tuple[str, ...] = ()
    side: str = ""
    other_names: tuple[str, ...] = ()
    columns: int = 0
    note: str = ""
    basis: Basis = Basis.MISSING
    source: str = ""


class MapForm(Form):
    """`map.yaml`: the grid, what silence means, and what stands beside the hexes."""

    title: str
    scale: str = ""
    grid: GridForm
    terrain: RestForm = RestForm()
    hexsides: RestForm = RestForm()
    paths: RestForm = RestForm()
    boxes: tuple[BoxForm, ...] = ()
    print: dict[str, Any] = Field(default_factory=dict)
    look: dict[str, Any] = Field(default_factory=dict)


class HexRow(Form):
    """`hexes.csv`: the terrain words of a hex, joined by +."""

    hex: str
    terrain: Sum
    basis: Basis
    source: str = ""
    note: str = ""


class HexsideRow(Form):
    """`hexsides.csv`: what the hexside between two neighbours carries, joined by +."""

    a: str
    b: str
    kinds: Sum
    basis: Basis
    source: str = ""
    note: str = ""


class PathRow(Form):
    """`paths.csv`: a road, railway or stream as a run of neighbouring hexes."""

    kind: str = Field(min_length=1)
    name: str = ""
    hexes: Words = Field(min_length=1)
    basis: Basis
    source: str = ""
    note: str = ""


class AreaRow(Form):
    """`areas.csv`: hexes of a named area or of one part of it."""

    area: str = Field(min_length=1)
    part: str = ""
    hexes: Words
    basis: Basis
    source: str = ""
    note: str = ""


class EntryRow(Form):
    """`entries.csv`: an entry area, of one side or of both."""

    entry: str = Field(min_length=1)
    side: str = ""
    hexes: Words = Field(min_length=1)
    edge: Edge = ""
    basis: Basis
    source: str = ""
    note: str = ""


class SourceRow(Form):
    """`sources.csv`: a supply source hex."""

    side: str
    hex: str
    edge: Edge = ""
    kind: str = "full"
    entry: str = ""
    basis: Basis
    source: str = ""
    note: str = ""


class PlaceRow(Form):
    """`places.csv`: a named place. `points` is like `vp=3; pop=2`."""

    name: str = Field(min_length=1)
    kind: str = Field(min_length=1)
    hexes: Words = Field(min_length=1)
    other_names: Names = ()
    points: Names = ()
    east: Number = 0.0
    north: Number = 0.0
    basis: Basis
    source: str = ""
    note: str = ""


class LineRow(Form):
    """`lines.csv`: a drawn course: `x,y` pairs in pitches, y north, parted by spaces."""

    kind: str = Field(min_length=1)
    name: str = ""
    points: Words = Field(min_length=2)
    closed: Annotated[bool, BeforeValidator(lambda v: False if v == "" else v)] = False
    basis: Basis
    source: str = ""
    note: str = ""


# -- counters/ID ------------------------------------------------------------------------------


class CounterRow(Form):
    """`counters.csv`: one counter. Columns beyond these are printed values (see `values.csv`)."""

    model_config = ConfigDict(extra="allow", frozen=True, str_strip_whitespace=True)

    id: Identity
    name: str = Field(min_length=1)
    side: str = ""
    kind: KindOfCounter
    formation: str = ""
    type: str = ""
    echelon: str = ""
    reverse: str = ""
    count: Count = 1
    as_printed: Names = ()
    tags: Names = ()
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    note: str = ""
    look: Names = ()


class ValueRow(Form):
    """`values.csv`: values for all counters that match every filled column of the match.

    The columns beyond these are values; a column `X_back` is X on the other side. Of several
    matching rows the one with the most filled match columns wins, value by value; an id beats
    everything. An empty cell says nothing, `?` says that the value is not known.
    """

    model_config = ConfigDict(extra="allow", frozen=True, str_strip_whitespace=True)

    counter: str = ""
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    echelon: str = ""
    tag: str = ""
    basis: Basis
    source: str = ""
    note: str = ""


class IdRow(Form):
    """`ids.csv`: the kept number of one piece; lines are added, never changed or removed."""

    piece_id: PieceNumber
    counter: Identity
    copy_: Count = Field(default=1, alias="copy")


# -- scenarios/ID -----------------------------------------------------------------------------


class SideForm(Form):
    id: Identity
    title: str
    adjective: str = ""
    other_names: Names = ()


class TurnForm(Form):
    number: int
    title: str
    date: Date = ""
    notes: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class PhaseForm(Form):
    id: Identity
    title: str
    rule: str = ""
    segments: tuple[PhaseForm, ...] = ()


class GameForm(Form):
    """`game.yaml`: what holds in every scenario."""

    title: str
    about: dict[str, Any] = Field(default_factory=dict)
    sides: tuple[SideForm, ...] = Field(min_length=1)
    turns: tuple[TurnForm, ...] = Field(min_length=1)
    phases: tuple[PhaseForm, ...] = Field(min_length=1)
    scenarios: tuple[Identity, ...] = Field(min_length=1, description="file names without .yaml")
    whereabouts: tuple[str, ...] = Field(
        default=(), description="words for a place that the lists use and the map does not name"
    )
    module: dict[str, Any] = Field(default_factory=dict)


class NoteForm(Form):
    rule: str
    text: str


class ScenarioForm(Form):
    """`<scenario>.yaml`: one scenario; `lists` are CSV files beside it, in order."""

    id: str = Field(min_length=1)
    title: str
    rule: str
    first_turn: int
    last_turn: int
    first_side: str = ""
    lists: tuple[str, ...] = Field(min_length=1)
    arrivals_of: tuple[str, ...] = Field(
        default=(),
        description="scenarios whose arrivals and withdrawals hold here too from the first turn",
    )
    notes: tuple[NoteForm, ...] = ()
    areas: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _turns_in_order(self) -> ScenarioForm:
        if self.last_turn < self.first_turn:
            raise ValueError(f"last_turn {self.last_turn} comes before first_turn")
        return self


class PlacementRow(Form):
    """A line of a set-up or arrival list."""

    kind: KindOfPlacement
    counter: str = Field(min_length=1)
    side: str = Field(
        default="", description="whose list it stands in; the counter's side unless said"
    )
    count: Count = 1
    as_printed: str = ""
    rule: str = Field(min_length=1)
    hex: str = ""
    hexes: Words = ()
    within: Whole = None
    inside: str = Field(default="", description="area of the map that it keeps to")
    place: str = ""
    entry: str = ""
    waits: str = Field(
        default="", description="the box where it waits, if not on the turn record for its turn"
    )
    replaces: str = Field(
        default="", description="the counter whose hex and state it takes over, and which it ends"
    )
    turn: Whole = None
    date: Date = ""
    steps_lost: Amount = 0
    group: str = ""
    group_steps_lost: Amount = 0
    draw: str = Field(
        default="", description="tag of the pool it is drawn from at random; `counter` stands in"
    )
    conditional: str = ""
    note: str = ""


# -- all forms --------------------------------------------------------------------------------

FORMS: Mapping[str, type[Form]] = {
    "map.yaml": MapForm,
    "hexes.csv": HexRow,
    "hexsides.csv": HexsideRow,
    "paths.csv": PathRow,
    "areas.csv": AreaRow,
    "entries.csv": EntryRow,
    "sources.csv": SourceRow,
    "places.csv": PlaceRow,
    "lines.csv": LineRow,
    "counters.csv": CounterRow,
    "values.csv": ValueRow,
    "ids.csv": IdRow,
    "game.yaml": GameForm,
    "scenario.yaml": ScenarioForm,
    "list.csv": PlacementRow,
}
"""The form of each file; of a table, the form of its rows."""
