"""`make kit`: builds every shipped game into `dist/` and checks each scenario's set-up.

A set-up passes if nothing in it is illegal, the save holds every piece of the scenario's lists,
the module names each piece's location as the game prints it, and `hexcheck` reads every piece.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from builder.cli import build_kit
from builder.plan import GROUPS
from builder.setup import playable, setup_position
from builder.validate import illegal
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import Folders, games_under, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Scenario
from hexmarshal.module_contract import ID
from hexmarshal.vassal.module import read_module
from hexmarshal.vassal.save import Save, read_save

HEXCHECK = "from checker.cli import main; main()"
"""Runs `hexcheck` even where its script is not on the path."""


def main() -> int:
    """Builds and checks all shipped games; returns the exit status, 1 if anything fails."""
    table = Table("game", "scenario", "pieces", "on the map", "in boxes", "verdict")
    failures: list[str] = []
    for folders in games_under(shipped_root()):
        folder = Path("dist") / folders.id
        try:
            build_kit(folders, folder, frozenset(GROUPS))
        except DataError as error:
            failures += [str(fault) for fault in error.faults]
            continue
        failures += _check(folders, folder, table)
    Console().print(table)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


def _check(folders: Folders, folder: Path, table: Table) -> Iterator[str]:
    game = load(folders)
    verdicts = _reports(folder)
    for scenario in playable(game):
        path = folder / "saves" / f"{scenario.id}.vsav"
        save = read_save(path)
        wrong = [
            *(f"{f.rule}: {f.message}" for f in illegal(game, scenario)),
            *_not_placed(game, scenario, save),
            *_misnamed(game, scenario, save, folder / f"{game.id}.vmod"),
            *_unread(verdicts.get(path.name, {"error": "no report for this save"})),
        ]
        position = setup_position(game, scenario)
        on_map = sum(piece.hex is not None for piece in position.pieces)
        pieces = len(position.pieces)
        verdict = "[red]fails[/]" if wrong else "[green]passes[/]"
        table.add_row(game.id, scenario.id, str(pieces), str(on_map), str(pieces - on_map), verdict)
        yield from (f"{game.id} {scenario.id}: {text}" for text in wrong)


def _not_placed(game: Game, scenario: Scenario, save: Save) -> Iterator[str]:
    """A message for each counter whose number of pieces in the save differs from the lists."""
    wanted: Tally[str] = Tally()
    for row in scenario.placements:
        if row.kind != "withdrawal":
            wanted[row.counter] += row.count
    found = Tally(piece.properties().get(ID, "") for piece in save.pieces.values())
    for id_, count in wanted.items():
        if found[id_] != count:
            pieces = "piece" if count == 1 else "pieces"
            name = game.counters[id_].name
            yield f"{name}: expected {count} {pieces} in the save, found {found[id_]}"


def _misnamed(game: Game, scenario: Scenario, save: Save, module: Path) -> Iterator[str]:
    """A message for each piece whose location has another name in the module than in the game."""
    sheets = read_module(module).sheets(save)
    for piece in setup_position(game, scenario).pieces:
        place = save.places.get(piece.ref)
        if place is None:
            continue  # already reported by _not_placed
        sheet = sheets.get(place.map or "")
        found = sheet.name((place.x, place.y)) if sheet else f"an unknown map ({place.map})"
        wanted = piece.place if piece.hex is None else game.board.grid.label(piece.hex)
        if found != wanted:
            yield f"{piece.name}: expected in {wanted}, found in {found}"


def _reports(folder: Path) -> dict[str, dict[str, object]]:
    """The JSON report of `hexcheck` on each save, by file name."""
    saves = sorted((folder / "saves").glob("*.vsav"))
    command = [sys.executable, "-c", HEXCHECK, "--format", "json", *map(str, saves)]
    process = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    try:
        reports = json.loads(process.stdout)
    except ValueError:
        return {path.name: {"error": process.stderr.strip()[-500:]} for path in saves}
    return {Path(report["file"]).name: report for report in reports}


def _unread(report: dict[str, object]) -> Iterator[str]:
    if "error" in report:
        yield f"hexcheck: {report['error']}"
    unread = report.get("unread", [])
    assert isinstance(unread, list)
    for piece in unread:
        yield f"hexcheck could not read {piece['piece']} in {piece['where']}: {piece['why']}"
    if report.get("verdict") == "illegal":
        yield "hexcheck judges the save illegal"


if __name__ == "__main__":
    sys.exit(main())
