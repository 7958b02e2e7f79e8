"""Shared by all printed pages: paper sizes, colours, the ruler, and rows of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from hexmarshal.art.drawing import PT_PER_INCH, PT_PER_MM, Paint, Polylines, Shape, Text
from hexmarshal.art.fonts import REGULAR

PAPERS = {
    "a4": (210 * PT_PER_MM, 297 * PT_PER_MM),
    "letter": (8.5 * PT_PER_INCH, 11 * PT_PER_INCH),
    "sheet": (22 * PT_PER_INCH, 34 * PT_PER_INCH),
}
"""Width and height of each paper size, in points."""

MARGIN, FOOT = 14 * PT_PER_MM, 9 * PT_PER_MM
"""The margin of pages that are read rather than cut, and the height of the footer, in points."""

INK, GREY, ACCENT = "#1c1c1c", "#5f5f5f", "#8c2a1c"

T = TypeVar("T")


def rows_of(items: Iterable[T], width: Callable[[T], float], room: float) -> Iterator[list[T]]:
    """Splits items into rows that fit into `room`; an item that is too wide gets its own row.

    `width` and `room` use the same unit.
    """
    row: list[T] = []
    taken = 0.0
    for item in items:
        need = width(item)
        if row and taken + need > room:
            yield row
            row, taken = [], 0.0
        row.append(item)
        taken += need
    if row:
        yield row


def ruler(x: float, y: float) -> Iterator[Shape]:
    """A ruler of 100 mm, its left end at (x, y), with a line on how to print."""
    heights = {mm: 6 if mm % 50 == 0 else 4 if mm % 10 == 0 else 2 for mm in range(0, 101, 5)}
    ticks = tuple(
        ((x + mm * PT_PER_MM, y), (x + mm * PT_PER_MM, y - high)) for mm, high in heights.items()
    )
    yield Polylines((((x, y), (x + 100 * PT_PER_MM, y)), *ticks), Paint(None, INK, 0.5, cap="butt"))
    for mm in (0, 50, 100):
        yield Text(x + mm * PT_PER_MM, y - 8, str(mm), REGULAR, 6, INK)
    words = "print at 100 %: this ruler must measure 100 mm"
    yield Text(x + 50 * PT_PER_MM, y + 7.5, words, REGULAR, 7, INK)
