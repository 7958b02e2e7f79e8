"""How VASSAL 3.7 names a point of a zoned hex grid: the engine's own arithmetic, for the tests."""

from __future__ import annotations

from math import floor

from hexwright.vassal.buildfile import Component

Pixel = tuple[int, int]


def location(zoned: Component, pixel: Pixel) -> str:
    """The location name of a pixel, `offboard` where no zone holds it."""
    for zone in zoned.only("Zone"):
        outline = [tuple(map(int, p.split(","))) for p in zone.get("path").split(";")]
        if not _inside(outline, pixel):
            continue
        grids = zone.only("HexGrid")
        label = _label(grids[0], outline, pixel) if grids else ""
        name = zone.get("locationFormat").replace("$gridLocation$", label)
        return name.replace("$name$", zone.get("name"))
    return "offboard"


def _inside(outline: list[tuple[int, ...]], pixel: Pixel) -> bool:
    x, y = pixel
    hits = 0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            hits += 1
    return hits % 2 == 1


def _label(grid: Component, outline: list[tuple[int, ...]], pixel: Pixel) -> str:
    numbering = grid.only("HexGridNumbering")[0]
    sideways = grid.get("sideways") == "true"
    x0, y0 = int(grid.get("x0")), int(grid.get("y0"))
    dx, dy = float(grid.get("dx")), float(grid.get("dy"))
    x, y = (pixel[1], pixel[0]) if sideways else pixel
    column = floor((x - x0) / dx + 0.5)
    row = floor((y - y0 - (dy / 2 if column % 2 else 0)) / dy + 0.5)
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    max_rows = floor((max(ys) - min(ys)) / dx + 0.5)
    max_columns = floor((max(xs) - min(xs)) / dy + 0.5)
    flips_h, flips_v = numbering.get("hDescend") == "true", numbering.get("vDescend") == "true"
    if sideways:
        column = max_rows - column if flips_v else column
        row = max_columns - row if flips_h else row
    else:
        column = max_columns - column if flips_h else column
        row = max_rows - row if flips_v else row
    h = _name(column + int(numbering.get("hOff")), int(numbering.get("hLeading")))
    v = _name(row + int(numbering.get("vOff")), int(numbering.get("vLeading")))
    first, second = (h, v) if numbering.get("first") == "H" else (v, h)
    return first + numbering.get("sep") + second


def _name(value: int, leading: int) -> str:
    text = "-" if value < 0 else ""
    value = abs(value)
    while leading > 0 and value < 10**leading:
        text += "0"
        leading -= 1
    return text + str(value)
