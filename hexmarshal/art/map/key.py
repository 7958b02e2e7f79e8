"""The key panel: a sample and a name for everything drawn on this map."""

from __future__ import annotations

from math import ceil

from hexmarshal.art.drawing import XY, Curve, Group, Paint, Polylines, Shape, Text
from hexmarshal.art.fonts import ITALIC, MEDIUM, fit
from hexmarshal.art.map import places as map_places
from hexmarshal.art.map import rivers as map_rivers
from hexmarshal.art.map import terrain as map_terrain
from hexmarshal.art.map.arrange import BAR, PAD
from hexmarshal.art.map.key_entries import KEY_ROW, KeyEntry, area_title, key_entries
from hexmarshal.art.map.layout import Extent, entry_width
from hexmarshal.art.map.mesh import through
from hexmarshal.art.map.panels import panel, rect
from hexmarshal.art.map.roads import path_paints
from hexmarshal.art.map.scene import Scene

SAMPLE = 34.0
"""Width of a sample, in points."""


def key(scene: Scene) -> list[Shape]:
    """The key panel, filled column by column."""
    extent = scene.layout.panels["key"]
    entries = key_entries(scene.board, scene.style)
    rows = max(1, int((extent.height - BAR - PAD) / KEY_ROW))
    columns = ceil(len(entries) / rows)
    wide = (extent.width - 2 * PAD) / columns
    shapes = panel(scene, extent, "Map key", scene.palette.panel_edge)
    for i, entry in enumerate(entries):
        x = extent.x + PAD + i // rows * wide
        y = extent.y + BAR + PAD + i % rows * KEY_ROW
        box = Extent(x + 1, y, SAMPLE, KEY_ROW - 4)
        shapes += _sample(scene, entry, box)
        shapes += _words(scene, entry, box, wide - SAMPLE - 9)
    return [Group(tuple(shapes), name="key")]


def _words(scene: Scene, entry: KeyEntry, box: Extent, room: float) -> list[Shape]:
    x, y = box.right + 5, box.centre[1]
    title = fit(entry.title, MEDIUM, 8.0, room)
    ink = scene.palette.label
    if not entry.detail:
        return [
            Text(x, y + 2.7, entry.title, MEDIUM, title.size, ink, "start", stretch=title.stretch)
        ]
    detail = fit(entry.detail, ITALIC, 6.5, room)
    return [
        Text(x, y - 0.6, entry.title, MEDIUM, title.size, ink, "start", stretch=title.stretch),
        Text(x, y + 7.0, entry.detail, ITALIC, detail.size, ink, "start", stretch=detail.stretch),
    ]


def _sample(scene: Scene, entry: KeyEntry, box: Extent) -> list[Shape]:
    """A small picture of what an entry explains, drawn by the same code as on the map."""
    x, y = box.centre
    ground = rect(box, Paint(scene.palette.land))
    rim = rect(box, Paint(None, scene.palette.panel_edge, width=0.5))
    match entry.kind:
        case "terrain":
            inside = _terrain(scene, entry.word, box)
        case "river":
            inside = _river(scene, entry.word, box)
        case "side":
            inside = _side(scene, entry.word, box)
        case "path":
            inside = _path(scene, entry.word, box)
        case "bridge":
            road = _path(scene, "road", box)
            inside = [
                *_upright_river(scene, box),
                *road,
                Group(tuple(map_rivers.bridge(scene)), move=(x, y)),
            ]
        case "area":
            return _area(scene, entry, box)
        case "source":
            return map_places.source(scene, (x, y), entry.word)
        case "entry":
            names = [e.name for e in scene.board.entries.values() if e.side == entry.word]
            name = min(names, key=entry_width)
            size = min(9.0, 9.0 * box.width / entry_width(name, 9.0))
            return map_places.letter_box(name, (x, y), scene.style.side(entry.word), size)
        case _:
            colour = map_places.point_kinds(scene)[entry.word]
            return map_places.points_mark(scene, (x, y), 1, colour)
    return [ground, Group(tuple(inside), clip=box.outline), rim]


def _terrain(scene: Scene, word: str, box: Extent) -> list[Shape]:
    style = scene.style.terrain.get(word)
    if style is None:
        return []
    shapes: list[Shape] = []
    if style.fill:
        colour = scene.style.colour(style.fill)
        shapes.append(rect(box, Paint(colour)))
    shapes += map_terrain.sample(scene, style.texture, box)
    if style.houses:
        shapes += map_places.house_sample(scene, box, style)
    return shapes


def _level_course(box: Extent, swing: float) -> tuple[XY, tuple[tuple[XY, XY, XY], ...]]:
    x, y = box.x - 4, box.centre[1]
    w = (box.width + 8) / 3
    return through(
        [(x, y + swing), (x + w, y - swing), (x + 2 * w, y + swing), (x + 3 * w, y - swing)]
    )


def _river(scene: Scene, word: str, box: Extent) -> list[Shape]:
    kind = {"frozen river": "frozen", "major river": "open", "minor river": "minor"}[word]
    reach = map_rivers.RiverReach(kind, *_level_course(box, 2.5))
    r = map_rivers
    return [*r.casings(scene, [reach]), *r.minor(scene, [reach]), *r.major(scene, [reach])]


def _upright_river(scene: Scene, box: Extent) -> list[Shape]:
    x = box.centre[0]
    reach = map_rivers.RiverReach("open", *through([(x, box.y - 3), (x, box.bottom + 3)]))
    return [*map_rivers.casings(scene, [reach]), *map_rivers.major(scene, [reach])]


def _side(scene: Scene, word: str, box: Extent) -> list[Shape]:
    symbols = {"ferry": map_rivers.ferry, "crossing": map_rivers.ford}
    if word in symbols:
        symbol = Group(tuple(symbols[word](scene)), move=box.centre)
        return [*_upright_river(scene, box), symbol]
    y = box.centre[1]
    line = ((box.x - 3, y), (box.right + 3, y))
    return [Polylines((line,), paint) for paint in map_rivers.side_paints(scene, word)]


def _path(scene: Scene, word: str, box: Extent) -> list[Shape]:
    low, high = path_paints(word, scene.palette, scene.pitch)
    course = _level_course(box, 1.8)
    return [Curve(*course, paint) for paint in (*low, *high)]


def _area(scene: Scene, entry: KeyEntry, box: Extent) -> list[Shape]:
    x, y = box.centre
    for area, form, part, colour, _ in map_places.drawn_areas(scene):
        if area_title(area, form, part) == entry.title:
            if form.draw == "works":
                small = box.height / scene.pitch / 0.98
                return [Group(tuple(map_places.works(scene, (0.0, 0.0), colour)), (x, y), small)]
            if form.draw == "anchor":
                return map_places.anchor(scene, (x, y), colour)
            tint = 0.18 if form.draw == "tint" else 0.0
            inner = box.grown(-2)
            border = Paint(None, colour, width=1.6, dash=() if tint else (5.0, 3.0))
            return [rect(inner, Paint(colour, opacity=tint or 0.06)), rect(inner, border)]
    return []
