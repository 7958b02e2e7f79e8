"""What rules ask of units and hexes time and again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hexmarshal.game.board import Area
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.text import fold, plain
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, at_least, combine

NATIONS = ("latvian", "estonian", "lithuanian")

HOME_POP = {
    "estonian": "W55.07 E47.18 E56.24 E46.29 E55.33",
    "latvian": """W38.01 E15.25 E14.25 E36.24 E25.31 W27.13 E27.34 E25.30 W33.27 W26.34 E26.17
        E25.19 W33.10 W28.26 W32.13 W33.18 E42.34 W40.29""",
    "lithuanian": """W19.05 W5.12 W22.24 W12.08 W14.15 W7.19 W16.16 E3.28 W5.25 W17.25 W4.05
        E9.33""",
}
"""The POP locations of each Baltic nation, as the POP list prints them (Ludza, Mazeikiai as
corrected)."""
GERMAN_POP = "W13.34 W7.32"
"""The POP locations in Germany."""


def attack_capable(piece: Piece) -> Span[bool]:
    """Whether a unit is Attack-Capable; an HQ never is."""
    if piece.kind != "combat":
        return Span.sure(False)
    return at_least(piece.value("attack_capable"), 1)


def is_garrison(at: Situation, piece: Piece) -> bool:
    """Whether a unit is a garrison (2.5)."""
    return at.type_of(piece) == "garrison"


def level_of(hedgehog: Piece) -> int:
    """The level of a hedgehog as its name tells it, 1 where it does not."""
    found = re.search(r"level\D{0,3}(\d)", plain(hedgehog.name))
    return int(found[1]) if found else 1


def area_of(at: Situation, name: str) -> Area | None:
    """An area of the map, if it has any hexes."""
    area = at.board.areas.get(fold(name))
    return area if area and area.hexes else None


def part_of(at: Situation, name: str, part: str) -> HexSet:
    """The hexes of a part of an area; none where the map has no such part."""
    area = at.board.areas.get(fold(name))
    return area.parts.get(fold(part), 0) if area else 0


def nation_of(at: Situation, piece: Piece) -> str:
    """The Baltic nation of a unit, "" for every other."""
    if piece.side not in ("german", ""):
        return ""
    return next((nation for nation in NATIONS if at.tagged(piece, nation)), "")


def pop_hexes(at: Situation) -> HexSet:
    """The hexes of all places with a POP value."""
    total = 0
    for place in at.board.places:
        if "pop" in place.points:
            total |= at.board.area(place.name) or sum({1 << hex_ for hex_ in place.hexes})
    return total


def beside_attackers(at: Situation, hexes: HexSet, side: str) -> Span[bool]:
    """Whether an Attack-Capable unit of a side stands next to any of some hexes."""
    around = at.grid.spread(hexes)
    return any_of(
        attack_capable(piece)
        for piece in at.units
        if piece.side == side and around >> (piece.hex or 0) & 1
    )


def any_of(answers: Iterable[Span[bool]]) -> Span[bool]:
    """Whether any of some things is so."""
    found = Span.sure(False)
    for answer in answers:
        found = combine(found, answer, lambda a, b: a or b)
    return found
