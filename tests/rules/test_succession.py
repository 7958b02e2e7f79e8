"""How one position may follow another: a pair that breaks a rule and the nearest legal pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from hexmarshal.game.position import Position
from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Finding
from hexmarshal.rules.judge import judge
from tests.rules import baltic_positions, iskra_positions, positions
from tests.rules.positions import JSON, german, of_rule, unit

GAMES = {
    "narva": positions.narva,
    "iskra": iskra_positions.iskra,
    "baltic-gap": baltic_positions.baltic,
}


@dataclass(frozen=True)
class Pair:
    """Two positions: the counters in each, and when they were taken."""

    then: list[JSON]
    now: list[JSON]
    before: JSON
    after: JSON


@dataclass(frozen=True)
class Twins:
    """A rule, and a pair of positions that breaks it; the changes in `lawful` make it legal."""

    game: str
    rule: str
    what: str
    broken: Pair
    lawful: Pair
    severity: str = "illegal"
    topic: str = ""


def at(turn: int, phase: str, moment: str = "during") -> JSON:
    return {"turn": turn, "phase": phase, "moment": moment}


def positions_of(game: str, pair: Pair, scenario: str = "") -> tuple[Position, Position]:
    """The earlier position, and the later one that refers to it."""
    more = {"scenario": scenario} if scenario else {}
    previous = {**pair.before, **more, "counters": pair.then}
    said = {**pair.after, **more, "counters": pair.now, "previous": previous}
    now = read_position(GAMES[game](), said).position
    assert now.previous is not None
    return now.previous, now


def found(twins: Twins, pair: Pair) -> list[Finding]:
    _, now = positions_of(twins.game, pair)
    return of_rule(judge(GAMES[twins.game](), now), twins.rule)


def changed(
    then: Iterable[JSON], now: Iterable[JSON], before: JSON, after: JSON
) -> Callable[..., Pair]:
    """A pair of positions, and the same pair with some parts replaced."""
    pair = {"then": list(then), "now": list(now), "before": before, "after": after}
    return lambda **more: Pair(**{**pair, **more})


DEAD = {"hex": "", "place": "Eliminated German"}
S_DEAD = {"hex": "", "place": "Eliminated Soviet"}
PINNED = {"markers": ["pinned"]}

SUPPLY, COMMAND, NEXT = at(4, "supply"), at(4, "command", "end"), at(5, "air unit", "end")
narva_lost = changed([german("FUS", "1820")], [], SUPPLY, at(4, "end of turn", "end"))
narva_back = changed([german("FUS", **DEAD)], [german("FUS", "1820", step="reduced")], SUPPLY, NEXT)
narva_pin = changed([german("FUS", "1820", **PINNED)], [german("FUS", "1820")], COMMAND, SUPPLY)
narva_air = changed(
    [unit("IL-2M", place="Airbase Box Grounded", kind="air")],
    [unit("IL-2M", place="Airbase Box Refit", kind="air")],
    at(4, "command"),
    at(4, "supply"),
)
WITHDRAW = {"name": "Withdraw 59 Army", "side": "soviet", "kind": "chit", "ref": "chit"}

NARVA = [
    Twins(
        "narva",
        "9.4 B",
        "a unit that was on the map is nowhere",
        narva_lost(),
        narva_lost(before=at(4, "command")),
        topic="counter-mix",
    ),
    Twins(
        "narva",
        "9.4 B",
        "a unit that was on the map waits on the turn record",
        narva_lost(now=[german("FUS", place="Turn Record Track 5")], before=at(4, "command")),
        narva_lost(now=[german("FUS", "1821")], before=at(4, "command")),
        topic="counter-mix",
    ),
    Twins(
        "narva",
        "9.4 C",
        "an HQ vanishes in the Supply Phase",
        narva_lost(then=[german("FHH HQ", "1827")]),
        narva_lost(then=[german("FHH HQ", "1827")], now=[german("FHH HQ", "1827")]),
        topic="counter-mix",
    ),
    Twins(
        "narva",
        "12.1.2",
        "an air unit is destroyed",
        narva_lost(
            then=[unit("LI-2", place="Air Army 13 Box", kind="air")], before=at(4, "command")
        ),
        narva_lost(
            then=[unit("LI-2", place="Air Army 13 Box", kind="air")],
            now=[unit("LI-2", place="Airbase Box Grounded", kind="air")],
            before=at(4, "command"),
        ),
        topic="counter-mix",
    ),
    Twins(
        "narva",
        "11.2 A",
        "back from the dead when no event can have been drawn",
        narva_back(),
        narva_back(before=COMMAND | {"moment": "start"}, after=SUPPLY),
        topic="arrival",
    ),
    Twins(
        "narva",
        "11.2 D",
        "mechanised, and back from the dead",
        narva_back(
            then=[german("PZG", **DEAD)],
            now=[german("PZG", "1820", step="reduced")],
            before=at(4, "command"),
        ),
        narva_back(before=at(4, "command")),
        topic="arrival",
    ),
    Twins(
        "narva",
        "11.2 B",
        "back at full strength within the turn",
        narva_back(now=[german("FUS", "1820")], before=at(4, "command"), after=SUPPLY),
        narva_back(now=[german("FUS", "1820")], before=at(4, "command"), after=at(5, "supply")),
        topic="arrival",
    ),
    Twins(
        "narva",
        "11.2 B",
        "an HQ that was lost is back",
        narva_back(
            then=[german("FHH HQ", **DEAD)], now=[german("FHH HQ", "1827")], before=at(4, "command")
        ),
        narva_back(before=at(4, "command")),
        topic="arrival",
    ),
    Twins(
        "narva",
        "11.2 A",
        "Soviets back from the dead by no text that has come down",
        narva_back(
            then=[unit("381", **S_DEAD)],
            now=[unit("381", "2120", step="reduced")],
            before=at(4, "command"),
        ),
        narva_back(then=[unit("381", **S_DEAD)], now=[unit("381", **S_DEAD)]),
        severity="unknown",
        topic="arrival",
    ),
    Twins(
        "narva",
        "11.2 A",
        "a step back when no event can have been drawn",
        narva_back(then=[german("FUS", "1820", step="reduced")], now=[german("FUS", "1820")]),
        narva_back(
            then=[german("FUS", "1820", step="reduced")],
            now=[german("FUS", "1820")],
            before=at(4, "command"),
        ),
        topic="arrival",
    ),
    Twins(
        "narva",
        "2.5.5",
        "back though it was withdrawn",
        narva_back(
            then=[unit("59th Army HQ", place="Withdrawn", kind="hq")],
            now=[unit("59th Army HQ", "3024", kind="hq")],
            before=at(4, "command"),
        ),
        narva_back(
            then=[unit("59th Army HQ", place="Turn Record Track 4", kind="hq")],
            now=[unit("59th Army HQ", "3024", kind="hq")],
            before=at(4, "command"),
        ),
        topic="arrival",
    ),
    Twins(
        "narva",
        "2.5.5",
        "the 59th Army is there after its turn to go",
        narva_lost(
            then=[],
            now=[
                unit("59th Army HQ", "3024", kind="hq"),
                {**WITHDRAW, "place": "Turn Record Track 4"},
            ],
        ),
        narva_lost(
            then=[],
            now=[
                unit("59th Army HQ", "3024", kind="hq"),
                {**WITHDRAW, "place": "Turn Record Track 5"},
            ],
        ),
        topic="arrival",
    ),
    Twins(
        "narva",
        "2.5.7",
        "the position before shows the chit of the 214th Division",
        narva_lost(
            then=[
                {
                    "name": "Withdraw 214 Division",
                    "side": "german",
                    "kind": "chit",
                    "place": "Turn Record Track 4",
                }
            ],
            now=[german("355", "1820", formation="214th Division", kind="combat")],
        ),
        narva_lost(
            then=[
                {
                    "name": "Withdraw 214 Division",
                    "side": "german",
                    "kind": "chit",
                    "place": "Turn Record Track 4",
                }
            ],
            now=[german("355", "1820", formation="214th Division", kind="combat")],
            after=at(4, "reinforcement"),
        ),
        topic="arrival",
    ),
    Twins(
        "narva",
        "2.5.1.3 D",
        "a pin is gone before the Turn Advance Segment",
        narva_pin(),
        narva_pin(after=at(5, "air unit")),
        topic="markers",
    ),
    Twins(
        "narva",
        "2.5.1.3 D",
        "a pin goes with a retreat only",
        narva_pin(),
        narva_pin(before=at(4, "command"), now=[german("FUS", "1821")]),
        topic="markers",
    ),
    Twins(
        "narva",
        "11.4 B",
        "a pin put on in the Supply Phase",
        narva_pin(
            then=[german("FUS", "1820")],
            now=[german("FUS", "1820", **PINNED)],
            before=at(4, "supply", "start"),
            after=at(4, "end of turn", "start"),
        ),
        narva_pin(
            then=[german("FUS", "1820")],
            now=[german("FUS", "1820", **PINNED)],
            before=at(4, "command", "start"),
            after=at(4, "end of turn", "start"),
        ),
        topic="markers",
    ),
    Twins(
        "narva",
        "12.2.1",
        "refitted before the Air Unit Phase",
        narva_air(),
        narva_air(after=at(5, "command")),
        topic="placement",
    ),
    Twins(
        "narva",
        "12.2.1",
        "from grounded to its box in one turn",
        narva_air(
            now=[unit("IL-2M", place="Air Army 13 Box", kind="air")],
            after=at(5, "command", "start"),
        ),
        narva_air(
            now=[unit("IL-2M", place="Air Army 13 Box", kind="air")],
            after=at(6, "command", "start"),
        ),
        topic="placement",
    ),
    Twins(
        "narva",
        "12.2.1",
        "grounded without a combat",
        narva_air(
            then=[unit("IL-2M", place="Air Army 13 Box", kind="air")],
            now=[unit("IL-2M", place="Airbase Box Grounded", kind="air")],
            before=at(4, "supply"),
            after=at(5, "air unit"),
        ),
        narva_air(
            then=[unit("IL-2M", place="Air Army 13 Box", kind="air")],
            now=[unit("IL-2M", place="Airbase Box Grounded", kind="air")],
        ),
        topic="placement",
    ),
]

I_DEAD, I_S_DEAD = (
    {"hex": "", "place": "German Dead Pile"},
    {"hex": "", "place": "Soviet Dead Pile"},
)
iskra_lost = changed(
    [german("2/366", "31.14")], [], at(4, "supply"), at(4, "pontoon bridge", "end")
)
iskra_back = changed(
    [german("2/366", **I_DEAD)],
    [german("2/366", "31.14", step="reduced"), german("227 HQ", "31.14")],
    at(4, "command"),
    at(4, "supply"),
)
iskra_pin = changed(
    [german("2/366", "31.14", **PINNED)],
    [german("2/366", "31.14")],
    at(4, "command"),
    at(4, "supply"),
)
TIGER = {"markers": ["technical problems"]}

ISKRA = [
    Twins(
        "iskra",
        "8.6",
        "a unit is gone after the Supply Phase",
        iskra_lost(before=at(4, "pontoon bridge", "start")),
        iskra_lost(before=at(4, "command")),
        topic="counter-mix",
    ),
    Twins(
        "iskra",
        "13.4.5",
        "an HQ is gone where nothing relocates one",
        iskra_lost(then=[german("227 HQ", "22.23")], before=at(4, "pontoon bridge", "start")),
        iskra_lost(
            then=[german("227 HQ", "22.23")],
            now=[german("227 HQ", place="Turn Track 5")],
            before=at(4, "supply", "start"),
        ),
        topic="counter-mix",
    ),
    Twins(
        "iskra",
        "12.2.2",
        "an air unit is gone, and no event took it",
        iskra_lost(
            then=[german("SG1/LF1", place="Luftflotte 1 Box", kind="air")], before=at(4, "command")
        ),
        iskra_lost(
            then=[german("JG54/LF1", place="Luftflotte 1 Box", kind="air")],
            now=[german("JG54/LF1", place="Out of the Game", kind="air")],
            before=at(4, "air unit"),
        ),
        topic="counter-mix",
    ),
    Twins(
        "iskra",
        "2.5.2",
        "back from the dead before the Replacement Segment",
        iskra_back(),
        iskra_back(after=at(4, "replacement", "end")),
        topic="arrival",
    ),
    Twins(
        "iskra",
        "2.5.2",
        "a step back between an event and the Replacement Segment",
        iskra_back(then=[german("2/366", "31.14", step="reduced")], now=[german("2/366", "31.14")]),
        iskra_back(
            then=[german("2/366", "31.14", step="reduced")],
            now=[german("2/366", "31.14")],
            before=at(4, "air unit"),
        ),
        topic="arrival",
    ),
    Twins(
        "iskra",
        "7.3.3",
        "a step back in an enemy ZOC",
        iskra_back(
            then=[
                german("2/366", "31.14", step="reduced"),
                unit("enemy", "31.15", values={"attack": 2}),
            ],
            now=[german("2/366", "31.14"), unit("enemy", "31.15", values={"attack": 2})],
            before=at(4, "reinforcement segment", "end"),
            after=at(4, "replacement", "end"),
        ),
        iskra_back(
            then=[
                german("2/366", "31.14", step="reduced"),
                unit("enemy", "31.16", values={"attack": 2}),
            ],
            now=[german("2/366", "31.14"), unit("enemy", "31.16", values={"attack": 2})],
            before=at(4, "reinforcement segment", "end"),
            after=at(4, "replacement", "end"),
        ),
        severity="suspect",
        topic="arrival",
    ),
    Twins(
        "iskra",
        "19.1.9",
        "an aircraft that an event removed is back",
        iskra_back(
            then=[german("JG54/LF1", place="Out of the Game", kind="air")],
            now=[german("JG54/LF1", place="Luftflotte 1 Box", kind="air")],
        ),
        iskra_back(
            then=[german("JG54/LF1", place="Out of the Game", kind="air")],
            now=[german("JG54/LF1", place="Out of the Game", kind="air")],
        ),
        topic="arrival",
    ),
    Twins(
        "iskra",
        "2.7.2",
        "a pin goes neither with a retreat nor before the Clean Up Segment",
        iskra_pin(now=[german("2/366", "31.15")]),
        iskra_pin(after=at(4, "end of turn", "end")),
        topic="markers",
    ),
    Twins(
        "iskra",
        "2.7.2",
        "pinned in the Pontoon Bridge Phase",
        iskra_pin(
            then=[german("2/366", "31.14")],
            now=[german("2/366", "31.14", **PINNED)],
            before=at(4, "pontoon bridge", "start"),
            after=at(4, "pontoon bridge", "end"),
        ),
        iskra_pin(
            then=[german("2/366", "31.14")],
            now=[german("2/366", "31.14", **PINNED)],
            before=at(4, "random event"),
            after=at(4, "pontoon bridge", "end"),
        ),
        topic="markers",
    ),
    Twins(
        "iskra",
        "2.7.2",
        "Technical Problems are over before the Clean Up Segment",
        iskra_pin(then=[german("1/s502", "31.09", **TIGER)], now=[german("1/s502", "31.09")]),
        iskra_pin(
            then=[german("1/s502", "31.09", **TIGER)],
            now=[german("1/s502", "31.09")],
            after=at(4, "turn advance"),
        ),
        topic="markers",
    ),
    Twins(
        "iskra",
        "5.4.4",
        "No Strat Move is off before the turn is",
        iskra_pin(
            then=[unit("1098/327", "34.15", markers=["no strat move"])],
            now=[unit("1098/327", "34.15")],
        ),
        iskra_pin(
            then=[unit("1098/327", "34.15", markers=["no strat move"])],
            now=[unit("1098/327", "34.15")],
            after=at(5, "air unit"),
        ),
        topic="markers",
    ),
    Twins(
        "iskra",
        "12.2.2",
        "refitted without the segment for it",
        iskra_lost(
            then=[unit("277 GA/13AA", place="Grounded Box", kind="air")],
            now=[unit("277 GA/13AA", place="Refit side of Grounded Box", kind="air")],
        ),
        iskra_lost(
            then=[unit("277 GA/13AA", place="Grounded Box", kind="air")],
            now=[unit("277 GA/13AA", place="Refit side of Grounded Box", kind="air")],
            after=at(5, "random event"),
        ),
        topic="placement",
    ),
]

BG_DEAD = {"hex": "", "place": "German Dead Pile"}
baltic_back = changed(
    [german("16-4-3 Inf Div (212)", **BG_DEAD)],
    [german("16-4-3 Inf Div (212)", "E10.20", values={"steps_lost": 3})],
    at(4, "movement"),
    at(4, "movement"),
)
BALTIC = [
    Twins(
        "baltic-gap",
        "1.10",
        "back from the dead within a Movement Phase",
        baltic_back(),
        baltic_back(before=at(4, "reinforcement")),
        severity="suspect",
        topic="arrival",
    ),
    *(
        Twins(
            "baltic-gap",
            "1.10",
            f"back from the dead within the {whose} phase, and after another player's between",
            baltic_back(before=at(4, f"{whose} movement"), after=at(4, f"{whose} movement")),
            baltic_back(before=at(4, f"{whose} movement"), after=at(4, f"{other} movement")),
            severity="suspect",
            topic="arrival",
        )
        for whose, other in [("first player", "second player"), ("Soviet", "German")]
    ),
    Twins(
        "baltic-gap",
        "1.9c",
        "back though it was withdrawn, and no list recalls it",
        baltic_back(
            then=[unit("2-2-8 AT Bn (1539)", place="Withdrawn")],
            now=[unit("2-2-8 AT Bn (1539)", "E27.03")],
            before=at(8, "movement"),
            after=at(9, "movement"),
        ),
        baltic_back(
            then=[unit("5-3-3 Inf Bde (101)", place="Withdrawn")],
            now=[unit("5-3-3 Inf Bde (101)", "E1.29")],
            before=at(17, "movement"),
            after=at(18, "movement"),
        ),
        topic="arrival",
    ),
    Twins(
        "baltic-gap",
        "1.9c",
        "a unit vanishes in the Victory Point Check",
        baltic_back(
            then=[german("16-4-3 Inf Div (212)", "E3.16")],
            now=[],
            before=at(4, "victory check", "start"),
            after=at(4, "victory check", "start"),
        ),
        baltic_back(
            then=[german("16-4-3 Inf Div (212)", "E3.16")],
            now=[],
            before=at(4, "combat"),
            after=at(4, "victory check", "start"),
        ),
        severity="suspect",
        topic="counter-mix",
    ),
]
TWINS = [*NARVA, *ISKRA, *BALTIC]


@pytest.mark.parametrize("twins", TWINS, ids=lambda t: f"{t.game} {t.rule}: {t.what}")
def test_broken_and_lawful(twins: Twins) -> None:
    broken = found(twins, twins.broken)
    assert {str(f.severity) for f in broken} == {twins.severity}
    assert {str(f.topic) for f in broken} == {twins.topic}
    assert not [f for f in found(twins, twins.lawful) if str(f.topic) == twins.topic]


def test_before_anything_has_moved_pieces_are_still_laid_out() -> None:
    pair = narva_lost(before=at(1, "air unit", "start"), after=at(1, "air unit"))
    _, now = positions_of("narva", pair)
    assert not of_rule(judge(GAMES["narva"](), now), "9.4 B")
