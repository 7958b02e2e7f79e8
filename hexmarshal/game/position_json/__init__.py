"""Positions as JSON: reading what people and programs write, and writing it back.

Reading is forgiving: an unknown key or word becomes a remark and nothing more. Only a text that
is not a position at all is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hexmarshal.game.board import Board
from hexmarshal.game.faults import expected
from hexmarshal.game.hexfield import members
from hexmarshal.game.model import Game
from hexmarshal.game.names import find_side
from hexmarshal.game.numbering import LabelError
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.position_json.overlay import overlaid, overlay_of
from hexmarshal.game.position_json.pieces import PieceReader, PositionError, is_whole
from hexmarshal.game.text import fold, squash
from hexmarshal.game.timing import BY_PLAYERS, MOMENTS, find_date, find_phase, whose
from hexmarshal.game.words import POSITION_KEYS

__all__ = [
    "PositionError",
    "PositionReading",
    "Remark",
    "find_scenario",
    "parse_json",
    "read_position",
    "write_position",
]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a position that was not understood and was ignored."""

    message: str
    counters: tuple[str, ...] = ()
    """Refs of the counters it is about."""


@dataclass(frozen=True, slots=True)
class PositionReading:
    """A position as read, with remarks on what was not understood."""

    position: Position
    remarks: tuple[Remark, ...] = ()


def parse_json(text: str | bytes) -> Mapping[str, Any]:
    """The object that a JSON text holds. Raises PositionError."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise PositionError("is nested too deeply to be a position") from None
    except UnicodeDecodeError as error:
        raise PositionError(f"is not UTF-8 at byte {error.start + 1}; save it as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"is not JSON: {error.msg} ({place})") from None
    except ValueError as error:
        raise PositionError(f"is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise PositionError('is JSON but not a position; write an object with a list "counters"')
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
        """A position; `now` is the later position when this one is a previous one."""
        for key in sorted(data.keys() - POSITION_KEYS):
            self.tell(f"unknown key {key!r} in the position")
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
        value = data.get("turn")
        turn = int(str(value)) if is_whole(value) else None
        if value is not None and turn is None:
            self.tell(f"turn: expected a whole number, got {value!r}")
        date = ""
        if data.get("date"):
            date = find_date(self.game, str(data["date"])) or ""
            if not date:
                self.tell(f"date: cannot read {data['date']!r}; write it like 1944-07-05")
        dated = self.game.turn_of_date(date) if date else None
        if date and dated is None:
            self.tell(f"date {date} is not in any turn of this game")
        return (dated if dated is not None else turn), date

    def _phase(self, data: Mapping[str, Any]) -> tuple[str, str]:
        value = str(data.get("phase") or "")
        when = find_phase(self.game, value) if value else None
        if value and when is None:
            self.tell(f"unknown phase {value!r}")
        moment = fold(str(data.get("moment") or ""))
        if moment and moment not in MOMENTS:
            self.tell(f"unknown moment {moment!r}; {expected(MOMENTS)}")
            moment = ""
        return when.phase if when else "", moment or (when.moment if when else "") or "during"

    def _scenario(self, data: Mapping[str, Any]) -> str:
        value = str(data.get("scenario") or "")
        if not value:
            return ""
        found = find_scenario(self.game, value)
        if not found:
            known = [scenario.id for scenario in self.game.scenarios]
            self.tell(f"unknown scenario {value!r}; {expected(known)}")
        return found

    # -- what else ------------------------------------------------------------------------------

    def _facts(self, data: Mapping[str, Any]) -> dict[str, object]:
        facts = dict(self._object(data, "facts") or {})
        known = {*self.game.rules.facts, *(BY_PLAYERS if self.game.by_players else ())}
        for name in sorted(facts.keys() - known):
            self.tell(f"unknown fact {name!r}; no rule of this game uses it")
        return {**whose(self.game, str(data.get("phase") or "")), **facts}

    def _control(
        self, data: Mapping[str, Any], board: Board
    ) -> tuple[dict[int, str], dict[str, dict[str, int]]]:
        """Who controls which hexes, and how many hexes of which places."""
        control: dict[int, str] = {}
        shares: dict[str, dict[str, int]] = {}
        places = {fold(name) for place in board.places for name in (place.name, *place.other_names)}
        for label, value in (self._object(data, "control") or {}).items():
            hex_, name = _hex(board, label), fold(label).removesuffix(" hexes")
            if hex_ is None and name in places and isinstance(value, dict):
                shares[name] = self._share(value)
                continue
            side = find_side(self.game, value) if isinstance(value, str) else ""
            if hex_ is None and side and name in places:
                control |= dict.fromkeys(_hexes_of(board, name), side)
            elif hex_ is None:
                self.tell(f"control: no hex {label!r} on this map")
            elif not side:
                self.tell(f"control: unknown side {value!r}")
            else:
                control[hex_] = side
        return control, shares

    def _share(self, value: Mapping[str, Any]) -> dict[str, int]:
        """How many hexes of a place each side controls."""
        found: dict[str, int] = {}
        for name, number in value.items():
            side = find_side(self.game, name)
            if side and is_whole(number):
                found[side] = int(number)
            else:
                self.tell(
                    f"control: expected a side and a number of hexes, got {name!r}: {number!r}"
                )
        return found

    def _previous(self, data: Mapping[str, Any], board: Board) -> Position | None:
        value = self._object(data, "previous")
        if value is None:
            return None
        pieces = self._pieces(data, board, None)
        return self.position(value, Position(board, pieces, scenario=self._scenario(data)))

    def _pieces(
        self, data: Mapping[str, Any], board: Board, now: Position | None
    ) -> tuple[Piece, ...]:
        value = data.get("counters", data.get("pieces", []))
        return self.pieces.read(value, board, now)

    # -- small things -----------------------------------------------------------------------------

    def _side_of(self, text: str) -> str:
        return find_side(self.game, text)

    def _object(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
        value = data.get(key)
        if value is None or isinstance(value, dict):
            return value
        self.tell(f"{key} is not an object; ignored")
        return None


def find_scenario(game: Game, text: str) -> str:
    """The id of the scenario with this id, title or section; "" if there is none."""
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
    """The hexes of the place with a folded name."""
    for place in board.places:
        if name in map(fold, (place.name, *place.other_names)):
            area = board.area(place.name)
            yield from members(area) if area else place.hexes


def _option(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# -- writing ----------------------------------------------------------------------------------


def write_position(game: Game, position: Position) -> dict[str, Any]:
    """A position as JSON data that `read_position` reads back as the same position."""
    found: dict[str, Any] = {
        "game": game.id,
        "scenario": position.scenario,
        "turn": position.turn,
        "date": position.date,
        "phase": position.phase,
        "moment": position.moment,
    }
    found = {key: value for key, value in found.items() if value not in ("", None)}
    found["counters"] = [_counter_entry(position.board, piece) for piece in position.pieces]
    if overlay := overlay_of(position.board, game.board):
        found["map"] = overlay
    if position.facts:
        found["facts"] = dict(position.facts)
    if position.control:
        label = position.board.grid.label
        found["control"] = {label(hex_): side for hex_, side in position.control.items()}
    if position.shares:
        shares = {f"{name} hexes": dict(held) for name, held in position.shares.items()}
        found["control"] = found.get("control", {}) | shares
    if position.options:
        found["options"] = dict(position.options)
    if position.previous:
        found["previous"] = write_position(game, position.previous)
    return found


def _counter_entry(board: Board, piece: Piece) -> dict[str, Any]:
    values = {name: value.number for name, value in piece.given.items()}
    if piece.steps_lost > 1:
        values["steps_lost"] = piece.steps_lost
    entry: dict[str, Any] = {
        "ref": piece.ref,
        "id": piece.counter.id if piece.counter else "",
        "name": piece.name,
        "side": piece.side,
        "formation": piece.formation,
        "kind": piece.kind,
        "type": piece.type,
        "hex": piece.off_map if piece.hex is None else board.grid.label(piece.hex),
        "place": piece.place,
        "step": "reduced" if piece.reduced else "",
        "markers": sorted(piece.markers),
        "level": piece.level,
        "values": values,
    }
    entry = {key: value for key, value in entry.items() if value not in ("", [], {}, 0)}
    if piece.arrived is not False:
        entry["arrived"] = piece.arrived
    return entry
