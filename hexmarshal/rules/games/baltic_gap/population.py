"""POP: the tally at the start, values that a variant changes, and what the tally decides now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexmarshal.game.board import Place
from hexmarshal.rules.games.baltic_gap.events import NARVA, has_happened, withdraws
from hexmarshal.rules.games.baltic_gap.units import HOME_POP
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.victory import UNKNOWN, Victory

CHECKED_BY_TARGET = frozenset({"5.1", "5.4"})
"""Scenarios that the targets of the campaign judge (4.0) and that last through 26 July."""
WORTH_AFTER_WITHDRAWAL = {"estonian": 0, "lithuanian": 2}
"""What a nation's POP is multiplied with after the Narva event of 2.8 item 6."""
POCKET = "5.8"
DRAWN_AT = 8
"""German POP at the end of 5.8 that make a draw."""


def states(at: Situation) -> Mapping[str, Any]:
    """The Soviet tally, and the point or the result that it would bring if it were checked now."""
    if at.rules.victory is None:
        return {}
    side, score = at.rules.victory.side, _score(at)
    result = _pocket(at) if at.scenario.id == POCKET else {}
    return {"score": score, **_point(at, score[side], score["at_most"]), **result}


def _score(at: Situation) -> dict[str, Any]:
    """The tally: as the text gives it before anything has moved, else counted."""
    assert at.rules.victory is not None
    side = at.rules.victory.side
    counted = [Victory(seen, at.rules.victory).score() for seen in _as_worth(at)]
    score = min(counted, key=lambda one: one[side])
    score["at_most"] = max(one["at_most"] for one in counted)
    told = at.scenario.facts.get("pop_soviet", "")
    begun = not at.when.before(at.scenario.first_turn, at.calendar.start(at.rules.first_moves) + 1)
    if begun or not told.isdigit() or at.position.control:
        return score
    return {**score, side: int(told), "at_most": int(told)}


def _as_worth(at: Situation) -> Iterator[Situation]:
    """The situation with the places at their worth: as printed, changed by 2.8 item 6, or both
    where nobody tells whether the Narva event has come."""
    changed = has_happened(at, NARVA) if withdraws(at) else None
    if changed is None or not changed.low:
        yield at
    if changed is not None and changed.high:
        places = tuple(_revalued(at, place) for place in at.board.places)
        board = replace(at.board, places=places)
        yield Situation(at.game, replace(at.position, board=board))


def _revalued(at: Situation, place: Place) -> Place:
    hexes = {at.grid.label(hex_) for hex_ in place.hexes}
    for nation, times in WORTH_AFTER_WITHDRAWAL.items():
        if "pop" in place.points and hexes & set(HOME_POP[nation].split()):
            return replace(place, points={**place.points, "pop": place.points["pop"] * times})
    return place


def _point(at: Situation, least: int, most: int) -> Mapping[str, Any]:
    """The point of 4.0 against this turn's target, where the text gives the target."""
    turn = at.game.turn(at.position.turn) if at.position.turn is not None else None
    target = turn.facts.get("pop_target", "") if turn else ""
    if at.scenario.id not in CHECKED_BY_TARGET or not str(target).isdigit():
        return {}
    return {"pop_check": {"target": int(target), "point": _won(least, most, int(target))}}


def _won(least: int, most: int, mark: int, winner: str = "soviet", loser: str = "german") -> str:
    """Who is above a mark: the winner of the tally, the loser of it, `none` or `unknown`."""
    if least > mark:
        return winner
    if most < mark:
        return loser
    return "none" if least == most else UNKNOWN


def _pocket(at: Situation) -> Mapping[str, Any]:
    """5.8: the POP of the part in play that the Germans hold, and who would win."""
    assert at.rules.victory is not None
    victory, area = Victory(at, at.rules.victory), play_area_of(at)
    hexes = in_play(at, area).low if area else at.grid.all
    least = most = 0
    for place in at.board.places:
        if "pop" in place.points and any(hexes >> hex_ & 1 for hex_ in place.hexes):
            holder = victory.holder(place)
            least += place.points["pop"] if holder == "german" else 0
            most += place.points["pop"] if holder in ("german", UNKNOWN) else 0
    winner = _won(least, most, DRAWN_AT, "german", "soviet")
    return {"german_pop": {"least": least, "at_most": most, "winner": winner}}
