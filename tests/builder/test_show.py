"""`hexmarshal show --json` against the form that users rely on, for every game that ships."""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from dataclasses import replace
from typing import Any

import pytest

from builder.show import resolved
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement
from tests.games import shipped_game

GAME = {"game", "title", "sides", "scenarios", "counters", "placements"}
SCENARIO = {"id", "title", "rule", "first_turn", "last_turn"}
COUNTER = {"id", "name", "kind", "type"}
COUNTER_MORE = {"side", "formation", "steps", "values", "basis"}
KINDS_OF_COUNTER = {
    "combat",
    "hq",
    "air",
    "naval",
    "transport",
    "supply",
    "marker",
    "hedgehog",
    "airbase",
    "chit",
    "replacement",
}
PLACEMENT = {"scenario", "counter", "count", "as_printed", "rule", "kind"}
PLACEMENT_MORE = {
    "hex",
    "hexes",
    "within",
    "place",
    "turn",
    "date",
    "entry",
    "steps_lost",
    "group",
    "group_steps_lost",
    "note",
}
KINDS_OF_PLACEMENT = {
    "setup",
    "reinforcement",
    "replacement",
    "withdrawal",
    "box",
    "available",
    "dead",
    "airbase",
    "air",
    "chit",
}
WHERE = ("hex", "hexes", "place", "entry")
OURS = {"side", "inside", "waits", "replaces", "draw", "choice", "unless", "conditional"}
"""Further keys of placements."""

Json = dict[str, Any]


@pytest.fixture(scope="module", params=["narva", "iskra", "baltic-gap"])
def game(request: pytest.FixtureRequest) -> Game:
    return shipped_game(request.param)


@pytest.fixture(scope="module")
def data(game: Game) -> Json:
    return json.loads(json.dumps(resolved(game)))  # type: ignore[no-any-return]


def _says_nothing(value: object) -> bool:
    return value is None or value == "" or value in ([], {})


def test_the_whole_has_its_keys(data: Json) -> None:
    assert set(data) == GAME
    assert data["sides"] == ["german", "soviet"]
    for scenario in data["scenarios"]:
        assert scenario.keys() >= SCENARIO
        assert 1 <= scenario["first_turn"] <= scenario["last_turn"]
    ids = [scenario["id"] for scenario in data["scenarios"]]
    assert len(set(ids)) == len(ids)


def test_counters_have_their_keys(data: Json) -> None:
    ids = Tally(counter["id"] for counter in data["counters"])
    assert set(ids.values()) == {1}
    for counter in data["counters"]:
        assert counter.keys() >= COUNTER, counter
        assert counter["kind"] in KINDS_OF_COUNTER
        assert not [name for name, value in counter.items() if _says_nothing(value)]
        assert counter.get("side", "german") in data["sides"]
        assert all(isinstance(text, str) for text in counter.get("as_printed", []))
        assert counter.get("values", {}).keys() <= counter.get("basis", {}).keys()
        assert "steps" not in counter or isinstance(counter["steps"], int)
    for name in COUNTER_MORE:
        assert any(name in counter for counter in data["counters"])


def test_placements_have_their_keys(data: Json) -> None:
    counters = {counter["id"] for counter in data["counters"]}
    scenarios = {scenario["id"] for scenario in data["scenarios"]}
    for placement in data["placements"]:
        keys = placement.keys()
        assert keys >= PLACEMENT, placement
        assert keys <= PLACEMENT | PLACEMENT_MORE | OURS, placement
        assert not [name for name, value in placement.items() if _says_nothing(value)]
        assert placement["kind"] in KINDS_OF_PLACEMENT
        assert placement["counter"] in counters
        assert placement["scenario"] in scenarios
        assert placement["count"] >= 1
        assert len([name for name in WHERE if name in placement]) == 1, placement
        assert "within" not in placement or {"hex", "hexes"} & keys


def test_hexes_are_numbers_as_the_game_prints_them(data: Json) -> None:
    printed = {
        "narva": r"\d{4}", "iskra": r"\d\d\.\d\d", "baltic-gap": r"[EW][1-9]\d?\.\d\d",
    }[data["game"]]  # fmt: skip
    for placement in data["placements"]:
        for hex_ in [*placement.get("hexes", []), *filter(None, [placement.get("hex")])]:
            assert re.fullmatch(printed, hex_)
            assert not hex_.startswith("E") or not hex_.endswith(".35")
        assert len(placement.get("hexes", ["", ""])) > 1


def test_a_counter_is_listed_once(game: Game) -> None:
    """One placement per counter, and as many copies as it has."""
    for scenario in game.scenarios:
        there: Tally[str] = Tally()
        for placement in resolved(game, scenario.id)["placements"]:
            if placement["kind"] in KINDS_OF_PLACEMENT - {"reinforcement", "withdrawal"}:
                there[placement["counter"]] += placement["count"]
        for id_, count in there.items():
            assert count <= game.counters[id_].count, (scenario.id, id_)


def test_a_row_without_a_place_gets_the_place_of_its_kind(game: Game) -> None:
    scenario = game.scenarios[0]
    counter = next(iter(game.counters))
    for kind, words in (
        ("dead", "Dead Pile"), ("available", "Available"), ("withdrawal", "Withdrawn"),
    ):  # fmt: skip
        bare = Placement(scenario.id, counter, kind, as_printed="x", rule="1")
        one = replace(game, scenarios=(replace(scenario, placements=(bare,)),))
        (placement,) = resolved(one, scenario.id)["placements"]
        assert placement["place"] == words


def test_dead_and_withdrawn_units_keep_the_words_of_the_text(data: Json) -> None:
    if data["game"] != "baltic-gap":
        pytest.skip("lists of Baltic Gap")
    words: dict[str, Tally[str]] = {}
    for placement in data["placements"]:
        if placement["kind"] in ("dead", "available", "withdrawal"):
            words.setdefault(placement["kind"], Tally())[placement["place"]] += 1
    assert set(words["dead"]) == {"Dead Units"}
    assert set(words["available"]) == {"Available", "Leningrad Box"}  # 3.3
    assert set(words["withdrawal"]) == {"Withdraw", "Saaremaa Box"}
    assert words["withdrawal"]["Saaremaa Box"] == 9
