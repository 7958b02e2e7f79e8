"""A game as resolved data, the output of `hexmarshal show --json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import LATER, Choice, Placement, Scenario

Json = dict[str, Any]

NOWHERE = {"available": "Available", "dead": "Dead Pile", "withdrawal": "Withdrawn"}
"""By kind: where pieces are if their row names no place."""


def resolved(game: Game, scenario: str | None = None) -> Json:
    """A game as JSON, or one scenario of it if an id is given. Keys without a value are left out.

    Hexes are printed numbers. Arrivals shared by several scenarios appear once, under the scenario
    whose list holds them or under the given scenario. Raises KeyError for an unknown scenario.
    """
    scenarios = [game.scenario(scenario)] if scenario else list(game.scenarios)
    placements = (p for s in scenarios for p in (s.placements if scenario else _own(game, s)))
    return {
        "game": game.id,
        "title": game.title,
        "sides": [side.id for side in game.sides],
        "scenarios": [_scenario(s) for s in scenarios],
        "counters": [_counter(c) for c in game.counters.values()],
        "placements": [_placement(game, p) for p in placements],
    }


def _own(game: Game, scenario: Scenario) -> Iterator[Placement]:
    """The placements of a scenario's own lists, without arrivals it takes from other scenarios."""
    others = {
        replace(p, scenario=scenario.id)
        for other in game.scenarios
        if other is not scenario and not other.arrivals_of
        for p in other.placements
        if p.kind in LATER
    }
    shared = others if scenario.arrivals_of else set()
    return (p for p in scenario.placements if p not in shared)


def _scenario(scenario: Scenario) -> Json:
    return _without_blanks(
        id=scenario.id,
        title=scenario.title,
        rule=scenario.rule,
        first_turn=scenario.first_turn,
        last_turn=scenario.last_turn,
        first_side=scenario.first_side,
        arrivals_of=list(scenario.arrivals_of),
        choices=[_choice(choice) for choice in scenario.choices],
    )


def _choice(choice: Choice) -> Json:
    return _without_blanks(
        id=choice.id,
        how=choice.how,
        text=choice.text,
        rule=choice.rule,
        take=choice.take or None,
        each="formation" if choice.each else "",
        to=choice.to,
    )


def _counter(counter: Counter) -> Json:
    printed = dict(counter.front) | {f"{name}_back": v for name, v in counter.back.items()}
    return _without_blanks(
        id=counter.id,
        name=counter.name,
        side=counter.side,
        formation=counter.formation,
        kind=counter.kind,
        type=counter.type,
        echelon=counter.echelon,
        reverse=counter.reverse,
        count=counter.count,
        steps=counter.steps.number,
        values={name: value.number for name, value in printed.items() if value.known},
        basis={name: str(value.basis) for name, value in printed.items()},
        as_printed=list(counter.as_printed),
        tags=sorted(counter.tags),
        rule=counter.rule,
        note=counter.note,
    )


def _placement(game: Game, placement: Placement) -> Json:
    label = game.board.grid.label
    return _without_blanks(
        scenario=placement.scenario,
        counter=placement.counter,
        side=placement.side if placement.side != game.counters[placement.counter].side else "",
        count=placement.count,
        as_printed=placement.as_printed,
        rule=placement.rule,
        kind=placement.kind,
        hex=None if placement.hex is None else label(placement.hex),
        hexes=[label(hex_) for hex_ in placement.hexes],
        within=placement.within,
        place=placement.place or NOWHERE.get(placement.kind, ""),
        turn=placement.turn,
        date=placement.date,
        entry=placement.entry,
        waits=placement.waits,
        replaces=placement.replaces,
        steps_lost=placement.steps_lost or None,
        group=placement.group,
        group_steps_lost=placement.group_steps_lost or None,
        draw=placement.draw,
        choice=placement.choice,
        unless=placement.unless,
        conditional=game.scenario(placement.scenario).doubt(placement),
        note=placement.note,
    )


def _without_blanks(**entries: object) -> Json:
    return {name: value for name, value in entries.items() if not _is_blank(value)}


def _is_blank(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, list | Mapping) and not value)
