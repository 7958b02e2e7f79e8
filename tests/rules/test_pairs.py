"""What a position and the previous one decide together."""

from __future__ import annotations

from tests.rules.positions import JSON, german, judged, land, of_rule, unit

COMMAND = {"turn": 4, "phase": "command", "moment": "during"}


def findings(rule: str, then: JSON, now: JSON, **more: object) -> list[str]:
    previous = {**COMMAND, "counters": [then]}
    found = judged([now], **{**COMMAND, "map": land(), **more}, previous=previous)
    return [str(f.severity) for f in of_rule(found, rule)]


def test_a_pinned_unit_does_not_move() -> None:
    pinned = german("FUS", "1820", markers=["pinned"])
    assert findings("2.5.1.3 A", pinned, german("FUS", "1821", markers=["pinned"])) == ["illegal"]
    assert findings("2.5.1.3 A", pinned, german("FUS", "1821")) == []
    assert findings("2.5.1.3 A", pinned, pinned) == []
    assert findings("2.5.1.3 A", german("FUS", "1820"), pinned) == []


def test_a_pin_of_the_turn_before_is_over() -> None:
    pinned = german("FUS", "1820", markers=["pinned"])
    moved = german("FUS", "1821", markers=["pinned"])
    assert findings("2.5.1.3 A", pinned, moved, turn=5) == []


def test_german_steps_come_back_but_not_mechanised_ones() -> None:
    reduced, full = {"step": "reduced"}, {"step": "full"}
    assert findings("11.2 D", german("PZG", "1928", **reduced), german("PZG", "1928")) == [
        "illegal"
    ]
    assert findings("11.2 D", german("FUS", "1928", **reduced), german("FUS", "1928")) == []
    assert findings("11.2 D", german("PZG", "1928", **full), german("PZG", "1928", **reduced)) == []


def test_nor_to_units_out_of_supply() -> None:
    out = {"markers": ["out of supply"]}
    then, now = german("FUS", "1928", step="reduced", **out), german("FUS", "1928", **out)
    assert findings("11.2.3 A", then, now) == ["illegal"]


def test_whether_soviets_get_steps_back_only_the_lost_table_tells() -> None:
    then, now = unit("381", "2120", step="reduced"), unit("381", "2120")
    assert findings("11.2 A", then, now) == ["unknown"]


def test_a_rebuilt_unit_needs_supply_and_its_hq_too() -> None:
    back = german("FUS", "1827", step="reduced", arrived=True)
    staff = german("FHH HQ", "1827")
    when = {"turn": 4, "phase": "reinforcement", "moment": "during"}
    assert not of_rule(judged([back, staff], map=land(), **when), "11.2.2 B")
    cut_off = judged([back, staff], map=land("swamp"), **when)
    assert [f.severity for f in of_rule(cut_off, "11.2.2 B")] == ["illegal"]
    marked = {**staff, "markers": ["out of supply"]}
    found = judged([back, marked], map=land(), **when)
    assert [f.severity for f in of_rule(found, "11.2.3 B")] == ["illegal"]
