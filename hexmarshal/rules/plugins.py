"""A game's own page of rules, found by the entry point group `hexmarshal.rules`.

The name of an entry point is the id of the game, its value a module with a `RULES`. A game
without a page is judged by its rules data alone.
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
"""A rule looks at a situation and says what it finds, and what it could not judge."""


SupplyOverride = Callable[["Situation", Mapping[str, "Supplied"]], Mapping[str, "Supplied"]]
"""What a game's own rules say of the supply of units, whatever they can trace."""

States = Callable[["Situation"], Mapping[str, Any]]
"""What a position amounts to by a game's own rules."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """What one game's rules need beyond the shapes that games share."""

    rules: tuple[Rule, ...] = ()
    supply_overrides: tuple[SupplyOverride, ...] = ()
    states: tuple[States, ...] = ()
    sources: Callable[[Situation, str], Span[HexSet]] | None = None
    """The hexes that a side may trace supply to, where they are not simply those of the map."""
    may_set_up: Callable[[Situation, Piece], bool] = lambda *_: False
    """Whether a unit may set up where it is although its line of the set-up puts it elsewhere."""
    never_isolated: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that stay out of supply however long they are cut off."""
    may_be_out: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that may rightly be marked out of supply though they can trace a line."""


@cache
def rules_of_game(game: str) -> GameRules:
    """The page of the game with this id; an empty one when it has none. Raises DataError."""
    for point in entry_points(group=GROUP, name=game):
        try:
            page = getattr(point.load(), "RULES", None)
        except Exception as error:
            wrong = f"the page of rules of {game} cannot be read: {_said(error)}"
            raise DataError([Fault(_place(error), wrong, "mend it")]) from error
        if not isinstance(page, GameRules):
            wrong = f"the page of rules of {game} has no RULES"
            raise DataError.single(point.value, wrong, "end it with RULES = GameRules(rules=(...))")
        return page
    return GameRules()


def asked(rule: Rule, at: Situation) -> Iterator[Finding | Checked]:
    """What a rule of a page says. Raises DataError, with its place, when the rule itself fails."""
    try:
        yield from rule(at)
    except Exception as error:
        wrong = f"the rule {rule.__name__} of {at.game.id} fails: {_said(error)}"
        raise DataError([Fault(_place(error, rule.__module__), wrong, "mend it")]) from error


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _place(error: Exception, module: str = "") -> Mark:
    """Where a program failed: the last line of this module that was running, or the last at all."""
    if isinstance(error, SyntaxError) and error.filename:
        return Mark(error.filename, error.lineno or 1, error.offset or 1)
    frames = list(traceback.walk_tb(error.__traceback__))
    own = [at for at in frames if at[0].f_globals.get("__name__") == module]
    frame, line = (own or frames)[-1]
    return Mark(frame.f_code.co_filename, line, 1)
