"""From a save to the position it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.read.assembling import Assembler
from checker.read.spots import Time
from checker.report import Unread
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import Remark
from hexmarshal.vassal.log import (
    Added,
    Changed,
    Chat,
    Moved,
    PropertySet,
    Removed,
    Step,
    TurnSet,
    replay,
)
from hexmarshal.vassal.save import Save


@dataclass(frozen=True)
class SavedPosition:
    """A position read from a save, and the pieces that were not understood."""

    position: Position
    unread: tuple[Unread, ...]


@dataclass(frozen=True)
class Stage:
    """The position after one step of a log, and who brought it about."""

    n: int
    player: str
    position: Position


def position_in(assembler: Assembler, save: Save) -> SavedPosition:
    """The position of a game that a save holds."""
    pieces, unread = assembler.assembled(save)
    game, time = assembler.game, assembler.binding.time(save)
    position = Position(
        board=game.board,
        pieces=pieces,
        scenario=_scenario(game, time),
        turn=time.turn,
        date=time.date,
        phase=time.phase,
        facts=time.facts,
    )
    return SavedPosition(position, unread)


def problems_of(save: Save) -> tuple[Remark, ...]:
    """What the save itself does not get right, damaged pieces apart."""
    problems = (p for p in save.problems if not p.where.startswith("piece "))
    return tuple(Remark(f"{problem.where}: {problem.why}") for problem in problems)


def stages_in(assembler: Assembler, log: Save, start: Position) -> Iterator[Stage]:
    """The positions after those steps of a log that changed any piece, turn or property."""
    names = {player.id: player.name or player.side for player in log.players}
    last = start
    for step in replay(log, assembler.locator.stacking):
        if any(isinstance(event, CHANGES) for event in step.events):
            last = position_in(assembler, step.after).position.since(last)
            yield Stage(step.number, _player(step, names), last)


CHANGES = (Added, Removed, Changed, Moved, PropertySet, TurnSet)


def _player(step: Step, names: Mapping[str, str]) -> str:
    """Who made a step: who moved a piece, or else who is named at the head of the chat."""
    movers = (names.get(event.player, "") for event in step.events if isinstance(event, Moved))
    said = (_SPEAKER.match(event.text) for event in step.events if isinstance(event, Chat))
    speakers = (match[1] for match in said if match)
    return next(filter(None, movers), "") or next(speakers, "")


_SPEAKER = re.compile(r"(?:&lt;|<)(.+?)(?:&gt;|>)")


def _scenario(game: Game, time: Time) -> str:
    return time.scenario if any(s.id == time.scenario for s in game.scenarios) else ""
