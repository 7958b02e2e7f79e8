"""Positions as JSON: reading what people and programs write, and writing it again.

Reading is forgiving: a key or a word that is not known becomes one remark and nothing more. Only
a text that is no position at all is refused.
"""

from __future__ import annotations

from hexmarshal.game.position_json.reading import find_scenario, parse_json, read_position
from hexmarshal.game.position_json.remarks import PositionError, PositionReading, Remark
from hexmarshal.game.position_json.writing import write_position

__all__ = [
    "PositionError",
    "PositionReading",
    "Remark",
    "find_scenario",
    "parse_json",
    "read_position",
    "write_position",
]
