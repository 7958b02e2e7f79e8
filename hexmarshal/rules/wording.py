"""Words: how findings put things, and what the words of a name tell."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexmarshal.game.names import plain
from hexmarshal.game.position import Piece


def names(pieces: Iterable[Piece]) -> str:
    """The names of pieces as a sentence lists them."""
    listed = [piece.name for piece in pieces]
    return " and ".join(filter(None, [", ".join(listed[:-1]), *listed[-1:]]))


def says(text: str, choices: Iterable[tuple[str, ...]]) -> bool:
    """Whether a text has all the words of one of several choices; digits are words of their own."""
    said = set(re.findall(r"\d+|[^\W\d_]+", plain(text)))
    return any(said.issuperset(words) for words in choices)
