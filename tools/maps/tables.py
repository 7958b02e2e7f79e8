"""Writing the tables of a map."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from hexmarshal.game.hexgrid import Point

Cells = Sequence[str]

HEXES = ("hex", "terrain", "basis", "source", "note")
HEXSIDES = ("a", "b", "kinds", "basis", "source", "note")
PATHS = ("kind", "name", "hexes", "basis", "source", "note")
AREAS = ("area", "part", "hexes", "basis", "source", "note")
ENTRIES = ("entry", "side", "hexes", "edge", "basis", "source", "note")
SOURCES = ("side", "hex", "edge", "kind", "entry", "basis", "source", "note")
PLACES = (
    "name", "kind", "hexes", "other_names", "points", "east", "north", "basis", "source", "note",
)  # fmt: skip
LINES = ("kind", "name", "points", "closed", "basis", "source", "note")


def text_of(header: Cells, rows: Iterable[Cells]) -> str:
    """A table as CSV. Raises ValueError if a row's length differs from the header's."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"{len(row)} cells for {len(header)} columns: {row}")
        writer.writerow(row)
    return out.getvalue()


def map_files(
    *,
    hexes: Iterable[Cells],
    hexsides: Iterable[Cells],
    paths: Iterable[Cells],
    areas: Iterable[Cells],
    entries: Iterable[Cells],
    sources: Iterable[Cells],
    places: Iterable[Cells],
    lines: Iterable[Cells],
) -> dict[str, str]:
    """The eight tables of a map as text, by file name."""
    return {
        "hexes.csv": text_of(HEXES, hexes),
        "hexsides.csv": text_of(HEXSIDES, hexsides),
        "paths.csv": text_of(PATHS, paths),
        "areas.csv": text_of(AREAS, areas),
        "entries.csv": text_of(ENTRIES, entries),
        "sources.csv": text_of(SOURCES, sources),
        "places.csv": text_of(PLACES, places),
        "lines.csv": text_of(LINES, lines),
    }


def points_of(line: Iterable[Point]) -> str:
    """A course as `x,y` pairs, to a hundredth of a pitch."""
    return " ".join(f"{p.x:.2f},{p.y:.2f}" for p in line)


def write(folder: Path, tables: dict[str, str]) -> None:
    """Writes each text into the folder under its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
