"""Page layout for set-up sheets: headings, paragraphs and groups of counters, top to bottom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil

from builder.print.paper import ACCENT, FOOT, GREY, INK, MARGIN, rows_of
from hexmarshal.art import fonts
from hexmarshal.art.colours import BLACK, mix
from hexmarshal.art.counter import CounterFace
from hexmarshal.art.counter.faces import draw
from hexmarshal.art.drawing import XY, Drawing, Paint, Polygon, Shape, Text
from hexmarshal.art.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD
from hexmarshal.art.textblock import TextBox, block, paragraph


@dataclass(frozen=True, slots=True)
class CounterCell:
    """A counter with its label and remark."""

    face: CounterFace
    label: str
    remark: str
    count: int
    mark: str = ""
    """The reference mark of one of the group's notes."""


@dataclass(frozen=True, slots=True)
class CounterGroup:
    """Counters under one title."""

    title: str
    rule: str
    cells: tuple[CounterCell, ...]
    notes: tuple[str, ...] = ()
    """Printed below the counters, each with its reference mark."""


Placed = tuple[int, CounterGroup]
"""A group and the column of the page at which it starts."""


# -- pages ------------------------------------------------------------------------------------

_SIZE = 34.0
"""Width of a counter, in points."""
_CELL = (48.0, 53.0)
"""Width and height of a cell without a remark, in points."""
_REMARK = 7.0
"""Type size of remarks and notes, in points."""


@dataclass
class PageFlow:
    """Pages that fill from top to bottom; `y` is the next free line of the last page."""

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

    def new_page(self) -> None:
        """Starts a new page unless this one is empty."""
        if self.pages[-1]:
            self.pages.append([])
        self.y = MARGIN

    def reserve(self, height: float) -> None:
        """Starts a new page unless `height` points fit on this one."""
        if self.y + height > self.bottom:
            self.new_page()

    def heading(self, title: str, rule: str = "") -> None:
        """A heading across the page, with the section of the rules that covers everything below."""
        self.reserve(30 + 24 + _CELL[1])
        if self.y > MARGIN:
            self.y += 8
        self.add(
            Text(MARGIN, self.y + 15, title, BOLD, 16, ACCENT, "start"),
            Text(MARGIN + self.width, self.y + 15, rule, REGULAR, 9.5, GREY, "end"),
            _rule(MARGIN, self.y + 20, self.width, ACCENT, 1.2),
        )
        self.y += 28

    def paragraph(self, text: str, size: float, face: str = REGULAR, indent: float = 0.0) -> None:
        """A paragraph across the page, kept on one page."""
        height = paragraph(text, 0, 0, self.width - indent, face, size, INK)[1]
        self.reserve(height)
        texts, self.y = paragraph(
            text, MARGIN + indent, self.y, self.width - indent, face, size, INK
        )
        self.add(*texts)

    def groups(self, groups: Sequence[CounterGroup]) -> None:
        """Groups of counters, small ones side by side, each kept together with its title."""
        columns = max(1, int(self.width // _CELL[0]))
        for row in rows_of(groups, lambda group: _columns(group, columns), columns):
            starts = accumulate((_columns(group, columns) for group in row), initial=0)
            self._row(list(zip(starts, row, strict=False)), columns)

    def _row(self, groups: Sequence[Placed], columns: int) -> None:
        """Draws a row of groups, each with its first column; a long group takes several rows."""
        pitch = self.width / columns
        rows = [groups]
        if len(groups[0][1].cells) > columns:
            (_, group) = groups[0]
            parts = [group.cells[i : i + columns] for i in range(0, len(group.cells), columns)]
            rows = [[(0, replace(group, cells=part))] for part in parts]
        heights = [
            max(_height(cell, pitch) for _, group in row for cell in group.cells) for row in rows
        ]
        deepest = max(
            _notes_height(group, _columns(group, columns) * pitch - 8) for _, group in groups
        )
        self.reserve(18 + heights[0] + (deepest if len(rows) == 1 else 0))
        for column, group in groups:
            x, width = MARGIN + column * pitch, _columns(group, columns) * pitch - 8
            rule = fonts.width(group.rule, REGULAR, 8.5)
            title = TextBox(x, self.y + 1, width - rule - 6, 11)
            self.add(
                *block(group.title, title, SEMIBOLD, 10.5, INK, anchor="start"),
                Text(x + width, self.y + 10, group.rule, REGULAR, 8.5, GREY, "end"),
                _rule(x, self.y + 13.5, width, "#c9c4b8", 0.6),
            )
        self.y += 17
        for row, height in zip(rows, heights, strict=True):
            self.reserve(height + (deepest if row is rows[-1] else 0))
            for column, group in row:
                for i, cell in enumerate(group.cells):
                    self.add(*_drawn(cell, MARGIN + (column + i) * pitch, self.y, pitch))
            self.y += height
        self.y += self._notes(groups, columns, pitch) + (7 if deepest else 4)

    def _notes(
        self, groups: Sequence[tuple[int, CounterGroup]], columns: int, pitch: float
    ) -> float:
        """Adds the notes of a row of groups; returns the height of the longest."""
        deepest = 0.0
        for column, group in groups:
            x, y = MARGIN + column * pitch, self.y
            for note in group.notes:
                width = _columns(group, columns) * pitch - 8
                texts, y = paragraph(note, x, y, width, MEDIUM, _REMARK, ACCENT)
                self.add(*texts)
            deepest = max(deepest, y - self.y)
        return deepest

    def finished(self) -> list[Drawing]:
        """The pages, without an empty last one."""
        pages = self.pages if self.pages[-1] else self.pages[:-1]
        return [Drawing(*self.page, tuple(shapes)) for shapes in pages]


def _columns(group: CounterGroup, columns: int) -> int:
    """The number of columns a group takes, title included."""
    words = fonts.width(group.title, SEMIBOLD, 10.5) + fonts.width(group.rule, REGULAR, 8.5) + 16
    return min(columns, max(len(group.cells), ceil(words / _CELL[0])))


def _notes_height(group: CounterGroup, width: float) -> float:
    """The height of a group's notes, in points."""
    return sum(paragraph(note, 0, 0, width, MEDIUM, _REMARK, INK)[1] for note in group.notes)


def _height(cell: CounterCell, width: float) -> float:
    labelled = _CELL[1] if _label(cell) else _SIZE + 8
    if not cell.remark:
        return labelled
    remark = paragraph(cell.remark, 0, 0, width - 4, MEDIUM, _REMARK, INK)[1]
    return max(labelled, _remark_top(cell) + 3 + remark)


def _label(cell: CounterCell) -> str:
    """The label under a counter."""
    label = f"{cell.count} × {cell.label}" if cell.count > 1 else cell.label
    return f"{label} {cell.mark}".strip()


def _remark_top(cell: CounterCell) -> float:
    """The distance from a cell's top to its remark, in points."""
    return _SIZE + (15 if _label(cell) else 5)


def _drawn(cell: CounterCell, x: float, y: float, width: float) -> Iterator[Shape]:
    left = x + 1
    counter = draw(cell.face, _SIZE)
    if cell.count > 1:
        yield _second_copy(cell.face, left + 2, y)
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


def _second_copy(face: CounterFace, x: float, y: float) -> Polygon:
    """The edge of a second counter under a counter, for cells with several copies."""
    corners = ((x, y), (x + _SIZE, y), (x + _SIZE, y + _SIZE), (x, y + _SIZE))
    return Polygon(corners, Paint(face.palette.base, mix(face.palette.base, BLACK, 0.45), 0.5))


def _rule(x: float, y: float, width: float, colour: str, weight: float) -> Polygon:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=colour, width=weight), closed=False)


def numbered(pages: Sequence[Drawing], title: str) -> Iterator[Drawing]:
    """Adds a footer to each page: title, page number and number of pages."""
    for number, page in enumerate(pages, 1):
        base = page.height - MARGIN + 2
        foot = (
            Text(MARGIN, base, title, REGULAR, 8, GREY, "start"),
            Text(page.width - MARGIN, base, f"{number} of {len(pages)}", REGULAR, 8, GREY, "end"),
        )
        yield Drawing(page.width, page.height, (*page.items, *foot), title)
