"""Reading a scenario and its lists: `scenarios/ID/`."""

from __future__ import annotations

import difflib
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hexwright.game import schema
from hexwright.game.board import Board, fold
from hexwright.game.counters import UNIT_KINDS, Counter
from hexwright.game.faults import Fault, Mark
from hexwright.game.places import find_place
from hexwright.game.reading import Reading, no_side
from hexwright.game.scenario import LATER, Choice, Placement, Scenario, Turn
from hexwright.game.tables import Row, is_there
from hexwright.game.yamldoc import Document


def read_scenario(
    reading: Reading,
    name: str,
    mark: Mark,
    game: schema.GameForm,
    board: Board,
    counters: Mapping[str, Counter],
) -> Scenario | None:
    """The scenario in `NAME.yaml`; `mark` is where the game names it."""
    sides = {side.id for side in game.sides}
    path = reading.folders.scenarios / f"{name}.yaml"
    if not is_there(path):
        remedy = f"write {path.name} or remove the name"
        reading.faults.append(Fault(mark, f"the scenario {name!r} has no file", remedy))
        return None
    found = reading.document(path, schema.ScenarioForm)
    if found is None:
        return None
    form, document = found
    if form.first_side and form.first_side not in sides:
        fault = Fault(document.mark(("first_side",)), *no_side(form.first_side, sides))
        reading.faults.append(fault)
    reading.faults.extend(_turn_faults(form, document, game))
    reading.faults.extend(_list_faults(form.lists, document, path.parent))
    for i, area in enumerate(form.areas):
        if fold(area) not in board.areas:
            wrong = f"{area!r} is no area of the map"
            remedy = _nearest(area, board.areas, "areas.csv")
            reading.faults.append(Fault(document.mark(("areas", i)), wrong, remedy))
    for i, other in enumerate(form.arrivals_of):
        if other not in game.scenarios or other == name:
            wrong = f"{other!r} is no other scenario of this game"
            remedy = _nearest(other, game.scenarios, "the scenarios of game.yaml")
            reading.faults.append(Fault(document.mark(("arrivals_of", i)), wrong, remedy))
    choices = tuple(Choice(c.id, c.how, c.text, c.rule, c.take, c.each, c.to) for c in form.choices)
    lines = [
        read
        for list_ in dict.fromkeys(form.lists)
        for read in reading.rows(path.parent / list_, schema.PlacementRow)
    ]
    placements = [
        placement
        for row, line in lines
        if (placement := _placement(reading, form, row, line, game, board, counters))
    ]
    reading.faults.extend(_placed_too_often(lines, counters))
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


def _turn_faults(
    form: schema.ScenarioForm, document: Document, game: schema.GameForm
) -> Iterator[Fault]:
    numbers = sorted(turn.number for turn in game.turns)
    for name, turn in (("first_turn", form.first_turn), ("last_turn", form.last_turn)):
        if turn not in numbers:
            remedy = f"game.yaml has turns {numbers[0]} to {numbers[-1]}"
            yield Fault(document.mark((name,)), f"there is no turn {turn}", remedy)
    if form.last_turn < form.first_turn:
        wrong = f"last_turn {form.last_turn} comes before first_turn {form.first_turn}"
        yield Fault(document.mark(("last_turn",)), wrong, "put them in order")


def _choice_faults(
    form: schema.ScenarioForm,
    document: Document,
    placements: Sequence[Placement],
    counters: Mapping[str, Counter],
) -> Iterator[Fault]:
    """Choices that stand twice, or that take more pieces than the lines that name them have."""
    ids = [choice.id for choice in form.choices]
    for i, choice in enumerate(form.choices):
        if choice.id in ids[:i]:
            mark = document.mark(("choices", i, "id"))
            yield Fault(mark, f"{choice.id!r} stands twice in choices", "remove one")
        pools: Tally[str] = Tally()
        for placement in placements:
            if choice.id == placement.choice:
                pools[counters[placement.counter].formation if choice.each else ""] += (
                    placement.count
                )
        if choice.take and min(pools.values(), default=0) < choice.take:
            mark = document.mark(("choices", i, "take"))
            wrong = f"{choice.id!r} takes {choice.take} of {min(pools.values(), default=0)} pieces"
            remedy = "name it as choice in more lines of the lists, or take fewer"
            yield Fault(mark, wrong, remedy)


def _list_faults(lists: Sequence[str], document: Document, folder: Path) -> Iterator[Fault]:
    for i, list_ in enumerate(lists):
        mark = document.mark(("lists", i))
        if list_ in lists[:i]:
            yield Fault(mark, f"{list_!r} stands twice in lists", "remove one")
        elif not is_there(folder / list_):
            remedy = _nearest(list_, (path.name for path in folder.glob("*.csv")), "the folder")
            yield Fault(mark, f"the list {list_!r} has no file", remedy)


def _placed_too_often(
    lines: Iterable[tuple[Row, schema.PlacementRow]], counters: Mapping[str, Counter]
) -> Iterator[Fault]:
    """Lines of a set-up that place a unit, ship or aircraft when there is none left of it."""
    placed: dict[str, int] = {}
    for row, line in lines:
        counter = counters.get(line.counter)
        if counter is None or counter.kind not in {*UNIT_KINDS, "air", "naval", "transport"}:
            continue
        if line.kind in LATER or line.draw or line.conditional or line.choice or line.unless:
            continue
        count = counter.count
        before = placed.get(line.counter, 0)
        placed[line.counter] = before + line.count
        if placed[line.counter] > count:
            wrong = f"{line.counter!r} is placed {placed[line.counter]} times, the game has {count}"
            remedy = "remove the line or lower its count, or raise the count in counters.csv"
            yield row.fault("counter" if before else "count", wrong, remedy)


def with_shared_arrivals(
    scenarios: Mapping[str, Scenario], turns: Iterable[Turn]
) -> tuple[Scenario, ...]:
    """The scenarios by name, each with what it shares of others' arrivals and withdrawals.

    What the other scenario has before this one's first turn is left out.
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


def _placement(
    reading: Reading,
    scenario: schema.ScenarioForm,
    row: Row,
    form: schema.PlacementRow,
    game: schema.GameForm,
    board: Board,
    counters: Mapping[str, Counter],
) -> Placement | None:
    if form.counter not in counters:
        if form.counter not in reading.unread and "counters.csv" not in reading.lost:
            wrong = f"{form.counter!r} is no counter of this game"
            remedy = _nearest(form.counter, counters, "counters.csv")
            reading.faults.append(row.fault("counter", wrong, remedy))
        return None
    wheres = [w for w in ("hex", "hexes", "place", "entry") if getattr(form, w)]
    if len(wheres) > 1 or (not wheres and form.kind not in {"available", "dead", "withdrawal"}):
        wrong = f"the row says {' and '.join(wheres) or 'nowhere'} where to"
        reading.faults.append(row.fault("hex", wrong, "fill one of hex, hexes, place, entry"))
        return None
    if form.within is not None and not (form.hex or form.hexes):
        wrong = "the row says within how many hexes, but not of which"
        reading.faults.append(row.fault("within", wrong, "fill hex or hexes"))
    if form.inside and fold(form.inside) not in board.areas:
        remedy = _nearest(form.inside, board.areas, "areas.csv")
        reading.faults.append(row.fault("inside", f"{form.inside!r} is no area of the map", remedy))
    reading.side(row, form.side, {side.id for side in game.sides})
    if form.draw and fold(form.draw) not in counters[form.counter].tags:
        wrong = f"{form.counter!r} has no tag {form.draw!r}"
        remedy = "name a counter of the pool that it is drawn from"
        reading.faults.append(row.fault("draw", wrong, remedy))
    hex_ = reading.hex(board.grid, row, "hex", form.hex) if form.hex else None
    if form.turn is not None and form.turn not in {turn.number for turn in game.turns}:
        wrong = f"there is no turn {form.turn}"
        reading.faults.append(row.fault("turn", wrong, "write one of the turns of game.yaml"))
    steps = counters[form.counter].steps.number
    if isinstance(steps, int) and form.steps_lost >= max(steps, 1):
        wrong = f"{form.counter!r} has lost {form.steps_lost} of {steps} steps"
        reading.faults.append(row.fault("steps_lost", wrong, f"at most {max(steps - 1, 0)}"))
    if form.entry and form.entry not in board.entries and form.entry not in reading.unread:
        known = ", ".join(board.entries)
        wrong = f"{form.entry!r} is no entry area"
        reading.faults.append(row.fault("entry", wrong, f"one of {known}"))
    elif form.entry and form.entry in board.entries:
        owner = board.entries[form.entry].side
        side = form.side or counters[form.counter].side
        if owner and side and owner != side:
            wrong = f"the entry area {form.entry!r} is the {owner} side's"
            reading.faults.append(row.fault("entry", wrong, "write one of its own side"))
    names = (*board.named(), *game.whereabouts) if form.place else ()
    if form.place and fold(form.place) not in map(fold, names):
        wrong = f"{form.place!r} is no box, space or place of the map"
        remedy = _nearest(form.place, names, "the boxes of map.yaml")
        reading.faults.append(row.fault("place", wrong, remedy))
    if form.waits and find_place(board, form.waits) is None:
        wrong = f"{form.waits!r} is no box of the map"
        remedy = _nearest(form.waits, board.named(), "the boxes of map.yaml")
        reading.faults.append(row.fault("waits", wrong, remedy))
    if form.replaces and form.replaces not in counters:
        wrong = f"{form.replaces!r} is no counter of this game"
        remedy = _nearest(form.replaces, counters, "counters.csv")
        reading.faults.append(row.fault("replaces", wrong, remedy))
    for column, id_ in (("choice", form.choice), ("unless", form.unless)):
        known_choices = [choice.id for choice in scenario.choices]
        if id_ and id_ not in known_choices:
            wrong = f"{id_!r} is no choice of {scenario.id}"
            remedy = _nearest(id_, known_choices, f"the choices of {scenario.id}")
            reading.faults.append(row.fault(column, wrong, remedy))
    return Placement(
        scenario=scenario.id,
        counter=form.counter,
        kind=form.kind,
        side=form.side or counters[form.counter].side,
        as_printed=form.as_printed,
        rule=form.rule,
        count=form.count,
        hex=hex_,
        hexes=tuple(reading.hexes(board.grid, row, "hexes", form.hexes)),
        within=form.within,
        inside=form.inside,
        place=form.place,
        entry=form.entry,
        waits=form.waits,
        replaces=form.replaces,
        turn=form.turn,
        date=form.date,
        steps_lost=form.steps_lost,
        group=form.group,
        group_steps_lost=form.group_steps_lost,
        draw=fold(form.draw),
        choice=form.choice,
        unless=form.unless,
        conditional=form.conditional,
        note=form.note,
    )


def _nearest(wanted: str, known: Iterable[str], table: str) -> str:
    close = difflib.get_close_matches(wanted, list(known), n=3)
    return f"did you mean {' or '.join(close)}?" if close else f"add it to {table}"
