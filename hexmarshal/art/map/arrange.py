"""Layout of the map sheet: the hex field, title, key, boxes and tracks.

`print` in `map.yaml` can place each panel. The others are placed automatically: title and compass
above the hexes, the key and boxes in rows below. On a sheet of fixed size, the hexes are as large
as will fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

from hexmarshal.art.drawing import PT_PER_INCH, XY
from hexmarshal.art.map.key_entries import KEY_COLUMN, KEY_ROW, key_entries
from hexmarshal.art.map.layout import (
    Extent,
    MapLayout,
    entry_width,
    field_extent,
    hull,
    pixel_pair,
    steps,
)
from hexmarshal.art.map.style import (
    PanelForm,
    PrintForm,
    map_credit,
    map_fault,
    map_style,
    print_form,
)
from hexmarshal.game.board import Box
from hexmarshal.game.faults import DataError
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.model import Game

DEFAULT_HEX = 0.65 * PT_PER_INCH
SMALLEST_HEX, LARGEST_HEX = 0.55 * PT_PER_INCH, 0.9 * PT_PER_INCH
LARGEST_SHEET = 200 * PT_PER_INCH
"""Largest side of a PDF page, in points."""
MOST_PIXELS = 400e6
"""Most pixels in a picture of the map: VASSAL keeps all of it in memory."""
LEAST_WIDTH = 7.2 * PT_PER_INCH
"""Least width between the margins on a sheet without a fixed size, in points."""
RIM = 0.16
"""Width of the terrain drawn around the hexes, in pitches."""
GAP = 12.0
"""Points between two panels."""
BAR = 15.0
"""Height of a panel's title bar."""
PAD = 5.0
"""Points between a panel's edge and its contents, and between two spaces."""
SPACE = {
    "turn-track": (70.0, 62.0),
    "track": (52.0, 50.0),
    "box": (118.0, 78.0),
    "cup": (100.0, 78.0),
    "display": (180.0, 120.0),
}
"""Default size of one space in points, by kind of box."""


def map_layout(game: Game) -> MapLayout:
    """The layout of a game's map sheet. Raises DataError if it does not fit."""
    form = print_form(game)
    known = {"title", "key", "compass", "credit", *(box.id for box in game.board.boxes)}
    if unknown := sorted(form.panels.keys() - known):
        remedy = f"expected {', '.join(sorted(known))}"
        at = ("print", "panels", unknown[0])
        raise map_fault(game, at, f"unknown panel or box {unknown[0]!r}", remedy)
    if form.hex is not None or form.sheet is None:
        return _Sheet(game, form, form.hex or DEFAULT_HEX).layout()
    size = LARGEST_HEX
    while size > SMALLEST_HEX:
        try:
            return _Sheet(game, form, size).layout()
        except DataError:
            size -= 0.01 * PT_PER_INCH
    return _Sheet(game, form, SMALLEST_HEX).layout()


@dataclass(frozen=True, slots=True)
class _Plan:
    """The columns and rows of a box's spaces, and the size of one space in points."""

    columns: int
    rows: int
    width: float
    height: float

    @classmethod
    def of(cls, box: Box, form: PanelForm, room: float) -> _Plan:
        """As `print` or the box says, but never wider than `room`."""
        width, height = form.space or SPACE[box.kind]
        count, fitting = len(box.spaces), max(1, int((room - PAD) / (width + PAD)))
        columns = min(form.columns or box.columns or count, count)
        if columns > fitting and not form.columns:
            columns = ceil(count / ceil(count / fitting))
        return cls(columns, ceil(count / columns), width, height)

    @property
    def size(self) -> XY:
        return (
            self.columns * (self.width + PAD) + PAD,
            self.rows * (self.height + PAD) + PAD + BAR,
        )

    def spaces(self, panel: Extent) -> Iterator[Extent]:
        """The spaces in order, row by row."""
        for i in range(self.columns * self.rows):
            yield Extent(
                panel.x + PAD + i % self.columns * (self.width + PAD),
                panel.y + BAR + PAD + i // self.columns * (self.height + PAD),
                self.width,
                self.height,
            )


@dataclass(frozen=True)
class _Sheet:
    """The layout of one game's sheet for one hex size."""

    game: Game
    form: PrintForm
    pitch: float

    def layout(self) -> MapLayout:
        frame, panels = self.frame, self.panels
        sheet = self.form.sheet or self._grown(frame, panels)
        self._check(sheet, {**panels, "the hexes": frame})
        orientation = self.game.board.grid.orientation
        flat = orientation is Orientation.FLAT
        west, _, _, north = self.field
        return MapLayout(
            grid=self.game.board.grid,
            width=self._whole(sheet[0]),
            height=self._whole(sheet[1]),
            origin=(frame.x + (RIM - west) * self.step[0], frame.y + (RIM + north) * self.step[1]),
            step=self.step,
            px_per_pt=self.px_per_pt,
            step_px=self.pair if flat else (self.pair[1], self.pair[0]),
            frame=frame,
            panels=panels,
            spaces={
                (box.id, name): space
                for box in self.game.board.boxes
                for name, space in zip(
                    box.spaces, self.plans[box.id].spaces(panels[box.id]), strict=False
                )
            },
        )

    # -- the hexes --------------------------------------------------------------------------

    @cached_property
    def pair(self) -> tuple[int, int]:
        return pixel_pair(self.form.px)

    @property
    def px_per_pt(self) -> float:
        return self.pair[1] / self.pitch

    @cached_property
    def step(self) -> XY:
        return steps(self.game.board.grid.orientation, self.pitch, self.pair)

    @cached_property
    def field(self) -> tuple[float, float, float, float]:
        return field_extent(self.game.board.grid)

    @cached_property
    def size(self) -> XY:
        """Width and height of the frame."""
        west, south, east, north = self.field
        return (east - west + 2 * RIM) * self.step[0], (north - south + 2 * RIM) * self.step[1]

    @cached_property
    def frame(self) -> Extent:
        """The frame, shifted slightly so that the plane's origin lies on a whole pixel."""
        left, top = self.form.field or (
            self.form.margin + max(0.0, (self.inner - self.size[0]) / 2),
            self.form.margin + self._head() + self.band[1],
        )
        west, _, _, north = self.field
        origin = left + (RIM - west) * self.step[0], top + (RIM + north) * self.step[1]
        off = [round(v * self.px_per_pt) / self.px_per_pt - v for v in origin]
        return Extent(left + off[0], top + off[1], *self.size)

    @cached_property
    def band(self) -> XY:
        """Points kept free left and right, and above and below the frame, for entry areas."""
        names = [entry_width(name) for name in self.game.board.entries]
        return max(names, default=0.0) + 10.0, (entry_width("") if names else 0.0) + 10.0

    @cached_property
    def inner(self) -> float:
        """Width between the margins."""
        if self.form.sheet:
            return self.form.sheet[0] - 2 * self.form.margin
        return max(self.size[0] + 2 * self.band[0], LEAST_WIDTH)

    # -- the panels -------------------------------------------------------------------------

    @cached_property
    def plans(self) -> Mapping[str, _Plan]:
        return {
            box.id: _Plan.of(box, self._form(box.id), self.inner) for box in self.game.board.boxes
        }

    @cached_property
    def sizes(self) -> Mapping[str, XY]:
        """The size of each panel: as `print` says, or as its contents need."""
        style = map_style(self.game)
        entries = len(key_entries(self.game.board, style))
        columns = min(4, max(1, ceil(entries / 7)), max(1, int(self.inner / KEY_COLUMN)))
        natural: dict[str, XY] = {
            "title": (min(360.0, self.inner - 160.0), 52.0),
            "compass": (150.0, 52.0),
            "key": (
                columns * KEY_COLUMN + 2 * PAD,
                ceil(entries / columns) * KEY_ROW + BAR + 2 * PAD,
            ),
            "credit": (self.inner, 12.0 if map_credit(self.game.board, style) else 0.0),
            **{id_: plan.size for id_, plan in self.plans.items()},
        }
        return {name: self._form(name).size or size for name, size in natural.items()}

    def _form(self, name: str) -> PanelForm:
        return self.form.panels.get(name, PanelForm())

    def _head(self) -> float:
        """Height of the panels above the hexes that `print` does not place."""
        loose = [n for n in ("title", "compass") if self._form(n).at is None]
        return max((self.sizes[name][1] + GAP for name in loose), default=0.0)

    @cached_property
    def panels(self) -> dict[str, Extent]:
        """All panels: those placed by `print`, then title and compass, then the rest in rows."""
        left, top, sizes = self.form.margin, self.form.margin, self.sizes
        corners: dict[str, XY | None] = {name: self._form(name).at for name in sizes}
        for name, x in (("title", left), ("compass", left + self.inner - sizes["compass"][0])):
            corners[name] = corners[name] or (x, top)
        panels = {name: Extent(*at, *sizes[name]) for name, at in corners.items() if at}
        below = self.frame.bottom + self.band[1]
        loose = [name for name, at in corners.items() if at is None and name != "credit"]
        panels.update(_rows(loose, sizes, left, below, self.inner))
        if "credit" not in panels:
            bottom = max(below, *(panel.bottom for panel in panels.values()))
            panels["credit"] = Extent(left, bottom + 4, *sizes["credit"])
        return panels

    def _grown(self, frame: Extent, panels: Mapping[str, Extent]) -> XY:
        """The size of a sheet that just holds everything."""
        whole = hull([frame, *panels.values()])
        margin, (side, level) = self.form.margin, self.band
        right = max(margin + self.inner, whole.right, frame.right + side)
        return right + margin, max(whole.bottom, frame.bottom + level) + margin

    def _whole(self, length: float) -> float:
        """A length rounded down to whole pixels, minus a hair so that it never gains one."""
        return (floor(length * self.px_per_pt + 0.02) - 0.01) / self.px_per_pt

    def _check(self, sheet: XY, parts: Mapping[str, Extent]) -> None:
        pixels = sheet[0] * sheet[1] * self.px_per_pt**2
        if max(sheet) > LARGEST_SHEET or pixels > MOST_PIXELS:
            size = " x ".join(f"{side / PT_PER_INCH:.0f}in" for side in sheet)
            wrong = f"the sheet is too large: {size}, {pixels / 1e6:.0f} million pixels"
            remedy = "make the sheet or the hexes smaller, or lower print.px"
            raise map_fault(self.game, ("print",), wrong, remedy)
        whole = Extent(0, 0, *sheet)
        for name, part in parts.items():
            if not whole.holds(part):
                inches = [v / PT_PER_INCH for v in (part.right, part.bottom, *sheet, self.pitch)]
                wrong = (
                    "{} does not fit: it reaches {:.2f}in x {:.2f}in"
                    " on a sheet of {:.2f}in x {:.2f}in with hexes of {:.2f}in"
                ).format(name, *inches)
                remedy = "make the sheet larger or the hexes smaller, or move it"
                raise map_fault(self.game, ("print",), wrong, remedy)


def _rows(
    names: Iterable[str], sizes: Mapping[str, XY], left: float, top: float, width: float
) -> dict[str, Extent]:
    """Panels in rows, like words in lines, tallest first."""
    placed: dict[str, Extent] = {}
    x, y, row = left, top, 0.0
    for name in sorted(names, key=lambda n: -sizes[n][1]):
        wide, high = sizes[name]
        if x > left and x + wide > left + width:
            x, y, row = left, y + row + GAP, 0.0
        placed[name] = Extent(x, y, wide, high)
        x += wide + GAP
        row = max(row, high)
    return placed
