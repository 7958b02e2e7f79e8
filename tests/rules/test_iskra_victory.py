"""Victory in Iskra: Schlüsselburg (13.5), points (14.1), joining forces, sudden death (14.2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.iskra_positions import ground, iskra, judged, road
from tests.rules.positions import JSON, german, of_rule, unit

CITY = ["15.38", "16.38", "17.39", "17.40", "18.38", "18.39"]
VILLAGES = ["32.29", "11.33", "06.25", "08.27", "04.23"]
MGA = ["09.05", "10.04", "10.05", "11.04", "11.05", "12.04"]
HEIGHTS = ["19.18", "20.18"]
TAKERS = ["942/268", "947/268", "952/268", "269/136", "342/136", "270/136"]
END = {"phase": "turn", "moment": "end"}


def taking(hexes: list[str], **more: object) -> list[JSON]:
    """Soviet units with a ZOC in the given hexes."""
    strong = {"values": {"attack": 2, "defence": 2}, **more}
    return [unit(n, h, **strong) for n, h in zip(TAKERS, hexes, strict=False)]


def state(counters: list[JSON], turn: int = 5, **more: object) -> dict[str, Any]:
    return dict(judged(counters, turn=turn, **{**END, **more}).state)


# -- Schlüsselburg --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "points"), [(6, 4), (7, 4), (8, 2), (10, 2)])
def test_all_six_hexes_free_the_city_for_4_or_2(turn: int, points: int) -> None:
    found = state(taking(CITY), turn)
    assert (found["schluesselburg_soviet"], found["schluesselburg_german"]) == (points, 0)
    assert {found["control"][hex_] for hex_ in CITY} == {"soviet"}
    lines = [line["points"] for line in found["score"]["lines"] if line.get("hex") in CITY]
    assert lines == [points]


def test_five_of_six_free_nothing() -> None:
    garrison = german("1/328", CITY[5])
    found = state([*taking(CITY[:5]), garrison])
    assert (found["schluesselburg_soviet"], found["schluesselburg_german"]) == (0, 8)
    assert {found["control"][hex_] for hex_ in CITY} == {"german"}


@pytest.mark.parametrize(
    "last",
    [
        unit("67A HQ", CITY[5]),
        unit("270/136", CITY[5], values={"attack": 0, "defence": 2}),
        unit("270/136", CITY[5], values={"attack": 2, "defence": 0}),
        unit("270/136", CITY[5], values={"attack": 2, "defence": 2}, markers=["pinned"]),
    ],
    ids=["HQ", "attack 0", "defence 0", "pinned"],
)
def test_the_sixth_needs_a_unit_that_takes_control(last: JSON) -> None:
    assert state([*taking(CITY[:5]), last])["schluesselburg_soviet"] == 0


def test_a_city_freed_in_time_keeps_its_worth() -> None:
    before = {"turn": 7, **END, "counters": taking(CITY)}
    assert state(taking(CITY), 8, previous=before)["schluesselburg_soviet"] == 4
    assert state([], 9, facts={"schluesselburg_freed": 7})["schluesselburg_soviet"] == 4
    assert state([], 9, facts={"schluesselburg_freed": 8})["schluesselburg_soviet"] == 2


def test_left_by_its_garrison_it_is_worth_2_from_the_turn_s_end() -> None:
    inside, outside = german("1/328", "17.39"), german("1/328", "17.38")
    assert state([inside])["schluesselburg_german"] == 8
    assert state([outside])["schluesselburg_german"] == 2
    assert state([outside], phase="command", moment="during")["schluesselburg_german"] == 8
    assert state([inside], facts={"schluesselburg_left": True})["schluesselburg_german"] == 2


def marker(side: str, **more: object) -> JSON:
    return {"name": f"VP Schlüsselburg ({side})", "hex": "17.39", **more}


def test_once_left_it_stays_so() -> None:
    back = german("1/328", CITY[0])
    for moment, worth in (("end", 2), ("start", 8)):
        left = {"turn": 3, "phase": "turn", "moment": moment, "counters": []}
        assert state([back], turn=4, previous=left)["schluesselburg_german"] == worth


def test_the_marker_tells() -> None:
    garrison = german("1/328", "17.39")
    assert state([garrison, marker("German")])["schluesselburg_german"] == 8
    assert state([garrison, marker("German", step="flipped")])["schluesselburg_german"] == 2
    assert state([marker("Soviet")], 9)["schluesselburg_soviet"] == 4
    assert state([marker("Soviet", step="flipped")], 9)["schluesselburg_soviet"] == 2


# -- points ---------------------------------------------------------------------------------------


def test_the_germans_hold_all_at_the_start() -> None:
    found = state([], 1, phase="set-up")
    assert set(found["control"].values()) == {"german"}
    assert (found["score"]["soviet"], found["score"]["german"]) == (0, 13)
    assert found["score"]["level"] == "German Major Victory"


@pytest.mark.parametrize("hex_", VILLAGES)
def test_a_village_is_worth_a_point_to_its_holder(hex_: str) -> None:
    found = state([*taking([hex_]), german("1/328", "17.39")])["score"]
    assert (found["soviet"], found["german"]) == (1, 12)
    assert found["lines"] == [{"rule": "14.3.1", "hex": hex_, "points": 1}]


def test_who_passed_last_is_told_by_the_position_or_a_marker() -> None:
    assert state([], control={"11.33": "soviet"})["score"]["soviet"] == 1
    turned = {"name": "VP Marino", "hex": "11.33", "step": "flipped"}
    assert state([turned])["score"]["soviet"] == 1
    assert state([{**turned, "step": "full"}])["score"]["soviet"] == 0
    assert state([turned], control={"11.33": "german"})["score"]["soviet"] == 0


def test_a_marker_lies_on_the_side_that_it_is_said_to_be_of() -> None:
    taker = unit("942/268", "11.33", values={"attack": 2, "defence": 2})
    wrong = judged([taker, german("Marino", "11.33", kind="marker")])
    assert [f.severity for f in of_rule(wrong, "14.1")] == ["illegal"]
    assert not of_rule(judged([taker, unit("Marino", "11.33", kind="marker")]), "14.1")
    assert state([unit("Marino", "11.33", kind="marker")])["control"]["11.33"] == "soviet"


def test_untold_hexes_are_german_unless_read_otherwise() -> None:
    assert state([])["score"]["at_most"] == 0
    found = state([], options={"untold-hexes": "unknown"})
    assert found["control"]["11.33"] == "unknown"
    assert found["score"]["at_most"] == 5


def test_tigers_and_the_points_that_are_lost_with_the_table() -> None:
    assert state([], facts={"tigers_captured": True})["score"]["soviet"] == 2
    destroyed = {"tigers_destroyed": True}
    assert state([], facts=destroyed)["score"]["soviet"] == 0
    assert state([], facts=destroyed, options={"tigers-lost": "yes"})["score"]["soviet"] == 1
    found = state([], facts={"lost_points_soviet": 3, "lost_points_german": 1})["score"]
    assert found["soviet"] == 3
    assert {"rule": "14.3.1", "points": 1} in found["german_lines"]


@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (10, "Soviet Triumphant Victory"),
        (9, "Soviet Historic Victory"),
        (6, "Soviet Historic Victory"),
        (5, "Soviet Minor Victory"),
        (3, "Soviet Minor Victory"),
        (2, "German Minor Victory"),
        (0, "German Minor Victory"),
        (-1, "German Propaganda Victory"),
        (-4, "German Propaganda Victory"),
        (-5, "German Major Victory"),
    ],
)
def test_levels(difference: int, level: str) -> None:
    """The result against 5 German points for villages and 2 for a city they left (14.3)."""
    facts = {"lost_points_soviet": 7 + difference, "schluesselburg_left": True}
    found = state([], 10, facts={**facts, "joined_forces": True})["score"]
    assert (found["difference"], found["level"]) == (difference, level)


# -- joining forces (13.3.6, 14.1.4) --------------------------------------------------------------

WEST_EAST = {"sources": {"german": ["20.01"], "soviet": ["14.10", "22.10"]}}
JOIN = road(*(f"{c}.10" for c in range(14, 23)))


def test_forces_join_along_a_soviet_line_from_west_to_east() -> None:
    board = ground(paths=[JOIN], **WEST_EAST)
    assert state([], map=board)["joined_forces"] == "yes"
    enemy = german("1/22", "18.10", values={"attack": 2})
    assert state([enemy], map=board)["joined_forces"] == "no"
    assert state([], map=ground(**WEST_EAST))["joined_forces"] == "no"


@pytest.mark.parametrize(
    ("turn", "facts", "points"),
    [
        (5, {}, 0),
        (6, {}, -5),
        (7, {"joined_forces": False}, -5),
        (7, {"joined_forces": True}, 0),
        (7, {"joined_forces": 6}, 0),
        (7, {"joined_forces": 7}, -5),
    ],
)
def test_five_points_off_if_they_have_not_by_the_end_of_turn_6(
    turn: int, facts: dict[str, Any], points: int
) -> None:
    found = state([], turn, facts=facts, map=ground(**WEST_EAST))["score"]
    assert found["soviet"] == found["at_most"] == points


def test_they_joined_in_time_or_nobody_knows() -> None:
    board = ground(paths=[JOIN], **WEST_EAST)
    assert state([], 6, map=board)["score"]["soviet"] == 0
    late = state([], 8, map=board)["score"]
    assert (late["at_least"], late["soviet"], late["at_most"]) == (-5, 0, 0)
    assert late["difference"] == "unknown"


# -- sudden death ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "hexes", "winner"),
    [
        (4, VILLAGES[:3], "german"),
        (4, VILLAGES[:4], "none"),
        (6, VILLAGES, "german"),
        (8, VILLAGES, "german"),
        (5, [], "none"),
        (10, [], "none"),
    ],
)
def test_the_germans_win_when_too_little_has_been_taken(
    turn: int, hexes: list[str], winner: str
) -> None:
    assert state(taking(hexes), turn)["sudden_death"] == winner


def test_the_city_counts_and_the_five_points_off_do_not() -> None:
    board = ground(**WEST_EAST)
    control = dict.fromkeys(VILLAGES[:2], "soviet")
    assert state(taking(CITY), 6, control=control, map=board)["sudden_death"] == "none"
    found = state(taking(CITY), 6, control={"11.33": "soviet"}, map=board)
    assert found["sudden_death"] == "german"


def test_where_nobody_knows_it_is_unknown() -> None:
    found = state([], 4, options={"untold-hexes": "unknown"}, control={"11.33": "soviet"})
    assert found["sudden_death"] == "unknown"


@pytest.mark.parametrize("area", [HEIGHTS, MGA], ids=["heights", "Mga"])
def test_the_soviets_win_with_all_hexes_of_the_heights_or_of_mga(area: list[str]) -> None:
    assert state(taking(area))["sudden_death"] == "soviet"
    assert state(taking(area[:-1]))["sudden_death"] == "none"


@pytest.mark.parametrize("marker_", ["out of supply", "isolated"])
def test_with_units_in_supply(marker_: str) -> None:
    cut_off = unit("947/268", "20.18", markers=[marker_])
    assert state([*taking(HEIGHTS[:1]), cut_off])["sudden_death"] == "none"
    beside = unit("952/268", "20.18")
    assert state([*taking(HEIGHTS[:1]), cut_off, beside])["sudden_death"] == "soviet"


def test_at_the_end_of_a_turn_only() -> None:
    for phase in ("command", "supply"):
        assert state(taking(HEIGHTS), phase=phase)["sudden_death"] == "none"
    found = judged(taking(HEIGHTS), turn=5, **END)
    assert {f.rule for f in found.findings if f.topic == "victory"} == {"14.2.2"}
    assert [c.state for c in judged([], turn=5).checked if c.rule == "14.2.2"] == [
        "not-at-this-moment"
    ]


def test_a_marker_that_is_only_likely_wrong_is_suspect() -> None:
    """The attack strengths of the shipped counters are our estimates (basis house)."""
    found = judged([unit("942/268", "11.33"), {"name": "VP Marino", "hex": "11.33"}])
    assert [f.severity for f in of_rule(found, "14.1")] == ["suspect"]


def test_the_table_has_lost_four_of_its_fifteen_hexes() -> None:
    """14.1 mentions fifteen; the rules data name only those that survive."""
    rules = iskra().rules.victory
    assert rules is not None
    assert sum(len(line.hexes) for line in rules.lines) + len(CITY) == 11
