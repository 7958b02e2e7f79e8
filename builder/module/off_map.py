"""The board beside the map: dead piles and other places for which the game's own map has no box.

Everything here is in pixels from the board's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from builder.module.names import CHITS, WITHDRAWN, arrivals, eliminated
from hexmarshal.art import fonts
from hexmarshal.art.drawing import Drawing, Paint, Rect, Shape, Text
from hexmarshal.art.map.layout import Extent
from hexmarshal.game.model import Game, Side
from hexmarshal.game.places import find_place
from hexmarshal.game.scenario import LATER, Placement
from hexmarshal.game.text import fold
from hexmarshal.module_contract import MAIN_MAP, OFF_MAP

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
    yield from (eliminated(side) for side in game.sides if dead_box(game, side) is None)
    if any(_homeless(game, row) for row in game.placements()):
        yield from (arrivals(side) for side in (*game.sides, None))
    if "cup" not in kinds and any(row.kind == "chit" for row in game.placements()):
        yield CHITS
    yield WITHDRAWN
    yield eliminated(None)


def dead_box(game: Game, side: Side | None) -> str | None:
    """The place on the map itself where a side's dead lie, if the game has one."""
    arrivals_ = game.rules.arrivals
    for box in game.board.boxes:
        if arrivals_ and side and box.side == side.id and box.id in arrivals_.out_of_play:
            return box.places[0]
    return None


def dead_pile(game: Game, side: Side | None) -> tuple[str, str]:
    """The map and the zone where a side's dead lie."""
    box = dead_box(game, side)
    return (OFF_MAP, eliminated(side)) if box is None else (MAIN_MAP, box)


def waits(row: Placement) -> bool:
    """Whether the pieces of a line wait for their turn beside the map."""
    return row.kind in LATER and bool(row.turn or row.date or row.waits)


def waiting_place(game: Game, row: Placement) -> str:
    """Where an arrival waits: the box that its line names, else the space of its turn on the turn
    record; "" where the map has none."""
    if row.waits:
        return find_place(game.board, row.waits, row.side or game.counters[row.counter].side) or ""
    number = game.turn_of_date(row.date) if row.date else row.turn
    return turn_space(game, number) if number is not None else ""


def turn_space(game: Game, number: int) -> str:
    """The space of a turn on the turn record, by its number or title; "" where there is none."""
    turn = game.turn(number)
    wanted = {str(number), turn.title if turn else ""}
    tracks = (box for box in game.board.boxes if box.kind == "turn-track")
    spaces = (s for box in tracks for s in zip(box.places, box.spaces, strict=True))
    return next((place for place, space in spaces if space in wanted), "")


def _homeless(game: Game, row: Placement) -> bool:
    """Whether a line says neither hex nor entry nor a place that the map has."""
    if row.kind in ("dead", "chit", "withdrawal"):
        return False
    if waits(row):
        return not waiting_place(game, row)
    if row.hex is not None or row.hexes or row.entry:
        return False
    places = {
        fold(name) for place in game.board.places for name in (place.name, *place.other_names)
    }
    return find_place(game.board, row.place) is None and fold(row.place) not in places


def zone_for(game: Game, row: Placement) -> str:
    """The zone for a piece that stands in no hex and no box, by its line in the list."""
    owner = row.side or game.counters[row.counter].side
    side = next((side for side in game.sides if side.id == owner), None)
    if row.kind == "dead":
        return dead_pile(game, side)[1]
    if row.kind == "chit":
        return CHITS
    return arrivals(side)
