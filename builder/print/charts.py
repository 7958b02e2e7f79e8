"""A game's charts as printed sheets."""

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

from builder.print.paper import ACCENT, FOOT, GREY, INK, MARGIN, PAPERS, rows_of
from hexmarshal.art.fonts import BOLD, ITALIC, REGULAR, SEMIBOLD, width
from hexmarshal.art.pdf import font
from hexmarshal.game.basis import Basis
from hexmarshal.game.model import Chart, ChartTable

HEAD, EVEN, ODD, EDGE = "#5c4a3d", "#f4efe4", "#e9e1d0", "#c9bda6"
"""Background of a table's header and of its alternating rows, and the colour of its lines."""

_BASIS_NOTES = {
    Basis.CORRECTION: "Misprint corrected.",
    Basis.READING: "One of several possible readings.",
    Basis.HOUSE: "House values: our own estimates.",
    Basis.SERIES: "From the series rules.",
    Basis.RECONSTRUCTED: "Reconstructed.",
}
"""The note under a table that is not copied from the rulebook, by basis."""


def notes(table: ChartTable) -> tuple[str, ...]:
    """The lines under a table: its notes, and its basis unless the rulebook prints it."""
    basis = _BASIS_NOTES.get(table.basis)
    return (*table.notes, basis) if basis else table.notes


_SIZE = 9.5
"""Size of a cell's text, in points."""
_PAD = 4.0
"""Padding left and right of a cell's text, in points."""
_GAP = 18.0
"""Space between two tables side by side, in points."""
_NARROW = 230.0
"""The least width of a longer note, in points."""


def charts_pdf(title: str, charts: Sequence[Chart], paper: str) -> bytes:
    """The charts as a PDF. `paper` is a key of `PAPERS`."""
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
    """A chart as flowables: its title, then its tables, side by side where they fit."""
    head = [Paragraph(escape(chart.title), _style(BOLD, 18, ACCENT, spaceBefore=8, spaceAfter=4))]
    for tables in rows_of(chart.tables, lambda table: _width(table, room) + _GAP, room + _GAP):
        together = _side_by_side(tables, room)
        if together.wrap(room, height)[1] <= height:
            yield KeepTogether([*head, together])
        else:
            yield from (*head, *(part for table in tables for part in _block(table, room)))
        head = []


def _side_by_side(tables: Sequence[ChartTable], room: float) -> PrintedTable:
    widths = [_width(table, room) + _GAP for table in tables]
    looks = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 8),
        *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "BOTTOM")),
    ]
    cells = [list(_block(table, width - _GAP)) for table, width in zip(tables, widths, strict=True)]
    return PrintedTable([cells], widths, style=looks, hAlign="LEFT")


def _width(table: ChartTable, room: float) -> float:
    """The width of a table with its title and notes, in points."""
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
    """The column widths, for the longest text of each; the widest shrink if the page is narrow."""
    spare = 2 * _PAD + 2
    widths = [
        max(width(cell, SEMIBOLD, _SIZE) for cell in column) + spare
        for column in zip(table.names, *table.rows, strict=True)
    ]
    first = 0
    for over, span in table.heads:
        lacking = width(over, SEMIBOLD, _SIZE) + spare - sum(widths[first : first + span])
        widths[first] += max(lacking, 0.0)
        first += span
    while sum(widths) > room + 0.01:
        widest = max(widths)
        others = [w for w in widths if w < widest]
        many = len(widths) - len(others)
        narrower = max(max(others, default=0.0), (room - sum(others)) / many)
        widths = [narrower if w == widest else w for w in widths]
    return widths
