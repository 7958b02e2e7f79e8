"""Whatever a position of Baltic Gap says, judging it ends in findings, and they keep their form.

What rests on rules of the series is never more than a suspicion.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.baltic_positions import baltic
from tests.rules.judgements import JSON, judged, positions

pytestmark = pytest.mark.slow

GRID = baltic().board.grid
LABELS = [GRID.label(h) for h in GRID.numbers]
CROWDED = ["W33.10", "W32.13", "W33.13", "W33.14", "E1.26", "E1.30", "W2.27", "E9.07", "W1.29",
           "E38.35", "W43.20", "E20.20"]  # fmt: skip
PLACES = [place for box in baltic().board.boxes for place in (box.title, *box.places)]
NAMES = [counter.name for counter in baltic().counters.values()]
SPECIAL = ["5-3-3 Inf Bde (101)", "25 Tank", "23 PG", "8 Army HQ", "5 PG", "Prinz Eugen",
           "Flotilla", "Fw-190", "B-25", "Alert Bn", "Trainbusting marker",
           "3-2-3 Est Pol Rgt (2)"]  # fmt: skip
SCENARIOS = [scenario.id for scenario in baltic().scenarios]

counters = st.fixed_dictionaries(
    {
        "name": st.sampled_from(SPECIAL) | st.sampled_from([*NAMES, "stranger"]),
        "side": st.sampled_from(["german", "soviet"]),
    },
    optional={
        "hex": st.sampled_from(CROWDED) | st.sampled_from(LABELS),
        "place": st.sampled_from([*PLACES, "nowhere"]),
        "kind": st.sampled_from(["combat", "hq", "air", "naval", "marker", "hedgehog"]),
        "formation": st.sampled_from(["", "29 Tank Corps", "11 SS PG Div", "12 Pz Div"]),
        "step": st.sampled_from(["full", "reduced"]),
        "markers": st.lists(st.sampled_from(["move mode", "reserve", "out of supply"]), max_size=2),
        "arrived": st.sampled_from([True, False, None]),
        "values": st.dictionaries(
            st.sampled_from(["attack_capable", "re", "steps", "steps_lost", "lraf", "quality"]),
            st.sampled_from([None, 0, 1, 3, True, False, "low", "good"]),
        ),
    },
)
layers = st.fixed_dictionaries(
    {},
    optional={
        "default": st.sampled_from(["clear", "sea", "wooded bog"]),
        "hexsides": st.just([["W33.10", "W34.10", "major river"]]),
        "sources": st.dictionaries(
            st.sampled_from(["german", "soviet"]), st.lists(st.sampled_from(LABELS), max_size=2)
        ),
        "areas": st.just({"USSR": ["E9.07"], "baltic sea": ["W43.20"]}),
        "entries": st.dictionaries(
            st.sampled_from("ADEH"), st.lists(st.sampled_from(LABELS), min_size=1, max_size=2)
        ),
    },
)
facts = st.fixed_dictionaries(
    {},
    optional={
        "v_number": st.sampled_from([0, 2, "1", None]),
        "variants": st.sampled_from([["2.8 #6"], "3.8 2", ["Early Breakthrough at Narva"], []]),
        "kaunas_event": st.sampled_from([True, False, "1944-08-05", "never"]),
        "narva_event": st.sampled_from([True, False, "8 September"]),
        "saaremaa_event": st.sampled_from([True, False, "1944-10-12", 33]),
        "german_delay": st.sampled_from([1, 3, "two"]),
        "soviet_delay": st.sampled_from([1, 6]),
        "trace_supply": st.sampled_from([[], ["W33.10"], "E9.07"]),
    },
)
moments = st.fixed_dictionaries(
    {
        "date": st.sampled_from(["", "1944-06-26", "1944-07-15", "1944-09-12", "1944-10-15"]),
        "scenario": st.sampled_from(["", *SCENARIOS]),
        "phase": st.sampled_from(
            ["", "turn", "set-up", "weather", "reinforcement", "movement", "supply", "combat"]
        ),
        "moment": st.sampled_from(["start", "during", "end"]),
    }
)


@given(positions(moments, counters, layers), facts)
@settings(max_examples=100, deadline=None)
def test_every_position_is_judged(said: JSON, told: JSON) -> None:
    judged(baltic(), {**said, "facts": told})
