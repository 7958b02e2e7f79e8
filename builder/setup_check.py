"""A scenario's own set-up held against the game's rules before it is packed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from builder.setup_position import Line, lines, losses, playable, setup_position
from hexmarshal.game.faults import Fault, Mark
from hexmarshal.game.find import Folders
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Scenario
from hexmarshal.game.tables import read_table
from hexmarshal.game.yamldoc import read_yaml
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


def illegal(game: Game, scenario: Scenario, found: Sequence[Line] | None = None) -> list[Finding]:
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
