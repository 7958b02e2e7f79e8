"""A map under reconstruction: the common code of all map scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from hexmarshal.game.basis import Basis
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import Folders, shipped_root
from hexmarshal.game.hexfield import HexField, HexSet
from hexmarshal.game.hexgrid import Point
from hexmarshal.game.load.board import numbering
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.schema import MapForm
from tools.maps import cover, overlay, plane, report, tables
from tools.maps.conic import Conic
from tools.maps.ground import Affine, Feature, Fit, read_features
from tools.maps.overlay import Mesh
from tools.maps.overrides import Override, Overrides
from tools.maps.places import Site
from tools.maps.plane import rounded, thinned
from tools.maps.rivers import Stream
from tools.maps.roads import Way
from tools.maps.tables import Cells

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "docs" / "maps"


def read_grid(game: str) -> HexField:
    """The hex field described by a game's `map.yaml`. Raises DataError if it cannot be read."""
    reading = RecordReader(Folders(game, shipped_root()))
    found = reading.document(reading.folders.maps / "map.yaml", MapForm)
    if found is None:
        raise DataError(reading.faults)
    return HexField(numbering(found[0].grid))


def fit_file(game: str) -> Path:
    """The file with the fit of a game's hexes to geography."""
    return HERE / "geo" / f"{game}.fit.json"


def read_fit(game: str) -> Fit:
    """The fit of a game's hexes: a projection if its file has one, else an affine fit."""
    path = fit_file(game)
    projected = "projection" in json.loads(path.read_text(encoding="utf-8"))
    return Conic.read(path) if projected else Affine.read(path)


@dataclass(frozen=True)
class Chart:
    """Hexes, features and decisions; every layer is computed once, on demand."""

    grid: HexField
    fit: Fit
    features: tuple[Feature, ...]
    overrides: Overrides

    @classmethod
    def of(cls, game: str) -> Self:
        """The chart of a game, from the files named after its id."""
        fit = read_fit(game)
        features = read_features(HERE / "geo" / f"{game}.features.geojson", fit)
        return cls(read_grid(game), fit, features, Overrides.read(HERE / f"{game}_overrides.csv"))

    @cached_property
    def mesh(self) -> Mesh:
        return Mesh(self.grid)

    def drawn(self, *kinds: str) -> list[Feature]:
        """The features of some kinds, without those skipped by a decision."""
        return self.overrides.drawn(self.features, *kinds)

    def hexes(self, labels: Iterable[str]) -> tuple[int, ...]:
        return tuple(map(self.grid.parse, labels))

    # -- areas ------------------------------------------------------------------------------

    def shares(self, *kinds: str) -> dict[int, float]:
        """The share of each hex covered by features of some kinds, at most 1."""
        total: dict[int, float] = {}
        for feature in self.drawn(*kinds):
            for hex_, part in overlay.share(self.grid, feature.line).items():
                total[hex_] = min(1.0, total.get(hex_, 0.0) + part)
        return total

    def half_covered(self, *kinds: str) -> HexSet:
        """The hexes more than half covered by features of some kinds."""
        return sum(1 << hex_ for hex_, part in self.shares(*kinds).items() if part > 0.5)

    def blurred(self, kind: str) -> dict[int, float]:
        """The share of a landscape on and around each hex."""
        return cover.blurred(self.grid, self.shares(kind))

    # -- places -----------------------------------------------------------------------------

    def seat(self, feature: Feature) -> tuple[tuple[int, ...], Override | None]:
        """The hexes of a place (none off the board), and the decision that moved it."""
        moved = self.overrides.one("place", feature.name)
        if labels := moved.hexes if moved else feature.hexes:
            return self.hexes(labels), moved
        found = overlay.hex_at(self.grid, feature.line[0])
        return (() if found is None else (found,)), moved

    def name_of(self, feature: Feature) -> str:
        """A feature's name on the map."""
        spelt = self.overrides.one("name", feature.name)
        return spelt.value if spelt else feature.name

    # -- rows of tables ---------------------------------------------------------------------

    def run(self, hexes: Iterable[int]) -> str:
        """Hexes in a row's cell, in their order."""
        return " ".join(map(self.grid.label, hexes))

    def set(self, hexes: HexSet) -> str:
        """A set of hexes in a row's cell."""
        return " ".join(self.grid.labels(hexes))

    def path_rows(self, ways: Iterable[Way]) -> Iterator[Cells]:
        for way in ways:
            yield way.kind, way.name, self.run(way.run), way.basis, way.source, way.note

    def line_rows(self, streams: Iterable[Stream]) -> Iterator[Cells]:
        """Real courses of coasts and rivers, and small lakes, which guide the drawing."""
        courses = [("coast", f.name, f.line, f.basis, f.source) for f in self.drawn("coast")]
        courses += [
            (stream.kind, stream.name, reach.line, reach.basis, reach.source)
            for stream in streams
            for reach in stream.reaches
        ]
        for kind, name, line, basis, source in courses:
            for stretch in overlay.onboard(self.grid, line):
                course = thinned(rounded(thinned(stretch, 0.3), 2), 0.2)
                yield kind, name, tables.points_of(course), "", basis, source, ""
        for lake in self.overrides.all("lake"):
            east, north, width, height = map(float, lake.value.split())
            x, y = self.grid.centre(self.grid.parse(lake.hexes[0]))
            shore = tables.points_of(plane.oval(Point(x + east, y + north), width, height))
            yield "lake", lake.name, shore, "true", Basis.HOUSE, "by hand", lake.reason

    def other_names(self, feature: Feature, name: str, *more: str) -> tuple[str, ...]:
        """Other names of a place: from the base layer, more names, and its German name."""
        names = [feature.name, *more, feature.more.get("name_de")]
        return tuple(dict.fromkeys(str(n) for n in names if n and n != name))

    def mark(self, feature: Feature, points: str, basis: Basis, source: str) -> Site | None:
        """A place other than a settlement, None if it is off the board."""
        hexes, _ = self.seat(feature)
        if not hexes:
            return None
        name = self.name_of(feature)
        note = str(feature.more.get("note", ""))
        others = self.other_names(feature, name)
        return Site(name, feature.kind, hexes, others, points, basis, source, note)


def write(game: str, computed: dict[str, str], figures: Mapping[str, str]) -> None:
    """Writes the tables into `maps/GAME` and the figures into `docs/maps/GAME.md`."""
    tables.write(shipped_root() / "maps" / game, computed)
    page = PAGES / f"{game}.md"
    text = report.page(page.read_text(encoding="utf-8"), figures)
    page.write_text(text, encoding="utf-8", newline="\n")
