"""Text in a box: broken into lines and sized to fill the box without overflowing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from hexmarshal.art import fonts
from hexmarshal.art.drawing import Text

PITCH = 1.45
"""Least distance between baselines, in cap heights."""
GAP = 0.12
"""Least gap between the letters of two lines, in cap heights."""
LEAST_GAP = 0.15
"""Points between the inks of two lines, however small the letters."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """A box for text: its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def block(
    text: str,
    room: TextBox,
    face: str,
    size: float,
    ink: str,
    *,
    lines: int = 1,
    anchor: str = "middle",
    narrowest: float = 0.8,
) -> tuple[Text, ...]:
    """A text in at most `lines` lines, in the largest setting up to `size` that fits the box.

    Lines break at spaces and after slashes and hyphens. The block is centred vertically; `anchor`
    gives its horizontal place.
    """
    text = " ".join(text.split())
    if not text:
        return ()
    settings = [_setting(broken, room, face, size, narrowest) for broken in _breaks(text, lines)]
    best = max(settings, key=_merit)
    drops = _drops(best.lines, face, best.size, LEAST_GAP)
    cap = fonts.cap_height(face, best.size)
    above = fonts.reach(best.lines[0], face, best.size)[0]
    below = fonts.reach(best.lines[-1], face, best.size)[1]
    first = room.y + (room.height - cap - drops[-1]) / 2 + cap
    first = max(min(first, room.y + room.height - below - drops[-1]), room.y + above)
    x = room.x + {"start": 0.0, "middle": room.width / 2, "end": room.width}[anchor]
    return tuple(
        Text(x, first + drop, line, face, best.size, ink, anchor, stretch=best.stretch)
        for line, drop in zip(best.lines, drops, strict=True)
    )


def _drops(lines: tuple[str, ...], face: str, size: float, least_gap: float = 0.0) -> list[float]:
    """The distance of each baseline below the first one, in points."""
    cap = fonts.cap_height(face, size)
    gap = max(GAP * cap, least_gap)
    drops = [0.0]
    for upper, lower in pairwise(lines):
        ink = fonts.reach(upper, face, size)[1] + gap + fonts.reach(lower, face, size)[0]
        drops.append(drops[-1] + max(PITCH * cap, ink))
    return drops


@dataclass(frozen=True, slots=True)
class _Setting:
    lines: tuple[str, ...]
    size: float
    stretch: float


def _merit(setting: _Setting) -> float:
    """How legible a setting is: large, wide letters and no needless line or word breaks."""
    broken = sum(line[-1] in "/-" for line in setting.lines[:-1])
    return float(
        setting.size * setting.stretch**0.5 * 0.9 ** (len(setting.lines) - 1) * 0.9**broken
    )


def _setting(
    lines: tuple[str, ...], room: TextBox, face: str, size: float, narrowest: float
) -> _Setting:
    above, below = fonts.reach(lines[0], face, 1)[0], fonts.reach(lines[-1], face, 1)[1]
    tallest = room.height / (above + _drops(lines, face, 1)[-1] + below)
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


def wrap(text: str, face: str, size: float, width: float) -> list[str]:
    """A text broken into lines of at most `width`; a longer word gets its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def paragraph(
    text: str, x: float, y: float, width: float, face: str, size: float, ink: str
) -> tuple[tuple[Text, ...], float]:
    """A left-aligned text below the given y, and the y below the text."""
    lead = size * 1.28
    lines = wrap(text, face, size, width)
    rows = (fonts.fit(line, face, size, width) for line in lines)
    texts = tuple(
        Text(x, y + size + i * lead, line, face, fit.size, ink, "start", stretch=fit.stretch)
        for i, (line, fit) in enumerate(zip(lines, rows, strict=True))
    )
    return texts, y + len(lines) * lead
