"""The map of a report page: counters in their hexes, boxes beside it, and layers to show."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from math import sqrt
from typing import Any

from checker.report import Report
from checker.report.counter_art import CounterArt
from hexmarshal.art import pixels
from hexmarshal.art.drawing import XY
from hexmarshal.art.map import LAYERS, map_drawing, map_layout
from hexmarshal.art.map.layout import MapLayout
from hexmarshal.art.map.style import map_style
from hexmarshal.game.board import Board
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.rules.findings import Severity, Supply

MAX_HEX_PIXELS = 60.0
"""The most pixels from hex to hex."""
MAX_PIXELS = 5_000_000
QUALITY = 78
RIM = 26.0
"""Points around the map, for the letters of entries."""
PALE = 0.15
"""How much paler the map is than in print, to make the counters stand out."""


@dataclass(frozen=True)
class BoardPicture:
    """A picture of a board's hex field; coordinates are points from its top left, y down."""

    layout: MapLayout
    picture: str
    """A `data:` URL."""
    sides: dict[str, str]
    """The colour of each side."""

    @property
    def corners(self) -> tuple[XY, ...]:
        """The corners of a hex around its centre."""
        first = next(iter(self.layout.grid.numbers))
        x, y = self.layout.centre(first)
        return tuple((cx - x, cy - y) for cx, cy in self.layout.corners(first))


_PICTURES: dict[str, BoardPicture] = {}
"""The pictures of the games' own boards, by the digest of a game's data."""


def board_picture(game: Game, board: Board) -> BoardPicture:
    """The picture of a game's board, or of a board that a position has changed.

    Raises DataError if the map cannot be laid out.
    """
    if board is not game.board:
        return _drawn(replace(game, board=board))
    if game.digest not in _PICTURES:
        _PICTURES[game.digest] = _drawn(game)
    return _PICTURES[game.digest]


def _drawn(game: Game) -> BoardPicture:
    layout = map_layout(game).cropped(RIM)
    drawing = map_drawing(game, layers=LAYERS - {"panels"}, layout=layout, light=PALE)
    finest = sqrt(MAX_PIXELS / (layout.width * layout.height))
    picture = pixels.image(drawing, min(MAX_HEX_PIXELS / layout.pitch, finest))
    target = BytesIO()
    picture.save(target, "WEBP", quality=QUALITY, method=2)
    address = "data:image/webp;base64," + base64.b64encode(target.getvalue()).decode("ascii")
    style = map_style(game)
    return BoardPicture(layout, address, {side.id: style.side(side.id) for side in game.sides})


COUNTER = 0.74
"""The edge of a counter, as a share of the distance from hex to hex."""
FAN, FANNED = 0.085, 0.34
"""How far a counter is shifted from the one below it, and a whole stack at most; in the same
unit."""


@dataclass(frozen=True, slots=True)
class DrawnCounter:
    """A drawn counter; (x, y) is its top left corner."""

    ref: str
    x: float
    y: float
    elements: str


@dataclass(frozen=True, slots=True)
class DrawnStack:
    """The counters of one hex, bottom to top."""

    hex: str
    names: str
    counters: tuple[DrawnCounter, ...]


@dataclass(frozen=True, slots=True)
class Tray:
    """The counters in one box."""

    place: str
    counters: tuple[DrawnCounter, ...]


@dataclass(frozen=True, slots=True)
class MapLayer:
    """A layer about one side that can be shown; `path` is SVG path data."""

    id: str
    side: str
    title: str
    colour: str
    path: str
    kind: str


@dataclass(frozen=True)
class PageMap:
    """A position on the picture of its board."""

    game: Game
    position: Position
    report: Report
    board: BoardPicture
    art: CounterArt

    @property
    def edge(self) -> float:
        """The edge of a counter in points."""
        return self.art.size

    # -- counters -----------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> tuple[DrawnStack, ...]:
        label = self.position.board.grid.label
        found = sorted((label(hex_), hex_, ps) for hex_, ps in self.position.stacks.items())
        return tuple(self._stack(name, self.board.layout.centre(h), ps) for name, h, ps in found)

    def _stack(self, label: str, at: XY, pieces: Sequence[Piece]) -> DrawnStack:
        pitch = self.board.layout.pitch
        step = pitch * min(FAN, FANNED / max(len(pieces) - 1, 1))
        counters = []
        for i, piece in enumerate(pieces):
            aside = (i - (len(pieces) - 1) / 2) * step
            x, y = at[0] + aside - self.edge / 2, at[1] - aside - self.edge / 2
            counters.append(self._drawn(piece, x, y))
        names = ", ".join(piece.name for piece in reversed(pieces))
        return DrawnStack(label, names, tuple(counters))

    def _drawn(self, piece: Piece, x: float = 0.0, y: float = 0.0) -> DrawnCounter:
        return DrawnCounter(piece.ref, round(x, 1), round(y, 1), self.art.elements(piece))

    @cached_property
    def trays(self) -> tuple[Tray, ...]:
        """The counters off the hex field, box by box in the order of the map's boxes."""
        found: dict[str, list[DrawnCounter]] = {p: [] for box in self._boxes for p in box}
        for piece in self.position.pieces:
            if piece.hex is None:
                place = piece.place or "Out of play"
                found.setdefault(place, []).append(self._drawn(piece))
        return tuple(Tray(place, tuple(drawn)) for place, drawn in found.items() if drawn)

    @property
    def _boxes(self) -> Iterator[tuple[str, ...]]:
        return (box.places for box in self.position.board.boxes)

    @property
    def fonts(self) -> str:
        return self.art.fonts(self.position.pieces)

    # -- layers -------------------------------------------------------------------------------

    @cached_property
    def layers(self) -> tuple[MapLayer, ...]:
        """The zones of control and supply lines of each side."""
        found = []
        for i, side in enumerate(self.game.sides):
            colour = self.board.sides[side.id]
            zone = self._zone(side.id)
            lines = self._lines(side.id)
            name = side.adjective or side.title
            if zone:
                title = f"{name} zones of control"
                found.append(MapLayer(f"zoc{i}", side.id, title, colour, zone, "zoc"))
            if lines:
                title = f"{name} supply lines"
                found.append(MapLayer(f"supply{i}", side.id, title, colour, lines, "supply"))
        return tuple(sorted(found, key=lambda layer: layer.kind, reverse=True))

    def _refs_of(self, side: str) -> list[str]:
        return [ref for ref, line in self.report.counters.items() if line.side == side]

    def _zone(self, side: str) -> str:
        zoc = self.report.judgement.zoc
        hexes = {label for ref in self._refs_of(side) for label in zoc.get(ref, ())}
        return "".join(self._outline(label) for label in sorted(hexes))

    def _outline(self, label: str) -> str:
        x, y = self.centres[label]
        points = (f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in self.board.corners)
        return "M" + "L".join(points) + "Z"

    def _lines(self, side: str) -> str:
        supply = self.report.judgement.supply
        paths = [supply[ref].path for ref in self._refs_of(side) if ref in supply]
        steps = dict.fromkeys(step for path in paths for step in pairwise(path))
        return "".join(
            "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*self.centres[a], *self.centres[b])
            for a, b in steps
        )

    @cached_property
    def centres(self) -> Mapping[str, XY]:
        """The centres of the hexes that the report mentions, by label."""
        grid, layout = self.position.board.grid, self.board.layout
        wanted = dict.fromkeys(self._mentioned())
        hexes = {label: grid.find(label) for label in wanted}
        return {
            label: (round(x, 1), round(y, 1))
            for label, hex_ in hexes.items()
            if hex_ is not None
            for x, y in (layout.centre(hex_),)
        }

    def _mentioned(self) -> Iterator[str]:
        report = self.report
        yield from (line.hex for line in report.counters.values() if line.hex)
        for finding in report.all_findings:
            yield from finding.hexes
        for hexes in report.judgement.zoc.values():
            yield from hexes
        for line in report.judgement.supply.values():
            yield from (*line.path, *line.cut)
        for step in report.steps or ():
            for move in step.moves:
                yield from (*move.path, move.start, move.end)
            for finding in step.resolved:
                yield from finding.hexes

    @cached_property
    def marked(self) -> Mapping[str, str]:
        """The hexes that findings are about, by label, each with the worst severity there."""
        worst: dict[str, Severity] = {}
        order = list(Severity)
        for finding in self.report.findings:
            if finding.severity is Severity.NOTE:
                continue
            for label in finding.hexes:
                known = worst.get(label, Severity.NOTE)
                if order.index(finding.severity) < order.index(known):
                    worst[label] = finding.severity
        return {label: severity.value for label, severity in worst.items()}

    def outlines(self, labels: Iterable[str]) -> str:
        """The outlines of hexes as SVG path data."""
        return "".join(self._outline(label) for label in labels if label in self.centres)

    @cached_property
    def cut_off(self) -> Mapping[str, str]:
        """The hexes of units that are not surely in supply, by label: `out` or `unknown`."""
        supply, counters = self.report.judgement.supply, self.report.counters
        found: dict[str, str] = {}
        for ref, line in supply.items():
            if line.state is not Supply.IN and ref in counters and counters[ref].hex:
                found.setdefault(counters[ref].hex, line.state.value)
        return found

    # -- for the page's script ----------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """The JSON data that the page's script works with."""
        judgement = self.report.judgement
        return {
            "hexes": self.centres,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.board.corners],
            "edge": self.edge,
            "size": [round(self.board.layout.width, 1), round(self.board.layout.height, 1)],
            "pitch": self.board.layout.pitch,
            "counters": {
                ref: {**line.as_json(), "states": line.states}
                for ref, line in self.report.counters.items()
            },
            "zoc": judgement.zoc,
            "supply": {
                ref: {
                    "state": line.state.value,
                    "path": line.path,
                    "cut": line.cut,
                    "rule": line.rule,
                }
                for ref, line in judgement.supply.items()
            },
        }
