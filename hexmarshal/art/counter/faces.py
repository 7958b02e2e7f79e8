"""Drawings of counters: layouts on a square of 36 points, scaled to the counter's size.

From top to bottom a unit has: corner text and size mark; the formation's stripe with the symbol's
box, the formation's name on its left and the unit's own name on its right; the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from hexmarshal.art import fonts
from hexmarshal.art.colours import BLACK, WHITE, contrast, ink_on, mix
from hexmarshal.art.counter import (
    Card,
    CounterFace,
    Layout,
    Token,
    pictograms,
    silhouettes,
    symbols,
)
from hexmarshal.art.counter.look import Sign, shortened
from hexmarshal.art.drawing import Drawing, Ellipse, Group, Paint, Polygon, Rect, Shape
from hexmarshal.art.textblock import TextBox, block

UNIT = 36.0
"""The square that layouts are drawn on, in points."""
MARGIN = 1.5
"""Margin without text along the edges, for inaccurate cuts."""
RED = "#d2232a"


@dataclass(frozen=True, slots=True)
class Faces:
    """Both sides of a counter as drawings; `back` is None for a plain back."""

    front: Drawing
    back: Drawing | None


def faces(card: Card) -> Faces:
    """Both sides of a counter at printed size."""
    back = draw(card.back, card.size) if card.back else None
    return Faces(draw(card.front, card.size), back)


def draw(face: CounterFace, size: float) -> Drawing:
    """One side of a counter with a thin edge."""
    scale = size / UNIT
    line = mix(face.palette.base, BLACK, 0.45)
    edge = Rect(0.25, 0.25, UNIT - 0.5, UNIT - 0.5, Paint(stroke=line, width=0.5, join="miter"))
    items = (*ground(face), *content(face), edge)
    return Drawing(size, size, (Group(items, scale=scale),), title=face.name)


def ground(face: CounterFace, bleed: float = 0.0) -> Iterator[Shape]:
    """The background, extended by `bleed` points of the layout's square on every side."""
    left, width = -bleed, UNIT + 2 * bleed
    yield Rect(left, left, width, width, Paint(fill=face.palette.base))
    if face.band and face.layout in _BANDED:
        top, height = _BANDED[face.layout]
        line = mix(face.band, BLACK, 0.35)
        yield Rect(left, top, width, height, Paint(fill=face.band))
        for y in (top, top + height):
            yield _rule(left, y, width, line)
    if face.stripe:
        top, height = _STRIPE
        yield Rect(left, top, width, height, Paint(fill=WHITE))
        for y in (top, top + height):
            yield _rule(left, y, width, mix(face.palette.base, BLACK, 0.45))
    if face.palette.edge:
        yield Rect(
            *(0.8, 0.8, UNIT - 1.6, UNIT - 1.6),
            Paint(stroke=face.palette.edge, width=1.6, join="miter"),
        )


def content(face: CounterFace) -> Iterator[Shape]:
    """Everything printed on the background."""
    yield from _LAYOUTS[face.layout](face)


# -- layouts ----------------------------------------------------------------------------------

_BAND = (9.3, 11.4)
"""Top and height of the formation's stripe."""
_STRIPE = (22.6, 11.6)
"""Top and height of the white stripe of a reduced side."""
_BANDED: Mapping[Layout, tuple[float, float]] = {
    "unit": _BAND,
    "hq": _BAND,
    "naval": _BAND,
    "pictogram": (2.0, 7.6),
    "marker": (31.4, 3.4),
}
_BOX = symbols.SymbolBox(11.3, 10.2, 13.4, 9.6)
"""The symbol of a unit between its formation's name and its own."""
_FREE_BOX = symbols.SymbolBox(3.8, 9.9, 15.0, 10.4)
"""The symbol of a unit without a formation; its name has the right half."""
_NEAR, _FAR = 0.9, 1.2
"""Gap between a name and the box, and the counter's edge."""


def _unit(face: CounterFace) -> Iterator[Shape]:
    ink = _band_ink(face)
    box, size, narrowest = (_BOX, 6.2, 0.72) if face.formation else (_FREE_BOX, 7.6, 0.85)
    top, height = _BAND[0] + 1.2, _BAND[1] - 2.4
    yield from _top(face, box.x + box.width / 2)
    yield from symbols.symbol(face.type, box, _box_style(face))
    left = TextBox(_FAR, top, box.x - _NEAR - _FAR, height)
    yield from block(face.formation, left, fonts.MEDIUM, 5.6, ink, lines=2, narrowest=0.72)
    end = box.x + box.width + _NEAR
    right = TextBox(end, top, UNIT - _FAR - end, height)
    yield from block(face.name, right, fonts.BOLD, size, ink, lines=2, narrowest=narrowest)
    yield from _foot(face)


def _hq(face: CounterFace) -> Iterator[Shape]:
    """An HQ: a flag on a staff, with the name on it."""
    yield from _top(face, tag="HQ")
    flag = symbols.SymbolBox(6.0, 10.2, 24.0, 9.6)
    style = _box_style(face)
    line = Paint(stroke=style.ink, width=style.weight * flag.height, cap="butt", join="miter")
    foot = flag.y + flag.height
    seen = contrast(style.ink, face.palette.base) > _SEEN
    staff = line if seen else replace(line, stroke=face.palette.ink)
    yield Polygon(((flag.x, foot), (flag.x, foot + 2.0)), staff, closed=False)
    yield Rect(
        flag.x,
        flag.y,
        flag.width,
        flag.height,
        Paint(style.fill, style.ink, line.width, join="miter"),
    )
    name = " ".join(word for word in face.name.split() if word != "HQ") or face.name
    name = shortened(name) if face.echelon else name
    room = TextBox(flag.x + 1.2, flag.y + 1.4, flag.width - 2.4, flag.height - 2.8)
    yield from block(name, room, fonts.BOLD, 8.4, style.ink)
    yield from _foot(face)


_SEEN = 1.6
"""The least contrast of a visible sign on its background."""


def _air(face: CounterFace) -> Iterator[Shape]:
    yield from _heading(face)
    y, half = (15.4, 6.9) if face.values else (20.8, 11.0)
    yield silhouettes.placed(silhouettes.aircraft(face.type, face.palette.ink), UNIT / 2, y, half)
    yield from _foot(face)


def _naval(face: CounterFace) -> Iterator[Shape]:
    yield from _heading(face)
    y, half = (16.0, 9.6) if face.values else (20.0, 12.6)
    yield silhouettes.placed(silhouettes.ship(face.type, face.palette.ink), UNIT / 2, y, half)
    yield from _foot(face)


def _pictogram(face: CounterFace) -> Iterator[Shape]:
    ink = face.palette.ink
    drawn = pictograms.pictogram(face.type, ink)
    if drawn and face.values:
        yield from _heading(face)
        yield silhouettes.placed(drawn, UNIT / 2, 15.4, 6.8)
    elif drawn:
        yield from _corner(face)
        y, half = (16.6, 6.4) if face.band else (12.0, 8.0)
        yield silhouettes.placed(drawn, UNIT / 2, y, half)
        top = y + half + 2.0
        room = TextBox(2.2, top, UNIT - 4.4, UNIT - 2.4 - top)
        yield from block(face.name, room, fonts.BOLD, 7.6, ink, lines=2)
    else:
        yield from _corner(face)
        room = TextBox(2.2, 8.0, UNIT - 4.4, 13.6 if face.values else UNIT - 12)
        yield from block(face.name, room, fonts.BOLD, 10.0, ink, lines=3)
    yield from _foot(face)


def _chit(face: CounterFace) -> Iterator[Shape]:
    yield from _corner(face)
    middle = UNIT / 2
    reach = 6.4 if len(face.signs) == 1 else 5.2
    for i, sign in enumerate(face.signs):
        x = middle + (i - (len(face.signs) - 1) / 2) * (2 * reach + 1)
        yield _sign(sign, face.palette.base, x, 10.4, reach)
    top = 19.4 if face.signs else 8.5
    room = TextBox(2.2, top, UNIT - 4.4, UNIT - 2.0 - top)
    yield from block(face.name, room, fonts.BOLD, 8.6, face.palette.ink, lines=3)


def _marker(face: CounterFace) -> Iterator[Shape]:
    yield from _corner(face)
    ink = face.palette.ink
    bottom = UNIT - 2.6 - (_BANDED["marker"][1] if face.band else 0.0)
    drawn = pictograms.pictogram(face.type, ink)
    half = 6.2 if face.band else 7.4
    if drawn:
        yield silhouettes.placed(drawn, UNIT / 2, 3.4 + half, half)
    top = 3.4 + 2 * half + 2.2 if drawn else 7.0 if face.corner else 3.0
    room = TextBox(2.2, top, UNIT - 4.4, bottom - top)
    size = 7.6 if drawn else 10.5
    name = face.name.upper().removesuffix(" MARKER")
    yield from block(name, room, fonts.BOLD, size, ink, lines=3, narrowest=0.72)


_LAYOUTS: Mapping[Layout, Callable[[CounterFace], Iterator[Shape]]] = {
    "unit": _unit,
    "hq": _hq,
    "air": _air,
    "naval": _naval,
    "pictogram": _pictogram,
    "chit": _chit,
    "marker": _marker,
}


# -- parts ------------------------------------------------------------------------------------


def _rule(x: float, y: float, width: float, colour: str) -> Polygon:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=colour, width=0.35), closed=False)


def _band_ink(face: CounterFace) -> str:
    return ink_on(face.band) if face.band else face.palette.ink


def _box_style(face: CounterFace) -> symbols.Style:
    return symbols.Style(BLACK, face.palette.box)


def _top(face: CounterFace, centre: float = UNIT / 2, tag: str = "") -> Iterator[Shape]:
    """The line above the box: dot or tag, size mark, corner text; or only the label."""
    ink = face.palette.ink
    if face.label:
        words = TextBox(MARGIN, 2.6, UNIT - 2 * MARGIN, 4.4)
        yield from block(face.label.upper(), words, fonts.BOLD, 5.8, ink)
        return
    if face.dot:
        yield Ellipse(3.9, 4.2, 1.9, 1.9, Paint(fill=RED, stroke=WHITE, width=0.5))
    if tag:
        room = TextBox(MARGIN, _LINE, 7.0, 4.2)
        yield from block(tag, room, fonts.BOLD, _CORNER, ink, anchor="start")
    yield from _corner(face)
    start = MARGIN + (fonts.width(tag, fonts.BOLD, _CORNER) if tag else 4.4 * face.dot) + 1.3
    for i in range(face.pips):
        row, column = divmod(i, 3)
        yield Ellipse(start + 0.2 + column * 2.1, 2.8 + row * 2.1, 0.75, 0.75, Paint(fill=ink))
    start += 2.1 * min(face.pips, 3)
    end = UNIT - MARGIN - _corner_width(face) - 1.8
    height = 4.0
    width = symbols.echelon_width(face.echelon, height)
    height *= min(1.0, (end - start) / width) if width else 1.0
    width = min(width, end - start)
    middle = min(max(centre, start + width / 2), end - width / 2)
    yield from symbols.echelon(face.echelon, middle, 8.0, height, ink)


_CORNER, _LINE = 5.6, 3.4
"""Size of the corner text and top of its line; its baseline is level with the size mark."""


def _corner_width(face: CounterFace) -> float:
    return min(fonts.width(face.corner, fonts.SEMIBOLD, _CORNER), 12.5) if face.corner else 0.0


def _corner(face: CounterFace) -> Iterator[Shape]:
    top = _LINE if face.layout in ("unit", "hq") else 2.2
    room = TextBox(UNIT - MARGIN - 12.5, top, 12.5, 4.2)
    yield from block(face.corner, room, fonts.SEMIBOLD, _CORNER, face.palette.ink, anchor="end")


def _heading(face: CounterFace) -> Iterator[Shape]:
    """The name in the top line, and the corner text."""
    corner = _corner_width(face)
    side = MARGIN + (1.5 if face.palette.edge else 0.0)
    room = TextBox(side, side + 0.5, UNIT - 2 * side - (corner + 1.5 if corner else 0.0), 5.8)
    yield from block(face.name, room, fonts.BOLD, 6.4, face.palette.ink, anchor="start")
    yield from _corner(face)


def _foot(face: CounterFace) -> Iterator[Shape]:
    """The values, on the white stripe if there is one."""
    top, height = _STRIPE
    ink = BLACK if face.stripe else face.palette.ink
    yield from _row(face.values, top + 1.2, height - 2.4, 13.0, ink)


def _row(
    tokens: tuple[Token, ...], top: float, height: float, size: float, ink: str
) -> Iterator[Shape]:
    """Values side by side, centred on the counter."""
    gap = size * 0.5
    widths = [_token_width(token, size) for token in tokens]
    total = sum(widths) + gap * (len(tokens) - 1)
    room = UNIT - 2 * MARGIN - 0.6
    if total > room and len(tokens) > 1:
        yield from _row(tokens, top, height, size * room / total * 0.99, ink)
        return
    x = (UNIT - min(total, room)) / 2
    middle = top + height / 2
    for token, width in zip(tokens, widths, strict=True):
        wide = min(width, room)
        if token.hexed:
            yield _hexagon(x + wide / 2, middle, width / 2, ink)
            inner = TextBox(x + wide * 0.2, top, wide * 0.6, height)
            yield from block(token.text, inner, fonts.BOLD, size * 0.78, ink)
        else:
            yield from block(token.text, TextBox(x, top, wide, height), fonts.BOLD, size, ink)
        x += wide + gap


def _token_width(token: Token, size: float) -> float:
    if token.hexed:
        return size * 0.98
    return fonts.width(token.text, fonts.BOLD, size)


def _hexagon(x: float, y: float, radius: float, ink: str) -> Polygon:
    half = radius * 0.866
    points = (
        *((x - radius, y), (x - radius / 2, y - half), (x + radius / 2, y - half)),
        *((x + radius, y), (x + radius / 2, y + half), (x - radius / 2, y + half)),
    )
    return Polygon(points, Paint(stroke=ink, width=0.7, join="miter"))


def _sign(sign: Sign, ground: str, x: float, y: float, half: float) -> Group:
    """A national sign, in one colour if its own would not be visible on the background."""
    fill = sign.fill if contrast(sign.fill, ground) > 1.6 else sign.edge
    drawn = silhouettes.SIGNS[sign.sign](fill, sign.edge)
    return silhouettes.placed(drawn, x, y, half)
