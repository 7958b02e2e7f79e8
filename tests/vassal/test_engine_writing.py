"""The real engine opens what this package writes without complaint, and writes it back the same."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PIL import Image

from hexmarshal.vassal import traits
from hexmarshal.vassal.archive import Archive, pack, write_atomically
from hexmarshal.vassal.buildfile import component, read_xml, to_xml
from hexmarshal.vassal.keys import KeyCommand, add, named, set_to
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue, Save, read_save
from hexmarshal.vassal.setup import DeckAt, DeckType, PlacedPiece, Setup, save_bytes, save_text
from hexmarshal.vassal.traits import BasicPiece, RawTrait, Trait, UsePrototype
from hexmarshal.vassal.turns import CounterLevel, ListLevel, TurnState

from .grids import game_map, module

META = Metadata(name="Writing", version="1.0")
TRICKY = [
    "1/5 Inf",
    "a;b,c",
    "'quoted'",
    "it's",
    "Grün 日本",
    "x\\y",
    '<&>"',
    "$5 + {x}",
]
MAP_NAME = "Main/Map; 2"


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 60), (90, 120, 200)).save(out, "PNG")
    return out.getvalue()


def every_trait() -> list[Trait]:
    """One of each kind that can be combined in one piece."""
    own = {
        traits.Layer: traits.Layer(
            name="Step",
            images=("", "u.png"),
            level_names=("", "+ (weak; 1/2)"),
            always_active=True,
            increase_menu="Step, loss",
            increase_key=named("step"),
            level=2,
        ),
        traits.Marker: traits.Marker.of(Side="a,b;c/d", Kind="'x'"),
        traits.DynamicProperty: traits.DynamicProperty(
            name="Supply",
            constraints=("true", "0", "2", "true"),
            commands=(
                KeyCommand("Out, of: it", named("out"), set_to("1")),
                KeyCommand("Next", named("next"), add(1)),
            ),
            value="1",
        ),
        traits.MarkMoved: traits.MarkMoved(image="u.png", moved=True),
        traits.TextLabel: traits.TextLabel(text="II/27; x", name_format="$pieceName$ [$label$]"),
        traits.Mask: traits.Mask(back_image="u.png", display="Gu.png"),
        traits.TriggerAction: traits.TriggerAction(
            name="t", filter='{Side=="a" && Supply>0}', watched=(named("a"), named("b"))
        ),
        traits.AreaOfEffect: traits.AreaOfEffect(name="ZOC"),
        traits.PropertySheet: traits.PropertySheet(definition="0Name~1Text", sheet="a~b|c"),
        traits.SubMenu: traits.SubMenu(entries=("Step, loss", "Next")),
        traits.PlaceMarker: traits.PlaceMarker(
            marker=Piece.of(BasicPiece(image="u.png", name="m/1")).command, gpid="77"
        ),
        traits.Spreadsheet: traits.Spreadsheet(cells=("a", "b,c", "", "d")),
        traits.SendToLocation: traits.SendToLocation(
            back_map=MAP_NAME, back_x="30", back_y="40", map=MAP_NAME
        ),
        traits.GlobalKeyCommand: traits.GlobalKeyCommand(filter='{Side=="$Side$"}'),
    }
    left_out = {
        BasicPiece,
        UsePrototype,
        traits.OldLayer,
        traits.Comment,
        traits.Replace,
        traits.MatCargo,
        traits.BasicName,
        traits.PlaySound,
        traits.MovementTrail,
    }
    kinds = [kind for kind in traits.BY_PREFIX.values() if kind not in left_out]
    return [own.get(kind) or kind() for kind in kinds]


def unit(name: str, gpid: int) -> Piece:
    return Piece.of(
        traits.Marker.of(Name=name, Empty=""),
        traits.TextLabel(text=name),
        BasicPiece(image="u.png", name=name, gpid=str(gpid)),
    )


def setup() -> Setup:
    rich = Piece.of(*every_trait(), BasicPiece(image="u.png", name="rich", gpid="90"))
    units = tuple(unit(name, number) for number, name in enumerate(TRICKY, 1))
    return Setup(
        placements=(
            PlacedPiece(MAP_NAME, 60, 60, units[:4]),
            PlacedPiece(MAP_NAME, 120, 90, units[4:]),
            PlacedPiece(MAP_NAME, 180, 60, (rich,), stacked=False),
        ),
        decks=(
            DeckAt(DeckType("Cup; of/chits"), MAP_NAME, 300, 300, units[:2]),
            DeckAt(DeckType("Empty"), MAP_NAME, 350, 300),
        ),
        boards={MAP_NAME: (BoardAt("Fi/eld"),)},
        properties=(PropertyValue("Weather", "Rain; mud", "Module"),),
        turns={
            "TurnTracker0": TurnState(
                (CounterLevel(4, loop_limit=-1, below=(ListLevel(1, (True, True, True)),)),)
            )
        },
        replaces_at_start=True,
    )


def game(path: Path, position: Setup) -> None:
    grid = component("HexGrid", component("HexGridNumbering"), x0=60, y0=60, dx=60.0, dy=60.0)
    board = component(
        "Board", grid, name="Fi/eld", image=None, width=600, height=400, color="9,9,9"
    )
    field = game_map(MAP_NAME, board).holding(
        component("DrawPile", name="Cup; of/chits", owningBoard="Fi/eld", x=300, y=300),
        component("DrawPile", name="Empty", owningBoard="Fi/eld", x=350, y=300),
    )
    slots = [
        component("PieceSlot", entryName=name, gpid=number).with_text(unit(name, number).command)
        for number, name in enumerate(TRICKY, 1)
    ]
    root = module(field, name="Writing", next_slot=100).holding(
        component("PieceWindow", component("ListWidget", *slots, entryName="all"), name="Counters"),
        component("GlobalProperties", component("GlobalProperty", name="Weather")),
        component(
            "TurnTracker",
            component(
                "CounterTurnLevel",
                component("ListTurnLevel", name="Phase", list=("Supply", "Move, then", "Fight")),
                name="Turn",
            ),
            name="Turn",
        ),
        component("PredefinedSetup", name="Start", file="start.vsav"),
    )
    write_atomically(
        path,
        pack(
            {
                "moduledata": META.to_xml(with_name=True),
                "buildFile.xml": to_xml(root),
                "images/u.png": picture(),
                "start.vsav": save_bytes(position, META, key=None),
            }
        ),
    )


def masked(raw: RawTrait) -> RawTrait:
    """Named keys get a new code each time the engine starts."""
    return RawTrait(re.sub(r"5\d{4}(?=\\*,0\\*,)", "57344", raw.type), raw.state)


def test_the_engine_opens_and_writes_back_what_we_wrote(
    engine: Callable[..., str], tmp_path: Path
) -> None:
    position = setup()
    ours, theirs, again = tmp_path / "w.vmod", tmp_path / "o.vsav", tmp_path / "again.vmod"
    game(ours, position)
    said = engine(
        "check", ours, "--strict", "--edit-open", "--resave", theirs, "--resave-module", again
    )
    assert said.count("OK errors=0 warnings=0") == 2, said

    before, after = Save(save_text(position)), read_save(theirs)
    assert after.problems == ()
    assert {id: place[:3] for id, place in after.places.items()} == {
        id: place[:3] for id, place in before.places.items()
    }
    for id, piece in before.pieces.items():
        assert [masked(raw) for raw in after.pieces[id].traits] == [
            masked(raw) for raw in piece.traits
        ], id
    held = {frozenset(stack.members): stack.members for stack in after.stacks.values()}
    for stack in before.stacks.values():
        assert held[frozenset(stack.members)] == stack.members
    assert {deck.name: deck.members for deck in after.decks.values()} == {
        deck.name: deck.members for deck in before.decks.values()
    }
    assert after.turn() == before.turn()
    assert after.property("Weather") == "Rain; mud"
    assert after.boards == before.boards

    written = read_xml(Archive.open(again).read("buildFile.xml"))
    mine = read_xml(Archive.open(ours).read("buildFile.xml"))
    slots = {slot.get("entryName"): Piece.parse(slot.text) for slot in written.find("PieceSlot")}
    for slot in mine.find("PieceSlot"):
        piece = Piece.parse(slot.text)
        # The editor keeps a slot's id in its attribute alone.
        basic = replace(piece.basic, gpid="")
        assert slots[slot.get("entryName")] == Piece(None, [*piece.traits[:-1], basic.raw()])
    known = {part.tag for part in written.walk()}
    assert {part.tag for part in mine.walk()} <= known
