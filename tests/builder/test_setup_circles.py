"""Pieces whose lines leave a choice: hexes by hand, from Hill 200's map and the rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.new_game import new_game
from builder.setup import lines, losses, setup_position
from builder.validate import setup_faults
from hexmarshal.game.folders import games_under
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import fold
from tests.builder.conftest import Workshop
from tests.rules.baltic_positions import baltic


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    here = tmp_path_factory.mktemp("circles")
    return load(games_under(new_game("Hill 200", here))[0])


def row(counter: str, **told: object) -> Placement:
    side = {"b": "blue", "r": "red"}.get(counter[0], "")
    return Placement("crossing", counter, "setup", **{"side": side, **told})  # type: ignore[arg-type]


def at(game: Game, label: str) -> int:
    return game.board.grid.parse(label)


def placed(game: Game, *rows: Placement, **told: object) -> dict[str, str]:
    """The hex of each piece, "" for one that stands in none."""
    scenario = replace(game.scenarios[0], placements=rows, **told)  # type: ignore[arg-type]
    label = game.board.grid.label
    pieces = setup_position(replace(game, scenarios=(scenario,)), scenario).pieces
    return {p.ref: "" if p.hex is None else label(p.hex) for p in pieces}


def with_rules(game: Game, **sections: object) -> Game:
    told = game.rules.model_dump(exclude_unset=True)
    return replace(game, rules=RuleSet.model_validate({**told, **sections}))


# -- where a piece may stand ------------------------------------------------------------------


def test_the_hq_takes_the_named_hex_and_artillery_stays_with_it(game: Game) -> None:
    around = {"hex": at(game, "0907"), "within": 2}
    found = placed(game, row("r-art", **around), row("r-70", **around), row("r-hq", **around))
    assert found["r-hq"] == found["r-art"] == "0907"


def test_the_front_is_toward_the_enemy(game: Game) -> None:
    """Of the hexes next to 0505, 0504 and 0405 face an enemy at 0502; 0504 is the nearest."""
    rows = [row("b-tk", hex=at(game, "0505"), within=1), row("r-70", hex=at(game, "0502"))]
    assert placed(game, *rows)["b-tk"] == "0504"


def test_nobody_goes_over_to_the_enemy_s_half(game: Game) -> None:
    """0504 is as near to 0505 as to 0503: it is of the side that sets up first."""
    rows = [row("b-tk", hex=at(game, "0505"), within=3), row("r-70", hex=at(game, "0503"))]
    grid = game.board.grid
    gaps = {}
    for first in ("blue", "red"):
        hex_ = at(game, placed(game, *rows, facts={"sets_up_first": first})["b-tk"])
        gaps[first] = [grid.distance(hex_, at(game, label)) for label in ("0505", "0503")]
    assert gaps["blue"] == [1, 1]
    assert gaps["red"][0] < gaps["red"][1]


def test_a_radius_is_counted_around_enemies(game: Game) -> None:
    """All but 0506 of the hexes next to 0505 are held: 0507 is two away, 0503 is not to be had."""
    grid, centre = game.board.grid, at(game, "0505")
    ring = [hex_ for hex_ in grid.neighbours(centre) if grid.label(hex_) != "0506"]
    foes = [row("m-pin", hex=hex_, side="red") for hex_ in ring]
    units = replace(game.counters["m-pin"], kind="combat", side="red", count=9)
    held = replace(game, counters={**game.counters, "m-pin": units})
    hexes = {placed(held, *foes, row("b-tk", hexes=(centre,), within=n))["b-tk"] for n in (1, 2, 3)}
    assert hexes <= {"0505", "0506", "0507", "0406", "0407", "0606", "0607", "0508"}
    assert "0503" not in hexes


def test_an_enemy_in_the_named_hex_leaves_nothing(game: Game) -> None:
    rows = [row("b-1", hex=at(game, "0505"), within=2), row("r-70", hex=at(game, "0505"))]
    assert placed(game, *rows)["b-1"] == ""


def test_a_line_keeps_to_its_area(game: Game) -> None:
    rows = [row(c, hex=at(game, "0505"), within=2, inside="the town") for c in ("b-1", "b-2")]
    assert set(placed(game, *rows).values()) == {"0604"}


def test_only_the_part_of_the_map_in_play(game: Game) -> None:
    rows = [row(c, hex=at(game, "0505"), within=2) for c in ("b-hq", "b-1", "b-2")]
    assert set(placed(game, *rows).values()) != {"0604"}
    assert set(placed(game, *rows, areas=("the town",)).values()) == {"0604"}


def test_terrain_that_the_chart_prohibits_is_shut_unless_a_path_leads_there(game: Game) -> None:
    chart = [{"terrain": ["clear", "woods"], "costs": 1}, {"terrain": ["hill"], "costs": "P"}]
    classes = [{"name": "any"}]
    shut = with_rules(game, movement={"rule": "4.1", "classes": classes, "chart": chart})
    line = row("b-tk", hexes=(at(game, "0404"),))
    assert "0404" not in {h for p in game.board.paths.runs for h in labels(game, p.hexes)}
    assert placed(game, line)["b-tk"] == "0404"
    assert placed(shut, line)["b-tk"] == ""


def labels(game: Game, hexes: tuple[int, ...]) -> list[str]:
    return [game.board.grid.label(hex_) for hex_ in hexes]


def test_an_area_closed_to_some_is_shut_to_them_only(game: Game) -> None:
    """`restrictions` with no tag shut a side out, `prohibited` whom it means."""
    town = {"area": "the town", "why": "it is a haven", "rule": "4.9"}
    line = row("b-tk", hexes=(at(game, "0604"),))
    barred = with_rules(game, restrictions=[{**town, "side": "blue", "only": []}])
    assert placed(barred, line)["b-tk"] == ""
    other = with_rules(game, restrictions=[{**town, "side": "red", "only": []}])
    assert placed(other, line)["b-tk"] == "0604"
    tanks = with_rules(game, prohibited={"tanks": {**town, "who": {"type": ["tank"]}}})
    assert placed(tanks, line)["b-tk"] == ""
    assert placed(tanks, row("b-1", hexes=(at(game, "0604"),)))["b-1"] == "0604"


# -- stacks -----------------------------------------------------------------------------------


def test_a_formation_stays_together_as_far_as_there_is_room(game: Game) -> None:
    """Two combat units to a hex (5.1): the third stands beside them."""
    rows = [row(c, hex=at(game, "0505"), within=3) for c in ("b-1", "b-2", "b-3")]
    found = placed(game, *rows)
    assert found["b-1"] == found["b-2"] != found["b-3"]
    assert game.board.grid.distance(at(game, found["b-1"]), at(game, found["b-3"])) == 1


def test_heavy_stacks_are_avoided_while_there_is_room(game: Game) -> None:
    weight = {"rule": "5.9", "value": "attack", "limit": 8, "who": {"kind": ["combat"]}}
    heavy = with_rules(game, stack_weight=weight)
    own = {"hex": at(game, "0505"), "within": 1}
    found = placed(heavy, row("b-tk", **own), row("b-1", **own))
    assert found["b-tk"] != found["b-1"]
    one = [row("b-tk", hexes=(at(game, "0505"),)), row("b-1", hexes=(at(game, "0505"),))]
    assert set(placed(heavy, *one).values()) == {"0505"}


def test_what_finds_no_room_is_named(workshop: Workshop) -> None:
    """Three combat units in one hex of two."""
    for counter, old in (("b-1", "0604,,,"), ("b-2", "0503,,,"), ("b-3", "0305,,,")):
        name = {"b-1": "1st", "b-2": "2nd", "b-3": "3rd"}[counter]
        edited = f"{counter},,{name} Inf,9.1.1,,0205,,"
        workshop.edit(
            "scenarios/hill-200/crossing.csv", f"{counter},,{name} Inf,9.1.1,{old}", f"{edited}"
        )
    (fault,) = setup_faults(load(workshop.folders), workshop.folders)
    assert "no hex that its line allows is open to 3rd" in fault.wrong
    assert fault.mark.line == 6


# -- several hexes ----------------------------------------------------------------------------


def test_pieces_take_several_hexes_in_turn(game: Game) -> None:
    three = tuple(at(game, label) for label in ("0505", "0606", "0707"))
    found = placed(game, *(row(c, hexes=three) for c in ("b-1", "b-2", "b-3")))
    assert sorted(found.values()) == ["0505", "0606", "0707"]


def test_supply_lies_with_the_hq(game: Game) -> None:
    around = {"hex": at(game, "0907"), "within": 2}
    found = placed(game, row("m-oos", **{**around, "side": "red"}), row("r-hq", **around))
    assert found["m-oos"] == found["r-hq"]


# -- losses -----------------------------------------------------------------------------------


def test_group_losses_go_round_until_all_are_borne(game: Game) -> None:
    """Units of two steps can lose one: of five steps lost among three, two cannot be borne."""
    told = {"group": "1st", "group_steps_lost": 5, "hex": at(game, "0505")}
    scenario = replace(
        game.scenarios[0], placements=tuple(row(c, **told) for c in ("b-1", "b-2", "b-3"))
    )
    (group,) = losses(game, scenario)
    assert [unit.steps_lost for unit in group.units] == [1, 1, 1]
    assert group.left == 2


def test_twelve_steps_of_six_divisions() -> None:
    """E32.32 in 5.7: six divisions of four steps lose twelve among them, two each."""
    (group,) = [g for g in losses(baltic(), baltic().scenario("5.7")) if g.steps == 12]
    assert [unit.steps_lost for unit in group.units] == [2] * 6


# -- any circle -------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_circle_is_filled_lawfully_and_alike(game: Game, data: st.DataObject) -> None:
    grid = game.board.grid
    dry = sorted(members(grid.all & ~game.board.terrain.of("lake")))
    hexes = st.sampled_from(dry)
    foes = data.draw(st.lists(hexes, max_size=4, unique=True))
    rows = [row(c, hex=h) for c, h in zip(("r-70", "r-71", "r-72", "r-art"), foes, strict=False)]
    centre = data.draw(hexes.filter(lambda h: h not in foes))
    radius = data.draw(st.integers(1, 3))
    blue = ("b-hq", "b-1", "b-2", "b-3", "b-tk")
    rows += [row(c, hex=centre, within=radius) for c in blue]
    found = placed(game, *rows)
    assert found == placed(game, *rows)
    seat = reach = 1 << centre
    for _ in range(radius):
        reach |= grid.spread(reach & ~grid.set(grid.label(h) for h in foes))
    stacks: dict[str, int] = {}
    for counter in blue[:3]:
        where = at(game, found[counter]) if found[counter] else None
        assert where is None or (reach | seat) >> where & 1
        assert where not in foes
        assert where is None or where in dry
    for counter in blue[1:]:
        stacks[found[counter]] = stacks.get(found[counter], 0) + 1
    assert all(count <= 2 for label, count in stacks.items() if label)


# -- Baltic Gap -------------------------------------------------------------------------------


def standing(scenario: str) -> dict[str, Piece]:
    game = baltic()
    return {p.ref: p for p in setup_position(game, game.scenario(scenario)).pieces}


def area(name: str) -> HexSet:
    return baltic().board.areas[fold(name)].hexes


def test_3_gd_mech_corps_has_an_attack_capable_unit_in_each_hex() -> None:
    """5.5: W27.13, W27.17 and W33.18."""
    corps = [p for p in standing("5.5").values() if p.formation == "3 Gd Mech Corps"]
    able = {p.hex for p in corps if p.value("attack_capable").number}
    assert {baltic().board.grid.label(hex_) for hex_ in able if hex_} == {
        "W27.13", "W27.17", "W33.18",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "name", "count"),
    [
        ("5.2", "Latvia", 2),  # the regiments of E12.24
        ("5.5", "west of the nevezis", 4),  # W5.12: three divisions, a garrison
        ("5.7", "south of the emajogi", 19),  # 2 Shock Army with a truck and 5 SP
    ],
)
def test_groups_keep_to_their_bank_or_country(scenario: str, name: str, count: int) -> None:
    game = baltic()
    found = [
        piece
        for line in lines(game, game.scenario(scenario))
        if line.row.inside
        for piece in line.pieces
    ]
    assert len(found) == count
    assert all(piece.hex is not None and area(name) >> piece.hex & 1 for piece in found)


@pytest.mark.parametrize("scenario", ["5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"])
def test_every_piece_of_baltic_gap_stands_within_its_printed_circle(scenario: str) -> None:
    game = baltic()
    grid = game.board.grid
    for line in lines(game, game.scenario(scenario)):
        row = line.row
        centres = row.hexes if row.hex is None else (row.hex,)
        if row.kind in ("setup", "airbase", "air") and centres:
            for piece in line.pieces:
                assert piece.hex is not None
                assert min(grid.distance(piece.hex, c) for c in centres) <= (row.within or 0)
