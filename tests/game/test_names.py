"""Names of counters, formations, phases, dates and boxes as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.board import Board, Box
from hexmarshal.game.counters import Counter
from hexmarshal.game.formations import agreement
from hexmarshal.game.model import Game, Side
from hexmarshal.game.names import CounterBook, Wanted, find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.scenario import Phase, Turn
from hexmarshal.game.text import plain, squash
from hexmarshal.game.timing import When, find_date, find_phase
from tests.games import shipped_game


@pytest.fixture(scope="module")
def narva() -> Game:
    return shipped_game("narva")


@pytest.fixture(scope="module")
def baltic(narva: Game) -> Game:
    """A few units of another game, spelled as its lists spell them."""

    def unit(id_: str, name: str, formation: str = "", count: int = 1, **more: str) -> Counter:
        printed = tuple(filter(None, [more.get("printed", "")]))
        kind = more.get("kind", "combat")
        return Counter(id_, name, "soviet", kind, formation, count=count, as_printed=printed)

    counters = [
        unit("71-gd", "71 Gd", printed="10-3-3 Gd Inf Div (71)"),
        unit("71-inf", "71", printed="8-2-2 Inf Div (71)"),
        unit("122-tank", "122 Tank", printed="9-3-8 Tank Bde (122)"),
        unit("ammo", "Arty Ammo", count=2, kind="marker"),
        unit("koe", "Königsberg Garrison"),
        unit("270", "270", "136"),
    ]
    turns = (Turn(1, "26 June", "1944-06-26"), Turn(2, "29 June", "1944-06-29"))
    phases = (
        Phase("axis", "Axis Player Turn", segments=(Phase("axis-movement", "Movement Phase"),)),
        Phase(
            "soviet", "Soviet Player Turn", segments=(Phase("soviet-movement", "Movement Phase"),)
        ),
    )
    return Game(
        id="test",
        title="Test",
        sides=(Side("german", "Axis", "Axis"), Side("soviet", "Soviet Union", "Soviet")),
        board=narva.board,
        counters={counter.id: counter for counter in counters},
        scenarios=(),
        turns=turns,
        phases=phases,
        rules=RuleSet(),
    )


@pytest.mark.parametrize(
    ("name", "side", "formation", "counter"),
    [
        ("1074", "soviet", "122nd Corps", "s-122-1074"),
        ("1074", "soviet", "122 corps", "s-122-1074"),
        ("1074", "", "", "s-122-1074"),
        ("HQ", "soviet", "109th Corps", "s-109-hq"),
        ("hq", "german", "61", "g-61-hq"),
        ("61 HQ", "german", "", "g-61-hq"),
        ("61 HQ", "german", "61st Division", "g-61-hq"),
        ("HQ", "german", "fhh", "g-fhh-hq"),
        ("151G (R)", "german", "", "g-61-151g"),
        ("151g", "german", "61. Division", "g-61-151g"),
        ("1/46", "german", "20SS", "g-20ss-1-46"),
        ("1 / 46", "german", "20th SS Division", "g-20ss-1-46"),
        ("225pio", "german", "", "g-225-225-pio"),
        ("HQ 61", "german", "", "g-61-hq"),
        ("61st Division HQ", "german", "", "g-61-hq"),
        ("109 Corps HQ", "soviet", "", "s-109-hq"),
        ("HQ", "soviet", "2nd Shock Army", "s-2sh-hq"),
        ("2. Shock Army HQ", "soviet", "", "s-2sh-hq"),
        ("HQ", "soviet", "30G", "s-30g-hq"),
        ("11th SS HQ", "german", "", "g-11ss-hq"),
        ("Nederland HQ", "german", "", "g-4ss-hq"),
        ("AA", "german", "Nordland", "g-11ss-aa"),
        ("AA 11", "german", "", "g-11ss-aa"),
        ("Pio", "german", "11SS", "g-11ss-11-pio"),
        ("I/46", "german", "20SS", "g-20ss-1-46"),
        ("151 G R", "german", "61", "g-61-151g"),
        ("260 MS Bde", "soviet", "", "s-ind-260"),
        ("185 Tank Rgt", "soviet", "", "s-ind-185-tk"),
        ("1434 SU", "soviet", "", "s-ind-1434-ag"),
        ("Wehrmacht command chit", "german", "", "g-chit-wer"),
        ("3rd SS Corps chit", "german", "", "g-chit-3ss"),
        ("59th Army chit", "soviet", "", "s-chit-59"),
    ],
)
def test_a_counter_answers_to_many_names(
    narva: Game, name: str, side: str, formation: str, counter: str
) -> None:
    found = CounterBook(narva).find(Wanted(name, side, formation), {})
    assert found is not None
    assert found.id == counter


@pytest.mark.parametrize(
    ("name", "side", "formation"),
    [
        ("1074", "german", ""),
        ("1074", "soviet", "109th Corps"),
        ("HQ", "german", "11th Division"),
        ("no such unit", "soviet", ""),
        ("", "soviet", ""),
        ("HQ 99", "german", ""),
        ("58 HQ", "german", ""),
        ("8th Corps HQ", "soviet", ""),
        ("SS HQ", "german", ""),
        ("1902 AG", "soviet", ""),
        ("AG", "soviet", ""),
        ("381 AG", "soviet", ""),
        ("227", "german", ""),
    ],
)
def test_side_and_formation_must_agree(narva: Game, name: str, side: str, formation: str) -> None:
    assert CounterBook(narva).find(Wanted(name, side, formation), {}) is None


@pytest.mark.parametrize(
    ("name", "counter"),
    [
        ("10-3-3 Gd Inf Div (71)", "71-gd"),
        ("8-2-2 Inf Div (71)", "71-inf"),
        ("gd inf div 71", "71-gd"),
        ("Inf Div (71)", "71-inf"),
        ("(9)-3-8 tank bde (122)", "122-tank"),
        ("Arty Ammo Marker 3", "ammo"),
        ("konigsberg garrison", "koe"),
        ("270/136", "270"),
    ],
)
def test_strengths_accents_and_noise_do_not_matter(baltic: Game, name: str, counter: str) -> None:
    found = CounterBook(baltic).find(Wanted(name, "soviet"), {})
    assert found is not None
    assert found.id == counter


def test_an_id_settles_it(narva: Game) -> None:
    found = CounterBook(narva).find(Wanted("anything", "german", id="s-122-1074"), {})
    assert found is not None
    assert found.id == "s-122-1074"
    assert CounterBook(narva).find(Wanted("1074", id="nothing"), {}) is None


def test_the_first_unused_is_taken_and_the_best_again_when_all_are_used(narva: Game) -> None:
    book = CounterBook(narva)
    names = [counter.id for counter in book.fitting(Wanted("HQ", "soviet"))]
    assert len(names) > 2
    used: dict[str, int] = {}
    taken = []
    for _ in range(len(names) + 1):
        found = book.find(Wanted("HQ", "soviet"), used)
        assert found is not None
        taken.append(found.id)
        used[found.id] = used.get(found.id, 0) + 1
    assert taken == [*names, names[0]]


def test_the_kind_told_decides_between_namesakes(narva: Game) -> None:
    every = CounterBook(narva).fitting(Wanted("Barrage", "soviet"))
    assert every, "the game has a Barrage chit"
    assert every[0].kind == "chit"


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("61", "61st Division"),
        ("20SS", "20th SS Division"),
        ("4th SS Division", "4th SS Division"),
        ("11", "11th SS Division"),
        ("12 Pz Div", "12th Panzer Division"),
        ("122 Corps", "122nd Corps"),
        ("FHH", "FHH Division"),
        ("III SS Corps", "3rd SS Corps"),
        ("Nordland", "11th SS Division Nordland"),
        ("2nd SH", "2nd Shock Army"),
        ("", "61st Division"),
    ],
)
def test_formations_that_agree(said: str, true: str) -> None:
    assert agreement(said, true) is not None


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("11th Division", "11th SS Division"),
        ("61st Corps", "61st Division"),
        ("16", "61st Division"),
        ("SS", "11th SS Division"),
        ("Division", "61st Division"),
        ("Nordland", "4th SS Division Nederland"),
        ("61", ""),
    ],
)
def test_formations_that_do_not(said: str, true: str) -> None:
    assert agreement(said, true) is None


@given(st.text(max_size=30))
def test_every_formation_agrees_with_itself_and_with_silence(text: str) -> None:
    assert agreement(text, text) == 0
    assert agreement("", text) == 0


@given(st.text(max_size=30))
def test_plain_and_squashed_names_stay_as_they_are(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert squash(plain(text)) == squash(text)


def test_sides_by_any_of_their_names(narva: Game) -> None:
    assert find_side(narva, "Soviet Union") == find_side(narva, "SOVIET") == "soviet"
    assert find_side(narva, "Soviets") == find_side(narva, "USSR") == "soviet"
    assert find_side(narva, "french") == ""


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("supply", When("supply")),
        ("Supply Phase", When("supply")),
        ("end of the Supply Phase", When("supply", "end")),
        ("beginning of the Movement Segment", When("movement", "start")),
        ("set-up", When("set up")),
        ("Setup", When("set up")),
        ("turn", When("turn")),
        ("end of turn", When("end of turn")),
        ("reinforcement", When("reinforcement")),
        ("supply segment", When("supply segment")),
        ("Supply Segment", When("supply segment")),
        ("German Reinforcement", When("german reinforcement")),
        ("Reinforcements", When("reinforcement")),
    ],
)
def test_phases_as_people_say_them(narva: Game, said: str, when: When) -> None:
    assert find_phase(narva, said) == when


def test_a_phase_the_game_does_not_have(narva: Game) -> None:
    assert find_phase(narva, "logistics") is None
    assert find_phase(narva, "") is None


@pytest.mark.parametrize(
    "said",
    [
        *("1944-06-29", "1944/6/29", "29 June 1944", "June 29, 1944", "29 June", "29th of June"),
        *("29.6.1944", "29/6", "29-06-1944", "29.6.44"),
    ],
)
def test_dates_as_people_write_them(baltic: Game, said: str) -> None:
    assert find_date(baltic, said.replace(" of ", " ")) == "1944-06-29"


def test_a_date_that_is_none(baltic: Game) -> None:
    assert find_date(baltic, "soon") is None
    assert find_date(baltic, "31 June 1944") is None


def test_boxes_and_their_spaces(narva: Game) -> None:
    boxes = (
        Box("turns", "Turn Record Track", "turn-track", ("1", "2"), other_names=("TRT",)),
        Box("grounded-g", "Grounded Box", "box", ("Grounded Box",), side="german"),
        Box("grounded-s", "Grounded Box", "box", ("Grounded Box",), side="soviet"),
        Box("kbg", "Königsberg Box", "box", ("Königsberg Box",)),
    )
    board = Board(narva.board.grid, boxes=boxes)
    assert find_place(board, "turn record track") == "Turn Record Track"
    assert find_place(board, "Turn Record Track: 2") == "Turn Record Track 2"
    assert find_place(board, "trt 2") == "Turn Record Track 2"
    assert find_place(board, "space 2 of the TRT") == "Turn Record Track 2"
    assert find_place(board, "Konigsberg") == "Königsberg Box"
    assert find_place(board, "grounded", "soviet") == "Grounded Box"
    assert find_place(board, "Berlin") is None
    assert find_place(narva.board, "cup drawn") == "Cup drawn"


def test_a_box_whose_side_goes_without_saying() -> None:
    board = shipped_game("iskra").board
    assert find_place(board, "dead-pile", "german") == "German Dead Pile"
    assert find_place(board, "Draw Chit Box", "soviet") == "Soviet Draw Chit Box"
    assert find_place(board, "Soviet Air Army 13 Box", "soviet") == "13th Air Army Box"
    assert find_place(board, "dead-pile") is None
    assert find_place(board, "Eliminated", "german") is None, "a zone beside the map of a module"
