"""Steps that a group of units has lost among them, spread over its units.

Each unit of the group loses a step in the order of the list, then each a second one, and so on;
none loses its last.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hexmarshal.game.position import Piece
from hexmarshal.game.scenario import Placement


@dataclass(frozen=True, slots=True)
class Group:
    """A group as the lists print it, and what each of its units has lost."""

    title: str
    rule: str
    steps: int
    units: tuple[Piece, ...]

    @property
    def left(self) -> int:
        """Steps that its units cannot bear."""
        return self.steps - sum(piece.steps_lost for piece in self.units)


def spread(told: Iterable[tuple[Placement, Sequence[Piece]]]) -> list[Group]:
    """The groups of some lines, each with its losses spread."""
    rows: dict[str, Placement] = {}
    units: dict[str, list[Piece]] = {}
    for row, pieces in told:
        if row.group_steps_lost:
            rows.setdefault(row.group, row)
            units.setdefault(row.group, []).extend(pieces)
    return [
        Group(
            title,
            row.rule,
            row.group_steps_lost,
            tuple(_spread(units[title], row.group_steps_lost)),
        )
        for title, row in rows.items()
    ]


def _spread(units: Sequence[Piece], steps: int) -> list[Piece]:
    lost: Tally[str] = Tally()
    while steps:
        able = [piece for piece in units if _can_lose(piece, lost[piece.ref])][:steps]
        if not able:
            break
        lost.update(piece.ref for piece in able)
        steps -= len(able)
    return [replace(piece, steps_lost=piece.steps_lost + lost[piece.ref]) for piece in units]


def _can_lose(piece: Piece, lost: int) -> bool:
    steps = piece.value("steps").number
    return isinstance(steps, int) and steps - piece.steps_lost - lost > 1
