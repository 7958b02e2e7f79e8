"""Drawings as PDF, on pages drawn with ReportLab; equal drawings give equal bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from math import cos, radians, sin

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, FILL_NON_ZERO, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from hexwright.art import fonts
from hexwright.art.drawing import (
    XY,
    Curve,
    Drawing,
    Ellipse,
    Group,
    Lines,
    Loops,
    Paint,
    Picture,
    Polygon,
    Rect,
    Shape,
    Text,
)

Outline = Polygon | Curve | Lines | Loops | Rect | Ellipse

_CAPS = {"butt": 0, "round": 1, "square": 2}
_EVEN_ODD, _NON_ZERO = 0, 1
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(frozen=True, slots=True)
class About:
    """What a PDF says about itself."""

    title: str = ""
    author: str = "Hexwright"
    subject: str = ""


def write(pages: Sequence[Drawing], about: About | None = None, *, compress: bool = True) -> bytes:
    """A PDF with a drawing a page, each page of its drawing's size."""
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
    canvas.save()
    return target.getvalue()


def draw(canvas: Canvas, items: Iterable[Shape], height: float) -> None:
    """Draws shapes on the current page of a canvas; `height` is the page's, in points."""
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, 0, height)
    _Pen(canvas).draw(items, 1.0)
    canvas.restoreState()


@cache
def _font(face: str) -> str:
    name = f"hexwright-{face}"
    pdfmetrics.registerFont(TTFont(name, str(fonts.ttf(face))))
    return name


@lru_cache(maxsize=4096)
def _colour(text: str) -> HexColor:
    return HexColor(text)


class _Pen:
    """Draws on a canvas whose y already grows down; remembers what it last set."""

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
            path = canvas.beginPath()
            _trace(path, group.clip, closed=True)
            canvas.clipPath(path, stroke=0, fill=0)
        self.draw(group.items, opacity * group.opacity)
        canvas.restoreState()
        self.state = before

    def shape(
        self, shape: Polygon | Curve | Lines | Loops | Rect | Ellipse, opacity: float
    ) -> None:
        paint = shape.paint
        if not (paint.fill or paint.stroke):
            return
        self.paint(paint, opacity)
        path = self.canvas.beginPath()
        match shape:
            case Polygon(points, _, closed):
                _trace(path, points, closed=closed)
            case Curve(start, pieces, _, closed):
                _trace_course(path, start, pieces, closed=closed)
            case Lines(lines, _, closed):
                for points in lines:
                    _trace(path, points, closed=closed)
            case Loops(loops):
                for start, pieces in loops:
                    _trace_course(path, start, pieces, closed=True)
            case Lines(lines, _, closed):
                for points in lines:
                    _trace(path, points, closed=closed)
            case Loops(loops):
                for start, pieces in loops:
                    path.moveTo(*start)
                    for first, second, end in pieces:
                        path.curveTo(*first, *second, *end)
                    path.close()
            case Rect(x, y, width, height, _, radius):
                if radius:
                    path.roundRect(x, y, width, height, radius)
                else:
                    path.rect(x, y, width, height)
            case Ellipse(cx, cy, rx, ry):
                path.ellipse(cx - rx, cy - ry, 2 * rx, 2 * ry)
        rule = FILL_EVEN_ODD if isinstance(shape, Lines | Loops) else FILL_NON_ZERO
        stroke, fill = int(bool(paint.stroke)), int(bool(paint.fill))
        self.canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=rule)

    def text(self, text: Text, opacity: float) -> None:
        canvas = self.canvas
        width = fonts.width(text.text, text.font, text.size) * text.stretch
        width += text.spacing * max(len(text.text) - 1, 0)
        back = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        angle = radians(text.angle)
        c, s = cos(angle), sin(angle)
        at = (c, s, s, -c, text.x - back * c, text.y - back * s)
        line = canvas.beginText()
        line.setFont(_font(text.font), text.size)
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
            if self.changed("fill", paint.fill):
                canvas.setFillColor(_colour(paint.fill))
            if self.changed("fill alpha", opacity):
                canvas.setFillAlpha(opacity)
        if paint.stroke:
            if self.changed("stroke", paint.stroke):
                canvas.setStrokeColor(_colour(paint.stroke))
            if self.changed("stroke alpha", opacity):
                canvas.setStrokeAlpha(opacity)
            if self.changed("width", paint.width):
                canvas.setLineWidth(paint.width)
            if self.changed("cap", paint.cap):
                canvas.setLineCap(_CAPS[paint.cap])
            if self.changed("join", paint.join):
                canvas.setLineJoin(_JOINS[paint.join])
            if self.changed("dash", paint.dash):
                canvas.setDash(list(paint.dash))

    def changed(self, what: str, value: object) -> bool:
        if self.state.get(what) == value:
            return False
        self.state[what] = value
        return True


def _trace(path: PDFPathObject, points: Sequence[XY], *, closed: bool) -> None:
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    if closed:
        path.close()


def _trace_course(
    path: PDFPathObject, start: XY, pieces: Iterable[tuple[XY, XY, XY]], *, closed: bool
) -> None:
    path.moveTo(*start)
    for first, second, end in pieces:
        path.curveTo(*first, *second, *end)
    if closed:
        path.close()
