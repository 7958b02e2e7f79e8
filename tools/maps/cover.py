"""Woods, swamps and clear terrain, hex by hex.

Outlines of landscapes are known only roughly. The cover of a hex depends on the share of outlines
on and around it, on the distance to settlements, and on smooth noise that frays the edges. The
noise is a fixed function of the place, so the map is the same every time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, floor

from hexmarshal.game.hexfield import HexField, HexSet, members
from hexmarshal.game.hexgrid import Point


def chance(point: Point, period: float, seed: str) -> float:
    """Smooth noise between 0 and 1, varying over about `period` pitches."""
    x, y = point.x / period, point.y / period
    column, row = floor(x), floor(y)
    u, v = _ease(x - column), _ease(y - row)
    low = _lattice(column, row, seed) * (1 - u) + _lattice(column + 1, row, seed) * u
    high = _lattice(column, row + 1, seed) * (1 - u) + _lattice(column + 1, row + 1, seed) * u
    return low * (1 - v) + high * v


def _ease(t: float) -> float:
    return t * t * (3 - 2 * t)


def _lattice(column: int, row: int, seed: str) -> float:
    digest = hashlib.blake2b(f"{seed} {column} {row}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") / 0xFFFFFFFF


def blurred(grid: HexField, shares: Mapping[int, float]) -> dict[int, float]:
    """Each hex's share averaged with its neighbours'; its own counts three times."""
    soft = {}
    for hex_ in grid.numbers:
        around = grid.neighbours(hex_)
        total = 3 * shares.get(hex_, 0.0) + sum(shares.get(n, 0.0) for n in around)
        soft[hex_] = total / (3 + len(around))
    return soft


def nearness(grid: HexField, hexes: HexSet, reach: float) -> dict[int, float]:
    """How near each hex is to a set: 1 in it, falling off over `reach` hexes."""
    found = dict.fromkeys(grid.numbers, 0.0)
    ring, seen, away = hexes, hexes, 0
    while ring and away <= 3 * reach:
        for hex_ in members(ring):
            found[hex_] = exp(-((away / reach) ** 2))
        ring = grid.spread(ring) & ~seen
        seen |= ring
        away += 1
    return found


@dataclass(frozen=True)
class Landscape:
    """What determines the cover of the land, hex by hex: values from 0 to 1."""

    grid: HexField
    land: HexSet
    woods: Mapping[int, float]
    swamps: Mapping[int, float]
    wild: Mapping[int, float]
    """How wooded the land is outside the outlines."""
    opened: Mapping[int, float]
    """How much of the land has been cleared and drained."""

    def words(self) -> dict[int, tuple[str, ...]]:
        """The terrain words of every land hex: clear, woods, swamp, or woods and swamp."""
        grid, land = self.grid, self.land
        wet = settled(grid, self._wet(), land, 3)
        dry = settled(grid, self._wooded() | wet, land, 2)
        clear = settled(grid, land & ~dry, land, 2)
        words: dict[int, tuple[str, ...]] = {}
        for hex_ in members(land):
            thick = chance(grid.centre(hex_), 1.6, "bog wood") > 0.6
            if wet >> hex_ & 1:
                words[hex_] = ("woods", "swamp") if thick else ("swamp",)
            else:
                words[hex_] = ("clear",) if clear >> hex_ & 1 else ("woods",)
        return words

    def _wet(self) -> HexSet:
        found = 0
        for hex_ in members(self.land):
            fray = chance(self.grid.centre(hex_), 2.2, "wet") - 0.5
            score = self.swamps[hex_] - 0.35 * self.opened[hex_] + 0.5 * fray
            found |= (score > 0.45) << hex_
        return found

    def _wooded(self) -> HexSet:
        found = 0
        for hex_ in members(self.land):
            fray = chance(self.grid.centre(hex_), 1.8, "wood") - 0.5
            most = max(self.woods[hex_], self.swamps[hex_], self.wild[hex_])
            score = most - 0.55 * self.opened[hex_] + 0.75 * fray
            found |= (score > 0.4) << hex_
        return found


def settled(grid: HexField, hexes: HexSet, land: HexSet, least: int) -> HexSet:
    """A set without patches of fewer than `least` hexes."""
    rest, kept = hexes, 0
    while rest:
        patch = grid.flood(rest & -rest, rest & land)
        rest &= ~patch
        if patch.bit_count() >= least:
            kept |= patch
    return kept
