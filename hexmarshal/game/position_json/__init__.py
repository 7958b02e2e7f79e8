"""Positions as JSON: reading what people and programs write, and writing it back.

Reading is forgiving: an unknown key or word becomes a remark and nothing more. Only a text that
is not a position at all is refused.
"""

from __future__ import annotations

from hexmarshal.game.position_json.pieces import marker_word
from hexmarshal.game.position_json.reading import find_scenario, parse_json, read_position
from hexmarshal.game.position_json.remarks import PositionError, PositionReading, Remark
from hexmarshal.game.position_json.writing import write_position

__all__ = [
    "PositionError",
    "PositionReading",
    "Remark",
    "find_scenario",
    "marker_word",
    "parse_json",
    "read_position",
    "write_position",
]
