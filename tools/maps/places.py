"""Places of a map and the room for their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexwright.game.basis import Basis
from hexwright.game.hexfield import HexField
from hexwright.game.hexgrid import Point
from tools.maps import overlay
from tools.maps.labels import Box, Name, Obstacles, placed
from tools.maps.overlay import Mesh
from tools.maps.plane import walk
from tools.maps.rivers import Stream
from tools.maps.roads import Way
from tools.maps.tables import Cells

SIZES = {"city": 1.5, "town": 1.2}
"""How much larger than a village's the names of some places are written."""


@dataclass(frozen=True, slots=True)
class Site:
    """A named place in its hexes."""

    name: str
    kind: str
    hexes: tuple[int, ...]
    other_names: tuple[str, ...]
    points: str
    """Such as `vp=2`, for each of its hexes."""
    basis: Basis
    source: str
    note: str = ""


def rows(grid: HexField, sites: Sequence[Site], obstacles: Obstacles) -> Iterator[Cells]:
    """The rows of `places.csv`, each with the offset of its name."""
    names = [
        Name(site.name, [grid.centre(h) for h in site.hexes], SIZES.get(site.kind, 1.0))
        for site in sites
    ]
    for site, offset in zip(sites, placed(names, obstacles), strict=True):
        hexes = " ".join(map(grid.label, site.hexes))
        yield (
            site.name, site.kind, hexes, ";".join(site.other_names), site.points,
            f"{offset.x:.2f}", f"{offset.y:.2f}", site.basis, site.source, site.note,
        )  # fmt: skip


def obstacles(
    mesh: Mesh, ways: Iterable[Way], streams: Iterable[Stream], sites: Iterable[Site]
) -> Obstacles:
    """What names should keep off: roads, rivers, settlements, hex numbers, the map's edge."""
    grid = mesh.grid
    points: list[tuple[Point, float]] = []
    for way in ways:
        points += ((p, 0.08) for p in walk([grid.centre(h) for h in way.run], 0.1))
    for stream in streams:
        weight = 0.2 if stream.kind == "major river" else 0.1
        points += ((p, weight) for p in walk([mesh.points[k] for k in stream.chain], 0.1))
    boxes = []
    for hex_ in grid.numbers:
        x, y = grid.centre(hex_)
        boxes.append((Box(Point(x, y + 0.39), 0.4, 0.14), 6.0))
    for site in sites:
        boxes += ((Box(grid.centre(hex_), 0.3, 0.3), 12.0) for hex_ in site.hexes)
    return Obstacles(points, boxes, lambda point: overlay.hex_at(grid, point) is not None)
