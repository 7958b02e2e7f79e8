"""Finding what a module calls its places: by the module itself, or by the layout of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from checker.spots import Spot
from hexwright.art.map_arrange import map_layout
from hexwright.art.map_layout import MapLayout
from hexwright.game.hexgrid import Point, cell_at
from hexwright.game.model import Game
from hexwright.vassal.archive import MODULE_DATA, Archive, FileKind
from hexwright.vassal.boards import OFFBOARD, Sheet
from hexwright.vassal.errors import VassalError
from hexwright.vassal.metadata import read_metadata
from hexwright.vassal.module import Module, read_module
from hexwright.vassal.save import Save

MAIN_MAP = "Main Map"
"""The map of the hexes in modules that hexwright makes."""
NEARBY = 40
"""At most so many modules beside a save are looked into."""


@dataclass(frozen=True)
class ModuleLocator:
    """Names places as the module does, a piece's pixel moved to the centre of its hex first."""

    sheets: Mapping[str, Sheet]

    @classmethod
    def of(cls, module: Module, save: Save) -> ModuleLocator:
        return cls(module.sheets(save))

    def spot(self, map: str, x: int, y: int) -> Spot:
        sheet = self.sheets.get(map)
        if sheet is None:
            return Spot(map, x, y)
        board = sheet.board_at((x, y))
        zone = sheet.zone_at((x, y))
        name = sheet.name(sheet.snap((x, y), force=True))
        return Spot(
            map=sheet.map,
            x=x,
            y=y,
            board=board.board.name if board else "",
            zone=zone.name if zone else "",
            location="" if name == OFFBOARD else name,
        )


@dataclass(frozen=True)
class LayoutLocator:
    """Names places as the module of a game would, from where the game's map is drawn.

    For saves of a module that hexwright made and that is not at hand.
    """

    game: Game

    @cached_property
    def _layout(self) -> MapLayout:
        return map_layout(self.game)

    def spot(self, map: str, x: int, y: int) -> Spot:
        if map != MAIN_MAP:
            return Spot(map, x, y)
        layout = self._layout
        at = x / layout.px_per_pt, y / layout.px_per_pt
        for box in self.game.board.boxes:
            for place, space in zip(box.places, box.spaces, strict=True):
                extent = layout.spaces.get((box.id, space))
                if (
                    extent
                    and extent.x <= at[0] < extent.right
                    and extent.y <= at[1] < extent.bottom
                ):
                    return Spot(map, x, y, zone=place, location=place)
        plane = Point(
            (at[0] - layout.origin[0]) / layout.step[0], (layout.origin[1] - at[1]) / layout.step[1]
        )
        hex_ = layout.grid.at(cell_at(plane, layout.grid.orientation))
        return Spot(map, x, y, location="" if hex_ is None else layout.grid.label(hex_))


@dataclass(frozen=True)
class NoLocator:
    """Knows only pixels."""

    def spot(self, map: str, x: int, y: int) -> Spot:
        return Spot(map, x, y)


@lru_cache(maxsize=4)
def module_at(path: str) -> Module:
    """The module in a file, read once. Raises VassalError."""
    return read_module(path)


def module_beside(save: Save) -> Path | None:
    """The module of a save's name that lies in the save's folder or the one above it."""
    name = save.module_data.name if save.module_data else ""
    folder = Path(save.file).resolve().parent
    if not name or not save.file:
        return None
    near = [p for place in (folder, folder.parent) for p in sorted(place.glob("*.vmod"))]
    return next((path for path in near[:NEARBY] if _name_of(path) == name), None)


def _name_of(path: Path) -> str:
    try:
        archive = Archive.open(path)
        if archive.kind is not FileKind.MODULE:
            return ""
        metadata = read_metadata(archive, MODULE_DATA)
    except VassalError:
        return ""
    return metadata.name if metadata else ""
