"""Saves and modules of 0.1 builds, which bore another name and other property names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
