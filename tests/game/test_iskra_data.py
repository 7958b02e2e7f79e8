"""The data of *Iskra* against its lists, copied out by hand: sections 13, 14, 15 and 19."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.model import Game
from hexmarshal.game.position_json import read_position
from hexmarshal.game.scenario import Placement, Scenario
from tests.games import shipped_game

ROOT = Path(__file__).parents[2]

SET_UP = {
    "1st Division": "20.06 1 HQ, 32.07 1/1, 32.08 2/1, 32.06 1/22, 33.05 2/22, 32.10 1/43, "
    "32.11 2/43, 31.09 1P, 32.04 1PJ, 31.12 1R",
    "227th Division": "22.23 227 HQ, 17.38 1/328, 17.38 2/328, 31.14 2/366, 31.15 3/366, "
    "32.29 1/412, 33.29 2/412, 25.27 227P, 33.18 227S, 31.22 227PJ",
    "67th Army": "08.37 67A HQ",
    "11th Brigade": "01.22 1/11, 01.22 2/11",
    "45th Guards Division": "01.23 131G/45G, 02.24 129G/45G, 03.26 134G/45G",
    "268th Division": "05.28 942/268, 06.29 947/268, 06.30 952/268",
    "136th Division": "07.32 269/136, 08.33 342/136, 09.35 270/136",
    "86th Division": "07.32 61T/86, 09.36 169/86, 10.37 330/86, 11.40 284/86",
    "46th Division": "09.39 220T/46",
    "55th Naval Brigade": "29.40 1/55Nav, 31.39 2/55Nav",
    "2nd Shock Army": "34.19 2ShA HQ",
    "128th Division": "34.25 533/128, 34.26 741/128, 34.27 374/128",
    "256th Division": "34.18 937/256, 34.19 930/256, 34.20 934/256",
    "239th Division": "34.12 16T/239",
    "327th Division": "34.14 1100/327, 34.15 1098/327, 34.16 1102/327",
    "372nd Division": "34.23 1238/372, 34.24 1236/372, 34.24 1240/372",
    "376th Division": "34.12 32GT/376, 33.12 1248/376, 33.12 185T/376, 33.13 1250/376, "
    "34.11 1252/376",
    "8th Army": "34.05 8A HQ",
    "265th Division": "33.07 450/265, 33.08 941/265, 33.09 951/265, 34.04 25T/265",
    "80th Division": "33.10 153/80, 33.11 218/80, 34.10 177/80",
    "": "17.38 3/390/215(Ind), 08.33 42 Pontoon bridge (Ind), 08.34 21 Pontoon bridge (Ind), "
    "08.32 52Eng (Ind), 10.36 2SpecEng (Ind), 34.13 39SpecEng (Ind), 34.21 53Eng (Ind), "
    "34.03 1Eng (Ind)",
}

AROUND = {  # 15.1, 15.2
    "1/328": ("17.38", 3),
    "2/328": ("17.38", 3),
    "3/390/215(Ind)": ("17.38", 3),
    "1/11": ("01.22", 1),
    "2/11": ("01.22", 1),
}

HERE = "Replacing its independent counterpart"
ARRIVALS = {  # 15.3, with erratum 5; by turn, entry or place, and whose list
    (1, "I", "german"): "95 GebR, 3/159/69(Ind)",
    (1, "G", "german"): "1/24/21(Ind), 3/24/21(Ind)",
    (1, "J", "67a"): "119/13, 172/13, 296/13",
    (1, "D", "8a"): "1/73Nav, 2/73Nav",
    (2, "I", "german"): "95GebP, 2/100Geb",
    (2, "F", "german"): "161P/61(Ind)",
    (2, "D", "8a"): "1212/364, 1214/364, 1216/364",
    (2, "J", "67a"): "143/224, 160/224, 183/224, 176/46, 314/46, 340/46",
    (2, "L", "67a"): "152T/268",
    (2, "C", "2sha"): "126/71, 131/71, 367/71, 1074/314, 1076/314, 1078/314",
    (2, "A", "2sha"): "414/18, 419/18, 424/18, 98T/18",
    (3, "H", "german"): "3/3G/4SS(Ind), PolizeiA/4SS(Ind)",
    (3, "F", "german"): "1/151/61(Ind), 2/151/61(Ind), 1/162/61(Ind), 2/162/61(Ind)",
    (3, "B", "2sha"): "546/191, 552/191, 559/191, 511/239, 813/239, 817/239",
    (3, "L", "67a"): "1/123, 2/123, 1/142Nav, 2/142Nav",
    (3, "K", "67a"): "245G/123, 255/123, 272/123, 1/102, 2/102",
    (3, "M", "67a"): "1/34Ski, 2/34Ski",
    (3, "N", "67a"): "1/35Ski, 2/35Ski, 16UR",
    (4, "F", "german"): "Hühner HQ, 161S/61(Ind), 161PJ/61(Ind)",
    (4, "C", "2sha"): "163/11, 219/11, 320/11",
    (4, "A", "2sha"): "122T/11",
    (4, "O", "2sha"): "1/12Ski, 2/12Ski",
    (4, "J", "67a"): "1/138, 2/138",
    (6, "F", "german"): "61 HQ, 1/176, 2/176",
    (6, HERE, "german"): "1/151, 2/151, 1/162, 2/162, 161S, 161P, 161PJ",
    (6, "B", "2sha"): "1/13Ski, 2/13Ski",
    (7, "H", "german"): "4SS HQ, 2/1G, 3/1G, 1/2G, 2/2G, 3/2G, 1/3G, PolizeiP, 2/269/250 (S)",
    (7, HERE, "german"): "3/3G, PolizeiA",
}

TWINS = {  # 13.2.3, 13.2.4
    "1/151": "1/151/61(Ind)",
    "2/151": "2/151/61(Ind)",
    "1/162": "1/162/61(Ind)",
    "2/162": "2/162/61(Ind)",
    "161S": "161S/61(Ind)",
    "161P": "161P/61(Ind)",
    "161PJ": "161PJ/61(Ind)",
    "3/3G": "3/3G/4SS(Ind)",
    "PolizeiA": "PolizeiA/4SS(Ind)",
}

GUARDS = {  # 19.1.17
    "269/136": "188G/63G",
    "342/136": "63rd Guards for 342/136",
    "270/136": "63rd Guards for 270/136",
    "1098/327": "64th Guards for 1098/327",
    "1100/327": "64th Guards for 1100/327",
    "1102/327": "64th Guards for 1102/327",
    "61T/86": "30th Guards Tank Brigade",
}

EVENTS = {  # 13.2.1, 19.1.17 to 19.1.20: where they come on, and how many
    "zbV540G": ("I", 1),
    "636 SICH": ("H", 1),
    "147th Division": ("A", 3),
    "53rd Brigade": ("D", 2),
    "Carstens": ("Parent unit", 1),
    "Dresp": ("Parent unit", 1),
    "Silbernagel": ("Parent unit", 1),
    "Am Seeufer": ("Parent unit", 1),
    "188G/63G": ("Replacing 136th Division", 1),
    "63rd Guards": ("Replacing 136th Division", 2),
    "64th Guards": ("Replacing 327th Division", 3),
    "30th Guards Tank Brigade": ("Replacing 61st Tank Brigade", 1),
}

NAMED_WITHOUT_A_LIST = {
    "96 HQ",  # 3.3.1
    "96",  # its chit, by 1.4
    "5 Geb HQ",  # by its chit of 15.3
    "1/s502",  # 19.1.15
    "Out of Command",  # 1.5.2
    "Out of Supply",  # 1.5.3
    "Pin",  # 1.5.4
    "Technical Problems",  # 1.5.6
    "No Strat Move",  # 1.5.7
}


@pytest.fixture(scope="module")
def iskra() -> Game:
    return shipped_game("iskra")


@pytest.fixture(scope="module")
def campaign(iskra: Game) -> Scenario:
    return iskra.scenario("campaign")


def owner(game: Game, placement: Placement) -> str:
    """Whose arrivals a line stands among: the Germans' or one Soviet army's."""
    counter = game.counters[placement.counter]
    armies = counter.tags & {"67a", "2sha", "8a"}
    return counter.side if counter.side == "german" else "".join(armies)


def units(game: Game, scenario: Scenario, kind: str) -> list[Placement]:
    """The lines of a kind whose counter is a ground unit."""
    return [p for p in scenario.placements if p.kind == kind and game.counters[p.counter].is_unit]


def by_name(game: Game) -> dict[str, str]:
    return {counter.name: counter.id for counter in game.counters.values()}


# -- set-up -----------------------------------------------------------------------------------


def test_every_unit_of_the_set_up_in_its_hex(iskra: Game, campaign: Scenario) -> None:
    label = iskra.board.grid.label
    found: dict[str, set[str]] = {}
    for p in units(iskra, campaign, "setup"):
        assert p.hex is not None
        assert not p.steps_lost
        formation = iskra.counters[p.counter].formation
        found.setdefault(formation, set()).add(f"{label(p.hex)} {p.as_printed}")
    assert found == {formation: set(lines.split(", ")) for formation, lines in SET_UP.items()}


def test_set_up_by_section(iskra: Game, campaign: Scenario) -> None:
    lines = Tally(p.rule for p in units(iskra, campaign, "setup"))
    assert lines == {"15.1": 21, "15.2": 53}
    fronts = Tally(
        front
        for p in units(iskra, campaign, "setup")
        for front in iskra.counters[p.counter].tags & {"leningrad front", "volkhov front"}
    )
    assert fronts == {"leningrad front": 23, "volkhov front": 30}


def test_circles_of_the_set_up(iskra: Game, campaign: Scenario) -> None:
    label = iskra.board.grid.label
    found = {
        p.as_printed: (label(p.hex), p.within)
        for p in campaign.placements
        if p.hex is not None and p.within is not None
    }
    assert found == AROUND


def test_no_hex_of_the_set_up_holds_too_many(iskra: Game, campaign: Scenario) -> None:
    exact = [p for p in units(iskra, campaign, "setup") if not p.within]
    stacks = Tally((p.hex, iskra.counters[p.counter].kind) for p in exact)
    assert max(n for (_, kind), n in stacks.items() if kind == "combat") == 2  # 6.0
    assert max(n for (_, kind), n in stacks.items() if kind == "hq") == 1


# -- arrivals ---------------------------------------------------------------------------------


def test_arrivals_of_each_turn(iskra: Game, campaign: Scenario) -> None:
    found: dict[tuple[int | None, str, str], list[str]] = {}
    for p in units(iskra, campaign, "reinforcement"):
        if p.turn:
            assert p.rule == "15.3"
            key = (p.turn, p.entry or p.place, owner(iskra, p))
            found.setdefault(key, []).append(p.as_printed)
    assert found == {key: units.split(", ") for key, units in ARRIVALS.items()}


def test_arrivals_count_by_turn(iskra: Game, campaign: Scenario) -> None:
    found = Tally(p.turn for p in units(iskra, campaign, "reinforcement") if p.turn)
    assert found == {1: 9, 2: 23, 3: 26, 4: 11, 6: 12, 7: 11}


def test_first_named_first(iskra: Game, campaign: Scenario) -> None:
    """Erratum 5: the player named first in a turn's list enters first."""
    order: dict[int, list[str]] = {}
    for p in units(iskra, campaign, "reinforcement"):
        if p.turn:
            order.setdefault(p.turn, []).append(owner(iskra, p))
    assert {turn: list(dict.fromkeys(owners)) for turn, owners in order.items()} == {
        1: ["german", "67a", "8a"],
        2: ["german", "8a", "67a", "2sha"],
        3: ["german", "2sha", "67a"],
        4: ["german", "2sha", "67a"],
        6: ["german", "2sha"],
        7: ["german"],
    }


def test_misprint_of_the_224th_is_put_right(iskra: Game) -> None:
    names = {c.name for c in iskra.counters.values() if c.formation == "224th Division"}
    assert names == {"143/224", "160/224", "183/224"}  # erratum 5


def test_every_entry_letter_is_on_the_map_and_of_its_side(iskra: Game, campaign: Scenario) -> None:
    for p in campaign.placements:
        if p.entry:
            assert p.entry in ("FGHI" if p.side == "german" else "ABCDJKLMNO")
            assert iskra.board.entries[p.entry].side == p.side


def test_divisional_counters_take_over_from_independent_ones(
    iskra: Game, campaign: Scenario
) -> None:
    lines = {p.as_printed: p for p in campaign.placements if p.replaces and p.turn}
    names = {name: iskra.counters[p.replaces].name for name, p in lines.items()}
    assert names == TWINS
    for p in lines.values():
        new, old = iskra.counters[p.counter], iskra.counters[p.replaces]
        assert new.type == old.type
        assert new.formation
        assert "independent" in old.tags
        assert not old.formation
        assert new.front == old.front
        assert new.back == old.back
    assert {p.turn for name, p in lines.items() if name in ("3/3G", "PolizeiA")} == {7}
    assert Tally(p.turn for p in lines.values()) == {6: 7, 7: 2}


def test_guards_take_over_from_the_units_they_were(iskra: Game, campaign: Scenario) -> None:
    lines = [p for p in campaign.placements if p.rule == "19.1.17"]
    names = {iskra.counters[p.replaces].name: iskra.counters[p.counter].name for p in lines}
    assert names == GUARDS
    assert all("guards" in iskra.counters[p.counter].tags for p in lines)
    for p in lines:
        new, old = iskra.counters[p.counter], iskra.counters[p.replaces]
        assert new.type == old.type
        assert new.steps.number == old.steps.number
        assert new.tags >= old.tags


def test_events_and_battle_groups_wait_for_their_condition(iskra: Game, campaign: Scenario) -> None:
    lines = [p for p in units(iskra, campaign, "reinforcement") if not p.turn]
    found: dict[str, tuple[str, int]] = {}
    for p in lines:
        assert p.conditional
        assert p.waits
        copies = found.get(p.as_printed, ("", 0))[1] + p.count
        found[p.as_printed] = (p.entry or p.place, copies)
    assert found == EVENTS
    boxes = {(iskra.counters[p.counter].side, p.waits) for p in lines}
    assert boxes == {
        ("german", "Kampfgruppen"),
        ("german", "German Event Arrivals"),
        ("soviet", "Soviet Event Arrivals"),
    }
    groups = [c for c in iskra.counters.values() if "kampfgruppe" in c.tags]
    assert len(groups) == 4
    assert not any(c.formation for c in groups)


def test_huehner_may_come_early(campaign: Scenario) -> None:
    lines = [p for p in campaign.placements if p.counter in ("g-huehner-hq", "g-chit-huehner")]
    assert [(p.turn, p.entry, p.place) for p in lines] == [(4, "", "Cup"), (4, "F", "")]
    assert all("19.1.21" in p.conditional for p in lines)


# -- who is whose -----------------------------------------------------------------------------


def test_one_number_may_be_two_formations(iskra: Game) -> None:
    found: dict[str, set[str]] = {}
    for counter in iskra.counters.values():
        found.setdefault(counter.formation, set()).add(counter.name)
    assert found["11th Brigade"] == {"1/11", "2/11"}  # example in 3.1.4: of 67th Army
    assert found["11th Division"] == {"163/11", "219/11", "320/11", "122T/11"}
    assert found["123rd Brigade"] == {"1/123", "2/123"}
    assert found["123rd Division"] == {"245G/123", "255/123", "272/123"}


def test_three_regiments_to_a_division_and_two_to_a_brigade(iskra: Game) -> None:
    """3.1.4; tanks count with the division whose colour they bear."""
    foot: dict[str, int] = {}
    for c in iskra.counters.values():
        if c.side == "soviet" and c.kind == "combat" and c.formation and c.type != "tank":
            foot[c.formation] = foot.get(c.formation, 0) + c.count
    brigades = {name for name in foot if "Brigade" in name}
    assert all(foot[name] == (2 if name in brigades else 3) for name in foot)
    assert len(brigades) == 12
    assert len(foot) == 12 + 25
    tanks = {c.name for c in iskra.counters.values() if c.type == "tank"}
    printed = "61T/86 220T/46 152T/268 32GT/376 16T/239 185T/376 25T/265 98T/18 122T/11"
    assert tanks == {*printed.split(), "30th Guards Tank Brigade"}


def test_soviet_units_know_their_army_and_front(iskra: Game) -> None:
    fronts = {"67a": "leningrad front", "2sha": "volkhov front", "8a": "volkhov front"}
    for counter in iskra.counters.values():
        if counter.side == "soviet" and counter.is_unit:
            armies = counter.tags & fronts.keys()
            assert len(counter.tags & set(fronts.values())) == 1, counter.name
            assert all(fronts[army] in counter.tags for army in armies), counter.name
            no_army = "independent" in counter.tags or counter.id in ("s-147", "s-53b")
            assert len(armies) == (0 if no_army else 1), counter.name


def test_mechanised_units(iskra: Game) -> None:
    mechanised = {c.type for c in iskra.counters.values() if "mechanised" in c.tags}
    assert mechanised == {"tank", "heavy tank"}
    assert all("mechanised" in c.tags for c in iskra.counters.values() if c.type in mechanised)


def test_independent_units_bear_no_division(iskra: Game) -> None:
    marked = {c.name for c in iskra.counters.values() if "(Ind)" in c.name}
    independent = {c.name for c in iskra.counters.values() if "independent" in c.tags}
    assert independent == marked | {"1/s502"}
    assert len(marked) == 4 + 9 + 7  # 15.1 and turn 1, the twins of 13.2.3 and 13.2.4, 15.2
    for counter in iskra.counters.values():
        if "independent" in counter.tags:
            assert not counter.formation
            assert counter.look["band"] == "white"


def test_german_ss(iskra: Game) -> None:
    ss = {c.name for c in iskra.counters.values() if "ss" in c.tags}
    assert ss == {
        *("4SS HQ", "2/1G", "3/1G", "1/2G", "2/2G", "3/2G", "1/3G", "3/3G", "PolizeiP"),
        *("PolizeiA", "3/3G/4SS(Ind)", "PolizeiA/4SS(Ind)"),
    }


# -- values -----------------------------------------------------------------------------------


def test_pontoniers_have_a_bridge_side(iskra: Game) -> None:
    pontoniers = [c for c in iskra.counters.values() if "pontonier" in c.tags]
    assert {c.name for c in pontoniers} == {"42 Pontoon bridge (Ind)", "21 Pontoon bridge (Ind)"}
    for counter in pontoniers:
        printed = [counter.front[name] for name in ("attack", "defence", "movement", "mode")]
        assert [value.number for value in printed] == [0, 0, 4, "pontonier"]  # 13.3.1
        assert {value.basis for value in printed} == {Basis.RULEBOOK}
        assert counter.back["mode"].number == "bridge"
        assert (counter.reverse, counter.steps.number) == ("bridge mode", 1)


def test_a_pontonier_turned_over_is_a_bridge(iskra: Game) -> None:
    data = {
        "counters": [
            {"name": "42 Pontoon bridge (Ind)", "hex": "08.33", "markers": ["bridge mode"]},
            {"name": "21 Pontoon bridge (Ind)", "hex": "08.34"},
        ]
    }
    reading = read_position(iskra, data)
    assert not reading.remarks
    assert [p.value("mode").number for p in reading.position.pieces] == ["bridge", "pontonier"]


def test_headquarters_have_no_step(iskra: Game) -> None:
    hqs = [c for c in iskra.counters.values() if c.kind == "hq"]
    assert Tally(c.side for c in hqs) == {"german": 7, "soviet": 3}
    for counter in hqs:
        assert (counter.steps.number, counter.steps.basis) == (0, Basis.RULEBOOK)  # 13.4.1
        assert counter.front["range"].basis is Basis.HOUSE
        assert not counter.back


def test_steps_that_the_text_tells(iskra: Game) -> None:
    told = {
        c.name: c.steps.number
        for c in iskra.counters.values()
        if c.kind == "combat" and c.steps.basis is Basis.RULEBOOK and "pontonier" not in c.tags
    }
    assert told == {"1/s502": 2, "269/136": 2, "188G/63G": 2}  # 19.1.16, 19.1.17


def test_other_strengths_are_house_values_and_complete(iskra: Game) -> None:
    for counter in iskra.counters.values():
        if counter.kind == "combat" and "pontonier" not in counter.tags:
            for name in ("attack", "defence", "movement"):
                assert counter.front[name].basis is Basis.HOUSE, (counter.id, name)
            assert ("attack" in counter.back) == (counter.steps.number == 2), counter.id


# -- air units, chits, markers ----------------------------------------------------------------


def test_air_units(iskra: Game, campaign: Scenario) -> None:
    lines = {p.as_printed: (p.rule, p.place) for p in campaign.placements if p.kind == "air"}
    assert lines == {
        "JG54/LF1": ("15.1", "Refit side of Grounded Box"),
        "SG1/LF1": ("15.1", "Grounded Box"),
        "275 IA/13AA": ("15.2", "13th Air Army Box"),
        "277 GA/13AA": ("15.2", "Grounded Box"),
        "279 IA/14AA": ("15.2", "14th Air Army Box"),
        "281 GA/14AA": ("15.2", "Grounded Box"),
    }
    air = [c for c in iskra.counters.values() if c.kind == "air"]
    assert Tally(c.side for c in air) == {"german": 2, "soviet": 4}  # 12.0
    for counter in air:
        pair = (counter.front["shift"], counter.back["shift"])
        assert [value.number for value in pair] == [2, 1]
        assert {value.basis for value in pair} == {Basis.RULEBOOK}


def test_chits_of_the_start(campaign: Scenario) -> None:
    """13.1: one chit of each Soviet army first, all others after them."""
    start = [p for p in campaign.placements if p.kind == "chit"]
    assert {p.rule for p in start} == {"13.1"}
    assert [p.as_printed for p in start if p.place == "Cup"] == ["8A", "2ShA", "67A"]
    rest = [(p.as_printed, p.place) for p in start if p.place != "Cup"]
    assert rest == [
        ("8A", "Soviet Draw Chit Box"),
        ("2ShA", "Soviet Draw Chit Box"),
        ("67A", "Soviet Draw Chit Box"),
        ("1", "German Draw Chit Box"),
        ("227", "German Draw Chit Box"),
    ]
    assert all(bool(p.conditional) == (p.place != "Cup") for p in start)


def test_chits_that_arrive(iskra: Game, campaign: Scenario) -> None:
    arriving = [
        p
        for p in campaign.placements
        if p.kind == "reinforcement" and iskra.counters[p.counter].kind == "chit"
    ]
    assert {p.place for p in arriving} == {"Cup"}
    assert [(p.turn, p.as_printed, p.side) for p in arriving] == [
        (1, "5 Geb Draw chit", "german"),
        (4, "Draw chit", "german"),
        (5, "LenF", "soviet"),
        (5, "VolF", "soviet"),
        (6, "61 Draw chit", "german"),
        (6, "18A Chit", "german"),
        (7, "4SS Draw chit", "german"),
    ]


def test_victory_markers_stand_on_their_hexes_german_side_up(
    iskra: Game, campaign: Scenario
) -> None:
    label = iskra.board.grid.label
    markers = [c for c in iskra.counters.values() if "victory" in c.tags]
    sides = {c.name: (c.type, c.reverse) for c in markers}
    ones = {f"VP {n}": ("german 1 vp", "Soviet 1 VP") for n in WORTH_ONE}
    assert sides == {
        **ones,  # 14.3.1
        "VP Schlüsselburg (German)": ("german 8 vp", "German 2 VP"),  # 13.5.1
        "VP Schlüsselburg (Soviet)": ("soviet 4 vp", "Soviet 2 VP"),  # 13.5.2
    }
    lines = [p for p in campaign.placements if p.counter in {c.id for c in markers}]
    hexes = {p.as_printed: label(p.hex) for p in lines if p.hex is not None}
    assert hexes == WORTH_ONE
    places = {p.counter: p.place for p in lines if p.place}
    assert places == {
        "m-vp-schluesselburg-german": "Schlüsselburg",
        "m-vp-schluesselburg-soviet": "Markers",
    }


WORTH_ONE = {
    "Lipka": "32.29",
    "Marino": "11.33",
    "Gorodok 1": "06.25",
    "Gorodok 2": "08.27",
    "Dubrovka": "04.23",
}


def test_markers_with_two_sides(iskra: Game) -> None:
    sides = {
        c.name: (c.type, c.reverse)
        for c in iskra.counters.values()
        if c.kind == "marker" and "victory" not in c.tags
    }
    assert sides == {
        "Turn": ("turn", ""),
        "Out of Command": ("out of command", ""),
        "Out of Supply": ("out of supply", "isolated"),  # 1.5.3
        "Pin": ("pinned", ""),
        "Technical Problems": ("technical problems", "Tiger Breakdown"),  # 1.5.6
        "No Strat Move": ("no strat move", ""),
    }


# -- the counter mix --------------------------------------------------------------------------


def test_no_unit_is_invented(iskra: Game, campaign: Scenario) -> None:
    listed = {p.counter for p in campaign.placements}
    unlisted = {c.name for c in iskra.counters.values() if c.id not in listed}
    assert unlisted == NAMED_WITHOUT_A_LIST
    assert not any("170" in c.formation for c in iskra.counters.values())


def test_a_counter_is_placed_as_often_as_it_exists(iskra: Game, campaign: Scenario) -> None:
    placed = Tally[str]()
    for p in campaign.placements:
        placed[p.counter] += p.count
    assert placed == {id_: iskra.counters[id_].count for id_ in placed}


def test_no_list_spells_a_unit_in_a_way_its_counter_does_not_know(
    iskra: Game, campaign: Scenario
) -> None:
    for p in campaign.placements:
        assert p.as_printed in iskra.counters[p.counter].as_printed, p.counter


def test_names_are_unique_and_found_again(iskra: Game) -> None:
    names = by_name(iskra)
    assert len(names) == len(iskra.counters)
    data = {
        "counters": [
            {"name": counter.name, "side": counter.side, "kind": counter.kind}
            for counter in iskra.counters.values()
        ]
    }
    pieces = read_position(iskra, data).position.pieces
    assert [p.counter.id for p in pieces if p.counter] == list(iskra.counters)


def test_every_copy_has_a_number_of_its_own(iskra: Game) -> None:
    numbers = [int(n) for c in iskra.counters.values() for n in c.piece_ids]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert all(len(c.piece_ids) == c.count for c in iskra.counters.values())


# -- the game ---------------------------------------------------------------------------------


def test_turns_are_the_days_from_12_to_21_january(iskra: Game) -> None:
    assert [(t.number, t.date) for t in iskra.turns] == [
        (n, f"1943-01-{11 + n}") for n in range(1, 11)
    ]
    assert iskra.turn_of_date("1943-01-18") == 7


def test_sequence_of_play(iskra: Game) -> None:
    phases = {p.title: (p.rule, [(s.title, s.rule) for s in p.segments]) for p in iskra.phases}
    assert phases == {
        "Air Unit Phase": (
            "2.1",
            [
                ("Refitted Unit Return Segment", "2.1.1"),
                ("Grounded Unit Refitting Segment", "2.1.2"),
            ],
        ),
        "Random Event Phase": ("2.2", [("Random Event Table Roll Segment", "2.2.1")]),
        "Command Phase": (
            "2.3",
            [
                ("Command Segment", "2.3.1"),
                ("Movement Segment", "2.3.2"),
                ("Combat Segment", "2.3.3"),
            ],
        ),
        "Supply Phase": (
            "2.4",
            [("Isolation Segment", "2.4.1"), ("Out of Supply Segment", "2.4.2")],
        ),
        "Reinforcement Phase": (
            "2.5",
            [("Reinforcement Segment", "2.5.1"), ("Replacement Segment", "2.5.2")],
        ),
        "Pontoon Bridge Phase": (
            "2.6",
            [("Bridge Building Segment", "2.6.1"), ("Bridge Dismantling Segment", "2.6.2")],
        ),
        "End of Turn Phase": (
            "2.7",
            [
                ("Out of Command Segment", "2.7.1"),
                ("Clean Up Segment", "2.7.2"),
                ("Turn Advance Segment", "2.7.3"),
            ],
        ),
    }


def test_every_colour_word_is_known(iskra: Game) -> None:
    look = iskra.look
    formations = {c.formation for c in iskra.counters.values() if c.is_unit and c.formation}
    assert set(look["bands"]) == formations
    assert look["bands"]["96th Division"]["colour"] == "yellow"  # 3.3.1
    assert look["bands"]["224th Division"]["colour"] == "pink"  # 3.3.1
