"""The contents of counters: values, corners, dots, the other side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexmarshal.art.counter import Card, CounterFace, Token, card, cards, copies, corner, number
from hexmarshal.art.counter.look import CounterLookForm, look_of
from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.counters import Counter, PrintedSide
from hexmarshal.game.model import Game
from hexmarshal.game.ruleset.cited import CounterFilter
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import fold
from tests.games import shipped_game


@pytest.fixture(scope="module")
def game() -> Game:
    return shipped_game("narva")


@pytest.fixture(scope="module")
def dressed(game: Game) -> dict[str, Card]:
    return cards(game)


@pytest.fixture(scope="module")
def baltic() -> dict[str, Card]:
    return cards(shipped_game("baltic-gap"))


def back(found: Card) -> CounterFace:
    assert found.back is not None
    return found.back


def house(number: int | float | str | bool | None) -> Value:
    return Value(number, Basis.HOUSE if number is not None else Basis.MISSING)


@pytest.mark.parametrize(
    ("value", "signed", "text"),
    [
        (4, False, "4"),
        (2, True, "+2"),
        (-1, True, "-1"),
        (0.5, False, "½"),
        (2.5, False, "2½"),
        (3.0, False, "3"),
        (1.25, False, "1.25"),
        ("(5)", False, "(5)"),
        (None, False, "?"),
        (None, True, "?"),
        (0, False, "0"),
    ],
)
def test_values_are_printed_as_wargames_print_them(
    value: int | float | str | None, signed: bool, text: str
) -> None:
    assert number(house(value), signed=signed) == text


def made(game: Game, look: CounterLookForm, **values: int | str | bool | None) -> CounterFace:
    front = {name: house(value) for name, value in values.items()}
    counter = Counter("x", "12 Pz", "german", "combat", type="tank", front=front)
    return card(game, look, counter).front


def test_values_follow_the_look(game: Game) -> None:
    plain = CounterLookForm()
    assert made(game, plain, attack=4, defence=4, movement=6).values == (Token("4-4-6"),)
    assert made(game, plain, attack=4, movement=6).values == (Token("4-?-6"),)
    ocs = CounterLookForm.model_validate(
        {"values": [{"types": ["tank"], "show": "{attack}-{action}-{movement}  {range:hex}"}]}
    )
    shown = made(game, ocs, attack=144, action=1, movement=1, range=12)
    assert shown.values == (Token("144-1-1"), Token("12", hexed=True))
    unable = made(game, ocs, attack=5, action=4, movement=3, range=0, attack_capable=False)
    assert unable.values[0] == Token("(5)-4-3")


def test_a_unit_set_up_reduced_has_a_reduced_side(dressed: dict[str, Card]) -> None:
    for id_ in ("g-61-151g", "g-61-176g", "g-227-227-pio", "g-225-376g"):
        assert back(dressed[id_]).stripe
        assert back(dressed[id_]).values != dressed[id_].front.values


def test_corners_tell_set_up_hex_or_turn_and_entry(game: Game, dressed: dict[str, Card]) -> None:
    assert dressed["g-61-151g"].front.corner == "2626"
    assert dressed["g-61-hq"].front.corner == "1A"
    assert dressed["s-117-hq"].front.corner == "2D"
    assert dressed["s-ind-260"].front.corner == "2"
    later = Placement("campaign", "g-61-151g", "reinforcement", date="1944-02-10", entry="B")
    assert corner(game, later) == "2B"  # turn 2 begins on 9 February
    assert corner(game, Placement("campaign", "g-61-151g", "box", place="Cup")) == ""


def test_copies_that_come_in_different_turns_say_so(game: Game, dressed: dict[str, Card]) -> None:
    chits = [found.front.corner for found in copies(game) if found.counter == "s-chit-2sh"]
    assert chits == ["", "", "", "1"]  # 14.9: three at the start, one on turn 1
    assert dressed["s-chit-2sh"].front.corner == ""


def test_corners_can_be_left_out(game: Game) -> None:
    look = look_of(game).model_copy(update={"corner": False})
    assert card(game, look, game.counters["g-61-151g"], "2626").front.corner == ""


def test_the_red_dot_marks_combat_units_without_zoc(dressed: dict[str, Card]) -> None:
    # 5.2: HQs and Soviet assault guns have none (HQs bear no dot), nor has attack 0
    assert {id_ for id_, found in dressed.items() if found.front.dot} == {
        "s-ind-16ur",
        "s-ind-1434-ag",
    }


def test_a_mode_that_denies_a_zoc_puts_the_dot_on_its_own_side_only(
    baltic: dict[str, Card],
) -> None:
    # OCS: attack-capable units exert one, in combat mode only; brackets deny the attack
    assert not baltic["s-inf-div-115"].front.dot  # 8-3-3
    assert back(baltic["s-inf-div-115"]).dot
    assert baltic["g-navy-flak-bn-217"].front.dot  # (5)-2-0
    assert not baltic["g-inf-div-24"].front.dot  # 16-4-3


@pytest.mark.parametrize("written", ["anti-tank", "Anti Tank", "anti_tank"])
def test_rules_and_counters_agree_on_a_type_however_it_is_written(game: Game, written: str) -> None:
    who = CounterFilter.model_validate({"type": written})
    gun = replace(game.counters["g-61-151g"], type=fold("Anti-tank"))
    assert who.matches(PrintedSide(gun))
    assert not who.matches(PrintedSide(game.counters["g-61-151g"]))


def test_a_unit_turns_to_its_other_side_even_where_its_values_are_not_known(
    baltic: dict[str, Card],
) -> None:
    turned = back(baltic["g-inf-div-24"])
    assert (turned.corner, turned.stripe) == ("MOVE", True)
    assert [token.text for token in turned.values] == ["?"]
    assert [token.text for token in back(baltic["s-inf-div-115"]).values] == ["4-3-5"]  # corrected


def test_the_dot_follows_the_side_that_lies_up(game: Game) -> None:
    counter = replace(game.counters["g-61-151g"], back={"attack": house(0)})
    found = card(game, look_of(game), counter)
    assert not found.front.dot
    assert back(found).dot


def test_an_hq_turns_to_say_that_it_was_activated_last(dressed: dict[str, Card]) -> None:
    found = dressed["s-122-hq"]
    assert found.front.values == (Token("6", hexed=True), Token("6"))
    assert back(found).label == "last activated"
    assert back(found).values == found.front.values


def test_air_units_show_their_shift(dressed: dict[str, Card]) -> None:
    assert dressed["g-air-ju-87"].front.values == (Token("+2"),)
    assert back(dressed["g-air-ju-87"]).values == (Token("+1"),)
    assert dressed["s-air-li-2"].front.values == (Token("+3"),)
    assert dressed["s-air-li-2"].back is None


def test_a_marker_turns_to_its_other_word(dressed: dict[str, Card]) -> None:
    found = dressed["m-out-of-supply"]
    assert back(found).name == "isolated"
    assert back(found).palette.base == found.front.palette.ink


def test_chits_bear_the_signs_of_the_sides_they_concern(dressed: dict[str, Card]) -> None:
    assert [sign.sign for sign in dressed["chit-random-event"].front.signs] == ["cross", "star"]
    assert [sign.sign for sign in dressed["s-chit-stavka"].front.signs] == ["star"]
    assert [sign.sign for sign in dressed["g-chit-barrage"].front.signs] == ["cross"]


def test_a_counters_own_row_corrects_its_look(game: Game) -> None:
    own = {"name": "X", "symbol": "rocket", "values": "{attack}/{defence}", "band": "#123456"}
    counter = replace(game.counters["g-61-151g"], look=own)
    face = card(game, look_of(game), counter).front
    assert (face.name, face.type, face.band) == ("X", "rocket", "#123456")
    assert face.values == (Token("4/4"),)


def test_many_steps_are_counted_by_pips(game: Game) -> None:
    counter = replace(game.counters["g-61-151g"], steps=house(4))
    found = card(game, look_of(game), counter)
    assert found.front.pips == 4
    assert back(found).pips == 0


def test_a_unit_may_turn_to_something_else_than_itself_reduced(game: Game) -> None:
    counter = replace(
        game.counters["g-61-151g"],
        steps=house(4),
        back={"movement": house(18)},
        reverse="move mode",
    )
    found = card(game, look_of(game), counter)
    assert found.reverse == "move mode"
    assert back(found).corner == "MOVE"
    assert back(found).values == (Token("4-4-18"),)
    assert back(found).pips == 4
