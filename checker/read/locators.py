"""Naming the points of a module's maps, from the module itself or from the layout of the game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from checker.read.interfaces import MapPoint
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import HALF_ROOT_3, Orientation, Point, cell_at
from hexmarshal.game.model import Game
from hexmarshal.module_contract import (
    GAME,
    LAYER,
    LAYERS,
    LAYOUT,
    MAIN_MAP,
    OFF_MAP,
    find_property,
    old_name,
)
from hexmarshal.vassal.archive import MODULE_DATA, Archive, FileKind
from hexmarshal.vassal.boards import OFFBOARD, MapBoards, Stacking
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.metadata import read_metadata
from hexmarshal.vassal.module import Module, read_module
from hexmarshal.vassal.save import Save

MAX_PIXELS = 10_000
NEARBY = 40
"""How many modules near a save are looked into at most."""


@dataclass(frozen=True)
class ModuleLocator:
    """Names points as the module does, after moving them to the centre of their hex."""

    sheets: Mapping[str, MapBoards]
    stacking: Mapping[str, Stacking] = field(default_factory=dict)

    @classmethod
    def of(cls, module: Module, save: Save) -> ModuleLocator:
        return cls(module.sheets(save), module.stacking)

    def point_at(self, map: str, x: int, y: int) -> MapPoint:
        sheet = self.sheets.get(map)
        if sheet is None:
            return MapPoint(map, x, y)
        board = sheet.board_at((x, y))
        zone = sheet.zone_at((x, y))
        name = sheet.name(sheet.snap((x, y), force=True))
        return MapPoint(
            map=sheet.map,
            x=x,
            y=y,
            board=board.board.name if board else "",
            zone=zone.name if zone else "",
            location="" if name == OFFBOARD else name,
        )


Box = tuple[float, float, float, float]
"""Left, top, width and height, in pixels."""


@dataclass(frozen=True)
class LayoutLocator:
    """Names points as the module of a game would, from where hexes and boxes lie on its map.

    It reads saves of hexmarshal's modules when the module is missing. The hex `anchor` is
    centred on pixel `at`; `step` is the pixels between neighbouring columns and rows.
    """

    grid: HexField
    anchor: int
    at: tuple[float, float]
    step: tuple[float, float]
    spaces: Mapping[str, Box]
    beside: Mapping[str, Box] = field(default_factory=dict)
    """The zones of the board beside the map, for pieces that have no box on the map."""
    stacking: Mapping[str, Stacking] = field(default_factory=lambda: _stacking(LAYER))

    @classmethod
    def of(cls, save: Save, game: Game) -> LayoutLocator:
        """The layout that the save gives, or else that of the game's map as drawn."""
        layout = find_property(save.property, LAYOUT)
        locator = cls._from_json(layout, game) or cls._from_map(game)
        if save.property(GAME) or not save.property(old_name(GAME)):
            return locator
        return replace(locator, stacking=_stacking(old_name(LAYER)))

    @classmethod
    def _from_json(cls, text: str, game: Game) -> LayoutLocator | None:
        try:
            data = json.loads(text)
            label, x, y = data["hex"]
            dx, dy = map(float, data["step"])
            spaces = {str(name): _box(*box) for name, box in data["spaces"].items()}
            beside = {str(name): _box(*box) for name, box in data.get("beside", {}).items()}
            anchor = game.board.grid.parse(str(label))
            at = float(x), float(y)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        if not (0 < dx < MAX_PIXELS and 0 < dy < MAX_PIXELS):
            return None
        return cls(game.board.grid, anchor, at, (dx, dy), spaces, beside)

    @classmethod
    def _from_map(cls, game: Game) -> LayoutLocator:
        from hexmarshal.art.map.arrange import map_layout

        layout = map_layout(game)
        scale = layout.px_per_pt
        spaces = {
            place: _box(*(scale * length for length in (e.x, e.y, e.width, e.height)))
            for box in game.board.boxes
            for place, space in zip(box.places, box.spaces, strict=True)
            if (e := layout.spaces.get((box.id, space)))
        }
        anchor = next(iter(layout.grid.numbers))
        return cls(layout.grid, anchor, layout.centre_px(anchor), layout.step_px, spaces)

    def point_at(self, map: str, x: int, y: int) -> MapPoint:
        for name, (left, top, width, height) in self._zones(map).items():
            if 0 <= x - left < width and 0 <= y - top < height:
                return MapPoint(map, x, y, zone=name, location=name)
        if map != MAIN_MAP:
            return MapPoint(map, x, y)
        hex_ = self.grid.at(cell_at(self._plane(x, y), self.grid.orientation))
        return MapPoint(map, x, y, location="" if hex_ is None else self.grid.label(hex_))

    def _zones(self, map: str) -> Mapping[str, Box]:
        return {MAIN_MAP: self.spaces, OFF_MAP: self.beside}.get(map, {})

    def _plane(self, x: int, y: int) -> Point:
        """The point of the hex plane under a pixel, in distances from hex to hex."""
        across, down = self.step
        if self.grid.orientation is Orientation.FLAT:
            across /= HALF_ROOT_3
        else:
            down /= HALF_ROOT_3
        centre = self.grid.centre(self.anchor)
        return Point(centre.x + (x - self.at[0]) / across, centre.y - (y - self.at[1]) / down)


def _stacking(layer: str) -> Mapping[str, Stacking]:
    """How pieces stack on the main map: by the marker trait that names their visual layer."""
    return {MAIN_MAP: Stacking(property=layer, layers=LAYERS)}


def _box(left: float, top: float, width: float, height: float) -> Box:
    return float(left), float(top), float(width), float(height)


@dataclass(frozen=True)
class NoLocator:
    """Names nothing: for saves whose module is unknown."""

    stacking: Mapping[str, Stacking] = field(default_factory=dict)

    def point_at(self, map: str, x: int, y: int) -> MapPoint:
        return MapPoint(map, x, y)


@lru_cache(maxsize=4)
def module_at(path: str) -> Module:
    """Reads the module in a file, once. Raises VassalError."""
    return read_module(path)


def module_beside(save: Save) -> Path | None:
    """The module that a save names, if it lies in the save's folder or the one above."""
    name = save.module_data.name if save.module_data else ""
    folder = Path(save.file).resolve().parent
    if not name or not save.file:
        return None
    near = [p for where in (folder, folder.parent) for p in sorted(where.glob("*.vmod"))]
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
