"""A log's positions are the same whether read from the one before or afresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.read.interfaces import placed_pieces
from checker.read.saves import StackCache
from hexmarshal.vassal.log import replay
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import PieceLocation, Save, read_save


def read(id_: str, piece: Piece, place: PieceLocation) -> tuple[object, ...]:
    return id_, piece.command, place.map, place.x, place.y, place.level


def read_all(cache: StackCache[tuple[object, ...]], save: Save) -> list[tuple[object, ...]]:
    return [one for stack in cache.stacks(save, read) for one in stack]


@pytest.mark.parametrize(
    ("name", "every"), [("tour.log", 1), ("blood-bowl.vlog", 1), ("longest-day-0611-1.log", 40)]
)
def test_unchanged_stacks_need_not_be_read_again(corpus: Path, name: str, every: int) -> None:
    save = read_save(corpus / name)
    cache: StackCache[tuple[object, ...]] = StackCache()
    read_all(cache, save)
    for step in replay(save):
        known = read_all(cache, step.after)
        if step.number % every == 0:
            assert known == read_all(StackCache(), step.after)
            assert known == [
                read(id_, step.after.pieces[id_], place) for id_, place in placed_pieces(step.after)
            ]
