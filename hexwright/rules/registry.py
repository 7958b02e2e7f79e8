"""A game's own page of rules, found by the entry point group `hexwright.rules`.

The name of an entry point is the id of the game, its value a module with a `PAGE`. A game
without a page is judged by its rules data alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from hexwright.game.ruleset import RuleText, Switch
from hexwright.rules.findings import Checked, Finding
from hexwright.rules.listing import listing

if TYPE_CHECKING:
    from hexwright.game.hexfield import HexSet
    from hexwright.game.model import Game
    from hexwright.rules.completions import Span
    from hexwright.rules.situation import Situation
    from hexwright.rules.supply import Supplied

GROUP = "hexwright.rules"

Rule = Callable[["Situation"], Iterable["Finding | Checked"]]
"""A rule looks at a situation and says what it finds, and what it could not judge."""


Decree = Callable[["Situation", Mapping[str, "Supplied"]], Mapping[str, "Supplied"]]
"""What a game's own rules say of the supply of units, whatever they can trace."""

States = Callable[["Situation"], Mapping[str, Any]]
"""What a position amounts to by a game's own rules."""


@dataclass(frozen=True, slots=True)
class Page:
    """What one game's rules need beyond the shapes that games share."""

    rules: tuple[Rule, ...] = ()
    decrees: tuple[Decree, ...] = ()
    states: tuple[States, ...] = ()
    sources: Callable[[Situation, str], Span[HexSet]] | None = None
    """The hexes that a side may trace supply to, where they are not simply those of the map."""
    never_isolated: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that stay out of supply however long they are cut off."""
    may_be_out: Callable[[Situation], frozenset[str]] = lambda _: frozenset()
    """The refs of units that may rightly be marked out of supply though they can trace a line."""


@cache
def page_of(game: str) -> Page:
    """The page of the game with this id; an empty one when it has none."""
    for point in entry_points(group=GROUP, name=game):
        page = point.load().PAGE
        assert isinstance(page, Page)
        return page
    return Page()


def rules_of(game: Game) -> tuple[RuleText, ...]:
    """The rules that are judged for a game, in the order of its book, with their readings."""
    return listing(game.rules)


def switches_of(game: Game) -> tuple[Switch, ...]:
    """The readings that a position may choose between (`options`)."""
    return game.rules.switches
