"""Colours as `#rrggbb`: luminance, contrast, mixtures, and the colours of sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexmarshal.game.model import Side
from hexmarshal.game.text import fold

BLACK, WHITE = "#111214", "#ffffff"


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""
    linear = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(a: str, b: str) -> float:
    """Contrast ratio as WCAG 2 defines it, 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str, *inks: str) -> str:
    """The most legible ink on a background: black or white, or one of `inks`."""
    return max(inks or (BLACK, WHITE), key=lambda ink: contrast(ink, ground))


def mix(a: str, b: str, share: float) -> str:
    """A colour `share` of the way from a to b."""
    parts = zip(rgb(a), rgb(b), strict=True)
    return "#" + "".join(f"{round(255 * (x + (y - x) * share)):02x}" for x, y in parts)


SideColours = tuple[str, str]
"""The background of a side's counters, and the side's colour on the map."""

IN_ORDER: Sequence[SideColours] = (
    ("#8f9a94", "#3b4045"),
    ("#c9a26b", "#a62b2b"),
    ("#8fa7bd", "#2f5d8c"),
    ("#b7ae86", "#77652a"),
    ("#a3b48c", "#4f7a3a"),
)

NAMED: Mapping[str, SideColours] = {
    "red": ("#d98d74", "#a62b2b"),
    "blue": ("#8fb0d6", "#2f5d8c"),
    "green": ("#9dba86", "#3f7038"),
    "grey": ("#a3a8a8", "#4a4f52"),
    "gray": ("#a3a8a8", "#4a4f52"),
    "black": ("#8b8d90", "#1d1f22"),
    "white": ("#eeeae0", "#6d675b"),
    "yellow": ("#e3c766", "#8a6d14"),
    "brown": ("#bb9269", "#6b4423"),
    "orange": ("#e2a566", "#b0601c"),
    "purple": ("#b39cc4", "#5e3f7a"),
}


def side_colours(sides: Sequence[Side]) -> Mapping[str, SideColours]:
    """The two colours of each side, by side id."""
    return {side.id: _named(side) or IN_ORDER[i % len(IN_ORDER)] for i, side in enumerate(sides)}


def _named(side: Side) -> SideColours | None:
    words = (*fold(side.id).split(), *fold(side.title).split())
    return next((NAMED[word] for word in words if word in NAMED), None)
