"""What holds for every judgement of any position of any game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from hexmarshal.game.model import Game
from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Judgement, Severity
from hexmarshal.rules.judge import judge

JSON = dict[str, Any]


def positions(
    moments: st.SearchStrategy[JSON],
    counters: st.SearchStrategy[JSON],
    layers: st.SearchStrategy[JSON],
) -> st.SearchStrategy[JSON]:
    """Positions with up to twelve counters; no layers means the game's own map."""
    return st.builds(
        lambda when, found, board: {**when, "counters": found, **({"map": board} if board else {})},
        moments,
        st.lists(counters, max_size=12),
        layers,
    )


def judged(game: Game, said: Mapping[str, Any], before: JSON | None = None) -> Judgement:
    """The judgement of a position as JSON, checked for its form.

    A finding cites a rule, says something, names counters of the position, and rests on what its
    severity asks for; what belongs to a series is never certain; a supply line has a path only
    where it leads somewhere, and a cut only where it does not.
    """
    previous = {} if before is None else {"previous": before}
    told = {"game": game.id, **said, **previous}
    judgement = judge(game, read_position(game, told).position)
    refs = {str(counter.get("ref", n)) for n, counter in enumerate(said["counters"])}
    assert set(judgement.zoc) == set(judgement.supply)
    json.dumps(judgement.state)
    for finding in judgement.findings:
        assert finding.rule[:1].isdigit() or finding.rule.startswith("OCS ")
        assert finding.message
        assert set(finding.counters) <= refs
        assert finding.rule not in finding.also
        if finding.severity is Severity.UNKNOWN:
            assert finding.needs
        if finding.severity is Severity.SUSPECT:
            assert any(basis.soft for basis in finding.basis)
        if finding.rule.startswith("OCS ") or "series" in finding.basis:
            assert finding.severity is not Severity.ILLEGAL
    for line in judgement.supply.values():
        assert not (line.path and line.state != "in")
        assert not (line.cut and line.state != "out")
    return judgement
