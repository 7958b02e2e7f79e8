"""Laying out the sheet: the hex field, its title and key, and the boxes and tracks beside it.

What `print` in `map.yaml` places stands where it says. Everything else finds its own place: title
and compass above the hexes, the key and the boxes in rows below them; and where the sheet has a
fixed size, the hexes are as large as that allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor

from hexwright.art.drawing import PT_PER_INCH, XY
from hexwright.art.map_key_entries import KEY_ROW, key_entries
from hexwright.art.map_layout import Extent, MapLayout, field_extent, pixel_pair, steps
from hexwright.art.map_style import PanelForm, PrintForm, map_style, print_form
from hexwright.game.board import Box
from hexwright.game.faults import DataError
from hexwright.game.hexgrid import Orientation
from hexwright.game.model import Game

DEFAULT_HEX = 0.65 * PT_PER_INCH
SMALLEST_HEX, LARGEST_HEX = 0.55 * PT_PER_INCH, 0.9 * PT_PER_INCH
RIM = 0.16
"""How far the ground goes on around the hexes, in pitches."""
BAND = 26.0
"""Points kept free around the frame, for the letters of entry areas."""
GAP = 12.0
"""Points between two panels."""
BAR = 15.0
"""Height of a panel's title bar."""
PAD = 5.0
"""Points between a panel's edge and what it holds, and between two spaces."""
SPACE = {
    "turn-track": (70.0, 62.0),
    "track": (52.0, 50.0),
    "box": (118.0, 78.0),
    "cup": (90.0, 78.0),
    "display": (180.0, 120.0),
}
"""Size of one space by kind of box, where nothing else is said."""


def map_layout(game: Game) -> MapLayout:
    """Where everything of a game's map stands. Raises DataError when it cannot fit."""
    form = print_form(game)
    known = {"title", "key", "compass", "credit", *(box.id for box in game.board.boxes)}
    if unknown := sorted(form.panels.keys() - known):
        raise _fault(game, f"print.panels: {unknown[0]!r} is no panel or box", _list(known))
    if form.hex is not None or form.sheet is None:
        return _layout(game, form, form.hex or DEFAULT_HEX)
    size = LARGEST_HEX
    while size > SMALLEST_HEX:
        try:
            return _layout(game, form, size)
        except DataError:
            size -= 0.01 * PT_PER_INCH
    return _layout(game, form, SMALLEST_HEX)


def _layout(game: Game, form: PrintForm, pitch: float) -> MapLayout:
    """The layout for one size of hexes."""
    grid = game.board.grid
    pair = pixel_pair(form.px)
    px_per_pt = pair[1] / pitch
    flat = grid.orientation is Orientation.FLAT
    step = steps(grid.orientation, pitch, pair)
    west, south, east, north = field_extent(grid)
    width = (east - west + 2 * RIM) * step[0]
    height = (north - south + 2 * RIM) * step[1]

    panels, spaces = dict[str, Extent](), dict[tuple[str, str], Extent]()
    sizes = _sizes(game, form)
    head = max((sizes[name][1] for name in ("title", "compass") if _loose(form, name)), default=0.0)
    inner = form.sheet[0] - 2 * form.margin if form.sheet else max(width, 500.0)
    left = form.margin + max(0.0, (inner - width) / 2)
    top = form.margin + head + (GAP if head else 0.0) + BAND
    if form.field:
        left, top = form.field
    frame = Extent(left, top, width, height)
    snapped = _snap(frame, (west, north), step, px_per_pt)
    frame = Extent(*snapped, width, height)

    for name in sizes:
        placed = form.panels.get(name, PanelForm())
        if placed.at:
            panels[name] = Extent(*placed.at, *sizes[name])
    row_left, row_width = form.margin, inner
    if _loose(form, "title"):
        panels["title"] = Extent(row_left, form.margin, *sizes["title"])
    if _loose(form, "compass"):
        wide = sizes["compass"][0]
        panels["compass"] = Extent(row_left + row_width - wide, form.margin, *sizes["compass"])
    rest = [name for name in sizes if name not in panels and name != "credit"]
    below = _rows(rest, sizes, row_left, frame.bottom + BAND, row_width)
    panels.update(below)
    bottom = max((p.bottom for p in panels.values()), default=0.0)
    bottom = max(bottom, frame.bottom + BAND)
    if "credit" not in panels:
        panels["credit"] = Extent(row_left, bottom + 4, row_width, sizes["credit"][1])
        bottom = panels["credit"].bottom
    sheet = form.sheet or (inner + 2 * form.margin, bottom + form.margin)
    _check(game, sheet, {**panels, "the hexes": frame}, pitch)
    for box in game.board.boxes:
        spaces.update(_box_spaces(box, form.panels.get(box.id, PanelForm()), panels[box.id]))
    return MapLayout(
        grid=grid,
        width=_whole(sheet[0], px_per_pt),
        height=_whole(sheet[1], px_per_pt),
        origin=(
            frame.x + (RIM - west) * step[0],
            frame.y + (RIM + north) * step[1],
        ),
        step=step,
        px_per_pt=px_per_pt,
        step_px=pair if flat else (pair[1], pair[0]),
        frame=frame,
        panels=panels,
        spaces=spaces,
    )


def _snap(frame: Extent, corner: XY, step: XY, px_per_pt: float) -> XY:
    """The frame moved so little that the plane's origin lies on a whole pixel."""
    origin = (frame.x + (RIM - corner[0]) * step[0], frame.y + (RIM + corner[1]) * step[1])
    off = tuple(round(v * px_per_pt) / px_per_pt - v for v in origin)
    return frame.x + off[0], frame.y + off[1]


def _whole(length: float, px_per_pt: float) -> float:
    """A length shortened to whole pixels, a hair less so that it never comes out one more."""
    return (floor(length * px_per_pt + 1e-6) - 1e-6) / px_per_pt


def _loose(form: PrintForm, name: str) -> bool:
    return form.panels.get(name, PanelForm()).at is None


def _sizes(game: Game, form: PrintForm) -> dict[str, XY]:
    """How large each panel is: as `print` says, or as its content needs."""
    entries = len(key_entries(game.board, map_style(game)))
    columns = min(4, max(1, ceil(entries / 7)))
    natural: dict[str, XY] = {
        "title": (360.0, 52.0),
        "compass": (150.0, 52.0),
        "key": (columns * 118.0 + 2 * PAD, ceil(entries / columns) * KEY_ROW + BAR + 2 * PAD),
        "credit": (300.0, 12.0),
    }
    sizes = {
        name: form.panels.get(name, PanelForm()).size or size for name, size in natural.items()
    }
    for box in game.board.boxes:
        sizes[box.id] = _box_size(box, form.panels.get(box.id, PanelForm()))
    return sizes


def _box_grid(box: Box, form: PanelForm) -> tuple[int, int, float, float]:
    """Columns and rows of a box, and the size of its spaces."""
    columns = min(form.columns or box.columns or len(box.spaces), len(box.spaces))
    width, height = form.space or SPACE[box.kind]
    return columns, ceil(len(box.spaces) / columns), width, height


def _box_size(box: Box, form: PanelForm) -> XY:
    columns, rows, width, height = _box_grid(box, form)
    return columns * (width + PAD) + PAD, rows * (height + PAD) + PAD + BAR


def _box_spaces(box: Box, form: PanelForm, panel: Extent) -> dict[tuple[str, str], Extent]:
    columns, _, width, height = _box_grid(box, form)
    return {
        (box.id, space): Extent(
            panel.x + PAD + i % columns * (width + PAD),
            panel.y + BAR + PAD + i // columns * (height + PAD),
            width,
            height,
        )
        for i, space in enumerate(box.spaces)
    }


def _rows(
    names: Iterable[str], sizes: Mapping[str, XY], left: float, top: float, width: float
) -> dict[str, Extent]:
    """Panels set in rows like words in lines, the tall ones first."""
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


def _check(game: Game, sheet: XY, parts: Mapping[str, Extent], pitch: float) -> None:
    whole = Extent(0, 0, *sheet)
    for name, part in parts.items():
        if not whole.holds(part):
            wrong = (
                f"print: {name} reaches to {part.right / PT_PER_INCH:.2f}in x "
                f"{part.bottom / PT_PER_INCH:.2f}in on a sheet of "
                f"{sheet[0] / PT_PER_INCH:.2f}in x {sheet[1] / PT_PER_INCH:.2f}in"
                f" with hexes of {pitch / PT_PER_INCH:.2f}in"
            )
            raise _fault(game, wrong, "make the sheet larger, the hexes smaller, or move it")


def _fault(game: Game, wrong: str, remedy: str) -> DataError:
    file = next((path for path in game.files if path.name == "map.yaml"), "map.yaml")
    return DataError.single(file, wrong, remedy)


def _list(words: Iterable[str]) -> str:
    return f"known: {', '.join(sorted(words))}"
