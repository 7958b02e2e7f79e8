"""The map of a shipped game, read as the game reads it."""

from __future__ import annotations

from functools import cache

from hexmarshal.game.board import Board
from hexmarshal.game.folders import Folders, shipped_root
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.load.board import read_board
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.schema import MapForm


@cache
def board_of(game: str) -> Board:
    reading = RecordReader(Folders(game, shipped_root()))
    found = reading.document(reading.folders.maps / "map.yaml", MapForm)
    assert found is not None
    read = read_board(reading, found[0], {"german", "soviet"})
    assert reading.faults == []
    return read


class ShippedMap:
    """What tests of one map ask all the time."""

    def __init__(self, game: str, *water: str) -> None:
        self.game, self.water = game, water

    def board(self) -> Board:
        return board_of(self.game)

    def hexes(self, labels: str) -> HexSet:
        return self.board().grid.set(labels.split())

    def names(self, found: HexSet) -> list[str]:
        return self.board().grid.labels(found)

    def land(self) -> HexSet:
        """The hexes without any terrain of water."""
        return self.board().grid.all & ~self.board().terrain.of(*self.water)
