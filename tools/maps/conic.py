"""A fit with a projection: a Lambert conic, one scale, and a warp that bends it onto the hexes.

On a board about 500 km wide the meridians converge noticeably, so plain degrees do not fit. The
warp is a sum of bell-shaped shifts around control points. It moves the places in the rulebook into
their hexes and everything else as little as possible.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan, atan2, ceil, cos, degrees, exp, hypot, log, pi, radians, sin, tan
from pathlib import Path

from hexmarshal.game.hexgrid import Point

Control = tuple[float, float, float, float]
"""The centre (x, y) of a shift and its offset (x, y) there, in pitches."""

REST = 40
"""Iterations of the fixed point that inverts the warp."""
FAINT = 1e-6
"""Smaller shifts are ignored, in pitches."""
STRIDE_KM = 3.0
"""Largest distance between points of a course: straight lines bend in the projection."""
KM_A_DEGREE = 111.2


@dataclass(frozen=True)
class Conic:
    """A Lambert conformal conic on a sphere, brought to pitches and warped."""

    radius: float
    """The sphere's radius, in km."""
    parallels: tuple[float, float]
    origin: tuple[float, float]
    """Longitude and latitude of the projection's origin."""
    zero: tuple[float, float]
    """The plane's origin in the projection, in km."""
    pitch: float
    """Kilometres."""
    kernel: tuple[tuple[float, float], ...]
    """Weights and widths (in pitches) of a shift's bell functions."""
    control: tuple[Control, ...]

    @classmethod
    def read(cls, path: Path) -> Conic:
        """The fit in a file with `projection` and `warp`."""
        data = json.loads(path.read_text(encoding="utf-8"))
        p, warp = data["projection"], data["warp"]
        return cls(
            p["R_km"],
            (p["lat_1"], p["lat_2"]),
            (p["lon_0"], p["lat_0"]),
            (p["x0_km"], p["y0_km"]),
            p["hex_km"],
            tuple((weight, width) for weight, width in warp["kernel"]),
            tuple((x, y, *move) for x, y, *move in warp["control"] if hypot(*move) > FAINT),
        )

    def __call__(self, lon: float, lat: float) -> Point:
        """A geographic point, in pitches."""
        flat = self._projected(lon, lat)
        dx, dy = self._shift(*flat)
        return Point(flat.x + dx, flat.y + dy)

    def course(self, places: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
        """A course in pitches, with points added so that straight legs bend correctly."""
        return tuple(self(lon, lat) for lon, lat in _filled(places))

    def geographic(self, point: Point) -> tuple[float, float]:
        """Longitude and latitude of a point of the plane."""
        x, y = point
        for _ in range(REST):
            dx, dy = self._shift(x, y)
            x, y = point.x - dx, point.y - dy
        east, north = self.zero[0] + self.pitch * x, self.zero[1] + self.pitch * y
        n, scale, south = self._cone
        turn, reach = atan2(east, south - north) / n, hypot(east, south - north)
        lat = 2 * atan((self.radius * scale / reach) ** (1 / n)) - pi / 2
        return self.origin[0] + degrees(turn), degrees(lat)

    def _projected(self, lon: float, lat: float) -> Point:
        n, scale, south = self._cone
        reach = self.radius * scale / _half(lat) ** n
        turn = n * radians(lon - self.origin[0])
        east, north = reach * sin(turn), south - reach * cos(turn)
        return Point((east - self.zero[0]) / self.pitch, (north - self.zero[1]) / self.pitch)

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        """The cone's constant, its scale, and the distance of its apex from the origin, in km."""
        one, other = self.parallels
        n = log(cos(radians(one)) / cos(radians(other))) / log(_half(other) / _half(one))
        scale = cos(radians(one)) * _half(one) ** n / n
        return n, scale, self.radius * scale / _half(self.origin[1]) ** n

    def _shift(self, x: float, y: float) -> tuple[float, float]:
        east = north = 0.0
        for cx, cy, dx, dy in self.control:
            square = (x - cx) ** 2 + (y - cy) ** 2
            much = sum(weight * exp(-square / width**2) for weight, width in self.kernel)
            east, north = east + much * dx, north + much * dy
        return east, north


def _half(latitude: float) -> float:
    return tan(pi / 4 + radians(latitude) / 2)


def _filled(places: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The places of a course, with points added between them at most `STRIDE_KM` apart."""
    course = list(places)
    yield course[0]
    for (lon, lat), (east, north) in pairwise(course):
        level = (east - lon) * cos(radians(lat))
        legs = max(1, ceil(KM_A_DEGREE * hypot(level, north - lat) / STRIDE_KM))
        for i in range(1, legs + 1):
            yield lon + (east - lon) * i / legs, lat + (north - lat) * i / legs
