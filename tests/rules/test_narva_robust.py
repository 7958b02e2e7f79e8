"""Judging any position of Narva ends, and its findings are well formed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.judgements import JSON, judged, positions
from tests.rules.positions import narva

pytestmark = pytest.mark.slow

LABELS = [narva().board.grid.label(h) for h in narva().board.grid.numbers]
PLACES = [place for box in narva().board.boxes for place in (box.title, *box.places)]
NAMES = [counter.name for counter in narva().counters.values()]
KINDS = ["combat", "hq", "air", "chit", "marker"]
MARKERS = ["pinned", "out of supply", "isolated", "reserve"]

counters = st.fixed_dictionaries(
    {"name": st.sampled_from([*NAMES, "stranger"]), "side": st.sampled_from(["german", "soviet"])},
    optional={
        "hex": st.sampled_from(LABELS),
        "place": st.sampled_from([*PLACES, "nowhere"]),
        "formation": st.sampled_from(["", "61", "20SS", "8th Army"]),
        "kind": st.sampled_from(KINDS),
        "type": st.sampled_from(["", "assault gun", "infantry"]),
        "step": st.sampled_from(["full", "reduced"]),
        "markers": st.lists(st.sampled_from(MARKERS), max_size=2),
        "arrived": st.sampled_from([True, False, None]),
        "values": st.dictionaries(
            st.sampled_from(["attack", "range", "steps", "army", "ss"]),
            st.sampled_from([None, 0, 1, 3, True]),
        ),
    },
)
layers = st.fixed_dictionaries(
    {},
    optional={
        "default": st.sampled_from(["clear", "swamp", "water"]),
        "hexsides": st.just([["3330", "3430", "major river"]]),
        "sources": st.dictionaries(
            st.sampled_from(["german", "soviet"]), st.lists(st.sampled_from(LABELS), max_size=2)
        ),
        "areas": st.just({"prepared defences": [], "rollbahn": ["2630"]}),
        "entries": st.dictionaries(
            st.sampled_from("ABD"), st.lists(st.sampled_from(LABELS), min_size=1, max_size=2)
        ),
    },
)
moments = st.fixed_dictionaries(
    {
        "turn": st.sampled_from([None, 1, 2, 3, 8, 12, 99]),
        "phase": st.sampled_from(
            ["", "turn", "set-up", "air unit", "command", "reinforcement", "supply", "end of turn"]
        ),
        "moment": st.sampled_from(["start", "during", "end"]),
    }
)
told = positions(moments, counters, layers)


@given(told, st.none() | told)
@settings(max_examples=120, deadline=None)
def test_every_position_is_judged(said: JSON, before: JSON | None) -> None:
    judged(narva(), said, before)
