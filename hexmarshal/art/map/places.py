"""Settlements, fortified lines, and the symbols of entries, supply sources and points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from hexmarshal.art.drawing import (
    XY,
    Ellipse,
    Group,
    Loops,
    Paint,
    Polygon,
    Polylines,
    Rect,
    Shape,
    Text,
)
from hexmarshal.art.fonts import BOLD, REGULAR, cap_height
from hexmarshal.art.map.layout import ENTRY, Extent, FreeSpace, entry_width
from hexmarshal.art.map.mesh import towards
from hexmarshal.art.map.scene import NUMBER, Scene
from hexmarshal.art.map.style import AreaForm, TerrainStyle, mix
from hexmarshal.game.board import Area, Entry
from hexmarshal.game.hexfield import HexSet, members, without

# -- settlements ------------------------------------------------------------------------------


def yards(scene: Scene) -> list[Shape]:
    """The bare ground of villages and towns, drawn below the roads."""
    shapes: list[Shape] = []
    for style, hexes in _settled(scene):
        radius = (0.17 + 0.008 * style.houses) * scene.pitch
        paint = Paint(scene.palette.urban, opacity=0.7)
        for hex_ in members(hexes if not style.fill else 0):
            shapes.append(Ellipse(*scene.layout.centre(hex_), radius * 1.15, radius, paint))
    return shapes


def settlements(scene: Scene, room: FreeSpace) -> list[Shape]:
    """Houses along the roads of villages and towns, blocks of houses in cities."""
    houses = [
        house
        for style, hexes in _settled(scene)
        for hex_ in members(hexes)
        for house in _houses(scene, room, hex_, style.houses)
    ]
    room.take_points(map(_middle, houses), 4.0)
    return [Polylines(tuple(houses), _house_paint(scene), closed=True)] if houses else []


def _settled(scene: Scene) -> Iterator[tuple[TerrainStyle, HexSet]]:
    for word, style in scene.style.terrain.items():
        if style.houses:
            yield style, scene.board.terrain.hexes.get(word, 0)


def _house_paint(scene: Scene) -> Paint:
    edge = mix(scene.palette.house, "#ffffff", 0.75)
    return Paint(scene.palette.house, edge, width=0.008 * scene.pitch, join="miter")


def house_sample(scene: Scene, box: Extent, style: TerrainStyle) -> list[Shape]:
    """Some houses in a rectangle, for the key."""
    p = scene.pitch
    x, y = box.centre
    dice = Random(style.title)
    houses = []
    columns, rows = (5, 3) if style.houses > 20 else (4, 2) if style.houses > 10 else (3, 2)
    for i in range(columns):
        for j in range(rows):
            cx = x + (i - (columns - 1) / 2) * 0.14 * p + dice.uniform(-1, 1)
            cy = y + (j - (rows - 1) / 2) * 0.12 * p + dice.uniform(-1, 1)
            w, h = dice.choice(((0.045, 0.028), (0.03, 0.042)))
            houses.append(Extent(cx - w * p, cy - h * p, 2 * w * p, 2 * h * p).outline)
    return [Polylines(tuple(houses), _house_paint(scene), closed=True)]


def _houses(scene: Scene, room: FreeSpace, hex_: int, count: int) -> Iterator[tuple[XY, ...]]:
    """Houses near the middle of a hex, away from roads, rivers and the hex number."""
    p = scene.pitch
    cell = scene.board.grid.cell(hex_)
    dice = Random(f"{cell.x},{cell.y},houses")
    x, y = scene.layout.centre(hex_)
    angle = dice.uniform(-0.5, 0.5)
    city = count > 20
    reach, size = (0.42, 1.25) if city else (0.13 + 0.011 * count, 1.0)
    taken: list[XY] = []
    number = scene.number_extents[hex_]
    for _ in range(count * 6):
        if len(taken) == count:
            return
        a, r = dice.uniform(0, 2 * pi), reach * dice.random() ** 0.5
        at = x + r * cos(a) * p, y + r * sin(a) * p
        box = Extent(at[0] - 0.05 * p, at[1] - 0.05 * p, 0.1 * p, 0.1 * p)
        near = any(abs(at[0] - i) + abs(at[1] - j) < 0.12 * size * p for i, j in taken)
        if near or room.near(at, 0.075 * p) or number.meets(box):
            continue
        taken.append(at)
        turned = angle + (pi / 2 if dice.random() < 0.4 else 0)
        long, wide = size * dice.uniform(0.045, 0.062) * p, size * 0.03 * p
        yield tuple(
            (at[0] + i * long * cos(turned) - j * wide * sin(turned),
             at[1] + i * long * sin(turned) + j * wide * cos(turned))
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )  # fmt: skip


def _middle(corners: tuple[XY, ...]) -> XY:
    return towards(corners[0], corners[2], 0.5)


# -- numbers ----------------------------------------------------------------------------------


def numbers(scene: Scene, room: FreeSpace) -> list[Shape]:
    """The numbers of all hexes not covered by a panel, shifted away from lines close by."""
    size, halo = NUMBER * scene.pitch, 0.03 * scene.pitch
    panels = scene.layout.panels.values()
    palette = scene.palette
    shapes: list[Shape] = []
    for i in scene.board.grid.numbers:
        extent = scene.number_extents[i]
        if any(panel.meets(extent) for panel in panels):
            continue
        colour = palette.number_water if scene.water >> i & 1 else palette.number
        near = palette.halo if room.touched(extent.grown(2)) else None
        place, label = scene.number_place(i), scene.board.grid.label(i)
        shapes.append(Text(*place, label, REGULAR, size, colour, halo=near, halo_width=halo))
    return shapes


# -- areas ------------------------------------------------------------------------------------


def drawn_areas(scene: Scene) -> list[tuple[Area, AreaForm, str, str, HexSet]]:
    """The areas in `look`, part by part: area, form, part, colour and hexes."""
    found = []
    for name, form in scene.style.areas.items():
        area = scene.board.areas.get(name)
        if area is None or form.draw == "none":
            continue
        for part, hexes in (area.parts or {"": area.hexes}).items():
            colour = form.colours.get(part) or form.colour or scene.palette.label
            found.append((area, form, part, colour, hexes))
    return found


def areas(scene: Scene) -> list[Shape]:
    """Fortified lines, borders and tints as in `look`.

    Where two areas of one colour meet, the border is drawn once. Shores have no border.
    """
    shapes: list[Shape] = []
    borders: dict[str, dict[tuple[XY, ...], None]] = {}
    for _, form, _, colour, hexes in drawn_areas(scene):
        if form.draw == "works":
            for hex_ in members(hexes):
                shapes += works(scene, scene.layout.centre(hex_), colour)
        elif form.draw == "tint":
            shapes.append(
                Loops(scene.mesh.soft_loops(scene.cells(hexes)), Paint(colour, opacity=0.16))
            )
        elif form.draw == "outline":
            shore = scene.board.border(scene.water)
            sides = scene.sides(without(scene.board.border(hexes), shore))
            borders.setdefault(colour, {}).update(
                dict.fromkeys(tuple(map(scene.mesh.corner, sorted(side))) for side in sides)
            )
    for colour, found in borders.items():
        p, lines = scene.pitch, tuple(found)
        shapes.append(Polylines(lines, Paint(None, colour, width=0.09 * p, opacity=0.3)))
        dash = (0.16 * p, 0.1 * p)
        shapes.append(Polylines(lines, Paint(None, colour, width=0.035 * p, dash=dash)))
    return shapes


def rings(scene: Scene) -> Iterator[list[XY]]:
    """Points along the rings of entrenchments, which names avoid."""
    for _, form, _, _, hexes in drawn_areas(scene):
        for hex_ in members(hexes if form.draw == "works" else 0):
            x, y = scene.layout.centre(hex_)
            corners = [towards(corner, (x, y), 0.15) for corner in scene.layout.corners(hex_)]
            sides = zip(corners, [*corners[1:], corners[0]], strict=True)
            yield [towards(a, b, k / 5) for a, b in sides for k in range(5)]


def works(scene: Scene, centre: XY, colour: str) -> list[Shape]:
    """A ring of entrenchments inside a hex: a parapet with teeth pointing outwards."""
    p = scene.pitch
    cell = next(iter(scene.ground))
    zero = scene.layout.centre(scene.ground[cell])
    corners = [(x - zero[0], y - zero[1]) for x, y in scene.layout.corners(scene.ground[cell])]

    def ring(scale: float) -> tuple[XY, ...]:
        return tuple((centre[0] + x * scale, centre[1] + y * scale) for x, y in corners)

    teeth = Paint(
        None, colour, width=0.05 * p, dash=(0.055 * p, 0.0605 * p), cap="butt", join="miter"
    )
    return [
        Polygon(ring(0.845), Paint(None, scene.palette.halo, width=0.12 * p, opacity=0.75)),
        Polygon(ring(0.885), teeth),
        Polygon(ring(0.82), Paint(None, colour, width=0.042 * p, join="miter")),
    ]


# -- marks ------------------------------------------------------------------------------------


def spots(scene: Scene, hex_: int, reach: float) -> list[XY]:
    """Places for a symbol in a hex: towards its corners and sides, then the centre."""
    x, y = scene.layout.centre(hex_)
    p = scene.pitch
    found = []
    for k in range(12):
        angle = pi / 6 * k + pi / 4
        found.append((x + reach * p * cos(angle), y + reach * p * sin(angle)))
    return [*found, (x, y)]


def best_spot(room: FreeSpace, places: Iterable[XY], half: float) -> XY:
    """The place where a symbol of this half-width covers the least."""
    costs = [(room.cost(_around(at, half)) + 0.01 * i, at) for i, at in enumerate(places)]
    return min(costs)[1]


def _around(at: XY, half: float) -> Extent:
    return Extent(at[0] - half, at[1] - half, 2 * half, 2 * half)


def source(scene: Scene, at: XY, side: str) -> list[Shape]:
    """A supply source: a disc quartered in the side's colour and white."""
    r = 0.155 * scene.pitch
    colour = scene.style.side(side)
    k = 0.5523 * r
    x, y = at

    def quarter(sx: int, sy: int) -> tuple[XY, tuple[tuple[XY, XY, XY], ...]]:
        a, b = (x + sx * r, y), (x, y + sy * r)
        arc = ((x + sx * r, y + sy * k), (x + sx * k, y + sy * r), b)
        line = (b, at, at)
        return a, (arc, line, (at, a, a))

    return [
        Ellipse(x, y, r, r, Paint("#ffffff")),
        Loops((quarter(1, -1), quarter(-1, 1)), Paint(colour)),
        Ellipse(x, y, r, r, Paint(None, colour, width=0.035 * scene.pitch)),
    ]


def star(at: XY, radius: float) -> tuple[XY, ...]:
    """The corners of a five-pointed star."""
    return tuple(
        (
            at[0] + radius * (1 if k % 2 == 0 else 0.62) * sin(pi * k / 5),
            at[1] - radius * (1 if k % 2 == 0 else 0.62) * cos(pi * k / 5),
        )
        for k in range(10)
    )


def points_mark(scene: Scene, at: XY, value: int, colour: str) -> list[Shape]:
    """A star with a place's victory points."""
    p = scene.pitch
    size = 0.125 * p
    return [
        Polygon(star(at, 0.155 * p), Paint(colour, scene.palette.halo, width=0.02 * p)),
        Text(at[0], at[1] + cap_height(BOLD, size) / 2, str(value), BOLD, size, "#ffffff"),
    ]


def anchor(scene: Scene, at: XY, colour: str) -> list[Shape]:
    """A port: an anchor with its ring at the top."""
    u = 0.155 * scene.pitch
    x, y = at
    lines: tuple[tuple[XY, ...], ...] = (
        ((x, y - 0.55 * u), (x, y + 0.85 * u)),
        ((x - 0.42 * u, y - 0.25 * u), (x + 0.42 * u, y - 0.25 * u)),
        tuple((x + 0.8 * u * sin(pi * k / 12), y + 0.05 * u + 0.8 * u * cos(pi * k / 12))
              for k in range(-6, 7)),
        *(((x + s * 0.8 * u, y + 0.05 * u), (x + s * 0.55 * u, y + 0.2 * u)) for s in (-1, 1)),
    )  # fmt: skip
    wide = 0.026 * scene.pitch
    return [
        Polylines(lines, Paint(None, scene.palette.halo, width=3 * wide, opacity=0.9)),
        Ellipse(x, y - 0.75 * u, 0.22 * u, 0.22 * u, Paint(None, colour, width=wide)),
        Polylines(lines, Paint(None, colour, width=wide)),
    ]


POINT_COLOURS = ("#b02a30", "#2c5c8a", "#4d7a35", "#7a5a20")
"""Colours of the kinds of points, in order of first use."""


def point_kinds(scene: Scene) -> dict[str, str]:
    """The kinds of points on a map and their colours."""
    kinds = dict.fromkeys(kind for place in scene.board.places for kind in place.points)
    return {kind: POINT_COLOURS[i % len(POINT_COLOURS)] for i, kind in enumerate(kinds)}


def marks(scene: Scene, room: FreeSpace) -> list[Shape]:
    """Supply sources, points and ports, placed to avoid numbers and each other."""
    shapes: list[Shape] = []
    taken: list[Extent] = []
    half = 0.17 * scene.pitch

    def spot(hex_: int, reach: float) -> XY:
        places = spots(scene, hex_, reach)
        free = [at for at in places if not any(_around(at, half).meets(one) for one in taken)]
        number = scene.number_extents[hex_]
        clear = [at for at in free if not _around(at, half).meets(number)]
        at = best_spot(room, clear or free or places, half)
        taken.append(_around(at, half))
        room.take(taken[-1], 60.0)
        return at

    for found in scene.board.sources:
        shapes += source(scene, spot(found.hex, 0.27), found.side)
    colours = point_kinds(scene)
    for place in scene.board.places:
        for kind, value in place.points.items():
            for hex_ in place.hexes:
                shapes += points_mark(scene, spot(hex_, 0.3), value, colours[kind])
    for _, form, _, colour, hexes in drawn_areas(scene):
        for hex_ in members(hexes if form.draw == "anchor" else 0):
            shapes += anchor(scene, spot(hex_, 0.3), colour)
    return shapes


# -- entries ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryBox:
    """A stretch of the frame with an entry area: its middle, length and map edge."""

    name: str
    side: str
    edge: str
    at: XY
    length: float


def entry_boxes(scene: Scene) -> list[EntryBox]:
    """Every stretch of the frame with an entry's name; adjacent hexes share one."""
    return [box for entry in scene.board.entries.values() for box in _boxes_of(scene, entry)]


def _boxes_of(scene: Scene, entry: Entry) -> Iterator[EntryBox]:
    frame, p = scene.layout.frame, scene.pitch
    edge = entry.edge or _nearest_edge(frame, scene.layout.centre(entry.hexes[0]))
    level = edge in ("north", "south")
    places = sorted(scene.layout.centre(hex_)[0 if level else 1] for hex_ in entry.hexes)
    run: list[float] = []
    for place in [*places, float("inf")]:
        if run and place - run[-1] > 1.3 * p:
            middle = (run[0] + run[-1]) / 2
            at = {
                "north": (middle, frame.y),
                "south": (middle, frame.bottom),
                "west": (frame.x, middle),
                "east": (frame.right, middle),
            }[edge]
            yield EntryBox(entry.name, entry.side, edge, at, run[-1] - run[0] + 0.7 * p)
            run = []
        run.append(place)


def _nearest_edge(frame: Extent, at: XY) -> str:
    far = {
        "west": at[0] - frame.x,
        "east": frame.right - at[0],
        "north": at[1] - frame.y,
        "south": frame.bottom - at[1],
    }
    return min(far, key=lambda edge: far[edge])


_TURN = {"west": 0.0, "north": 90.0, "east": 180.0, "south": 270.0}


def entry_marks(scene: Scene) -> list[Shape]:
    """Names in coloured boxes outside the frame, with an arrow into the map."""
    shapes: list[Shape] = []
    for box in entry_boxes(scene):
        colour = scene.style.side(box.side)
        bar = Rect(-5.5, -box.length / 2, 3.0, box.length, Paint(colour))
        arrow = Polygon(
            ((-2.6, -4.5), (4.6, 0), (-2.6, 4.5)), Paint(colour, scene.palette.paper, width=0.8)
        )
        shapes.append(Group((bar, arrow), move=box.at, turn=_TURN[box.edge]))
        shapes += letter_box(box.name, _box_centre(box), colour)
    return shapes


def _box_centre(box: EntryBox) -> XY:
    half = entry_width(box.name) / 2
    x, y = box.at
    return {
        "west": (x - 7 - half, y),
        "east": (x + 7 + half, y),
        "north": (x, y - 7 - 8.5),
        "south": (x, y + 7 + 8.5),
    }[box.edge]


def letter_box(name: str, at: XY, colour: str, size: float = ENTRY) -> list[Shape]:
    """An entry's name in a box of its side's colour."""
    wide, high = entry_width(name, size), size * 1.42
    return [
        Rect(
            at[0] - wide / 2,
            at[1] - high / 2,
            wide,
            high,
            Paint(colour, "#ffffff", width=0.8),
            radius=2.0,
        ),
        Text(at[0], at[1] + cap_height(BOLD, size) / 2, name, BOLD, size, "#ffffff"),
    ]
