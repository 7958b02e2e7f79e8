"""Unit symbols: the parts for a type's words."""

from __future__ import annotations

import pytest

from hexmarshal.art.counter import pictograms, silhouettes, symbols
from hexmarshal.art.drawing import Polygon, Rect, Text, shapes
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.load import load

BOX, STYLE = symbols.SymbolBox(0, 0, 15, 10), symbols.Style()


def letters(type_: str) -> list[str]:
    found = shapes(symbols.symbol(type_, BOX, STYLE))
    return [shape.text for shape in found if isinstance(shape, Text)]


def test_words_add_marks_to_an_arm() -> None:
    infantry = symbols.ARMS["infantry"]
    assert symbols.parts_of("infantry") == infantry
    for words, mark in (("ski", "ski"), ("naval", "naval"), ("Parachute", "parachute")):
        assert symbols.parts_of(f"{words} infantry") == infantry + symbols.MARKS[mark]


def test_hyphens_and_case_do_not_matter() -> None:
    assert symbols.parts_of("Assault-Gun") == symbols.ARMS["assault gun"]
    assert symbols.parts_of("anti_tank") == symbols.ARMS["anti tank"]


@pytest.mark.parametrize(
    ("written", "usual"),
    [
        ("Motorized Infantry", "motorised infantry"),
        ("armored recon", "armoured recon"),
        ("antitank", "anti-tank"),
        ("SP artillery", "self-propelled artillery"),
        ("Para", "parachute infantry"),
        ("Gebirgsjäger", "mountain jäger"),
        ("Railway artillery", "rail artillery"),
    ],
)
def test_other_spellings_mean_the_same(written: str, usual: str) -> None:
    assert symbols.parts_of(written) == symbols.parts_of(usual) is not None


def test_a_word_that_is_both_arm_and_mark_is_a_mark_beside_another_arm() -> None:
    assert symbols.parts_of("motorised engineer") == (
        symbols.ARMS["engineer"] + symbols.MARKS["motorised"]
    )
    assert symbols.parts_of("motorised") == symbols.ARMS["motorised"]


def test_marks_alone_are_borne_by_infantry() -> None:
    for words in ("marine", "ski", "airborne"):
        assert symbols.parts_of(words) == symbols.parts_of(f"{words} infantry")


def test_recon_on_foot_has_no_track() -> None:
    for words in ("bicycle recon", "ski recon", "mountain recon", "mountain bicycle recon"):
        parts = symbols.parts_of(words)
        assert parts is not None
        assert not set(parts) & set(symbols.ARMS["recon"][1:])


def test_a_heavy_tank_is_not_a_tank() -> None:
    assert symbols.parts_of("heavy tank") != symbols.parts_of("tank")


def test_an_unknown_type_becomes_its_own_text() -> None:
    assert symbols.parts_of("breakdown") is None
    assert letters("breakdown") == ["BREAKDOWN"]
    assert letters("infantry") == []


@pytest.mark.parametrize("type_", [*symbols.ARMS, "breakdown", "a rather long unknown type"])
def test_symbols_stay_in_their_box(type_: str) -> None:
    half = STYLE.weight * BOX.height
    for shape in shapes(symbols.symbol(type_, BOX, STYLE)):
        if isinstance(shape, Polygon):
            for x, y in shape.points:
                assert -half <= x <= BOX.width + half
                assert -half <= y <= BOX.height + half
        if isinstance(shape, Rect):
            assert shape.width <= BOX.width + 1e-9


@pytest.mark.parametrize(
    ("mark", "strokes"), [("I", 1), ("II", 2), ("III", 3), ("X", 2), ("XXXX", 8), ("", 0)]
)
def test_size_marks_are_strokes(mark: str, strokes: int) -> None:
    drawn = symbols.echelon(mark, 10, 10, 4, "#000000")
    assert len(drawn) == strokes
    assert all(isinstance(shape, Polygon) for shape in drawn)


@pytest.mark.parametrize("mark", ["I", "III", "X", "XXXX", "KG"])
def test_a_size_mark_is_as_wide_as_measured(mark: str) -> None:
    xs = [
        x
        for shape in symbols.echelon(mark, 0, 10, 4, "#000000")
        if isinstance(shape, Polygon)
        for x, _ in shape.points
    ]
    if xs:
        width = symbols.echelon_width(mark, 4)
        assert max(xs) - min(xs) == pytest.approx(width, abs=0.85)


def test_other_size_marks_are_written() -> None:
    (text,) = symbols.echelon("kg", 0, 10, 4, "#000000")
    assert isinstance(text, Text)
    assert text.text == "KG"


def test_every_type_of_a_shipped_combat_unit_is_drawn() -> None:
    types = {
        counter.type
        for folders in games_under(shipped_root())
        for counter in load(folders).counters.values()
        if counter.kind == "combat" and counter.type
    }
    assert {type_ for type_ in types if symbols.parts_of(type_) is None} <= {
        "breakdown",
        "alert",
        "replacement",
    }


def test_unknown_aircraft_and_ships_have_a_silhouette_and_unknown_things_none() -> None:
    assert silhouettes.aircraft("zeppelin", "#000000") == silhouettes.aircraft("fighter", "#000000")
    assert silhouettes.ship("raft", "#000000")
    assert pictograms.pictogram("truck extender", "#000000") is not None
    assert pictograms.pictogram("morale", "#000000") is None
