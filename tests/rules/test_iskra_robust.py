"""Judging any position of Iskra ends, and its findings are well formed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.iskra_positions import iskra
from tests.rules.judgements import JSON, judged, positions

pytestmark = pytest.mark.slow

GRID = iskra().board.grid
LABELS = [GRID.label(h) for h in GRID.numbers]
CROWDED = ["17.39", "16.38", "16.39", "13.39", "10.33", "08.33", "24.10", "23.10", "29.40"]
PLACES = [place for box in iskra().board.boxes for place in (box.title, *box.places)]
NAMES = [counter.name for counter in iskra().counters.values()]
SPECIAL = ["Hühner HQ", "227 HQ", "67A HQ", "1/55Nav", "21 Pontoon bridge", "1/328", "61T/86"]
MARKERS = ["pinned", "out of supply", "isolated", "no strat move", "technical problems"]
ROAD = {"kind": "road", "hexes": ["24.10", "23.10", "22.10", "21.10", "20.10"]}

counters = st.fixed_dictionaries(
    {
        "name": st.sampled_from(SPECIAL) | st.sampled_from([*NAMES, "stranger"]),
        "side": st.sampled_from(["german", "soviet"]),
    },
    optional={
        "hex": st.sampled_from(CROWDED) | st.sampled_from(LABELS),
        "place": st.sampled_from([*PLACES, "nowhere"]),
        "formation": st.sampled_from(["", "227", "67A"]),
        "step": st.sampled_from(["full", "reduced", "flipped"]),
        "level": st.integers(0, 2),
        "markers": st.lists(st.sampled_from(MARKERS), max_size=2),
        "arrived": st.sampled_from([True, False, None]),
        "values": st.dictionaries(
            st.sampled_from(["attack", "defence", "range", "steps", "ashore", "on_ice", "mode"]),
            st.sampled_from([None, 0, 1, 3, True, False, "bridge"]),
        ),
    },
)
layers = st.fixed_dictionaries(
    {},
    optional={
        "default": st.sampled_from(["clear", "swamp", "frozen"]),
        "hexsides": st.just([["24.10", "23.10", "major river"]]),
        "paths": st.just([ROAD]),
        "sources": st.dictionaries(
            st.sampled_from(["german", "soviet"]), st.lists(st.sampled_from(LABELS), max_size=2)
        ),
        "areas": st.just({"neva": ["13.39", "10.33"], "pontoon bridge": ["10.33"]}),
        "entries": st.dictionaries(
            st.sampled_from("AFJ"), st.lists(st.sampled_from(LABELS), min_size=1, max_size=2)
        ),
    },
)
moments = st.fixed_dictionaries(
    {
        "turn": st.sampled_from([None, 1, 2, 4, 6, 7, 9, 99]),
        "phase": st.sampled_from(
            [
                *("", "turn", "set-up", "random event", "command", "supply", "reinforcement"),
                *("bridge building", "clean up", "turn advance"),
            ]
        ),
        "moment": st.sampled_from(["start", "during", "end"]),
    },
    optional={
        "facts": st.dictionaries(
            st.sampled_from(["joined_forces", "schluesselburg_freed", "new_titles"]),
            st.sampled_from([True, False, 5, 8]),
        ),
        "options": st.just({"unsupplied-hq": "in-range", "neva-zoc": "banks"}),
    },
)
told = positions(moments, counters, layers)


@given(told, st.none() | told)
@settings(max_examples=120, deadline=None)
def test_every_position_is_judged(said: JSON, before: JSON | None) -> None:
    state = judged(iskra(), said, before).state
    assert state["sudden_death"] in {"none", "soviet", "german", "unknown"}
    assert state["score"]["soviet"] <= state["score"]["at_most"]
