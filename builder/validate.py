"""What reading the data cannot see: whether a kit can be made of it."""

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
    """A fault for everything illegal in any scenario's set-up, at the list's row it is about."""
    for scenario in playable(game):
        found = lines(game, scenario)
        for line in found:
            for piece in line.lacking:
                wrong = f"no hex that its line allows is open to {piece.name} in {scenario.id!r}"
                mark = _mark(game, folders, scenario, (piece.ref,))
                yield Fault(mark, wrong, "name other hexes, or put the rule or the map right")
        for group in losses(game, scenario, found):
            if group.left:
                wrong = f"{group.title}: the units have not so many steps to lose"
                mark = _mark(game, folders, scenario, [unit.ref for unit in group.units])
                yield Fault(mark, wrong, f"at most {group.steps - group.left}")
        for finding in illegal(game, scenario, found):
            yield Fault(
                _mark(game, folders, scenario, finding.counters),
                f"the set-up of {scenario.id!r} breaks {finding.rule}: {finding.message}",
                "move a unit, or put the rule or the map right",
            )


def illegal(
    game: Game, scenario: Scenario, found: Sequence[SetupLine] | None = None
) -> list[Finding]:
    """What is illegal in a scenario's set-up; `found` are its lines where they are at hand."""
    judgement = judge(game, setup_position(game, scenario, found))
    return [f for f in judgement.findings if f.severity is Severity.ILLEGAL]


def _mark(game: Game, folders: Folders, scenario: Scenario, refs: Iterable[str]) -> Mark:
    """The last row that places one of some pieces; else the scenario's file."""
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


def checked(folders: Folders) -> Game:
    """The game in these folders, fit to build from. Raises DataError with every fault found."""
    game = load(folders)
    faults = [*_module(game, folders), *_file_names(game, folders), *_drawn(game)]
    faults += setup_faults(game, folders)
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


def _file_names(game: Game, folders: Folders) -> Iterator[Fault]:
    """Ids whose files would be those of another counter's back or another scenario's paper."""
    remedy = "choose another id"
    for row in read_table(folders.counters / "counters.csv"):
        front = row["id"].removesuffix(BACK)
        if front != row["id"] and front in game.counters:
            wrong = f"{row['id']!r} is how the file of the back of {front!r} is named"
            yield row.fault("id", wrong, remedy)
    ids = {scenario.id for scenario in game.scenarios}
    for name in read_yaml(folders.scenarios / "game.yaml").data["scenarios"]:
        document = read_yaml(folders.scenarios / f"{name}.yaml")
        id_ = document.data["id"]
        first = id_.removesuffix(LETTER)
        if first != id_ and first in ids:
            wrong = f"{id_!r} is how the set-up sheet of {first!r} on another paper is named"
            yield Fault(document.mark(("id",)), wrong, remedy)


def _module(game: Game, folders: Folders) -> Iterator[Fault]:
    """Faults of the `module:` section."""
    document = read_yaml(folders.scenarios / "game.yaml")
    try:
        form = module_form(game)
    except ValidationError as error:
        yield from faults_of(document, error, ModuleForm, under=("module",))
        return
    yield from _clears(game, form, document)
    yield from _dice(form, document)
    for i, chart in enumerate(form.charts):
        mark = document.mark(("module", "charts", i, "file"))
        yield from _chart(folders.scenarios / chart.file, mark)


def _clears(game: Game, form: ModuleForm, document: Document) -> Iterator[Fault]:
    """Phases and marker words in `clears` that the game does not have."""
    phases = {phase.id for phase in _all(game.phases)}
    words = {fold(word) for c in game.counters.values() for word in (c.type, c.reverse) if word}
    states = {*map(fold, form.states or ()), *words}
    for i, clear in enumerate(form.clears):
        if clear.phase not in phases:
            mark = document.mark(("module", "clears", i, "phase"))
            yield Fault(mark, f"{clear.phase!r} is no phase", f"one of {', '.join(sorted(phases))}")
        for j, state in enumerate(clear.states):
            if fold(state) not in states:
                mark = document.mark(("module", "clears", i, "states", j))
                yield Fault(mark, f"no marker is of type {state!r}", "name one of counters.csv")


def _dice(form: ModuleForm, document: Document) -> Iterator[Fault]:
    """Dice buttons that share a name or a key."""
    for name in ("name", "hotkey"):
        said = [getattr(die, name) for die in form.dice]
        for i, one in enumerate(said):
            if one and one in said[:i]:
                mark = document.mark(("module", "dice", i, name))
                yield Fault(mark, f"{one!r} stands twice in dice", f"give it a {name} of its own")


_PNG = b"\x89PNG\r\n\x1a\n"
"""How every PNG file begins."""


def _chart(path: Path, mark: Mark) -> Iterator[Fault]:
    """What is wrong with a page of the charts window."""
    if not path.is_file():
        yield Fault(mark, f"the file {path.name!r} is missing", "put it beside game.yaml")
    elif path.suffix.casefold() == ".png":
        if not path.read_bytes().startswith(_PNG):
            yield Fault(mark, f"{path.name!r} is no PNG picture", "save it as PNG")
    else:
        try:
            read_text(path)
        except DataError as error:
            yield from error.faults


def _all(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _all(phase.segments)
