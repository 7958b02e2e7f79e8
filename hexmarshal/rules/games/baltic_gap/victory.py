"""Population: the tally, values that a variant changes, and what the tally decides now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hexmarshal.game.board import Place
from hexmarshal.game.ruleset import Variant
from hexmarshal.rules.games.baltic_gap.events import has_happened, plays, scenario_rules
from hexmarshal.rules.games.baltic_gap.units import pop_of
from hexmarshal.rules.placement.bounds import in_play, play_area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span
from hexmarshal.rules.victory import UNKNOWN, Victory


def states(at: Situation) -> Mapping[str, Any]:
    """The Soviet tally, and the point or result that a check would give now."""
    if at.rules.victory is None:
        return {}
    side, score = at.rules.victory.side, _score(at)
    draw = scenario_rules(at).draw
    result = _last_stand(at, draw) if draw is not None else {}
    return {"score": score, **_point(at, score[side], score["at_most"]), **result}


def _score(at: Situation) -> dict[str, Any]:
    """The tally: the text's before anything has moved, else counted."""
    assert at.rules.victory is not None
    side = at.rules.victory.side
    counted = [Victory(seen, at.rules.victory).score() for seen in _as_worth(at)]
    score = min(counted, key=lambda one: one[side])
    score["at_most"] = max(one["at_most"] for one in counted)
    printed = at.scenario.facts.get("pop_soviet", "")
    begun = not at.when.before(at.scenario.first_turn, at.calendar.start(at.rules.first_moves) + 1)
    if begun or not printed.isdigit() or at.position.control:
        return score
    return {**score, side: int(printed), "at_most": int(printed)}


def _as_worth(at: Situation) -> Iterator[Situation]:
    """The situation with places at their printed worth, or as a variant in play changes it.

    Both, if it is unknown whether the event that changes it has happened.
    """
    variants = at.rules.variants.items()
    changing = next((v for name, v in variants if v.worth_after and plays(at, name)), None)
    changed = has_happened(at, changing.worth_after) if changing else Span.sure(False)
    if not changed.low:
        yield at
    if changing and changed.high:
        places = tuple(_revalued(at, place, changing) for place in at.board.places)
        board = replace(at.board, places=places)
        yield Situation(at.game, replace(at.position, board=board))


def _revalued(at: Situation, place: Place, variant: Variant) -> Place:
    hexes = sum({1 << hex_ for hex_ in place.hexes})
    for country in at.rules.countries:
        if country.area in variant.worth and "pop" in place.points and hexes & pop_of(at, country):
            pop = place.points["pop"] * variant.worth[country.area]
            return replace(place, points={**place.points, "pop": pop})
    return place


def _point(at: Situation, least: int, most: int) -> Mapping[str, Any]:
    """Who gains the point of 4.0, if the text gives this turn's target."""
    turn = at.game.turn(at.position.turn) if at.position.turn is not None else None
    target = turn.facts.get("pop_target", "") if turn else ""
    if not scenario_rules(at).targets or not str(target).isdigit():
        return {}
    return {"pop_check": {"target": int(target), "point": _won(least, most, int(target))}}


def _won(least: int, most: int, mark: int, winner: str = "soviet", loser: str = "german") -> str:
    """The winner if the tally is above a mark, the loser if below, else `none` or `unknown`."""
    if least > mark:
        return winner
    if most < mark:
        return loser
    return "none" if least == most else UNKNOWN


def _last_stand(at: Situation, draw: int) -> Mapping[str, Any]:
    """The POP in play that the Germans hold, and who would win."""
    assert at.rules.victory is not None
    victory, area = Victory(at, at.rules.victory), play_area_of(at)
    hexes = in_play(at, area).low if area else at.grid.all
    least = most = 0
    for place in at.board.places:
        if "pop" in place.points and any(hexes >> hex_ & 1 for hex_ in place.hexes):
            holder = victory.holder(place)
            least += place.points["pop"] if holder == "german" else 0
            most += place.points["pop"] if holder in ("german", UNKNOWN) else 0
    winner = _won(least, most, draw, "german", "soviet")
    return {"german_pop": {"least": least, "at_most": most, "winner": winner}}
