"""A game's map as a drawing: terrain, water, roads, settlements, names and panels.

`map_layout` places everything, `map_drawing` draws it. Equal data give equal drawings.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from hexmarshal.art.drawing import Drawing, Group, Paint, Rect, Shape
from hexmarshal.art.map import key as map_key
from hexmarshal.art.map import labels as map_labels
from hexmarshal.art.map import panels as map_boxes
from hexmarshal.art.map import places as map_places
from hexmarshal.art.map import rivers as map_rivers
from hexmarshal.art.map import roads as map_roads
from hexmarshal.art.map import terrain as map_terrain
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.art.map.layout import FreeSpace, MapLayout, entry_width
from hexmarshal.art.map.roads import bridged
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import map_style
from hexmarshal.game.model import Game

__all__ = [
    "LAYERS",
    "THUMBNAIL_LAYERS",
    "map_drawing",
    "map_layout",
    "map_thumbnail",
    "thumbnail_layout",
]

LAYERS = frozenset(
    {"textures", "grid", "roads", "settlements", "areas", "numbers", "marks", "names", "entries",
     "panels"}
)  # fmt: skip
"""The optional layers of a map; land, water and rivers are always drawn."""

THUMBNAIL_LAYERS = frozenset({"grid", "roads", "settlements", "areas", "entries"})
"""The layers of a thumbnail: no textures, and no text except the names of entry areas."""

ENTRY_GAP = 9.0
"""Points between the frame and the far side of an entry's name, without the name."""


def map_drawing(
    game: Game,
    *,
    layers: Collection[str] = LAYERS,
    layout: MapLayout | None = None,
    light: float = 0.0,
) -> Drawing:
    """The map of a game as printed, with the given layers.

    `layout` replaces the game's own sheet layout; `light` from 0 to 1 mixes the colours with white.
    Raises DataError for a fault in the game's `print` or `look`.
    """
    layout = layout or map_layout(game)
    style = map_style(game)
    scene = Scene(bridged(game), layout, replace(style, palette=style.palette.lighter(light)))
    frame = layout.frame
    items: list[Shape] = [
        Rect(0, 0, layout.width, layout.height, Paint(scene.palette.paper)),
        Group(tuple(_field(scene, layers)), clip=frame.outline, name="field"),
        Rect(frame.x, frame.y, frame.width, frame.height, Paint(None, scene.palette.ink, 1.6)),
    ]
    if "entries" in layers:
        items.append(Group(tuple(map_places.entry_marks(scene)), name="entries"))
    if "panels" in layers:
        items += map_boxes.title(scene, game)
        items += map_boxes.compass(scene, game)
        items += map_boxes.credit(scene)
        items += map_boxes.boxes(scene, game)
        items += map_key.key(scene)
    return Drawing(layout.width, layout.height, tuple(items), game.title)


def map_thumbnail(game: Game) -> Drawing:
    """A pale map of the hex field and its entry areas, as a background for positions.

    Its layout is `thumbnail_layout(game)`.
    """
    return map_drawing(game, layers=THUMBNAIL_LAYERS, layout=thumbnail_layout(game), light=0.35)


def thumbnail_layout(game: Game) -> MapLayout:
    """The layout of the hex field, with a margin for the names of entry areas."""
    names = map(entry_width, game.board.entries)
    return map_layout(game).cropped(max((ENTRY_GAP + width for width in names), default=0.0))


def _field(scene: Scene, layers: Collection[str]) -> list[Group]:
    """The layers inside the frame, bottom layer first."""
    rivers = map_rivers.reaches(scene)
    room = FreeSpace(scene.layout.frame.grown(-3))
    map_labels.take_lines(scene, room, rivers)
    drawn: list[Group] = []

    def layer(name: str, shapes: list[Shape], switch: str = "") -> None:
        if not switch or switch in layers:
            drawn.append(Group(tuple(shapes), name=name))

    layer("land", map_terrain.land(scene))
    layer("areas", map_terrain.areas(scene))
    if "textures" in layers:
        layer("textures", map_terrain.textures(scene))
    layer("grid", map_terrain.grid(scene), "grid")
    layer("banks", [*map_rivers.casings(scene, rivers), *map_terrain.water_casing(scene)])
    layer("rivers", [*map_rivers.minor(scene, rivers), *map_rivers.major(scene, rivers)])
    layer("water", map_terrain.water(scene))
    layer("water-grid", map_terrain.water_grid(scene), "grid")
    layer("hexsides", map_rivers.others(scene))
    layer("works", map_places.areas(scene), "areas")
    layer("yards", map_places.yards(scene), "settlements")
    layer("roads", map_roads.paths(scene.roads, scene.palette), "roads")
    layer("houses", map_places.settlements(scene, room), "settlements")
    layer("crossings", map_rivers.crossings(scene))
    if "numbers" in layers:
        layer("numbers", map_places.numbers(scene, room))
    if "marks" in layers:
        layer("marks", map_places.marks(scene, room))
    if "names" in layers:
        layer("names", map_labels.labels(scene, room))
    return drawn
