"""The board beside the map: dead piles and other places for which the game's own map has no box.

Everything here is in pixels from the board's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.module_names import CHITS, WITHDRAWN, arrivals, eliminated
from hexwright.art import fonts
from hexwright.art.drawing import Drawing, Paint, Rect, Shape, Text
from hexwright.art.map_layout import Extent
from hexwright.game.counters import Counter
from hexwright.game.model import Game

ZONE_WIDTH, ZONE_HEIGHT, GAP, BAR = 620, 300, 20, 34
PAPER, PANEL, EDGE, INK = "#d9d4c7", "#efece3", "#8b8371", "#3a352b"


@dataclass(frozen=True, slots=True)
class OffMap:
    """The zones of the off-map board by name, in two columns."""

    zones: Mapping[str, Extent]
    width: int
    height: int

    def drawing(self) -> Drawing:
        """The board's picture, a point a pixel."""
        shapes: list[Shape] = [Rect(0, 0, self.width, self.height, Paint(PAPER))]
        for name, zone in self.zones.items():
            shapes += [
                Rect(zone.x, zone.y, zone.width, zone.height, Paint(PANEL, EDGE, 2), radius=8),
                Text(zone.x + 14, zone.y + 24, name, fonts.SEMIBOLD, 19, INK, "start"),
            ]
        return Drawing(self.width, self.height, tuple(shapes), "Off the map")


def off_map(game: Game) -> OffMap:
    """The off-map board of a game: only what its map has no box for."""
    names = list(_names(game))
    zones = {
        name: Extent(
            GAP + n % 2 * (ZONE_WIDTH + GAP),
            GAP + n // 2 * (ZONE_HEIGHT + GAP),
            ZONE_WIDTH,
            ZONE_HEIGHT,
        )
        for n, name in enumerate(names)
    }
    rows = (len(names) + 1) // 2
    return OffMap(zones, 2 * (ZONE_WIDTH + GAP) + GAP, rows * (ZONE_HEIGHT + GAP) + GAP)


def _names(game: Game) -> Iterator[str]:
    kinds = {box.kind for box in game.board.boxes}
    yield from (eliminated(side) for side in game.sides)
    homeless = any(p.kind == "available" and not p.place for p in game.placements())
    if homeless or "turn-track" not in kinds:
        yield from (arrivals(side) for side in game.sides)
    if has_chits(game) and "cup" not in kinds:
        yield CHITS
    yield WITHDRAWN
    yield eliminated(None)


def has_chits(game: Game) -> bool:
    return any(counter.kind == "chit" for counter in game.counters.values())


def zone_for(game: Game, counter: Counter, kind: str) -> str:
    """The zone for a piece that stands in no hex and no box, by the kind of its placement."""
    side = next((side for side in game.sides if side.id == counter.side), None)
    if kind == "dead":
        return eliminated(side)
    if kind == "chit":
        return CHITS
    return arrivals(side)
