"""Logs played step by step: who moved what, new and resolved findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from checker.report.steps import MoveFinder
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import read_position
from hexmarshal.vassal.archive import Archive, pack
from hexmarshal.vassal.commands import ESC
from hexmarshal.vassal.obfuscation import obfuscate
from hexmarshal.vassal.save import parse_save
from hexmarshal.vassal.sequence import encode, nest_states
from tests.checker.conftest import Run
from tests.checker.kit import Unit, at, piece, save
from tests.games import shipped_game

Hexcheck = Callable[..., Run]
CLEAR = {"default": "clear"}


def log(start: bytes, steps: Sequence[Sequence[str]]) -> bytes:
    """A log: a save followed by steps, each a LOG command with its sub-commands below it."""
    archive = Archive.of(start)
    text = parse_save(start).text
    player = encode(["PLAYER\tjd\tJane Doe\tSoviet"], ESC)
    logged = [encode(["LOG\t" + step[0], *("LOG\t" + c for c in step[1:])], ESC) for step in steps]
    whole = ESC.join([text, player, *(encode([one], ESC) for one in logged)])
    entries = {name: archive.read(name) for name in archive.names}
    return pack({**entries, "savedGame": obfuscate(whole)})


def moved(id_: str, start: str, end: str) -> str:
    """The command that moves a piece from hex to hex, onto nothing in particular."""
    (x, y), (a, b) = at(end), at(start)
    return "M/" + encode([id_, "Main Map", x, y, "null", "Main Map", a, b, "null", "jd"], "/")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    start = save(
        [
            ("2020", [Unit("s-122-1074", ref="a"), Unit("s-122-1076", ref="b")]),
            ("2121", [Unit("s-122-1078", ref="c")]),
        ],
        turn=2,
        phase="movement",
    )
    steps = [
        ["CHAT&lt;Jane Doe&gt; - good evening"],
        ["CHAT* 1078 moves", moved("c", "2121", "2020")],
        [moved("a", "2020", "1920")],
        ["D/b/" + encode([_state(Unit("s-122-1076", steps_lost=1, ref="b"))], "/")],
        ["-/c"],
    ]
    found = tmp_path / "a.vlog"
    found.write_bytes(log(start, steps))
    return found


def _state(unit: Unit) -> str:
    return nest_states(
        [trait.state for trait in piece(unit).placed("Main Map", *at("2020")).traits]
    )


def test_each_step_with_its_player_moves_and_findings(hexcheck: Hexcheck, path: Path) -> None:
    (report,) = hexcheck("--format", "json", path).reports
    steps = {step["n"]: step for step in report["steps"]}
    assert list(steps) == [2, 3, 4, 5], "the first step only talks"
    assert [(m["counter"], m["from"], m["to"]) for m in steps[2]["moves"]] == [
        ("c", "2121", "2020")
    ]
    assert [f["rule"] for f in steps[2]["findings"]] == ["7.1 B"]
    assert steps[2]["player"] == "Jane Doe"
    assert (steps[2]["turn"], steps[2]["phase"]) == (2, "movement")
    assert [(m["counter"], m["to"]) for m in steps[3]["moves"]] == [("a", "1920")]
    assert "7.1 B" in [f["rule"] for f in steps[3]["resolved"]]
    assert steps[4]["moves"] == []


def test_the_report_is_about_the_position_at_the_end(hexcheck: Hexcheck, path: Path) -> None:
    result = hexcheck("position", path).data
    pieces = {counter["ref"]: counter for counter in result["counters"]}
    assert {ref: p["hex"] for ref, p in pieces.items()} == {"a": "1920", "b": "2020"}
    assert pieces["b"]["step"] == "reduced"
    (report,) = hexcheck("--format", "json", path).reports
    assert report["counters"].keys() == {"a", "b"}
    assert not [f for f in report["findings"] if f["rule"] == "7.1 B"]


def test_a_finding_that_moves_with_a_unit_is_reported_once(
    hexcheck: Hexcheck, tmp_path: Path
) -> None:
    twice = [Unit("s-122-1074", ref="a"), Unit("s-122-1074", ref="b")]
    start = save([("2020", twice)], turn=2, phase="movement")
    (tmp_path / "a.vlog").write_bytes(log(start, [[moved("a", "2020", "1920")], ["CHATwell"]]))
    (report,) = hexcheck("--format", "json", tmp_path / "a.vlog").reports
    assert [f["topic"] for f in report["findings"] if f["rule"] == "2.0 B"] == ["counter-mix"]
    (step,) = report["steps"]
    assert not [f for f in (*step["findings"], *step["resolved"]) if f["rule"] == "2.0 B"]


def test_a_step_that_broke_a_rule_makes_the_log_illegal(hexcheck: Hexcheck, path: Path) -> None:
    found = hexcheck("--format", "json", path)
    assert found.reports[0]["verdict"] == "illegal"
    assert found.status == 1
    text = hexcheck(path).out
    assert "step 2 · Jane Doe" in text
    assert "2121 to 2020" in text


def test_a_log_shows_which_arrivals_have_moved(hexcheck: Hexcheck, tmp_path: Path) -> None:
    names = ("92", "122", "191")
    waiting = [("Turn Record Track 2", [Unit(f"s-117-{n}", ref=n) for n in names])]
    start = save(waiting, turn=2, phase="soviet-reinforcement")
    steps = [[moved(n, "Turn Record Track 2", "1701")] for n in names]
    (tmp_path / "a.vlog").write_bytes(log(start, steps))
    again = [[moved(n, "1701", "1702")] for n in names]
    (tmp_path / "b.vlog").write_bytes(log(start, [*steps, *again]))
    for name, severity in (("a", "unknown"), ("b", "illegal")):
        (report,) = hexcheck("--format", "json", tmp_path / f"{name}.vlog").reports
        found = [f["severity"] for f in report["findings"] if f["rule"] == "7.1 B"]
        assert found == [severity]


def test_two_saves_compared(hexcheck: Hexcheck, tmp_path: Path) -> None:
    units = [Unit("s-122-1074", ref="a"), Unit("s-122-1076", ref="b")]
    (tmp_path / "1.vsav").write_bytes(save([("2020", units)], turn=2, phase="movement"))
    (tmp_path / "2.vsav").write_bytes(
        save([("2020", units[:1]), ("2121", units[1:])], turn=2, phase="movement")
    )
    words = ("--format", "json", "--before", tmp_path / "1.vsav", tmp_path / "2.vsav")
    (report,) = hexcheck(*words).reports
    (step,) = report["steps"]
    assert [(m["counter"], m["from"], m["to"]) for m in step["moves"]] == [("b", "2020", "2121")]


@pytest.mark.parametrize("name", ["tour.log", "blood-bowl.vlog"])
def test_logs_of_other_games_end_in_a_report(
    hexcheck: Hexcheck, corpus: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "b.yaml").write_text("game: narva\n")
    words = ("--format", "json", "--bind", tmp_path / "b.yaml", corpus / name)
    (report,) = hexcheck(*words).reports
    assert "error" not in report
    assert report["unread"]


def test_a_move_ends_when_the_other_player_s_phase_begins() -> None:
    game = shipped_game("baltic-gap")

    def stands(hex_: str, player: str) -> Position:
        unit = {"ref": "a", "id": "s-gd-inf-div-71", "hex": hex_}
        said = {"turn": 2, "phase": "movement", "facts": {"player_turn": player}}
        return read_position(game, {**said, "counters": [unit], "map": CLEAR}).position

    walks = MoveFinder(game)
    stops = [stands("E20.20", "first"), stands("E20.18", "first"), stands("E20.18", "second")]
    stops.append(stands("E20.16", "second"))
    moves = [judged.move for a, b in pairwise(stops) for judged in walks.moves(a, b)]
    assert [(move.start, move.end, move.cost) for move in moves] == [
        ("E20.20", "E20.18", 2),
        ("E20.18", "E20.16", 2),
    ]
