"""Set-ups written as saves read back as what they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue, Save, parse_save
from hexmarshal.vassal.setup import (
    DeckAt,
    DeckType,
    PlacedPiece,
    Setup,
    save_bytes,
    save_text,
)
from hexmarshal.vassal.traits import BasicPiece, Marker
from hexmarshal.vassal.turns import CounterLevel, ListLevel, TurnState


def unit(name: str, id: str | None = None) -> Piece:
    return Piece.of(Marker.of(Side="a;b"), BasicPiece(image="x.png", name=name, gpid="3"), id=id)


SETUP = Setup(
    placements=(
        PlacedPiece("Main Map", 100, 200, (unit("bottom"), unit("top", id="own"))),
        PlacedPiece("Main Map", 50, 60, (unit("lone"),), stacked=False),
    ),
    decks=(
        DeckAt(DeckType("Cup"), "Main Map", 7, 8, (unit("c1"), unit("c2"))),
        DeckAt(DeckType("Empty", shuffle="Never"), "Main Map", 9, 9),
    ),
    boards={"Main Map": (BoardAt("Fi/eld"), BoardAt("B", 1, 0, True))},
    properties=(PropertyValue("Weather", "Rain", "Module"),),
    turns={"TurnTracker0": TurnState((CounterLevel(3),))},
    replaces_at_start=True,
    extra=("NOTES\thello",),
)


def test_what_is_written_is_read() -> None:
    save = Save(save_text(SETUP))
    names = {id: piece.basic.name for id, piece in save.pieces.items()}
    assert sorted(names.values()) == ["bottom", "c1", "c2", "lone", "top"]
    top = save.places["own"]
    assert (top.map, top.x, top.y, top.level) == ("Main Map", 100, 200, 1)
    assert top.container is not None
    assert [names[id] for id in top.container.members] == ["bottom", "top"]
    lone = next(id for id, name in names.items() if name == "lone")
    assert save.places[lone][:4] == ("Main Map", 50, 60, None)
    cup, empty = save.decks.values()
    assert (cup.name, [names[id] for id in cup.members]) == ("Cup", ["c1", "c2"])
    assert (empty.name, empty.members, empty.face_down) == ("Empty", (), True)
    assert save.boards == SETUP.boards
    assert save.property("Weather") == "Rain"
    assert save.turn() == TurnState((CounterLevel(3),))
    assert save.notes == ["hello"]
    assert not save.uses_at_start_stacks
    assert save.problems == ()


def test_every_piece_knows_its_place_and_its_id() -> None:
    for id, piece in Save(save_text(SETUP)).pieces.items():
        assert piece.basic.map == "Main Map"
        assert dict(piece.basic.persistent) == {"UniqueID": id}


def test_pieces_stand_before_what_holds_them() -> None:
    text = save_text(SETUP)
    assert text.index("+/own/") < text.index("/stack/")


def test_the_same_setup_gives_the_same_bytes() -> None:
    meta = Metadata(name="M", version="1")
    data = save_bytes(SETUP, meta, "first set-up")
    assert data == save_bytes(SETUP, meta, "first set-up")
    save = parse_save(data)
    assert save.module_data == meta
    assert save.save_data is not None
    assert save.save_data.description == "first set-up"


@pytest.mark.parametrize("id", ["null", "a;b", "a/b", "a,b"])
def test_ids_that_cannot_be_used(id: str) -> None:
    with pytest.raises(VassalError, match="piece id"):
        save_text(Setup((PlacedPiece("M", 1, 1, (unit("x", id=id),)),)))


def test_ids_used_twice() -> None:
    twice = (unit("x", id="1"), unit("y", id="1"))
    with pytest.raises(VassalError, match="duplicate or invalid piece id"):
        save_text(Setup((PlacedPiece("M", 1, 1, twice),)))


def test_given_ids_are_not_given_again() -> None:
    save = Save(save_text(Setup((PlacedPiece("M", 1, 1, (unit("x", id="1001"), unit("y"))),))))
    assert len(save.pieces) == 2


Levels = st.recursive(
    st.builds(CounterLevel, st.integers(-9, 99), st.integers(0, 3), st.booleans())
    | st.builds(ListLevel, st.integers(0, 9), st.lists(st.booleans(), min_size=1).map(tuple)),
    lambda below: st.builds(
        CounterLevel,
        st.integers(0, 9),
        st.integers(0, 1),
        st.booleans(),
        st.integers(-1, 9),
        st.lists(below, max_size=2).map(tuple),
    ),
    max_leaves=6,
)


@given(st.builds(TurnState, st.lists(Levels, min_size=1, max_size=3).map(tuple)))
def test_turn_states_round_trip(state: TurnState) -> None:
    assert TurnState.read(str(state)) == state


def test_a_documented_turn_state() -> None:
    phases = ListLevel(2, (True,) * 6)
    state = TurnState((CounterLevel(7, loop=False, below=(phases,)),))
    text = "0|7;0;false;-1;2\\;0\\;0\\;true,true,true,true,true,true"
    assert str(state) == text
    assert TurnState.read("0|4") == TurnState((CounterLevel(4),))


def test_a_plain_save_is_the_same_game() -> None:
    meta = Metadata(name="M", version="1")
    plain = parse_save(save_bytes(SETUP, meta, key=None))
    assert plain.spelling == "plain"
    assert plain.text == parse_save(save_bytes(SETUP, meta)).text
