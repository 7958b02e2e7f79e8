"""What has no box: aircraft from above, ships from the side, vehicles, works and national signs.

Each is drawn in a square of side 2 around its middle, x right and y down, and placed by scale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from hexwright.art.drawing import XY, Curve, Ellipse, Group, Paint, Polygon, Rect, Shape
from hexwright.game.board import fold

Sketch = Callable[[str], tuple[Shape, ...]]
"""Draws in one colour of ink."""


def aircraft(type_: str, ink: str) -> tuple[Shape, ...]:
    """The aircraft of a type, nose up; a fighter when the type is not known."""
    return _AIRCRAFT.get(fold(type_), _fighter)(ink)


def ship(type_: str, ink: str) -> tuple[Shape, ...]:
    """The ship of a type, bow to the right; a plain hull when the type is not known."""
    return _SHIPS.get(fold(type_), _boat)(ink)


def thing(type_: str, ink: str) -> tuple[Shape, ...] | None:
    """A vehicle, store or work; None for a type nobody drew."""
    words = fold(type_)
    sketch = _THINGS.get(words) or next((_THINGS[w] for w in words.split() if w in _THINGS), None)
    return sketch(ink) if sketch else None


def placed(shapes: tuple[Shape, ...], x: float, y: float, half: float) -> Group:
    """A sketch with its middle at (x, y), reaching `half` to each side."""
    return Group(shapes, move=(x, y), scale=half)


# -- national signs ---------------------------------------------------------------------------


def star(fill: str, edge: str) -> tuple[Shape, ...]:
    """A five-pointed star."""
    points = tuple(
        (r * sin(pi * i / 5), -r * cos(pi * i / 5) + 0.06) for i, r in enumerate((0.98, 0.385) * 5)
    )
    return (Polygon(points, Paint(fill=fill, stroke=edge, width=0.1, join="miter")),)


def beam_cross(fill: str, edge: str) -> tuple[Shape, ...]:
    """A straight-armed cross with open ends in two colours."""
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
    """A half outline, from the nose down the right side, with its mirror image."""
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


# -- things -----------------------------------------------------------------------------------


def _wheel(ink: str, x: float, y: float, radius: float, hub: str = "#ffffff") -> tuple[Shape, ...]:
    return (
        Ellipse(x, y, radius, radius, Paint(fill=ink)),
        Ellipse(x, y, radius * 0.4, radius * 0.4, Paint(fill=hub)),
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
    spokes = tuple(
        shape
        for x, r in ((-0.5, 0.3), (0.38, 0.26))
        for shape in (Ellipse(x, 0.4, r, r, Paint(stroke=ink, width=0.09)),)
    )
    pole = Polygon(((0.6, 0.2), (0.98, 0.3)), Paint(stroke=ink, width=0.08), closed=False)
    return (cover, Rect(-0.85, 0.06, 1.5, 0.16, Paint(fill=ink)), *spokes, pole)


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
    """A railway that ends at a buffer."""
    sleepers = tuple(
        Rect(x, -0.62, 0.16, 1.24, Paint(fill=ink)) for x in (-0.78, -0.36, 0.06, 0.48)
    )
    rails = (Rect(-0.95, y, 1.75, 0.18, Paint(fill=ink)) for y in (-0.42, 0.24))
    return (*sleepers, *rails, Rect(0.78, -0.78, 0.2, 1.56, Paint(fill=ink)))


def _airfield(ink: str) -> tuple[Shape, ...]:
    ring = Ellipse(0, 0, 0.92, 0.92, Paint(stroke=ink, width=0.12))
    return (ring, Group(_fighter(ink), scale=0.72))


def _earthwork(ink: str) -> tuple[Shape, ...]:
    wall = tuple(
        (r * sin(a), -r * cos(a))
        for i in range(9)
        for r, a in ((0.95 if i % 2 == 0 else 0.72, -pi * 0.62 + pi * 1.24 * i / 8),)
    )
    return (Polygon(wall, Paint(stroke=ink, width=0.2, join="miter", cap="butt"), closed=False),)


def _arrow(ink: str) -> tuple[Shape, ...]:
    points = (
        *((-0.9, -0.3), (0.1, -0.3), (0.1, -0.78), (0.95, 0.0)),
        *((0.1, 0.78), (0.1, 0.3), (-0.9, 0.3)),
    )
    return (Polygon(points, Paint(fill=ink)),)


def _pin(ink: str) -> tuple[Shape, ...]:
    """An arrow that presses down on a bar."""
    points = (
        *((-0.24, -0.95), (0.24, -0.95), (0.24, -0.15), (0.62, -0.15)),
        *((0.0, 0.58), (-0.62, -0.15), (-0.24, -0.15)),
    )
    return (Polygon(points, Paint(fill=ink)), Rect(-0.85, 0.68, 1.7, 0.22, Paint(fill=ink)))


def _no_truck(ink: str) -> tuple[Shape, ...]:
    bar = ((-0.85, 0.85), (0.85, -0.85))
    return (
        *_truck(ink),
        Polygon(bar, Paint(stroke="#ffffff", width=0.42, cap="butt"), closed=False),
        Polygon(bar, Paint(stroke="#b3261e", width=0.24, cap="butt"), closed=False),
    )


def _ring(ink: str) -> tuple[Shape, ...]:
    """A point cut off from all sides."""
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
    "rail": _rails,
    "railhead": _rails,
    "airbase": _airfield,
    "airfield": _airfield,
    "out of supply": _no_truck,
    "isolated": _ring,
    "pinned": _pin,
    "pin": _pin,
    "turn": _arrow,
    "prepared defences": _earthwork,
    "ship": _boat,
    "shipping": _boat,
}
