"""Zones of control (5.0 to 5.6, 2.2.8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.positions import german, judged, unit

AROUND_3330 = {"3331", "3329", "3230", "3229", "3430", "3429"}
RIVER = ["3330", "3430", "major river"]


def zoc_of(counter: dict[str, Any], **layers: object) -> set[str]:
    found = judged([counter], map={"hexsides": [], "paths": [], **layers})
    return set(found.zoc[counter["ref"]])


def test_it_reaches_all_six_hexes_around() -> None:
    assert zoc_of(german("1/48", "3330", values={"attack": 1})) == AROUND_3330


def test_it_ends_with_the_map() -> None:
    assert zoc_of(unit("4", "0101", values={"attack": 2})) == {"0102", "0201"}


@pytest.mark.parametrize(
    "counter",
    [
        german("1/48", "3330", values={"attack": 0}),
        german("11 SS HQ", "3330", values={"attack": 3}),
        unit("1434 AG", "3330", values={"attack": 4}),
        unit("1902 AG", "3330", values={"attack": 4}),
        german("JU-87", "3330"),
    ],
    ids=["attack 0", "HQ", "assault gun", "assault gun by its name", "air unit"],
)
def test_these_have_none(counter: dict[str, Any]) -> None:
    found = judged([counter], map={"hexsides": []})
    assert not found.zoc.get(counter["ref"])


def test_a_german_assault_gun_has_one() -> None:
    gun = german("226 StuG", "3330", type="assault gun", values={"attack": 4})
    assert zoc_of(gun) == AROUND_3330


@pytest.mark.parametrize("marker", ["pinned", "out of supply", "isolated"])
def test_markers_do_not_take_it(marker: str) -> None:
    assert zoc_of(german("1/48", "3330", values={"attack": 1}, markers=[marker])) == AROUND_3330


@pytest.mark.parametrize(
    ("hexside", "crosses"),
    [
        (["major river"], False),
        (["major river", "frozen"], False),
        (["major river", "ferry"], False),
        (["major river", "bridge"], True),
        (["minor river"], True),
        (["canal"], True),
    ],
    ids=lambda v: "+".join(v) if isinstance(v, list) else "",
)
def test_rivers(hexside: list[str], crosses: bool) -> None:
    found = zoc_of(
        german("1/48", "3330", values={"attack": 1}), hexsides=[["3330", "3430", *hexside]]
    )
    assert found == (AROUND_3330 if crosses else AROUND_3330 - {"3430"})


@pytest.mark.parametrize("kind", ["rollbahn", "road", "track", "trail", "railway", "minor railway"])
def test_a_road_or_railway_over_a_river_is_a_bridge(kind: str) -> None:
    path = {"kind": kind, "hexes": ["3230", "3330", "3430"]}
    found = zoc_of(german("1/48", "3330", values={"attack": 1}), hexsides=[RIVER], paths=[path])
    assert found == AROUND_3330


@pytest.mark.parametrize(
    ("turn", "option", "crosses"),
    [(7, "yes", True), (9, "yes", False), (7, "no", False)],
)
def test_a_winter_trail_bridges_in_frost_or_not_at_all(
    turn: int, option: str, crosses: bool
) -> None:
    found = judged(
        [german("1/48", "3330", values={"attack": 1})],
        turn=turn,
        options={"winter-trail-bridges": option},
        map={"hexsides": [RIVER], "paths": [{"kind": "winter trail", "hexes": ["3330", "3430"]}]},
    )
    assert ("3430" in found.zoc["1/48"]) == crosses


def test_a_river_that_is_certain_is_bridged_by_no_road_that_is_not() -> None:
    counter = german("1/48", "3330", values={"attack": 1})
    found = judged([counter], map={"hexsides": [["3330", "3429", "major river"]]})
    assert "3429" not in found.zoc["1/48"]


def test_a_reduced_unit_has_the_zoc_of_its_reduced_side() -> None:
    ur = unit("16UR", "3430", step="reduced", values={"attack": 0})
    assert zoc_of(ur) == set()
