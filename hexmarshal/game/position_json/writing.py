"""Writing a position as JSON."""

from __future__ import annotations

from typing import Any

from hexmarshal.game.board import Board
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.position_json.map import overlay_of


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
    found = {key: said for key, said in found.items() if said not in ("", None)}
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
    entry = {key: said for key, said in entry.items() if said not in ("", [], {}, 0)}
    if piece.arrived is not False:
        entry["arrived"] = piece.arrived
    return entry
