"""Rivers as chains of hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.hexgrid import Point
from tools.maps import overlay
from tools.maps.ground import Feature
from tools.maps.overlay import Knot, Mesh, Side
from tools.maps.overrides import Overrides
from tools.maps.plane import distance, gap

MEETING = 1.2
"""Largest distance at which a river's end joins another river, in pitches."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A river: its chain of corners, and its course on the ground."""

    kind: str
    """The hexsides' kind: `major river` or `minor river`."""
    name: str
    chain: tuple[Knot, ...]
    reaches: tuple[Feature, ...]
    """Its features, each with its own course and source."""

    def reach_at(self, point: Point) -> Feature:
        """The reach nearest to a point."""
        return min(self.reaches, key=lambda reach: distance(point, reach.line))


def divide(mesh: Mesh, one: HexSet, other: HexSet) -> tuple[Knot, ...]:
    """The chain of corners between two banks, from south to north."""
    chain = max(mesh.strings(mesh.between(one, other)), key=len)
    ends = mesh.points[chain[0]], mesh.points[chain[-1]]
    return tuple(chain if ends[0].y < ends[1].y else chain[::-1])


def joining(
    mesh: Mesh, features: Iterable[Feature], land: HexSet, first: Sequence[Stream]
) -> Iterator[Stream]:
    """The rivers of the base layer, each flowing into the ones before it where it comes near."""
    known = {knot for stream in first for knot in stream.chain}
    for feature in features:
        kind = "major river" if feature.kind == "river-major" else "minor river"
        for course in overlay.onboard(mesh.grid, feature.line):
            start = _met(mesh, known, course[0])
            end = _met(mesh, known, course[-1])
            chain = mesh.chain(course, land, sources=start, goals=end)
            if len(chain) > 1:
                yield Stream(kind, feature.name, tuple(chain), (feature,))
                known |= set(chain)


def rests(mesh: Mesh, stream: Stream, hexside: Side, overrides: Overrides) -> tuple[Basis, str]:
    """The basis and source of a river's hexside.

    They are those of its reach, unless the course in both its hexes is marked as a guess.
    """
    a, b = hexside
    one, other = mesh.grid.centre(a), mesh.grid.centre(b)
    reach = stream.reach_at(Point((one.x + other.x) / 2, (one.y + other.y) / 2))
    guessed = overrides.one("guess", reach.name)
    if guessed and {mesh.grid.label(a), mesh.grid.label(b)} <= set(guessed.hexes):
        return Basis.HOUSE, guessed.reason
    return reach.basis, reach.source


def _met(mesh: Mesh, known: Iterable[Knot], point: Point) -> set[Knot]:
    return {knot for knot in known if gap(mesh.points[knot], point) < MEETING}
