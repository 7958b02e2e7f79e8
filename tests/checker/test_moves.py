"""Moves in one scripted log per game, with each verdict and cost worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.checker.conftest import Run
from tests.checker.scripted import HandMap, Place, Script, StartingUnit

Hexcheck = Callable[..., Run]

LANES = range(1, 35)
AWAY: list[Place] = [(1, 40)]
"""Where nothing happens."""


def band(first: int, last: int, but: int = 0) -> list[Place]:
    """The hexes between two places in every lane but one."""
    return [(lane, place) for lane in LANES for place in range(first, last + 1) if lane != but]


def lane(number: int, first: int, last: int) -> list[Place]:
    return [(number, place) for place in range(first, last + 1)]


@dataclass(frozen=True)
class Scene:
    """One unit's move and its expected verdict.

    `cost` is in movement points, None if the move is impossible at any cost; `rule` is checked
    if it is given.
    """

    counter: str
    at: Place | str
    to: Place
    verdict: str
    cost: float | None
    rule: str = ""
    states: tuple[str, ...] = ()
    supply: str = "0"
    side_up: int = 1
    goes_on: bool = False
    """Whether the unit of the previous scene moves again."""


# Places 1-9 are clear, 10-14 swamp (bog in Baltic Gap), 15-19 woods, the rest clear; a major river
# parts 24 from 25, a minor one 29 from 30. Lane 24 has a road from 5 to 23, lane 34 a trail (in
# Baltic Gap a track) from 9 to 20. Enemies stand in lanes 25 to 33, too far to hinder the others.

FOOT, MECH = "s-122-1074", "s-30g-30-tk"
"""A Soviet regiment of 4 movement points and a tank brigade of 6."""
GERMAN, SS = "g-170-391g", "g-11ss-23"

NARVA = (
    # clear terrain costs 1, swamp 2 on foot and 3 on tracks, woods 1 and 2
    Scene(FOOT, (2, 1), (2, 5), "legal", 4, "6.1 A"),
    Scene(FOOT, (4, 1), (4, 6), "illegal", 5, "6.1 A"),
    Scene(FOOT, (6, 9), (6, 11), "legal", 4),
    Scene(FOOT, (8, 9), (8, 12), "illegal", 6),
    Scene(FOOT, (10, 12), (10, 13), "legal", 2),
    Scene(FOOT, (12, 14), (12, 18), "legal", 4),
    Scene(FOOT, (14, 14), (14, 19), "illegal", 5),
    Scene(MECH, (16, 1), (16, 7), "legal", 6),
    Scene(MECH, (18, 1), (18, 8), "illegal", 7),
    Scene(MECH, (20, 9), (20, 11), "legal", 6),
    Scene(MECH, (22, 9), (22, 12), "illegal", 9),
    Scene(MECH, (16, 14), (16, 17), "legal", 6),
    Scene(MECH, (18, 14), (18, 18), "illegal", 8),
    # the frozen river costs infantry 1 and is prohibited to mechanised units; the minor one costs 1
    Scene(FOOT, (2, 24), (2, 25), "legal", 2),
    Scene(FOOT, (4, 23), (4, 26), "legal", 4),
    Scene(FOOT, (6, 22), (6, 26), "illegal", 5),
    Scene(MECH, (8, 24), (8, 25), "illegal", None, "6.2.2.1 A"),
    Scene(MECH, (10, 22), (10, 26), "illegal", None, "6.1 A"),
    Scene(FOOT, (2, 29), (2, 30), "legal", 2),
    Scene(FOOT, (4, 28), (4, 31), "legal", 4),
    Scene(FOOT, (6, 27), (6, 31), "illegal", 5),
    Scene(MECH, (8, 28), (8, 32), "legal", 5),
    Scene(MECH, (10, 27), (10, 33), "illegal", 7),
    # a move in several steps is one move; what is taken back costs nothing
    Scene(FOOT, (12, 1), (12, 2), "legal", 1),
    Scene(FOOT, (12, 2), (12, 4), "legal", 3, goes_on=True),
    Scene(FOOT, (12, 4), (12, 6), "illegal", 5, goes_on=True),
    Scene(FOOT, (14, 1), (14, 4), "legal", 3),
    Scene(FOOT, (14, 4), (14, 1), "legal", 0, goes_on=True),
    Scene(FOOT, (14, 1), (14, 5), "legal", 4, goes_on=True),
    # 2 to enter a zone of control and 2 to leave one
    Scene(FOOT, (27, 2), (27, 4), "legal", 4),
    Scene(FOOT, (33, 3), (33, 5), "legal", 4),
    Scene(FOOT, (27, 21), (27, 22), "legal", 3),
    Scene(FOOT, (27, 22), (27, 23), "legal", 4, goes_on=True),
    Scene(MECH, (31, 28), (31, 30), "legal", 5),
    Scene(FOOT, (31, 30), (32, 30), "illegal", 5, "6.1 A"),
    # enemies, a lone HQ, water, terrain for others only
    Scene(FOOT, (29, 31), (29, 32), "illegal", None, "6.3 B"),
    Scene(FOOT, (33, 30), (33, 31), "legal", 1),
    Scene(FOOT, (24, 2), (24, 3), "illegal", None, "6.3 A"),
    Scene(GERMAN, (20, 28), (20, 29), "illegal", None, "6.3 D"),
    Scene(SS, (22, 28), (22, 29), "legal", 1),
    # a road costs 1 whatever the terrain, half in strategic movement; a trail only the former
    Scene(FOOT, (24, 10), (24, 13), "legal", 3, "6.1 A"),
    Scene(FOOT, (24, 5), (24, 13), "legal", 4, "6.4.1 A"),
    Scene(FOOT, (24, 6), (24, 15), "illegal", 9, "6.1 A"),
    Scene(FOOT, (24, 16), (24, 21), "illegal", 5),
    Scene(FOOT, (34, 10), (34, 14), "legal", 4),
    Scene(FOOT, (34, 14), (34, 20), "illegal", 6),
    # markers: isolated units have half, pinned ones nothing
    Scene(FOOT, (20, 1), (20, 3), "legal", 2, supply="2"),
    Scene(FOOT, (22, 1), (22, 4), "illegal", 3, supply="2"),
    Scene(FOOT, (2, 33), (2, 34), "illegal", None, "2.5.1.3 A", states=("pinned",)),
    # a unit may always move one hex
    Scene("s-ind-16ur", (10, 9), (10, 10), "legal", 2, "6.1 C", supply="2"),
)
NARVA_GROUND = HandMap(
    terrain={
        "swamp": band(10, 14),
        "woods": band(15, 19),
        "sea": [(24, 3)],
    },
    across={"major river": 24, "minor river": 29},
    sides=[((1, 39), (1, 40), "major river + ice-free")],
    paths=[("road", lane(24, 5, 23)), ("trail", lane(34, 9, 20))],
    areas={"narva": [(20, 29), (22, 29)], "narva bridgehead": AWAY, "prepared defences": AWAY},
)
NARVA_OTHERS = (
    *(StartingUnit(f"e{i}", "g-170-399g", at) for i, at in enumerate([(27, 5), (33, 6), (27, 20)])),
    *(StartingUnit(f"f{i}", "g-170-399g", at) for i, at in enumerate([(31, 31), (29, 32)])),
    StartingUnit("h", "g-227-hq", (33, 31)),
    StartingUnit("r1", "s-122-1076", (24, 19)),
    StartingUnit("r2", "s-122-1078", (24, 19)),
)


# -- Iskra ----------------------------------------------------------------------------------------

I_FOOT, I_MECH = "s-314-1074", "s-18-98t"
I_GERMAN, TIGER, PONTOON = "g-1-1-1", "g-s502", "s-ind-42-pontoon"
"""Soviets of 4 and 6 movement points, a German battalion of 4, the Tigers of 5, pontoniers of 4."""

ISKRA = (
    # clear terrain costs 1, swamp 2 and is prohibited to mechanised units, woods 1 and 2
    Scene(I_FOOT, (2, 1), (2, 5), "legal", 4, "5.1.2"),
    Scene(I_FOOT, (4, 1), (4, 6), "illegal", 5, "5.1.2"),
    Scene(I_FOOT, (6, 9), (6, 11), "legal", 4),
    Scene(I_FOOT, (8, 9), (8, 12), "illegal", 6),
    Scene(I_FOOT, (10, 12), (10, 13), "legal", 2),
    Scene(I_FOOT, (12, 14), (12, 18), "legal", 4),
    Scene(I_FOOT, (14, 14), (14, 19), "illegal", 5),
    Scene(I_MECH, (16, 1), (16, 7), "legal", 6),
    Scene(I_MECH, (18, 1), (18, 8), "illegal", 7),
    Scene(I_MECH, (20, 9), (20, 10), "illegal", None, "8.3.4"),
    Scene(I_MECH, (16, 15), (16, 18), "legal", 6),
    Scene(I_MECH, (18, 15), (18, 19), "illegal", 8),
    # the Neva costs Soviet infantry 1 and is prohibited to all others; a minor river costs 1
    Scene(I_FOOT, (2, 24), (2, 25), "legal", 2),
    Scene(I_FOOT, (4, 23), (4, 26), "legal", 4),
    Scene(I_FOOT, (6, 22), (6, 26), "illegal", 5),
    Scene(I_MECH, (8, 24), (8, 25), "illegal", None, "5.2.9"),
    Scene(I_GERMAN, (10, 24), (10, 25), "illegal", None, "5.2.8"),
    Scene(I_FOOT, (2, 29), (2, 30), "legal", 2),
    Scene(I_FOOT, (4, 28), (4, 31), "legal", 4),
    Scene(I_FOOT, (6, 27), (6, 31), "illegal", 5),
    Scene(I_MECH, (8, 28), (8, 32), "legal", 5),
    Scene(I_MECH, (12, 27), (12, 33), "illegal", 7),
    # a move in several steps is one move; what is taken back costs nothing
    Scene(I_FOOT, (12, 1), (12, 2), "legal", 1),
    Scene(I_FOOT, (12, 2), (12, 4), "legal", 3, goes_on=True),
    Scene(I_FOOT, (12, 4), (12, 6), "illegal", 5, goes_on=True),
    Scene(I_FOOT, (14, 1), (14, 4), "legal", 3),
    Scene(I_FOOT, (14, 4), (14, 1), "legal", 0, goes_on=True),
    Scene(I_FOOT, (14, 1), (14, 5), "legal", 4, goes_on=True),
    # 2 to enter a zone of control and 2 to leave one; not even one hex without the points
    Scene(I_FOOT, (27, 2), (27, 4), "legal", 4),
    Scene(I_FOOT, (33, 4), (33, 5), "illegal", 3, "5.1.2", supply="2"),
    Scene(I_FOOT, (27, 21), (27, 22), "legal", 3),
    Scene(I_FOOT, (27, 22), (27, 23), "legal", 4, goes_on=True),
    Scene(I_MECH, (31, 28), (31, 30), "legal", 5),
    Scene(I_FOOT, (31, 30), (32, 30), "illegal", 5),
    Scene(I_FOOT, (29, 31), (29, 32), "illegal", None, "6.3"),
    Scene(I_FOOT, (33, 30), (33, 31), "legal", 1),
    # a road costs 1 whatever the terrain, half in strategic movement, once a turn
    Scene(I_FOOT, (24, 10), (24, 13), "legal", 3, "5.1.2"),
    Scene(I_FOOT, (24, 5), (24, 13), "legal", 4, "5.4"),
    Scene(I_FOOT, (24, 6), (24, 15), "illegal", 9),
    Scene(I_FOOT, (24, 16), (24, 21), "illegal", 5),
    Scene(I_FOOT, (24, 7), (24, 13), "illegal", 6, states=("no strat move",)),
    Scene(I_MECH, (24, 9), (24, 15), "legal", 6),
    # rails carry Germans any distance, Soviets never
    Scene(I_GERMAN, (30, 8), (30, 23), "legal", 0, "5.5"),
    Scene(I_FOOT, (22, 6), (22, 20), "illegal", 14),
    # markers, pontoons
    Scene(I_FOOT, (20, 1), (20, 3), "legal", 2, supply="2"),
    Scene(I_FOOT, (2, 33), (2, 34), "illegal", None, "5.3.2", states=("pinned",)),
    Scene(I_FOOT, (18, 30), (18, 33), "legal", 4, "5.1.2"),
    Scene(TIGER, (22, 33), (22, 34), "illegal", None, "19.1.15", states=("technical problems",)),
    Scene(PONTOON, (20, 33), (20, 34), "illegal", None, "13.3.1", side_up=2),
    Scene("s-ind-21-pontoon", (22, 1), (22, 5), "legal", 4),
)
ISKRA_GROUND = HandMap(
    terrain={"swamp": band(10, 14), "woods": band(15, 19)},
    across={"major river": 24, "minor river": 29},
    paths=[
        ("road", lane(24, 5, 23)),
        ("railway", lane(22, 5, 23)),
        ("railway", lane(30, 8, 23)),
    ],
    areas={"neva": AWAY, "west bank": AWAY, "pontoon bridge": AWAY},
)
ISKRA_OTHERS = (
    *(StartingUnit(f"e{i}", "g-1-1-1", at) for i, at in enumerate([(27, 5), (33, 6), (27, 20)])),
    *(StartingUnit(f"f{i}", "g-1-1-1", at) for i, at in enumerate([(31, 31), (29, 32)])),
    StartingUnit("h", "g-1-hq", (33, 31)),
    StartingUnit("r1", "s-314-1076", (24, 19)),
    StartingUnit("r2", "s-314-1078", (24, 19)),
    StartingUnit("p", "s-18-414", (18, 32), states=("pinned",)),
)


# -- Baltic Gap -----------------------------------------------------------------------------------

LEG, TRACK, GUNS = "s-gd-inf-div-71", "s-tank-bde-143", "g-ag-bn-226"
"""A division of 3 movement points on foot, a tank brigade of 8, assault guns of 6."""
TRUCK = "s-arty-bde-4"
"""Artillery of 2, which an owner has confirmed to move as Truck."""

BALTIC = (
    # clear terrain costs 1, bog 2 on foot and 3 on tracks, woods 1 and 2
    Scene(LEG, (2, 1), (2, 4), "legal", 3, "1.1a"),
    Scene(LEG, (4, 1), (4, 5), "illegal", 4, "1.1a"),
    Scene(LEG, (6, 9), (6, 10), "legal", 2),
    Scene(LEG, (8, 9), (8, 11), "illegal", 4),
    Scene(LEG, (10, 14), (10, 17), "legal", 3),
    Scene(LEG, (12, 14), (12, 18), "illegal", 4),
    Scene(TRACK, (16, 1), (16, 9), "legal", 8),
    Scene(TRACK, (18, 1), (18, 10), "illegal", 11),
    Scene(TRACK, (20, 9), (20, 11), "legal", 6),
    Scene(TRACK, (22, 9), (22, 12), "illegal", 9),
    Scene(TRACK, (16, 14), (16, 18), "legal", 8),
    Scene(TRACK, (18, 14), (18, 19), "illegal", 10),
    Scene(GUNS, (14, 1), (14, 7), "legal", 6),
    Scene(GUNS, (6, 14), (6, 17), "legal", 6),
    Scene(GUNS, (8, 14), (8, 18), "illegal", 8),
    Scene(TRUCK, (10, 1), (10, 3), "legal", 2),
    Scene(TRUCK, (8, 1), (8, 4), "illegal", 3),
    # a major river takes all the points of foot and stops tracks; a minor one costs 1 and 3
    Scene(LEG, (2, 24), (2, 25), "legal", 3),
    Scene(LEG, (4, 23), (4, 25), "illegal", None, "1.1a"),
    Scene(TRACK, (8, 24), (8, 25), "illegal", None, "1.1a"),
    Scene(LEG, (2, 29), (2, 30), "legal", 2),
    Scene(LEG, (4, 28), (4, 30), "legal", 3),
    Scene(LEG, (6, 27), (6, 30), "illegal", 4),
    Scene(TRACK, (8, 29), (8, 30), "legal", 4),
    Scene(TRACK, (10, 28), (10, 33), "legal", 8),
    Scene(TRACK, (12, 27), (12, 33), "illegal", 9),
    # a move in several steps is one move; what is taken back costs nothing
    Scene(LEG, (12, 1), (12, 2), "legal", 1),
    Scene(LEG, (12, 2), (12, 4), "legal", 3, goes_on=True),
    Scene(LEG, (12, 4), (12, 5), "illegal", 4, goes_on=True),
    Scene(LEG, (20, 1), (20, 4), "legal", 3),
    Scene(LEG, (20, 4), (20, 1), "legal", 0, goes_on=True),
    Scene(LEG, (20, 1), (20, 3), "legal", 2, goes_on=True),
    # a zone of control costs nothing
    Scene(LEG, (31, 1), (31, 3), "legal", 2),
    Scene(LEG, (31, 3), (31, 2), "legal", 3, goes_on=True),
    # water, a lake's hexside and the path around it, wooded bog, hills
    Scene(LEG, (24, 2), (24, 3), "illegal", None, "1.1d"),
    Scene(LEG, (22, 3), (22, 4), "legal", 2),
    Scene(LEG, (28, 1), (28, 2), "legal", 3),
    Scene(TRACK, (26, 1), (26, 2), "illegal", None, "1.1e"),
    Scene(LEG, (33, 1), (33, 4), "legal", 3),
    Scene(TRACK, (33, 1), (33, 5), "legal", 4),
    # secondary roads cost 1/2, tracks and rails 1, whatever the terrain
    Scene(LEG, (24, 5), (24, 11), "legal", 3),
    Scene(LEG, (24, 6), (24, 13), "illegal", 3.5),
    Scene(TRACK, (24, 5), (24, 21), "legal", 8),
    Scene(TRACK, (24, 5), (24, 22), "illegal", 8.5),
    Scene(LEG, (34, 9), (34, 12), "legal", 3),
    Scene(LEG, (34, 9), (34, 13), "illegal", 4),
    Scene(TRACK, (34, 9), (34, 17), "legal", 8),
    Scene(GUNS, (30, 9), (30, 15), "legal", 6),
    Scene(LEG, (30, 9), (30, 12), "legal", 3),
    Scene(TRUCK, (24, 8), (24, 12), "legal", 2),
)
BALTIC_GROUND = HandMap(
    terrain={
        "bog": band(10, 14),
        "woods": band(15, 19),
        "sea": [(24, 3)],
        "wooded bog": [(28, 2), (26, 2)],
        "hill": [(33, 2), (33, 3)],
    },
    across={"major river": 24, "minor river": 29},
    sides=[((22, 3), (22, 4), "lake")],
    paths=[
        ("road", lane(24, 5, 23)),
        ("track", lane(34, 9, 20)),
        ("railway", lane(30, 5, 20)),
        ("multi-track", lane(50, 1, 2)),
    ],
)
BALTIC_OTHERS = (StartingUnit("e", "g-inf-div-212", (31, 4)),)


@pytest.mark.parametrize(
    ("game", "hand_map", "others", "scenes", "turn", "phase"),
    [
        pytest.param("narva", NARVA_GROUND, NARVA_OTHERS, NARVA, 3, "movement", id="narva"),
        pytest.param("iskra", ISKRA_GROUND, ISKRA_OTHERS, ISKRA, 3, "movement", id="iskra"),
        pytest.param(
            "baltic-gap", BALTIC_GROUND, BALTIC_OTHERS, BALTIC, 3, "movement", id="baltic-gap"
        ),
    ],
)
def test_fifty_moves(
    hexcheck: Hexcheck,
    tmp_path: Path,
    game: str,
    hand_map: HandMap,
    others: tuple[StartingUnit, ...],
    scenes: tuple[Scene, ...],
    turn: int,
    phase: str,
) -> None:
    assert len(scenes) == 50
    script = Script(game, tmp_path, hand_map)
    units, moves, refs = list(others), [], []
    for n, scene in enumerate(scenes):
        if not scene.goes_on:
            ref = f"u{n}"
            unit = StartingUnit(
                ref, scene.counter, scene.at, scene.states, scene.supply, scene.side_up
            )
            units.append(unit)
        refs.append(ref)
        moves.append((ref, scene.to))
    (tmp_path / "moves.vlog").write_bytes(script.log(units, moves, turn, phase))
    words = ("--game", tmp_path, "--format", "json", tmp_path / "moves.vlog")
    (report,) = hexcheck(*words).reports
    result = [move for step in report["steps"] for move in step["moves"]]
    assert len(result) == 50
    wrong = [
        f"{n}: {ref} {script.label(scene.at)} to {script.label(scene.to)}: "
        f"{move['verdict']} {move['cost']} {move['rule']} {move['needs']}"
        for n, (scene, ref, move) in enumerate(zip(scenes, refs, result, strict=True))
        if not _as_expected(scene, move)
    ]
    assert not wrong, "\n".join(wrong)


def _as_expected(scene: Scene, move: dict[str, Any]) -> bool:
    return (
        move["verdict"] == scene.verdict
        and move["cost"] == scene.cost
        and scene.rule in ("", move["rule"])
        and not move["needs"]
    )
