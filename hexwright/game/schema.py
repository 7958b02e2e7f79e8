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
from hexwright.game.numbering import LETTERS, number_of
from hexwright.game.scenario import PLACEMENT_KINDS, WAYS


class Form(BaseModel):
    """A form refuses keys it does not know. An entry without a text is one left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    @model_validator(mode="before")
    @classmethod
    def _what_is_said(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = cls.model_fields.items()
        optional = {info.alias or name for name, info in fields if not info.is_required()}
        return {k: v for k, v in data.items() if v != "" or k not in optional}


def _split(separators: str) -> BeforeValidator:
    def split(value: object) -> object:
        if isinstance(value, str):
            parts = (part.strip() for part in re.split(f"[{separators}]", value))
            return [part for part in parts if part]
        return value

    return BeforeValidator(split)


_LIST = WithJsonSchema({"type": ["array", "string"], "items": {"type": "string"}})


def _whole(value: object) -> object:
    """Whole numbers as people write them, not as Python does (`1_0`, `8.0`)."""
    if isinstance(value, str) and not re.fullmatch(r"-?[0-9]{1,9}", value.strip()):
        raise ValueError("write a whole number")
    return value


def _day_of_calendar(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError("write a day that the calendar has") from None
    return value


def _one_line(value: object) -> object:
    return " ".join(value.split()) if isinstance(value, str) else value


def _no_device(value: str) -> str:
    """Files are named after ids, and Windows keeps some names for itself."""
    if re.fullmatch(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", value):
        raise ValueError("no file can have that name on Windows; choose another")
    return value


YES_OR_NO: Mapping[str, bool] = {
    **dict.fromkeys(("yes", "true", "ja", "wahr"), True),
    **dict.fromkeys(("no", "false", "nein", "falsch"), False),
}
"""How yes and no are written; spreadsheets turn `true` into a word of their language."""

PATTERNS: dict[str, str] = {}
"""How to write what must follow a pattern, by the pattern."""


def like(pattern: str, remedy: str) -> Any:  # noqa: ANN401
    """A field that must follow a pattern, and how to write it."""
    PATTERNS[pattern] = remedy
    return Field(pattern=pattern)


Word = Annotated[str, like(r"^[^\W_]([\w' -]*\w)?$", "join words with +, such as village + woods")]
Words = Annotated[tuple[str, ...], _split(r"\s"), _LIST]
Hexes = Annotated[tuple[str, ...], _split(r"\s;,"), _LIST]
Names = Annotated[tuple[str, ...], _split(";"), _LIST]
Sum = Annotated[tuple[Word, ...], Field(min_length=1), _split("+"), _LIST]
Int = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[int, Field(ge=1, le=999), BeforeValidator(_whole)]
Amount = Annotated[int, Field(ge=0, le=999), BeforeValidator(_whole)]
Offset = Annotated[float, Field(allow_inf_nan=False, ge=-1000, le=1000)]
Truth = Annotated[
    bool, BeforeValidator(lambda v: YES_OR_NO.get(v.casefold(), v) if isinstance(v, str) else v)
]
Title = Annotated[str, BeforeValidator(_one_line), Field(min_length=1)]
Edge = Annotated[
    Literal["", "north", "east", "south", "west"],
    BeforeValidator(lambda v: v.casefold() if isinstance(v, str) else v),
]
Date = Annotated[
    str,
    like(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "write a date like 1944-07-12"),
    AfterValidator(_day_of_calendar),
]
KindOfCounter = Literal[KINDS]  # type: ignore[valid-type]
KindOfPlacement = Literal[PLACEMENT_KINDS]  # type: ignore[valid-type]
HowChosen = Literal[WAYS]  # type: ignore[valid-type]
Identity = Annotated[
    str,
    like(
        r"^[a-z0-9][a-z0-9._-]{0,63}$",
        "use small letters, digits, '.', '_' and '-', a letter or digit first; at most 64",
    ),
    AfterValidator(_no_device),
]
FileName = Annotated[
    str, like(r"^[^/\\:*?\"<>|]+\.csv$", "name a CSV file beside it, such as setup.csv")
]
PieceNumber = Annotated[str, like(r"^[1-9][0-9]{0,8}$", "write a whole number from 1 on")]

MAX_NUMBER = 999
"""The highest column or row number a sheet may have."""


MAX_HEXES = 40_000
"""The most hexes a board may have."""

_RANGE = f"write it like 1-35 or A-M, from 0 to {MAX_NUMBER} and the lower number first"
_END = rf"[0-9]{{1,9}}|(?i:{LETTERS})"


def _range(value: object) -> object:
    if isinstance(value, str):
        match = re.fullmatch(rf"({_END})(?:\s*[-\u2013]\s*({_END}))?", value.strip())
        if match is None:
            raise ValueError(_RANGE)
        return number_of(match[1]), number_of(match[2] or match[1])
    return value


def _upward(value: tuple[int, int]) -> tuple[int, int]:
    if not 0 <= value[0] <= value[1] <= MAX_NUMBER:
        raise ValueError(_RANGE)
    return value


def _whole_form(value: str) -> str:
    part = r"\{(column|row)(?::(?:A|0[1-9]))?\}"
    if sorted(re.findall(part, value)) != ["column", "row"] or re.search(
        r"[{}]", re.sub(part, "", value)
    ):
        raise ValueError("write it with {column} and {row} once each, such as {column:02}{row:02}")
    if re.search(r"\{\w+\}\{\w+\}|\{\w+:A\}\{\w+:A\}", value):
        raise ValueError("write a width such as {row:02}, or a sign between {column} and {row}")
    return value


Range = Annotated[
    tuple[int, int],
    BeforeValidator(_range),
    AfterValidator(_upward),
    WithJsonSchema({"type": "string", "pattern": "^[0-9A-Z]+(-[0-9A-Z]+)?$"}),
]
NumberForm = Annotated[str, AfterValidator(_whole_form)]


# -- maps/ID ----------------------------------------------------------------------------------


class SheetForm(Form):
    """One map sheet and the numbers printed on it."""

    name: str = ""
    form: NumberForm = Field(description="how a number is written, such as {column:02}{row:02}")
    columns: Range
    rows: Range
    column_offset: Annotated[Int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)] = 0
    row_offset: Annotated[Int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)] = 0

    @model_validator(mode="after")
    def _wide_enough(self) -> SheetForm:
        for name, last in (("column", self.columns[1]), ("row", self.rows[1])):
            width = re.search(rf"\{{{name}:0(\d)\}}", self.form)
            if width and len(str(last)) > int(width[1]):
                raise ValueError(f"{name} {last} needs {{{name}:0{len(str(last))}}} in the form")
        for name, first in (("column", self.columns[0]), ("row", self.rows[0])):
            if f"{{{name}:A}}" in self.form and first < 1:
                raise ValueError(f"letters count from A: the first {name} is 1 or A")
        return self


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
        spans = [(s.columns[1] - s.columns[0] + 1, s.rows[1] - s.rows[0] + 1) for s in self.sheets]
        hexes = sum(columns * rows for columns, rows in spans)
        if hexes > MAX_HEXES:
            raise ValueError(f"{hexes} hexes; a board may have {MAX_HEXES}")
        return self


class RestForm(Form):
    """What the hexes or hexsides that a table does not name carry, and on what that rests."""

    default: Word = "clear"
    rest: Basis = Basis.MISSING


class BoxForm(Form):
    """A box or track beside the hex field."""

    id: Identity
    title: Title
    kind: Literal["box", "track", "turn-track", "cup", "display"] = "box"
    spaces: tuple[Title, ...] = ()
    side: str = ""
    other_names: tuple[str, ...] = ()
    columns: Amount = 0
    note: str = ""
    basis: Basis = Basis.MISSING
    source: str = ""


class MapForm(Form):
    """`map.yaml`: the grid, what silence means, and what stands beside the hexes."""

    title: Title
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

    kind: Word
    name: str = ""
    hexes: Hexes = Field(min_length=1)
    basis: Basis
    source: str = ""
    note: str = ""


class AreaRow(Form):
    """`areas.csv`: hexes of a named area or of one part of it."""

    area: str = Field(min_length=1)
    part: str = ""
    hexes: Hexes
    basis: Basis
    source: str = ""
    note: str = ""


class EntryRow(Form):
    """`entries.csv`: an entry area, of one side or of both."""

    entry: str = Field(min_length=1)
    side: str = ""
    hexes: Hexes = Field(min_length=1)
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

    name: Title
    kind: Word
    hexes: Hexes = Field(min_length=1)
    other_names: Names = ()
    points: Names = ()
    east: Offset = 0.0
    north: Offset = 0.0
    basis: Basis
    source: str = ""
    note: str = ""


class LineRow(Form):
    """`lines.csv`: a drawn course: `x,y` pairs in pitches, y north, parted by spaces."""

    kind: Word
    name: str = ""
    points: Words = Field(min_length=2)
    closed: Truth = False
    basis: Basis
    source: str = ""
    note: str = ""


# -- counters/ID ------------------------------------------------------------------------------


class CounterRow(Form):
    """`counters.csv`: one counter. Columns beyond these are printed values (see `values.csv`)."""

    model_config = ConfigDict(extra="allow", frozen=True, str_strip_whitespace=True)

    id: Identity
    name: Title
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
    title: Title
    adjective: str = ""
    other_names: Names = ()


class TurnForm(Form):
    number: Int
    title: Title
    date: Date = ""
    notes: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class PhaseForm(Form):
    id: Identity
    title: Title
    rule: str = ""
    segments: tuple[PhaseForm, ...] = ()
    by_players: bool = False


class GameForm(Form):
    """`game.yaml`: what holds in every scenario."""

    title: Title
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


class ChoiceForm(Form):
    """What a draw, a roll or a player settles of the lists; lines name it as `choice`."""

    id: Title
    how: HowChosen
    text: Title
    rule: str
    take: Amount = Field(default=0, description="how many of the pieces are taken out")
    each: Truth = Field(default=False, description="so many of each formation")
    to: str = Field(default="", description="where they go")


class ScenarioForm(Form):
    """`<scenario>.yaml`: one scenario; `lists` are CSV files beside it, in order."""

    id: Identity
    title: Title
    rule: str
    first_turn: Int
    last_turn: Int
    first_side: str = ""
    lists: tuple[FileName, ...] = Field(min_length=1)
    arrivals_of: tuple[str, ...] = Field(
        default=(),
        description="scenarios whose arrivals and withdrawals hold here too from the first turn",
    )
    choices: tuple[ChoiceForm, ...] = ()
    notes: tuple[NoteForm, ...] = ()
    areas: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class TableForm(Form):
    """A table of a chart; a column `Movement: Leg` stands as `Leg` under the head `Movement`."""

    title: Title
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    columns: tuple[str, ...] = Field(min_length=1, max_length=30)
    rows: tuple[tuple[str, ...], ...] = Field(min_length=1)
    notes: tuple[str, ...] = ()


class ChartForm(Form):
    """The tables that stand together on one page."""

    title: Title
    tables: tuple[TableForm, ...] = Field(min_length=1)


class ChartsForm(Form):
    """`charts.yaml`: the tables that players want at hand, a page each in module and kit."""

    charts: tuple[ChartForm, ...] = Field(min_length=1)


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
    hexes: Hexes = ()
    within: Amount | None = None
    inside: str = Field(default="", description="area of the map that it keeps to")
    place: str = ""
    entry: str = ""
    waits: str = Field(
        default="", description="the box where it waits, if not on the turn record for its turn"
    )
    replaces: str = Field(
        default="", description="the counter whose hex and state it takes over, and which it ends"
    )
    turn: Int | None = None
    date: Date = ""
    steps_lost: Amount = 0
    group: str = ""
    group_steps_lost: Amount = 0
    draw: str = Field(
        default="", description="tag of the pool it is drawn from at random; `counter` stands in"
    )
    choice: str = Field(default="", description="id of the scenario's choice that concerns it")
    unless: str = Field(default="", description="id of the choice that must have failed")
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
    "charts.yaml": ChartsForm,
}
"""The form of each file; of a table, the form of its rows."""
