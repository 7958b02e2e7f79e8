"""What reading the data cannot see: whether a kit can be made of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError

from builder.module_form import ModuleForm, module_form
from builder.piece_ids import id_faults
from builder.setup_check import setup_faults
from hexwright.art.look import look_of
from hexwright.art.map_arrange import map_layout
from hexwright.game.faults import DataError, Fault, Mark
from hexwright.game.find import Folders
from hexwright.game.load import load
from hexwright.game.model import Game
from hexwright.game.reading import fault_of
from hexwright.game.scenario import Phase
from hexwright.game.tables import read_text
from hexwright.game.yamldoc import read_yaml

_ILLEGAL = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def checked(folders: Folders) -> Game:
    """The game in these folders, fit to build from. Raises DataError with every fault found."""
    game = load(folders)
    faults = [*_characters(game), *_module(game, folders), *id_faults(game, folders)]
    faults += [*_drawn(game), *setup_faults(game, folders)]
    if faults:
        raise DataError(faults)
    return game


def _drawn(game: Game) -> Iterator[Fault]:
    """Faults of what says how counters and map look."""
    for part in (look_of, map_layout):
        try:
            part(game)
        except DataError as error:
            yield from error.faults


def _characters(game: Game) -> Iterator[Fault]:
    """Characters that neither VASSAL's XML nor a printed page can hold."""
    for path in dict.fromkeys(game.files):
        if not path.exists():
            continue
        for number, line in enumerate(read_text(path).split("\n"), 1):
            if match := _ILLEGAL.search(line):
                code = f"U+{ord(match[0]):04X}"
                mark = Mark(str(path), number, match.start() + 1)
                yield Fault(mark, f"the control character {code} cannot be printed", "remove it")


def _module(game: Game, folders: Folders) -> Iterator[Fault]:
    """Faults of the `module:` section."""
    document = read_yaml(folders.scenarios / "game.yaml")
    try:
        form = module_form(game)
    except ValidationError as error:
        for problem in error.errors():
            yield fault_of(document.mark(("module", *problem["loc"])), problem, ModuleForm)
        return
    phases = {phase.id for phase in _all(game.phases)}
    for i, clear in enumerate(form.clears):
        if clear.phase not in phases:
            mark = document.mark(("module", "clears", i, "phase"))
            yield Fault(mark, f"{clear.phase!r} is no phase", f"one of {', '.join(sorted(phases))}")
    for i, chart in enumerate(form.charts):
        if not (folders.scenarios / chart.file).is_file():
            mark = document.mark(("module", "charts", i, "file"))
            yield Fault(mark, f"the file {chart.file!r} is missing", "put it beside game.yaml")


def _all(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _all(phase.segments)
