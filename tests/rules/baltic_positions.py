"""Positions of Baltic Gap, written as people write them: as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from hexmarshal.game.model import Game
from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Judgement
from hexmarshal.rules.judge import judge
from tests.games import shipped_game
from tests.rules.positions import JSON, unit

ID = "baltic-gap"


def baltic() -> Game:
    return shipped_game(ID)


def judged(counters: Iterable[JSON], date: str, scenario: str = "5.1", **more: object) -> Judgement:
    """What is said of a position at the end of a turn, if no phase or moment is told."""
    when = {"phase": "turn", "moment": "end", "date": date, "scenario": scenario}
    told = {**when, "game": ID, "counters": list(counters), **more}
    return judge(baltic(), read_position(baltic(), told).position)


def axis(name: str, hex_: str = "", **more: object) -> JSON:
    return unit(name, hex_, "german", **more)


def soviet(name: str, hex_: str = "", **more: object) -> JSON:
    return unit(name, hex_, "soviet", **more)


def rifles(hex_: str, number: int = 0, *, values: JSON | None = None, **more: object) -> JSON:
    """A Soviet rifle division that no list names, Attack-Capable unless told."""
    printed = {"attack_capable": True, "re": 2, **(values or {})}
    return soviet(f"Rifle Div {number}", hex_, kind="combat", values=printed, **more)


def grenadiers(hex_: str, number: int = 0, *, values: JSON | None = None, **more: object) -> JSON:
    """A German infantry division that no list names, Attack-Capable unless told."""
    printed = {"attack_capable": True, "re": 4, **(values or {})}
    return axis(f"Grenadiers {number}", hex_, kind="combat", values=printed, **more)
