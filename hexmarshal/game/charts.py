"""Charts: the tables that players want at hand, as rows of plain texts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from hexmarshal.game.basis import Basis


@dataclass(frozen=True, slots=True)
class Table:
    """One table. A column named `Movement: Leg` stands as `Leg` under the head `Movement`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rule: str = ""
    basis: Basis = Basis.RULEBOOK
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' own names."""
        return tuple(_halves(column)[1] for column in self.columns)

    @property
    def heads(self) -> tuple[tuple[str, int], ...]:
        """What stands over neighbouring columns, and over how many; empty if nothing does."""
        runs = groupby(_halves(column)[0] for column in self.columns)
        found = tuple((over, len(list(run))) for over, run in runs)
        return found if any(over for over, _ in found) else ()


@dataclass(frozen=True, slots=True)
class Chart:
    """The tables that stand together on one page."""

    title: str
    tables: tuple[Table, ...]


def _halves(column: str) -> tuple[str, str]:
    over, colon, name = column.partition(": ")
    return (over, name) if colon else ("", column)
