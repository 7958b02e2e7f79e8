"""Pictograms of vehicles, stores, works and marker states, in one colour.

Like silhouettes, each is drawn in a square of side 2 around the origin, x right and y down.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import cos, pi, sin

from hexmarshal.art.counter.silhouettes import Sketch, aircraft, ship, star
from hexmarshal.art.drawing import Curve, Ellipse, Group, Paint, Polygon, Rect, Shape
from hexmarshal.game.text import fold


def pictogram(type_: str, ink: str) -> tuple[Shape, ...] | None:
    """The pictogram of a type, None if there is none."""
    words = fold(type_)
    sketch = _THINGS.get(words) or next((_THINGS[w] for w in words.split() if w in _THINGS), None)
    return sketch(ink) if sketch else None


def _wheel(ink: str, x: float, y: float, radius: float) -> tuple[Shape, ...]:
    return (
        Ellipse(x, y, radius, radius, Paint(fill=ink)),
        Ellipse(x, y, radius * 0.4, radius * 0.4, Paint(fill="#ffffff")),
    )


def _truck(ink: str) -> tuple[Shape, ...]:
    fill = Paint(fill=ink)
    cab = ((0.3, -0.2), (0.62, -0.2), (0.72, 0.08), (0.95, 0.12), (0.95, 0.42), (0.3, 0.42))
    return (
        Rect(-0.95, -0.46, 1.18, 0.88, fill),
        Polygon(cab, fill),
        *(shape for x in (-0.6, 0.62) for shape in _wheel(ink, x, 0.46, 0.22)),
    )


def _wagon(ink: str) -> tuple[Shape, ...]:
    cover = Curve(
        (-0.8, 0.1),
        (((-0.8, -0.75), (0.6, -0.75), (0.6, 0.1)),),
        Paint(fill=ink),
        closed=True,
    )
    wheels = tuple(
        Ellipse(x, 0.4, r, r, Paint(stroke=ink, width=0.09)) for x, r in ((-0.5, 0.3), (0.38, 0.26))
    )
    pole = Polygon(((0.6, 0.2), (0.98, 0.3)), Paint(stroke=ink, width=0.08), closed=False)
    return (cover, Rect(-0.85, 0.06, 1.5, 0.16, Paint(fill=ink)), *wheels, pole)


def _stores(ink: str) -> tuple[Shape, ...]:
    fill = Paint(fill=ink)
    crates = ((-0.88, 0.0), (0.06, 0.0), (-0.41, -0.78))
    return tuple(
        shape
        for x, y in crates
        for shape in (
            Rect(x, y, 0.82, 0.7, fill),
            Rect(x + 0.12, y + 0.12, 0.58, 0.46, Paint(stroke="#ffffff", width=0.06)),
        )
    )


def _wire(ink: str) -> tuple[Shape, ...]:
    beam = Paint(stroke=ink, width=0.2, cap="butt")
    angles = (0.0, pi / 3, 2 * pi / 3)
    return tuple(
        Polygon(((-0.9 * cos(a), -0.9 * sin(a)), (0.9 * cos(a), 0.9 * sin(a))), beam, closed=False)
        for a in angles
    )


def _rails(ink: str) -> tuple[Shape, ...]:
    """A railway that ends at a buffer stop."""
    sleepers = tuple(
        Rect(x, -0.62, 0.16, 1.24, Paint(fill=ink)) for x in (-0.78, -0.36, 0.06, 0.48)
    )
    rails = (Rect(-0.95, y, 1.75, 0.18, Paint(fill=ink)) for y in (-0.42, 0.24))
    return (*sleepers, *rails, Rect(0.78, -0.78, 0.2, 1.56, Paint(fill=ink)))


def _soldiers(ink: str) -> tuple[Shape, ...]:
    """Two men, one behind the other."""

    def man(x: float, size: float) -> tuple[Shape, ...]:
        outline = (
            (-0.34, 0.9),
            (-0.34, 0.1),
            (-0.2, -0.12),
            (0.2, -0.12),
            (0.34, 0.1),
            (0.34, 0.9),
        )
        body = tuple((x + size * u, size * v) for u, v in outline)
        helmet = Curve(
            (x - 0.3 * size, -0.4 * size),
            (
                (
                    (x - 0.3 * size, -1.05 * size),
                    (x + 0.3 * size, -1.05 * size),
                    (x + 0.3 * size, -0.4 * size),
                ),
            ),
            Paint(fill=ink),
        )
        face = Ellipse(x, -0.42 * size, 0.2 * size, 0.24 * size, Paint(fill=ink))
        return (Polygon(body, Paint(fill=ink)), face, helmet)

    return (*man(-0.42, 0.92), *man(0.42, 0.92))


def _tank(ink: str) -> tuple[Shape, ...]:
    """A tank from the side, its gun to the right."""
    fill = Paint(fill=ink)
    hull = ((-0.95, 0.05), (-0.8, -0.16), (0.72, -0.16), (0.95, 0.05), (0.95, 0.14), (-0.95, 0.14))
    turret = ((-0.5, -0.16), (-0.36, -0.56), (0.18, -0.56), (0.34, -0.16))
    hub = Paint(fill="#ffffff")
    wheels = tuple(Ellipse(x, 0.4, 0.1, 0.1, hub) for x in (-0.6, -0.2, 0.2, 0.6))
    return (
        Polygon(hull, fill),
        Polygon(turret, fill),
        Rect(0.2, -0.44, 0.78, 0.11, fill),
        Rect(-0.95, 0.16, 1.9, 0.48, fill, radius=0.24),
        *wheels,
    )


def _shells(ink: str) -> tuple[Shape, ...]:
    """Three shells on their cases."""

    def shell(x: float) -> tuple[Shape, ...]:
        nose = ((x - 0.2, -0.3), (x - 0.14, -0.7), (x, -0.95), (x + 0.14, -0.7), (x + 0.2, -0.3))
        return (Polygon(nose, Paint(fill=ink)), Rect(x - 0.2, -0.22, 0.4, 1.1, Paint(fill=ink)))

    return tuple(shape for x in (-0.56, 0.0, 0.56) for shape in shell(x))


def _pennant(ink: str) -> tuple[Shape, ...]:
    """A pennant on its staff."""
    flag = ((-0.5, -0.85), (0.85, -0.42), (-0.5, 0.0))
    return (Rect(-0.7, -0.92, 0.14, 1.84, Paint(fill=ink)), Polygon(flag, Paint(fill=ink)))


def _broken_rails(ink: str) -> tuple[Shape, ...]:
    """A railway with a piece blown up."""
    sleepers = (Rect(x, -0.55, 0.16, 1.1, Paint(fill=ink)) for x in (-0.86, -0.5, 0.36, 0.72))
    rails = (Rect(x, y, 0.66, 0.18, Paint(fill=ink)) for x in (-1.0, 0.32) for y in (-0.4, 0.22))
    burst = tuple(
        (r * sin(pi * i / 6), -r * cos(pi * i / 6)) for i, r in enumerate((0.62, 0.24) * 6)
    )
    return (*sleepers, *rails, Polygon(burst, Paint(fill="#b3261e", stroke="#ffffff", width=0.06)))


def _airfield(ink: str) -> tuple[Shape, ...]:
    ring = Ellipse(0, 0, 0.92, 0.92, Paint(stroke=ink, width=0.12))
    return (ring, Group(aircraft("fighter", ink), scale=0.72))


def _earthwork(ink: str) -> tuple[Shape, ...]:
    """A wall with teeth, open at the bottom."""
    turns = ((0.72 if i % 2 else 0.95, pi * (1.24 * i / 8 - 0.62)) for i in range(9))
    wall = tuple((r * sin(a), -r * cos(a)) for r, a in turns)
    return (Polygon(wall, Paint(stroke=ink, width=0.2, join="miter", cap="butt"), closed=False),)


def _arrow(ink: str) -> tuple[Shape, ...]:
    points = (
        *((-0.9, -0.3), (0.1, -0.3), (0.1, -0.78), (0.95, 0.0)),
        *((0.1, 0.78), (0.1, 0.3), (-0.9, 0.3)),
    )
    return (Polygon(points, Paint(fill=ink)),)


def _pin(ink: str) -> tuple[Shape, ...]:
    """An arrow pressing down on a bar."""
    points = (
        *((-0.24, -0.95), (0.24, -0.95), (0.24, -0.15), (0.62, -0.15)),
        *((0.0, 0.58), (-0.62, -0.15), (-0.24, -0.15)),
    )
    return (Polygon(points, Paint(fill=ink)), Rect(-0.85, 0.68, 1.7, 0.22, Paint(fill=ink)))


def _barred(sketch: Sketch) -> Sketch:
    """A sketch with a bar across it."""
    bar = ((-0.85, 0.85), (0.85, -0.85))

    def draw(ink: str) -> tuple[Shape, ...]:
        return (
            *sketch(ink),
            Polygon(bar, Paint(stroke="#ffffff", width=0.42, cap="butt"), closed=False),
            Polygon(bar, Paint(stroke="#b3261e", width=0.24, cap="butt"), closed=False),
        )

    return draw


def _anchor(ink: str) -> tuple[Shape, ...]:
    line = Paint(stroke=ink, width=0.18, cap="butt")
    arms = ((-0.72, 0.2), (-0.6, 1.02), (0.6, 1.02), (0.72, 0.2))
    return (
        Ellipse(0, -0.7, 0.17, 0.17, Paint(stroke=ink, width=0.15)),
        Polygon(((0, -0.53), (0, 0.8)), line, closed=False),
        Polygon(((-0.45, -0.3), (0.45, -0.3)), line, closed=False),
        Curve(arms[0], ((arms[1], arms[2], arms[3]),), line),
    )


def _spanner(ink: str) -> tuple[Shape, ...]:
    """An open-ended spanner, aslant."""
    jaw = Paint(stroke=ink, width=0.26, cap="butt")
    return (
        Polygon(
            ((-0.42, 0.42), (0.42, -0.42)), Paint(stroke=ink, width=0.3, cap="butt"), closed=False
        ),
        Curve((0.34, -0.92), (((0.1, -0.5), (0.5, -0.1), (0.92, -0.34)),), jaw),
        Curve((-0.34, 0.92), (((-0.1, 0.5), (-0.5, 0.1), (-0.92, 0.34)),), jaw),
    )


def _ring(ink: str) -> tuple[Shape, ...]:
    """A point surrounded on all sides."""
    return (
        Ellipse(0, 0, 0.8, 0.8, Paint(stroke=ink, width=0.22, dash=(0.42, 0.208), cap="butt")),
        Ellipse(0, 0, 0.3, 0.3, Paint(fill=ink)),
    )


_THINGS: Mapping[str, Sketch] = {
    "truck": _truck,
    "wagon": _wagon,
    "extender": _truck,
    "supply": _stores,
    "supply point": _stores,
    "sp": _stores,
    "dump": _stores,
    "hedgehog": _wire,
    "pax": _soldiers,
    "eq": _tank,
    "artillery ammunition": _shells,
    "reserve": _pennant,
    "trainbusting": _broken_rails,
    "victory points": lambda ink: star(ink, ink),
    "rail": _rails,
    "railhead": _rails,
    "airbase": _airfield,
    "airfield": _airfield,
    "out of supply": _barred(_truck),
    "out of command": _barred(_pennant),
    "no strat move": _barred(_arrow),
    "technical problems": _spanner,
    "port damage": _barred(_anchor),
    "port": _anchor,
    "isolated": _ring,
    "pinned": _pin,
    "pin": _pin,
    "turn": _arrow,
    "prepared defences": _earthwork,
    "ship": partial(ship, "boat"),
    "shipping": partial(ship, "boat"),
}
