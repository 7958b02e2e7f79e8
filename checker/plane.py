"""How the pixels of a map lie over a game's hexes, worked out from a few known centres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Point, cell_at

Row = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """Leads from pixels to the plane of the hexes: `x` and `y` are each a + b * px + c * py."""

    grid: HexField
    x: Row
    y: Row

    @classmethod
    def of(cls, grid: HexField, anchors: Mapping[int, tuple[int, int]]) -> Fit:
        """The best fit through the pixel centres of some hexes.

        Raises ValueError for fewer than three, for centres on one line, and when they
        contradict each other by more than a third of a hex.
        """
        if len(anchors) < 3:
            raise ValueError("three hexes are needed, not all in one row")
        pixels = list(anchors.values())
        centres = [grid.centre(hex_) for hex_ in anchors]
        fit = cls(
            grid,
            _least_squares(pixels, [c.x for c in centres]),
            _least_squares(pixels, [c.y for c in centres]),
        )
        for hex_, (px, py) in anchors.items():
            at, true = fit.point(px, py), grid.centre(hex_)
            if abs(at.x - true.x) + abs(at.y - true.y) > 1 / 3:
                raise ValueError(f"the centre given for {grid.label(hex_)} does not fit the others")
        return fit

    def point(self, px: int, py: int) -> Point:
        """The point of the plane under a pixel."""
        (a, b, c), (d, e, f) = self.x, self.y
        return Point(a + b * px + c * py, d + e * px + f * py)

    def hex_at(self, px: int, py: int) -> int | None:
        """The hex under a pixel, None beside the board."""
        return self.grid.at(cell_at(self.point(px, py), self.grid.orientation))


def _least_squares(pixels: list[tuple[int, int]], values: list[float]) -> Row:
    """a, b, c of the plane a + b * x + c * y nearest to the values. Raises ValueError."""
    n = len(pixels)
    mx, my = sum(x for x, _ in pixels) / n, sum(y for _, y in pixels) / n
    mean = sum(values) / n
    sxx = sum((x - mx) ** 2 for x, _ in pixels)
    syy = sum((y - my) ** 2 for _, y in pixels)
    sxy = sum((x - mx) * (y - my) for x, y in pixels)
    sxv = sum((x - mx) * (v - mean) for (x, _), v in zip(pixels, values, strict=True))
    syv = sum((y - my) * (v - mean) for (_, y), v in zip(pixels, values, strict=True))
    determinant = sxx * syy - sxy * sxy
    if determinant <= 1e-9 * max(sxx * syy, 1):
        raise ValueError("the hexes lie on one line; name one beside it")
    b = (sxv * syy - syv * sxy) / determinant
    c = (syv * sxx - sxv * sxy) / determinant
    return mean - b * mx - c * my, b, c
