"""A game's own rules module, found by the entry point group `hexmarshal.rules`.

The name of the entry point is the game's id; its value is a module with a `RULES`. A game without
such a module is judged by its rules data alone.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.rules.findings import Checked, Finding

if TYPE_CHECKING:
    from hexmarshal.game.hexfield import HexSet
    from hexmarshal.game.position import Piece
    from hexmarshal.rules.situation import Situation
    from hexmarshal.rules.spans import Span
    from hexmarshal.rules.supply import Supplied


GROUP = "hexmarshal.rules"

Rule = Callable[["Situation"], Iterable["Finding | Checked"]]
"""A rule: yields its findings in a situation, and what it could not judge."""


SupplyOverride = Callable[["Situation", Mapping[str, "Supplied"]], Mapping[str, "Supplied"]]
"""Given the supply of all units by ref, returns the units whose supply the game's rules change."""

States = Callable[["Situation"], Mapping[str, Any]]
"""Entries for the report's `state` by a game's own rules; JSON values only."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """The rules of one game that its rules data cannot express."""

    rules: tuple[Rule, ...] = ()
    supply_overrides: tuple[SupplyOverride, ...] = ()
    states: tuple[States, ...] = ()
    sources: Callable[[Situation, str], Span[HexSet]] | None = None
    """The hexes to which a side may trace supply, if they are not simply the map's sources."""
    may_set_up: Callable[[Situation, Piece], bool] = lambda *_: False
    """Whether a unit may set up in its hex although the scenario lists another."""
    never_isolated: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that never become isolated, however long they are cut off."""
    may_be_out: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that may be marked out of supply although they can trace a line."""


@cache
def rules_of_game(game: str) -> GameRules:
    """The rules module of the game with this id; an empty one if it has none. Raises DataError."""
    for point in entry_points(group=GROUP, name=game):
        try:
            own = getattr(point.load(), "RULES", None)
        except Exception as error:
            wrong = f"cannot load the rules module of {game}: {_described(error)}"
            raise DataError([Fault(_place(error), wrong, "correct the module")]) from error
        if not isinstance(own, GameRules):
            wrong = f"missing RULES in the rules module of {game}"
            raise DataError.single(point.value, wrong, "add RULES = GameRules(rules=(...))")
        return own
    return GameRules()


def run_rule(rule: Rule, at: Situation) -> Iterator[Finding | Checked]:
    """What one of a game's own rules yields. Raises DataError, with the place, if it fails."""
    try:
        yield from rule(at)
    except Exception as error:
        wrong = f"rule {rule.__name__} of {at.game.id} failed: {_described(error)}"
        raise DataError([Fault(_place(error, rule.__module__), wrong, "correct it")]) from error


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _place(error: Exception, module: str = "") -> Mark:
    """Where a program failed: the last line that ran in this module, else the last of all."""
    if isinstance(error, SyntaxError) and error.filename:
        return Mark(error.filename, error.lineno or 1, error.offset or 1)
    frames = list(traceback.walk_tb(error.__traceback__))
    own = [at for at in frames if at[0].f_globals.get("__name__") == module]
    frame, line = (own or frames)[-1]
    return Mark(frame.f_code.co_filename, line, 1)
