"""Writing the tables of a map."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from hexwright.game.hexgrid import Point

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
    """A table as CSV. Raises ValueError when a row has not one cell for each column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"{len(row)} cells for {len(header)} columns: {row}")
        writer.writerow(row)
    return out.getvalue()


def points_of(line: Iterable[Point]) -> str:
    """A course as `x,y` pairs, to a hundredth of a pitch."""
    return " ".join(f"{p.x:.2f},{p.y:.2f}" for p in line)


def write(folder: Path, tables: dict[str, str]) -> None:
    """Writes each text into the folder under its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
