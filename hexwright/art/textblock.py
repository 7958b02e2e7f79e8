"""Words set in a room: broken into lines and sized so that they fill it and never leave it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from hexwright.art import fonts
from hexwright.art.drawing import Text

GAP = 0.45
"""Kept free between lines at least, in heights of a capital."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a text may stand: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def block(
    text: str,
    room: Room,
    face: str,
    size: float,
    ink: str,
    *,
    lines: int = 1,
    anchor: str = "middle",
    narrowest: float = 0.8,
) -> tuple[Text, ...]:
    """A text in at most so many lines, in the largest setting up to `size` that fits the room.

    Lines break at spaces, after slashes and hyphens. The block stands in the middle of the room's
    height, and in its width where `anchor` says.
    """
    text = " ".join(text.split())
    if not text:
        return ()
    settings = [_setting(broken, room, face, size, narrowest) for broken in _breaks(text, lines)]
    best = max(settings, key=_merit)
    cap = fonts.cap_height(face, best.size)
    pitch = cap * (1 + GAP)
    top = room.y + (room.height - (cap + pitch * (len(best.lines) - 1))) / 2
    x = room.x + {"start": 0.0, "middle": room.width / 2, "end": room.width}[anchor]
    return tuple(
        Text(x, top + cap + i * pitch, line, face, best.size, ink, anchor, stretch=best.stretch)
        for i, line in enumerate(best.lines)
    )


@dataclass(frozen=True, slots=True)
class _Setting:
    lines: tuple[str, ...]
    size: float
    stretch: float


def _merit(setting: _Setting) -> float:
    """How well a setting reads: large and wide letters, and no line break without need."""
    return float(setting.size * setting.stretch**0.5 * 0.9 ** (len(setting.lines) - 1))


def _setting(
    lines: tuple[str, ...], room: Room, face: str, size: float, narrowest: float
) -> _Setting:
    tallest = room.height / (1 + (1 + GAP) * (len(lines) - 1)) / fonts.cap_height(face, 1)
    widest = max(lines, key=lambda line: fonts.width(line, face, 1))
    fit = fonts.fit(widest, face, min(size, tallest), room.width, narrowest)
    return _Setting(lines, fit.size, fit.stretch)


def _breaks(text: str, lines: int) -> Iterator[tuple[str, ...]]:
    """Every way to set a text in 1 to `lines` lines."""
    parts = [part for part in re.findall(r"[^\s/-]+[/-]*|[/-]+|\s+", text) if part]
    places = range(1, len(parts))
    for count in range(min(lines, len(parts))):
        for cuts in combinations(places, count):
            ends = (0, *cuts, len(parts))
            rows = ("".join(parts[a:b]).strip() for a, b in pairwise(ends))
            broken = tuple(row for row in rows if row)
            if len(broken) == count + 1:
                yield broken
