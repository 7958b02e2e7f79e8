"""The rules applied to one hex."""

from __future__ import annotations

from hexmarshal.game.position import Position
from hexmarshal.rules.explain import Bar, HexPage, explain_hex
from tests.rules import iskra_positions
from tests.rules.iskra_positions import iskra
from tests.rules.positions import JSON, german, land, narva, position, unit


def page(where: Position, hex_: str) -> HexPage:
    return explain_hex(narva(), where, narva().board.grid.parse(hex_))


def test_slots_name_who_takes_them() -> None:
    stack = [unit("1434 AG", "2120"), unit("381", "2120"), unit("109 HQ", "2120")]
    found = {s.name: (s.limit, s.units) for s in page(position(stack), "2120").slots}
    assert found == {
        "HQs": (1, ("109 HQ",)),
        "Soviet assault guns": (1, ("1434 AG",)),
        "combat units": (2, ("381",)),
    }


def test_zones_say_whose_why_and_what_stops_them() -> None:
    river = land(hexsides=[["2120", "2121", "major river"]])
    units = [
        unit("381", "2120", values={"attack": 2}),
        unit("109 HQ", "2120"),
        german("FUS", "2019", values={"attack": 0}),
        german("stranger", "2020"),
        german("AA", "2121", formation="FHH Division", values={"attack": 1}),
    ]
    found = page(position(units, map=river), "2120")
    here = {e.unit: (e.answer, e.rule, e.why, e.blocked) for e in found.here}
    assert here == {
        "381": ("yes", "5.2 B", "", ("2121",)),
        "109 HQ": ("no", "5.2 A", "no HQ has a ZOC", ()),
    }
    assert {e.unit: (e.answer, e.why) for e in found.upon} == {
        "stranger": ("unknown", "its attack is unknown")
    }
    stranger = ("1920", "1921", "2019", "2021", "2120", "2121")
    assert found.upon[0].reaches == stranger, "where its zone would be"
    near = page(position(units, map=land(hexsides=[])), "2120")
    assert {e.unit: e.answer for e in near.upon} == {"stranger": "unknown", "AA": "yes"}


def test_supply_of_those_who_stand_there() -> None:
    found = page(position([german("FUS", "0125")], map=land()), "0125")
    assert [(s.unit, s.line.state, s.line.path) for s in found.supply] == [("FUS", "in", ("0125",))]


def iskra_page(units: list[JSON], hex_: str, **more: object) -> HexPage:
    where = iskra_positions.position(units, map=iskra_positions.ground(paths=[ROAD]), **more)
    return explain_hex(iskra(), where, iskra().board.grid.parse(hex_))


ROAD = iskra_positions.road("20.10", "21.10", "22.10", "23.10", "24.10")
STRONG = {"values": {"attack": 2}}


def test_a_zone_lost_to_the_unit_on_top_to_a_pin_or_to_nothing() -> None:
    stack = [
        german("2/366", "24.10", level=0, **STRONG),
        german("3/366", "24.10", level=1, markers=["pin"], **STRONG),
    ]
    assert [(e.answer, e.rule, e.why) for e in iskra_page(stack, "24.10").here] == [
        ("no", "6.3.1", "a unit without a ZOC lies on top of the stack"),
        ("no", "4.2.1", "it is marked pinned"),
    ]
    weak = [german("2/366", "24.10", values={"attack": 0})]
    assert [e.why for e in iskra_page(weak, "24.10").here] == ["attack 0"]
    bridge = [unit("42 Pontonier", "24.10", step="flipped")]
    assert [e.why for e in iskra_page(bridge, "24.10").here] == ["it counts as a marker"]


def test_what_cuts_a_line_and_by_which_rule() -> None:
    held = [german("2/366", "24.10", **STRONG), unit("8A HQ", "22.10")]
    (one,) = iskra_page(held, "24.10").supply
    assert (one.title, one.bars) == ("", (Bar("22.10", within=("8A HQ",)),))
    covered = [german("2/366", "24.10", **STRONG), unit("1098/327", "22.11", **STRONG)]
    (one,) = iskra_page(covered, "24.10").supply
    assert one.bars == (Bar("22.10", covered_by=("1098/327",)),)
    city = [german("1/328", "17.39")]
    (one,) = iskra_page(city, "17.39").supply
    assert (one.line.rule, one.title) == ("11.2.3", "Schlüsselburg")


def test_an_empty_hex_has_an_empty_page() -> None:
    found = page(position([]), "2020")
    assert (found.hex, found.slots, found.here, found.upon, found.supply) == (
        "2020",
        (),
        (),
        (),
        (),
    )
