"""Judging a position: every rule of the game, one after the other."""

from __future__ import annotations

from hexwright.game.model import Game
from hexwright.game.position import Position
from hexwright.rules.findings import Judgement


def judge(game: Game, position: Position) -> Judgement:
    """What the rules of the game say of this position."""
    del game, position
    return Judgement()
