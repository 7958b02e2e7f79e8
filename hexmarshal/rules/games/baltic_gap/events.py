"""When the battles off the map happen and dated groups arrive (1.4, 1.6c, 3.5).

The date of an event is rolled for, its units arrive after a die of turns, and a V# above 0 may
put off a Soviet group by a turn. So a date is two turns: the first and the last possible one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hexmarshal.game.model import Game
from hexmarshal.game.ruleset import Dates, Event, ScenarioRules, Variant
from hexmarshal.game.text import plain
from hexmarshal.game.timing import find_date
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span

REINFORCEMENT = "reinforcement"
EVENT_ROLL = "event-roll"

NEVER = 99
"""A turn after the end of every scenario."""

PERHAPS = Span(False, False, True, True)

_AS_USUAL = ScenarioRules()


def scenario_rules(at: Situation) -> ScenarioRules:
    """What the scenario changes."""
    return at.rules.scenario_rules.get(at.scenario.id, _AS_USUAL)


@dataclass(frozen=True, slots=True)
class Turns:
    """The first and the last turn on which something may happen."""

    first: int
    last: int

    def come(self, at: Situation) -> Span[bool]:
        """Whether it has happened, if it does so with the arrivals of its turn."""
        return self._over(at, REINFORCEMENT)

    def rolled(self, at: Situation) -> Span[bool]:
        """Whether it has happened, if it does so in the Event Roll of its turn (1.6c)."""
        return self._over(at, EVENT_ROLL)

    def _over(self, at: Situation, phase: str) -> Span[bool]:
        if at.when.reached(self.last, at.calendar.end(phase)):
            return Span.sure(True)
        early = at.when.before(self.first, at.calendar.start(phase) + 1)
        return Span.sure(False) if early else PERHAPS


def _turns(game: Game, dates: Dates) -> Turns:
    return Turns(turn_on(game, dates.first), turn_on(game, dates.last))


def turn_on(game: Game, date: str) -> int:
    """The turn of a date."""
    return game.turn_of_date(date) or NEVER


def box_of(at: Situation, event: Event) -> str:
    """The title of the box that holds an event's units."""
    return next((box.title for box in at.game.board.boxes if box.id == event.box), "")


# -- what the players say --------------------------------------------------------------------------


def v_number(at: Situation) -> int | None:
    """The V#: 0 in scenarios without one (1.8), None where it is not stated."""
    given = at.position.facts.get("v_number")
    if isinstance(given, int | float):
        return int(given)
    if isinstance(given, str) and given.strip().isdigit():
        return int(given)
    return None if scenario_rules(at).v_number else 0


def plays(at: Situation, name: str) -> bool:
    """Whether a variant is stated to be in play: "2.8 #6", "Axis variant 6", or its title."""
    variant = at.rules.variants.get(name)
    if variant is None or (variant.unless and plays(at, variant.unless)):
        return False
    given = at.position.facts.get("variants") or ()
    if isinstance(given, dict):
        given = [f"{side} {variants}" for side, variants in given.items()]
    chosen = given if isinstance(given, list | tuple) else [given]
    return any(_names(at, variant, plain(str(text))) for text in chosen)


def _names(at: Situation, variant: Variant, text: str) -> bool:
    side = next(side for side in at.game.sides if side.id == variant.side)
    words = (variant.rule, *(plain(name) for name in (side.id, side.title, side.adjective) if name))
    lists = "|".join(map(re.escape, words))
    numbered = re.fullmatch(rf"({lists})\D*{variant.number}", text.strip())
    return bool(numbered) or all(word in text for word in variant.words)


def _played(at: Situation) -> Iterator[Variant]:
    return (variant for name, variant in at.rules.variants.items() if plays(at, name))


# -- when ------------------------------------------------------------------------------------------


def happens(at: Situation, name: str) -> Turns:
    """When an event happens: as stated, else by the calendar."""
    dates = at.rules.events[name].dates
    for variant in _played(at):
        if name in variant.joins:
            return happens(at, variant.joins[name])
        dates = variant.moves.get(name, dates)
    rolled, fact = _turns(at.game, dates), f"{name}_event"
    given = at.position.facts.get(fact)
    if given is None:
        given = at.scenario.facts.get(fact)
    return rolled if given is None else _as_given(at, given, rolled)


def _as_given(at: Situation, given: object, rolled: Turns) -> Turns:
    now = at.position.turn
    if given in (True, "true", "yes"):
        return Turns(rolled.first, min(rolled.last, now) if now else rolled.last)
    if given in (False, "false", "no"):
        first = max(rolled.first, now + 1) if now else rolled.first
        return Turns(first, rolled.last) if first <= rolled.last else Turns(NEVER, NEVER)
    if isinstance(given, int | float):
        return Turns(int(given), int(given))
    date = find_date(at.game, str(given))
    turn = (at.game.turn_of_date(date) if date else at.scenario.first_turn) or NEVER
    return Turns(turn, turn)


def has_happened(at: Situation, name: str) -> Span[bool]:
    """Whether an event has happened."""
    return happens(at, name).rolled(at)


def released(at: Situation, name: str, side: str) -> Turns:
    """When a side's units from the box of an event arrive.

    The example of 1.4d counts the turn of the event as the first of the delay, the calendar the
    one after it. Neither arrival is too early or too late.
    """
    turns = happens(at, name)
    if any(variant.side == side and name in variant.at_once for variant in _played(at)):
        return turns
    given = at.position.facts.get(f"{side}_delay")
    if isinstance(given, int | float):
        return Turns(turns.first + max(int(given) - 1, 0), turns.last + int(given))
    return Turns(turns.first, turns.last + at.rules.events[name].delay.get(side, 0))


def on_date(at: Situation, date: str) -> Turns:
    """When a Soviet group with a date arrives: then, or a turn later if the V# is above 0."""
    turn = turn_on(at.game, date)
    return Turns(turn, turn if v_number(at) == 0 else turn + 1)
