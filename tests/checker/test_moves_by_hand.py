"""More moves by hand: bridges, ferries, mixed terrain, arrivals, HQs, combat.

Every cost is worked out from the rulebook, and from our estimates where it prints none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.checker.conftest import Run
from tests.checker.scripted import HandMap, Place, Script, StartingUnit
from tests.checker.test_moves import (
    AWAY,
    FOOT,
    GERMAN,
    GUNS,
    I_FOOT,
    I_GERMAN,
    I_MECH,
    LEG,
    MECH,
    PONTOON,
    TRACK,
    TRUCK,
    Scene,
    lane,
)

Hexcheck = Callable[..., Run]
COMBAT = ["combat results"]


@dataclass(frozen=True)
class Play:
    """A log: a map, units that stay put, and the moves; a word begins a phase."""

    game: str
    turn: int
    phase: str
    hand_map: HandMap
    others: tuple[StartingUnit, ...]
    scenes: tuple[Scene | str, ...]
    open: frozenset[int] = field(default_factory=frozenset)
    """The moves, counted from 0, that only the results of combat decide."""


# -- Across the Narva -----------------------------------------------------------------------------

ICE_FREE = ((30, 44), (30, 45), "major river + ice-free")
"""The map must have one."""
CORPS_HQ, ARMY_HQ, G_HQ = "s-109-hq", "s-2sh-hq", "g-227-hq"

NARVA = Play(
    "narva",
    3,
    "movement",
    HandMap(
        terrain={
            "woods + swamp": [(2, 2), (4, 2)],
            "hill": [(6, 2), (6, 3), (8, 2), (8, 3), (8, 4)],
            "hill + woods": [(9, 2)],
            "swamp": [*lane(14, 2, 6), *lane(16, 2, 5), (20, 6)],
            "sea": [(28, 3)],
            "village": [(10, 11)],
            "city": [(10, 12)],
        },
        sides=[
            ((10, 5), (10, 6), "major river + bridge"),
            ((12, 5), (12, 6), "major river"),
            ((18, 4), (18, 5), "minor river"),
            ((20, 5), (20, 6), "minor river"),
            ((20, 25), (20, 26), "minor river + bridge"),
        ],
        across={"major river + ice-free": 36},
        paths=[
            ("road", lane(12, 4, 8)),
            ("trail", lane(14, 1, 8)),
            ("trail", lane(16, 2, 8)),
            ("road", lane(18, 1, 9)),
            ("road", lane(32, 12, 30)),
            ("road", lane(26, 21, 30)),
            ("minor-railway", lane(30, 12, 20)),
            ("rollbahn", lane(2, 21, 33)),
        ],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (
        StartingUnit("e1", "g-170-399g", (32, 11)),
        StartingUnit("e2", "g-170-399g", (26, 33)),
        StartingUnit("e3", "g-170-399g", (6, 30)),
        StartingUnit("h1", "g-227-hq", (10, 31)),
        StartingUnit("h2", CORPS_HQ, (14, 31)),
        StartingUnit("h3", "g-58-58f", (18, 31)),
        StartingUnit("h4", "g-fhh-hq", (18, 31)),
    ),
    (
        # of several terrains the worst counts: woods and swamp are swamp, hills and woods 2
        Scene(FOOT, (2, 1), (2, 4), "legal", 4),
        Scene(MECH, (4, 1), (4, 2), "legal", 3),
        Scene(FOOT, (6, 1), (6, 3), "legal", 4),
        Scene(FOOT, (8, 1), (8, 4), "illegal", 5),  # three clear hexes around the first two hills
        Scene(MECH, (9, 1), (9, 3), "legal", 3),
        Scene(FOOT, (10, 9), (10, 13), "legal", 4),
        # a bridge takes away the river, and so does a road over it
        Scene(MECH, (10, 4), (10, 7), "legal", 3),
        Scene(MECH, (12, 4), (12, 8), "legal", 4, "6.1 A"),
        Scene(FOOT, (20, 24), (20, 28), "legal", 4),
        Scene(FOOT, (20, 5), (20, 6), "legal", 3),
        Scene(FOOT, (22, 36), (22, 37), "illegal", None, "6.2.2.2 A"),
        # roads are used only along them: a trail in the swamp, and the hexes leading to one
        Scene(FOOT, (14, 1), (14, 5), "legal", 4),
        Scene(FOOT, (16, 1), (16, 4), "legal", 4),
        Scene(FOOT, (16, 1), (16, 5), "illegal", 5),
        # strategic movement over a minor river; not begun beside the road, nor in an enemy zone
        Scene(FOOT, (18, 1), (18, 9), "legal", 4, "6.4.1 A"),
        Scene(FOOT, (17, 1), (18, 9), "illegal", 9),
        Scene(FOOT, (32, 12), (32, 16), "illegal", 6, "6.1 A"),
        Scene(FOOT, (32, 13), (32, 21), "legal", 4, "6.4.1 A"),
        Scene(FOOT, (26, 22), (26, 30), "legal", 4, "6.4.1 A"),
        Scene(FOOT, (30, 12), (30, 20), "legal", 4, "6.4.1 A"),
        Scene(MECH, (2, 21), (2, 33), "legal", 6, "6.4.1 A"),
        # the minimum of one hex: into an enemy zone and out of one, for an isolated unit of 2
        Scene(FOOT, (6, 27), (6, 28), "legal", 1, supply="2"),
        Scene(FOOT, (6, 28), (6, 29), "legal", 3, "6.1 C", supply="2"),
        Scene(FOOT, (6, 32), (6, 33), "legal", 1, supply="2"),
        Scene(FOOT, (6, 31), (6, 32), "legal", 3, "6.1 C", supply="2"),
        # halves and no halves
        Scene(MECH, (28, 20), (28, 23), "legal", 3, supply="2"),
        Scene(MECH, (30, 21), (30, 25), "illegal", 4, supply="2"),
        Scene(FOOT, (33, 30), (33, 34), "legal", 4, supply="1"),
        # around the water
        Scene(FOOT, (28, 2), (28, 4), "legal", 3),
        # only combat units overrun, and only HQs that are alone
        Scene(FOOT, (10, 30), (10, 31), "legal", 1),
        Scene(G_HQ, (14, 30), (14, 31), "illegal", None, "6.3 B"),
        Scene(FOOT, (18, 30), (18, 31), "illegal", None, "6.3 B"),
        # HQs of corps have their points, those of Soviet armies go anywhere
        Scene(CORPS_HQ, (22, 30), (22, 36), "legal", 6),
        Scene(CORPS_HQ, (24, 2), (24, 9), "illegal", 7),
        Scene(ARMY_HQ, (26, 2), (24, 33), "legal", None, "4.1.3"),
    ),
)

THAW = Play(
    "narva",
    9,
    "movement",
    HandMap(
        terrain={"swamp": [*lane(20, 2, 4)]},
        across={"major river": 24},
        sides=[
            ICE_FREE,
            ((2, 24), (2, 25), "major river + ferry"),
            ((4, 24), (4, 25), "major river + ferry"),
            ((6, 24), (6, 25), "major river + ferry"),
        ],
        paths=[("winter-trail", lane(20, 1, 8))],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (StartingUnit("e", "g-170-399g", (4, 26)),),
    (
        # a ferry takes all of an infantry unit's points, and no mechanised one
        Scene(FOOT, (2, 24), (2, 25), "legal", 4, "6.1 A"),
        Scene(FOOT, (4, 24), (4, 25), "legal", 4, "6.1 A"),
        Scene(MECH, (6, 24), (6, 25), "illegal", None, "6.2.2.2 B"),
        Scene(FOOT, (6, 23), (6, 24), "legal", 1),
        Scene(FOOT, (6, 24), (6, 25), "illegal", None, goes_on=True),
        Scene(FOOT, (10, 24), (10, 25), "illegal", None, "6.2.2.2 A"),
        # after the thaw the winter trail is swamp
        Scene(FOOT, (20, 1), (20, 3), "legal", 4),
        Scene(FOOT, (22, 20), (22, 24), "legal", 4),
    ),
)

NARVA_ARRIVALS = Play(
    "narva",
    2,
    "german-reinforcement",
    HandMap(
        sides=[ICE_FREE],
        paths=[("railway", lane(1, 30, 39))],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (),
    (
        # placed at the entry, then by rail any distance, or on foot
        Scene("g-58-220g", "Turn Record Track 2", (1, 30), "legal", 0),
        Scene("g-58-220g", (1, 30), (1, 39), "legal", 0, "6.5 A", goes_on=True),
        Scene("g-58-158-pio", "Turn Record Track 2", (5, 30), "legal", 4),
        # a unit that has not just arrived does not move
        Scene(GERMAN, (20, 10), (20, 11), "illegal", None, "6.1 A"),
    ),
)
NARVA_BARRED = Play(
    "narva",
    2,
    "german-reinforcement",
    HandMap(
        sides=[ICE_FREE],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (StartingUnit("e", FOOT, (1, 30)),),
    (
        Scene("g-58-220g", "Turn Record Track 2", (1, 22), "legal", 0),
        Scene("g-58-158-pio", "Turn Record Track 2", (1, 24), "legal", 0),
    ),
)

NARVA_COMBAT = Play(
    "narva",
    3,
    "movement",
    HandMap(
        terrain={"village": [(20, 10)]},
        across={"major river": 24},
        sides=[ICE_FREE],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (
        StartingUnit("e1", "g-170-399g", (14, 20)),
        StartingUnit("s5", FOOT, (14, 16)),
        StartingUnit("x", FOOT, (28, 12)),
        StartingUnit("y", "g-170-399g", (28, 13)),
        StartingUnit("g1", "g-fhh-fus", (2, 10)),
        StartingUnit("g2", "g-61-162g", (8, 10)),
        StartingUnit("g3", "g-61-176g", (20, 10)),
    ),
    (
        "combat",
        # the defender goes back, the attacker follows into its hex, on tracks a hex further
        Scene("g-fhh-fus", (2, 10), (2, 8), "unknown", None, "9.5.2 B"),
        Scene(FOOT, (2, 11), (2, 10), "legal", None, "9.6 C"),
        Scene("g-61-162g", (8, 10), (8, 6), "unknown", None, "9.5.2 B"),
        Scene(MECH, (8, 11), (8, 9), "legal", None, "9.6 C"),
        # three hexes forward, into a zone that a retreat would avoid
        Scene(FOOT, (9, 11), (8, 7), "illegal", None, "9.5.3 B"),
        # no advance goes beyond a village
        Scene("g-61-176g", (20, 10), (20, 7), "unknown", None, "9.5.2 B"),
        Scene(MECH, (20, 11), (20, 9), "unknown", None, "9.5.2 B"),
        # retreats: not over a prohibited river, nor onto enemies, nor into zones without need
        Scene(MECH, (10, 24), (10, 25), "illegal", None, "9.5.1 A"),
        Scene(FOOT, (12, 24), (12, 25), "unknown", None, "9.5.2 B"),
        Scene(FOOT, (28, 14), (28, 13), "illegal", None, "6.3 B"),
        Scene("g-61-61f", (14, 20), (14, 17), "illegal", None, "9.5.3 B"),
        Scene("g-61-151g", (14, 20), (16, 23), "unknown", None, "9.5.2 B"),
    ),
    open=frozenset({0, 2, 5, 6, 8, 11}),
)

NARVA_BEGUN = Play(
    "narva",
    3,
    "combat",
    HandMap(
        sides=[ICE_FREE],
        areas={"narva": AWAY, "narva bridgehead": AWAY, "prepared defences": AWAY},
    ),
    (),
    (
        # hexes left before the log begins are unknown; those left within it are known
        Scene("g-fhh-fus", (2, 10), (2, 8), "unknown", None, "9.5.2 B"),
        Scene(FOOT, (2, 11), (2, 10), "legal", None, "9.6 C"),
        Scene("s-122-1076", (8, 11), (8, 10), "unknown", None, "9.6 C"),
    ),
    open=frozenset({0, 2}),
)

# -- Iskra ----------------------------------------------------------------------------------------

ISKRA = Play(
    "iskra",
    3,
    "movement",
    HandMap(
        terrain={
            "swamp + woods": [(2, 2)],
            "hill": [(4, 2)],
            "village": [(6, 2)],
            "frozen": [*lane(8, 2, 4)],
        },
        across={"major river": 36},
        sides=[
            ((10, 4), (10, 5), "canal"),
            ((12, 4), (12, 5), "minor river + bridge"),
            ((14, 4), (14, 5), "canal"),
            ((16, 36), (16, 37), "major river + bridge"),
            ((18, 36), (18, 37), "major river + bridge"),
            ((20, 4), (20, 5), "impassable"),
        ],
        paths=[
            ("road", lane(14, 1, 12)),
            ("narrow-gauge", lane(22, 1, 12)),
            ("railway", lane(24, 1, 30)),
            ("railway", lane(26, 1, 30)),
            ("railway", lane(28, 10, 30)),
        ],
        areas={"neva": AWAY, "west bank": AWAY, "pontoon bridge": AWAY},
    ),
    (
        StartingUnit("e1", I_FOOT, (24, 20)),
        StartingUnit("e2", "s-314-1076", (28, 9)),
        StartingUnit("p", "s-ind-21-pontoon", (30, 5)),
    ),
    (
        Scene(I_FOOT, (2, 1), (2, 4), "legal", 4),
        Scene(I_FOOT, (4, 1), (4, 4), "legal", 4),
        Scene(I_FOOT, (6, 1), (6, 5), "legal", 4),
        Scene(I_FOOT, (8, 1), (8, 4), "legal", 3),
        Scene(I_FOOT, (10, 2), (10, 5), "legal", 4),
        Scene(I_FOOT, (12, 2), (12, 6), "legal", 4),
        # a road ignores the canal; strategic movement along it costs half
        Scene(I_FOOT, (14, 2), (14, 6), "legal", 4),
        Scene(I_FOOT, (14, 4), (14, 12), "legal", 4, "5.4"),
        # over the Neva: Soviets by a bridge, Germans not even there
        Scene(I_MECH, (16, 35), (16, 38), "legal", 3),
        Scene(I_GERMAN, (18, 36), (18, 37), "illegal", None, "5.2.8"),
        Scene(I_FOOT, (20, 4), (20, 5), "legal", 2),
        # narrow gauge is good for strategic movement, not for trains
        Scene(I_GERMAN, (22, 1), (22, 9), "legal", 4, "5.4"),
        Scene(I_GERMAN, (22, 1), (22, 12), "illegal", 11),
        # a train ends where it comes into an enemy zone; leaving one it ends next to no enemy
        Scene(I_GERMAN, (24, 1), (24, 19), "legal", 0, "5.5"),
        Scene(I_GERMAN, (26, 1), (26, 30), "legal", 0, "5.5"),
        Scene(I_GERMAN, (28, 10), (28, 30), "legal", 0, "5.5"),
        # no minimum move, and no overrun by a unit that has no attack
        Scene(I_FOOT, (33, 24), (33, 25), "legal", 1, supply="2"),
        Scene(I_GERMAN, (30, 4), (30, 5), "legal", 1),
        Scene(PONTOON, (32, 1), (32, 5), "legal", 4),
        Scene(PONTOON, (34, 1), (34, 6), "illegal", 5),
    ),
)

ISKRA_LATE = Play(
    "iskra",
    3,
    "out-of-command",
    HandMap(areas={"neva": AWAY, "west bank": AWAY, "pontoon bridge": AWAY}),
    (
        StartingUnit("hq", "g-1-hq", (10, 20)),
        StartingUnit("e1", I_FOOT, (4, 15)),
        StartingUnit("army", "s-67a-hq", (34, 5)),
    ),
    (
        # one hex towards its HQ, and into no enemy zone
        Scene(I_GERMAN, (10, 10), (10, 11), "legal", 1, "5.8"),
        Scene("g-1-2-1", (10, 28), (10, 29), "illegal", 1, "5.8"),
        Scene("g-1-1-22", (12, 10), (12, 12), "illegal", 2, "5.8"),
        Scene("g-1-2-22", (4, 13), (4, 14), "illegal", 3, "5.8"),
    ),
)

ISKRA_COMBAT = Play(
    "iskra",
    3,
    "movement",
    HandMap(
        across={"major river": 24},
        areas={"neva": AWAY, "west bank": AWAY, "pontoon bridge": AWAY},
    ),
    (),
    (
        "combat",
        # towards the nearest source, which is at 01.11, and away from it
        Scene(I_GERMAN, (2, 20), (2, 19), "unknown", None, "9.2"),
        Scene(I_FOOT, (2, 21), (2, 20), "legal", None, "10.0"),
        Scene("g-1-2-22", (5, 20), (5, 21), "illegal", None, "9.2"),
        # Soviets march over the Neva but never advance over it: this could be a retreat only
        Scene("g-1-2-1", (30, 24), (30, 22), "unknown", None, "9.2"),
        Scene(I_FOOT, (30, 25), (30, 24), "unknown", None, "9.2"),
        # Germans do not retreat over it
        Scene("g-1-1-22", (10, 24), (10, 25), "illegal", None, "9.1"),
    ),
    open=frozenset({0, 3, 4}),
)

# -- Baltic Gap -----------------------------------------------------------------------------------

BALTIC = Play(
    "baltic-gap",
    3,
    "movement",
    HandMap(
        terrain={
            "woods + hill": [(2, 2)],
            "hill + bog": [(4, 2)],
            "village + woods": [(6, 2)],
            "wooded bog": [*lane(8, 2, 4), *lane(10, 2, 4)],
            "city": [(12, 2)],
        },
        across={"minor river": 29, "lake": 33},
        sides=[
            ((14, 33), (14, 34), "lake + crossing"),
            ((16, 33), (16, 34), "lake + crossing"),
            ((18, 4), (18, 5), "major river"),
            ((20, 4), (20, 5), "lake"),
        ],
        paths=[
            ("road", lane(10, 1, 5)),
            ("road", lane(18, 1, 9)),
            ("track", lane(22, 26, 33)),
            ("road", lane(24, 26, 33)),
            ("multi-track", lane(26, 26, 33)),
            ("narrow-gauge", lane(28, 26, 33)),
        ],
    ),
    (),
    (
        # the costliest terrain of a hex counts; villages and cities cost as the other terrain there
        Scene(TRACK, (2, 1), (2, 2), "legal", 2),
        Scene(TRUCK, (4, 1), (4, 2), "unknown", 4),
        Scene(GUNS, (6, 1), (6, 3), "legal", 3),
        Scene(LEG, (8, 1), (8, 2), "legal", 3),
        Scene(LEG, (12, 1), (12, 4), "legal", 3),
        # through wooded bog by road
        Scene(TRACK, (10, 1), (10, 5), "legal", 2),
        # the crossing arrow is a major river: all points on foot, closed to tracks
        Scene(LEG, (14, 33), (14, 34), "legal", 3),
        Scene(TRACK, (16, 33), (16, 34), "illegal", None, "1.1d"),
        # a road over a major river
        Scene(TRACK, (18, 3), (18, 6), "legal", 1.5),
        Scene(LEG, (18, 3), (18, 9), "legal", 3),
        # the minor river along a track, a road, two railways, and off them
        Scene(TRACK, (22, 28), (22, 31), "legal", 3),
        Scene(TRACK, (24, 28), (24, 32), "legal", 2),
        Scene(LEG, (26, 28), (26, 31), "legal", 3),
        Scene(LEG, (28, 28), (28, 31), "legal", 3),
        Scene(TRACK, (32, 28), (32, 31), "legal", 6),
        Scene(LEG, (34, 28), (34, 30), "legal", 3),
    ),
)

PLAYS = {
    "narva": NARVA,
    "narva after the thaw": THAW,
    "narva arrivals": NARVA_ARRIVALS,
    "narva barred entry": NARVA_BARRED,
    "narva combat": NARVA_COMBAT,
    "narva combat begun before": NARVA_BEGUN,
    "iskra": ISKRA,
    "iskra out of command": ISKRA_LATE,
    "iskra combat": ISKRA_COMBAT,
    "baltic-gap": BALTIC,
}


@pytest.mark.parametrize("name", PLAYS)
def test_moves_by_hand(hexcheck: Hexcheck, tmp_path: Path, name: str) -> None:
    play = PLAYS[name]
    script = Script(play.game, tmp_path, play.hand_map)
    units = list(play.others)
    moves: list[tuple[str, Place | str] | str] = []
    scenes: list[Scene] = []
    ref = ""
    for n, scene in enumerate(play.scenes):
        if isinstance(scene, str):
            moves.append(scene)
            continue
        if not scene.goes_on:
            ref = next((unit.ref for unit in units if _is(unit, scene)), f"u{n}")
            if all(unit.ref != ref for unit in units):
                units.append(
                    StartingUnit(
                        ref, scene.counter, scene.at, scene.states, scene.supply, scene.side_up
                    )
                )
        moves.append((ref, scene.to))
        scenes.append(scene)
    (tmp_path / "a.vlog").write_bytes(script.log(units, moves, play.turn, play.phase))
    words = ("--game", tmp_path, "--format", "json", tmp_path / "a.vlog")
    (report,) = hexcheck(*words).reports
    result = [move for step in report["steps"] for move in step["moves"]]
    assert len(result) == len(scenes)
    wrong = [
        f"{n}: {script.label(scene.at)} to {script.label(scene.to)}: "
        f"{move['verdict']} {move['cost']} {move['rule']} {move['needs']} {move['path']}"
        for n, (scene, move) in enumerate(zip(scenes, result, strict=True))
        if not _as_expected(scene, move, settled=n not in play.open)
    ]
    assert not wrong, "\n".join(wrong)


def _is(unit: StartingUnit, scene: Scene) -> bool:
    return (unit.counter, unit.at) == (scene.counter, scene.at)


def _as_expected(scene: Scene, move: dict[str, Any], *, settled: bool) -> bool:
    needs: Sequence[str] = [need["of"] for need in move["needs"]]
    return (
        move["verdict"] == scene.verdict
        and move["cost"] == scene.cost
        and scene.rule in ("", move["rule"])
        and (scene.verdict == "unknown" or not needs)
        and (settled or needs == COMBAT)
    )
