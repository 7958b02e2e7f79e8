"""Geography as features in the plane of a map's hexes.

A base layer is GeoJSON in longitude and latitude. Each feature has a kind, a source and an
accuracy. A fit converts it to pitches (the plane of `hexgrid`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexgrid import Point

Line = tuple[Point, ...]


class Fit(Protocol):
    """Converts geographic points to the plane of the hexes."""

    def __call__(self, lon: float, lat: float) -> Point:
        """A place on the ground, in pitches."""

    def course(self, places: Iterable[tuple[float, float]]) -> Line:
        """A course on the ground, in pitches."""

    def geographic(self, point: Point) -> tuple[float, float]:
        """Longitude and latitude of a point of the plane."""


DATA_SETS = ("GSHHG", "WDBII", "GeoNames", "Natural Earth", "Estonian Land Board", "public station")
"""First words of a feature's source if it comes from a data set."""


@dataclass(frozen=True, slots=True)
class Affine:
    """A fit without curvature: lon = a + b X + c Y, lat = d + e X + f Y, X and Y in pitches."""

    lon: tuple[float, float, float]
    lat: tuple[float, float, float]

    @classmethod
    def read(cls, path: Path) -> Affine:
        """The fit in a file with the coefficients `lon` and `lat`."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(tuple(data["lon"]), tuple(data["lat"]))

    def __call__(self, lon: float, lat: float) -> Point:
        (a, b, c), (d, e, f) = self.lon, self.lat
        dx, dy = lon - a, lat - d
        turn = b * f - c * e
        return Point((f * dx - c * dy) / turn, (b * dy - e * dx) / turn)

    def course(self, places: Iterable[tuple[float, float]]) -> Line:
        return tuple(self(lon, lat) for lon, lat in places)

    def geographic(self, point: Point) -> tuple[float, float]:
        """Longitude and latitude of a point of the plane."""
        (a, b, c), (d, e, f) = self.lon, self.lat
        return a + b * point.x + c * point.y, d + e * point.x + f * point.y


@dataclass(frozen=True, slots=True)
class Feature:
    """One geographic feature. A polygon is its outer ring, a point a line of one point."""

    kind: str
    name: str
    shape: str
    """`point`, `line` or `polygon`."""
    line: Line
    source: str
    accuracy_km: float
    """Accuracy, one sigma; 0 if the rulebook gives its hexes."""
    hexes: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def basis(self) -> Basis:
        """`reconstructed` if from a data set, else `house`, whatever its accuracy."""
        return Basis.RECONSTRUCTED if self.source.startswith(DATA_SETS) else Basis.HOUSE


def read_features(path: Path, fit: Fit) -> tuple[Feature, ...]:
    """The features of a base layer in the plane of the hexes, in file order."""
    collection = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_features(collection["features"], fit))


_SHAPES = {"Point": "point", "LineString": "line", "Polygon": "polygon"}


def _features(items: list[dict[str, Any]], fit: Fit) -> Iterator[Feature]:
    for item in items:
        geometry, properties = item["geometry"], dict(item["properties"])
        coordinates = geometry["coordinates"]
        if geometry["type"] == "Point":
            coordinates = [coordinates]
        elif geometry["type"] == "Polygon":
            coordinates = coordinates[0]
        yield Feature(
            kind=properties.pop("kind"),
            name=properties.pop("name", ""),
            shape=_SHAPES[geometry["type"]],
            line=fit.course(coordinates),
            source=properties.pop("source", ""),
            accuracy_km=float(properties.pop("accuracy_km", 99)),
            hexes=tuple(properties.pop("hexes", ())),
            more=properties,
        )
