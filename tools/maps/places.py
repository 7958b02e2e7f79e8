"""Places of a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexField
from tools.maps.overrides import Overrides
from tools.maps.tables import Cells


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


def rows(grid: HexField, sites: Iterable[Site], overrides: Overrides) -> Iterator[Cells]:
    """The rows of `places.csv`.

    The drawing places each name, unless an override gives its offset east and north of its hex.
    """
    for site in sites:
        moved = overrides.one("label", site.name)
        east, north = moved.value.split() if moved else ("", "")
        hexes, others = " ".join(map(grid.label, site.hexes)), ";".join(site.other_names)
        yield (
            site.name, site.kind, hexes, others, site.points, east, north,
            site.basis, site.source, site.note,
        )  # fmt: skip
