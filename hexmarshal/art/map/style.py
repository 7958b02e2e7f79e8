"""The style and layout of a map: the forms of `look` and `print` in `map.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from hexmarshal.art.colours import side_colours
from hexmarshal.art.drawing import PT_PER_INCH
from hexmarshal.art.lengths import Colour, Length, between, points
from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board
from hexmarshal.game.faults import DataError, Fault
from hexmarshal.game.load.records import faults_of
from hexmarshal.game.load.yamldoc import Document, Path_, read_yaml
from hexmarshal.game.model import Game
from hexmarshal.game.text import fold


def _lengths(count: int) -> BeforeValidator:
    def read(value: object) -> object:
        if not isinstance(value, str):
            return value
        parts = [part for part in re.split(r"\s*[x,]\s*|\s+", value.strip()) if part]
        if len(parts) != count:
            raise ValueError(f"write {count} lengths like {' x '.join(['2in'] * count)}")
        return tuple(points(part) for part in parts)

    return BeforeValidator(read)


LengthPair = Annotated[tuple[float, float], _lengths(2)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PanelForm(_Form):
    """The place of a panel or box. Without `at` it is placed below the hexes."""

    at: LengthPair | None = Field(default=None, description="its top left corner on the sheet")
    size: LengthPair | None = Field(
        default=None, description="its size, for title, key, compass and credit"
    )
    space: LengthPair | None = Field(
        default=None, description="the size of one space of a box or track"
    )
    columns: int = Field(default=0, description="spaces in a row; 0 takes the box's number")


class PrintForm(_Form):
    """`print` of `map.yaml`: the sheet, the hexes and the panels."""

    sheet: LengthPair | None = Field(
        default=None, description="width and height; by default as large as needed"
    )
    paper: LengthPair | None = Field(
        default=None,
        description="width and height of the pages of map.pdf; by default the sheet's",
    )
    margin: Annotated[Length, between("0in", "4in")] = Field(
        default=0.4 * PT_PER_INCH, description="margin along the sheet's edges"
    )
    hex: Annotated[Length, between("0.2in", "4in")] | None = Field(
        default=None, description="between the centres of two neighbours"
    )
    px: int = Field(
        default=90, ge=72, le=180, description="the same in pixels, in the module's picture"
    )
    field: LengthPair | None = Field(
        default=None, description="top left corner of the frame around the hexes"
    )
    panels: dict[str, PanelForm] = Field(default_factory=dict)


class AreaForm(_Form):
    """How a named area is drawn; areas not listed in `look` are not drawn."""

    draw: Literal["works", "outline", "tint", "anchor", "none"] = "outline"
    title: str = Field(default="", description="its name in the key")
    detail: str = Field(default="", description="a remark in the key")
    colour: Colour | None = None
    colours: dict[str, Colour] = Field(default_factory=dict, description="by part of the area")


class TerrainForm(_Form):
    """How a terrain word is drawn."""

    title: str = ""
    fill: Colour | None = None
    texture: tuple[Literal["trees", "reeds", "dots", "mounds"], ...] | None = None


class HexsideForm(_Form):
    """How one of the game's own hexside words is drawn; teeth are for cliffs."""

    draw: Literal["teeth", "line", "dashes", "none"] = "teeth"
    title: str = Field(default="", description="its name in the key")
    colour: Colour | None = None


class MapLookForm(_Form):
    """`look` of `map.yaml`: colours and symbols."""

    colours: dict[str, Colour] = Field(default_factory=dict)
    sides: dict[str, Colour] = Field(default_factory=dict)
    terrain: dict[str, TerrainForm] = Field(default_factory=dict)
    hexsides: dict[str, HexsideForm] = Field(default_factory=dict)
    areas: dict[str, AreaForm] = Field(default_factory=dict)
    credit: str = Field(default="", description="the small line about the sources of the map")
    titles: dict[str, str] = Field(
        default_factory=dict, description="the name in the key, by word of the map's data"
    )
    key: dict[str, str] = Field(default_factory=dict, description="a remark in the key, by word")


@dataclass(frozen=True, slots=True)
class MapPalette:
    """The colours of a map."""

    paper: str = "#f6efdd"
    land: str = "#f1e8cc"
    land_shade: str = "#e7dbb9"
    ink: str = "#3a3226"
    grid: str = "#8f8463"
    grid_water: str = "#7fa6bd"
    number: str = "#5d5340"
    number_water: str = "#4a7490"
    sea: str = "#a3c8de"
    shallow: str = "#cfe4ec"
    shore: str = "#5b8fae"
    river: str = "#5f9cc5"
    river_edge: str = "#2f628a"
    ice: str = "#e3f1f8"
    ice_edge: str = "#5d8fb3"
    stream: str = "#5b97c0"
    woods: str = "#c3d3a0"
    tree: str = "#7d9c5b"
    tree_shade: str = "#55743d"
    tree_light: str = "#a3bd7d"
    swamp: str = "#d3dfcf"
    reed: str = "#4f8aa5"
    reed_tuft: str = "#6f8a58"
    hill: str = "#dcc18d"
    hill_dark: str = "#a9824a"
    hill_light: str = "#f4e6bf"
    mountain: str = "#c9b494"
    sand: str = "#f2dfa6"
    urban: str = "#d8c9b4"
    house: str = "#4b3a31"
    city: str = "#c9b6a2"
    road: str = "#fdf8ea"
    road_edge: str = "#6e5236"
    rollbahn: str = "#d3492f"
    rollbahn_edge: str = "#6c1d12"
    track: str = "#7a5a38"
    rail: str = "#26221e"
    narrow_gauge: str = "#26221e"
    power_line: str = "#7a7466"
    snow: str = "#ffffff"
    snow_edge: str = "#6b7f95"
    panel: str = "#faf5e6"
    panel_edge: str = "#6d624b"
    label: str = "#2b241b"
    label_water: str = "#2d5f86"
    halo: str = "#f7f0da"

    def lighter(self, share: float) -> MapPalette:
        """The palette mixed with white by a share from 0 to 1."""
        return replace(self, **{f.name: mix(getattr(self, f.name), "#ffffff", share)
                                for f in fields(self)})  # fmt: skip


def mix(a: str, b: str, share: float) -> str:
    """A mixture of two colours: `a` for share 0, `b` for share 1."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


@dataclass(frozen=True, slots=True)
class TerrainStyle:
    """How a terrain word is drawn: a soft area with a texture, water, or a settlement."""

    title: str
    fill: str = ""
    """A palette colour's name or `#rrggbb`; empty: no area."""
    texture: tuple[str, ...] = ()
    water: bool = False
    houses: int = 0
    """Houses per hex."""


TERRAIN: Mapping[str, TerrainStyle] = {
    "clear": TerrainStyle("Clear"),
    "woods": TerrainStyle("Woods", "woods", ("trees",)),
    "forest": TerrainStyle("Forest", "woods", ("trees",)),
    "swamp": TerrainStyle("Swamp", "swamp", ("reeds",)),
    "marsh": TerrainStyle("Marsh", "swamp", ("reeds",)),
    "bog": TerrainStyle("Bog", "swamp", ("reeds",)),
    "wooded bog": TerrainStyle("Wooded bog", "swamp", ("reeds", "trees")),
    "hill": TerrainStyle("Hill", "hill", ("contours",)),
    "rough": TerrainStyle("Rough", "land_shade", ("mounds",)),
    "mountain": TerrainStyle("Mountain", "mountain", ("mounds",)),
    "desert": TerrainStyle("Desert", "sand", ("dots",)),
    "village": TerrainStyle("Village", houses=7),
    "town": TerrainStyle("Town", houses=14),
    "city": TerrainStyle("City", "city", houses=30),
    "sea": TerrainStyle("Sea", "sea", water=True),
    "lake": TerrainStyle("Lake", "sea", water=True),
    "water": TerrainStyle("Water", "sea", water=True),
    "ocean": TerrainStyle("Ocean", "sea", water=True),
    "frozen": TerrainStyle("Frozen water", "ice", ("cracks",), water=True),
}
"""The default style of each terrain word."""


@dataclass(frozen=True, slots=True)
class MapStyle:
    """The complete style of one game's map."""

    palette: MapPalette
    terrain: Mapping[str, TerrainStyle]
    hexsides: Mapping[str, HexsideForm]
    """By the game's own hexside words, each with a colour."""
    areas: Mapping[str, AreaForm]
    """By folded name, in data order."""
    sides: Mapping[str, str]
    """A colour for each side."""
    look: MapLookForm

    def colour(self, name: str) -> str:
        """A palette colour by name; a `#rrggbb` colour stays as it is."""
        return name if name.startswith("#") else str(getattr(self.palette, name))

    def side(self, side: str) -> str:
        return self.sides.get(side, self.palette.ink)

    def title(self, word: str) -> str:
        """The name of a terrain word in the key."""
        known = self.terrain.get(word)
        return known.title if known else word.capitalize()


def map_credit(board: Board, style: MapStyle) -> str:
    """The small line about the sources of the map; empty if it is not needed."""
    layers = (board.terrain.basis, board.hexsides.basis)
    if style.look.credit or not any(Basis.RECONSTRUCTED in layer for layer in layers):
        return style.look.credit
    return "Map reconstructed from real geography; it is not the published map."


F = TypeVar("F", bound=BaseModel)


def print_form(game: Game) -> PrintForm:
    """`print` of the game's `map.yaml`. Raises DataError."""
    return _read(game, "print", PrintForm)


def map_style(game: Game) -> MapStyle:
    """The style of the game's map. Raises DataError."""
    look = _read(game, "map", MapLookForm)
    names = [f.name for f in fields(MapPalette)]
    if unknown := sorted(look.colours.keys() - set(names)):
        wrong, remedy = f"unknown map colour {unknown[0]!r}", f"expected {', '.join(names)}"
        raise map_fault(game, ("look", "colours", unknown[0]), wrong, remedy)
    sides = [side.id for side in game.sides]
    if strange := [side for side in look.sides if side not in sides]:
        wrong, remedy = f"unknown side {strange[0]!r}", f"expected {', '.join(sides)}"
        raise map_fault(game, ("look", "sides", strange[0]), wrong, remedy)
    if strange := [area for area in look.areas if fold(area) not in game.board.areas]:
        wrong, known = f"unknown area {strange[0]!r}", ", ".join(game.board.areas)
        remedy = f"expected {known}" if known else "add it to areas.csv"
        raise map_fault(game, ("look", "areas", strange[0]), wrong, remedy)
    palette = MapPalette(**look.colours)
    undressed = {side: strong for side, (_, strong) in side_colours(game.sides).items()}
    return MapStyle(
        palette=palette,
        terrain=_terrain_styles(look, game.board.terrain.hexes),
        hexsides=_hexside_styles(game, look, palette),
        areas={fold(name): form for name, form in look.areas.items()},
        sides={**undressed, **look.sides},
        look=look,
    )


_OWN_GROUND = ("#e3d3ae", "#dcd9b3", "#e6cfb8", "#d6d8c6", "#e0c9c0", "#cfd3bd")
_OWN_LINES = ("#4b3a31", "#8a4a1f", "#3f6a4f", "#7a2f52", "#2f5d8c", "#77652a")
"""Colours of a game's own terrain and hexside words, in data order."""

DRAWN = frozenset(
    {"major river", "minor river", "frozen", "ice free", "bridge", "ferry", "canal", "crossing",
     "impassable", "lake", "sea"}
)  # fmt: skip
"""Hexside words with their own drawings."""


def _terrain_styles(look: MapLookForm, words: Mapping[str, int]) -> dict[str, TerrainStyle]:
    styles = dict(TERRAIN)
    own = [word for word in words if word not in TERRAIN]
    for i, word in enumerate(own):
        fill = _OWN_GROUND[i % len(_OWN_GROUND)]
        styles[word] = TerrainStyle(word.capitalize(), fill, ("dots",))
    for name, form in look.terrain.items():
        style = styles.get(fold(name), TerrainStyle(name.capitalize()))
        styles[fold(name)] = replace(
            style,
            title=form.title or style.title,
            fill=form.fill or style.fill,
            texture=style.texture if form.texture is None else form.texture,
        )
    return styles


def _hexside_styles(game: Game, look: MapLookForm, palette: MapPalette) -> dict[str, HexsideForm]:
    own = [kind for kind in game.board.hexsides.kinds if kind not in DRAWN]
    given = {fold(name): form for name, form in look.hexsides.items()}
    for name in look.hexsides:
        if fold(name) not in own:
            wrong = f"unknown hexside word {name!r}"
            remedy = f"expected {', '.join(own)}" if own else "the game defines none of its own"
            raise map_fault(game, ("look", "hexsides", name), wrong, remedy)
    return {
        kind: form.model_copy(update={"colour": form.colour or _OWN_LINES[i % len(_OWN_LINES)]})
        for i, kind in enumerate(own)
        for form in (given.get(kind, _default_hexside(kind, palette)),)
    }


def _default_hexside(kind: str, palette: MapPalette) -> HexsideForm:
    """The default drawing of a hexside word: water if its name says so, else a cliff."""
    is_water = kind.split()[-1] in ("river", "stream", "creek", "brook", "wadi")
    return HexsideForm(draw="line", colour=palette.river) if is_water else HexsideForm()


def _read(game: Game, key: str, form: type[F]) -> F:
    data: Any = game.look.get(key, {})
    try:
        return form.model_validate(data)
    except ValidationError as error:
        section = "look" if key == "map" else key
        raise DataError(faults_of(_document(game), error, form, under=(section,))) from None


def map_fault(game: Game, at: Path_, wrong: str, remedy: str) -> DataError:
    """A DataError for one entry of the game's `map.yaml`."""
    return DataError([Fault(_document(game).mark(at), wrong, remedy)])


def _document(game: Game) -> Document:
    path = next((path for path in game.files if path.name == "map.yaml"), None)
    return read_yaml(path) if path else Document("map.yaml", {}, {})
