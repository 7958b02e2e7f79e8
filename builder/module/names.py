"""The names by which the parts of a module know each other.

Map, board, deck, layer and property names are kept for ever: saved games refer to them.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexmarshal.game.model import Game, Side
from hexmarshal.game.scenario import Scenario
from hexmarshal.game.timing import Stop, stops

BOARD, OFF_BOARD = "Map", "Off-map"
TRACKER = "TurnTracker0"

ARMY = "Army"
"""The side's title, for lists that people read."""
CONDITION = "Condition"
"""A unit's condition in words, for lists."""
STEPS = "hm_steps"
"""How many levels the layer `Step` has."""

UNIT_STATES = (
    "pinned",
    "no strat move",
    "technical problems",
    "out of command",
    "move mode",
    "reserve",
)
"""Marker words that a unit bears itself, where a game has a marker of that word."""


def scenario_name(scenario: Scenario) -> str:
    """A scenario with its section: `Doppelkopf (5.6)`."""
    return f"{scenario.title} ({scenario.rule})"


def setup_name(game: Game, scenario: Scenario) -> str:
    """A scenario as players choose it: `Doppelkopf (5.6): turns 16-20, 15 to 29 August, ...`."""
    first, last = (game.turn(n) for n in (scenario.first_turn, scenario.last_turn))
    told = [f"turns {scenario.first_turn}-{scenario.last_turn}"]
    if first and last and first.title.casefold() != f"turn {first.number}":
        told.append(f"{first.title} to {last.title}")
    if begins := sides_of(game).get(scenario.first_side):
        told.append(f"{begins.adjective} first")
    return f"{scenario_name(scenario)}: {', '.join(told)}"


def eliminated(side: Side | None) -> str:
    """The zone of a side's dead pile on the off-map board."""
    return f"Eliminated {side.adjective}" if side else "Eliminated"


def arrivals(side: Side | None) -> str:
    """The zone where a side's arrivals wait when the map has no turn record."""
    return f"Arrivals {side.adjective}" if side else "Arrivals"


HERE = 'GetString("LocationName")'
"""Where a piece is, in BeanShell; the bare property would make a number, 1.2, of hex 01.20."""

WITHDRAWN, CHITS = "Withdrawn", "Chits"


@dataclass(frozen=True, slots=True)
class PhaseName:
    """A phase or segment as the turn tracker shows it."""

    id: str
    text: str


def phase_names(game: Game) -> tuple[PhaseName, ...]:
    """What the tracker steps through each turn.

    A segment's title that several phases share stands behind its phase's, a player's phase behind
    whose it is.
    """
    steps = stops(game)
    titles = {stop.phase.id: stop.phase.title for stop in steps}
    shared = Counts(titles.values())
    return tuple(PhaseName(stop.phase.id, _title(stop, shared)) for stop in steps)


def _title(stop: Stop, shared: Mapping[str, int]) -> str:
    title = stop.phase.title
    if shared[title] > 1:
        title = f"{stop.of.title}: {title}"
    return f"{stop.player.capitalize()} player: {title}" if stop.player else title


def phase_starts(game: Game, id_: str) -> tuple[str, ...]:
    """The tracker's texts at which a phase or segment begins, for each player who has one."""
    firsts: dict[str, str] = {}
    for stop, name in zip(stops(game), phase_names(game), strict=True):
        if id_ in (stop.of.id, stop.phase.id):
            firsts.setdefault(stop.player, name.text)
    return tuple(firsts.values())


def quoted(text: str) -> str:
    """A text as a string of a BeanShell expression.

    A dollar sign is written by its number: VASSAL looks for `$properties$` before it evaluates.
    """
    for char, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("$", "\\u0024")):
        text = text.replace(char, written)
    return f'"{text}"'


def plain(text: str) -> str:
    """A text where VASSAL expects one with `$properties$` or an `{expression}`: as it stands.

    An expression that is one string only would not be evaluated, escapes and all.
    """
    return f'{{""+{quoted(text)}}}' if "$" in text or text.startswith("{") else text


def any_of(property_: str, values: Iterable[str]) -> str:
    """A BeanShell condition, without braces: the property has one of the values."""
    tests = [f"{property_}=={quoted(value)}" for value in values]
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"


def sides_of(game: Game) -> Mapping[str, Side]:
    return {side.id: side for side in game.sides}
