"""Saved games in VASSAL: an old save in a newly built module."""

from __future__ import annotations

from pathlib import Path

from tests.builder.conftest import Workshop
from tests.builder.engine import (
    BACK,
    ELIMINATE,
    NEXT_PHASE,
    PINNED,
    STEP,
    SUPPLY,
    chat,
    needs_engine,
    play,
    properties,
)

pytestmark = needs_engine

PLAYED = (
    "setup The crossing (9.1): turns 1-6, Red first",
    f"key 1st | {STEP}",
    f"key 1st | {SUPPLY}",
    f"key 1st | {PINNED}",
    f"key 70th | {ELIMINATE}",
    f"key Thunder | {PINNED}",
    "movecall 2nd | Main Map | 593 | 740",
    *[f"hot {NEXT_PHASE}"] * 10,
    f"key 2nd | {PINNED}",
    f"key 72nd | {STEP}",
)
STATE = (
    "gprop hm_turn,hm_phase,hm_scenario",
    "prop 1st | PieceName,Step_Level,Supply,State_pinned,LocationName",
    "prop 2nd | PieceName,State_pinned,LocationName,Moved",
    "prop 70th | LocationName",
    "prop 72nd | PieceName,Attack",
    "prop Thunder | LocationName,hm_id",
    "prop Turn | LocationName",
)


def test_an_old_save_works_in_a_new_module(built: Workshop, tmp_path: Path) -> None:
    """A counter changed, one gone, one new, and another map: nothing of the old game is lost.

    Refreshed, the changed counter has its new values and keeps its steps, its supply and its signs;
    the one that is gone stays where it is, crossed out, and the new one is at hand.
    """
    vmod, old, script = built.dist / "hill-200.vmod", tmp_path / "old.vsav", tmp_path / "s.txt"
    before = properties(play(vmod, script, (*PLAYED, *STATE, f"save {old}")))

    counters = "counters/hill-200/counters.csv"
    built.edit(counters, "1st Inf,,8.1,4,5,4,,2,2,3", "1st Inf,,8.1,6,5,4,,2,3,3")
    built.edit(counters, "r-art,Thunder", "#r-art,Thunder")
    built.edit("scenarios/hill-200/crossing.csv", "setup,r-art,,Thunder,9.1.2,0807,,,,,,,\n", "")
    new = "b-4,4th,blue,combat,1st Division,infantry,III,,,4th,,8.1,1,1,4,,1,,,\n"
    built.edit(counters, "b-tk,Lancers", f"{new}b-tk,Lancers")
    built.edit("maps/hill-200/hexes.csv", "0404,hill", "0404,woods")
    assert built.build("--only", "module").exit_code == 0

    refresh = "refresh RefreshPieces,UseLayerName,UseRotateName"
    asked = ("prop 1st | Attack", *STATE)
    lines = play(
        vmod,
        script,
        (
            f"load {old}",
            *asked,
            refresh,
            *asked,
            f"key 70th | {BACK}",
            "prop 70th | LocationName",
            "place 4th | Main Map | 593 | 740",
            "prop 4th | LocationName,hm_id",
        ),
    )
    assert not [line for line in lines if line.startswith("WARN")]
    answers = properties(lines)
    loaded, refreshed, after = answers[:10], answers[10:20], answers[20:]
    assert loaded == ["PROP 1st Attack=2", *before]
    assert refreshed == ["PROP 1st Attack=3", *before]
    assert after == ["PROP 70th LocationName=0706", "PROP 4th LocationName=0603 hm_id=b-4"]
    assert "70th returns to 0706 (Oakham)" in chat(lines)
