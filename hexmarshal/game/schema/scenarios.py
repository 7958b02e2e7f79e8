"""The forms of `scenarios/ID`: what holds in every scenario, and each of them."""

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


KindOfPlacement = Literal[PLACEMENT_KINDS]  # type: ignore[valid-type]
HowChosen = Literal[WAYS]  # type: ignore[valid-type]


class SideForm(Form):
    """A side, and what people call it besides."""

    id: Identity
    title: Title
    adjective: str = ""
    other_names: Names = ()


class TurnForm(Form):
    """A turn of the turn record; `facts` are what the rules ask of it, its weather say."""

    number: Int
    title: Title
    date: Date = ""
    notes: tuple[str, ...] = ()
    facts: dict[str, str] = Field(default_factory=dict)


class PhaseForm(Form):
    """A phase or segment; those `by_players` come once for each player of a turn."""

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
    """A rule of one scenario, as players are told of it."""

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
