"""Silhouettes of aircraft from above and ships from the side, and national signs.

Each is drawn in a square of side 2 around the origin, x right and y down, then scaled and moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from hexmarshal.art.drawing import XY, Curve, Ellipse, Group, Paint, Polygon, Rect, Shape
from hexmarshal.game.text import fold

Sketch = Callable[[str], tuple[Shape, ...]]
"""Draws a picture in one ink colour."""


def aircraft(type_: str, ink: str) -> tuple[Shape, ...]:
    """The aircraft of a type, nose up; a fighter if the type is unknown."""
    return _AIRCRAFT.get(fold(type_), _fighter)(ink)


def ship(type_: str, ink: str) -> tuple[Shape, ...]:
    """The ship of a type, bow to the right; a plain hull if the type is unknown."""
    return _SHIPS.get(fold(type_), _boat)(ink)


def placed(shapes: tuple[Shape, ...], x: float, y: float, half: float) -> Group:
    """A sketch centred on (x, y) that extends `half` to each side."""
    return Group(shapes, move=(x, y), scale=half)


# -- national signs ---------------------------------------------------------------------------


def star(fill: str, edge: str) -> tuple[Shape, ...]:
    """A five-pointed star."""
    points = tuple(
        (r * sin(pi * i / 5), -r * cos(pi * i / 5) + 0.06) for i, r in enumerate((0.98, 0.385) * 5)
    )
    return (Polygon(points, Paint(fill=fill, stroke=edge, width=0.1, join="miter")),)


def beam_cross(fill: str, edge: str) -> tuple[Shape, ...]:
    """A straight-armed cross with open ends, in two colours."""
    arm, reach, inner = 0.36, 0.92, 0.2
    cross = ((-arm, -reach), (arm, -reach), (arm, -arm), (reach, -arm), (reach, arm))
    half = (*cross, (arm, arm), (arm, reach), (-arm, reach), (-arm, arm), (-reach, arm))
    whole = (*half, (-reach, -arm), (-arm, -arm))
    return (
        Polygon(whole, Paint(fill=edge)),
        Rect(-inner, -reach, 2 * inner, 2 * reach, Paint(fill=fill)),
        Rect(-reach, -inner, 2 * reach, 2 * inner, Paint(fill=fill)),
    )


def disc(fill: str, edge: str) -> tuple[Shape, ...]:
    """A plain roundel."""
    return (Ellipse(0, 0, 0.86, 0.86, Paint(fill=fill, stroke=edge, width=0.14)),)


SIGNS: Mapping[str, Callable[[str, str], tuple[Shape, ...]]] = {
    "star": star,
    "cross": beam_cross,
    "disc": disc,
}
"""The national signs by name, drawn in two colours: fill and edge."""


# -- aircraft ---------------------------------------------------------------------------------


def _both(points: tuple[XY, ...]) -> tuple[XY, ...]:
    """A half outline (from the nose down the right side) plus its mirror image."""
    return points + tuple((-x, y) for x, y in reversed(points))


def _plane(ink: str, *outlines: tuple[XY, ...], engines: tuple[XY, ...] = ()) -> tuple[Shape, ...]:
    paint = Paint(fill=ink, stroke=ink, width=0.05)
    bodies = tuple(Polygon(_both(outline), paint) for outline in outlines)
    pods = tuple(
        Ellipse(side * x, y, 0.1, 0.26, Paint(fill=ink)) for x, y in engines for side in (1, -1)
    )
    return bodies + pods


def _fuselage(ink: str, width: float, nose: float, tail: float) -> Curve:
    return Curve(
        (0.0, nose),
        (
            ((width * 1.3, nose + 0.05), (width * 1.2, 0.2), (0.03, tail)),
            ((0.0, tail), (0.0, tail), (-0.03, tail)),
            ((-width * 1.2, 0.2), (-width * 1.3, nose + 0.05), (0.0, nose)),
        ),
        Paint(fill=ink),
        closed=True,
    )


def _fighter(ink: str) -> tuple[Shape, ...]:
    wing = ((0.0, -0.32), (0.3, -0.32), (0.92, -0.12), (0.95, 0.0), (0.85, 0.06), (0.0, 0.16))
    tail = ((0.0, 0.6), (0.34, 0.68), (0.34, 0.78), (0.0, 0.84))
    return (_fuselage(ink, 0.15, -0.85, 0.88), *_plane(ink, wing, tail))


def _ground_attack(ink: str) -> tuple[Shape, ...]:
    wing = ((0.0, -0.34), (0.36, -0.34), (0.95, -0.02), (0.95, 0.12), (0.36, 0.14), (0.0, 0.16))
    tail = ((0.0, 0.58), (0.4, 0.64), (0.4, 0.78), (0.0, 0.8))
    guns = ((0.32, -0.5), (0.36, -0.5), (0.36, -0.2), (0.32, -0.2))
    body = _plane(ink, wing, tail)
    barrels = tuple(
        Polygon(tuple((side * x, y) for x, y in guns), Paint(fill=ink)) for side in (1, -1)
    )
    return (_fuselage(ink, 0.17, -0.88, 0.88), *body, *barrels)


def _dive_bomber(ink: str) -> tuple[Shape, ...]:
    wing = ((0.0, -0.36), (0.32, -0.3), (0.92, -0.3), (0.97, 0.02), (0.32, 0.14), (0.0, 0.14))
    tail = ((0.0, 0.6), (0.4, 0.62), (0.4, 0.8), (0.0, 0.8))
    spats = tuple(Ellipse(side * 0.36, -0.36, 0.08, 0.18, Paint(fill=ink)) for side in (1, -1))
    return (_fuselage(ink, 0.15, -0.9, 0.88), *_plane(ink, wing, tail), *spats)


def _bomber(ink: str) -> tuple[Shape, ...]:
    wing = ((0.0, -0.3), (0.3, -0.3), (0.98, -0.06), (0.98, 0.06), (0.3, 0.12), (0.0, 0.12))
    tail = ((0.0, 0.6), (0.44, 0.64), (0.44, 0.78), (0.0, 0.82))
    return (
        _fuselage(ink, 0.17, -0.85, 0.9),
        *_plane(ink, wing, tail, engines=((0.36, -0.3),)),
    )


def _transport(ink: str) -> tuple[Shape, ...]:
    wing = ((0.0, -0.26), (0.28, -0.3), (0.98, 0.04), (0.98, 0.12), (0.28, 0.14), (0.0, 0.14))
    tail = ((0.0, 0.58), (0.42, 0.66), (0.42, 0.78), (0.0, 0.82))
    return (
        _fuselage(ink, 0.22, -0.8, 0.9),
        *_plane(ink, wing, tail, engines=((0.36, -0.28),)),
    )


_AIRCRAFT: Mapping[str, Sketch] = {
    "fighter": _fighter,
    "fighter bomber": _ground_attack,
    "ground attack": _ground_attack,
    "attack": _ground_attack,
    "dive bomber": _dive_bomber,
    "bomber": _bomber,
    "tactical bomber": _bomber,
    "strategic bomber": _bomber,
    "transport": _transport,
}


# -- ships ------------------------------------------------------------------------------------


def _hull(ink: str, height: float = 0.24) -> Polygon:
    bow, deck = 0.98, 0.18
    points = ((-0.95, deck), (bow, deck - 0.06), (0.78, deck + height), (-0.85, deck + height))
    return Polygon(points, Paint(fill=ink))


def _boat(ink: str) -> tuple[Shape, ...]:
    fill = Paint(fill=ink)
    return (
        _hull(ink),
        Rect(-0.3, -0.1, 0.5, 0.3, fill),
        Rect(-0.02, -0.45, 0.06, 0.4, fill),
    )


def _warship(ink: str, turrets: tuple[float, ...], funnels: tuple[float, ...]) -> tuple[Shape, ...]:
    fill = Paint(fill=ink)
    guns = tuple(
        shape
        for x in turrets
        for shape in (
            Rect(x - 0.09, 0.04, 0.18, 0.14, fill),
            Polygon(
                ((x, 0.06), (x + (0.24 if x > 0 else -0.24), 0.0)),
                Paint(stroke=ink, width=0.06),
                closed=False,
            ),
        )
    )
    stacks = tuple(Rect(x - 0.06, -0.3, 0.13, 0.4, fill) for x in funnels)
    bridge = (
        Rect(-0.34, -0.04, 0.68, 0.22, fill),
        Rect(0.14, -0.38, 0.18, 0.4, fill),
        Rect(0.2, -0.75, 0.05, 0.4, fill),
    )
    return (_hull(ink), *guns, *stacks, *bridge)


def _cruiser(ink: str) -> tuple[Shape, ...]:
    return _warship(ink, (-0.72, -0.48, 0.48, 0.7), (-0.22, 0.02))


def _destroyer(ink: str) -> tuple[Shape, ...]:
    return _warship(ink, (-0.62, 0.54), (-0.12,))


def _landing_craft(ink: str) -> tuple[Shape, ...]:
    fill = Paint(fill=ink)
    hull = ((-0.95, 0.0), (0.7, 0.0), (0.98, -0.16), (0.82, 0.36), (-0.9, 0.36))
    return (Polygon(hull, fill), Rect(-0.8, -0.3, 0.4, 0.34, fill))


_SHIPS: Mapping[str, Sketch] = {
    "cruiser": _cruiser,
    "battleship": _cruiser,
    "destroyer": _destroyer,
    "escort": _destroyer,
    "gunboat": _destroyer,
    "landing craft": _landing_craft,
    "barge": _landing_craft,
    "light craft": _landing_craft,
}
