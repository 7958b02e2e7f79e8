"""Every rule of Across the Narva: a position that breaks it and the nearest legal one.

What is broken, what is lawful and under which number comes from the rulebook's text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.rules.positions import JSON, german, judged, land, of_rule, unit


@dataclass(frozen=True)
class Twins:
    """A rule, a position that breaks it and one that does not; `when` applies to both."""

    rule: str
    what: str
    broken: list[JSON]
    lawful: list[JSON]
    when: dict[str, Any] = field(default_factory=dict)
    broken_when: dict[str, Any] = field(default_factory=dict)
    lawful_when: dict[str, Any] = field(default_factory=dict)


END = {"phase": "supply", "moment": "end"}
REINFORCING = {"phase": "reinforcement", "moment": "during"}
ARMY = {"kind": "hq", "values": {"army": True, "range": 6}}
AG = {"type": "assault gun", "values": {"attack": 4}}
PD = {"prepared defences": {"Nederland": ["3231"], "Nordland": ["3227"]}}
ENTRIES = {"A": ["0125"], "B": ["0110"], "D": ["1701"]}
STRONG = {"values": {"attack": 2}}
ROLLBAHN = {"rollbahn": ["2531", "2630", "2730", "2830"], "narva bridgehead": ["3129", "3130"]}

TWINS = [
    Twins(
        "7.1 B",
        "three combat units",
        [unit("1074", "2020"), unit("1076", "2020"), unit("1078", "2020")],
        [unit("1074", "2020"), unit("1076", "2020"), unit("1078", "2021")],
    ),
    Twins(
        "7.1 B",
        "a reduced unit takes a whole slot",
        [unit("1074", "2020"), unit("1076", "2020"), unit("1078", "2020", step="reduced")],
        [unit("1074", "2020"), unit("1076", "2020", step="reduced")],
    ),
    Twins(
        "7.1 B",
        "two HQs, one of an army",
        [unit("2nd SH HQ", "3024"), unit("109 HQ", "3024")],
        [unit("2nd SH HQ", "3024"), unit("109 HQ", "3023")],
    ),
    Twins(
        "7.1 B",
        "two Soviet assault guns",
        [unit("1434 AG", "2120", **AG), unit("1902 AG", "2120", **AG)],
        [unit("1434 AG", "2120", **AG), unit("381", "2120"), unit("456", "2120")],
    ),
    Twins(
        "7.1 B",
        "a German assault gun is a combat unit like any other",
        [german("61F", "1312"), german("162G", "1312"), german("226 StuG", "1312", **AG)],
        [german("61F", "1312"), german("226 StuG", "1312", **AG), german("61 HQ", "1312")],
    ),
    Twins(
        "7.1 B",
        "reinforcements may overstack until they have moved",
        [unit(n, "1701", arrived=True) for n in ("92", "122", "191")],
        [unit(n, "1701", arrived=True) for n in ("92", "122", "191")],
        broken_when={"phase": "reinforcement", "moment": "end"},
        lawful_when=REINFORCING,
    ),
    Twins(
        "7.1 B",
        "a unit that has moved has no excuse",
        [unit(n, "1701", arrived=False) for n in ("92", "122", "191")],
        [unit(n, "1701", arrived=n == "92") for n in ("92", "122", "191")],
        when=REINFORCING,
    ),
    Twins(
        "6.3 B",
        "both sides in a hex",
        [unit("4", "2635"), german("227F", "2635")],
        [unit("4", "2635"), german("227F", "2634")],
    ),
    Twins(
        "6.3 B",
        "a lone HQ is displaced at once",
        [unit("4", "2030"), german("227 HQ", "2030")],
        [unit("4", "2031"), german("227 HQ", "2030")],
    ),
    Twins(
        "6.3 B",
        "an air unit on its target is no unit in the hex",
        [unit("IL-2M", "2634"), german("227F", "2634"), unit("4", "2634")],
        [unit("IL-2M", "2634"), german("227F", "2634"), unit("4", "2635")],
        when={"phase": "combat"},
    ),
    Twins(
        "6.3 A",
        "water",
        [unit("4", "2020")],
        [unit("4", "2021")],
        when={"map": {"hexes": {"2020": {"terrain": "water"}}}},
    ),
    Twins(
        "6.3 A",
        "a lake that fills its hex, and one that shares it",
        [unit("4", "2020")],
        [unit("4", "2021")],
        when={"map": {"hexes": {"2020": {"terrain": "lake"}, "2021": "lake + woods"}}},
    ),
    Twins("6.3 A", "off the map", [unit("4", "3520")], [unit("4", "3420")]),
    Twins(
        "6.4.2 B",
        "an assault gun passes no other",
        [unit("1434 AG", "2120", **AG), unit("1902 AG", "2120", **AG)],
        [unit("381", "2120"), unit("456", "2120"), unit("602", "2120")],
    ),
    Twins(
        "8.1",
        "arrivals have separated by the end of the phase",
        [unit(n, "1701", arrived=True) for n in ("92", "122", "191")],
        [unit(n, "1701", arrived=True) for n in ("92", "122")],
        when={"phase": "reinforcement", "moment": "end"},
    ),
    Twins(
        "6.3 C",
        "SS of another division in prepared defences",
        [german("1/46", "3231")],
        [german("HAME", "3231")],
        when={"map": {"areas": PD}},
    ),
    Twins(
        "6.3 C",
        "the Soviets must be able to take the defences",
        [german("151G", "3231")],
        [unit("891", "3231")],
        when={"map": {"areas": PD}},
    ),
    Twins(
        "6.3 D",
        "the army does not enter Narva",
        [german("227F", "2930")],
        [german("23", "2930"), german("1/46", "3029"), unit("4", "3030")],
    ),
    Twins(
        "6.3 D",
        "nor a police unit the ground across the river",
        [german("31P", "3130")],
        [german("2/46", "3130")],
        when={"map": {"areas": {"narva bridgehead": ["3130"]}}},
    ),
    Twins(
        "6.3 D",
        "units that no list names are judged by their formation",
        [german("a battalion", "3030", formation="285S")],
        [german("a battalion", "3030", formation="20SS")],
    ),
    Twins(
        "14.11.1",
        "turn 1's arrivals come after the Command Phase",
        [german("410F", "0620")],
        [german("410F", "0620")],
        when={"turn": 1},
        broken_when={"phase": "command", "moment": "end"},
        lawful_when={"phase": "reinforcement", "moment": "end"},
    ),
    Twins(
        "14.11.2",
        "Soviets come on after the Germans",
        [unit("40G", "1701")],
        [unit("40G", "1701")],
        when={"turn": 1, "moment": "during"},
        broken_when={"phase": "german reinforcement"},
        lawful_when={"phase": "soviet reinforcement"},
    ),
    Twins(
        "8.6 A",
        "the brigade lands on turn 2 or later",
        [unit("260", "2033")],
        [unit("260", "2033")],
        broken_when={"turn": 1, "phase": "turn", "moment": "end"},
        lawful_when={"turn": 5, "phase": "turn", "moment": "end"},
    ),
    Twins(
        "8.6 A",
        "beside the village only when enemies fill it",
        [unit("260", "1832", arrived=True), german("23", "2033")],
        [
            unit("260", "1832", arrived=True),
            german("23", "2033"),
            german("KAUS", "1933"),
        ],
        when={
            **REINFORCING,
            "map": {"areas": {"merekula": ["1933", "2033"], "merekula coast": ["1832", "2134"]}},
        },
    ),
    Twins(
        "14.8",
        "five Soviet air units from turn 3",
        [unit("IL-2M", place="Air Army 13 Box", ref="1"), unit("IL-2M", place="Refit", ref="2")],
        [unit("IL-2M", place="Air Army 13 Box", ref="1"), unit("IL-2M", place="Refit", ref="2")],
        when={"phase": "end of turn", "moment": "end"},
        broken_when={"turn": 2},
        lawful_when={"turn": 3},
    ),
    Twins(
        "14.8",
        "whatever the air units are called",
        [unit(f"bomber {n}", place="Air Army 13 Box", kind="air") for n in range(5)],
        [unit(f"bomber {n}", place="Air Army 13 Box", kind="air") for n in range(4)],
    ),
    Twins(
        "8.3 B",
        "eleven hexes from a barred entry, and ten",
        [german("220G", "0114", arrived=True), unit("296", "0126", **STRONG)],
        [german("220G", "0115", arrived=True), unit("296", "0126", **STRONG)],
        when={**REINFORCING, "map": land(entries=ENTRIES)},
    ),
    Twins(
        "8.3 B",
        "off the map's edge",
        [german("220G", "0218", arrived=True), unit("296", "0126", **STRONG)],
        [german("220G", "0118", arrived=True), unit("296", "0126", **STRONG)],
        when={**REINFORCING, "map": land(entries=ENTRIES)},
    ),
    Twins(
        "8.0 A",
        "near an entry that is open",
        [german("220G", "0118", arrived=True)],
        [german("220G", "0125", arrived=True)],
        when={**REINFORCING, "map": land(entries=ENTRIES)},
    ),
    Twins(
        "5.3 A",
        "into an enemy ZOC, friends or not",
        [
            german("220G", "0125", arrived=True),
            german("333G", "0125"),
            unit("296", "0126", **STRONG),
        ],
        [
            german("220G", "0125", arrived=True),
            german("333G", "0125"),
            unit("296", "0126", values={"attack": 0}),
        ],
        when={**REINFORCING, "map": land(entries=ENTRIES)},
    ),
    Twins(
        "8.4 A",
        "a turn late, at another entry",
        [german("220G", "0125", arrived=True)],
        [german("220G", "0110", arrived=True)],
        when={**REINFORCING, "turn": 3, "map": land(entries=ENTRIES)},
    ),
    Twins(
        "8.4 B",
        "two turns late",
        [german("220G", "0110", arrived=True)],
        [german("220G", "0110", arrived=True)],
        when={**REINFORCING, "map": land(entries=ENTRIES)},
        broken_when={"turn": 4},
        lawful_when={"turn": 3},
    ),
    Twins(
        "11.2.2 A",
        "a rebuilt unit comes back with its HQ",
        [german("MOK", "2022", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        [german("MOK", "1827", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        when=REINFORCING,
    ),
    Twins(
        "11.2.2 A",
        "an independent unit with any HQ",
        [german("31P", "2022", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        [german("31P", "1827", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        when=REINFORCING,
    ),
    Twins(
        "11.2 C",
        "a unit of one step stays dead",
        [german("MOK", "1827", arrived=True, values={"steps": 1}), german("FHH HQ", "1827")],
        [german("MOK", "1827", arrived=True, values={"steps": 2}), german("FHH HQ", "1827")],
        when=REINFORCING,
    ),
    Twins(
        "11.2 B",
        "and at reduced strength",
        [german("MOK", "1827", arrived=True), german("FHH HQ", "1827")],
        [german("MOK", "1827", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        when=REINFORCING,
    ),
    Twins(
        "11.2 D",
        "and is not mechanised",
        [german("PZG", "1827", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        [german("FUS", "1827", arrived=True, step="reduced"), german("FHH HQ", "1827")],
        when=REINFORCING,
    ),
    Twins(
        "4.2.5",
        "an army HQ within another's range",
        [unit("2nd SH HQ", "3024", **ARMY), unit("8th Army HQ", "3018", **ARMY)],
        [unit("2nd SH HQ", "3024", **ARMY), unit("8th Army HQ", "3017", **ARMY)],
    ),
    Twins(
        "4.2.5",
        "either range is enough",
        [
            unit("2nd SH HQ", "3024", kind="hq", values={"army": True, "range": 9}),
            unit("8th Army HQ", "3016", kind="hq", values={"army": True, "range": 4}),
        ],
        [
            unit("2nd SH HQ", "3024", kind="hq", values={"army": True, "range": 7}),
            unit("8th Army HQ", "3016", kind="hq", values={"army": True, "range": 4}),
        ],
    ),
    Twins(
        "4.2.5 B",
        "a reinforcing army HQ asks for a supplied hex",
        [unit("8th Army HQ", "2020", arrived=True, **ARMY)],
        [unit("8th Army HQ", "3325", arrived=True, **ARMY)],
        when={**REINFORCING, "turn": 4, "map": land("swamp")},
    ),
    Twins(
        "9.4 C",
        "an HQ has no step",
        [unit("109 HQ", "2120", step="reduced")],
        [unit("381", "2120", step="reduced")],
    ),
    Twins(
        "9.4.3 A",
        "a unit of one step",
        [german("376G", "0607", step="reduced", values={"steps": 1})],
        [german("376G", "0607", step="reduced", values={"steps": 2})],
    ),
    Twins(
        "9.4 B",
        "a dead unit",
        [german("376G", "0607", values={"steps": 2, "steps_lost": 2})],
        [german("376G", "0607", values={"steps": 2, "steps_lost": 1})],
    ),
    Twins(
        "11.4 B",
        "no pin outlives its turn",
        [unit("381", "2120", markers=["pinned"])],
        [unit("381", "2120", markers=["pinned"])],
        broken_when={"turn": 3, "phase": "turn", "moment": "start"},
        lawful_when={"turn": 3, "phase": "command", "moment": "during"},
    ),
    Twins(
        "10.0 B",
        "cut off and unmarked",
        [german("376G", "0512")],
        [german("376G", "0512", markers=["out of supply"])],
        when={**END, "map": land("swamp")},
    ),
    Twins(
        "10.0 B",
        "marked at the Supply Phase only",
        [german("376G", "0512")],
        [german("376G", "0512")],
        when={"map": land("swamp")},
        broken_when=END,
        lawful_when={"phase": "supply", "moment": "during"},
    ),
    Twins(
        "10.0 E",
        "supplied and marked",
        [german("376G", "0512", markers=["isolated"])],
        [german("376G", "0512")],
        when={**END, "map": land()},
    ),
    Twins(
        "10.0 C",
        "isolated at the first Supply Phase",
        [german("376G", "0512", markers=["isolated"])],
        [german("376G", "0512", markers=["out of supply"])],
        when={**END, "turn": 1, "map": land("swamp")},
    ),
    Twins(
        "10.0",
        "marked before any Supply Phase",
        [german("376G", "0512", markers=["out of supply"])],
        [german("376G", "0512")],
        when={"turn": 1, "phase": "command", "moment": "during", "map": land("swamp")},
    ),
    Twins(
        "8.6 E",
        "the brigade needs no supply",
        [unit("260", "2033", markers=["out of supply"])],
        [unit("260", "2033")],
        when={**END, "map": land("swamp")},
    ),
    Twins(
        "10.2.2 B",
        "nobody is isolated in Narva",
        [german("23", "3030", markers=["isolated"])],
        [german("23", "3030", markers=["out of supply"])],
        when={"turn": 5},
    ),
    Twins(
        "10.2.2 A",
        "a Soviet HQ on the rollbahn cuts Narva off",
        [german("23", "3030"), unit("109 HQ", "2630")],
        [german("23", "3030"), unit("109 HQ", "2631")],
        when={**END, "map": land(areas=ROLLBAHN)},
    ),
    Twins(
        "10.2.2 A",
        "and those across the river, not those on this bank",
        [german("23", "3130"), unit("109 HQ", "2630")],
        [german("23", "2929"), unit("109 HQ", "2630")],
        when={**END, "map": land(areas=ROLLBAHN)},
    ),
    Twins(
        "2.2.4",
        "the other side's air box",
        [german("JU-87", place="Air Army 13 Box")],
        [german("JU-87", place="Luftwaffe Box")],
    ),
    Twins(
        "2.2.4",
        "ground units fly in no box",
        [unit("381", place="Air Army 13 Box")],
        [unit("YAK-8", place="Air Army 13 Box")],
    ),
    Twins(
        "12.1.1 A",
        "three air units on one target",
        [german("227F", "2634"), *(unit(n, "2634") for n in ("IL-2M", "YAK-8", "MIG 3"))],
        [german("227F", "2634"), *(unit(n, "2634") for n in ("IL-2M", "YAK-8"))],
        when={"phase": "combat"},
    ),
    Twins(
        "12.1.2 A",
        "air units go home",
        [german("227F", "2634"), unit("IL-2M", "2634")],
        [german("227F", "2634"), unit("IL-2M", place="Airbase Box Grounded")],
        when={"phase": "end of turn", "moment": "end"},
    ),
    Twins(
        "12.2.1",
        "refitted units return",
        [unit("IL-2M", place="Refit")],
        [unit("IL-2M", place="Air Army 13 Box")],
        when={"phase": "refitted unit return", "moment": "end"},
    ),
    Twins(
        "12.2.2",
        "grounded units refit",
        [unit("IL-2M", place="Airbase Box Grounded")],
        [unit("IL-2M", place="Airbase Box Refit")],
        when={"phase": "air unit", "moment": "end"},
    ),
    Twins(
        "12.0 C",
        "the bomber has one side",
        [unit("LI-2", place="Air Army 13 Box", step="reduced")],
        [unit("YAK-8", place="Air Army 13 Box", step="reduced")],
    ),
    Twins(
        "11.3 B",
        "defence markers on their track",
        [german("Nederland", place="Luftwaffe Box", kind="marker")],
        [german("Nederland", place="Prepared Defense Track 0", kind="marker")],
    ),
    Twins(
        "11.3 B",
        "whatever the marker is called",
        [german("Nederland PD marker", place="Luftwaffe Box", kind="marker")],
        [german("Nederland PD marker", place="Prepared Defense Track 0", kind="marker")],
    ),
    Twins(
        "2.4.1 B",
        "the Wehrmacht chits leave on turn 3",
        [german("Wehrmacht", place="Cup", kind="chit")],
        [german("Wehrmacht", place="Cup", kind="chit")],
        broken_when={"turn": 4},
        lawful_when={"turn": 3},
    ),
    Twins(
        "2.4.1 B",
        "whatever the chit and its place are called",
        [german("Wehrmacht command chit", place="draw cup", kind="chit")],
        [german("Wehrmacht command chit", place="out of the game", kind="chit")],
        when={"turn": 5},
    ),
    Twins(
        "2.4.1 B",
        "drawn from the cup, and withdrawn",
        [german("Wehrmacht", place="Cup drawn", kind="chit")],
        [german("Wehrmacht", place="Withdrawn", kind="chit")],
        when={"turn": 4},
    ),
    Twins(
        "14.9",
        "a chit drawn before its turn",
        [unit("Stavka", place="Cup drawn", kind="chit")],
        [unit("Stavka", place="Arrivals Soviet", kind="chit")],
        when={"turn": 3},
    ),
    Twins(
        "14.9",
        "a chit in the cup before its turn",
        [unit("Stavka", place="Cup", kind="chit")],
        [unit("Stavka", place="Turn Record Track 4", kind="chit")],
        when={"turn": 3},
    ),
    Twins(
        "2.0 B",
        "a counter twice",
        [unit("381", "2120", ref="1"), unit("381", "2121", ref="2")],
        [unit("381", "2120", ref="1"), unit("456", "2121", ref="2")],
    ),
    Twins(
        "14.1.1",
        "the set-up puts each unit in its hex",
        [german("61F", "1311")],
        [german("61F", "1312")],
        when={"turn": 1, "phase": "set-up", "moment": "end"},
    ),
    Twins(
        "14.1.1",
        "and some of them reduced",
        [german("151G", "2626")],
        [german("151G", "2626", step="reduced")],
        when={"turn": 1, "phase": "set-up", "moment": "end"},
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


def test_ground_of_one_s_own_is_no_set_up_unless_it_says_so() -> None:
    """14.0 A: the lists' hexes are on the game's map."""
    away = [german("376G", "0512")]
    first = {"turn": 1, "phase": "turn", "moment": "start"}
    assert of_rule(judged(away, **first), "14.0 A")
    assert not of_rule(judged(away, map=land(), **first), "14.0 A")
    assert of_rule(judged(away, map=land(), **{**first, "phase": "set-up"}), "14.0 A")
