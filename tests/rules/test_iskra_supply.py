"""Supply in Iskra: lines (11.1), sources (11.2), HQs (11.3.1), and units that need none."""

from __future__ import annotations

import pytest

from hexmarshal.rules.findings import SupplyLine
from tests.rules.iskra_positions import ground, judged, road
from tests.rules.positions import JSON, german, of_rule, unit

OURS = german("2/366", "24.10", values={"attack": 2})
LINE = road("20.10", "21.10", "22.10", "23.10", "24.10")
SHORT = road("20.10", "21.10", "22.10")
SUPPLY = {"phase": "supply", "moment": "end"}
ENEMY = unit("1098/327", "22.11", values={"attack": 2})


def line(*others: JSON, ours: JSON = OURS, turn: int = 2, **layers: object) -> SupplyLine:
    """The supply of a unit in 24.10 in clear terrain with a road from the source 20.10."""
    board = ground(paths=[LINE], **layers) if "paths" not in layers else ground(**layers)
    return judged([ours, *others], turn=turn, map=board, **SUPPLY).supply[ours["ref"]]


# -- lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["road", "track", "trail", "railway", "narrow-gauge"])
def test_along_a_path(kind: str) -> None:
    found = line(paths=[{**LINE, "kind": kind}])
    assert found.state == "in"
    assert found.path == ("24.10", "23.10", "22.10", "21.10", "20.10")


def test_neither_the_transmission_line_nor_open_ground_carries() -> None:
    assert line(paths=[{**LINE, "kind": "power-line"}]).state == "out"
    assert line(paths=[]).state == "out"
    assert line(paths=[SHORT]).state == "out"


def test_a_unit_beside_the_road_steps_onto_it() -> None:
    assert line(paths=[road("20.10", "21.10", "22.10", "23.10")]).state == "in"


def test_friends_make_a_chain() -> None:
    assert line(german("3/366", "23.10"), paths=[SHORT]).state == "in"
    assert line(german("227 HQ", "23.10"), paths=[SHORT]).state == "in"
    found = line(german("3/366", "23.10"), german("1/22", "21.10"), german("2/22", "22.11"))
    assert found.state == "in"


def test_a_gap_of_one_hex_between_friends_is_a_gap() -> None:
    assert line(german("3/366", "22.10"), paths=[road("20.10", "21.10")]).state == "out"


def test_roads_side_by_side_do_not_meet() -> None:
    """A line follows a road; it does not jump from one road to the next."""
    apart = [road("20.10", "21.10", "22.10"), road("23.10", "24.10")]
    assert line(paths=apart).state == "out"
    assert line(german("3/366", "23.10"), paths=apart).state == "in"
    joined = [road("20.10", "21.10", "22.10"), road("22.10", "23.10", "24.10", kind="track")]
    assert line(paths=joined).state == "in"


@pytest.mark.parametrize(
    ("enemy", "state"),
    [
        (ENEMY, "out"),
        ({**ENEMY, "markers": ["pinned"]}, "in"),
        (unit("1098/327", "22.11", values={"attack": 0}), "in"),
        (unit("2ShA HQ", "22.10"), "out"),
        (unit("2ShA HQ", "22.11"), "in"),
        (unit("21 Pontoon bridge", "22.10"), "out"),
        (unit("279 IA/14AA", "22.10"), "in"),
    ],
    ids=["zoc", "pinned", "attack 0", "on HQ", "by HQ", "on Pontonier", "air"],
)
def test_enemies_on_or_beside_the_road(enemy: JSON, state: str) -> None:
    assert line(enemy).state == state


def test_what_cuts_the_line_is_told() -> None:
    assert line(ENEMY).cut == ("22.10",)


def test_a_friend_negates_an_enemy_zoc_in_its_hex() -> None:
    friends = [german("3/366", "22.10"), german("1/22", "21.10")]
    assert line(ENEMY, *friends).state == "in"
    assert line(ENEMY, friends[1]).state == "out"


def test_an_hq_on_top_of_the_enemy_opens_the_road() -> None:
    stack = [{**ENEMY, "level": 0}, unit("2ShA HQ", "22.11", level=1)]
    assert line(*stack).state == "in"
    assert line({**ENEMY, "level": 1}, {**stack[1], "level": 0}).state == "out"


# -- the Neva (11.1.1, 11.1.2) ---------------------------------------------------------------------

SOVIET = unit("942/268", "24.10", values={"attack": 2})
ACROSS: JSON = {"sources": {"german": ["20.10"], "soviet": ["20.10"]}}


def state(ours: JSON, *others: JSON, **layers: object) -> str:
    return str(line(*others, ours=ours, **{**ACROSS, **layers}).state)


@pytest.mark.parametrize(
    ("hexside", "soviet", "german_"),
    [
        (["major river"], "in", "out"),
        (["major river", "frozen"], "in", "out"),
        (["major river", "bridge"], "in", "out"),
        (["minor river"], "in", "in"),
        (["minor river", "canal"], "in", "in"),
        (["impassable"], "out", "out"),
        (["lake"], "out", "out"),
        (["lake", "bridge"], "in", "in"),
    ],
    ids=lambda v: "+".join(v) if isinstance(v, list) else "",
)
def test_hexsides(hexside: list[str], soviet: str, german_: str) -> None:
    sides = [["22.10", "23.10", *hexside]]
    assert state(SOVIET, hexsides=sides) == soviet
    assert state(OURS, hexsides=sides) == german_


def test_whole_hexes_of_the_neva_carry_soviet_supply_only() -> None:
    ice = {"hexes": {"22.10": {"terrain": "frozen"}}, "areas": {"neva": ["22.10"]}}
    assert state(SOVIET, **ice) == "in"
    assert state(OURS, **ice) == "out"


def test_winter_trails_serve_soviets_only() -> None:
    assert state(SOVIET, paths=[{**LINE, "kind": "winter-trail"}]) == "in"
    assert state(OURS, paths=[{**LINE, "kind": "winter-trail"}]) == "out"


# -- in supply without a line ----------------------------------------------------------------------


def test_all_are_in_supply_before_the_first_supply_phase() -> None:
    cut_off = ground()
    for when in ({"phase": "set-up"}, {"phase": "command"}, {"phase": "supply", "moment": "start"}):
        found = judged([OURS], turn=1, map=cut_off, **when).supply["2/366"]
        expected = "out" if when["phase"] == "supply" else "in"
        assert (found.state, found.rule) == (expected, "11.1" if expected == "out" else "11.4")
    assert judged([OURS], turn=2, map=cut_off).supply["2/366"].state == "out"


@pytest.mark.parametrize("hex_", ["15.38", "16.38", "17.39", "17.40", "18.38", "18.39"])
def test_germans_in_schluesselburg_are_in_supply(hex_: str) -> None:
    found = line(ours=german("1/328", hex_), paths=[])
    assert (found.state, found.path, found.rule) == ("in", (), "11.2.3")
    assert line(ours=unit("330/86", hex_), paths=[]).state == "out"


def test_the_city_is_a_source_for_nobody_outside() -> None:
    garrison = german("2/328", "17.39")
    assert line(garrison, ours=german("1/328", "17.38"), paths=[]).state == "out"


def naval(
    *, turn: int = 3, hex_: str = "29.40", previous: JSON | None = None, **more: object
) -> str:
    board = ground(hexes={"29.40": {"terrain": "frozen"}})
    ours = unit("1/55Nav", hex_, **more)
    told: JSON = {"previous": previous} if previous else {}
    return str(judged([ours], turn=turn, map=board, **SUPPLY, **told).supply["1/55Nav"].state)


def test_the_naval_brigade_needs_no_supply_on_the_ice_until_ashore() -> None:
    assert naval() == "in"
    assert naval(hex_="29.38") == "out"
    assert naval(hex_="29.38", values={"on_ice": True}) == "in"
    assert naval(values={"on_ice": False}) == "out"


def test_once_ashore_it_is_a_unit_like_any_other() -> None:
    assert naval(values={"ashore": True}) == "out"
    assert naval(values={"on_ice": True, "ashore": True}) == "out"
    assert naval(values={"ashore": True, "on_ice": True}) == "out"
    before = {"turn": 3, "phase": "command", "counters": [unit("1/55Nav", "29.38")]}
    assert naval(previous=before) == "out"
    assert naval(previous={**before, "counters": [unit("1/55Nav", "29.40")]}) == "in"


def test_a_bridge_is_never_out_of_supply_and_a_pontonier_may_be() -> None:
    for mode, expected in (("bridge", "in"), ("pontonier", "out")):
        ours = unit("21 Pontoon bridge", "24.12", values={"mode": mode})
        assert line(ours=ours, paths=[]).state == expected


# -- Gruppe Hühner (13.2.2) ------------------------------------------------------------------------

HUEHNER = german("Hühner HQ", "24.20", values={"range": 5})
TO_IT = [road("24.20", "24.21", "24.22", "24.23", "24.24", "24.25", "24.26")]


@pytest.mark.parametrize(("turn", "expected"), [(3, "out"), (4, "in"), (8, "in"), (9, "out")])
def test_it_is_in_supply_and_a_source_on_turns_4_to_8(turn: int, expected: str) -> None:
    found = judged([HUEHNER, german("1/22", "24.22")], turn=turn, map=ground(paths=TO_IT), **SUPPLY)
    assert {line.state for line in found.supply.values()} == {expected}


def test_units_out_of_its_range_or_without_a_path_do_not_use_it() -> None:
    units = [german("1/22", "24.25"), german("2/22", "24.26"), german("1/43", "22.22")]
    found = judged([HUEHNER, *units], turn=5, map=ground(paths=TO_IT), **SUPPLY).supply
    states = {ref: str(found[ref].state) for ref in ("1/22", "2/22", "1/43")}
    assert states == {"1/22": "in", "2/22": "out", "1/43": "out"}
    assert found["1/22"].path == ("24.25", "24.24", "24.23", "24.22", "24.21", "24.20")
    assert found["1/22"].rule == "13.2.2"


NAMES = ["1/22", "2/22", "1/43", "2/43", "1/1", "2/1", "1P"]


def served(marked: str = "", **more: object) -> list[str]:
    """Which of seven units around the HQ are in supply."""
    hexes = ["24.21", "24.21", "24.22", "24.22", "24.23", "24.23", "24.24"]
    units = [german(n, h) for n, h in zip(NAMES, hexes, strict=True)]
    units = [{**u, "markers": ["out of supply"]} if u["ref"] == marked else u for u in units]
    found = judged([HUEHNER, *units], turn=5, map=ground(paths=TO_IT), **SUPPLY, **more)
    return [name for name in NAMES if found.supply[name].state == "in"]


def test_it_serves_six_units() -> None:
    assert served() == NAMES[:6]
    assert served(marked="1/22") == NAMES[1:]


def test_a_unit_with_a_line_of_its_own_is_none_of_the_six() -> None:
    sources = {"german": ["24.26"], "soviet": ["30.10"]}
    hexes = ["24.21", "24.21", "24.22", "24.22", "24.23", "24.23", "24.24"]
    units = [german(n, h) for n, h in zip(NAMES, hexes, strict=True)]
    board = ground(paths=TO_IT, sources=sources)
    found = judged([HUEHNER, *units], turn=5, map=board, **SUPPLY).supply
    assert all(found[name].state == "in" for name in NAMES)
    assert found["1P"].rule == "11.1"


def test_a_seventh_without_a_marker_is_illegal() -> None:
    hexes = ["24.21", "24.21", "24.22", "24.22", "24.23", "24.23", "24.24"]
    units = [german(n, h) for n, h in zip(NAMES, hexes, strict=True)]
    found = judged([HUEHNER, *units], turn=5, map=ground(paths=TO_IT), **SUPPLY)
    assert [f.counters for f in of_rule(found, "13.2.2") if f.severity == "illegal"] == [("1P",)]


# -- unsupplied HQs (11.3.1) -----------------------------------------------------------------------


def under(*counters: JSON, **layers: object) -> dict[str, str]:
    found = judged(counters, turn=5, map=ground(**{"paths": [LINE], **layers}), **SUPPLY)
    return {ref: str(line.state) for ref, line in found.supply.items()}


def test_an_unsupplied_hq_puts_its_division_out_of_supply() -> None:
    units = [german("227 HQ", "28.20"), OURS, german("1/22", "23.10"), german("1/s502", "22.10")]
    assert under(*units) == {"227 HQ": "out", "2/366": "out", "1/22": "in", "1/s502": "in"}
    assert under(german("227 HQ", "21.10"), *units[1:])["2/366"] == "in"


def test_a_soviet_army_s_hq_puts_out_the_army_but_no_independents() -> None:
    board = ground(paths=[LINE], sources={"soviet": ["20.10"]})
    units = [
        unit("67A HQ", "28.20"),
        unit("942/268", "24.10"),
        unit("61T/86", "23.10"),
        unit("52Eng (Ind)", "22.10"),
        unit("1098/327", "21.10"),
    ]
    found = judged(units, turn=5, map=board, **SUPPLY).supply
    states = {ref: str(line.state) for ref, line in found.items()}
    assert states == {
        "67A HQ": "out",
        "942/268": "out",
        "61T/86": "out",
        "52Eng (Ind)": "in",
        "1098/327": "in",
    }
    assert found["942/268"].rule == "11.3.1"


def test_who_needs_no_line_needs_no_hq() -> None:
    huehner = german("Hühner HQ", "24.20", values={"range": 5})
    states = under(
        german("227 HQ", "28.20"),
        german("1/328", "18.39"),
        huehner,
        german("2/366", "24.21"),
    )
    assert (states["1/328"], states["2/366"]) == ("in", "in")


def test_read_in_range_it_puts_out_those_in_range() -> None:
    hq = german("227 HQ", "28.20", values={"range": 12})
    units = [hq, german("2/366", "24.10"), german("3/366", "21.10")]
    found = judged(
        units, turn=5, map=ground(paths=[LINE]), options={"unsupplied-hq": "in-range"}, **SUPPLY
    ).supply
    assert (found["2/366"].state, found["3/366"].state) == ("out", "in")


MARKED = german("2/366", "24.10", markers=["out of supply"], values={"attack": 2})


def marks(*counters: JSON, **more: object) -> list[str]:
    found = judged(counters, turn=5, map=ground(paths=[LINE]), **SUPPLY, **more)
    return [str(f.severity) for f in of_rule(found, "2.4.1") if "2/366" in f.counters]


def test_a_marker_may_come_from_an_hq_that_was_relocated_since() -> None:
    hq = german("227 HQ", "21.10")
    assert marks(MARKED) == ["illegal"]
    assert marks(MARKED, hq) == ["unknown"]
    assert marks(MARKED, hq, german("3/366", "23.10")) == ["illegal"]
    assert marks(MARKED, hq, german("1/328", "17.39")) == ["unknown"]


def test_the_position_before_tells_whether_it_was() -> None:
    hq = german("227 HQ", "21.10")
    then = {"turn": 5, "phase": "supply", "moment": "start"}
    stayed = {**then, "counters": [hq, german("2/366", "24.10")]}
    moved = {**then, "counters": [german("227 HQ", "28.20"), german("2/366", "24.10")]}
    assert marks(MARKED, hq, previous=stayed) == ["illegal"]
    assert marks(MARKED, hq, previous=moved) == ["unknown"]
