"""Fog of war: the pieces that are hidden from a side."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import FogRules


def hidden_from(game: Game, position: Position, side: str) -> frozenset[str]:
    """The refs of the pieces hidden from a side; none in a game without fog of war."""
    rules = game.rules.fog
    if rules is None:
        return frozenset()
    return frozenset(
        piece.ref
        for pieces in position.stacks.values()
        for enemy in {p.side for p in pieces if p.is_unit} - {side}
        for piece in _below_the_top(rules, pieces, enemy)
    )


def _below_the_top(rules: FogRules, pieces: tuple[Piece, ...], enemy: str) -> Iterator[Piece]:
    """The covered pieces of an enemy stack in one hex; `pieces` run from bottom to top."""
    stack = [p for p in pieces if p.side == enemy and p.is_unit]
    bottom = pieces.index(stack[0])
    markers = [p for p in pieces[bottom:] if p.kind == "marker" and p.side in ("", enemy)]
    inside = [p for p in pieces if p in stack or p in markers]
    seen = inside[-1:]
    if not rules.markers_hide:
        seen += stack[-1:]
    return (piece for piece in inside if piece not in seen)
