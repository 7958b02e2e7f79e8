"""Figures of a reconstruction: the accuracy of its fit, and the basis of each layer."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sqrt
from pathlib import Path

from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Point
from tools.maps.ground import Fit

KM_A_DEGREE = 111.2
ORDER = ("rulebook", "reconstructed", "house")
"""The bases of every count; others follow where a map has them."""


@dataclass(frozen=True, slots=True)
class Residual:
    """The distance of an anchor's printed hexes from its true place, in km."""

    name: str
    hexes: tuple[str, ...]
    east: float
    north: float

    @property
    def off(self) -> float:
        return hypot(self.east, self.north)


def residuals(grid: HexField, fit: Fit, path: Path) -> list[Residual]:
    """The residuals of the anchors in a fit's file, recomputed."""
    found = []
    for anchor in json.loads(path.read_text(encoding="utf-8"))["anchors"]:
        centres = [grid.centre(grid.parse(label)) for label in anchor["hexes"]]
        middle = Point(
            sum(p.x for p in centres) / len(centres), sum(p.y for p in centres) / len(centres)
        )
        lon, lat = fit.geographic(middle)
        east = (lon - anchor["lon"]) * KM_A_DEGREE * cos(radians(lat))
        north = (lat - anchor["lat"]) * KM_A_DEGREE
        found.append(Residual(anchor["name"], tuple(anchor["hexes"]), east, north))
    return found


def rms(found: Sequence[Residual]) -> float:
    """The root mean square of residuals."""
    return sqrt(sum(r.off**2 for r in found) / len(found))


def fit_table(found: Iterable[Residual]) -> str:
    """The residuals as a Markdown table."""
    rows = [
        f"| {r.name} | {' '.join(r.hexes)} | {r.east:+.2f} | {r.north:+.2f} | {r.off:.2f} |"
        for r in found
    ]
    head = [
        "| anchor | hexes | east, km | north, km | off, km |",
        "| --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows])


LAYERS: Mapping[str, str] = {
    "hexes.csv": "terrain",
    "hexsides.csv": "kinds",
    "paths.csv": "kind",
    "areas.csv": "",
    "entries.csv": "",
    "sources.csv": "side",
    "places.csv": "kind",
    "lines.csv": "kind",
}
"""The tables in order, each with the column whose words are counted separately."""


def counts_table(tables: Mapping[str, str]) -> str:
    """The number of rows by table, word and basis, as a Markdown table."""
    tally: Counter[tuple[str, str, str]] = Counter()
    for name, column in LAYERS.items():
        for row in csv.DictReader(io.StringIO(tables[name])):
            tally[name, row[column] if column else "all", row["basis"]] += 1
    bases = [*ORDER, *sorted({basis for *_, basis in tally} - set(ORDER))]
    lines = [
        "| table | what | " + " | ".join(bases) + " |",
        "| --- | --- |" + " ---: |" * len(bases),
    ]
    for name in LAYERS:
        for word in sorted({word for table, word, _ in tally if table == name}):
            cells = " | ".join(str(tally[name, word, basis] or "") for basis in bases)
            lines.append(f"| `{name}` | {word} | {cells} |")
    return "\n".join(lines)


def inserted(text: str, name: str, part: str) -> str:
    """A page with the part between the comments `name` and `/name` replaced.

    Raises ValueError if the page has no such comments.
    """
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"missing {start} ... {end} in the page")
    return f"{before}{start}\n{part}\n{end}{after}"


def page(text: str, figures: Mapping[str, str]) -> str:
    """A page with each of its named parts replaced."""
    for name, part in figures.items():
        text = inserted(text, name, part)
    return text
