"""What a turn goes through, and whose phase it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Phase
from hexmarshal.game.timing import stops, whose
from tests.games import shipped_game


@pytest.fixture(scope="module")
def gap() -> Game:
    return shipped_game("baltic-gap")


def test_players_go_in_turn_through_the_phases_that_are_theirs(gap: Game) -> None:
    phases = (
        Phase("sky", "Sky", segments=(Phase("wind", "Wind"), Phase("rain", "Rain"))),
        Phase("march", "March", by_players=True),
        Phase("fight", "Fight", segments=(Phase("shots", "Shots"),), by_players=True),
        Phase("tally", "Tally"),
    )
    said = [(stop.phase.id, stop.player) for stop in stops(replace(gap, phases=phases))]
    assert said == [
        ("wind", ""),
        ("rain", ""),
        ("march", "first"),
        ("shots", "first"),
        ("march", "second"),
        ("shots", "second"),
        ("tally", ""),
    ]


@pytest.mark.parametrize(
    ("phase", "facts"),
    [
        ("German Movement Phase", {"player": "german"}),
        ("soviet supply", {"player": "soviet"}),
        ("First player: Combat Phase", {"player_turn": "first"}),
        ("second player movement", {"player_turn": "second"}),
        ("movement", {}),
        ("", {}),
    ],
)
def test_the_name_of_a_phase_tells_whose_it_is(
    gap: Game, phase: str, facts: dict[str, str]
) -> None:
    assert whose(gap, phase) == facts


def test_where_all_act_together_no_phase_is_one_side_s() -> None:
    narva = shipped_game("narva")
    assert whose(narva, "German Reinforcement Segment") == {}
    assert {stop.player for stop in stops(narva)} == {""}
