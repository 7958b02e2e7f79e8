"""Names on the map, each placed beside its settlement where it covers the least."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from hexmarshal.art.drawing import XY, Ellipse, Paint, Shape, Text
from hexmarshal.art.fonts import BOLD, ITALIC, MEDIUM, MEDIUM_ITALIC, SEMIBOLD, cap_height, width
from hexmarshal.art.map import places as map_places
from hexmarshal.art.map.layout import Extent, FreeSpace, hull
from hexmarshal.art.map.mesh import curve_points
from hexmarshal.art.map.rivers import MAJOR, RiverReach
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import MapPalette
from hexmarshal.game.board import Place


@dataclass(frozen=True, slots=True)
class Lettering:
    """The lettering of names for a kind of place; sizes in pitches."""

    face: str
    size: float
    colour: str = "label"
    spacing: float = 0.0
    capitals: bool = False
    radius: float = 0.24
    """Distance of the name from the place's centre."""


LETTERING = {
    "city": Lettering(BOLD, 0.29, spacing=0.03, capitals=True, radius=0.3),
    "sea": Lettering(ITALIC, 0.46, "label_water", spacing=0.18, capitals=True, radius=0.0),
    "lake": Lettering(ITALIC, 0.22, "label_water", spacing=0.02, radius=0.0),
    "region": Lettering(SEMIBOLD, 0.4, "label", spacing=0.2, capitals=True, radius=0.0),
    "moor": Lettering(ITALIC, 0.17, spacing=0.03, radius=0.03),
    "town": Lettering(SEMIBOLD, 0.2, radius=0.27),
    "hill": Lettering(MEDIUM_ITALIC, 0.155, "hill_name", radius=0.03),
    "village": Lettering(MEDIUM, 0.158, radius=0.22),
}
"""By kind of place, in placing order; other kinds are lettered like points."""

BROAD = 30
"""Most hexes of a lake; a larger one is lettered like a sea."""
POINT = Lettering(ITALIC, 0.15, radius=0.09)
RIVER = Lettering(ITALIC, 0.17, "label_water", spacing=0.02)
AGAIN = 6.0
"""Least distance between two names of one river, in pitches."""
_REMARK = re.compile(r"\s*\([^)]*\)$")
"""A remark in brackets distinguishes places with the same name; the map does not print it."""

HILL_NAME = "#6f4a16"

CHOICES = 12
"""Settings of a name that are compared with other names."""

ENOUGH = 8
"""The search for settings ends after this many that cover nothing."""

RIVER_WEIGHT = 5.0
"""Cost of covering a point of a major river."""

BEYOND = 30.0
"""Cost of setting a name across a major river from its place."""

TAKEN = 80.0
"""Cost of covering another name."""


@dataclass(frozen=True, slots=True)
class Block:
    """A name in one or two lines, each with its baseline's distance below the block's middle."""

    style: Lettering
    lines: tuple[tuple[str, float], ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Setting:
    """A block with its middle at a point; `dislike` is the cost of this setting."""

    block: Block
    at: XY
    dislike: float
    home: XY
    """The point of the place itself."""

    @property
    def extent(self) -> Extent:
        x, y = self.at
        wide, high = self.block.width, self.block.height
        return Extent(x - wide / 2, y - high / 2, wide, high)


def take_lines(scene: Scene, room: FreeSpace, rivers: list[RiverReach]) -> None:
    """Marks rivers, roads, hex numbers and panels over the hexes as taken."""
    for panel in scene.layout.panels.values():
        room.take(panel, TAKEN)
    for river in rivers:
        weight = 2.0 if river.kind == "minor" else RIVER_WEIGHT
        points = curve_points(river.start, river.pieces, 3)
        room.take_points(points, weight)
        if river.kind != "minor":
            off = MAJOR / 2 * scene.pitch
            room.take_points(
                (
                    (x + dx, y + dy)
                    for x, y in points
                    for dx, dy in ((off, 0), (-off, 0), (0, off), (0, -off))
                ),
                weight,
            )
    for kind in dict.fromkeys(run.kind for run in scene.board.paths.runs):
        weight = 2.0 if kind in ("track", "trail", "winter trail") else 3.5
        for start, pieces in scene.roads.courses(kind):
            room.take_points(curve_points(start, pieces, 4), weight)
    for ring in scene.mesh.loops(scene.cells(scene.water)):
        room.take_points(curve_points(*ring, 3), 3.0)
    for works in map_places.rings(scene):
        room.take_points(works, 0.7)
    for hex_ in scene.board.grid.numbers:
        room.take(scene.number_extents[hex_], 75.0)


def labels(scene: Scene, room: FreeSpace) -> list[Shape]:
    """The names of all places, then of rivers, where there is space."""
    places = sorted(scene.board.places, key=_rank)
    chosen = choose([_cheapest(room, _settings(scene, place)) for place in places])
    for setting in chosen:
        room.take(setting.extent, TAKEN)
    names = [text for setting in chosen for text in _texts(scene, setting)]
    return [*_points(scene), *river_names(scene, room), *names]


def _points(scene: Scene) -> list[Shape]:
    """A dot for each place other than settlements and terrain, such as a manor or a battery."""
    paint = Paint(scene.palette.label, scene.palette.halo, width=0.02 * scene.pitch)
    r = 0.045 * scene.pitch
    return [
        Ellipse(*scene.layout.centre(place.hexes[0]), r, r, paint)
        for place in scene.board.places
        if place.kind not in LETTERING
    ]


def _rank(place: Place) -> int:
    """A place's rank in the placing order of names."""
    order = list(LETTERING)
    return order.index(place.kind) if place.kind in order else len(order)


def _cheapest(room: FreeSpace, settings: Iterable[Setting]) -> list[Setting]:
    """The settings that cover the least of the map, with that cost added to their dislike.

    Settings come preferred ones first; the search ends once enough of them cover nothing.
    """
    costed: list[Setting] = []
    free = 0
    for setting in settings:
        cost = room.cost(setting.extent)
        if cost < BEYOND and room.parted(setting.home, setting.at, RIVER_WEIGHT):
            cost += BEYOND
        costed.append(replace(setting, dislike=setting.dislike + cost))
        free += cost == 0
        if free == ENOUGH:
            break
    return sorted(costed, key=lambda s: s.dislike)[:CHOICES]


def choose(names: list[list[Setting]]) -> list[Setting]:
    """One setting for each name, so that names do not overlap.

    Earlier names choose first. Then all choose again twice, given the choices of the others.
    """
    rivals = _rivals(names)
    chosen: list[Setting] = []
    for i, settings in enumerate(names):
        chosen.append(_freest(settings, [chosen[k] for k in rivals[i] if k < i]))
    for _ in range(2):
        for i, settings in enumerate(names):
            chosen[i] = _freest(settings, [chosen[k] for k in rivals[i]])
    return chosen


def _rivals(names: list[list[Setting]]) -> list[list[int]]:
    """For each name the other names that it could overlap."""
    reach = [hull([setting.extent for setting in settings]) for settings in names]
    return [
        [k for k, other in enumerate(reach) if k != i and mine.meets(other)]
        for i, mine in enumerate(reach)
    ]


def _freest(settings: list[Setting], others: list[Setting]) -> Setting:
    taken = [other.extent for other in others]

    def against(setting: Setting) -> float:
        extent = setting.extent
        return setting.dislike + TAKEN * sum(extent.meets(other) for other in taken)

    return min(settings, key=against)


def _lettering(place: Place) -> Lettering:
    if place.kind == "lake" and len(place.hexes) > BROAD:
        return LETTERING["sea"]
    return LETTERING.get(place.kind, POINT)


def _settings(scene: Scene, place: Place) -> Iterator[Setting]:
    """The settings of a place's name, preferred ones first.

    If the data place the name, there is just one; a region's name can still move a little.
    """
    style = _lettering(place)
    text = _REMARK.sub("", place.name)
    blocks = list(_blocks(scene, style, text.upper() if style.capitals else text))
    centres = [scene.layout.centre(hex_) for hex_ in place.hexes]
    given = place.offset != (0.0, 0.0)
    if given:
        east, north = place.offset
        (x, y), (dx, dy) = centres[0], scene.layout.step
        middle = x + east * dx, y - north * dy
    else:
        xs, ys = [x for x, _ in centres], [y for _, y in centres]
        middle = sum(xs) / len(xs), sum(ys) / len(ys)
    if style.radius == 0:
        yield from _amid(scene, blocks[0], middle)
        return
    if given:
        yield Setting(blocks[0], middle, 0.0, centres[0])
        return
    for further, away in enumerate(RINGS):
        for rank, centre in enumerate(centres):
            for broken, block in enumerate(blocks):
                dislike = 1.2 * further + 0.8 * rank + 1.0 * broken
                yield from _around(scene, block, centre, style.radius + away, dislike)


def _blocks(scene: Scene, style: Lettering, text: str) -> Iterator[Block]:
    """A name in one line, and also in two lines if it is long."""
    yield _block(scene, style, (text,))
    words = text.split(" ")
    if len(words) > 1 and len(text) > 9:
        halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        yield _block(scene, style, min(halves, key=lambda h: abs(len(h[0]) - len(h[1]))))


def _block(scene: Scene, style: Lettering, lines: tuple[str, ...]) -> Block:
    p = scene.pitch
    size, margin = style.size * p, (0.01 if style.capitals else 0.025) * p
    high, leading = cap_height(style.face, size), 0.98 * size
    wide = max(width(line, style.face, size, style.spacing * p) for line in lines)
    total = high + leading * (len(lines) - 1)
    placed = tuple((line, high - total / 2 + leading * i) for i, line in enumerate(lines))
    tails = 0.0 if style.capitals else 0.1 * size
    return Block(style, placed, wide + 2 * margin, total + tails + 2 * margin)


def _amid(scene: Scene, block: Block, middle: XY) -> Iterator[Setting]:
    """Settings in the middle of a region, moved a little to avoid overlaps."""
    p = scene.pitch
    moves = [(0.2 * i, 0.02 * j) for i in range(-3, 4) for j in range(-14, 15)]
    for east, south in sorted(moves, key=lambda move: hypot(*move)):
        at = middle[0] + east * p, middle[1] + south * p
        yield Setting(block, at, 2.0 * hypot(east, south), middle)


RINGS = (0.0, 0.09, 0.2)
"""Distances of a name beyond its place's radius, in pitches."""

SPOTS = (
    (1, 0), (-1, 0), (0, 1), (0, -1), (1, -0.5), (1, 0.5), (-1, -0.5), (-1, 0.5),
    (0.8, 1), (0.8, -1), (-0.8, 1), (-0.8, -1), (0.4, 1), (-0.4, 1), (0.4, -1), (-0.4, -1),
)  # fmt: skip
"""Positions of a name, preferred ones first: right, left, below, above, ..."""


def _around(
    scene: Scene, block: Block, centre: XY, radius: float, dislike: float
) -> Iterator[Setting]:
    """Settings all around a place."""
    r = radius * scene.pitch
    for j, (right, down) in enumerate(SPOTS):
        beside = abs(right) == 1
        dx = right * (r + block.width / 2) if beside else right * (0.9 * r + block.width / 2)
        dy = down * 0.28 * scene.pitch if beside else down * (r + block.height / 2)
        if abs(right) == 0.8:
            dy = down * r
        yield Setting(block, (centre[0] + dx, centre[1] + dy), dislike + 0.12 * j, centre)


def _texts(scene: Scene, setting: Setting) -> Iterator[Text]:
    p, style = scene.pitch, setting.block.style
    halo = scene.palette.halo if style.radius else None
    ink, (x, y) = colour(scene.palette, style), setting.at
    for line, down in setting.block.lines:
        yield Text(
            x, y + down, line, style.face, style.size * p, ink,
            spacing=style.spacing * p, halo=halo, halo_width=0.028 * p,
        )  # fmt: skip


def colour(palette: MapPalette, style: Lettering) -> str:
    return HILL_NAME if style.colour == "hill_name" else str(getattr(palette, style.colour))


# -- rivers -----------------------------------------------------------------------------------


def river_names(scene: Scene, room: FreeSpace) -> list[Shape]:
    """The names of rivers, set along straight stretches with enough space.

    A name is not repeated within a short distance.
    """
    shapes: list[Text] = []
    for line in scene.board.lines:
        if line.name and "river" in line.kind:
            size = RIVER.size * (1.25 if "major" in line.kind else 0.9) * scene.pitch
            course = [scene.layout.at(point) for point in line.points]
            times = 1 + int(_length(course) > 22 * scene.pitch)
            wide = width(line.name, ITALIC, size, RIVER.spacing * scene.pitch)
            for part in range(times):
                cut = course[len(course) * part // times : len(course) * (part + 1) // times]
                for text in _along(scene, room, line.name, size, wide, cut):
                    if not any(_near(text, other, AGAIN * scene.pitch) for other in shapes):
                        shapes.append(text)
    return list(shapes)


def _near(text: Text, other: Text, reach: float) -> bool:
    """Whether two texts are the same and less than `reach` apart."""
    return text.text == other.text and hypot(text.x - other.x, text.y - other.y) < reach


def _length(course: list[XY]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(course))


def _along(
    scene: Scene, room: FreeSpace, name: str, size: float, wide: float, course: list[XY]
) -> list[Text]:
    """A name beside a line, on the straight stretch where it covers the least."""
    best: tuple[float, XY, float] | None = None
    frame = scene.layout.frame.grown(-4)
    for i in range(0, len(course), 2):
        j = next(
            (j for j in range(i + 1, len(course))
             if hypot(course[j][0] - course[i][0], course[j][1] - course[i][1]) >= wide),
            None,
        )  # fmt: skip
        if j is None:
            break
        (ax, ay), (bx, by) = course[i], course[j]
        if ax > bx:
            ax, ay, bx, by = bx, by, ax, ay
        angle = atan2(by - ay, bx - ax)
        length = hypot(bx - ax, by - ay)
        nx, ny = -(by - ay) / length, (bx - ax) / length
        bulge = max(abs((x - ax) * nx + (y - ay) * ny) for x, y in course[i : j + 1])
        for side in (-1, 1):
            off = side * (bulge + 0.2 * scene.pitch + size * 0.5)
            cx, cy = (ax + bx) / 2 + nx * off, (ay + by) / 2 + ny * off
            boxes = _beads(cx, cy, angle, wide, size)
            if not all(frame.holds(box) for box in boxes):
                continue
            cost = sum(room.cost(box) for box in boxes) + bulge * 0.6 + abs(angle) * 8
            if best is None or cost < best[0]:
                best = (cost, (cx, cy), angle)
    if best is None or best[0] > 60:
        return []
    _, (cx, cy), angle = best
    for box in _beads(cx, cy, angle, wide, size):
        room.take(box, TAKEN)
    down = cap_height(ITALIC, size) / 2
    return [
        Text(
            cx - down * sin(angle), cy + down * cos(angle), name, ITALIC, size,
            scene.palette.label_water, angle=degrees(angle), spacing=RIVER.spacing * scene.pitch,
            halo=scene.palette.halo, halo_width=0.025 * scene.pitch,
        )
    ]  # fmt: skip


def _beads(cx: float, cy: float, angle: float, wide: float, size: float) -> list[Extent]:
    """A slanted text as a row of small squares."""
    count = max(2, int(wide / (0.8 * size)))
    half = size * 0.42
    found = []
    for k in range(count):
        along = (k + 0.5) / count * wide - wide / 2
        x, y = cx + along * cos(angle), cy + along * sin(angle)
        found.append(Extent(x - half, y - half, 2 * half, 2 * half))
    return found
