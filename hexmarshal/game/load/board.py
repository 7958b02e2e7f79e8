"""Reading the board: `maps/ID/`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hexmarshal.game import schema
from hexmarshal.game.basis import Basis
from hexmarshal.game.board import (
    Area,
    Board,
    Box,
    Entry,
    Hexsides,
    Line,
    Paths,
    Place,
    Source,
    Terrain,
)
from hexmarshal.game.board import Path as BoardPath
from hexmarshal.game.faults import Fault
from hexmarshal.game.hexfield import Edges, HexField, union
from hexmarshal.game.hexgrid import Cell, Orientation
from hexmarshal.game.load.records import RecordReader, unknown_side
from hexmarshal.game.load.yamldoc import Document
from hexmarshal.game.numbering import MapSheet, Numbering
from hexmarshal.game.text import fold
from hexmarshal.game.words import HEXSIDES, LINES, PATHS, TERRAIN


def map_faults(form: schema.MapForm, document: Document, sides: set[str]) -> Iterator[Fault]:
    """The faults of `map.yaml` that its form cannot see."""
    numbers = numbering(form.grid)
    yield from _sheet_faults(numbers, document)
    yield from _box_faults(form.boxes, document, sides)
    yield from _place_faults(form.boxes, document, numbers)


def read_board(reading: RecordReader, form: schema.MapForm, sides: set[str]) -> Board:
    """The board of `map.yaml` and the tables beside it; faults go to `reading`."""
    grid = HexField(numbering(form.grid))
    maps = reading.folders.maps
    return Board(
        grid=grid,
        terrain=_terrain(reading, maps / "hexes.csv", form.terrain, grid),
        hexsides=_hexsides(reading, maps / "hexsides.csv", form.hexsides, grid),
        paths=_paths(reading, maps / "paths.csv", form.paths, grid),
        areas=_areas(reading, maps / "areas.csv", grid),
        entries=_entries(reading, maps / "entries.csv", grid, sides),
        sources=_sources(reading, maps / "sources.csv", grid, sides),
        places=_places(reading, maps / "places.csv", grid),
        lines=_lines(reading, maps / "lines.csv"),
        boxes=tuple(_box(box) for box in form.boxes),
    )


def _terrain(reading: RecordReader, path: Path, rest: schema.RestForm, grid: HexField) -> Terrain:
    words: dict[str, int] = {}
    basis: dict[Basis, int] = {}
    seen = 0
    for row, form in reading.rows(path, schema.HexRow, optional=False):
        hex_ = reading.hex(grid, row, "hex", form.hex)
        if hex_ is None:
            continue
        bit = 1 << hex_
        if seen & bit:
            reading.faults.append(row.fault("hex", f"duplicate hex {form.hex}", "remove one row"))
        seen |= bit
        for word in form.terrain:
            reading.word(row, "terrain", word, TERRAIN)
            words[fold(word)] = words.get(fold(word), 0) | bit
        basis[form.basis] = basis.get(form.basis, 0) | bit
    default = fold(rest.default)
    words[default] = words.get(default, 0) | (grid.all & ~seen)
    return Terrain(words, basis, rest.rest, default)


def _hexsides(reading: RecordReader, path: Path, rest: schema.RestForm, grid: HexField) -> Hexsides:
    kinds: dict[str, list[Edges]] = {}
    basis: dict[Basis, list[Edges]] = {}
    seen: set[frozenset[int]] = set()
    for row, form in reading.rows(path, schema.HexsideRow):
        a, b = reading.hex(grid, row, "a", form.a), reading.hex(grid, row, "b", form.b)
        if a is None or b is None:
            continue
        if grid.direction(a, b) is None:
            wrong = f"{form.a} and {form.b} are not neighbours"
            reading.faults.append(row.fault("b", wrong, _neighbours(grid, a)))
            continue
        if frozenset((a, b)) in seen:
            wrong = f"duplicate hexside between {form.a} and {form.b}"
            reading.faults.append(row.fault("a", wrong, "join its kinds with + in one row"))
        seen.add(frozenset((a, b)))
        edge = grid.edge(a, b)
        for kind in form.kinds:
            reading.word(row, "kinds", kind, HEXSIDES)
            kinds.setdefault(fold(kind), []).append(edge)
        basis.setdefault(form.basis, []).append(edge)
    return Hexsides(
        {kind: union(edges) for kind, edges in kinds.items()},
        {b: union(edges) for b, edges in basis.items()},
        rest.rest,
    )


def _paths(reading: RecordReader, path: Path, rest: schema.RestForm, grid: HexField) -> Paths:
    runs = []
    for row, form in reading.rows(path, schema.PathRow):
        reading.word(row, "kind", form.kind, PATHS)
        run = reading.hexes(grid, row, "hexes", form.hexes)
        for a, b in pairwise(run):
            if grid.direction(a, b) is None:
                wrong = f"the path jumps from {grid.label(a)} to {grid.label(b)}"
                remedy = f"list every hex on the way or start another row; {_neighbours(grid, a)}"
                reading.faults.append(row.fault("hexes", wrong, remedy))
                break
        else:
            kind = fold(form.kind)
            runs.append(BoardPath(kind, tuple(run), form.name, form.basis, form.source))
    return Paths(tuple(runs), rest.rest)


def _neighbours(grid: HexField, hex_: int) -> str:
    labels = " ".join(grid.label(beside) for beside in grid.neighbours(hex_))
    return f"the neighbours of {grid.label(hex_)} are {labels}"


def _areas(reading: RecordReader, path: Path, grid: HexField) -> dict[str, Area]:
    parts: dict[str, dict[str, int]] = {}
    first: dict[str, schema.AreaRow] = {}
    for row, form in reading.rows(path, schema.AreaRow):
        key = fold(form.area)
        first.setdefault(key, form)
        found = sum(1 << h for h in set(reading.hexes(grid, row, "hexes", form.hexes)))
        known = parts.setdefault(key, {})
        known[fold(form.part)] = known.get(fold(form.part), 0) | found
    areas = {}
    for key, named in parts.items():
        total = 0
        for found in named.values():
            total |= found
        form = first[key]
        sectors = {name: found for name, found in named.items() if name}
        areas[key] = Area(form.area, total, sectors, form.basis, form.source)
    return areas


def _entries(
    reading: RecordReader, path: Path, grid: HexField, sides: set[str]
) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for row, form in reading.rows(path, schema.EntryRow):
        reading.side(row, form.side, sides)
        found = tuple(reading.hexes(grid, row, "hexes", form.hexes))
        known = entries.get(form.entry)
        entries[form.entry] = Entry(
            form.entry,
            form.side if known is None or known.side == form.side else "",
            (known.hexes if known else ()) + found,
            form.edge,
            form.basis,
            form.source,
        )
    return entries


def _sources(
    reading: RecordReader, path: Path, grid: HexField, sides: set[str]
) -> tuple[Source, ...]:
    sources = []
    for row, form in reading.rows(path, schema.SourceRow):
        reading.side(row, form.side, sides)
        hex_ = reading.hex(grid, row, "hex", form.hex)
        if hex_ is not None:
            sources.append(
                Source(form.side, hex_, form.edge, form.kind, form.entry, form.basis, form.source)
            )
    return tuple(sources)


def _places(reading: RecordReader, path: Path, grid: HexField) -> tuple[Place, ...]:
    places = []
    for row, form in reading.rows(path, schema.PlaceRow):
        found = tuple(reading.hexes(grid, row, "hexes", form.hexes))
        points = {}
        for text in form.points:
            name, _, number = text.partition("=")
            if not re.fullmatch(r"\s*-?[0-9]{1,6}\s*", number):
                wrong = f"invalid points {text!r}"
                reading.faults.append(row.fault("points", wrong, "write them like vp=3"))
                continue
            if name.strip() in points:
                wrong = f"duplicate points {name.strip()!r}"
                reading.faults.append(row.fault("points", wrong, "remove one"))
            points[name.strip()] = int(number)
        places.append(
            Place(
                form.name,
                fold(form.kind),
                found,
                form.other_names,
                points,
                (form.east, form.north),
                form.basis,
                form.source,
            )
        )
    return tuple(places)


_NUMBER = r"-?[0-9]{1,3}(?:\.[0-9]+)?"


def _lines(reading: RecordReader, path: Path) -> tuple[Line, ...]:
    lines = []
    for row, form in reading.rows(path, schema.LineRow):
        reading.word(row, "kind", form.kind, LINES)
        points = []
        for text in form.points:
            x, _, y = text.partition(",")
            if re.fullmatch(rf"{_NUMBER},{_NUMBER}", text):
                points.append((float(x), float(y)))
            else:
                wrong = f"invalid point {text!r}"
                remedy = "write pitches east and north, such as 12.5,30.25"
                reading.faults.append(row.fault("points", wrong, remedy))
        lines.append(Line(fold(form.kind), tuple(points), form.name, form.closed, form.basis))
    return tuple(lines)


def numbering(grid: schema.GridForm) -> Numbering:
    return Numbering(
        orientation=Orientation(grid.orientation),
        sheets=tuple(
            MapSheet(s.name, s.form, *s.columns, *s.rows, s.column_offset, s.row_offset)
            for s in grid.sheets
        ),
        shifted=grid.shifted,
        toward=grid.toward,
        columns_grow=grid.columns_grow,
        rows_grow=grid.rows_grow,
    )


def _sheet_faults(numbering: Numbering, document: Document) -> Iterator[Fault]:
    """Hex numbers that two sheets would share."""
    cells: dict[str, Cell] = {}
    for i, sheet in enumerate(numbering.sheets):
        own = replace(numbering, sheets=(sheet,)).labels()
        twice = next((label for label, cell in own.items() if cells.get(label, cell) != cell), "")
        if twice:
            wrong = f"hex number {twice} is also on an earlier sheet"
            remedy = "write the sheet into its form, such as E{row}.{column:02}"
            yield Fault(document.mark(("grid", "sheets", i)), wrong, remedy)
        cells |= own


def _box_faults(
    boxes: Sequence[schema.BoxForm], document: Document, sides: set[str]
) -> Iterator[Fault]:
    for i, box in enumerate(boxes):
        if box.side and box.side not in sides:
            yield Fault(document.mark(("boxes", i, "side")), *unknown_side(box.side, sides))
        folded = [fold(space) for space in box.spaces]
        for j, space in enumerate(folded):
            if space in folded[:j]:
                wrong = f"duplicate space {box.spaces[j]!r}"
                remedy = "give each space its own name"
                yield Fault(document.mark(("boxes", i, "spaces", j)), wrong, remedy)


def _place_faults(
    boxes: Sequence[schema.BoxForm], document: Document, numbers: Numbering
) -> Iterator[Fault]:
    """Names shared by two boxes, or by a box and a hex, so that a place would be ambiguous."""
    known: set[str] = set()
    for i, box in enumerate(boxes):
        mark = document.mark(("boxes", i, "title"))
        names = {fold(name): name for name in _box(box).places}
        if twice := next((name for key, name in names.items() if key in known), ""):
            wrong = f"duplicate box {twice!r}"
            other = f"{box.side.capitalize()} {box.title}" if box.side else f"{box.title} 2"
            remedy = f"title it {other!r}, for example; boxes of two sides may share other_names"
            yield Fault(mark, wrong, remedy)
        elif len(names) == 1 and box.title in numbers:
            yield Fault(mark, f"box title {box.title!r} is also a hex number", "choose another")
        known |= names.keys()


def _box(form: schema.BoxForm) -> Box:
    return Box(
        form.id,
        form.title,
        form.kind,
        form.spaces or (form.title,),
        form.side,
        form.other_names,
        form.columns,
        form.note,
        form.basis,
        form.source,
    )
