"""Piece locations in other people's saves, here and in the real engine.

Most of the modules are missing, so the engine gets one with the same name and maps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hexmarshal.vassal.archive import pack, write_atomically
from hexmarshal.vassal.buildfile import Component, component, to_xml
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.module import parse_module
from hexmarshal.vassal.save import Save, read_save

from .grids import board, game_map, module

SAVES = (
    "westwall-arnhem.vsav",
    "trc4-campaign.vsav",
    "ragnarok-start.vsav",
    "paths-of-glory-historical.vsav",
    "for-the-people-1864.vsav",
    "longest-day-0611-1.log",
    "blood-bowl.vlog",
    "vasl-basic.vsav",
    "vasl-extensions.vsav",
)
SIZE = (9000, 9000)
Standing = Counter[tuple[str, str, str]]
"""Map, pixel, location name and number of pieces."""


def stand_in(save: Save, meta: Metadata) -> Component:
    """A module with the maps and boards named in a save, each board with a hex grid."""
    numbering = component("HexGridNumbering", sep=".", hOff=1, vOff=1, stagger=True)
    grid = component("HexGrid", numbering, x0=60, y0=60, dx=96.0, dy=119.0)
    names = {place.map for place in save.places.values() if place.map} | set(save.boards)
    maps = (
        game_map(
            name,
            *(board(at.name, SIZE, grid, reversible=True) for at in save.boards.get(name, ())),
        )
        for name in sorted(names)
    )
    return module(*maps, name=meta.name)


@pytest.mark.parametrize("name", SAVES)
def test_every_piece_stands_where_the_engine_has_it(
    engine: Callable[..., str], corpus: Path, tmp_path: Path, name: str
) -> None:
    save = read_save(corpus / name)
    told = save.module_data
    meta = Metadata(name=told.name if told else "Stand-in", version="1.0")
    root = stand_in(save, meta)
    data = pack({"moduledata": meta.to_xml(with_name=True), "buildFile.xml": to_xml(root)})
    write_atomically(tmp_path / "m.vmod", data)

    said = engine("check", tmp_path / "m.vmod", corpus / name)

    theirs: Standing = Counter()
    for line in said.splitlines():
        if line.startswith("PIECE "):
            _, _, map_, pixel, place, *_ = (*(part.strip() for part in line.split(" | ")), "", "")
            theirs[map_, pixel, place] += 1
    sheets = parse_module(data).sheets(save)
    ours: Standing = Counter()
    for spot in save.places.values():
        if spot.map is not None:
            pixel = f"{spot.x},{spot.y}"
            ours[spot.map, pixel, sheets[spot.map].name((spot.x, spot.y))] += 1
    assert sum(theirs.values()) == len(save.pieces), said[-2000:]
    assert {spot: count for spot, count in theirs.items() if spot[0]} == ours
