"""Drawings as immutable values, which can be written as SVG, PDF or pixels.

Lengths are points (1/72 inch). The origin is the top left corner, x to the right and y down.
Colours are `#rrggbb`. A shape without fill or stroke is invisible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PT_PER_INCH = 72.0
PT_PER_MM = 72.0 / 25.4

XY = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and stroked."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    """Line width in points."""
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: str = "round"
    """`butt`, `round` or `square`."""
    join: str = "round"
    """`miter`, `round` or `bevel`."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A line through points, closed by default."""

    points: tuple[XY, ...]
    paint: Paint
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Curve:
    """A path of cubic Bezier pieces: a start, then triples (control, control, end)."""

    start: XY
    pieces: tuple[tuple[XY, XY, XY], ...]
    paint: Paint
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Polylines:
    """Many lines through points, painted as one path: a grid, a texture, a group of houses.

    Closed ones are filled by the even-odd rule.
    """

    lines: tuple[tuple[XY, ...], ...]
    paint: Paint
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Loops:
    """An area bounded by closed Bezier paths (start, pieces), filled by the even-odd rule.

    The area can have holes and several parts.
    """

    loops: tuple[tuple[XY, tuple[tuple[XY, XY, XY], ...]], ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its top left corner, with rounded corners if `radius` is not 0."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse by its centre; a circle if the radii are equal."""

    cx: float
    cy: float
    rx: float
    ry: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text at its baseline. `font` is a face of `fonts`; `size` in points.

    `halo` is a colour drawn around the letters, `halo_width` points wide.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str = "#000000"
    anchor: str = "middle"
    """`start`, `middle` or `end`."""
    angle: float = 0.0
    """Degrees clockwise around (x, y)."""
    spacing: float = 0.0
    """Extra points between letters."""
    halo: str | None = None
    halo_width: float = 1.5
    stretch: float = 1.0
    """Horizontal scale of the letters; `spacing` is not scaled."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image (PNG bytes) in a rectangle."""

    x: float
    y: float
    width: float
    height: float
    png: bytes


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes drawn together: scaled, turned (degrees clockwise), then moved; optionally clipped.

    `name` becomes the id or class of an SVG layer. `clip` is a polygon in the group's own
    coordinates. `opacity` multiplies the opacity of each shape inside.
    """

    items: tuple[Shape, ...]
    move: XY = (0.0, 0.0)
    scale: float = 1.0
    turn: float = 0.0
    clip: tuple[XY, ...] | None = None
    opacity: float = 1.0
    name: str = ""


Shape = Polygon | Curve | Polylines | Loops | Rect | Ellipse | Text | Picture | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing and its size in points."""

    width: float
    height: float
    items: tuple[Shape, ...]
    title: str = ""

    def at(self, x: float, y: float, scale: float = 1.0) -> Group:
        """This drawing as a group to place in another drawing."""
        return Group(self.items, move=(x, y), scale=scale)


def shapes(items: Iterable[Shape]) -> Iterator[Shape]:
    """All shapes, including those inside groups, without the groups themselves."""
    for item in items:
        if isinstance(item, Group):
            yield from shapes(item.items)
        else:
            yield item
