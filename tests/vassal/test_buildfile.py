"""Build files: written for the engine, read back the same, faults rejected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from hexmarshal.vassal.buildfile import Component, component, read_xml, tag_of, to_xml
from hexmarshal.vassal.errors import VassalError


def test_a_component_has_the_engines_defaults() -> None:
    grid = component("HexGrid", x0=40, dx=72.0, sideways=True)
    assert grid.tag == "VASSAL.build.module.map.boardPicker.board.HexGrid"
    assert grid.attributes["y0"] == "32"
    assert (grid.attributes["x0"], grid.attributes["dx"], grid.attributes["sideways"]) == (
        "40",
        "72.0",
        "true",
    )


def test_what_has_no_default_is_left_out() -> None:
    assert "owningBoard" not in component("SetupStack", name="x").attributes
    assert "height" not in component("Board", height=None).attributes


def test_lists_are_comma_lists() -> None:
    level = component("ListTurnLevel", list=("Supply", "Move, then fight"))
    assert level.attributes["list"] == "Supply,Move\\, then fight"


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: component("Bord"), "unknown component 'Bord'; did you mean 'Board'"),
        (lambda: component("Board", colour="1,2,3"), "did you mean 'color'"),
        (lambda: component("Zone", component("Map")), "Zone: cannot contain a Map"),
    ],
)
def test_what_the_engine_would_stumble_over(build: object, says: str) -> None:
    with pytest.raises(VassalError, match=says):
        build()  # type: ignore[operator]


def test_unknown_classes_may_stand_anywhere() -> None:
    own = Component("my.own.Class", {"a": "1"})
    module = component("GameModule", name="M").holding(own)
    assert read_xml(to_xml(module)) == module


XML_TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(XML_TEXT, XML_TEXT)
def test_round_trip(name: str, text: str) -> None:
    slot = component("PieceSlot", entryName=name, gpid=3).with_text(text.strip())
    module = component(
        "GameModule", component("PieceWindow", component("ListWidget", slot)), name=name
    )
    assert read_xml(to_xml(module)) == module


def test_white_space_in_attributes_and_texts_survives() -> None:
    slot = component("PieceSlot", entryName="a\tb\nc\rd").with_text("+/null/a\tb\r\n<&>\"'")
    assert read_xml(to_xml(slot)) == slot


def test_the_bytes_are_well_formed_and_always_the_same() -> None:
    module = component("GameModule", component("Documentation"), name='Narva "1944" & <more>')
    data = to_xml(module)
    assert data == to_xml(module)
    assert etree.fromstring(data).get("name") == 'Narva "1944" & <more>'


@pytest.mark.parametrize("char", ["\0", "\x0b", "\x1b", "\ufffe", "\ud800"])
def test_characters_illegal_in_xml_are_refused_with_their_place(char: str) -> None:
    board = component("Board", name="Field", image=f"a{char}.png")
    with pytest.raises(VassalError, match=r"Board 'Field', image: character U\+\w{4} at 1"):
        to_xml(component("BoardPicker", board))


def test_every_class_of_the_catalogue_can_be_made() -> None:
    made = [component(kind) for kind in ("Map", "DrawPile", "TurnTracker", "CounterDetailViewer")]
    assert [part.kind for part in made] == ["Map", "DrawPile", "TurnTracker", "CounterDetailViewer"]
    assert tag_of("Language") == "VASSAL.i18n.Language"


def test_finding_components() -> None:
    zone = component("Zone", name="Z")
    board = component("Board", component("ZonedGrid", zone), name="B")
    picker = component("BoardPicker", board)
    assert list(picker.find("Zone")) == [zone]
    assert picker.only("Board") == (board,)
    assert picker.only("Zone") == ()
    assert [part.kind for part in picker.walk()] == ["BoardPicker", "Board", "ZonedGrid", "Zone"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "XML"),
        (b"<a><b></a>", "well-formed"),
        (b"not xml", "well-formed"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "DOCTYPE and entities"),
        (b"<a>" * 5000 + b"</a>" * 5000, "nested deeper|well-formed"),
        (b"\xff\xfe\xff", "unknown text encoding"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>'.encode("utf-16"), "DOCTYPE and entities"),
        (b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a><a/>', "unsupported encoding"),
        (b"\0<\0a\0/\0>", "unsupported encoding"),
    ],
)
def test_hostile_build_files(data: bytes, says: str) -> None:
    with pytest.raises(VassalError, match=says):
        read_xml(data, "m.vmod", "buildFile.xml")


def test_text_in_another_encoding_than_it_says() -> None:
    data = '<?xml version="1.0" encoding="UTF-8"?><a name="Gr\xfcn"/>'.encode("cp1252")
    assert read_xml(data).get("name") == "Grün"
