"""A log's positions read one from another are those that are read anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.read.assembling import Heaps
from checker.read.spots import in_order
from hexmarshal.vassal.log import replay
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import PieceLocation, Save, read_save


def told(id_: str, piece: Piece, place: PieceLocation) -> tuple[object, ...]:
    return id_, piece.command, place.map, place.x, place.y, place.level


def heaped(heaps: Heaps[tuple[object, ...]], save: Save) -> list[tuple[object, ...]]:
    return [one for heap in heaps.of(save, told) for one in heap]


@pytest.mark.parametrize(
    ("name", "every"), [("tour.log", 1), ("blood-bowl.vlog", 1), ("longest-day-0611-1.log", 40)]
)
def test_what_has_not_changed_need_not_be_read(corpus: Path, name: str, every: int) -> None:
    save = read_save(corpus / name)
    heaps: Heaps[tuple[object, ...]] = Heaps()
    heaped(heaps, save)
    for step in replay(save):
        known = heaped(heaps, step.after)
        if step.number % every == 0:
            assert known == heaped(Heaps(), step.after)
            assert known == [
                told(id_, step.after.pieces[id_], place) for id_, place in in_order(step.after)
            ]
