"""Timing a piece of work side by side with its floor.

Machines are noisy and differ, so figures are ratios of the processor's time: work and floor take
turns in one run, and the best of several rounds counts for each.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True)
class Pair:
    """A piece of work and its floor: the bare part of it that cannot be left out."""

    name: str
    work: Callable[[], object]
    floor: Callable[[], object]
    floor_name: str
    target: float
    """The ratio that the work should reach in the end."""


@dataclass(frozen=True, slots=True)
class Timed:
    """The best times of a pair, in seconds of the processor."""

    pair: Pair
    work: float
    floor: float

    @property
    def ratio(self) -> float:
        return self.work / self.floor


def measure(pair: Pair, rounds: int) -> Timed:
    """Lets work and floor take turns; garbage is collected between the rounds, not in them."""
    works, floors = [], []
    for _ in range(rounds):
        works.append(_once(pair.work))
        floors.append(_once(pair.floor))
    return Timed(pair, min(works), min(floors))


def _once(call: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = process_time()
        call()
        return process_time() - start
    finally:
        gc.enable()
