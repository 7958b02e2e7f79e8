"""A designer's day: what spreadsheets, editors and haste do to the data of a game.

Every fault must be told with file, line and column, what is wrong and what would be right; never a
traceback, never a file half made.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.builder.conftest import Workshop

FAULT = re.compile(r"^\S.*:\d+:\d+: .+; .+$")
LIST, STORY = "scenarios/hill-200/crossing.csv", "scenarios/hill-200/crossing.yaml"
GAME, MAP = "scenarios/hill-200/game.yaml", "maps/hill-200/map.yaml"
COUNTERS, IDS = "counters/hill-200/counters.csv", "counters/hill-200/ids.csv"
LOOK, HEXES = "counters/hill-200/look.yaml", "maps/hill-200/hexes.csv"
HEXSIDES, PATHS = "maps/hill-200/hexsides.csv", "maps/hill-200/paths.csv"
PLACES, ENTRIES = "maps/hill-200/places.csv", "maps/hill-200/entries.csv"

Edit = tuple[str, str, str]


def told(workshop: Workshop, *edits: Edit) -> str:
    """What `validate` says of the game after some edits; each line is a whole fault."""
    for file, old, new in edits:
        workshop.edit(file, old, new)
    result = workshop.run("validate", "hill-200")
    assert result.exit_code == 1, result.output
    for line in result.output.splitlines():
        assert FAULT.match(line), line
    return result.output.replace("hill-200/scenarios/hill-200/", "").replace("\\", "/")


@pytest.mark.parametrize(
    ("edits", "faults"),
    [
        pytest.param(
            [
                (LIST, "9.1.1,0604", "9.1.1,01. Mrz"),
                (LIST, "9.1.1,0503", "9.1.1,503"),
                (LIST, "9.1.1,0305", "9.1.1,44928"),
                (LIST, "9.1.2,0907", '9.1.2,"9,07E+02"'),
                (LIST, "70th Inf,9.1.2", "70th Inf,09.01.2002"),
                (LIST, "71st Inf,9.1.2", "71st Inf,9. Jan"),
                (LIST, "72nd Inf,9.1.2,0705", "72nd Inf,9.1.2,#BEZUG!"),
            ],
            [
                "crossing.csv:4:6: invalid hex '01. Mrz'; a spreadsheet turned it into a date",
                "crossing.csv:5:6: '503' is not a hex number of this map",
                "(perhaps 0503)",
                "crossing.csv:6:6: '44928' is not a hex number",
                "crossing.csv:8:6: invalid hex '9,07E+02'; a spreadsheet turned it into a power",
                "crossing.csv:9:5: invalid rule '09.01.2002'; a spreadsheet turned it into a date",
                "9.1.2",
                "crossing.csv:10:5: invalid rule '9. Jan'",
                "crossing.csv:11:6: invalid hex '#BEZUG!'; this is a spreadsheet formula error",
            ],
            id="what Excel does",
        ),
        pytest.param(
            [
                (COUNTERS, "1st Inf,,8.1,4", '1st Inf,,8.1,"4,5"'),
                (COUNTERS, "2nd Inf,,8.1,4,5,4,,2", "2nd Inf,,8.1,4,5,4,,99999999"),
                (COUNTERS, "3rd Inf,,8.1,3", "3rd Inf,,8.1,-3"),
                (COUNTERS, "isolated,8", "isolated,8.0"),
                (COUNTERS, "b-tk,Lancers,blue", "nul.x,Lancers,blau"),
            ],
            [
                "counters.csv:4:13: attack: expected a whole number from 0 to 9999, got '4,5'; ",
                "counters.csv:5:17: steps: expected a whole number from 0 to 20, got '99999999'",
                "counters.csv:6:13: attack: expected a whole number from 0 to 9999, got '-3'",
                "counters.csv:7:1: invalid id 'nul.x'; choose another name; Windows",
                "counters.csv:15:9: invalid count '8.0'; write a whole number",
            ],
            id="values and ids",
        ),
        pytest.param(
            [
                (LIST, "3,A,,", "99,A,,"),
                (LIST, "0305,,,,,,1", "0305,,-1,,,,2"),
                (LIST, ",2,B,,", ",2,A,,"),
            ],
            [
                "crossing.csv:6:8: invalid within '-1'; write 0 or more",
                "crossing.csv:7:10: unknown turn 99; use one of the turns in game.yaml",
                "crossing.csv:13:11: entry area 'A' belongs to the blue side",
            ],
            id="lists",
        ),
        pytest.param(
            [
                (HEXES, "0304,woods", "0304,wods"),
                (HEXES, "0305,woods", "0305,woods/hill"),
                (HEXSIDES, "0205,0106,minor river", "0106,0105,minr river"),
                (PATHS, "track,,", "trak,,"),
                (PLACES, "Milton,village,0402,,vp=1", "Milton,village,0402,,vp=1;vp=2"),
                (ENTRIES, "A,blue,0101,west", "A,blue,0101,westen"),
            ],
            [
                "hexes.csv:6:2: unknown word 'wods'; did you mean woods?",
                "hexes.csv:7:2: invalid terrain.0 'woods/hill'; join words with +",
                "hexsides.csv:4:1: duplicate hexside between 0106 and 0105",
                "hexsides.csv:4:3: unknown word 'minr river'; did you mean minor river?",
                "paths.csv:4:1: unknown word 'trak'; did you mean track?",
                "places.csv:3:5: duplicate points 'vp'; remove one",
                "entries.csv:2:4: invalid edge 'westen'; did you mean west?",
            ],
            id="the map's tables",
        ),
        pytest.param(
            [
                (MAP, "columns: 01-10", "columns: 01-100"),
                (MAP, "side: red", "side: rot"),
                (MAP, '["1", "2",', '["1", "1",'),
            ],
            ["map.yaml:12:7: invalid grid.sheets.0; column 100 needs {column:03}"],
            id="a number too wide",
        ),
        pytest.param(
            [
                (MAP, "side: red", "side: rot"),
                (MAP, "title: Red Losses", "title: turn-record"),
                (MAP, "title: Turn Record", "title: turn_record"),
                (MAP, '["1", "2",', '["1", "1",'),
            ],
            [
                "map.yaml:17:75: duplicate space '1'",
                "map.yaml:19:48: unknown side 'rot'; expected blue or red",
            ],
            id="boxes",
        ),
        pytest.param(
            [
                (GAME, "id: blue-movement", "id: red-combat"),
                (
                    GAME,
                    "{number: 2, title: Turn 2}",
                    "{number: 2, title: Turn 2, date: 1943-02-30}",
                ),
                (GAME, "count: 1, sides: 6, hotkey: Ctrl+1", "count: 0, sides: 6, hotkey: Strg+1"),
            ],
            ["game.yaml:11:38: invalid turns.1.date '1943-02-30'; write a date that exists"],
            id="a day that is none",
        ),
        pytest.param(
            [
                (GAME, "count: 1, sides: 6, hotkey: Ctrl+1", "count: 0, sides: 6, hotkey: Strg+1"),
                (LOOK, "kinds: [marker]", "kinds: [markr]"),
                (MAP, "rest: rulebook}\nboxes", "rest: rulebook}\nprint: {hex: 300in}\nboxes"),
            ],
            [
                "game.yaml:36:26: invalid module.dice.0.count '0'; write 1 or more",
                "game.yaml:36:47: invalid module.dice.0.hotkey 'Strg+1'; write it like Ctrl+D",
                "look.yaml:12:32: unknown kind 'markr'; did you mean 'marker'?",
                "map.yaml:16:14: invalid print.hex '300in'; write a length from 0.2in to 4in",
            ],
            id="module, look and print",
        ),
        pytest.param(
            [
                (GAME, "name: 2d6", "name: 1d6"),
                (GAME, "hotkey: Ctrl+2", "hotkey: Ctrl+1"),
                (GAME, "moved: yes,", "moved: yes, states: [pinned, exhausted],"),
                (
                    GAME,
                    "  clears:",
                    "  charts:\n    - {title: Map, file: a.png}\n    - {title: CRT, file: b.html}\n"
                    "  clears:",
                ),
            ],
            [
                "game.yaml:37:14: duplicate name '1d6' in dice; change one of them",
                "game.yaml:37:47: duplicate hotkey 'Ctrl+1' in dice; change one of them",
                "game.yaml:39:26: 'a.png' is not a PNG image; save it as PNG",
                "b.html:1:4: the file is not UTF-8 (byte FC, perhaps 'ü')",
                "game.yaml:42:57: unknown marker type 'exhausted'; use a type of counters.csv",
            ],
            id="module: dice, charts and what is cleared",
        ),
        pytest.param(
            [
                (STORY, "lists: [crossing.csv]", "lists: [crossing.csv, crossing.csv, setup.csv]"),
                (STORY, "last_turn: 6", "last_turn: 60"),
            ],
            [
                "crossing.yaml:5:12: unknown turn 60; game.yaml has turns 1 to 6",
                "crossing.yaml:7:23: duplicate list 'crossing.csv' in lists",
                "crossing.yaml:7:37: list 'setup.csv' has no file",
            ],
            id="a scenario",
        ),
        pytest.param(
            [(STORY, "id: crossing", "id: con"), (STORY, "[crossing.csv]", "[/etc/x.csv]")],
            [
                "crossing.yaml:1:5: invalid id 'con'; choose another name; Windows",
                "crossing.yaml:7:9: invalid lists.0 '/etc/x.csv'; name a CSV file in the same",
            ],
            id="names of files",
        ),
        pytest.param(
            [(GAME, "  subtitle", "\tsubtitle")],
            ["game.yaml:4:1: not YAML: ", "indent with spaces, not with TABs"],
            id="a TAB in YAML",
        ),
        pytest.param(
            [(GAME, "adjective: Blue}", "adjective: Blue, id: azure}")],
            ["game.yaml:7:46: duplicate key 'id'; remove one"],
            id="a key twice",
        ),
    ],
)
def test_faults_are_told_with_their_places_and_remedies(
    workshop: Workshop, edits: list[Edit], faults: list[str]
) -> None:
    rewrite(workshop, "scenarios/hill-200/a.png", b"GIF89a")
    rewrite(workshop, "scenarios/hill-200/b.html", "<p>\u00fc".encode("cp1252"))
    said = told(workshop, *edits)
    for fault in faults:
        assert fault in said, said


def rewrite(workshop: Workshop, file: str, data: bytes) -> None:
    (workshop.root / file).write_bytes(data)


def test_encodings_of_other_programs_are_told(workshop: Workshop) -> None:
    text = (workshop.root / LIST).read_text("utf-8")
    rewrite(workshop, LIST, text.encode("utf-16"))
    rewrite(workshop, LOOK, "# Stra\u00dfe".encode("cp1252"))
    said = told(workshop)
    assert "crossing.csv:1:1: the file is UTF-16" in said
    assert "look.yaml:1:7: the file is not UTF-8 (byte DF, perhaps 'ß')" in said


def test_a_german_spreadsheet_may_save_what_it_read(workshop: Workshop) -> None:
    """Semicolons, a byte order mark, CRLF, quoted comments, empty rows and columns around."""
    for path in workshop.root.rglob("*.csv"):
        rows = path.read_text("utf-8").splitlines()
        comment = '"# a, b; c";;;'
        lines = ["sep=;", ";;;;", *(f";{row.replace(',', ';')};" for row in rows), f";{comment}"]
        path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode() + b"\r\n;;;\r\n")
    assert workshop.run("validate", "hill-200").output.startswith("hill-200: no faults")


def test_a_table_opened_as_one_column_is_told(workshop: Workshop) -> None:
    text = (workshop.root / LIST).read_text("utf-8").splitlines()
    rewrite(workshop, LIST, "\n".join(f'"{row}"' for row in text).encode())
    said = told(workshop)
    assert said.count("the whole row is in one cell") == 1


def test_a_row_that_cannot_be_read_is_not_told_again_where_it_is_named(workshop: Workshop) -> None:
    said = told(workshop, (COUNTERS, "b-1,1st,blue,combat", "b-1,1st,blue,komb"))
    assert len(said.splitlines()) == 1
    rewrite(workshop, COUNTERS, b"id,name\n\xdf")
    assert len(told(workshop).splitlines()) == 1


def test_a_game_without_its_first_file_says_which(workshop: Workshop) -> None:
    (workshop.root / GAME).unlink()
    assert "game.yaml:1:1: the file is missing; every game starts with it" in told(workshop)


def test_a_back_and_another_counter_never_share_a_file(workshop: Workshop) -> None:
    for file in (COUNTERS, IDS, LIST):
        workshop.edit(file, "b-2", "b-1-back")
    said = told(workshop)
    assert (
        "counters.csv:5:1: id 'b-1-back' clashes with the file of the back of counter 'b-1'" in said
    )


@pytest.mark.parametrize(
    "name",
    [
        "Straße Łódź Жуков 第一師 חטיבה",
        'a/b\\c:d*e?f"g<h>i|j;k,l$m{n}o',
        "[bold]x[/bold] 100% {0} +1 =2",
        "Jo\u0303esuu\u200b\u202e\u2028 🪖",
    ],
)
def test_any_name_goes_through_the_whole_kit(workshop: Workshop, name: str) -> None:
    cell = '"' + name.replace('"', '""') + '"'
    yaml = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    workshop.edit(COUNTERS, "b-1,1st,", f"b-1,{cell},")
    workshop.edit(COUNTERS, "1st Division", cell)
    workshop.edit(GAME, "title: Blue,", f"title: {yaml},")
    workshop.edit(GAME, "title: Supply Phase,", f"title: {yaml},")
    workshop.edit(GAME, "name: 1d6", f"name: {yaml}")
    workshop.edit(MAP, "title: Blue Losses", f"title: {yaml}")
    workshop.edit(STORY, "title: The crossing", f"title: {yaml}")
    result = workshop.build()
    assert result.exit_code == 0, result.output
    assert workshop.run("show", "hill-200", "--json").exit_code == 0


def test_smallest_games(workshop: Workshop) -> None:
    """One hex, no boxes, no rules, one counter; then no counter at all."""
    text = (workshop.root / MAP).read_text("utf-8").partition("boxes:")[0]
    rewrite(workshop, MAP, text.replace("01-10, rows: 01-08", "1, rows: 1").encode())
    rewrite(workshop, HEXES, b"hex,terrain,basis\n0101,town,house\n")
    for file in (HEXSIDES, PATHS, PLACES, ENTRIES, LOOK):
        (workshop.root / file).unlink()
    for file in ("maps/hill-200/areas.csv", "maps/hill-200/sources.csv"):
        (workshop.root / file).unlink()
    (workshop.root / "scenarios/hill-200/rules.yaml").unlink()
    rewrite(workshop, COUNTERS, b"id,name,side,kind\nx,X,blue,combat\n")
    rewrite(workshop, LIST, b"kind,counter,rule,hex\nsetup,x,1,0101\n")
    (workshop.root / IDS).unlink()
    result = workshop.build()
    assert result.exit_code == 0, result.output
    assert "hill-200: new piece ids for x added to ids.csv" in result.output
    rewrite(workshop, COUNTERS, b"id,name,side,kind\n")
    rewrite(workshop, LIST, b"kind,counter,rule,hex\n")
    result = workshop.build()
    assert result.exit_code == 0, result.output
    assert not Path(workshop.dist / "counters" / "x.svg").exists()


def test_arrivals_without_a_space_on_the_turn_record_have_a_place(workshop: Workshop) -> None:
    workshop.edit(MAP, '["1", "2", "3", "4", "5", "6"]', '["1", "2"]')
    assert workshop.build("--only", "module").exit_code == 0
