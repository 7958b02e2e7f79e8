"""Terrain: land, soft areas with textures, water with shores, and the grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, sin, tau
from random import Random

from hexmarshal.art.drawing import XY, Group, Loops, Paint, Polylines, Rect, Shape
from hexmarshal.art.map.layout import Extent
from hexmarshal.art.map.mesh import Loop, curve_points, noise, smooth_loop
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import mix
from hexmarshal.game.hexgrid import Cell, Orientation, centre

SOFT_EDGES = ((0.17, 0.3), (0.08, 0.45))
"""Fading rims around each soft area: width in pitches, and opacity."""


def land(scene: Scene) -> list[Shape]:
    """The base tone of the land, slightly uneven like printed paper."""
    frame, palette = scene.layout.frame, scene.palette
    shapes: list[Shape] = [_filled(frame, palette.land)]
    step = 5.5 * scene.pitch
    columns, rows = int(frame.width / step) + 1, int(frame.height / step) + 1
    for i in range(columns):
        for j in range(rows):
            x = frame.x + (i + 0.5 + 0.4 * noise(i, j, 11)) * step
            y = frame.y + (j + 0.5 + 0.4 * noise(i, j, 12)) * step
            size = step * (0.38 + 0.16 * noise(i, j, 13))
            paint = Paint(palette.land_shade, opacity=0.13)
            shapes.append(Loops((_blot(x, y, size, i, j),), paint))
            shapes.append(Loops((_blot(x, y, size * 0.6, i, j),), paint))
    return shapes


def _blot(x: float, y: float, size: float, *key: int) -> tuple[XY, tuple[tuple[XY, XY, XY], ...]]:
    """A round, uneven patch."""
    points = []
    for k in range(9):
        r = size * (1 + 0.35 * noise(*key, k))
        points.append((x + 1.4 * r * cos(tau * k / 9), y + r * sin(tau * k / 9)))
    return smooth_loop(points)


def areas(scene: Scene) -> list[Shape]:
    """Woods, swamps, hills and built-up terrain as soft areas."""
    shapes: list[Shape] = []
    for word, style in scene.style.terrain.items():
        hexes = scene.board.terrain.hexes.get(word, 0) & ~scene.water
        if hexes and style.fill:
            shapes += soft_area(scene, scene.cells(hexes), scene.style.colour(style.fill))
    return shapes


def textures(scene: Scene) -> list[Shape]:
    """The textures of the soft areas."""
    shapes: list[Shape] = []
    for texture, draw in TEXTURES.items():
        words = [w for w, style in scene.style.terrain.items() if texture in style.texture]
        cells = scene.cells(scene.board.terrain.of(*words) & ~scene.water)
        if cells:
            shapes += draw(scene, cells)
    return shapes


def soft_area(scene: Scene, cells: set[Cell], colour: str) -> list[Shape]:
    """One area with a smooth outline that fades into its surroundings."""
    loops = scene.mesh.soft_loops(cells)
    rims = [
        Loops(loops, Paint(None, colour, width=2 * width * scene.pitch, opacity=opacity))
        for width, opacity in SOFT_EDGES
    ]
    return [*rims, Loops(loops, Paint(colour))]


# -- textures ---------------------------------------------------------------------------------


def in_order(cells: Iterable[Cell]) -> list[Cell]:
    """Cells in reading order, so that drawings do not depend on the order of a set."""
    return sorted(cells, key=lambda cell: (-cell.y, cell.x))


VARIANTS = 32
"""Number of different patterns of a texture in a hex."""


Spot = tuple[float, float, float]
"""A place across and down, and a chance from 0 to 1."""


@cache
def _strewn(flat: bool, count: int, salt: int) -> tuple[tuple[Spot, ...], ...]:
    """Patterns of spots in a hex, with space for its number.

    Places are pitches from the hex's centre.
    """
    return tuple(tuple(_spots(flat, count, Random(64 * salt + k))) for k in range(VARIANTS))


def _spots(flat: bool, count: int, dice: Random) -> Iterator[Spot]:
    for k in range(count):
        # A sunflower spiral spreads any number of spots evenly.
        angle = 2.399963 * (k + 6 * dice.random() / count)
        radius = 0.52 * ((k + 0.5) / count) ** 0.5
        x = radius * cos(angle) + 0.05 * (dice.random() - 0.5)
        y = radius * sin(angle) + 0.05 * (dice.random() - 0.5)
        chance = dice.random()
        if not ((-0.32 < x < 0.09 and y < -0.26) if flat else (abs(x) < 0.24 and y < -0.24)):
            yield x, y, chance


def scatter(scene: Scene, cells: set[Cell], count: int, salt: int) -> Iterator[Spot]:
    """Spots in cells, in points; the pattern of a cell depends only on the cell."""
    p = scene.pitch
    ways = _strewn(scene.orientation is Orientation.FLAT, count, salt)
    for cell in in_order(cells):
        x, y = scene.layout.at(centre(cell, scene.orientation))
        for dx, dy, chance in ways[int((noise(*cell, salt) + 1) / 2 * VARIANTS)]:
            yield x + dx * p, y + dy * p, chance


def trees(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Tree tops in three tones, lit from the north-west."""
    p, palette = scene.pitch, scene.palette
    crowns = tuple(
        ((x, y), (x + (0.004 + 0.03 * chance) * p, y))
        for x, y, chance in scatter(scene, cells, 20, 1)
    )
    shade = Polylines(crowns, Paint(None, palette.tree_shade, width=0.1 * p))
    light = Polylines(crowns, Paint(None, palette.tree_light, width=0.037 * p))
    return [
        Group((shade,), move=(0.014 * p, 0.022 * p)),
        Polylines(crowns, Paint(None, palette.tree, width=0.09 * p)),
        Group((light,), move=(-0.018 * p, -0.024 * p)),
    ]


def reeds(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Marsh: short horizontal strokes of water, with some tufts of reed."""
    p = scene.pitch
    water, tufts = [], []
    for k, (x, y, chance) in enumerate(scatter(scene, cells, 12, 2)):
        half = (0.055 + 0.05 * chance) * p
        water.append(((x - half, y), (x + half, y)))
        if k % 3 == 0:
            foot, tip = y - 0.02 * p, y - 0.1 * p
            tufts.append(((x, foot), (x, tip)))
            for side in (-0.02 * p, 0.02 * p):
                tufts.append(((x + side, foot), (x + 2.5 * side, tip + 0.03 * p)))
    return [
        Polylines(tuple(water), Paint(None, scene.palette.reed, width=0.019 * p)),
        Polylines(tuple(tufts), Paint(None, scene.palette.reed_tuft, width=0.017 * p)),
    ]


def contours(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Heights as steps, lighter towards the top, with shadows to the south-east."""
    p, palette, shapes = scene.pitch, scene.palette, list[Shape]()
    rings = scene.mesh.outlines(cells)
    for i, inwards in enumerate((0.1, 0.34, 0.58, 0.78)):
        loops = tuple(scene.mesh.inner_loop(ring, cells, inwards) for ring in rings)
        fill = mix(palette.hill, palette.hill_light, 0.25 + 0.22 * i)
        shadow = Group(
            (Loops(loops, Paint(palette.hill_dark, opacity=0.38)),), (0.03 * p, 0.04 * p)
        )
        shapes += [shadow, Loops(loops, Paint(fill, palette.hill_dark, width=0.5))]
    return shapes


def mounds(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Rolling country: small rises with shadows to the south-east."""
    p, palette = scene.pitch, scene.palette
    crests, slopes = [], []
    for x, y, chance in scatter(scene, cells, 8, 6):
        half, rise = (0.065 + 0.045 * chance) * p, (0.055 + 0.03 * chance) * p
        crest = ((x - half, y), (x - half / 2, y - rise), (x, y - 1.15 * rise),
                 (x + half / 2, y - rise * 0.8), (x + half, y))  # fmt: skip
        crests.append(crest)
        slopes += [
            ((x + 0.25 * half, y - 0.95 * rise), (x + 0.45 * half, y - 0.15 * rise)),
            ((x + 0.55 * half, y - 0.7 * rise), (x + 0.72 * half, y - 0.08 * rise)),
        ]
    return [
        Polylines(tuple(crests), Paint(palette.hill_light, opacity=0.7), closed=True),
        Polylines(tuple(crests), Paint(None, palette.hill_dark, width=0.018 * p)),
        Polylines(tuple(slopes), Paint(None, palette.hill_dark, width=0.014 * p)),
    ]


def cracks(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Ice: fine broken lines."""
    p = scene.pitch
    lines = []
    for x, y, chance in scatter(scene, cells, 5, 4):
        rise, half = (chance - 0.5) * 0.2 * p, (0.05 + 0.07 * chance) * p
        lines.append(((x - half, y), (x - rise / 2, y + rise), (x + half, y + rise / 3)))
    return [
        Polylines(tuple(lines), Paint(None, scene.palette.ice_edge, width=0.014 * p, opacity=0.7))
    ]


def dots(scene: Scene, cells: set[Cell]) -> list[Shape]:
    """Dots, for a game's own terrain."""
    p = scene.pitch
    spots = tuple(((x, y), (x + 0.01, y)) for x, y, _ in scatter(scene, cells, 24, 3))
    return [Polylines(spots, Paint(None, scene.palette.hill_dark, width=0.035 * p, opacity=0.6))]


TEXTURES = {
    "contours": contours, "cracks": cracks, "reeds": reeds, "dots": dots, "mounds": mounds,
    "trees": trees,
}  # fmt: skip
"""The drawing function of each texture, bottom layer first."""


def sample(scene: Scene, textures: tuple[str, ...], box: Extent) -> list[Shape]:
    """Textures in a rectangle for the key, moved there from some hex."""
    cell = in_order(scene.ground)[len(scene.ground) // 2]
    x, y = scene.layout.at(centre(cell, scene.orientation))
    move = box.centre[0] - x, box.centre[1] - y
    shapes = [shape for name, draw in TEXTURES.items() if name in textures
              for shape in draw(scene, {cell})]  # fmt: skip
    return [Group(tuple(shapes), move)]


# -- water ------------------------------------------------------------------------------------

WATER_LINES = ((0.62, 0.25), (0.4, 0.4), (0.2, 0.6))
"""Lighter bands of water along shores: width in pitches, and share of the lighter colour."""


def water_casing(scene: Scene) -> list[Shape]:
    """The dark rim of seas and lakes; the water is drawn over it."""
    loops = scene.mesh.loops(scene.cells(scene.water)) + _drawn_lakes(scene)
    return (
        [Loops(loops, Paint(None, scene.palette.shore, width=0.06 * scene.pitch))] if loops else []
    )


def water(scene: Scene) -> list[Shape]:
    """Seas and lakes, lighter along the shore, or ice."""
    palette, p = scene.palette, scene.pitch
    shapes: list[Shape] = []
    for word, style in scene.style.terrain.items():
        cells = scene.cells(scene.board.terrain.hexes.get(word, 0)) if style.water else set()
        if not cells:
            continue
        colour = scene.style.colour(style.fill)
        loops = scene.mesh.loops(cells)
        shapes.append(Loops(loops, Paint(colour)))
        bands = tuple(
            Loops(loops, Paint(None, mix(colour, palette.shallow, share), width=2 * width * p))
            for width, share in WATER_LINES
        )
        shapes.append(Group(bands, clip=_one_outline(loops)))
    if lakes := _drawn_lakes(scene):
        shapes.append(Loops(lakes, Paint(palette.shallow)))
    return shapes


def _one_outline(loops: Iterable[Loop]) -> tuple[XY, ...]:
    """All rings as one outline, each connected to the first ring's start.

    Islands stay outside because their rings run in the opposite direction.
    """
    rings = [curve_points(*loop, count=2) for loop in loops]
    start = rings[0][0]
    return tuple(point for ring in rings for point in (*ring, start))


def _drawn_lakes(scene: Scene) -> tuple[tuple[XY, tuple[tuple[XY, XY, XY], ...]], ...]:
    """Lakes smaller than a hex, drawn with their real outline."""
    return tuple(
        smooth_loop([scene.layout.at(point) for point in line.points])
        for line in scene.board.lines
        if line.kind == "lake" and line.closed
    )


# -- grid -------------------------------------------------------------------------------------

GRID = 0.0115
"""Line width of hexsides, in pitches."""


def grid(scene: Scene) -> list[Shape]:
    """The hexsides on and around land."""
    paint = Paint(None, scene.palette.grid, width=GRID * scene.pitch, opacity=0.8)
    return [Polylines(scene.hexsides[0], paint)]


def water_grid(scene: Scene) -> list[Shape]:
    """The hexsides within seas and lakes, fainter."""
    lines = scene.hexsides[1]
    paint = Paint(None, scene.palette.grid_water, width=GRID * scene.pitch)
    return [Polylines(lines, paint)] if lines else []


def _filled(extent: Extent, colour: str) -> Rect:
    return Rect(extent.x, extent.y, extent.width, extent.height, Paint(colour))
