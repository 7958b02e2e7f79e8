"""Reading any module: its maps, boards and grids, its pieces and prototypes.

Components of unknown classes stay in `Module.root`, and pieces inside them are found all the same.
Whatever cannot be interpreted becomes a `Problem`.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from hexmarshal.vassal.archive import MODULE_DATA, Archive, FileKind, is_zip, read_file
from hexmarshal.vassal.boards import DEFAULT_STACKING, AnyGrid, Board, MapBoards, Stacking
from hexmarshal.vassal.buildfile import Component, read_xml
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.grid import (
    SQRT3_2,
    GridNumbering,
    HexGrid,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
)
from hexmarshal.vassal.metadata import Metadata, read_metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.polygon import Point, Size
from hexmarshal.vassal.save import BoardAt, Problem, PropertyValue, Save, read_boards
from hexmarshal.vassal.sequence import decode, decode_list
from hexmarshal.vassal.traits.base import float_or, int_or
from hexmarshal.vassal.xmltext import parse

MAP_KINDS = ("Map", "PrivateMap", "PlayerHand", "WidgetMap")
SLOT_KINDS = ("PieceSlot", "CardSlot")
_PITCHES = (0.01, 1e6)
"""Plausible cell sizes; others count as not given."""
_DEFAULT_DX = SQRT3_2 * 64.0


@dataclass(frozen=True)
class PieceSlot:
    """A piece of a palette, a deck or an at-start stack.

    `path` lists the names of the enclosing components, outermost first; `gpid` is the id kept by
    pieces made from the slot.
    """

    name: str
    gpid: str
    piece: Piece
    path: tuple[str, ...]


@dataclass(frozen=True)
class AtStart:
    """An at-start stack or a deck: its place, and its pieces from bottom to top.

    `board` "" means any. `location` is a name in the board's grid; if it is "", the board pixel
    (x, y) applies.
    """

    name: str
    is_deck: bool
    board: str
    x: int
    y: int
    location: str
    pieces: tuple[PieceSlot, ...]


@dataclass(frozen=True)
class GameMap:
    """A map of the module.

    `id` is `Map0`, `Map1`, ... in file order; some files of old engines use it instead of the name.
    `edge` is the padding around the boards, in pixels.
    """

    name: str
    id: str
    edge: Size
    boards: Mapping[str, Board]
    layout: tuple[BoardAt, ...]
    at_start: tuple[AtStart, ...] = ()
    properties: tuple[PropertyValue, ...] = ()
    stacking: Stacking = DEFAULT_STACKING

    def sheet(self, layout: tuple[BoardAt, ...] | None = None) -> MapBoards:
        """The map with its boards laid out as in a save, or by default as in the module."""
        layout = self.layout if layout is None else layout
        known = tuple((self.boards[at.name], at) for at in layout if at.name in self.boards)
        sheet = MapBoards.lay(self.name, self.edge, known)
        decks = {self._deck_at(deck, sheet): deck.name for deck in self.at_start if deck.is_deck}
        return replace(sheet, decks=decks)

    def _deck_at(self, deck: AtStart, sheet: MapBoards) -> Point:
        placed = sheet.board(deck.board)
        left, top = placed.origin if placed else self.edge
        return left + deck.x, top + deck.y


@dataclass(frozen=True)
class SetupEntry:
    """A predefined set-up; `file` is the entry with its save, "" for a plain new game."""

    name: str
    file: str


@dataclass(frozen=True)
class Module:
    """What positions need of a module or extension. `root` is the whole component tree."""

    root: Component
    metadata: Metadata
    maps: tuple[GameMap, ...]
    problems: tuple[Problem, ...] = ()
    images: frozenset[str] = field(default=frozenset())

    def map(self, name: str) -> GameMap | None:
        """The map with that name or id."""
        by_name = next((found for found in self.maps if found.name == name), None)
        return by_name or next((found for found in self.maps if found.id == name), None)

    @cached_property
    def prototypes(self) -> Mapping[str, Piece]:
        """Prototype definitions by name; the last of several is used."""
        return {
            found.get("name"): Piece.parse(found.text)
            for found in self.root.find("PrototypeDefinition")
            if found.text.startswith("+/")
        }

    @cached_property
    def slots(self) -> tuple[PieceSlot, ...]:
        """All piece and card slots, in file order."""
        return tuple(_slots(self.root, ()))

    @cached_property
    def setups(self) -> tuple[SetupEntry, ...]:
        return tuple(
            SetupEntry(found.get("name"), found.get("file") if _uses_file(found) else "")
            for found in self.root.find("PredefinedSetup")
            if found.get("isMenu") != "true"
        )

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(
            entry.text
            for roster in self.root.find("PlayerRoster")
            for entry in roster.children
            if entry.text
        )

    @cached_property
    def properties(self) -> tuple[PropertyValue, ...]:
        """The module's global properties with their initial values."""
        return tuple(
            value
            for holder in self.root.only("GlobalProperties")
            for value in _properties(holder, "Module")
        )

    @cached_property
    def trackers(self) -> tuple[Component, ...]:
        """The turn trackers; saves call the first one `TurnTracker0`."""
        return tuple(self.root.find("TurnTracker"))

    @cached_property
    def stacking(self) -> Mapping[str, Stacking]:
        """The stacking of each map, by name and by id."""
        return {key: found.stacking for found in self.maps for key in (found.id, found.name)}

    def sheets(self, save: Save) -> Mapping[str, MapBoards]:
        """Every map with its boards as in `save`, by name and by id."""
        sheets: dict[str, MapBoards] = {}
        for found in self.maps:
            layout = save.boards.get(found.name, save.boards.get(found.id))
            sheet = found.sheet(layout or None)
            sheets.setdefault(found.id, sheet)
            sheets[found.name] = sheet
        return sheets


def read_module(path: Path | str, board_sizes: Mapping[str, Size] | None = None) -> Module:
    """The module, extension or bare build file at `path`.

    `board_sizes` gives the sizes in pixels of boards whose picture is missing, by board name.
    Raises VassalError if the file cannot be read or has no build file.
    """
    return parse_module(read_file(path), str(path), board_sizes)


def parse_module(
    data: bytes, file: str = "", board_sizes: Mapping[str, Size] | None = None
) -> Module:
    """The module whose bytes are `data`; `file` is the name given in errors."""
    if not is_zip(data):
        root = read_xml(data, file)
        return _module(root, Metadata(engine=""), _Pictures(None), board_sizes or {})
    archive = Archive.of(data, file)
    if archive.build_file is None or archive.kind is FileKind.SAVE:
        raise VassalError(f"not a module but {archive.kind.with_article}", file)
    root = read_xml(archive.read(archive.build_file), file, archive.build_file)
    metadata = read_metadata(archive, MODULE_DATA) or Metadata(engine="")
    return _module(root, metadata, _Pictures(archive), board_sizes or {})


def _module(
    root: Component, metadata: Metadata, pictures: _Pictures, sizes: Mapping[str, Size]
) -> Module:
    if not metadata.name:
        metadata = replace(
            metadata,
            name=root.get("name"),
            version=root.get("version"),
            engine=metadata.engine or root.get("VassalVersion"),
        )
    problems: list[Problem] = []
    elements = [
        found for found in root.walk() if found.kind in MAP_KINDS or "mapName" in found.attributes
    ]
    maps = tuple(
        _map(element, index, pictures, sizes, problems) for index, element in enumerate(elements)
    )
    return Module(root, metadata, maps, tuple(problems), pictures.names)


# --- maps and boards --------------------------------------------------------------------------


def _map(
    element: Component,
    index: int,
    pictures: _Pictures,
    sizes: Mapping[str, Size],
    problems: list[Problem],
) -> GameMap:
    name = element.get("mapName", "Main Map")
    boards: dict[str, Board] = {}
    layout: tuple[BoardAt, ...] = ()
    for picker in element.children:
        for child in picker.only("Board"):
            board = _board(child, pictures, sizes, name, problems)
            boards.setdefault(board.name, board)
        for setup in picker.only("setup"):
            layout = read_boards(setup.text)[1]
    if not layout and len(boards) == 1:
        layout = (BoardAt(next(iter(boards))),)
    return GameMap(
        name=name or f"Map{index}",
        id=f"Map{index}",
        edge=(int_or(element.get("edgeWidth"), 0), int_or(element.get("edgeHeight"), 0)),
        boards=boards,
        layout=layout,
        at_start=tuple(_at_start(found, name) for found in element.find("SetupStack", "DrawPile")),
        properties=tuple(
            value
            for holder in element.only("GlobalProperties")
            for value in _properties(holder, name)
        ),
        stacking=_stacking(element),
    )


def _stacking(element: Component) -> Stacking:
    """How pieces stack on a map: whether at all, and in which visual layers."""
    disabled = any(_flag(found, "disabled") for found in element.find("StackMetrics"))
    for layered in element.find("LayeredPieceCollection"):
        layers = decode_list(layered.get("layerOrder", ""))
        return Stacking(not disabled, layered.get("property", "Layer"), layers)
    return Stacking(not disabled)


def _board(
    element: Component,
    pictures: _Pictures,
    sizes: Mapping[str, Size],
    map: str,
    problems: list[Problem],
) -> Board:
    name, image = element.get("name"), element.get("image")
    size = sizes.get(name)
    if size is None and image:
        size = pictures.size(image)
        if size is None:
            problems.append(
                Problem(f"map {map}, board {name}", f"missing picture {image}; size unknown")
            )
    elif size is None:
        size = int_or(element.get("width"), 500), int_or(element.get("height"), 500)
    grids = [grid for grid in map_grids(element) if grid is not None]
    grid = grids[-1] if grids else None
    return Board(name, size, grid, image, reversible=_flag(element, "reversible"))


def map_grids(element: Component) -> Iterator[AnyGrid | None]:
    """The grids among a component's children; None for any other class."""
    for child in element.children:
        yield _zoned(child) if child.kind == "ZonedGrid" else _plain_grid(child)


def _zoned(element: Component) -> ZonedGrid:
    background = [grid for child in element.children if (grid := _plain_grid(child)) is not None]
    zones = tuple(_zone(zone) for zone in element.children if zone.kind == "Zone")
    return ZonedGrid(zones, background[-1] if background else None)


def _zone(element: Component) -> Zone:
    grids = [grid for child in element.children if (grid := _plain_grid(child)) is not None]
    return Zone(
        name=element.get("name"),
        path=tuple(_path(element.get("path"))),
        location_format=element.get("locationFormat", "$name$"),
        grid=grids[-1] if grids else None,
        uses_parent_grid=element.get("useParentGrid") == "true",
    )


def _path(text: str) -> Iterator[Point]:
    for pair in decode_list(text, ";"):
        x, y, *_ = [*decode(pair, ","), "", ""]
        if re.fullmatch(r"[+-]?\d{1,9}", x.strip()) and re.fullmatch(r"[+-]?\d{1,9}", y.strip()):
            yield int(x), int(y)


def _plain_grid(element: Component) -> HexGrid | SquareGrid | RegionGrid | None:
    if element.kind == "HexGrid":
        return _hex_grid(element)
    if element.kind == "SquareGrid":
        return _square_grid(element)
    if element.kind == "RegionGrid":
        regions = tuple(
            (region.get("name"), int_or(region.get("originx"), 0), int_or(region.get("originy"), 0))
            for region in element.only("Region")
        )
        return RegionGrid(regions, snap_to=element.get("snapto", "true") == "true")
    return None


def _hex_grid(element: Component) -> HexGrid:
    dy = _pitch(element, "dy", 64.0)
    dx = _pitch(element, "dx", _DEFAULT_DX)
    if dx == _DEFAULT_DX:
        dx = SQRT3_2 * dy
    return HexGrid(
        x0=int_or(element.get("x0"), 0),
        y0=int_or(element.get("y0"), 32),
        dx=dx,
        dy=dy,
        sideways=_flag(element, "sideways"),
        snap_to=_flag(element, "snapTo", True),
        edges_legal=_flag(element, "edgesLegal"),
        corners_legal=_flag(element, "cornersLegal"),
        snap_scale=int_or(element.get("snapscale"), 0),
        numbering=_numbering(element, "HexGridNumbering"),
    )


def _square_grid(element: Component) -> SquareGrid:
    return SquareGrid(
        x0=int_or(element.get("x0"), 24),
        y0=int_or(element.get("y0"), 24),
        dx=_pitch(element, "dx", 48.0),
        dy=_pitch(element, "dy", 48.0),
        snap_to=_flag(element, "snapTo", True),
        edges_legal=_flag(element, "edgesLegal"),
        corners_legal=_flag(element, "cornersLegal"),
        numbering=_numbering(element, "SquareGridNumbering"),
    )


def _pitch(element: Component, attribute: str, default: float) -> float:
    value = float_or(element.get(attribute), default)
    return value if _PITCHES[0] <= value <= _PITCHES[1] else default


def _flag(element: Component, attribute: str, default: bool = False) -> bool:
    """A boolean as Java reads it: `true` in upper or lower case."""
    return element.get(attribute, str(default)).lower() == "true"


def _numbering(element: Component, kind: str) -> GridNumbering | None:
    found = element.only(kind)
    if not found:
        return None
    number = found[-1]
    return GridNumbering(
        first=number.get("first", "H")[:1],
        sep=number.get("sep"),
        h_type=number.get("hType", "N")[:1],
        v_type=number.get("vType", "N")[:1],
        h_leading=min(int_or(number.get("hLeading"), 1), 9),
        v_leading=min(int_or(number.get("vLeading"), 1), 9),
        h_off=int_or(number.get("hOff"), 1),
        v_off=int_or(number.get("vOff"), 1),
        h_descend=_flag(number, "hDescend"),
        v_descend=_flag(number, "vDescend"),
        stagger=_flag(number, "stagger", True),
        location_format=number.get("locationFormat", "$gridLocation$"),
    )


class _Pictures:
    """The sizes of a module's pictures."""

    def __init__(self, archive: Archive | None) -> None:
        self._archive = archive
        names = archive.names if archive else ()
        self.names = frozenset(
            name.removeprefix("images/") for name in names if name.startswith("images/")
        )

    def size(self, image: str) -> Size | None:
        """Width and height in pixels, None if the picture is missing or cannot be read."""
        name = image if image in self.names else f"{image}.gif"
        if self._archive is None or name not in self.names:
            return None
        try:
            data = self._archive.read(f"images/{name}")
            if name.endswith(".svg"):
                return _svg_size(data)
            with warnings.catch_warnings():
                # Only the header is read, so the picture may have any size.
                warnings.simplefilter("ignore", Image.DecompressionBombWarning)
                with Image.open(io.BytesIO(data)) as picture:
                    return picture.size
        except (VassalError, UnidentifiedImageError, OSError, ValueError, SyntaxError):
            return None
        except Image.DecompressionBombError:
            return None


def _svg_size(data: bytes) -> Size | None:
    root = parse(data)
    sizes = [re.fullmatch(r"([\d.]+)(px)?", root.get(side, "")) for side in ("width", "height")]
    if sizes[0] and sizes[1]:
        return round(float(sizes[0][1])), round(float(sizes[1][1]))
    box = root.get("viewBox", "").replace(",", " ").split()
    return (round(float(box[2])), round(float(box[3]))) if len(box) == 4 else None


# --- pieces and properties --------------------------------------------------------------------


def _slots(element: Component, path: tuple[str, ...]) -> Iterator[PieceSlot]:
    waiting = [(element, path)]
    while waiting:
        current, above = waiting.pop()
        if current.kind in SLOT_KINDS and current.text.startswith("+/"):
            piece = Piece.parse(current.text)
            yield PieceSlot(current.get("entryName"), current.get("gpid"), piece, above)
        label = next(
            (current.get(key) for key in ("entryName", "mapName", "name") if current.get(key)), ""
        )
        below = (*above, label) if label and current is not element else above
        waiting.extend((child, below) for child in reversed(current.children))


def _at_start(element: Component, map: str) -> AtStart:
    uses_grid = element.get("useGridLocation") == "true"
    name = element.get("name")
    return AtStart(
        name=name,
        is_deck=element.kind == "DrawPile",
        board=element.get("owningBoard"),
        x=int_or(element.get("x"), 100),
        y=int_or(element.get("y"), 100),
        location=element.get("location") if uses_grid else "",
        pieces=tuple(_slots(element, (map, name))),
    )


def _properties(holder: Component, container: str) -> Iterator[PropertyValue]:
    for found in holder.find("GlobalProperty"):
        yield PropertyValue(found.get("name"), found.get("initialValue"), container)


def _uses_file(setup: Component) -> bool:
    return setup.get("useFile", "true") == "true"
