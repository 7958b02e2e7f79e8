"""Reading a game from its folders: what comes out, and what is said of faulty data."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexmarshal.game.basis import UNKNOWN, Basis, Value
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import Folders, games_under, locate, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece

FILES = {
    "maps/duel/map.yaml": """\
title: The ford
grid:
  orientation: flat
  sheets:
    - form: "{column:02}{row:02}"
      columns: 1-6
      rows: 1-5
terrain: {default: clear, rest: rulebook}
boxes:
  - {id: turns, title: Turn Track, kind: turn-track, spaces: ["1", "2"]}
  - {id: cup, title: Cup, kind: cup}
""",
    "maps/duel/hexes.csv": "hex,terrain,basis\n0101,Village + woods,rulebook\n0203,hill,house\n",
    "maps/duel/hexsides.csv": "a,b,kinds,basis\n0101,0102,major-river + frozen,rulebook\n",
    "maps/duel/paths.csv": "kind,name,hexes,basis\nroad,High road,0101 0201 0302,house\n",
    "maps/duel/areas.csv": "area,part,hexes,basis\nLine,North,0101,house\nline,South,0203,house\n",
    "maps/duel/entries.csv": "entry,side,hexes,edge,basis\nA,red,0601,east,house\n",
    "maps/duel/places.csv": "name,kind,hexes,points,basis\nFord,village,0101,vp=2; pop=1,house\n",
    "maps/duel/lines.csv": 'kind,points,basis\nriver bed,"1.5,2 -3,0.25",house\n',
    "counters/duel/counters.csv": """\
id,name,side,kind,formation,type,echelon,count,as_printed,tags,basis,attack
r-1,1,red,combat,1st Division,infantry,III,,1;1 (R),Guards,rulebook,
r-2,2,red,combat,1st Division,infantry,III,,2,,owner,7
b-hq,HQ,blue,hq,,hq,XX,,HQ,,rulebook,
m-pin,Pinned,,marker,,pinned,,3,,,rulebook,
""",
    "counters/duel/values.csv": """\
counter,side,kind,type,tag,attack,attack_back,defence,range,steps,basis
,,combat,,,1,,2,,2,house
,red,combat,infantry,,2,1,,,,house
,red,combat,infantry,guards,4,,,,,house
b-hq,,,,,,,,?,0,rulebook
""",
    "counters/duel/ids.csv": "piece_id,counter,copy\n1,r-1,1\n2,r-2,1\n3,m-pin,1\n4,m-pin,2\n",
    "scenarios/duel/game.yaml": """\
title: Duel at the ford
sides:
  - {id: red, title: Red}
  - {id: blue, title: Blue, adjective: Blueish}
turns:
  - {number: 2, title: Second, date: 1944-02-09}
  - {number: 1, title: First, date: 1944-02-02}
phases:
  - {id: move, title: Move Phase, rule: 3.0, segments: [{id: fast, title: Fast Segment}]}
scenarios: [ford]
""",
    "scenarios/duel/ford.yaml": """\
id: ford
title: The ford
rule: 14.0
first_turn: 1
last_turn: 2
first_side: red
lists: [setup.csv]
areas: [line]
""",
    "scenarios/duel/setup.csv": """\
kind,counter,count,as_printed,rule,hex,hexes,within,place,entry,turn,steps_lost
setup,r-1,,1 (R),14.1,0101,,,,,,1
setup,b-hq,,HQ,14.2,0203,,1,,,,
reinforcement,r-2,,2,14.3,,,,,A,2,
box,m-pin,3,Pinned,2.0,,,,turn track 1,,,
""",
}

Change = Callable[[str, str, str], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def change(root: Path) -> Change:
    """Replaces a text in a file of the game, which must hold it."""

    def change(name: str, old: str, new: str) -> None:
        path = root / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def duel(root: Path) -> Game:
    return load(Folders("duel", root))


def faults(root: Path) -> list[str]:
    """The faults of the game, files by their names under the root."""
    with pytest.raises(DataError) as caught:
        duel(root)
    return [str(fault).replace(f"{root}/", "") for fault in caught.value.faults]


# -- what comes out ---------------------------------------------------------------------------


def test_the_board(root: Path) -> None:
    board = duel(root).board
    at = board.grid.parse
    assert set(board.terrain.at(at("0101"))) == {"village", "woods"}
    assert board.terrain.at(at("0102")) == ("clear",)
    assert board.terrain.basis_at(at("0203")) is Basis.HOUSE
    assert board.terrain.basis_at(at("0102")) is Basis.RULEBOOK  # what silence rests on
    north = 0
    assert set(board.hexsides.at(at("0101"), north)) == {"major river", "frozen"}
    assert board.hexsides.basis_at(at("0102"), 3) is Basis.RULEBOOK
    assert board.paths.hexes("road") == board.grid.set(["0101", "0201", "0302"])
    assert board.area("LINE") == board.grid.set(["0101", "0203"])
    assert set(board.areas["line"].parts) == {"north", "south"}
    assert board.entries["A"].hexes == (at("0601"),)
    assert board.places[0].points == {"vp": 2, "pop": 1}
    assert board.lines[0].points == ((1.5, 2.0), (-3.0, 0.25))
    assert [box.places for box in board.boxes] == [("Turn Track 1", "Turn Track 2"), ("Cup",)]


def test_hexes_that_no_row_names_carry_the_default(root: Path, change: Change) -> None:
    change(MAP, "default: clear", "default: sea")
    board = duel(root).board
    named = board.grid.set(["0101", "0203"])
    assert board.terrain.of("sea") == board.grid.all & ~named
    assert board.terrain.at(board.grid.parse("0102")) == ("sea",)


def test_the_most_particular_row_gives_a_value(root: Path) -> None:
    counters = duel(root).counters
    guards, line, hq = counters["r-1"], counters["r-2"], counters["b-hq"]
    assert guards.front["attack"] == Value(4, Basis.HOUSE)  # by side, kind, type and tag
    assert guards.back == {"attack": Value(1, Basis.HOUSE)}
    assert guards.front["defence"] == Value(2, Basis.HOUSE)  # by kind alone
    assert guards.value("defence", reduced=True) == Value(2, Basis.HOUSE)
    assert line.front["attack"] == Value(7, Basis.OWNER)  # in its own row
    assert (hq.steps, hq.front["range"]) == (Value(0, Basis.RULEBOOK), UNKNOWN)  # a ? and an id


def test_another_mode_is_not_the_reduced_side(root: Path, change: Change) -> None:
    change(COUNTERS, "tags,basis,attack", "tags,basis,attack,reverse,attack_back")
    change(COUNTERS, "owner,7", "owner,7,Move mode,3")
    unit = duel(root).counters["r-2"]
    piece = Piece("a", "2", "red", counter=unit, steps_lost=1)
    assert piece.value("attack").number == 7
    assert replace(piece, markers=frozenset({"move mode"})).value("attack").number == 3


def test_names_numbers_and_counts(root: Path) -> None:
    counters = duel(root).counters
    assert counters["r-1"].as_printed == ("1", "1 (R)")
    assert counters["r-1"].tags == {"guards"}
    assert (counters["m-pin"].count, counters["m-pin"].piece_ids) == (3, ("3", "4"))
    assert counters["b-hq"].piece_ids == ()


def test_the_scenario(root: Path) -> None:
    game = duel(root)
    scenario = game.scenario("ford")
    first, hq, later, pins = scenario.placements
    assert (first.hex, first.steps_lost, first.rule) == (game.board.grid.parse("0101"), 1, "14.1")
    assert (hq.within, later.entry, later.turn) == (1, "A", 2)
    assert (pins.place, pins.count) == ("turn track 1", 3)
    assert scenario.arrivals() == (later,)
    assert scenario.setup() == (first, hq, pins)
    assert game.phases[0].rule == "3.0"


def test_whose_list_a_line_stands_in_what_it_draws_from_and_where(
    root: Path, change: Change
) -> None:
    change(GAME, "scenarios: [ford]", "scenarios: [ford]\nwhereabouts: [With any HQ]")
    (root / LIST).write_text(
        "kind,counter,side,rule,hexes,within,place,draw\n"
        "setup,r-2,,1.0,0101 0203,2,,Guards\n"
        "setup,m-pin,blue,1.0,,,with any HQ,\n"
    )
    change(COUNTERS, "2,,owner", "2,guards,owner")
    drawn, marker = duel(root).scenario("ford").placements
    assert (drawn.side, drawn.draw, drawn.within, len(drawn.hexes)) == ("red", "guards", 2, 2)
    assert (marker.side, marker.place) == ("blue", "with any HQ")


def test_arrivals_are_shared_from_the_first_turn_on(root: Path, change: Change) -> None:
    change(GAME, "scenarios: [ford]", "scenarios: [ford, late]")
    late = "id: late\ntitle: Late\nrule: 15.0\nfirst_turn: 2\nlast_turn: 2\n"
    (root / "scenarios/duel/late.yaml").write_text(
        f"{late}lists: [late.csv]\narrivals_of: [ford]\n"
    )
    (root / "scenarios/duel/late.csv").write_text("kind,counter,rule,hex\nsetup,r-1,15.1,0101\n")
    change("maps/duel/entries.csv", "A,red", "A,")
    (root / LIST).write_text(
        "kind,counter,rule,entry,turn,date\n"
        "reinforcement,r-1,14.1,A,1,\n"
        "reinforcement,r-2,14.2,A,2,\n"
        "reinforcement,b-hq,14.3,A,,1944-02-08\n"
        "withdrawal,m-pin,14.4,,,1944-02-09\n"
    )
    ford, late_ = duel(root).scenarios
    assert [p.counter for p in ford.placements] == ["r-1", "r-2", "b-hq", "m-pin"]
    assert [(p.counter, p.rule) for p in late_.placements] == [
        ("r-1", "15.1"),
        ("r-2", "14.2"),
        ("m-pin", "14.4"),
    ]
    assert {p.scenario for p in late_.placements} == {"late"}
    assert ford.setup() == ()


def test_turns_come_in_order_and_know_their_dates(root: Path) -> None:
    game = duel(root)
    assert [turn.number for turn in game.turns] == [1, 2]
    assert game.turn_of_date("1944-02-08") == 1
    assert game.turn_of_date("1944-02-01") is None
    assert [side.adjective for side in game.sides] == ["Red", "Blueish"]


def test_the_digest_follows_the_data_not_the_folder(
    root: Path, change: Change, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = duel(root).digest
    other = tmp_path_factory.mktemp("other")
    for name, text in FILES.items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_text(text, "utf-8")
    assert duel(other).digest == before
    change("maps/duel/hexes.csv", "hill", "clear")
    assert duel(root).digest != before


def test_tables_may_be_left_out(root: Path) -> None:
    for name in ("hexsides", "paths", "places", "lines"):
        (root / f"maps/duel/{name}.csv").unlink()
    assert duel(root).board.paths.runs == ()


def test_semicolons_and_a_byte_order_mark(root: Path) -> None:
    path = root / "scenarios/duel/setup.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b",", b";"))
    assert len(duel(root).scenario("ford").placements) == 4


# -- what is said of faults -------------------------------------------------------------------

MAP, GAME, STORY = "maps/duel/map.yaml", "scenarios/duel/game.yaml", "scenarios/duel/ford.yaml"
COUNTERS, VALUES = "counters/duel/counters.csv", "counters/duel/values.csv"
RULES, LOOK = "scenarios/duel/rules.yaml", "counters/duel/look.yaml"
IDS, LIST = "counters/duel/ids.csv", "scenarios/duel/setup.csv"


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        # hexes
        ("maps/duel/hexes.csv", "0203", "0706", "3:1: '0706' is off the map: columns run 1-6"),
        ("maps/duel/hexes.csv", "0203", "203", "3:1: '203' is not a hex number of this map"),
        ("maps/duel/hexes.csv", "0203", "203", "a spreadsheet removed its zeros (perhaps 0203)"),
        ("maps/duel/hexes.csv", "0203", "0101", "3:1: duplicate hex 0101; remove one row"),
        (
            "maps/duel/hexes.csv",
            "house",
            "hause",
            "3:3: invalid basis 'hause'; did you mean house? expected rulebook",
        ),
        ("maps/duel/hexes.csv", "hill", "", "3:2: missing 'terrain'; fill it in"),
        ("maps/duel/hexes.csv", "basis\n", "base\n", "1:1: missing column 'basis'"),
        ("maps/duel/hexsides.csv", "0102", "0103", "2:2: 0101 and 0103 are not neighbours"),
        ("maps/duel/paths.csv", "0302", "0401", "2:3: the path jumps from 0201 to 0401"),
        ("maps/duel/places.csv", "vp=2", "vp=two", "2:4: invalid points 'vp=two'"),
        ("maps/duel/places.csv", "vp=2", "vp=²", "2:4: invalid points 'vp=²'"),
        ("maps/duel/paths.csv", "road,High", "raod,High", "2:1: unknown word 'raod'; did you mean"),
        ("maps/duel/lines.csv", "-3,0.25", "nan,1", "2:2: invalid point 'nan,1'"),
        ("maps/duel/entries.csv", "red", "rot", "2:2: unknown side 'rot'; expected blue or red"),
        # the map
        (MAP, "{column:02}{row:02}", "{column:02}{raw}", "5:13: invalid grid.sheets.0.form"),
        (MAP, "{column:02}{row:02}", "{column:02}", "use {column} and {row} once each"),
        (MAP, "1-6", "6-1", "6:16: invalid grid.sheets.0.columns '6-1'; write it like 1-35"),
        (MAP, "1-6", "1-6000000", "write it like 1-35 or A-M, from 0 to 999"),
        (MAP, "flat", "pointy", "3:3: invalid grid; pointy hexes are shifted toward east"),
        (MAP, "spaces", "space", "10:61: unknown entry 'boxes.0.space'; did you mean spaces?"),
        (MAP, "{column:02}{row:02}", "{column:A}{row:A}", "give a width such as"),
        (MAP, "title: Cup", "title: Turn-Track 2", "11:22: duplicate box 'Turn-Track 2'"),
        (
            MAP,
            "title: Cup",
            'title: "0203"',
            "11:22: box title '0203' is also a hex number; choose",
        ),
        (MAP, "id: cup", "id: turns", "11:5: duplicate box 'turns' in boxes; remove one"),
        # counters
        (COUNTERS, "r-2,2", "r-1,2", "3:1: duplicate id 'r-1'"),
        (COUNTERS, "r-2,2", "R 2,2", "3:1: invalid id 'R 2'; use lower-case letters, digits"),
        (
            COUNTERS,
            "2,red,combat",
            "2,red,comba",
            "3:4: invalid kind 'comba'; did you mean combat? expected combat",
        ),
        (COUNTERS, ",formation,", ",formatoin,", "1:5: unknown column 'formatoin'"),
        (VALUES, "defence", "defense", "1:8: unknown column 'defense'; did you mean def"),
        (VALUES, "attack_back", "atack_back", "did you mean attack?"),
        (
            COUNTERS,
            "Pinned,,marker,,pinned,,3",
            "Pinned,,marker,,pinned,,0",
            "5:8: invalid count '0'",
        ),
        (IDS, "4,m-pin,2", "3,m-pin,2", "5:1: duplicate piece id 3"),
        (IDS, "4,m-pin,2", "4,m-pin,1", "5:3: copy 1 of 'm-pin' already has a piece id"),
        (
            IDS,
            "4,m-pin,2",
            "x,m-pin,2",
            "5:1: invalid piece_id 'x'; write a whole number from 1 upwards",
        ),
        # scenarios
        (GAME, "scenarios: [ford]", "scenarios: [fort]", "10:13: scenario 'fort' has no file"),
        (GAME, "[ford]", "[ford, ford]", "10:19: duplicate scenario 'ford' in scenarios"),
        (GAME, "number: 2", "number: 1", "7:5: duplicate turn 1 in turns"),
        (
            GAME,
            "1944-02-09",
            "9.2.1944",
            "6:38: invalid turns.0.date '9.2.1944'; write a date like",
        ),
        (GAME, "1944-02-09", "1944-02-30", "6:38: invalid turns.0.date '1944-02-30'; write a date"),
        (GAME, "title: Fast", "titel: Fast", "unknown entry 'phases.0.segments.0.titel'"),
        (GAME, "title: Fast", "titel: Fast", "expected id, title, rule, segments"),
        (GAME, "turns:\n", "turns: [\n", "not YAML"),
        (
            STORY,
            "first_side: red",
            "first_side: green",
            "6:13: unknown side 'green'; expected blue",
        ),
        (STORY, "last_turn: 2", "last_turn: 0", "last_turn 0 comes before first_turn"),
        (STORY, "[line]", "[lines]", "8:9: unknown area 'lines'; did you mean line?"),
        (STORY, "[setup.csv]", "[set-up.csv]", "7:9: list 'set-up.csv' has no file; did you"),
        (
            STORY,
            "lists:",
            "arrivals_of: [fort]\nlists:",
            "'fort' is not another scenario of this game",
        ),
        (
            STORY,
            "lists:",
            "arrivals_of: [ford]\nlists:",
            "'ford' is not another scenario of this game",
        ),
        (
            LIST,
            "count,as_printed",
            "side,as_printed",
            "5:3: unknown side '3'; expected blue or red",
        ),
        (LIST, "count,as_printed", "draw,as_printed", "5:3: counter 'm-pin' has no tag '3'"),
        (LIST, "setup,r-1", "setup,r-11", "2:2: unknown counter 'r-11'; did you mean"),
        (LIST, "0101,", "Jan-48,", "2:6: 'Jan-48' is not a hex number"),
        (LIST, "0101,", "Jan-48,", "a spreadsheet turned it into a date (perhaps 01.48)"),
        (LIST, "0101,,,,", ",,,,", "2:6: no place given; fill in exactly one of hex"),
        (LIST, "0101,,,,", "0101,,,,A", "2:6: more than one place: hex and entry; fill in"),
        (LIST, "14.3,,,,,A", "14.3,,,1,,A", "4:8: within is given without a hex; fill in hex"),
        (LIST, ",A,2", ",B,2", "4:10: unknown entry area 'B'; expected A"),
        (LIST, "turn track 1", "turn track 3", "5:9: unknown place 'turn track 3'"),
        (LIST, "turn track 1", "turn track 3", "did you mean Turn Track"),
        (LIST, "count,as_printed", "waits,as_printed", "5:3: unknown box '3'; add it to"),
        (LIST, "count,as_printed", "replaces,as_printed", "5:3: unknown counter '3'"),
        (LIST, "14.1", "", "2:5: missing 'rule'; fill it in"),
        (
            LIST,
            "setup,b-hq",
            "setup,r-1",
            "3:2: 'r-1' is placed 2 times, but the game has only 1; remove",
        ),
        (
            LIST,
            "r-1,,1 (R)",
            "r-1,2,1 (R)",
            "2:3: 'r-1' is placed 2 times, but the game has only 1",
        ),
        (
            LIST,
            "setup,r-1",
            "set-up,r-1",
            "2:1: invalid kind 'set-up'; did you mean setup? expected",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_its_remedy(
    root: Path, change: Change, name: str, old: str, new: str, fault: str
) -> None:
    change(name, old, new)
    told = faults(root)
    assert any(name.rpartition("/")[0] in line and fault in line for line in told), told
    if fault[0].isdigit():
        assert any(line.startswith(f"{name}:{fault}") for line in told), told


def test_an_unknown_column_is_told_once(root: Path) -> None:
    path = root / "maps/duel/hexes.csv"
    path.write_text("hex,terrain,basis,colour\n0101,hill,house,red\n0102,hill,house,blue\n")
    (fault,) = faults(root)
    assert fault.startswith("maps/duel/hexes.csv:1:4: unknown column 'colour'; expected hex")


def test_all_faults_are_told_at_once(root: Path, change: Change) -> None:
    change("maps/duel/hexes.csv", "0203", "0706")
    change(COUNTERS, "2,red,combat", "2,green,combat")
    change(LIST, ",A,2", ",B,2")
    places = [line.split(": ")[0] for line in faults(root)]
    assert places == [f"{COUNTERS}:3:3", "maps/duel/hexes.csv:3:1", f"{LIST}:4:10"]


@pytest.mark.parametrize("name", [MAP, GAME, STORY, COUNTERS, LIST, "maps/duel/hexes.csv"])
def test_a_missing_file_is_told(root: Path, name: str) -> None:
    (root / name).unlink()
    assert any(line.startswith(name) or "has no file" in line for line in faults(root))


@pytest.mark.parametrize(
    ("who", "fault"),
    [
        ("side: Red", "1:50: unknown side 'Red'; did you mean red?"),
        ("side: RED", "1:50: unknown side 'RED'; did you mean red?"),
        ("side: red", ""),
        ("side: red, type: Anti-Tank", ""),
    ],
)
def test_rules_name_ids_as_they_stand(root: Path, who: str, fault: str) -> None:
    rules = f"pools: [{{rule: 1, name: N, limit: 2, who: {{{who}}}}}]\n"
    (root / RULES).write_text(rules, encoding="utf-8")
    if fault:
        assert faults(root) == [f"{RULES}:{fault}"]
    else:
        assert duel(root).rules.pools[0].who.side == "red"


@pytest.mark.parametrize("name", [*FILES, RULES, LOOK])
def test_a_folder_in_a_files_place_is_told(root: Path, name: str) -> None:
    (root / name).unlink(missing_ok=True)
    (root / name).mkdir()
    assert f"{name}:1:1: this is a folder; put a file of that name in its place" in faults(root)


@pytest.mark.skipif(sys.platform == "win32", reason="links")
@pytest.mark.parametrize("name", [*FILES, RULES, LOOK])
@pytest.mark.parametrize("to", ["nothing.txt", "self"])
def test_a_link_that_leads_nowhere_is_told(root: Path, name: str, to: str) -> None:
    path = root / name
    path.unlink(missing_ok=True)
    path.symlink_to(path.name if to == "self" else to)
    assert any(line.startswith(f"{name}:1:1: ") for line in faults(root))


def test_a_file_too_large_is_told_and_not_read(root: Path) -> None:
    with (root / "maps/duel/hexes.csv").open("ab") as table:
        table.truncate(9 << 20)
    assert faults(root) == [
        "maps/duel/hexes.csv:1:1: the file is 9 MiB; the limit is 8 MiB; "
        "check that it is the right file"
    ]


@pytest.mark.parametrize("name", [*FILES, RULES, LOOK])
@pytest.mark.parametrize("junk", [b"\xff\xfe\x00x", b'"', b"[" * 3000])
def test_junk_is_told_and_never_ends_in_a_traceback(root: Path, name: str, junk: bytes) -> None:
    (root / name).write_bytes(junk)
    assert any(line.startswith(name) for line in faults(root))


@pytest.mark.parametrize("name", [MAP, GAME, STORY, RULES, LOOK])
@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n"])
def test_a_document_of_another_shape_is_told(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text)
    assert any(line.startswith(name) for line in faults(root))


# -- finding ----------------------------------------------------------------------------------


def test_a_game_is_found_by_id_root_or_both(root: Path) -> None:
    assert locate("duel", root).root == root
    assert locate(".", root).id == "duel"
    assert locate(f"{root}:duel", Path("/")).root == root
    assert locate("narva", root).id == "narva"
    assert [folders.id for folders in games_under(root)] == ["duel"]


def test_a_game_of_ones_own_takes_the_place_of_a_shipped_one(root: Path) -> None:
    game = root / "scenarios/narva/game.yaml"
    game.parent.mkdir()
    game.write_text("title: Mine\n")
    assert locate("narva", root).root == root
    assert locate(f"{shipped_root()}:narva", root).root == shipped_root()
    assert locate("narva", root / "maps").root == shipped_root()


def test_a_game_in_a_folder_of_its_name_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    game = tmp_path / "narva/scenarios/narva/game.yaml"
    game.parent.mkdir(parents=True)
    game.write_text("title: Mine\n")
    assert locate("narva", tmp_path) == Folders("narva", tmp_path / "narva")
    (tmp_path / "narva").rename(tmp_path / "elsewhere")
    assert locate("narva", tmp_path).root == shipped_root()
    assert locate("elsewhere", tmp_path) == Folders("narva", tmp_path / "elsewhere")


def test_a_game_in_a_folder_is_found_by_its_id(root: Path, tmp_path: Path) -> None:
    here = tmp_path / "games"
    shutil.copytree(root, here / "one", ignore=shutil.ignore_patterns("games"))
    assert locate("duel", here) == Folders("duel", here / "one")
    shutil.copytree(here / "one", here / "two")
    with pytest.raises(DataError, match="duel: is the ID of several games, in one and two; write"):
        locate("duel", here)


def test_a_root_with_several_games_needs_a_name(root: Path) -> None:
    other = root / "scenarios/second/game.yaml"
    other.parent.mkdir()
    other.write_text("title: x\n")
    with pytest.raises(DataError, match=r"contains several games: duel, second; write \.:ID"):
        locate(".", root)


def test_no_such_game(root: Path) -> None:
    with pytest.raises(DataError, match=r"contains no game 'other'; it contains duel"):
        locate(f"{root}:other", Path("/"))
    with pytest.raises(DataError, match=r"nothing: unknown game; known games: .*duel"):
        locate("nothing", root)
