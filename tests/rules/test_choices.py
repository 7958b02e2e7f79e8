"""Units drawn or chosen for the dead pile before play: any of the pool, but not too many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.setup import setup_position
from hexmarshal.game.position import Position
from hexmarshal.rules.findings import Severity
from hexmarshal.rules.judge import judge
from tests.rules.baltic_positions import baltic

DEAD = "Dead Pile"


def _with_dead(scenario: str, *refs: str) -> Position:
    position = setup_position(baltic(), baltic().scenario(scenario))
    assert set(refs) <= {piece.ref for piece in position.pieces}
    moved = [
        replace(piece, hex=None, place=DEAD) if piece.ref in refs else piece
        for piece in position.pieces
    ]
    return replace(position, pieces=tuple(moved))


@pytest.mark.parametrize(
    ("scenario", "refs"),
    [
        ("5.5", []),  # nobody has drawn yet
        ("5.5", ["s-1-tank-corps-89-tank", "s-19-tank-corps-26-mot", "g-assault-bn-18"]),
        ("5.5", ["s-1-tank-corps-44-mot", "g-7-pz-div-6-pg", "s-assault-bde-19"]),
        ("5.7", ["s-1-tank-corps-89-tank", "s-1-tank-corps-117-tank", "s-5-tank-corps-5-mot"]),
        ("5.7", ["s-assault-bde-5", "s-assault-bde-19"]),
        ("5.8", ["g-gd-pg-div-i-pz", "g-gd-pg-div-ii-pz", "g-gd-pg-div-iii-pz"]),
    ],
)
def test_any_of_the_pool_may_be_drawn(scenario: str, refs: list[str]) -> None:
    findings = judge(baltic(), _with_dead(scenario, *refs)).findings
    assert not [f for f in findings if f.severity is Severity.ILLEGAL]


@pytest.mark.parametrize(
    ("scenario", "refs"),
    [
        ("5.5", ["s-1-tank-corps-89-tank", "s-1-tank-corps-44-mot"]),
        ("5.5", ["g-assault-bn-16", "g-assault-bn-18"]),
        ("5.7", ["s-5-tank-corps-5-mot", "s-5-tank-corps-24-tank"]),
        ("5.7", ["s-assault-bde-5", "s-assault-bde-19", "s-assault-bde-9"]),
        ("5.8", ["g-4-pz-div-i-35-pz", "g-4-pz-div-12-pg", "g-4-pz-div-33-gr"]),
    ],
)
def test_more_than_the_text_takes_is_illegal(scenario: str, refs: list[str]) -> None:
    findings = judge(baltic(), _with_dead(scenario, *refs)).findings
    (found,) = [f for f in findings if f.severity is Severity.ILLEGAL]
    assert found.rule == scenario
    assert set(found.counters) == set(refs)


def test_one_of_each_formation_is_not_too_many() -> None:
    """5.6 removes one of each: six divisions and five corps."""
    scenario = baltic().scenario("5.6")
    first: dict[str, str] = {}
    for row in scenario.setup():
        if row.choice in ("panzer divisions", "tank and mech corps"):
            first.setdefault(baltic().counters[row.counter].formation, row.counter)
    assert len(first) == 11
    findings = judge(baltic(), _with_dead("5.6", *first.values())).findings
    assert not [f for f in findings if f.severity is Severity.ILLEGAL]
