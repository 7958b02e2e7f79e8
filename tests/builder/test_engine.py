"""Modules in VASSAL itself, if `VASSAL_HOME` names an installation."""

from __future__ import annotations

import re
from collections import Counter as Tally
from pathlib import Path

import pytest

from builder.cli import build_kit
from builder.module.names import setup_name
from builder.setup import playable, setup_position
from hexmarshal.game.folders import Folders, games_under, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.zoc import Zones
from tests.builder.conftest import Workshop
from tests.builder.engine import CHECK, DRIVE, lost, needs_engine, run

pytestmark = needs_engine

UNSEEN = "Hex beside a river"
"""The name of pieces that shade zones of control."""


def test_the_module_opens_without_a_complaint(built: Workshop) -> None:
    """In player and editor; every piece is where its list puts it, and saving loses nothing."""
    vmod = built.dist / "hill-200.vmod"
    written = built.here / "written.vsav"
    lines = run(CHECK, vmod, "--strict", "--edit-open", "--resave", written)
    assert [line for line in lines if line.startswith(("ERROR", "WARN"))] == []
    assert lines[-1] == "OK errors=0 warnings=0"
    game = load(built.folders)
    pieces = [line.split(" | ") for line in lines if line.startswith("PIECE The crossing")]
    found = {name: location for _, name, _, _, location, *_ in pieces}
    grid = game.board.grid
    for piece in setup_position(game, game.scenarios[0]).pieces:
        name = f"{piece.name} (reduced)" if piece.steps_lost else piece.name
        assert found[name] == (piece.place if piece.hex is None else grid.label(piece.hex))


@pytest.mark.parametrize("folders", games_under(shipped_root()), ids=lambda found: found.id)
def test_modules_that_ship_open_without_a_complaint(folders: Folders, tmp_path: Path) -> None:
    """Every piece of every set-up lies where its list says, by the engine's own naming; written
    back by the engine's editor, the module has all that was written."""
    build_kit(folders, tmp_path, frozenset({"module"}), jobs=1)
    game = load(folders)
    vmod, again = tmp_path / f"{game.id}.vmod", tmp_path / "again.vmod"
    lines = run(CHECK, vmod, "--strict", "--edit-open", "--resave-module", again)
    assert lines[-1] == "OK errors=0 warnings=0"
    assert list(lost(vmod, again)) == []
    for scenario in playable(game):
        head = f"PIECE {setup_name(game, scenario)} | "
        answers = [line.removeprefix(head).split(" | ") for line in lines if line.startswith(head)]
        found = Tally(at for name, _, _, at, *_ in answers if name != UNSEEN)
        label = game.board.grid.label
        pieces = setup_position(game, scenario).pieces
        wanted = Tally(p.place if p.hex is None else label(p.hex) for p in pieces)
        assert found == wanted


def test_the_module_outlives_the_editor(built: Workshop) -> None:
    """Saved again by VASSAL's editor, it opens as before, with its set-up."""
    again = built.here / "again.vmod"
    run(CHECK, built.dist / "hill-200.vmod", "--resave-module", again)
    lines = run(CHECK, again, "--strict")
    assert lines[-1] == "OK errors=0 warnings=0"
    answers = [line for line in lines if line.startswith("PIECE The crossing")]
    assert sum(f"| {UNSEEN} |" not in line for line in answers) == 12


def test_a_turn_played_by_keys(built: Workshop) -> None:
    script = built.here / "script.txt"
    script.write_text(
        "\n".join(
            (
                "setup The crossing (9.1): turns 1-6, Red first",
                "key 1st | 76,130",  # step loss
                "prop 1st | PieceName,Attack,Strength,ZOC blue_Active",
                "key 1st | 76,130",  # no step left
                "prop 1st | PieceName",
                "key 1st | 76,195",  # rebuilt
                "prop 1st | PieceName,Attack",
                "key 2nd | 85,130",
                "prop 2nd | PieceName,Supply",
                "key 2nd | 80,130",
                "prop 2nd | State_pinned",
                "key 70th | 69,130",
                "prop 70th | LocationName,ZOC red_Active",
                "key 70th | 66,130",
                "prop 70th | LocationName,ZOC red_Active",
                *["hot 34,520"] * 7,
                "gprop hm_phase",
                "prop 2nd | State_pinned",
                "hot 34,520",
                "gprop hm_turn",
                "prop Turn | LocationName",
            )
        )
    )
    lines = run(DRIVE, built.dist / "hill-200.vmod", script)
    answers = [line for line in lines if line.startswith(("PROP", "GPROP"))]
    assert answers == [
        "PROP 1st PieceName=1st (reduced) Attack=2 Strength=2-3-4 ZOC blue_Active=true",
        "PROP 1st PieceName=1st (reduced)",
        "PROP 1st PieceName=1st Attack=4",
        "PROP 2nd PieceName=2nd (out of supply) Supply=1",
        "PROP 2nd State_pinned=1",
        "PROP 70th LocationName=Red Losses ZOC red_Active=false",
        "PROP 70th LocationName=0706 ZOC red_Active=true",
        "GPROP hm_phase=End of Turn Phase",
        "PROP 2nd State_pinned=0",
        "GPROP hm_turn=2",
        "PROP Turn LocationName=Turn Record 2",
    ]
    assert lines[-1].startswith("OK errors=0")


def shaded(lines: list[str], game: Game, side: str) -> set[str]:
    """The hexes that a side's button shades, from a script's `pieces` output."""
    grid, found = game.board.grid, 0
    for line in lines:
        match = re.search(rf"@(\S+) .*ZOC {side}_Active=true.* hm_reach=(\S*)", line)
        hex_ = grid.find(match[1]) if match else None
        if match and hex_ is not None:
            found |= grid.within(hex_, 1 if match[2] == "1" else 0)
    return set(grid.labels(found))


def controlled(game: Game, position: Position, side: str) -> set[str]:
    """The hexes in a side's zones of control, by the rules, and those of the units that have one.

    Beyond the field's edge there are none.
    """
    zones, grid, found = Zones(Situation(game, position)), game.board.grid, 0
    for piece in position.units():
        if piece.side == side and zones.exerts[piece.ref].low:
            assert piece.hex is not None
            found |= zones.of(piece).low | 1 << piece.hex
    return set(grid.labels(found))


@pytest.mark.parametrize("folders", games_under(shipped_root()), ids=lambda found: found.id)
def test_zones_of_control_are_shaded_as_the_rules_have_them(
    folders: Folders, tmp_path: Path
) -> None:
    """At rivers too, for every side of every set-up."""
    game = load(folders)
    if game.rules.zoc is None:
        pytest.skip("the game has no zones of control")
    build_kit(folders, tmp_path, frozenset({"module"}), jobs=1)
    script = []
    for scenario in playable(game):
        script.append(f"setup {setup_name(game, scenario)}")
        for side in game.sides:
            asked = f"pieces ZOC {side.id}_Active,hm_reach"
            script += [f"button {side.adjective} ZOC", f"echo {scenario.id} {side.id}", asked]
    (tmp_path / "script.txt").write_text("\n".join(script))
    lines = run(DRIVE, tmp_path / f"{game.id}.vmod", tmp_path / "script.txt")
    starts = {line[3:]: n for n, line in enumerate(lines) if line.startswith("-- ")}
    for scenario in playable(game):
        position = setup_position(game, scenario)
        for side in game.sides:
            output = lines[starts[f"{scenario.id} {side.id}"] + 1 :]
            end = next(
                (n for n, line in enumerate(output) if not line.startswith("P ")), len(output)
            )
            assert shaded(output[:end], game, side.id) == controlled(game, position, side.id)


TWO_SHEETS = """title: Two sheets
grid:
  orientation: pointy
  columns_grow: west
  rows_grow: north
  shifted: odd
  toward: east
  sheets:
    - {name: E, form: "E{row}.{column:02}", columns: 1-7, rows: 1-12}
    - {name: W, form: "W{row}.{column:02}", columns: 1-6, rows: 1-10, column_offset: 6}
boxes:
  - {id: cup, title: Cup, kind: cup}
"""
TITLED = """turns:
  - {number: 1, title: 26 June 1944, date: 1944-06-26}
  - {number: 2, title: 29 June 1944, date: 1944-06-29}
  - {number: 3, title: 1 July 1944, date: 1944-07-01}
phases:
"""
LISTS = """kind,counter,count,rule,hex,place,date
setup,b-1,,9.1,E3.02,,
setup,b-2,,9.1,W9.06,,
setup,r-70,,9.1,W4.01,,
setup,r-71,,9.1,E12.07,,
reinforcement,b-tk,,9.1,,Cup,1944-07-01
chit,c-a,2,9.1,,Cup,
available,r-ag,,9.1,,,
"""


def test_two_sheets_dated_turns_and_a_cup(workshop: Workshop) -> None:
    """A board of rows whose sheets share a column, without a turn record, with chits."""
    root = workshop.root
    maps, scenarios = root / "maps" / "hill-200", root / "scenarios" / "hill-200"
    (maps / "map.yaml").write_text(TWO_SHEETS)
    (maps / "hexes.csv").write_text("hex,terrain,basis\nE1.01,woods,rulebook\n")
    for name in ("hexsides", "paths", "areas", "entries", "sources", "places"):
        (maps / f"{name}.csv").unlink()
    (scenarios / "rules.yaml").unlink()
    head, _, rest = (scenarios / "game.yaml").read_text().partition("turns:\n")
    phases = rest.partition("phases:\n")[2].partition("module:")[0]
    (scenarios / "game.yaml").write_text(head + TITLED + phases)
    (scenarios / "crossing.csv").write_text(LISTS)
    workshop.edit("scenarios/hill-200/crossing.yaml", "last_turn: 6", "last_turn: 3")
    chit = "c-a,Barrage,,chit,,,,,2,"
    workshop.edit("counters/hill-200/counters.csv", "m-turn,Turn,,marker,,turn,,,,", chit)
    result = workshop.build("--only", "module")
    assert result.exit_code == 0, result.output
    vmod, script = workshop.dist / "hill-200.vmod", workshop.here / "script.txt"
    lines = run(CHECK, vmod, "--strict", "--edit-open")
    assert lines[-1] == "OK errors=0 warnings=0", lines
    pieces = [line.split(" | ") for line in lines if line.startswith("PIECE The crossing")]
    assert {name: location for _, name, _, _, location, *_ in pieces} == {
        "1st": "E3.02",
        "2nd": "W9.06",
        "70th": "W4.01",
        "71st": "E12.07",
        "Lancers": "Arrivals Blue",
        "Hammer": "Arrivals Red",
        "Barrage": "Cup",
    }
    script.write_text(
        "\n".join(
            (
                "setup The crossing (9.1): turns 1-3, 26 June 1944 to 1 July 1944, Red first",
                "button Draw chit",
                "gprop hm_turn",
                *["hot 34,520"] * 8,
                "gprop hm_turn",
                "gprop hm_phase",
                "key 1st | 69,130",
                "prop 1st | LocationName",
                "button Chits back",
            )
        )
    )
    lines = run(DRIVE, vmod, script)
    assert [line for line in lines if line.startswith(("PROP", "GPROP"))] == [
        "GPROP hm_turn=1: 26 June 1944",
        "GPROP hm_turn=2: 29 June 1944",
        "GPROP hm_phase=Supply Phase",
        "PROP 1st LocationName=Eliminated Blue",
    ]
    assert "CHAT * Barrage returns to the cup" in lines
    assert lines[-1].startswith("OK errors=0")
