"""Names on the map: each finds the place beside its settlement where it covers least."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, sin

from hexwright.art.drawing import XY, Shape, Text
from hexwright.art.fonts import BOLD, ITALIC, MEDIUM, MEDIUM_ITALIC, SEMIBOLD, cap_height, width
from hexwright.art.map_layout import Extent
from hexwright.art.map_mesh import curve_points
from hexwright.art.map_places import number_extent
from hexwright.art.map_rivers import MAJOR, Reach
from hexwright.art.map_room import Room
from hexwright.art.map_scene import Scene
from hexwright.art.map_style import Palette
from hexwright.game.board import Place


@dataclass(frozen=True, slots=True)
class Lettering:
    """How the names of a kind of place are set; sizes in pitches."""

    face: str
    size: float
    colour: str = "label"
    spacing: float = 0.0
    capitals: bool = False
    radius: float = 0.24
    """How far from the place's centre the name stands."""


LETTERING = {
    "city": Lettering(BOLD, 0.29, spacing=0.03, capitals=True, radius=0.3),
    "sea": Lettering(ITALIC, 0.62, "label_water", spacing=0.22, radius=0.0),
    "lake": Lettering(ITALIC, 0.22, "label_water", spacing=0.02, radius=0.0),
    "region": Lettering(SEMIBOLD, 0.4, "label", spacing=0.2, capitals=True, radius=0.0),
    "town": Lettering(SEMIBOLD, 0.2, radius=0.27),
    "hill": Lettering(MEDIUM_ITALIC, 0.155, "hill_name", radius=0.2),
    "village": Lettering(MEDIUM, 0.158, radius=0.22),
}
"""By kind of place, in the order in which they are placed; other kinds are lettered as points."""

POINT = Lettering(ITALIC, 0.15, radius=0.2)
RIVER = Lettering(ITALIC, 0.17, "label_water", spacing=0.02)
_REMARK = re.compile(r"\s*\([^)]*\)$")
"""A remark in brackets tells places of one name apart in the data; the map does not print it."""

HILL_NAME = "#6f4a16"

TAKEN = 80.0
"""What it costs to cover another name."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A name set at one place: its lines' baselines and the room it takes."""

    lines: tuple[tuple[str, XY], ...]
    extent: Extent
    dislike: float


@dataclass(frozen=True, slots=True)
class Name:
    """A name with the ways in which it could be set."""

    style: Lettering
    settings: tuple[Setting, ...]


def take_lines(scene: Scene, room: Room, rivers: list[Reach]) -> None:
    """Marks rivers, roads and hex numbers as taken."""
    for river in rivers:
        weight = 2.0 if river.kind == "minor" else 5.0
        points = curve_points(river.start, river.pieces, 5)
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
    for kind in {run.kind: None for run in scene.board.paths.runs}:
        weight = 2.0 if kind in ("track", "trail", "winter trail") else 3.5
        for start, pieces in scene.roads.courses(kind):
            room.take_points(curve_points(start, pieces, 6), weight)
    for ring in scene.mesh.loops(scene.cells(scene.water)):
        room.take_points(curve_points(*ring, 3), 3.0)
    for hex_ in scene.board.grid.numbers:
        room.take(number_extent(scene, hex_), 40.0)


def labels(scene: Scene, room: Room) -> list[Shape]:
    """All names of places, then those of rivers, set where there is room."""
    names = [name for place in _by_rank(scene) if (name := _name(scene, place))]
    chosen: dict[int, Setting] = {}
    for _ in range(3):
        for i, name in enumerate(names):
            if i in chosen:
                room.free(chosen[i].extent, TAKEN)
            chosen[i] = min(name.settings, key=lambda s: room.cost(s.extent) + s.dislike)
            room.take(chosen[i].extent, TAKEN)
    shapes: list[Shape] = []
    for i, name in enumerate(names):
        shapes += _texts(scene, name.style, chosen[i].lines)
    return [*river_names(scene, room), *shapes]


def _by_rank(scene: Scene) -> list[Place]:
    order = list(LETTERING)
    rank = {kind: i for i, kind in enumerate(order)}
    return sorted(scene.board.places, key=lambda place: rank.get(place.kind, len(order)))


def _name(scene: Scene, place: Place) -> Name | None:
    style = LETTERING.get(place.kind, POINT)
    text = _REMARK.sub("", place.name)
    text = text.upper() if style.capitals else text
    centres = [scene.layout.centre(hex_) for hex_ in place.hexes]
    settings = [
        setting
        for lines, dislike in _broken(text)
        for setting in _around(scene, style, lines, centres, dislike)
    ]
    if place.offset != (0.0, 0.0):
        x, y = centres[0]
        at = x + place.offset[0] * scene.layout.step[0], y - place.offset[1] * scene.layout.step[1]
        settings.append(_set(scene, style, (text,), at, -2.0))
    return Name(style, tuple(settings)) if settings else None


def _broken(text: str) -> Iterator[tuple[tuple[str, ...], float]]:
    """A name in one line, and a long one also in two."""
    yield (text,), 0.0
    words = text.split(" ")
    if len(words) > 1 and len(text) > 9:
        cut = min(
            range(1, len(words)),
            key=lambda i: abs(len(" ".join(words[:i])) - len(" ".join(words[i:]))),
        )
        yield (" ".join(words[:cut]), " ".join(words[cut:])), 1.0


def _around(
    scene: Scene, style: Lettering, lines: tuple[str, ...], centres: list[XY], dislike: float
) -> Iterator[Setting]:
    """The places around a settlement for its name: beside it first, then over and under it."""
    p = scene.pitch
    probe = _set(scene, style, lines, (0.0, 0.0), 0.0).extent
    half_x, half_y = probe.width / 2, probe.height / 2
    if style.radius == 0:
        x = sum(c[0] for c in centres) / len(centres)
        y = sum(c[1] for c in centres) / len(centres)
        yield _set(scene, style, lines, (x, y), dislike)
        return
    for rank, (x, y) in enumerate(centres):
        for i, reach in enumerate((style.radius, style.radius + 0.09, style.radius + 0.2)):
            r = reach * p
            for j, (dx, dy) in enumerate(
                (
                    (r + half_x, 0), (-r - half_x, 0), (0, r + half_y), (0, -r - half_y),
                    (r + half_x, -0.14 * p), (r + half_x, 0.14 * p),
                    (-r - half_x, -0.14 * p), (-r - half_x, 0.14 * p),
                    (0.7 * r + half_x, r), (0.7 * r + half_x, -r), (-0.7 * r - half_x, r),
                    (-0.7 * r - half_x, -r), (0.6 * half_x, r + half_y),
                    (-0.6 * half_x, r + half_y),
                    (0.6 * half_x, -r - half_y), (-0.6 * half_x, -r - half_y),
                )
            ):  # fmt: skip
                yield _set(
                    scene, style, lines, (x + dx, y + dy), dislike + 1.2 * i + 0.12 * j + 0.8 * rank
                )


def _set(scene: Scene, style: Lettering, lines: tuple[str, ...], at: XY, dislike: float) -> Setting:
    """A name set with its middle at a point."""
    p = scene.pitch
    size, spacing = style.size * p, style.spacing * p
    high = cap_height(style.face, size)
    leading = 0.98 * size
    wide = max(width(line, style.face, size, spacing) for line in lines)
    total = high + leading * (len(lines) - 1)
    top = at[1] - total / 2
    margin = 0.025 * p
    extent = Extent(at[0] - wide / 2, top, wide, total + 0.1 * size).grown(margin)
    baselines = tuple((line, (at[0], top + high + leading * i)) for i, line in enumerate(lines))
    return Setting(baselines, extent, dislike)


def _texts(scene: Scene, style: Lettering, lines: tuple[tuple[str, XY], ...]) -> list[Shape]:
    p = scene.pitch
    halo = None if style.size > 0.5 else scene.palette.halo
    return [
        Text(
            *at,
            text,
            style.face,
            style.size * p,
            colour(scene.palette, style),
            spacing=style.spacing * p,
            halo=halo,
            halo_width=0.028 * p,
        )
        for text, at in lines
    ]


def colour(palette: Palette, style: Lettering) -> str:
    return HILL_NAME if style.colour == "hill_name" else str(getattr(palette, style.colour))


# -- rivers -----------------------------------------------------------------------------------


def river_names(scene: Scene, room: Room) -> list[Shape]:
    """The names of the drawn rivers, set along them where they run straight and have room."""
    shapes: list[Shape] = []
    for line in scene.board.lines:
        if line.name and "river" in line.kind:
            size = RIVER.size * (1.25 if "major" in line.kind else 0.9) * scene.pitch
            course = [scene.layout.at(point) for point in line.points]
            times = 1 + int(_length(course) > 22 * scene.pitch)
            wide = width(line.name, ITALIC, size, RIVER.spacing * scene.pitch)
            for part in range(times):
                cut = course[len(course) * part // times : len(course) * (part + 1) // times]
                shapes += _along(scene, room, line.name, size, wide, cut)
    return shapes


def _length(course: list[XY]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(course))


def _along(
    scene: Scene, room: Room, name: str, size: float, wide: float, course: list[XY]
) -> list[Shape]:
    """A name beside a course: the straight stretch where it covers least."""
    best: tuple[float, XY, float] | None = None
    frame = scene.layout.frame.grown(-4)
    for i in range(len(course)):
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
    """A slanting text as a string of small squares."""
    count = max(2, int(wide / (0.8 * size)))
    half = size * 0.42
    found = []
    for k in range(count):
        along = (k + 0.5) / count * wide - wide / 2
        x, y = cx + along * cos(angle), cy + along * sin(angle)
        found.append(Extent(x - half, y - half, 2 * half, 2 * half))
    return found
