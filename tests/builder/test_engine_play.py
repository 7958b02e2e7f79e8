"""Commands of pieces in VASSAL: their effects and their chat messages."""

from __future__ import annotations

from pathlib import Path

from tests.builder.conftest import Workshop
from tests.builder.engine import (
    NEXT_PHASE,
    PINNED,
    STEP,
    SUPPLY,
    TAKE_OVER,
    chat,
    needs_engine,
    play,
    properties,
)

pytestmark = needs_engine

SET_UP = "setup The crossing (9.1): turns 1-6, Red first"
CLONE, REMOVE, STATE_2 = "67,130", "127,0", "49,195"


def test_the_chat_reports_the_new_state_of_a_unit(built: Workshop, tmp_path: Path) -> None:
    script = (
        SET_UP,
        f"key 1st | {SUPPLY}",
        f"key 1st | {SUPPLY}",
        f"key 1st | {SUPPLY}",
        f"key 70th | {PINNED}",
        f"key 70th | {PINNED}",
        "key 71st | 57344,0,delete",
        "place Pinned | Main Map | 593 | 650 | pin",
        f"key pin | {CLONE}",
        f"key pin | {REMOVE}",
    )
    messages = chat(play(built.dist / "hill-200.vmod", tmp_path / "s.txt", script))
    assert messages == [
        "1st in 0604 (Bridgetown): out of supply",
        "1st (out of supply) in 0604 (Bridgetown): isolated",
        "1st (isolated) in 0604 (Bridgetown): in supply",
        "70th in 0706 (Oakham): now pinned",
        "70th (pinned) in 0706 (Oakham): no longer pinned",
        "71st in 0706 (Oakham) is deleted",
        "Pinned is cloned in 0604 (Bridgetown)",
        "Pinned is removed from 0604 (Bridgetown)",
    ]


TWIN = "b-5,5th,blue,combat,1st Division,infantry,III,,,5th,,8.1,4,5,4,,2,2,3,4\n"
ARRIVES = "kind,counter,rule,turn,place,replaces\nreinforcement,b-5,9.1,2,Turn Record 2,b-1\n"


def test_a_unit_takes_the_place_of_another(built: Workshop, tmp_path: Path) -> None:
    """One key moves it to the other's hex, with the other's losses, supply and states."""
    built.edit("counters/hill-200/counters.csv", "b-tk,Lancers", f"{TWIN}b-tk,Lancers")
    built.edit("scenarios/hill-200/crossing.yaml", "[crossing.csv]", "[crossing.csv, later.csv]")
    (built.root / "scenarios" / "hill-200" / "later.csv").write_text(ARRIVES, encoding="utf-8")
    result = built.build("--only", "module")
    assert result.exit_code == 0, result.output
    script = (
        SET_UP,
        "prop 5th | LocationName",
        f"key 1st | {STEP}",
        f"key 1st | {SUPPLY}",
        f"key 1st | {PINNED}",
        f"key 5th | {TAKE_OVER}",
        "prop 5th | LocationName,PieceName,Step_Level,Supply,State_pinned,ZOC blue_Active",
        "prop 1st | LocationName,ZOC blue_Active",
    )
    answers = play(built.dist / "hill-200.vmod", tmp_path / "s.txt", script)
    assert properties(answers) == [
        "PROP 5th LocationName=Turn Record 2",
        "PROP 5th LocationName=0604 PieceName=5th (reduced) (pinned) (out of supply)"
        " Step_Level=2 Supply=1 State_pinned=1 ZOC blue_Active=true",
        "PROP 1st LocationName=Withdrawn ZOC blue_Active=false",
    ]
    last = "5th (reduced) (pinned) (out of supply) replaces 1st in 0604 (Bridgetown)"
    assert chat(answers)[-1] == last


def test_turn_spaces_by_title_and_none_past_the_end(built: Workshop, tmp_path: Path) -> None:
    """The turn record's spaces have dates; the next turn after the last is the last space."""
    game, map_ = "scenarios/hill-200/game.yaml", "maps/hill-200/map.yaml"
    for n in range(1, 7):
        built.edit(game, f"title: Turn {n}}}", f"title: {n} May}}")
    days = ", ".join(f'"{n} May"' for n in range(1, 7))
    built.edit(map_, '["1", "2", "3", "4", "5", "6"]', f"[{days}]")
    built.edit("scenarios/hill-200/crossing.csv", "Turn Record 1", "Turn Record 1 May")
    result = built.build("--only", "module")
    assert result.exit_code == 0, result.output
    script = (
        "setup The crossing (9.1): turns 1-6, 1 May to 6 May, Red first",
        "key 1st | 57344,0,to Next turn",
        "prop 1st | LocationName",
        *[f"hot {NEXT_PHASE}"] * 8,
        "prop Turn | LocationName",
        *["button End of turn"] * 4,
        "gprop hm_turn",
        "prop Turn | LocationName",
        "menu 2nd",
        "key 2nd | 57344,0,to Turn after next",
        "prop 2nd | LocationName",
    )
    answers = play(built.dist / "hill-200.vmod", tmp_path / "s.txt", script)
    assert properties(answers) == [
        "PROP 1st LocationName=Turn Record 2 May",
        "PROP Turn LocationName=Turn Record 2 May",
        "GPROP hm_turn=6: 6 May",
        "PROP Turn LocationName=Turn Record 6 May",
        "PROP 2nd LocationName=Turn Record 6 May",
    ]
