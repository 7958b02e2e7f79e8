"""Fonts: one condensed family in six faces, text widths, and fitting text to a width.

Fira Sans Condensed (OFL, `fonts/OFL.txt`) is shipped without kerning, so a text has the same width
on paper, in a browser and as measured here. Widths and heights are points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Fira Sans Condensed"
FALLBACK = "'Fira Sans Condensed', 'Roboto Condensed', 'Arial Narrow', Arial, sans-serif"

REGULAR, ITALIC, MEDIUM = "regular", "italic", "medium"
MEDIUM_ITALIC, SEMIBOLD, BOLD = "medium-italic", "semibold", "bold"


@dataclass(frozen=True, slots=True)
class FontFace:
    """One face of the family, as CSS names it."""

    style: str
    weight: int
    italic: bool = False


FACES = {
    REGULAR: FontFace("Regular", 400),
    ITALIC: FontFace("Italic", 400, italic=True),
    MEDIUM: FontFace("Medium", 500),
    MEDIUM_ITALIC: FontFace("MediumItalic", 500, italic=True),
    SEMIBOLD: FontFace("SemiBold", 600),
    BOLD: FontFace("Bold", 700),
}


@dataclass(frozen=True, slots=True)
class TextRun:
    """A subset of a face's characters, embedded in an SVG only when used."""

    name: str
    ranges: tuple[tuple[int, int], ...]
    rest: bool = False
    """Whether it also has the punctuation and signs that are in no other subset."""

    def codes(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)

    def holds(self, char: str) -> bool:
        code = ord(char)
        return any(first <= code <= last for first, last in self.ranges)


PIECES = (
    TextRun("basic", ((0x20, 0x7E),), rest=True),
    TextRun("latin", ((0xA0, 0x24F),)),
    TextRun("greek-cyrillic", ((0x370, 0x3FF), (0x400, 0x4FF))),
)


def pieces_for(text: str) -> tuple[TextRun, ...]:
    """The subsets of a face that have the characters of a text."""
    chars = set(text)
    found = {piece for char in chars for piece in PIECES if piece.holds(char)}
    if any(not any(piece.holds(char) for piece in PIECES) for char in chars):
        found.add(next(piece for piece in PIECES if piece.rest))
    return tuple(piece for piece in PIECES if piece in found)


def ttf(face: str) -> Path:
    """The TrueType file of a face. Raises KeyError for an unknown face."""
    FACES[face]
    return FOLDER / f"{face}.ttf"


def woff2(face: str, piece: TextRun) -> bytes:
    """A subset of a face, for embedding in a web page or SVG."""
    return (FOLDER / f"{face}.{piece.name}.woff2").read_bytes()


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of a face at size 1."""

    widths: dict[str, float]
    missing: float
    cap_height: float
    x_height: float
    ascent: float
    descent: float
    """Depth below the baseline, positive."""
    heights: dict[str, tuple[float, float]]
    """How far each character extends above and below the baseline."""


@cache
def metrics(face: str) -> Metrics:
    """The metrics of a face. Raises KeyError for an unknown face."""
    with TTFont(ttf(face), lazy=True) as font:
        em = font["head"].unitsPerEm
        advances, outlines = font["hmtx"].metrics, font["glyf"]
        names = font.getBestCmap().items()
        heights = {}
        for code, name in names:
            glyph = outlines[name]
            heights[chr(code)] = (getattr(glyph, "yMax", 0) / em, -getattr(glyph, "yMin", 0) / em)
        return Metrics(
            {chr(code): advances[name][0] / em for code, name in names},
            advances[".notdef"][0] / em,
            font["OS/2"].sCapHeight / em,
            font["OS/2"].sxHeight / em,
            font["hhea"].ascent / em,
            -font["hhea"].descent / em,
            heights,
        )


def width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """The width of a line of text, in the unit of `size`; `spacing` is added between letters."""
    known = metrics(face)
    letters = sum(known.widths.get(char, known.missing) for char in text)
    return letters * size + spacing * max(len(text) - 1, 0)


def cap_height(face: str, size: float) -> float:
    """The height of capitals and digits."""
    return metrics(face).cap_height * size


def reach(text: str, face: str, size: float) -> tuple[float, float]:
    """How far a text extends above (at least cap height) and below its baseline."""
    known = metrics(face)
    reaches = [known.heights.get(char, (known.ascent, known.descent)) for char in text]
    above = max((up for up, _ in reaches), default=0.0)
    below = max((down for _, down in reaches), default=0.0)
    return max(above, known.cap_height) * size, max(below, 0.0) * size


@dataclass(frozen=True, slots=True)
class TextFit:
    """Size and stretch of a text that fits a width."""

    size: float
    stretch: float
    """Horizontal scale of the letters, 1 or less."""


def fit(text: str, face: str, size: float, room: float, narrowest: float = 0.8) -> TextFit:
    """The largest fit of a text, at most `size`, that is no wider than `room`.

    Letters are first condensed down to `narrowest`, then made smaller.
    """
    natural = width(text, face, size)
    if natural <= room:
        return TextFit(size, 1.0)
    ratio = max(room, 0.0) / natural
    if ratio >= narrowest:
        return TextFit(size, ratio)
    return TextFit(size * ratio / narrowest, narrowest)
