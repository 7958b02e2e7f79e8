"""Checks beyond reading the data: whether a kit can be built from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from builder.module.form import ModuleForm, module_form
from builder.plan import BACK, LETTER
from builder.setup import SetupLine, lines, losses, playable, setup_position
from hexmarshal.art.counter.look import look_of
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.game.folders import Folders
from hexmarshal.game.load import load
from hexmarshal.game.load.records import faults_of
from hexmarshal.game.load.tables import read_table, read_text
from hexmarshal.game.load.yamldoc import Document, read_yaml
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Phase, Scenario
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Severity
from hexmarshal.rules.judge import judge


def setup_faults(game: Game, folders: Folders) -> Iterator[Fault]:
    """Faults for everything illegal in any scenario's set-up, each at its row of the list."""
    for scenario in playable(game):
        found = lines(game, scenario)
        for line in found:
            for piece in line.lacking:
                wrong = f"no legal hex left for {piece.name} in {scenario.id!r}"
                mark = _mark(game, folders, scenario, (piece.ref,))
                yield Fault(mark, wrong, "name other hexes, or correct the rule or the map")
        for group in losses(game, scenario, found):
            if group.left:
                wrong = f"{group.title}: the group cannot lose {group.steps} steps"
                mark = _mark(game, folders, scenario, [unit.ref for unit in group.units])
                yield Fault(mark, wrong, f"write at most {group.steps - group.left}")
        for finding in illegal(game, scenario, found):
            yield Fault(
                _mark(game, folders, scenario, finding.counters),
                f"the set-up of {scenario.id!r} breaks {finding.rule}: {finding.message}",
                "move a unit, or correct the rule or the map",
            )


def illegal(
    game: Game, scenario: Scenario, found: Sequence[SetupLine] | None = None
) -> list[Finding]:
    """The illegal findings in a scenario's set-up; pass `found` if its lines are known already."""
    judgement = judge(game, setup_position(game, scenario, found))
    return [f for f in judgement.findings if f.severity is Severity.ILLEGAL]


def _mark(game: Game, folders: Folders, scenario: Scenario, refs: Iterable[str]) -> Mark:
    """The place of the last row with one of these pieces, else of the scenario's file."""
    wanted = {ref if ref in game.counters else ref.rpartition(".")[0] for ref in refs}
    file, lists = _lists(folders, scenario)
    rows = (row for list_ in lists for row in read_table(folders.scenarios / list_))
    marks = [row.mark("counter") for row in rows if row["counter"] in wanted]
    return marks[-1] if marks else Mark(str(file), 1, 1)


def _lists(folders: Folders, scenario: Scenario) -> tuple[Path, list[str]]:
    for name in read_yaml(folders.scenarios / "game.yaml").data["scenarios"]:
        path = folders.scenarios / f"{name}.yaml"
        found = read_yaml(path).data
        if found["id"] == scenario.id:
            return path, list(found["lists"])
    return folders.scenarios, []


def load_checked(folders: Folders) -> Game:
    """Loads a game and checks that it can be built. Raises DataError with every fault found."""
    game = load(folders)
    faults = [
        *_module_faults(game, folders),
        *_file_name_faults(game, folders),
        *_look_faults(game),
        *_terrain_without_cost(game, folders),
    ]
    faults += setup_faults(game, folders)
    if faults:
        raise DataError(faults)
    return game


def _terrain_without_cost(game: Game, folders: Folders) -> Iterator[Fault]:
    """Terrain on the map that the movement chart has no row for."""
    movement = game.rules.movement
    if movement is None:
        return
    mark = read_yaml(folders.scenarios / "rules.yaml").mark(("movement", "chart"))
    costed = {fold(word) for row in movement.chart for word in row.terrain}
    costed |= {fold(word) for word in (*movement.as_default, *game.rules.water_words)}
    for word in game.board.terrain.hexes:
        if word not in costed:
            wrong = f"the movement chart has no row for terrain {word!r}"
            yield Fault(mark, wrong, "add a row, or list the word in movement: as_default")


def _look_faults(game: Game) -> Iterator[Fault]:
    """Faults in the look of counters and map."""
    for part in (look_of, map_layout):
        try:
            part(game)
        except DataError as error:
            yield from error.faults


def _file_name_faults(game: Game, folders: Folders) -> Iterator[Fault]:
    """Ids whose files would overwrite those of another counter or scenario."""
    remedy = "choose another id"
    for row in read_table(folders.counters / "counters.csv"):
        front = row["id"].removesuffix(BACK)
        if front != row["id"] and front in game.counters:
            wrong = f"id {row['id']!r} clashes with the file of the back of counter {front!r}"
            yield row.fault("id", wrong, remedy)
    ids = {scenario.id for scenario in game.scenarios}
    for name in read_yaml(folders.scenarios / "game.yaml").data["scenarios"]:
        document = read_yaml(folders.scenarios / f"{name}.yaml")
        id_ = document.data["id"]
        first = id_.removesuffix(LETTER)
        if first != id_ and first in ids:
            wrong = f"id {id_!r} clashes with the Letter set-up sheet of scenario {first!r}"
            yield Fault(document.mark(("id",)), wrong, remedy)


def _module_faults(game: Game, folders: Folders) -> Iterator[Fault]:
    """Faults in the `module:` section of `game.yaml`."""
    document = read_yaml(folders.scenarios / "game.yaml")
    try:
        form = module_form(game)
    except ValidationError as error:
        yield from faults_of(document, error, ModuleForm, under=("module",))
        return
    yield from _clear_faults(game, form, document)
    yield from _dice_faults(form, document)
    for i, chart in enumerate(form.charts):
        mark = document.mark(("module", "charts", i, "file"))
        yield from _chart_faults(folders.scenarios / chart.file, mark)


def _clear_faults(game: Game, form: ModuleForm, document: Document) -> Iterator[Fault]:
    """Unknown phases and marker words in `clears`."""
    phases = {phase.id for phase in _all_phases(game.phases)}
    words = {fold(word) for c in game.counters.values() for word in (c.type, c.reverse) if word}
    states = {*map(fold, form.states or ()), *words}
    for i, clear in enumerate(form.clears):
        if clear.phase not in phases:
            mark = document.mark(("module", "clears", i, "phase"))
            known = ", ".join(sorted(phases))
            yield Fault(mark, f"unknown phase {clear.phase!r}", f"write one of {known}")
        for j, state in enumerate(clear.states):
            if fold(state) not in states:
                mark = document.mark(("module", "clears", i, "states", j))
                yield Fault(mark, f"unknown marker type {state!r}", "use a type of counters.csv")


def _dice_faults(form: ModuleForm, document: Document) -> Iterator[Fault]:
    """Dice buttons with the same name or hotkey."""
    for name in ("name", "hotkey"):
        values = [getattr(die, name) for die in form.dice]
        for i, value in enumerate(values):
            if value and value in values[:i]:
                mark = document.mark(("module", "dice", i, name))
                yield Fault(mark, f"duplicate {name} {value!r} in dice", "change one of them")


_PNG = b"\x89PNG\r\n\x1a\n"
"""The first bytes of every PNG file."""


def _chart_faults(path: Path, mark: Mark) -> Iterator[Fault]:
    """Faults in a page of the charts window."""
    if not path.is_file():
        yield Fault(mark, f"missing file {path.name!r}", "put it beside game.yaml")
    elif path.suffix.casefold() == ".png":
        if not path.read_bytes().startswith(_PNG):
            yield Fault(mark, f"{path.name!r} is not a PNG image", "save it as PNG")
    else:
        try:
            read_text(path)
        except DataError as error:
            yield from error.faults


def _all_phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _all_phases(phase.segments)
