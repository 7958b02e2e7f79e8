"""Polygons of whole pixels, as zones use them; containment equals java.awt.Polygon's."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

Point = tuple[int, int]
Size = tuple[int, int]


class PixelPolygon:
    """A closed path of whole pixels; containment as in java.awt.Polygon.

    The even-odd rule decides; the right and bottom edges lie outside.
    """

    def __init__(self, path: Iterable[Point]) -> None:
        self.path = tuple(path)
        xs, ys = [x for x, _ in self.path] or [0], [y for _, y in self.path] or [0]
        self._left, self._top = min(xs), min(ys)
        self.size: Size = (max(xs) - self._left, max(ys) - self._top)
        self._bands = sorted(set(ys))
        self._edges: dict[int, list[tuple[int, int, int, int]]] = {}

    def holds(self, point: Point) -> bool:
        x, y = point
        width, height = self.size
        if len(self.path) < 3 or not (0 <= x - self._left < width and 0 <= y - self._top < height):
            return False
        return sum(_crosses(edge, x, y) for edge in self._crossing(y)) % 2 == 1

    def middle(self) -> Point:
        """The mean of the corners, or the first corner if the mean lies outside."""
        if not self.path:
            return 0, 0
        count = len(self.path)
        x = int(sum(x for x, _ in self.path) / count)
        y = int(sum(y for _, y in self.path) / count)
        return (x, y) if self.holds((x, y)) else self.path[0]

    def _crossing(self, y: int) -> list[tuple[int, int, int, int]]:
        """The edges that cross the pixel row, cached for each band between two corners."""
        band = bisect_right(self._bands, y)
        if band not in self._edges:
            self._edges[band] = [
                (lx, ly, cx, cy)
                for lx, ly, cx, cy in self._all_edges()
                if min(ly, cy) <= y < max(ly, cy)
            ]
        return self._edges[band]

    def _all_edges(self) -> Iterator[tuple[int, int, int, int]]:
        last = self.path[-1]
        for current in self.path:
            yield *last, *current
            last = current


def _crosses(edge: tuple[int, int, int, int], x: int, y: int) -> bool:
    """Whether a ray to the right of (x, y) crosses the edge, whose height spans y."""
    last_x, last_y, x1, y1 = edge
    if x >= max(x1, last_x):
        return False
    if x < min(x1, last_x):
        return True
    top_x, top_y = (x1, y1) if y1 < last_y else (last_x, last_y)
    return x - top_x < (y - top_y) / (last_y - y1) * (last_x - x1)
