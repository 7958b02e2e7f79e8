"""From a save to the position it holds."""

from __future__ import annotations

from dataclasses import dataclass

from checker.assembling import assembled
from checker.bound import Binding, Time
from checker.report import Unread
from checker.spots import Locator, saved_pieces
from hexwright.game.model import Game
from hexwright.game.position import Position
from hexwright.game.position_json import Remark
from hexwright.vassal.save import Save


@dataclass(frozen=True)
class SavedPosition:
    """A position read from a save, and what was not understood."""

    position: Position
    remarks: tuple[Remark, ...]
    unread: tuple[Unread, ...]


def position_in(game: Game, save: Save, locator: Locator, binding: Binding) -> SavedPosition:
    """The position of a game that a save holds."""
    pieces, unread = assembled(game, saved_pieces(save, locator), binding)
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


def _scenario(game: Game, time: Time) -> str:
    return time.scenario if any(s.id == time.scenario for s in game.scenarios) else ""
