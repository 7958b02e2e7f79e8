"""Sizes, colours and shelves that all printed pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from hexwright.art.drawing import PT_PER_INCH, PT_PER_MM

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
