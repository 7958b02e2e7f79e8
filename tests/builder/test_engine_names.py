"""Names, descriptions and rules with every character that VASSAL escapes, in a real VASSAL.

VASSAL parts its texts at tabs, slashes, commas, semicolons, bars, pluses and colons, quotes with
backslashes and apostrophes, takes `$name$` for a property and `{...}` for an expression, and reads
numbers out of texts: `1e3`, `1.10`, and `227F` as Java does.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from tests.builder.conftest import Workshop
from tests.builder.engine import (
    BACK,
    CHECK,
    ELIMINATE,
    FLIP,
    NEXT_PHASE,
    PINNED,
    STEP,
    SUPPLY,
    chat,
    lost,
    needs_engine,
    play,
    properties,
    run,
)

pytestmark = needs_engine

HARD = ", \"x\" 'y' <&> $a$ {b}; | \\ / + ~:*()[]#@=!?%"
NAMES = {
    "b-hq": "1e3",
    "b-1": "1;2,3/4|5\\6\"7'8",
    "b-2": "<b>&amp;</b> & co",
    "b-3": "$PieceName$ {1+1}",
    "b-tk": "227F",
    "r-hq": "1.10",
    "r-70": "+ a ~ b : c * (d) [e] # @ = ! ? %",
    "r-71": "Żółw 北京 ß",
    "r-72": "\\",
    "r-ag": "{x}",
    "r-art": '"quoted"',
    "m-turn": "Turn, $1; {2}",
}
OTHERS = [
    ["m-x", "Both", "", "marker", "", "both", "", "Up + down; $x$, {y}", "1", "", "hex", "3.0"],
    ["c-a", "Chit $1", "", "chit", "", "", "", "", "1", "", "", "3.0"],
]
WON = "Red wins by holding Bridgetown at the end of turn 6"
CUP, LOSSES, RECORD, PHASE = f"Cup{HARD}", f"Losses{HARD}", f"Turn Record{HARD}", f"Supply{HARD}"


def _yaml(text: str) -> str:
    """A text in single quotes."""
    doubled = text.replace("'", "''")
    return f"'{doubled}'"


def _csv(text: str) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow([text])
    return out.getvalue()


@pytest.fixture
def hard(workshop: Workshop) -> Path:
    """The module of a game in which every name has special characters."""
    file = workshop.root / "counters" / "hill-200" / "counters.csv"
    rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8"))))
    for row in (row for row in rows if row[0] in NAMES):
        row[1] = NAMES[row[0]]
        row[4] += HARD if row[4] else ""
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([*rows, *OTHERS])
    game, map_ = "scenarios/hill-200/game.yaml", "maps/hill-200/map.yaml"
    lists, scenario = "scenarios/hill-200/crossing.csv", "scenarios/hill-200/crossing.yaml"
    for path, old, new in (
        (game, '"Hill 200"', _yaml(f"Hill 200{HARD}")),
        (game, "A small game to start from", _yaml(f"A game{HARD}")),
        (game, "title: Blue, adjective: Blue", f"title: Blue, adjective: {_yaml(f'Blue{HARD}')}"),
        (game, "title: Red, adjective", f"title: {_yaml(f'Red{HARD}')}, adjective"),
        (game, "title: Supply Phase", f"title: {_yaml(PHASE)}"),
        (game, "title: Turn 2", f"title: {_yaml(f'Two{HARD}')}, notes: ['{{Rain}}', '$5 or $6$']"),
        (game, "note: All moved marks are cleared", f"note: {_yaml('{Signs} come off' + HARD)}"),
        (map_, "title: Blue Losses", f"title: {_yaml(LOSSES)}"),
        (map_, "title: Turn Record", f"title: {_yaml(RECORD)}"),
        ("maps/hill-200/places.csv", "Bridgetown", _csv(f"Bridge{HARD}")),
        (lists, "Turn Record 1", _csv(f"{RECORD} 1")),
        (
            lists,
            "box,m-turn",
            f"chit,c-a,,,9.1,,,,{_csv(CUP)},,,,\nbox,m-x,,,9.1,0303,,,,,,,\nbox,m-turn",
        ),
        (scenario, "title: The crossing", f"title: {_yaml(f'The crossing{HARD}')}"),
        (scenario, f"{WON}.", _yaml(f"{{Red}} wins{HARD}")),
    ):
        workshop.edit(path, old, new)
    with (workshop.root / map_).open("a", encoding="utf-8") as more:
        more.write(f"  - {{id: cup, title: {_yaml(CUP)}, kind: cup, basis: rulebook}}\n")
    result = workshop.build("--only", "module")
    assert result.exit_code == 0, result.output
    return workshop.dist / "hill-200.vmod"


def test_hard_names_open_without_a_complaint(hard: Path) -> None:
    lines = run(CHECK, hard, "--strict", "--edit-open")
    assert lines[-1] == "OK errors=0 warnings=0", lines
    head = re.compile(
        r"PIECE The crossing.* \(9\.1\): turns 1-6, .* \| (.*) \| Main Map \| \d+,\d+ "
        r"\| (.*?)( \| (stack|deck)[#=].*)?$"
    )
    found = {match[1]: match[2] for line in lines if (match := head.match(line))}
    found = {name.removesuffix(" (reduced)"): place for name, place in found.items()}
    names = {NAMES[id_] for id_ in NAMES}
    assert names <= found.keys()
    assert found["Turn, $1; {2}"] == f"{RECORD} 1"
    assert found["Chit $1"] == CUP


def test_a_game_with_hard_names_is_played(hard: Path, tmp_path: Path) -> None:
    """The chat shows each name as written, and each place is found by its name."""
    here = "Bridge" + HARD
    save = hard.parent / "saves" / "crossing.vsav"
    answers = play(
        hard,
        tmp_path / "script.txt",
        (
            f"load {save}",
            "button Draw chit",
            "prop Chit $1 | LocationName",
            "button Chits back",
            "prop Chit $1 | LocationName",
            f"key <b>&amp;</b> & co | {STEP}",
            f"key $PieceName$ {{1+1}} | {ELIMINATE}",
            "prop $PieceName$ {1+1} | LocationName",
            f"key $PieceName$ {{1+1}} | {BACK}",
            "movecall <b>&amp;</b> & co | Main Map | 593 | 650",
            f"key <b>&amp;</b> & co | {PINNED}",
            f"key 227F | {SUPPLY}",
            f"key 1.10 | {SUPPLY}",
            f"key 1e3 | {PINNED}",
            f"key \\ | {STEP}",
            f"key Żółw 北京 ß | {PINNED}",
            f"key Both | {FLIP}",
            *[f"hot {NEXT_PHASE}"] * 8,
            "gprop hm_turn",
            "gprop hm_phase",
            "prop Turn, $1; {2} | LocationName",
        ),
    )
    assert properties(answers) == [
        f"PROP Chit $1 LocationName={CUP} drawn",
        f"PROP Chit $1 LocationName={CUP}",
        f"PROP $PieceName$ {{1+1}} LocationName={LOSSES}",
        f"GPROP hm_turn=2: Two{HARD}",
        f"GPROP hm_phase={PHASE}",
        f"PROP Turn, $1; {{2}} LocationName={RECORD} 2",
    ]
    messages = [line for line in chat(answers) if not line.startswith("EngineCheck: 1")]
    assert messages == [
        "EngineCheck draws Chit $1",
        "Chit $1 returns to the cup",
        "<b>&</b> & co (reduced) in 0503 loses a step",  # the chat shows &amp; as &
        "$PieceName$ {1+1} (reduced) is eliminated in 0305",
        "$PieceName$ {1+1} (reduced) returns to 0305",
        f"<b>&</b> & co (reduced) in 0604 ({here}): now pinned",
        f"227F in {RECORD} 3: out of supply",
        "1.10 in 0907: out of supply",
        "1e3 in 0402 (Milton): now pinned",
        "\\ (reduced) in 0705 loses a step",
        "Żółw 北京 ß in 0706 (Oakham): now pinned",
        "Both in 0303 is turned over, now Up + down; $x$, {y}",
        f"{{Signs}} come off{HARD}",
        "All pinned markers are removed (6.4)",
        "{Rain}",
        "$5 or $6$",
        "Check supply now (7.1); press Ctrl+U to mark a unit",
        f"EngineCheck: 2: Two{HARD}: {PHASE}",
    ]


def test_the_editor_loses_nothing(hard: Path, tmp_path: Path) -> None:
    """Saved again by VASSAL's editor, the module has lost nothing."""
    again = tmp_path / "again.vmod"
    lines = run(CHECK, hard, "--strict", "--resave-module", again)
    assert lines[-1] == "OK errors=0 warnings=0", lines
    assert list(lost(hard, again)) == []
