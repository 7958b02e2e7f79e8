"""How findings put things into words."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.game.position import Piece


def names(pieces: Iterable[Piece]) -> str:
    """The names of pieces as a sentence lists them."""
    listed = [piece.name for piece in pieces]
    return " and ".join(filter(None, [", ".join(listed[:-1]), *listed[-1:]]))
