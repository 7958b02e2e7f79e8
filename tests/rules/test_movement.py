"""Moves under uncertain data, in frost and thaw, by rail, and between two positions."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.rules.findings import Severity, What
from hexmarshal.rules.movement import MoveJudge
from hexmarshal.rules.movement.costs import NEVER, WHOLE, added, cheapest
from hexmarshal.rules.movement.move import ObservedMove
from hexmarshal.rules.movement.verdict import MoveVerdict
from tests.rules.positions import JSON, german, land, narva, position, unit

FOOT: JSON = {"values": {"movement": 4}}
"""An infantry regiment with four movement points."""


def march(
    mover: JSON, to: str, *others: JSON, before: Mapping[str, object] | None = None, **when: object
) -> MoveVerdict:
    """The verdict on a unit's move to a hex; `before` is what differed when it set out."""
    then = position(
        [mover, *others], **{"map": land(), "phase": "movement", **when, **(before or {})}
    )
    now = position([{**mover, "hex": to}, *others], **{"map": land(), "phase": "movement", **when})
    old, new = then.by_ref[mover["ref"]], now.by_ref[mover["ref"]]
    assert old.hex is not None
    assert new.hex is not None
    found = MoveJudge(narva()).judged(then, now, ObservedMove(old, new, (old.hex,), (new.hex,)))
    assert found is not None
    return found


def foot(hex_: str, **more: object) -> JSON:
    return unit("1074", hex_, formation="122nd Corps", **{**FOOT, **more})


# -- bases of data --------------------------------------------------------------------------------


def test_a_house_allowance_makes_no_move_illegal() -> None:
    plain = unit("1074", "2010", formation="122nd Corps")
    assert march(plain, "2014").verdict == "legal"
    too_far = march(plain, "2015")
    assert (too_far.severity, too_far.verdict) == (Severity.SUSPECT, "unknown")
    assert (too_far.cost, too_far.allowance) == (5, 4)
    assert (What.VALUE, "1074") in {(need.what, need.of) for need in too_far.needs}


def test_the_allowance_told_decides_it() -> None:
    assert march(foot("2010"), "2015").severity is Severity.ILLEGAL
    assert march(foot("2010", values={"movement": 5}), "2015").verdict == "legal"


def test_an_allowance_nobody_knows() -> None:
    found = march(foot("2010", values={"movement": None}), "2013")
    assert (found.verdict, found.severity) == ("unknown", Severity.UNKNOWN)
    assert [need.of for need in found.needs if need.what is What.VALUE] == ["1074"]


def test_a_cost_the_text_bounds_is_decided_by_its_bounds() -> None:
    woods = land("woods")
    assert march(foot("2010"), "2012", map=woods).verdict == "legal", "at most 2 each"
    assert march(foot("2010"), "2015", map=woods).severity is Severity.ILLEGAL, "at least 1 each"


def test_a_chart_that_has_not_come_down_is_named() -> None:
    found = march(foot("2010"), "2013", map=land("hill"))
    assert (found.cost, found.verdict) == (6, "unknown")
    assert any(need.what is What.TEXT and "2.2.2" in need.of for need in found.needs)


def test_no_way_of_any_kind_is_illegal_whatever_the_data() -> None:
    found = march(foot("2010"), "2011", german("366G", "2011"))
    assert (found.severity, found.cited.rule, found.cost) == (Severity.ILLEGAL, "6.3 B", None)


# -- rivers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "kind", "verdict", "cost"),
    [
        (3, ["major river"], "legal", 2),
        (9, ["major river"], "illegal", None),
        (3, ["major river", "ice-free"], "illegal", None),
        (9, ["major river", "ferry"], "legal", 4),
        (3, ["major river", "bridge"], "legal", 1),
        (9, ["major river", "bridge"], "legal", 1),
    ],
)
def test_a_major_river_in_frost_and_thaw(
    turn: int, kind: list[str], verdict: str, cost: float | None
) -> None:
    around = [
        ["2010", beyond, *kind] for beyond in ("2011", "1911", "2111", "1910", "2110", "2009")
    ]
    found = march(foot("2010"), "2011", turn=turn, map=land(hexsides=around))
    assert (found.verdict, found.cost) == (verdict, cost)


def test_turn_8_turns_on_a_fact() -> None:
    around = [["2010", b, "major river"] for b in ("2011", "1911", "2111", "1910", "2110", "2009")]
    board = land(hexsides=around)
    assert march(foot("2010"), "2011", turn=8, map=board).severity is Severity.UNKNOWN
    for fact, verdict in ((True, "legal"), (False, "illegal")):
        found = march(foot("2010"), "2011", turn=8, map=board, facts={"frost_prolonged": fact})
        assert found.verdict == verdict


# -- zones of control -----------------------------------------------------------------------------


def test_the_example_of_6_1_c() -> None:
    """Infantry with 4 points crosses a frozen river into swamp in an EZOC: 5 points, yet legal."""
    board = land(
        hexes={"2011": {"terrain": "swamp"}},
        hexsides=[["2010", b, "major river"] for b in ("2011", "1911", "2111")],
    )
    enemy = german("366G", "2012", values={"attack": 4})
    found = march(foot("2010"), "2011", enemy, map=board)
    assert (found.cost, found.verdict, found.cited.rule) == (5, "legal", "6.1 C")


def test_the_minimum_move_does_not_lead_from_zone_to_zone() -> None:
    enemies = [german("366G", "2012", values={"attack": 4})]
    found = march(foot("2011"), "2112", *enemies)
    assert (found.cost, found.verdict) == (5, "illegal")


# -- between two positions ------------------------------------------------------------------------


def test_a_turn_between_two_positions_leaves_a_long_way_open() -> None:
    found = march(foot("2010"), "2018", turn=4, before={"turn": 3})
    assert found.verdict == "unknown"
    assert [need.what for need in found.needs] == [What.PREVIOUS]


def test_a_retreat_is_not_judged_by_points() -> None:
    found = march(foot("2010"), "2018", phase="combat")
    assert found.verdict == "unknown"
    assert [need.of for need in found.needs] == ["combat results"]


def test_rails_carry_arrivals_alone() -> None:
    rails = land(paths=[{"kind": "railway", "hexes": [f"20{row}" for row in range(10, 30)]}])
    arriving = foot("2010", arrived=True)
    assert march(arriving, "2029", map=rails).cited.rule == "6.5 A"
    assert march(foot("2010", arrived=False), "2029", map=rails).verdict != "legal"
    enemy = german("366G", "2020", values={"attack": 4})
    assert march(arriving, "2029", enemy, map=rails).verdict != "legal", "an enemy is in the way"
    assert march(arriving, "2019", enemy, map=rails).verdict == "legal", "it stops in the EZOC"


# -- the search -----------------------------------------------------------------------------------

Graph = dict[int, dict[int, int]]


@given(
    st.dictionaries(
        st.integers(0, 7),
        st.dictionaries(st.integers(0, 7), st.integers(0, 9), max_size=5),
        max_size=8,
    )
)
@settings(max_examples=80)
def test_no_way_is_cheaper_than_the_cheapest(graph: Graph) -> None:
    best = {0: 0}
    for _ in range(8):
        for a, steps in graph.items():
            for b, price in steps.items():
                if a in best:
                    best[b] = min(best.get(b, NEVER), best[a] + price)
    for end in range(8):
        way = cheapest({0: 0}, end, lambda hex_: graph.get(hex_, {}).items())
        assert (way.cost if way else None) == best.get(end)
        if way:
            pairs = zip(way.hexes, way.hexes[1:], strict=False)
            assert sum(graph[a][b] for a, b in pairs) == way.cost
            assert (way.hexes[0], way.hexes[-1]) == (0, end)


def test_prohibition_outweighs_every_cost() -> None:
    assert added([12, NEVER]) == NEVER
    assert added([12, WHOLE]) == WHOLE
    assert added([WHOLE, NEVER]) == NEVER
    assert added([]) == 0
