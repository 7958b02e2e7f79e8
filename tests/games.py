"""The shipped games, each read once in a run of the tests."""

from __future__ import annotations

from functools import cache

from hexmarshal.game.folders import Folders, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game


@cache
def shipped_game(game: str) -> Game:
    """The shipped game of an ID."""
    return load(Folders(game, shipped_root()))
