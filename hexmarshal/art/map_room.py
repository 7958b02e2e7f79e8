"""Room on the map: what is taken, so that names and symbols find a free place.

Roads and rivers are taken as points a few pitches' hundredths apart, symbols and texts as
rectangles; every taken thing has a weight, and a place costs the weights it would cover.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import hypot

from hexmarshal.art.drawing import XY
from hexmarshal.art.map_layout import Extent

Bucket = tuple[int, int]

_BUCKET = 24.0
"""Points to the side of a bucket in which taken things are kept."""


@dataclass
class Room:
    """The taken points and rectangles of one map; `bounds` is where anything may stand at all."""

    bounds: Extent
    _points: dict[Bucket, list[tuple[float, float, float]]] = field(default_factory=dict)
    _extents: dict[Bucket, list[tuple[Extent, float]]] = field(default_factory=dict)

    def take_points(self, points: Iterable[XY], weight: float) -> None:
        taken = self._points
        for x, y in points:
            bucket = int(x / _BUCKET), int(y / _BUCKET)
            if bucket in taken:
                taken[bucket].append((x, y, weight))
            else:
                taken[bucket] = [(x, y, weight)]

    def take(self, extent: Extent, weight: float) -> None:
        for bucket in _buckets(extent):
            self._extents.setdefault(bucket, []).append((extent, weight))

    def cost(self, extent: Extent) -> float:
        """What it would cost to cover an extent."""
        left, top, right, bottom = extent.x, extent.y, extent.right, extent.bottom
        total = 0.0
        seen: set[int] = set()
        for bucket in _buckets(extent):
            for x, y, weight in self._points.get(bucket, ()):
                if left < x < right and top < y < bottom:
                    total += weight
            for taken, weight in self._extents.get(bucket, ()):
                if id(taken) not in seen and taken.meets(extent):
                    seen.add(id(taken))
                    total += weight
        return total if self.bounds.holds(extent) else total + 200.0

    def parted(self, a: XY, b: XY, weight: float) -> bool:
        """Whether a line of taken points of at least this weight runs between two points."""
        steps = max(1, int(hypot(b[0] - a[0], b[1] - a[1]) / 4))
        for i in range(1, steps):
            x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
            for px, py, found in self._points.get((int(x / _BUCKET), int(y / _BUCKET)), ()):
                if found >= weight and abs(px - x) < 4 and abs(py - y) < 4:
                    return True
        return False

    def touched(self, extent: Extent) -> bool:
        """Whether a taken point lies within an extent."""
        return any(
            extent.x < x < extent.right and extent.y < y < extent.bottom
            for bucket in _buckets(extent)
            for x, y, _ in self._points.get(bucket, ())
        )

    def near(self, at: XY, distance: float) -> bool:
        """Whether a taken point lies nearer than a distance."""
        x, y = at
        box = Extent(x - distance, y - distance, 2 * distance, 2 * distance)
        return any(
            (px - x) ** 2 + (py - y) ** 2 < distance * distance
            for bucket in _buckets(box)
            for px, py, _ in self._points.get(bucket, ())
        )


def _buckets(extent: Extent) -> list[Bucket]:
    columns = range(int(extent.x / _BUCKET), int(extent.right / _BUCKET) + 1)
    rows = range(int(extent.y / _BUCKET), int(extent.bottom / _BUCKET) + 1)
    return [(i, j) for i in columns for j in rows]
