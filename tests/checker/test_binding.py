"""Other people's modules: binding files, drafts of them, and hexes found by pixel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.read.binding import GridFit
from hexmarshal.vassal.archive import Archive, pack
from hexmarshal.vassal.buildfile import component, read_xml, to_xml
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue
from hexmarshal.vassal.setup import DeckAt, DeckType, PlacedPiece, Setup, save_bytes
from hexmarshal.vassal.traits import BasicPiece, DynamicProperty, Layer, Marker, Trait, UsePrototype
from hexmarshal.vassal.turns import CounterLevel, ListLevel, TurnState
from tests.checker.conftest import Run
from tests.checker.kit import Unit, module, narva, save

Hexcheck = Callable[..., Run]

OTHER = Metadata(name="Narwa 1944 by somebody", version="2.1", engine="3.6.4")
DX, DY = 78, 90
"""Somebody's map: column 1 at x = 100, row 45 of even columns at y = 120."""


def pixel(label: str) -> tuple[int, int]:
    column, row = int(label[:2]), int(label[2:])
    return 100 + DX * (column - 1), 120 + DY * (45 - row) + (DY // 2 if column % 2 else 0)


def somebodys_module() -> bytes:
    """A module whose hexes have names of their own: 20.20 for 2020, and a zone for the dead."""
    numbering = component(
        "HexGridNumbering",
        sep=".",
        hLeading=1,
        vLeading=1,
        hOff=0,
        vOff=45 - int(4500 / DX + 0.5),
        vDescend=True,
        stagger=False,
    )
    hexes = component(
        "HexGrid", numbering, x0=100 - DX, y0=120, dx=float(DX), dy=float(DY), sideways=False
    )
    zone = component("Zone", name="Dead Pool", path="0,4400;400,4400;400,4500;0,4500")
    board = component(
        "Board", component("ZonedGrid", zone, hexes), name="Field", width=2900, height=4500
    )
    slot = component("PieceSlot", entryName="1074", gpid="7").with_text(
        unit("1074", "Russkies", gpid="7").with_id(None).command
    )
    window = component(
        "PieceWindow",
        component("ListWidget", slot, entryName="122nd Corps"),
        name="Soviet counters",
    )
    main = component("Map", component("BoardPicker", board), mapName="The Front")
    phases = component("ListTurnLevel", name="Phase", list=("Moving", "Supply Phase"))
    turns = component("TurnTracker", component("CounterTurnLevel", phases, name="Turn"))
    root = component("GameModule", main, window, turns, name=OTHER.name, version=OTHER.version)
    return pack({"moduledata": OTHER.to_xml(with_name=True), "buildFile.xml": to_xml(root)})


def unit(name: str, side: str, level: int = 1, gpid: str = "", id_: str = "") -> Piece:
    flip = Layer(name="Flip", images=("", "b.png"), level_names=("", "+ (flipped)"), level=level)
    return Piece.of(
        Marker.of(Team=side),
        flip,
        BasicPiece(image=f"{name}.png", name=name, gpid=gpid),
        id=id_ or None,
    )


def somebodys_save() -> bytes:
    stack = (
        unit("1074 Rgt.", "Russkies", id_="a"),
        unit("1076 Rgt.", "Russkies", level=2, id_="b"),
        unit("Not Supplied", "", id_="m"),
    )
    return save_bytes(
        Setup(
            placements=(
                PlacedPiece("The Front", *pixel("2020"), stack),
                PlacedPiece("The Front", 50, 4450, (unit("HQ 61", "Fritzes", id_="c"),)),
                PlacedPiece("The Front", 2890, 10, (unit("1078 Rgt.", "Russkies", id_="d"),)),
                PlacedPiece("The Front", *pixel("3445"), (unit("Die", "", id_="e"),)),
            ),
            decks=(
                DeckAt(DeckType("Chits"), "The Front", 9, 9, (unit("AGN", "Fritzes", id_="f"),)),
            ),
            boards={"The Front": (BoardAt("Field"),)},
            properties=(PropertyValue("Story", "The Campaign!", "Module"),),
            turns={
                "TurnTracker0": TurnState((CounterLevel(4, below=(ListLevel(1, (True, True)),)),))
            },
        ),
        OTHER,
    )


BINDING = """
game: narva
module: Narwa 1944 by somebody
hexes:
  - map: The Front
    location: (?P<c>\\d\\d)\\.(?P<r>\\d\\d)
    hex: "{c}{r}"
places:
  - zone: Dead Pool
    place: ""
  - deck: Chits
    place: Cup
sides: {Russkies: soviet, Fritzes: german}
pieces:
  - when: {BasicName: Die}
    ignore: yes
  - when: {BasicName: Not Supplied}
    says: out of supply
    name: Out of Supply
  - when: {Team: .+}
    side: "{Team}"
  - when: {BasicName: "(?P<number>\\\\d+) Rgt\\\\."}
    name: "{number}"
    formation: 122
  - when: {BasicName: HQ (\\d+)}
    name: HQ
    formation: "{1}"
  - when: {Flip_Level: "2"}
    steps_lost: 1
turn: {tracker: TurnTracker0, level: 0}
phase: {level: 0.0, words: {1: Supply Phase}}
scenario: {property: Story, pattern: The (?P<value>Campaign)!, words: {Campaign: campaign}}
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "other.vmod").write_bytes(somebodys_module())
    (tmp_path / "a.vsav").write_bytes(somebodys_save())
    (tmp_path / "b.yaml").write_text(BINDING, encoding="utf-8")
    return tmp_path


def by_ref(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {counter["ref"]: counter for counter in result["counters"]}


def test_a_binding_reads_somebody_s_save(hexcheck: Hexcheck, files: Path) -> None:
    found = hexcheck("position", "--bind", files / "b.yaml", files / "a.vsav")
    assert found.status == 0, found.err
    result = found.data
    assert (result["game"], result["scenario"], result["turn"], result["phase"]) == (
        "narva",
        "campaign",
        4,
        "supply",
    )
    pieces = by_ref(result)
    assert (pieces["a"]["id"], pieces["a"]["hex"]) == ("s-122-1074", "2020")
    assert (pieces["b"]["id"], pieces["b"]["step"]) == ("s-122-1076", "reduced")
    assert pieces["b"]["markers"] == ["out of supply"]
    assert "markers" not in pieces["a"]
    assert pieces["c"]["id"] == "g-61-hq"
    assert "hex" not in pieces["c"]
    assert "place" not in pieces["c"]
    assert (pieces["f"]["id"], pieces["f"]["place"]) == ("g-chit-agn", "Cup")
    assert "e" not in pieces, "an ignored piece is not part of the game"
    (unread,) = result["unread"]
    assert unread["piece"] == "1078 Rgt."
    assert "2890,10" in unread["where"]


def test_anchors_make_hexes_of_pixels(hexcheck: Hexcheck, files: Path) -> None:
    anchors = {label: "{},{}".format(*pixel(label)) for label in ("0101", "3445", "0145", "2020")}
    lines = "\n".join(f'      "{label}": {text}' for label, text in anchors.items())
    old = BINDING[BINDING.index("    location:") : BINDING.index("places:")]
    (files / "b.yaml").write_text(BINDING.replace(old, f"    anchors:\n{lines}\n"))
    (files / "other.vmod").unlink()
    result = hexcheck("position", "--bind", files / "b.yaml", files / "a.vsav").data
    assert by_ref(result)["a"]["hex"] == "2020"


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("game: narva", "game: narva\nmoduel: x", "moduel"),
        ("(?P<c>\\d\\d)", "(?P<c>\\d\\d", "pattern"),
        ("level: 0.0", "level: first", "level"),
        ("game: narva", "game: [narva", "YAML"),
    ],
)
def test_a_fault_in_a_binding_names_its_place(
    hexcheck: Hexcheck, files: Path, old: str, new: str, word: str
) -> None:
    assert old in BINDING
    (files / "b.yaml").write_text(BINDING.replace(old, new))
    (report,) = hexcheck("--format", "json", "--bind", files / "b.yaml", files / "a.vsav").reports
    assert word in report["error"]
    assert f"{files / 'b.yaml'}:" in report["error"]


def test_a_save_of_another_module_is_noted(hexcheck: Hexcheck, files: Path) -> None:
    (files / "b.yaml").write_text(BINDING.replace("by somebody", "by nobody"))
    (report,) = hexcheck("--format", "json", "--bind", files / "b.yaml", files / "a.vsav").reports
    assert any("by nobody" in f["message"] for f in report["findings"])


def test_a_draft_binding_of_another_module(hexcheck: Hexcheck, files: Path) -> None:
    found = hexcheck("bind", files / "other.vmod", "--game", "narva", "--out", files / "c.yaml")
    assert found.status == 0
    assert "1 of 1 pieces matched" in found.err
    text = (files / "c.yaml").read_text(encoding="utf-8")
    assert "zone: 'Dead Pool'" in text
    one = save_bytes(
        Setup(
            placements=(
                PlacedPiece(
                    "The Front", *pixel("2020"), (unit("1074", "Russkies", 2, gpid="7", id_="a"),)
                ),
            ),
            boards={"The Front": (BoardAt("Field"),)},
            turns={
                "TurnTracker0": TurnState((CounterLevel(4, below=(ListLevel(1, (True, True)),)),))
            },
        ),
        OTHER,
    )
    (files / "one.vsav").write_bytes(one)
    result = hexcheck("position", "--bind", files / "c.yaml", files / "one.vsav").data
    piece = by_ref(result)["a"]
    assert (piece["id"], piece["hex"], piece["step"]) == ("s-122-1074", "2020", "reduced")
    assert (result["turn"], result["phase"]) == (4, "supply")


def test_a_binding_reads_our_own_saves_too(hexcheck: Hexcheck, tmp_path: Path) -> None:
    (tmp_path / "narva.vmod").write_bytes(module())
    stacks = [("2020", [Unit("s-122-1074", ref="a"), Unit("s-122-1076", steps_lost=1, ref="b")])]
    (tmp_path / "a.vsav").write_bytes(save(stacks))
    (tmp_path / "b.yaml").write_text(
        "game: narva\n"
        "pieces:\n"
        '  - {when: {hm_id: .+}, counter: "{hm_id}"}\n'
        "  - {when: {Step_Level: 2}, steps_lost: 1}\n"
        "turn: {level: 0, add: 1}\n"
        "phase: {level: 0.0, words: {7: supply segment}}\n"
        "scenario: {property: hm_scenario}\n"
    )
    native = hexcheck("position", tmp_path / "a.vsav").data
    bound = hexcheck("position", "--bind", tmp_path / "b.yaml", tmp_path / "a.vsav").data
    assert bound == native


@pytest.mark.parametrize("name", ["kassala.vmod", "tour.mod", "ragnarok.buildFile.xml"])
def test_draft_bindings_of_other_games_can_be_read(
    hexcheck: Hexcheck, corpus: Path, tmp_path: Path, name: str
) -> None:
    assert (
        hexcheck("bind", corpus / name, "--game", "narva", "--out", tmp_path / "b.yaml").status == 0
    )
    found = hexcheck(
        "--format", "json", "--bind", tmp_path / "b.yaml", corpus / "ragnarok-start.vsav"
    )
    (report,) = found.reports
    assert "error" not in report
    assert len(report["unread"]) == 99, "no piece of that game belongs to this one"


# -- pixels -------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    step=st.tuples(st.integers(20, 200), st.integers(20, 200)),
    origin=st.tuples(st.integers(-500, 500), st.integers(-500, 500)),
    data=st.data(),
)
def test_a_fit_through_exact_centres_finds_every_hex(
    step: tuple[int, int], origin: tuple[int, int], data: st.DataObject
) -> None:
    grid = narva().board.grid

    def centre(hex_: int) -> tuple[int, int]:
        point = grid.centre(hex_)
        return round(origin[0] + step[0] * point.x), round(origin[1] - step[1] * point.y)

    anchors = [grid.parse(label) for label in ("0101", "3401", "0145")]
    fit = GridFit.of(grid, {hex_: centre(hex_) for hex_ in anchors})
    hex_ = data.draw(st.sampled_from(list(grid.numbers)))
    assert fit.hex_at(*centre(hex_)) == hex_


def test_unusable_anchors() -> None:
    grid = narva().board.grid
    row = {grid.parse(label): pixel(label) for label in ("0101", "0102", "0103")}
    with pytest.raises(ValueError, match="one line"):
        GridFit.of(grid, row)
    with pytest.raises(ValueError, match="three"):
        GridFit.of(grid, dict(list(row.items())[:2]))
    wrong = {grid.parse(label): pixel(label) for label in ("0101", "3401", "0145", "3445")}
    wrong[grid.parse("2020")] = (0, 0)
    with pytest.raises(ValueError, match="does not fit"):
        GridFit.of(grid, wrong)


def test_a_draft_binding_finds_states_by_property_names(hexcheck: Hexcheck, tmp_path: Path) -> None:
    piece = Piece.of(
        Marker.of(Team="Russkies"),
        DynamicProperty(name="OutOfSupply", value="false"),
        DynamicProperty(name="Strength", value="4"),
        Layer(name="Pinned", images=("p.png",), level_names=("",), level=-1),
        BasicPiece(image="x.png", name="1074", gpid="7"),
    )
    slot = component("PieceSlot", entryName="1074", gpid="7").with_text(piece.command)
    window = component("PieceWindow", component("ListWidget", slot, entryName="122nd Corps"))
    root = component("GameModule", window, name=OTHER.name, version=OTHER.version)
    entries = {"moduledata": OTHER.to_xml(with_name=True), "buildFile.xml": to_xml(root)}
    (tmp_path / "other.vmod").write_bytes(pack(entries))
    text = hexcheck("bind", tmp_path / "other.vmod", "--game", "narva").out
    rules = {
        "  - when: {'OutOfSupply': 'true|yes|on|1'}  # 1 piece\n    markers: out of supply\n",
        "  - when: {'Pinned_Active': 'true'}  # 1 piece\n    markers: pinned\n",
    }
    assert all(rule in text for rule in rules)
    assert "Strength" not in text


EVERY_WAY = r"""
game: narva
hexes:
  - {map: The Front, board: Field, location: '(\d\d)\.(\d\d)', hex: "{1}{2}"}
places:
  - {zone: Dead (?P<what>Pool), place: ""}
sides: {Rus: soviet}
pieces:
  - {when: {Image: 'sov-(?P<n>\d+)\.png'}, side: Rus, name: "{n}"}
  - {when: {Palette: '.*(?P<c>\d\d\d)nd Corps.*'}, formation: "{c}"}
  - {when: {Prototypes: ".*Rifles.*"}, side: Rus}
  - {when: {BasicName: 'The (?P<n>\d+)'}, name: "{n}"}
  - {when: {gpid: "7"}, counter: s-122-1074}
  - {when: {Cut Off: "true"}, markers: out of supply}
  - {when: {Flip_Name: pinned}, markers: [pinned]}
  - {when: {BasicName: Pin}, says: pinned, name: Pinned, hex: yes}
  - {when: {BasicName: Ruler}, ignore: yes}
turn: {tracker: TurnTracker0, level: 0}
phase: {level: 0.0, words: {0: movement}}
"""


def test_every_way_to_identify_a_piece(hexcheck: Hexcheck, tmp_path: Path) -> None:
    """By name, image, palette, prototype, slot; states by property, layer and neighbour."""
    rifles = Piece.of(Marker.of(Arm="Foot"), BasicPiece())
    slot = Piece.of(
        UsePrototype(name="Rifles"), BasicPiece(image="a.png", name="The 1076", gpid="8")
    )
    prototype = component("PrototypeDefinition", name="Rifles").with_text(rifles.command)
    palette = component(
        "PieceWindow",
        component(
            "ListWidget",
            component("PieceSlot", entryName="Any", gpid="8").with_text(slot.command),
            entryName="122nd Corps",
        ),
        name="Red",
    )
    plain = Archive.of(somebodys_module())
    root = read_xml(plain.read("buildFile.xml"))
    root = replace(
        root, children=(*root.children, component("PrototypesContainer", prototype), palette)
    )
    (tmp_path / "m.vmod").write_bytes(
        pack({"moduledata": plain.read("moduledata"), "buildFile.xml": to_xml(root)})
    )

    def one(id_: str, name: str, image: str, gpid: str = "", *traits: Trait) -> Piece:
        return Piece.of(*traits, BasicPiece(image=image, name=name, gpid=gpid), id=id_)

    off = DynamicProperty(name="Cut Off", value="true")
    state = Layer(name="Flip", images=("p.png",), level_names=("pinned",), level=1)
    start = Setup(
        placements=(
            PlacedPiece("The Front", *pixel("2020"), (one("a", "?", "x.png", "7"),)),
            PlacedPiece("The Front", *pixel("2021"), (one("b", "The 1076", "a.png", "8", off),)),
            PlacedPiece(
                "The Front",
                *pixel("2122"),
                (one("c", "?", "sov-1078.png", "", state), one("r", "Ruler", "r.png")),
            ),
            PlacedPiece("The Front", *pixel("2305"), (one("d", "?", "sov-320.png"),)),
            PlacedPiece("The Front", *pixel("2305"), (one("p", "Pin", "pin.png"),), stacked=False),
            PlacedPiece("The Front", 50, 4450, (one("e", "?", "sov-65.png"),)),
        ),
        boards={"The Front": (BoardAt("Field"),)},
        turns={"TurnTracker0": TurnState((CounterLevel(3, below=(ListLevel(0, (True,)),)),))},
    )
    (tmp_path / "s.vsav").write_bytes(save_bytes(start, OTHER))
    (tmp_path / "b.yaml").write_text(EVERY_WAY, encoding="utf-8")
    words = ("--bind", tmp_path / "b.yaml", "--module", tmp_path / "m.vmod", tmp_path / "s.vsav")
    found = hexcheck("position", *words)
    assert found.status == 0, found.err
    result = by_ref(found.data)
    assert {ref: (c.get("id"), c.get("hex"), c.get("markers")) for ref, c in result.items()} == {
        "a": ("s-122-1074", "2020", None),
        "b": ("s-122-1076", "2021", ["out of supply"]),
        "c": ("s-122-1078", "2122", ["pinned"]),
        "d": ("s-122-320", "2305", ["pinned"]),
        "e": ("s-122-65", None, None),
        "p": ("m-pinned", "2305", None),
    }
    assert (found.data["turn"], found.data["phase"]) == (3, "movement")
    assert not found.data.get("unread")
