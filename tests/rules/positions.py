"""Positions for tests of the rules, as people write them: in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Finding, Judgement
from hexmarshal.rules.judge import judge
from tests.games import shipped_game

JSON = dict[str, Any]


def narva() -> Game:
    return shipped_game("narva")


def unit(name: str, hex_: str = "", side: str = "soviet", /, **more: object) -> JSON:
    """A counter of a position; `more` may hold `formation`, `kind`, `values` and so on."""
    return {"name": name, "side": side, "hex": hex_, "ref": name, **more}


def german(name: str, hex_: str = "", **more: object) -> JSON:
    return unit(name, hex_, "german", **more)


def position(counters: Iterable[JSON], **more: object) -> Position:
    """A position of Narva, by default turn 2 in the Command Phase."""
    when = {"turn": 2, "phase": "command", "moment": "during"}
    return read_position(narva(), {**when, "counters": list(counters), **more}).position


def judged(counters: Iterable[JSON], **more: object) -> Judgement:
    return judge(narva(), position(counters, **more))


def of_rule(judgement: Judgement, rule: str) -> list[Finding]:
    """The findings that cite a rule, without notes."""
    return [f for f in judgement.findings if rule in (f.rule, *f.also) and f.severity != "note"]


def land(default: str = "clear", **layers: object) -> Mapping[str, object]:
    """A map of one terrain, with sources far apart on their sides' edges."""
    return {"default": default, "sources": {"german": ["0125"], "soviet": ["3425"]}, **layers}
