"""Counter sheets: fronts and mirrored backs, to be printed on both sides and cut.

Counters stand in a grid with a gutter between them. Each counter's ground bleeds a little into the
gutter, so that a cut beside the edge shows no paper, and marks in the margin, outside the art,
show both edges of every row and column.
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
"""Kept free along a page's edges: no printer at home prints there."""
HEAD, FOOT = 13 * PT_PER_MM, 13 * PT_PER_MM
"""Height of a page's title line, and of the ruler's."""
GUTTER, BLEED = 2 * PT_PER_MM, 0.6 * PT_PER_MM
"""Between two counters, and how far each one's ground reaches into it."""
MARK, CLEAR = 3 * PT_PER_MM, 1 * PT_PER_MM
"""Length of a cutting mark and its distance from the art."""
CHIT_BACK = "#5f666b"
INK, GREY = "#1c1c1c", "#6f6f6f"


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Where counters stand on a page, the same distance from its left and right edge."""

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
    def places(self) -> int:
        return self.columns * self.rows

    def at(self, place: int, *, mirrored: bool) -> tuple[float, float]:
        """The top left corner of a place, on the back of the paper if mirrored."""
        row, column = divmod(place, self.columns)
        if mirrored:
            column = self.columns - 1 - column
        return self.left + column * self.pitch, self.top + row * self.pitch


def grid(paper: str, size: float) -> SheetGrid:
    """The grid of counters of a size on a paper. Raises KeyError for an unknown paper."""
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
    """One sheet of paper: who is on it, and the counters by place."""

    label: str
    number: int
    of: int
    places: tuple[Card | None, ...]


def counter_sheets(game: Game, paper: str) -> bytes:
    """The counter sheets of a game as a PDF: a cover, then each sheet's front and back.

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
    """Counters dealt to sheets: a side after the other, a new row for each formation and kind.

    A side begins a new sheet unless all of it finds room below the side before it.
    """
    titles = {side.id: side.title for side in game.sides}
    found: list[tuple[tuple[str, ...], tuple[Card | None, ...]]] = []
    sides = {card.counter: game.counters[card.counter].side for card in pieces}
    for side in (*titles, ""):
        own = [card for card in pieces if sides[card.counter] == side]
        places = tuple(_dealt(game, own, layout))
        label = titles.get(side, "Both sides" if len(titles) == 2 else "No side")
        if found and places:
            labels, above = found[-1]
            above += (None,) * (-len(above) % layout.columns)
            if len(above) + len(places) <= layout.places:
                found[-1] = ((*labels, label), above + places)
                continue
        for first in range(0, len(places), layout.places):
            found.append(((label,), places[first : first + layout.places]))
    if len(found) == 1:
        return [CounterSheet("All counters", 1, 1, found[0][1])]
    count = len(found)
    return [
        CounterSheet(", ".join(who), i, count, places) for i, (who, places) in enumerate(found, 1)
    ]


def _dealt(game: Game, pieces: Iterable[Card], layout: SheetGrid) -> list[Card | None]:
    """Counters in rows; a kind begins a new row, so does a formation if it would not fit whole."""
    places: list[Card | None] = []

    def kind(card: Card) -> str:
        found = game.counters[card.counter].kind
        return "unit" if found in ("combat", "hq") else found

    def formation(card: Card) -> str:
        return game.counters[card.counter].formation

    ordered = sorted(pieces, key=lambda card: _KINDS.get(kind(card), len(_KINDS)))
    for _, alike in groupby(ordered, key=kind):
        places += [None] * (-len(places) % layout.columns)
        for _, group in groupby(alike, key=formation):
            cards = list(group)
            left = -len(places) % layout.columns
            if len(cards) > left and left < layout.columns // 3:
                places += [None] * left
            places += cards
    return places


_KINDS = {"unit": 0, "air": 1, "naval": 2, "chit": 8, "marker": 9}


# -- pages ------------------------------------------------------------------------------------


def sheet_page(title: str, sheet: CounterSheet, layout: SheetGrid, *, mirrored: bool) -> Drawing:
    """A side of a sheet; mirrored for the back, to be turned along the long edge."""
    shapes: list[Shape] = []
    for place, card in enumerate(sheet.places):
        if card is not None:
            x, y = layout.at(place, mirrored=mirrored)
            shapes.append(counter(card, x, y, back=mirrored))
    rows = -(-len(sheet.places) // layout.columns)
    return Drawing(
        *layout.page,
        (*shapes, *cutting_marks(layout, rows), *_frame(title, sheet, layout, mirrored=mirrored)),
        title=f"{title}: {sheet.label}",
    )


def counter(card: Card, x: float, y: float, *, back: bool) -> Group:
    """A counter at its exact size with its ground bleeding into the gutter, no edge drawn."""
    face = card.back if back else card.front
    scale = card.size / UNIT
    bleed = BLEED / scale
    low, high = -bleed, UNIT + bleed
    clip = ((low, low), (high, low), (high, high), (low, high))
    shapes = (*ground(face, bleed), *content(face)) if face else _plain(card.front, bleed)
    return Group(tuple(shapes), move=(x, y), scale=scale, clip=clip)


def _plain(face: CounterFace, bleed: float) -> tuple[Shape, ...]:
    """The back of a one-sided counter: its front's ground; the same for all chits of a cup."""
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
        "Print at 100 %, on both sides, turned along the long edge. "
        "The marks show both edges of every row and column."
    )
    room = width - 2 * MARGIN - 108 * PT_PER_MM
    texts, _ = paragraph(words, MARGIN, foot - 12, room, REGULAR, 8, GREY)
    yield from texts
