"""Checks that no text of a drawing overflows or touches another text or a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import cos, hypot, radians, sin

from fontTools.ttLib import TTFont

from hexmarshal.art import fonts
from hexmarshal.art.drawing import XY, Drawing, Group, Rect, Shape, Text


@dataclass(frozen=True, slots=True)
class Frame:
    """An upright rectangle in the drawing's points."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Frame, margin: float = 0.0) -> bool:
        return (
            other.left >= self.left + margin
            and other.top >= self.top + margin
            and other.right <= self.right - margin
            and other.bottom <= self.bottom - margin
        )

    def apart(self, other: Frame, gap: float = 0.0) -> bool:
        return (
            other.left >= self.right + gap
            or other.right <= self.left - gap
            or other.top >= self.bottom + gap
            or other.bottom <= self.top - gap
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A transformation: point -> (a x - b y + dx, b x + a y + dy)."""

    a: float = 1.0
    b: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def at(self, point: XY) -> XY:
        x, y = point
        return (self.a * x - self.b * y + self.dx, self.b * x + self.a * y + self.dy)

    def inside(self, group: Group) -> Place:
        turn = radians(group.turn)
        a, b = group.scale * cos(turn), group.scale * sin(turn)
        dx, dy = self.at(group.move)
        return Place(self.a * a - self.b * b, self.b * a + self.a * b, dx, dy)


@cache
def _glyphs(face: str) -> dict[str, tuple[float, float, float, float, float]]:
    """Advance and ink box (left, bottom, right, top; y up) of each character at size 1."""
    font = TTFont(fonts.ttf(face))
    em, outlines, advances = font["head"].unitsPerEm, font["glyf"], font["hmtx"]
    found = {}
    for code, name in font.getBestCmap().items():
        glyph = outlines[name]
        box = [getattr(glyph, key, 0) / em for key in ("xMin", "yMin", "xMax", "yMax")]
        found[chr(code)] = (advances[name][0] / em, box[0], box[1], box[2], box[3])
    return found


def ink(text: Text) -> Frame:
    """The box of a text's ink in its own coordinates, without rotation."""
    glyphs = _glyphs(text.font)
    x, left, right, top, bottom = 0.0, 1e9, -1e9, 1e9, -1e9
    for char in text.text:
        advance, gx, gy, gright, gtop = glyphs.get(char, (0.6, 0.0, 0.0, 0.6, 0.7))
        if gright > gx:
            left, right = min(left, x + gx), max(right, x + gright)
            top, bottom = min(top, -gtop), max(bottom, -gy)
        x += advance + text.spacing / text.size / text.stretch
    width = x - text.spacing / text.size / text.stretch
    back = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    across = text.size * text.stretch
    return Frame(
        text.x + (left - back) * across,
        text.y + top * text.size,
        text.x + (right - back) * across,
        text.y + bottom * text.size,
    )


def _placed(frame: Frame, place: Place, about: XY, angle: float) -> Frame:
    turn = radians(angle)
    corners = []
    for x in (frame.left, frame.right):
        for y in (frame.top, frame.bottom):
            dx, dy = x - about[0], y - about[1]
            turned = (dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn))
            corners.append(place.at((about[0] + turned[0], about[1] + turned[1])))
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Frame(min(xs), min(ys), max(xs), max(ys))


def texts(items: Iterable[Shape], place: Place | None = None) -> Iterator[tuple[Text, Frame]]:
    """Every visible text, and the box of its ink in the drawing's points."""
    place = place or Place()
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items, place.inside(item))
        elif isinstance(item, Text) and item.text.strip():
            yield item, _placed(ink(item), place, (item.x, item.y), item.angle)


def frames(items: Iterable[Shape], place: Place | None = None) -> Iterator[Frame]:
    """Every stroked rectangle, including its line."""
    place = place or Place()
    for item in items:
        if isinstance(item, Group):
            yield from frames(item.items, place.inside(item))
        elif isinstance(item, Rect) and item.paint.stroke:
            half = item.paint.width / 2 * hypot(place.a, place.b)
            box = Frame(item.x, item.y, item.x + item.width, item.y + item.height)
            drawn = _placed(box, place, (0, 0), 0)
            yield Frame(
                drawn.left - half, drawn.top - half, drawn.right + half, drawn.bottom + half
            )


def faults(drawing: Drawing, margin: float, gap: float) -> list[str]:
    """Faults of a drawing's texts: outside, too near the edge, touching."""
    edge = Frame(0, 0, drawing.width, drawing.height)
    placed = list(texts(drawing.items))
    boxes = list(frames(drawing.items))
    found = [
        f"{text.text!r} reaches the edge" for text, box in placed if not edge.holds(box, margin)
    ]
    found += [
        f"{one.text!r} touches {other.text!r}"
        for (one, a), (other, b) in combinations(placed, 2)
        if not a.apart(b, gap)
    ]
    for text, box in placed:
        for frame in boxes:
            inside = frame.holds(box, gap)
            if not inside and not frame.apart(box, gap):
                found.append(f"{text.text!r} touches a frame")
    return found
