"""Reading a position from JSON: when it is, what it says of the map, and what lies where."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexmarshal.game.board import Board, fold
from hexmarshal.game.hexfield import members
from hexmarshal.game.model import Game
from hexmarshal.game.names import find_side, squash
from hexmarshal.game.numbering import LabelError
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.position_json.map import overlaid
from hexmarshal.game.position_json.pieces import PieceReader
from hexmarshal.game.position_json.remarks import PositionError, PositionReading, Remark, is_whole
from hexmarshal.game.timing import BY_PLAYERS, MOMENTS, find_date, find_phase, whose
from hexmarshal.game.words import POSITION_KEYS


def parse_json(text: str | bytes) -> Mapping[str, Any]:
    """The object that a JSON text holds. Raises PositionError."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise PositionError("the JSON is nested too deeply to be a position") from None
    except UnicodeDecodeError as error:
        raise PositionError(f"is not UTF-8 at byte {error.start + 1}; save it as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"is not JSON: {error.msg} ({place})") from None
    except ValueError as error:
        raise PositionError(f"is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise PositionError('is JSON but no position; write an object with a list "counters"')
    return data


def read_position(game: Game, data: Mapping[str, Any]) -> PositionReading:
    """The position that parsed JSON describes. Raises PositionError."""
    reader = _PositionReader(game)
    position = reader.position(data, None)
    return PositionReading(position, tuple(dict.fromkeys(reader.remarks)))


@dataclass
class _PositionReader:
    game: Game
    remarks: list[Remark] = field(default_factory=list)

    @cached_property
    def pieces(self) -> PieceReader:
        return PieceReader(self.game, self.tell)

    def tell(self, message: str, *refs: str) -> None:
        self.remarks.append(Remark(message, refs))

    def position(self, data: Mapping[str, Any], now: Position | None) -> Position:
        """A position; `now` is the one it came before, if it is a previous one."""
        for key in sorted(data.keys() - POSITION_KEYS):
            self.tell(f"{key!r} is no key of a position")
        board = now.board if now else self.game.board
        overlay = self._object(data, "map")
        if overlay is not None:
            board = overlaid(board, overlay, self._side_of, self.tell)
        control, shares = self._control(data, board)
        turn, date = self._turn(data)
        phase, moment = self._phase(data)
        previous = self._previous(data, board)
        found = Position(
            board=board,
            pieces=self._pieces(data, board, now),
            scenario=self._scenario(data) or (now.scenario if now else ""),
            turn=turn,
            date=date,
            phase=phase,
            moment=moment,
            facts=self._facts(data),
            control=control,
            shares=shares,
            options={
                fold(str(k)).replace(" ", "-"): _option(v)
                for k, v in (self._object(data, "options") or {}).items()
            },
            previous=previous,
        )
        return found.since(previous) if previous else found

    # -- when ---------------------------------------------------------------------------------

    def _turn(self, data: Mapping[str, Any]) -> tuple[int | None, str]:
        said = data.get("turn")
        turn = int(str(said)) if is_whole(said) else None
        if said is not None and turn is None:
            self.tell(f"turn {said!r} is no number")
        date = ""
        if data.get("date"):
            date = find_date(self.game, str(data["date"])) or ""
            if not date:
                self.tell(f"date {data['date']!r} is not understood; write it like 1944-07-05")
        dated = self.game.turn_of_date(date) if date else None
        if date and dated is None:
            self.tell(f"date {date} lies in no turn of this game")
        return (dated if dated is not None else turn), date

    def _phase(self, data: Mapping[str, Any]) -> tuple[str, str]:
        said = str(data.get("phase") or "")
        when = find_phase(self.game, said) if said else None
        if said and when is None:
            self.tell(f"{said!r} is no phase of this game")
        moment = fold(str(data.get("moment") or ""))
        if moment and moment not in MOMENTS:
            self.tell(f"moment {moment!r} is none of {', '.join(MOMENTS)}")
            moment = ""
        return when.phase if when else "", moment or (when.moment if when else "") or "during"

    def _scenario(self, data: Mapping[str, Any]) -> str:
        said = str(data.get("scenario") or "")
        if not said:
            return ""
        found = find_scenario(self.game, said)
        if not found:
            known = ", ".join(scenario.id for scenario in self.game.scenarios)
            self.tell(f"{said!r} is no scenario of this game; known are {known}")
        return found

    # -- what else ------------------------------------------------------------------------------

    def _facts(self, data: Mapping[str, Any]) -> dict[str, object]:
        facts = dict(self._object(data, "facts") or {})
        told = {*self.game.rules.facts, *(BY_PLAYERS if self.game.by_players else ())}
        for name in sorted(facts.keys() - told):
            self.tell(f"{name!r} is no fact that rules of this game ask for")
        return {**whose(self.game, str(data.get("phase") or "")), **facts}

    def _control(
        self, data: Mapping[str, Any], board: Board
    ) -> tuple[dict[int, str], dict[str, dict[str, int]]]:
        """Who controls which hexes, and of which places how many."""
        control: dict[int, str] = {}
        shares: dict[str, dict[str, int]] = {}
        places = {fold(name) for place in board.places for name in (place.name, *place.other_names)}
        for label, said in (self._object(data, "control") or {}).items():
            hex_, name = _hex(board, label), fold(label).removesuffix(" hexes")
            if hex_ is None and name in places and isinstance(said, dict):
                shares[name] = self._share(said)
                continue
            side = find_side(self.game, said) if isinstance(said, str) else ""
            if hex_ is None and side and name in places:
                control |= dict.fromkeys(_hexes_of(board, name), side)
            elif hex_ is None:
                self.tell(f"control: {label!r} is no hex of this map")
            elif not side:
                self.tell(f"control: {said!r} is no side")
            else:
                control[hex_] = side
        return control, shares

    def _share(self, said: Mapping[str, Any]) -> dict[str, int]:
        """How many hexes of a place each side controls."""
        found: dict[str, int] = {}
        for name, number in said.items():
            side = find_side(self.game, name)
            if side and is_whole(number):
                found[side] = int(number)
            else:
                self.tell(f"control: {name!r}: {number!r} is no side with a number of hexes")
        return found

    def _previous(self, data: Mapping[str, Any], board: Board) -> Position | None:
        said = self._object(data, "previous")
        if said is None:
            return None
        pieces = self._pieces(data, board, None)
        return self.position(said, Position(board, pieces, scenario=self._scenario(data)))

    def _pieces(
        self, data: Mapping[str, Any], board: Board, now: Position | None
    ) -> tuple[Piece, ...]:
        said = data.get("counters", data.get("pieces", []))
        return self.pieces.read(said, board, now)

    # -- small things -----------------------------------------------------------------------------

    def _side_of(self, text: str) -> str:
        return find_side(self.game, text)

    def _object(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
        said = data.get(key)
        if said is None or isinstance(said, dict):
            return said
        self.tell(f"{key} is not an object and is left out")
        return None


def find_scenario(game: Game, text: str) -> str:
    """The id of the scenario that a text names by id, title or section; "" if there is none."""
    for scenario in game.scenarios:
        if squash(text) in {squash(scenario.id), squash(scenario.title), squash(scenario.rule)}:
            return scenario.id
    return ""


def _hex(board: Board, label: str) -> int | None:
    try:
        return board.grid.meant(label)
    except LabelError:
        return None


def _hexes_of(board: Board, name: str) -> Iterator[int]:
    """The hexes of the place that goes by a folded name."""
    for place in board.places:
        if name in map(fold, (place.name, *place.other_names)):
            area = board.area(place.name)
            yield from members(area) if area else place.hexes


def _option(said: object) -> str:
    return {True: "yes", False: "no"}[said] if isinstance(said, bool) else str(said)
