"""Every rule of Iskra: a position that breaks it and the nearest legal one.

What is broken, what is lawful and under which number comes from the rulebook's text.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Judgement
from hexmarshal.rules.judge import judge
from tests.rules.iskra_positions import ground, iskra, judged, road
from tests.rules.positions import german, of_rule, unit
from tests.rules.test_narva import Twins

SUPPLY = {"phase": "supply", "moment": "end"}
REINFORCING = {"phase": "reinforcement", "moment": "during"}
TURN_END = {"phase": "turn", "moment": "end"}
TURN_START = {"phase": "turn", "moment": "start"}
STRONG = {"values": {"attack": 2, "defence": 2}}
BRIDGE = {"values": {"mode": "bridge"}}
PONTONIER = {"values": {"mode": "pontonier"}}
LINE = road("20.10", "21.10", "22.10", "23.10", "24.10")
ENTRY_F = {"hexsides": [], "entries": {"F": ["18.01"]}}
SWAMP = {"hexes": {"10.10": {"terrain": "swamp"}}, "hexsides": []}

TWINS = [
    # I1 to I4
    Twins(
        "6.0",
        "three combat units",
        [unit("1236/372", "34.24"), unit("1240/372", "34.24"), unit("1238/372", "34.24")],
        [unit("1236/372", "34.24"), unit("1240/372", "34.24"), unit("2ShA HQ", "34.24")],
    ),
    Twins(
        "6.1.2",
        "a Pontonier takes a place, a bridge none",
        [unit("342/136", "08.33"), unit("270/136", "08.33"), unit("42 Pontoon bridge", "08.33")],
        [
            unit("342/136", "08.33"),
            unit("270/136", "08.33"),
            unit("42 Pontoon bridge", "08.33", **BRIDGE),
        ],
        when={"map": {"areas": {"pontoon bridge": ["08.33"]}}},
    ),
    Twins(
        "6.1.2",
        "turned over, it is a bridge too",
        [unit("342/136", "08.33"), unit("270/136", "08.33"), unit("42 Pontoon bridge", "08.33")],
        [
            unit("342/136", "08.33"),
            unit("270/136", "08.33"),
            unit("42 Pontoon bridge", "08.33", step="flipped"),
        ],
        when={"map": {"areas": {"pontoon bridge": ["08.33"]}}},
    ),
    Twins(
        "7.1.4",
        "reinforcements overstack until they have moved",
        [unit(n, "01.25", arrived=True) for n in ("119/13", "172/13", "296/13")],
        [unit(n, "01.25", arrived=True) for n in ("119/13", "172/13", "296/13")],
        when={"turn": 1},
        broken_when={"phase": "reinforcement", "moment": "end"},
        lawful_when=REINFORCING,
    ),
    Twins(
        "6.0",
        "a Kampfgruppe overstacks where it is raised",
        [
            german("1/22", "32.06", step="reduced"),
            german("2/22", "32.06"),
            german("Dresp", "32.06", arrived=False),
        ],
        [
            german("1/22", "32.06", step="reduced"),
            german("2/22", "32.06"),
            german("Dresp", "32.06", arrived=True),
        ],
        when=REINFORCING,
    ),
    Twins(
        "6.3",
        "an HQ with an HQ",
        [unit("2ShA HQ", "34.15"), unit("8A HQ", "34.15")],
        [unit("2ShA HQ", "34.15"), unit("8A HQ", "34.16")],
    ),
    Twins(
        "6.3",
        "both sides in a hex",
        [unit("1098/327", "33.14"), german("2/366", "33.14")],
        [unit("1098/327", "33.14"), german("2/366", "32.14")],
    ),
    Twins(
        "6.3",
        "a lone HQ is relocated as it is overrun",
        [unit("1098/327", "22.23"), german("227 HQ", "22.23")],
        [unit("1098/327", "22.22"), german("227 HQ", "22.23")],
    ),
    # I9 to I11
    Twins(
        "7.1.2",
        "a friend does not help against an enemy ZOC",
        [
            german("161P/61(Ind)", "18.01", arrived=True),
            german("95GebP", "18.01"),
            unit("1098/327", "18.02", **STRONG),
        ],
        [
            german("161P/61(Ind)", "18.01", arrived=True),
            german("95GebP", "18.01"),
            unit("1098/327", "18.02", markers=["pin"], **STRONG),
        ],
        when={**REINFORCING, "map": ENTRY_F},
    ),
    Twins(
        "7.1.2",
        "eleven hexes from a barred entry, and ten",
        [german("161P/61(Ind)", "07.01", arrived=True), unit("1098/327", "18.02", **STRONG)],
        [german("161P/61(Ind)", "08.01", arrived=True), unit("1098/327", "18.02", **STRONG)],
        when={
            **REINFORCING,
            "map": {
                **ground(sources={"german": ["07.01", "08.01"]}),
                "entries": {"F": ["18.01"]},
            },
        },
    ),
    Twins(
        "7.1.2",
        "near a barred entry only in supply",
        [german("161P/61(Ind)", "10.01", arrived=True), unit("1098/327", "18.02", **STRONG)],
        [german("161P/61(Ind)", "08.01", arrived=True), unit("1098/327", "18.02", **STRONG)],
        when={
            **REINFORCING,
            "map": {**ground(sources={"german": ["08.01"]}), "entries": {"F": ["18.01"]}},
        },
    ),
    Twins(
        "7.1.2",
        "around a barred entry on the map, five hexes",
        [german("161P/61(Ind)", "18.16", arrived=True), unit("1098/327", "18.10", **STRONG)],
        [german("161P/61(Ind)", "18.15", arrived=True), unit("1098/327", "18.10", **STRONG)],
        when={
            **REINFORCING,
            "map": {
                **ground(sources={"german": ["18.16", "18.15"]}),
                "entries": {"F": ["18.10"]},
            },
        },
    ),
    Twins(
        "7.1",
        "away from an open entry",
        [german("161P/61(Ind)", "20.01", arrived=True)],
        [german("161P/61(Ind)", "18.01", arrived=True)],
        when={**REINFORCING, "map": {**ENTRY_F, "paths": []}},
    ),
    Twins(
        "7.1",
        "Germans come by rail, but not on the narrow gauge",
        [german("161P/61(Ind)", "18.05", arrived=True)],
        [german("161P/61(Ind)", "18.05", arrived=True)],
        when=REINFORCING,
        broken_when={
            "map": {
                **ENTRY_F,
                "paths": [road(*(f"18.0{n}" for n in range(1, 6)), kind="narrow-gauge")],
            }
        },
        lawful_when={
            "map": {**ENTRY_F, "paths": [road(*(f"18.0{n}" for n in range(1, 6)), kind="railway")]}
        },
    ),
    Twins(
        "7.1",
        "Soviets do not come by rail",
        [unit("1212/364", "30.05", arrived=True)],
        [unit("1212/364", "34.05", arrived=True)],
        when={
            **REINFORCING,
            "map": {
                "entries": {"D": ["34.05"]},
                "paths": [road("34.05", "33.05", "32.05", "31.05", "30.05", kind="railway")],
            },
        },
    ),
    Twins(
        "7.1",
        "nor Germans past an enemy on the line",
        [german("161P/61(Ind)", "18.05", arrived=True), unit("2ShA HQ", "18.03")],
        [german("161P/61(Ind)", "18.02", arrived=True), unit("2ShA HQ", "18.03")],
        when={
            **REINFORCING,
            "map": {**ENTRY_F, "paths": [road(*(f"18.0{n}" for n in range(1, 6)), kind="railway")]},
        },
    ),
    Twins(
        "15.3",
        "turn 3's arrivals come after its Supply Phase",
        [unit("1/102", "09.30")],
        [unit("1/102", "09.30")],
        when={"turn": 3},
        broken_when=SUPPLY,
        lawful_when={"phase": "reinforcement", "moment": "end"},
    ),
    Twins(
        "15.3",
        "chits of turn 5",
        [unit("LenF", place="Cup", kind="chit")],
        [unit("LenF", place="Turn Track 5", kind="chit")],
        when={"turn": 4, **TURN_END},
    ),
    Twins(
        "13.2.1",
        "no Kampfgruppe before the first Reinforcement Phase",
        [german("Dresp", "20.10")],
        [german("Dresp", "20.10")],
        when={"turn": 1},
        broken_when={"phase": "command", "moment": "end"},
        lawful_when=TURN_END,
    ),
    Twins(
        "13.2.1",
        "a Kampfgruppe beside a unit reduced for it",
        [german("1/22", "32.06"), german("Dresp", "32.06", arrived=True)],
        [german("1/22", "32.06", step="reduced"), german("Dresp", "32.06", arrived=True)],
        when=REINFORCING,
    ),
    Twins(
        "19.1.21",
        "an HQ that an event brings early",
        [german("Hühner HQ", "20.04")],
        [german("Hühner HQ", "20.04")],
        when={"turn": 3},
        broken_when={"facts": {"huehner_early": False}},
        lawful_when={"facts": {"huehner_early": True}},
    ),
    Twins(
        "19.1.18",
        "before any event can have come",
        [german("zbV540G", "20.04")],
        [german("zbV540G", "20.04")],
        broken_when={"turn": 1, **TURN_START},
        lawful_when={"turn": 2, "facts": {"is_that_all": True}},
    ),
    Twins(
        "13.2.3",
        "an independent of 61 Div after turn 6",
        [german("1/151/61(Ind)", "20.10")],
        [german("1/151/61(Ind)", "20.10")],
        broken_when={"turn": 6, "phase": "reinforcement", "moment": "end"},
        lawful_when={"turn": 6, "phase": "reinforcement", "moment": "during"},
    ),
    Twins(
        "13.2.3",
        "the divisional counter before turn 6",
        [german("1/151", "20.10")],
        [german("1/151", "20.10")],
        broken_when={"turn": 6, "phase": "command"},
        lawful_when={"turn": 6, **TURN_END},
    ),
    Twins(
        "13.2.3",
        "both counters of one unit",
        [german("1/151", "20.10"), german("1/151/61(Ind)", "20.11")],
        [german("1/151", "20.10"), german("2/151/61(Ind)", "20.11")],
        when={"turn": 6, **REINFORCING},
    ),
    Twins(
        "13.2.4",
        "4 SS on turn 7",
        [german("3/3G/4SS(Ind)", "20.10")],
        [german("3/3G/4SS(Ind)", "20.10")],
        broken_when={"turn": 7, **TURN_END},
        lawful_when={"turn": 7, "phase": "supply"},
    ),
    Twins(
        "19.1.17",
        "Guards and the units that they were",
        [unit("188G/63G", "09.30"), unit("269/136", "09.31")],
        [unit("188G/63G", "09.30"), unit("942/268", "09.31")],
        when={"facts": {"new_titles": True}},
    ),
    Twins(
        "19.1.17",
        "all of them change at once",
        [unit("188G/63G", "09.30"), unit("1098/327", "33.14")],
        [unit("188G/63G", "09.30"), unit("1238/372", "33.14")],
    ),
    Twins(
        "7.3.2",
        "a rebuilt unit on or beside its HQ",
        [german("1/22", "25.10", step="reduced", arrived=True), german("1 HQ", "23.10")],
        [german("1/22", "24.10", step="reduced", arrived=True), german("1 HQ", "23.10")],
        when=REINFORCING,
    ),
    Twins(
        "7.3.2",
        "a Soviet army's HQ will do",
        [unit("942/268", "08.33", step="reduced", arrived=True), unit("8A HQ", "08.34")],
        [unit("942/268", "08.33", step="reduced", arrived=True), unit("67A HQ", "08.34")],
        when={**REINFORCING, "map": ground()},
    ),
    Twins(
        "7.3.2",
        "a source when the HQ is away",
        [german("1/22", "21.10", step="reduced", arrived=True)],
        [german("1/22", "20.10", step="reduced", arrived=True)],
        when={**REINFORCING, "map": ground()},
    ),
    Twins(
        "7.3.3",
        "not in an enemy ZOC",
        [
            german("1/22", "24.10", step="reduced", arrived=True),
            german("1 HQ", "23.10"),
            unit("1098/327", "25.10", **STRONG),
        ],
        [
            german("1/22", "24.10", step="reduced", arrived=True),
            german("1 HQ", "23.10"),
            unit("1098/327", "26.10", **STRONG),
        ],
        when={**REINFORCING, "map": ground()},
    ),
    Twins(
        "7.3.3",
        "mechanised steps stay lost",
        [unit("61T/86", "08.37", step="reduced", arrived=True), unit("67A HQ", "08.37")],
        [unit("169/86", "08.37", step="reduced", arrived=True), unit("67A HQ", "08.37")],
        when=REINFORCING,
    ),
    Twins(
        "7.3",
        "units of one step stay dead",
        [german("1P", "20.06", arrived=True, values={"steps": 1}), german("1 HQ", "20.06")],
        [german("1P", "20.06", arrived=True, values={"steps": 2}), german("1 HQ", "20.06")],
        when=REINFORCING,
    ),
    # I12 to I17
    Twins(
        "11.0",
        "cut off and unmarked",
        [german("2/366", "24.10", **STRONG)],
        [german("2/366", "24.10", markers=["out of supply"], **STRONG)],
        when={**SUPPLY, "map": ground()},
    ),
    Twins(
        "11.0",
        "supplied and marked",
        [german("2/366", "24.10", markers=["out of supply"], **STRONG)],
        [german("2/366", "24.10", **STRONG)],
        when={**SUPPLY, "map": ground(paths=[LINE])},
    ),
    Twins(
        "11.0",
        "units move again in the Reinforcement Phase",
        [german("2/366", "24.10", **STRONG)],
        [german("2/366", "24.10", **STRONG)],
        when={"map": ground()},
        broken_when=SUPPLY,
        lawful_when={"phase": "reinforcement", "moment": "end"},
    ),
    Twins(
        "11.4",
        "nobody is out of supply before the first Supply Phase",
        [german("2/366", "24.10", markers=["out of supply"])],
        [german("2/366", "24.10")],
        when={"turn": 1, "map": ground()},
    ),
    Twins(
        "11.4",
        "arrivals come on in supply and after the Supply Phase",
        [german("161P/61(Ind)", "24.10", markers=["out of supply"])],
        [german("161P/61(Ind)", "24.10", markers=["out of supply"])],
        when={**SUPPLY, "map": ground()},
        broken_when={"turn": 2, **TURN_END},
        lawful_when={"turn": 3},
    ),
    Twins(
        "11.0",
        "isolated at the first Supply Phase, but not by a retreat that failed",
        [german("2/366", "24.10", markers=["isolated"])],
        [german("2/366", "24.10", markers=["isolated"])],
        when={"turn": 1, "map": ground()},
        broken_when={"phase": "random event", "moment": "end"},
        lawful_when={"phase": "command", "moment": "during"},
    ),
    Twins(
        "11.2.3",
        "nobody is out of supply in Schlüsselburg",
        [german("1/328", "17.39", markers=["out of supply"])],
        [german("1/328", "17.39")],
        when={**SUPPLY, "turn": 5, "map": ground()},
    ),
    Twins(
        "13.3.1",
        "nor as a bridge",
        [unit("21 Pontoon bridge", "08.33", markers=["out of supply"], **BRIDGE)],
        [unit("21 Pontoon bridge", "08.33", markers=["out of supply"], **PONTONIER)],
        when={**SUPPLY, "map": ground(areas={"pontoon bridge": ["08.33"]})},
    ),
    Twins(
        "13.2.2",
        "nor the Hühner HQ on turns 4 to 8",
        [german("Hühner HQ", "24.10", markers=["out of supply"])],
        [german("Hühner HQ", "24.10")],
        when={**SUPPLY, "turn": 5, "map": ground()},
    ),
    Twins(
        "13.4.2",
        "an HQ that cannot trace is relocated",
        [german("227 HQ", "24.10")],
        [german("227 HQ", "24.10")],
        when=SUPPLY,
        broken_when={"map": ground()},
        lawful_when={"map": ground(paths=[LINE])},
    ),
    Twins(
        "13.4.2",
        "so none stays marked",
        [german("227 HQ", "24.10", markers=["out of supply"])],
        [german("227 HQ", "24.10", markers=["out of supply"])],
        when={"map": ground(paths=[LINE])},
        broken_when={"phase": "reinforcement", "moment": "during"},
        lawful_when={"phase": "supply", "moment": "during"},
    ),
    Twins(
        "13.4.2",
        "and one that could not be comes back at a source",
        [german("227 HQ", "21.10", arrived=True)],
        [german("227 HQ", "20.10", arrived=True)],
        when={**REINFORCING, "map": ground()},
    ),
    # I18 to I22
    Twins(
        "5.2.8",
        "a German on the Neva at the end of a turn",
        [german("1/328", "16.39")],
        [german("1/328", "16.38")],
        when={**TURN_END, "map": {"areas": {"neva": ["16.39"]}}},
    ),
    Twins(
        "8.6.4",
        "within a turn only a log tells why",
        [german("1/328", "16.39")],
        [german("1/328", "16.39")],
        when={"map": {"areas": {"neva": ["16.39"]}}},
        broken_when=TURN_START,
        lawful_when={"phase": "command"},
    ),
    Twins(
        "5.2.8",
        "a German on the right bank",
        [german("1/328", "08.33")],
        [unit("942/268", "08.33")],
        when={"map": {"areas": {"west bank": ["08.33"]}}},
    ),
    Twins(
        "5.2.9",
        "tanks on the ice of the Neva, with and without a bridge",
        [unit("61T/86", "13.39"), unit("21 Pontoon bridge", "13.39", **PONTONIER)],
        [unit("61T/86", "13.39"), unit("21 Pontoon bridge", "13.39", **BRIDGE)],
        when={"map": {"areas": {"neva": ["13.39"], "pontoon bridge": ["13.39"]}}},
    ),
    Twins(
        "5.2.9",
        "and infantry",
        [unit("61T/86", "13.39")],
        [unit("169/86", "13.39")],
        when={"map": {"areas": {"neva": ["13.39"]}}},
    ),
    Twins(
        "8.3.4",
        "tanks in a swamp, and on a road through it",
        [unit("61T/86", "10.10")],
        [unit("61T/86", "10.10")],
        broken_when={"map": {**SWAMP, "paths": []}},
        lawful_when={"map": {**SWAMP, "paths": [road("10.10", "10.11")]}},
    ),
    Twins(
        "13.3.1",
        "a bridge where none is built",
        [unit("21 Pontoon bridge", "08.34", **BRIDGE)],
        [unit("21 Pontoon bridge", "08.34", **PONTONIER)],
        when={"map": {"areas": {"pontoon bridge": ["08.33"]}}},
    ),
    Twins(
        "13.3.1",
        "every Pontonier on a site becomes a bridge",
        [unit("21 Pontoon bridge", "08.33", **PONTONIER)],
        [unit("21 Pontoon bridge", "08.33", **PONTONIER)],
        when={"map": {"areas": {"pontoon bridge": ["08.33"]}}},
        broken_when={"phase": "bridge building", "moment": "end"},
        lawful_when={"phase": "bridge dismantling", "moment": "end"},
    ),
    Twins(
        "13.3.1",
        "a lost one comes back at a supplied entry",
        [unit("21 Pontoon bridge", "01.26", arrived=True)],
        [unit("21 Pontoon bridge", "01.25", arrived=True)],
        when={
            **REINFORCING,
            "map": ground(entries={"J": ["01.25"]}, sources={"soviet": ["01.25"]}),
        },
    ),
    Twins(
        "2.7.2",
        "no pin outlives its turn",
        [german("2/366", "31.14", markers=["pin"])],
        [german("2/366", "31.14", markers=["pin"])],
        broken_when=TURN_START,
        lawful_when={"phase": "random event"},
    ),
    Twins(
        "19.1.15",
        "Technical Problems on the Tigers only",
        [german("1P", "31.09", markers=["technical problems"])],
        [german("1/s502", "31.09", markers=["technical problems"])],
    ),
    Twins(
        "2.7.2",
        "and until the Clean Up Segment",
        [german("1/s502", "31.09", markers=["technical problems"])],
        [german("1/s502", "31.09", markers=["technical problems"])],
        broken_when={"phase": "turn advance", "moment": "start"},
        lawful_when={"phase": "clean up", "moment": "start"},
    ),
    Twins(
        "5.4.4",
        "No Strat Move on Soviet units only",
        [german("1/22", "32.06", markers=["no strat move"])],
        [unit("1098/327", "33.14", markers=["no strat move"])],
    ),
    Twins(
        "13.4.1",
        "an HQ has no step",
        [german("227 HQ", "22.23", step="reduced")],
        [german("1/328", "22.23", step="reduced", values={"steps": 2})],
    ),
    Twins(
        "13.4.5",
        "nor is it ever dead",
        [german("227 HQ", place="German Dead Pile")],
        [german("1/328", place="German Dead Pile")],
    ),
    Twins(
        "8.6.3",
        "a unit of one step",
        [german("1P", "31.09", step="reduced", values={"steps": 1})],
        [german("1P", "31.09", step="reduced", values={"steps": 2})],
    ),
    # I23
    Twins(
        "15.1",
        "air units at the set-up",
        [german("JG54/LF1", place="Grounded Box")],
        [german("JG54/LF1", place="Refit side of Grounded Box")],
        when={"turn": 1, **TURN_START},
    ),
    Twins(
        "2.1.2",
        "grounded units refit",
        [german("JG54/LF1", place="Grounded Box")],
        [german("JG54/LF1", place="Grounded Box")],
        broken_when={"phase": "air unit", "moment": "end"},
        lawful_when={"phase": "random event", "moment": "end"},
    ),
    Twins(
        "12.1.1",
        "the 13th Air Army in the 14th's box",
        [unit("275 IA/13AA", place="14th Air Army Box")],
        [unit("275 IA/13AA", place="13th Air Army Box")],
    ),
    Twins(
        "12.1",
        "three air units on one target",
        [unit(n, "32.06") for n in ("275 IA/13AA", "277 GA/13AA", "279 IA/14AA")],
        [unit(n, "32.06") for n in ("275 IA/13AA", "277 GA/13AA")],
        when={"phase": "combat"},
    ),
    # I24
    Twins(
        "14.1",
        "a marker shows who holds its hex",
        [unit("942/268", "11.33", **STRONG), {"name": "VP Marino", "hex": "11.33"}],
        [
            unit("942/268", "11.33", **STRONG),
            {"name": "VP Marino", "hex": "11.33", "step": "flipped"},
        ],
    ),
    Twins(
        "14.1",
        "a pinned unit turns no marker",
        [unit("942/268", "11.33", **STRONG), {"name": "VP Marino", "hex": "11.33"}],
        [
            unit("942/268", "11.33", markers=["pinned"], **STRONG),
            {"name": "VP Marino", "hex": "11.33"},
        ],
    ),
    Twins(
        "2.4.1",
        "the Isolation Segment takes the markers of the supplied",
        [german("2/366", "24.10", markers=["out of supply"], **STRONG)],
        [german("2/366", "24.10", **STRONG), german("3/366", "25.20", **STRONG)],
        when={"phase": "isolation segment", "moment": "end", "map": ground(paths=[LINE])},
    ),
    Twins(
        "5.2.8",
        "a German who is on the Neva before anybody can have retreated",
        [german("1/1", "09.31")],
        [german("1/1", "09.30")],
        when={"phase": "random event", "map": {"areas": {"neva": ["09.31"]}}},
    ),
    # reverse sides of counters, arrivals and boxes
    Twins(
        "6.0",
        "a pontoon has no reduced side but a bridge",
        [unit("342/136", "10.33"), unit("270/136", "10.33"), unit("42 Pontonier", "10.33")],
        [
            unit("342/136", "10.33"),
            unit("270/136", "10.33"),
            unit("42 Pontonier", "10.33", step="reduced"),
        ],
    ),
    Twins(
        "13.3.1",
        "a stranger of that type",
        [unit("7", "10.32", type="Pontonier", **BRIDGE)],
        [unit("7", "10.33", type="Pontonier", **BRIDGE)],
        when={"map": {"areas": {"pontoon bridge": ["10.33"]}}},
    ),
    Twins(
        "6.3",
        "arriving HQs do not share a hex",
        [german("1 HQ", "15.01", arrived=True), german("227 HQ", "15.01", arrived=True)],
        [german("1 HQ", "15.01", arrived=True), german("227 HQ", "11.01", arrived=True)],
        when=REINFORCING,
    ),
    Twins(
        "13.2.1",
        "no Kampfgruppe in an enemy ZOC",
        [
            german("1/1", "32.07", step="reduced"),
            german("Carstens", "32.07", arrived=True),
            unit("450/265", "33.07", **STRONG),
        ],
        [
            german("1/1", "32.07", step="reduced"),
            german("Carstens", "32.07", arrived=True),
            unit("450/265", "33.07", markers=["pin"], **STRONG),
        ],
        when={**REINFORCING, "map": {"hexsides": []}},
    ),
    Twins(
        "19.1.16",
        "only Tigers break down",
        [german("1/1", "20.20", markers=["tiger breakdown"])],
        [german("1/s502", "20.20", markers=["tiger breakdown"])],
    ),
    Twins(
        "19.1.16",
        "and are gone when the turn ends",
        [german("1/s502", "20.20", markers=["tiger breakdown"])],
        [german("1/s502", "20.20", markers=["tiger breakdown"])],
        broken_when=TURN_START,
    ),
    Twins(
        "2.1.1",
        "the refitted fly before the grounded are refitted",
        [unit("277 GA", place="Refit side of Grounded Box")],
        [unit("277 GA", place="Refit side of Grounded Box")],
        broken_when={"phase": "refitted unit return", "moment": "end"},
        lawful_when={"phase": "air unit", "moment": "end"},
    ),
    # the set-up
    Twins(
        "15.2",
        "the set-up puts each unit in its hex",
        [unit("942/268", "05.29")],
        [unit("942/268", "05.28")],
        when={"turn": 1, "phase": "set-up", "moment": "end"},
    ),
    Twins(
        "15.1",
        "within three hexes of 17.38",
        [german("1/328", "17.34")],
        [german("1/328", "17.35")],
        when={"turn": 1, "phase": "set-up", "moment": "end"},
    ),
    Twins(
        "15.2",
        "at full strength",
        [unit("942/268", "05.28", step="reduced")],
        [unit("942/268", "05.28")],
        when={"turn": 1, "phase": "set-up", "moment": "end"},
    ),
    Twins(
        "14.3.1",
        "a victory marker in its hex",
        [{"name": "VP Marino", "hex": "11.34"}],
        [{"name": "VP Marino", "hex": "11.33"}],
        when={"turn": 1, "phase": "set-up"},
    ),
    Twins(
        "14.3.1",
        "and on its German side",
        [{"name": "VP Marino", "hex": "11.33", "step": "flipped"}],
        [{"name": "VP Marino", "hex": "11.33"}],
        when={"turn": 1, "phase": "set-up"},
    ),
    Twins(
        "13.1",
        "the Germans' chits wait for three of the Soviets'",
        [german("227", place="Cup", kind="chit"), unit("8A", place="Cup", kind="chit")],
        [german("227", place="German Draw Chit Box", kind="chit")],
        when={"turn": 1, "phase": "set-up"},
    ),
    Twins(
        "15.0",
        "a counter twice",
        [unit("942/268", "05.28", ref="1"), unit("942/268", "05.29", ref="2")],
        [unit("942/268", "05.28", ref="1"), unit("947/268", "05.29", ref="2")],
    ),
]


@pytest.mark.parametrize("twins", TWINS, ids=lambda t: f"{t.rule}: {t.what}")
def test_broken(twins: Twins) -> None:
    found = judged(twins.broken, **{**twins.when, **twins.broken_when})
    assert any(f.severity == "illegal" for f in of_rule(found, twins.rule)), found.findings
    assert found.verdict == "illegal"


@pytest.mark.parametrize("twins", TWINS, ids=lambda t: f"{t.rule}: {t.what}")
def test_lawful(twins: Twins) -> None:
    found = judged(twins.lawful, **{**twins.when, **twins.lawful_when})
    assert not [f for f in of_rule(found, twins.rule) if f.severity == "illegal"], found.findings


# -- given positions with their expected verdicts -------------------------------------------------

CASES = Path(__file__).parents[3] / "shared" / "rulebooks" / "digest" / "cases.json"
WINNERS = {"soviet_win": "soviet", "german_win": "german", "no_win": "none"}


def _cases() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    told = json.loads(CASES.read_text(encoding="utf-8"))
    return [case for case in told if case["position"]["game"] == "iskra"]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: str(case["id"]))
def test_what_a_case_says(case: dict[str, Any]) -> None:
    read = read_position(iskra(), case["position"])
    assert not read.remarks
    found = judge(iskra(), read.position)
    for expected in case["expected"]:
        _holds(found, expected)


def _holds(found: Judgement, expected: dict[str, Any]) -> None:
    refs, verdict = expected["counters"], expected["verdict"]
    illegal = [
        f
        for f in found.findings
        if f.severity == "illegal"
        and {f.rule, *f.also} & _rules(expected["rule"])
        and set(expected["hexes"]) <= set(f.hexes)
        and set(refs) <= set(f.counters)
    ]
    match verdict:
        case "illegal":
            assert illegal
        case "legal" | "exempt" | "needs_log":
            assert not illegal
        case "zoc":
            assert all(set(found.zoc[ref]) == set(expected["hexes"]) for ref in refs)
        case "in_supply" | "out_of_supply":
            assert all(found.supply[ref].state == verdict.partition("_")[0] for ref in refs)
        case "value":
            assert {key: found.state[key] for key in expected["value"]} == expected["value"]
        case _:
            assert found.state["sudden_death"] == WINNERS[verdict]


def _rules(text: str) -> set[str]:
    return {part.split()[0] for part in text.replace(" over ", ",").split(",")}


def test_a_pontonier_counts_by_its_own_rule() -> None:
    stack = [unit("342/136", "08.33"), unit("270/136", "08.33")]
    for third, rule in (("42 Pontoon bridge", "6.1.2"), ("269/136", "6.0")):
        (found,) = of_rule(judged([*stack, unit(third, "08.33")]), rule)
        assert found.rule == rule
