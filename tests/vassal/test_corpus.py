"""Saves, logs and modules made by other people, counted by an independent decoder."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hexmarshal.vassal.archive import Archive
from hexmarshal.vassal.commands import depth
from hexmarshal.vassal.grid import GridNumbering, HexGrid
from hexmarshal.vassal.log import Unapplied, replay
from hexmarshal.vassal.module import read_module
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import Counts, parse_save, read_save
from hexmarshal.vassal.traits import UnknownTrait, read_trait

# pieces, stacks, empty stacks, decks, log steps; None: not in the list.
COUNTED: dict[str, tuple[int | None, int | None, int | None, int | None, int | None]] = {
    "westwall-arnhem.vsav": (99, 99, 0, 0, 0),
    "tour.log": (22, 7, None, 3, 191),
    "trc4-campaign.vsav": (215, None, None, 0, 0),
    "paths-of-glory-historical.vsav": (844, 1399, 1148, 13, 0),
    "for-the-people-1864.vsav": (703, 614, None, 8, 0),
    "longest-day-scenario-5.sav": (0, 0, 0, 0, 0),
    "longest-day-0611-1.log": (2345, None, None, 0, 1901),
    "blood-bowl.vlog": (22, None, None, 0, 49),
    "ragnarok-start.vsav": (99, 55, None, 0, 0),
    "vasl-basic.vsav": (23, None, None, 0, 0),
    "vasl-extensions.vsav": (4, None, None, 0, 0),
}


@pytest.mark.parametrize("name", COUNTED)
def test_counts(corpus: Path, name: str) -> None:
    counts = read_save(corpus / name).counts
    fields = ("pieces", "stacks", "empty_stacks", "decks", "log_steps")
    for field, expected in zip(fields, COUNTED[name], strict=True):
        if expected is not None:
            assert getattr(counts, field) == expected, field


@pytest.mark.parametrize("name", COUNTED)
def test_every_piece_comes_back_as_it_was(corpus: Path, name: str) -> None:
    save = read_save(corpus / name)
    assert save.problems == ()
    for id, piece in save.pieces.items():
        assert Piece(id, piece.traits).command == piece.command
        for raw in piece.traits:
            trait = read_trait(raw)
            assert read_trait(trait.raw()) == trait
        assert piece.properties()["BasicName"] == piece.basic.name


def test_classes_of_other_modules_are_kept_and_can_be_named(corpus: Path) -> None:
    save = read_save(corpus / "vasl-basic.vsav")
    traits = [read_trait(raw) for piece in save.pieces.values() for raw in piece.traits]
    unknown = Counter(t.raw().prefix for t in traits if isinstance(t, UnknownTrait))
    assert {"moved;", "conceal;", "info;"} <= set(unknown)
    assert save.extensions["VASLOverlays"] == "1.01"


def test_the_setup_inside_a_module(corpus: Path) -> None:
    module = read_module(corpus / "kassala.vmod")
    assert [setup.name for setup in module.setups] == ["Default Setup"]
    assert module.sides == ("Moslem", "Christian")
    board = module.maps[0].boards["Kassala"]
    assert board.size == (2048, 2593)
    setup = Archive.open(corpus / "kassala.vmod").read(module.setups[0].file)
    counts = parse_save(setup).counts
    assert (counts.pieces, counts.stacks) == (23, 21)


def test_the_oldest_module(corpus: Path) -> None:
    module = read_module(corpus / "tour.mod")
    assert (module.metadata.name, module.metadata.engine) == ("VASSAL Tour", "2.0b6")
    assert [found.name for found in module.maps] == ["Main Map", "Force Pool"]
    assert len(module.slots) == 21


def test_pieces_placed_only_by_their_stack(corpus: Path) -> None:
    save = read_save(corpus / "trc4-campaign.vsav")
    only = [
        id
        for id, place in save.places.items()
        if place.map is not None and save.pieces[id].basic.map is None
    ]
    assert len(only) == 204


def test_removed_leaders_stand_where_their_stack_does(corpus: Path) -> None:
    """Their own state still has them on the map."""
    save = read_save(corpus / "for-the-people-1864.vsav")
    gone = {
        save.pieces[id].basic.name
        for id, place in save.places.items()
        if place.map == "Permanently Removed" and save.pieces[id].basic.map == "Map"
    }
    assert gone == {"Pemberton", "Jackson", "Pope", "A. Johnston", "McClellan"}


ARNHEM = {
    "Kraft": ("3722", (3612, 2618)),
    "2/9SS": ("3724", (3612, 2856)),
    "9SS Recon": ("3322", (3228, 2618)),
    "Grsn": ("0702", (732, 238)),
    "1/406": ("2325", (2268, 2976)),
    "2/406": ("2025", (1980, 3035)),
    "BrDf": ("2621", (2556, 2559)),
    "101 DZ": ("1007", (1020, 893)),
    "82 DZ": ("2323", (2268, 2738)),
    "1 DZ": ("3919", (3804, 2262)),
}


def test_printed_setup_hexes_of_arnhem(corpus: Path) -> None:
    save = read_save(corpus / "westwall-arnhem.vsav")
    # The module's grid; its numbers start at 0 in both directions.
    grid = HexGrid(60, 60, 96.0, 119.0, numbering=GridNumbering(h_off=0, v_off=0))
    found = {
        piece.basic.name.removeprefix("A "): save.places[id] for id, piece in save.pieces.items()
    }
    for name, (printed, pixel) in ARNHEM.items():
        place = found[name]
        assert (place.x, place.y) == pixel
        assert grid.name(pixel, (0, 0)) == printed


def test_a_sideways_descending_grid_inside_a_zone(corpus: Path) -> None:
    module = read_module(corpus / "ragnarok.buildFile.xml")
    save = read_save(corpus / "ragnarok-start.vsav")
    sheet = module.sheets(save)["Main Map"]
    assert sheet.boards[0].board.size is None
    assert [problem.where for problem in module.problems] == ["map Main Map, board Map"]
    names = {
        save.pieces[id].basic.name: sheet.name((place.x, place.y))
        for id, place in save.places.items()
        if place.map == "Main Map"
    }
    assert names["hero-heimdall"] == "0101"
    assert names["en-odin"].startswith("Endurance ")
    assert [setup.file for setup in module.setups] == ["ragnarok-start.vsav", ""]


def test_a_separator_a_descending_grid_and_a_map_edge(corpus: Path) -> None:
    # The board's picture is not at hand; the height makes the top row of an even column 30.
    module = read_module(corpus / "bastogne.buildFile", {"Map": (3000, 3000)})
    game_map = module.maps[0]
    assert game_map.edge == (150, 150)
    grid = game_map.boards["Map"].grid
    assert isinstance(grid, HexGrid)
    assert grid.numbering is not None
    assert (grid.numbering.sep, grid.numbering.v_descend, grid.numbering.v_off) == (".", True, -6)
    sheet = game_map.sheet()
    column, row = grid.cell((1000, 1000))
    # By hand: rows count down from floor(height / dx + 0.5), then the offset and the stagger.
    number = int(3000 / grid.dx + 0.5) - row - 6
    number -= grid.numbering.stagger and column % 2
    first = f"{column + grid.numbering.h_off:02d}"
    assert sheet.name((1150, 1150)) == f"{first}.{number:02d}"


def test_logs_replay(corpus: Path) -> None:
    for name in ("tour.log", "blood-bowl.vlog", "longest-day-0611-1.log"):
        log = read_save(corpus / name)
        steps = list(replay(log))
        assert len(steps) == len(log.steps)
        unapplied = [e for step in steps for e in step.events if isinstance(e, Unapplied)]
        assert all(e.why in ("not known", "moves nothing") for e in unapplied)
        assert steps[-1].after.problems == ()
    assert len(log.pieces) == 2315
    # 30 pieces of 137 added ones (stacks among them) left the game again in its course.
    assert sum(len(step.events) for step in steps) > 1000


def test_depth(corpus: Path) -> None:
    assert depth(read_save(corpus / "blood-bowl.vlog").text) == 6


def test_fourteen_megabytes(corpus: Path) -> None:
    save = read_save(corpus / "paths-of-glory-historical.vsav")
    assert 13_900_000 < len(save.text) < 14_000_000
    assert save.counts == Counts(844, 1399, 1148, 13, 0)
    assert {deck.map for deck in save.decks.values()}
