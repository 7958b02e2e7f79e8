"""Counter sheets: fronts and mirrored backs for double-sided printing and cutting.

Counters form a grid with gutters. Each counter's background bleeds into the gutter, so a slightly
misplaced cut shows no white paper. Cutting marks in the margin show both edges of every row and
column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from builder.print.cover import cover_pages
from builder.print.paper import PAPERS, ruler
from hexmarshal.art import pdf
from hexmarshal.art.colours import WHITE, mix
from hexmarshal.art.counter import Card, CounterFace, copies
from hexmarshal.art.counter.faces import UNIT, content, ground
from hexmarshal.art.drawing import PT_PER_MM, Drawing, Group, Paint, Polylines, Rect, Shape, Text
from hexmarshal.art.fonts import BOLD, REGULAR, SEMIBOLD
from hexmarshal.art.textblock import paragraph
from hexmarshal.game.model import Game

MARGIN = 10 * PT_PER_MM
"""Unprinted margin, in points: home printers cannot print there."""
HEAD, FOOT = 13 * PT_PER_MM, 13 * PT_PER_MM
"""Height of the title line and of the ruler, in points."""
GUTTER, BLEED = 2 * PT_PER_MM, 0.6 * PT_PER_MM
"""The space between two counters, and how far their background bleeds into it, in points."""
MARK, CLEAR = 3 * PT_PER_MM, 1 * PT_PER_MM
"""Length of a cutting mark and its distance from the counters, in points."""
CHIT_BACK = "#5f666b"
INK, GREY = "#1c1c1c", "#6f6f6f"


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """The grid of counters on a page, centred horizontally. Lengths are in points."""

    page: tuple[float, float]
    size: float
    columns: int
    rows: int

    @property
    def pitch(self) -> float:
        return self.size + GUTTER

    @property
    def left(self) -> float:
        return (self.page[0] - self.columns * self.pitch + GUTTER) / 2

    @property
    def top(self) -> float:
        return MARGIN + HEAD + MARK + CLEAR + BLEED

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def at(self, cell: int, *, mirrored: bool) -> tuple[float, float]:
        """The top left corner of a cell; `mirrored` for the back of the paper."""
        row, column = divmod(cell, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * self.pitch, self.top + row * self.pitch


def grid(paper: str, size: float) -> SheetGrid:
    """The grid for counters of this size on this paper. Raises KeyError for an unknown paper."""
    width, height = PAPERS[paper]
    frame = MARK + CLEAR + BLEED
    room_x = width - 2 * (MARGIN + frame)
    room_y = height - 2 * MARGIN - HEAD - FOOT - 2 * frame
    pitch = size + GUTTER
    return SheetGrid(
        (width, height),
        size,
        max(1, int((room_x + GUTTER) / pitch)),
        max(1, int((room_y + GUTTER) / pitch)),
    )


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """One sheet: its label, its number, and its counters by cell."""

    label: str
    number: int
    of: int
    cells: tuple[Card | None, ...]


def counter_sheets(game: Game, paper: str) -> bytes:
    """The counter sheets of a game as a PDF: cover and key, then each sheet's front and back.

    `paper` is `a4` or `letter`. Raises KeyError for another.
    """
    pieces = copies(game)
    layout = grid(paper, max((card.size for card in pieces), default=UNIT))
    pages = list(cover_pages(game, layout.page))
    for sheet in sheets(game, pieces, layout):
        pages += [
            sheet_page(game.title, sheet, layout, mirrored=False),
            sheet_page(game.title, sheet, layout, mirrored=True),
        ]
    return pdf.write(pages, pdf.About(title=f"{game.title}: counters"))


def sheets(game: Game, pieces: Sequence[Card], layout: SheetGrid) -> list[CounterSheet]:
    """Splits counters into sheets, side by side of the game, by kind and formation.

    A side starts a new sheet unless all its counters fit below those of the previous side.
    """
    titles = {side.id: side.title for side in game.sides}
    found: list[tuple[tuple[str, ...], tuple[Card | None, ...]]] = []
    sides = {card.counter: game.counters[card.counter].side for card in pieces}
    for side in (*titles, ""):
        own = [card for card in pieces if sides[card.counter] == side]
        cells = tuple(_cells(game, own, layout))
        label = titles.get(side, "Both sides" if len(titles) == 2 else "No side")
        if found and cells:
            labels, above = found[-1]
            above += (None,) * (-len(above) % layout.columns)
            if len(above) + len(cells) <= layout.cells:
                found[-1] = ((*labels, label), above + cells)
                continue
        for first in range(0, len(cells), layout.cells):
            found.append(((label,), cells[first : first + layout.cells]))
    if len(found) == 1:
        return [CounterSheet("All counters", 1, 1, found[0][1])]
    count = len(found)
    return [
        CounterSheet(", ".join(who), i, count, cells) for i, (who, cells) in enumerate(found, 1)
    ]


def _cells(game: Game, pieces: Iterable[Card], layout: SheetGrid) -> list[Card | None]:
    """The counters by cell. A kind starts a new row, as does a formation if it would be split."""
    cells: list[Card | None] = []

    def kind(card: Card) -> str:
        found = game.counters[card.counter].kind
        return "unit" if found in ("combat", "hq") else found

    def formation(card: Card) -> str:
        return game.counters[card.counter].formation

    ordered = sorted(pieces, key=lambda card: _KINDS.get(kind(card), len(_KINDS)))
    for _, alike in groupby(ordered, key=kind):
        cells += [None] * (-len(cells) % layout.columns)
        for _, group in groupby(alike, key=formation):
            cards = list(group)
            left = -len(cells) % layout.columns
            if len(cards) > left and left < layout.columns // 3:
                cells += [None] * left
            cells += cards
    return cells


_KINDS = {"unit": 0, "air": 1, "naval": 2, "chit": 8, "marker": 9}


# -- pages ------------------------------------------------------------------------------------


def sheet_page(title: str, sheet: CounterSheet, layout: SheetGrid, *, mirrored: bool) -> Drawing:
    """One side of a sheet; `mirrored` for the back, flipped on the long edge."""
    shapes: list[Shape] = []
    for cell, card in enumerate(sheet.cells):
        if card is not None:
            x, y = layout.at(cell, mirrored=mirrored)
            shapes.append(counter(card, x, y, back=mirrored))
    rows = -(-len(sheet.cells) // layout.columns)
    return Drawing(
        *layout.page,
        (*shapes, *cutting_marks(layout, rows), *_frame(title, sheet, layout, mirrored=mirrored)),
        title=f"{title}: {sheet.label}",
    )


def counter(card: Card, x: float, y: float, *, back: bool) -> Group:
    """A counter at exact size, its background bleeding into the gutter, without an outline."""
    face = card.back if back else card.front
    scale = card.size / UNIT
    bleed = BLEED / scale
    low, high = -bleed, UNIT + bleed
    clip = ((low, low), (high, low), (high, high), (low, high))
    shapes = (*ground(face, bleed), *content(face)) if face else _plain(card.front, bleed)
    return Group(tuple(shapes), move=(x, y), scale=scale, clip=clip)


def _plain(face: CounterFace, bleed: float) -> tuple[Shape, ...]:
    """The back of a one-sided counter: a plain background, or the same ? for every chit."""
    width = UNIT + 2 * bleed
    chit = face.layout == "chit"
    colour = CHIT_BACK if chit else face.palette.base
    ground_ = Rect(-bleed, -bleed, width, width, Paint(fill=colour))
    sign = Text(UNIT / 2, UNIT * 0.68, "?", BOLD, UNIT * 0.52, mix(CHIT_BACK, WHITE, 0.6))
    return (ground_, sign) if chit else (ground_,)


def cutting_marks(layout: SheetGrid, rows: int) -> Iterator[Shape]:
    """Marks in the margins at both edges of every column and row."""
    right = layout.left + layout.columns * layout.pitch - GUTTER
    bottom = layout.top + rows * layout.pitch - GUTTER
    out, far = BLEED + CLEAR, BLEED + CLEAR + MARK
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for column in range(layout.columns):
        for x in (0.0, layout.size):
            at = layout.left + column * layout.pitch + x
            lines.append(((at, layout.top - far), (at, layout.top - out)))
            lines.append(((at, bottom + out), (at, bottom + far)))
    for row in range(rows):
        for y in (0.0, layout.size):
            at = layout.top + row * layout.pitch + y
            lines.append(((layout.left - far, at), (layout.left - out, at)))
            lines.append(((right + out, at), (right + far, at)))
    yield Polylines(tuple(lines), Paint(stroke=INK, width=0.35, cap="butt"))


def _frame(
    title: str, sheet: CounterSheet, layout: SheetGrid, *, mirrored: bool
) -> Iterator[Shape]:
    width, height = layout.page
    base = MARGIN + 15
    yield Text(MARGIN, base, title, BOLD, 15, INK, "start")
    side = "back" if mirrored else "front"
    yield Text(width / 2, base, f"{sheet.label}: {side}", SEMIBOLD, 12, INK)
    count = f"counter sheet {sheet.number} of {sheet.of}"
    yield Text(width - MARGIN, base, count, REGULAR, 10, INK, "end")
    foot = height - MARGIN - 10
    yield from ruler(width - MARGIN - 102 * PT_PER_MM, foot)
    words = (
        "Print double-sided at 100 %, flipped on the long edge. "
        "The marks show both edges of every row and column."
    )
    room = width - 2 * MARGIN - 108 * PT_PER_MM
    texts, _ = paragraph(words, MARGIN, foot - 12, room, REGULAR, 8, GREY)
    yield from texts
