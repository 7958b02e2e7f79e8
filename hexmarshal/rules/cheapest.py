"""The cheapest way over a board: Dijkstra's search with a queue of hexes by cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

Steps = Callable[[int], Iterable[tuple[int, int]]]
"""The hexes that a hex leads to, and what each step costs."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way from hex to hex and what it costs."""

    cost: int
    hexes: tuple[int, ...]


def cheapest(starts: Mapping[int, int], end: int, steps: Steps) -> Way | None:
    """The cheapest way to a hex from any of several, each at what it costs to begin there.

    Of ways that cost the same the one with fewer steps is taken. None when none leads there.
    """
    queue = [(cost, 0, hex_) for hex_, cost in starts.items()]
    queue.sort()
    came: dict[int, int | None] = dict.fromkeys(starts)
    best = {hex_: (cost, 0) for hex_, cost in starts.items()}
    while queue:
        cost, length, hex_ = heappop(queue)
        if (cost, length) > best[hex_]:
            continue
        if hex_ == end:
            return Way(cost, _back(came, hex_))
        for beyond, price in steps(hex_):
            found = (cost + price, length + 1)
            if beyond not in best or found < best[beyond]:
                best[beyond] = found
                came[beyond] = hex_
                heappush(queue, (*found, beyond))
    return None


def _back(came: Mapping[int, int | None], end: int) -> tuple[int, ...]:
    way = []
    here: int | None = end
    while here is not None:
        way.append(here)
        here = came[here]
    return tuple(reversed(way))
