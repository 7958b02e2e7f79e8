"""The battles off the map, Kaunas, Narva and Saaremaa, and all that comes on a date in doubt.

Each event is rolled for on the 1st, 5th, 8th, 12th and 15th of its month, the last time without
fail; what it releases arrives after a die of turns, for the Germans half a die (1.4). A V# above
0 may put off a Soviet group by a turn (3.5). So a date is two turns: the first and the last on
which the thing may happen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hexmarshal.game.model import Game
from hexmarshal.game.text import plain
from hexmarshal.game.timing import find_date
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span

REINFORCEMENT = "reinforcement"
CAMPAIGN = "5.1"
YEAR = "1944"

NEVER = 99
"""A turn after every game."""


@dataclass(frozen=True, slots=True)
class Event:
    """A battle off the map."""

    name: str
    rule: str
    box: str
    """The box whose units it releases."""
    month: int
    entries: Mapping[str, str] = field(hash=False)
    """By side: the entry at which its units appear."""


KAUNAS = Event("kaunas", "1.4a", "Kaunas Box", 8, {"soviet": "F", "german": "G"})
NARVA = Event("narva", "1.4b", "Narva Box", 9, {"soviet": "I", "german": "H"})
SAAREMAA = Event("saaremaa", "1.4c", "Saaremaa Box", 10, {"soviet": "H"})
EVENTS = (KAUNAS, NARVA, SAAREMAA)

SLOWEST = {"soviet": 6, "german": 3}
"""The longest delay of each side: a die, and half a die (1.4d)."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The first and the last turn on which something may happen."""

    first: int
    last: int

    def come(self, at: Situation) -> Span[bool]:
        """Whether it has happened, if it does so with the arrivals of its turn."""
        if at.when.reached(self.last, at.calendar.end(REINFORCEMENT)):
            return Span.sure(True)
        if at.when.before(self.first, at.calendar.start(REINFORCEMENT) + 1):
            return Span.sure(False)
        return Span(False, False, True, True)


def turn_on(game: Game, month: int, day: int) -> int:
    """The turn of a date of 1944."""
    return game.turn_of_date(f"{YEAR}-{month:02}-{day:02}") or NEVER


# -- what the players have told --------------------------------------------------------------------


def v_number(at: Situation) -> int | None:
    """The V#; 0 in every scenario but the campaign (1.8), None when nobody told."""
    told = at.position.facts.get("v_number")
    if isinstance(told, int | float):
        return int(told)
    if isinstance(told, str) and told.strip().isdigit():
        return int(told)
    return None if at.scenario.id == CAMPAIGN else 0


VARIANTS_OF = {"2.8": ("axis", "german"), "3.8": ("soviet",)}
"""Whose variants each list holds."""


def plays(at: Situation, rule: str, number: int, *words: str) -> bool:
    """Whether a variant of 2.8 or 3.8 is told to be in play, by number or by words of its name:
    "2.8 #6", "Axis variant 6", "Herresgruppe Nord Withdraws", or 6 of the side's own."""
    told = at.position.facts.get("variants") or ()
    if isinstance(told, dict):
        told = [f"{side} {said}" for side, said in told.items()]
    lists = "|".join((re.escape(rule), *VARIANTS_OF[rule]))
    for said in told if isinstance(told, list | tuple) else [told]:
        text = plain(str(said))
        if all(word in text for word in words):
            return True
        if re.fullmatch(rf"({lists})\D*{number}", text.strip()):
            return True
    return False


def withdraws(at: Situation) -> bool:
    """Herresgruppe Nord Withdraws: Narva in July, Saaremaa in September (2.8 item 6)."""
    return plays(at, "2.8", 6, "nord", "withdraws")


def breaks_through(at: Situation) -> bool:
    """Early Breakthrough at Narva: with Kaunas; Saaremaa in September (3.8 item 2)."""
    return plays(at, "3.8", 2, "early", "narva") and not withdraws(at)


# -- when -----------------------------------------------------------------------------------------


def happens(at: Situation, event: Event) -> Turns:
    """When an event happens: as told, else by the calendar."""
    if event is NARVA and breaks_through(at):
        return happens(at, KAUNAS)
    month = event.month
    if withdraws(at):
        month = {NARVA: 7, SAAREMAA: 9}.get(event, month)
    elif breaks_through(at) and event is SAAREMAA:
        month = 9
    rolled = Turns(turn_on(at.game, month, 1), turn_on(at.game, month, 15))
    fact = f"{event.name}_event"
    told = at.position.facts.get(fact)
    if told is None:
        told = at.scenario.facts.get(fact)
    return rolled if told is None else _as_told(at, told, rolled)


def _as_told(at: Situation, told: object, rolled: Turns) -> Turns:
    now = at.position.turn
    if told in (True, "true", "yes"):
        return Turns(rolled.first, min(rolled.last, now) if now else rolled.last)
    if told in (False, "false", "no"):
        first = max(rolled.first, now + 1) if now else rolled.first
        return Turns(first, rolled.last) if first <= rolled.last else Turns(NEVER, NEVER)
    if isinstance(told, int | float):
        return Turns(int(told), int(told))
    date = find_date(at.game, str(told))
    turn = at.game.turn_of_date(date) if date else at.scenario.first_turn
    return Turns(turn or NEVER, turn or NEVER)


def has_happened(at: Situation, event: Event) -> Span[bool]:
    """Whether an event has happened; it does so in the Weather Phase (1.6c)."""
    turns = happens(at, event)
    if at.when.reached(turns.last, at.calendar.end("event-roll")):
        return Span.sure(True)
    if at.when.before(turns.first, at.calendar.start("event-roll") + 1):
        return Span.sure(False)
    return Span(False, False, True, True)


def released(at: Situation, event: Event, side: str) -> Turns:
    """When what an event releases arrives.

    The example of 1.4d counts the turn of the event as the first of the delay, the calendar the
    one after it; neither arrival is too early or too late.
    """
    turns = happens(at, event)
    if event is KAUNAS and _at_once(at, side):
        return turns
    told = at.position.facts.get(f"{side}_delay")
    if isinstance(told, int | float):
        return Turns(turns.first + max(int(told) - 1, 0), turns.last + int(told))
    return Turns(turns.first, turns.last + SLOWEST[side])


def _at_once(at: Situation, side: str) -> bool:
    """Whether a variant spares a side the delay of its units from Kaunas."""
    if side == "german":
        return plays(at, "2.8", 2, "surprise")
    return plays(at, "3.8", 5, "direct arrival")


def on_date(at: Situation, month: int, day: int) -> Turns:
    """When a Soviet group with a date arrives: then, or with a V# above 0 a turn later."""
    turn = turn_on(at.game, month, day)
    return Turns(turn, turn if v_number(at) == 0 else turn + 1)
