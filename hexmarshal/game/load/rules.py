"""Reading `rules.yaml`, and checking every name in it against the game's other data.

A rule that names an unknown area or phase would never apply, so every unknown name is a fault.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, get_args, get_origin

from pydantic import BaseModel, ValidationError

from hexmarshal.game import words
from hexmarshal.game.board import Board
from hexmarshal.game.counters import Counter
from hexmarshal.game.faults import Fault, Mark, expected
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.load.tables import is_there
from hexmarshal.game.load.yamldoc import Document
from hexmarshal.game.ruleset import Refers, RuleSet, Switch, amended
from hexmarshal.game.schema import GameForm, PhaseForm
from hexmarshal.game.text import fold

Known = Mapping[str, Mapping[str, str]]
"""The game's own names by sort: ids as written, other names by their folded form."""

Reference = tuple[tuple[str | int, ...], str, str]
"""The path in the document, the sort of the name, and the name."""


def read_rules(
    reading: RecordReader, path: Path, form: GameForm, board: Board, counters: Mapping[str, Counter]
) -> RuleSet:
    """The rules of a game, none when it has no such file; faults go to `reading`."""
    found = reading.document(path, RuleSet) if is_there(path) else None
    if found is None:
        return RuleSet()
    rules, document = found
    known = _known(form, board, counters, rules)
    _check(reading, document, known, references(rules))
    for i, switch in enumerate(rules.switches):
        mark = document.mark(("switches", i, "amend"))
        reading.faults.extend(_switch_faults(rules, switch, mark, known))
    return rules


def references(part: object, place: tuple[str | int, ...] = ()) -> Iterator[Reference]:
    """Every name in a part of the rules that refers to the game's other data."""
    if isinstance(part, BaseModel):
        for name in part.model_fields_set:
            info = type(part).model_fields[name]
            sorts = [mark.to for mark in info.metadata if isinstance(mark, Refers)]
            value = getattr(part, name)
            yield from _named(value, sorts, (*place, name))
            yield from _in_mapping(value, info.annotation, (*place, name))
            yield from references(value, (*place, name))
    elif isinstance(part, tuple):
        for i, item in enumerate(part):
            yield from references(item, (*place, i))
    elif isinstance(part, dict):
        for key, item in part.items():
            yield from references(item, (*place, key))


def _named(value: object, sorts: list[str], place: tuple[str | int, ...]) -> Iterator[Reference]:
    for sort in sorts:
        if isinstance(value, str):
            yield from [(place, sort, value)] if value else []
        elif isinstance(value, tuple):
            yield from ((place, sort, item) for item in value)


def _in_mapping(
    value: object, annotation: object, place: tuple[str | int, ...]
) -> Iterator[Reference]:
    """The references in the keys and values of a mapping."""
    if get_origin(annotation) is dict and isinstance(value, dict):
        of_keys, of_values = (_sorts(part) for part in get_args(annotation))
        for key, item in value.items():
            yield from _named(key, of_keys, (*place, key))
            yield from _named(item, of_values, (*place, key))


def _sorts(annotation: object) -> list[str]:
    marks = get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()
    return [mark.to for mark in marks if isinstance(mark, Refers)]


def _known(form: GameForm, board: Board, counters: Mapping[str, Counter], rules: RuleSet) -> Known:
    grid = board.grid
    found: dict[str, Iterable[str]] = {
        "side": (side.id for side in form.sides),
        "phase": _phases(form.phases),
        "box": (box.id for box in board.boxes),
        "counter": counters,
        "area": board.areas,
        "entry": board.entries,
        "hex": (name for h in grid.numbers for name in (grid.label(h), *grid.aliases(h))),
        "terrain": words.TERRAIN | board.terrain.hexes.keys(),
        "hexside": words.HEXSIDES | board.hexsides.kinds.keys(),
        "path": words.PATHS | {run.kind for run in board.paths.runs},
        "edge": ("north", "east", "south", "west"),
        "scenario": form.scenarios,
        "switch": (switch.name for switch in rules.switches),
        "event": rules.events,
        "variant": rules.variants,
    }
    return {sort: {_key(sort, name): name for name in names} for sort, names in found.items()}


def _phases(phases: Iterable[PhaseForm]) -> Iterator[str]:
    for phase in phases:
        yield phase.id
        yield from _phases(phase.segments)


def _check(
    reading: RecordReader,
    document: Document,
    known: Known,
    named: Iterable[Reference],
) -> None:
    for place, sort, name in named:
        if _key(sort, name) not in known[sort]:
            reading.faults.append(_unknown(document.mark(place), known, sort, name))


IDS = frozenset({"side", "phase", "box", "counter", "scenario", "event", "variant"})
"""Sorts that rules name by their ids; ids are compared exactly."""


def _key(sort: str, name: str) -> str:
    return name if sort in IDS else fold(name)


def _unknown(mark: Mark, known: Known, sort: str, name: str) -> Fault:
    close = difflib.get_close_matches(fold(name), known[sort], n=3)
    meant = " or ".join(sorted(known[sort][one] for one in close))
    remedy = f"did you mean {meant}?" if close else "use one that the game has"
    return Fault(mark, f"unknown {sort} {name!r}", remedy)


def _switch_faults(rules: RuleSet, switch: Switch, mark: Mark, known: Known) -> Iterator[Fault]:
    """Defaults and amendments of unknown values, and amendments that make invalid rules."""
    for value in (switch.default, *switch.amend):
        if value not in switch.values:
            yield Fault(mark, f"unknown value {value!r} of {switch.name}", expected(switch.values))
    for value in switch.amend:
        try:
            changed = amended(rules, {switch.name: value})
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            yield Fault(mark, f"invalid {place} in the amendment {value!r}", str(first["msg"]))
            continue
        named = {(sort, name) for _, sort, name in references(changed)}
        for sort, name in sorted(named - {(sort, name) for _, sort, name in references(rules)}):
            if _key(sort, name) not in known[sort]:
                yield _unknown(mark, known, sort, name)
