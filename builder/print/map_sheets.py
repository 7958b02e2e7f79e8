"""The printed map: large sheets, and tiles for home printers.

Sheets are printed to their edges. Neighbouring sheets share a strip; ticks in its middle show where
to cut one and lay it over the other. Tiles overlap by a strip with a cutting line along its middle.
Where two cutting lines cross, both tiles have the same registration mark. A first page shows how
the tiles fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from string import ascii_uppercase

from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

from builder.print.paper import INK, PAPERS, ruler
from hexmarshal.art import pdf
from hexmarshal.art.drawing import (
    PT_PER_MM,
    XY,
    Drawing,
    Ellipse,
    Paint,
    Polylines,
    Rect,
    Shape,
    Text,
)
from hexmarshal.art.fonts import BOLD, REGULAR, SEMIBOLD

MARGIN = 9 * PT_PER_MM
"""Unprinted margin of a tile, in points: home printers cannot print there."""
FOOT = 13 * PT_PER_MM
"""Height of the footer with the tile's name and the ruler, in points."""
OVERLAP = 8 * PT_PER_MM
"""Width of the strip that neighbouring tiles share, in points."""

GREY = "#8a8a8a"
_MAP = "map"


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of the map on one page: its name, and its rectangle in points of the map."""

    name: str
    row: int
    column: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """A map cut into tiles for one paper size, in portrait or landscape."""

    paper: XY
    overlap: XY
    """Width of the shared strips, across and down."""
    rows: int
    columns: int
    tiles: tuple[Tile, ...]

    @property
    def room(self) -> XY:
        """How much of the map fits on one page."""
        return self.paper[0] - 2 * MARGIN, self.paper[1] - 2 * MARGIN - FOOT


def tiling(width: float, height: float, paper: XY, overlap: float = OVERLAP) -> Tiling:
    """Cuts a map for a paper size, in the orientation that takes fewer pages."""
    ways = [_tiling(width, height, way, overlap) for way in (paper, paper[::-1])]
    return min(ways, key=lambda way: len(way.tiles))


def _tiling(width: float, height: float, paper: XY, overlap: float) -> Tiling:
    empty = Tiling(paper, (overlap, overlap), 0, 0, ())
    room_x, room_y = empty.room
    columns, rows = _count(width, room_x, overlap), _count(height, room_y, overlap)
    wide = (width + (columns - 1) * overlap) / columns
    high = (height + (rows - 1) * overlap) / rows
    tiles = tuple(_tiles(rows, columns, (wide, high), (overlap, overlap)))
    return Tiling(paper, (overlap, overlap), rows, columns, tiles)


def _tiles(rows: int, columns: int, size: XY, overlap: XY) -> Iterator[Tile]:
    for row in range(rows):
        for column in range(columns):
            x, y = column * (size[0] - overlap[0]), row * (size[1] - overlap[1])
            yield Tile(f"{_letters(row)}{column + 1}", row, column, x, y, *size)


def sheets(width: float, height: float, paper: XY) -> Tiling:
    """Cuts a map into as few full pages as possible; neighbours share the spare length."""
    columns, wide, across = _shared(width, paper[0])
    rows, high, down = _shared(height, paper[1])
    tiles = tuple(_tiles(rows, columns, (wide, high), (across, down)))
    return Tiling(paper, (across, down), rows, columns, tiles)


def _shared(length: float, page: float) -> tuple[int, float, float]:
    """The number of pages for a length, the length on each, and the overlap of neighbours."""
    count = max(1, ceil(length / page - 1e-9))
    return (count, page, (count * page - length) / (count - 1)) if count > 1 else (1, length, 0.0)


def _count(length: float, room: float, overlap: float) -> int:
    return max(1, ceil((length - overlap) / (room - overlap) - 1e-9))


def _letters(row: int) -> str:
    """The letter of a row: A to Z, then AA, AB, ..."""
    first, last = divmod(row, len(ascii_uppercase))
    return (ascii_uppercase[first - 1] if first else "") + ascii_uppercase[last]


# -- PDFs -------------------------------------------------------------------------------------


def map_sheet(drawing: Drawing, paper: XY | None = None) -> bytes:
    """A map as a PDF: one page of the map's size, or pages of the given paper size (points)."""
    paper = paper or (drawing.width, drawing.height)
    cut = sheets(drawing.width, drawing.height, paper)
    if len(cut.tiles) == 1:
        return pdf.write([drawing], pdf.About(title=f"{drawing.title}: map"))
    target = BytesIO()
    canvas = Canvas(target, pagesize=paper, pageCompression=1, invariant=1)
    canvas.setTitle(f"{drawing.title}: map in {len(cut.tiles)} sheets")
    canvas.setAuthor("Hexmarshal")
    _define(canvas, drawing)
    for tile in cut.tiles:
        _place(canvas, drawing, (tile.x, tile.y, tile.width, tile.height), (0, 0), paper[1], 1.0)
        pdf.draw(canvas, list(_ticks(cut, tile)), paper[1])
        canvas.showPage()
    canvas.save()
    return target.getvalue()


_TICK = 5 * PT_PER_MM
"""Length of a tick, in points."""


def _ticks(cut: Tiling, tile: Tile) -> Iterator[Shape]:
    """Ticks at a sheet's edges that show where to cut it or lay it over its neighbour."""
    upright, level = cuts(cut, tile)
    ends = [(0.0, _TICK), (tile.height - _TICK, tile.height)]
    lines = [((x - tile.x, one), (x - tile.x, other)) for x in upright for one, other in ends]
    ends = [(0.0, _TICK), (tile.width - _TICK, tile.width)]
    lines += [((one, y - tile.y), (other, y - tile.y)) for y in level for one, other in ends]
    yield Polylines(tuple(lines), Paint(None, INK, width=0.5, cap="butt"))


def map_tiles(drawing: Drawing, paper: str) -> bytes:
    """A map as a PDF of tiles for a paper of `PAPERS`, after an assembly page.

    Raises KeyError for an unknown paper.
    """
    cut = tiling(drawing.width, drawing.height, PAPERS[paper])
    target = BytesIO()
    canvas = Canvas(target, pagesize=cut.paper, pageCompression=1, invariant=1)
    canvas.setTitle(f"{drawing.title}: map in {len(cut.tiles)} tiles")
    canvas.setAuthor("Hexmarshal")
    _define(canvas, drawing)
    _assembly_page(canvas, drawing, cut, drawing.title)
    for number, tile in enumerate(cut.tiles, 1):
        _tile_page(canvas, drawing, cut, tile, number)
    canvas.save()
    return target.getvalue()


def _define(canvas: Canvas, drawing: Drawing) -> None:
    """Stores the map once in the document; every page shows a part of it."""
    canvas.beginForm(_MAP, 0, 0, drawing.width, drawing.height)
    pdf.draw(canvas, drawing.items, drawing.height)
    # ReportLab adds the fonts to a form, but not the opacities
    resources = PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    resources.ExtGState = canvas._extgstate.getState()
    canvas.endForm(Resources=resources)


def _tile_page(canvas: Canvas, drawing: Drawing, cut: Tiling, tile: Tile, number: int) -> None:
    _, page_height = cut.paper
    x, y = MARGIN, MARGIN
    _place(canvas, drawing, (tile.x, tile.y, tile.width, tile.height), (x, y), page_height, 1.0)
    items = [
        *_marks(cut, tile, x, y),
        *_foot(cut, tile, number),
    ]
    pdf.draw(canvas, items, page_height)
    canvas.showPage()


def _place(
    canvas: Canvas,
    drawing: Drawing,
    part: tuple[float, float, float, float],
    at: XY,
    page_height: float,
    scale: float,
) -> None:
    """Draws a part of the map (x, y, width, height) with its top left corner at a point."""
    x, y, width, height = part
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(at[0], page_height - at[1] - height * scale, width * scale, height * scale)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.translate(at[0] - x * scale, page_height - at[1] - (drawing.height - y) * scale)
    canvas.scale(scale, scale)
    canvas.doForm(_MAP)
    canvas.restoreState()


# -- marks and texts around the map -----------------------------------------------------------


def cuts(cut: Tiling, tile: Tile) -> tuple[list[float], list[float]]:
    """The cutting lines of a tile: the x of the vertical and the y of the horizontal ones."""
    across, down = cut.overlap[0] / 2, cut.overlap[1] / 2
    upright = [tile.x + across] if tile.column else []
    upright += [tile.x + tile.width - across] if tile.column < cut.columns - 1 else []
    level = [tile.y + down] if tile.row else []
    level += [tile.y + tile.height - down] if tile.row < cut.rows - 1 else []
    return upright, level


def _marks(cut: Tiling, tile: Tile, left: float, top: float) -> Iterator[Shape]:
    """Cutting ticks in the margins, and registration marks where the lines cross on the map."""
    upright, level = cuts(cut, tile)
    xs, ys = [left + x - tile.x for x in upright], [top + y - tile.y for y in level]
    right, bottom, reach = left + tile.width, top + tile.height, 5 * PT_PER_MM
    yield Rect(left, top, tile.width, tile.height, Paint(None, GREY, width=0.25))
    ticks = [
        *(((x, top - reach), (x, top - 1)) for x in xs),
        *(((x, bottom + 1), (x, bottom + reach)) for x in xs),
        *(((left - reach, y), (left - 1, y)) for y in ys),
        *(((right + 1, y), (right + reach, y)) for y in ys),
    ]
    if ticks:
        yield Polylines(tuple(ticks), Paint(None, INK, width=0.5, cap="butt"))
    for x in xs or []:
        for y in ys or []:
            yield from registration(x, y)
    for x in xs if not ys else []:
        yield from registration(x, top + tile.height / 2)
    for y in ys if not xs else []:
        yield from registration(left + tile.width / 2, y)


def registration(x: float, y: float) -> Iterator[Shape]:
    """A cross in a ring, dark on white to be visible on any terrain."""
    arm = 2.6 * PT_PER_MM
    cross = (((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm)))
    ring = arm * 0.55
    for colour, width in (("#ffffff", 1.4), (INK, 0.4)):
        yield Polylines(cross, Paint(None, colour, width=width, cap="butt"))
        yield Ellipse(x, y, ring, ring, Paint(None, colour, width=width))


def _foot(cut: Tiling, tile: Tile, number: int) -> Iterator[Shape]:
    width, height = cut.paper
    base = height - MARGIN - 1.5 * PT_PER_MM
    yield Text(MARGIN, base, tile.name, BOLD, 17, INK, "start")
    count = f"tile {number} of {len(cut.tiles)}, row {_letters(tile.row)}, column {tile.column + 1}"
    yield Text(MARGIN + 34, base - 6.5, count, REGULAR, 7.5, INK, "start")
    neighbours = ", ".join(f"{side} {name}" for side, name in _neighbours(cut, tile))
    if neighbours:
        yield Text(MARGIN + 34, base + 1.5, neighbours, REGULAR, 7.5, INK, "start")
    yield from ruler(width - MARGIN - 100 * PT_PER_MM, base - 2)


def _neighbours(cut: Tiling, tile: Tile) -> Iterator[tuple[str, str]]:
    for side, row, column in (
        ("left:", tile.row, tile.column - 1),
        ("right:", tile.row, tile.column + 1),
        ("above:", tile.row - 1, tile.column),
        ("below:", tile.row + 1, tile.column),
    ):
        if 0 <= row < cut.rows and 0 <= column < cut.columns:
            yield side, f"{_letters(row)}{column + 1}"


def _assembly_page(canvas: Canvas, drawing: Drawing, cut: Tiling, title: str) -> None:
    """A page with instructions and a small map under the grid of its tiles."""
    width, height = cut.paper
    pdf.draw(canvas, list(_instructions(cut, title)), height)
    top = MARGIN + 92
    room = width - 2 * MARGIN, height - top - MARGIN - FOOT
    scale = min(room[0] / drawing.width, room[1] / drawing.height)
    left = (width - drawing.width * scale) / 2
    whole = (0.0, 0.0, drawing.width, drawing.height)
    _place(canvas, drawing, whole, (left, top), height, scale)
    pdf.draw(canvas, list(_diagram(cut, (left, top), scale)), height)
    base = height - MARGIN - 1.5 * PT_PER_MM
    pdf.draw(canvas, list(ruler(width - MARGIN - 100 * PT_PER_MM, base - 2)), height)
    canvas.showPage()


def _instructions(cut: Tiling, title: str) -> Iterator[Shape]:
    yield Text(MARGIN, MARGIN + 16, f"{title}: map tiles", BOLD, 18, INK, "start")
    shape = f"{cut.rows} rows (lettered) and {cut.columns} columns (numbered)"
    lines = (
        f"{len(cut.tiles)} tiles in {shape}. Print all pages at 100 % and check the ruler.",
        "Neighbouring tiles overlap; ticks in the margins mark the middle of the overlap.",
        "Cut each tile along its right and lower ticks only. Lay it over the next tile, line up",
        "the ringed crosses and glue it down. Join the tiles of each row, then join the rows.",
    )
    for i, line in enumerate(lines):
        yield Text(MARGIN, MARGIN + 34 + 12.5 * i, line, REGULAR, 9.5, INK, "start")


def _diagram(cut: Tiling, at: XY, scale: float) -> Iterator[Shape]:
    across, down = cut.overlap[0] / 2, cut.overlap[1] / 2
    for tile in cut.tiles:
        left = tile.x + (across if tile.column else 0)
        top = tile.y + (down if tile.row else 0)
        right = tile.x + tile.width - (across if tile.column < cut.columns - 1 else 0)
        bottom = tile.y + tile.height - (down if tile.row < cut.rows - 1 else 0)
        x, y = at[0] + left * scale, at[1] + top * scale
        wide, high = (right - left) * scale, (bottom - top) * scale
        yield Rect(x, y, wide, high, Paint(None, "#b02020", width=0.9))
        size = min(26.0, high * 0.4)
        yield Text(
            x + wide / 2, y + high / 2 + size * 0.35, tile.name, SEMIBOLD, size, "#b02020",
            halo="#ffffff", halo_width=1.6,
        )  # fmt: skip
