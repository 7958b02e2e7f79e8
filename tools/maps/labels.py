"""Room for names: where beside its place each name is written.

A name is a box; it should lie on no road, river, settlement, hex number or other name. Of a few
spots around a place the one with the least trouble wins, and names are placed again a few times
so that early ones make way for later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hexwright.game.hexgrid import Point

LETTER, HEIGHT = 0.105, 0.2
"""How wide a letter and how high a line of a name is reckoned, in pitches."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box in the plane."""

    middle: Point
    width: float
    height: float

    def overlap(self, other: Box) -> float:
        """The area two boxes share."""
        wide = (self.width + other.width) / 2 - abs(self.middle.x - other.middle.x)
        high = (self.height + other.height) / 2 - abs(self.middle.y - other.middle.y)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        return (
            abs(point.x - self.middle.x) <= self.width / 2
            and abs(point.y - self.middle.y) <= self.height / 2
        )


@dataclass(frozen=True, slots=True)
class Name:
    """A name to be written beside its place's hexes."""

    text: str
    spots: Sequence[Point]
    """The centres of the place's hexes, the first one first."""
    size: float = 1.0

    @property
    def width(self) -> float:
        return LETTER * len(self.text) * self.size

    @property
    def height(self) -> float:
        return HEIGHT * self.size

    def boxes(self) -> Iterable[tuple[float, Box]]:
        """The boxes it could fill, each with how much it is disliked."""
        clear = 0.2 + self.height / 2
        aside = 0.2 + self.width / 2
        for number, spot in enumerate(self.spots):
            for dislike, dx, dy in (
                (0.00, aside, 0.0), (0.04, -aside, 0.0), (0.05, 0.0, -clear), (0.10, 0.0, clear),
                (0.06, aside, -0.14), (0.06, aside, 0.14), (0.09, -aside, -0.14),
                (0.09, -aside, 0.14), (0.12, aside / 2, -clear), (0.12, -aside / 2, -clear),
                (0.16, aside / 2, clear), (0.16, -aside / 2, clear),
                (0.22, 0.0, -clear - 0.2), (0.24, 0.0, clear + 0.25),
                (0.24, aside, -0.38), (0.24, -aside, -0.38), (0.26, aside, 0.45),
                (0.26, -aside, 0.45),
            ):  # fmt: skip
                middle = Point(spot.x + dx, spot.y + dy)
                yield dislike + 0.02 * number, Box(middle, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What names should not cover: points along roads and rivers, and boxes."""

    points: Sequence[tuple[Point, float]]
    """Each with the trouble of covering it."""
    boxes: Sequence[tuple[Box, float]]
    """Each with the trouble of covering all of it, an area of one."""
    on_map: Callable[[Point], bool]

    def trouble(self, box: Box) -> float:
        reach = (box.width / 2 + 0.02, box.height / 2 + 0.02)
        x, y = box.middle
        lines = sum(
            weight
            for p, weight in self.points
            if abs(p.x - x) <= reach[0] and abs(p.y - y) <= reach[1]
        )
        covered = sum(weight * box.overlap(other) for other, weight in self.boxes)
        ends = (Point(x - box.width / 2, y), Point(x + box.width / 2, y))
        off = sum(not self.on_map(end) for end in ends)
        return lines + covered + 5.0 * off


def placed(names: Sequence[Name], obstacles: Obstacles, rounds: int = 4) -> list[Point]:
    """Where the middle of each name lies, as an offset from the centre of its first hex."""
    choices = [
        [(dislike + obstacles.trouble(box), box) for dislike, box in name.boxes()] for name in names
    ]
    chosen = [min(boxes, key=lambda c: c[0])[1] for boxes in choices]
    for _ in range(rounds):
        for i, boxes in enumerate(choices):
            others = [box for j, box in enumerate(chosen) if j != i]

            def total(choice: tuple[float, Box], others: list[Box] = others) -> float:
                return choice[0] + 25.0 * sum(choice[1].overlap(other) for other in others)

            chosen[i] = min(boxes, key=total)[1]
    return [
        Point(box.middle.x - name.spots[0].x, box.middle.y - name.spots[0].y)
        for box, name in zip(chosen, names, strict=True)
    ]
