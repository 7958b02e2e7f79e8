"""Saves and modules of 0.1 builds, which had another name and other property names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

from checker.read.games import game_in
from hexmarshal.game.folders import locate
from hexmarshal.game.load import load
from hexmarshal.module_contract import in_current_words
from tests.checker.conftest import Run
from tests.games import shipped_game

OLD = Path(__file__).with_name("saves_of_0_1")
Hexcheck = Callable[..., Run]


def test_a_save_is_judged_by_the_data_in_its_module(hexcheck: Hexcheck) -> None:
    (report,) = hexcheck("--format", "json", OLD / "crossing.vsav").reports
    assert (report["game"], report["scenario"], report["verdict"]) == (
        "skirmish",
        "crossing",
        "legal",
    )
    assert report["unread"] == []
    placed = {(c["name"], c["hex"]) for c in report["counters"].values() if "hex" in c}
    assert placed >= {("1st", "0604"), ("70th", "0706"), ("7 Corps HQ", "0907")}


def test_its_rules_are_read_in_the_words_of_today() -> None:
    assert in_current_words(b"rule: x\nshut_boxes:\n  - a") == b"rule: x\nclosed_boxes:\n  - a"


def test_a_shipped_game_in_an_old_module_has_the_data_shipped_today(tmp_path: Path) -> None:
    module = tmp_path / "narva.vmod"
    with ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.launch.BasicModule/>")
        archive.writestr("hexwright/scenarios/narva/game.yaml", "title: not read any more")
    game = game_in(str(module))
    assert game is not None
    assert game.digest == load(locate("narva", Path())).digest


def test_a_save_without_its_module_has_every_counter_on_its_printed_hex(
    hexcheck: Hexcheck,
) -> None:
    game = shipped_game("narva")
    (report,) = hexcheck("--format", "json", OLD / "narva.vsav").reports
    assert report["unread"] == []
    placed = {(c["id"], c["hex"]) for c in report["counters"].values() if "hex" in c}
    assert placed >= {
        (p.counter, game.board.grid.label(p.hex))
        for p in game.scenario("campaign").setup()
        if p.hex is not None and not p.within
    }
    assert len(placed) == 96
