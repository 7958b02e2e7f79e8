"""Hexes and hexsides touched by geographic features.

Areas become shares of hexes, roads become runs of adjacent hexes, rivers become chains of hexsides.
A real road or river winds through many hexes; on a printed map it takes the shortest path close to
its course, which is computed here.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import TypeVar

from hexmarshal.game.hexfield import HexField, HexSet
from hexmarshal.game.hexgrid import DIRECTIONS, Point, cell_at
from tools.maps.plane import between, crossings, distance, gap, walk

Side = tuple[int, int]
"""A hexside: the two hexes beside it, the lower number first."""

Knot = tuple[int, int]
"""A corner where hexes meet, as thousandths of a pitch, so that it is the same for all three."""

SAMPLES = tuple(
    Point(x * 0.13, y * 0.13) for x in range(-4, 5) for y in range(-4, 5) if x * x + y * y <= 16
)
"""Sample points in a hex: a lattice around its centre, up to half a pitch away."""


def side(a: int, b: int) -> Side:
    """The hexside between two hexes."""
    return (a, b) if a < b else (b, a)


def hex_at(grid: HexField, point: Point) -> int | None:
    """The hex of a point of the plane, None off the board."""
    return grid.at(cell_at(point, grid.orientation))


def share(grid: HexField, ring: Sequence[Point]) -> dict[int, float]:
    """The share of each hex inside a ring, 0 to 1; untouched hexes are left out."""
    left, right = min(p.x for p in ring) - 0.5, max(p.x for p in ring) + 0.5
    low, high = min(p.y for p in ring) - 0.5, max(p.y for p in ring) + 0.5
    found = {}
    level = cache(partial(crossings, ring))
    for hex_ in grid.numbers:
        x, y = grid.centre(hex_)
        if left <= x <= right and low <= y <= high:
            hits = sum(between(x + dx, level(y + dy)) for dx, dy in SAMPLES)
            if hits:
                found[hex_] = hits / len(SAMPLES)
    return found


def centred(grid: HexField, ring: Sequence[Point]) -> HexSet:
    """The hexes with their centre inside a ring."""
    level = cache(partial(crossings, ring))
    centres = ((hex_, grid.centre(hex_)) for hex_ in grid.numbers)
    return sum(1 << hex_ for hex_, (x, y) in centres if between(x, level(y)))


def crossed(grid: HexField, line: Sequence[Point]) -> list[int]:
    """The hexes of the board along a line, in order, without immediate repeats."""
    found: list[int] = []
    for point in walk(line, 0.05):
        hex_ = hex_at(grid, point)
        if hex_ is not None and found[-1:] != [hex_]:
            found.append(hex_)
    return found


def onboard(grid: HexField, line: Sequence[Point]) -> list[list[Point]]:
    """The stretches of a line that lie on the board."""
    stretches: list[list[Point]] = [[]]
    for point in walk(line, 0.1):
        if hex_at(grid, point) is not None:
            stretches[-1].append(point)
        elif stretches[-1]:
            stretches.append([])
    return [stretch for stretch in stretches if len(stretch) > 1]


# -- shortest paths ---------------------------------------------------------------------------

N = TypeVar("N", bound=Hashable)


def cheapest(start: N, goals: set[N], steps: Callable[[N], Iterable[tuple[N, float]]]) -> list[N]:
    """A cheapest path from `start` to a goal (Dijkstra), [] if there is none."""
    best: dict[N, float] = {start: 0.0}
    came: dict[N, N] = {}
    queue: list[tuple[float, int, N]] = [(0.0, 0, start)]
    order = 0
    while queue:
        cost, _, here = heapq.heappop(queue)
        if cost > best[here]:
            continue
        if here in goals:
            way = [here]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        for there, price in steps(here):
            total = cost + price
            if total < best.get(there, float("inf")) - 1e-12:
                best[there], came[there] = total, here
                order += 1
                heapq.heappush(queue, (total, order, there))
    return []


@dataclass(frozen=True)
class Router:
    """Lays roads from hex to hex."""

    grid: HexField
    open_: HexSet
    toll: Callable[[int, int], float]
    """Additional cost of a step across a hexside; infinite if it is closed."""

    def route(
        self,
        line: Sequence[Point],
        via: Sequence[int],
        worn: frozenset[Side] = frozenset(),
        reach: float = 2.5,
    ) -> list[int]:
        """The run through all hexes of `via` in order that keeps closest to a line.

        Steps along an existing road (`worn`) are cheap, so roads merge instead of running side by
        side. Raises ValueError if there is no path.
        """
        off: dict[int, float] = {}

        def stray(hex_: int) -> float:
            if hex_ not in off:
                off[hex_] = distance(self.grid.centre(hex_), line)
            return off[hex_]

        def steps(here: int) -> Iterable[tuple[int, float]]:
            for there in self.grid.neighbours(here):
                if self.open_ >> there & 1 and (stray(there) < reach or there in via):
                    price = 0.45 if side(here, there) in worn else 1.0
                    toll = self.toll(here, there)
                    if toll != float("inf"):
                        yield there, price * (1 + 3 * stray(there) ** 2) + toll

        run = [via[0]]
        for goal in via[1:]:
            leg = cheapest(run[-1], {goal}, steps)
            if not leg:
                a, b = self.grid.label(run[-1]), self.grid.label(goal)
                raise ValueError(f"no path from {a} to {b}")
            run += leg[1:]
        return _without_loops(run)


def _without_loops(run: list[int]) -> list[int]:
    straight: list[int] = []
    for hex_ in run:
        if hex_ in straight:
            del straight[straight.index(hex_) :]
        straight.append(hex_)
    return straight


def unworn(run: Sequence[int], worn: frozenset[Side]) -> list[list[int]]:
    """The parts of a run without an existing road."""
    parts: list[list[int]] = []
    fresh = False
    for a, b in pairwise(run):
        if side(a, b) in worn:
            fresh = False
        elif fresh:
            parts[-1].append(b)
        else:
            parts.append([a, b])
            fresh = True
    return parts


# -- corners and hexsides ---------------------------------------------------------------------


@dataclass(frozen=True)
class Mesh:
    """The corners of a board's hexes and the hexsides between them."""

    grid: HexField

    @staticmethod
    def knot(point: Point) -> Knot:
        return round(point.x * 1000), round(point.y * 1000)

    @cached_property
    def points(self) -> Mapping[Knot, Point]:
        """Where each corner lies."""
        corners = (p for hex_ in self.grid.numbers for p in self.grid.corners(hex_))
        return {self.knot(p): p for p in corners}

    @cached_property
    def ends(self) -> Mapping[Side, tuple[Knot, Knot]]:
        """The two corners of each hexside between two hexes of the board."""
        found = {}
        for hex_ in self.grid.numbers:
            corners = [self.knot(p) for p in self.grid.corners(hex_)]
            for d in DIRECTIONS:
                other = self.grid.neighbour(hex_, d)
                if other is not None:
                    found[side(hex_, other)] = (corners[d], corners[(d + 1) % 6])
        return found

    @cached_property
    def links(self) -> Mapping[Knot, list[tuple[Knot, Side]]]:
        """From each corner, its hexsides and their far corners."""
        found: dict[Knot, list[tuple[Knot, Side]]] = {}
        for hexside, (a, b) in self.ends.items():
            found.setdefault(a, []).append((b, hexside))
            found.setdefault(b, []).append((a, hexside))
        return found

    def between(self, one: HexSet, other: HexSet) -> list[Side]:
        """The hexsides between the hexes of two sets."""
        return [
            (a, b)
            for a, b in self.ends
            if (one >> a & other >> b & 1) or (one >> b & other >> a & 1)
        ]

    def chain(
        self,
        line: Sequence[Point],
        open_: HexSet,
        goals: Iterable[Knot] = (),
        sources: Iterable[Knot] = (),
    ) -> list[Knot]:
        """The corners of the chain of hexsides that keeps closest to a line.

        It begins at the corner nearest to the line's start and ends at the one nearest to its
        end, or at the nearest of `sources` and `goals` where given; both hexes beside each
        hexside belong to `open_`.
        """
        usable = {
            knot
            for hexside, ends in self.ends.items()
            if open_ >> hexside[0] & open_ >> hexside[1] & 1
            for knot in ends
        }

        def closest(point: Point, of: Iterable[Knot]) -> Knot:
            return min(of, key=lambda k: (gap(point, self.points[k]), k))

        start = closest(line[0], set(sources) & usable or usable)
        goal = closest(line[-1], set(goals) & usable or usable)

        def steps(here: Knot) -> Iterable[tuple[Knot, float]]:
            for there, (a, b) in self.links[here]:
                if open_ >> a & open_ >> b & 1:
                    p, q = self.points[here], self.points[there]
                    middle = Point((p.x + q.x) / 2, (p.y + q.y) / 2)
                    yield there, 1 + 6 * distance(middle, line) ** 2

        return cheapest(start, {goal}, steps)

    def sides(self, chain: Sequence[Knot]) -> list[Side]:
        """The hexsides of a chain of corners."""
        ways = {knot: dict(links) for knot, links in self.links.items()}
        return [ways[a][b] for a, b in pairwise(chain)]

    def strings(self, hexsides: Iterable[Side]) -> list[list[Knot]]:
        """Hexsides joined end to end into chains of corners; a ring ends where it began."""
        return join([self.ends[hexside] for hexside in hexsides])


def join(pieces: Iterable[tuple[Knot, Knot]]) -> list[list[Knot]]:
    """Pieces joined end to end: first chains with loose ends, then rings."""
    links: dict[Knot, list[Knot]] = {}
    for a, b in pieces:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    chains = []
    starts = sorted(knot for knot, ends in links.items() if len(ends) == 1) + sorted(links)
    for start in starts:
        while links[start]:
            chain = [start]
            while links[chain[-1]]:
                there = links[chain[-1]].pop()
                links[there].remove(chain[-1])
                chain.append(there)
            chains.append(chain)
    return chains
