"""What lies in each hex, in a few words, for the text that appears over an empty hex."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.game.board import Board
from hexwright.game.hexgrid import DIRECTIONS
from hexwright.vassal.buildfile import Component, component

PREFIX = "hex_"

FORMAT = f'{{LocationName + GetProperty("{PREFIX}" + LocationName)}}'
"""The hex's number and what lies in it; nothing for hexes that are plain."""


def terrain_messages(board: Board) -> Component:
    """A read-only property for each hex with anything in it; such properties are in no save."""
    found = ((board.grid.label(hex_), terrain_text(board, hex_)) for hex_ in board.grid.numbers)
    return component(
        "GlobalTranslatableMessages",
        *(
            component("GlobalTranslatableMessage", name=PREFIX + label, initialValue=f": {text}")
            for label, text in found
            if text
        ),
    )


def terrain_text(board: Board, hex_: int) -> str:
    """`Laagna, village, woods; rollbahn; minor river N NE`; empty for a plain hex."""
    names = [place.name for place in board.places if hex_ in place.hexes]
    words = [word for word in board.terrain.at(hex_) if word != board.terrain.default]
    paths = {run.kind: None for run in board.paths.runs if hex_ in run.hexes}
    parts = (", ".join([*names, *words]), ", ".join(paths), ", ".join(_hexsides(board, hex_)))
    return "; ".join(part for part in parts if part)


def _hexsides(board: Board, hex_: int) -> Iterator[str]:
    """Each kind of hexside with the directions in which it lies."""
    compass = board.grid.orientation.compass
    for kind, edges in board.hexsides.kinds.items():
        found = [compass[d] for d in DIRECTIONS if edges[d] >> hex_ & 1]
        if found:
            yield f"{kind} {' '.join(found)}"
