"""Why a hex is as it is."""

from __future__ import annotations

from hexwright.game.position import Position
from hexwright.rules.explain import HexPage, explain_hex
from tests.rules.positions import german, land, narva, position, unit


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
    here = {e.unit: (e.answer, e.rule, e.blocked) for e in found.here}
    assert here == {"381": ("yes", "5.2 B", ("2121",)), "109 HQ": ("no", "5.2 A", ())}
    assert {e.unit: e.answer for e in found.upon} == {"stranger": "unknown"}
    near = page(position(units, map=land(hexsides=[])), "2120")
    assert {e.unit: e.answer for e in near.upon} == {"stranger": "unknown", "AA": "yes"}


def test_supply_of_those_who_stand_there() -> None:
    found = page(position([german("FUS", "0125")], map=land()), "0125")
    assert [(ref, line.state, line.path) for ref, line in found.supply] == [
        ("FUS", "in", ("0125",))
    ]


def test_an_empty_hex_has_an_empty_page() -> None:
    found = page(position([]), "2020")
    assert (found.hex, found.slots, found.here, found.upon, found.supply) == (
        "2020",
        (),
        (),
        (),
        (),
    )
