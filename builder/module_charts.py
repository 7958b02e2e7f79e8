"""The charts window, and a game's charts as its pages of HTML.

VASSAL shows HTML 3.2 with a little CSS, so the pages' colours and spaces are attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from builder.charts import EDGE, EVEN, HEAD, ODD, notes
from builder.module_help import ARRIVALS
from builder.module_keys import key_stroke
from builder.module_pieces import PieceMaker
from builder.paper import ACCENT, GREY, INK
from hexmarshal.game.charts import Chart, Table
from hexmarshal.vassal.buildfile import Component, component


def chart_file(number: int, chart: Chart) -> str:
    """The name of a chart's page in the module; `number` counts from 1."""
    return f"chart-{number}-{re.sub(r'[^a-z0-9]+', '-', chart.title.casefold()).strip('-')}.html"


def chart_entry(name: str) -> str:
    """Where VASSAL looks for a chart: pictures among the pictures, pages at the top."""
    return f"images/{name}" if name.endswith(".png") else name


def chart_window(maker: PieceMaker) -> Component:
    """The arrivals, the game's charts, and those of its `module:` section."""
    charts = [component("HtmlChart", chartName="Arrivals", fileName=ARRIVALS)]
    for number, page in enumerate(maker.game.charts, 1):
        name = chart_file(number, page)
        charts.append(component("HtmlChart", chartName=page.title, fileName=name))
    for chart in maker.form.charts:
        kind = "HtmlChart" if chart.file.endswith(".html") else "Chart"
        charts.append(component(kind, chartName=chart.title, fileName=chart.file))
    return component(
        "ChartWindow",
        component("TabWidget", *charts, entryName="Charts"),
        name="Charts",
        text="Charts",
        tooltip="Arrivals and tables",
        hotkey=key_stroke("Ctrl+Shift+T"),
    )


def chart_page(chart: Chart) -> str:
    """A chart as a page of HTML."""
    style = f"body{{font-family:sans-serif;margin:10px;color:{INK}}}h2{{color:{ACCENT}}}"
    return "\n".join(
        (
            f"<html><head><title>{escape(chart.title)}</title><style>{style}</style></head>",
            "<body bgcolor='#ffffff'>",
            *(line for table in chart.tables for line in _html(table)),
            "</body></html>",
            "",
        )
    )


def _html(table: Table) -> Iterator[str]:
    rule = f" <font size='-1' color='{GREY}'>{escape(table.rule)}</font>" if table.rule else ""
    yield f"<h2>{escape(table.title)}{rule}</h2>"
    yield f"<table border='0' cellspacing='1' cellpadding='4' bgcolor='{EDGE}'>"
    if table.heads:
        cells = ((f"colspan='{span}' align='center'", over) for over, span in table.heads)
        yield _row(HEAD, cells, head=True)
    yield _row(HEAD, (("align='left'", name) for name in table.names), head=True)
    for i, row in enumerate(table.rows):
        yield _row(ODD if i % 2 else EVEN, (("valign='top'", cell) for cell in row))
    yield "</table>"
    for note in notes(table):
        yield f"<p><font size='-1'>{escape(note)}</font></p>"


def _row(ground: str, cells: Iterator[tuple[str, str]], *, head: bool = False) -> str:
    before, after = ("<font color='#ffffff'><b>", "</b></font>") if head else ("", "")
    inner = "".join(f"<td {how}>{before}{escape(text)}{after}</td>" for how, text in cells)
    return f"<tr bgcolor='{ground}'>{inner}</tr>"
