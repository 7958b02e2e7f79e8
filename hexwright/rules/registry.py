"""A game's own page of rules, found by the entry point group `hexwright.rules`.

The name of an entry point is the id of the game, its value a module with a `PAGE`. A game
without a page is judged by its rules data alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from hexwright.rules.findings import Finding

if TYPE_CHECKING:
    from hexwright.game.model import Game
    from hexwright.rules.situation import Situation

GROUP = "hexwright.rules"

Rule = Callable[["Situation"], Iterable[Finding]]
"""A rule looks at a situation and says what it finds."""


@dataclass(frozen=True, slots=True)
class Page:
    """What one game's rules need beyond the shapes that games share."""

    rules: tuple[Rule, ...] = ()


@cache
def page_of(game: str) -> Page:
    """The page of the game with this id; an empty one when it has none."""
    for point in entry_points(group=GROUP, name=game):
        page = point.load().PAGE
        assert isinstance(page, Page)
        return page
    return Page()


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading that people play in more than one way."""

    name: str
    values: tuple[str, ...]
    default: str
    rule: str
    about: str


@dataclass(frozen=True, slots=True)
class RuleNote:
    """One rule of a game as the listing of rules shows it."""

    number: str
    title: str
    decides: str
    """What one position is enough to decide."""
    cannot: str = ""
    """What takes a log, the position before, or data that nobody has."""
    readings: tuple[str, ...] = ()
    """How ambiguous text is read."""
    switches: tuple[Switch, ...] = ()


def rules_of(game: Game) -> tuple[RuleNote, ...]:
    """The rules that are judged for a game, in the order of its book."""
    del game
    return ()
