"""Whom a rule means, asked of counters as they are printed.

Of pieces in a position, of which more or less may be known, `rules.situation` asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from hexmarshal.game.counters import Counter
from hexmarshal.game.ruleset.cited import CounterFilter, Side
from hexmarshal.game.schema import Form, Names, Words
from hexmarshal.game.text import fold


def means(who: CounterFilter, counter: Counter, *, turned: bool = False) -> bool:
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


class TagWords(Form):
    """How the words of a counter that no list names tell that it has a tag.

    They are those of its formation (of its name when it has none) or, `by: name`, of its name and
    type. Each entry of `words` is a set of words that must all occur; one entry is enough.
    """

    tag: str
    by: Literal["formation", "name"] = "formation"
    side: Side = ""
    words: tuple[Words, ...]
    but: tuple[Words, ...] = ()
    """Words that tell the contrary: an anti tank gun is no tank."""


class TypeWords(Form):
    """How the words for its type, or else the name, of such a counter tell its type."""

    type: str
    kind: Names = ()
    side: Side = ""
    words: tuple[Words, ...]
