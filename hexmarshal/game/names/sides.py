"""Sides by any of their names."""

from __future__ import annotations

from hexmarshal.game.model import Game
from hexmarshal.game.names.spelling import squash


def find_side(game: Game, text: str) -> str:
    """The id of a side by any of its names; "" when the game has no such side."""
    key = squash(text)
    for side in game.sides:
        names = {squash(name) for name in (side.id, side.title, side.adjective, *side.other_names)}
        if key in names or key.removesuffix("s") in names:
            return side.id
    return ""
