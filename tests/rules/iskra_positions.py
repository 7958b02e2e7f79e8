"""Positions of Iskra for tests of its rules."""

from __future__ import annotations

from collections.abc import Iterable

from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Judgement
from hexmarshal.rules.judge import judge
from tests.games import shipped_game
from tests.rules.positions import JSON


def iskra() -> Game:
    return shipped_game("iskra")


def position(counters: Iterable[JSON], **more: object) -> Position:
    """A position of Iskra, by default turn 2 in the Command Phase."""
    when = {"turn": 2, "phase": "command", "moment": "during"}
    return read_position(iskra(), {**when, "counters": list(counters), **more}).position


def judged(counters: Iterable[JSON], **more: object) -> Judgement:
    return judge(iskra(), position(counters, **more))


def ground(**layers: object) -> JSON:
    """A map of clear hexes without paths, sources far apart."""
    sources = {"german": ["20.10"], "soviet": ["30.10"]}
    return {"default": "clear", "sources": sources, **layers}


def road(*hexes: str, kind: str = "road") -> JSON:
    return {"kind": kind, "hexes": list(hexes)}
