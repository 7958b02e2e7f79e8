"""A game that is in little like those that ship, from tables to verdicts.

Three sides at sea: hexes in letters on two sheets that count down and westwards, the sea as what
no table names, ships, islands, hexside and terrain words of its own, a track from -1 to 1, and
supply lines of three hexes at most.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from builder.cli import main as hexmarshal
from checker.cli import main as hexcheck
from hexmarshal.vassal.module import read_module
from hexmarshal.vassal.save import read_save

LAND = ("NZ2", "NZ3", "NAA2", "SB2", "SB3", "SC2", "SC3")

FILES = {
    "maps/isles/map.yaml": """\
title: The Isles
grid:
  orientation: flat
  columns_grow: west
  rows_grow: south
  shifted: even
  toward: north
  sheets:
    - {name: North, form: "N{column:A}{row}", columns: Y-BB, rows: 1-4, column_offset: -24}
    - {name: South, form: "S{column:A}{row}", columns: A-D, rows: 1-5, row_offset: 4}
terrain: {default: sea, rest: rulebook}
hexsides: {rest: rulebook}
paths: {rest: rulebook}
boxes:
  - {id: turns, title: Turn, kind: turn-track, spaces: [One, Two]}
  - {id: gold, title: Gold, kind: track, spaces: ["-1", "0", "+1"]}
  - {id: port-a, title: Port of Aar, side: aar, other_names: [Port]}
  - {id: port-b, title: Port of Bru, side: bru, other_names: [Port]}
""",
    "maps/isles/hexes.csv": "hex,terrain,basis\n"
    + "".join(f"{label},meadow,rulebook\n" for label in LAND),
    "maps/isles/hexsides.csv": "a,b,kinds,basis\nSB2,SB3,cliff,rulebook\n",
    "maps/isles/sources.csv": "side,hex,kind,basis\naar,NZ2,full,rulebook\nbru,SC3,full,rulebook\n",
    "maps/isles/places.csv": "name,kind,hexes,points,basis\nAarhaven,town,NZ2,vp=2,rulebook\n",
    "counters/isles/counters.csv": """\
id,name,side,kind,type,count,attack,defence,movement,steps,attack_back,defence_back
a-ship,Sea Wolf,aar,naval,cruiser,,3,2,6,1,,
a-guard,Guard,aar,combat,infantry,2,2,2,3,4,1,1
b-guard,Marines,bru,combat,marine infantry,2,2,2,3,1,,
c-guard,Militia,cel,combat,infantry,,1,1,2,1,,
gold,Gold,,marker,gold,,,,,,,
""",
    "scenarios/isles/game.yaml": """\
title: Three Crowns
sides: [{id: aar, title: Aar}, {id: bru, title: Bru}, {id: cel, title: Cel}]
turns: [{number: 1, title: One}, {number: 2, title: Two}]
phases: [{id: aar, title: Aar}, {id: bru, title: Bru}, {id: cel, title: Cel}]
scenarios: [war]
""",
    "scenarios/isles/war.yaml": 'id: war\ntitle: War\nrule: "8"\nfirst_turn: 1\nlast_turn: 2\n'
    "lists: [war.csv]\n",
    "scenarios/isles/war.csv": """\
kind,counter,count,rule,hex,within,place,turn,steps_lost
setup,a-guard,1,8,NZ2,,,,3
setup,a-guard,1,8,NAA2,1,,,
setup,a-ship,,8,,,Port,,
setup,b-guard,1,8,SC3,,,,
reinforcement,b-guard,1,8,,,Port,2,
setup,c-guard,,8,SB2,,,,
box,gold,,8,,,Gold -1,,
""",
    "scenarios/isles/rules.yaml": """\
one_side: {rule: "4.1"}
stacking: {rule: "4.2", slots: [{name: units, limit: 1, who: {kind: combat}}]}
water: {rule: "4.3", terrain: [sea]}
zoc: {rule: "5", barrier: {rule: "5.1", hexsides: [cliff]}}
supply: {rule: "6", phase: bru, length: 3, open: [sea, meadow], sources: {rule: "6.1"}}
""",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game and its kit."""
    here = tmp_path_factory.mktemp("isles")
    for name, text in FILES.items():
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    made = CliRunner().invoke(
        hexmarshal, ["build", str(here), "--out", str(here / "dist"), "--jobs", "1"]
    )
    assert made.exit_code == 0, made.output
    return here


def test_the_module_names_every_place_as_it_is_printed(here: Path) -> None:
    kit = here / "dist" / "isles"
    save = read_save(kit / "saves" / "war.vsav")
    sheets = read_module(kit / "isles.vmod").sheets(save)
    found: dict[str, set[str]] = {}
    for ref, piece in save.pieces.items():
        place = save.places.get(ref)
        if place and (id_ := piece.properties().get("hm_id")):
            name = sheets[place.map or ""].name((place.x, place.y)) or ""
            found.setdefault(id_, set()).add(name)
    assert found["a-guard"] in ({"NZ2", "NAA2"}, {"NZ2", "NZ3"})
    assert found["a-ship"] == {"Port of Aar"}
    assert found["b-guard"] == {"SC3", "Turn Two"}
    assert found["c-guard"] == {"SB2"}
    assert found["gold"] == {"Gold -1"}
    losses = {piece.properties().get("Step_Level") for piece in save.pieces.values()}
    assert "4" in losses


def test_its_set_up_is_legal_by_rules_that_the_report_lists(here: Path) -> None:
    kit = here / "dist" / "isles"
    said = CliRunner().invoke(hexcheck, ["--format", "json", str(kit / "saves" / "war.vsav")])
    (report,) = json.loads(said.stdout)
    assert report["verdict"] == "legal"
    checked = {one["rule"] for one in report["checked"] if one["state"] == "checked"}
    assert {"4.1", "4.2", "4.3", "5", "5.1", "6", "6.1"} <= checked


def test_its_rules_find_what_is_wrong(here: Path) -> None:
    hexes = {
        "a-guard": ["NZ2", "NZ2"],  # two in a hex that holds one
        "b-guard": ["SB3", "NY1"],  # in supply; at sea
        "c-guard": ["SB2"],
    }
    counters = [
        {"ref": f"{id_} {i}", "name": name, "id": id_, "hex": label}
        for id_, name in [("a-guard", "Guard"), ("b-guard", "Marines"), ("c-guard", "Militia")]
        for i, label in enumerate(hexes[id_])
    ]
    position = {"scenario": "war", "turn": 1, "phase": "bru", "moment": "end", "counters": counters}
    said = CliRunner().invoke(
        hexcheck, ["--game", f"{here}:isles", "--format", "json", "-"], input=json.dumps(position)
    )
    (report,) = json.loads(said.stdout)
    broken = {(one["rule"], *one["hexes"]) for one in report["findings"]}
    assert {("4.2", "NZ2"), ("4.3", "NY1")} <= broken
    assert "SB2" not in report["zoc"]["b-guard 0"]  # behind the cliff
    assert "SB3" not in report["zoc"]["c-guard 0"]
    supply = {ref: line["state"] for ref, line in report["supply"].items()}
    assert supply["a-guard 0"] == supply["b-guard 0"] == "in"
    assert supply["b-guard 1"] == supply["c-guard 0"] == "out"  # too far; without a source
    assert report["supply"]["b-guard 0"]["path"] == ["SB3", "SC3"]
