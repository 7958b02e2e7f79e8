"""The terrain of each hex in words, for the tooltip of an empty hex and for chat messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from builder.module.names import HERE
from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import members
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.vassal.text import java_double

PREFIX = "hex_"

_TEXT = f'GetString("{PREFIX}" + LocationName)'
FORMAT = f'{{{_TEXT}=="" ? LocationName : {_TEXT}}}'
"""The tooltip of a stack or an empty hex: the hex number and its terrain.

Over an empty hex VASSAL only offers `LocationName`, and turns it into a number if it looks like
one: 20.3 for hex 20.30. So each text is stored under the number as VASSAL reads it.
"""

AT = "hm_at"
PLACE = f'{{{HERE} + GetString("{AT} " + {HERE})}}'
"""The hex number and the named place in it, for chat messages: `2634 (Vasa)`."""


def terrain_properties(board: Board) -> Iterator[tuple[str, str]]:
    """Name and value of a property for each hex that needs a tooltip."""
    texts = terrain_texts(board)
    for hex_ in board.grid.numbers:
        label, text = board.grid.label(hex_), texts.get(hex_, "")
        if text or as_read(label) != label:
            yield PREFIX + as_read(label), f"{label}: {text}" if text else label


def as_read(label: str) -> str:
    """A text after VASSAL's expressions have read it, perhaps as a number."""
    if not re.fullmatch(r"[-+.0-9]+", label) or re.fullmatch(r"0[0-9]+", label):
        return label
    try:
        return str(int(label)) if label.lstrip("+-").isdigit() else java_double(float(label))
    except ValueError:
        return label


def place_properties(board: Board) -> Iterator[tuple[str, str]]:
    """Name and value of a property for each hex with a named place."""
    names: dict[int, list[str]] = {}
    for place in board.places:
        for hex_ in place.hexes:
            names.setdefault(hex_, []).append(place.name)
    for hex_, found in names.items():
        yield f"{AT} {board.grid.label(hex_)}", f" ({', '.join(dict.fromkeys(found))})"


def terrain_texts(board: Board) -> Mapping[int, str]:
    """By hex: `Laagna, village, woods; rollbahn; minor river N NE`; empty hexes have no text."""
    ground: dict[int, list[str]] = {}
    for place in board.places:
        for hex_ in place.hexes:
            ground.setdefault(hex_, []).append(place.name)
    for word, hexes in board.terrain.hexes.items():
        if word != board.terrain.default:
            for hex_ in members(hexes):
                ground.setdefault(hex_, []).append(word)
    paths: dict[int, dict[str, None]] = {}
    for run in board.paths.runs:
        for hex_ in run.hexes:
            paths.setdefault(hex_, {})[run.kind] = None
    parts = (ground, paths, _hexsides(board))
    return {
        hex_: "; ".join(", ".join(part[hex_]) for part in parts if hex_ in part)
        for hex_ in set().union(*parts)
    }


def _hexsides(board: Board) -> dict[int, list[str]]:
    """By hex: each kind of hexside with its directions."""
    compass = board.grid.orientation.compass
    found: dict[int, list[str]] = {}
    for kind, edges in board.hexsides.kinds.items():
        directions: dict[int, list[str]] = {}
        for d in DIRECTIONS:
            for hex_ in members(edges[d]):
                directions.setdefault(hex_, []).append(compass[d])
        for hex_, ways in directions.items():
            found.setdefault(hex_, []).append(f"{kind} {' '.join(ways)}")
    return found
