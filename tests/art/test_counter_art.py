"""Drawn counters: nothing overflows or touches, on any counter of any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.art import pdf, pixels, svg
from hexmarshal.art.colours import contrast
from hexmarshal.art.counter import Card, CounterFace, Token, cards, copies
from hexmarshal.art.counter import faces as counter_art
from hexmarshal.art.counter.look import CounterPalette, Sign
from hexmarshal.art.drawing import Text, shapes
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.model import Game
from tests.art.layout import faults
from tests.games import shipped_game

MARGIN = 0.9
"""Points between text and the edge of a half-inch counter."""
GAP = 0.3
"""Points between two texts, or a text and a frame."""


@pytest.fixture(scope="module", params=[f.id for f in games_under(shipped_root())])
def game(request: pytest.FixtureRequest) -> Game:
    return shipped_game(request.param)


def sides(card: Card) -> Iterator[CounterFace]:
    yield card.front
    if card.back:
        yield card.back


def test_no_text_of_a_shipped_counter_overflows_or_touches(game: Game) -> None:
    found = [
        f"{card.counter}: {fault}"
        for card in copies(game)
        for face in sides(card)
        for fault in faults(
            counter_art.draw(face, card.size), MARGIN * card.size / 36, GAP * card.size / 36
        )
    ]
    assert found == []


def test_every_counter_has_a_card_and_every_piece_a_copy(game: Game) -> None:
    assert cards(game).keys() == game.counters.keys()
    assert len(copies(game)) == sum(counter.count for counter in game.counters.values())


WORDS = st.text(st.sampled_from("ABMWÄÕЖДgjpy 123/-½."), min_size=1, max_size=24)
SHORT = st.sampled_from(["", "2626", "E33.10", "W33.10", "12A", "1D", "26.6."])
VALUES = st.lists(
    st.builds(
        Token,
        st.sampled_from(["4-4-4", "144-10-12", "(5)-4-3", "½-?-3", "6", "+2", "?", "10"]),
        st.booleans(),
    ),
    max_size=3,
).map(tuple)
FACES = st.builds(
    CounterFace,
    layout=st.sampled_from(["unit", "hq", "air", "naval", "pictogram", "chit", "marker"]),
    palette=st.just(CounterPalette("#8fa08a", "#101010")),
    name=WORDS,
    type=st.sampled_from(["infantry", "ski infantry", "breakdown", "truck", "turn", "Ж words"]),
    echelon=st.sampled_from(["", "I", "III", "XX", "XXXX", "XXXXX", "KG"]),
    formation=st.one_of(st.just(""), WORDS),
    band=st.sampled_from(["", "#aa2222", "#f0f0f0"]),
    corner=SHORT,
    values=VALUES,
    label=st.sampled_from(["", "last activated"]),
    pips=st.integers(0, 6),
    dot=st.booleans(),
    stripe=st.booleans(),
    signs=st.sampled_from(
        [(), (Sign("star", "#aa0000", "#ffffff"),), (Sign("disc", "#aa0000", "#ffffff"),) * 2]
    ),
)


@settings(max_examples=100, deadline=None)
@given(FACES)
def test_no_text_of_any_counter_overflows_or_touches(face: CounterFace) -> None:
    assert faults(counter_art.draw(face, 36), MARGIN, 0.1) == []


def test_a_counter_grows_as_a_whole() -> None:
    face = CounterFace(
        "unit", CounterPalette("#8fa08a", "#101010"), "151G", "infantry", values=(Token("4-4-4"),)
    )
    small, large = counter_art.draw(face, 36), counter_art.draw(face, 42.52)
    assert (large.width, large.height) == (42.52, 42.52)
    assert [t.text for t in shapes(small.items) if isinstance(t, Text)] == [
        t.text for t in shapes(large.items) if isinstance(t, Text)
    ]
    assert faults(large, MARGIN * 42.52 / 36, GAP * 42.52 / 36) == []


def test_faces_are_the_same_bytes_every_time(game: Game) -> None:
    card = next(card for card in cards(game).values() if card.back)
    first, again = counter_art.faces(card), counter_art.faces(card)
    assert svg.write(first.front) == svg.write(again.front)
    assert pixels.png(first.front, 2) == pixels.png(again.front, 2)
    assert pdf.write([first.front]) == pdf.write([again.front])


def test_every_letter_stands_out_from_its_ground(game: Game) -> None:
    for card in cards(game).values():
        for face in sides(card):
            assert contrast(face.palette.ink, face.palette.base) >= 4.5  # WCAG 2.1, 1.4.3


def test_the_sides_are_told_apart_without_colour(game: Game) -> None:
    grounds: dict[str, Counter[str]] = {}
    for card in copies(game):
        counter = game.counters[card.counter]
        if counter.kind == "combat":
            grounds.setdefault(counter.side, Counter())[card.front.palette.base] += 1
    (one, _), (other, _) = (found.most_common(1)[0] for found in grounds.values())
    assert contrast(one, other) >= 1.4
