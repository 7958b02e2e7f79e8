"""Reading a scenario: `scenarios/ID/NAME.yaml`."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hexmarshal.game import schema
from hexmarshal.game.board import Board
from hexmarshal.game.counters import Counter
from hexmarshal.game.faults import Fault, Mark
from hexmarshal.game.load.lists import ListReader, nearest
from hexmarshal.game.load.records import RecordReader, unknown_side
from hexmarshal.game.load.tables import is_there
from hexmarshal.game.load.yamldoc import Document
from hexmarshal.game.model import Chart, ChartTable
from hexmarshal.game.scenario import LATER, Choice, Placement, Scenario, Turn
from hexmarshal.game.text import fold

FILE = "charts.yaml"


def read_charts(reading: RecordReader) -> tuple[Chart, ...]:
    """The game's `charts.yaml`; nothing when it has none."""
    path = reading.folders.scenarios / FILE
    found = reading.document(path, schema.ChartsForm) if is_there(path) else None
    if found is None:
        return ()
    form, document = found
    reading.faults.extend(_faults(form, document))
    return tuple(
        Chart(
            chart.title,
            tuple(
                ChartTable(t.title, t.columns, t.rows, t.rule, t.basis, t.notes)
                for t in chart.tables
            ),
        )
        for chart in form.charts
    )


def _faults(form: schema.ChartsForm, document: Document) -> Iterator[Fault]:
    """Rows with more or fewer cells than the table has columns, and duplicate titles."""
    titles = [chart.title for chart in form.charts]
    for i, chart in enumerate(form.charts):
        if chart.title in titles[:i]:
            mark = document.mark(("charts", i, "title"))
            yield Fault(mark, f"duplicate chart {chart.title!r} in charts", "give it another title")
        for j, table in enumerate(chart.tables):
            for k, row in enumerate(table.rows):
                if len(row) != len(table.columns):
                    mark = document.mark(("charts", i, "tables", j, "rows", k))
                    cells, columns = len(row), len(table.columns)
                    wrong = f"the row has {cells} cells, but {table.title!r} has {columns}"
                    remedy = "write one cell for each column, '' for an empty one"
                    yield Fault(mark, wrong, remedy)


def read_scenario(
    reading: RecordReader,
    name: str,
    mark: Mark,
    game: schema.GameForm,
    board: Board,
    counters: Mapping[str, Counter],
) -> Scenario | None:
    """The scenario in `NAME.yaml`; `mark` is where the game names it."""
    path = reading.folders.scenarios / f"{name}.yaml"
    if not is_there(path):
        remedy = f"create {path.name} or remove the name"
        reading.faults.append(Fault(mark, f"scenario {name!r} has no file", remedy))
        return None
    found = reading.document(path, schema.ScenarioForm)
    if found is None:
        return None
    form, document = found
    reading.faults.extend(_scenario_faults(form, document, name, game, board))
    reading.faults.extend(_list_faults(form.lists, document, path.parent))
    choices = tuple(Choice(c.id, c.how, c.text, c.rule, c.take, c.each, c.to) for c in form.choices)
    placements = ListReader(reading, form, game, board, counters).read(path.parent)
    reading.faults.extend(_choice_faults(form, document, placements, counters))
    return Scenario(
        id=form.id,
        title=form.title,
        rule=form.rule,
        first_turn=form.first_turn,
        last_turn=form.last_turn,
        first_side=form.first_side,
        placements=tuple(placements),
        notes=tuple((note.rule, note.text) for note in form.notes),
        areas=form.areas,
        facts=form.facts,
        arrivals_of=form.arrivals_of,
        choices=choices,
    )


def _scenario_faults(
    form: schema.ScenarioForm, document: Document, name: str, game: schema.GameForm, board: Board
) -> Iterator[Fault]:
    """Unknown sides, turns, areas and other scenarios."""
    sides = {side.id for side in game.sides}
    if form.first_side and form.first_side not in sides:
        yield Fault(document.mark(("first_side",)), *unknown_side(form.first_side, sides))
    yield from _turn_faults(form, document, game)
    for i, area in enumerate(form.areas):
        if fold(area) not in board.areas:
            remedy = nearest(area, board.areas, "areas.csv")
            yield Fault(document.mark(("areas", i)), f"unknown area {area!r}", remedy)
    for i, other in enumerate(form.arrivals_of):
        if other not in game.scenarios or other == name:
            wrong = f"{other!r} is not another scenario of this game"
            remedy = nearest(other, game.scenarios, "the scenarios in game.yaml")
            yield Fault(document.mark(("arrivals_of", i)), wrong, remedy)


def _turn_faults(
    form: schema.ScenarioForm, document: Document, game: schema.GameForm
) -> Iterator[Fault]:
    numbers = sorted(turn.number for turn in game.turns)
    for name, turn in (("first_turn", form.first_turn), ("last_turn", form.last_turn)):
        if turn not in numbers:
            remedy = f"game.yaml has turns {numbers[0]} to {numbers[-1]}"
            yield Fault(document.mark((name,)), f"unknown turn {turn}", remedy)
    if form.last_turn < form.first_turn:
        wrong = f"last_turn {form.last_turn} comes before first_turn {form.first_turn}"
        yield Fault(document.mark(("last_turn",)), wrong, "put them in order")


def _choice_faults(
    form: schema.ScenarioForm,
    document: Document,
    placements: Sequence[Placement],
    counters: Mapping[str, Counter],
) -> Iterator[Fault]:
    """Duplicate choices, and choices that take more pieces than their lines have."""
    ids = [choice.id for choice in form.choices]
    for i, choice in enumerate(form.choices):
        if choice.id in ids[:i]:
            mark = document.mark(("choices", i, "id"))
            yield Fault(mark, f"duplicate choice {choice.id!r} in choices", "remove one")
        pools: Tally[str] = Tally()
        for placement in placements:
            if choice.id == placement.choice:
                pools[counters[placement.counter].formation if choice.each else ""] += (
                    placement.count
                )
        if choice.take and min(pools.values(), default=0) < choice.take:
            mark = document.mark(("choices", i, "take"))
            wrong = f"{choice.id!r} takes {choice.take} of {min(pools.values(), default=0)} pieces"
            remedy = "name the choice in more lines of the lists, or take fewer"
            yield Fault(mark, wrong, remedy)


def _list_faults(lists: Sequence[str], document: Document, folder: Path) -> Iterator[Fault]:
    for i, list_ in enumerate(lists):
        mark = document.mark(("lists", i))
        if list_ in lists[:i]:
            yield Fault(mark, f"duplicate list {list_!r} in lists", "remove one")
        elif not is_there(folder / list_):
            remedy = nearest(list_, (path.name for path in folder.glob("*.csv")), "the folder")
            yield Fault(mark, f"list {list_!r} has no file", remedy)


def with_shared_arrivals(
    scenarios: Mapping[str, Scenario], turns: Iterable[Turn]
) -> tuple[Scenario, ...]:
    """The scenarios by name, each with what it shares of others' arrivals and withdrawals.

    Whatever the other scenario has before this one's first turn is left out.
    """
    begins = {turn.number: turn.date for turn in turns}

    def choices(scenario: Scenario, placements: Iterable[Placement]) -> Iterator[Choice]:
        """The choices of other scenarios that shared arrivals name."""
        named = {id_ for p in placements for id_ in (p.choice, p.unless)}
        for name in scenario.arrivals_of:
            for choice in scenarios[name].choices if name in scenarios else ():
                if choice.id in named and scenario.choice(choice.id) is None:
                    yield choice

    def shared(scenario: Scenario, name: str) -> Iterable[Placement]:
        """The arrivals and withdrawals of another scenario that are still to come in this one."""
        first = scenario.first_turn
        for placement in scenarios[name].placements if name in scenarios else ():
            over = (
                placement.date < begins.get(first, "")
                if placement.date
                else placement.turn is None or placement.turn < first
            )
            if placement.kind in LATER and not over:
                yield replace(placement, scenario=scenario.id)

    def whole(scenario: Scenario) -> Scenario:
        later = tuple(p for name in scenario.arrivals_of for p in shared(scenario, name))
        return replace(
            scenario,
            placements=(*scenario.placements, *later),
            choices=(*scenario.choices, *choices(scenario, later)),
        )

    return tuple(whole(scenario) for scenario in scenarios.values())
