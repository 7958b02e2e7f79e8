"""Reading a game from its data folders.

Every file is read and every fault collected before the game is refused. A designer sees all
faults at once, each with its place and its remedy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from hexmarshal.game import schema
from hexmarshal.game.faults import DataError, Fault
from hexmarshal.game.folders import Folders
from hexmarshal.game.load.board import map_faults, read_board
from hexmarshal.game.load.counters import read_counters
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.load.rules import read_rules
from hexmarshal.game.load.scenarios import read_charts, read_scenario, with_shared_arrivals
from hexmarshal.game.load.yamldoc import Document, Path_
from hexmarshal.game.model import Game, Side
from hexmarshal.game.scenario import Phase, Scenario, Turn
from hexmarshal.game.text import fold


def load(folders: Folders) -> Game:
    """The game in these folders. Raises DataError with every fault found."""
    reading = RecordReader(folders)
    game = _game(reading)
    if reading.faults or game is None:
        raise DataError(reading.faults)
    return game


def _game(reading: RecordReader) -> Game | None:
    scenarios = reading.folders.scenarios
    found_game = reading.document(scenarios / "game.yaml", schema.GameForm)
    found_map = reading.document(reading.folders.maps / "map.yaml", schema.MapForm)
    if found_game is None or found_map is None:
        return None
    form, document = found_game
    _check_lists(reading, form, document)
    _check_duplicates(reading, found_map[1], "boxes", [box.id for box in found_map[0].boxes])
    sides = tuple(Side(s.id, s.title, s.adjective or s.title, s.other_names) for s in form.sides)
    names = {side.id for side in sides}
    reading.faults.extend(map_faults(*found_map, names))
    board = read_board(reading, found_map[0], names)
    counters = read_counters(reading, names)
    rules = read_rules(reading, scenarios / "rules.yaml", form, board, counters)
    turns = tuple(
        Turn(t.number, t.title, t.date, t.notes, t.facts)
        for t in sorted(form.turns, key=lambda t: t.number)
    )
    stories: dict[str, Scenario] = {}
    for i, name in enumerate(form.scenarios):
        mark = document.mark(("scenarios", i))
        if story := read_scenario(reading, name, mark, form, board, counters):
            stories[name] = story
    ids = [stories[name].id if name in stories else name for name in form.scenarios]
    _check_duplicates(reading, document, "scenarios", ids)
    look = reading.raw(reading.folders.counters / "look.yaml")
    return Game(
        id=reading.folders.id,
        title=form.title,
        sides=sides,
        board=board,
        counters=counters,
        scenarios=with_shared_arrivals(stories, turns),
        turns=turns,
        phases=tuple(_phase(p) for p in form.phases),
        rules=rules,
        charts=read_charts(reading),
        look={**look, "map": found_map[0].look, "print": found_map[0].print},
        module=form.module,
        about={**form.about, "scale": found_map[0].scale, "map_title": found_map[0].title},
        files=tuple(reading.files),
        digest=_digest(reading.files, reading.folders.root),
    )


def _check_lists(reading: RecordReader, form: schema.GameForm, document: Document) -> None:
    """Notes duplicates in `game.yaml`, and turns whose dates are out of order."""
    _check_duplicates(reading, document, "turns", [turn.number for turn in form.turns])
    _check_duplicates(reading, document, "sides", [side.id for side in form.sides])
    _check_duplicates(reading, document, "scenarios", form.scenarios)
    _check_duplicates(reading, document, "sides", [fold(side.title) for side in form.sides])
    _check_phase_ids(reading, document, form.phases)
    _check_dates(reading, document, form.turns)


def _check_duplicates(
    reading: RecordReader, document: Document, part: str, keys: Sequence[object]
) -> None:
    noun = "box" if part == "boxes" else part.removesuffix("s")
    for i, key in enumerate(keys):
        if key in keys[:i]:
            mark = document.mark((part, i))
            reading.faults.append(Fault(mark, f"duplicate {noun} {key!r} in {part}", "remove one"))


def _check_dates(
    reading: RecordReader, document: Document, turns: Sequence[schema.TurnForm]
) -> None:
    dated = sorted((turn.number, turn.date, i) for i, turn in enumerate(turns) if turn.date)
    for (before, earlier, _), (number, date, i) in pairwise(dated):
        if date <= earlier:
            wrong = f"turn {number} begins on {date}, but turn {before} on {earlier}"
            mark = document.mark(("turns", i, "date"))
            reading.faults.append(Fault(mark, wrong, "put the dates in order"))


def _phase(form: schema.PhaseForm) -> Phase:
    segments = tuple(_phase(s) for s in form.segments)
    return Phase(form.id, form.title, form.rule, segments, form.by_players)


def _check_phase_ids(
    reading: RecordReader, document: Document, phases: Iterable[schema.PhaseForm]
) -> None:
    seen: set[str] = set()
    for path, id_ in _phase_ids(phases, ("phases",)):
        if id_ in seen:
            mark = document.mark((*path, "id"))
            remedy = "give each phase and segment its own id"
            reading.faults.append(Fault(mark, f"duplicate phase {id_!r} in phases", remedy))
        seen.add(id_)


def _phase_ids(phases: Iterable[schema.PhaseForm], path: Path_) -> Iterator[tuple[Path_, str]]:
    for i, phase in enumerate(phases):
        yield (*path, i), phase.id
        yield from _phase_ids(phase.segments, (*path, i, "segments"))


def _digest(files: Iterable[Path], root: Path) -> str:
    total = hashlib.sha256()
    for path in files:
        if path.is_file():
            total.update(path.relative_to(root).as_posix().encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
