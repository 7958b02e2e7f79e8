"""A scenario's lists as a position: choices, losses, arrivals, and the order of stacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.setup import playable, setup_position
from builder.validate import illegal, setup_faults
from hexmarshal.game.folders import games_under, locate, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece
from hexmarshal.game.scenario import Placement
from tests.builder.conftest import Workshop


@pytest.fixture
def game(workshop: Workshop) -> Game:
    return load(workshop.folders)


def standing(game: Game, *rows: Placement) -> dict[str, Piece]:
    scenario = replace(game.scenarios[0], placements=rows)
    return {piece.ref: piece for piece in setup_position(game, scenario).pieces}


def row(counter: str, **cells: object) -> Placement:
    return Placement("crossing", counter, "setup", **cells)  # type: ignore[arg-type]


def test_each_row_is_placed_as_listed(game: Game) -> None:
    found = standing(game, *game.scenarios[0].placements)
    grid = game.board.grid
    assert grid.label(found["b-1"].hex or 0) == "0604"
    assert found["b-3"].steps_lost == 1
    assert (found["b-tk"].hex, found["b-tk"].place) == (None, "Turn Record 3")
    assert found["m-turn"].place == "Turn Record 1"


def test_identical_pieces_have_different_refs(game: Game) -> None:
    here = game.board.grid.parse("0505")
    found = standing(game, row("m-pin", count=2, hex=here), row("m-pin", hex=here))
    assert list(found) == ["m-pin", "m-pin.2", "m-pin.3"]


def test_a_choice_of_hexes_avoids_the_enemy_and_crowds(game: Game) -> None:
    grid = game.board.grid
    a, b = grid.parse("0505"), grid.parse("0606")
    found = standing(
        game,
        row("b-1", hexes=(a, b)),
        row("b-2", hexes=(a, b)),
        row("r-70", hex=a),
    )
    assert found["b-1"].hex == b
    assert found["b-2"].hex == b
    alone = standing(game, row("b-1", hexes=(a, b)), row("b-2", hexes=(a, b)))
    assert {alone["b-1"].hex, alone["b-2"].hex} == {a, b}


def test_a_radius_never_puts_a_piece_into_a_lake(game: Game) -> None:
    grid = game.board.grid
    lake = grid.parse("0107")
    found = standing(game, row("b-1", hex=lake, within=2))
    assert found["b-1"].hex is not None
    assert not game.board.terrain.of("lake") >> found["b-1"].hex & 1


def test_the_losses_of_a_group_are_distributed_over_its_units(game: Game) -> None:
    here = game.board.grid.parse("0505")
    group = {"group": "1st Division", "group_steps_lost": 2, "hex": here}
    found = standing(game, row("b-tk", **group), row("b-1", **group), row("b-2", **group))
    assert [found[ref].steps_lost for ref in ("b-tk", "b-1", "b-2")] == [0, 1, 1]


def test_stacks_have_hqs_below_and_markers_on_top(game: Game) -> None:
    here = game.board.grid.parse("0505")
    rows = [row(c, hex=here) for c in ("m-oos", "r-70", "r-art", "r-hq")]
    found = standing(game, *rows)
    assert sorted(found, key=lambda ref: found[ref].level) == ["r-hq", "r-art", "r-70", "m-oos"]


def test_pieces_without_a_place_on_the_map_are_off_map(game: Game) -> None:
    dead = Placement("crossing", "b-1", "dead")
    pool = Placement("crossing", "r-70", "available")
    found = standing(game, dead, pool)
    assert found["b-1"].place == "Blue Losses"
    assert found["r-70"].place == "Arrivals Red"
    assert found["r-70"].hex is None


def test_an_arrival_waits_in_the_box_its_row_names(game: Game) -> None:
    entry = next(iter(game.board.entries))
    tank, infantry = (
        replace(row(counter), kind="reinforcement", entry=entry, side="blue")
        for counter in ("b-tk", "b-1")
    )
    rows = [replace(tank, waits="Blue Losses"), replace(infantry, turn=2)]
    found = standing(game, *rows)
    assert [(found[ref].hex, found[ref].place) for ref in ("b-tk", "b-1")] == [
        (None, "Blue Losses"),
        (None, "Turn Record 2"),
    ]


def test_ground_markers_are_below_all_units(game: Game) -> None:
    here = game.board.grid.parse("0505")
    mark = game.counters["m-oos"]
    ground = replace(mark, id="m-town", tags=frozenset({"ground"}), type="town")
    known = replace(game, counters={**game.counters, "m-town": ground})
    found = standing(known, *(row(c, hex=here) for c in ("r-70", "r-hq", "m-oos", "m-town")))
    assert sorted(found, key=lambda ref: found[ref].level) == ["m-town", "r-hq", "r-70", "m-oos"]


@pytest.mark.parametrize("folders", games_under(shipped_root()), ids=lambda f: f.id)
def test_no_setup_that_ships_is_illegal(folders: object) -> None:
    shipped = load(folders)  # type: ignore[arg-type]
    for scenario in playable(shipped):
        assert illegal(shipped, scenario) == []


def test_a_fault_of_a_setup_names_the_row(workshop: Workshop) -> None:
    workshop.edit("scenarios/hill-200/crossing.csv", "72nd Inf,9.1.2,0705", "72nd Inf,9.1.2,0706")
    (fault,) = setup_faults(load(workshop.folders), locate("hill-200", workshop.here))
    assert "breaks 5.1" in fault.wrong
    assert fault.mark.file.endswith("crossing.csv")
    assert fault.mark.line == 11
