"""Zones of control in Iskra (4.2, 4.6, 6.3.1, 8.5.3)."""

from __future__ import annotations

import pytest

from tests.rules.iskra_positions import judged, road
from tests.rules.positions import JSON, german, unit

AROUND_0833 = {"08.34", "08.32", "07.33", "07.34", "09.33", "09.34"}
INFANTRY = unit("342/136", "08.33", values={"attack": 2})
TANKS = unit("61T/86", "08.33", values={"attack": 5})
PANZERGRENADIER = german("2/366", "08.33", values={"attack": 2})


def zoc_of(*counters: JSON, options: dict[str, str] | None = None, **layers: object) -> set[str]:
    """The hexes in the ZOC of the first counter, on clear terrain unless stated."""
    board = {"default": "clear", **layers}
    found = judged(counters, map=board, options=options or {})
    return set(found.zoc[counters[0]["ref"]])


def test_it_reaches_all_six_hexes_around() -> None:
    assert zoc_of(INFANTRY) == AROUND_0833
    assert zoc_of(unit("1100/327", "34.01", values={"attack": 2})) == {"34.02", "33.01", "33.02"}


@pytest.mark.parametrize(
    "counter",
    [
        german("227 HQ", "08.33"),
        unit("21 Pontoon bridge", "08.33"),
        unit("21 Pontoon bridge", "08.33", values={"mode": "bridge", "attack": 3}),
        unit("342/136", "08.33", values={"attack": 0}),
        unit("342/136", "08.33", values={"attack": 2}, markers=["pin"]),
    ],
    ids=["HQ", "Pontonier", "bridge", "attack 0", "pinned"],
)
def test_these_have_none(counter: JSON) -> None:
    assert zoc_of(counter) == set()


@pytest.mark.parametrize("marker", ["out of supply", "isolated", "out of command"])
def test_markers_that_do_not_take_it(marker: str) -> None:
    assert zoc_of({**INFANTRY, "markers": [marker]}) == AROUND_0833


def test_a_tiger_with_technical_problems_keeps_it() -> None:
    tiger = german("1/s502", "08.33", values={"attack": 5}, markers=["technical problems"])
    assert zoc_of(tiger) == AROUND_0833


# -- the order of a stack (6.3.1) ------------------------------------------------------------------

ON_TOP = [
    unit("67A HQ", "08.33"),
    unit("21 Pontoon bridge", "08.33", values={"mode": "pontonier"}),
    unit("270/136", "08.33", values={"attack": 2}, markers=["pinned"]),
    unit("270/136", "08.33", values={"attack": 0}),
]


@pytest.mark.parametrize("other", ON_TOP, ids=["HQ", "Pontonier", "pinned", "attack 0"])
def test_a_unit_without_zoc_silences_the_stack_from_the_top_only(other: JSON) -> None:
    assert zoc_of({**INFANTRY, "level": 0}, {**other, "level": 1}) == set()
    assert zoc_of({**INFANTRY, "level": 1}, {**other, "level": 0}) == AROUND_0833


def test_a_unit_in_the_middle_of_a_stack_silences_nobody() -> None:
    stack = [
        {**INFANTRY, "level": 0},
        unit("67A HQ", "08.33", level=1),
        unit("270/136", "08.33", values={"attack": 2}, level=2),
    ]
    assert zoc_of(*stack) == AROUND_0833


def test_a_bridge_on_top_is_a_marker() -> None:
    bridge = unit("21 Pontoon bridge", "08.33", level=1, values={"mode": "bridge"})
    assert zoc_of({**INFANTRY, "level": 0}, bridge) == AROUND_0833


def test_an_enemy_or_an_air_unit_on_top_is_none_of_the_stack() -> None:
    assert zoc_of({**INFANTRY, "level": 0}, german("227 HQ", "08.33", level=1)) == AROUND_0833
    assert zoc_of({**INFANTRY, "level": 0}, german("SG1/LF1", "08.33", level=1)) == AROUND_0833


def test_where_the_order_is_not_told_a_unit_with_a_zoc_lies_on_top() -> None:
    assert zoc_of(INFANTRY, unit("67A HQ", "08.33")) == AROUND_0833


# -- where it reaches (4.2.2, 4.6) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexside", "crosses"),
    [
        (["major river"], False),
        (["major river", "frozen"], False),
        (["major river", "bridge"], False),
        (["minor river"], True),
        (["minor river", "canal"], True),
        (["impassable"], False),
    ],
    ids=lambda v: "+".join(v) if isinstance(v, list) else "",
)
@pytest.mark.parametrize("counter", [INFANTRY, PANZERGRENADIER], ids=["Soviet", "German"])
def test_hexsides(counter: JSON, hexside: list[str], crosses: bool) -> None:
    found = zoc_of(counter, hexsides=[["08.33", "08.34", *hexside]])
    assert found == (AROUND_0833 if crosses else AROUND_0833 - {"08.34"})


def test_a_road_over_the_neva_makes_no_bridge_for_it() -> None:
    river = [["08.33", "08.34", "major river"]]
    found = zoc_of(INFANTRY, hexsides=river, paths=[road("08.33", "08.34")])
    assert found == AROUND_0833 - {"08.34"}


def test_whole_hexes_of_the_neva_are_open_to_soviets_on_foot_only() -> None:
    neva: JSON = {"hexes": {"09.33": {"terrain": "frozen"}}, "areas": {"neva": ["09.33"]}}
    assert zoc_of(INFANTRY, **neva) == AROUND_0833
    assert zoc_of(PANZERGRENADIER, **neva) == AROUND_0833 - {"09.33"}
    assert zoc_of(TANKS, **neva) == AROUND_0833 - {"09.33"}


def test_a_bridge_opens_the_neva_to_tanks() -> None:
    neva: JSON = {"areas": {"neva": ["09.33", "09.34"], "pontoon bridge": ["09.33"]}}
    bridge = unit("21 Pontoon bridge", "09.33", values={"mode": "bridge"})
    assert zoc_of(TANKS, bridge, **neva) == AROUND_0833 - {"09.34"}
    pontonier = unit("21 Pontoon bridge", "09.33", values={"mode": "pontonier"})
    assert zoc_of(TANKS, pontonier, **neva) == AROUND_0833 - {"09.33", "09.34"}


@pytest.mark.parametrize("terrain", ["frozen", "pond", "woods", "city"])
def test_other_ice_and_terrain_stops_nobody(terrain: str) -> None:
    word: JSON = {"hexes": {"09.33": {"terrain": terrain}}}
    for counter in (INFANTRY, PANZERGRENADIER, TANKS):
        assert zoc_of(counter, **word) == AROUND_0833


def test_water_stops_everybody() -> None:
    assert zoc_of(INFANTRY, hexes={"09.33": {"terrain": "water"}}) == AROUND_0833 - {"09.33"}


def test_swamp_stops_mechanised_units_where_no_road_leads_in() -> None:
    swamp: JSON = {"hexes": {"09.33": {"terrain": "swamp"}, "09.34": {"terrain": "swamp"}}}
    paths = [road("09.34", "08.34", kind="narrow-gauge")]
    assert zoc_of(TANKS, paths=paths, **swamp) == AROUND_0833 - {"09.33"}
    assert zoc_of(INFANTRY, paths=paths, **swamp) == AROUND_0833
    assert zoc_of(TANKS, options={"mechanised-swamp": "open"}, **swamp) == AROUND_0833


@pytest.mark.parametrize(
    ("value", "onto_ice", "over_hexside"),
    [("ice", True, False), ("none", False, False), ("banks", True, True)],
)
def test_the_neva_is_read_three_ways(value: str, onto_ice: bool, over_hexside: bool) -> None:
    layers = {"areas": {"neva": ["09.33"]}, "hexsides": [["08.33", "08.34", "major river"]]}
    found = zoc_of(INFANTRY, options={"neva-zoc": value}, **layers)
    assert ("09.33" in found) == onto_ice
    assert ("08.34" in found) == over_hexside
    enemy = zoc_of(PANZERGRENADIER, options={"neva-zoc": value}, **layers)
    assert enemy == AROUND_0833 - {"09.33", "08.34"}


def test_on_the_shipped_map_the_neva_is_only_likely() -> None:
    """The course of the Neva is a guess, so a unit in its hexes is only suspect."""
    found = judged([unit("61T/86", "13.38")])
    assert {f.severity for f in found.findings if f.rule == "5.2.9"} == {"suspect"}


def test_without_hexsides_of_a_river_it_reaches_both_banks() -> None:
    bank = german("1/1", "02.20", values={"attack": 2})
    found = judged([bank], map={"hexsides": [], "areas": {"neva": []}})
    assert set(found.zoc["1/1"]) == {"01.20", "01.21", "02.19", "02.21", "03.20", "03.21"}
