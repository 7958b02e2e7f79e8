"""Decisions made by hand, kept in a table with their reasons.

`layer,name,hexes,value,reason`, where the layer says what is decided:

| layer | name | hexes | value |
| --- | --- | --- | --- |
| `skip` | a feature that is not drawn | | |
| `name` | a feature that is called otherwise | | its name on the map |
| `kind` | a road or railway that is drawn as another kind | | the kind |
| `place` | a place that lies elsewhere | where | |
| `via` | a road or railway | the hexes it goes through in order, its ends among them | |
| `guess` | a road, railway or river | where its course is a guess, so that it is `house` there | |
| `path` | a road that no feature has | the hexes it goes through in order | its kind |
| `ferry` | its name | the two hexes it joins | |
| `label` | a place | | how far east and north of its hex its name stands, in pitches |
| `lake` | its name | the hex it lies in | its middle east and north of it, its width and height |
| `terrain` | | hexes | their terrain words, joined by ` + ` |
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.maps.ground import Feature


@dataclass(frozen=True, slots=True)
class Override:
    """One decision."""

    layer: str
    name: str
    hexes: tuple[str, ...]
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class Overrides:
    """All decisions about one map."""

    rows: tuple[Override, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Overrides:
        with path.open(encoding="utf-8", newline="") as file:
            return cls(
                tuple(
                    Override(
                        r["layer"], r["name"], tuple(r["hexes"].split()), r["value"], r["reason"]
                    )
                    for r in csv.DictReader(file)
                )
            )

    def all(self, layer: str) -> list[Override]:
        """The decisions of a layer."""
        return [row for row in self.rows if row.layer == layer]

    def one(self, layer: str, name: str) -> Override | None:
        """The decision for a name in a layer, or None."""
        return next((row for row in self.all(layer) if row.name == name), None)

    def drawn(self, features: Iterable[Feature], *kinds: str) -> list[Feature]:
        """The features of some kinds that are not skipped."""
        skipped = {row.name for row in self.all("skip")}
        return [f for f in features if f.kind in kinds and f.name not in skipped]
