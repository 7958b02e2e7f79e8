"""Drawings as PDF, written with ReportLab; equal drawings give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import chain
from math import cos, radians, sin

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

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
)

rl_config.useA85 = 0
"""Write streams as bytes: a fifth smaller than ASCII encoding, and faster."""

Outline = Polygon | Curve | Polylines | Loops | Rect | Ellipse

_CAPS = {"butt": "0", "round": "1", "square": "2"}
_PAINTING = {
    (True, True, False): "B",
    (True, True, True): "B*",
    (True, False, False): "f",
    (True, False, True): "f*",
    (False, True, False): "S",
    (False, True, True): "S",
}
"""PDF painting operators by fill, stroke and even-odd rule."""
_ARC = 0.5523
"""Distance of a quarter circle's control points, in radii."""
_JOINS = {"miter": "0", "round": "1", "bevel": "2"}


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a PDF."""

    title: str = ""
    author: str = "Hexmarshal"
    subject: str = ""


def write(pages: Sequence[Drawing], about: About | None = None, *, compress: bool = True) -> bytes:
    """A PDF with one drawing per page, each page as large as its drawing."""
    target = BytesIO()
    canvas = Canvas(target, pageCompression=int(compress), invariant=1)
    about = about or About(title=pages[0].title if pages else "")
    canvas.setTitle(about.title)
    canvas.setAuthor(about.author)
    canvas.setSubject(about.subject)
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        draw(canvas, page.items, page.height)
        canvas.showPage()
    _encode_pages(canvas)
    canvas.save()
    return target.getvalue()


def _encode_pages(canvas: Canvas) -> None:
    """Encodes the finished pages in one pass; ReportLab would look up each letter in a table."""
    for page in canvas._doc.Pages.pages:
        if page.stream.isascii():
            page.stream = page.stream.encode("ascii")


def draw(canvas: Canvas, items: Iterable[Shape], height: float) -> None:
    """Draws shapes on the current page of a canvas; `height` is the page's, in points."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, 0, height)
    _Pen(canvas).draw(items, 1.0)
    canvas.restoreState()


@cache
def font(face: str) -> str:
    """The name of a face in ReportLab."""
    name = f"hexmarshal-{face}"
    pdfmetrics.registerFont(TTFont(name, str(fonts.ttf(face))))
    return name


@lru_cache(maxsize=4096)
def _colour(text: str) -> str:
    return " ".join(f"{int(text[i : i + 2], 16) / 255:.4f}" for i in (1, 3, 5))


class _Pen:
    """Draws on a canvas whose y axis points down, and remembers the current settings."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.state: dict[str, object] = {}

    def draw(self, items: Iterable[Shape], opacity: float) -> None:
        for item in items:
            match item:
                case Group():
                    self.group(item, opacity)
                case Text():
                    self.text(item, opacity)
                case Picture():
                    self.picture(item, opacity)
                case _:
                    self.shape(item, opacity)

    def group(self, group: Group, opacity: float) -> None:
        canvas = self.canvas
        before = dict(self.state)
        canvas.saveState()
        angle = radians(group.turn)
        a, b = group.scale * cos(angle), group.scale * sin(angle)
        canvas.transform(a, b, -b, a, *group.move)
        if group.clip:
            canvas.addLiteral(f"{_line(group.clip, closed=True)} W n")
        self.draw(group.items, opacity * group.opacity)
        canvas.restoreState()
        self.state = before

    def shape(self, shape: Outline, opacity: float) -> None:
        paint = shape.paint
        if not (paint.fill or paint.stroke):
            return
        self.paint(paint, opacity)
        even_odd = isinstance(shape, Polylines | Loops)
        painting = _PAINTING[bool(paint.fill), bool(paint.stroke), even_odd]
        self.canvas.addLiteral(f"{_outline(shape)} {painting}")

    def text(self, text: Text, opacity: float) -> None:
        canvas = self.canvas
        width = fonts.width(text.text, text.font, text.size) * text.stretch
        width += text.spacing * max(len(text.text) - 1, 0)
        back = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        angle = radians(text.angle)
        c, s = cos(angle), sin(angle)
        at = (c, s, s, -c, text.x - back * c, text.y - back * s)
        line = canvas.beginText()
        line.setFont(font(text.font), text.size)
        if text.stretch != 1:
            line.setHorizScale(text.stretch * 100)
        if text.spacing:
            line.setCharSpace(text.spacing / text.stretch)
        if text.halo:
            self.paint(Paint(stroke=text.halo, width=2 * text.halo_width), opacity)
            line.setTextTransform(*at)
            line.setTextRenderMode(1)
            line.textOut(text.text)
            line.setTextRenderMode(0)
        self.paint(Paint(fill=text.fill), opacity)
        line.setTextTransform(*at)
        line.textOut(text.text)
        if text.stretch != 1:
            line.setHorizScale(100)
        if text.spacing:
            line.setCharSpace(0)
        canvas.drawText(line)

    def picture(self, picture: Picture, opacity: float) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, picture.x, picture.y + picture.height)
        if opacity != 1:
            canvas.setFillAlpha(opacity)
        image = ImageReader(BytesIO(picture.png))
        canvas.drawImage(image, 0, 0, picture.width, picture.height, mask="auto")
        canvas.restoreState()

    def paint(self, paint: Paint, opacity: float) -> None:
        canvas, opacity = self.canvas, paint.opacity * opacity
        if paint.fill:
            self.set("rg", _colour(paint.fill))
            if self.changed("fill alpha", opacity):
                canvas.setFillAlpha(opacity)
        if paint.stroke:
            self.set("RG", _colour(paint.stroke))
            self.set("w", f"{paint.width:.3f}")
            self.set("J", _CAPS[paint.cap])
            self.set("j", _JOINS[paint.join])
            self.set("d", f"[{' '.join(f'{length:.3f}' for length in paint.dash)}] 0")
            if self.changed("stroke alpha", opacity):
                canvas.setStrokeAlpha(opacity)

    def set(self, operator: str, value: str) -> None:
        if self.changed(operator, value):
            self.canvas.addLiteral(f"{value} {operator}")

    def changed(self, what: str, value: object) -> bool:
        if self.state.get(what) == value:
            return False
        self.state[what] = value
        return True


def _outline(shape: Outline) -> str:
    """The path of a shape in PDF operators."""
    match shape:
        case Polygon(points, _, closed):
            return _line(points, closed=closed)
        case Curve(start, pieces, _, closed):
            return _course(start, pieces, closed=closed)
        case Polylines(lines, _, closed):
            return _lines(lines, closed=closed)
        case Loops(loops):
            return " ".join(_course(start, pieces, closed=True) for start, pieces in loops)
        case Rect(x, y, width, height, _, radius):
            if radius:
                return _round_rect(x, y, width, height, min(radius, width / 2, height / 2))
            return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"
        case Ellipse(cx, cy, rx, ry):
            return _ellipse(cx, cy, rx, ry)


# One `%` for all numbers of a path is several times faster than formatting them one by one. Paths
# are often drawn twice in two widths, as a casing and a line on top.


def _line(points: Sequence[XY], *, closed: bool) -> str:
    return _line_form(len(points), closed) % tuple(chain.from_iterable(points))


@lru_cache(maxsize=64)
def _lines(lines: Sequence[Sequence[XY]], *, closed: bool) -> str:
    form = " ".join([_line_form(len(points), closed) for points in lines])
    return form % tuple(chain.from_iterable(chain.from_iterable(lines)))


@lru_cache(maxsize=1024)
def _course(start: XY, pieces: Sequence[tuple[XY, XY, XY]], *, closed: bool) -> str:
    numbers = (*start, *chain.from_iterable(chain.from_iterable(pieces)))
    return _course_form(len(pieces), closed) % numbers


@cache
def _line_form(count: int, closed: bool) -> str:
    return "%.3f %.3f m" + " %.3f %.3f l" * (count - 1) + " h" * closed


@cache
def _course_form(count: int, closed: bool) -> str:
    return "%.3f %.3f m" + " %.3f %.3f %.3f %.3f %.3f %.3f c" * count + " h" * closed


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    kx, ky = rx * _ARC, ry * _ARC
    east, south, west, north = (cx + rx, cy), (cx, cy + ry), (cx - rx, cy), (cx, cy - ry)
    quarters = (
        ((cx + rx, cy + ky), (cx + kx, cy + ry), south),
        ((cx - kx, cy + ry), (cx - rx, cy + ky), west),
        ((cx - rx, cy - ky), (cx - kx, cy - ry), north),
        ((cx + kx, cy - ry), (cx + rx, cy - ky), east),
    )
    return _course(east, quarters, closed=True)


def _round_rect(x: float, y: float, width: float, height: float, radius: float) -> str:
    right, bottom, reach = x + width, y + height, radius * (1 - _ARC)

    def side(to: XY, first: XY, second: XY, end: XY) -> str:
        points = (*first, *second, *end)
        corner = " ".join(f"{number:.3f}" for number in points)
        return f"{to[0]:.3f} {to[1]:.3f} l {corner} c"

    return " ".join(
        (
            f"{x + radius:.3f} {y:.3f} m",
            side((right - radius, y), (right - reach, y), (right, y + reach), (right, y + radius)),
            side(
                (right, bottom - radius),
                (right, bottom - reach),
                (right - reach, bottom),
                (right - radius, bottom),
            ),
            side(
                (x + radius, bottom), (x + reach, bottom), (x, bottom - reach), (x, bottom - radius)
            ),
            side((x, y + radius), (x, y + reach), (x + reach, y), (x + radius, y)),
            "h",
        )
    )
