"""The forms of `scenarios/ID`: the game, its scenarios, lists and charts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hexmarshal.game.basis import Basis
from hexmarshal.game.scenario import PLACEMENT_KINDS, WAYS
from hexmarshal.game.schema.fields import (
    Amount,
    Count,
    Date,
    FileName,
    Form,
    Hexes,
    Identity,
    Int,
    Names,
    Title,
    Truth,
)


class TableForm(Form):
    """A table of a chart. A column `Movement: Leg` is `Leg` under the heading `Movement`."""

    title: Title
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    columns: tuple[str, ...] = Field(min_length=1, max_length=30)
    rows: tuple[tuple[str, ...], ...] = Field(min_length=1)
    notes: tuple[str, ...] = ()


class ChartForm(Form):
    """The tables on one page."""

    title: Title
    tables: tuple[TableForm, ...] = Field(min_length=1)


class ChartsForm(Form):
    """`charts.yaml`: the tables that players want at hand, in module and kit."""

    charts: tuple[ChartForm, ...] = Field(min_length=1)


KindOfPlacement = Literal[PLACEMENT_KINDS]  # type: ignore[valid-type]
HowChosen = Literal[WAYS]  # type: ignore[valid-type]


class SideForm(Form):
    """A side and its other names."""

    id: Identity
    title: Title
    adjective: str = ""
    other_names: Names = ()


class TurnForm(Form):
    """A turn of the turn record; `facts` are what rules ask about it, such as its weather."""

    number: Int
    title: Title
    date: Date = ""
    notes: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class PhaseForm(Form):
    """A phase or segment; one `by_players` comes once for each player of a turn."""

    id: Identity
    title: Title
    rule: str = ""
    segments: tuple[PhaseForm, ...] = ()
    by_players: bool = False


class GameForm(Form):
    """`game.yaml`: what applies to every scenario."""

    title: Title
    about: dict[str, Any] = Field(default_factory=dict)
    sides: tuple[SideForm, ...] = Field(min_length=1)
    turns: tuple[TurnForm, ...] = Field(min_length=1)
    phases: tuple[PhaseForm, ...] = Field(min_length=1)
    scenarios: tuple[Identity, ...] = Field(min_length=1, description="file names without .yaml")
    whereabouts: tuple[str, ...] = Field(
        default=(), description="words for a place that lists use but the map does not name"
    )
    module: dict[str, Any] = Field(default_factory=dict)


class NoteForm(Form):
    """A special rule of a scenario, as players read it."""

    rule: str
    text: str


class ChoiceForm(Form):
    """A part of the lists that a draw, a roll or a player settles; lines name it as `choice`."""

    id: Title
    how: HowChosen
    text: Title
    rule: str
    take: Amount = Field(default=0, description="how many of the pieces are taken out")
    each: Truth = Field(default=False, description="take that many of each formation")
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
        description="scenarios whose arrivals and withdrawals apply here too, from the first turn",
    )
    choices: tuple[ChoiceForm, ...] = ()
    notes: tuple[NoteForm, ...] = ()
    areas: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class PlacementRow(Form):
    """A line of a set-up or arrival list."""

    kind: KindOfPlacement
    counter: str = Field(min_length=1)
    side: str = Field(default="", description="whose list it is in; the counter's side by default")
    count: Count = 1
    as_printed: str = ""
    rule: str = Field(min_length=1)
    hex: str = ""
    hexes: Hexes = ()
    within: Amount | None = None
    inside: str = Field(default="", description="area of the map that it must stay in")
    place: str = ""
    entry: str = ""
    waits: str = Field(
        default="", description="the box where it waits, if not its turn's space of the turn record"
    )
    replaces: str = Field(
        default="",
        description="the counter that leaves the game for it and whose hex and state it takes",
    )
    turn: Int | None = None
    date: Date = ""
    steps_lost: Amount = 0
    group: str = ""
    group_steps_lost: Amount = 0
    draw: str = Field(
        default="",
        description="tag of the pool it is drawn from at random; `counter` is a placeholder",
    )
    choice: str = Field(default="", description="id of the scenario's choice that applies to it")
    unless: str = Field(default="", description="id of the choice that must have failed")
    conditional: str = ""
    note: str = ""
