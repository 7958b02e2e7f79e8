"""The game as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board
from hexmarshal.game.counters import Counter
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.scenario import Phase, Placement, Scenario, Turn


@dataclass(frozen=True, slots=True)
class ChartTable:
    """One table. A column named `Movement: Leg` is `Leg` under the heading `Movement`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' own names."""
        return tuple(_halves(column)[1] for column in self.columns)

    @property
    def heads(self) -> tuple[tuple[str, int], ...]:
        """The headings over neighbouring columns with their widths; empty if there are none."""
        runs = groupby(_halves(column)[0] for column in self.columns)
        found = tuple((over, len(list(run))) for over, run in runs)
        return found if any(over for over, _ in found) else ()


@dataclass(frozen=True, slots=True)
class Chart:
    """The tables on one page."""

    title: str
    tables: tuple[ChartTable, ...]


def _halves(column: str) -> tuple[str, str]:
    over, colon, name = column.partition(": ")
    return (over, name) if colon else ("", column)


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side."""

    id: str
    title: str
    adjective: str = ""
    other_names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """Everything a game is, read from its data folders."""

    id: str
    title: str
    sides: tuple[Side, ...]
    board: Board
    counters: Mapping[str, Counter]
    scenarios: tuple[Scenario, ...]
    turns: tuple[Turn, ...]
    phases: tuple[Phase, ...]
    rules: RuleSet
    charts: tuple[Chart, ...] = ()
    look: Mapping[str, Any] = field(default_factory=dict)
    """How counters and map are drawn; `art` gives it meaning."""
    module: Mapping[str, Any] = field(default_factory=dict)
    """Extra data for the module; the module builder gives it meaning."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Credits, notes for the players, print sizes."""
    files: tuple[Path, ...] = ()
    """Every data file read, in order."""
    digest: str = ""
    """SHA-256 over the data files' names and bytes."""

    def scenario(self, id_: str) -> Scenario:
        """The scenario with this id. Raises KeyError."""
        for scenario in self.scenarios:
            if scenario.id == id_:
                return scenario
        raise KeyError(id_)

    @cached_property
    def _turns(self) -> Mapping[int, Turn]:
        return {turn.number: turn for turn in self.turns}

    def turn(self, number: int) -> Turn | None:
        return self._turns.get(number)

    def turn_of_date(self, date: str) -> int | None:
        """The turn of an ISO date: the last turn that begins on or before it."""
        begun = [t.number for t in self.turns if t.date and t.date <= date]
        return max(begun, default=None)

    @property
    def by_players(self) -> bool:
        """Whether a turn has phases that each player goes through in turn."""
        return any(phase.by_players for phase in self.phases)

    def placements(self) -> Iterable[Placement]:
        """Every placement of every scenario."""
        return (p for scenario in self.scenarios for p in scenario.placements)
