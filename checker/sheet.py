"""The board of a report page: one picture of the hex field, and where everything lies on it."""

from __future__ import annotations

import base64
from dataclasses import dataclass, replace
from io import BytesIO
from math import sqrt

from hexmarshal.art import pixels
from hexmarshal.art.drawing import XY
from hexmarshal.art.map import LAYERS, map_drawing, map_layout
from hexmarshal.art.map_layout import MapLayout
from hexmarshal.art.map_style import map_style
from hexmarshal.game.board import Board
from hexmarshal.game.model import Game

SHARPEST = 60.0
"""Pixels from hex to hex at most."""
MOST_PIXELS = 5_000_000
QUALITY = 78
RIM = 26.0
"""Points around the frame, for the letters of entries."""
PALE = 0.15
"""How much paler than in print, so that counters stand out."""


@dataclass(frozen=True)
class Sheet:
    """The hex field of a board as a picture; lengths are points from its top left, y down."""

    layout: MapLayout
    picture: str
    """As a `data:` address."""
    sides: dict[str, str]
    """A colour for each side."""

    @property
    def corners(self) -> tuple[XY, ...]:
        """The corners of a hex around its centre."""
        some = next(iter(self.layout.grid.numbers))
        x, y = self.layout.centre(some)
        return tuple((cx - x, cy - y) for cx, cy in self.layout.corners(some))


_PRINTED: dict[str, Sheet] = {}
"""The sheets of games as printed, by the digest of their data."""


def sheet_of(game: Game, board: Board) -> Sheet:
    """The sheet of a game's board, or of one that a position has changed.

    Raises DataError when the game's map cannot be laid out.
    """
    if board is not game.board:
        return _drawn(replace(game, board=board))
    if game.digest not in _PRINTED:
        _PRINTED[game.digest] = _drawn(game)
    return _PRINTED[game.digest]


def _drawn(game: Game) -> Sheet:
    layout = map_layout(game).cropped(RIM)
    drawing = map_drawing(game, layers=LAYERS - {"panels"}, layout=layout, light=PALE)
    finest = sqrt(MOST_PIXELS / (layout.width * layout.height))
    picture = pixels.image(drawing, min(SHARPEST / layout.pitch, finest))
    target = BytesIO()
    picture.save(target, "WEBP", quality=QUALITY, method=2)
    address = "data:image/webp;base64," + base64.b64encode(target.getvalue()).decode("ascii")
    style = map_style(game)
    return Sheet(layout, address, {side.id: style.side(side.id) for side in game.sides})
