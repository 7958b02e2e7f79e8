"""Spans: what is true whatever the uncertain data turn out to be, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.game.basis import UNKNOWN, Basis, Value
from hexmarshal.rules.spans import Span, as_firm_as, at_least, combine, severity
from tests.rules.positions import JSON, german, judged, unit

pytestmark = pytest.mark.slow

HARD, SOFT = Basis.RULEBOOK, Basis.HOUSE


@pytest.mark.parametrize(
    ("value", "levels"),
    [
        (Value(2, HARD), (True, True, True, True)),
        (Value(0, HARD), (False, False, False, False)),
        (Value(2, SOFT), (False, True, True, True)),
        (Value(0, SOFT), (False, False, False, True)),
        (UNKNOWN, (False, False, True, True)),
    ],
)
def test_a_value_under_the_four_completions(value: Value, levels: tuple[bool, ...]) -> None:
    assert at_least(value, 1).levels == levels


@pytest.mark.parametrize(
    ("charge", "firm"),
    [
        (Span.sure(True), "illegal"),
        (Span.sure(False), None),
        (as_firm_as(SOFT), "suspect"),
        (Span.of(False, SOFT, worst=False, best=True), None),
        (Span.of(True, Basis.MISSING, worst=False, best=True), "unknown"),
    ],
)
def test_how_firm_a_charge_is(charge: Span[bool], firm: str | None) -> None:
    assert severity(charge) == firm


spans = st.lists(st.integers(0, 9), min_size=4, max_size=4).map(lambda n: Span(*sorted(n)))


@given(spans, spans)
def test_spans_stay_in_order(a: Span[int], b: Span[int]) -> None:
    assert list(combine(a, b, lambda x, y: x + y).levels) == sorted(
        x + y for x, y in zip(a.levels, b.levels, strict=True)
    )
    assert list(a.against(lambda x: -x).levels) == [-x for x in reversed(a.levels)]
    assert a.reversed.reversed == a


# -- positions with missing values ----------------------------------------------------------------

COLUMNS, ROWS = range(1, 8), range(20, 26)
HEXES = [f"{c:02}{r:02}" for c in COLUMNS for r in ROWS]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """A German among enemies of unknown strength on a small map."""
    hexes = draw(st.lists(st.sampled_from(HEXES), min_size=2, max_size=7, unique=True))
    clear = draw(st.sets(st.sampled_from(HEXES), min_size=10))
    friend = [german("227F", hexes.pop())] if len(hexes) > 3 else []
    return {
        "counters": [
            german("376G", hexes[0]),
            *friend,
            *(unit(f"enemy {i}", hex_) for i, hex_ in enumerate(hexes[1:])),
        ],
        "map": {
            "default": "swamp",
            "hexes": dict.fromkeys(clear, "clear"),
            "sources": {"german": ["0120", "0123", "0125"]},
        },
    }


def state(position: dict[str, Any], attacks: dict[str, int]) -> str:
    counters: list[JSON] = [
        {**c, "values": {"attack": attacks[c["ref"]]}} if c["ref"] in attacks else c
        for c in position["counters"]
    ]
    found = judged(counters, map=position["map"], phase="supply", moment="end")
    return str(found.supply["376G"].state)


@given(positions(), st.lists(st.integers(0, 1), min_size=7, max_size=7))
@settings(max_examples=60, deadline=None)
def test_what_is_decided_holds_whatever_the_missing_values_are(
    position: dict[str, Any], strengths: list[int]
) -> None:
    strangers = [c["ref"] for c in position["counters"] if c["side"] == "soviet"]
    as_told = state(position, {})
    chosen = state(position, dict(zip(strangers, strengths, strict=False)))
    if as_told != "unknown":
        assert chosen == as_told
    else:
        assert state(position, dict.fromkeys(strangers, 0)) == "in"
        assert state(position, dict.fromkeys(strangers, 1)) == "out"


@given(positions())
@settings(max_examples=40, deadline=None)
def test_the_needs_of_an_unknown_settle_it(position: dict[str, Any]) -> None:
    """Giving every value that an unknown line needs, again and again, decides it."""
    told: dict[str, int] = {}
    for _ in range(8):
        if state(position, told) != "unknown":
            return
        counters = [
            {**c, "values": {"attack": told[c["ref"]]}} if c["ref"] in told else c
            for c in position["counters"]
        ]
        found = judged(counters, map=position["map"], phase="supply", moment="end")
        open_ = [f for f in found.findings if f.severity == "unknown" and f.topic == "markers"]
        needs = {n.of for f in open_ if "376G" in f.counters for n in f.needs}
        assert needs - told.keys()
        told |= dict.fromkeys(needs, 1)
    raise AssertionError("never decided")
