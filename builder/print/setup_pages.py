"""Pages of counters in titled groups, filled from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil

from builder.print.paper import ACCENT, FOOT, GREY, INK, MARGIN, shelves
from hexmarshal.art import fonts
from hexmarshal.art.colours import BLACK, mix
from hexmarshal.art.counter import CounterFace
from hexmarshal.art.counter.faces import draw
from hexmarshal.art.drawing import XY, Drawing, Paint, Polygon, Shape, Text
from hexmarshal.art.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD
from hexmarshal.art.textblock import TextBox, block, paragraph


@dataclass(frozen=True, slots=True)
class CounterCell:
    """A counter with a line or two under it."""

    face: CounterFace
    label: str
    remark: str
    count: int
    mark: str = ""
    """Leads to one of the group's notes."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Counters under one title."""

    title: str
    rule: str
    cells: tuple[CounterCell, ...]
    notes: tuple[str, ...] = ()
    """Told below the counters, each with the mark of those that it means."""


# -- pages ------------------------------------------------------------------------------------

_SIZE = 34.0
"""Side of a counter."""
_CELL = (48.0, 53.0)
"""Width and height of a cell without a remark."""
_REMARK = 7.0
"""Size of remarks and notes."""


@dataclass
class Flow:
    """Pages that fill from top to bottom."""

    page: XY
    pages: list[list[Shape]] = field(default_factory=lambda: [[]])
    y: float = MARGIN

    @property
    def width(self) -> float:
        return self.page[0] - 2 * MARGIN

    @property
    def bottom(self) -> float:
        return self.page[1] - MARGIN - FOOT

    def add(self, *shapes: Shape) -> None:
        self.pages[-1] += shapes

    def turn(self) -> None:
        """Begins a new page unless this one is empty."""
        if self.pages[-1]:
            self.pages.append([])
        self.y = MARGIN

    def need(self, height: float) -> None:
        """Begins a new page unless this one has room for so much."""
        if self.y + height > self.bottom:
            self.turn()

    def chapter(self, title: str, rule: str = "") -> None:
        """A heading over the page's width, with the section that all below it stands in."""
        self.need(30 + 24 + _CELL[1])
        if self.y > MARGIN:
            self.y += 8
        self.add(
            Text(MARGIN, self.y + 15, title, BOLD, 16, ACCENT, "start"),
            Text(MARGIN + self.width, self.y + 15, rule, REGULAR, 9.5, GREY, "end"),
            _rule(MARGIN, self.y + 20, self.width, ACCENT, 1.2),
        )
        self.y += 28

    def paragraph(self, text: str, size: float, face: str = REGULAR, indent: float = 0.0) -> None:
        """A text over the page's width, on one page."""
        height = paragraph(text, 0, 0, self.width - indent, face, size, INK)[1]
        self.need(height)
        texts, self.y = paragraph(
            text, MARGIN + indent, self.y, self.width - indent, face, size, INK
        )
        self.add(*texts)

    def groups(self, lots: Sequence[Lot]) -> None:
        """Titled groups of cells, small ones side by side, none parted from its title."""
        columns = max(1, int(self.width // _CELL[0]))
        for shelf in shelves(lots, lambda lot: _columns(lot, columns), columns):
            starts = accumulate((_columns(lot, columns) for lot in shelf), initial=0)
            self._shelf(list(zip(starts, shelf, strict=False)), columns)

    def _shelf(self, lots: Sequence[tuple[int, Lot]], columns: int) -> None:
        """Groups side by side, each from a column on; a long one alone, in several rows."""
        pitch = self.width / columns
        rows = [lots]
        if len(lots[0][1].cells) > columns:
            (_, lot) = lots[0]
            parts = [lot.cells[i : i + columns] for i in range(0, len(lot.cells), columns)]
            rows = [[(0, replace(lot, cells=part))] for part in parts]
        heights = [
            max(_height(cell, pitch) for _, lot in row for cell in lot.cells) for row in rows
        ]
        deepest = max(_depth(lot, _columns(lot, columns) * pitch - 8) for _, lot in lots)
        self.need(18 + heights[0] + (deepest if len(rows) == 1 else 0))
        for column, lot in lots:
            x, width = MARGIN + column * pitch, _columns(lot, columns) * pitch - 8
            rule = fonts.width(lot.rule, REGULAR, 8.5)
            title = TextBox(x, self.y + 1, width - rule - 6, 11)
            self.add(
                *block(lot.title, title, SEMIBOLD, 10.5, INK, anchor="start"),
                Text(x + width, self.y + 10, lot.rule, REGULAR, 8.5, GREY, "end"),
                _rule(x, self.y + 13.5, width, "#c9c4b8", 0.6),
            )
        self.y += 17
        for row, height in zip(rows, heights, strict=True):
            self.need(height + (deepest if row is rows[-1] else 0))
            for column, lot in row:
                for i, cell in enumerate(lot.cells):
                    self.add(*_drawn(cell, MARGIN + (column + i) * pitch, self.y, pitch))
            self.y += height
        self.y += self._notes(lots, columns, pitch) + (7 if deepest else 4)

    def _notes(self, lots: Sequence[tuple[int, Lot]], columns: int, pitch: float) -> float:
        """The notes of groups side by side; how deep the longest goes."""
        deepest = 0.0
        for column, lot in lots:
            x, y = MARGIN + column * pitch, self.y
            for note in lot.notes:
                width = _columns(lot, columns) * pitch - 8
                texts, y = paragraph(note, x, y, width, MEDIUM, _REMARK, ACCENT)
                self.add(*texts)
            deepest = max(deepest, y - self.y)
        return deepest

    def finished(self) -> list[Drawing]:
        """The pages, without an empty one at the end."""
        pages = self.pages if self.pages[-1] else self.pages[:-1]
        return [Drawing(*self.page, tuple(shapes)) for shapes in pages]


def _columns(lot: Lot, columns: int) -> int:
    """How many columns a group takes, its title included."""
    words = fonts.width(lot.title, SEMIBOLD, 10.5) + fonts.width(lot.rule, REGULAR, 8.5) + 16
    return min(columns, max(len(lot.cells), ceil(words / _CELL[0])))


def _depth(lot: Lot, width: float) -> float:
    """How deep a group's notes go."""
    return sum(paragraph(note, 0, 0, width, MEDIUM, _REMARK, INK)[1] for note in lot.notes)


def _height(cell: CounterCell, width: float) -> float:
    labelled = _CELL[1] if _label(cell) else _SIZE + 8
    if not cell.remark:
        return labelled
    remark = paragraph(cell.remark, 0, 0, width - 4, MEDIUM, _REMARK, INK)[1]
    return max(labelled, _remark_top(cell) + 3 + remark)


def _label(cell: CounterCell) -> str:
    """What stands under a counter."""
    label = f"{cell.count} × {cell.label}" if cell.count > 1 else cell.label
    return f"{label} {cell.mark}".strip()


def _remark_top(cell: CounterCell) -> float:
    """How far below a cell's top its remark begins."""
    return _SIZE + (15 if _label(cell) else 5)


def _drawn(cell: CounterCell, x: float, y: float, width: float) -> Iterator[Shape]:
    left = x + 1
    counter = draw(cell.face, _SIZE)
    if cell.count > 1:
        yield _under(cell.face, left + 2, y)
    yield counter.at(left, y + 2)
    room = TextBox(left, y + _SIZE + 4.5, width - 8, 11)
    texts = block(_label(cell), room, BOLD, 9, INK, lines=2)
    middle = left + _SIZE / 2
    yield from (replace(text, x=middle) for text in texts)
    if cell.remark:
        remark, _ = paragraph(
            cell.remark, left, y + _remark_top(cell), width - 6, MEDIUM, _REMARK, ACCENT
        )
        yield from remark


def _under(face: CounterFace, x: float, y: float) -> Polygon:
    """What shows that more of the same lie under a counter."""
    corners = ((x, y), (x + _SIZE, y), (x + _SIZE, y + _SIZE), (x, y + _SIZE))
    return Polygon(corners, Paint(face.palette.base, mix(face.palette.base, BLACK, 0.45), 0.5))


def _rule(x: float, y: float, width: float, colour: str, weight: float) -> Polygon:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=colour, width=weight), closed=False)


def numbered(pages: Sequence[Drawing], title: str) -> Iterator[Drawing]:
    """Pages with a title, their number and how many they are at the foot."""
    for number, page in enumerate(pages, 1):
        base = page.height - MARGIN + 2
        foot = (
            Text(MARGIN, base, title, REGULAR, 8, GREY, "start"),
            Text(page.width - MARGIN, base, f"{number} of {len(pages)}", REGULAR, 8, GREY, "end"),
        )
        yield Drawing(page.width, page.height, (*page.items, *foot), title)
