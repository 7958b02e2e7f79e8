"""Units, areas and countries as several rules use them, and artillery with losses (1.7b)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hexmarshal.game.board import Area
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Country
from hexmarshal.game.text import fold, plain
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, at_least

ARTILLERY = frozenset({"artillery", "katyusha", "mortar", "rocket artillery"})


def attack_capable(piece: Piece) -> Span[bool]:
    """Whether a unit is Attack-Capable; an HQ never is."""
    if piece.kind != "combat":
        return Span.sure(False)
    return at_least(piece.value("attack_capable"), 1)


def is_garrison(at: Situation, piece: Piece) -> bool:
    """Whether a unit is a garrison (2.5)."""
    return at.type_of(piece) == "garrison"


def level_of(hedgehog: Piece) -> int:
    """The level in the name of a hedgehog; 1 if the name has none."""
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


def country_of(at: Situation, piece: Piece) -> Country | None:
    """The home country of a Latvian, Estonian or Lithuanian unit."""
    tagged = (land for land in at.rules.countries if land.tag and at.tagged(piece, land.tag))
    return next(tagged, None)


def pop_of(at: Situation, country: Country) -> HexSet:
    """The population places of a country, as the rulebook lists them."""
    return at.grid.set(country.pop)


def pop_hexes(at: Situation) -> HexSet:
    """The hexes of all places with a POP value."""
    total = 0
    for place in at.board.places:
        if "pop" in place.points:
            total |= at.board.area(place.name) or sum({1 << hex_ for hex_ in place.hexes})
    return total


def beside_attackers(at: Situation, hexes: HexSet, side: str) -> Span[bool]:
    """Whether an Attack-Capable unit of a side is next to any of these hexes."""
    around = at.grid.spread(hexes)
    return any_of(
        attack_capable(piece)
        for piece in at.units
        if piece.side == side and around >> piece.at_hex & 1
    )


def any_of(answers: Iterable[Span[bool]]) -> Span[bool]:
    """Whether any of the answers is yes."""
    found = Span.sure(False)
    for answer in answers:
        found = found | answer
    return found


# -- artillery ------------------------------------------------------------------------------------


def reduced_artillery(at: Situation) -> Mapping[str, Mapping[str, float]]:
    """The defence and barrage that reduced Soviet artillery has left, by counter (1.7b)."""
    found = {}
    for piece in at.position.pieces:
        if piece.side == "soviet" and piece.reduced and at.type_of(piece) in ARTILLERY:
            left = _left(piece)
            if left:
                found[piece.ref] = left
    return found


def _left(piece: Piece) -> Mapping[str, float]:
    steps, barrage = piece.value("steps").number, piece.value("barrage").number
    if not isinstance(steps, int) or not isinstance(barrage, int | float) or steps < 2:
        return {}
    left = max(0, steps - piece.steps_lost)
    return {"defence": left, "barrage": barrage * left / steps}
