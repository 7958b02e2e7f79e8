"""Pieces: their text, their properties, expanded prototypes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.traits import (
    BasicName,
    BasicPiece,
    Comment,
    Delete,
    DynamicProperty,
    Layer,
    Marker,
    MarkMoved,
    RawTrait,
    TextLabel,
    UsePrototype,
)

# The definition and the piece in play of a documented example, as VASSAL 3.7.26 accepts them.
MASKED = (
    "+/null/mark;Side\tobs;77,130;back.png;Flip;B;?;player:;Peek;;true;;\\\tpiece;;;ace.png;Ace"
    "/Red\tnull;\\\tnull;0;0;7;0"
)


def test_a_documented_definition() -> None:
    piece = Piece.parse(MASKED)
    assert piece.id is None
    assert [raw.prefix for raw in piece.traits] == ["mark;", "obs;", "piece;"]
    assert [raw.state for raw in piece.traits] == ["Red", "null;", "null;0;0;7;0"]
    assert piece.basic == BasicPiece(image="ace.png", name="Ace", gpid="7")
    assert Piece(None, piece.traits).command == MASKED


def test_a_slash_in_a_name_is_escaped() -> None:
    piece = Piece.of(BasicPiece(image="a.png", name="1/5 Inf"), id="12")
    assert piece.command == "+/12/piece;;;a.png;1\\/5 Inf/null;0;0;;0"
    assert Piece.parse(piece.command).basic.name == "1/5 Inf"


NAMES = st.text(alphabet="a1/;,\\'\t+ é", max_size=8)


@given(st.lists(NAMES, min_size=4, max_size=6), st.booleans())
def test_pieces_round_trip(texts: list[str], prototype: bool) -> None:
    name, image, marker, value, *more = texts
    traits = [Marker(names=("a", "b"), values=(marker, value)), Delete(menu=marker)]
    traits += [TextLabel(text=text, menu=text) for text in more]
    if prototype:
        traits.append(UsePrototype(name=name))
    basic = BasicPiece(image=image, name=name, map=marker or None, persistent=((name, value),))
    piece = Piece.of(*traits, basic, id="7")
    again = Piece.parse(piece.command)
    assert again == piece
    assert again.command == piece.command


def test_old_states_without_properties_come_back_as_they_were() -> None:
    command = "+/5/piece;;;a.gif;A/Main Map;10;20;3"
    piece = Piece.parse(command)
    assert piece.basic.gpid == "3"
    assert Piece(piece.id, (*piece.traits[:-1], piece.basic.raw())).command == command


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("+/5/mark;a\tpiece;;;;/x", "missing state of trait"),
        ("+/5/piece;;;;", "an id, a type and a state"),
        ("+/5", "an id, a type and a state"),
        ("-/5", "at the start"),
    ],
)
def test_texts_that_are_no_piece(command: str, says: str) -> None:
    with pytest.raises(VassalError, match=says):
        _ = Piece.parse(command).traits


def test_a_piece_whose_innermost_is_something_else() -> None:
    with pytest.raises(VassalError, match="expected a BasicPiece"):
        _ = Piece.parse("+/5/mark;a/x").basic


def test_outer_traits_win() -> None:
    piece = Piece.of(
        Marker.of(Side="outer"),
        Marker.of(Side="inner", Kind="combat"),
        BasicName(name="Renamed"),
        BasicPiece(name="Plain", map="Main Map", x=3, y=4, persistent=(("UniqueID", "9"),)),
    )
    found = piece.properties()
    assert (found["Side"], found["Kind"]) == ("outer", "combat")
    assert (found["BasicName"], found["PieceName"]) == ("Renamed", "Renamed")
    assert (found["CurrentMap"], found["CurrentX"], found["UniqueID"]) == ("Main Map", "3", "9")


def test_names_are_built_from_the_inside_out() -> None:
    piece = Piece.of(
        TextLabel(text="HQ", name_format="$pieceName$ [$label$]"),
        Layer(name="Step", images=("", "b"), level_names=("", "+ (weak)"), level=2),
        Layer(name="Off", images=("", "b"), level_names=("", "Nobody"), level=-2),
        BasicPiece(name="1st"),
    )
    assert piece.properties()["PieceName"] == "1st (weak) [HQ]"


def test_a_layer_follows_a_property() -> None:
    light = Layer(
        name="Light",
        images=("", "oos.png", "iso.png"),
        level_names=("", "+ (out)", "+ (isolated)"),
        follow=True,
        follow_expression="{Supply}",
        first_level_value=0,
    )
    piece = Piece.of(light, DynamicProperty(name="Supply", value="2"), BasicPiece(name="A"))
    found = piece.properties()
    assert (found["Light_Level"], found["Light_Image"]) == ("3", "iso.png")
    assert found["PieceName"] == "A (isolated)"


def test_prototypes_are_put_in_place() -> None:
    inner = Piece.of(Marker.of(Army="$who$"), BasicPiece())
    unit = Piece.of(MarkMoved(), UsePrototype(name="Inner", parameters=("who=Blue",)), BasicPiece())
    piece = Piece.of(
        Marker.of(a="1"), UsePrototype(name="Unit"), Comment(text="note"), BasicPiece(name="x")
    )
    done = piece.expanded({"Unit": unit, "Inner": inner})
    assert done.traits == (
        RawTrait("mark;a", "1"),
        MarkMoved().raw(),
        RawTrait("mark;Army", "Blue"),
        BasicPiece(name="x").raw(),
    )


def test_a_missing_prototype_is_empty() -> None:
    piece = Piece.of(UsePrototype(name="Gone"), BasicPiece(name="x"))
    assert piece.expanded({}) == Piece.of(BasicPiece(name="x"))


def test_unknown_parameters_lose_their_dollars() -> None:
    prototype = Piece.of(TextLabel(text="$x$ of $pieceName$ costs $5"), BasicPiece())
    piece = Piece.of(UsePrototype(name="P", parameters=("x=3",)), BasicPiece())
    label = piece.expanded({"P": prototype}).first(TextLabel)
    assert label is not None
    assert label.text == "3 of pieceName costs 5"


def test_prototypes_in_a_circle_are_refused() -> None:
    circle = Piece.of(UsePrototype(name="P"), BasicPiece())
    with pytest.raises(VassalError, match="circular"):
        circle.expanded({"P": circle})


def test_replacing_a_trait() -> None:
    step = Layer(name="Step", images=("", "b"), level=1)
    piece = Piece.of(step, BasicPiece(name="x"))
    weak = piece.replacing(step, Layer(name="Step", images=("", "b"), level=2))
    assert weak.layer("Step") == Layer(name="Step", images=("", "b"), level=2)
    assert piece.layer("Step") == step
    with pytest.raises(VassalError, match="does not have the trait"):
        weak.replacing(step, step)


def test_placing_a_piece() -> None:
    piece = Piece.of(BasicPiece(name="x"), id="3").placed("Main Map", 10, 20)
    assert piece.command == "+/3/piece;;;;x/Main Map;10;20;;0"
