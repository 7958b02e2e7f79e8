"""The words of markers that lie on units."""

from __future__ import annotations

from hexmarshal.game.board import fold
from hexmarshal.game.model import Game
from hexmarshal.game.words import MARKERS

_SPELLINGS = {
    "pin": "pinned",
    "oos": "out of supply",
    "isolation": "isolated",
    "ooc": "out of command",
    "unsupplied": "out of supply",
    "no strategic move": "no strat move",
    "no strategic movement": "no strat move",
    "technical problem": "technical problems",
}


def marker_word(text: str) -> str:
    """A marker's word as rules ask for it."""
    word = fold(text).removesuffix(" marker")
    return _SPELLINGS.get(word, word)


def known_markers(game: Game) -> frozenset[str]:
    """The words that markers on a unit may have in this game, or that stand on its own back."""
    counters = game.counters.values()
    markers = (c for c in counters if c.kind == "marker")
    own = {marker_word(word) for c in markers for word in (c.type, c.reverse, c.name) if word}
    return MARKERS | own | {marker_word(c.reverse) for c in counters if c.is_unit and c.reverse}
