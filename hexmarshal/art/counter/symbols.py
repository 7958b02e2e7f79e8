"""Unit symbols in the plain style of published wargames: a thin box and few strokes.

A type consists of words ("ski infantry", "heavy tank"): one is the arm, the others add marks. An
unknown type is written as text in the box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hexmarshal.art import fonts
from hexmarshal.art.drawing import (
    XY,
    Curve,
    Ellipse,
    Paint,
    Polygon,
    Rect,
    Shape,
    Text,
)
from hexmarshal.game.text import fold


@dataclass(frozen=True, slots=True)
class SymbolBox:
    """A rectangle to draw in, with points as fractions of its width and height."""

    x: float
    y: float
    width: float
    height: float

    def at(self, u: float, v: float) -> XY:
        return (self.x + u * self.width, self.y + v * self.height)

    def line(self, *points: XY) -> tuple[XY, ...]:
        return tuple(self.at(u, v) for u, v in points)


@dataclass(frozen=True, slots=True)
class Style:
    """The stroke colour, box colour and line width of a symbol."""

    ink: str = "#111111"
    fill: str = "#ffffff"
    weight: float = 0.07
    """Line width as a fraction of the box's height."""


_INNER = 0.86
"""Width of strokes in the box relative to its frame."""

Part = Callable[[SymbolBox, Style], tuple[Shape, ...]]


def symbol(type_: str, box: SymbolBox, style: Style) -> tuple[Shape, ...]:
    """The symbol of a type of unit: a box and its contents."""
    parts = parts_of(type_)
    inside = parts if parts is not None else (_letters(type_),)
    fine = replace(style, weight=style.weight * _INNER)
    drawn = tuple(shape for part in inside for shape in part(box, fine))
    line = Paint(stroke=style.ink, width=style.weight * box.height, join="miter", cap="butt")
    return (
        Rect(box.x, box.y, box.width, box.height, Paint(fill=style.fill)),
        *drawn,
        Rect(box.x, box.y, box.width, box.height, line),
    )


def parts_of(type_: str) -> tuple[Part, ...] | None:
    """The parts drawn in the box for a type, None if none of its words is known."""
    whole = " ".join(SPELLINGS.get(word, word) for word in fold(type_).split())
    words = whole.split()
    if whole in ARMS:
        return ARMS[whole]
    named = [run for n in (2, 1) for run in _runs(words, n) if run in ARMS]
    if not named and not any(word in MARKS for word in words):
        return None
    arm = next((run for run in named if run not in MARKS), named[0] if named else "infantry")
    marks = (MARKS[word] for word in words if word in MARKS and word not in arm.split())
    return sum(marks, ARMS[arm])


def _runs(words: list[str], length: int) -> list[str]:
    return [" ".join(words[i : i + length]) for i in range(len(words) - length + 1)]


# -- strokes ----------------------------------------------------------------------------------


def _stroke(box: SymbolBox, style: Style, factor: float = 1.0) -> Paint:
    return Paint(
        stroke=style.ink, width=style.weight * box.height * factor, cap="butt", join="miter"
    )


def _lines(*courses: tuple[XY, ...], round_: bool = False) -> Part:
    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        paint = _stroke(box, style)
        if round_:
            paint = Paint(stroke=paint.stroke, width=paint.width)
        return tuple(Polygon(box.line(*course), paint, closed=False) for course in courses)

    return draw


def _solid(*corners: XY) -> Part:
    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        return (Polygon(box.line(*corners), Paint(fill=style.ink)),)

    return draw


def _disc(u: float, v: float, radius: float, *, solid: bool = True) -> Part:
    """A circle whose radius is a fraction of the box's height."""

    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        r = radius * box.height
        paint = Paint(fill=style.ink) if solid else _stroke(box, style, 0.85)
        return (Ellipse(*box.at(u, v), r, r, paint),)

    return draw


def _oval(*, solid: bool = False, size: float = 1.0) -> Part:
    """The track of an armoured vehicle."""

    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        w, h = box.width * 0.62 * size, box.height * 0.5 * size
        x, y = box.at(0.5, 0.5)
        paint = Paint(fill=style.ink) if solid else _stroke(box, style)
        return (Rect(x - w / 2, y - h / 2, w, h, paint, radius=h / 2),)

    return draw


def _arc(start: XY, first: XY, second: XY, end: XY) -> Part:
    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        pieces = ((box.at(*first), box.at(*second), box.at(*end)),)
        return (Curve(box.at(*start), pieces, _stroke(box, style)),)

    return draw


def _letters(text: str, *, share: float = 0.54) -> Part:
    """A text in capitals fitted into the box; its height is a share of the box's."""

    def draw(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
        size = box.height * share / fonts.metrics(fonts.BOLD).cap_height
        words = text.upper()
        fit = fonts.fit(words, fonts.BOLD, size, box.width * 0.86)
        x, y = box.at(0.5, 0.5)
        base = y + fonts.cap_height(fonts.BOLD, fit.size) / 2
        return (Text(x, base, words, fonts.BOLD, fit.size, style.ink, stretch=fit.stretch),)

    return draw


# -- arms and marks ---------------------------------------------------------------------------

_CROSS = _lines(((0, 0), (1, 1)), ((0, 1), (1, 0)))
_SLASH = _lines(((0, 1), (1, 0)))
_UPRIGHT = _lines(((0.5, 0), (0.5, 1)))
_ROOF = _lines(((0, 1), (0.5, 0.03), (1, 1)))
_FORK = _lines(((0.24, 0.74), (0.24, 0.3), (0.76, 0.3), (0.76, 0.74)), ((0.5, 0.3), (0.5, 0.64)))
_SHELL = _disc(0.5, 0.5, 0.2)
_WHEELS = (_disc(0.26, 0.84, 0.1), _disc(0.74, 0.84, 0.1))
_WAGON = (
    _lines(((0.24, 0.7), (0.76, 0.7))),
    *(_disc(u, 0.81, 0.08, solid=False) for u in (0.3, 0.4, 0.6, 0.7)),
)
_DOME = _arc((0.0, 1.0), (0.1, 0.45), (0.9, 0.45), (1.0, 1.0))
_ROCKET = (
    _disc(0.5, 0.76, 0.14),
    _lines(
        ((0.36, 0.56), (0.5, 0.32), (0.64, 0.56)),
        ((0.36, 0.38), (0.5, 0.14), (0.64, 0.38)),
    ),
)
_TUBE = (
    _lines(((0.5, 0.64), (0.5, 0.16)), ((0.4, 0.36), (0.5, 0.14), (0.6, 0.36))),
    _disc(0.5, 0.74, 0.11, solid=False),
)
_BRIDGE = _lines(
    ((0.2, 0.22), (0.3, 0.38), (0.7, 0.38), (0.8, 0.22)),
    ((0.2, 0.78), (0.3, 0.62), (0.7, 0.62), (0.8, 0.78)),
)
_RAILS = _lines(
    ((0.12, 0.36), (0.88, 0.36)),
    ((0.12, 0.64), (0.88, 0.64)),
    *(((u, 0.22), (u, 0.78)) for u in (0.23, 0.41, 0.59, 0.77)),
)
_BATTLEMENTS = _lines(
    (
        *((0.12, 0.8), (0.12, 0.26), (0.28, 0.26), (0.28, 0.5), (0.42, 0.5), (0.42, 0.26)),
        *((0.58, 0.26), (0.58, 0.5), (0.72, 0.5), (0.72, 0.26), (0.88, 0.26), (0.88, 0.8)),
    )
)
_CASEMATE = (
    _solid((0.34, 0.4), (0.5, 0.4), (0.5, 0.6), (0.34, 0.6)),
    _lines(((0.5, 0.5), (0.7, 0.5))),
)
_MACHINE_GUN = _lines(
    ((0.5, 0.84), (0.5, 0.16)), ((0.4, 0.36), (0.5, 0.14), (0.6, 0.36)), ((0.4, 0.72), (0.6, 0.72))
)
_EDGE = _solid((0, 0), (0.14, 0), (0.14, 1), (0, 1))
_WEDGE = _solid((0.0, 0.0), (0.5, 0.5), (0.0, 1.0))
_PEAK = _solid((0.5, 0.62), (0.62, 1.0), (0.38, 1.0))
_SKIS = _lines(((0.38, 0.98), (0.6, 0.7)), ((0.62, 0.98), (0.4, 0.7)))
_GULL = (
    _arc((0.34, 0.94), (0.36, 0.72), (0.48, 0.72), (0.5, 0.94)),
    _arc((0.5, 0.94), (0.52, 0.72), (0.64, 0.72), (0.66, 0.94)),
)
_FLASH = _lines(((0.0, 0.0), (0.54, 0.64), (0.54, 0.36), (1.0, 1.0)))
_STORES = _lines(((0.0, 0.7), (1.0, 0.7)))
_HOSPITAL = _lines(((0.0, 0.5), (1.0, 0.5)), ((0.5, 0.0), (0.5, 1.0)))
_SPANNER = (
    _lines(((0.31, 0.5), (0.69, 0.5))),
    _arc((0.2, 0.34), (0.35, 0.34), (0.35, 0.66), (0.2, 0.66)),
    _arc((0.8, 0.34), (0.65, 0.34), (0.65, 0.66), (0.8, 0.66)),
)
_WAVE = _arc((0.15, 0.86), (0.4, 0.62), (0.6, 1.1), (0.85, 0.86))


def _anchor(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
    """An anchor in the middle of the box, with a gap in the strokes behind it."""
    x, _ = box.at(0.5, 0.5)
    _, top = box.at(0.5, 0.12)
    _, bottom = box.at(0.5, 0.88)
    unit = box.height * 0.1
    paint = _stroke(box, style, 0.9)
    arm = (x - 2.2 * unit, bottom - 1.9 * unit), (x + 2.2 * unit, bottom - 1.9 * unit)
    low = (x - 1.6 * unit, bottom + 0.5 * unit), (x + 1.6 * unit, bottom + 0.5 * unit)
    return (
        Ellipse(x, (top + bottom) / 2, 3.1 * unit, 4.6 * unit, Paint(fill=style.fill)),
        Ellipse(x, top + 0.7 * unit, 0.7 * unit, 0.7 * unit, paint),
        Polygon(((x, top + 1.4 * unit), (x, bottom)), paint, closed=False),
        Polygon(
            ((x - 1.3 * unit, top + 2.6 * unit), (x + 1.3 * unit, top + 2.6 * unit)),
            paint,
            closed=False,
        ),
        Curve(arm[0], ((low[0], low[1], arm[1]),), paint),
    )


def _wheel(box: SymbolBox, style: Style) -> tuple[Shape, ...]:
    """A wheel with eight spokes."""
    x, y = box.at(0.5, 0.5)
    r, paint = 0.28 * box.height, _stroke(box, style, 0.85)
    spokes = (
        Polygon(((x - r * u, y - r * v), (x + r * u, y + r * v)), paint, closed=False)
        for u, v in ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7))
    )
    return (Ellipse(x, y, r, r, paint), *spokes)


ARMS: Mapping[str, tuple[Part, ...]] = {
    "infantry": (_CROSS,),
    "rifle": (_CROSS,),
    "grenadier": (_CROSS,),
    "jäger": (_CROSS, _PEAK),
    "shock": (_CROSS, _EDGE),
    "assault": (_CROSS, _EDGE),
    "fusilier": (_CROSS, _WEDGE),
    "motorised infantry": (_CROSS, _UPRIGHT),
    "motorised": (_CROSS, _UPRIGHT),
    "mechanised infantry": (_CROSS, _oval()),
    "mechanised": (_CROSS, _oval()),
    "panzer grenadier": (_CROSS, _oval()),
    "panzergrenadier": (_CROSS, _oval()),
    "cavalry": (_SLASH,),
    "recon": (_SLASH, _oval(size=0.8)),
    "bicycle recon": (_SLASH, *_WHEELS),
    "motorcycle recon": (_SLASH, _UPRIGHT, *_WHEELS),
    "ski recon": (_SLASH, _SKIS),
    "mountain recon": (_SLASH, _PEAK),
    "armoured car": (_SLASH, *_WHEELS),
    "tank": (_oval(),),
    "armour": (_oval(),),
    "armoured": (_oval(),),
    "panzer": (_oval(),),
    "heavy tank": (_oval(solid=True),),
    "tank destroyer": (_oval(), _ROOF),
    "assault gun": (_oval(), *_CASEMATE),
    "self propelled anti tank": (_oval(), _ROOF),
    "self propelled flak": (_oval(size=0.8), _DOME),
    "self propelled artillery": (_oval(), _disc(0.5, 0.5, 0.15)),
    "artillery": (_SHELL,),
    "heavy artillery": (_disc(0.5, 0.5, 0.3),),
    "coastal artillery": (_disc(0.5, 0.42, 0.2), _WAVE),
    "rail artillery": (_disc(0.5, 0.38, 0.2), *_WAGON),
    "rocket": _ROCKET,
    "rocket artillery": _ROCKET,
    "nebelwerfer": _ROCKET,
    "werfer": _ROCKET,
    "katyusha": _ROCKET,
    "mortar": _TUBE,
    "anti tank": (_ROOF,),
    "flak": (_DOME,),
    "anti aircraft": (_DOME,),
    "machine gun": (_MACHINE_GUN,),
    "engineer": (_FORK,),
    "pioneer": (_FORK,),
    "pontoon": (_BRIDGE,),
    "bridge": (_BRIDGE,),
    "rail": (_RAILS,),
    "rail repair": (_RAILS,),
    "signal": (_FLASH,),
    "supply": (_STORES,),
    "transport": (_wheel,),
    "medical": (_HOSPITAL,),
    "maintenance": _SPANNER,
    "repair": _SPANNER,
    "construction": (_letters("CON"),),
    "fortress": (_BATTLEMENTS,),
    "fortified region": (_BATTLEMENTS,),
    "police": (_letters("P"),),
    "security": (_letters("SEC"),),
    "border": (_letters("BG"),),
    "garrison": (_letters("GAR"),),
    "militia": (_letters("MIL"),),
    "penal": (_letters("PEN"),),
    "partisan": (_letters("PART"),),
    "hq": (_letters("HQ"),),
}
"""The contents of the box by arm; some arms use letters."""

SPELLINGS: Mapping[str, str] = {
    "motorized": "motorised",
    "mechanized": "mechanised",
    "armored": "armoured",
    "armor": "armour",
    "jaeger": "jäger",
    "jager": "jäger",
    "antitank": "anti tank",
    "antiaircraft": "anti aircraft",
    "selfpropelled": "self propelled",
    "sp": "self propelled",
    "para": "parachute",
    "paratroop": "parachute",
    "paratroops": "parachute",
    "marines": "marine",
    "sapper": "engineer",
    "sappers": "engineer",
    "cossack": "cavalry",
    "motorcyclist": "motorcycle",
    "cyclist": "bicycle",
    "gebirgsjäger": "mountain jäger",
    "reconnaissance": "recon",
    "railway": "rail",
}
"""Alternative spellings of the words of a type."""

MARKS: Mapping[str, tuple[Part, ...]] = {
    "ski": (_SKIS,),
    "mountain": (_PEAK,),
    "parachute": _GULL,
    "airborne": _GULL,
    "naval": (_anchor,),
    "marine": (_anchor,),
    "motorised": (_UPRIGHT,),
    "mechanised": (_oval(),),
    "armoured": (_oval(),),
    "bicycle": _WHEELS,
    "motorcycle": (_UPRIGHT, *_WHEELS),
    "shock": (_EDGE,),
    "assault": (_EDGE,),
}
"""The marks that words add to an arm."""


# -- echelons ---------------------------------------------------------------------------------


def echelon(mark: str, x: float, bottom: float, height: float, ink: str) -> tuple[Shape, ...]:
    """A size mark such as `III`, centred at x above `bottom`; other marks are written as text."""
    letters = mark.strip().upper()
    if not letters or set(letters) - {"I", "X"}:
        if not letters:
            return ()
        size = height / fonts.metrics(fonts.SEMIBOLD).cap_height
        return (Text(x, bottom, letters, fonts.SEMIBOLD, size, ink),)
    paint = Paint(stroke=ink, width=height * 0.2, cap="butt")
    widths = [height * (0.95 if letter == "X" else 0.2) for letter in letters]
    gap = height * (0.18 if "X" in letters else 0.38)
    left = x - (sum(widths) + gap * (len(widths) - 1)) / 2
    shapes: list[Shape] = []
    for letter, width in zip(letters, widths, strict=True):
        right, top = left + width, bottom - height
        if letter == "X":
            shapes.append(Polygon(((left, top), (right, bottom)), paint, closed=False))
            shapes.append(Polygon(((left, bottom), (right, top)), paint, closed=False))
        else:
            middle = (left + right) / 2
            shapes.append(Polygon(((middle, top), (middle, bottom)), paint, closed=False))
        left = right + gap
    return tuple(shapes)


def echelon_width(mark: str, height: float) -> float:
    """The width of a size mark."""
    letters = mark.strip().upper()
    if not letters:
        return 0.0
    if set(letters) - {"I", "X"}:
        size = height / fonts.metrics(fonts.SEMIBOLD).cap_height
        return fonts.width(letters, fonts.SEMIBOLD, size)
    gap = height * (0.18 if "X" in letters else 0.38)
    return sum(height * (0.95 if c == "X" else 0.2) for c in letters) + gap * (len(letters) - 1)
