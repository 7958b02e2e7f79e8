"""When a position was taken, compared with when a rule applies."""

from __future__ import annotations

import pytest

from hexmarshal.rules.clock import Calendar, TimeSpan
from tests.rules.positions import german, judged, narva, unit

CALENDAR = Calendar.of(narva().phases)


def when(phase: str, moment: str = "during", turn: int | None = 2) -> TimeSpan:
    return CALENDAR.when(turn, phase, moment, 1)


def test_a_turn_is_a_row_of_segments() -> None:
    assert CALENDAR.segments == 2 + 3 + 2 + 1 + 2
    assert CALENDAR.start("air unit") == 0
    assert CALENDAR.end("end of turn") == CALENDAR.last
    assert CALENDAR.end("command") < CALENDAR.start("reinforcement")


@pytest.mark.parametrize(
    ("early", "late"),
    [
        (when("set up", turn=1), when("turn", "start", turn=1)),
        (when("command", "end"), when("reinforcement", "start")),
        (when("german reinforcement"), when("soviet reinforcement", "start")),
        (when("turn", "end", turn=1), when("turn", "start", turn=2)),
    ],
)
def test_one_moment_is_surely_before_another(early: TimeSpan, late: TimeSpan) -> None:
    assert late.turn is not None
    assert early.before(late.turn, late.first)
    assert late.reached(late.turn, late.first)


def test_a_turn_as_a_whole_leaves_everything_open() -> None:
    for vague in (when("turn"), when("")):
        assert not vague.before(2, CALENDAR.start("command"))
        assert not vague.reached(2, CALENDAR.start("command"))
        assert vague.touches(CALENDAR.start("supply"), CALENDAR.end("supply"))


def test_nobody_told_the_turn() -> None:
    found = judged([german("410F", "0620"), unit("260", "2033")], turn=None)
    states = {c.rule: str(c.state) for c in found.checked}
    assert states["8.0"] == "cannot"
    assert not [f for f in found.findings if f.topic == "arrival"]


@pytest.mark.parametrize(
    ("phase", "moment", "state"),
    [
        ("supply", "end", "checked"),
        ("end of turn", "during", "checked"),
        ("air unit", "during", "checked"),
        ("command", "start", "checked"),
        ("supply", "during", "not-at-this-moment"),
        ("command", "during", "not-at-this-moment"),
        ("reinforcement", "end", "not-at-this-moment"),
    ],
)
def test_supply_markers_are_judged_while_nothing_has_moved(
    phase: str, moment: str, state: str
) -> None:
    found = judged([], turn=4, phase=phase, moment=moment)
    assert {c.rule: str(c.state) for c in found.checked}["10.0 B"] == state


def test_every_rule_of_the_listing_is_accounted_for() -> None:
    found = judged([])
    assert [t.number for t in narva().rules.texts] == list(
        dict.fromkeys(c.rule for c in found.checked)
    )
    assert all(c.why for c in found.checked if c.state != "checked")
