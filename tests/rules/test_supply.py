"""Supply lines (10.1, 10.2) and supply markers (10.0)."""

from __future__ import annotations

from typing import Any

import pytest

from hexmarshal.rules.findings import SupplyLine
from tests.rules.positions import JSON, german, judged, land, of_rule, unit

ROAD = {"kind": "road", "hexes": ["0212", "0312", "0412", "0512"]}
OURS = german("376G", "0512", values={"attack": 3})
SOURCES = {"german": ["0212"], "soviet": ["0912"]}
END = {"phase": "supply", "moment": "end"}


def line(*others: JSON, ours: JSON = OURS, turn: int = 2, **layers: object) -> SupplyLine:
    """The supply of a unit in 0512 on a map of swamp with a road from 0212."""
    board = {"default": "swamp", "paths": [ROAD], "sources": SOURCES, **layers}
    return judged([ours, *others], turn=turn, map=board, **END).supply[ours["ref"]]


def test_along_the_road() -> None:
    found = line()
    assert (found.state, found.path) == ("in", ("0512", "0412", "0312", "0212"))


@pytest.mark.parametrize(
    ("enemy", "state"),
    [
        (unit("147", "0413", values={"attack": 2}), "out"),
        (unit("147", "0413", values={"attack": 0}), "in"),
        (unit("122 HQ", "0412"), "out"),
        (unit("122 HQ", "0413"), "in"),
        (unit("1434 AG", "0412", values={"attack": 4}), "out"),
        (unit("1434 AG", "0413", values={"attack": 4}), "in"),
        (unit("147", "0411", values={"attack": 2}, markers=["pinned"]), "out"),
        (unit("IL-2M", "0412"), "in"),
    ],
    ids=["zoc", "no zoc", "on hq", "by hq", "on gun", "by gun", "pinned", "air"],
)
def test_enemies_on_or_beside_the_road(enemy: JSON, state: str) -> None:
    assert line(enemy).state == state


def test_a_friend_negates_the_zoc_in_its_hex_but_no_enemy_unit() -> None:
    enemy = unit("147", "0413", values={"attack": 2})
    assert line(enemy, german("225 Pio", "0412")).state == "in"
    assert line(enemy, german("225 HQ", "0412")).state == "in"
    assert line(unit("147", "0412"), german("225 Pio", "0412")).state == "out"


def test_an_enemy_across_an_unbridged_river_reaches_no_road() -> None:
    river = [["0412", "0413", "major river"], ["0312", "0413", "major river"]]
    enemy = unit("147", "0413", values={"attack": 2})
    assert line(enemy, hexsides=[*river, ["0512", "0413", "major river"]]).state == "in"
    assert line(enemy, hexsides=river[1:]).state == "out"


@pytest.mark.parametrize(
    ("terrain", "state"),
    [
        ("clear", "in"),
        ("hill", "in"),
        ("woods", "out"),
        ("swamp", "out"),
        ("hill + woods", "out"),
        ("village", "out"),
        ("water", "out"),
    ],
)
def test_terrain_off_the_road(terrain: str, state: str) -> None:
    gap: JSON = {
        "paths": [{"kind": "road", "hexes": ["0212", "0312"]}],
        "hexes": {"0412": terrain},
    }
    assert line(**gap).state == state


@pytest.mark.parametrize("terrain", ["woods", "swamp", "woods + swamp"])
@pytest.mark.parametrize("friend", ["225 Pio", "225 HQ"])
def test_a_friend_makes_woods_and_swamp_clear(terrain: str, friend: str) -> None:
    gap: JSON = {
        "paths": [{"kind": "road", "hexes": ["0212", "0312"]}],
        "hexes": {"0412": terrain},
    }
    assert line(german(friend, "0412"), **gap).state == "in"


def test_a_village_carries_supply_by_its_road_unless_read_otherwise() -> None:
    board = {
        "default": "swamp",
        "hexes": {"0412": {"terrain": "village"}},
        "paths": [{"kind": "road", "hexes": ["0212", "0312"]}],
        "sources": SOURCES,
    }
    for value, state in (("by-road", "out"), ("open", "in")):
        found = judged([OURS], map=board, options={"village-supply": value}, **END)
        assert found.supply["376G"].state == state


@pytest.mark.parametrize(
    ("hexside", "state"),
    [
        (["major river"], "out"),
        (["major river", "frozen"], "out"),
        (["major river", "ferry"], "in"),
        (["major river", "bridge"], "in"),
        (["minor river"], "in"),
    ],
    ids=lambda v: "+".join(v) if isinstance(v, list) else v,
)
def test_rivers_off_the_road(hexside: list[str], state: str) -> None:
    found = line(
        paths=[{"kind": "road", "hexes": ["0212", "0312"]}],
        hexes={"0412": "clear"},
        hexsides=[["0312", "0412", *hexside], ["0412", "0313", "major river"]],
    )
    assert found.state == state


@pytest.mark.parametrize(
    ("turn", "facts", "state"),
    [
        (7, {}, "in"),
        (8, {}, "unknown"),
        (8, {"frost_prolonged": True}, "in"),
        (8, {"frost_prolonged": False}, "out"),
        (9, {"frost_prolonged": True}, "out"),
    ],
)
def test_the_winter_trail(turn: int, facts: dict[str, Any], state: str) -> None:
    trail = {"kind": "winter trail", "hexes": ["0312", "0412", "0512"]}
    board = land("swamp", sources=SOURCES, paths=[{**ROAD, "hexes": ["0212", "0312"]}, trail])
    found = judged([OURS], turn=turn, facts=facts, map=board, **END)
    assert found.supply["376G"].state == state


def test_markers_keep_to_the_season_of_the_phase_that_laid_them() -> None:
    trail = {"kind": "winter trail", "hexes": ["0312", "0412", "0512"]}
    board = land("swamp", sources=SOURCES, paths=[{**ROAD, "hexes": ["0212", "0312"]}, trail])
    when = {"phase": "turn", "moment": "start", "map": board}
    assert not of_rule(judged([OURS], turn=8, **when), "10.0 B")
    assert of_rule(judged([OURS], turn=10, **when), "10.0 B")


def test_after_the_thaw_its_hexes_are_swamp_whatever_is_drawn_there() -> None:
    trail = {"kind": "winter trail", "hexes": ["0312", "0412", "0512"]}
    swamp = dict.fromkeys(("0411", "0413", "0311", "0313", "0211", "0213"), "swamp")
    board = land("clear", sources=SOURCES, paths=[trail], hexsides=[], hexes=swamp)
    found = judged([german("376G", "0412")], turn=9, map=board, **END)
    assert found.supply["376G"].path != ("0412", "0312", "0212")


def test_sources_count_at_their_own_edges_only() -> None:
    ours = german("376G", "0544", values={"attack": 3})
    for source, state in (("0544", "in"), ("0144", "in"), ("0545", "out"), ("3420", "out")):
        board = {"default": "clear", "sources": {"german": [source]}}
        assert judged([ours], map=board, **END).supply["376G"].state == state


def test_a_source_may_be_blocked_itself() -> None:
    found = line(unit("147", "0212", values={"attack": 2}))
    assert (found.state, found.cut) == ("out", ("0212", "0312"))


def test_what_cuts_a_line() -> None:
    assert line(unit("147", "0412", values={"attack": 0})).cut == ("0412",)
    assert line(paths=[]).cut == ()


def test_the_260th_brigade_is_always_supplied() -> None:
    found = judged([unit("260", "0505")], map=land("swamp"), **END).supply["260"]
    assert (found.state, found.path, found.rule) == ("in", (), "8.6 E")


# -- Narva (10.2.2) -----------------------------------------------------------------------------

ROLLBAHN = {"rollbahn": ["2531", "2630"], "narva bridgehead": ["3129"]}


@pytest.mark.parametrize("soviet", ["109 HQ", "1434 AG", "381"])
def test_any_soviet_on_the_rollbahn_cuts_narva_off(soviet: str) -> None:
    board = land(areas=ROLLBAHN)
    found = judged([german("23", "3030"), unit(soviet, "2630")], map=board, **END)
    assert (found.supply["23"].state, found.supply["23"].rule) == ("out", "10.2.2 A")
    assert found.supply["23"].cut == ("2630",)


def test_soviets_in_narva_keep_their_supply() -> None:
    found = judged([unit("381", "3030"), unit("456", "2630")], map=land(areas=ROLLBAHN), **END)
    assert found.supply["381"].state == "in"


def test_a_guessed_rollbahn_gives_a_suspicion_only() -> None:
    board = {"hexes": {}, "hexsides": [], "paths": [], "sources": {"german": ["0125"]}}
    found = judged([german("23", "3030"), unit("109 HQ", "2631")], map=board, **END)
    assert [f.severity for f in of_rule(found, "10.2.2 A")] == ["suspect"]


# -- with the previous position (10.0, 10.1.2) --------------------------------------------------


def before(*markers: str, **when: object) -> dict[str, object]:
    then = {"turn": 4, "phase": "supply", "moment": "end", **when}
    return {**then, "counters": [german("376G", "0512", markers=list(markers))]}


def marked(*markers: str, previous: object, **more: object) -> list[str]:
    found = judged(
        [german("376G", "0512", markers=list(markers))],
        previous=previous,
        **{"turn": 5, **END, "map": land("swamp"), **more},
    )
    return sorted({f.rule for f in found.findings if f.severity == "illegal"})


OUT, ISOLATED = "out of supply", "isolated"


@pytest.mark.parametrize(
    ("was", "now", "rules"),
    [
        ((), (OUT,), []),
        ((), (ISOLATED,), ["10.0 C"]),
        ((), (), ["10.0 B"]),
        ((OUT,), (ISOLATED,), []),
        ((OUT,), (OUT,), ["10.0 C"]),
        ((ISOLATED,), (ISOLATED,), []),
        ((ISOLATED,), (OUT,), ["10.0 C"]),
    ],
)
def test_one_step_a_supply_phase(
    was: tuple[str, ...], now: tuple[str, ...], rules: list[str]
) -> None:
    assert marked(*now, previous=before(*was)) == rules


def test_between_supply_phases_nothing_changes() -> None:
    now = {"phase": "command", "moment": "during"}
    assert marked(OUT, previous=before(OUT), **now) == []
    assert marked(ISOLATED, previous=before(OUT), **now) == ["10.1.2 A"]
    assert marked(previous=before(OUT), **now) == ["10.1.2 A"]


def test_a_position_two_supply_phases_ago_decides_nothing() -> None:
    assert marked(ISOLATED, previous=before(turn=3)) == []


def test_in_narva_out_of_supply_stays_so() -> None:
    units = [german("23", "3030", markers=[OUT]), unit("109 HQ", "2630")]
    then = {"turn": 4, **END, "counters": units}
    found = judged(units, turn=5, map=land(areas=ROLLBAHN), previous=then, **END)
    assert found.verdict == "legal" or not of_rule(found, "10.0 C")
