"""Colours as `#rrggbb`: how light they are, what can be read on them, mixtures."""

from __future__ import annotations

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
    """The ink that is read best on a ground, black or white unless others are named."""
    return max(inks or (BLACK, WHITE), key=lambda ink: contrast(ink, ground))


def mix(a: str, b: str, share: float) -> str:
    """A colour `share` of the way from a to b."""
    parts = zip(rgb(a), rgb(b), strict=True)
    return "#" + "".join(f"{round(255 * (x + (y - x) * share)):02x}" for x, y in parts)
