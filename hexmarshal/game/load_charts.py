"""Reading the charts of a game: `scenarios/ID/charts.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game import schema
from hexmarshal.game.charts import Chart, Table
from hexmarshal.game.faults import Fault
from hexmarshal.game.reading import Reading
from hexmarshal.game.tables import is_there
from hexmarshal.game.yamldoc import Document

FILE = "charts.yaml"


def read_charts(reading: Reading) -> tuple[Chart, ...]:
    """The game's `charts.yaml`; nothing when it has none."""
    path = reading.folders.scenarios / FILE
    found = reading.document(path, schema.ChartsForm) if is_there(path) else None
    if found is None:
        return ()
    form, document = found
    reading.faults.extend(_faults(form, document))
    return tuple(
        Chart(
            chart.title,
            tuple(
                Table(t.title, t.columns, t.rows, t.rule, t.basis, t.notes) for t in chart.tables
            ),
        )
        for chart in form.charts
    )


def _faults(form: schema.ChartsForm, document: Document) -> Iterator[Fault]:
    """Rows with more or fewer cells than the table has columns, and titles that stand twice."""
    titles = [chart.title for chart in form.charts]
    for i, chart in enumerate(form.charts):
        if chart.title in titles[:i]:
            mark = document.mark(("charts", i, "title"))
            yield Fault(mark, f"{chart.title!r} stands twice in charts", "give it another title")
        for j, table in enumerate(chart.tables):
            for k, row in enumerate(table.rows):
                if len(row) != len(table.columns):
                    mark = document.mark(("charts", i, "tables", j, "rows", k))
                    wrong = f"the row has {len(row)} cells, {table.title!r} {len(table.columns)}"
                    yield Fault(mark, wrong, "write a cell for each column, '' for an empty one")
