"""Baltic Gap: more broken positions with their lawful twins, as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.rules.baltic_positions import axis, judged, soviet
from tests.rules.positions import JSON, of_rule

ARRIVING: JSON = {"phase": "reinforcement", "moment": "during"}
SET_UP: JSON = {"phase": "set-up", "moment": "end"}
SUPPLY: JSON = {"phase": "supply", "moment": "during"}
GERMAN_TURN: JSON = {"phase": "German Movement Phase", "moment": "during"}
SOVIET_TURN: JSON = {"phase": "Soviet Movement Phase", "moment": "during"}


@dataclass(frozen=True)
class Pair:
    """A position that breaks a rule, and one that differs in one thing and does not."""

    id: str
    rule: str
    date: str
    broken: list[JSON]
    lawful: list[JSON]
    scenario: str = "5.1"
    more: JSON = field(default_factory=dict)
    lawful_more: JSON | None = None
    severity: str = "illegal"


def come(piece: JSON) -> JSON:
    return {**piece, "arrived": True}


def lost(piece: JSON, steps: int) -> JSON:
    return {**piece, "values": {"steps_lost": steps}}


def before(*pieces: JSON, **more: object) -> JSON:
    return {"previous": {"counters": list(pieces), **more}}


def hog(hex_: str, level: int = 1, side: str = "german") -> JSON:
    return come(
        {"name": f"Level-{level} Hedgehog", "side": side, "hex": hex_, "ref": f"hog {hex_}"}
    )


def fort(hex_: str, level: int, side: str) -> JSON:
    return {**hog(hex_, level, side), "arrived": False}


def guns(*hexes: str) -> list[JSON]:
    """Soviet units without a zone."""
    weak = {"attack_capable": False}
    return [soviet(f"Guns {hex_}", hex_, kind="combat", values=weak) for hex_ in hexes]


STAFF = axis("10 Corps HQ", "E16.10")
RING = guns("E15.10", "E15.11", "E16.09", "E16.11", "E17.10", "E17.11")
GUARDS = "10-3-3 Gd Inf Div (67)"
LATVIANS = "16-3-3 Lat Inf Div (15 SS)"
SOVIET_LATVIANS = "12-4-3 Lat Inf Div (43)"
BORDERS = {"map": {"areas": {"Latvia": ["E20.22"], "Lithuania": ["E20.23"]}}}
GROSS = "12-4-6 SS Pz Bde (Gross)"
TANKS = {"formation": "29 Tank Corps"}

PAIRS = [
    Pair("captured works drop a level", "1.1g", "1944-07-05",
         [soviet(GUARDS, "E17.10"), fort("E17.10", 2, "soviet")],
         [soviet(GUARDS, "E17.10"), fort("E17.10", 1, "soviet")],
         more=before(soviet(GUARDS, "E18.10"), fort("E17.10", 2, "german"))),
    Pair("works held before are not captured", "1.1g", "1944-07-05",
         [soviet(GUARDS, "E17.10"), fort("E17.10", 1, "soviet")],
         [soviet(GUARDS, "E17.10"), fort("E17.10", 1, "soviet")],
         more=before(soviet(GUARDS, "E18.10"), fort("E17.10", 1, "german")),
         lawful_more=before(soviet(GUARDS, "E17.10"), fort("E17.10", 1, "soviet"))),
    Pair("hogs are of level 1", "2.4", "1944-07-05",
         [STAFF, hog("E17.10", 2)], [STAFF, hog("E17.10")], more=ARRIVING),
    Pair("only the Germans have hogs", "2.4", "1944-07-05",
         [STAFF, hog("E17.10", 1, "soviet")], [STAFF, hog("E17.10")], more=ARRIVING),
    Pair("an HQ throws round no ring of enemies", "2.4", "1944-07-05",
         [STAFF, hog("E17.20"), *RING], [STAFF, hog("E17.20"), *RING[1:]],
         more={**ARRIVING, "map": {"default": "clear"}}, severity="suspect"),
    Pair("a hog that the position before did not have", "2.4", "1944-07-12",
         [STAFF, fort("E17.10", 1, "german"), soviet(GUARDS, "E18.10")],
         [STAFF, fort("E17.10", 1, "german"), soviet(GUARDS, "E18.10")],
         more={**ARRIVING, **before(STAFF, soviet(GUARDS, "E18.10"), phase="weather")},
         lawful_more={**ARRIVING, **before(STAFF, fort("E17.10", 1, "german"), phase="weather")}),
    Pair("a second loss sinks a ship", "1.5a", "1944-07-12",
         [lost(axis("Luetzow", "W40.33"), 2)], [lost(axis("Luetzow", "W40.33"), 1)]),
    Pair("Riga lies east of Mazirbe", "1.5b", "1944-10-15",
         [axis("Prinz Eugen", "W33.10")], [axis("Prinz Eugen", "W26.34")]),
    Pair("trucks in the safe haven", "3.6", "1944-08-15",
         [soviet("Truck Point", "W3.27")], [soviet("Truck Point", "W3.26")], "5.5"),
    Pair("trucks on the sea", "1.1d", "1944-08-15",
         [soviet("Wagon Point", "E20.20")], [soviet("Wagon Point", "E20.21")],
         more={"map": {"hexes": {"E20.20": "sea", "E20.21": "clear"}}}),
    Pair("works off the map of 5.8", "5.8", "1944-10-08",
         [fort("E30.20", 1, "german")], [fort("E30.35", 1, "german")], "5.8"),
    Pair("desertion over a told border", "1.7d", "1944-07-12",
         [axis(LATVIANS, "E20.23")], [lost(axis(LATVIANS, "E20.23"), 1)],
         more={**BORDERS, **before(axis(LATVIANS, "E20.22"))}),
    Pair("desertion of Soviet Latvians too", "1.7d", "1944-07-12",
         [soviet(SOVIET_LATVIANS, "W12.08")], [soviet(SOVIET_LATVIANS, "W38.01")],
         more=before(soviet(SOVIET_LATVIANS, "W33.10"))),
    Pair("desertion over a drawn border", "1.7d", "1944-07-12",
         [axis(LATVIANS, "E9.30")], [axis("16-4-3 Inf Div (24)", "E9.30")],
         more=before(axis(LATVIANS, "E17.20"), axis("16-4-3 Inf Div (24)", "E17.20")),
         severity="suspect"),
    Pair("a turn later the step may be rebuilt", "1.7d", "1944-07-15",
         [axis(LATVIANS, "W12.08")], [axis(LATVIANS, "W38.01")],
         more=before(axis(LATVIANS, "W33.10"), date="1944-07-12"), severity="unknown"),
    Pair("eleven Alert battalions", "2.5", "1944-08-05",
         [axis("Alert Bn", f"W{n}.20", ref=str(n)) for n in range(10, 21)],
         [axis("Alert Bn", f"W{n}.20", ref=str(n)) for n in range(10, 20)]),
    Pair("a Latvian port and a German one", "1.9a", "1944-08-08",
         [come(axis(GROSS, "W13.34"))], [come(axis(GROSS, "W40.29"))], "5.2", ARRIVING),
    Pair("a port that is shut", "1.9a", "1944-08-08",
         [come(axis(GROSS, "W32.13")), soviet(GUARDS, "W33.13"),
          soviet("10-3-3 Gd Inf Div (51)", "W33.14")],
         [come(axis(GROSS, "W32.13")), soviet(GUARDS, "W33.13")], "5.2", ARRIVING),
    Pair("another hex of the listed hex's entry", "1.9a", "1944-06-26",
         [come(soviet("43 Army HQ", "E7.01"))], [come(soviet("43 Army HQ", "E2.01"))],
         more=ARRIVING, severity="suspect"),
    Pair("Kaunas Soviets at F or further east", "1.4a", "1944-08-12",
         [come(soviet("25 Tank", "W33.10", **TANKS))], [come(soviet("25 Tank", "E1.30", **TANKS))],
         more=ARRIVING),
    Pair("a breakdown far from every HQ", "1.10", "1944-07-12",
         [STAFF, come(axis("4-4-3 Breakdown Rgt", "E20.10"))],
         [STAFF, come(axis("4-4-3 Breakdown Rgt", "E18.10"))], more=ARRIVING, severity="suspect"),
    Pair("withdrawn in its own half of the turn", "1.9c", "1944-09-12",
         [axis(LATVIANS, "W32.04")], [axis(LATVIANS, "W32.04")], more=GERMAN_TURN,
         lawful_more={**SOVIET_TURN, "facts": {"first_player": "soviet"}}),
    Pair("losses of a group", "5.2", "1944-07-08",
         [soviet(f"10-3-3 Inf Div ({n})", "E2.24") for n in (235, 306)],
         [lost(soviet(f"10-3-3 Inf Div ({n})", "E2.24"), n == 306) for n in (235, 306)],
         "5.2", SET_UP),
    Pair("no whole division in 5.8", "5.8", "1944-10-05",
         [axis("16-4-3 Inf Div (69)", "W3.20")], [lost(axis("16-4-3 Inf Div (69)", "W3.20"), 3)],
         "5.8", SET_UP),
    Pair("aircraft start at bases", "5.1", "1944-06-26",
         [axis("He-111", "E20.20")], [axis("He-111", "E15.25")], more=SET_UP),
    Pair("5.3 stands in for what 6.0 has lost", "6.0", "1944-07-22",
         [soviet("10-3-3 Inf Div (377)", "E48.01")], [soviet("39 Army HQ", "W1.09")],
         severity="unknown"),
    Pair("before the loss 6.0 is whole", "6.0", "1944-07-12",
         [soviet("10-3-3 Inf Div (377)", "E48.01")], [soviet("51 Army HQ", "E1.30")]),
    Pair("a free set-up keeps to HQs", "5.1", "1944-06-26",
         [axis("7-2-2 Sec Div (281)", "E16.20")], [axis("7-2-2 Sec Div (281)", "E16.08")],
         more={**SET_UP, "facts": {"variants": ["Free Set Up"]}}),
    Pair("eager partisans stay near their bogs", "1.10a", "1944-07-12",
         [come({"name": "Trainbusting marker", "side": "soviet", "hex": "E20.21", "ref": "m"})],
         [come({"name": "Trainbusting marker", "side": "soviet", "hex": "E20.20", "ref": "m"})],
         more={**ARRIVING, "facts": {"variants": ["Partisan Enthusiasm"]},
               "map": {"default": "clear", "hexes": {"E20.18": "wooded bog"},
                       "areas": {"USSR": ["E20.18"], "Latvia": ["E20.20", "E20.21"]}}}),
    Pair("cruisers start at Königsberg", "5.1", "1944-06-26",
         [axis("Prinz Eugen", "W13.34")], [axis("Prinz Eugen", place="Königsberg Box")],
         more=SET_UP),
]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
def test_a_broken_position_and_its_twin(pair: Pair) -> None:
    broken = judged(pair.broken, pair.date, pair.scenario, **pair.more)
    found = of_rule(broken, pair.rule)
    assert {finding.severity for finding in found} == {pair.severity}
    more = pair.more if pair.lawful_more is None else pair.lawful_more
    assert of_rule(judged(pair.lawful, pair.date, pair.scenario, **more), pair.rule) == []


# -- supply by railways ---------------------------------------------------------------------------

NARROW = {"kind": "narrow-gauge", "hexes": ["W20.20", "W20.21", "W20.22", "W20.23", "W20.24"]}
LINE: JSON = {"default": "clear", "hexes": {"W20.24": "village"}, "paths": [NARROW]}


def supply(*pieces: JSON, scenario: str = "5.1", date: str = "1944-07-05", **more: object) -> str:
    """The supply of the first of some pieces."""
    return judged(pieces, date, scenario, **SUPPLY, **more).supply[pieces[0]["ref"]].state


def regiment(hex_: str, re: int = 2) -> JSON:
    return axis("Rgt", hex_, kind="combat", values={"re": re, "attack_capable": True})


def test_narrow_gauge_gives_two_re() -> None:
    land: JSON = {"map": {**LINE, "sources": {"german": ["W20.20"]}}}
    assert supply(regiment("W20.24"), **land) == "in"
    assert supply(regiment("W20.24", 3), **land) == "unknown"
    assert supply(regiment("W20.22"), **land) == "unknown"
    assert supply(regiment("W20.22"), axis("10 Corps HQ", "W20.22"), **land) == "in"
    assert supply(regiment("W20.24"), soviet("8-1-2 Inf Div (154)", "W20.22"), **land) == "unknown"


def test_a_port_and_narrow_gauge_in_one_hex() -> None:
    held = {"W45.24": "german", "W40.29": "german"}
    assert supply(regiment("W45.24", 4), control=held) == "in"
    lost_ = {**held, "W40.29": "soviet", "W33.10": "soviet", "W26.34": "soviet"}
    assert supply(regiment("W45.24", 4), control=lost_) == "unknown"


def test_gauges_after_the_first_turn() -> None:
    guards = soviet(GUARDS, "E23.07")
    assert supply(guards) == "unknown"
    head = {"name": "Rail Head Marker", "hex": "E23.07", "ref": "head"}
    assert supply(guards, head) == "in"
    assert supply(soviet(GUARDS, "E22.10"), head) == "unknown"
    broad = {"areas": {"broad gauge": [f"E23.0{n}" for n in range(1, 8)]}}
    assert supply(guards, map=broad) == "in"


def test_rail_heads_on_every_line_leave_the_rest_standard() -> None:
    division, held = axis("16-4-3 Inf Div (24)", "W28.26"), {"W26.34": "german"}
    heads = [{"name": "Rail Head Marker", "hex": hex_, "ref": hex_}
             for hex_ in ["E12.04", "E23.07", "E46.09", "E49.11", "E49.13", "E8.04"]]  # fmt: skip
    assert supply(division, *heads, date="1944-07-22", control=held) == "in"
    assert supply(division, *heads[1:], date="1944-07-22", control=held) == "unknown"


def test_no_line_leaves_the_part_in_play() -> None:
    ring = guns("W41.01", "W40.02", "W39.01", "W41.02", "W39.02")
    division = axis("16-4-3 Inf Div (24)", "W40.01")
    assert supply(division, *ring, scenario="5.8", date="1944-10-08") == "out"
    assert supply(division, *ring, scenario="5.1", date="1944-10-08") == "unknown"


def test_narrow_gauge_off_the_east_edge_of_doppelkopf() -> None:
    tanks = soviet("4-4-6 Gd Tank Bn (64)", "W8.01", values={"re": 1})
    assert supply(tanks, scenario="5.6", date="1944-08-19") == "in"
    far = soviet("4-4-6 Gd Tank Bn (64)", "W7.01", values={"re": 1})
    assert supply(far, scenario="5.6", date="1944-08-19") == "unknown"


# -- what a position amounts to -------------------------------------------------------------------


def state(date: str, scenario: str = "5.1", *pieces: JSON, **more: object) -> Mapping[str, Any]:
    return judged(pieces, date, scenario, **more).state


def test_pop_after_a_withdrawal_from_the_north() -> None:
    told: JSON = {"control": {"E47.18": "soviet", "E9.33": "soviet"}, "date": "1944-08-01"}
    plain = state(scenario="5.1", **told)["score"]
    assert plain["soviet"] == 3
    facts = {"variants": ["Herresgruppe Nord Withdraws"], "narva_event": "1944-07-08"}
    assert state(scenario="5.1", **told, facts=facts)["score"]["soviet"] == 2


def test_the_check_of_26_july() -> None:
    places = [
        "W55.07",
        "E56.24",
        "E46.29",
        "E15.25",
        "E9.07",
        "W33.27",
        "W28.26",
        "W32.13",
        "W33.18",
    ]
    held = dict.fromkeys(places, "soviet")
    won = {"E36.24": "soviet"}
    assert state("1944-07-26", control=held)["pop_check"] == {"target": 18, "point": "unknown"}
    others = dict.fromkeys(state("1944-07-26")["control"], "german")
    known = {**others, **held}
    assert state("1944-07-26", control=known)["pop_check"]["point"] == "none"
    assert state("1944-07-26", control={**known, **won})["pop_check"]["point"] == "soviet"
    fewer = {**known, "E9.07": "german"}
    assert state("1944-07-26", control=fewer)["pop_check"]["point"] == "german"


def test_who_wins_the_pocket() -> None:
    places = dict.fromkeys(state("1944-10-29", "5.8")["control"], "soviet")
    eight = {"W13.34": "german", "W26.34": "german", "W40.29": "german", "W33.27": "german"}
    assert state("1944-10-29", "5.8", control={**places, **eight})["german_pop"] == {
        "least": 8, "at_most": 8, "winner": "none",
    }  # fmt: skip
    nine = {**places, **eight, "W28.26": "german"}
    assert state("1944-10-29", "5.8", control=nine)["german_pop"]["winner"] == "german"
    assert state("1944-10-29", "5.8", control=places)["german_pop"]["winner"] == "soviet"


def test_bridges_of_the_pontoon_brigade() -> None:
    rivers = [["E20.20", "E20.19", "major river"], ["E20.20", "E21.20", "minor river"]]
    land: JSON = {"map": {"default": "clear", "hexsides": rivers}}
    brigade = soviet("(1)-0-0 Pontoon Bde (9)", "E20.20")
    assert state("1944-07-05", "5.1", brigade, **land)["bridges"] == {
        "E20.20": ["E20.19", "E21.20"]
    }
    moving = {**brigade, "markers": ["move mode"]}
    assert state("1944-07-05", "5.1", moving, **land)["bridges"] == {}


def test_control_by_the_name_of_a_place() -> None:
    assert state("1944-07-08", control={"Polotsk": "soviet"})["score"]["soviet"] == 2
    assert state("1944-07-08", control={"Riga": "soviet"})["score"]["soviet"] == 4
