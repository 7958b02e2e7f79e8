"""From a save to the position it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checker.assembling import assembled
from checker.bound import Binding, Time
from checker.report import Unread
from checker.spots import Locator, Memory, saved_pieces
from hexwright.game.model import Game
from hexwright.game.position import Position
from hexwright.game.position_json import Remark
from hexwright.vassal.log import (
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
from hexwright.vassal.save import Save


@dataclass(frozen=True)
class SavedPosition:
    """A position read from a save, and what was not understood."""

    position: Position
    remarks: tuple[Remark, ...]
    unread: tuple[Unread, ...]


@dataclass(frozen=True)
class Stage:
    """The position after one step of a log, and who brought it about."""

    n: int
    player: str
    position: Position


def position_in(
    game: Game, save: Save, locator: Locator, binding: Binding, memory: Memory | None = None
) -> SavedPosition:
    """The position of a game that a save holds."""
    pieces, unread = assembled(game, saved_pieces(save, locator, memory), binding)
    time = binding.time(save)
    position = Position(
        board=game.board,
        pieces=pieces,
        scenario=_scenario(game, time),
        turn=time.turn,
        date=time.date,
        phase=time.phase,
    )
    problems = (p for p in save.problems if not p.where.startswith("piece "))
    remarks = tuple(Remark(f"{problem.where}: {problem.why}") for problem in problems)
    return SavedPosition(position, remarks, unread)


def stages_in(game: Game, log: Save, locator: Locator, binding: Binding) -> Iterator[Stage]:
    """The positions after those steps of a log that changed any piece, turn or property."""
    memory = Memory()
    names = {player.id: player.name or player.side for player in log.players}
    for step in replay(log):
        if any(isinstance(event, CHANGES) for event in step.events):
            found = position_in(game, step.after, locator, binding, memory)
            yield Stage(step.number, _player(step, names), found.position)


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
