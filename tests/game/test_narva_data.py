"""The data of *Across the Narva* against its lists, copied out by hand: section 14 of the rules."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement, Scenario
from tests.games import shipped_game

ROOT = Path(__file__).parents[2]

SET_UP = {
    "14.1.1": "2626 151G (R), 1312 61F, 1210 161 Pio, 0920 162G, 1220 176G (R)",
    "14.1.2": "1827 HQ, 1928 PZG, 2022 MOK, 2431 BECK, 1029 PZ, 1820 FUS, 2423 AA",
    "14.1.3": "2326 391G, 2732 399G",
    "14.1.4": "2030 HQ, 2832 366G, 2132 227 Pio (R), 2633 328G, 2634 227F",
    "14.1.5": "2533 2/502",
    "14.2.1": "0213 HQ, 0607 376G (R), 0804 225 Pio, 1107 333G, 1109 377G",
    "14.2.2": "2126 209G",
    "14.2.3": "2235 Hohn, 2337 SCHN",
    "14.3.1": "3029 HQ, 3127 2/24, 2931 AA, 2829 KAUS, 3329 3/24, 3027 11 Pio, 2830 HVS, "
    "3227 HAME, 2928 23, 3228 KRUG",
    "14.3.2": "3130 HQ, 3331 2/48, 3231 1/49, 3330 1/48, 3132 2/49, 3031 54 Pio",
    "14.3.3": "2134 HQ",
    "14.4": "1005 30P, 1532 32P, 1721 29P, 2435 31P",
    "14.5": "3024 2nd SH HQ",
    "14.5.1": "1306 HQ, 1207 163, 1409 219, 2305 320, 1105 65, 1103 147, 2306 708, 2020 1074, "
    "2020 1076, 2021 1078",
    "14.5.2": "1408 172, 1507 296, 1507 119",
    "14.6.1": "2120 HQ, 2122 381, 2122 456, 2422 602, 1921 657, 1921 749, 3026 864, 3226 880, "
    "2021 466, 3429 891",
    "14.6.2": "2935 HQ, 3333 268, 3332 301, 3332 328, 2635 4, 2636 166, 2736 308, 2734 593, "
    "3032 695, 2733 743",
    "14.6.3": "2538 48, 3430 16UR, 3232 50",
    "14.7": "3015 30 GD HQ, 3406 131, 3108 129, 3108 134, 3014 188, 2816 190, 2716 192, 2718 197, "
    "2719 191, 2820 194",
}

FORMATION = {
    "14.1.1": "61st Division",
    "14.1.2": "FHH Division",
    "14.1.3": "170th Division",
    "14.1.4": "227th Division",
    "14.1.5": "",
    "14.2.1": "225th Division",
    "14.2.2": "58th Division",
    "14.2.3": "KUST",
    "14.3.1": "11th SS Division",
    "14.3.2": "4th SS Division",
    "14.3.3": "KUST",
    "14.4": "",
    "14.5": "2nd Shock Army",
    "14.5.1": "122nd Corps",
    "14.5.2": "124th Corps",
    "14.6.1": "109th Corps",
    "14.6.2": "43rd Corps",
    "14.6.3": "",
    "14.7": "30th Guards Corps",
}

ARRIVALS = {
    ("14.11.1", 1, "A", "61st Division"): "61 HQ",
    ("14.11.1", 1, "A", "170th Division"): "170 HQ, 410F, 170F",
    ("14.11.1", 1, "A", "20th SS Division"): "1/46, 2/46",
    ("14.11.1", 1, "A", "FHH Division"): "FHH Pio",
    ("14.11.1", 1, "A", ""): "GNES, FBB PzG, 540",
    ("14.11.1", 1, "A", "KVO"): "TART, VIL J, PARN",
    ("14.11.1", 1, "B", "58th Division"): "58F",
    ("14.11.1", 2, "A", "58th Division"): "220G, 158 Pio",
    ("14.11.2", 1, "D", ""): "40G, 622, 781, 1434 AG",
    ("14.11.2", 1, "F", "30th Guards Corps"): "30 Tk",
    ("14.11.2", 1, "F", ""): "185 Tk",
    ("14.11.2", 1, "G", ""): "71",
    ("14.11.2", 1, "H", "14th Corps"): "1254, 1256, 1258",
    ("14.11.2", 2, "", ""): "260 (8.6)",
    ("14.11.2", 2, "D", "117th Corps"): "117 HQ, 92, 122, 191, 245, 255, 272, 289, 538, 543",
    ("14.11.2", 2, "D", "124th Corps"): "124 HQ, 77, 153, 218, 483, 486, 502",
}

CHITS = {  # 14.9, with the misprint as it stands
    (None, "3SS", 2),
    (None, "WER", 1),
    (None, "2SH", 3),
    (1, "WER", 1),
    (1, "2SH", 1),
    (2, "Barrage", 1),
    (3, "26", 1),
    (3, "43", 1),
    (3, "AGN", 1),
    (3, "8", 1),
    (3, "59", 1),
    (3, "Barrge", 1),
    (4, "26", 1),
    (4, "59", 2),
    (4, "Barrage", 1),
    (4, "Stavka", 1),
    (5, "Random Event", 1),
    (7, "43", 1),
}

NAMED_WITHOUT_A_LIST = {
    "STRAC HQ",  # 4.2.3
    "KVO HQ",  # 4.1.1 F
    "285S HQ",  # 4.1.1 F
    "8th Army HQ",  # its chit of 14.9, by 2.3 A
    "59th Army HQ",  # 2.5.5
    "Free Move",  # 2.5.4
    "Withdraw 59 Army",  # 2.5.5
    "2nd Shock Out of Supply",  # 2.5.6
    "Withdraw 214 Division",  # 2.5.7
    "Pinned",  # 2.6.2
    "Out of Supply",  # 2.6.3
}


@pytest.fixture(scope="module")
def narva() -> Game:
    return shipped_game("narva")


@pytest.fixture(scope="module")
def campaign(narva: Game) -> Scenario:
    return narva.scenario("campaign")


def of_rule(scenario: Scenario, rule: str) -> list[Placement]:
    return [p for p in scenario.placements if p.rule == rule]


# -- set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", SET_UP)
def test_set_up_of_a_section(narva: Game, campaign: Scenario, rule: str) -> None:
    found = of_rule(campaign, rule)
    wanted = [tuple(entry.split(" ", 1)) for entry in SET_UP[rule].split(", ")]
    assert all(p.kind == "setup" and p.hex is not None and p.count == 1 for p in found)
    lines = [(narva.board.grid.label(p.hex), p.as_printed) for p in found if p.hex is not None]
    assert sorted(lines) == sorted(wanted)
    assert {narva.counters[p.counter].formation for p in found} == {FORMATION[rule]}


def test_whole_set_up(narva: Game, campaign: Scenario) -> None:
    setup = [p for p in campaign.placements if p.kind == "setup"]
    assert {p.rule for p in setup} == set(SET_UP)
    # 49 German units of 14.1 to 14.4, 47 Soviet units of 14.5 to 14.7, each its own counter
    sides = Tally(narva.counters[p.counter].side for p in setup)
    assert sides == {"german": 49, "soviet": 47}
    assert len({p.counter for p in setup}) == len(setup) == 96


def test_reduced_at_start(narva: Game, campaign: Scenario) -> None:
    reduced = {p.as_printed: p for p in campaign.placements if p.steps_lost}
    assert set(reduced) == {"151G (R)", "176G (R)", "227 Pio (R)", "376G (R)"}
    for placement in reduced.values():
        steps = narva.counters[placement.counter].steps
        assert (placement.steps_lost, steps.number, steps.basis) == (1, 2, Basis.RULEBOOK)


def test_no_list_spells_a_unit_in_a_way_its_counter_does_not_know(
    narva: Game, campaign: Scenario
) -> None:
    for p in campaign.placements:
        counter = narva.counters[p.counter]
        assert p.as_printed in counter.as_printed, p.counter


# -- arrivals ---------------------------------------------------------------------------------


def test_arrivals(narva: Game, campaign: Scenario) -> None:
    found: dict[tuple[str, int | None, str, str], list[str]] = {}
    for p in campaign.placements:
        if p.rule.startswith("14.11"):
            assert p.kind == "reinforcement"
            key = (p.rule, p.turn, p.entry, narva.counters[p.counter].formation)
            found.setdefault(key, []).append(p.as_printed)
    assert found == {key: units.split(", ") for key, units in ARRIVALS.items()}


def test_marine_brigade_lands_at_merekula(narva: Game, campaign: Scenario) -> None:
    (landing,) = [p for p in campaign.placements if p.counter == "s-ind-260"]
    assert (landing.place, landing.turn, landing.entry) == ("Merekula", 2, "")
    assert landing.conditional
    assert "no supply" in narva.counters["s-ind-260"].tags


def test_every_entry_letter_of_a_list_is_on_the_map(narva: Game, campaign: Scenario) -> None:
    german, soviet = set("AB"), set("DFGH")
    for p in campaign.placements:
        if p.entry:
            side = narva.counters[p.counter].side
            assert p.entry in (german if side == "german" else soviet)
            assert narva.board.entries[p.entry].side == side


# -- air units, chits, markers ----------------------------------------------------------------


def test_air_units(narva: Game, campaign: Scenario) -> None:
    lines = {(p.as_printed, p.turn, p.place) for p in of_rule(campaign, "14.8")}
    soviet = "Air Army 13 Box"
    assert lines == {
        ("JU-87", None, "Luftwaffe Box"),
        ("IL-2M", None, soviet),
        ("LI-2", None, soviet),
        ("MIG 3", None, soviet),
        ("YAK-8", None, soviet),
        ("IL-2M", 3, soviet),
        ("MIG 3", 4, soviet),
    }
    pieces = Tally[str]()
    for counter in narva.counters.values():
        if counter.kind == "air":
            pieces[counter.side] += counter.count
    assert pieces == {"german": 1, "soviet": 6}  # 12.0 A


def test_air_values(narva: Game) -> None:
    shifts = {}
    for counter in narva.counters.values():
        if counter.kind == "air":
            back = counter.back.get("shift")
            shifts[counter.name] = (counter.front["shift"].number, back.number if back else None)
    one_sided = {name for name, pair in shifts.items() if pair == (3, None)}
    assert one_sided == {"LI-2"}  # 12.0 C: one Soviet bomber
    assert {pair for name, pair in shifts.items() if name != "LI-2"} == {(2, 1)}  # 12.0 B


def test_chits(campaign: Scenario) -> None:
    lines = {(p.turn, p.as_printed, p.count) for p in of_rule(campaign, "14.9")}
    assert lines == CHITS
    assert {p.place for p in of_rule(campaign, "14.9")} == {"Cup"}
    assert all((p.kind == "chit") == (p.turn is None) for p in of_rule(campaign, "14.9"))


def test_two_barrage_chits_are_soviet_and_one_is_german(narva: Game) -> None:
    barrage = [c for c in narva.counters.values() if c.name == "Barrage"]
    assert {c.side: c.count for c in barrage} == {"german": 1, "soviet": 2}  # 2.5.1.1 A


def test_markers_at_start(campaign: Scenario) -> None:
    places = {p.counter: p.place for p in campaign.placements if p.kind == "box"}
    assert places == {
        "m-turn": "Turn Record Track 1",  # 2.1.4 B
        "m-defence-nederland": "Prepared Defense Track 3",  # 2.1.4 E
        "m-defence-nordland": "Prepared Defense Track 3",
    }


def test_supply_marker_turns_over(narva: Game) -> None:
    marker = narva.counters["m-out-of-supply"]
    assert (marker.type, marker.reverse) == ("out of supply", "isolated")  # 2.6.3


# -- the counter mix --------------------------------------------------------------------------


def test_no_unit_is_invented(narva: Game, campaign: Scenario) -> None:
    listed = {p.counter for p in campaign.placements}
    unlisted = {c.name for c in narva.counters.values() if c.id not in listed}
    assert unlisted == NAMED_WITHOUT_A_LIST


def test_a_counter_is_placed_as_often_as_it_exists(narva: Game, campaign: Scenario) -> None:
    placed = Tally[str]()
    for p in campaign.placements:
        placed[p.counter] += p.count
    assert placed == {id_: narva.counters[id_].count for id_ in placed}


def test_every_copy_has_a_number_of_its_own(narva: Game) -> None:
    numbers = [int(n) for c in narva.counters.values() for n in c.piece_ids]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert all(len(c.piece_ids) == c.count for c in narva.counters.values())


def test_german_ss_are_the_three_divisions_only(narva: Game) -> None:
    ss = {c.formation for c in narva.counters.values() if "ss" in c.tags}
    assert ss == {"11th SS Division", "4th SS Division", "20th SS Division"}
    kust = [c for c in narva.counters.values() if c.formation == "KUST"]
    assert [c.name for c in kust if "ss undecided" in c.tags] == ["KUST HQ"]  # 14.3.3
    assert not any("ss" in c.tags for c in kust)


def test_army_headquarters(narva: Game) -> None:
    armies = {c.name for c in narva.counters.values() if "army" in c.tags}
    assert armies == {"2nd SH HQ", "8th Army HQ", "59th Army HQ"}


def test_headquarters_have_no_step(narva: Game) -> None:
    for counter in narva.counters.values():
        if counter.kind == "hq":
            assert (counter.steps.number, counter.steps.basis) == (0, Basis.RULEBOOK)  # 9.4 C
            assert counter.front["range"].basis is Basis.HOUSE


def test_strengths_are_house_values_and_complete(narva: Game) -> None:
    for counter in narva.counters.values():
        if counter.kind == "combat":
            for name in ("attack", "defence", "movement"):
                assert counter.front[name].basis is Basis.HOUSE, (counter.id, name)
            assert ("attack" in counter.back) == (counter.steps.number == 2), counter.id


# -- the game ---------------------------------------------------------------------------------


def test_turns_are_weeks_of_the_campaign(narva: Game) -> None:
    # 1.1: 2 February to 25 April 1944, a week each; 1944 is a leap year
    dates = [turn.date for turn in narva.turns]
    assert [turn.number for turn in narva.turns] == list(range(1, 13))
    assert dates[:5] == ["1944-02-02", "1944-02-09", "1944-02-16", "1944-02-23", "1944-03-01"]
    assert dates[-1] == "1944-04-19"
    assert narva.turn_of_date("1944-04-25") == 12


def test_rivers_are_frozen_on_turns_1_to_7(narva: Game) -> None:
    frozen = [t.number for t in narva.turns if t.facts["weather"] == "frozen"]
    assert frozen == [1, 2, 3, 4, 5, 6, 7]  # 6.2.1 C, 6.2.2 B


def test_sequence_of_play(narva: Game) -> None:
    titles = {phase.title: [s.title for s in phase.segments] for phase in narva.phases}
    assert titles == {
        "Air Unit Phase": ["Refitted Unit Return Segment", "Grounded Unit Refitting Segment"],
        "Command Phase": ["Command Segment", "Movement Segment", "Combat Segment"],
        "Reinforcement Phase": [
            "German Reinforcement Segment",
            "Soviet Reinforcement Segment",
        ],
        "Supply Phase": ["Supply Segment"],
        "End of Turn Phase": ["Sudden Death Victory Segment", "Turn Advance Segment"],
    }


def test_boxes_of_the_map(narva: Game) -> None:
    boxes = {box.title: box.spaces for box in narva.board.boxes}
    assert boxes["Turn Record Track"] == tuple(str(n) for n in range(1, 13))
    assert boxes["Airbase Box"] == ("Grounded", "Refit")
    assert boxes["German Entry Point Track"] == ("A", "B", "C")
    wanted = "Luftwaffe Box, Air Army 13 Box, German Activations Track, Soviet Activations Track"
    assert {*wanted.split(", "), "Prepared Defense Track", "Cup"} <= set(boxes)


def test_every_colour_word_is_known(narva: Game) -> None:
    look = narva.look
    words = {look["palettes"][name][key] for name in look["palettes"] for key in ("base", "ink")}
    bands = {band["colour"] if isinstance(band, dict) else band for band in look["bands"].values()}
    assert words | bands <= set(look["colours"])
    assert {group["palette"] for group in look["groups"]} <= set(look["palettes"])
    formations = {c.formation for c in narva.counters.values()}
    assert set(look["bands"]) <= formations
