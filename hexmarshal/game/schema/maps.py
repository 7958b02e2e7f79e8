"""The forms of `maps/ID`: `map.yaml` and the rows of its tables."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from hexmarshal.game.basis import Basis
from hexmarshal.game.schema.fields import (
    MAX_NUMBER,
    Amount,
    Edge,
    Form,
    Hexes,
    Identity,
    Int,
    Names,
    Offset,
    Range,
    Sum,
    Title,
    Truth,
    Word,
    Words,
)

MAX_HEXES = 40_000
"""The most hexes a board may have."""


def _whole_form(value: str) -> str:
    part = r"\{(column|row)(?::(?:A|0[1-9]))?\}"
    if sorted(re.findall(part, value)) != ["column", "row"] or re.search(
        r"[{}]", re.sub(part, "", value)
    ):
        raise ValueError("use {column} and {row} once each, such as {column:02}{row:02}")
    if re.search(r"\{\w+\}\{\w+\}|\{\w+:A\}\{\w+:A\}", value):
        raise ValueError("give a width such as {row:02}, or put a sign between {column} and {row}")
    return value


NumberForm = Annotated[str, AfterValidator(_whole_form)]


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
                raise ValueError(f"letters start at A; the first {name} must be 1 or A")
        return self


class GridForm(Form):
    """How the hexes are oriented and numbered."""

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
            raise ValueError(f"a board may have at most {MAX_HEXES} hexes, and this has {hexes}")
        return self


class RestForm(Form):
    """What the hexes or hexsides that a table leaves out carry, and the basis of that."""

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
    """`map.yaml`: the grid, what missing rows mean, and the boxes beside the hexes."""

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
    """`hexes.csv`: the terrain of a hex, several words joined by +."""

    hex: str
    terrain: Sum
    basis: Basis
    source: str = ""
    note: str = ""


class HexsideRow(Form):
    """`hexsides.csv`: what the hexside between two neighbours carries, kinds joined by +."""

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
    """`areas.csv`: the hexes of a named area or of one part of it."""

    area: str = Field(min_length=1)
    part: str = ""
    hexes: Hexes
    basis: Basis
    source: str = ""
    note: str = ""


class EntryRow(Form):
    """`entries.csv`: an entry area of one side or of both."""

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
    """`lines.csv`: a drawn course as space-separated `x,y` pairs in pitches, y north."""

    kind: Word
    name: str = ""
    points: Words = Field(min_length=2)
    closed: Truth = False
    basis: Basis
    source: str = ""
    note: str = ""
