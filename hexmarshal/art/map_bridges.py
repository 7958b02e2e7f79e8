"""Bridges that no table names: where the rules let a road open a river, it must have one."""

from __future__ import annotations

from dataclasses import replace

from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import Edges, union
from hexmarshal.game.model import Game

FOOTPATHS = frozenset({"trail", "winter trail"})
"""Paths that no bridge is built for."""


def bridged(game: Game) -> Board:
    """The board with a bridge also where the rules let a road open a river that it crosses."""
    board, rules = game.board, game.rules
    sides = board.hexsides
    found = [sides.of("bridge")]
    for barrier in (rules.zoc and rules.zoc.barrier, rules.supply and rules.supply.barrier):
        if barrier and (ways := set(barrier.open_by) - FOOTPATHS):
            ways_over = board.paths.edges(board.grid, *ways)
            open_anyway = sides.of(*barrier.open_at, "ferry")
            found.append(_crossed(sides.of(*barrier.hexsides), ways_over, open_anyway))
    return replace(board, hexsides=replace(sides, kinds={**sides.kinds, "bridge": union(found)}))


def _crossed(shut: Edges, ways: Edges, open_: Edges) -> Edges:
    """The hexsides of a barrier that ways cross, but for those that are open anyway."""
    a, b, c, d, e, f = (s & w & ~o for s, w, o in zip(shut, ways, open_, strict=True))
    return (a, b, c, d, e, f)
