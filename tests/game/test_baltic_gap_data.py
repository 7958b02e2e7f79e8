"""The data of *Baltic Gap* against its lists, copied out by hand: sections 5.1 to 6.0."""

from __future__ import annotations

import os
import shutil
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import Counter
from hexmarshal.game.folders import ROOMS, Folders
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook, Wanted
from hexmarshal.game.scenario import LATER, Placement
from tools.lists import baltic_gap as page
from tools.lists.printed import entries, units

ROOT = Path(__file__).parents[2]
TEXT = (
    Path(os.environ.get("HEXMARSHAL_RULEBOOKS", ROOT.parent / "shared" / "rulebooks"))
    / "baltic-gap.txt"
)
PLAYED = ("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8")


@pytest.fixture(scope="module")
def gap(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game, also while its `game.yaml` is a draft that no kit is made from."""
    root = tmp_path_factory.mktemp("gap")
    for room in ROOMS:
        shutil.copytree(ROOT / room / "baltic-gap", root / room / "baltic-gap")
    draft = root / "scenarios/baltic-gap/game.yaml.draft"
    if draft.exists():
        draft.rename(draft.with_suffix(""))
    (root / "scenarios/baltic-gap/rules.yaml").unlink(missing_ok=True)  # other tests are for it
    return load(Folders("baltic-gap", root))


def at_start(gap: Game, scenario: str, side: str) -> list[Placement]:
    return [p for p in gap.scenario(scenario).setup() if p.side == side]


def of_line(gap: Game, scenario: str, hex_: str, within: int | None = None) -> list[Placement]:
    number = gap.board.grid.parse(hex_)
    found = gap.scenario(scenario).setup()
    return [p for p in found if p.kind == "setup" and (p.hex, p.within) == (number, within)]


def said(placements: Iterable[Placement]) -> list[str]:
    """Units as printed, with the count before and the losses behind."""
    return [
        f"{p.count}x {p.as_printed}" * (p.count > 1)
        + p.as_printed * (p.count == 1)
        + f" -{p.steps_lost}" * (p.steps_lost > 0)
        for p in placements
    ]


# -- set-up -----------------------------------------------------------------------------------

HQS = {
    ("5.1", "soviet"): "6 Gd Army, 4 Shock Army, 22 Army, 3 Shock Army, 10 Gd Army, 54 Army, "
    "1 Shock Army, 67 Army, 42 Army, 5 Gd Tank Army, 8 Army",
    ("5.1", "german"): "1 Corps, 10 Corps, 2 Corps, 6 SS Lat Corps, 50 Corps, 38 Corps, 28 Corps, "
    "Klef, 3 SS Pz Corps, 39 Pz Corps, 40 Pz Corps",
    ("5.2", "soviet"): "43 Army, 2 Gd Army, 6 Gd Army, 4 Shock Army, 5 Gd Tank Army",
    ("5.2", "german"): "9 Corps, 2 Corps, 1 Corps, Klef, 43 Corps, 39 Pz Corps, 40 Pz Corps",
    ("5.3", "soviet"): "22 Army, 3 Shock Army, 10 Gd Army, 54 Army, 1 Shock Army, 67 Army, 42 Army",
    ("5.3", "german"): "10 Corps, 6 SS Lat Corps, 50 Corps, 38 Corps, 28 Corps",
    ("5.5", "soviet"): "39 Army, 43 Army, 2 Gd Army, 51 Army, 4 Shock Army, 6 Gd Army, 22 Army, "
    "3 Shock Army, 10 Gd Army, 54 Army, 1 Shock Army, 67 Army, 42 Army, 5 Gd Tank Army, 8 Army",
    ("5.5", "german"): "9 Corps, 43 Corps, 1 Corps, Klef, 2 Corps, 10 Corps, 6 SS Lat Corps, "
    "50 Corps, 38 Corps, 28 Corps, 39 Pz Corps, 40 Pz Corps, 3 SS Pz Corps",
    ("5.6", "soviet"): "39 Army, 5 Gd Tank Army, 2 Gd Army, 43 Army, 6 Gd Army, 51 Army",
    ("5.6", "german"): "9 Corps, 40 Pz Corps, 39 Pz Corps, 1 Corps, 43 Corps, Klef",
    ("5.7", "soviet"): "39 Army, 2 Gd Army, 6 Gd Army, 5 Gd Tank Army, 51 Army, 43 Army, "
    "4 Shock Army, 22 Army, 3 Shock Army, 42 Army, 10 Gd Army, 54 Army, 61 Army, 1 Shock Army, "
    "67 Army, 2 Shock Army, 8 Army",
    ("5.7", "german"): "9 Corps, 12 SS Corps, 40 Pz Corps, 39 Pz Corps, 1 Corps, Klef, 43 Corps, "
    "10 Corps, 6 SS Lat Corps, 50 Corps, 38 Corps, 28 Corps, 2 Corps, 3 SS Pz Corps",
    ("5.8", "soviet"): "39 Army, 2 Gd Army, 43 Army, 5 Gd Tank Army, 6 Gd Army, 4 Shock Army, "
    "51 Army, 22 Army, 3 Shock Army, 10 Gd Army, 61 Army, 54 Army, 42 Army, 1 Shock Army, "
    "67 Army, 8 Army",
    ("5.8", "german"): "9 Corps, 40 Pz Corps, 28 Corps, 3 SS Pz Corps, 39 Pz Corps, 50 Corps, "
    "Klef, 43 Corps, 1 Corps, 10 Corps, 6 SS Lat Corps, 2 Corps, 38 Corps",
}


@pytest.mark.parametrize(("scenario", "side"), HQS)
def test_headquarters_at_start(gap: Game, scenario: str, side: str) -> None:
    found = [gap.counters[p.counter] for p in at_start(gap, scenario, side)]
    names = [counter.name.removesuffix(" HQ") for counter in found if counter.kind == "hq"]
    assert sorted(names) == sorted(HQS[scenario, side].split(", "))


LINES = {
    ("5.1", "E3.01", None): "10-3-3 Gd Inf Div (71); (1)-0-0 Pontoon Bde (9)",
    ("5.1", "E7.01", None): "6 Gd Army HQ; 9-3-8 Tank Bde (143); 9-4-8 Gd Tank Bde (34); "
    "3-4-6 Gd AG Bn (333); 3-4-6 Gd AG Bn (335); 26-1-2 Arty Bde (4); (1)-0-3 RR Bde (1); "
    "3x Truck Point; 4x SP",
    ("5.1", "E9.08", 3): "1 Corps HQ; 7-2-2 Sec Div (281); 6-5-6 PJ Bn (519); 4-4-6 AG Bn (226); "
    "4-4-6 AG Bn (909); Garrison unit (random); 18-2-2 Arty Grp (1); Wagon Point; 3x SP",
    ("5.1", "E20.05", None): "16-4-3 Inf Div (263) -2",
    ("5.1", "E25.05", None): "2x 4-4-3 Breakdown Rgt",
    ("5.1", "E34.07", 2): "50 Corps HQ; 4-4-6 AG Bn (261); 18-2-2 Arty Grp (50); Wagon Point; "
    "2x SP",
    ("5.1", "E46.13", 2): "28 Corps HQ; 8-5-5 Tgr Bn (502); 4-4-6 AG Bn (184); "
    "18-2-2 Arty Grp (28); Wagon Point; 2x SP",
    ("5.1", "E8.02", None): "Trainbusting marker",
    ("5.1", "E9.03", None): "Trainbusting marker",
    ("5.1", "W40.29", None): "(5)-2-0 Navy Flak Bn (239); SP; Level-1 Airbase",
    ("5.2", "E2.24", 2): "12-3-3 Inf Div (179); 10-3-3 Inf Div (235); 10-3-3 Inf Div (306); "
    "8-3-3 Inf Div (145); 8-2-2 Inf Div (204); 8-2-2 Inf Div (334); 8-2-2 Inf Div (357); "
    "8-1-2 Inf Div (156); 42-1-1 Mort Bde (31); 26-2-2 Gd Arty Bde (37)",
    ("5.2", "E12.24", 2): "Level-1 Hedgehog; 2 Corps HQ; 4-4-6 AG (912); 3-2-2 Lat Bdr Rgt (1); "
    "3-2-2 Lat Bdr Rgt (5); (3)-3-3 PJ Bn (751); 18-2-2 Arty Grp (2); Wagon Point; 2x SP",
    ("5.3", "E43.11", None): "10-3-3 Gd Inf Div (23); 8-2-2 Inf Div (282) -1",
    ("5.3", "E46.12", None): "2x 4-4-3 Breakdown Rgt",
    ("5.5", "W29.08", None): "11 Recon",
    ("5.5", "E47.19", 3): "Level-1 Hedgehog; 28 Corps HQ; 3-2-2 LW Brkdwn Rgt; "
    "3-2-3 Est Pol Rgt (2); 4-4-3 Assault Bn (18); 18-2-2 Arty Grp (28); 16-2-2 Arty Grp (18A); "
    "Truck Point; Wagon Point; 2x SP",
    ("5.6", "W28.23", None): "10-4-6 Pz Bde (101); 2x T",
    ("5.6", "W20.05", 2): "6 Guards Army HQ; 5-5-3 Assault Bde (5); 3-4-6 Gd AG Bn (335); "
    "144-1-1 Katy Div (2); 26-1-2 Arty Bde (4); Truck Point; 2x SP",
    ("5.7", "W1.29", None): "16-3-3 Lat Inf Div (15 SS); 14-3-2 Inf Div (ka.H); "
    "10-3-2 Inf Div (ka.D); 4-4-6 AG Bn (276)",
    ("5.7", "W51.02", None): "3-3-2 Brkdwn Rgt",
    ("5.7", "E57.24", 3): "2x Level-1 Hedgehog; 11 AG; 11 Recon; 12-4-6 SS Pz Bde (Gross); "
    "3-4-3 SS Inf KG (5); 4-3-6 SS PJ Bn (27); 7-2-2 Sec Div (207); 3-2-2 Est Bdr Rgt (1); "
    "3-2-2 Est Bdr Rgt (5); 8-2-2 Arty Grp (Nar)",
    ("5.8", "W27.17", 2): "Level-1 Hedgehog; I-35 Pz; II-35 Pz; 14 PJ; 33 Gr; 12 PG; 600 AG; "
    "7 Recon; 103 Arty; 23 PG; 24 PG; 11 AG; 11 Recon; 11 Arty; 10-4-3 SS Inf Bde (4)",
    ("5.8", "W33.10", 2): "Garrison unit (random); Garrison unit (random); 2x Truck Point",
    ("5.8", "W44.04", None): "Wagon Extender",
}


@pytest.mark.parametrize(("scenario", "hex_", "within"), LINES)
def test_a_line_of_a_set_up(gap: Game, scenario: str, hex_: str, within: int | None) -> None:
    found = of_line(gap, scenario, hex_, within)
    assert said(found) == LINES[scenario, hex_, within].split("; ")
    assert {p.rule for p in found} == {scenario}


FORMATIONS = {
    "3 Gd Tank Corps": "3 Gd Tank, 18 Gd Tank, 19 Gd Tank, 2 Gd Mot, 1436 SU, 1072 AT, 266 Mort, "
    "Truck",
    "29 Tank Corps": "25 Tank, 31 Tank, 32 Tank, 53 Gd Mot, 1446 SU, 108 AT, 271 Mort, Truck",
    "1 Tank Corps": "89 Tank, 117 Tank, 159 Tank, 44 Mot, 1437 AT, 354 Gd SU, 108 Mort, Truck",
    "3 Gd Mech Corps": "35 Gd Tank, 7 Gd Mech, 8 Gd Mech, 9 Gd Mech, 1823 AT, 129 Mort, Truck",
    "19 Tank Corps": "79 Tank, 101 Tank, 202 Tank, 26 Mot, 8 Gd Tank, 867 AT, 179 Mort, Truck",
    "5 Tank Corps": "24 Tank, 41 Tank, 70 Tank, 5 Mot, 1261 AT, 277 Mort, Truck",
    "10 Tank Corps": "178 Tank, 183 Tank, 186 Tank, 11 Mot, 1450 AT, 287 Mort, Truck",
    "4 Pz Div": "I-35 Pz, II-35 Pz, 14 PJ, 33 Gr, 12 PG, 600 AG, 7 Recon, 103 Arty, Truck",
    "5 Pz Div": "I-31 Pz, II-31 Pz, 5 PJ, 14 Gr, 13 PG, 55 Recon, 116 Arty, Truck",
    "7 Pz Div": "I-25 Pz, II-25 Pz, 42 PJ, 7 Gr, 6 PG, 37 Recon, 78 Arty, Truck",
    "12 Pz Div": "II-29 Pz, 12 PJ, 25 Gr, 5 PG, 23 Recon, 2 Arty, Truck",
    "14 Pz Div": "I-36 Pz, III-36 AG, 103 Gr, 108 PG, 126 Recon, 4 Arty, Truck",
    "GD PG Div": "I Pz, II Pz, III Pz, AG, Fus PG, Gren PG, Recon, Arty, Truck",
    "11 SS PG Div": "23 PG, 24 PG, 11 Arty, 11 Recon, 11 AG, 11 Pz",
    "1.HG Pz Div": "II Pz, III PJ, I Flak, II Flak, III Flak, I PG, II PG, Recon, Arty",
}


def test_formations(gap: Game) -> None:
    found: dict[str, list[str]] = {}
    for counter in gap.counters.values():
        if counter.formation:
            found.setdefault(counter.formation, []).append(counter.name)
    assert {name: sorted(units_) for name, units_ in found.items()} == {
        name: sorted(units_.split(", ")) for name, units_ in FORMATIONS.items()
    }


def test_each_unit_stands_in_one_line_of_a_set_up(gap: Game) -> None:
    for scenario in gap.scenarios:
        placed = Tally[str]()
        for placement in scenario.setup():
            placed[placement.counter] += placement.count
        assert {id_ for id_, n in placed.items() if n > gap.counters[id_].count} == set()


def test_no_hex_is_set_up_by_both_sides(gap: Game) -> None:
    for scenario in gap.scenarios:
        sides: dict[int, set[str]] = {}
        for p in scenario.setup():
            if p.hex is not None and p.within is None and gap.counters[p.counter].is_unit:
                sides.setdefault(p.hex, set()).add(p.side)
        assert all(len(found) == 1 for found in sides.values())


def test_every_line_says_where_once(gap: Game) -> None:
    for placement in gap.placements():
        where = [placement.hex is not None, bool(placement.hexes), bool(placement.place)]
        assert sum([*where, bool(placement.entry)]) == 1
        assert placement.as_printed
        assert placement.rule in {*PLAYED, "6.0"}


def test_losses_of_a_group(gap: Game) -> None:
    found = [p for p in of_line(gap, "5.5", "W18.11", 3) if p.group_steps_lost]
    assert {(p.group, p.group_steps_lost) for p in found} == {
        ("W18.11: 10-2-2 Inf Div (77, 91, 257, 347, 417; -2 steps)", 2)
    }
    assert said(found) == [f"10-2-2 Inf Div ({n})" for n in (77, 91, 257, 347, 417)]
    planes = [p for p in gap.scenario("5.8").setup() if p.counter == "s-yak-9"]
    assert [(p.count, p.group_steps_lost, p.steps_lost) for p in planes] == [(11, 2, 0)]


def test_the_heaviest_group_loss_is_twelve_steps(gap: Game) -> None:
    """5.7, E32.32: six divisions that have lost twelve steps."""
    losses = {(p.scenario, p.group): p.group_steps_lost for p in gap.placements() if p.group}
    worst = max(losses.values())
    assert worst == 12
    assert sum(p.group_steps_lost == 12 for p in gap.scenario("5.7").placements) == 6


def test_courland_divisions_have_lost_two_steps(gap: Game) -> None:
    """5.8: each 4-step infantry division; 252 is dead."""
    found = [
        p
        for p in at_start(gap, "5.8", "german")
        if p.as_printed.startswith("16-4-3 Inf Div") and p.kind == "setup"
    ]
    numbers = "69 21 95 212 81 58 225 11 290 263 93 215 205 389 24 32 329 121 132 122 126 83 227"
    wanted = {f"16-4-3 Inf Div ({n})" for n in [*numbers.split(), "30", "61", "87"]}
    assert {p.as_printed for p in found} == wanted
    assert {p.steps_lost for p in found} == {2}
    scenario = gap.scenario("5.8")
    assert all("up to six" in scenario.doubt(p) for p in found)


def test_several_hexes_to_choose_from(gap: Game) -> None:
    label = gap.board.grid.label
    mech = [p for p in gap.scenario("5.5").setup() if p.counter == "s-3-gd-mech-corps-7-gd-mech"]
    assert [label(h) for h in mech[0].hexes] == ["W27.13", "W27.17", "W33.18"]
    army = [p for p in gap.scenario("5.6").setup() if p.counter == "s-51-army-hq"]
    assert [label(h) for h in army[0].hexes] == ["W23.17", "W27.17", "W33.18"]
    assert army[0].within == 3
    corps = [p for p in gap.scenario("5.2").setup() if p.counter == "g-43-corps-hq"]
    assert [label(h) for h in corps[0].hexes] == ["E15.25", "E25.30", "E27.34", "W33.10"]
    extender = [p for p in gap.scenario("5.7").setup() if p.counter == "s-wagon-extender"]
    assert "with any HQ of 1st Baltic Front" in extender[0].note
    found = " ".join(label(h) for h in extender[0].hexes)
    assert found == "W9.15 W16.15 W22.15 W24.13 W23.10"


def test_boxes_and_what_is_at_hand(gap: Game) -> None:
    def there(scenario: str, place: str) -> list[str]:
        return said(p for p in gap.scenario(scenario).setup() if p.place == place)

    assert there("5.1", "Königsberg Box") == ["Prinz Eugen", "Luetzow"]
    assert there("5.2", "Königsberg Box") == ["Prinz Eugen", "Luetzow", "2x SP"]
    assert there("5.6", "Königsberg Box") == ["2x Truck Point", "Prinz Eugen", "Luetzow"]
    assert there("5.7", "Leningrad Box") == ["Arty Ammo Marker", "Flotilla"]
    assert there("5.1", "14th Air Army Box") == ["IL-2", "La-5", "Li-2", "Pe-2"]
    assert there("5.2", "LRAF Box") == ["3x B-25", "3x Gd IL-4", "IL-4", "2x Li-2"]
    box = [p for p in gap.scenario("5.1").setup() if p.place == "Narva Box"]
    assert Tally(p.side for p in box) == {"german": 16, "soviet": 1}
    assert said(p for p in box if p.steps_lost) == [
        "10-4-3 SS Inf Bde (4) -1",
        "16-4-3 Inf Div (11) -2",
        "8-2-2 Sec Div (285) -1",
        "14-2-2 Est Inf Div (20 SS) -2",
    ]
    ready = [p for p in gap.scenario("5.7").setup() if p.kind == "available"]
    assert [(p.side, *said([p])) for p in ready] == [
        ("soviet", "11x Reserve Marker"),
        ("soviet", "Arty Ammo Marker"),
        ("soviet", "3x Supply Cache"),
        ("german", "10x Reserve Marker"),
        ("german", "SvGZ Marker"),
        ("german", "2x Supply Cache"),
    ]


def test_air_bases(gap: Game) -> None:
    def bases(scenario: str, side: str, level: int) -> set[str]:
        found = [
            p.hex
            for p in at_start(gap, scenario, side)
            if p.counter == f"airbase-{level}" and p.hex is not None
        ]
        labels = {gap.board.grid.label(hex_) for hex_ in found}
        assert len(labels) == len(found)
        return labels

    assert bases("5.1", "soviet", 1) == {"E5.02", "E14.02", "E23.03", "E35.02", "E47.03", "E57.15"}
    assert bases("5.1", "german", 2) == {"E15.25", "E47.12", "W13.34", "W2.28", "W16.16"}
    assert bases("5.1", "german", 3) == {"W26.34", "W32.10"}
    assert len(bases("5.1", "german", 1)) == 17  # sixteen in the list and Ventspils, W40.29
    assert bases("5.8", "soviet", 3) == {"W9.03", "W14.03", "W51.02"}
    assert "W38.01" in bases("5.3", "german", 1)  # printed E38.35: one hex of both maps


def test_dead_units(gap: Game) -> None:
    dead = {s.id: [p for p in s.setup() if p.kind == "dead"] for s in gap.scenarios}
    assert not dead["5.1"]
    assert said(dead["5.2"]) == said(dead["5.3"]) == ["4-4-6 AG Bn (277)"]
    assert said(dead["5.5"]) == [
        *("3-2-2 Lat Bdr Rgt (3)", "4-4-6 AG Bn (245)", "4-4-6 AG Bn (277)"),
        *("6-5-6 PJ Bn (519)", "(5)-3-1 PJ Bn (1060)", "(2)-3-3 PJ Bn (753)"),
    ]
    assert len(dead["5.7"]) == 13
    soviet = [p for p in dead["5.8"] if p.side == "soviet"]
    assert said(soviet) == ["5x La.5", "4-4-6 Gds MC Rgt (1)", "Truck Point"]


def test_draws_and_choices_are_told(gap: Game) -> None:
    scenario = gap.scenario("5.7")
    corps = [p for p in scenario.setup() if "5-tank-corps" in p.counter]
    told = {p.as_printed: scenario.doubt(p) for p in corps}
    assert told["24 Tank"].startswith("one Attack-Capable unit of 5th and 10th Tank Corps")
    assert told["24 Tank"].endswith("(drawn at random)")
    assert told["Truck"] == told["277 Mort"] == ""
    assault = [p for p in scenario.setup() if p.counter.startswith("s-assault-bde")]
    assert len(assault) == 4
    assert all(scenario.doubt(p).startswith("two of the four") for p in assault)
    drawn = [p for s in PLAYED for p in gap.scenario(s).setup() if p.draw]
    assert {p.draw for p in drawn} == {"garrison"}
    assert {p.as_printed for p in drawn} == {"Garrison unit (random)"}
    of_5_1 = [p for p in drawn if p.scenario == "5.1"]
    assert len(of_5_1) == 2  # E9.08 and E47.12


TAKEN = {
    "5.5": {
        "1 Tank Corps": 1, "19 Tank Corps": 1, "3 Gd Mech Corps": 1, "7 Pz Div": 1, "12 Pz Div": 1,
        "s-assault-bde": 1, "g-assault-bn": 1,
    },
    "5.6": {
        **dict.fromkeys(("4 Pz Div", "5 Pz Div", "7 Pz Div", "12 Pz Div", "14 Pz Div"), 1),
        **dict.fromkeys(("GD PG Div", "3 Gd Tank Corps", "29 Tank Corps", "3 Gd Mech Corps"), 1),
        **dict.fromkeys(("19 Tank Corps", "1 Tank Corps"), 1),
    },
    "5.7": {
        **dict.fromkeys(("4 Pz Div", "5 Pz Div", "7 Pz Div", "12 Pz Div", "14 Pz Div"), 2),
        **dict.fromkeys(("GD PG Div", "3 Gd Tank Corps", "29 Tank Corps", "3 Gd Mech Corps"), 2),
        **dict.fromkeys(("19 Tank Corps", "1 Tank Corps"), 2),
        "5 Tank Corps": 1, "10 Tank Corps": 1, "s-assault-bde": 2, "g-assault-bn": 1,
    },
    "5.8": {
        **dict.fromkeys(("4 Pz Div", "5 Pz Div", "7 Pz Div", "12 Pz Div", "14 Pz Div"), 2),
        **dict.fromkeys(("11 SS PG Div", "3 Gd Tank Corps", "29 Tank Corps"), 2),
        **dict.fromkeys(("3 Gd Mech Corps", "19 Tank Corps", "1 Tank Corps"), 2),
        "GD PG Div": 3, "10 Tank Corps": 1, "s-assault-bde": 3,
    },
}  # fmt: skip
"""What the texts of 5.5 to 5.8 put in the Dead Pile before play, by formation or kind of unit."""


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_drawn_or_chosen_for_the_dead_pile(gap: Game, name: str) -> None:
    scenario = gap.scenario(name)
    found: dict[str, int] = {}
    for p in scenario.setup():
        choice = scenario.choice(p.choice)
        if choice and choice.take:
            assert choice.to == "Dead Pile"
            assert choice.rule == name
            key = gap.counters[p.counter].formation or p.counter.rpartition("-")[0]
            found[key] = choice.take
    assert found == TAKEN[name]


def test_every_choice_is_named_by_a_line(gap: Game) -> None:
    for scenario in gap.scenarios:
        named = {id_ for p in scenario.placements for id_ in (p.choice, p.unless)}
        assert {choice.id for choice in scenario.choices} == named - {""}


# -- aircraft ---------------------------------------------------------------------------------


def test_half_of_the_german_aircraft_are_inexperienced(gap: Game) -> None:
    """2.6 and 5.0 E; 5.3 has inexperienced ones only."""
    for scenario in ("5.1", "5.5", "5.6", "5.7", "5.8"):
        kinds: dict[str, Tally[str]] = {}
        for p in at_start(gap, scenario, "german"):
            counter = gap.counters[p.counter]
            if counter.kind == "air":
                quality = str(counter.front["quality"].number)
                kinds.setdefault(p.as_printed, Tally())[quality] += p.count
        for name, found in kinds.items():
            half = 0 if name == "Ju-52" else found.total() // 2
            assert found["low"] == half, (scenario, name)
    fw = [p for p in at_start(gap, "5.6", "german") if p.as_printed == "Fw-190"]
    assert [(p.counter, p.count) for p in fw] == [("g-fw-190", 2), ("g-fw-190-inexperienced", 1)]
    assert {p.group_steps_lost for p in fw} == {1}
    poor = [p for p in at_start(gap, "5.3", "german") if p.kind == "air"]
    wanted = ["g-fw-190-inexperienced", "g-ju-52", "g-ju-87-inexperienced"]
    assert sorted(p.counter for p in poor) == wanted


def test_nine_aircraft_of_the_long_range_force(gap: Game) -> None:
    lraf = [c for c in gap.counters.values() if "lraf" in c.tags]
    assert sum(c.count for c in lraf) == 9  # 3.4a


# -- counters ---------------------------------------------------------------------------------


def test_pools(gap: Game) -> None:
    garrisons = [c for c in gap.counters.values() if "garrison" in c.tags]
    assert Tally({c.name: c.count for c in garrisons}) == {
        "4-4-4 Alert Bn": 1,
        "Alert Bn": 9,
        "Flak Bn": 9,
    }  # 2.5: ten Alert, nine Flak
    assert gap.counters["s-arty-ammo"].count == 2  # 3.3
    assert gap.counters["g-breakdown-rgt-4-4-3"].count >= 21  # as many in 5.3
    assert not [c for c in gap.counters.values() if c.type == "breakdown" and c.side == "soviet"]
    trucks = [c for c in gap.counters.values() if "organic" in c.tags]
    assert Tally(c.side for c in trucks) == {"soviet": 7, "german": 6}


def test_breakdown_regiments_of_the_attrition_battle(gap: Game) -> None:
    """5.3 by hand: the lines with 4-4-3 Breakdown Rgt, one or two each."""
    found = [p for p in at_start(gap, "5.3", "german") if p.counter == "g-breakdown-rgt-4-4-3"]
    lines = {gap.board.grid.label(p.hex): p.count for p in found if p.hex is not None}
    ones = "E20.06 E21.06 E32.03 E36.05 E37.07 E38.07 E39.09 E40.12 E47.12"
    assert " ".join(hex_ for hex_, n in lines.items() if n == 1) == ones
    assert " ".join(hex_ for hex_, n in lines.items() if n == 2) == (
        "E25.05 E33.04 E40.10 E45.13 E46.12 E47.11"
    )


FACTORS = {
    "g-inf-div-24": ("16-4-3", 16, 4, 3, True, None),
    "g-pj-bn-666": ("(5)-4-3", 0, 4, 3, False, None),
    "s-katy-div-2": ("144-1-1", 0, 1, 1, False, 144),
    "s-arty-bde-4": ("26-1-2", 0, 1, 2, False, 26),
    "s-pontoon-bde-9": ("(1)-0-0", 0, 0, 0, False, None),
    "g-navy-flak-bn-217": ("(5)-2-0", 0, 2, 0, False, None),
    "s-gd-tank-bde-34": ("9-4-8", 9, 4, 8, True, None),
    "g-werfer-rgt-3": ("30-2-2", 0, 2, 2, False, 30),
}


@pytest.mark.parametrize("id_", FACTORS)
def test_printed_factors(gap: Game, id_: str) -> None:
    counter = gap.counters[id_]
    names = ("factors", "attack", "action_rating", "movement", "attack_capable", "barrage")
    assert tuple(counter.value(name).number for name in names) == FACTORS[id_]
    assert counter.front["factors"].basis is Basis.RULEBOOK


def test_other_values(gap: Game) -> None:
    counters = gap.counters
    assert counters["g-pj-bn-666"].value("defence").number == 5
    half = counters["s-arty-div-21a"]  # 1.7b: three brigades, defence as many
    assert (half.steps.number, half.value("defence").number) == (3, 3)
    assert half.steps.basis is Basis.RULEBOOK
    rifles = counters["s-inf-div-115"]  # component errata: 4-3-5 in move mode
    assert [rifles.value(n, reduced=True).number for n in ("attack", "movement")] == [4, 5]
    assert rifles.reverse == "move mode"
    assert (counters["g-inf-div-24"].steps.number, counters["g-inf-div-24"].steps.basis) == (
        4,
        Basis.RULEBOOK,
    )
    assert counters["s-inf-div-29"].steps.basis is Basis.HOUSE
    assert counters["g-12-pz-div-5-pg"].value("attack").number is None
    assert counters["g-prinz-eugen"].value("movement").number == 5  # 1.5b
    assert counters["g-alert-4-4-4"].value("action_rating").number == 4  # 2.5
    assert counters["g-alert"].value("attack").number is None


def test_losses_never_exceed_the_steps_of_a_unit(gap: Game) -> None:
    for placement in gap.placements():
        steps = gap.counters[placement.counter].steps.number
        if placement.steps_lost:
            assert isinstance(steps, int)
            assert steps > placement.steps_lost


def test_the_losses_of_a_group_find_room_in_it(gap: Game) -> None:
    groups: dict[tuple[str, str], list[Placement]] = {}
    for placement in gap.placements():
        if placement.group:
            groups.setdefault((placement.scenario, placement.group), []).append(placement)
    assert len(groups) > 100
    for found in groups.values():
        room = 0
        for p in found:
            steps = gap.counters[p.counter].steps.number
            assert isinstance(steps, int)
            room += p.count * (steps - 1)
        assert room >= found[0].group_steps_lost, found[0].group


def test_nations_and_branches(gap: Game) -> None:
    def tagged(tag: str, side: str) -> set[str]:
        return {c.name for c in gap.counters.values() if tag in c.tags and c.side == side}

    assert tagged("lithuanian", "soviet") == {"8-4-3 Inf Div (16 Lith)"}
    assert tagged("latvian", "soviet") == {"8-3-3 Inf Div (308 Lat)", "12-4-3 Lat Inf Div (43)"}
    assert tagged("estonian", "soviet") == {"10-3-3 Inf Div (7 Est)", "10-3-3 Inf Div (249 Est)"}
    assert "guards" in gap.counters["s-lat-inf-div-43"].tags
    assert {"latvian", "ss"} <= gap.counters["g-lat-inf-div-15-ss"].tags
    assert tagged("multi step", "german") == {
        *("12-5-6 PG Bde (vWerth)", "10-4-6 Pz Bde (101)", "12-4-6 SS Pz Bde (Gross)"),
        *("10-4-3 SS Inf Bde (4)", "10-2-2 Lat Bdr KG (Knap)", "10-2-3 Lat Pol KG (Kruk)"),
        *("8-3-3 Lat Pol KG (Osis)", "10-3-3 SS Pol KG (Gott)"),
    }  # 1.7a, and the component errata for the third of the SS


MISPRINTS = {
    "s-gd-ag-bn-333": ("3-4-6 Gd AG Bn (333)", "4-4-6 Gd AG Bn (333)"),
    "g-sec-div-201": ("6-2-2 Sec Div (201)", "7-2-2 Sec Div (201)"),
    "g-sec-div-285": ("8-2-2 Sec Div (285)", "7-2-2 Sec Div (285)"),
    "g-ss-pj-bn-27": ("4-3-6 SS PJ Bn (27)", "4-3-6 PJ Bn (27)"),
    "g-lith-hd-rgt-fdf": ("(2)-1-2 Lith HD Rgt (FDF)", "(2)-1-2 Lith HG Rgt (FDF)"),
    "s-lat-inf-div-43": ("12-4-3 Lat Inf Div (43)", "12-4-3 Gd Inf Div (43 Lat)"),
    "g-inf-div-ka-d": ("10-3-2 Inf Div (ka.D)", "10-3-2 Inf KG (ka.D)"),
    "g-pz-bde-101": ("10-4-6 Pz Bde (101)", "10-4-6 PG Bde (101)"),
    "g-rr-rgt-nord": ("(1)-2-5 RR Rgt (Nord)", "(1)-2-5 RR Bn (Nord)"),
    "g-lat-bdr-kg-knap": ("10-2-2 Lat Bdr KG (Knap)", "10-2-2 Bdr KG (Knap)"),
    "g-navy-flak-bn-712": ("(5)-2-0 Navy Flak Bn (712)", "Naval (5)-2-0 Flak Bn (712)"),
    "s-gd-mc-rgt-1": ("4-4-6 Gd MC Rgt (1)", "4-4-6 Gds MC Rgt (1)"),
    "s-5-gd-tank-army-hq": ("5 Gd Tank Army HQ", "5 Gd Tank Amy HQ"),
    "g-3-ss-pz-corps-hq": ("3 SS Pz Corps HQ", "3 SS Pz Corps"),
    "g-12-ss-corps-hq": ("12 SS Corps HQ", "12 SS HQ"),
    "g-11-ss-pg-div-11-ag": ("11 AG", "11 AG Bn"),
    "s-1-tank-corps-1437-at": ("1437 AT", "1437 SU"),
    "s-10-tank-corps-1450-at": ("1450 AT", "1450 AG"),
    "s-la-5": ("La-5", "La.5"),
}


@pytest.mark.parametrize("id_", MISPRINTS)
def test_misprints_are_put_right_and_kept(gap: Game, id_: str) -> None:
    name, misprint = MISPRINTS[id_]
    counter = gap.counters[id_]
    assert counter.name == name
    assert misprint in counter.as_printed
    assert misprint in {p.as_printed for p in gap.placements() if p.counter == id_}


def test_units_are_found_by_the_names_people_use(gap: Game) -> None:
    book = CounterBook(gap)

    def found(name: str, side: str = "", formation: str = "") -> str:
        counter: Counter | None = book.find(Wanted(name, side, formation), {})
        return counter.id if counter else ""

    assert found("16-4-3 Inf Div (83)") == found("Inf Div (83)") == "g-inf-div-83"
    assert found("83 Inf Div", "german") == "g-inf-div-83"
    assert found("12-4-3 Gd Inf Div (43 Lat)") == "s-lat-inf-div-43"
    assert found("5 PG", formation="12th Panzer Division") == "g-12-pz-div-5-pg"
    assert found("25 Tank", formation="29 Tank Corps") == "s-29-tank-corps-25-tank"
    assert found("Recon", formation="GD PG Div") == "g-gd-pg-div-recon"
    assert found("Arty Ammo Marker 2") == "s-arty-ammo"
    assert found("Trainbusting marker", "german") == "g-trainbusting"
    assert found("Garrison unit") == "g-alert"
    assert found("6 Guards Army HQ") == "s-6-gd-army-hq"


# -- arrivals ---------------------------------------------------------------------------------


def test_turns(gap: Game) -> None:
    assert [turn.number for turn in gap.turns] == list(range(1, 39))
    wanted = {"1944-06-26": 1, "1944-07-12": 6, "1944-08-01": 12, "1944-08-22": 18}
    wanted |= {"1944-09-12": 24, "1944-10-05": 31, "1944-10-29": 38}
    assert {date: gap.turn_of_date(date) for date in wanted} == wanted
    ranges = {s.id: (s.first_turn, s.last_turn) for s in gap.scenarios}
    assert ranges == {
        "5.1": (1, 38),
        "5.2": (5, 20),
        "5.3": (5, 20),
        "5.4": (5, 20),
        "5.5": (12, 38),
        "5.6": (16, 20),
        "5.7": (24, 38),
        "5.8": (31, 38),
        "6.0": (1, 38),
    }
    track = next(box for box in gap.board.boxes if box.kind == "turn-track")
    assert track.spaces == tuple(turn.title for turn in gap.turns)


def come(gap: Game, scenario: str, side: str, date: str) -> Iterator[Placement]:
    for p in gap.scenario(scenario).placements:
        if p.side == side and p.date == date:
            yield p


ARRIVALS = {
    ("6.0", "soviet", "1944-07-15"): {
        "Withdraw": "5-3-3 Inf Bde (101), 2-2-8 AT Bn (1539)",
        "A": "9-3-8 Tank Bde (16), 9-3-8 Tank Bde (122), (1)-0-3 RR Bde (26), Reserve Marker",
        "B": "4-4-6 Gd Tank Bn (13), 3-4-6 Gd Tank Bn (48)",
    },
    ("6.0", "german", "1944-07-05"): {
        "I": "43 Corps HQ, 16-4-3 Inf Div (58), 16-4-3 Inf Div (61), 16-4-3 Inf Div (225), "
        "11 Recon, 18-2-2 Arty Grp (43), Wagon Point, Reserve Marker",
        "G": "(5)-3-1 PJ Bn (1060)",
        "at home": "3-2-3 Lith Pol Rgt (1)",
    },
    ("6.0", "german", "1944-06-26"): {
        "D": "9 Corps HQ, 16-4-3 Inf Div (252) -2, 10-3-2 Inf Div (ka.D), 6-2-2 Sec Div (201), "
        "4-4-6 AG Bn (245), 18-2-2 Arty Grp (9), Wagon Point",
        "E35.15": "25 Gr, 5 PG, II-29 Pz, 12 PJ, 23 Recon, 2 Arty",
        "E29.09": "16-4-3 Inf Div (69)",
    },
    ("6.0", "soviet", "1944-09-29"): {
        "Withdraw": "2 Shock Army HQ, 10-4-3 Inf Div (125), 10-3-3 Inf Div (86), "
        "10-2-2 Inf Div (131), 8-2-2 Inf Div (120), 8-2-2 Inf Div (128), 8-2-2 Inf Div (282), "
        "8-2-2 Inf Div (291), 8-2-2 Inf Div (321), 8-2-2 Inf Div (326), 3-2-8 Tank Bn (81), "
        "3-3-6 AG Bn (1433), (4)-2-2 AT Bde (35), (4)-2-2 AT Bde (48), 84-2-2 Gd Arty Div (2a), "
        "84-2-2 Gd Arty Div (2b), 4x Truck Point, 2x Reserve Marker",
        "Saaremaa Box": "10-3-3 Gd Inf Div (45), 10-3-3 Gd Inf Div (63), 10-3-3 Gd Inf Div (64), "
        "3-4-6 Gd Tank Bn (31), 3-2-8 Tank Bn (98), (5)-1-1 UR Bde (9), (5)-1-1 UR Bde (14), "
        "(5)-1-1 UR Bde (16), 2x Wagon Point",
    },
    ("5.2", "soviet", "1944-08-22"): {
        "F": "3-4-6 Gd AG Bn (380), 5-3-3 Inf Bde (101), (4)-2-2 AT Bde (36), (4)-2-2 AT Bde (43)",
    },
    ("5.3", "soviet", "1944-08-12"): {
        "Any air base": "3x IL-2",
        "A": "178 Tank, 183 Tank, 186 Tank, 11 Mot, 1450 AT, 287 Mort, Truck",
    },
    ("5.6", "german", "1944-08-26"): {
        "G": "12 SS Corps HQ, 18-2-2 SS Arty Grp (12), Truck Point, Wagon Point, Reserve Marker",
    },
}


@pytest.mark.parametrize(("scenario", "side", "date"), ARRIVALS)
def test_arrivals_of_a_day(gap: Game, scenario: str, side: str, date: str) -> None:
    found: dict[str, list[Placement]] = {}
    for p in come(gap, scenario, side, date):
        label = gap.board.grid.label(p.hex) if p.hex is not None else ""
        where = p.entry or p.place or label or ("at home" if p.hexes else p.kind)
        found.setdefault(where, []).append(p)
    wanted = {w: text.split(", ") for w, text in ARRIVALS[scenario, side, date].items()}
    assert {where: said(ps) for where, ps in found.items()} == wanted


@pytest.mark.parametrize(
    ("side", "date"),
    [
        ("soviet", "1944-07-08"),
        ("soviet", "1944-07-12"),
        ("soviet", "1944-07-15"),
        ("german", "1944-07-12"),
        ("german", "1944-07-15"),
        ("german", "1944-07-29"),
    ],
)
def test_where_both_survive_6_0_is_5_2_and_5_3_together(gap: Game, side: str, date: str) -> None:
    def units_of(scenario: str) -> Tally[tuple[str, str]]:
        found = Tally[tuple[str, str]]()
        for p in come(gap, scenario, side, date):
            choice = gap.scenario(scenario).choice(p.choice)
            rolled = choice is not None and choice.how == "v-number"
            if not rolled and p.place != "Narva Box":
                found[p.counter, p.kind] += p.count
        return found

    assert units_of("6.0") == units_of("5.2") + units_of("5.3")


def test_what_6_0_has_lost_is_filled_and_marked(gap: Game) -> None:
    schedule = gap.scenario("6.0").placements
    filled = [p for p in schedule if p.rule != "6.0"]
    assert all(p.note.endswith(f"lost in 6.0, taken from {p.rule}") for p in filled)
    assert {p.rule for p in filled} == {"5.2", "5.3"}
    for side, first, last in (
        ("soviet", "1944-07-19", "1944-08-22"),
        ("german", "1944-08-01", "1944-08-19"),
    ):
        dates = {p.date for p in filled if p.side == side}
        assert (min(dates), max(dates)) == (first, last)
        assert {p.date for p in schedule if p.side == side and p not in filled} & dates == set()
    division = [p for p in schedule if p.counter == "g-inf-div-122"]
    assert [(p.date, p.note) for p in division] == [
        ("1944-08-08", "on 12 August in 5.3; lost in 6.0, taken from 5.2")
    ]
    corps = [p for p in schedule if "10-tank-corps" in p.counter]
    assert {(p.date, p.entry) for p in corps} == {("1944-08-12", "A")}
    assert len(corps) == 7


def test_hypothetical_arrivals(gap: Game) -> None:
    schedule = gap.scenario("6.0")
    rolls = {choice.id for choice in schedule.choices if choice.how == "v-number"}
    by_roll = [p for p in schedule.placements if p.choice in rolls]
    failing = {(p.date, p.as_printed, p.place or p.entry) for p in schedule.placements if p.unless}
    assert {row for row in failing if row[0] != "1944-07-29"} == {
        ("1944-07-15", "3-4-3 SS Inf KG (6)", "Narva Box"),
        ("1944-08-26", "14-3-2 Inf Div (563)", "Narva Box"),
        ("1944-08-26", "3-3-2 Brkdwn Rgt", "Any functioning port"),
    }
    lines = {(p.date, gap.counters[p.counter].formation or p.as_printed) for p in by_roll}
    assert lines == {
        ("1944-06-26", "12 Pz Div"),
        ("1944-06-26", "16-4-3 Inf Div (69)"),
        ("1944-06-29", "10-3-3 SS Pol KG (Gott)"),
        ("1944-06-29", "16-4-3 Inf Div (170)"),
        ("1944-06-29", "Bf-109"),
        ("1944-06-29", "He-111"),
        ("1944-07-01", "14-2-2 Lith Inf Div (SK)"),
        ("1944-07-08", "12-5-6 PG Bde (vWerth)"),
        ("1944-07-08", "4-4-6 AG Bn (277)"),
        ("1944-07-15", "3-4-3 SS Inf KG (6)"),
        ("1944-07-26", "1.HG Pz Div"),
        ("1944-08-22", "Fw-190"),
        ("1944-08-22", "Ju-88"),
        ("1944-08-26", "14-3-2 Inf Div (563)"),
        ("1944-08-29", "11 SS PG Div"),
        ("1944-09-12", "9-5-4 Tgr Bn (505)"),
        ("1944-09-19", "Me-262"),
    }
    low = [p for p in by_roll if gap.counters[p.counter].kind == "air" and "Me" not in p.as_printed]
    assert {gap.counters[p.counter].front["quality"].number for p in low} == {"low"}  # 2.6


def test_baltic_arrivals_come_at_home(gap: Game) -> None:
    homes = {
        "estonian": "W55.07 E47.18 E56.24 E46.29 E55.33",
        "latvian": "W38.01 E15.25 E14.25 E36.24 E25.31 W27.13 E27.34 E25.30 W33.27 W26.34 E26.17 "
        "E25.19 W33.10 W28.26 W32.13 W33.18 E42.34 W40.29",
        "lithuanian": "W19.05 W5.12 W22.24 W12.08 W14.15 W7.19 W16.16 E3.28 W5.25 W17.25 W4.05 "
        "E9.33",
    }
    seen = Tally[str]()
    for p in gap.scenario("6.0").placements:
        for nation in gap.counters[p.counter].tags & homes.keys():
            if p.side == "german" and p.kind == "reinforcement":
                labels = [gap.board.grid.label(h) for h in p.hexes]
                assert labels == homes[nation].split(), p.as_printed
                seen[nation] += 1
    assert seen == {"estonian": 5, "latvian": 5, "lithuanian": 3}


def test_what_leaves_has_been_there(gap: Game) -> None:
    """In each campaign game, of units with names of their own."""
    for name in ("5.1", "5.4", "5.5", "5.7", "5.8"):
        scenario = gap.scenario(name)
        there = {p.counter for p in scenario.setup()}
        for p in sorted((p for p in scenario.placements if p.date), key=lambda p: p.date):
            if gap.counters[p.counter].kind not in ("combat", "hq"):
                continue
            if p.kind == "withdrawal":
                assert p.counter in there, (name, p.date, p.as_printed)
                there -= {p.counter} if p.place == "Withdraw" else set()
            elif not scenario.doubt(p):
                assert p.counter not in there, (name, p.date, p.as_printed)
                there.add(p.counter)
            else:
                there.add(p.counter)


def test_scenarios_share_the_schedule_from_their_first_turn(gap: Game) -> None:
    for name, first in (("5.5", "1944-08-01"), ("5.7", "1944-09-12"), ("5.8", "1944-10-12")):
        later = [p for p in gap.scenario(name).placements if p.kind in LATER]
        assert min(p.date for p in later) == first
        assert {p.scenario for p in later} == {name}
    assert gap.scenario("6.0").setup() == ()
    assert gap.scenario("5.1").arrivals()[0].as_printed == "43 Army HQ"


def test_5_4_unites_5_2_and_5_3(gap: Game) -> None:
    def pieces(scenario: str) -> Tally[tuple[str, object]]:
        found = Tally[tuple[str, object]]()
        for p in gap.scenario(scenario).setup():
            found[p.counter, p.hex or p.hexes or p.place] += p.count
        return found

    both = pieces("5.2") + pieces("5.3")
    both["s-arty-ammo", "Leningrad Box"] -= 1  # 5.4: one marker
    both["g-ag-bn-277", "Dead Units"] -= 1  # one battalion, dead in both
    own = Tally({("g-navy-flak-bn-712", "Available"): 1, ("sp", "Available"): 1})
    own["airbase-1", "Available"] += 1  # 5.4b
    assert pieces("5.4") == both + own


def test_the_page_tells_how_many_pieces_start_where(gap: Game) -> None:
    columns = (
        *(("combat",), ("hq",), ("air",), ("naval",), ("transport",), ("supply",)),
        *(("hedgehog", "airbase"), ("marker", "replacement")),
    )
    told = (ROOT / "docs/lists/baltic-gap.md").read_text("utf-8")
    for name in PLAYED:
        for side in gap.sides:
            kinds = Tally[str]()
            for p in at_start(gap, name, side.id):
                kinds[gap.counters[p.counter].kind] += p.count
            later = sum(p.count for p in gap.scenario(name).arrivals() if p.side == side.id)
            counts = [sum(kinds[kind] for kind in column) for column in columns]
            adjective = {"german": "Axis", "soviet": "Soviet"}[side.id]
            row = " | ".join(str(cell) for cell in (name, adjective, *counts, later))
            assert f"| {row} |" in told


# -- the text itself --------------------------------------------------------------------------


def test_an_entry_taken_apart() -> None:
    told, rest = entries("10-3-3 Inf Div (235, 306; -1 step); 3x Truck Point; 2 SP. And so on.")
    assert (told[1:], rest) == (["3x Truck Point", "2 SP"], "And so on.")
    first, second = units(told[0])
    assert (first.name, second.name) == ("235", "306")
    assert (first.group_steps_lost, second.group) == (1, told[0])
    (single,) = units("16-4-3 Inf Div (205, -1 step)")
    assert (single.name, single.steps_lost, single.group) == ("205", 1, "")
    (planes,) = units("6x IL-2, -1 step")
    assert (planes.words, planes.count, planes.group_steps_lost) == ("IL-2", 6, 1)
    members = list(units("12 Pz Div (II-29 Pz, 12 PJ)"))
    assert [(m.words, m.formation) for m in members] == [
        ("II-29 Pz", "12 Pz Div"),
        ("12 PJ", "12 Pz Div"),
    ]


@pytest.mark.skipif(not TEXT.exists(), reason="the rulebook's text is not at hand")
def test_the_tables_hold_every_line_of_the_text() -> None:
    lists, counters = page.tables(TEXT.read_text("utf-8"))
    assert counters == (page.COUNTERS / "counters.csv").read_text("utf-8")
    kept = {path.name: path.read_text("utf-8") for path in page.SCENARIOS.glob("*.csv")}
    assert lists == kept
