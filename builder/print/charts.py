"""A game's charts as sheets to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
)
from reportlab.platypus import Table as PrintedTable

from builder.print.paper import ACCENT, FOOT, GREY, INK, MARGIN, PAPERS, shelves
from hexmarshal.art.fonts import BOLD, ITALIC, REGULAR, SEMIBOLD, width
from hexmarshal.art.pdf import font
from hexmarshal.game.basis import Basis
from hexmarshal.game.model import Chart, ChartTable

HEAD, EVEN, ODD, EDGE = "#5c4a3d", "#f4efe4", "#e9e1d0", "#c9bda6"
"""Grounds of a table's head and of its rows by turns, and the lines between them."""

_SAID = {
    Basis.CORRECTION: "A misprint is put right.",
    Basis.READING: "One of several readings.",
    Basis.HOUSE: "House values of our own.",
    Basis.SERIES: "From the series rules.",
    Basis.RECONSTRUCTED: "Reconstructed.",
}
"""What is said of a table that does not stand in the rulebook as it is."""


def notes(table: ChartTable) -> tuple[str, ...]:
    """What stands under a table: its notes, and what it rests on unless the rulebook prints it."""
    said = _SAID.get(table.basis)
    return (*table.notes, said) if said else table.notes


_SIZE = 9.5
"""Size of a cell's text."""
_PAD = 4.0
"""Points left and right of a cell's text."""
_GAP = 18.0
"""Points between two tables side by side."""
_NARROW = 230.0
"""Notes are not set narrower than this if they are longer."""


def charts_pdf(title: str, charts: Sequence[Chart], paper: str) -> bytes:
    """The charts as a PDF, each on pages of its own. `paper` is a name of `PAPERS`."""
    target = BytesIO()
    room = PAPERS[paper][0] - 2 * MARGIN
    document = SimpleDocTemplate(
        target,
        pagesize=PAPERS[paper],
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN + FOOT,
        title=f"{title}: charts",
        author="Hexmarshal",
        invariant=1,
    )

    def foot(canvas: Canvas, _: SimpleDocTemplate) -> None:
        canvas.setFont(font(REGULAR), 8)
        canvas.setFillColor(GREY)
        canvas.drawString(MARGIN, MARGIN, f"{title}, charts")
        canvas.drawRightString(PAPERS[paper][0] - MARGIN, MARGIN, str(canvas.getPageNumber()))

    height = PAPERS[paper][1] - 2 * MARGIN - FOOT - 40
    story = [part for chart in charts for part in _printed(chart, room, height)]
    document.build(story, onFirstPage=foot, onLaterPages=foot)
    return target.getvalue()


def _style(face: str, size: float, colour: str = INK, **more: float) -> ParagraphStyle:
    return ParagraphStyle(
        f"{face}-{size}-{colour}",
        fontName=font(face),
        fontSize=size,
        leading=size * 1.2,
        textColor=colour,
        **more,
    )


def _printed(chart: Chart, room: float, height: float) -> Iterator[Flowable]:
    """A chart as parts that flow down the pages; a short one goes on below another."""
    head = [Paragraph(escape(chart.title), _style(BOLD, 18, ACCENT, spaceBefore=8, spaceAfter=4))]
    for shelf in shelves(chart.tables, lambda table: _width(table, room) + _GAP, room + _GAP):
        together = _side_by_side(shelf, room)
        if together.wrap(room, height)[1] <= height:
            yield KeepTogether([*head, together])
        else:
            yield from (*head, *(part for table in shelf for part in _block(table, room)))
        head = []


def _side_by_side(shelf: Sequence[ChartTable], room: float) -> PrintedTable:
    widths = [_width(table, room) + _GAP for table in shelf]
    looks = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 8),
        *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "BOTTOM")),
    ]
    cells = [list(_block(table, width - _GAP)) for table, width in zip(shelf, widths, strict=True)]
    return PrintedTable([cells], widths, style=looks, hAlign="LEFT")


def _width(table: ChartTable, room: float) -> float:
    """How wide a table stands with what is written over and under it."""
    title = width(table.title, SEMIBOLD, 11.5) + width(f" {table.rule}", REGULAR, 8.5) + 2
    under = max((width(note, ITALIC, 8.5) + 2 for note in notes(table)), default=0.0)
    return min(room, max(sum(_widths(table, room)), title, min(under, _NARROW)))


def _block(table: ChartTable, room: float) -> Iterator[Flowable]:
    rule = f" <font size='8.5' color='{GREY}'>{escape(table.rule)}</font>" if table.rule else ""
    yield Paragraph(
        f"{escape(table.title)}{rule}", _style(SEMIBOLD, 11.5, spaceBefore=8, spaceAfter=3)
    )
    yield _grid(table, room)
    for note in notes(table):
        yield Paragraph(escape(note), _style(ITALIC, 8.5, spaceBefore=2))


def _grid(table: ChartTable, room: float) -> PrintedTable:
    text, head = _style(REGULAR, _SIZE), _style(SEMIBOLD, _SIZE, "#ffffff")
    top = [[cell for over, span in table.heads for cell in (over, *[""] * (span - 1))]]
    heads = [*(top if table.heads else ()), list(table.names)]
    rows = [
        *([Paragraph(escape(cell), head) for cell in row] for row in heads),
        *([Paragraph(escape(cell), text) for cell in row] for row in table.rows),
    ]
    first = len(heads)
    looks: list[tuple[object, ...]] = [
        ("BACKGROUND", (0, 0), (-1, first - 1), HEAD),
        ("ROWBACKGROUNDS", (0, first), (-1, -1), (EVEN, ODD)),
        ("GRID", (0, 0), (-1, -1), 0.4, EDGE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 2.0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3.0),
        *_spans(table),
    ]
    return PrintedTable(
        rows, _widths(table, room), style=looks, repeatRows=first, hAlign="LEFT", splitInRow=1
    )


def _spans(table: ChartTable) -> Iterator[tuple[object, ...]]:
    column = 0
    for _, span in table.heads:
        yield "SPAN", (column, 0), (column + span - 1, 0)
        column += span


def _widths(table: ChartTable, room: float) -> list[float]:
    """As wide as the longest text of each column; the widest give way where there is no room."""
    spare = 2 * _PAD + 2
    wanted = [
        max(width(cell, SEMIBOLD, _SIZE) for cell in column) + spare
        for column in zip(table.names, *table.rows, strict=True)
    ]
    first = 0
    for over, span in table.heads:
        lacking = width(over, SEMIBOLD, _SIZE) + spare - sum(wanted[first : first + span])
        wanted[first] += max(lacking, 0.0)
        first += span
    while sum(wanted) > room + 0.01:
        widest = max(wanted)
        others = [w for w in wanted if w < widest]
        many = len(wanted) - len(others)
        narrower = max(max(others, default=0.0), (room - sum(others)) / many)
        wanted = [narrower if w == widest else w for w in wanted]
    return wanted
