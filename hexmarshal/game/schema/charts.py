"""The forms of `charts.yaml`: tables that players want at hand."""

from __future__ import annotations

from pydantic import Field

from hexmarshal.game.basis import Basis
from hexmarshal.game.schema.fields import Form, Title


class TableForm(Form):
    """A table of a chart; a column `Movement: Leg` stands as `Leg` under the head `Movement`."""

    title: Title
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    columns: tuple[str, ...] = Field(min_length=1, max_length=30)
    rows: tuple[tuple[str, ...], ...] = Field(min_length=1)
    notes: tuple[str, ...] = ()


class ChartForm(Form):
    """The tables that stand together on one page."""

    title: Title
    tables: tuple[TableForm, ...] = Field(min_length=1)


class ChartsForm(Form):
    """`charts.yaml`: the tables that players want at hand, a page each in module and kit."""

    charts: tuple[ChartForm, ...] = Field(min_length=1)
