"""The names of a module's images, and the icons drawn over counters.

Icons (states, supply, moved, overstacked, steps lost) have a transparent background; one point is
one pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexmarshal.art import fonts
from hexmarshal.art.drawing import Drawing, Ellipse, Paint, Polygon, Polylines, Rect, Text
from hexmarshal.game.counters import Counter

RED, DARK, AMBER, BLUE, WHITE = "#c22b1f", "#5b1330", "#a86a00", "#1f4e8c", "#ffffff"

MOVED, OVERSTACKED = "moved.png", "overstacked.png"
CHIT_BACK, MASK = "chit-back.png", "mask.png"
GONE = "gone.png"
"""Stands in for a counter that was removed from the game but may be in saved games."""
UNSEEN = "unseen.png"
"""The image of an invisible piece."""
SUPPLY_WORDS = ("out of supply", "isolated")

_SHORT = {
    "out of supply": "OOS",
    "isolated": "ISO",
    "pinned": "PIN",
    "no strat move": "NSM",
    "technical problems": "TECH",
    "out of command": "OOC",
    "move mode": "MOVE",
    "reserve": "RES",
}


def front_image(counter: Counter) -> str:
    """The image of a counter's front."""
    return images_of(counter.id)[0]


def back_image(counter: Counter) -> str:
    """The image of a counter's back."""
    return images_of(counter.id)[1]


def images_of(counter: str) -> tuple[str, str]:
    """The images of the front and back of a counter, by its id."""
    return f"{counter}.png", f"{counter}-back.png"


def word_image(word: str) -> str:
    """The image of the icon of a state."""
    return f"state-{word.replace(' ', '-')}.png"


def steps_image(lost: int) -> str:
    """The image of the icon for this number of lost steps."""
    return f"steps-{lost}.png"


def icons(words: Iterable[str], most_steps: int, size: int) -> Mapping[str, Drawing]:
    """All icons by image name, for counters `size` pixels wide."""
    found = {
        MOVED: _moved(size),
        OVERSTACKED: _frame(size),
        CHIT_BACK: _unknown(size),
        MASK: _unknown(size),
        GONE: _gone(size),
        UNSEEN: Drawing(2, 2, ()),
    }
    found |= {word_image(word): icon(word, size) for word in (*SUPPLY_WORDS, *words)}
    lost = range(1, most_steps)
    return found | {steps_image(n): _icon(f"-{n}", size, AMBER) for n in lost}


def icon(word: str, size: int) -> Drawing:
    """The icon of a state: its abbreviation, or its first four letters."""
    text = _SHORT.get(word, word[:4].upper())
    return _icon(text, size, DARK if word == "isolated" else RED)


def _icon(text: str, size: int, colour: str) -> Drawing:
    height = max(13.0, size * 0.24)
    letters = height * 0.78
    width = max(height * 1.3, fonts.width(text, fonts.BOLD, letters) + height * 0.5)
    paint = Paint(colour, WHITE, 1.5)
    shapes = (
        Rect(0.75, 0.75, width - 1.5, height - 1.5, paint, radius=height * 0.25),
        Text(width / 2, height * 0.5 + letters * 0.35, text, fonts.BOLD, letters, WHITE),
    )
    return Drawing(round(width), round(height), shapes)


def _moved(size: int) -> Drawing:
    """A disc with an arrow."""
    d = max(12.0, size * 0.2)
    r = d / 2
    arrow = tuple((x * d, y * d) for x, y in ((0.3, 0.28), (0.75, 0.5), (0.3, 0.72)))
    disc = Ellipse(r, r, r - 0.75, r - 0.75, Paint(WHITE, BLUE, 1.5))
    return Drawing(round(d), round(d), (disc, Polygon(arrow, Paint(BLUE))))


def _unknown(size: int) -> Drawing:
    """The face of a chit in the cup and of a masked unit."""
    ground = Rect(0.5, 0.5, size - 1, size - 1, Paint("#8a8f94", "#3c4044", 1))
    sign = Text(size / 2, size * 0.68, "?", fonts.BOLD, size * 0.55, WHITE)
    return Drawing(size, size, (ground, sign))


def _gone(size: int) -> Drawing:
    """A crossed-out counter."""
    near, far = size * 0.2, size * 0.8
    ground = Rect(0.5, 0.5, size - 1, size - 1, Paint("#e4e2dc", "#8b8371", 1))
    bars = Polylines(
        (((near, near), (far, far)), ((near, far), (far, near))),
        Paint(None, "#8b8371", size * 0.06),
    )
    return Drawing(size, size, (ground, bars))


def _frame(size: int) -> Drawing:
    """A frame around a whole counter."""
    outer = size + 8
    rim = Rect(2, 2, outer - 4, outer - 4, Paint(None, RED, 4), radius=5)
    return Drawing(outer, outer, (rim,))
