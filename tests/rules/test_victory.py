"""Victory points, control and sudden death (13.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.positions import JSON, german, judged, land, unit

STRONG = {"values": {"attack": 2}}
OVER = {"turn": 12, "phase": "turn", "moment": "end"}


def points(*counters: JSON, **more: Any) -> dict[str, int]:  # noqa: ANN401 - a position's keys
    """The points that each hex is worth."""
    found: dict[str, int] = {}
    for line in judged(list(counters), **{**OVER, **more}).state["score"]["lines"]:
        where = line.get("hex") or line["place"]
        found[where] = found.get(where, 0) + line["points"]
    return found


@pytest.mark.parametrize(
    ("hex_", "worth"),
    [
        *(("1429", 2), ("1530", 2), ("1629", 2)),
        *(("3129", 3), ("3130", 3), ("3131", 3)),
        *(("2337", 2), ("1820", 1), ("1428", 0)),
    ],
)
def test_what_a_hex_is_worth(hex_: str, worth: int) -> None:
    found = points(unit("381", hex_, **STRONG), map={"areas": {"rollbahn": []}})
    assert found == ({hex_: worth} if worth else {})


@pytest.mark.parametrize(
    "taker",
    [
        unit("109 HQ", "1429"),
        unit("1434 AG", "1429", values={"attack": 4}),
        unit("16UR", "1429", values={"attack": 0}),
        german("FUS", "1429", **STRONG),
    ],
    ids=["HQ", "assault gun", "attack 0", "German"],
)
def test_who_takes_no_control(taker: JSON) -> None:
    assert points(taker) == {}


def test_entries_and_villages_come_from_the_map() -> None:
    board = land(
        entries={"A": ["0125"], "B": ["0110", "0111"], "C": ["0105"]},
        hexes={"0912": "village", "2912": "village", "0125": "village"},
        areas={"west bank": ["0912", "0125"], "rollbahn": ["0125", "0225"]},
    )
    held = ["0125", "0225", "0110", "0105", "0912", "2912"]
    found = points(*(unit(f"unit {h}", h, **STRONG) for h in held), map=board)
    assert found == {"0125": 15 + 2 + 1, "0225": 2, "0110": 10, "0105": 10, "0912": 1}


def test_the_rollbahn_asks_for_any_unit_that_stands_there() -> None:
    board = land(areas={"rollbahn": ["0225"]})
    assert points(unit("109 HQ", "0225"), map=board) == {"0225": 2}
    assert points(map=board, control={"0225": "soviet"}) == {}
    assert points(unit("109 HQ", "2930"), map=board) == {"2930": 2}


def test_control_that_is_told_counts() -> None:
    assert points(control={"1429": "soviet", "1530": "german"}) == {"1429": 2}
    found = judged([], control={"1429": "soviet"}, **OVER).state
    assert found["control"]["1429"] == "soviet"
    assert found["control"]["1530"] == "unknown"
    assert found["score"]["at_most"] > found["score"]["soviet"] == 2


def test_who_held_a_hex_in_the_position_before_still_does() -> None:
    def points_after(*then: JSON, **more: object) -> dict[str, int]:
        before = {"turn": 3, "phase": "command", "moment": "start", "counters": list(then), **more}
        return points(unit("381", "2020", **STRONG), previous=before)

    assert points_after(unit("1074", "1429", **STRONG)) == {"1429": 2}
    assert points_after(control={"1429": "soviet"}) == {"1429": 2}
    assert points_after(unit("109 HQ", "1429")) == {}
    there = {"counters": [unit("1074", "1429", **STRONG)], "turn": 3, "phase": "command"}
    assert points(german("61F", "1429", **STRONG), previous=there) == {}


def test_a_unit_that_stands_there_now_wins_over_what_is_told() -> None:
    assert points(unit("381", "1429", **STRONG), control={"1429": "german"}) == {"1429": 2}


def test_before_anything_has_moved_nothing_is_soviet_but_what_they_stand_on() -> None:
    found = judged([], turn=1, phase="set-up", moment="end").state
    assert set(found["control"].values()) == {"german"}
    assert found["score"]["soviet"] == found["score"]["at_most"] == 0
    assert found["score"]["level"] == "German Massive"


def test_boxes_of_the_defence_track_count_at_the_end_only() -> None:
    marker = german("Nederland", place="Prepared Defense Track 1", kind="marker")
    assert points(marker) == {"Prepared Defense Track 1": 2}
    assert points(marker, turn=11) == {}


@pytest.mark.parametrize(("score", "level"), [(56, "Soviet Massive"), (46, "Soviet Major")])
def test_levels(score: int, level: str) -> None:
    hexes = ["0125", "0110", "0111", "0105", "1429", "1530", "1629"]
    board = land(entries={"A": ["0125"], "B": ["0110", "0111"], "C": ["0105"]}, areas={})
    control = dict.fromkeys(("3129", "3130", "3131", "2337", "1820"), "german")
    control |= dict.fromkeys(hexes, "soviet")
    control["0105"] = "soviet" if score == 56 else "german"
    extra = ["3129", "2337"] if score == 56 else ["2337", "3129"]
    control |= dict.fromkeys(extra, "soviet")
    found = judged([], control=control, map=board, **OVER).state["score"]
    assert found["soviet"] == found["at_most"] == score
    assert found["level"] == level


# -- sudden death -------------------------------------------------------------------------------

SEGMENT = {"turn": 6, "phase": "sudden death victory", "moment": "during"}


def sudden(*counters: JSON, **more: Any) -> str:  # noqa: ANN401 - a position's keys
    found = judged(list(counters), **{**SEGMENT, "map": land(), **more})
    return str(found.state["sudden_death"])


@pytest.mark.parametrize("hex_", ["3030", "3029", "3028", "2930"])
@pytest.mark.parametrize("name", ["381", "109 HQ", "1434 AG"])
def test_any_supplied_soviet_unit_in_narva_wins(hex_: str, name: str) -> None:
    assert sudden(unit(name, hex_)) == "soviet"


def test_next_to_narva_is_not_in_it() -> None:
    assert sudden(unit("381", "3031")) == "none"
    assert sudden(german("23", "3030")) == "none"


def test_an_unsupplied_unit_does_not_win() -> None:
    assert sudden(unit("381", "3030", markers=["out of supply"])) == "none"
    assert sudden(unit("381", "3030"), map=land("swamp")) == "none"


def test_it_is_decided_in_its_segment() -> None:
    assert sudden(unit("381", "3030"), phase="command") == "none"
    assert sudden(unit("381", "3030"), phase="supply", moment="end") == "soviet"
    assert sudden(unit("381", "3030"), phase="turn") == "unknown"
