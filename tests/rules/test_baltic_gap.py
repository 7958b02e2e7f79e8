"""Baltic Gap: for every rule that one position decides, a broken one and its nearest lawful twin.

Hexes, dates and numbers are the rulebook's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from hexmarshal.rules.findings import Judgement
from tests.rules.baltic_positions import axis, grenadiers, judged, rifles, soviet
from tests.rules.positions import JSON, of_rule, unit

SEA = {
    "areas": {"baltic sea": ["W46.30", "W44.30", "W43.20", "W37.12"], "lake peipus": ["E55.20"]},
    "hexes": {
        **{hex_: {"terrain": "sea"} for hex_ in ("W46.30", "W44.30", "W43.20", "W37.12")},
        "E55.20": {"terrain": "lake"},
    },
}
BOGS = {
    "hexes": {hex_: {"terrain": "wooded bog"} for hex_ in ("E20.08", "E20.20", "E20.21")},
    "areas": {"USSR": ["E20.08", "E20.09"]},
}
NEMEN = {"areas": {"beyond the nemen": ["W1.20"]}}
CORPS = "3 Gd Mech Corps"


def mech(name: str, hex_: str) -> JSON:
    return soviet(name, hex_, formation=CORPS, values={"attack_capable": True})


def plane(name: str, side: str, hex_: str = "", **more: object) -> JSON:
    return {"name": name, "side": side, "hex": hex_, "ref": name, "kind": "air", **more}


def long_range(number: int) -> JSON:
    return plane(f"Bomber {number}", "soviet", place="LRAF Box", values={"lraf": True})


def ammunition(number: int, hex_: str = "", **more: object) -> JSON:
    return soviet(f"Arty Ammo Marker {number}", hex_, kind="marker", **more)


def ship(name: str, side: str, hex_: str = "", **more: object) -> JSON:
    return {"name": name, "side": side, "hex": hex_, "ref": name, "kind": "naval", **more}


def partisan(side: str, hex_: str, number: int = 1) -> JSON:
    name = f"Trainbusting marker {number}"
    return {
        "name": name, "side": side, "hex": hex_, "ref": name, "kind": "marker",
        "type": "trainbusting", "arrived": True,
    }  # fmt: skip


def hog(hex_: str, number: int = 1, **more: object) -> JSON:
    ref = f"hog {number}"
    more = {"arrived": True, **more}
    return {"name": "Level-1 Hedgehog", "side": "german", "hex": hex_, "ref": ref,
            "kind": "hedgehog", **more}  # fmt: skip


ARRIVING: dict[str, Any] = {"phase": "reinforcement", "moment": "during"}
SET_UP: dict[str, Any] = {"phase": "set-up", "moment": "end"}


@dataclass(frozen=True)
class Twins:
    """Two positions that differ in one thing: one breaks the rule, the other does not."""

    id: str
    rule: str
    date: str
    broken: list[JSON]
    lawful: list[JSON]
    scenario: str = "5.1"
    more: Mapping[str, Any] = field(default_factory=dict)
    lawful_more: Mapping[str, Any] | None = None
    lawful_date: str = ""
    lawful_scenario: str = ""

    def judge_broken(self) -> Judgement:
        return judged(self.broken, self.date, self.scenario, **self.more)

    def judge_lawful(self) -> Judgement:
        more = self.more if self.lawful_more is None else self.lawful_more
        date, scenario = self.lawful_date or self.date, self.lawful_scenario or self.scenario
        return judged(self.lawful, date, scenario, **more)


BRIGADE = soviet("5-3-3 Inf Bde (101)", "W3.10", kind="combat")
KAUNAS_TANKS = soviet("25 Tank", "W3.10", formation="29 Tank Corps")
NARVA_SS = axis("23 PG", "E40.25", formation="11 SS PG Div")
SAAREMAA_HQ = soviet("8 Army HQ", "W62.07", kind="hq")
TWELVE_PZ = axis("5 PG", "E35.15", formation="12 Pz Div")
POLICE = "3-2-3 Est Pol Rgt (2)"
EVENT = {"facts": {"narva_event": "1944-09-08", "german_delay": 2}}

ALL = [
    Twins("B1 shared column", "1.1", "1944-10-05",
          [rifles("W38.01"), grenadiers("E38.35")], [rifles("W38.01"), grenadiers("E38.34")]),
    Twins("B4 water", "1.1d", "1944-07-08", [rifles("W43.20")], [rifles("W43.21")],
          more={"map": SEA}),
    Twins("B5 hog beside an attacker", "2.4", "1944-07-08",
          [hog("E13.08"), rifles("E12.07")], [hog("E13.08"), rifles("E12.06")],
          "5.2", more=ARRIVING),
    Twins("B5 hog beside a unit that cannot attack", "2.4", "1944-07-08",
          [hog("E13.08"), rifles("E12.07")],
          [hog("E13.08"), rifles("E12.07", values={"attack_capable": False})],
          "5.2", more=ARRIVING),
    Twins("B5 hog on a hedgehog", "2.4", "1944-07-08",
          [hog("E13.08"), hog("E13.08", 2, arrived=False)],
          [hog("E13.08"), hog("E13.09", 2, arrived=False)], "5.2", more=ARRIVING),
    Twins("B5 one hog an HQ", "2.4", "1944-07-08",
          [axis("1 Corps HQ", "E13.20", kind="hq"), hog("E13.08"), hog("E14.08", 2)],
          [axis("1 Corps HQ", "E13.20", kind="hq"), hog("E13.08")], "5.2", more=ARRIVING),
    Twins("B7 ground units in an air box", "1.3a", "1944-07-08",
          [rifles("", place="3rd Air Army Box")],
          [plane("Yak-9", "soviet", place="3rd Air Army Box")]),
    Twins("B7 the other side's air box", "1.3a", "1944-07-08",
          [plane("Yak-9", "soviet", place="Luftflotte I Box")],
          [plane("He-111", "german", place="Luftflotte I Box")]),
    Twins("B7 the other side's holding box", "1.3b", "1944-09-12",
          [ship("Flotilla", "soviet", place="Königsberg Box")],
          [ship("Prinz Eugen", "german", place="Königsberg Box")]),
    Twins("B7 aircraft in Leningrad", "1.3b", "1944-09-12",
          [plane("Yak-9", "soviet", place="Leningrad Box")],
          [soviet("3-2-8 Tank Bn (81)", place="Leningrad Box")]),
    Twins("B9 a unit on the track of a port's damage", "1.5c", "1944-09-12",
          [grenadiers("", place="Riga Port 2")],
          [unit("Port Damage Marker", "", "", place="Riga Port 2")]),
    Twins("B7 Germans on Saaremaa", "1.3c", "1944-09-12",
          [grenadiers("", place="Saaremaa Box")],
          [soviet("8 Army HQ", place="Saaremaa Box", kind="hq")]),
    Twins("B7 a unit that no list holds at Kaunas", "1.3c", "1944-07-12",
          [soviet("3-2-8 Tank Bn (81)", place="Kaunas Box")],
          [soviet("25 Tank", place="Kaunas Box", formation="29 Tank Corps")]),
    Twins("B7 boxes left out of 5.2", "5.2", "1944-07-12",
          [plane("IL-2", "soviet", place="14th Air Army Box")],
          [plane("IL-2", "soviet", place="3rd Air Army Box")], "5.2"),
    Twins("B7 boxes left out of 5.6", "5.6", "1944-08-15",
          [plane("B-25", "soviet", place="LRAF Box")],
          [plane("He-111", "german", place="Luftflotte I Box")], "5.6"),
    Twins("B7 boxes left out of 5.8", "5.8", "1944-10-08",
          [plane("IL-2", "soviet", place="3rd Air Army Box")],
          [plane("B-25", "soviet", place="LRAF Box")], "5.8"),
    Twins("B8 Kaunas in July", "1.4", "1944-07-26", [KAUNAS_TANKS], [KAUNAS_TANKS],
          lawful_date="1944-08-05"),
    Twins("B8 Narva in August", "1.4", "1944-08-29", [NARVA_SS], [NARVA_SS],
          lawful_date="1944-09-05"),
    Twins("B8 Narva in August, and Nord withdraws", "1.4", "1944-08-29", [NARVA_SS], [NARVA_SS],
          lawful_more={"facts": {"variants": ["2.8 #6"]}}),
    Twins("B8 Saaremaa in September", "1.4", "1944-09-26", [SAAREMAA_HQ], [SAAREMAA_HQ],
          lawful_date="1944-10-08"),
    Twins("B8 a told event and delay", "1.4d", "1944-09-08", [NARVA_SS], [NARVA_SS],
          more=EVENT, lawful_date="1944-09-12"),
    Twins("B8 an event that has not come", "1.4", "1944-08-12", [KAUNAS_TANKS], [KAUNAS_TANKS],
          more={"facts": {"kaunas_event": False}}, lawful_more={"facts": {"kaunas_event": True}}),
    Twins("B8 still in the box", "1.4d", "1944-08-22",
          [soviet("25 Tank", place="Kaunas Box", formation="29 Tank Corps")],
          [soviet("25 Tank", place="Kaunas Box", formation="29 Tank Corps")],
          more={"facts": {"kaunas_event": "1944-08-05", "soviet_delay": 2}},
          lawful_date="1944-08-08"),
    Twins("B9 Germans on the lakes", "1.5b", "1944-07-12",
          [ship("Prinz Eugen", "german", "E55.20")], [ship("Prinz Eugen", "german", "W43.20")],
          more={"map": SEA, "facts": {"saaremaa_event": False}}),
    Twins("B9 Soviets on the Baltic before the event", "1.5b", "1944-07-12",
          [ship("Flotilla", "soviet", "W37.12")], [ship("Flotilla", "soviet", "E55.20")],
          more={"map": SEA, "facts": {"saaremaa_event": False}}),
    Twins("B9 Germans east of Mazirbe after it", "1.5b", "1944-10-12",
          [ship("Prinz Eugen", "german", "W43.20")], [ship("Prinz Eugen", "german", "W44.30")],
          more={"map": SEA, "facts": {"saaremaa_event": True}}),
    Twins("B9 Soviets west of Mazirbe after it", "1.5b", "1944-10-12",
          [ship("Flotilla", "soviet", "W46.30")], [ship("Flotilla", "soviet", "W37.12")],
          more={"map": SEA, "facts": {"saaremaa_event": True}}),
    Twins("B9 the event is certain by mid-October", "1.5b", "1944-10-19",
          [ship("Prinz Eugen", "german", "W43.20")], [ship("Prinz Eugen", "german", "W43.20")],
          more={"map": SEA}, lawful_date="1944-09-26"),
    Twins("B13 twenty garrisons", "2.5", "1944-08-01",
          [axis(f"Garrison unit {n}", place="Königsberg Box", kind="combat") for n in range(20)],
          [axis(f"Garrison unit {n}", place="Königsberg Box", kind="combat") for n in range(19)]),
    Twins("B13 a Soviet breakdown regiment", "1.7c", "1944-08-01",
          [soviet("4-2-3 Breakdown Rgt", "E20.03", kind="combat")],
          [axis("4-4-3 Breakdown Rgt", "E20.03", kind="combat")]),
    Twins("B13 three Arty Ammo markers", "3.3", "1944-08-01",
          [ammunition(n, place="Leningrad Box") for n in range(3)],
          [ammunition(n, place="Leningrad Box") for n in range(2)]),
    Twins("B13 Arty Ammo on the map", "3.3", "1944-08-01",
          [ammunition(1, "E20.03")], [ammunition(1, place="Leningrad Box")]),
    Twins("B14 Estonians in Riga", "1.9a", "1944-07-12",
          [axis(POLICE, "W33.10", arrived=True)], [axis(POLICE, "E56.24", arrived=True)],
          more={**ARRIVING, "facts": {"trace_supply": ["W33.10", "E56.24"]}}),
    Twins("B14 Estonians where no supply reaches", "1.9a", "1944-07-12",
          [axis(POLICE, "E56.24", arrived=True)], [axis(POLICE, "E56.24", arrived=True)],
          more={**ARRIVING, "facts": {"trace_supply": ["W55.07"]}},
          lawful_more={**ARRIVING, "facts": {"trace_supply": ["E56.24"]}}),
    Twins("B14 a Soviet group west of its entry", "1.9a", "1944-07-12",
          [soviet("51 Army HQ", "W1.29", kind="hq", arrived=True)],
          [soviet("51 Army HQ", "E1.30", kind="hq", arrived=True)], more={
              **ARRIVING, "facts": {"v_number": 0},
              "map": {"entries": {"D": ["E1.15"], "E": ["E1.30"], "F": ["W1.09"], "G": ["W1.29"]},
                      "sources": {"soviet": ["E1.15", "E1.30"], "german": ["W1.29"]}}}),
    Twins("B14 a Soviet group further east", "1.9a", "1944-07-12",
          [soviet("51 Army HQ", "E1.20", kind="hq", arrived=True)],
          [soviet("51 Army HQ", "E1.15", kind="hq", arrived=True)], more={
              **ARRIVING, "facts": {"v_number": 0},
              "map": {"entries": {"D": ["E1.15"], "E": ["E1.30"], "F": ["W1.09"], "G": ["W1.29"]},
                      "sources": {"soviet": ["E1.15", "E1.30"], "german": ["W1.29"]}}}),
    Twins("B15 a garrison beside an attacker", "2.5", "1944-07-12",
          [axis("Garrison unit", "E15.25", kind="combat", arrived=True), rifles("E15.24")],
          [axis("Garrison unit", "E15.25", kind="combat", arrived=True), rifles("E15.23")],
          more=ARRIVING),
    Twins("B15 a garrison in the country", "2.5", "1944-07-12",
          [axis("Garrison unit", "E15.20", kind="combat", arrived=True)],
          [axis("Garrison unit", "E25.19", kind="combat", arrived=True)], more=ARRIVING),
    Twins("B15 a garrison where Soviets rule", "2.5", "1944-08-12",
          [axis("Garrison unit", "E15.25", kind="combat", arrived=True)],
          [axis("Garrison unit", "E15.25", kind="combat", arrived=True)],
          more={**ARRIVING, "control": {"E15.25": "soviet"}},
          lawful_more={**ARRIVING, "control": {"E15.25": "german"}}),
    Twins("B17 before its date", "6.0", "1944-06-26",
          [soviet("51 Army HQ", "E1.30", kind="hq")], [soviet("51 Army HQ", "E1.30", kind="hq")],
          lawful_date="1944-07-12"),
    Twins("B17 at the set-up of its first day", "6.0", "1944-06-26",
          [soviet("43 Army HQ", "E2.01", kind="hq")], [soviet("43 Army HQ", "E2.01", kind="hq")],
          more=SET_UP, lawful_more={"phase": "movement", "moment": "end"}),
    Twins("B17 hypothetical with a V# of 0", "1.9d", "1944-07-01", [TWELVE_PZ], [TWELVE_PZ],
          more={"facts": {"v_number": 0}}, lawful_more={"facts": {"v_number": 2}}),
    Twins("B17 hypothetical, come on its later date", "1.9d", "1944-07-26", [TWELVE_PZ],
          [TWELVE_PZ], more={"facts": {"v_number": 0}}, lawful_date="1944-07-29"),
    Twins("B17 withdrawn", "5.2", "1944-07-26", [BRIGADE], [BRIGADE], "5.2",
          lawful_date="1944-08-22"),
    Twins("B17 withdrawn on this turn", "1.9c", "1944-07-15", [BRIGADE], [BRIGADE], "5.2",
          lawful_date="1944-07-12"),
    Twins("B17 not in this scenario", "5.3", "1944-07-12",
          [soviet("51 Army HQ", "E30.10", kind="hq")], [soviet("22 Army HQ", "E30.10", kind="hq")],
          "5.3"),
    Twins("B18 LRAF elsewhere", "3.4a A", "1944-08-01",
          [plane("Gd IL-4", "soviet", "E14.02", values={"lraf": True})],
          [plane("Gd IL-4", "soviet", place="LRAF Box", values={"lraf": True})]),
    Twins("B18 LRAF over the map when no mission can be", "3.4a A", "1944-08-01",
          [plane("B-25", "soviet", "E14.02")], [plane("B-25", "soviet", "E14.02")],
          more={"phase": "combat", "moment": "during"},
          lawful_more={"phase": "movement", "moment": "during"}),
    Twins("B18 ten LRAF aircraft", "3.4a", "1944-08-01",
          [long_range(n) for n in range(10)], [long_range(n) for n in range(9)]),
    Twins("B19 both Fw-190 good", "2.6", "1944-06-26",
          [{**plane("Fw-190", "german", "E9.07", values={"quality": "good"}), "ref": str(n)}
           for n in range(2)],
          [{**plane("Fw-190", "german", "E9.07", values={"quality": q}), "ref": q}
           for q in ("good", "low")], more=SET_UP),
    Twins("B19 a good Fw-190 in 5.3", "2.6", "1944-07-08",
          [plane("Fw-190", "german", "E47.18", values={"quality": "good"})],
          [plane("Fw-190", "german", "E47.18", values={"quality": "low"})], "5.3", more=SET_UP),
    Twins("B20 Soviet partisans abroad", "1.10a", "1944-07-15",
          [partisan("soviet", "E20.20")], [partisan("soviet", "E20.08")],
          more={**ARRIVING, "map": BOGS}),
    Twins("B20 German partisans in the USSR", "1.10a", "1944-07-15",
          [partisan("german", "E20.08")], [partisan("german", "E20.20")],
          more={**ARRIVING, "map": BOGS}),
    Twins("B20 partisans outside a bog", "1.10a", "1944-07-15",
          [partisan("soviet", "E20.09")], [partisan("soviet", "E20.08")],
          more={**ARRIVING, "map": BOGS}),
    Twins("B20 partisans on the enemy", "1.10a", "1944-07-15",
          [partisan("german", "E20.20"), rifles("E20.20")],
          [partisan("german", "E20.20"), rifles("E20.21")], more={**ARRIVING, "map": BOGS}),
    Twins("B20 four at once", "1.10a", "1944-07-15",
          [partisan("soviet", "E20.08", n) for n in range(4)],
          [partisan("soviet", "E20.08", n) for n in range(3)], more={**ARRIVING, "map": BOGS}),
    *(
        Twins(f"B21 {hex_}", "3.6", "1944-08-15", [rifles(hex_)], [grenadiers(hex_)], "5.5")
        for hex_ in ("W2.26", "W2.28", "W1.27", "W1.28", "W3.27", "W3.28", "W2.27")
    ),
    Twins("B21 two hexes away", "3.6", "1944-08-15", [rifles("W3.27")], [rifles("W3.26")], "5.5"),
    Twins("B21 across the Nemen", "3.6", "1944-08-15", [rifles("W1.20")], [rifles("W1.10")],
          "5.5", more={"map": NEMEN}),
    Twins("B23 exactly there", "5.1", "1944-06-26",
          [soviet("10-3-3 Gd Inf Div (51)", "E5.02")], [soviet("10-3-3 Gd Inf Div (51)", "E5.03")],
          more=SET_UP),
    Twins("B23 within a circle", "5.1", "1944-06-26",
          [axis("1 Corps HQ", "E9.12", kind="hq")], [axis("1 Corps HQ", "E9.11", kind="hq")],
          more=SET_UP),
    Twins("B23 a circle counted around enemies", "5.0 B", "1944-06-26",
          [axis("16-4-3 Inf Div (212)", "E2.15"), *(rifles(h, n) for n, h in enumerate(
              ("E3.16", "E2.16")))],
          [axis("16-4-3 Inf Div (212)", "E2.15"), rifles("E2.16")], more=SET_UP),
    Twins("B23 3 Gd Mech Corps", "5.5", "1944-08-01",
          [mech("35 Gd Tank", "W27.13"), mech("7 Gd Mech", "W27.17"), mech("8 Gd Mech", "W27.17")],
          [mech("35 Gd Tank", "W27.13"), mech("7 Gd Mech", "W27.17"), mech("8 Gd Mech", "W33.18")],
          "5.5", more=SET_UP),
    Twins("B23 fighters at Tukums", "5.5", "1944-08-01",
          [plane("Yak-9", "soviet", "W33.18")], [plane("Yak-9", "soviet", "W16.16")],
          "5.5", more=SET_UP),
    Twins("B24 rows of 5.3", "5.3", "1944-07-12",
          [axis("4-4-3 Breakdown Rgt", "E18.06")], [axis("4-4-3 Breakdown Rgt", "E19.06")], "5.3"),
    Twins("B24 the West map in 5.3", "5.3", "1944-07-12",
          [axis("4-4-3 Breakdown Rgt", "W27.02")], [axis("4-4-3 Breakdown Rgt", "W27.01")], "5.3"),
    Twins("B24 the East map in 5.6", "5.6", "1944-08-19",
          [rifles("E16.34")], [rifles("W16.02")], "5.6"),
    Twins("B24 the East map in 5.8", "5.8", "1944-10-08",
          [rifles("E37.34")], [rifles("E37.35")], "5.8"),
    Twins("B25 more steps than there are", "1.7a", "1944-07-12",
          [soviet("84-1-2 Arty Div (27)", "E42.09", values={"steps_lost": 3})],
          [soviet("84-1-2 Arty Div (27)", "E42.09", values={"steps_lost": 2})]),
    Twins("B26 bombers on the map at start", "5.1", "1944-06-26",
          [plane("Tu-2", "soviet", "E14.02")], [plane("Yak-9", "soviet", "E14.02")], more=SET_UP),
]  # fmt: skip


@pytest.mark.parametrize("twins", ALL, ids=lambda twins: twins.id)
def test_one_breaks_the_rule_and_its_twin_does_not(twins: Twins) -> None:
    broken = of_rule(twins.judge_broken(), twins.rule)
    assert [f for f in broken if f.severity == "illegal"], f"{twins.rule} is not reported"
    lawful = of_rule(twins.judge_lawful(), twins.rule)
    assert [f for f in lawful if f.severity == "illegal"] == []


# -- sources by date and event --------------------------------------------------------------------

BEFORE = {"phase": "weather", "moment": "start"}
AFTER = {"phase": "reinforcement", "moment": "end"}


@pytest.mark.parametrize(
    ("entry", "date", "when", "facts", "scenario", "owner"),
    [
        ("A", "1944-06-26", AFTER, {}, "5.1", "soviet"),
        ("C", "1944-10-29", AFTER, {}, "5.1", "soviet"),
        ("G", "1944-10-29", AFTER, {}, "5.1", "german"),
        ("D", "1944-07-01", AFTER, {"v_number": 0}, "5.1", "german"),
        ("D", "1944-07-05", BEFORE, {"v_number": 0}, "5.1", "german"),
        ("D", "1944-07-05", AFTER, {"v_number": 0}, "5.1", "soviet"),
        ("D", "1944-07-05", AFTER, {"v_number": 2}, "5.1", "unknown"),
        ("D", "1944-07-08", AFTER, {"v_number": 2}, "5.1", "soviet"),
        ("E", "1944-07-08", AFTER, {"v_number": 0}, "5.1", "german"),
        ("E", "1944-07-12", AFTER, {"v_number": 0}, "5.1", "soviet"),
        ("E", "1944-07-12", AFTER, {}, "5.2", "soviet"),
        ("F", "1944-07-15", AFTER, {}, "5.2", "german"),
        ("F", "1944-07-19", AFTER, {}, "5.2", "soviet"),
        ("A", "1944-07-19", AFTER, {}, "5.2", "none"),
        ("C", "1944-07-19", AFTER, {}, "5.3", "none"),
        ("I", "1944-07-19", AFTER, {}, "5.3", "german"),
        ("I", "1944-08-29", AFTER, {}, "5.1", "german"),
        ("I", "1944-09-08", AFTER, {}, "5.1", "unknown"),
        ("I", "1944-09-08", BEFORE, {"narva_event": False}, "5.1", "german"),
        ("I", "1944-10-22", AFTER, {}, "5.1", "soviet"),
        ("I", "1944-09-15", AFTER, {"narva_event": "1944-09-05", "soviet_delay": 2}, "5.1",
         "soviet"),
        ("H", "1944-09-29", AFTER, {}, "5.1", "german"),
        ("H", "1944-10-08", AFTER, {}, "5.8", "soviet"),
        ("H", "1944-10-19", AFTER, {"saaremaa_event": "1944-10-05", "soviet_delay": 3}, "5.1",
         "soviet"),
        ("E", "1944-10-08", AFTER, {}, "5.8", "none"),
        ("F", "1944-08-15", AFTER, {}, "5.6", "soviet"),
    ],
)  # fmt: skip
def test_whose_source_an_entry_is(
    entry: str, date: str, when: JSON, facts: JSON, scenario: str, owner: str
) -> None:
    state = judged([], date, scenario, facts=facts, **when).state
    assert state["entries"][entry] == owner
    if entry == "E":  # the text prints its hex
        holders = [side for side in ("german", "soviet") if "E1.30" in state["sources"][side]]
        assert holders == [owner] * (owner in ("german", "soviet"))


def test_hexes_that_stand_in_for_what_lies_off_the_map() -> None:
    of_5_6 = judged([], "1944-08-15", "5.6").state["sources"]
    assert "W16.01" in of_5_6["soviet"]
    assert "W27.01" in of_5_6["german"]
    assert {"W16.01", "W27.01", "W37.01"} <= set(
        judged([], "1944-10-08", "5.8").state["sources"]["soviet"]
    )
    of_5_3 = judged([], "1944-07-12", "5.3").state["sources"]["german"]
    assert {"E19.10", "W30.01"} <= set(of_5_3)
    assert "E20.10" not in of_5_3


# -- ports ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "units", "more", "word"),
    [
        ("W55.07", [rifles("W54.07"), rifles("W54.08", 2)], {}, "shut"),
        ("W55.07", [rifles("W54.07"), grenadiers("W54.08")], {}, "open"),
        ("W55.07", [rifles("W54.07")], {}, "open"),
        ("W32.13", [rifles("W33.13"), rifles("W33.14", 2)], {}, "shut"),
        ("W32.13", [rifles("W33.13"), rifles("W33.14", 2, values={"attack_capable": False})], {},
         "open"),
        ("W32.13", [rifles("W33.13"), rifles("W33.14", 2, values={"attack_capable": None})], {},
         "unknown"),
        ("W33.10", [rifles("W33.12")], {"map": {"hexsides": [["W33.10", "W33.11", "major river"]]}},
         "open"),
        ("W33.10", [rifles("W34.10")], {"map": {"hexsides": [
            ["W33.10", "W33.11", "major river"], ["W33.11", "W34.10", "major river"]]}}, "shut"),
        ("W27.13", [rifles("W29.13")], {"map": {"hexsides": [
            ["W27.13", "W28.13", "major river"], ["W28.12", "W28.13", "major river"],
            ["W28.13", "W29.13", "major river"]]}}, "shut"),
    ],
)  # fmt: skip
def test_ports_that_enemies_shut(port: str, units: list[JSON], more: JSON, word: str) -> None:
    assert judged(units, "1944-08-15", "5.5", **more).state["ports"][port] == word


@pytest.mark.parametrize(
    ("port", "holder", "event", "word", "serves"),
    [
        ("W33.10", "german", False, "open", True),
        ("W33.10", "german", True, "shut", False),
        ("W33.10", "soviet", False, "shut", False),
        ("W33.10", "soviet", True, "open", True),
        ("W26.34", "german", True, "open", True),
        ("W26.34", "soviet", True, "shut", False),
    ],
)
def test_the_saaremaa_event_opens_and_shuts_ports(
    port: str, holder: str, event: bool, word: str, serves: bool
) -> None:
    state = judged([], "1944-10-12", facts={"saaremaa_event": event}, control={port: holder}).state
    assert state["ports"][port] == word
    assert (port in state["sources"][holder]) is serves


# -- supply by bounds -----------------------------------------------------------------------------

LAND: dict[str, Any] = {
    "default": "clear",
    "sources": {"german": ["W1.29"], "soviet": ["E2.01"]},
}


def supply(units: list[JSON], ref: str, **more: object) -> str:
    told = {"map": LAND, **more}
    return str(judged(units, "1944-08-15", "5.5", **told).supply[ref].state)


def ring(hex_: str, **values: object) -> list[JSON]:
    """Six enemy divisions two hexes away on all sides, so that their zones close around a hex."""
    row, column = int(hex_[1:3]), int(hex_[4:])
    spots = [(row, column - 2), (row, column + 2), (row + 2, column - 1), (row + 2, column + 1),
             (row - 2, column - 1), (row - 2, column + 1)]  # fmt: skip
    return [rifles(f"E{r}.{c:02}", n, values=values) for n, (r, c) in enumerate(spots)]


def test_on_a_source_is_in_supply() -> None:
    assert supply([grenadiers("W1.29")], "Grenadiers 0") == "in"


def test_without_any_way_is_out_of_supply() -> None:
    units = [grenadiers("E30.15"), *ring("E30.15", attack_capable=True)]
    assert supply(units, "Grenadiers 0") == "out"


def test_zones_of_units_that_cannot_attack_or_move_do_not_cut_off() -> None:
    units = [grenadiers("E30.15"), *ring("E30.15", attack_capable=False)]
    assert supply(units, "Grenadiers 0") == "unknown"
    moving = [{**unit, "markers": ["move mode"]} for unit in ring("E30.15", attack_capable=True)]
    assert supply([grenadiers("E30.15"), *moving], "Grenadiers 0") == "unknown"


def test_a_friend_opens_a_zone() -> None:
    units = [grenadiers("E30.15"), *ring("E30.15", attack_capable=True), grenadiers("E30.16", 1)]
    open_ring = [unit for unit in units if unit["hex"] != "E30.17"]
    assert supply(open_ring, "Grenadiers 0") == "unknown"


def test_what_the_distances_decide_is_said() -> None:
    judgement = judged([grenadiers("W20.20")], "1944-08-15", "5.5", map=LAND)
    (said,) = [one for one in judgement.checked if one.rule == "OCS 12"]
    assert (said.state, "trace distances" in said.why) == ("cannot", True)
    assert judgement.verdict == "legal"


def test_two_re_on_each_marginal_source() -> None:
    units = [grenadiers("E1.26", n, values={"re": 1}) for n in range(3)]
    judgement = judged(units, "1944-07-05", phase="supply", moment="during")
    assert judgement.state["marginal"] == {
        "E1.26": {"side": "german", "re_supplied": 2, "re_unsupplied": 1}
    }
    states = [judgement.supply[f"Grenadiers {n}"].state for n in range(3)]
    assert states == ["in", "in", "unknown"]
    later = judged(units, "1944-07-12", phase="supply", moment="during", facts={"v_number": 0})
    assert later.state["marginal"] == {}
    beyond = judged([grenadiers("E1.24")], "1944-07-05", phase="supply", moment="during")
    assert beyond.state["marginal"] == {}


def test_on_a_railway_that_leads_to_a_source() -> None:
    railway = {"kind": "railway", "hexes": ["W1.29", "W2.29", "W2.30"]}
    told = {"paths": [railway], "sources": {"german": ["W1.29"]}, "hexes": {"W2.30": "village"}}
    units = [grenadiers("W2.30"), grenadiers("W2.29", 1)]
    first = judged(units, "1944-08-01", "5.5", map=told).supply
    assert (first["Grenadiers 0"].state, first["Grenadiers 0"].path) == (
        "in", ("W2.30", "W2.29", "W1.29"),
    )  # fmt: skip
    assert first["Grenadiers 1"].state == "unknown"
    enemy = judged([units[0], rifles("W2.29")], "1944-08-01", "5.5", map=told).supply
    assert enemy["Grenadiers 0"].state == "out"  # its zone covers the source


# -- the series makes nothing illegal -------------------------------------------------------------


def test_zones_by_the_series() -> None:
    zones = judged(
        [
            grenadiers("E9.05"),
            grenadiers("E20.10", 1, markers=["move mode"]),
            grenadiers("E30.10", 2, values={"attack_capable": False}),
            axis("1 Corps HQ", "E40.15", kind="hq"),
        ],
        "1944-06-26",
    ).zoc
    assert set(zones["Grenadiers 0"]) == {"E9.04", "E9.06", "E8.04", "E8.05", "E10.04", "E10.05"}
    assert zones["Grenadiers 1"] == zones["Grenadiers 2"] == zones["1 Corps HQ"] == ()


def test_ten_re_in_a_hex_at_the_end_of_a_phase() -> None:
    heavy = [grenadiers("E20.10", n) for n in range(3)]
    (found,) = of_rule(judged(heavy, "1944-07-12"), "OCS 4")
    assert (found.severity, "series" in found.basis) == ("suspect", True)
    assert not of_rule(judged(heavy[:2], "1944-07-12"), "OCS 4")
    assert not of_rule(judged(heavy, "1944-07-12", phase="reinforcement"), "OCS 4")
    assert not of_rule(judged(heavy, "1944-07-12", phase="movement", moment="during"), "OCS 4")


# -- points ---------------------------------------------------------------------------------------


def test_pop_that_combat_units_hold() -> None:
    units = [rifles("E9.07"), soviet("43 Army HQ", "E47.12", kind="hq"), grenadiers("E15.25")]
    score = judged(units, "1944-07-12", control={"E22.10": "soviet", "E15.25": "soviet"}).state[
        "score"
    ]
    assert {line["hex"]: line["points"] for line in score["lines"]} == {"E9.07": 2, "E22.10": 1}
    assert score["soviet"] == 3


@pytest.mark.parametrize(("soviets", "points"), [(3, 4), (2, 4), (1, 0), (0, 0)])
def test_riga_goes_to_who_holds_two_of_its_hexes(soviets: int, points: int) -> None:
    told = {"riga_hexes": {"Soviet": soviets, "German": 3 - soviets}}
    score = judged([], "1944-10-12", control=told).state["score"]
    assert score["soviet"] == points


def test_riga_by_the_units_in_it() -> None:
    split = [rifles("W33.10"), rifles("W33.11", 1), grenadiers("W32.10")]
    assert judged(split, "1944-10-12").state["score"]["soviet"] == 4
    assert judged(split[1:], "1944-10-12").state["score"]["soviet"] == 0


def test_all_pop_of_the_map() -> None:
    score = judged([], "1944-06-26", phase="set-up").state["score"]
    assert (score["soviet"], score["at_most"]) == (0, 0)
    later = judged([], "1944-08-15").state["score"]
    assert (later["soviet"], later["at_most"]) == (0, 66)


def test_an_artillery_division_that_has_lost_a_step() -> None:
    division = soviet("84-1-2 Arty Div (27)", "E42.09", step="reduced")
    strengths = judged([division], "1944-07-12").state["strengths"]
    assert strengths == {"84-1-2 Arty Div (27)": {"defence": 2, "barrage": 56}}
