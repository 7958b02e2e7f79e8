"""From a save of a module that keeps the contract to a position, and to the same in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexmarshal.game.folders import locate
from hexmarshal.vassal.setup import PlacedPiece
from tests.checker.conftest import Run
from tests.checker.kit import Unit, in_a_box, layout, module, narva, piece, save

Hexcheck = Callable[..., Run]


def position(hexcheck: Hexcheck, path: Path, *words: str) -> dict[str, Any]:
    found = hexcheck("position", path, *words)
    assert found.status == 0, found.err
    return found.data


def by_ref(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {counter["ref"]: counter for counter in result["counters"]}


@pytest.fixture(params=["module beside", "module alone"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder for saves: places are named by the module in it, or where none is by the layout."""
    if request.param == "module beside":
        (tmp_path / "narva.vmod").write_bytes(module())
    return tmp_path


def test_pieces_turn_and_phase(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    path.write_bytes(
        save(
            [
                ("2020", [Unit("s-122-1074", ref="a"), Unit("s-122-1076", steps_lost=1, ref="b")]),
                ("0109", [Unit("g-61-hq", ref="c")]),
                ("Turn Record Track 3", [Unit("m-turn", ref="d")]),
                ("Luftwaffe Box", [Unit("g-air-ju-87", ref="e")]),
            ],
            turn=3,
            phase="supply-segment",
        )
    )
    result = position(hexcheck, path)
    assert (result["game"], result["scenario"], result["turn"]) == ("narva", "campaign", 3)
    assert (result["phase"], result["moment"]) == ("supply segment", "during")
    counters = by_ref(result)
    assert counters["a"]["id"] == "s-122-1074"
    assert counters["a"]["hex"] == counters["b"]["hex"] == "2020"
    assert (counters["a"].get("level", 0), counters["b"]["level"]) == (0, 1)
    assert "step" not in counters["a"]
    assert counters["b"]["step"] == "reduced"
    assert counters["c"]["hex"] == "0109"
    assert counters["d"]["place"] == "Turn Record Track 3"
    assert counters["e"]["place"] == "Luftwaffe Box"
    assert "unread" not in result


def test_every_hex_of_the_map_is_named(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    grid = narva().board.grid
    labels = [grid.label(h) for h in grid.numbers if not in_a_box(layout().centre_px(h))]
    assert len(labels) > 0.9 * len(grid)
    path.write_bytes(save([(label, [Unit("s-122-1074", ref=label)]) for label in labels]))
    counters = by_ref(position(hexcheck, path))
    assert {ref: counter["hex"] for ref, counter in counters.items()} == {x: x for x in labels}


def test_states_of_a_unit(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    states = [("out of supply",), ("isolated", "pinned"), ("no strat move",)]
    path.write_bytes(
        save([("2020", [Unit("s-122-1074", markers=m, ref=str(i)) for i, m in enumerate(states)])])
    )
    result = by_ref(position(hexcheck, path))
    assert [result[str(i)]["markers"] for i in range(3)] == [sorted(m) for m in states]


def test_the_word_on_the_back_of_a_unit_is_a_state(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    sides = [Unit("s-2sh-hq", ref="a"), Unit("s-122-hq", flipped=True, ref="b")]
    path.write_bytes(save([("2020", [unit]) for unit in sides]))
    result = by_ref(position(hexcheck, path))
    assert "markers" not in result["a"]
    assert result["b"]["markers"] == ["last activated"]


def marker(word: str) -> tuple[str, bool]:
    """A marker counter of the game that says a word, and whether on its other side."""
    for counter in narva().counters.values():
        if counter.kind == "marker" and word in (counter.type, counter.reverse):
            return counter.id, word == counter.reverse
    raise AssertionError(f"the game has no marker {word!r}")


@pytest.mark.parametrize("word", ["out of supply", "isolated"])
def test_a_marker_applies_to_the_unit_below_it(hexcheck: Hexcheck, folder: Path, word: str) -> None:
    id_, flipped = marker(word)
    units = [Unit("s-122-1074", ref="low"), Unit("s-122-1076", ref="high")]
    path = folder / "a.vsav"
    path.write_bytes(save([("2020", [*units, Unit(id_, flipped=flipped, ref="m")])]))
    result = by_ref(position(hexcheck, path))
    assert "markers" not in result["low"]
    assert result["high"]["markers"] == [word]
    assert result["m"]["kind"] == "marker"


def test_a_marker_in_its_own_stack_applies_to_the_hex(hexcheck: Hexcheck, folder: Path) -> None:
    id_, flipped = marker("out of supply")
    path = folder / "a.vsav"
    stacks = [
        ("2020", [Unit(id_, flipped=flipped, ref="m")]),
        ("2020", [Unit("s-122-1074", ref="a"), Unit("s-122-1076", ref="b")]),
    ]
    path.write_bytes(save(stacks))
    result = by_ref(position(hexcheck, path))
    assert result["a"]["markers"] == result["b"]["markers"] == ["out of supply"]
    assert result["m"]["level"] == 2, "markers lie above units whatever the order of the stacks"


def test_a_marker_that_is_not_a_state_is_ignored(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    path.write_bytes(save([("2020", [Unit("s-122-1074", ref="a"), Unit("m-turn")])]))
    assert "markers" not in by_ref(position(hexcheck, path))["a"]


def test_cards_in_a_deck_are_out_of_play(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    path.write_bytes(save(decks={"Cup": [Unit("g-chit-agn", ref="a")]}))
    assert by_ref(position(hexcheck, path))["a"]["place"] == "Cup"


def test_pieces_on_another_map_are_out_of_play(hexcheck: Hexcheck, folder: Path) -> None:
    """Not in play, so neither early nor overdue; in JSON it says the same."""
    path = folder / "a.vsav"
    units = ("g-chit-wer", "s-109-381", "g-170-410f")
    beside = [PlacedPiece("Off-map", 30 * n, 30, (piece(Unit(u)),)) for n, u in enumerate(units)]
    path.write_bytes(save(extra=beside, turn=5, phase="movement"))
    (report,) = hexcheck("--format", "json", path).reports
    assert report["findings"] == []
    result = position(hexcheck, path)
    (again,) = hexcheck("--format", "json", "-", stdin=json.dumps(result)).reports
    assert again["findings"] == []


def test_a_save_does_not_show_who_has_just_arrived(hexcheck: Hexcheck, folder: Path) -> None:
    """A unit that a player draws onto the map is marked as moved as well."""
    path = folder / "a.vsav"
    names = ("92", "122", "191")
    units = [Unit(f"s-117-{name}", ref=name, moved=True) for name in names]
    path.write_bytes(save([("1701", units)], turn=2, phase="soviet-reinforcement"))
    assert {result["arrived"] for result in position(hexcheck, path)["counters"]} == {None}
    (report,) = hexcheck("--format", "json", path).reports
    (found,) = [f for f in report["findings"] if f["rule"] == "7.1 B"]
    assert found["severity"] == "unknown"
    assert {need["what"] for need in found["needs"]} == {"previous"}


def test_pieces_without_a_match_are_listed_as_unread(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    beside = PlacedPiece("Main Map", 1, 1, (piece(Unit("s-122-1078")),))
    path.write_bytes(save([("2020", [Unit("nobody", ref="a")])], extra=[beside]))
    unread = position(hexcheck, path)["unread"]
    assert [u["piece"] for u in unread] == ["nobody", "1078"]
    assert "unknown counter 'nobody'" in unread[0]["why"]
    assert "outside the hexes" in unread[1]["why"]
    assert "1,1" in unread[1]["where"]
    (report,) = hexcheck("--format", "json", path).reports
    assert report["unread"] == unread
    assert "could not be read" in hexcheck(path).out


def test_the_position_in_json_is_judged_as_the_save_is(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    stacks = [
        ("2020", [Unit(f"s-122-{n}", ref=n) for n in ("1074", "1076", "1078")]),
        ("2635", [Unit("s-43-4", ref="x"), Unit("g-227-227f", ref="y"), Unit("nobody")]),
    ]
    path.write_bytes(save(stacks, phase="movement"))
    (of_save,) = hexcheck("--format", "json", path).reports
    result = hexcheck("position", path).out
    (of_json,) = hexcheck("--format", "json", "-", stdin=result).reports
    assert of_json.pop("file") == "-"
    assert of_save.pop("file") == str(path)
    assert of_json == of_save


@pytest.mark.parametrize(
    ("step", "phase", "facts"),
    [
        (0, "weather roll", None),
        (3, "movement", {"player_turn": "first"}),
        (10, "movement", {"player_turn": "second"}),
        (16, "victory check", None),
    ],
)
def test_the_tracker_shows_whose_phase_it_is(
    hexcheck: Hexcheck, tmp_path: Path, step: int, phase: str, facts: dict[str, str] | None
) -> None:
    at = tmp_path / "gap.vsav"
    at.write_bytes(save(game="baltic-gap", phase=step, properties={"hm_scenario": "5.1"}))
    result = hexcheck("position", at).data
    assert (result["phase"], result.get("facts")) == (phase, facts)
    result = hexcheck("position", "--phase", "German Supply", at).data
    assert (result["phase"], result["facts"]) == ("supply", {"player": "german"})


def test_options_override_the_save(hexcheck: Hexcheck, folder: Path) -> None:
    path = folder / "a.vsav"
    path.write_bytes(save([("2020", [Unit("s-122-1074")])], turn=3))
    words = ("--turn", "5", "--phase", "end of the movement segment")
    result = position(hexcheck, path, *words)
    assert (result["turn"], result["phase"], result["moment"]) == (5, "movement", "end")
    result = position(hexcheck, path, "--moment", "start")
    assert (result["turn"], result["phase"], result["moment"]) == (3, "supply segment", "start")


def test_saves_are_judged_by_the_data_in_their_module(hexcheck: Hexcheck, tmp_path: Path) -> None:
    path = tmp_path / "saves" / "a.vsav"
    path.parent.mkdir()
    path.write_bytes(
        save([("2020", [Unit("s-122-1074")])], properties={"hm_digest": narva().digest})
    )
    (tmp_path / "x.vmod").write_bytes(module(locate("narva", Path.cwd())))
    (report,) = hexcheck("--format", "json", "--module", tmp_path / "x.vmod", path).reports
    assert report["game"] == "narva"
    assert not [f for f in report["findings"] if "different version of the data" in f["message"]]
    (beside,) = hexcheck("--format", "json", path).reports
    assert beside == report


def test_a_different_version_of_the_data_is_noted(hexcheck: Hexcheck, tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(save([("2020", [Unit("s-122-1074")])], properties={"hm_digest": "0" * 64}))
    (report,) = hexcheck("--format", "json", path).reports
    assert [f for f in report["findings"] if "different version of the data" in f["message"]]


def test_a_save_judged_as_another_game_is_noted(hexcheck: Hexcheck, tmp_path: Path) -> None:
    path = tmp_path / "a.vsav"
    path.write_bytes(save([("2020", [Unit("s-122-1074")])]))
    (report,) = hexcheck("--format", "json", "--game", "iskra", path).reports
    assert [f for f in report["findings"] if "a save of narva" in f["message"]]
    assert [unread["piece"] for unread in report["unread"]] == ["1074"]


def test_a_save_of_another_module_needs_a_binding(hexcheck: Hexcheck, corpus: Path) -> None:
    found = hexcheck("--game", "narva", corpus / "westwall-arnhem.vsav")
    assert found.status == 2
    assert "--bind" in found.out


def test_broken_files_do_not_stop_the_others(hexcheck: Hexcheck, tmp_path: Path) -> None:
    good = save([("2020", [Unit("s-122-1074")])])
    (tmp_path / "a.vsav").write_bytes(good[: len(good) // 2])
    (tmp_path / "b.vsav").write_bytes(good)
    (tmp_path / "c.json").write_text(json.dumps({"counters": 3, "game": "narva"}))
    (tmp_path / "d.json").write_text(json.dumps({"what": "no position"}))
    found = hexcheck("--format", "json", tmp_path)
    assert found.status == 2
    result = {Path(report["file"]).name: report for report in found.reports}
    assert result.keys() == {"a.vsav", "b.vsav", "c.json"}
    assert result["a.vsav"].keys() == result["c.json"].keys() == {"file", "error"}
    assert result["b.vsav"]["verdict"]
    assert "3 files" in hexcheck(tmp_path).out
