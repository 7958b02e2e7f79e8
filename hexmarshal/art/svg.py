"""Drawings as SVG: text stays text, with embedded fonts.

The faces in use are embedded as data URIs. Every text has a length, so it keeps its place even if a
viewer ignores embedded fonts.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from functools import cache

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup

from hexmarshal.art import fonts
from hexmarshal.art.drawing import (
    XY,
    Curve,
    Drawing,
    Ellipse,
    Group,
    Loops,
    Paint,
    Picture,
    Polygon,
    Polylines,
    Rect,
    Shape,
    Text,
    shapes,
)

Single = Polygon | Curve | Polylines | Loops | Rect | Ellipse | Text | Picture


def write(drawing: Drawing) -> str:
    """The drawing as an SVG document; equal drawings give equal text."""
    return _Writer(drawing).document()


def fragment(items: Iterable[Shape]) -> str:
    """Shapes as elements for another SVG document, which must include their `font_style`.

    The shapes must not clip: clip ids would be the same in every fragment.
    """
    writer = _Writer(Drawing(0, 0, ()))
    return "".join(element.tostring() for element in writer.elements(items, 1.0))


class _Writer:
    """Turns one drawing into svgwrite elements and numbers the clip paths."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.svg = svgwrite.Drawing(
            size=(f"{_n(drawing.width)}pt", f"{_n(drawing.height)}pt"),
            viewBox=f"0 0 {_n(drawing.width)} {_n(drawing.height)}",
            debug=False,
        )
        self.clips = 0

    def document(self) -> str:
        if self.drawing.title:
            self.svg.set_desc(title=self.drawing.title)
        style = font_style(shapes(self.drawing.items))
        if style:
            self.svg.defs.add(self.svg.style(style))
        for element in self.elements(self.drawing.items, 1.0):
            self.svg.add(element)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.svg.tostring()}\n'

    def elements(self, items: Iterable[Shape], opacity: float) -> Iterator[BaseElement]:
        for item in items:
            if isinstance(item, Group):
                yield self.group(item, opacity)
            else:
                yield self.element(item, opacity)

    def group(self, group: Group, opacity: float) -> SvgGroup:
        found = self.svg.g()
        if group.name:
            found["class"] = group.name
        transform = " ".join(_transforms(group))
        if transform:
            found["transform"] = transform
        if group.clip:
            self.clips += 1
            path = self.svg.clipPath(id=f"clip{self.clips}")
            path.add(self.svg.polygon([(_n(x), _n(y)) for x, y in group.clip]))
            self.svg.defs.add(path)
            found["clip-path"] = f"url(#clip{self.clips})"
        for element in self.elements(group.items, opacity * group.opacity):
            found.add(element)
        return found

    def element(
        self,
        shape: Polygon | Curve | Polylines | Loops | Rect | Ellipse | Text | Picture,
        opacity: float,
    ) -> BaseElement:
        svg = self.svg
        match shape:
            case Polygon(points, paint, closed):
                make = svg.polygon if closed else svg.polyline
                return _painted(make([(_n(x), _n(y)) for x, y in points]), paint, opacity)
            case Curve(start, pieces, paint, closed):
                course = _course(start, pieces) + ("Z" if closed else "")
                return _painted(svg.path(d=course), paint, opacity)
            case Polylines(lines, paint, closed):
                course = "".join(_straight(points, closed=closed) for points in lines)
                return _painted(svg.path(d=course, fill_rule="evenodd"), paint, opacity)
            case Loops(loops, paint):
                course = "".join(_course(start, pieces) + "Z" for start, pieces in loops)
                return _painted(svg.path(d=course, fill_rule="evenodd"), paint, opacity)
            case Rect(x, y, width, height, paint, radius):
                found = svg.rect((_n(x), _n(y)), (_n(width), _n(height)))
                if radius:
                    found["rx"] = _n(radius)
                return _painted(found, paint, opacity)
            case Ellipse(cx, cy, rx, ry, paint):
                if rx == ry:
                    return _painted(svg.circle((_n(cx), _n(cy)), _n(rx)), paint, opacity)
                return _painted(svg.ellipse((_n(cx), _n(cy)), (_n(rx), _n(ry))), paint, opacity)
            case Picture(x, y, width, height, png):
                data = base64.b64encode(png).decode("ascii")
                found = svg.image(f"data:image/png;base64,{data}", (_n(x), _n(y)))
                found.update({"width": _n(width), "height": _n(height)})
                if opacity != 1:
                    found["opacity"] = _n(opacity)
                return found
            case Text():
                return self.text(shape, opacity)

    def text(self, text: Text, opacity: float) -> BaseElement:
        face = fonts.FACES[text.font]
        x, y = _n(text.x), _n(text.y)
        found = self.svg.text(text.text, (x, y))
        found.update({"font-family": fonts.FALLBACK, "font-size": _n(text.size)})
        found.update({"font-weight": str(face.weight), "fill": text.fill})
        if face.italic:
            found["font-style"] = "italic"
        if text.anchor != "start":
            found["text-anchor"] = text.anchor
        length = fonts.width(text.text, text.font, text.size) * text.stretch
        length += text.spacing * max(len(text.text) - 1, 0)
        if length > 0:
            found["textLength"] = _n(length)
            found["lengthAdjust"] = "spacing" if text.spacing else "spacingAndGlyphs"
        if text.spacing:
            found["letter-spacing"] = _n(text.spacing)
        if text.angle:
            found["transform"] = f"rotate({_n(text.angle)} {x} {y})"
        if text.halo:
            found.update({"stroke": text.halo, "stroke-width": _n(2 * text.halo_width)})
            found.update({"stroke-linejoin": "round", "paint-order": "stroke"})
        if opacity != 1:
            found["opacity"] = _n(opacity)
        return found


def font_style(items: Iterable[Shape]) -> str:
    """The `@font-face` rules for the texts in these shapes, empty if there are none."""
    used: dict[str, set[str]] = {}
    for item in items:
        if isinstance(item, Text):
            used.setdefault(item.font, set()).update(item.text)
    return "".join(
        _font_face(face, piece)
        for face in fonts.FACES
        if face in used
        for piece in fonts.pieces_for("".join(used[face]))
    )


@cache
def _font_face(name: str, piece: fonts.TextRun) -> str:
    face = fonts.FACES[name]
    data = base64.b64encode(fonts.woff2(name, piece)).decode("ascii")
    rule = f"font-family:'{fonts.FAMILY}';font-weight:{face.weight};"
    if face.italic:
        rule += "font-style:italic;"
    if not piece.rest:
        ranges = ",".join(f"U+{first:X}-{last:X}" for first, last in piece.ranges)
        rule += f"unicode-range:{ranges};"
    return f"@font-face{{{rule}src:url(data:font/woff2;base64,{data}) format('woff2')}}"


def _painted(element: BaseElement, paint: Paint, opacity: float) -> BaseElement:
    element["fill"] = paint.fill or "none"
    if paint.stroke:
        element.update({"stroke": paint.stroke, "stroke-width": _n(paint.width)})
        if paint.cap != "butt":
            element["stroke-linecap"] = paint.cap
        if paint.join != "miter":
            element["stroke-linejoin"] = paint.join
        if paint.dash:
            element["stroke-dasharray"] = " ".join(_n(length) for length in paint.dash)
    if paint.opacity * opacity != 1:
        element["opacity"] = _n(paint.opacity * opacity)
    return element


def _transforms(group: Group) -> Iterator[str]:
    if group.move != (0.0, 0.0):
        yield f"translate({_n(group.move[0])} {_n(group.move[1])})"
    if group.turn:
        yield f"rotate({_n(group.turn)})"
    if group.scale != 1:
        yield f"scale({_n(group.scale, 5)})"


def _straight(points: Iterable[XY], *, closed: bool) -> str:
    course = "M" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return course + "Z" if closed else course


def _course(start: XY, pieces: Iterable[tuple[XY, XY, XY]]) -> str:
    course = [f"M{_n(start[0])} {_n(start[1])}"]
    for piece in pieces:
        course.append("C" + " ".join(f"{_n(x)} {_n(y)}" for x, y in piece))
    return "".join(course)


def _n(number: float, digits: int = 2) -> str:
    """A number with at most this many decimals, as short as possible."""
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
