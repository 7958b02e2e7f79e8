"""The charts of Baltic Gap against its text's examples, and against what rules and turns say."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from hexmarshal.game.folders import shipped_root
from hexmarshal.game.load.yamldoc import read_yaml
from hexmarshal.game.model import ChartTable, Game
from tests.games import shipped_game


@pytest.fixture(scope="module")
def gap() -> Game:
    return shipped_game("baltic-gap")


def table(gap: Game, title: str) -> ChartTable:
    (found,) = [t for chart in gap.charts for t in chart.tables if t.title.startswith(title)]
    return found


def row(gap: Game, title: str, roll: int) -> tuple[str, ...]:
    """The row of a table of dice for a roll."""
    for cells in table(gap, title).rows:
        first, _, last = cells[0].partition("-")
        if int(first) <= roll <= int(last or first):
            return cells
    raise AssertionError(f"no row for {roll}")


def test_every_roll_of_two_dice_has_one_row(gap: Game) -> None:
    for title in ("German supply", "Soviet supply", "German replacements", "Soviet replacements"):
        assert [row(gap, title, roll) for roll in range(2, 13)]


def test_the_example_of_soviet_supply(gap: Game) -> None:
    """3.1: on 8 July a 7 brings 3 SP each at A, B and C and 1 SP at D, 10 in all."""
    _, east, south, _ = row(gap, "Soviet supply", 7)
    assert 3 * int(east) + int(south) == 10


def test_rows_copied_from_the_text(gap: Game) -> None:
    assert row(gap, "German supply", 11)[1] == "10"
    assert row(gap, "Soviet supply", 12)[1:] == ("5", "2", "3")
    assert row(gap, "German replacements", 9)[1] == "2x Eq, Pax, Hogs, Garrison, Plane"
    assert row(gap, "Soviet replacements", 6)[1] == "AR1, Eq, Plane"
    events = {cells[0]: cells[1:] for cells in table(gap, "Events").rows}
    assert events["8th"] == ("2-8", "9-12")
    assert events["15th"] == ("2-12", "–")
    costs = {cells[1]: cells[2] for cells in table(gap, "Rebuild costs").rows}
    assert costs["HQ"] == "1 Eq + 1 Pax"
    assert costs["artillery of any type"] == "2 Eq *"


def test_weather_rail_and_events_are_those_of_the_turns(gap: Game) -> None:
    months = ("June", "July", "August", "September", "October")
    rail = {cells[0].removeprefix("Rail in "): cells[1:] for cells in table(gap, "Shipping").rows}
    weather = {
        month: cells[1:]
        for cells in table(gap, "Weather (").rows
        for month in months
        if month in cells[0]
    }
    events = {re.sub(r"\D", "", c[0]): c[1] for c in table(gap, "Events").rows}
    for turn in gap.turns:
        day, month = turn.title.split()
        assert (turn.facts["rail_soviet"], turn.facts["rail_german"]) == rail[month]
        told = zip(weather[month], ("mud", "limited", "flight"), strict=True)
        said = ", ".join(f"{dice} {word}" for dice, word in told if dice != "–")
        assert turn.facts["weather"] == said
        event = turn.facts.get("event")
        held = month in ("August", "September", "October") and day in events
        assert (event is not None) == held
        assert event is None or event.endswith(f"on {events[day]}")


FEATURES = {
    "Open": "clear", "Hills": "hill", "Woods": "woods", "Bog": "bog", "Wooded bog": "wooded bog",
    "Secondary road": "road", "Track": "track", "Railroad": "railway",
    "Major river": "major river", "Minor river": "minor river", "All-lake hexside": "lake",
}  # fmt: skip


def test_movement_costs_are_those_that_hexcheck_judges_by(gap: Game) -> None:
    document = read_yaml(shipped_root() / "scenarios" / "baltic-gap" / "rules.yaml")
    judged: dict[str, object] = {}
    for line in document.data["movement"]["chart"]:
        for part in ("terrain", "hexsides", "paths"):
            for word in line.get(part, ()):
                judged.setdefault(word, line["costs"])
    shown = {cells[0]: cells[2:5] for cells in table(gap, "Terrain effects").rows}
    assert set(shown) - set(FEATURES) == {"Village", "Minor city"}  # as the other terrain
    for feature, word in FEATURES.items():
        costs = judged[word]
        by_class = costs if isinstance(costs, Mapping) else dict.fromkeys(_CLASSES, costs)
        assert [str(by_class[name]).casefold() for name in _CLASSES] == [
            cell.casefold() for cell in shown[feature]
        ]


_CLASSES = ("track", "truck", "leg")


def test_pop_is_that_of_the_map(gap: Game) -> None:
    printed = {
        name: int(points)
        for cells in table(gap, "POP places").rows
        for name, points in re.findall(r"([\w-]+) (\d) \(", cells[2])
    }
    assert sum(printed.values()) == 66  # 4.0
    assert {c[0]: c[1] for c in table(gap, "POP places").rows} == {
        "Estonia": "14", "Germany": "3", "Latvia": "26", "Lithuania": "14", "USSR": "9",
    }  # fmt: skip
    on_map = {p.name: p.points["pop"] for p in gap.board.places if "pop" in p.points}
    assert printed == on_map


def test_ports_and_their_tracks_have_the_same_capacity(gap: Game) -> None:
    capacity = {cells[0]: cells[2][:4] for cells in table(gap, "Ports").rows}
    tracks = {
        box.title.split()[0]: box.title.partition(": ")[2][:4]
        for box in gap.board.boxes
        if box.id.endswith("-port")
    }
    assert tracks == capacity
    assert all(len(box.spaces) == 5 for box in gap.board.boxes if box.id.endswith("-port"))
