"""A turn of Iskra as two players play it in VASSAL: each phase and its chat messages."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from builder.cli import build_kit
from checker.cli import main as hexcheck
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.load import load
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

NEXT = f"hot {NEXT_PHASE}"
RETURN_TO_CUP = "75,130"


def test_a_turn_is_played(tmp_path: Path) -> None:
    """Air units return, a chit is drawn, units move, fight, are pinned and cut off, others arrive;
    the end of the turn clears what its rules say; the save is judged, and nothing is illegal."""
    folders = next(found for found in games_under(shipped_root()) if found.id == "iskra")
    build_kit(folders, tmp_path, frozenset({"module"}), jobs=1)
    game, save = load(folders), tmp_path / "turn.vsav"
    layout = map_layout(game)

    def at(label: str) -> str:
        x, y = layout.centre_px(game.board.grid.parse(label))
        return f"{x} | {y}"

    def move(name: str, label: str) -> str:
        return f"movecall {name} | Main Map | {at(label)}"

    answers = play(
        tmp_path / "iskra.vmod",
        tmp_path / "turn.txt",
        (
            "setup Iskra (15.0): turns 1-10, 12 January to 21 January, Soviet first",
            "key JG54/LF1 | 57344,0,to Luftflotte 1 Box",
            NEXT,
            "key SG1/LF1 | 57344,0,to Refit side of Grounded Box",
            NEXT,
            "button 1d6",
            NEXT,
            f"key 227 | {RETURN_TO_CUP}",
            "button Draw chit",
            NEXT,
            f"scroll Main Map | {at('11.36')} | 1.0",
            f"drag Main Map | {at('10.37')} | {at('11.36')}",
            move("169/86", "10.36"),
            move("284/86", "11.36"),
            move("2SpecEng (Ind)", "11.36"),
            "button Overstacked?",
            move("2SpecEng (Ind)", "10.36"),
            "prop 330/86 | Moved",
            NEXT,
            f"key 3/390/215(Ind) | {STEP}",
            f"key 3/390/215(Ind) | {PINNED}",
            move("3/390/215(Ind)", "15.36"),
            f"key 1/328 | {ELIMINATE}",
            "prop 1/328 | LocationName",
            f"key 1/328 | {BACK}",
            NEXT,
            NEXT,
            f"key 937/256 | {SUPPLY}",
            NEXT,
            move("1/24/21(Ind)", "01.02"),
            *[NEXT] * 5,
            "prop 3/390/215(Ind) | State_pinned",
            NEXT,
            "prop 330/86 | Moved",
            "prop 227 | LocationName",
            NEXT,
            "prop Turn | LocationName",
            f"save {save}",
            f"load {save}",
            "prop 3/390/215(Ind) | PieceName,LocationName",
            "gprop hm_turn",
        ),
    )
    assert properties(answers) == [
        "PROP 330/86 Moved=true",
        "PROP 1/328 LocationName=German Dead Pile",
        "PROP 3/390/215(Ind) State_pinned=0",
        "PROP 330/86 Moved=false",
        "PROP 227 LocationName=Cup",
        "PROP Turn LocationName=Turn Track 2",
        "PROP 3/390/215(Ind) PieceName=3/390/215(Ind) (reduced) LocationName=15.36",
        "GPROP hm_turn=2: 13 January",
    ]
    messages = chat(answers)
    for line in (
        "JG54/LF1 goes from Refit side of Grounded Box to Luftflotte 1 Box",
        "EngineCheck: 1: 12 January: Random Event Table Roll Segment",
        "227 returns to the cup",
        "330/86 moves from 10.37 to 11.36",
        "EngineCheck checks the stacking limit (6.0)",
        "11.36 is overstacked (6.0)",
        "3/390/215(Ind) (reduced) in 14.36 loses a step",
        "3/390/215(Ind) (reduced) in 14.36: now pinned",
        "1/328 is eliminated in 15.38 (Schlüsselburg)",
        "1/328 returns to 15.38 (Schlüsselburg)",
        "Check supply now (11.1); press Ctrl+U to mark a unit",
        "937/256 in 34.18: out of supply",
        "All pinned markers are removed (2.7.2)",
        "EngineCheck: 2: 13 January: Refitted Unit Return Segment",
    ):
        assert line in messages
    assert sum(line.startswith("EngineCheck draws ") for line in messages) == 1
    assert any(line.startswith("EngineCheck rolls 1d6: ") for line in messages)
    assert any(line.startswith("German arrivals this turn: 5 Geb, ") for line in messages)
    judged = CliRunner().invoke(hexcheck, [str(save)])
    assert judged.output.splitlines()[1].startswith("Iskra · 13 January")
    assert "illegal" not in judged.output
