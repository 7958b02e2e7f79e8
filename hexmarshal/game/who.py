"""Whom a rule means, asked of counters as they are printed.

Of pieces in a position, of which more or less may be known, `rules.situation` asks.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexmarshal.game.board import fold
from hexmarshal.game.counters import Counter
from hexmarshal.game.ruleset.cited import Who


def means(who: Who, counter: Counter, *, turned: bool = False) -> bool:
    """Whether a rule's `who` means this counter on its front or, `turned`, its other side."""
    mode = fold(str(counter.value("mode", reduced=turned).number)) if who.mode else ""
    return (
        who.side in ("", counter.side)
        and _one(who.kind, [counter.kind])
        and _one(who.type, [counter.type])
        and _one(who.tag, counter.tags)
        and _one(who.mode, [mode])
    )


def _one(wanted: tuple[str, ...], found: Iterable[str]) -> bool:
    return not wanted or not set(wanted).isdisjoint(found)
