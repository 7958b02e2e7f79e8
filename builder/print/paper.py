"""What printed pages share: sizes, colours, the ruler, and shelves of things side by side."""

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
"""Width and height of paper, in points."""

MARGIN, FOOT = 14 * PT_PER_MM, 9 * PT_PER_MM
"""Kept free along the edges of a page that is read, not cut; and above its lower margin for what
stands at its foot."""

INK, GREY, ACCENT = "#1c1c1c", "#5f5f5f", "#8c2a1c"

T = TypeVar("T")


def shelves(items: Iterable[T], width: Callable[[T], float], room: float) -> Iterator[list[T]]:
    """Items in their order, as many side by side as there is room for; one too wide stands alone.

    Widths and room are in one unit, the caller's.
    """
    shelf: list[T] = []
    taken = 0.0
    for item in items:
        need = width(item)
        if shelf and taken + need > room:
            yield shelf
            shelf, taken = [], 0.0
        shelf.append(item)
        taken += need
    if shelf:
        yield shelf


def ruler(x: float, y: float) -> Iterator[Shape]:
    """A ruler of 100 mm with its left end at a point, and how to print."""
    heights = {mm: 6 if mm % 50 == 0 else 4 if mm % 10 == 0 else 2 for mm in range(0, 101, 5)}
    ticks = tuple(
        ((x + mm * PT_PER_MM, y), (x + mm * PT_PER_MM, y - high)) for mm, high in heights.items()
    )
    yield Polylines((((x, y), (x + 100 * PT_PER_MM, y)), *ticks), Paint(None, INK, 0.5, cap="butt"))
    for mm in (0, 50, 100):
        yield Text(x + mm * PT_PER_MM, y - 8, str(mm), REGULAR, 6, INK)
    words = "print at 100 %: this ruler must measure 100 mm"
    yield Text(x + 50 * PT_PER_MM, y + 7.5, words, REGULAR, 7, INK)
