"""Names and short texts used throughout a module.

The names of maps, boards, decks, layers and properties never change: saved games refer to them.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game, Side
from hexmarshal.game.scenario import Scenario
from hexmarshal.game.timing import Stop, stops

BOARD, OFF_BOARD = "Map", "Off-map"
TRACKER = "TurnTracker0"

ARMY = "Army"
"""The side's title, for the lists that players see."""
CONDITION = "Condition"
"""A unit's condition in words, for lists."""
STEPS = "hm_steps"
"""The number of levels of the layer `Step`."""

UNIT_STATES = (
    "pinned",
    "no strat move",
    "technical problems",
    "out of command",
    "move mode",
    "reserve",
)
"""Marker words that are states of a unit, if the game has a marker of that type."""


def scenario_name(scenario: Scenario) -> str:
    """A scenario's title and section: `Doppelkopf (5.6)`."""
    return f"{scenario.title} ({scenario.rule})"


def setup_name(game: Game, scenario: Scenario) -> str:
    """A scenario in the start menu: `Doppelkopf (5.6): turns 16-20, 15 to 29 August, ...`."""
    first, last = (game.turn(n) for n in (scenario.first_turn, scenario.last_turn))
    parts = [f"turns {scenario.first_turn}-{scenario.last_turn}"]
    if first and last and first.title.casefold() != f"turn {first.number}":
        parts.append(f"{first.title} to {last.title}")
    if begins := sides_of(game).get(scenario.first_side):
        parts.append(f"{begins.adjective} first")
    return f"{scenario_name(scenario)}: {', '.join(parts)}"


def eliminated(side: Side | None) -> str:
    """The zone of a side's dead pile on the off-map board."""
    return f"Eliminated {side.adjective}" if side else "Eliminated"


def arrivals(side: Side | None) -> str:
    """The zone where a side's arrivals wait if the map has no turn record."""
    return f"Arrivals {side.adjective}" if side else "Arrivals"


HERE = 'GetString("LocationName")'
"""A piece's location, in BeanShell; the bare property would turn hex 01.20 into the number 1.2."""

WITHDRAWN, CHITS = "Withdrawn", "Chits"


@dataclass(frozen=True, slots=True)
class PhaseName:
    """A phase or segment as the turn tracker shows it."""

    id: str
    text: str


def phase_names(game: Game) -> tuple[PhaseName, ...]:
    """The phases and segments that the tracker steps through each turn.

    A title shared by several segments has its phase's title in front; a phase that each player has
    in turn has the player in front.
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
    """The tracker's texts for the start of a phase or segment, one for each player who has it."""
    firsts: dict[str, str] = {}
    for stop, name in zip(stops(game), phase_names(game), strict=True):
        if id_ in (stop.of.id, stop.phase.id):
            firsts.setdefault(stop.player, name.text)
    return tuple(firsts.values())


def quoted(text: str) -> str:
    """A text as a string literal of a BeanShell expression.

    Dollar signs are written as `\\u0024`: VASSAL expands `$properties$` before it evaluates.
    """
    for char, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("$", "\\u0024")):
        text = text.replace(char, written)
    return f'"{text}"'


def plain(text: str) -> str:
    """A literal text for a field in which VASSAL expands `$properties$` and `{expressions}`.

    The empty string in front is needed: VASSAL does not evaluate a lone string literal.
    """
    return f'{{""+{quoted(text)}}}' if "$" in text or text.startswith("{") else text


def any_of(property_: str, values: Iterable[str]) -> str:
    """A BeanShell condition, without braces: the property has one of the values."""
    tests = [f"{property_}=={quoted(value)}" for value in values]
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"


def sides_of(game: Game) -> Mapping[str, Side]:
    return {side.id: side for side in game.sides}


def strength(counter: Counter, *, reduced: bool = False) -> str:
    """A unit's printed values in a few words: `3-4-4`, `range 18`, `18-2-2, RE 1`.

    Leaves out values that are not numbers, and a movement allowance without attack and defence.
    """
    values = {name: counter.value(name, reduced=reduced).number for name in counter.front}
    texts = {name: "?" if v is None else str(v) for name, v in values.items() if _is_printed(v)}
    row, printed = ("attack", "defence", "movement"), values.get("factors")
    if printed is not None:
        parts, included = [str(printed)], _IN_FACTORS
    elif set(row) <= texts.keys():
        parts, included = ["-".join(texts[name] for name in row)], frozenset(row)
    else:
        parts, included = [], frozenset({"movement"})
    others = {name: text for name, text in texts.items() if name not in included}
    return ", ".join([*parts, *(f"{_value_name(name)} {text}" for name, text in others.items())])


_IN_FACTORS = frozenset({"attack", "defence", "movement", "action_rating", "barrage", "factors"})
"""The values that `factors` already contains, in games that print factors as one text."""


def _is_printed(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _value_name(name: str) -> str:
    return name.upper() if len(name) < 3 else name.replace("_", " ")
