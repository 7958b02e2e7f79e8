"""The module file against docs/module-contract.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from builder.module.terrain import as_read, terrain_texts
from builder.setup import setup_position
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.vassal.archive import Archive
from hexmarshal.vassal.buildfile import Component
from hexmarshal.vassal.metadata import read_metadata
from hexmarshal.vassal.module import Module, read_module
from hexmarshal.vassal.save import Save, parse_save, read_save
from hexmarshal.vassal.traits import AreaOfEffect, CalculatedProperty, Layer, Mask
from tests.builder.conftest import Workshop


@pytest.fixture
def game(built: Workshop) -> Game:
    return load(built.folders)


@pytest.fixture
def vmod(built: Workshop) -> Path:
    return built.dist / "hill-200.vmod"


@pytest.fixture
def module(vmod: Path) -> Module:
    return read_module(vmod)


@pytest.fixture
def save(built: Workshop) -> Save:
    return read_save(built.dist / "saves" / "crossing.vsav")


def test_name_and_dates_follow_the_contract(vmod: Path, save: Save) -> None:
    data = read_metadata(Archive.open(vmod), "moduledata")
    assert data is not None
    assert data.name == "Hill 200 (Hexmarshal)"
    assert data.saved == 315_532_800_000
    assert save.module_data == data


def test_the_file_has_exactly_the_images_in_use(vmod: Path) -> None:
    archive = Archive.open(vmod)
    pictures = {name for name in archive.names if name.startswith("images/")}
    text = archive.read("buildFile.xml").decode()
    named = set(re.findall(r"(/?images/)?([\w.-]+\.png)", text))
    assert {f"images/{name}" for place, name in named if not place} == pictures


def test_boards_are_named_after_their_pictures_content(built: Workshop, vmod: Path) -> None:
    def boards() -> set[str]:
        return {name for name in Archive.open(vmod).names if name.startswith("images/board-")}

    before = boards()
    assert len(before) == 1
    built.edit("maps/hill-200/hexes.csv", "0404,hill", "0404,woods")
    built.build("--only", "module")
    assert len(boards()) == 1
    assert boards() != before


def test_the_setup_in_the_module_is_the_one_beside_it(
    built: Workshop, vmod: Path, module: Module
) -> None:
    setup, _ = module.setups
    beside = (built.dist / "saves" / "crossing.vsav").read_bytes()
    assert Archive.open(vmod).read(setup.file) == beside


def test_the_empty_map_has_shading_pieces_but_no_counters(vmod: Path, module: Module) -> None:
    _, empty = module.setups
    save = parse_save(Archive.open(vmod).read(empty.file), empty.file)
    assert {piece.properties()["hm_kind"] for piece in save.pieces.values()} == {"shade"}
    assert save.property("hm_scenario") == ""


def test_every_hex_has_its_printed_number(game: Game, module: Module, save: Save) -> None:
    sheet = module.sheets(save)["Main Map"]
    layout = json.loads(save.property("hm_layout") or "")
    step, (first, x, y) = layout["step"], layout["hex"]
    grid = game.board.grid
    start = grid.cell(grid.parse(first))
    for hex_ in grid.numbers:
        cell = grid.cell(hex_)
        at = (x + (cell.x - start.x) * step[0], y - (cell.y - start.y) * step[1] // 2)
        assert sheet.name(at) == grid.label(hex_)


def test_each_piece_is_where_its_list_puts_it(game: Game, module: Module, save: Save) -> None:
    sheets = module.sheets(save)
    pieces = setup_position(game, game.scenarios[0]).pieces
    assert {piece.ref for piece in pieces} == {id_ for id_ in save.pieces if not id_.isdigit()}
    for piece in pieces:
        place = save.places[piece.ref]
        name = sheets[place.map or ""].name((place.x, place.y))
        assert name == (piece.place if piece.hex is None else game.board.grid.label(piece.hex))


def test_pieces_carry_their_identity(save: Save) -> None:
    third = save.pieces["b-3"].properties()
    assert third["hm_id"] == "b-3"
    assert third["hm_side"] == "blue"
    assert third["hm_kind"] == "combat"
    assert third["hm_formation"] == "1st Division"
    assert third["Step_Level"] == "2"
    assert third["PieceName"] == "3rd (reduced)"
    assert third["Supply"] == "0"
    assert third["State_pinned"] == "0"
    assert save.pieces["b-1"].properties()["Step_Level"] == "1"
    assert "hm_formation" not in save.pieces["r-art"].properties()


def test_pieces_in_play_have_no_prototypes_left(save: Save) -> None:
    for piece in save.pieces.values():
        assert not any(trait.type.startswith("prototype;") for trait in piece.traits)


def test_only_units_with_a_zone_of_control_shade_one(save: Save) -> None:
    """HQs (6.2) and units without attack have none, on the front or reduced."""

    def zone(ref: str) -> AreaOfEffect | None:
        areas = save.pieces[ref].all(AreaOfEffect)
        return next((area for area in areas if area.name.startswith("ZOC")), None)

    assert zone("b-hq") is None
    assert zone("r-art") is None
    area = zone("b-1")
    assert area is not None
    assert area.map_shader == "Blue ZOC"
    assert not area.globally_visible
    properties = save.pieces["b-1"].properties()
    assert (properties["hm_Zoc_1"], properties["hm_Zoc_2"]) == ("1", "1")


def test_hexes_that_zones_reach_beside_a_river_have_invisible_pieces(
    game: Game, module: Module, save: Save
) -> None:
    """The major river runs north and north-east of 0604, where a bridge opens the north side."""
    texts = {m.get("name"): m.get("initialValue") for m in messages_of(module)}
    label = game.board.grid.label
    wet = game.board.hexsides.kinds["major river"]
    bridged = game.board.hexsides.kinds["bridge"]
    for hex_ in game.board.grid.numbers:
        cut = any(wet[d] & ~bridged[d] & 1 << hex_ for d in DIRECTIONS)
        assert (f"hm_to all {label(hex_)}" in texts) is cut
    assert texts["hm_to all 0604"] == ",0605,0704,0603,0504,0505,"
    sheet = module.sheets(save)["Main Map"]
    shading = [
        id_ for id_, piece in save.pieces.items() if piece.properties()["hm_kind"] == "shade"
    ]
    found = {sheet.name((save.places[id_].x, save.places[id_].y)) for id_ in shading}
    reached = [texts[name].strip(",").split(",") for name in texts if name.startswith("hm_to ")]
    assert found == {hex_ for hexes in reached for hex_ in hexes}
    assert len(found) == len(shading)


def test_an_hq_shows_its_range_when_asked(save: Save) -> None:
    reach = next(area for area in save.pieces["r-hq"].all(AreaOfEffect) if area.name == "Range")
    assert reach.radius == 4
    assert not reach.always_active


def test_a_marker_with_another_side_turns_over(module: Module) -> None:
    slots = {slot.gpid: slot for slot in module.slots}
    side = slots["13"].piece.layer("Side")
    assert isinstance(side, Layer)
    assert side.level_names == ("", "Isolated")


def test_layers_keep_kinds_apart(built: Workshop) -> None:
    """An HQ and a unit in one hex are in separate stacks, the HQ below."""
    built.edit("scenarios/hill-200/crossing.csv", "HQ,9.1.1,0402", "HQ,9.1.1,0604")
    built.build("--only", "module")
    save = read_save(built.dist / "saves" / "crossing.vsav")
    stacks = [stack.members for stack in save.stacks.values()]
    assert ("b-hq",) in stacks
    assert ("b-1",) in stacks
    assert save.places["b-hq"].x == save.places["b-1"].x
    assert list(save.pieces).index("b-hq") < list(save.pieces).index("b-1")


def test_the_turn_begins_with_the_scenario(save: Save) -> None:
    turn = save.turn()
    assert turn is not None
    assert turn.levels[0].value == 1  # type: ignore[union-attr]
    assert save.property("hm_scenario") == "crossing"
    assert save.property("hm_game") == "hill-200"


def test_segments_with_the_same_title_get_different_names(module: Module) -> None:
    (tracker,) = module.trackers
    phases = next(level.get("list") for level in tracker.find("ListTurnLevel"))
    assert "Supply Phase" in phases
    assert "Blue Player Turn: Movement Segment" in phases
    assert "Red Player Turn: Movement Segment" in phases


def test_eliminated_pieces_go_to_the_box_that_the_rules_name(module: Module) -> None:
    blue = module.prototypes["Unit Blue"].command
    assert "Blue Losses" in blue
    off = module.map("Off-map")
    assert off is not None
    zones = {zone.get("name") for zone in module.root.find("Zone")}
    assert "Withdrawn" in zones
    assert "Eliminated Blue" not in zones


def test_help_lists_every_shortcut_of_pieces(vmod: Path) -> None:
    page = Archive.open(vmod).read("help.html").decode()
    for key in ("Ctrl+L", "Ctrl+E", "Ctrl+U", "Ctrl+R", "Alt+PgDn"):
        assert key in page
    assert "Red wins by holding Bridgetown" in page


def test_the_tooltip_of_an_empty_hex_shows_its_terrain(game: Game, module: Module) -> None:
    board, texts = game.board, terrain_texts(game.board)
    for label, text in (
        ("0706", "Oakham, village; road"),
        ("0604", "Bridgetown, town; road; major river N NE, bridge N"),
        ("0503", "hill"),
        ("0302", "road"),
        ("0803", ""),
    ):
        assert texts.get(board.grid.parse(label), "") == text
    messages = {m.get("name"): m.get("initialValue") for m in messages_of(module)}
    assert messages["hex_0706"] == "0706: Oakham, village; road"
    assert "hex_0803" not in messages


def test_tooltips_are_stored_under_the_number_that_vassal_reads() -> None:
    """Over an empty hex VASSAL reads the label as a number: 20.30 as 20.3."""
    labels = ("20.30", "01.20", "10.00", "33.13", "0706", "1204", "E9.07", "12-05", "1.2.3")
    read = ("20.3", "1.2", "10.0", "33.13", "0706", "1204", "E9.07", "12-05", "1.2.3")
    assert tuple(map(as_read, labels)) == read


def messages_of(module: Module) -> list[Component]:
    return list(module.root.find("GlobalTranslatableMessage"))


def test_the_options_of_a_game_are_in_its_module(built: Workshop) -> None:
    """Masks, a state, a chart, dice and a zone condition, all from the data."""
    own = """module:
  fog: yes
  states: [pinned, exhausted]
  zoc: '{CurrentZone=="Map" && Attack>=3}'
  charts: [{title: Losses, file: losses.html}]
  clears: [{phase: blue-turn, states: [exhausted], note: Blue is rested}]
  dice: [{name: 1d10, count: 1, sides: 10}]
"""
    game = built.root / "scenarios" / "hill-200" / "game.yaml"
    game.write_text(game.read_text().partition("module:")[0] + own)
    (game.parent / "losses.html").write_text("<html><body>none</body></html>")
    result = built.build("--only", "module")
    assert result.exit_code == 0, result.output
    module = read_module(built.dist / "hill-200.vmod")
    blue = module.prototypes["Unit Blue"]
    assert blue.first(Mask) is not None
    properties = blue.properties()
    assert properties["State_exhausted"] == "0"
    zone = next(
        p for p in module.prototypes["ZOC Blue"].all(CalculatedProperty) if p.name == "hm_zoc"
    )
    assert zone.expression == '{CurrentZone=="Map" && Attack>=3 ? 1 : 0}'
    assert [chart.get("chartName") for chart in module.root.find("HtmlChart")] == [
        "Arrivals",
        "Losses",
    ]
    assert [die.get("nSides") for die in module.root.find("DiceButton")] == ["10"]
    hotkeys = {key.get("match"): key for key in module.root.find("TurnGlobalHotkey")}
    assert '{hm_phase=="Blue Player Turn: Reinforcement Segment"}' in hotkeys


def test_a_unit_of_many_steps_shows_its_back_and_how_many_are_lost(workshop: Workshop) -> None:
    workshop.edit("counters/hill-200/counters.csv", "8.1,3,4,4,,2,1,2,4", "8.1,3,4,4,,4,1,2,4")
    workshop.edit("scenarios/hill-200/crossing.csv", "0305,,,,,,1,", "0305,,,,,,2,")
    assert workshop.build("--only", "module").exit_code == 0
    properties = read_save(workshop.dist / "saves" / "crossing.vsav").pieces["b-3"].properties()
    assert (properties["Step_Level"], properties["Step_Image"]) == ("3", "b-3-back.png")
    assert (properties["Steps_Level"], properties["Steps_Image"]) == ("3", "steps-2.png")
    assert (properties["hm_Attack_2"], properties["PieceName"]) == ("1", "3rd (-2)")
