"""The set-ups of shipped games, as the builder packs them and as the engine writes them back."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.cli import main as hexmarshal
from hexmarshal.game.folders import games_under, shipped_root
from tests.checker.conftest import Run
from tests.games import shipped_game

Hexcheck = Callable[..., Run]
GAMES = [folders.id for folders in games_under(shipped_root())]
ENGINE = Path(__file__).parents[3] / "shared" / "engine-check" / "engine-check"


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=GAMES)
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a built game: its module and its saves."""
    out, game = tmp_path_factory.mktemp("dist"), str(request.param)
    words = ["build", game, "--only", "module", "--jobs", "1", "--out", str(out)]
    built = CliRunner().invoke(hexmarshal, words)
    assert built.exit_code == 0, built.output
    return out / game


@pytest.fixture(scope="module")
def reports(hexcheck: Hexcheck, kit: Path) -> dict[str, dict[str, Any]]:
    """What is said of each save beside its module, by the save's name."""
    found = hexcheck("--format", "json", kit / "saves").reports
    return {Path(report["file"]).name: report for report in found}


def without_file(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "file"}


def test_set_ups_are_read_completely_and_are_not_illegal(
    reports: dict[str, dict[str, Any]], kit: Path
) -> None:
    game = shipped_game(kit.name)
    assert len(reports) == len([s for s in game.scenarios if s.setup()])
    for report in reports.values():
        assert report["unread"] == []
        assert [f for f in report["findings"] if f["severity"] in ("illegal", "note")] == []
        scenario = game.scenario(report["scenario"])
        printed = {
            (p.counter, game.board.grid.label(p.hex))
            for p in scenario.setup()
            if p.hex is not None and not p.within
        }
        placed = {(c.get("id"), c.get("hex")) for c in report["counters"].values()}
        assert printed <= placed


def test_a_set_up_without_its_module_is_the_same(
    hexcheck: Hexcheck, reports: dict[str, dict[str, Any]], kit: Path, tmp_path: Path
) -> None:
    alone = shutil.copytree(kit / "saves", tmp_path / "alone")
    found = hexcheck("--format", "json", alone).reports
    assert len(found) == len(reports)
    for report in found:
        assert without_file(report) == without_file(reports[Path(report["file"]).name])


def test_a_set_up_is_the_same_in_json(
    hexcheck: Hexcheck, reports: dict[str, dict[str, Any]], kit: Path
) -> None:
    path = min((kit / "saves").iterdir())
    of_save = reports[path.name]
    (of_json,) = hexcheck("--format", "json", "-", stdin=hexcheck("position", path).out).reports
    assert without_file(of_json) == without_file(of_save)


@pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not ENGINE.is_file(), reason="no engine: VASSAL_HOME"
)
def test_a_set_up_written_back_by_the_engine_is_the_same(
    hexcheck: Hexcheck, kit: Path, tmp_path: Path
) -> None:
    module, path, back = (
        kit / f"{kit.name}.vmod",
        min((kit / "saves").iterdir()),
        tmp_path / "o.vsav",
    )
    command: list[str | Path] = [ENGINE, module, path, "--resave", back]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    words = ("--format", "json", "--module", module)
    (ours,) = hexcheck(*words, path).reports
    (engines,) = hexcheck(*words, back).reports
    assert without_file(engines) == without_file(ours)
