"""Fonts: coverage, measurements, fitting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.art import fonts

NAMES = "Häme Jõhvi Şiauliai Łódź Śląsk Klaipėda Žemaitija Jēkabpils Нарва Ивангород Εσθονία"
SIGNS = "½ × – — ’ “ „ ° • † № → ←"


@pytest.mark.parametrize("face", sorted(fonts.FACES))
def test_faces_cover_the_names_of_all_fronts(face: str) -> None:
    widths = fonts.metrics(face).widths
    assert [char for char in NAMES + SIGNS if char not in widths] == []


def test_unknown_face_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        fonts.metrics("gothic")


@pytest.mark.parametrize("text", ["3-4-5", "Jõhvi – 2", "Нарва", "½"])
def test_pieces_hold_every_character_of_a_text(text: str) -> None:
    found = fonts.pieces_for(text)
    rest = any(piece.rest for piece in found)
    assert all(rest or any(piece.holds(char) for piece in found) for char in text)


@given(
    st.text(st.sampled_from("ABCWij 123-½ЖД"), max_size=30),
    st.sampled_from(sorted(fonts.FACES)),
    st.floats(1, 40),
    st.floats(1, 100),
)
def test_fitted_text_never_overflows(text: str, face: str, size: float, room: float) -> None:
    fit = fonts.fit(text, face, size, room)
    assert fonts.width(text, face, fit.size) * fit.stretch <= room * (1 + 1e-9)
    assert 0 < fit.size <= size
    assert 0.8 - 1e-9 <= fit.stretch <= 1


def test_text_with_room_is_left_alone() -> None:
    assert fonts.fit("3-4-5", "bold", 10, 100) == fonts.TextFit(10, 1.0)
